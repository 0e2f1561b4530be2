"""Every check is found, documented, tripped by a bad file and by no good one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from experience.checks import registry
from experience.checks.registry import Check
from experience.patterns.parse import parse_file
from experience.patterns.problem import ERROR, WARNING
from tests.corpus_files import BAD, GOOD
from tests.house import LIB

FOLDER = LIB / "experience" / "checks"


def tripped(check: Check, paths: list[Path]) -> list[Path]:
    patterns = [pattern for path in paths if (pattern := parse_file(path).pattern)]
    return [pattern.path for pattern in patterns if list(check.check(pattern))]


def test_each_file_of_the_folder_is_a_check() -> None:
    files = sorted(path.stem for path in FOLDER.glob("XP*.py"))
    assert len(files) >= 10
    assert [check.ID for check in registry.all_checks()] == [stem.partition("_")[0] for stem in files]
    assert len({check.ID for check in registry.all_checks()}) == len(files)


@pytest.mark.parametrize("check", registry.all_checks(), ids=lambda check: check.ID)
def test_a_check_says_what_it_finds_and_why(check: Check) -> None:
    assert re.fullmatch(r"XP\d{3}", check.ID)
    assert check.SEVERITY in (ERROR, WARNING)
    assert check.__doc__
    assert len(check.__doc__) > 40


@pytest.mark.parametrize("check", registry.all_checks(), ids=lambda check: check.ID)
def test_a_bad_file_trips_the_check_and_no_good_one_does(check: Check) -> None:
    assert tripped(check, BAD), f"no file of tests/corpus/bad trips {check.ID}"
    assert tripped(check, GOOD) == []


@pytest.mark.parametrize("check", registry.all_checks(), ids=lambda check: check.ID)
def test_a_finding_has_a_line_the_id_and_the_severity_of_its_check(check: Check) -> None:
    for path in tripped(check, BAD):
        pattern = parse_file(path).pattern
        assert pattern is not None
        for problem in check.check(pattern):
            assert (problem.check, problem.severity, problem.path) == (check.ID, check.SEVERITY, path)
            assert 1 <= problem.line <= len(path.read_text(encoding="utf-8").splitlines())


def test_run_asks_every_check() -> None:
    found = {
        problem.check
        for path in BAD
        if (pattern := parse_file(path).pattern)
        for problem in registry.run(pattern)
    }
    assert found == {check.ID for check in registry.all_checks()}
