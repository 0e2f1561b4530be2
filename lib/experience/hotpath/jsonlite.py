"""JSON without importing `json`, which drags in `re` and `enum` (half of the hook's time).

Uses the C scanner and encoder behind the standard `json`; where an interpreter lacks them,
the standard module itself.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_BLANKS = " \t\n\r"


class _Context:
    """What the C scanner asks of its decoder: everything as the standard decoder does it."""

    strict = False
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_int = int
    parse_constant = staticmethod({"NaN": None, "Infinity": None, "-Infinity": None}.get)


def _scanner() -> Callable[[str, int], tuple[Any, int]]:
    try:
        from _json import make_scanner
    except ImportError:  # an interpreter without the accelerator
        import json

        return json.JSONDecoder(strict=False).raw_decode
    scan: Callable[[str, int], tuple[Any, int]] = make_scanner(_Context())  # type: ignore[arg-type]
    return scan


def loads(text: str) -> Any:
    """The value of a JSON document. Raises ValueError for anything else, StopIteration included."""
    start = len(text) - len(text.lstrip(_BLANKS))
    try:
        value, end = _scanner()(text, start)
    except StopIteration as stop:
        raise ValueError(f"no JSON value at {stop.value}") from None
    except RecursionError:
        raise ValueError("nested too deeply") from None
    except SystemError:  # the C scanner finds no json.JSONDecodeError to raise: nobody imported json
        raise ValueError("not JSON") from None
    if text[end:].strip(_BLANKS):
        raise ValueError(f"extra text at {end}")
    return value


def quoted(text: str) -> str:
    """`text` as a JSON string of ASCII characters, with its quotes; lone surrogates stay escaped."""
    try:
        from _json import encode_basestring_ascii
    except ImportError:
        from json.encoder import encode_basestring_ascii
    result: str = encode_basestring_ascii(text)
    return result


def dumps(value: Any) -> str:
    """One line of JSON for the types our logs hold: dict, list, str, int, float, bool, None."""
    if value is None or value is True or value is False:
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{quoted(str(key))}: {dumps(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(dumps, value)) + "]"
    if isinstance(value, float):
        return repr(value) if abs(value) < 1e300 else "null"
    return str(int(value))
