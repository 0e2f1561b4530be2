"""`exp.py capture`: a draft becomes a candidate, the user's word makes it a pattern; nothing before that."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.commands.cold import Ran, exp
from tests.hotpath.machine import told, use_interpreter
from tests.house import PLAIN_PATH, clean_environment
from tests.patterns.drafts import sound

SESSION = "1f2e3d4c-0000-4000-8000-000000000001"
PROMPT = "security asks: is the base image digest of the api too old, trivy scan is red"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A repository with one commit."""
    folder = tmp_path / "project"
    folder.mkdir()
    git = ["git", "-c", "user.name=n", "-c", "user.email=n@example.org"]
    for command in (["init", "-q"], ["commit", "-q", "--allow-empty", "-m", "first"]):
        subprocess.run([*git, *command], cwd=folder, env=clean_environment(tmp_path), check=True)
    return folder


@pytest.fixture
def machine(home: Path) -> Path:
    use_interpreter(home)
    return home


def sent(home: Path, text: str, *arguments: str, cwd: Path | None = None) -> Ran:
    """`exp.py capture ARGUMENTS` with `text` on standard input."""
    return exp(home, "capture", "--session", SESSION, *arguments, cwd=cwd, said=text)


def drafted(home: Path, cwd: Path | None = None, **changes: Any) -> dict[str, Any]:
    """A draft sent and kept; the document of the answer."""
    ran = sent(home, json.dumps(sound(**changes)), "--draft", "-", "--json", cwd=cwd)
    assert ran.code == 0, ran.out
    document: dict[str, Any] = ran.document
    return document


def typed(home: Path, words: str, cwd: Path | None = None) -> Ran:
    """What `/exp-capture WORDS` runs."""
    return sent(home, words, "--stdin", cwd=cwd)


def patterns(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*.md"))


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


def test_the_preview_shows_the_warning_and_what_to_type(machine: Path) -> None:
    out = sent(machine, json.dumps(sound()), "--draft", "-").out
    assert "Do not pin a base image by digest alone" in out
    assert "the model would read:" in out
    assert "goes to: everywhere: " in out
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


def test_an_id_may_be_short_or_mistyped(machine: Path) -> None:
    kept = drafted(machine)
    wrong = typed(machine, f"approve {kept['id'][:-1]}x")
    assert (wrong.code, wrong.lines[0]) == (1, "status: error")
    assert f"did you mean {kept['id']}" in wrong.err
    assert typed(machine, "approve docker-").lines[0] == "status: approved"
    assert typed(machine, "approve docker-").lines[0] == "status: error"


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
