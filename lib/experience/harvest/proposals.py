"""A lesson that has enough support as a candidate: a pattern in form, which waits for the user's approval.

The error's signature is the trigger, what was changed the skeleton of the fix. Short, ranked; a lesson
that a pattern or a candidate tells of already is not proposed again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from experience.harvest import supports, triggers
from experience.harvest.episodes import RECOVERY
from experience.harvest.lessons import Lesson
from experience.harvest.supports import Support
from experience.hotpath import clock, places, text
from experience.hotpath.sanitize import shorten
from experience.index import config
from experience.patterns import candidates, lifecycle, similarity
from experience.patterns.candidates import Note
from experience.patterns.corpora import corpora
from experience.patterns.draft import Draft
from experience.patterns.parse import parse_bytes
from experience.patterns.pattern import Examples, Pattern, Provenance, Triggers
from experience.patterns.writing import pattern_text

#: New candidates of one run; characters of a name and of a fix; examples; fewest words that tell something.
MOST, NAME, FIX, EXAMPLES = 5, 100, 600, 6
DOMAIN = "general"
#: Words that tie a rule to one repository.
_HERE = (
    "here",
    "this repo",
    "this project",
    "this codebase",
    "tady",
    "tomto projektu",
    "diesem projekt",
    "ce projet",
    "este proyecto",
    "hier",
    "ici",
    "aqui",
    "aquí",
    "ここ",
    "这里",
)


@dataclass(frozen=True, slots=True)
class Proposed:
    """`sessions`: how many support it; `path`: of the candidate."""

    id: str
    name: str
    kind: str
    sessions: int
    path: Path


def propose(known: dict[str, Support], cwd: str) -> list[Proposed]:
    """Keep candidates for the lessons that have enough support, best first; at most MOST at a time."""
    waiting = {key: one for key, one in known.items() if one.is_enough and not one.proposed and one.lessons}
    others = _others(cwd) if waiting else []
    found: list[Proposed] = []
    for key, support in sorted(waiting.items(), key=lambda item: item[1].rank, reverse=True):
        if len(found) == MOST:
            break
        made = _candidate(support)
        if made is None:
            continue
        page, pattern = made
        near = similarity.near_duplicates(pattern, [one for one in others if _share_trigger(pattern, one)])
        if near:
            support.proposed = near[0].id
        else:
            path = candidates.store(pattern.id, page)
            support.proposed = pattern.id
            others.append(pattern)
            found.append(Proposed(pattern.id, pattern.name, support.lessons[-1].kind, support.sessions, path))
        supports.was_proposed(key, support.proposed)
    return found


def _others(cwd: str) -> list[Pattern]:
    """Patterns that the hook may read here, and what waits."""
    here = corpora(cwd, config.load().project_patterns)
    waiting = [one.pattern for one in candidates.stock().candidates if not one.note.updates]
    return [*(pattern for place in here for pattern in place.load(keep_archived=True).patterns), *waiting]


def _share_trigger(one: Pattern, other: Pattern) -> bool:
    """Our fixes have words in common by the way we write them; that alone makes no two lessons one."""
    mine, theirs = ({text.fold(word) for word in pattern.triggers.keywords} for pattern in (one, other))
    return any(a in b or b in a for a in mine for b in theirs)


def _candidate(support: Support) -> tuple[str, Pattern] | None:
    """None where nothing is left that could bring the warning."""
    last = support.lessons[-1]
    keywords, regex = triggers.of_lesson(last)
    if not keywords:
        return None
    asked = (one.prompt for one in support.lessons if triggers.tells_something(one.prompt))
    fire = tuple({"".join(char for char in said if not char.isdigit()): said for said in asked}.values())
    scope, project = _scope(support)
    draft = Draft(
        name=_name(last), severity="med", domain=DOMAIN, triggers=Triggers(keywords, regex),
        examples=Examples(fire=fire[:EXAMPLES]), fix=_fix(last), body=dict(_body(support)), scope=scope,
        slug=_slug(last),
    )  # fmt: skip
    day = max(one.ts for one in support.lessons)[:10] or clock.stamp(clock.now())[:10]
    identity = lifecycle.new_id(DOMAIN, draft.slug, day)
    note = {
        **Note("harvest", scope, project).table(),
        "lesson": last.key,
        "supports": f"{support.sessions} session{'s' * (support.sessions != 1)}",
    }
    page = pattern_text(draft, identity, Provenance(session_id=last.session_id), day, note=note)
    pattern = parse_bytes(page.encode(), candidates.folder() / f"{identity}.md", keep_archived=True).pattern
    return (page, pattern) if pattern else None


def _scope(support: Support) -> tuple[str, str]:
    """A person's "never do that here" is about one repository, if all sessions were in it."""
    last = support.lessons[-1]
    roots = {places.project_root(one.place) or "" for one in support.lessons}
    root = roots.pop() if len(roots) == 1 else ""
    is_here = last.is_explicit and any(word in last.said.lower() for word in _HERE)
    return ("project", root) if is_here and root and (Path(root) / ".git").exists() else ("global", "")


def _name(one: Lesson) -> str:
    if one.kind == RECOVERY:
        said = f"`{one.command}` fails: {one.signature}"
    elif one.ran:
        said = f"`{one.ran}` was rejected: {one.said}"
    else:
        said = f"The user corrected this: {one.said}"
    return shorten(" ".join(said.split()), NAME)


def _slug(one: Lesson) -> str:
    said = f"{one.command} {one.signature or one.said}"
    words = ["".join(char for char in word if char.isalnum()) for word in said.lower().split()]
    return " ".join([word for word in words if word.isascii() and len(word) > 2][:5]) or one.key


def _fix(one: Lesson) -> str:
    if one.kind != RECOVERY:
        told = f"Do not do this: `{one.ran}`" if one.ran else "Do not do it again"
        return shorten(f'{told}. The user said: "{one.said}"', FIX)
    parts = [f"Do not repeat `{one.ran}` as it is: it fails with \u201c{one.signature}\u201d."]
    if one.changed:
        parts.append(f"What helped: {'; '.join(one.changed)}.")
    if one.worked:
        parts.append(f"Instead `{one.worked}` worked.")
    return shorten("\n".join(parts), FIX)


def _body(support: Support) -> Iterator[tuple[str, str]]:
    last = support.lessons[-1]
    count = f"{support.sessions} session{'s' * (support.sessions != 1)}"
    if last.kind == RECOVERY:
        yield (
            "context",
            f"Harvested from {count}: it failed {last.times} times in the last one before it worked.",
        )
        yield "why", "The same error came back in the same words; only a change of how it is run ended it."
    else:
        yield "context", f"Harvested from {count}: the user rejected it and said why."
        yield "why", "Nothing in the code says so: it is the user's rule."
    yield "instead", _fix(last)
