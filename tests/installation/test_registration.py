"""settings.json as text: one entry of ours goes in, every other byte stays, and out it comes again."""

from __future__ import annotations

import copy
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from experience.installation import registration
from experience.installation.json_text import NotJson
from experience.installation.registration import Made, is_registered, registered, withdrawn
from tests.installation.machine import ONE_EACH

HOOK = Path("/home/me/.claude/skills/experience-layer/hooks/claude-code.sh")
OLD = "bash ~/.claude/skills/experience-layer/hooks/claude-code.sh"


def group(*commands: str, **more: Any) -> dict[str, Any]:
    return {**more, "hooks": [{"type": "command", "command": command} for command in commands]}


def settings(**events: Any) -> str:
    return json.dumps({"model": "m", "hooks": events}, indent=2, ensure_ascii=False) + "\n"


def commands(text: str, event: str = "UserPromptSubmit") -> list[list[str]]:
    groups = json.loads(text)["hooks"].get(event, [])
    return [[handler["command"] for handler in group["hooks"]] for group in groups]


#: Event values of a real file: groups of the user's, with older spellings of ours among them.
HANDLERS = st.sampled_from(["echo mine", "jq . >> ~/log", OLD, str(HOOK), registration.command(HOOK)])
GROUPS = st.lists(
    st.builds(
        lambda matcher, names: group(*names, **matcher),
        st.sampled_from([{}, {"matcher": ""}]),
        st.lists(HANDLERS, max_size=4),
    ),
    max_size=3,
)
EVENT_NAMES = st.sampled_from(["UserPromptSubmit", "SessionStart", "Stop", "NotYetKnown"])
HOOKS = st.dictionaries(EVENT_NAMES, GROUPS, max_size=4)
DOCUMENTS = st.fixed_dictionaries(
    {},
    optional={"model": st.text(max_size=5), "hooks": HOOKS, "permissions": st.just({"deny": ["Read(.env)"]})},
)
LAYOUTS = st.tuples(
    st.sampled_from([None, 2, 4, "\t"]), st.sampled_from(["\n", "\r\n"]), st.sampled_from(["", "\n"])
)


def laid_out(value: Any, layout: tuple[Any, str, str]) -> str:
    indent, newline, end = layout
    return (json.dumps(value, indent=indent, ensure_ascii=False) + end).replace("\n", newline)


@hypothesis_settings(deadline=None)
@given(DOCUMENTS, LAYOUTS)
def test_S12_any_file_gets_one_entry_per_event_and_a_second_run_changes_nothing(
    value: Any, layout: Any
) -> None:
    text = registered(laid_out(value, layout), HOOK, Made())
    assert is_registered(text, HOOK)
    assert sorted(handler.event.key or "" for handler in registration.ours(text, HOOK)) == sorted(ONE_EACH)
    assert registered(text, HOOK, Made()) == text


@hypothesis_settings(deadline=None)
@given(DOCUMENTS, LAYOUTS)
def test_I01_install_and_uninstall_give_the_same_bytes(value: Any, layout: Any) -> None:
    before = withdrawn(laid_out(value, layout), HOOK, Made())
    made = Made()
    assert withdrawn(registered(before, HOOK, made), HOOK, made) == before


@hypothesis_settings(deadline=None)
@given(DOCUMENTS, LAYOUTS)
def test_S27_nothing_is_changed_but_one_insertion_per_event(value: Any, layout: Any) -> None:
    before = withdrawn(laid_out(value, layout), HOOK, Made())
    after = registered(before, HOOK, Made())
    left = iter(after)
    assert all(char in left for char in before), "a character went or moved"


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "{ }",
        "{\n}\n",
        "",
        "\n",
        "\ufeff",
        "\ufeff{}",
        '{"a":1}',
        '{"hooks":{}}',
        '{"hooks":{"UserPromptSubmit":[\n]}}',
        '{"hooks": {"Stop": []},"z": 1}\r\n',
    ],
)
def test_I01_odd_but_valid_files_come_back_byte_for_byte(text: str) -> None:
    made = Made()
    added = registered(text, HOOK, made)
    assert is_registered(added, HOOK)
    assert withdrawn(added, HOOK, Made(**json.loads(json.dumps(vars(made))))) == text


def test_S27_indent_line_ends_missing_final_newline_and_emoji_stay() -> None:
    before = '{\r\n    "model": "🦊",\r\n    "z": [1,2],\r\n    "a": 1.50\r\n}'
    after = registered(before, HOOK, Made())
    assert after.startswith(before[: -len("\r\n}")] + ',\r\n    "hooks": {\r\n        "UserPromptSubmit": [')
    assert after.endswith("\r\n    }\r\n}")
    assert after.count("\n") == after.count("\r\n")


def test_S10_older_spellings_converge_to_one_and_the_neighbour_keeps_its_place() -> None:
    home = 'bash "$HOME/.claude/skills/experience-layer/hooks/claude-code.sh"'
    text = settings(UserPromptSubmit=[group(OLD, home, "echo mine", str(HOOK), "echo too")])
    after = registered(text, HOOK, Made())
    assert commands(after) == [[registration.command(HOOK), "echo mine", "echo too"]]


def test_S10_entries_under_other_events_and_in_exec_form_go_too() -> None:
    exec_form = {"hooks": [{"type": "command", "command": "bash", "args": [str(HOOK)]}]}
    after = registered(settings(Stop=[group(OLD), group("echo stop")], PreCompact=[exec_form]), HOOK, Made())
    assert commands(after, "Stop") == [["echo stop"]]
    assert commands(after, "PreCompact") == []
    assert is_registered(after, HOOK)


