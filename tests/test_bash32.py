"""The lint of tests/bash32.py sees what it claims to see, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import bash32

BAD = [
    ("declare -A seen", "associative array"),
    ("local -rA seen=()", "associative array"),
    ("declare -g count=1", "declare -g"),
    ("local -n out=$1", "name reference"),
    ("local -l name=$1", "declare -l/-u"),
    ("mapfile -t lines < file", "mapfile/readarray"),
    ("readarray lines < file", "mapfile/readarray"),
    ("echo ${name,,}", "case change"),
    ('echo "${name^^}"', "case change"),
    ('case "${EXPERIENCE_LAYER^}" in', "case change"),
    ('echo "${name@Q}"', "${x@Q}"),
    ("make |& tee log", "|&"),
    ("make &>> log", "&>>"),
    ("coproc cat", "coproc"),
    ("printf -v 'parts[1]' %s x", "printf -v into an array element"),
    ("printf '%(%F)T' -1", "printf %(...)T"),
    ("echo ${name:0:-1}", "negative length"),
    ("echo ${parts[-1]}", "negative array index"),
    ("wait -n", "wait -n"),
    ("now=$EPOCHREALTIME", "EPOCHREALTIME"),
    ("echo $BASHPID", "BASHPID"),
    ("[[ -v HOME ]]", "test -v"),
    ("[[ ! -v HOME ]]", "test -v"),
    ("  a) echo a ;;&", "case fall-through"),
    ("shopt -s globstar", "shopt"),
    ("read -r -t 0.5 line", "read -t"),
    ("read -N 10 start", "read -N"),
    ("for i in {01..10}; do", "brace range"),
    ("exec {lock}> file", "exec {fd}"),
    ("echo $'\\u00e9'", "$'\\u...'"),
    ('set -u\nrun "${words[@]}"', "empty array"),
]

GOOD = [
    'echo "${name:-x}" "${name#*,}" "${name%%,*}" "${name/,/^}"',
    'echo "${words[@]}" "${name: -3}" "${name:0:2}"',
    'set -u\nrun ${words[@]+"${words[@]}"}',
    "make >>log 2>&1 & wait",
    'wait "$pid"',
    "case $x in a) echo a ;; esac",
    "local name=$1 -r",
    "printf -v text '%s' x",
    "read -r -t 2 line",
    "# mapfile in a comment",
    'echo "user@host" "${#words[@]}"',
]


@pytest.mark.parametrize(("sample", "message"), BAD)
def test_the_lint_catches_what_bash_32_does_not_know(sample: str, message: str) -> None:
    assert any(message in found for _, found in bash32.problems(sample))


@pytest.mark.parametrize("sample", GOOD)
def test_the_lint_leaves_plain_bash_alone(sample: str) -> None:
    assert list(bash32.problems(sample)) == []


def test_every_listed_construct_has_a_bad_sample() -> None:
    met = {message for sample, _ in BAD for _, message in bash32.problems(sample)}
    assert {f"{what} needs bash {since}" for _, what, since in bash32.CONSTRUCTS} <= met


def test_a_bad_script_makes_the_lint_red(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "bad.sh"
    script.write_text("#!/usr/bin/env bash\nmapfile -t x < y\n")
    assert bash32.main([str(script)]) == 1
    assert f"{script}:2: " in capsys.readouterr().out


def test_the_scripts_people_run_are_found() -> None:
    found = {str(path.relative_to(bash32.ROOT)) for path in bash32.scripts()}
    assert {"tests/run.sh", "hooks/claude-code.sh", "install.sh", ".ci/run"} <= found
