"""The steps of an audit with a person, the check alone, and the entry in the crontab."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from experience.memory import changeset
from experience.memory.whose import Memory
from tests.commands.cold import Ran, exp
from tests.memory.conftest import auto, workspace
from tests.memory.made import MEMORY, PORTS, change, changes
from tests.runners.cron import fake_crontab

__all__ = ["auto", "workspace"]

DEBUG = "- Debugged a flaky link check on Friday, it was DNS"
MERGED = "- shop port: 2026-01 8080, 2026-03 9090"
SET = changes(
    change("ephemeral", DEBUG),
    change("merge", *PORTS, merged=MERGED),
    change("superseded", "- Write it all in Rust"),
)


def step(home: Path, words: str, document: Any = None, **more: Any) -> Ran:
    said = document if isinstance(document, str) else "" if document is None else changeset.to_lines(document)
    return exp(home, "memory", "--session", "s1", *words.split(), said=said, **more)


@pytest.fixture
def proposed(home: Path, workspace: Memory) -> Memory:
    assert step(home, f"show --path {workspace.base}").lines[0] == "status: audit"
    ran = step(home, "propose --changes -", SET)
    assert ran.lines[0] == "status: proposal", ran
    return workspace


def test_the_audit_shows_the_memory_the_rules_and_the_files_beside(home: Path, workspace: Memory) -> None:
    ran = exp(home, "memory", "--session", "s1", "--stdin", said=f"{workspace.path}\n")
    assert ran.lines[0] == "status: audit"
    assert MEMORY in ran.out
    assert "At most 50% of the characters may go" in ran.out
    assert "===== USER.md begins =====" in ran.out
    assert "Read only" in ran.out


def test_a_proposal_is_numbered_with_before_and_after_and_nothing_is_changed(
    home: Path, proposed: Memory
) -> None:
    ran = step(home, "propose --changes -", SET)
    for line in (
        "1. ephemeral, line 11: no longer true", f"   old | {DEBUG}", "2. merge, lines 5-6: no longer true",
        f"   old | {PORTS[0]}", f"   old | {PORTS[1]}", f"   new | {MERGED}",
        "Nothing is changed yet. Type one of:",
    ):  # fmt: skip
        assert line in ran.lines
    assert proposed.path.read_text() == MEMORY
    assert not proposed.log.exists()


@pytest.mark.parametrize(
    ("words", "applied"),
    [
        ("apply", {1, 2, 3}),
        ("apply 1 3", {1, 3}),
        ("apply 2,1", {1, 2}),
        ("keep 2", {1, 3}),
        ("delete 3", {3}),
    ],
)
def test_each_decision_does_what_it_says(home: Path, proposed: Memory, words: str, applied: set[int]) -> None:
    ran = step(home, f"{words} --json")
    assert (ran.document["status"], set(ran.document["applied"])) == ("applied", applied), ran
    text = proposed.path.read_text()
    gone = {1: DEBUG not in text, 2: MERGED in text, 3: "Rust" not in text}
    assert {number for number, is_gone in gone.items() if is_gone} == applied
    assert Path(ran.document["backup"]).read_text() == MEMORY
    assert step(home, "undo").lines[0] == "status: undone"
    assert proposed.path.read_text() == MEMORY
    assert step(home, "apply").code == 1


@pytest.mark.parametrize(
    "words", ["apply 4", "apply x", "apply 0", "keep", "delete", "delete 2", "apply ²", "apply " + "9" * 5000]
)
def test_a_decision_that_means_nothing_is_a_wrong_call(home: Path, proposed: Memory, words: str) -> None:
    assert step(home, words).code == 2
    assert proposed.path.read_text() == MEMORY
    assert step(home, "apply 1").lines[0] == "status: applied"


def test_cancel_forgets_the_proposal(home: Path, proposed: Memory) -> None:
    assert step(home, "cancel").lines[0] == "status: cancelled"
    assert step(home, "apply").code == 1
    assert proposed.path.read_text() == MEMORY


def test_keeping_all_changes_nothing(home: Path, proposed: Memory) -> None:
    assert step(home, "keep 1 2 3").lines[0] == "status: nothing"
    assert proposed.path.read_text() == MEMORY


def test_a_file_that_changed_since_is_not_touched(home: Path, proposed: Memory) -> None:
    proposed.path.write_text(MEMORY + "- new\n")
    ran = step(home, "apply")
    assert (ran.code, ran.lines[0]) == (1, "status: stale")
    assert proposed.path.read_text() == MEMORY + "- new\n"


def test_another_session_has_no_say(home: Path, proposed: Memory) -> None:
    assert "no proposal waits" in exp(home, "memory", "apply", "--session", "s2").err


def test_a_refused_proposal_does_not_replace_the_one_that_waits(home: Path, proposed: Memory) -> None:
    ran = step(home, "propose --changes -", changes(change("detail", "- not there")))
    assert (ran.code, ran.lines[0]) == (1, "status: refused")
    assert ran.lines[1].startswith("change 1: block 1")
    assert step(home, "apply 1").lines[0] == "status: applied"


def test_a_part_that_would_leave_a_line_without_its_parent_is_refused(home: Path, workspace: Memory) -> None:
    text = "- shop\n  - on port 80\n- blog, about which there is more to say\n- and more\n"
    workspace.path.write_text(text)
    both = changes(change("detail", "- shop"), change("detail", "  - on port 80"))
    assert step(home, f"propose --changes - --path {workspace.path}", both).lines[0] == "status: proposal"
    assert step(home, "apply 1").lines[0] == "status: refused"
    assert workspace.path.read_text() == text
    assert step(home, "apply").lines[0] == "status: applied"


@pytest.mark.parametrize("form", ["lines", "json", "fence"])
def test_check_says_valid_or_all_that_is_wrong_and_writes_nothing(
    home: Path, workspace: Memory, form: str
) -> None:
    before = sorted(path for path in workspace.base.rglob("*"))

    def check(document: dict[str, Any]) -> Ran:
        plain = json.dumps(document)
        said = {"lines": changeset.to_lines(document), "json": plain, "fence": f"So:\n```json\n{plain}\n```"}
        return exp(home, "memory", "check", "--path", str(workspace.path), "--changes", "-", said=said[form])

    good, bad = check(SET), check(changes(change("merge", *PORTS, merged="- 9090"), change("detail", "- x")))
    assert (good.code, good.lines[0]) == (0, "status: valid")
    assert (bad.code, bad.lines[0]) == (1, "status: refused")
    assert [line[:9] for line in bad.lines[1:]] == ["change 1:", "change 2:"]
    assert sorted(path for path in workspace.base.rglob("*")) == before


def test_check_needs_a_path_and_a_set(home: Path, workspace: Memory) -> None:
    assert exp(home, "memory", "check", "--changes", "-").code == 2
    assert exp(home, "memory", "check", "--path", str(workspace.path)).code == 2
    ran = exp(home, "memory", "check", "--path", str(workspace.path), "--changes", "-", said='{"changes": [{')
    assert (ran.code, ran.lines[0]) == (1, "status: refused")


def test_a_limit_can_be_lowered_and_not_raised(home: Path, workspace: Memory) -> None:
    named = ("memory", "check", "--path", str(workspace.path), "--changes", "-")
    said = changeset.to_lines(SET)
    assert "at most 5% may go" in exp(home, *named, "--max-removed", "5%", said=said).out
    assert exp(home, *named, "--max-removed", "0.9", said=said).code == 1
    (home / "memory.yaml").write_text("max_removed: 5%\n")
    assert "at most 5% may go" in exp(home, *named, said=said).out


def test_signs_that_the_client_refuses_may_be_sent_as_escapes(home: Path, workspace: Memory) -> None:
    line = r"- a =b <1-2> c:\ d \u0041 x"
    workspace.path.write_text(MEMORY + line + "\n")
    literal = exp(home, "memory", "check", "--path", str(workspace.path), "--changes", "-",
                  said=changeset.to_lines(changes(change("detail", line))))  # fmt: skip
    assert literal.lines[0] == "status: valid"
    plain = MEMORY + "- a =b\n"
    workspace.path.write_text(plain)
    escaped = exp(home, "memory", "check", "--path", str(workspace.path), "--changes", "-",
                  said='"change": "detail"\n"original": ["- a \\\\u003db"]\n"reason": "old"')  # fmt: skip
    assert escaped.lines[0] == "status: valid", escaped


def test_the_clients_memory_of_this_project_is_the_default(home: Path, tmp_path: Path) -> None:
    project = tmp_path / "my shop"
    (project / ".git").mkdir(parents=True)
    (project / "src").mkdir()
    slug = "".join(sign if sign.isalnum() and sign.isascii() else "-" for sign in str(project))
    memory = home.parent / "projects" / slug / "memory" / "MEMORY.md"
    memory.parent.mkdir(parents=True)
    memory.write_text("- one\n" * 210)
    ran = exp(home, "memory", "--json", cwd=project / "src")
    assert ran.document["path"] == str(memory)
    assert (ran.document["kind"], ran.document["lines"], ran.document["first_lost"]) == ("auto", 210, 201)
    assert exp(home, "memory", cwd=tmp_path).code == 2


def test_a_long_memory_is_shown_in_parts(home: Path, workspace: Memory) -> None:
    workspace.path.write_text("".join(f"- line number {number}, and so on\n" for number in range(2000)))
    first = exp(home, "memory", "show", "--path", str(workspace.path), "--json").document
    assert first["parts"] > 2
    texts = [
        exp(home, "memory", "show", "--path", str(workspace.path), "--json", "--part", str(part)).document[
            "text"
        ]
        for part in range(1, first["parts"] + 1)
    ]
    assert "".join(texts) == workspace.path.read_text()
    assert exp(home, "memory", "show", "--path", str(workspace.path), "--part", "99").code == 2


def test_the_crontab_entry_is_put_shown_and_taken_out(
    home: Path, workspace: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = fake_crontab(tmp_path, monkeypatch)
    table.write_text("5 4 * * * mine\n")
    env = {"PATH": f"{table.parent}:/usr/bin:/bin"}

    def schedule(*words: str) -> Ran:
        return exp(home, "memory", "schedule", *words, env=env)

    assert schedule("show").lines[0] == "status: not-scheduled"
    assert schedule("--path", str(workspace.path)).lines[0] == "status: scheduled"
    mine, ours = table.read_text().splitlines()
    assert mine == "5 4 * * * mine"
    assert ours.startswith("0 2 * * * ")
    assert f"memory nightly --path {workspace.path}" in ours
    assert f"EXPERIENCE_HOME={home}" in ours
    schedule(
        "--path", str(workspace.path), "--cron", "30 1 * * 1-5", "--runner", "command", "--command", "a 'b c'"
    )
    assert len(table.read_text().splitlines()) == 2
    assert "30 1 * * 1-5" in schedule("show").out
    assert schedule("remove").lines[0] == "status: removed"
    assert table.read_text() == "5 4 * * * mine\n"
    assert schedule("--cron", "whenever").code == 2