def test_S13_everything_that_was_there_is_deep_equal_and_in_order() -> None:
    events = {
        "Stop": [group("a")],
        "SessionStart": [group("s", matcher="compact"), group("t")],
        "UserPromptSubmit": [group("b", "c"), group("d", "e")],
        "PreCompact": [group("f", matcher="auto")],
        "EventOfNextYear": [group("g"), "not even a group", {"hooks": "odd"}],
    }
    before = json.loads(settings(**copy.deepcopy(events)))
    after = json.loads(registered(settings(**events), HOOK, Made()))
    for event in ONE_EACH:
        ours = after["hooks"][event].pop()
        assert ours == registration.group(HOOK, event)
        if not after["hooks"][event] and event not in before["hooks"]:
            del after["hooks"][event]
    assert json.dumps(after) == json.dumps(before)


@pytest.mark.parametrize("event", ONE_EACH)
@pytest.mark.parametrize("matcher", ["", "Bash", "compact"])
def test_S15_a_group_with_a_matcher_is_left_alone_and_ours_has_none(matcher: str, event: str) -> None:
    text = settings(**{event: [group("x", matcher=matcher)]})
    first, second = json.loads(registered(text, HOOK, Made()))["hooks"][event]
    assert first == group("x", matcher=matcher)
    assert second == registration.group(HOOK, event)


@pytest.mark.parametrize("event", ONE_EACH)
@pytest.mark.parametrize("matcher", ["", "Bash", "compact"])
def test_S15_ours_inside_a_group_with_a_matcher_moves_out(matcher: str, event: str) -> None:
    text = settings(**{event: [group("x", OLD, matcher=matcher)]})
    first, second = json.loads(registered(text, HOOK, Made()))["hooks"][event]
    assert first == group("x", matcher=matcher)
    assert second == registration.group(HOOK, event)


def test_a_call_of_another_tool_never_starts_our_hook() -> None:
    """PreToolUse comes before every tool; only the one that launches skills is ours to answer."""
    everywhere = settings(PreToolUse=[group(registration.command(HOOK))])
    assert not is_registered(everywhere, HOOK)
    (only,) = json.loads(registered(everywhere, HOOK, Made()))["hooks"]["PreToolUse"]
    assert only["matcher"] == "Skill"


def test_I04_a_command_of_the_users_in_our_group_stays_through_install_and_uninstall() -> None:
    made = Made()
    document = json.loads(registered("{}", HOOK, made))
    document["hooks"]["UserPromptSubmit"][0]["hooks"].append({"type": "command", "command": "echo mine"})
    edited = json.dumps(document, indent=2)
    assert registered(edited, HOOK, made) == edited
    assert commands(withdrawn(edited, HOOK, made)) == [["echo mine"]]


def test_I01_empty_containers_of_the_users_are_not_swept_away() -> None:
    text = settings(UserPromptSubmit=[], Stop=[])
    made = Made()
    assert withdrawn(registered(text, HOOK, made), HOOK, made) == text


def test_S30_our_entries_have_documented_keys_only() -> None:
    pasted = json.loads(registration.snippet(HOOK))["hooks"]
    assert list(pasted) == list(ONE_EACH)
    for event in ONE_EACH:
        entry = registration.entry(HOOK, event)
        assert list(entry) == ["type", "command", "timeout"]
        assert (entry["type"], entry["timeout"]) == ("command", 5)
        matcher = {"matcher": "Skill"} if event == "PreToolUse" else {}
        assert pasted[event] == [{**matcher, "hooks": [entry]}]


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "1",
        '{"hooks": []}',
        '{"hooks": null}',
        '{"hooks": {"UserPromptSubmit": {}}}',
        '{"hooks": {"SessionStart": {}}}',
    ],
)
def test_S01_settings_of_another_shape_are_refused(text: str) -> None:
    with pytest.raises(NotJson, match="is not an"):
        registered(text, HOOK, Made())


@pytest.mark.parametrize("folder", ["a b/Ünï (x)", "it's", 'dou"ble', "$HOME `id` \\", "a;b&c|d", "-n", "🦊"])
@pytest.mark.parametrize("shell", ["/bin/sh", "bash"])
def test_S21_the_command_runs_the_file_at_any_path(tmp_path: Path, folder: str, shell: str) -> None:
    hook = tmp_path / folder / "experience-layer" / "hooks" / "claude-code.sh"
    hook.parent.mkdir(parents=True)
    hook.write_text('printf "ran "; cat\n')
    done = subprocess.run(
        [shell, "-c", registration.command(hook)], input=b"in", capture_output=True, check=True
    )
    assert (done.stdout, done.stderr) == (b"ran in", b"")
    assert registration.is_registered(registered("{}", hook, Made()), hook)


def test_a_deleted_skill_folder_bothers_nobody(tmp_path: Path) -> None:
    command = registration.command(tmp_path / "gone" / "hooks" / "claude-code.sh")
    done = subprocess.run(["/bin/sh", "-c", command], input=b"x" * 2_000_000, capture_output=True, check=True)
    assert (done.stdout, done.stderr) == (b"", b"")


def test_a_wrapper_of_the_users_is_left_and_told_of() -> None:
    text = settings(UserPromptSubmit=[group(f"echo mine; {OLD}")])
    after = registered(text, HOOK, Made())
    assert commands(after) == [[f"echo mine; {OLD}"], [registration.command(HOOK)]]
    assert len(registration.others_mention(after, HOOK)) == 1
