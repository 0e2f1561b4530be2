"""`exp.py tune` on ninety days: proposals are held against what the user really wanted."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path

import pytest

from experience.events.tunings import ADVICE, ARCHIVE, GATE, KEYWORD, VETO
from experience.feedback import standings
from experience.feedback.backtest import Replay as Beside
from experience.feedback.replay import Warned
from experience.feedback.tuning import evidence, rules
from experience.feedback.tuning.evidence import Evidence
from experience.feedback.tuning.proposal import Proposal
from experience.feedback.tuning.rules import Found
from experience.hotpath import gate
from experience.index import config
from tests.commands.cold import exp
from tests.simulation.lived import Lived


@pytest.fixture
def known(lived: Lived) -> Evidence:
    return evidence.gathered(str(Path.cwd()), config.load(), most=6000, patience=300)


@pytest.fixture
def found(known: Evidence) -> Found:
    return rules.found(known)


def gone(one: Proposal, known: Evidence) -> list[Warned]:
    """The warnings of the replay that a proposal would take away, found by the matcher anew."""
    now = known.now()
    if one.kind == GATE:
        least = gate.THRESHOLD + float(one.now)
        after = known.replay.warned(least, needs=known.needs(), without=known.muted)
        kept = {(warned.turn, warned.id) for warned in after}
        return [warned for warned in now if (warned.turn, warned.id) not in kept]
    mine = [warned for warned in now if warned.id == one.id]
    if one.kind not in (KEYWORD, VETO):
        return mine
    pattern = known.patterns[one.id]
    keywords = tuple(word for word in pattern.triggers.keywords if one.kind == VETO or word != one.item)
    none = (*pattern.triggers.none, *([one.item] if one.kind == VETO else []))
    triggers = dataclasses.replace(pattern.triggers, keywords=keywords, none=none)
    beside = Beside(dataclasses.replace(pattern, triggers=triggers), known.cwd)
    return [warned for warned in mine if not beside.fires(known.replay.turns[warned.turn].prompt.text)]


def share_wanted(taken: list[Warned], known: Evidence, lived: Lived) -> float:
    right = [one for one in taken if lived.is_wanted(one.id, known.replay.turns[one.turn].prompt.text)]
    return len(right) / len(taken) if taken else 0.0


def changes(found: Found) -> Iterator[Proposal]:
    return (one for one in found.proposals if one.applies)


def test_what_is_proposed_takes_away_what_nobody_wanted(lived: Lived, known: Evidence, found: Found) -> None:
    told = list(changes(found))
    assert len(told) >= 3
    assert known.replay.tried == 6000
    for one in told:
        taken = gone(one, known)
        if one.safe:
            assert share_wanted(taken, known, lived) < 0.15, one.title
        elif one.kind == GATE:
            assert share_wanted(taken, known, lived) < 1 / 3, one.title


def test_a_duplicate_goes_only_where_the_other_comes_instead(
    lived: Lived, known: Evidence, found: Found
) -> None:
    archived = [one for one in changes(found) if one.kind == ARCHIVE and one.id not in known.muted]
    assert archived
    for one in archived:
        pair = {key for key in lived.truth if lived.original(key) == lived.original(one.id)}
        assert len(pair) == 2, f"{one.id} has no twin"


def test_advice_is_about_subjects_that_came_up_and_tools_that_are_gone(lived: Lived, found: Found) -> None:
    advice = [one for one in found.proposals if one.kind == ADVICE]
    assert advice
    for one in advice:
        if one.id:
            assert any(lived.original(one.id) == about for about in lived.about.values()), one.title
        else:
            told = [line.split()[-1] for line in one.why if line.startswith("  2")]
            assert told
            assert {lived.truth[key].kind for key in told} == {"cold"}


def snapshot(lived: Lived) -> dict[str, bytes]:
    """Every byte that a person would miss: patterns and decisions of trust."""
    corpora = [lived.home / "global", *(root / ".claude" for root in lived.roots.values())]
    files = [path for folder in corpora for path in folder.rglob("*.md")]
    files.append(lived.home / "trust.json")
    return {str(path): path.read_bytes() for path in files}


def settings(lived: Lived) -> bytes:
    path = lived.home / "config.yaml"
    return path.read_bytes() if path.exists() else b""


def test_every_proposal_can_be_carried_out_and_taken_back_to_the_byte(lived: Lived) -> None:
    listed = exp(lived.home, "tune", "--json", cwd=lived.roots["shop"]).document
    numbers = [one["number"] for one in listed["proposals"] if one["applies"]]
    before = snapshot(lived)
    for number in numbers:
        ran = exp(lived.home, "tune", "--apply", str(number), "--json", cwd=lived.roots["shop"])
        assert (ran.code, ran.document["status"]) == (0, "applied"), ran
        changed = (snapshot(lived), settings(lived), standings.muted_contents())
        assert changed != (before, b"", {})
        again = exp(lived.home, "tune", "--undo", cwd=lived.roots["shop"])
        assert again.lines[0] == "status: undone"
        assert (snapshot(lived), settings(lived), standings.muted_contents()) == (before, b"", {})
    log = exp(lived.home, "tune", "--log", "--json", cwd=lived.roots["shop"]).document["changes"]
    assert len(log) >= len(numbers) > 0
    assert all(one["undone"] for one in log)
    assert exp(lived.home, "tune", "--undo", cwd=lived.roots["shop"]).lines[0] == "status: nothing"


def test_no_phrase_of_a_prompt_gets_into_the_log_of_changes(lived: Lived, found: Found) -> None:
    log = lived.home / "logs" / "tuning.jsonl"
    text = log.read_text("utf-8") if log.exists() else ""
    for one in changes(found):
        assert not one.item or one.item not in text
