"""Thirty labelled ends of transcripts; half of them only look like going round in circles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from tests.hotpath.nudges.transcript import Transcript

MODULE = "Error: Cannot find module './db'\nRequire stack:\n- /home/dev/shop/server.js"
TYPES = "src/app.ts(12,5): error TS2345: Argument of type 'string' is not assignable to parameter of type 'Cents'."
NEUTRAL = "please go on with the checkout form"


class Tail(NamedTuple):
    name: str
    stuck: bool
    prompt: str
    transcript: Transcript


_CASES: list[tuple[bool, str, Callable[[], Transcript]]] = []


def _case(
    *, stuck: bool, prompt: str = NEUTRAL
) -> Callable[[Callable[[], Transcript]], Callable[[], Transcript]]:
    def keep(build: Callable[[], Transcript]) -> Callable[[], Transcript]:
        _CASES.append((stuck, prompt, build))
        return build

    return keep


def tails() -> Iterator[Tail]:
    for stuck, prompt, build in _CASES:
        yield Tail(build.__name__, stuck, prompt, build())


# ------------------------------------------------------------------ in circles


@_case(stuck=True)
def same_command_over_three_turns() -> Transcript:
    made = Transcript()
    for _ in range(3):
        made.ask().edit().fail("npm run build", TYPES, 2).say("Fixed the type.")
    return made


@_case(stuck=True)
def same_command_within_one_turn() -> Transcript:
    made = Transcript().ask()
    for _ in range(3):
        made.edit().fail(
            "cargo build", "error[E0382]: borrow of moved value: `cart`\n --> src/main.rs:10:3", 101
        )
    return made.say("I could not get it to build.")


@_case(stuck=True)
def temporary_folders_and_times_change() -> Transcript:
    made = Transcript().ask()
    for at, folder in enumerate(("/tmp/tmp.Xk39Qa", "/tmp/tmp.b7TTz1", "/tmp/tmp.Z0m2wd")):
        text = f"2026-11-30T08:0{at}:11.{at}02Z fatal: wheel metadata missing in {folder}/wheel after {at + 3}.2s"
        made.fail(f"pip wheel . -w {folder}/out --timeout {20 + at}", text)
    return made


@_case(stuck=True)
def same_error_from_three_commands() -> Transcript:
    made = Transcript().ask()
    made.fail("node server.js", MODULE).edit().fail(
        "npm start", f"> shop@1.0.0 start\n> node server.js\n\n{MODULE}"
    )
    return made.edit().fail("node --watch server.js", MODULE)


@_case(stuck=True)
def quotes_and_redirections_differ() -> Transcript:
    made = Transcript().ask()
    text = "E   sqlalchemy.exc.OperationalError: no such table: orders"
    made.fail("pytest tests/test_orders.py", text).edit().fail("pytest 'tests/test_orders.py' 2>&1", text)
    return made.edit().fail('pytest "tests/test_orders.py"', text)


@_case(stuck=True)
def a_pipe_hides_the_exit_status() -> Transcript:
    made = Transcript().ask()
    for _ in range(3):
        made.edit().work(
            "npm test 2>&1 | tail -20", "FAIL src/cart.test.ts\n  ● adds tax\n\nTests: 1 failed, 12 passed"
        )
    return made.say("Still one failing test.")


@_case(stuck=True)
def from_another_folder() -> Transcript:
    made = Transcript().ask()
    text = "make: *** No rule to make target 'assets', needed by 'all'.  Stop."
    made.fail("cd web && make all", text, 2).edit().fail("cd /home/dev/shop/web && make all", text, 2)
    return made.ask("try once more").edit().fail("make all", text, 2)


@_case(stuck=True)
def other_commands_succeed_in_between() -> Transcript:
    made = Transcript()
    for _ in range(3):
        made.ask().work("git status", "clean").fail(
            "terraform apply -auto-approve", "Error: AccessDenied on bucket logs"
        )
        made.work("ls infra", "main.tf")
    return made


@_case(stuck=True)
def a_success_long_before() -> Transcript:
    made = Transcript().ask().work("go test ./...", "ok shop/cart").ask("now add a discount")
    for _ in range(3):
        made.edit().fail(
            "go test ./...", "--- FAIL: TestDiscount (0.00s)\n    cart_test.go:31: want 90, got 100"
        )
    return made


@_case(stuck=True)
def error_content_as_a_list() -> Transcript:
    made = Transcript().ask()
    for _ in range(3):
        made.edit().fail(
            "swift build", [{"type": "text", "text": "Exit code 1\nerror: no such module 'CartKit'"}]
        )
    return made


@_case(stuck=True)
def a_tool_of_a_server_fails_alike() -> Transcript:
    made = Transcript().ask()
    for query in (
        "select * from orders",
        "select id from orders limit 1",
        "select count(*) from public.orders",
    ):
        use = made.call("mcp__postgres__query", {"sql": query})
        made.result(use, 'ERROR: permission denied for relation "orders"', failed=True)
    return made


@_case(stuck=True)
def strange_rows_in_between() -> Transcript:
    made = Transcript().ask().raw({"type": "new-kind", "sessionId": "s"})
    for odd in (
        "[1, 2]",
        "null",
        '{"type": "user", "message": null}',
        '{"type": "assistant", "message": {"content": 3}}',
    ):
        made.raw(odd).edit().fail(
            "dotnet build", "error CS0246: The type or namespace name 'Cart' could not be found"
        )
    return made.raw('{"type": "user", "message": {"role": "us')


@_case(stuck=True)
def identifiers_change() -> Transcript:
    made = Transcript().ask()
    for ident in (
        "6f1c2d3e-88aa-4c1b-9f00-1234567890ab",
        "0badc0de-0000-4000-8000-abcdefabcdef",
        "a" * 8 + "-1111" * 3 + "-" + "b" * 12,
    ):
        text = (
            f"Deployment {ident} failed: image sha256:{ident.replace('-', '') * 2} has no manifest for arm64"
        )
        made.ask("deploy please").fail("flyctl deploy --remote-only", text).say("It failed.")
    return made


@_case(stuck=True, prompt="try again, it still hangs there")
def two_failures_and_a_weak_word() -> Transcript:
    made = Transcript()
    for _ in range(2):
        made.ask().edit().fail("npm run e2e", "TimeoutError: waiting for locator('#pay') to be visible").say(
            "Adjusted."
        )
    return made


@_case(stuck=True)
def headless_turns() -> Transcript:
    made = Transcript(headless=True)
    for _ in range(3):
        made.ask().edit().fail("bundle exec rspec", "NameError: uninitialized constant Shop::Cart").say(
            "Changed it."
        )
    return made


# ------------------------------------------------------------------ look-alikes


@_case(stuck=False)
def only_twice() -> Transcript:
    made = Transcript()
    for _ in range(2):
        made.ask().edit().fail("npm run build", TYPES, 2)
    return made


@_case(stuck=False)
def solved_at_last() -> Transcript:
    made = Transcript().ask()
    for _ in range(3):
        made.edit().fail("npm run build", TYPES, 2)
    return made.edit().work("npm run build", "built in 3.1s").say("It builds now.")


@_case(stuck=False)
def a_success_in_between() -> Transcript:
    made = Transcript().ask().fail("npm test", "● adds tax\nexpected 3 received 4").edit().work("npm test")
    return (
        made.ask("next")
        .fail("npm test", "● adds tax\nexpected 3 received 4")
        .edit()
        .fail("npm test", "● adds tax")
    )


@_case(stuck=False)
def the_user_rejects_three_times() -> Transcript:
    made = Transcript()
    for _ in range(3):
        made.ask().reject("rm -rf build && npm run build")
    return made


@_case(stuck=False)
def the_configuration_denies_three_times() -> Transcript:
    made = Transcript().ask()
    for _ in range(4):
        made.deny("ls /etc")
    return made


@_case(stuck=False)
def failures_of_a_subagent() -> Transcript:
    made = Transcript().ask()
    made.sidechain = True
    for _ in range(4):
        made.fail("npm run build", TYPES, 2)
    made.sidechain = False
    return made.say("The agent came back.")


@_case(stuck=False)
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


@_case(stuck=False)
def ever_fewer_failures() -> Transcript:
    made = Transcript().ask("make the suite green")
    for count in (12, 7, 3):
        made.edit().fail(
            "pytest -q",
            f"FAILED tests/test_cart.py::test_total - KeyError: 'tax'\n{count} failed, 80 passed in 4.2s",
        )
    return made


@_case(stuck=False)
def a_search_that_finds_nothing() -> Transcript:
    made = Transcript().ask("is lodash gone?")
    for _ in range(4):
        made.fail("grep -rn lodash src/")
    return made


@_case(stuck=False)
def different_commands_and_errors() -> Transcript:
    made = Transcript().ask().fail("npm run lint", "error  'cart' is defined but never used  no-unused-vars")
    made.edit().fail("npm run build", TYPES, 2).edit().fail(
        "npm run e2e", "browserType.launch: Executable doesn't exist"
    )
    return made.edit().fail("docker build .", "ERROR: failed to solve: node:99: not found")


@_case(stuck=False)
def failures_of_work_long_left() -> Transcript:
    made = Transcript().ask()
    for _ in range(3):
        made.edit().fail("npm run build", TYPES, 2)
    for at in range(6):
        made.ask(f"leave the build; write page {at} of the manual").edit("/home/dev/shop/manual.md").say()
    return made


@_case(stuck=False)
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


@_case(stuck=False)
def the_client_refuses_an_edit() -> Transcript:
    made = Transcript().ask()
    for _ in range(4):
        use = made.call("Edit", {"file_path": "/home/dev/shop/a.ts", "old_string": "x", "new_string": "y"})
        made.result(
            use,
            "<tool_use_error>File has not been read yet. Read it first before writing to it.</tool_use_error>",
            failed=True,
        )
    return made


@_case(stuck=False)
def waiting_for_a_server() -> Transcript:
    made = Transcript().ask("start the server and tell me when it is up").work("npm start &", "started")
    for _ in range(4):
        made.fail(
            "sleep 5 && curl -sf http://localhost:3000/health",
            "curl: (7) Failed to connect to localhost port 3000",
            7,
        )
    return made


@_case(stuck=False)
def one_test_after_the_other_is_fixed() -> Transcript:
    made = Transcript().ask("fix the three red tests")
    for name in ("cart", "tax", "user"):
        text = f"FAILED tests/test_{name}.py::test_it - AssertionError: assert 1 == 2\n1 failed in 0.12s"
        made.fail(f"pytest tests/test_{name}.py", text).edit().work(
            f"pytest tests/test_{name}.py", "1 passed"
        )
    return made
