"""A night from the outside: asked, refused, asked again, carried out, reported; and every way it ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from experience.memory.whose import Memory
from tests.commands.cold import Ran, exp
from tests.commands.memory_model import asked, scripted
from tests.house import LIB, clean_environment
from tests.memory.conftest import auto, workspace
from tests.memory.made import MEMORY, PORTS, change, changes

__all__ = ["auto", "workspace"]

DEBUG = "- Debugged a flaky link check on Friday, it was DNS"
GOOD = changes(
    change("ephemeral", DEBUG), change("merge", *PORTS, merged="- shop port: 2026-01 8080, 2026-03 9090")
)
WRONG = changes(change("ephemeral", DEBUG), change("merge", *PORTS, merged="- shop port: 9090"))


def nightly(home: Path, memory: Memory, model: str, *more: str, env: dict[str, str] | None = None) -> Ran:
    return exp(
        home, "memory", "nightly", "--path", str(memory.path), "--runner", "command", "--command", model,
        *more, env=env,
    )  # fmt: skip


def test_a_wrong_answer_is_told_what_is_wrong_and_the_second_counts(
    home: Path, workspace: Memory, tmp_path: Path
) -> None:
    ran = nightly(home, workspace, scripted(tmp_path / "m", "I would delete much.", WRONG, GOOD))
    assert ran.lines[0] == "status: applied", ran
    assert "Memory compact: 2 changes" in ran.out
    assert "1. ephemeral: no longer true" in ran.out
    assert "(-15 %): ephemeral 1, merge 1" in ran.out
    first, second, third = asked(tmp_path / "m")
    assert MEMORY in first
    assert "Prefers short answers, in Czech." in first
    assert "no JSON" in second
    assert "merged loses 2026-01, 8080, 2026-03" in third
    assert first.split("\n\n")[1].startswith("compact-memory-auto:")
    log = workspace.cron_log.read_text()
    assert "attempt 2 refused" in log
    assert "attempt 3 answer" in log
    assert [path.name[-17:] for path in (workspace.base / "backup").iterdir()] == ["_memory.backup.md"]
    assert workspace.path.read_text() == MEMORY.replace(DEBUG + "\n", "").replace(
        "\n".join(PORTS), "- shop port: 2026-01 8080, 2026-03 9090"
    )


def test_undo_brings_it_back_and_refuses_after_an_edit(home: Path, workspace: Memory, tmp_path: Path) -> None:
    model = scripted(tmp_path / "m", GOOD)
    run = json.loads(nightly(home, workspace, model, "--json").out)["nights"][0]["run"]
    named = ("--path", str(workspace.path))
    assert exp(home, "memory", "runs", *named).lines[1].startswith(f"{run}  applied, 2 changes")
    assert exp(home, "memory", "undo", run, *named).lines[0] == "status: undone"
    assert workspace.path.read_text() == MEMORY
    nightly(home, workspace, model)
    workspace.path.write_text("- mine\n")
    refused = exp(home, "memory", "undo", *named)
    assert refused.code == 1
    assert "changed since run" in refused.err


def test_an_empty_set_changes_nothing(home: Path, workspace: Memory, tmp_path: Path) -> None:
    ran = nightly(home, workspace, scripted(tmp_path / "m", changes()), "--language", "cs")
    assert ran.lines[:2] == ["status: nothing", "Memory compact: není co měnit"]
    assert list(workspace.backups.iterdir()) == []


def test_three_refusals_are_an_error_and_nothing_is_written(
    home: Path, workspace: Memory, tmp_path: Path
) -> None:
    (home / "config.yaml").write_text("language: cs\n")
    ran = nightly(home, workspace, scripted(tmp_path / "m", WRONG))
    assert ran.code == 1
    assert ran.lines[1].startswith("Memory compact: CHYBA — žádný platný návrh ani na 3. pokus")
    assert len(asked(tmp_path / "m")) == 3
    assert workspace.path.read_text() == MEMORY
    assert not workspace.log.exists()


@pytest.mark.parametrize("answer", ['{"changes": [{"category": "ephemeral", "original": ["- Ask', "", "null"])
def test_M06_M12_a_cut_off_answer_is_no_set(
    home: Path, workspace: Memory, tmp_path: Path, answer: str
) -> None:
    assert nightly(home, workspace, scripted(tmp_path / "m", answer)).code == 1
    assert workspace.path.read_text() == MEMORY


@pytest.mark.parametrize("name", ["MEMORY.md", "USER.md"])
def test_M07_M08_a_file_that_changed_meanwhile_is_skipped_and_the_next_night_runs(
    home: Path, workspace: Memory, tmp_path: Path, name: str
) -> None:
    path = workspace.path if name == "MEMORY.md" else workspace.others[name]
    model = scripted(tmp_path / "m", GOOD, do=f"open({str(path)!r}, 'a').write('- meanwhile\\n')")
    ran = nightly(home, workspace, model)
    assert ran.code == 0
    assert ran.lines[:2] == ["status: skipped", f"Memory compact: skipped, file changed meanwhile ({name})"]
    assert path.read_text().endswith("- meanwhile\n")
    copies = [one for one in workspace.backups.iterdir() if one.name.endswith(f"before-run_{name}")]
    assert len(copies) == 1
    assert str(copies[0]) in ran.out
    assert nightly(home, workspace, scripted(tmp_path / "n", GOOD)).lines[0] == "status: applied"


def test_a_model_that_guts_the_file_itself_can_be_undone_from_the_copy(
    home: Path, workspace: Memory, tmp_path: Path
) -> None:
    model = scripted(tmp_path / "m", GOOD, do=f"open({str(workspace.path)!r}, 'w').write('gone')")
    assert nightly(home, workspace, model).lines[0] == "status: skipped"
    (copy,) = workspace.backups.iterdir()
    assert copy.read_text() == MEMORY


def test_a_model_that_does_not_answer_in_time_is_ended(home: Path, workspace: Memory, tmp_path: Path) -> None:
    (home / "memory.yaml").write_text("seconds: 2\n")
    model = scripted(tmp_path / "m", GOOD, do="import time; time.sleep(60)")
    started = time.monotonic()
    ran = nightly(home, workspace, model)
    assert time.monotonic() - started < 30
    assert ran.lines[1] == "Memory compact: ERROR — no answer within 2 s"


def test_M20_of_two_nights_at_once_one_writes(home: Path, workspace: Memory, tmp_path: Path) -> None:
    slow = scripted(tmp_path / "slow", GOOD, do="import time; time.sleep(3)")
    command = [sys.executable, str(LIB / "exp.py"), "memory", "nightly", "--path", str(workspace.path),
               "--runner", "command", "--command", slow]  # fmt: skip
    environment = {**clean_environment(home.parent.parent, home), "EXP_IN_VENV": "1"}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as first:
        while not asked(tmp_path / "slow"):
            time.sleep(0.05)
        second = nightly(home, workspace, scripted(tmp_path / "m", GOOD))
        out, _ = first.communicate(timeout=60)
    assert second.lines[:2] == ["status: skipped", "Memory compact: skipped, another run is at it"]
    assert out.startswith("status: applied")


def test_a_night_that_is_killed_leaves_the_file_and_no_lock(
    home: Path, workspace: Memory, tmp_path: Path
) -> None:
    slow = scripted(tmp_path / "slow", GOOD, do="import time; time.sleep(30)")
    command = [sys.executable, str(LIB / "exp.py"), "memory", "nightly", "--path", str(workspace.path),
               "--runner", "command", "--command", slow]  # fmt: skip
    environment = {**clean_environment(home.parent.parent, home), "EXP_IN_VENV": "1"}
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) as first:
        while not asked(tmp_path / "slow"):
            time.sleep(0.05)
        os.kill(first.pid, signal.SIGKILL)
    assert workspace.path.read_text() == MEMORY
    assert nightly(home, workspace, scripted(tmp_path / "m", GOOD)).lines[0] == "status: applied"


def test_a_file_that_is_no_UTF_8_and_one_that_is_missing_are_errors(
    home: Path, workspace: Memory, tmp_path: Path
) -> None:
    workspace.path.write_bytes(b"- ok\n- \xff\n")
    ran = nightly(home, workspace, scripted(tmp_path / "m", GOOD))
    assert ran.lines[1].startswith("Memory compact: ERROR — ")
    assert "MEMORY.md:2: not UTF-8" in ran.out
    assert asked(tmp_path / "m") == []
    assert exp(home, "memory", "nightly", "--path", str(tmp_path / "nowhere")).code == 1


def test_a_program_that_is_missing_is_named(home: Path, workspace: Memory) -> None:
    assert "cannot be started" in nightly(home, workspace, "/no/such/program").out
    assert "set command in memory.yaml" in nightly(home, workspace, "").out


def test_a_secret_of_the_memory_is_in_no_log_but_the_verbatim_one(
    home: Path, workspace: Memory, tmp_path: Path
) -> None:
    secret = "ghp_" + "Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb3d"
    line = f"- token of the bot: {secret}"
    workspace.path.write_text(MEMORY + line + "\n")
    answer = changes(change("detail", line), {**change("ephemeral", DEBUG), "reason": f"see {secret}"})
    ran = nightly(home, workspace, scripted(tmp_path / "m", answer))
    assert ran.lines[0] == "status: applied"
    assert secret not in ran.out
    assert secret not in workspace.cron_log.read_text()
    assert secret in workspace.log.read_text()


def test_5_MB_are_audited_in_parts(home: Path, workspace: Memory, tmp_path: Path) -> None:
    rows = [
        f"- fact {number:06} about something that is long enough to fill a line\n" for number in range(80_000)
    ]
    workspace.path.write_text("".join(rows))
    assert workspace.path.stat().st_size > 5_000_000
    model = scripted(tmp_path / "m", changes(change("detail", rows[40_000])))
    ran = nightly(home, workspace, model)
    assert ran.lines[0] == "status: applied", ran
    (said,) = asked(tmp_path / "m")
    assert len(said) < 250_000
    assert "is shown; propose for it alone" in said
    assert workspace.path.read_text() == "".join(rows[:40_000] + rows[40_001:])


@pytest.mark.parametrize(
    ("text", "block"),
    [
        (
            "# Paměť\r\n- Dům má číslo 12\r\n- Žluťoučký kůň\r\n- Jiné věci, kterých je tu víc\r\n",
            "- Žluťoučký kůň",
        ),
        (
            "# 记忆\n- 服务器端口是8080\n- 上周五调试了网络问题\n- 用户喜欢简短的回答,不要标题\n",
            "- 上周五调试了网络问题",
        ),
        ("# זיכרון\n- שלום עולם\n- עוד שורה אחת כאן\n- ועוד אחת\n", "- שלום עולם"),
        ("# M\n- 👩‍👩‍👧 “quotes” — dash\u2028and more\n- other\n- and one more of these lines\n", "- other"),
        ("# M\n- " + "word " * 1400 + "\n- " + "b" * 40 + "\n- x", "- x"),
    ],
)
def test_any_script_and_any_line_ends(
    home: Path, workspace: Memory, tmp_path: Path, text: str, block: str
) -> None:
    workspace.path.write_bytes(text.encode())
    ran = nightly(home, workspace, scripted(tmp_path / "m", changes(change("detail", block))))
    assert ran.lines[0] == "status: applied", ran
    end = "\r\n" if "\r\n" in text else "\n"
    assert workspace.path.read_bytes().decode() == text.replace(block + end, "").removesuffix(block)


def test_the_clients_memory_is_measured_and_its_limit_is_the_first_goal(
    home: Path, auto: Memory, tmp_path: Path
) -> None:
    auto.path.write_text(
        "- [Deploys](deploys.md): on Tuesday\n" + "".join(f"- line {n}\n" for n in range(300))
    )
    gone = [f"- line {number}" for number in range(120)]
    ran = nightly(home, auto, scripted(tmp_path / "m", changes(change("detail", *gone))))
    (said,) = asked(tmp_path / "m")
    assert "301 of 200 lines" in said
    assert "from line 201 on nothing is loaded" in said
    assert "First goal: bring it under both limits" in said
    assert "===== deploys.md begins =====" in said
    assert ran.lines[0] == "status: applied", ran
    assert len(auto.path.read_text().splitlines()) == 181
    assert "Too long for the client" not in ran.out
    again = nightly(home, auto, scripted(tmp_path / "n", changes(change("detail", "- line 121"))))
    assert "Too long" not in again.out
    auto.path.write_text("- [Deploys](deploys.md)\n" + "".join(f"- line {n}\n" for n in range(300)))
    model = scripted(tmp_path / "o", changes(change("detail", "- line 0")))
    assert "Na klienta moc dlouhé: řádků 300 z 200" in nightly(home, auto, model, "--language", "cs").out


def test_inside_a_run_of_our_own_no_model_is_asked(home: Path, workspace: Memory, tmp_path: Path) -> None:
    ran = nightly(home, workspace, scripted(tmp_path / "m", GOOD), env={"EXP_NESTED": "1"})
    assert "inside a headless run of our own" in ran.out
    assert asked(tmp_path / "m") == []


def test_a_report_that_fails_neither_repeats_nor_undoes(
    home: Path, workspace: Memory, tmp_path: Path
) -> None:
    pytest.importorskip("apprise")
    token = "tgram://123456789:" + "AAbbCCddEEffGGhhIIjjKKllMMnnOOppQQr/42"
    (home / "memory.yaml").write_text(f"report:\n  - json://127.0.0.1:1\n  - {token.replace('/42', '')}\n")
    ran = nightly(home, workspace, scripted(tmp_path / "m", GOOD))
    assert (ran.code, ran.lines[0]) == (0, "status: applied")
    assert "report 1: " in ran.out
    assert "AAbbCC" not in ran.out + ran.err + workspace.cron_log.read_text()
    assert workspace.path.read_text() != MEMORY
    assert len(asked(tmp_path / "m")) == 1


def test_a_memory_that_vanishes_meanwhile_is_skipped_and_its_copy_kept(
    home: Path, workspace: Memory, tmp_path: Path
) -> None:
    model = scripted(tmp_path / "m", GOOD, do=f"pathlib.Path({str(workspace.path)!r}).unlink()")
    ran = nightly(home, workspace, model)
    assert ran.lines[:2] == ["status: skipped", "Memory compact: skipped, file changed meanwhile (MEMORY.md)"]
    assert [path.read_text() for path in workspace.backups.iterdir()] == [MEMORY]
