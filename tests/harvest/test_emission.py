"""Sessions that worked become events of the skills they used, once; never anything else."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import jsonschema
import pytest

from experience.digest.compact import compact_experience
from experience.digest.skills import SkillFolder
from experience.harvest import batch, emission, redacted
from experience.harvest.trace import from_document
from tests.harvest.made import events, put, searched, skill
from tests.house import ROOT

SCHEMA = json.loads((ROOT / "references" / "schemas" / "event.schema.json").read_text())
MISSION = {
    "ts", "session_id", "skill", "winning_pattern", "good_query", "context", "metrics", "promote_candidate",
    "trace_ref"
}  # fmt: skip


@pytest.fixture
def user(home: Path) -> Path:
    return home.parent.parent


def harvest(user: Path, *paths: Path, anew: bool = False) -> batch.Totals:
    return batch.run(list(paths), str(user), anew=anew)


def test_the_missions_object_with_what_the_evaluation_needs(user: Path, home: Path) -> None:
    folder = skill(user, "search-web")
    session = searched("site:example.org Nike shoes complaints last 30 days")
    totals = harvest(user, put(user, session))
    (event,) = events(folder)
    jsonschema.validate(event, SCHEMA)
    assert event.keys() >= MISSION | {"outcome", "user_feedback", "rubrics_passed", "rubrics_failed", "key"}
    assert event["winning_pattern"] == "site + brand + term + pain_word + recent_date_window"
    assert event["good_query"] == "<site> <brand> shoes complaints <recent_date_window>"
    assert (event["outcome"], event["user_feedback"], event["promote_candidate"]) == (
        "success",
        "accepted",
        True,
    )
    assert event["metrics"] == {"led_to_user_acceptance": True}
    assert (totals.accepted, totals.events, totals.failed) == (1, 1, [])
    trace = home / event["trace_ref"]
    assert stat.S_IMODE(trace.stat().st_mode) == 0o600
    assert from_document(json.loads(trace.read_text())).session_id == session.session


def test_once_per_session_and_lesson_however_often_and_also_when_the_session_went_on(user: Path) -> None:
    folder = skill(user, "search-web")
    session = searched()
    path = put(user, session)
    harvest(user, path)
    assert harvest(user, path, anew=True).known == 1
    session.ask("now it works even better, perfect").say("Fine.")
    assert harvest(user, put(user, session)).known == 1
    assert len(events(folder)) == 1


def test_another_session_is_another_event_and_three_promote_the_rule(user: Path) -> None:
    folder = skill(user, "search-web")
    for brand in ("Nike", "Adidas", "Puma"):
        harvest(user, put(user, searched(f"{brand} shoes complaints last 30 days")))
    assert len(events(folder)) == 3
    assert not (folder / "experience.md").exists()
    compact_experience(str(folder))
    assert "brand + term + pain_word + recent_date_window" in (folder / "experience.md").read_text()


def test_a_rejected_session_and_one_that_nobody_judged_emit_nothing(user: Path, home: Path) -> None:
    folder = skill(user, "search-web")
    totals = harvest(user, put(user, searched(said="that's wrong")), put(user, searched(said="")))
    assert (totals.accepted, totals.rejected, events(folder)) == (0, 2, [])
    assert not (home / "traces").exists()


def test_without_a_skill_folder_it_is_skipped_and_counted(user: Path) -> None:
    totals = harvest(user, put(user, searched()))
    assert (totals.accepted, totals.events, totals.without_skill) == (1, 0, 1)


def test_a_secret_in_a_query_is_in_no_file(user: Path, home: Path) -> None:
    skill(user, "search-web")
    secret = "ghp_" + "Zz9Y" * 9
    harvest(user, put(user, searched(f"{secret} leaked token review")))
    everything = b"".join(
        path.read_bytes() for path in user.rglob("*") if path.is_file() and "projects" not in path.parts
    )
    assert secret.encode() not in everything
    assert b"<secret>" in everything


def test_a_secret_is_known_by_the_name_of_its_argument_and_in_every_field() -> None:
    token = "ghp_" + "Zz9Y" * 9
    args = {"password": "hunter2", "headers": {"Authorization": "Basic dXNlcjpwYXNz", "api_key": "abc123"}}
    call = {"name": "x", "args": {**args, "max_tokens": 100, "q": "hat"}, "ts": token, "agent": token}
    trace = from_document({"session_id": token, "ts": token, "tool_calls": [{**call, "cost": float("nan")}]})
    written = json.dumps(redacted.redacted(trace).as_document(), allow_nan=False)
    assert [one for one in (token, "hunter2", "dXNlcjpwYXNz", "abc123") if one in written] == []
    assert '"q": "hat"' in written
    assert '"max_tokens": 100' in written
    for name in ("922a0f91-6f80-4d9e-a762-63753690967b", "../../x", "s1"):
        assert redacted.redacted(from_document({"session_id": name})).session_id == name


def test_the_order_of_skills_and_the_relevance_of_results(user: Path) -> None:
    for name in ("search-web", "search-zhihu"):
        skill(user, name)
    call = {"success": True, "returned": 6, "relevant": 3}
    trace = from_document({
        "session_id": "s", "query": "q", "user_feedback": "accepted", "clarify_result": {"rubrics": [1, 2,
        3, 4], "task_domain": "product-research"},
        "tool_calls": [
            {"name": "search-web", "args": {"query": "Nike shoes review"}, **call},
            {"name": "search-web", "args": {"query": "Sony phones review"}, **call},
            {"name": "mcp__autosearch__search_zhihu", "args": {"query": "跑鞋 测评"}, "success": True},
        ],
    })  # fmt: skip
    found = emission.planned(trace, str(user))
    first, second = found.lessons
    assert first.event["context"] == {
        "task_domain": "product-research", "clarify_had_rubrics": 4,
        "subsequent_channels_used": ["search-zhihu"]
    }  # fmt: skip
    assert first.event["metrics"] == {"led_to_user_acceptance": True, "relevant_out_of_returned": "6/12"}
    assert (second.skill.name, second.event["winning_pattern"]) == ("search-zhihu", "term + review_word")


def test_a_hostile_session_id_stays_in_its_folder() -> None:
    for name in ("../../x", "a/b", "", ".hidden", "x" * 400, "\n"):
        assert "/" not in emission.file_name(name)
        assert not emission.file_name(name).startswith(".")


def test_a_log_that_cannot_be_written_costs_that_skill_only(user: Path) -> None:
    folder = skill(user, "search-web")
    (folder / "experience").mkdir()
    (folder / "experience" / "patterns.jsonl").mkdir()
    totals = harvest(user, put(user, searched()))
    assert (totals.events, len(totals.failed)) == (0, 1)
    assert "search-web" in totals.failed[0]
    assert isinstance(SkillFolder(folder).log, Path)
