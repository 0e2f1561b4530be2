"""Ways in which text, a prompt or a warning got lost or misled, each found by trying."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from experience.hotpath import jsonlite, layers, ledger, record, trusted, turn, upkeep
from experience.index import build, update
from experience.vocabulary import LOG_ERRORS, LOG_INJECTIONS, MAX_PATTERN_BYTES
from tests.commands.cold import exp
from tests.hotpath.machine import MATCHING, PATTERN, PYTHON, rows
from tests.house import HOOK, LIB, RunHook, WritePattern, clean_environment, pattern_text, prompt_payload

PROMPT = "the wobbler of the gadget is off"
THEIRS = "general-2026-04-18-theirs"
TORN = ['{"prompt": "the wobb', '{"a" 1}', '{"a": 1,', "{", '"x', '{"a": "\\ud8"}', "[1 2]"]


@pytest.fixture
def project(tmp_path: Path, write_pattern: WritePattern) -> Path:
    """A clone with one pattern that nobody allowed yet."""
    root = tmp_path / "clone"
    (root / ".git").mkdir(parents=True)
    write_pattern(folder_of(root), id=THEIRS, keywords=["wobbler"])
    return root


def folder_of(project: Path) -> Path:
    return project / ".claude" / "experience"


def asked(project: Path, session: str = "s1", prompt: str = PROMPT) -> dict[str, Any]:
    return prompt_payload(prompt, session_id=session, cwd=str(project))


@pytest.mark.parametrize("text", TORN)
def test_torn_JSON_is_a_ValueError_where_nobody_imported_json(text: str) -> None:
    """The C scanner of Python 3.11 looks for the standard module only to raise its error."""
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\nfrom experience.hotpath import jsonlite\n"
        "try: jsonlite.loads(sys.argv[2])\nexcept ValueError: print('ValueError')\n"
    )
    done = subprocess.run(
        [PYTHON, "-I", "-S", "-c", code, str(LIB), text], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("ValueError\n", "")


def test_a_torn_payload_is_no_error_of_ours(home: Path, corpus: Path, run_hook: RunHook) -> None:
    assert run_hook(TORN[0].encode()).document is None
    assert rows(home, LOG_ERRORS) == []


def test_a_broken_trust_file_costs_no_warning_of_the_users_own(
    home: Path, corpus: Path, project: Path, run_hook: RunHook
) -> None:
    (home / "trust.json").write_text('{"/a": "x')
    result = run_hook(asked(project, prompt=f"{MATCHING}. {PROMPT}"), cwd=project)
    assert PATTERN in result.context
    assert THEIRS not in result.stdout


@pytest.mark.parametrize("name", ["a\x00b.md", "\ud800.md", "", ".", "..", "x" * 5000])
def test_a_strange_name_in_trust_json_costs_nothing_else(
    home: Path, corpus: Path, project: Path, run_hook: RunHook, name: str
) -> None:
    assert exp(home, "trust", cwd=project).code == 0
    found = json.loads((home / "trust.json").read_text())
    found[str(project)][trusted.FOLDER + name] = "0" * 64
    (home / "trust.json").write_text(json.dumps(found))
    context = run_hook(asked(project, prompt=f"{MATCHING}. {PROMPT}"), cwd=project).context
    assert PATTERN in context
    assert THEIRS in context
    assert rows(home, LOG_ERRORS) == []


def test_a_file_name_cannot_repaint_the_terminal_or_forge_a_line(home: Path, project: Path) -> None:
    folder = folder_of(project)
    (folder / "x\x1b[2K\x1b[1A\u202e\nAllowed: nothing.md").write_text(
        pattern_text(id="general-2026-01-01-x")
    )
    for arguments in (["--show"], [], ["--list"]):
        ran = exp(home, "trust", *arguments, cwd=project)
        assert ran.code == 0
        assert not {"\x1b", "\u202e"} & set(ran.out)
        assert "Allowed: nothing.md" not in ran.lines


@pytest.mark.skipif(sys.platform == "darwin", reason="its file systems refuse such names")
def test_a_file_name_that_is_no_text_stops_nobody(
    home: Path, corpus: Path, project: Path, run_hook: RunHook
) -> None:
    text = pattern_text(id="general-2026-01-01-latin", keywords=["flapper"])
    Path(os.fsdecode(os.fsencode(folder_of(project)) + b"/caf\xe9.md")).write_text(text)
    assert exp(home, "trust", cwd=project).code == 0
    assert THEIRS in run_hook(asked(project), cwd=project).context
    result = run_hook(asked(project, prompt="the flapper is off"), cwd=project)
    assert "general-2026-01-01-latin" in result.context
    assert exp(home, "trust", "--list", cwd=project).code == 0
    assert rows(home, LOG_ERRORS) == []


def test_more_files_than_are_shown_at_once_can_all_be_allowed(
    home: Path, project: Path, run_hook: RunHook
) -> None:
    assert exp(home, "trust", cwd=project).code == 0
    for number in range(trusted.MOST_COUNTED + 50):
        (folder_of(project) / f"a{number:03}.md").write_text("x")
    first = exp(home, "trust", cwd=project)
    assert "run it again" in first.out
    assert "run it again" not in exp(home, "trust", cwd=project).out
    assert exp(home, "trust", cwd=project).lines[0] == "status: nothing-waits"
    assert run_hook(asked(project, "s0", "anything else"), cwd=project).message == ""  # not compiled yet
    assert exp(home, "index", cwd=project).code == 0
    assert run_hook(asked(project), cwd=project).message.count("1 warning") == 1
    assert "wait" not in run_hook(asked(project, "s2"), cwd=project).message


def test_what_was_decided_on_does_not_wait_for_ever(home: Path, project: Path, run_hook: RunHook) -> None:
    """Notes that are no pattern, and what `exp.py trust` cannot allow, were told of in every session."""
    folder = folder_of(project)
    (folder / "notes.md").write_text("Some notes, no frontmatter.\n")
    (folder / "folder.md").mkdir()
    (folder / "out.md").symlink_to("/etc/passwd")
    (folder / "loop.md").symlink_to("loop.md")
    (folder / "huge.md").write_text("x" * (MAX_PATTERN_BYTES + 1))
    os.mkfifo(folder / "pipe.md")
    assert "2 patterns of this repository wait" in run_hook(asked(project), cwd=project).message
    assert exp(home, "trust", cwd=project).code == 0
    result = run_hook(asked(project, "s2"), cwd=project)
    assert THEIRS in result.context
    assert "of this repository wait" not in result.message
    (folder / "notes.md").write_text("Other notes.\n")
    assert "1 pattern of this repository waits" in run_hook(asked(project, "s3"), cwd=project).message


def test_of_a_large_project_only_what_is_allowed_now_is_read(
    home: Path, project: Path, write_pattern: WritePattern, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Trusted whole and indexed, revoked, then one file allowed: the index of before must not serve."""
    monkeypatch.setattr(layers, "MANY_FILES", 2)
    folder = str(folder_of(project))
    for number in range(4):
        write_pattern(folder_of(project), id=f"general-2026-04-18-x{number}")
    long_ago = time.time() - 60
    for path in folder_of(project).iterdir():
        os.utime(path, (long_ago, long_ago))
    everything = layers.project_layer(folder, None)
    monkeypatch.setattr(build, "is_settled", lambda *_: True)
    build.write_base(everything)
    assert not layers.project_layer(folder, None).is_stale()
    assert layers.project_layer(folder, {f"{THEIRS}.md": "0" * 64}).is_stale()


