"""Episodes as candidates: counted across sessions, shown when there are enough, silent until approved."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from experience.checks import registry
from experience.harvest import batch, proposals, supports
from experience.patterns import candidates
from experience.patterns.problem import ERROR
from tests.commands.cold import exp
from tests.harvest.made import lesson, overcome, put, rejected
from tests.hotpath.nudges.transcript import Transcript
from tests.house import RunHook, WritePattern, prompt_payload

PROMPT = "npm run build dies with digital envelope routines, what now"


@pytest.fixture
def user(home: Path) -> Path:
    return home.parent.parent


def harvest(user: Path, *sessions: Transcript) -> batch.Totals:
    return batch.run([put(user, session) for session in sessions], str(user))


def test_three_sessions_make_a_candidate_and_two_do_not(user: Path, home: Path) -> None:
    assert harvest(user, overcome(1), overcome(22)).proposed == []
    (proposed,) = harvest(user, overcome(333)).proposed
    assert proposed.sessions == 3
    (waiting,) = candidates.stock().candidates
    pattern = waiting.pattern
    assert (waiting.note.source, pattern.review_status, pattern.domain) == ("harvest", "pending", "general")
    assert "digital envelope routines" in " ".join(pattern.triggers.keywords)
    assert "NODE_OPTIONS=--openssl-legacy-provider npm run build" in pattern.fix
    assert pattern.provenance.session_id
    assert "/home/dev" not in waiting.path.read_text()
    assert [problem for problem in registry.run(pattern) if problem.severity == ERROR] == []
    assert not list((home / "global").rglob("*.md"))


def test_one_word_of_the_user_is_enough(user: Path) -> None:
    (proposed,) = harvest(user, rejected()).proposed
    assert proposed.sessions == 1
    (waiting,) = candidates.stock().candidates
    assert 'The user said: "never rm -rf here, use make clean"' in waiting.pattern.fix


def test_the_user_may_have_it_edited_first(user: Path, home: Path) -> None:
    (proposed,) = harvest(user, overcome(1), overcome(2), overcome(3)).proposed
    draft = exp(home, "capture", "--edit", proposed.id, said=json.dumps({
        "name": "Old webpack bundles fail on the new OpenSSL",
        "triggers": {"keywords": ["digital envelope routines", "ERR_OSSL_EVP_UNSUPPORTED",
        "openssl-legacy-provider"]},
        "examples": {
            "fire": [
                "npm run build ends with digital envelope routines unsupported",
                "what is ERR_OSSL_EVP_UNSUPPORTED in our storefront build",
                "webpack dies: error:0308010C:digital envelope routines::unsupported",
                "do we still need openssl-legacy-provider for the shop",
                "ci fails since node 18 with ERR_OSSL_EVP_UNSUPPORTED",
                "review: build script lacks openssl-legacy-provider",
            ],
            "quiet": ["renew the tls certificate of the shop", "upgrade node to 22 in the api container"],
        },
    }), env={"CLAUDE_CODE_SESSION_ID": "s"})  # fmt: skip
    assert draft.lines[0] == "status: candidate", draft
    assert exp(home, "capture", "--approve", proposed.id).lines[0] == "status: approved"


def test_a_fork_and_a_session_that_went_on_count_once(user: Path) -> None:
    session = overcome()
    harvest(user, session)
    session.ask("go on").say("Yes.")
    harvest(user, session)
    fork = Transcript()
    fork.rows = [{**row, "sessionId": fork.session} for row in session.rows]
    harvest(user, fork)
    (support,) = supports.load().values()
    assert support.sessions == 1


def test_what_was_dropped_does_not_come_again(user: Path, home: Path) -> None:
    (proposed,) = harvest(user, rejected()).proposed
    assert exp(home, "capture", "--drop", proposed.id).lines[0] == "status: dropped"
    assert harvest(user, rejected()).proposed == []
    assert candidates.stock().candidates == ()


def test_what_a_pattern_tells_of_already_is_not_proposed(
    user: Path, home: Path, write_pattern: WritePattern
) -> None:
    (proposed,) = harvest(user, rejected()).proposed
    exp(home, "capture", "--approve", proposed.id, "--global")
    assert harvest(user, rejected("never rm -rf here, use make clean please")).proposed == []


def test_at_most_five_at_a_time_those_of_most_sessions_first(user: Path) -> None:
    known = {
        str(at): supports.Support([
            lesson(f"s{session}", key=str(at), signature=f"error: gadget {'abcdefgh'[at] * 4}zorp cannot"
                                                         f" mount volume{'xyzuvwst'[at]}foo bar",
                                                         command=f"tool{'abcdefgh'[at] * 3} sync",
                                                         ran=f"tool{'abcdefgh'[at] * 3} sync")
            for session in range(3 + at)
        ])
        for at in range(8)
    }  # fmt: skip
    found = proposals.propose(known, str(user))
    assert [one.sessions for one in found] == [10, 9, 8, 7, 6]


def test_the_log_of_lessons_is_private_and_redacted(user: Path, home: Path) -> None:
    secret = "ghp_" + "Qq7W" * 9
    session = rejected(f"never use the token {secret} in commands here")
    harvest(user, session)
    path = home / "candidates" / "lessons.jsonl"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert secret not in path.read_text()
    assert json.loads(path.read_text().splitlines()[0])["kind"] == "rejection"


def test_nothing_warns_before_approval_and_it_does_afterwards(
    user: Path, home: Path, run_hook: RunHook
) -> None:
    (proposed,) = harvest(user, overcome(1), overcome(2), overcome(3)).proposed
    assert run_hook(prompt_payload(PROMPT)).context == ""
    approved = exp(home, "capture", "--approve", proposed.id)
    assert approved.lines[0] == "status: approved", approved
    assert proposed.id in run_hook(prompt_payload(PROMPT)).context


def test_a_torn_line_of_lessons_costs_itself_only(user: Path, home: Path) -> None:
    harvest(user, overcome(1))
    with (home / "candidates" / "lessons.jsonl").open("ab") as file:
        file.write(b'{"kind": "reco')
    harvest(user, overcome(2))
    (support,) = supports.load().values()
    assert support.sessions == 2
