"""What the client (or another agent's adapter) says on stdin, and whether a person typed it."""

from __future__ import annotations

from experience.hotpath import jsonlite

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PROMPT_EVENT = "UserPromptSubmit"
SESSION_EVENT = "SessionStart"
ENDING_EVENT = "SessionEnd"
#: The model is about to launch a skill; a person typed `/skill`.
TOOL_EVENT = "PreToolUse"
EXPANSION_EVENT = "UserPromptExpansion"
SKILL_TOOL = "Skill"

#: First words of every text we inject. A prompt that holds it is our own output coming back.
HEADING = "Recorded failures that resemble this request"

#: How machine messages that arrive as prompts begin (case R25). Only at the very start: a person
#: may ask what `<task-notification>` is.
MACHINE = (
    "<task-notification>",
    "<system-reminder>",
    "<command-",
    "<local-command-",
    "<bash-",
    "[SYSTEM NOTIFICATION",
    "[Request interrupted by user",
)
_COMMAND_SIGNS = "-_:."


class Payload:
    """The fields we use; missing or wrongly typed ones are empty."""

    __slots__ = (
        "cwd", "event", "prompt", "prompt_id", "session_id", "skill", "skill_source", "source",
        "transcript_path",
    )  # fmt: skip

    def __init__(self, fields: dict[str, Any]) -> None:
        self.event = _text(fields, "hook_event_name") or PROMPT_EVENT
        self.prompt = _text(fields, "prompt")
        self.prompt_id = _text(fields, "prompt_id")
        self.session_id = _text(fields, "session_id")
        self.source = _text(fields, "source")
        self.transcript_path = _text(fields, "transcript_path")
        self.cwd = _text(fields, "cwd")
        self.skill = _skill(self.event, fields)
        self.skill_source = _text(fields, "command_source")

    def is_typed_prompt(self) -> bool:
        """Whether a person typed this to the model: no event of another kind, no slash command,
        no message of a machine, not our own warning pasted back."""
        prompt = self.prompt.lstrip()
        return (
            self.event == PROMPT_EVENT
            and bool(prompt)
            and not prompt.startswith(MACHINE)
            and not is_slash_command(prompt)
            and HEADING not in prompt
        )


def _text(fields: dict[str, Any], name: str) -> str:
    value = fields.get(name)
    return value if isinstance(value, str) else ""


def _skill(event: str, fields: dict[str, Any]) -> str:
    """Name of the skill that is about to be used, "" for none."""
    if event == EXPANSION_EVENT:
        return _text(fields, "command_name").lstrip("/")
    given = fields.get("tool_input")
    if event != TOOL_EVENT or fields.get("tool_name") != SKILL_TOOL or not isinstance(given, dict):
        return ""
    return (_text(given, "skill") or _text(given, "command")).lstrip("/")


def is_slash_command(prompt: str) -> bool:
    """`/plan`, `/experience-layer:exp-status x`; not `/usr/bin/x fails`."""
    if not prompt.startswith("/"):
        return False
    name = prompt.split(None, 1)[0][1:]
    return bool(name) and all(char.isalnum() or char in _COMMAND_SIGNS for char in name)


def parse(data: bytes) -> Payload | None:
    """The payload in `data` (a byte order mark is fine); None where it is not a JSON object."""
    try:
        value = jsonlite.loads(data.decode("utf-8", "replace").removeprefix("\ufeff"))
    except ValueError:
        return None
    return Payload(value) if isinstance(value, dict) else None
