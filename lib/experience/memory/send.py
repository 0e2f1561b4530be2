"""A report sent through apprise: as literal text, in pieces that the service takes, and no token anywhere.

apprise is an optional requirement (lib/requirements-report.txt) and loaded only here. A failure is a
sentence: it neither repeats nor undoes what was reported.
"""

from __future__ import annotations

import html
import importlib
import logging
from collections.abc import Iterator, Sequence
from typing import Any

#: Loggers that would write addresses, and with them tokens.
_LOGGERS = ("apprise", "requests", "urllib3", "requests_oauthlib", "oauthlib")
_MOST = 32_768
#: What a plugin of apprise may raise; it catches those of the network itself.
_FAULTS = (OSError, ValueError, TypeError, KeyError, AttributeError, RuntimeError)
TELEGRAM = ("tgram", "telegram")


def send(addresses: Sequence[str], text: str) -> list[str]:
    """Why each address that failed did; it is called by its number and its service, never quoted."""
    if not addresses:
        return []
    _silence()
    try:
        apprise = importlib.import_module("apprise")
    except ImportError:
        return ["apprise is not installed: put lib/requirements-report.txt into the private environment"]
    return [
        f"report {number}: {why}"
        for number, address in enumerate(addresses, 1)
        if (why := _sent(apprise, address, text))
    ]


def _silence() -> None:
    for name in _LOGGERS:
        logger = logging.getLogger(name)
        logger.setLevel(logging.CRITICAL + 10)
        logger.propagate = False
        logger.handlers = [logging.NullHandler()]


def _sent(apprise: Any, address: str, text: str) -> str:
    """Why not; empty where every piece was taken."""
    asset = apprise.AppriseAsset(storage_mode=apprise.PersistentStoreMode.MEMORY)
    service = apprise.Apprise.instantiate(address, asset=asset)
    if service is None:
        return "the address is not understood; see the documentation of apprise for its form"
    try:
        for piece in pieces_for(service, text):
            if not service.notify(body=piece, **_format(apprise, service)):
                return f"{service.service_name} did not take it"
    except _FAULTS as error:  # its text may hold the token
        return f"{service.service_name}: {type(error).__name__}"
    return ""


def _is_telegram(service: Any) -> bool:
    return any(scheme in TELEGRAM for scheme in _schemes(service))


def _schemes(service: Any) -> tuple[str, ...]:
    found = (getattr(service, "protocol", None), getattr(service, "secure_protocol", None))
    return tuple(name for one in found for name in ((one,) if isinstance(one, str) else one or ()))


def _format(apprise: Any, service: Any) -> dict[str, Any]:
    """Telegram gets our own HTML as it is; every other service is told that it is text."""
    return {} if _is_telegram(service) else {"body_format": apprise.NotifyFormat.TEXT}


def pieces_for(service: Any, text: str) -> list[str]:
    """As the service takes them: its own limit, Telegram's counted in UTF-16 units of escaped text."""
    most = int(getattr(service, "body_maxlen", 0) or _MOST)
    if not _is_telegram(service):
        return list(pieces(text, most, len))
    return [escaped(piece) for piece in pieces(text, most, lambda piece: units(escaped(piece)))]


def escaped(text: str) -> str:
    return html.escape(text, quote=False)


def units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def pieces(text: str, most: int, size: Any) -> Iterator[str]:
    """Whole lines, as many as fit; a line that is too long alone is cut."""
    current = ""
    for line in text.split("\n"):
        for part in _cut(line, most, size):
            joined = f"{current}\n{part}" if current else part
            if size(joined) > most:
                yield current
                joined = part
            current = joined
    if current.strip():
        yield current


def _cut(line: str, most: int, size: Any) -> Iterator[str]:
    while size(line) > most:
        low, high = 1, len(line)
        while low < high:  # the longest beginning that fits
            middle = (low + high + 1) // 2
            low, high = (middle, high) if size(line[:middle]) <= most else (low, middle - 1)
        blank = line.rfind(" ", low // 2, low)
        at = blank if blank > 0 else low
        yield line[:at]
        line = line[at:].lstrip(" ")
    yield line
