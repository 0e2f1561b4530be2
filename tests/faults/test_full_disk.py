"""A disk without a byte left, for real: the prompt goes on, and what is the user's stays as it was."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hotpath.machine import MATCHING, PATTERN, PYTHON, use_interpreter
from tests.house import HOOK, LIB, ROOT, WritePattern, clean_environment, prompt_payload

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0 or subprocess.call(["unshare", "-m", "true"]) != 0,
    reason="needs root and mount namespaces: a disk that is full",
)

#: Runs $1 with the home $HOME on a disk of its own that holds what $HOME held and then nothing more;
#: what is there in the end is copied to $2. The disk is gone with the process.
ON_A_FULL_DISK = """
set -e
cp -a "$HOME" "$2.seed"
mount -t tmpfs -o size=4m none "$HOME"
cp -a "$2.seed/." "$HOME"
cat /dev/zero >"$HOME/fill" 2>/dev/null || true
: >"$2.began"
bash -c "$1" && code=0 || code=$?
rm "$HOME/fill"
cp -a "$HOME" "$2"
exit $code
"""


def on_a_full_disk(
    home: Path, command: str, given: bytes = b""
) -> tuple[subprocess.CompletedProcess[bytes], Path]:
    """How `command` ended, and a copy of the HOME that it left."""
    user = home.parent.parent
    after = user.with_name("after")
    done = subprocess.run(
        ["unshare", "-m", "bash", "-c", ON_A_FULL_DISK, "full", command, str(after)],
        input=given, capture_output=True, cwd="/", timeout=120, check=False,
        env=clean_environment(user, home),
    )  # fmt: skip
    assert after.with_name("after.began").exists(), done.stderr
    return done, after


def contents(folder: Path, *, but: tuple[str, ...] = ()) -> dict[str, str]:
    """Path below `folder` -> hash, of every file; without those below the folders `but`."""
    files = [path for path in folder.rglob("*") if path.is_file() and not set(but) & set(path.parts)]
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


@pytest.fixture
def corpus(home: Path, write_pattern: WritePattern) -> Path:
    use_interpreter(home)
    return write_pattern(home / "global" / "frontend").parent


def test_a_prompt_is_answered_and_no_file_is_harmed(home: Path, corpus: Path) -> None:
    payload = json.dumps(prompt_payload(MATCHING)).encode()
    before = contents(home.parent.parent)
    done, after = on_a_full_disk(home, f"exec bash -p '{HOOK}'", payload)
    assert (done.returncode, done.stderr) == (0, b"")
    assert PATTERN.encode() in done.stdout
    kept = contents(after)
    assert {name: kept.get(name) for name in before} == before
    for left in kept.keys() - before.keys():
        assert "/state/" in f"/{left}" or "/logs/" in f"/{left}", f"{left} is not ours to leave"
        assert not left.endswith(".tmp")


def test_a_prompt_after_an_edit_is_answered_too(
    home: Path, corpus: Path, write_pattern: WritePattern
) -> None:
    subprocess.run(
        [PYTHON, str(LIB / "exp.py"), "index"], check=True, capture_output=True,
        env=clean_environment(home.parent.parent, home) | {"EXP_IN_VENV": "1"},
    )  # fmt: skip
    write_pattern(corpus, id="frontend-2026-05-05-fresh", keywords=["flapper"])
    index = contents(home / "state" / "index")
    done, after = on_a_full_disk(
        home, f"exec bash -p '{HOOK}'", json.dumps(prompt_payload("the flapper is off")).encode()
    )
    assert b"frontend-2026-05-05-fresh" in done.stdout, "indexed from memory"
    kept = contents(after / home.relative_to(home.parent.parent) / "state" / "index")
    assert {name: kept[name] for name in index} == index


def test_install_says_so_and_leaves_the_settings(home: Path, corpus: Path) -> None:
    settings = home.parent / "settings.json"
    settings.write_text('{\n  "model": "opus"\n}\n')
    before = contents(home.parent.parent, but=("state",))
    done, after = on_a_full_disk(home, f"exec bash '{ROOT / 'install.sh'}' </dev/null")
    assert done.returncode != 0
    assert b"Traceback" not in done.stdout + done.stderr
    assert b"No space left" in done.stdout + done.stderr
    kept = contents(after, but=("state",))
    assert {name: kept.get(name) for name in before} == before


@pytest.mark.parametrize("words", ["falsepositive {} --none flapper", "archive {}", "index"])
def test_a_verb_says_so_and_harms_nothing(home: Path, corpus: Path, words: str) -> None:
    before = contents(home.parent.parent, but=("state",))
    done, after = on_a_full_disk(
        home, f"EXP_IN_VENV=1 exec '{PYTHON}' '{LIB}/exp.py' {words.format(PATTERN)}"
    )
    assert b"Traceback" not in done.stdout + done.stderr
    if done.returncode:
        assert b"No space left" in done.stdout + done.stderr, done
    kept = contents(after, but=("state",))
    names = {Path(name).name: sha for name, sha in kept.items()}  # archive moves a file, which needs no room
    assert {name: names.get(Path(name).name) for name in before} == before


def test_the_disk_was_really_full(home: Path, corpus: Path) -> None:
    done, _ = on_a_full_disk(home, "echo x >~/more")
    assert done.returncode != 0
    assert b"No space left" in done.stderr
    assert shutil.which("unshare")
