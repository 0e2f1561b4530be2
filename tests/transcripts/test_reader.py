"""A transcript is read to its end, whatever a crash, a new client or a hostile tool left in it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from experience.transcripts import lines, reader, record
from experience.transcripts.record import Record
from experience.transcripts.turns import tail, turns
from experience.transcripts.typed import typed
from tests.hotpath.nudges.transcript import Transcript
from tests.house import LIB
from tests.peak_memory import OWN_PEAK
from tests.transcripts.recordings import INTERACTIVE, RECORDED

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


def prompts(path: Path) -> list[str]:
    return [said.text for found in reader.records(path) if (said := typed(found))]


def read(path: Path, **more: Any) -> tuple[list[Record], Counter[str]]:
    skipped: Counter[str] = Counter()
    return list(reader.records(path, skipped=skipped, **more)), skipped


def test_every_recording_is_read_without_a_torn_line() -> None:
    recordings = [path for path in RECORDED.glob("*.jsonl") if path.stem != "history"]
    assert len(recordings) > 5
    for path in recordings:
        found, skipped = read(path)
        total = sum(1 for line in path.read_bytes().splitlines() if line.strip())
        assert len(found) + sum(skipped.values()) == total
        assert skipped[reader.TORN] == 0
        assert skipped[reader.COPIES] > 0, "a recording without copies of requests proves nothing about them"


def test_T02_an_unknown_record_type_is_skipped_and_counted(tmp_path: Path) -> None:
    new = {"type": "new-kind", "sessionId": "s"}
    path = Transcript().ask("one").raw(new).raw({"type": 7}).ask("two").write(tmp_path / "a.jsonl")
    found, skipped = read(path)
    assert [one.text for one in found] == ["one", "two"]
    assert skipped[reader.OTHERS] == 4  # with the two `last-prompt` rows


@pytest.mark.parametrize(
    "content", ["text", None, 7, [], {}, ["bare", None, {"type": "text"}], [{"text": 3}]]
)
def test_T03_content_of_any_shape_is_handled(tmp_path: Path, content: Any) -> None:
    session = Transcript().ask("before")
    use = session.call("Bash", {"command": "make"})
    session.result(use, content, failed=True).ask(content).row("assistant", message={"content": content})
    path = session.row("user", message=content).ask("after").write(tmp_path / "a.jsonl")
    found = tail(path)
    assert (found[0].prompt, found[-1].prompt) == ("before", "after")
    assert found[0].calls[0].outcome == "failed"


def test_T04_a_line_of_200_MB_between_two_turns_costs_no_memory(tmp_path: Path) -> None:
    """The long line is a hole in the file: read as NULs, which a crash leaves behind, too."""
    path = tmp_path / "long.jsonl"
    with path.open("wb") as file:
        file.write(Transcript().ask("first").say().data() + b'{"type":"user","message":{"content":"')
        file.seek(200 << 20, os.SEEK_CUR)
        file.write(b'"}}\n' + Transcript().ask("second").say().data())
    code = (
        f"{OWN_PEAK}\nimport sys; from pathlib import Path; from collections import Counter\n"
        "from experience.transcripts import reader, turns\n"
        "path, skipped = Path(sys.argv[1]), Counter()\n"
        "print([t.prompt for t in turns.turns(reader.records(path, skipped=skipped))], dict(skipped))\n"
        "print([t.prompt for t in turns.tail(path)])\n"
        "print(own_peak())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(path)],
        env={**os.environ, "PYTHONPATH": str(LIB)},
        capture_output=True, text=True, check=True, timeout=120,
    )  # fmt: skip
    forwards, backwards, kilobytes = done.stdout.splitlines()
    assert forwards.startswith("['first', 'second']")
    assert f"'{lines.TOO_LONG}': 1" in forwards
    assert backwards == "['first', 'second']"
    assert int(kilobytes) < 100 * 1024


def test_a_torn_end_is_skipped_and_read_once_it_is_whole(tmp_path: Path) -> None:
    whole = Transcript().ask("one").ask("two").data()
    path = tmp_path / "a.jsonl"
    path.write_bytes(whole[:-250])
    assert prompts(path) == ["one"]
    path.write_bytes(whole)
    assert prompts(path) == ["one", "two"]


def test_a_row_glued_to_a_torn_one_is_found(tmp_path: Path) -> None:
    """A client that was killed left half a line; the resumed one appends to it."""
    path = tmp_path / "a.jsonl"
    path.write_bytes(Transcript().ask("lost").data()[:90] + _compact(Transcript().ask("kept")))
    found, skipped = read(path)
    assert [one.text for one in found] == ["kept"]
    assert skipped[reader.TORN] == 0


def _compact(session: Transcript) -> bytes:
    return b"".join(json.dumps(row, separators=(",", ":")).encode() + b"\n" for row in session.rows)


def test_reading_goes_on_where_an_earlier_one_ended(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    first = Transcript().ask("one").data()
    path.write_bytes(first + Transcript().ask("two").data())
    assert [one.text for one in reader.records(path, start=len(first))] == ["two"]
    whole = path.read_bytes()
    for one in reader.records(path):
        assert record.parse(whole[one.offset : one.offset + one.size]) == one.row


def test_copies_of_requests_are_never_counted_twice(tmp_path: Path) -> None:
    blob = {"type": "api-request-blob", "message": {"role": "user", "content": "secret twin"}}
    path = tmp_path / "a.jsonl"
    path.write_bytes(Transcript().ask("secret twin").raw(blob).data() + json.dumps(blob).encode())
    assert prompts(path) == ["secret twin"]


def test_T11_a_summary_has_no_time_and_no_say_in_dating() -> None:
    assert Record({"type": "summary", "summary": "x", "leafUuid": "u"}).ts == ""


@pytest.mark.parametrize(
    ("value", "stamp"),
    [
        ("2026-11-30T17:09:40.500Z", "2026-11-30T17:09:40Z"),
        (1796076399289, "2026-11-30T22:06:39Z"),
        ("2026-11-30", "2026-11-30T00:00:00Z"),
        ("2026-11-30T10:00:00+02:00", "2026-11-30T08:00:00Z"),
        ("2026-11-30T10:00:00", "2026-11-30T10:00:00Z"),
        ("2026-11-30T10:00:00.123456-01:00", "2026-11-30T11:00:00Z"),
        ("2026-11-30Tsecret words", ""),
        ("0001-01-01T00:00:00+23:00", ""),
        ("yesterday", ""), (None, ""), (True, ""), (-1, ""), (float("nan"), ""), ([], ""),
    ],
)  # fmt: skip
def test_times_are_written_one_way(value: Any, stamp: str) -> None:
    assert record.stamp(value) == min(stamp, record.stamp(4e12 / 1000) or stamp)


def test_a_date_in_the_future_counts_as_now() -> None:
    assert record.stamp("2999-01-01T00:00:00Z") < "2998"


def test_T12_the_folder_is_what_the_row_says_not_the_name_of_the_projects_folder(tmp_path: Path) -> None:
    session = Transcript().ask("here").ask("there", cwd="/home/u/a/b")
    path = tmp_path / "-home-u-a-b" / "s.jsonl"
    path.parent.mkdir()
    assert [turn.cwd for turn in tail(session.write(path))] == ["/home/dev/shop", "/home/u/a/b"]


def test_the_end_and_the_whole_tell_the_same_turns() -> None:
    whole = list(turns(reader.records(INTERACTIVE)))
    assert len(whole) == 6
    for count in range(1, 8):
        assert tail(INTERACTIVE, count) == whole[-count:]


def test_no_file_no_folder_no_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name in ("absent", "pipe", "."):
        assert list(reader.records(tmp_path / name)) == []
        assert tail(tmp_path / name) == []


@given(st.lists(JSON, max_size=6), st.binary(max_size=40))
def test_nothing_in_a_row_ends_the_reading(values: list[Any], rubbish: bytes) -> None:
    keys = ("message", "isSidechain", "origin", "promptSource", "toolUseResult", "permissionDecision")
    hostile = {"type": "user", "timestamp": None, **dict(zip(keys, values, strict=False))}
    found = [Record(row) for row in (hostile, {**hostile, "type": "assistant"})]
    assert len(list(turns(found))) <= 2
    assert all((one.ts, one.cwd, one.text) is not None for one in found)
    assert record.parse(rubbish) is None or isinstance(record.parse(rubbish), dict)


@given(st.lists(st.binary(max_size=30).map(lambda data: data.replace(b"\n", b"")), max_size=8))
def test_lines_are_the_same_from_either_end(
    tmp_path_factory: pytest.TempPathFactory, data: list[bytes]
) -> None:
    path = tmp_path_factory.mktemp("lines") / "a"
    path.write_bytes(b"\n".join(data))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lines, "BLOCK", 7)
        file = lines.open_regular(path)
        assert file is not None
        with file:
            there = [(line.offset, line.data.rstrip(b"\n")) for line in lines.forwards(file, Counter())]
            back = [(line.offset, line.data) for line in lines.backwards(file, 1 << 20)]
    assert [line for line in back[::-1] if line[1]] == [line for line in there if line[1]]
