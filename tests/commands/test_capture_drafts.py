"""`exp.py capture --draft`: all that is wrong with a draft is said at once; a sound one is kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commands.capturing import drafted, machine, sent, typed
from tests.commands.cold import exp
from tests.patterns.drafts import sound

__all__ = ["machine"]


def test_the_preview_shows_the_warning_and_what_to_type(machine: Path) -> None:
    out = sent(machine, json.dumps(sound()), "--draft", "-").out
    assert "Do not pin a base image by digest alone" in out
    assert "the model would read:" in out
    assert "goes to: everywhere:\n  " in out
    assert "exp.py capture --approve docker-" in out
    commands = machine.parent / "commands"
    commands.mkdir()
    (commands / "exp-capture.md").touch()
    again = sent(machine, json.dumps(sound()), "--draft", "-", "--anyway").out
    assert "  /exp-capture approve docker-" in again


def test_all_that_is_wrong_is_said_and_nothing_is_stored(machine: Path) -> None:
    ran = sent(machine, json.dumps(sound(severity="fatal", fix="short")), "--draft", "-")
    assert (ran.code, ran.lines[0]) == (1, "status: problems")
    assert len(ran.lines) == 4
    assert not (machine / "candidates").exists()


def test_what_lint_would_say_is_said_of_the_draft(machine: Path) -> None:
    triggers = {"keywords": ["error", "base image digest", "trivy scan"], "regex": ["(a+)+b"]}
    ran = sent(machine, json.dumps(sound(triggers=triggers)), "--draft", "-")
    assert ran.lines[0] == "status: problems"
    assert "keyword 'error'" in ran.out
    assert "regex" in ran.out


def test_examples_that_do_not_do_as_they_say_are_named(machine: Path) -> None:
    examples = sound()["examples"]
    examples["fire"][3] = "ok, go on"
    examples["fire"][4] = "helm chart: is the base image digest old"
    ran = sent(machine, json.dumps(sound(examples=examples)), "--draft", "-")
    assert ran.lines[0] == "status: problems"
    assert "'ok, go on' brings no warning (the hook does not look at such a prompt)" in ran.out
    assert "brings no warning (veto: triggers.none)" in ran.out
    kept = sent(machine, json.dumps(sound(examples=examples)), "--draft", "-", "--anyway", "--json").document
    assert (kept["status"], len(kept["slips"])) == ("candidate", 2)


def test_a_pattern_that_only_its_own_examples_reach_is_sent_back(machine: Path) -> None:
    examples = sound()["examples"]
    examples["fire"] = [f"please paint the {thing} green" for thing in ("fence", "door", "roof", "wall")]
    examples["fire"] += ["trivy scan is red: base image digest", "build the garden shed"]
    ran = sent(machine, json.dumps(sound(examples=examples)), "--draft", "-")
    assert ran.lines[0] == "status: problems"
    assert "of 6 would bring the warning if they were not examples" in ran.out
    kept = drafted(machine)
    assert (2 <= kept["held"] <= kept["examples"], kept["examples"]) == (True, 6)


@pytest.mark.parametrize("text", ["", "not json", '{"name": ', "[1, 2]", '"text"', "[" * 50_000, "{}"])
def test_what_is_no_draft_gets_a_sentence(machine: Path, text: str) -> None:
    ran = sent(machine, text, "--draft", "-")
    assert ran.code == 1
    assert ran.lines[0] in ("status: error", "status: problems")
    assert "Traceback" not in ran.out + ran.err


def test_a_code_fence_around_the_draft_is_no_fault(machine: Path) -> None:
    assert (
        sent(machine, f"```json\n{json.dumps(sound())}\n```", "--draft", "-").lines[0] == "status: candidate"
    )


def test_a_failure_that_nobody_saw_is_refused(machine: Path) -> None:
    ran = exp(machine, "capture", "--draft", "-", said=json.dumps(sound(provenance=None)))
    assert ran.lines[0] == "status: problems"
    assert "where was it learned?" in ran.out


def test_secrets_do_not_reach_the_disk(machine: Path) -> None:
    token = "ghp_" + "a1B2c3D4e5F6" * 3
    body = sound()["body"] | {"context": f"The script called the API with {token} and failed."}
    kept = drafted(machine, body=body)
    assert sum(kept["redacted"].values()) == 1
    typed(machine, f"approve {kept['id']}")
    files = [path for path in machine.rglob("*") if path.is_file()]
    assert len(files) > 1
    assert [path for path in files if token.encode() in path.read_bytes()] == []


def test_the_same_failure_twice_is_told_and_can_be_added(machine: Path) -> None:
    kept = drafted(machine)
    again = sent(machine, json.dumps(sound()), "--draft", "-")
    assert again.lines[0] == "status: duplicate"
    assert f"--edit {kept['id']}" in again.out
    typed(machine, f"approve {kept['id']}")
    triggers = sound()["triggers"]
    triggers["keywords"].append("dependabot docker")
    text = json.dumps(sound(triggers=triggers))
    assert f"--update {kept['id']}" in sent(machine, text, "--draft", "-").out
    added = sent(machine, text, "--draft", "-", "--update", kept["id"])
    assert added.lines[0] == "status: candidate"
    assert "  + dependabot docker" in added.lines
    path = machine / "global" / "docker" / f"{kept['id']}.md"
    before = path.read_text()
    assert typed(machine, f"approve {kept['id']}").lines[0] == "status: approved"
    changed = [line for line in path.read_text().splitlines() if line not in before.splitlines()]
    assert len(changed) <= 2
    assert "dependabot docker" in changed[0]
    assert exp(machine, "lint").lines[0] == "status: clean"


def test_a_pattern_that_says_the_contrary_is_pointed_out_and_is_no_duplicate(machine: Path) -> None:
    kept = drafted(machine)
    contrary = sound()["fix"].replace("Do not pin", "Always pin")
    name = "A Docker base image that is not pinned hides security fixes for months"
    ran = sent(machine, json.dumps(sound(fix=contrary, name=name)), "--draft", "-")
    assert ran.lines[0] == "status: candidate"
    assert f"contradicts: {kept['id']}" in ran.out


def test_many_faults_of_a_kind_are_counted_and_the_others_not_hidden(machine: Path) -> None:
    triggers = {"keywords": [None] * 50, "regex": [], "none": [5] * 40}
    wrong = sound(triggers=triggers, severity="fatal", **{f"k{number}": 1 for number in range(60)})
    ran = sent(machine, json.dumps(wrong), "--draft", "-")
    assert len(ran.lines) < 20
    assert "- triggers.keywords: 47 more of the same" in ran.lines
    assert "- no such key: 57 more of the same" in ran.lines
    assert any(line.startswith("- severity: 'fatal'") for line in ran.lines)
    assert len(sent(machine, json.dumps(wrong), "--draft", "-", "--json").document["problems"]) > 150


def test_a_trigger_that_lost_a_secret_is_sent_back(machine: Path) -> None:
    secret = "ghp_" + "abcdefghijklmnopqrstuvwxyz0123456789"
    triggers = {**sound()["triggers"], "none": [f"token {secret}"]}
    ran = sent(machine, json.dumps(sound(triggers=triggers)), "--draft", "-")
    assert ran.lines[0] == "status: problems"
    assert "a secret was taken out of it" in ran.out
    assert secret not in ran.out


def test_the_preview_can_be_read_at_80_columns(machine: Path) -> None:
    # The client shows an answer two columns in: 77 were broken by it.
    out = sent(machine, json.dumps(sound()), "--draft", "-").out
    wide = [line for line in out.splitlines() if len(line) > 76]
    assert [line for line in wide if " " in line.strip() and "exp.py" not in line] == []
    assert out.count("Do not pin a base image by digest alone") == 1  # in the warning


def test_an_archived_pattern_is_restored_and_not_added_to(machine: Path) -> None:
    identity = drafted(machine)["id"]
    exp(machine, "capture", "--approve", identity)
    sent(machine, json.dumps(sound(examples=more())), "--draft", "-", "--update", identity)
    exp(machine, "archive", identity)
    again = sent(machine, json.dumps(sound()), "--draft", "-")
    assert again.lines[0] == "status: duplicate"
    assert f"exp.py restore {identity}" in again.out
    assert "--update" not in again.out
    for ran in (
        sent(machine, json.dumps(sound(examples=more())), "--draft", "-", "--update", identity),
        exp(machine, "capture", "--approve", identity),
    ):
        assert (ran.lines[0], "is archived" in ran.err) == ("status: error", True)


def more() -> dict[str, list[str]]:
    found: dict[str, list[str]] = sound()["examples"]
    found["fire"][0] = "the base image digest is old, trivy scan says so"
    return found
