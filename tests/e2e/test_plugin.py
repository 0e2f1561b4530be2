"""The plugin form in the real client: from a marketplace, from the skills folder, beside the registered
form. Whichever way it is loaded, a prompt is warned of exactly once."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.e2e.client import Client, ClientRun
from tests.e2e.messages_api import ToolCall
from tests.hotpath.machine import rows
from tests.house import ROOT, clean_environment, pattern_text

pytestmark = pytest.mark.e2e

PATTERN = "frontend-2026-04-18-stale-chunk"
MATCHING = "Deploy the frontend again, users report a ChunkLoadError after a stale chunk"


@dataclass
class Place:
    """A HOME with one pattern in it, and the client that lives there."""

    client: Client
    home: Path
    project: Path

    @property
    def experience(self) -> Path:
        return self.home / ".claude" / "experience"

    @property
    def skill(self) -> Path:
        return self.home / ".claude" / "skills" / "experience-layer"

    def claude(self, *arguments: str) -> str:
        done = subprocess.run(
            [str(self.client.binary), *arguments],
            env=clean_environment(self.home), cwd=self.project, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done
        return done.stdout

    def sh(self, script: Path, *options: str) -> str:
        done = subprocess.run(
            ["bash", str(script), *options],
            env=clean_environment(self.home), cwd=self.home, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=300, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done
        return done.stdout

    def ask(self) -> ClientRun:
        return self.client.run(MATCHING, cwd=self.project)

    def warnings(self, run: ClientRun) -> int:
        assert run.code == 0, run.stderr
        assert MATCHING in run.told
        return run.main[-1].told.count(f"[{PATTERN}]")

    def logged(self) -> int:
        return len(rows(self.experience, "injections.jsonl"))


@pytest.fixture
def place(client_binary: Path, tmp_path: Path) -> Place:
    home = tmp_path / "a home"
    pattern = home / ".claude" / "experience" / "global" / "frontend" / f"{PATTERN}.md"
    pattern.parent.mkdir(parents=True)
    pattern.write_text(pattern_text(id=PATTERN), "utf-8")
    (tmp_path / "project" / ".git").mkdir(parents=True)
    return Place(Client(client_binary, home), home, tmp_path / "project")


def checkout(folder: Path) -> Path:
    leave = shutil.ignore_patterns(".git", "tests", "*cache*", ".hypothesis", "__pycache__")
    return Path(shutil.copytree(ROOT, folder, ignore=leave))


def from_marketplace(place: Place, folder: Path) -> None:
    place.claude("plugin", "marketplace", "add", str(folder))
    place.claude("plugin", "install", "experience-layer@experience-layer")


def test_the_client_finds_nothing_wrong_with_it(place: Place) -> None:
    said = place.claude("plugin", "validate", str(ROOT))
    assert "Validation passed" in said
    assert "experience-layer:exp-status" in said
    assert "UserPromptSubmit" in said


def test_from_a_marketplace_with_no_install_script_it_warns_once(place: Place, tmp_path: Path) -> None:
    from_marketplace(place, checkout(tmp_path / "check out"))
    assert place.warnings(place.ask()) == 1
    assert place.logged() == 1
    python = (place.experience / "state" / "interpreter").read_text().splitlines()[0]
    assert Path(python).is_file(), "the first run has put an interpreter down"
    assert not (place.experience / "logs" / "errors.jsonl").exists()


def test_its_commands_run_without_a_question_wherever_it_lies(place: Place, tmp_path: Path) -> None:
    root = checkout(tmp_path / "check out")
    from_marketplace(place, root)
    call = ToolCall("Bash", {"command": f'python3 "{root}/lib/exp.py" status', "description": "Status"})
    run = place.client.run(
        "/experience-layer:exp-status", "--output-format", "json", cwd=place.project, script=[call, "done"]
    )
    assert f'python3 "{root}/lib/exp.py" status --session' in run.told
    assert json.loads(run.stdout)["permission_denials"] == []
    assert "home     " in run.main[1].told
    assert "- experience-layer:exp-status" not in run.told, "the model has no list of them"


def test_a_checkout_in_the_skills_folder_warns_once_with_and_without_install(place: Place) -> None:
    checkout(place.skill)
    assert place.warnings(place.ask()) == 1
    place.sh(place.skill / "install.sh")
    assert place.warnings(place.ask()) == 1, "registered and loaded as a plugin at once"
    assert place.logged() == 2, "one line a prompt"


def test_registered_and_from_a_marketplace_at_once_it_warns_once(place: Place, tmp_path: Path) -> None:
    root = checkout(tmp_path / "check out")
    place.sh(root / "install.sh")
    from_marketplace(place, root)
    assert place.warnings(place.ask()) == 1
    assert place.logged() == 1


def test_registered_in_other_words_beside_the_plugin_the_claim_to_the_prompt_keeps_it_to_one(
    place: Place,
) -> None:
    checkout(place.skill)
    hook = {"type": "command", "command": f'exec bash -p "{place.skill}/hooks/claude-code.sh"', "timeout": 5}
    settings = {"hooks": {"UserPromptSubmit": [{"hooks": [hook]}]}}
    (place.home / ".claude" / "settings.json").write_text(json.dumps(settings))
    run = place.client.run(
        MATCHING, "--output-format", "stream-json", "--verbose", "--include-hook-events", cwd=place.project
    )
    answers = [one for one in run.events if one.get("subtype") == "hook_response"]
    assert [one["hook_event"] for one in answers].count("UserPromptSubmit") == 2
    assert place.warnings(run) == 1
    assert place.logged() == 1


def test_after_an_uninstall_the_checkout_in_the_skills_folder_is_silent_until_the_next_install(
    place: Place,
) -> None:
    checkout(place.skill)
    place.sh(place.skill / "install.sh")
    told = place.sh(place.skill / "install.sh", "--uninstall")
    assert "Its hook is silent as long as ~/.claude/experience/uninstalled is there." in told
    assert place.warnings(place.ask()) == 0
    assert place.logged() == 0
    place.sh(place.skill / "install.sh")
    assert place.warnings(place.ask()) == 1


def test_a_plugin_installed_by_hand_after_an_uninstall_speaks(place: Place, tmp_path: Path) -> None:
    root = checkout(tmp_path / "check out")
    place.sh(root / "install.sh")
    place.sh(root / "install.sh", "--uninstall")
    from_marketplace(place, root)
    assert place.warnings(place.ask()) == 1
    shutil.rmtree(root)
    assert place.warnings(place.ask()) == 0, "a plugin whose folder is gone bothers nobody"
