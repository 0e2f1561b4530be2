"""`exp.py explain "PROMPT"`: why each candidate does or does not fire, by the live matcher."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from experience.commands.reply import Reply
from experience.hotpath import clock, gate, ledger, payload, places, query, rank, switches, upkeep, warn
from experience.hotpath.candidate import Candidate
from experience.index import build, reach, update

#: Candidates shown unless --all.
SHOWN = 8
#: Features named that speak most for a candidate, and most against it.
MOST_TOLD = 4
ESTIMATES = {"likely": gate.likely, "explicit": gate.explicit, "verbatim": gate.verbatim}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("prompt", metavar="PROMPT", help="the prompt, or - to read it from standard input")
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


def row(candidate: Candidate) -> dict[str, Any]:
    record = candidate.record
    return {
        "id": record["id"],
        "name": record["name"],
        "origin": candidate.origin.partition("-")[0],
        "match": round(candidate.match, 3),
        "gate": gate.THRESHOLD,
        "order": round(rank.order_of(candidate, clock.now()), 3),
        "fires": not candidate.why_not,
        "why_not": candidate.why_not,
        "keywords": [folded for folded, _, _ in candidate.hits],
        "regex": candidate.regexes,
        "gave_up": candidate.gave_up,
        "estimates": {name: round(estimate(candidate.features), 3) for name, estimate in ESTIMATES.items()},
        "adds": gate.contributions(candidate.features),
        "features": {name: round(value, 3) for name, value in candidate.features.items()},
    }


def text_of(shown: dict[str, Any]) -> list[str]:
    verdict = "fires" if shown["fires"] else shown["why_not"]
    pulled = ", ".join([*shown["keywords"], *shown["regex"]]) or "none"
    pulled += " (a regex was given up: too slow)" if shown["gave_up"] else ""
    estimates = "  ".join(f"{name} {value:.2f}" for name, value in shown["estimates"].items())
    features = shown["features"]
    lines = [
        f"{shown['match']:.2f}  {shown['id']}: {verdict}",
        f"      triggers: {pulled}",
        f"      {estimates}  (trigger {features['trigger']:.2f} of {features['demand']:.2f})",
    ]
    adds = sorted(shown["adds"].items(), key=lambda pair: -pair[1])
    for label, found in (("for", adds[:MOST_TOLD]), ("against", adds[: -MOST_TOLD - 1 : -1])):
        told = "  ".join(
            f"{name} {value:+.1f}" for name, value in found if value * (label == "for" or -1) > 0.05
        )
        lines += [f"      {label}: {told}"] if told else []
    return lines


def run(args: argparse.Namespace) -> Reply:
    """`data`: {"evaluated", "why_not", "candidates": [row], "injected": [id], "text"}. Nothing is logged."""
    prompt = sys.stdin.read() if args.prompt == "-" else args.prompt
    if reason := not_evaluated(prompt):
        data = {"evaluated": False, "why_not": reason, "candidates": [], "injected": [], "text": ""}
        return Reply("silent", data, [f"The hook does not look at this prompt: {reason}."])
    catch_up()
    keeper = upkeep.Upkeep(update.refresh, start=lambda _option, _cwd: None)
    found = warn.judged(query.Query(prompt), str(Path.cwd()), keeper, ledger.Ledger(args.session or ""))
    candidates, rendered = found.candidates, warn.rendered(found.ranked)
    rows = [row(candidate) for candidate in candidates]
    rows = rows if args.all else rows[:SHOWN]
    ids = [candidate.record["id"] for candidate in rendered.shown]
    data = {"evaluated": True, "why_not": "", "candidates": rows, "injected": ids, "text": rendered.model}
    lines = [f"gate: a match of {gate.THRESHOLD} or more; {len(candidates)} candidates from {places.home()}"]
    lines += [line for shown in rows for line in text_of(shown)]
    lines += ["", "The model would read:", rendered.model] if ids else ["", "The hook would stay silent."]
    return Reply("fires" if ids else "silent", data, lines)
