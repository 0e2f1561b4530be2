"""What a night is reported as: the counts, and one line per change with its reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from experience.hotpath.render import EXP
from experience.hotpath.sanitize import one_line
from experience.memory.limits import LOADED_BYTES, LOADED_LINES, MAX_REASON
from experience.memory.measure import Measure
from experience.memory.night import APPLIED, NOTHING, SKIPPED, Night
from experience.memory.wording import category, say
from experience.patterns.redact import redact


def text(night: Night, language: str) -> str:
    """Plain text, for a person. `Memory compact: ERROR — ...` (CHYBA in Czech) where nothing was applied."""
    return redact("\n".join(_lines(night, language)))


def _lines(night: Night, language: str) -> Iterator[str]:
    title = say(language, "title")
    if night.status == APPLIED and night.done:
        yield f"{title}: {_counts(night, language)}"
        yield str(night.memory)
        yield from _changes(night, language)
        if night.measure and not night.measure.fits:
            yield _limit(night.measure, language)
        yield say(language, "undo", command=f"{EXP} memory undo {night.done.run} --path {night.memory}")
        return
    if night.status == NOTHING:
        yield f"{title}: {say(language, 'nothing')}"
    elif night.status == SKIPPED:
        yield f"{title}: {say(language, 'skipped', why=night.why)}"
    else:
        yield f"{title}: {say(language, 'error')} — {night.why}"
    yield str(night.memory)
    yield from (str(path) for path in night.kept)


def _limit(found: Measure, language: str) -> str:
    return say(
        language, "limit", lines=found.lines, most_lines=LOADED_LINES, bytes=f"{found.bytes:,}",
        most_bytes=f"{LOADED_BYTES:,}", lost=found.first_lost,
    )  # fmt: skip


def _counts(night: Night, language: str) -> str:
    done = night.done
    before, after = (done.before, done.after) if done else (0, 0)
    told = say(
        language, "applied", count=len(night.changes), before=f"{before:,}", after=f"{after:,}",
        percent=round(100 * (before - after) / max(1, before)),
    )  # fmt: skip
    kinds = Counter(change.category for change in night.changes)
    return f"{told}: {', '.join(f'{category(language, name)} {count}' for name, count in kinds.items())}"


def _changes(night: Night, language: str) -> Iterator[str]:
    for change in night.changes:
        yield f"{change.number}. {category(language, change.category)}: {one_line(change.reason, MAX_REASON)}"
