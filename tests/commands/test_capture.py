"""`exp.py capture`: a draft becomes a candidate, the user's word makes it a pattern; nothing before that."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.commands.capturing import PROMPT, SESSION, drafted, machine, patterns, project, sent, typed
from tests.commands.cold import exp
from tests.hotpath.machine import told
from tests.house import PLAIN_PATH
from tests.patterns.drafts import sound

__all__ = ["machine", "project"]


def test_nothing_is_injected_before_it_is_approved(machine: Path) -> None:
    kept = drafted(machine)
    assert Path(kept["path"]).parent == machine / "candidates"
    assert patterns(machine / "global") == []
    assert told(machine, PROMPT) == ""
    ran = typed(machine, f"approve {kept['id']}")
    assert ran.lines[0] == "status: approved"
    assert patterns(machine / "global" / "docker") == [f"{kept['id']}.md"]
    assert kept["id"] in told(machine, PROMPT)
    assert "unreviewed" in told(machine, PROMPT)


def test_what_was_approved_passes_lint_and_knows_where_it_comes_from(machine: Path, project: Path) -> None:
    kept = drafted(machine, project)
    typed(machine, f"approve {kept['id']}", project)
    assert exp(machine, "lint").lines[0] == "status: clean"
    shown = exp(machine, "show", kept["id"], "--json").document["pattern"]
    head = subprocess.run(
        ["git", "rev-parse", "HEAD"],
        cwd=project,
        env={"PATH": PLAIN_PATH},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    assert shown["provenance"] == {
        "url": "https://example.org/incidents/88",
        "session_id": SESSION,
        "commit": head,
    }
    assert (shown["review_status"], shown["extra"]) == ("pending", {})


def test_a_lesson_about_one_repository_goes_there_and_is_trusted_as_written(
    machine: Path, project: Path
) -> None:
    kept = drafted(machine, project, scope="project")
    assert kept["goes_to"].startswith("this project: ")
    typed(machine, f"approve {kept['id']}")  # wherever the user is by now
    path = project / ".claude" / "experience" / f"{kept['id']}.md"
    assert path.is_file()
    assert kept["id"] in told(machine, PROMPT, cwd=str(project))
    assert told(machine, PROMPT) == ""
    path.write_text(path.read_text() + "\nedited by somebody\n")
    assert told(machine, PROMPT, cwd=str(project)) == ""


@pytest.mark.parametrize(("flag", "where"), [("--project", "project"), ("--global", "global")])
def test_the_user_says_where_it_goes(machine: Path, project: Path, flag: str, where: str) -> None:
    kept = drafted(machine, project, scope="global" if where == "project" else "project")
    ran = typed(machine, f"approve {kept['id']} {flag}", project)
    assert ran.lines[0] == "status: approved"
    root = project / ".claude" / "experience" if where == "project" else machine / "global"
    assert patterns(root) == [f"{kept['id']}.md"]


def test_a_project_whose_corpus_leads_elsewhere_is_refused(
    machine: Path, project: Path, tmp_path: Path
) -> None:
    (tmp_path / "outside").mkdir()
    (project / ".claude").symlink_to(tmp_path / "outside")
    kept = drafted(machine, project)
    ran = typed(machine, f"approve {kept['id']} --project", project)
    assert (ran.code, ran.lines[0]) == (1, "status: error")
    assert "leads out of" in ran.err
    assert list((tmp_path / "outside").iterdir()) == []


def test_an_edit_changes_what_it_names_and_keeps_what_was(machine: Path) -> None:
    kept = drafted(machine)
    asked = typed(machine, f"edit {kept['id']} make it low").out
    assert "wish: make it low" in asked
    assert '"severity": "high"' in asked
    ran = sent(machine, '{"severity": "low", "triggers": {"none": null}}', "--edit", kept["id"])
    assert ran.lines[:2] == ["status: candidate", f"id: {kept['id']}"]
    text = Path(kept["path"]).read_text()
    assert "severity: low" in text
    assert "none:" not in text
    assert f'session_id: "{SESSION}"' in text
    assert len(patterns(machine / "candidates" / "earlier")) == 1


def test_an_edit_that_breaks_it_leaves_it_as_it_was(machine: Path) -> None:
    kept = drafted(machine)
    before = Path(kept["path"]).read_bytes()
    ran = sent(machine, '{"examples": {"fire": []}}', "--edit", kept["id"])
    assert ran.lines[0] == "status: problems"
    assert Path(kept["path"]).read_bytes() == before


def test_what_was_dropped_is_kept_aside_and_its_id_is_not_given_again(machine: Path) -> None:
    kept = drafted(machine)
    ran = typed(machine, f"drop {kept['id']}")
    assert ran.lines[0] == "status: dropped"
    assert patterns(machine / "candidates") == [f"{kept['id']}.md"]
    assert (machine / "candidates" / "dropped" / f"{kept['id']}.md").is_file()
    assert drafted(machine)["id"] != kept["id"]


def test_an_id_may_be_short_or_mistyped(machine: Path) -> None:
    kept = drafted(machine)
    wrong = typed(machine, f"approve {kept['id'][:-1]}x")
    assert (wrong.code, wrong.lines[0]) == (1, "status: error")
    assert f"did you mean {kept['id']}" in wrong.err
    assert typed(machine, "approve docker-").lines[0] == "status: approved"
    assert typed(machine, "approve docker-").lines[0] == "status: error"


def test_what_was_decided_already_is_said_so(machine: Path) -> None:
    kept, another = drafted(machine)["id"], json.dumps(sound(slug="another"))
    other = str(sent(machine, another, "--draft", "-", "--anyway", "--json").document["id"])
    typed(machine, f"approve {kept}")
    typed(machine, f"drop {other}")
    assert f"{kept} was approved already" in typed(machine, f"approve {kept}").err
    assert f"{other} was dropped, and is kept as " in typed(machine, f"approve {other}").err


@pytest.mark.parametrize("words", ["approve $(touch pwned)", "drop 'a\"b`id`'", "approve ../../x", "approve"])
def test_hostile_ids_do_no_harm(machine: Path, words: str) -> None:
    ran = typed(machine, words)
    assert ran.code in (0, 1, 2)
    assert "Traceback" not in ran.out + ran.err
    assert not (machine / "pwned").exists()


def test_an_approval_that_was_cut_off_goes_on(machine: Path) -> None:
    kept = drafted(machine)
    before = Path(kept["path"]).read_bytes()
    typed(machine, f"approve {kept['id']}")
    Path(kept["path"]).write_bytes(before)  # as if the move had not happened
    assert typed(machine, f"approve {kept['id']}").lines[0] == "status: approved"
    assert patterns(machine / "global") == [f"{kept['id']}.md"]


def test_candidates_are_listed_and_shown(machine: Path) -> None:
    assert exp(machine, "candidates").lines == ["status: none", "No drafts wait for approval."]
    kept = drafted(machine)
    (machine / "candidates" / "broken.md").write_text("no frontmatter\n")
    ran = exp(machine, "candidates", "--json").document
    assert [row["id"] for row in ran["candidates"]] == [kept["id"]]
    assert len(ran["unreadable"]) == 1
    assert "Why generic warnings miss it" in exp(machine, "candidates", "docker").out
    assert typed(machine, "drop broken").lines[0] == "status: dropped"


def test_a_home_that_cannot_be_written_is_told_in_a_sentence(machine: Path) -> None:
    (machine / "candidates").write_text("a file where the folder should be")
    ran = sent(machine, json.dumps(sound()), "--draft", "-")
    assert (ran.code, ran.lines[0]) == (1, "status: error")
    assert "cannot be made" in ran.err


def test_a_command_is_named_as_the_client_has_it(machine: Path) -> None:
    text = json.dumps(sound())
    inside = {"CLAUDECODE": "1"}
    first = exp(machine, "capture", "--session", SESSION, "--draft", "-", said=text, env=inside).out
    assert "  /experience-layer:exp-capture approve docker-" in first
