"""Fifteen ends of transcripts that only look like going round in circles."""

from __future__ import annotations

from tests.hotpath.nudges.tail_cases import TYPES, Collection
from tests.hotpath.nudges.transcript import Transcript

LOOK_ALIKES = Collection(stuck=False)


@LOOK_ALIKES.case
def only_twice() -> Transcript:
    made = Transcript()
    for _ in range(2):
        made.ask().edit().fail("npm run build", TYPES, 2)
    return made


@LOOK_ALIKES.case
def solved_at_last() -> Transcript:
    made = Transcript().ask()
    for _ in range(3):
        made.edit().fail("npm run build", TYPES, 2)
    return made.edit().work("npm run build", "built in 3.1s").say("It builds now.")


@LOOK_ALIKES.case
def a_success_in_between() -> Transcript:
    made = Transcript().ask().fail("npm test", "● adds tax\nexpected 3 received 4").edit().work("npm test")
    return (
        made.ask("next")
        .fail("npm test", "● adds tax\nexpected 3 received 4")
        .edit()
        .fail("npm test", "● adds tax")
    )


@LOOK_ALIKES.case
def the_user_rejects_three_times() -> Transcript:
    made = Transcript()
    for _ in range(3):
        made.ask().reject("rm -rf build && npm run build")
    return made


@LOOK_ALIKES.case
def the_configuration_denies_three_times() -> Transcript:
    made = Transcript().ask()
    for _ in range(4):
        made.deny("ls /etc")
    return made


@LOOK_ALIKES.case
def failures_of_a_subagent() -> Transcript:
    made = Transcript().ask()
    made.sidechain = True
    for _ in range(4):
        made.fail("npm run build", TYPES, 2)
    made.sidechain = False
    return made.say("The agent came back.")


@LOOK_ALIKES.case
def parallel_calls_of_one_message() -> Transcript:
    made = Transcript().ask()
    for _ in range(4):
        made.fail(
            "curl -sf https://api.example.org/v1/carts",
            "curl: (22) The requested URL returned error: 503",
            22,
            "msg_1",
        )
    return made


@LOOK_ALIKES.case
def ever_fewer_failures() -> Transcript:
    made = Transcript().ask("make the suite green")
    for count in (12, 7, 3):
        made.edit().fail(
            "pytest -q",
            f"FAILED tests/test_cart.py::test_total - KeyError: 'tax'\n{count} failed, 80 passed in 4.2s",
        )
    return made


@LOOK_ALIKES.case
def a_search_that_finds_nothing() -> Transcript:
    made = Transcript().ask("is lodash gone?")
    for _ in range(4):
        made.fail("grep -rn lodash src/")
    return made


@LOOK_ALIKES.case
def different_commands_and_errors() -> Transcript:
    made = Transcript().ask().fail("npm run lint", "error  'cart' is defined but never used  no-unused-vars")
    made.edit().fail("npm run build", TYPES, 2).edit().fail(
        "npm run e2e", "browserType.launch: Executable doesn't exist"
    )
    return made.edit().fail("docker build .", "ERROR: failed to solve: node:99: not found")


@LOOK_ALIKES.case
def failures_of_work_long_left() -> Transcript:
    made = Transcript().ask()
    for _ in range(3):
        made.edit().fail("npm run build", TYPES, 2)
    for at in range(6):
        made.ask(f"leave the build; write page {at} of the manual").edit("/home/dev/shop/manual.md").say()
    return made


@LOOK_ALIKES.case
def our_own_words_and_copies_of_requests() -> Transcript:
    made = Transcript().ask()
    text = "Recorded failures that resemble this request\nError: Cannot find module './db'"
    for _ in range(4):
        made.row(
            "attachment",
            attachment={
                "type": "hook_additional_context",
                "content": [text],
                "hookEvent": "UserPromptSubmit",
            },
        )
        made.raw(
            {
                "type": "api-request-blob",
                "sessionId": "s",
                "blob": {"content": "still not working, same error again"},
            }
        )
    return made.say()


@LOOK_ALIKES.case
def the_client_refuses_an_edit() -> Transcript:
    made = Transcript().ask()
    for _ in range(4):
        use = made.call("Edit", {"file_path": "/home/dev/shop/a.ts", "old_string": "x", "new_string": "y"})
        made.result(
            use,
            "<tool_use_error>File has not been read yet. Read it first.</tool_use_error>",
            failed=True,
        )
    return made


@LOOK_ALIKES.case
def waiting_for_a_server() -> Transcript:
    made = Transcript().ask("start the server and tell me when it is up").work("npm start &", "started")
    for _ in range(4):
        made.fail(
            "sleep 5 && curl -sf http://localhost:3000/health",
            "curl: (7) Failed to connect to localhost port 3000",
            7,
        )
    return made


@LOOK_ALIKES.case
def one_test_after_the_other_is_fixed() -> Transcript:
    made = Transcript().ask("fix the three red tests")
    for name in ("cart", "tax", "user"):
        text = f"FAILED tests/test_{name}.py::test_it - AssertionError: assert 1 == 2\n1 failed in 0.12s"
        made.fail(f"pytest tests/test_{name}.py", text).edit().work(
            f"pytest tests/test_{name}.py", "1 passed"
        )
    return made
