"""Which skills a session used, with what queries: the Skill tool, typed `/skill`, tools of MCP servers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from experience.harvest.trace import ToolCall

SKILL_TOOL, MCP = "Skill", "mcp__"
#: Arguments that hold what was asked, the likeliest first.
_ASKED = (
    "query",
    "q",
    "search_query",
    "keyword",
    "keywords",
    "search",
    "prompt",
    "question",
    "text",
    "args",
    "url",
)


@dataclass(slots=True)
class Leaf:
    """One use of a skill: `names` that its folder may bear, the likeliest first; `queries` asked under it."""

    names: tuple[str, ...]
    queries: list[str] = field(default_factory=list)
    ts: str = ""
    returned: int = 0
    relevant: int | None = None
    failed: bool = False


def leaves(calls: Iterable[ToolCall]) -> list[Leaf]:
    """In the order of their first use; uses of one skill are joined."""
    found: dict[tuple[str, ...], Leaf] = {}
    for call in calls:
        names = names_of(call)
        if names and call.success is not None:
            leaf = found.setdefault(names, Leaf(names))
            _take(leaf, call)
    return list(found.values())


def joined(one: Leaf, other: Leaf) -> Leaf:
    """Two ways to the same skill, such as its page and its tool."""
    relevant = None if one.relevant is other.relevant is None else (one.relevant or 0) + (other.relevant or 0)
    return Leaf(
        one.names, [*one.queries, *other.queries], max(one.ts, other.ts), one.returned + other.returned,
        relevant, one.failed or other.failed,
    )  # fmt: skip


def names_of(call: ToolCall) -> tuple[str, ...]:
    """Names that the folder of a call's skill may bear; () for a call of no skill."""
    if call.name == SKILL_TOOL:
        wanted = call.args.get("skill") or call.args.get("command") or call.args.get("name")
        return _spellings(str(wanted).lstrip("/")) if isinstance(wanted, str) and wanted.strip("/ ") else ()
    if call.name.startswith(MCP):
        server, _, tool = call.name[len(MCP) :].partition("__")
        return (*_spellings(tool), *_spellings(server))
    return _spellings(call.skill) if call.skill else _spellings(call.name)


def _spellings(name: str) -> tuple[str, ...]:
    """As written, and with hyphens; of a plugin's `plugin:skill` also the latter part."""
    short = name.rpartition(":")[2]
    return tuple(dict.fromkeys(one for one in (name, short, short.replace("_", "-")) if one))


def asked_by(call: ToolCall) -> str:
    """What a call asked for; "" where its arguments say nothing of the kind."""
    texts = {key: value for key, value in call.args.items() if isinstance(value, str) and value.strip()}
    return next((texts[key] for key in _ASKED if key in texts), "")


def _take(leaf: Leaf, call: ToolCall) -> None:
    asked = asked_by(call) if _asks(call) else ""
    if call.success and asked:
        leaf.queries.append(asked)
    leaf.failed = leaf.failed or call.success is False
    leaf.ts = max(leaf.ts, call.ts)
    leaf.returned += call.returned
    if call.relevant is not None:
        leaf.relevant = (leaf.relevant or 0) + call.relevant


def _asks(call: ToolCall) -> bool:
    """A search, or the start of a skill with words; editing a file under a skill asks nothing."""
    return call.name == SKILL_TOOL or call.name.startswith(MCP) or any(key in call.args for key in _ASKED[:6])
