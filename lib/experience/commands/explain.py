"""`exp.py explain "PROMPT"`: why each candidate does or does not fire, by the live matcher."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from experience.commands import opinion
from experience.commands.reply import Reply
from experience.feedback import standings, tallies
from experience.feedback.tallies import Tallies
from experience.hotpath import (
    background,
    clock,
    gate,
    ledger,
    payload,
    places,
    query,
    rank,
    switches,
    text,
    upkeep,
    warn,
)
from experience.hotpath.candidate import Candidate
from experience.hotpath.triggers import keyword_hits
from experience.index import build, config, reach, update
from experience.patterns import whereabouts
from experience.patterns.hidden import visible
from experience.patterns.pattern import Pattern
from experience.patterns.whereabouts import Place

#: Candidates shown unless --all.
SHOWN = 8
#: Features named that speak most for a candidate, and most against it.
MOST_TOLD = 4
#: Words of this weight or less are in no index.
GLUE = 0.05
ESTIMATES = {"likely": gate.likely, "explicit": gate.explicit, "verbatim": gate.verbatim}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("prompt", metavar="PROMPT", help="the prompt, or - to read it from standard input")
    parser.add_argument("--id", metavar="ID", help="this pattern only, and why it does not fire")
    parser.add_argument("--all", action="store_true", help=f"every candidate, not the best {SHOWN}")


def not_evaluated(prompt: str) -> str:
    """Why the hook would not even look at this prompt, or ""."""
    asked = payload.Payload({"prompt": prompt})
    if off := switches.off_because(str(Path.cwd())):
        return f"switched off: {off}"
    if not asked.is_typed_prompt():
        return "not a typed prompt: empty, a slash command, a machine's message or our own output"
    return "" if query.Query(prompt).says_something() else "nothing but everyday words"


def catch_up() -> None:
    """Nobody waits for a prompt here: what the hook leaves to the background is done at once."""
    for layer in reach.layers_for(str(Path.cwd())):
        if layer.is_stale() and len(layer.changes()) > upkeep.FEW:
            build.write_base(layer)


def vetoes(candidate: Candidate, asked: query.Query) -> list[str]:
    return [folded for folded, _, _ in keyword_hits(candidate.record["none"], asked)]


def verdicts_on(candidate: Candidate, known: Tallies) -> dict[str, Any]:
    """What this machine's logs say of it, and the factor that the hook has of that (1.0: none)."""
    tally = tallies.of(candidate.record["id"], candidate.record["hash"], known)
    return opinion.standing(tally) | {"factor": candidate.standing}


def recency_of(candidate: Candidate, aging: rank.Decay) -> dict[str, Any]:
    """{"factor", "confirmed" (day, "" unknown), "half_life_days", "floor"}: what age makes of its place."""
    day = rank.confirmed(candidate)
    return {
        "factor": round(rank.recency(day, clock.now(), aging), 3),
        "confirmed": day,
        "half_life_days": aging.half_life,
        "floor": aging.floor,
    }


def row(candidate: Candidate, asked: query.Query, known: Tallies, settings: dict[str, Any]) -> dict[str, Any]:
    record = candidate.record
    aging = rank.decay(settings)
    return {
        "id": record["id"],
        "name": record["name"],
        "origin": candidate.origin.partition("-")[0],
        "match": round(candidate.match, 3),
        "gate": round(gate.least(settings), 3),
        "order": round(rank.order_of(candidate, clock.now(), aging), 3),
        "recency": recency_of(candidate, aging),
        "fires": not candidate.why_not,
        "why_not": candidate.why_not,
        "keywords": [folded for folded, _, _ in candidate.hits],
        "regex": candidate.regexes,
        "vetoes": vetoes(candidate, asked),
        "gave_up": candidate.gave_up,
        "verdicts": verdicts_on(candidate, known),
        "estimates": {name: round(estimate(candidate.features), 3) for name, estimate in ESTIMATES.items()},
        "adds": gate.contributions(candidate.features),
        "features": {name: round(value, 3) for name, value in candidate.features.items()},
    }


def text_of(shown: dict[str, Any]) -> list[str]:
    verdict = "fires" if shown["fires"] else shown["why_not"]
    verdict += f" ({', '.join(shown['vetoes'])})" if shown["vetoes"] else ""
    pulled = ", ".join([*shown["keywords"], *shown["regex"]]) or "none"
    pulled += " (a regex was given up: too slow)" if shown["gave_up"] else ""
    estimates = "  ".join(f"{name} {value:.2f}" for name, value in shown["estimates"].items())
    features = shown["features"]
    lines = [
        f"{shown['match']:.2f}  {shown['id']}: {verdict}",
        f"      triggers: {pulled}",
        f"      {estimates}  (trigger {features['trigger']:.2f} of {features['demand']:.2f})",
    ]
    lines += verdict_lines(shown)
    adds = sorted(shown["adds"].items(), key=lambda pair: -pair[1])
    for label, found in (("for", adds[:MOST_TOLD]), ("against", adds[: -MOST_TOLD - 1 : -1])):
        told = "  ".join(
            f"{name} {value:+.1f}" for name, value in found if value * (label == "for" or -1) > 0.05
        )
        lines += [f"      {label}: {told}"] if told else []
    return [*lines, recency_line(shown)]


