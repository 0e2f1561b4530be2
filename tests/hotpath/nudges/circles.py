"""Fifteen ends of transcripts in which the model goes round in circles."""

from __future__ import annotations

from tests.hotpath.nudges.tail_cases import MODULE, TYPES, Collection
from tests.hotpath.nudges.transcript import Transcript

CIRCLES = Collection(stuck=True)


@CIRCLES.case
def same_command_over_three_turns() -> Transcript:
    made = Transcript()
    for _ in range(3):
        made.ask().edit().fail("npm run build", TYPES, 2).say("Fixed the type.")
    return made


@CIRCLES.case
def same_command_within_one_turn() -> Transcript:
    made = Transcript().ask()
    for _ in range(3):
        made.edit().fail(
            "cargo build", "error[E0382]: borrow of moved value: `cart`\n --> src/main.rs:10:3", 101
        )
    return made.say("I could not get it to build.")


@CIRCLES.case
def temporary_folders_and_times_change() -> Transcript:
    made = Transcript().ask()
    for at, folder in enumerate(("/tmp/tmp.Xk39Qa", "/tmp/tmp.b7TTz1", "/tmp/tmp.Z0m2wd")):
        stamp = f"2026-11-30T08:0{at}:11.{at}02Z"
        text = f"{stamp} fatal: wheel metadata missing in {folder}/wheel after {at + 3}.2s"
        made.fail(f"pip wheel . -w {folder}/out --timeout {20 + at}", text)
    return made


@CIRCLES.case
def same_error_from_three_commands() -> Transcript:
    made = Transcript().ask()
    made.fail("node server.js", MODULE).edit().fail(
        "npm start", f"> shop@1.0.0 start\n> node server.js\n\n{MODULE}"
    )
    return made.edit().fail("node --watch server.js", MODULE)


@CIRCLES.case
def quotes_and_redirections_differ() -> Transcript:
    made = Transcript().ask()
    text = "E   sqlalchemy.exc.OperationalError: no such table: orders"
    made.fail("pytest tests/test_orders.py", text).edit().fail("pytest 'tests/test_orders.py' 2>&1", text)
    return made.edit().fail('pytest "tests/test_orders.py"', text)


@CIRCLES.case
def a_pipe_hides_the_exit_status() -> Transcript:
    made = Transcript().ask()
    for _ in range(3):
        made.edit().work(
            "npm test 2>&1 | tail -20", "FAIL src/cart.test.ts\n  ● adds tax\n\nTests: 1 failed, 12 passed"
        )
    return made.say("Still one failing test.")


@CIRCLES.case
def from_another_folder() -> Transcript:
    made = Transcript().ask()
    text = "make: *** No rule to make target 'assets', needed by 'all'.  Stop."
    made.fail("cd web && make all", text, 2).edit().fail("cd /home/dev/shop/web && make all", text, 2)
    return made.ask("try once more").edit().fail("make all", text, 2)


@CIRCLES.case
def other_commands_succeed_in_between() -> Transcript:
    made = Transcript()
    for _ in range(3):
        made.ask().work("git status", "clean").fail(
            "terraform apply -auto-approve", "Error: AccessDenied on bucket logs"
        )
        made.work("ls infra", "main.tf")
    return made


@CIRCLES.case
def a_success_long_before() -> Transcript:
    made = Transcript().ask().work("go test ./...", "ok shop/cart").ask("now add a discount")
    for _ in range(3):
        made.edit().fail(
            "go test ./...", "--- FAIL: TestDiscount (0.00s)\n    cart_test.go:31: want 90, got 100"
        )
    return made


@CIRCLES.case
def error_content_as_a_list() -> Transcript:
    made = Transcript().ask()
    for _ in range(3):
        made.edit().fail(
            "swift build", [{"type": "text", "text": "Exit code 1\nerror: no such module 'CartKit'"}]
        )
    return made


@CIRCLES.case
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


@CIRCLES.case
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


@CIRCLES.case
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


@CIRCLES.asking("try again, it still hangs there")
def two_failures_and_a_weak_word() -> Transcript:
    made = Transcript()
    for _ in range(2):
        made.ask().edit().fail("npm run e2e", "TimeoutError: waiting for locator('#pay') to be visible").say(
            "Adjusted."
        )
    return made


@CIRCLES.case
def headless_turns() -> Transcript:
    made = Transcript(headless=True)
    for _ in range(3):
        made.ask().edit().fail("bundle exec rspec", "NameError: uninitialized constant Shop::Cart").say(
            "Changed it."
        )
    return made
