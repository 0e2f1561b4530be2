"""Lessons that recur across projects: patterns and drafts that say the same, and prompts of other projects.

Only what the user allowed is read of a project. A proposal names how often each project supports it, for
the user's screen; what is promoted bears no project's name, path or secret (patterns/anonymous.py).
"""

from __future__ import annotations

import dataclasses
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from experience.errors import ExperienceError
from experience.feedback import standings, tallies
from experience.feedback.backtest import Replay
from experience.files.frontmatter_edit import remove_items, set_values
from experience.files.read import read_regular
from experience.hotpath import clock, places, trusted
from experience.index.compiler import content_hash
from experience.patterns import candidates, lifecycle
from experience.patterns.anonymous import anonymous, names_of, tells
from experience.patterns.corpora import Corpus, corpora
from experience.patterns.parse import parse_bytes
from experience.patterns.pattern import Pattern
from experience.patterns.redact import redact
from experience.patterns.similarity import near_duplicates
from experience.patterns.writing import NOTE
from experience.transcripts.history import PastPrompt
from experience.vocabulary import MAX_PATTERN_BYTES

#: Projects in which a lesson must have been met, and prompts that must support it where only one recorded it.
PROJECTS, PROMPTS = 2, 2
SOURCE = "mine"


class Found(NamedTuple):
    """A lesson of one project: a pattern of it, or a draft for it. `root`: "" unknown."""

    root: str
    pattern: Pattern
    is_draft: bool


class Lesson(NamedTuple):
    """`supports`: project root -> {"patterns", "drafts", "prompts", "sessions"}; `others`: ids that say
    the same."""

    best: Found
    others: tuple[str, ...]
    supports: dict[str, dict[str, int]]


def roots_of(prompts: Iterable[PastPrompt], cwd: str) -> list[str]:
    """The projects that prompts were typed in, and that of `cwd`."""
    folders = dict.fromkeys([cwd, *(prompt.cwd for prompt in prompts if prompt.cwd)])
    found = (places.project_root(folder) for folder in folders)
    return list(dict.fromkeys(root for root in found if root))


def recorded(roots: list[str], policy: str) -> list[Found]:
    """Patterns of these projects, as far as allowed, and drafts that were made for or in one of them."""
    found: list[Found] = []
    for root in roots:
        folder = places.project_corpus(root)
        if folder is not None:
            place = Corpus("project", Path(folder), trusted.allowed(root, policy))
            found += [Found(root, pattern, False) for pattern in place.load().patterns]
    stock = candidates.stock().candidates
    return found + [Found(one.note.project, one.pattern, True) for one in stock if one.note.source != SOURCE]


def lessons(
    found: list[Found], prompts: list[PastPrompt], known: list[Pattern], cwd: str, names: set[str]
) -> list[Lesson]:
    """Those of at least PROJECTS projects, the best supported first. `known`: the global patterns; what
    one of them says already is no news. A pattern that verdicts speak against recurs as noise does."""
    counted = standings.known()
    found = [one for one in found if not _spoken_against(one.pattern, counted)]
    made = [_lesson(group, prompts, cwd) for group in _groups(found, names)]
    wide = [
        one for one in made if len(one.supports) >= PROJECTS and not near_duplicates(one.best.pattern, known)
    ]
    return sorted(wide, key=lambda one: (-len(one.supports), -_weight(one), one.best.pattern.id))


def _weight(lesson: Lesson) -> int:
    return sum(sum(one.values()) for one in lesson.supports.values())


def _groups(found: list[Found], names: set[str]) -> list[list[Found]]:
    """Found lessons that say the same, compared without the names of their projects."""
    groups: list[list[tuple[Found, Pattern]]] = []
    for one in found:
        bare = _bare(one.pattern, names)
        near = next(
            (group for group in groups if any(_says_the_same(bare, other) for _, other in group)), None
        )
        if near is None:
            groups.append([(one, bare)])
        else:
            near.append((one, bare))
    return [[one for one, _ in group] for group in groups]


def _bare(pattern: Pattern, names: set[str]) -> Pattern:
    keywords = tuple(word for word in pattern.triggers.keywords if not tells(word, names))
    return dataclasses.replace(
        pattern,
        name=anonymous(pattern.name, names),
        fix=anonymous(pattern.fix, names),
        triggers=dataclasses.replace(pattern.triggers, keywords=keywords or pattern.triggers.keywords),
    )