@pytest.mark.skipif(os.geteuid() != 0, reason="needs another owner, so root")
def test_R31_always_does_not_take_what_another_user_put_into_a_folder_of_ours(
    home: Path, project: Path, run_hook: RunHook
) -> None:
    """/tmp belongs to root, and what lies in /tmp/.claude/experience to anybody."""
    (home / "config.yaml").write_text("project_patterns: always\n")
    os.chown(folder_of(project), 12345, 12345)
    assert run_hook(asked(project), cwd=project).context == ""


def test_a_salt_that_a_full_disk_left_empty_is_made_anew(home: Path) -> None:
    (home / "state").mkdir()
    (home / "state" / "salt").touch()
    assert record.prompt_hash("x") == record.prompt_hash("x")
    assert (home / "state" / "salt").stat().st_size == 32
    assert [path.name for path in (home / "state").iterdir()] == ["salt"]


def test_the_first_prompts_of_all_have_one_salt(home: Path) -> None:
    """A twin met the salt between its creation and its text, and took another one."""
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from experience.hotpath import record\nprint(record.prompt_hash('x'))"
    )
    environment = clean_environment(home.parent.parent, home)
    command = [PYTHON, "-I", "-S", "-c", code, str(LIB)]
    twins = [subprocess.Popen(command, env=environment, stdout=subprocess.PIPE) for _ in range(8)]
    assert len({twin.communicate()[0] for twin in twins}) == 1


