"""What a person looks at before a draft becomes a pattern: its words, its warning, what it would have met."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from experience.commands.wrapping import SHOWN, for_answer
from experience.feedback.backtest import Backtest, backtest
from experience.hotpath import clock, match, places, query, rank, render
from experience.hotpath.sanitize import one_line
from experience.index import trial
from experience.patterns.candidates import Note
from experience.patterns.hidden import visible
from experience.patterns.pattern import Pattern
from experience.transcripts.history import past_prompts

#: Past prompts that are tried: years of most people, seconds of a machine that has other work too.
MOST_REPLAYED = 10_000
#: Past prompts that are shown.
MOST_FIRED = 5
#: From this share of the past prompts on a pattern is called noisy.
OFTEN = 0.02


def short(path: object) -> str:
    """A path for people: `~` for the home folder."""
    home = str(Path.home())
    text = str(path)
    return "~" + text[len(home) :] if text.startswith(home + "/") else text


def destination(pattern: Pattern, note: Note) -> str:
    """Where approval would put it."""
    if note.updates:
        return f"added to {note.updates}"
    if note.scope == "project" and note.project:
        return f"this project: {short(note.project)}/.claude/experience/{pattern.id}.md"
    return f"everywhere: {short(places.global_corpus())}/{pattern.domain}/{pattern.id}.md"


def words(pattern: Pattern) -> Iterator[str]:
    """The pattern's own words, short, as lines for the screen."""
    for line in _words(pattern):
        start = "  - " if line.startswith("  - ") else ""
        yield from for_answer(visible(line.removeprefix(start)), start, "    ")


def prose(text: str) -> list[str]:
    """A text of several lines, indented."""
    return [row for line in text.split("\n") for row in for_answer(visible(line), "  ")]


def _words(pattern: Pattern) -> Iterator[str]:
    triggers, examples = pattern.triggers, pattern.examples
    yield f"name: {pattern.name}"
    yield f"severity: {pattern.severity}   domain: {pattern.domain}"
    yield f"keywords: {' | '.join(triggers.keywords)}"
    for key, values in (("regex", triggers.regex), ("none", triggers.none)):
        if values:
            yield f"{key}: {' | '.join(values)}"
    for key, prompts in (("fire", examples.fire), ("quiet", examples.quiet)):
        yield f"{key}:"
        yield from (f"  - {one_line(prompt, 100)}" for prompt in prompts)
    yield f"provenance: {provenance(pattern)}"


def provenance(pattern: Pattern) -> str:
    where = pattern.provenance
    parts = (("url", where.url), ("session", where.session_id), ("commit", (where.commit or "")[:12]))
    return ", ".join(f"{key} {value}" for key, value in parts if value)


def warning(pattern: Pattern, cwd: str) -> tuple[str, str]:
    """(a prompt, the text that the model would read with it) of the first example that fires, or ("", "")."""
    layers = trial.corpora(pattern, cwd)
    for prompt in pattern.examples.fire:
        candidates = match.search(query.Query(prompt), layers)
        rank.rank(candidates, clock.now())
        mine = [one for one in candidates if one.record["id"] == pattern.id and not one.why_not]
        if mine:
            mine[0].origin = "global"
            return prompt, render.block(mine[0])
    return "", ""


def replay(pattern: Pattern) -> Backtest:
    """Its triggers over what the user typed last; on screen only."""
    return backtest(pattern, past_prompts(newest=MOST_REPLAYED))


def replay_lines(found: Backtest) -> Iterator[str]:
    """The count, and of the newest few that fired the date and the first words."""
    if not found.total:
        yield "No past prompts to try it on."
        return
    last = "the last " * (found.total == MOST_REPLAYED)
    tried = f"{last}{found.total:,} prompt{'s' * (found.total != 1)}"
    fired = f"would have fired on {len(found.fired):,} of {tried}"
    yield f"{fired}{':' if found.fired else '.'}"
    yield from (f"  {visible(line)[: SHOWN - 2]}" for line in found.lines()[:MOST_FIRED])
    if len(found.fired) > max(MOST_FIRED, OFTEN * found.total):
        yield "That is often: narrower keywords would keep it for when it counts."


def replay_data(found: Backtest) -> dict[str, Any]:
    """Of --json: counts and dates; the words only in the text."""
    return {"total": found.total, "fired": len(found.fired), "days": [one.ts[:10] for one in found.fired]}


def block(lines: Sequence[str] | Iterator[str], indent: str = "  ") -> list[str]:
    """Lines as they may stand on a screen."""
    return [indent + visible(line) for text in lines for line in text.split("\n")]
