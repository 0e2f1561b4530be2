"""The adapter and the doors follow one rule each for where things lie (case S20) and for the marker."""

from __future__ import annotations

import itertools
import os
import re
import subprocess
from pathlib import Path

import pytest

from experience.hotpath import places
from tests.hotpath.machine import MATCHING, PATTERN, use_interpreter
from tests.house import HOOK, RunHook, WritePattern, prompt_payload

#: What a variable may hold; {} is a folder of the test.
VALUES = [None, "", " ", " \t\n", "{}/claude work", "{}/ünïcödé", "{}/with'quote\"s $x", "{}/trailing/"]


def functions_of_the_adapter() -> str:
    """The adapter up to its first action, and the paragraph that finds our home."""
    text = HOOK.read_text(encoding="utf-8")
    functions, _, rest = text.partition("\nif command -v timeout")
    found = re.search(r"^home=.*?^fi\n", rest, re.MULTILINE | re.DOTALL)
    assert found, "the adapter no longer looks for its home in a paragraph of its own"
    return f'{functions}\nhome_by_bash() {{\n{found[0]}\nprintf %s "$home"\n}}\n'


@pytest.fixture(scope="module")
def functions() -> str:
    return functions_of_the_adapter()


def by_bash(script: str, cwd: Path, environment: dict[str, str]) -> tuple[str, int]:
    done = subprocess.run(
        ["bash", "-p", "-c", script], capture_output=True, cwd=cwd, env=environment, check=False
    )
    return done.stdout.decode(), done.returncode


def test_S20_the_home_is_the_same_for_both(
    functions: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    met = set()
    for ours, clients in itertools.product(VALUES, VALUES):
        environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path / "h o m e")}
        named = {"EXPERIENCE_HOME": ours, "CLAUDE_CONFIG_DIR": clients}
        environment |= {name: value.format(tmp_path) for name, value in named.items() if value is not None}
        for name in named:
            monkeypatch.delenv(name, raising=False)
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        found, _ = by_bash(functions + "home_by_bash", tmp_path, environment)
        assert Path(found) == Path(places.home()), environment
        met.add(found)
    assert len(met) > 8


@pytest.mark.parametrize("blank", [None, "", " ", "\t\n"])
def test_S20_the_hook_reads_and_writes_where_CLAUDE_CONFIG_DIR_says(
    home: Path, run_hook: RunHook, write_pattern: WritePattern, tmp_path: Path, blank: str | None
) -> None:
    config = tmp_path / ".config" / "claude work"
    there = config / "experience"
    write_pattern(there / "global" / "frontend")
    use_interpreter(there)
    (config / "commands").mkdir()
    (config / "commands" / "exp-status.md").touch()
    result = run_hook(
        prompt_payload(MATCHING), env={"CLAUDE_CONFIG_DIR": str(config), "EXPERIENCE_HOME": blank or ""}
    )
    assert PATTERN in result.context
    assert "/exp-status" in result.message
    assert (there / "logs" / "injections.jsonl").exists()
    assert list(home.rglob("*")) == []


@pytest.mark.parametrize("blank", ["", "  ", "\n"])
def test_S20_blank_variables_mean_the_default(
    home: Path, run_hook: RunHook, write_pattern: WritePattern, blank: str
) -> None:
    write_pattern(home / "global" / "frontend")
    use_interpreter(home)
    env = {"CLAUDE_CONFIG_DIR": blank, "EXPERIENCE_HOME": blank}
    assert PATTERN in run_hook(prompt_payload(MATCHING), env=env).context
    assert (home / "logs" / "injections.jsonl").exists()


#: name -> (folders with .git, folders with the marker, where we stand). "" is the outermost folder.
LAYOUTS: dict[str, tuple[list[str], list[str], str]] = {
    "in the root": (["p"], ["p"], "p"),
    "in the root, from below": (["p"], ["p"], "p/a/b"),
    "on the way": (["p"], ["p/a"], "p/a/b"),
    "here": (["p"], ["p/a/b"], "p/a/b"),
    "above the root": (["p"], [""], "p/a/b"),
    "beside the way": (["p"], ["p/x"], "p/a/b"),
    "below us": (["p"], ["p/a/b"], "p/a"),
    "nowhere": (["p"], [], "p/a"),
    "inner repository, outer marker": (["p", "p/a"], ["p"], "p/a/b"),
    "inner repository, inner marker": (["p", "p/a"], ["p/a"], "p/a/b"),
    "no repository, here": ([], ["p/a"], "p/a"),
    "no repository, above": ([], ["p"], "p/a"),
    "no repository, none": ([], [], "p/a"),
    "two on the way": (["p"], ["p", "p/a"], "p/a/b"),
    "inside .git": (["p"], ["p"], "p/.git"),
    "blanks and signs": (["p q"], ["p q"], "p q/$a/*"),
}


def laid_out(base: Path, layout: tuple[list[str], list[str], str]) -> Path:
    repositories, markers, here = layout
    for folder in [*repositories, *markers, here]:
        (base / folder).mkdir(parents=True, exist_ok=True)
    for folder in repositories:
        (base / folder / ".git").mkdir(exist_ok=True)
    for folder in markers:
        (base / folder / ".experience-disabled").touch()
    return base / here


@pytest.mark.parametrize("name", LAYOUTS)
def test_the_marker_is_the_same_for_both(functions: str, tmp_path: Path, name: str) -> None:
    here = laid_out(tmp_path / "outer", LAYOUTS[name])
    _, code = by_bash(f'{functions}\nmarked "$PWD"', here, {"PATH": os.environ["PATH"]})
    assert (code == 0) == bool(places.disabling_marker(str(here)))
    expected = "no repository, above", "above the root", "beside the way", "below us", "nowhere"
    quiet = name not in (*expected, "inner repository, outer marker", "no repository, none")
    assert (code == 0) == quiet


@pytest.mark.parametrize("end", ["", "/", "/.", "/../a", "//"])
def test_other_spellings_of_a_folder(functions: str, tmp_path: Path, end: str) -> None:
    here = f"{laid_out(tmp_path / 'outer', LAYOUTS['in the root, from below']).parent}{end}"
    for folder in (here, f"/{here}"):
        _, code = by_bash(f"{functions}\nmarked '{folder}'", tmp_path, {"PATH": os.environ["PATH"]})
        assert code == 0
        assert places.disabling_marker(folder)


@pytest.mark.parametrize("folder", ["", "relative/p", "~/p", "C:\\p", "."])
def test_what_is_no_absolute_path_has_no_marker(functions: str, tmp_path: Path, folder: str) -> None:
    (tmp_path / ".experience-disabled").touch()
    _, code = by_bash(f"{functions}\nmarked '{folder}'", tmp_path, {"PATH": os.environ["PATH"]})
    assert code == 1
    assert places.disabling_marker(folder) == ""
