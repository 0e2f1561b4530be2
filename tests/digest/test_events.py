"""Adding events: checked, redacted, once; what is wrong is named."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from experience.digest.events import append_event
from experience.digest.numbers import MAX_EVENT_BYTES
from experience.errors import UsageError
from tests.digest.skill import NAME, Skill, event
from tests.house import ROOT

WHOLE: dict[str, Any] = {
    "ts": "2026-06-21T10:00:00Z", "session_id": "s1", "skill": NAME, "key": "recent-dates",
    "winning_pattern": "brand + pain_word + recent_date_window", "good_query": "品牌 痛点词 近30天",
    "outcome": "success", "user_feedback": "accepted", "user_correction": "no, this year",
    "failure_pattern": "old",
    "rubrics_passed": ["a"], "rubrics_failed": [], "promote_candidate": True, "trace_ref": "traces/s1.jsonl",
    "context": {"task_domain": "product-research", "subsequent_channels_used": ["search-douyin"]},
    "metrics": {"relevant_out_of_returned": "9/18", "led_to_user_acceptance": True},
    "evidence": [{"title": "A", "url": "https://example.org/a", "more": 1}],
}  # fmt: skip


def rows(skill: Skill) -> list[dict[str, Any]]:
    return [json.loads(line) for line in skill.folder.log.read_text("utf-8").splitlines()]


def test_every_key_of_the_mission_is_kept_and_unknown_ones_too(skill: Skill) -> None:
    assert append_event(skill.folder, {**WHOLE, "of_next_year": {"a": [1]}}).added
    (row,) = rows(skill)
    assert row == {**WHOLE, "of_next_year": {"a": [1]}}
    assert list(row)[:3] == ["ts", "session_id", "skill"]
    assert skill.folder.log.stat().st_mode & 0o777 == 0o600


def test_the_schema_describes_what_is_written(skill: Skill) -> None:
    schema = json.loads((ROOT / "references" / "schemas" / "event.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    append_event(skill.folder, WHOLE)
    append_event(skill.folder, {"failure_pattern": "times out", "user_feedback": None})
    for row in rows(skill):
        jsonschema.validate(row, schema)
    assert set(WHOLE) == set(schema["properties"])
    wrong: tuple[dict[str, Any], ...] = (
        {"outcome": "won"},
        {"user_feedback": "loved"},
        {"rubrics_passed": 3},
        {"metrics": []},
    )
    for bad in wrong:
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate({**WHOLE, **bad}, schema)


def test_the_same_event_twice_is_written_once_whatever_the_order_of_its_keys(skill: Skill) -> None:
    assert append_event(skill.folder, WHOLE).added
    assert not append_event(skill.folder, dict(reversed(WHOLE.items()))).added
    assert len(rows(skill)) == 1


def test_an_event_without_a_time_is_once_per_session_and_day(skill: Skill) -> None:
    untimed = {key: value for key, value in WHOLE.items() if key != "ts"}
    assert [append_event(skill.folder, untimed).added for _ in range(3)] == [True, False, False]
    assert append_event(skill.folder, {**untimed, "session_id": "s2"}).added


def test_an_event_that_was_archived_is_not_added_again(skill: Skill) -> None:
    append_event(skill.folder, WHOLE)
    skill.folder.archive.mkdir()
    skill.folder.log.rename(skill.folder.archive / "2026-06.jsonl")
    assert not append_event(skill.folder, WHOLE).added


def test_evidence_without_title_or_url_is_left_out_and_counted(skill: Skill) -> None:
    good = {"title": "A", "url": "https://example.org"}
    bad = [{"title": "A"}, {"title": "", "url": "https://x"}, {"title": "A", "url": "  "}, "text", None]
    assert append_event(skill.folder, {**WHOLE, "evidence": [good, *bad]}).dropped_evidence == 5
    assert rows(skill)[0]["evidence"] == [good]


@pytest.mark.parametrize("place", ["winning_pattern", "user_correction", "unknown_key", "nested", "in_key"])
def test_T16_a_secret_is_never_written(skill: Skill, place: str) -> None:
    token = "ghp_" + "a1B2" * 9
    said = f"use {token} there"
    more: dict[str, Any] = {place: said}
    if place == "nested":
        more = {"context": {"a": [{"b": said}]}}
    if place == "in_key":
        more = {"context": {said: 1}}
    append_event(skill.folder, {**WHOLE, **more})
    assert token not in skill.folder.log.read_text()
    assert "<redacted:" in skill.folder.log.read_text()


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({"outcome": "won"}, "outcome: expected one of success, failure, partial, unknown"),
        ({"user_feedback": "yes"}, "user_feedback: expected one of accepted, rejected, unknown, null"),
        ({"winning_pattern": 3}, "winning_pattern: expected a text"),
        ({"rubrics_failed": "a"}, "rubrics_failed: expected a list"),
        ({"metrics": []}, "metrics: expected an object"),
        ({"promote_candidate": "yes"}, "promote_candidate"),
        ({"ts": "yesterday"}, "ts: expected a time"),
        ({"skill": "another"}, "but the folder is 'search-demo'"),
        ({"winning_pattern": "x" * MAX_EVENT_BYTES}, "bytes; at most"),
    ],
)
def test_what_is_wrong_is_named_and_nothing_written(skill: Skill, wrong: dict[str, Any], named: str) -> None:
    with pytest.raises(UsageError, match=named):
        append_event(skill.folder, {**WHOLE, **wrong})
    assert not skill.folder.log.exists() or not rows(skill)


def test_L02_a_torn_tail_stays_a_line_of_its_own(skill: Skill) -> None:
    skill.folder.log.parent.mkdir()
    torn = b'{"ts": "2026-06-01T00:00:00Z", "winning_pattern": "\xe6\x97'
    skill.folder.log.write_bytes(torn)
    append_event(skill.folder, WHOLE)
    first, second, rest = skill.folder.log.read_bytes().split(b"\n")
    assert (first, rest) == (torn, b"")
    assert json.loads(second) == WHOLE
    assert skill.compact().bad == {"not JSON (torn or damaged)": 1}


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"[1]", "JSON of another type"),
        (b"3", "JSON of another type"),
        (b'{"ts": NaN}', "no usable time"),
        (b'{"ts": Infinity}', "no usable time"),
        (b'{"ts": true}', "no usable time"),
        (b'{"ts": null, "winning_pattern": "a"}', "no usable time"),
        (b'{"ts": "2026-02-30T00:00:00Z"}', "no usable time"),
        (b'{"ts": 1' + b"0" * 5000 + b"}", "not JSON (torn or damaged)"),
        (b"[" * 100_000, "not JSON (torn or damaged)"),
        (b'{"ts": "2026-06-01", "skill": "another"}', "of another skill"),
        (b'{"ts": "2026-06-01", "x": "' + b"y" * 1_100_000 + b'"}', "too long"),
        (b"\0" * 3000, "not JSON (torn or damaged)"),
    ],
)
def test_L12_L13_lines_that_are_no_events_are_counted_and_stay(
    skill: Skill, line: bytes, reason: str
) -> None:
    good = [event(1, number, winning_pattern="a", outcome="success") for number in range(3)]
    skill.log(good[0], line, *good[1:])
    before = skill.folder.log.read_bytes()
    done = skill.compact()
    assert done.promoted == ["a"]
    assert done.bad == {reason: 1}
    kept = [skill.folder.log, *skill.folder.archive.glob("*")]  # the long one made the log rotate
    assert before in [path.read_bytes() for path in kept]


@pytest.mark.parametrize(
    "ts",
    [
        "2026-06-29T23:59:59Z", "2026-06-30T01:59:59+02:00", "2026-06-29T20:00:00-0330",
        "2026-06-29 23:59:59", "2026-06-29T23:59:59.123456789Z", "2026-06-29", 1_782_777_599,
        1_782_777_599_123, "2026-06-29T23:59:60Z",
    ],
)  # fmt: skip
def test_L07_times_of_every_kind_lie_on_one_line(skill: Skill, ts: Any) -> None:
    skill.log(
        *[{**event(0, number, winning_pattern="a", outcome="success"), "ts": ts} for number in range(3)]
    )
    skill.compact()
    assert skill.section("Active Rules") == ["- a — seen=3, success=3, last_verified=2026-06-29"]


def test_values_of_wrong_types_cost_their_own_key_only(skill: Skill) -> None:
    odd = {"winning_pattern": ["a"], "good_query": 3, "key": {}, "rubrics_passed": "x", "metrics": 7}
    skill.log(*[event(1, n, failure_pattern="f", **odd) for n in range(3)])
    assert skill.compact().promoted == ["f"]
