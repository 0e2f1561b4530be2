"""`exp.py` itself: wrong calls, unknown verbs, a folder that is gone, another interpreter."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands.cold import exp
from tests.house import LIB, clean_environment


@pytest.mark.parametrize("arguments", [[], ["sing"], ["show"], ["lint", "--sing"], ["explain"]])
def test_a_wrong_call_says_so_in_one_line_and_exits_2(home: Path, arguments: list[str]) -> None:
    ran = exp(home, *arguments)
    assert (ran.code, ran.out) == (2, "status: usage\n")
    assert len(ran.err.splitlines()) == 1
    assert "--help" in ran.err


def test_a_wrong_call_with_json_is_one_object(home: Path) -> None:
    ran = exp(home, "sing", "--json")
    assert ran.code == 2
    assert ran.document["status"] == "usage"


def test_help_lists_every_verb(home: Path) -> None:
    ran = exp(home, "--help")
    assert ran.code == 0
    verbs = [line.split()[0] for line in ran.lines if line.startswith("  ")]
    assert {"status", "lint", "list", "show", "explain", "index", "install", "uninstall"} <= set(verbs)
    for verb in verbs:
        assert exp(home, verb, "--help").code == 0


def test_a_folder_that_is_gone_is_named_not_a_traceback(home: Path, tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    command = f'cd "{gone}" && rmdir "{gone}" && exec "{sys.executable}" "{LIB / "exp.py"}" list'
    done = subprocess.run(
        ["sh", "-c", command],
        capture_output=True,
        text=True,
        env={**clean_environment(home.parent.parent, home), "EXP_IN_VENV": "1"},
        check=False,
    )
    assert done.returncode == 1
    assert "the current folder is gone" in done.stderr
    assert "Traceback" not in done.stderr


def test_it_goes_on_in_the_private_venv(home: Path) -> None:
    interpreter = home / "venv" / "bin" / "python"
    interpreter.parent.mkdir(parents=True)
    interpreter.write_text('#!/bin/sh\necho "venv: $*"\n', encoding="utf-8")
    interpreter.chmod(0o755)
    done = subprocess.run(
        [sys.executable, str(LIB / "exp.py"), "status"],
        capture_output=True,
        text=True,
        env=clean_environment(home.parent.parent, home),
        check=True,
    )
    assert done.stdout == f"venv: -I {LIB / 'exp.py'} status\n"


def test_an_old_interpreter_meets_a_sentence(home: Path) -> None:
    found = [name for name in ("python3.9", "python3.8", "python3.7", "python3.6") if _runs(name)]
    if not found:
        pytest.skip("no Python older than 3.10 here")
    for name in found:
        done = subprocess.run(
            [name, str(LIB / "exp.py"), "status"],
            capture_output=True,
            text=True,
            env={**os.environ, "EXPERIENCE_HOME": str(home)},
            check=False,
        )
        assert done.returncode == 1
        assert "too old" in done.stderr


def _runs(name: str) -> bool:
    try:
        return subprocess.run([name, "--version"], capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        return False
