"""`exp.py onboard`: five patterns one at a time, a decision each, and at the end one that is seen to work."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from experience.patterns import starter
from tests.commands.cold import Ran, exp
from tests.hotpath.machine import told, use_interpreter
from tests.patterns.drafts import sound

SESSION = "1f2e3d4c-0000-4000-8000-000000000002"


@pytest.fixture
def machine(home: Path) -> Path:
    use_interpreter(home)
    return home


def typed(home: Path, words: str, *arguments: str) -> Ran:
    """What `/exp-onboard WORDS` runs."""
    return exp(home, "onboard", "--session", SESSION, "--stdin", *arguments, said=words)


def offered(home: Path, words: str = "") -> dict[str, Any]:
    document: dict[str, Any] = typed(home, words, "--json").document
    assert document["status"] == "offer", document
    return document


def history(home: Path, *prompts: str) -> None:
    """What the client remembers of what was typed."""
    rows = [
        {"display": prompt, "pastedContents": {}, "timestamp": 1_790_000_000_000 + at, "project": "/p"}
        for at, prompt in enumerate(prompts)
    ]
    (home.parent / "history.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))


def test_without_a_domain_the_packs_are_named(machine: Path) -> None:
    ran = typed(machine, "")
    assert ran.lines[0] == "status: choose"
    assert [f"  {name}: {count} patterns" in ran.lines for name, count in starter.domains().items()] == [
        True
    ] * 4


def test_five_are_offered_and_a_decision_leads_to_the_next(machine: Path) -> None:
    first = offered(machine, "power automate")
    assert (first["number"], first["of"]) == (1, 5)
    assert first["warning"]
    second = offered(machine, "take")
    assert second["number"] == 2
    assert (machine / "global" / "power-automate" / f"{first['id']}.md").is_file()
    third = offered(machine, f"skip {second['id']}")
    assert third["number"] == 3
    assert not (machine / "global" / "power-automate" / f"{second['id']}.md").exists()


def test_what_was_taken_is_the_file_of_the_pack_and_warns(machine: Path) -> None:
    first = offered(machine, "frontend")
    typed(machine, "take")
    source = starter.FOLDER / "frontend" / f"{first['id']}.md"
    assert (machine / "global" / "frontend" / source.name).read_bytes() == source.read_bytes()
    assert first["id"] in told(machine, first["prompt"])
    assert exp(machine, "lint").lines[0] == "status: clean"


def test_what_the_user_has_met_comes_first_with_its_backtest(machine: Path) -> None:
    history(
        machine, "git push -f origin develop", "rename the button", "git push --force again, was rejected"
    )
    document = offered(machine, "general")
    assert document["id"] == "general-2026-02-17-force-push-lost-commits"
    assert (document["backtest"]["total"], document["backtest"]["fired"]) == (3, 2)
    out = typed(machine, "").out
    assert "would have fired on 2 of 3 prompts:" in out
    assert "git push --force again" in out


def test_past_prompts_are_shown_and_never_stored(machine: Path) -> None:
    history(machine, "git push -f origin develop of the zebrafish service")
    assert "zebrafish" in typed(machine, "general").out
    typed(machine, "take")
    files = [path for path in machine.rglob("*") if path.is_file()]
    assert len(files) > 2
    assert [path for path in files if b"zebrafish" in path.read_bytes()] == []


def test_it_ends_with_a_prompt_to_try_and_the_warning_it_gives(machine: Path) -> None:
    offered(machine, "solana")
    for _ in range(4):
        offered(machine, "take")
    document = typed(machine, "skip", "--json").document
    assert (document["status"], len(document["taken"])) == ("finished", 4)
    assert document["warning"].rstrip() == told(machine, document["prompt"]).rstrip()


def test_it_goes_on_where_it_was(machine: Path) -> None:
    offered(machine, "solana")
    second = offered(machine, "take")
    assert offered(machine)["id"] == second["id"]
    assert offered(machine, "solana")["id"] == second["id"]
    assert typed(machine, "stop").lines[0] == "status: finished"


def test_an_edited_one_is_offered_again_and_taken_as_edited(machine: Path) -> None:
    first = offered(machine, "frontend")
    asked = typed(machine, "edit make it low, please", "--json").document
    assert (asked["status"], asked["id"], asked["wish"]) == ("editing", first["id"], "make it low, please")
    patch = json.dumps({"severity": "low"})
    edited = exp(machine, "onboard", "--edit", first["id"], "--json", said=patch).document
    assert (edited["status"], edited["id"], edited["edited"]) == ("offer", first["id"], True)
    assert not (machine / "global").exists()
    typed(machine, "take")
    text = (machine / "global" / "frontend" / f"{first['id']}.md").read_text()
    assert "severity: low" in text
    assert "last_seen: null" in text
    assert "candidate:" not in text
    assert "https://" in text


def test_an_edit_that_is_skipped_is_put_aside(machine: Path) -> None:
    first = offered(machine, "frontend")
    exp(machine, "onboard", "--edit", first["id"], said='"severity": "low"')
    offered(machine, "skip")
    assert exp(machine, "candidates").lines[0] == "status: none"
    assert (machine / "candidates" / "dropped" / f"{first['id']}.md").is_file()


def test_what_is_there_already_is_not_offered_and_never_overwritten(machine: Path) -> None:
    first = offered(machine, "frontend")
    mine = machine / "global" / "frontend" / f"{first['id']}.md"
    mine.parent.mkdir(parents=True)
    mine.write_text("mine\n")
    typed(machine, "take")
    assert mine.read_text() == "mine\n"
    source = starter.FOLDER / "general" / "general-2026-01-19-set-e-blind-spots.md"
    (machine / "global" / "general").mkdir()
    (machine / "global" / "general" / source.name).write_bytes(source.read_bytes())
    ids = [offered(machine, "general")["id"]] + [offered(machine, "skip")["id"] for _ in range(4)]
    assert source.stem not in ids


def test_another_domain_is_an_interview_and_a_draft(machine: Path) -> None:
    ran = typed(machine, "terraform")
    assert ran.lines[0] == "status: interview"
    assert "terraform: 0 of 5 patterns" in ran.out
    story = typed(machine, "terraform: apply destroyed the database, 'prevent_destroy' was $(missing)")
    assert story.lines[0] == "status: story"
    assert "prevent_destroy' was $(missing)" in story.out
    assert "**Draft**" in story.out
    assert f"--session {SESSION} --draft -" in story.out
    text = json.dumps(sound(domain="terraform"))
    kept = exp(machine, "capture", "--session", SESSION, "--draft", "-", "--json", said=text).document
    assert "1 draft waiting for approval" in typed(machine, "terraform").out
    exp(machine, "capture", "--approve", kept["id"])
    ended = typed(machine, "stop", "--json").document
    assert (ended["status"], ended["taken"]) == ("finished", [kept["id"]])
    assert kept["id"] in ended["warning"]


@pytest.mark.parametrize("words", ["tke", "frontnd", "take", ":", "skip it", "edit"])
def test_a_slip_is_no_domain(machine: Path, words: str) -> None:
    ran = typed(machine, words)
    assert ran.lines[0] in ("status: usage", "status: error")
    assert not (machine / "state" / "onboard.json").exists()


def test_an_offer_survives_an_interview_and_a_broken_state(machine: Path) -> None:
    first = offered(machine, "frontend")
    typed(machine, "terraform")
    assert offered(machine)["id"] == first["id"]
    (machine / "state" / "onboard.json").write_text('{"offered": 3}')
    assert typed(machine, "").lines[0] == "status: choose"