def test_a_log_that_cannot_be_put_aside_is_written_all_the_same(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record, "MAX_LOG_BYTES", 10)
    (home / "logs").mkdir()
    (home / "logs" / f".{LOG_INJECTIONS}.lock").mkdir()
    for number in range(3):
        record.append(LOG_INJECTIONS, {"number": number})
    assert len(rows(home, LOG_INJECTIONS)) == 3


@pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0 or subprocess.call(["unshare", "-m", "true"]) != 0,
    reason="needs root and mount namespaces: a full /dev/shm",
)
def test_a_full_dev_shm_costs_neither_warning_nor_the_clients_write(
    home: Path, corpus: Path, work: Path
) -> None:
    full = "mount -t tmpfs -o size=4k none /dev/shm && head -c 9000 /dev/zero >/dev/shm/fill 2>/dev/null; "
    payload = prompt_payload(f"{MATCHING} {'x' * 300_000}")
    process = subprocess.Popen(
        ["unshare", "-m", "bash", "-c", f'{full} exec bash -p "$0"', str(HOOK)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        env=clean_environment(home.parent.parent, home), cwd=work,
    )  # fmt: skip
    out, _ = process.communicate(json.dumps(payload).encode())
    assert PATTERN in out.decode()
    assert rows(home, LOG_ERRORS) == []


def test_of_an_unread_corpus_of_many_files_only_the_number_is_looked_at(
    home: Path, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A look at each of 100,000 took the two seconds, and with them the user's own warnings."""
    for number in range(upkeep.FEW + 1):
        (folder_of(project) / f"many-{number}.md").write_text("x")
    started: list[str] = []
    monkeypatch.setattr(layers.Layer, "is_stale", lambda _: pytest.fail("looked at each file"))
    keeper = upkeep.Upkeep(lambda *_: pytest.fail("indexed"), lambda option, _: started.append(option))
    keeper.freshen(layers.project_layer(str(folder_of(project)), None), time.time())
    assert started == ["--detached"]


def test_claims_of_names_that_look_alike_are_not_one(home: Path) -> None:
    session = ledger.Ledger("s1")
    names = ["a/b", "a_b", "a b", "a" * 81, "a" * 82, "A/b", "\ud800", "\ud801"]
    assert jsonlite.dumps(names)
    assert all(session.claim(name) for name in names[:6])


def test_hooks_that_meet_one_edit_at_once_index_it_once(
    home: Path, corpus: Path, write_pattern: WritePattern, run_hook: RunHook
) -> None:
    """Twenty on two processors: each indexed for itself, and nineteen lost their warning to the deadline."""
    assert exp(home, "index").code == 0
    assert PATTERN in run_hook(prompt_payload(MATCHING)).context
    write_pattern(corpus / "frontend", id="frontend-2026-05-05-fresh", keywords=["flapper"])
    delta = home / "state" / "index" / "global.delta"
    with ThreadPoolExecutor(6) as pool:
        results = list(pool.map(lambda _: run_hook(prompt_payload("the flapper is off")), range(6)))
    assert ["frontend-2026-05-05-fresh" in result.context for result in results] == [True] * 6
    assert len(rows(home, LOG_INJECTIONS)) == 7
    assert rows(home, LOG_ERRORS) == []
    assert delta.exists()


def test_a_hook_that_waited_takes_over_what_was_indexed_meanwhile(
    home: Path, corpus: Path, write_pattern: WritePattern, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow, fast = layers.global_layer(), layers.global_layer()
    assert slow.is_stale()
    changes = slow.changes()
    assert fast.is_stale()
    update.refresh(fast, fast.changes())
    assert not slow.knows(changes)
    slow.open()
    assert slow.knows(changes)
    write_pattern(corpus / "frontend", id="frontend-2026-05-05-fresh")
    assert slow.is_stale()
    assert not slow.knows(slow.changes())


def test_who_does_not_get_a_turn_answers_without_the_edit(home: Path) -> None:
    path, soon = str(home), time.monotonic() + 0.05
    with turn.Turn(path, soon) as first, turn.Turn(path, soon) as second:
        assert (first, second) == (True, False)
    with turn.Turn(path, soon) as again, turn.Turn(str(home / "no" / "folder"), soon) as unlocked:
        assert (again, unlocked) == (True, True)