def recency_line(shown: dict[str, Any]) -> str:
    aged = shown["recency"]
    since = f"confirmed {aged['confirmed']}" if aged["confirmed"] else "no day of a confirmation"
    how = f"half-life {aged['half_life_days']:g} days, floor {aged['floor']:g}"
    return f"      order {shown['order']:.2f}  recency x {aged['factor']:.2f}  ({since}; {how})"


def verdict_lines(shown: dict[str, Any]) -> list[str]:
    """What people said of it, and the factor on its order; none for a pattern that nobody judged."""
    said = shown["verdicts"]
    if not said["saves"] and not said["false_positives"] and said["factor"] == 1.0:
        return []
    counted = f"saves {said['saves']}  false alarms {said['false_positives']}"
    return [
        f"      verdicts: {counted}  order x {said['factor']:.2f}"
        + f"  ({said['state']})" * bool(said["state"])
    ]


def words_of(pattern: Pattern) -> set[str]:
    """The terms of everything that is indexed of a pattern."""
    parts = [pattern.name, pattern.domain, *pattern.triggers.keywords, *pattern.examples.fire, pattern.fix]
    return text.sequence("\n".join([*parts, *pattern.sections.values(), pattern.body]))[1]


def why_no_candidate(place: Place, asked: query.Query) -> str:
    """Why a pattern that the hook has was not even looked at."""
    if place.pattern is None:
        return "not in the index: exp.py index"
    if not any(background.weight(term) > GLUE for term in asked.terms & words_of(place.pattern)):
        return "no shared words: nothing of it stands in the prompt"
    return "not among the candidates: no trigger is pulled, and other patterns share more words"


def one_pattern(
    found: list[Place], rows: list[dict[str, Any]], asked: query.Query
) -> tuple[dict[str, Any], list[str]]:
    """(`pattern` of the document, lines) for --id. `rows`: every candidate of the prompt."""
    place, mine = found[0], next((one for one in rows if one["id"] == found[0].id), None)
    if place.absent:
        mine = None
    why = mine["why_not"] if mine else place.absent or why_no_candidate(place, asked)
    also = [{"path": str(one.path), "why_not": one.absent} for one in found[1:]]
    told: dict[str, Any] = {"id": place.id, "origin": place.origin, "path": str(place.path)}
    lines = text_of(mine) if mine else [f"      {place.id}: {why}"]
    lines += [f"      also in {one['path']}: {one['why_not']}" for one in also]
    return {**told, "fires": not why, "why_not": why, "also": also}, [
        visible(line.replace("\n", " ")) for line in lines
    ]


def unseen(prompt: str, reason: str, found: list[Place]) -> Reply:
    """The hook does not look at this prompt at all."""
    data: dict[str, Any] = {
        "evaluated": False,
        "why_not": reason,
        "candidates": [],
        "injected": [],
        "text": "",
    }
    if found:
        data["pattern"] = one_pattern(found, [], query.Query(prompt))[0] | {"fires": False}
        data["pattern"]["why_not"] = found[0].absent or reason
    return Reply("silent", data, [f"The hook does not look at this prompt: {reason}."])


def run(args: argparse.Namespace) -> Reply:
    """`data`: {"evaluated", "why_not", "candidates": [row], "injected": [id], "text"}. Nothing is logged.

    With --id `candidates` has at most that one, and there is "pattern": {"id", "origin", "path", "fires",
    "why_not", "also": [{"path", "why_not"}]} (`also`: other files of the same id). The status is its own.
    """
    prompt = sys.stdin.read() if args.prompt == "-" else args.prompt
    cwd = str(Path.cwd())
    chosen = whereabouts.chosen(args.id, cwd, config.compiled()["project_patterns"]) if args.id else []
    if reason := not_evaluated(prompt):
        return unseen(prompt, reason, chosen)
    catch_up()
    asked = query.Query(prompt)
    keeper = upkeep.Upkeep(update.refresh, start=lambda _option, _cwd: None)
    found = warn.judged(asked, cwd, keeper, ledger.Ledger(args.session or ""))
    rendered = warn.rendered(found.ranked)
    known = standings.known()
    settings = config.compiled()
    rows = [row(candidate, asked, known, settings) for candidate in found.candidates]
    ids = [candidate.record["id"] for candidate in rendered.shown]
    data: dict[str, Any] = {
        "evaluated": True,
        "why_not": "",
        "candidates": rows,
        "injected": ids,
        "text": rendered.model,
    }
    count = f"{len(rows)} candidate{'s' * (len(rows) != 1)}"
    lines = [f"gate: a match of {gate.least(settings):g} or more; {count} from {places.home()}"]
    if chosen:
        data["pattern"], told = one_pattern(chosen, rows, asked)
        data["candidates"] = [one for one in rows if one["id"] == chosen[0].id and not chosen[0].absent]
        return Reply("fires" if data["pattern"]["fires"] else "silent", data, [*lines, *told])
    data["candidates"] = rows if args.all else rows[:SHOWN]
    lines += [line for shown in data["candidates"] for line in text_of(shown)]
    lines += ["", "The model would read:", rendered.model] if ids else ["", "The hook would stay silent."]
    return Reply("fires" if ids else "silent", data, lines)
