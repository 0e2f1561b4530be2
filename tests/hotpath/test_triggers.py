"""Which triggers a prompt pulls. Cases X02, X03, X04, X05, X08, X09, X10, F22."""

from __future__ import annotations

import signal
import time
from pathlib import Path
from typing import Any

import pytest

from experience.hotpath import query, text, triggers
from experience.hotpath.candidate import Candidate
from tests.hotpath.machine import PATTERN, rows, told, use_interpreter
from tests.house import RunHook, WritePattern, prompt_payload

OTHER = "general-2026-01-05-other"


def pulls(keyword: str, prompt: str) -> bool:
    """Whether a keyword is found in a prompt, as written or inflected."""
    compiled = [text.fold(" ".join(keyword.split())), " ".join(text.sequence(keyword)[0])]
    return bool(triggers.keyword_hits([compiled], query.Query(prompt)))


EDGES = [
    ("ui", "fix the ui", "build it"),
    ("ui", "UI: broken", "guide the quick suite"),
    ("form", "the form, please", "perform a reform"),
    ("id", "user.id is null", "side idle valid"),
    ("form", "a form-field", "platform"),
    ("c++", "port it to c++", "c is fine"),
    ("c++", "C++ templates", "c+ + d"),
    ("c++", "(c++)", "abc++"),
    (".env", "read .env first", "process.env.HOME"),
    (".env", "the '.env' file", "x.environment"),
    (".env", "config/.env", ".envrc"),
    ("/plan", "run /plan now", "src/plan"),
    ("/plan", "/plan", "/planning"),
    ("node:fs", "import node:fs", "node fs2"),
    ("node:fs", "'node:fs'", "mynode:fs"),
    ("C#", "a C# service", "C major"),
    ("c#", "C#, F#", "abc#"),
    ("@types", "npm i @types/node", "me@types"),
    (".map(", "rows.map(x)", "a map (old)"),
    ("--force", "push --force", "brute-force"),
    ("$ref", "a $ref loop", "href"),
    ("404", "a 404 page", "14045"),
    ("naïve", "a naïve loop", "naivety"),
    ("日本", "日本語の文字", "本日"),
    ("部署失败", "今天部署失败了", "部署成功"),
    ("배포", "배포가 실패", "포배"),
    ("ทดสอบ", "การทดสอบระบบ", "สอบทด"),
]


@pytest.mark.parametrize(("keyword", "yes", "no"), EDGES)
def test_X05_X10_edges_of_words(keyword: str, yes: str, no: str) -> None:
    assert pulls(keyword, yes)
    assert not pulls(keyword, no)


@pytest.mark.parametrize(
    ("keyword", "prompt"),
    [
        ("straße", "die STRASSE ist zu"), ("STRASSE", "die straße"), ("istanbul", "İstanbul"),
        ("İSTANBUL", "istanbul"), ("ΣΊΣΥΦΟΣ", "σίσυφος"), ("ǆ", "Ǆ"), ("ﬁle lock", "FILE LOCK"),
        ("GROẞE", "grosse"), ("grosse", "GROẞE"), ("ŉ fout", "ʼN FOUT"), ("ЖУРНАЛ", "журнал"),
    ],
)  # fmt: skip
def test_X09_case_is_folded_both_ways(keyword: str, prompt: str) -> None:
    assert pulls(keyword, prompt)


@pytest.mark.parametrize("longer", ["İ", "ß", "ŉ", "ﬃ", "ΐ"])
def test_X09_letters_that_grow_when_folded_move_nothing(longer: str) -> None:
    asked = query.Query(f"{longer * 50} ui, then E-12 quota")
    assert triggers.keyword_hits([["ui", "ui"], ["quota", "quota"]], asked)
    assert not triggers.keyword_hits([["u", "u"], ["quot", "quot"]], asked)
    assert found([[r"\bE-\d{2} quota$", ["quota"], False]], asked.raw)[0]


