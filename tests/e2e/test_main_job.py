"""The main job, end to end: a recorded failure warns on the next prompt, in the real client.

Everything is real but the model: install.sh, the settings it wrote, the client, the hook. What is
asserted is what the client sent to the model. The client wraps the text in either of two ways,
so only the text itself is looked for.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.client import Client, ClientRun
from tests.e2e.conftest import Installed
from tests.e2e.messages_api import ToolCall
from tests.house import WritePattern, pattern_text

pytestmark = pytest.mark.e2e

PATTERN = "frontend-2026-04-18-stale-chunk"
MATCHING = "Deploy the frontend again, users report a ChunkLoadError after a stale chunk"
UNRELATED = "Rename the variable total to sum in billing.py"
EXP_STATUS = "python3 ~/.claude/skills/experience-layer/lib/exp.py status"


@pytest.fixture(scope="module", autouse=True)
def corpus(installed: Installed) -> Path:
    """One pattern, written by hand after the installation, as a person would."""
    path = installed.corpus / "frontend" / f"{PATTERN}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(pattern_text(id=PATTERN), "utf-8")
    return path


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A repository to work in."""
    (tmp_path / "project" / ".git").mkdir(parents=True)
    return tmp_path / "project"


@contextlib.contextmanager
def interpreter(installed: Installed, program: Path) -> Iterator[None]:
    """The hook starts `program` instead of the Python that install.sh found."""
    state = installed.experience / "state" / "interpreter"
    before = state.read_bytes()
    lines = before.decode().splitlines()
    state.write_text("\n".join([str(program), *lines[1:]]) + "\n")
    try:
        yield
    finally:
        state.write_bytes(before)


def without_python(folder: Path) -> str:
    """A PATH with everything of the system but Python."""
    folder.mkdir()
    for place in ("/usr/local/bin", "/usr/bin", "/bin"):
        for program in Path(place).iterdir() if Path(place).is_dir() else ():
            if not program.name.startswith("python") and not (folder / program.name).is_symlink():
                (folder / program.name).symlink_to(program)
    return str(folder)


def warned(run: ClientRun) -> bool:
    """Whether the model was told of the pattern; the prompt itself must have arrived either way."""
    assert run.code == 0, run.stderr
    return PATTERN in run.told


def test_install_ends_by_doing_the_main_job(installed: Installed) -> None:
    ending = installed.printed.partition("A sample prompt")[2]
    assert "What went wrong:" in ending
    assert "experience-layer: 1 warning" in ending


@pytest.mark.parametrize(
    "model", ["claude-opus-5-5", "claude-haiku-4-5"]
)  # the client words it anew for old ones
def test_a_matching_prompt_carries_the_warning(client: Client, project: Path, model: str) -> None:
    run = client.run(MATCHING, "--model", model, cwd=project)
    assert MATCHING in run.told
    assert warned(run)
    assert "Keep the chunks of the last two releases" in run.told


def test_an_unrelated_prompt_carries_nothing(client: Client, project: Path) -> None:
    run = client.run(UNRELATED, cwd=project)
    assert UNRELATED in run.told
    assert not warned(run)
    assert "UserPromptSubmit hook" not in run.told


def test_the_marker_in_the_project_silences_it(client: Client, project: Path) -> None:
    (project / ".experience-disabled").touch()
    run = client.run(MATCHING, cwd=project)
    assert MATCHING in run.told
    assert not warned(run)


def test_the_variable_silences_it(client: Client, project: Path) -> None:
    run = client.run(MATCHING, cwd=project, env={"EXPERIENCE_LAYER": "off"})
    assert MATCHING in run.told
    assert not warned(run)


def test_a_broken_file_in_the_corpus_costs_nobody_else(
    client: Client, project: Path, installed: Installed, write_pattern: WritePattern
) -> None:
    folder = installed.corpus / "frontend"
    broken = [folder / "broken.md", folder / "binary.md"]
    broken[0].write_text("---\nid: [unclosed\ntriggers: {keywords: [stale chunk\n---\n")
    broken[1].write_bytes(b"---\n\xff\xfe\x00\n---\n")
    broken.append(write_pattern(folder, id="frontend-2026-04-19-forged", url=None))
    try:
        run = client.run(MATCHING, cwd=project)
    finally:
        for path in broken:
            path.unlink()
    assert warned(run)
    assert "forged" not in run.told


def test_a_hook_that_hangs_does_not_stop_the_prompt(
    client: Client, project: Path, installed: Installed, tmp_path: Path
) -> None:
    sleeper = tmp_path / "python3"
    sleeper.write_text("#!/bin/sh\nexec sleep 30\n")
    sleeper.chmod(0o755)
    with interpreter(installed, sleeper):
        run = client.run(MATCHING, cwd=project)
    assert MATCHING in run.told
    assert not warned(run)
    assert run.seconds < 20


def test_a_missing_interpreter_is_replaced_by_the_python_on_path(
    client: Client, project: Path, installed: Installed, tmp_path: Path
) -> None:
    with interpreter(installed, tmp_path / "gone" / "python3"):
        run = client.run(MATCHING, cwd=project)
    assert warned(run)


@pytest.mark.skipif(sys.platform == "darwin", reason="the system's folders are laid out for Linux")
def test_no_python_at_all_does_not_stop_the_prompt(
    client: Client, project: Path, installed: Installed, tmp_path: Path
) -> None:
    path = without_python(tmp_path / "bin")
    assert "bash" in os.listdir(path)
    with interpreter(installed, tmp_path / "gone" / "python3"):
        run = client.run(MATCHING, cwd=project, env={"PATH": path})
    assert MATCHING in run.told
    assert not warned(run)


def test_the_user_sees_one_line_that_names_the_pattern(client: Client, project: Path) -> None:
    run = client.run(MATCHING, "--output-format", "stream-json", "--verbose", cwd=project)
    assert warned(run)
    said = [event["content"] for event in run.events if event.get("subtype") == "informational"]
    assert len(said) == 1, run.stdout
    assert said[0].startswith("UserPromptSubmit says: ")
    assert PATTERN in said[0]


def test_exp_status_reaches_the_model_and_runs_without_a_question(client: Client, project: Path) -> None:
    call = ToolCall("Bash", {"command": EXP_STATUS, "description": "Status"})
    run = client.run("/exp-status", "--output-format", "json", cwd=project, script=[call, "done"])
    assert "<command-name>/exp-status</command-name>" in run.told
    assert EXP_STATUS in run.told
    answer = json.loads(run.stdout)
    assert answer["permission_denials"] == []
    assert "status: " in run.main[1].told.split(EXP_STATUS)[-1]
    assert not warned(run)
