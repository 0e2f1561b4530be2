"""What the hot door really loads on a prompt, asked of the interpreter and not of the source.

A module such as json or re costs several milliseconds on every prompt of every session.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.house import LIB, WritePattern, clean_environment, prompt_payload
from tests.house_rules import HOT_LAZY, HOT_STDLIB

#: Not even one of them may be loaded when nothing matches; each costs a millisecond or more.
COSTLY = frozenset(
    "argparse collections dataclasses datetime enum functools hashlib inspect json logging pathlib random re"
    " shutil socket sqlite3 subprocess tempfile threading traceback typing uuid yaml".split()
)
#: Modules that a listed one is made of.
BEHIND = frozenset({"_bisect", "_collections_abc", "_stat", "errno", "genericpath", "posixpath"})
#: Loaded on these paths though the list calls them lazy: they are small and in C.
SMALL = frozenset({"_blake2", "_json", "_signal", "time", "unicodedata"})

INTERPRETER = os.path.realpath(sys.executable)


def loaded(arguments: list[str], data: bytes, environment: dict[str, str]) -> tuple[set[str], str]:
    """(modules imported, standard output) of a Python started as the hook starts it."""
    done = subprocess.run(
        [INTERPRETER, "-I", "-S", "-X", "importtime", *arguments],
        input=data,
        capture_output=True,
        env=environment,
        timeout=30,
        check=True,
    )
    lines = [line for line in done.stderr.decode().splitlines() if line.startswith("import time:")]
    return {line.rpartition("|")[2].strip() for line in lines[1:]}, done.stdout.decode()


@pytest.fixture
def environment(home: Path, write_pattern: WritePattern) -> dict[str, str]:
    """A corpus of one pattern, compiled by the cold door."""
    write_pattern(home / "global" / "frontend")
    environment = clean_environment(home.parent.parent, home)
    subprocess.run(
        [sys.executable, str(LIB / "exp.py"), "index"],
        env={**environment, "EXP_IN_VENV": "1"},
        stdout=subprocess.DEVNULL,
        timeout=60,
        check=True,
    )
    return environment


def on_prompt(prompt: str, environment: dict[str, str]) -> tuple[set[str], str]:
    """(standard modules that the hot door loads beyond a bare Python, what it printed)."""
    return on_payload(prompt_payload(prompt, cwd=environment["HOME"]), environment)


def on_payload(payload: dict[str, Any], environment: dict[str, str]) -> tuple[set[str], str]:
    bare, _ = loaded(["-c", "pass"], b"", environment)
    data = json.dumps(payload).encode()
    names, printed = loaded([str(LIB / "retrieve.py")], data, environment)
    assert "experience.hotpath.warn" in names, "the door did not do its work"
    return {name for name in names - bare if not name.startswith("experience")}, printed


@pytest.mark.parametrize(
    ("prompt", "matches"),
    [
        ("Rename the variable total to sum in billing.py", False),
        ("users report a ChunkLoadError, a stale chunk after the deploy", True),
        ("¿Por qué está roto el menú de la página de pagos?", False),
    ],
)
def test_a_prompt_costs_no_heavy_module(prompt: str, *, matches: bool, environment: dict[str, str]) -> None:
    names, printed = on_prompt(prompt, environment)
    assert bool(printed.strip()) == matches
    assert names & COSTLY == set()
    assert names - set(HOT_STDLIB) - SMALL - BEHIND == set()


def test_verdicts_on_what_matches_cost_no_heavy_module(environment: dict[str, str]) -> None:
    state = Path(environment["EXPERIENCE_HOME"]) / "state" / "verdicts.json"
    rows = {"frontend-2026-04-18-stale-chunk": {"*": [0.75, 0.5, ""]}}
    state.write_text(json.dumps({"format": 1, "patterns": rows}))
    names, printed = on_prompt("users report a ChunkLoadError, a stale chunk after the deploy", environment)
    assert printed.strip()
    assert names & COSTLY == set()
    assert names - set(HOT_STDLIB) - SMALL - BEHIND == set()
    data = json.dumps(prompt_payload("Rename total to sum in billing.py", cwd="/")).encode()
    silent, _ = loaded([str(LIB / "retrieve.py")], data, environment)
    assert "experience.hotpath.verdicts" not in silent


def test_a_digest_costs_no_heavy_module(environment: dict[str, str]) -> None:
    folder = Path(environment["HOME"]) / ".claude" / "skills" / "search-demo"
    folder.mkdir(parents=True)
    (folder / "SKILL.md").touch()
    (folder / "experience.md").write_text(
        "## Active Rules\n- a — seen=3, success=3, last_verified=2026-06-01\n"
    )
    used = {"hook_event_name": "PreToolUse", "tool_name": "Skill", "tool_input": {"skill": "search-demo"}}
    names, printed = on_payload(prompt_payload("", cwd=environment["HOME"], **used), environment)
    assert "seen=3" in printed
    assert names & COSTLY == set()
    assert names - set(HOT_STDLIB) - SMALL - BEHIND == set()


def test_the_lists_agree() -> None:
    assert SMALL.issubset(HOT_LAZY)
    assert not COSTLY & (set(HOT_STDLIB) | SMALL)


def test_a_heavy_module_would_be_seen(home: Path) -> None:
    names, _ = loaded(["-c", "import json, pathlib"], b"", clean_environment(home))
    assert {"json", "re", "pathlib"} <= names