@pytest.mark.parametrize(
    ("keyword", "prompt"),
    [
        ("cafe\u0301", "caf\u00e9"), ("caf\u00e9", "cafe\u0301"), ("dead\u00a0lock", "dead lock"),
        ("dead lock", "dead\u00a0lock"), ("re-render", "re\u2011render"), ("re\u2013render", "re-render"),
        ("re\u2212render", "re\u2014render"), ("soft\u00adwrap", "softwrap"), ("zero", "ze\u200bro"),
        ("don\u2019t", "don't"), ("\uff35\uff29 bug", "UI bug"),
    ],
)  # fmt: skip
def test_F22_look_alikes_are_alike(keyword: str, prompt: str) -> None:
    assert pulls(keyword, prompt)


@pytest.mark.parametrize(
    ("keyword", "prompt"),
    [
        ("useEffect loop", "a useEffect loop"), ("use effect", "useEffect"), ("user id", "user_id"),
        ("ChunkLoadError", "chunkloaderror"), ("chunk load error", "ChunkLoadError"),
        ("parse http header", "parseHTTPHeader"), ("MAX_RETRIES", "max retries"),
    ],
)  # fmt: skip
def test_identifiers_and_words_meet(keyword: str, prompt: str) -> None:
    assert pulls(keyword, prompt)


@pytest.mark.parametrize(
    ("keyword", "prompt"),
    [
        ("stale chunk", "stale chunks"), ("timeout", "timeouts"), ("dependency", "dependencies"),
        ("cache", "cached caching"), ("deploy", "we deployed"), ("retry", "retries"), ("class", "classes"),
        ("missing index", "missing\n  index"), ("dead-lock", "dead lock"), ("run out", "run, out"),
    ],
)  # fmt: skip
def test_inflected_forms_count(keyword: str, prompt: str) -> None:
    assert pulls(keyword, prompt)


def hook_world(home: Path, write_pattern: WritePattern, **bad: Any) -> None:
    """The sample pattern under another trigger, and an ordinary one beside it."""
    use_interpreter(home)
    write_pattern(home / "global" / "general", id=OTHER, keywords=["kubernetes eviction"])
    write_pattern(home / "global" / "frontend", **bad)


BOTH = "kubernetes eviction, and then the stale chunk ChunkLoadError"


@pytest.mark.parametrize(
    "regex",
    ["[a-z", "*deploy", "(?<=a+)b", r"\p{L}", "(?<n>x)", "(?P<a>x)(?P<a>y)", r"\bc++\b", "(?>a)b", "x{3,1}",
     "(?P=n)x", r"\bfoo(?i)", "stale|(?i)chunk", "((?s)chunk)", "a{2}+b", "chunk?+"],
)  # fmt: skip
def test_X02_X03_X08_a_bad_regex_costs_no_other_pattern(
    home: Path, write_pattern: WritePattern, regex: str
) -> None:
    hook_world(home, write_pattern, regex=[regex])
    answer = told(home, BOTH)
    assert OTHER in answer
    assert PATTERN in answer, "its own keywords go on working"


@pytest.mark.parametrize("regex", ["", "x*", "deploy|", r"\b", "(a?)(b?)", "|", "(?:poem)?"])
def test_X04_a_regex_that_matches_nothing_fires_on_nothing(
    home: Path, write_pattern: WritePattern, regex: str
) -> None:
    hook_world(home, write_pattern, regex=[regex])
    assert told(home, "write a poem about the sea") == ""


@pytest.mark.parametrize("keyword", ["", " ", "\t", "-", "...", "\u200b", "\u00ad\u2060"])
def test_X04_a_keyword_of_nothing_fires_on_nothing(
    home: Path, write_pattern: WritePattern, keyword: str
) -> None:
    hook_world(home, write_pattern, keywords=[keyword, "stale chunk"])
    assert told(home, "write a poem - about the sea ...") == ""
    assert OTHER in told(home, "kubernetes eviction")


