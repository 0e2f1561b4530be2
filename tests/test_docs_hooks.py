"""The adapter in hooks/README.md is a script that works: it is cut out of the page and run."""

from __future__ import annotations

import os
import re
import stat
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.house import ROOT, WritePattern, clean_environment

PAGE = ROOT / "hooks" / "README.md"
PATTERN = "frontend-2026-04-18-stale-chunk"
PROMPT = 'after the release the "stale chunk" breaks open tabs: $(date) `id` \\n'

Adapter = Callable[..., str]


@pytest.fixture
def adapter(home: Path, tmp_path: Path) -> Adapter:
    """The script of the page, in a home where the skill is installed as a link."""
    (script,) = re.findall(r"^```bash\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert len(script.splitlines()) <= 12
    path = tmp_path / "adapter"
    path.write_text(script, "utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    skills = Path(os.environ["HOME"]) / ".claude" / "skills"
    skills.mkdir()
    (skills / "experience-layer").symlink_to(ROOT)
    project = tmp_path / "project"
    (project / ".git").mkdir(parents=True)

    def run(prompt: str, **more: str) -> str:
        done = subprocess.run(
            [str(path)],
            input=prompt,
            capture_output=True,
            text=True,
            cwd=project,
            env=clean_environment(home.parent.parent, home) | more,
            check=True,
        )
        assert done.stderr == ""
        return done.stdout

    return run


def test_a_matching_prompt_gets_its_warning_in_front(
    adapter: Adapter, home: Path, write_pattern: WritePattern
) -> None:
    write_pattern(home / "global" / "frontend")
    warning, _, rest = adapter(PROMPT).partition("\n\n" + PROMPT)
    assert f"[{PATTERN}]" in warning
    assert rest == "\n"


def test_every_other_prompt_goes_through_as_it_is(
    adapter: Adapter, home: Path, write_pattern: WritePattern
) -> None:
    write_pattern(home / "global" / "frontend")
    assert adapter("write a haiku about autumn") == "write a haiku about autumn\n"
    assert adapter("") == "\n"


def test_switches_hold_without_the_adapter_looking(
    adapter: Adapter, home: Path, tmp_path: Path, write_pattern: WritePattern
) -> None:
    write_pattern(home / "global" / "frontend")
    assert adapter(PROMPT, EXPERIENCE_LAYER="off") == PROMPT + "\n"
    (tmp_path / "project" / ".experience-disabled").touch()
    assert adapter(PROMPT) == PROMPT + "\n"


def test_a_broken_installation_costs_nobody_the_prompt(adapter: Adapter, home: Path, tmp_path: Path) -> None:
    (home / "state").mkdir()
    (home / "state" / "interpreter").write_text(str(tmp_path / "gone") + "\n")
    assert adapter(PROMPT) == PROMPT + "\n"
