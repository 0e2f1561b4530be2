"""All that is wrong with a draft, told together and in a length that is read."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from experience.commands.reply import Reply

#: Faults of one kind that are told: the items of one list, or keys that there are not.
SAME = 3
_UNKNOWN = ": no such key"
_ITEM = re.compile(r"(.+?)\[\d+\]: ")


def problems_reply(problems: Sequence[str]) -> Reply:
    """`data`: {"problems"}, all of them; as text the like ones are counted."""
    count = f"{len(problems)} thing{'s' * (len(problems) != 1)} to mend; nothing was stored:"
    return Reply("problems", {"problems": list(problems)}, [count, *told(problems)], code=1)


def told(problems: Sequence[str]) -> Iterator[str]:
    """As a list; of each kind the first, then how many more there are."""
    met: Counter[str] = Counter()
    for one in problems:
        kind = _kind(one)
        met[kind] += 1
        if not kind or met[kind] <= SAME:
            yield f"- {one}"
    for kind, count in met.items():
        if kind and count > SAME:
            yield f"- {kind}: {count - SAME} more of the same"


def _kind(problem: str) -> str:
    """What makes faults alike, "" for one that stands alone."""
    if _UNKNOWN in problem:
        return _UNKNOWN.removeprefix(": ")
    item = _ITEM.match(problem)
    return item[1] if item else ""