def _says_the_same(one: Pattern, other: Pattern) -> bool:
    """Near, and with a trigger in common: texts alone are alike for many reasons."""
    shared = {word.casefold() for word in one.triggers.keywords} & {
        word.casefold() for word in other.triggers.keywords
    }
    return bool(shared) and bool(near_duplicates(one, [other]))


def _spoken_against(pattern: Pattern, counted: tallies.Tallies) -> bool:
    """Whether verdicts say that it is noise: then the prompts it fires on support nothing."""
    tally = tallies.of(pattern.id, content_hash(pattern), counted)
    return tally.false_positives >= 2 and tally.false_positives > tally.saves


def _lesson(group: list[Found], prompts: list[PastPrompt], cwd: str) -> Lesson:
    best = max(group, key=lambda one: (not one.is_draft, one.pattern.review_status == "validated",
                                       len(one.pattern.examples.fire), one.pattern.hits))  # fmt: skip
    supports: dict[str, Counter[str]] = defaultdict(Counter)
    for one in group:
        if one.root:
            supports[one.root]["drafts" if one.is_draft else "patterns"] += 1
    sessions: dict[str, set[str]] = defaultdict(set)
    replay = Replay(best.pattern, cwd)
    counted: Counter[str] = Counter()
    for prompt in prompts:
        if replay.fires(prompt.text):
            root = places.project_root(prompt.cwd) if prompt.cwd else None
            if root:
                counted[root] += 1
                sessions[root].add(prompt.session_id)
    for root, count in counted.items():
        if root in supports or count >= PROMPTS:
            supports[root]["prompts"] = count
            supports[root]["sessions"] = len(sessions[root])
    others = tuple(one.pattern.id for one in group if one is not best)
    return Lesson(best, others, {root: dict(one) for root, one in supports.items()})


def global_text(lesson: Lesson, names: set[str]) -> tuple[str, str]:
    """(id, text of a candidate) for the global corpus. Raises ExperienceError where it would still tell."""
    pattern = lesson.best.pattern
    data = read_regular(pattern.path, MAX_PATTERN_BYTES)
    telling = [word for word in pattern.triggers.keywords if tells(word, names) or redact(word) != word]
    data = remove_items(data, ("triggers", "keywords"), telling) if telling else data
    words = anonymous(pattern.name, names)
    identity = lifecycle.new_id(
        "general" if tells(pattern.domain, names) else pattern.domain, words, _today()
    )
    plain = set_values(
        data, {"review_status": "pending", "hits": 0, "false_positives": 0, "last_save_at": None}
    )
    text = anonymous(plain.decode("utf-8", "replace"), names | {pattern.id})
    text = set_values(text.encode(), {"id": identity}).decode()
    head, fence, body = text[4:].partition("\n---\n")
    note = f"{NOTE}:\n  source: {SOURCE}\n  scope: global"
    text = f"---\n{_without(head, NOTE)}\n{note}{fence}{body}"
    return identity, checked(text, identity, names)


def _without(head: str, key: str) -> str:
    lines, kept, inside = head.split("\n"), [], False
    for line in lines:
        inside = line.startswith(f"{key}:") or (inside and line.startswith((" ", "\t")))
        kept += [] if inside else [line]
    return "\n".join(kept)


def checked(text: str, identity: str, names: set[str]) -> str:
    parsed = parse_bytes(text.encode(), Path(f"{identity}.md"), keep_archived=True)
    if parsed.pattern is None:
        told = "; ".join(problem.message for problem in parsed.problems)
        raise ExperienceError(f"{identity}: without the project's words it is no pattern any more ({told})")
    if left := tells(text, names):
        raise ExperienceError(f"{identity}: it would still name {', '.join(left)}; nothing was written")
    return text


def all_names(roots: Iterable[str]) -> set[str]:
    return {name for root in roots for name in names_of(Path(root))}


def global_patterns(cwd: str, policy: str) -> list[Pattern]:
    return [pattern for place in corpora(cwd, policy)[:1] for pattern in place.load().patterns]


def document(lesson: Lesson) -> dict[str, Any]:
    return {
        "id": lesson.best.pattern.id, "name": lesson.best.pattern.name, "same": list(lesson.others),
        "supports": lesson.supports, "projects": len(lesson.supports),
    }  # fmt: skip


def _today() -> str:
    return clock.stamp(clock.now())[:10]
