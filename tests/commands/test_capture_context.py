"""`exp.py capture --context`: little, redacted, with what is known already, from the session named."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from experience.patterns import starter
from tests.commands.capturing import SESSION, machine, sent, typed
from tests.commands.cold import exp
from tests.hotpath.nudges.transcript import Transcript
from tests.transcripts.recordings import write

__all__ = ["machine"]

MOST_BYTES = 12_000
TOKEN = "ghp_" + "a1B2c3D4e5F6" * 3


def transcript(home: Path, made: Transcript) -> None:
    write(home.parent / "projects" / "-home-dev-shop" / f"{SESSION}.jsonl", made)


def test_what_failed_and_then_worked_is_told_without_secrets(machine: Path) -> None:
    made = (
        Transcript().ask("deploy the shop").fail(f"deploy --token {TOKEN}", "Error: quota exceeded for tier")
    )
    made = made.edit().work(f"deploy --token {TOKEN}").ask("no, never deploy on Friday")
    transcript(machine, made)
    out = typed(machine, "the quota thing").out
    assert "hint: the quota thing" in out
    assert "quota exceeded for tier" in out
    assert "never deploy on Friday" in out
    assert TOKEN not in out


def test_the_answer_stays_small_however_long_the_session_was(machine: Path) -> None:
    made = Transcript()
    for number in range(400):
        made = made.ask(f"ünd nun {number} " + "wörter " * 200).fail(
            f"make target{number}", f"Error: {number} " + "x" * 900
        )
    transcript(machine, made)
    for arguments in (["--context"], ["--context", "--turns", "400"]):
        out = sent(machine, "", *arguments).out
        assert 2_000 < len(out.encode()) <= MOST_BYTES


def test_nearest_patterns_and_domains_are_named(machine: Path) -> None:
    shutil.copytree(starter.FOLDER, machine / "global")
    document = exp(machine, "capture", "--json", "git push --force lost commits of others").document
    assert document["nearest"][0]["id"] == "general-2026-02-17-force-push-lost-commits"
    assert set(document["domains"]) == set(starter.domains())
    assert document["session"] is None


@pytest.mark.parametrize("session", ["", "../../etc/passwd", "no-such-session"])
def test_without_a_transcript_the_conversation_itself_has_to_do(machine: Path, session: str) -> None:
    ran = exp(machine, "capture", "--context", "--session", session)
    assert (ran.code, ran.lines[0]) == (0, "status: context")
    assert "No transcript of this session was found" in ran.out
