"""The second adapter in the real Gemini CLI, registered as hooks/README.md says."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from tests.e2e import gemini
from tests.hotpath.machine import MATCHING, PATTERN, rows, use_interpreter
from tests.house import ROOT, WritePattern

pytestmark = pytest.mark.e2e

#: Set by tests/run.sh, which installs the program; without it, what lies in the usual cache is used.
PROGRAM_VARIABLE = "EXPERIENCE_TEST_GEMINI"
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "experience-layer-tests"
RECORDED = ROOT / "tests" / "hotpath" / "recorded" / f"gemini-cli-{gemini.VERSION}.json"


@pytest.fixture(scope="session")
def program() -> Path:
    given = os.environ.get(PROGRAM_VARIABLE, "")
    path = Path(given) if given else gemini.program_in(CACHE / f"gemini-cli-{gemini.VERSION}")
    if given:
        assert path.is_file(), f"{PROGRAM_VARIABLE} names no program: {path}"
    elif not path.is_file() or gemini.node() is None:
        pytest.skip(f"Gemini CLI {gemini.VERSION} is not installed: bash tests/run.sh does that")
    return path


def documented_settings() -> dict[str, Any]:
    """The registration that hooks/README.md gives."""
    page = (ROOT / "hooks" / "README.md").read_text("utf-8")
    (settings,) = re.findall(r'^```json\n(\{\n  "hooks": .*?)^```$', page, re.MULTILINE | re.DOTALL)
    found: dict[str, Any] = json.loads(settings)
    return found


@pytest.fixture
def user(home: Path, write_pattern: WritePattern) -> Path:
    """The HOME of a user of both agents: a corpus, the skill's folder, the documented settings."""
    use_interpreter(home)
    write_pattern(home / "global" / "frontend")
    folder = home.parent.parent
    (folder / ".claude" / "skills").mkdir()
    (folder / ".claude" / "skills" / "experience-layer").symlink_to(ROOT)
    (folder / ".gemini").mkdir()
    own = {"security": {"auth": {"selectedType": "gemini-api-key"}}, "general": {"enableAutoUpdate": False}}
    write_settings(folder, {**own, **documented_settings()})
    return folder


def write_settings(user: Path, settings: dict[str, Any]) -> None:
    (user / ".gemini" / "settings.json").write_text(json.dumps(settings))


def recording(user: Path, into: Path) -> None:
    """Let the registered command keep what it is sent."""
    path = user / ".gemini" / "settings.json"
    settings = json.loads(path.read_text())
    (group,) = settings["hooks"]["BeforeAgent"]
    (hook,) = group["hooks"]
    hook["command"] = f"cat >'{into}'; {{ {hook['command']}; }} <'{into}'"
    write_settings(user, settings)


def test_a_recorded_failure_reaches_the_model_and_its_user(program: Path, user: Path, tmp_path: Path) -> None:
    sent = tmp_path / "sent.json"
    recording(user, sent)
    ran = gemini.run(program, user, tmp_path, MATCHING)
    assert ran.code == 0, ran
    (context,) = [text for text in ran.texts if f"[{PATTERN}]" in text]
    assert context.startswith("<hook_context>Recorded failures that resemble")
    assert MATCHING in ran.texts, "the prompt itself was changed"
    assert f"experience-layer: 1 warning: {PATTERN}" in ran.stderr
    (row,) = rows(user / ".claude" / "experience", "injections.jsonl")
    payload = json.loads(sent.read_text())
    assert row["session_id"] == payload["session_id"]
    assert payload.keys() == json.loads(RECORDED.read_text()).keys(), "the payload has another form by now"


def test_switched_off_the_prompt_goes_on_alone(program: Path, user: Path, tmp_path: Path) -> None:
    ran = gemini.run(program, user, tmp_path, MATCHING, EXPERIENCE_LAYER="off")
    assert ran.code == 0
    assert MATCHING in ran.texts
    assert "hook_context" not in "".join(ran.texts)


def test_after_the_skill_folder_was_deleted_nobody_is_bothered(
    program: Path, user: Path, tmp_path: Path
) -> None:
    (user / ".claude" / "skills" / "experience-layer").unlink()
    ran = gemini.run(program, user, tmp_path, MATCHING)
    assert ran.code == 0
    assert MATCHING in ran.texts
    assert not [line for line in ran.stderr.splitlines() if "hook" in line.lower()], ran.stderr
