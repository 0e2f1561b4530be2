"""Numbers and screens in the documentation are those of the code: each is looked up or made anew."""

from __future__ import annotations

import importlib
import json
import os
import re
import shutil
import subprocess
import sys
import uuid
from pathlib import Path
from typing import Any

import pytest

from experience import vocabulary
from experience.commands import log
from experience.hotpath import features, gate, ledger, model, rank, render
from experience.hotpath.nudges import cooldown, tail
from experience.index import compiler
from tests.hotpath.nudges.transcript import Transcript
from tests.house import LIB, ROOT, prompt_payload

RETRIEVAL = ROOT / "references" / "RETRIEVAL.md"
INJECTION = ROOT / "references" / "INJECTION_FORMAT.md"
README = ROOT / "README.md"
TEMPLATE = ROOT / "templates" / "pattern.md"

_ROW = re.compile(r"^\| `([a-z_]+)\.([A-Z_]+)(?:\.([a-z_]+))?` \| (-?[\d.]+) \|", re.MULTILINE)
_FEATURE_ROW = re.compile(r"^\| `([a-z_]+)` \|", re.MULTILINE)


def constants(page: Path) -> list[tuple[str, float, float]]:
    """(name, value in the page, value in the code) of every row `module.NAME` | value."""
    found = []
    for module, name, key, value in _ROW.findall(page.read_text("utf-8")):
        real = getattr(importlib.import_module(home_of(module)), name)
        found.append((f"{module}.{name}.{key}", float(value), float(real[key] if key else real)))
    return found


def home_of(module: str) -> str:
    for name in (
        f"experience.hotpath.{module}",
        f"experience.hotpath.nudges.{module}",
        f"experience.index.{module}",
        f"experience.feedback.{module}",
        f"experience.{module}",
        module,
    ):
        if (LIB / f"{name.replace('.', '/')}.py").is_file():
            return name
    raise AssertionError(f"no module {module}")


