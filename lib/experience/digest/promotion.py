"""Which lessons stand in the document, by the rules of the mission; each with the rule that decided.

Nothing here reads a file or a clock: the same groups, the same document and the same day give the
same decisions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from experience.digest import days
from experience.digest.entries import ACTIVE, FAILURES, PENDING, QUERIES, Entry
from experience.digest.grouping import Group
from experience.digest.numbers import MIN_SEEN, MIN_SEEN_FAILURE, MIN_SUCCESS, REMOVAL_DAYS, WINDOW_DAYS
from experience.digest.tally import CORRECTION, FAILURE, QUERY

PROMOTED, STAYS, WAITS, REVIVED, EXPIRED, KEPT_OUT, DROPPED = (
    "promoted", "stays", "pending", "verified-again", "expired", "kept-out", "dropped",
)  # fmt: skip
#: Verdicts of entries that stand in the document.
STANDING = (PROMOTED, STAYS, WAITS, REVIVED)


@dataclass(frozen=True)
class Decision:
    """What became of one candidate and `why`; `variants`: the wordings that were counted as one."""

    entry: Entry
    verdict: str
    why: str
    variants: tuple[tuple[str, int], ...] = ()

    @property
    def stands(self) -> bool:
        return self.verdict in STANDING


def decide(groups: Sequence[Group], standing: Sequence[Entry], now: int) -> list[Decision]:
    """A decision on every lesson and every entry of the present document."""
    return [
        *_rules(groups, standing, now),
        *_failures(groups, standing, now),
        *_queries(groups, standing, now),
    ]


def _matched(
    groups: Sequence[Group], standing: Sequence[Entry], sections: Sequence[str]
) -> Iterator[tuple[Group | None, list[Entry]]]:
    """Each lesson with the entries that stand for it already, then each entry without a lesson."""
    left = [entry for entry in standing if entry.section in sections]
    for group in groups:
        mine = [entry for entry in left if entry.normal in group.normals]
        left = [entry for entry in left if entry not in mine]
        yield group, mine
    by_text: dict[str, list[Entry]] = {}
    for entry in left:
        by_text.setdefault(entry.normal, []).append(entry)
    for same in by_text.values():
        yield None, same


def _age(last: int, now: int) -> int:
    return max(0, now - last)


def _ago(last: int, now: int) -> str:
    return f"last seen {days.written(last)}, {_age(last, now)} days ago"


def _rules(groups: Sequence[Group], standing: Sequence[Entry], now: int) -> Iterator[Decision]:
    rules = [group for group in groups if group.kind not in (FAILURE, CORRECTION, QUERY)]
    for group, mine in _matched(rules, standing, (ACTIVE, PENDING)):
        entry = _merged(ACTIVE, group, mine, now)
        variants = group.variants if group else ()
        if mine:
            yield _aged(entry, mine, variants, now)
        else:
            why = _not_yet(entry, now)
            yield Decision(entry, KEPT_OUT if why else PROMOTED, why or "all thresholds met", variants)


def _merged(section: str, group: Group | None, mine: Sequence[Entry], now: int) -> Entry:
    """Counts of the window; where it holds no event of the lesson, those of the footer."""
    last = max([group.last if group else 0, *(min(entry.last, now) for entry in mine)])
    if group and (group.seen or not mine):
        return Entry(section, group.text, group.seen, group.success, last)
    best = max(mine, key=lambda entry: (entry.last, entry.seen, entry.text))
    return Entry(section, group.text if group else best.text, best.seen, best.success, last)


def _aged(entry: Entry, mine: Sequence[Entry], variants: tuple[tuple[str, int], ...], now: int) -> Decision:
    """An Active Rule stays until it is cold, then waits, then goes; seen again it is active again."""
    was_pending = all(one.section == PENDING for one in mine)
    age = _age(entry.last, now)
    if age <= WINDOW_DAYS:
        verdict, why = (REVIVED, "seen again") if was_pending else (STAYS, "verified within 30 days")
        return Decision(entry, verdict, why, variants)
    if age <= REMOVAL_DAYS:
        cold = Entry(PENDING, entry.text, entry.seen, entry.success, entry.last)
        return Decision(cold, WAITS, f"cold: {_ago(entry.last, now)}", variants)
    return Decision(entry, EXPIRED, f"not seen again: {_ago(entry.last, now)}", variants)


def _not_yet(entry: Entry, now: int) -> str:
    """Every threshold that a candidate misses; "" for none."""
    misses = []
    if entry.seen < MIN_SEEN:
        misses.append(f"seen={entry.seen}, {MIN_SEEN} are needed")
    if entry.success < MIN_SUCCESS:
        misses.append(f"success={entry.success}, {MIN_SUCCESS} are needed")
    if _age(entry.last, now) > WINDOW_DAYS:
        misses.append(_ago(entry.last, now))
    return "; ".join(misses)


def _queries(groups: Sequence[Group], standing: Sequence[Entry], now: int) -> Iterator[Decision]:
    """By the same thresholds. Their footer has no date: what the window does not hold any more is gone."""
    for group, mine in _matched([group for group in groups if group.kind == QUERY], standing, (QUERIES,)):
        variants = group.variants if group else ()
        entry = _merged(QUERIES, group, mine, now)
        if mine:
            warm = group is not None and _age(group.last, now) <= WINDOW_DAYS
            verdict, why = (STAYS, "seen within 30 days") if warm else (EXPIRED, "not seen within 30 days")
            yield Decision(entry, verdict, why, variants)
        else:
            why = _not_yet(entry, now)
            yield Decision(entry, KEPT_OUT if why else PROMOTED, why or "all thresholds met", variants)


def _failures(groups: Sequence[Group], standing: Sequence[Entry], now: int) -> Iterator[Decision]:
    """Corrections enter at once and stay; other failures enter at three and leave when they are cold."""
    corrections = [group for group in groups if group.kind == CORRECTION]
    taken = {normal for group in corrections for normal in group.normals}
    others = [group for group in groups if group.kind == FAILURE and not group.normals & taken]
    for group, mine in _matched([*corrections, *others], standing, (FAILURES,)):
        entry = _merged(FAILURES, group, mine, now)
        variants = group.variants if group else ()
        if group and group.kind == CORRECTION:
            said = Entry(FAILURES, entry.text, max(1, entry.seen), 0, entry.last, is_correction=True)
            yield Decision(said, STAYS if mine else PROMOTED, "a user's correction", variants)
        elif mine:
            warm = _age(entry.last, now) <= WINDOW_DAYS
            why = "seen within 30 days" if warm else _ago(entry.last, now)
            yield Decision(entry, STAYS if warm else EXPIRED, why, variants)
        else:
            why = _failure_not_yet(entry, now)
            yield Decision(entry, KEPT_OUT if why else PROMOTED, why or "seen often enough", variants)


def _failure_not_yet(entry: Entry, now: int) -> str:
    if _age(entry.last, now) > WINDOW_DAYS:
        return _ago(entry.last, now)
    return "" if entry.seen >= MIN_SEEN_FAILURE else f"seen={entry.seen}, {MIN_SEEN_FAILURE} are needed"