def test_a_veto_silences_its_own_pattern_only(home: Path, write_pattern: WritePattern) -> None:
    hook_world(home, write_pattern, none=["webpack plugin", "storybook"])
    assert PATTERN in told(home, "a stale chunk, ChunkLoadError")
    assert told(home, "a stale chunk, ChunkLoadError in my webpack plugins") == ""
    assert told(home, "ChunkLoadError of a stale chunk in Storybook") == ""
    assert OTHER in told(home, "storybook: kubernetes eviction")


RUNAWAY = ["(a+)+$", "(a|a)*b$", r"(\w+\s?)*!$", "(x+x+)+y", "([a-z]+)*[0-9]Z"]
BAIT = "a" * 40 + "! " + "a" * 3000 + " " + "x" * 3000 + " word" * 300


@pytest.mark.parametrize("regex", RUNAWAY)
def test_a_regex_that_runs_away_costs_only_itself(
    home: Path, write_pattern: WritePattern, run_hook: RunHook, regex: str
) -> None:
    hook_world(home, write_pattern, regex=[regex])
    result = run_hook(prompt_payload(f"{BOTH} {BAIT}"))
    assert OTHER in result.context
    assert PATTERN in result.context, "its keywords still count"
    assert result.ms < 2600


def test_many_that_run_away_stay_within_one_budget(
    home: Path, write_pattern: WritePattern, run_hook: RunHook
) -> None:
    hook_world(home, write_pattern, regex=RUNAWAY)
    for number in range(10):
        name = f"general-2026-01-06-bait{number}"
        write_pattern(home / "global" / "general", id=name, keywords=[f"nope{number}x"], regex=RUNAWAY)
    result = run_hook(prompt_payload(f"{BOTH} {BAIT}"))
    assert OTHER in result.context
    assert result.ms < 2600


def test_a_regex_beside_one_that_runs_away_still_fires(home: Path, write_pattern: WritePattern) -> None:
    hook_world(home, write_pattern, regex=["(a+)+$", r"E-\d{4} quota"], keywords=["nowhere at all"])
    write_pattern(
        home / "global" / "general",
        id="general-2026-01-07-good",
        keywords=["nothing"],
        regex=[r"E-\d{4} quota"],
    )
    answer = told(home, f"E-1234 quota exceeded {BAIT}")
    assert PATTERN in answer
    assert "general-2026-01-07-good" in answer


def test_what_was_given_up_is_logged(home: Path, write_pattern: WritePattern) -> None:
    hook_world(home, write_pattern, regex=["(a+)+$"])
    told(home, f"{BOTH} {BAIT}")
    assert any(PATTERN in str(row) for row in rows(home, "errors.jsonl")), (
        "fail open, but not silently for ever"
    )


def found(regex: list[list[object]], prompt: str) -> tuple[list[str], bool]:
    """(regexes that match, whether any was run)."""
    guard = triggers.RegexGuard()
    candidate = Candidate({"id": "x", "regex": regex}, "global", {})
    guard.try_all(candidate, query.Query(prompt))
    return candidate.regexes, guard.left < triggers.ALL_REGEXES


def test_a_regex_with_a_required_literal_is_tried_only_where_that_is() -> None:
    row: list[object] = [r"chunk-\d+ failed", ["chunk-"], False]
    assert found([row], "nothing here") == ([], False)
    assert found([row], "Chunk-12 FAILED") == ([row[0]], True)
    assert found([row], "chunk-x") == ([], True)
    assert found([[r"\d{4}", [], False]], "nothing here") == ([], True)


def test_the_guard_gives_the_alarm_back() -> None:
    before = signal.getsignal(signal.SIGALRM)
    started = time.monotonic()
    assert found([["(a+)+$", [], True]], "a" * 5000 + "!")[0] == []
    assert time.monotonic() - started < 0.5
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