def block(page: Path, kind: str) -> str:
    """The one fenced block of this kind."""
    (found,) = re.findall(rf"^```{kind}\n(.*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    return str(found)


def section(page: Path, start: str, end: str) -> str:
    return page.read_text("utf-8").partition(start)[2].partition(end)[0]


@pytest.mark.parametrize("page", [RETRIEVAL, INJECTION])
def test_every_number_in_a_table_of_constants_is_that_of_the_code(page: Path) -> None:
    found = constants(page)
    assert len(found) >= 4
    assert [(name, written) for name, written, real in found if written != real] == []


def test_no_constant_of_gate_and_rank_is_left_out() -> None:
    named = {name for name, _, _ in constants(RETRIEVAL)}
    wanted = {f"rank.SEVERITY.{key}" for key in rank.SEVERITY}
    wanted |= {f"compiler.FIELD_WEIGHTS.{key}" for key in compiler.FIELD_WEIGHTS}
    for module, short in ((gate, "gate"), (rank, "rank"), (features, "features")):
        plain = {key for key, value in vars(module).items() if isinstance(value, (int, float))}
        own = plain - vars(vocabulary).keys() - {"TYPE_CHECKING"}
        wanted |= {f"{short}.{key}." for key in own if key.isupper()}
    assert len(wanted) > 20
    assert wanted - named == set()


def test_every_feature_of_a_match_is_explained(home: Path) -> None:
    rows = section(RETRIEVAL, "**Features**", "| Constant |").splitlines()
    told = {
        name
        for row in rows[4:]
        for name in re.findall(r"`([a-z_0-9]+)`", row.split("|")[1] if "|" in row else "")
    }
    row = explained(home, "make the settings page load as a lazy route")["candidates"][0]
    assert told == set(row["features"])
    assert set(model.STEPS) < told


def installed_template(home: Path) -> None:
    folder = home / "global" / "frontend"
    folder.mkdir(parents=True)
    shutil.copy(TEMPLATE, folder / "frontend-2026-04-18-stale-chunk.md")


def exp(*arguments: str) -> str:
    command = [sys.executable, str(LIB / "exp.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def explained(home: Path, prompt: str) -> dict[str, Any]:
    installed_template(home)
    answer: dict[str, Any] = json.loads(exp("explain", prompt, "--json"))
    return answer


def retrieved(prompt: str, form: str) -> str:
    """What the hot door prints in a session of its own, the commands installed as by install.sh."""
    commands = Path(os.environ["HOME"]) / ".claude" / "commands"
    commands.mkdir(exist_ok=True)
    for page in (ROOT / "commands").glob("exp-*.md"):
        (commands / page.name).touch()
    return subprocess.run(
        [sys.executable, "-I", str(LIB / "retrieve.py"), "--format", form],
        input=json.dumps({"prompt": prompt, "session_id": str(uuid.uuid4())}),
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def test_the_example_of_an_injection_is_what_comes_out(home: Path) -> None:
    folder = home / "global" / "general"
    folder.mkdir(parents=True)
    (folder / "example.md").write_text(block(INJECTION, "markdown"), "utf-8")
    prompt = block(INJECTION, "prompt").strip()
    text, line = block(INJECTION, "text"), block(INJECTION, "user").strip()
    assert retrieved(prompt, "text") == text
    document = json.loads(retrieved(prompt, "json"))
    assert document["hookSpecificOutput"]["additionalContext"] == text.rstrip("\n")
    assert document["systemMessage"] == line
    assert retrieved(prompt, "halves").splitlines()[1:] == [line, "end"]
    assert exp("lint", str(folder)).startswith("status: ")


def test_the_log_line_has_the_keys_that_are_told(home: Path) -> None:
    installed_template(home)
    retrieved("make the settings page load as a lazy route", "text")
    told = _FEATURE_ROW.findall(section(INJECTION, "## The log", "`EXPERIENCE_HOME/logs/errors.jsonl`"))
    (line,) = (home / "logs" / "injections.jsonl").read_text("utf-8").splitlines()
    assert list(json.loads(line)) == told


def test_the_screen_of_explain_is_what_it_says(home: Path) -> None:
    installed_template(home)
    text = RETRIEVAL.read_text("utf-8")
    (prompt,) = re.findall(r'exp\.py explain "([a-z ]+)"', text)
    assert block(RETRIEVAL, "explain") in exp("explain", prompt)


def test_the_screen_in_the_readme_is_what_comes_out(home: Path) -> None:
    installed_template(home)
    text = README.read_text("utf-8")
    (prompt,) = re.findall(r"^> (.+)$", block(README, "screen"), re.MULTILINE)
    document = json.loads(retrieved(prompt, "json"))
    assert document["hookSpecificOutput"]["additionalContext"] in block(README, "model")
    assert "…" not in document["hookSpecificOutput"]["additionalContext"], "the first warning is shown whole"
    assert document["systemMessage"] in block(README, "screen")
    assert f'explain "{prompt}"' in text


def nudged(folder: Path, form: str) -> str:
    """What the door of the nudge prints in a session of its own, where one command failed three times."""
    made = Transcript().ask()
    for _ in range(3):
        made.fail("npm run build --verbose", "error TS2345: Argument of type string is not assignable")
    payload = prompt_payload("go on", transcript_path=str(made.write(folder / "t.jsonl")))
    command = [sys.executable, "-I", str(LIB / "nudge.py"), "--format", form]
    return subprocess.run(
        command, input=json.dumps(payload), capture_output=True, text=True, check=True
    ).stdout


def test_the_example_of_a_nudge_is_what_comes_out(home: Path, tmp_path: Path) -> None:
    assert nudged(tmp_path, "text") == block(INJECTION, "nudge")
    line = json.loads(nudged(tmp_path, "json"))["systemMessage"] + "\n"
    assert line == block(INJECTION, "nudge-user") == block(README, "nudge-user")


def test_the_log_line_of_a_nudge_has_the_keys_that_are_told(home: Path, tmp_path: Path) -> None:
    nudged(tmp_path, "text")
    told = re.findall(r"`([a-z_]+)`", " ".join(re.findall(r"^\|([^|]*)\|", nudge_keys(), re.MULTILINE)))
    (line,) = (home / "logs" / "nudges.jsonl").read_text("utf-8").splitlines()
    assert list(json.loads(line)) == told
    signals = set(_FEATURE_ROW.findall(section(INJECTION, "**Signals**", "| Constant |")))
    assert signals == {"same_command", "same_error", "prompt"} > set(json.loads(line)["signals"])


def nudge_keys() -> str:
    return section(INJECTION, "**Its log line**", "**How good it is.**")


def test_the_line_about_waiting_patterns_is_what_is_said() -> None:
    assert block(INJECTION, "waiting").strip() == render.waiting_line("3")


def test_the_screen_of_log_is_what_it_says() -> None:
    warned = {"patterns_injected": ["frontend-2026-04-18-stale-chunk"], "suppressed": {}}
    held = {"suppressed": {"frontend-2026-04-18-stale-chunk": "already shown in this session"}}
    rows: list[dict[str, Any]] = [
        {"ts": "2026-11-30T20:41:07Z", "kind": "prompt", **warned},
        {"ts": "2026-11-30T20:41:52Z", "kind": "prompt", **held},
        {"ts": "2026-11-30T20:44:10Z", "kind": "prompt"},
        {"ts": "2026-11-30T20:49:31Z", "kind": "nudge", "signals": ["same_command", "same_error"]},
    ]
    for row in rows:
        row["scores"] = {"frontend-2026-04-18-stale-chunk": 1.0}
    assert block(INJECTION, "log").splitlines() == [line for row in rows for line in log.told(row)]


def test_numbers_in_the_prose_of_the_readme_are_those_of_the_code() -> None:
    text = " ".join(README.read_text("utf-8").split())
    packs = sorted(len(list(pack.glob("*.md"))) for pack in (ROOT / "templates" / "starter").iterdir())
    minutes, days = cooldown.COOLDOWN_SECONDS // 60, ledger.KEPT_SECONDS // 86_400
    told = (
        f"the last {tail.TAIL_BYTES // 1024} KB of the transcript",
        f"once in {minutes} minutes and {cooldown.MOST_PER_SESSION} times per session",
        f"removed {days} days after",
        f"A log of more than {vocabulary.MAX_LOG_BYTES >> 20} MB",
        f"{packs[0]} to {packs[-1]} patterns",
    )
    assert [phrase for phrase in told if phrase not in text] == []


def test_the_rounds_of_prompts_that_figures_are_quoted_for_are_kept() -> None:
    folder = ROOT / "tests" / "hotpath" / "nudges"
    lines = (folder / "more_prompts.jsonl").read_text("utf-8").splitlines()
    rounds = [json.loads(line)["round"] for line in lines]
    for page in (README, INJECTION):
        text = " ".join(page.read_text("utf-8").split())
        assert f"{rounds.count(3)} prompts" in text
        assert re.search(rf"\b{rounds.count(4)} (nasty )?look-alikes", text)


def test_the_version_in_the_code_is_told_in_the_changelog() -> None:
    assert vocabulary.VERSION in (ROOT / "CHANGELOG.md").read_text("utf-8")
