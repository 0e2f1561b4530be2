"""Verdicts on regexes: the same on every Python, and never in silence."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from experience.patterns.regexes import check_regex, required_literals, risky
from tests.house import LIB

REFUSED = {
    "X02": [
        "[a-z",
        "*deploy",
        "(?<=a+)b",
        r"\p{L}",
        r"\P{Lu}+",
        "(?<n>x)",
        "(?P<a>x)(?P<a>y)",
        "(?'n'x)",
        "x{3,1}",
    ],
    "X03": [r"\bfoo(?i)", "a|(?i)b", "(?i:foo)(?m)x", "((?s)x)"],
    "X04": ["", "x*", "deploy|", r"\b", "^", "$", "(?!foo)", "(a?)(b?)", "(?:)"],
    "X08": [r"\bc++\b", "a*+b", "a?+b", "a{2}+b", "(?>a)b", "[a]++", "[[a]b", "[a--b]"],
}
USABLE = [
    "(?i)foo", r"c\+\+", "[+*?]+x", "[]+]+x", r"\}\+x", "(?=.*foo)(?=.*bar)", "(?<=ab)c", "(?<!ab)c",
    "(?P<n>x)(?P=n)",
    "(?i)(?m)x", r"[\[a]b", "(?i:foo)bar", "(?-i:foo)", "a{2,}b", r"\\+", "x|y",
]  # fmt: skip


@pytest.mark.parametrize(
    ("case", "regex"), [(case, regex) for case, all_of in REFUSED.items() for regex in all_of]
)
def test_X02_X03_X04_X08_a_regex_is_refused_with_a_reason(case: str, regex: str) -> None:
    reason = check_regex(regex)
    assert reason
    assert ":" in reason or "`" in reason


@pytest.mark.parametrize("regex", USABLE)
def test_a_usable_regex_is_taken(regex: str) -> None:
    assert check_regex(regex) is None
    re.compile(regex, re.IGNORECASE)


JUDGE = """
import json, sys
sys.path.insert(0, sys.argv[1])
from experience.patterns.regexes import check_regex, required_literals, risky
usable = lambda regex: check_regex(regex) is None
verdict = lambda regex: [usable(regex), usable(regex) and [risky(regex), list(required_literals(regex))]]
print(json.dumps([verdict(regex) for regex in json.load(sys.stdin)]))
"""


def other_pythons() -> list[str]:
    names = [f"python3.{minor}" for minor in range(10, 16)]
    roots = [Path.home() / ".pyenv", *(Path(root) for root in [os.environ.get("PYENV_ROOT")] if root)]
    found = [path for name in names if (path := shutil.which(name))]
    found += [str(path) for root in roots for path in root.glob("versions/3.1[0-9]*/bin/python")]
    return sorted({os.path.realpath(path) for path in found} - {os.path.realpath(sys.executable)})


def test_X03_X08_every_python_here_gives_the_same_verdict() -> None:
    pythons = [python for python in other_pythons() if _works(python)]
    if not pythons:
        pytest.skip("no other Python >= 3.10 on this machine")
    regexes = [regex for all_of in REFUSED.values() for regex in all_of] + USABLE
    here = [
        [
            check_regex(regex) is None,
            check_regex(regex) is None and [risky(regex), list(required_literals(regex))],
        ]
        for regex in regexes
    ]
    for python in pythons:
        done = subprocess.run(
            [python, "-I", "-W", "error", "-c", JUDGE, str(LIB)],
            input=json.dumps(regexes), capture_output=True, text=True, check=True, timeout=60,
        )  # fmt: skip
        assert json.loads(done.stdout) == here, python


def _works(python: str) -> bool:
    done = subprocess.run(
        [python, "-I", "-c", "import sys; sys.exit(sys.version_info < (3, 10))"],
        check=False,
        stderr=subprocess.DEVNULL,
    )
    return done.returncode == 0


@pytest.mark.parametrize(
    "regex",
    ["(a+)+b", "(a|a)*b", "(a|ab)*c", r"(\w+\s?)+$", "(?:a?){20,}b", "(x{1,50}){1,50}y", r"\s+\s+x",
     r"\w+\d+x", ".*a.*b", ".*.*=", r"^(\d+-?)+$", "(a*)*", "([a-z]+)*x", r"(.)(\1+)*x"],
)  # fmt: skip
def test_a_regex_that_may_run_away_is_risky(regex: str) -> None:
    assert risky(regex)


@pytest.mark.parametrize(
    "regex",
    [r"useEffect\([^)]*\)", r"foo\s+bar", r"\d+\.\d+", "(?:foo|bar)+x", "(?:-[a-z])*x", "a{2,3}b+",
     "ECONNREFUSED.*:(5432|3306)", "foo.{0,80}bar.{0,80}baz", r"(?:\w|\d)+x"],
)  # fmt: skip
def test_an_ordinary_regex_is_not_risky(regex: str) -> None:
    assert not risky(regex)
    started = time.perf_counter()
    for unlucky in ("a" * 2000, "foo" * 700, "1." * 1000, "useEffect(" * 200, "-a" * 1000):
        re.compile(regex, re.IGNORECASE).search(unlucky)
    assert time.perf_counter() - started < 1


@pytest.mark.parametrize(
    ("regex", "literals"),
    [
        ("Cannot find module", ("cannot find module",)),
        ("fo[oO]bar", ("foobar",)),
        (r"a(?:bcd)+ef", ("bcd",)),
        ("(?:foobar)?baz", ("baz",)),
        (r"no such (?:file|directory)", ("no such ",)),
        (r"\.env\b", (".env",)),
        ("cassert|JSIConverter", ("cassert", "jsiconverter")),
        (r"\d+", ()),
    ],
)
def test_the_text_that_must_be_there(regex: str, literals: tuple[str, ...]) -> None:
    assert required_literals(regex) == literals


PIECES = st.lists(
    st.sampled_from(["abc", "Xyz", "[a-c]", "(", ")", "(?:", "|", "*", "+", "?", "{2}", "{0,3}", ".", r"\d",
                     r"\b", "^", "$", "[Kk]", "ſ", "é", " ", r"\.", "(?=", "(?!"]),
    max_size=10,
).map("".join)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(
    PIECES,
    st.lists(st.sampled_from(["abc", "XYZ", "xyz", "a", "b", "1", " ", ".", "k", "é"]), max_size=12).map(
        "".join
    ),
)
def test_what_matches_contains_a_required_literal(regex: str, text: str) -> None:
    if check_regex(regex) is not None:
        return
    found = re.compile(regex, re.IGNORECASE).search(text)
    literals = required_literals(regex)
    risky(regex)
    if found and literals:
        assert any(literal in text.casefold() for literal in literals)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=30))
def test_no_text_raises(text: str) -> None:
    check_regex(text)
    risky(text)
    required_literals(text)


def test_deep_parentheses_raise_nothing() -> None:
    deep = "(" * 5000 + "a" + ")" * 5000
    assert check_regex(deep)
    assert risky(deep)
    assert required_literals(deep) == ()
