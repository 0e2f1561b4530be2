"""Builds transcripts in the record shapes that client 2.1.332 writes."""

from __future__ import annotations

import json
import uuid
from pathlib import Path
from typing import Any

Row = dict[str, Any]

ASK = "Please fix the failing build"
REJECTED = (
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file"
    " edit, the new_string was NOT written to the file). STOP what you are doing and wait for the user to"
    " tell you how to proceed."
)


class Transcript:
    """Rows in the order of the file, a minute apart."""

    def __init__(self, *, headless: bool = False) -> None:
        self.rows: list[Any] = []
        self.last_uuid: str | None = None
        self.session = str(uuid.uuid4())
        self.headless = headless
        self.sidechain = False

    def row(self, kind: str, **more: Any) -> Transcript:
        at, own = len(self.rows), str(uuid.uuid4())
        common = {
            "parentUuid": self.last_uuid,
            "isSidechain": self.sidechain,
            "type": kind,
            "uuid": own,
            "timestamp": f"2026-11-30T{8 + at // 60:02}:{at % 60:02}:00.000Z",
            "cwd": "/home/dev/shop",
            "sessionId": self.session,
            "version": "2.1.332",
            "gitBranch": "main",
        }
        self.last_uuid = own
        self.rows.append({**common, **more})
        return self

    def raw(self, row: Any) -> Transcript:
        self.rows.append(row)
        return self

    def ask(self, text: Any = ASK, **more: Any) -> Transcript:
        """What a person typed, and the rows without uuid that come with it."""
        source = (
            {"promptSource": "sdk"}
            if self.headless
            else {"promptSource": "typed", "origin": {"kind": "human"}}
        )
        message = {"role": "user", "content": text}
        self.row("user", message=message, permissionMode="default", **{**source, **more})
        return self.raw({"type": "last-prompt", "lastPrompt": text, "sessionId": self.session})

    def say(self, text: str = "Done.") -> Transcript:
        return self._assistant(f"msg_{uuid.uuid4().hex[:12]}", {"type": "text", "text": text})

    def _assistant(self, message_id: str, block: Row) -> Transcript:
        message = {"id": message_id, "type": "message", "role": "assistant", "content": [block]}
        return self.row("assistant", message=message)

    def call(self, tool: str, arguments: Row, message_id: str = "") -> str:
        """The model calls a tool; returns the id of the call."""
        use = f"toolu_{uuid.uuid4().hex[:20]}"
        block = {"type": "tool_use", "id": use, "name": tool, "input": arguments}
        self._assistant(message_id or f"msg_{uuid.uuid4().hex[:12]}", block)
        return use

    def result(self, use: str, text: Any, *, failed: bool, **more: Any) -> Transcript:
        block = {"type": "tool_result", "tool_use_id": use, "content": text, "is_error": failed}
        outcome: Any = f"Error: {text}" if failed else {"stdout": text, "stderr": "", "interrupted": False}
        fields = {
            "toolUseResult": outcome,
            "permissionDecision": {"decision": "accept", "source": "config", "reasonType": "rule"},
            **more,
        }
        return self.row("user", message={"role": "user", "content": [block]}, **fields)

    def fail(self, command: str, text: Any = "", code: int = 1, message_id: str = "") -> Transcript:
        use = self.call("Bash", {"command": command, "description": "d"}, message_id)
        shown = f"Exit code {code}\n{text}".strip() if isinstance(text, str) else text
        return self.result(use, shown, failed=True)

    def work(self, command: str, output: Any = "ok") -> Transcript:
        return self.result(self.call("Bash", {"command": command, "description": "d"}), output, failed=False)

    def edit(self, path: str = "/home/dev/shop/src/app.ts") -> Transcript:
        use = self.call("Edit", {"file_path": path, "old_string": "a", "new_string": "b"})
        return self.result(use, f"The file {path} has been updated.", failed=False)

    def reject(self, command: str) -> Transcript:
        """The user pressed Esc at the permission prompt."""
        use = self.call("Bash", {"command": command})
        more = {"toolDenialKind": "user-rejected", "toolDenialBeforeRun": True, "permissionDecision": None}
        self.result(use, REJECTED, failed=True, **more)
        text = [{"type": "text", "text": "[Request interrupted by user for tool use]"}]
        return self.row("user", message={"role": "user", "content": text}, rowSource="harness")

    def deny(self, command: str) -> Transcript:
        """The configuration denied the call."""
        text = (
            "ls in '/etc' was blocked. For security, Claude Code may only list files in the allowed folders."
        )
        decision = {"decision": "reject", "source": "config", "reasonCode": "unknown"}
        use = self.call("Bash", {"command": command})
        return self.result(
            use, text, failed=True, toolDenialKind="user-rejected", permissionDecision=decision
        )

    def data(self) -> bytes:
        lines = [row if isinstance(row, str) else json.dumps(row, ensure_ascii=False) for row in self.rows]
        return ("\n".join(lines) + "\n").encode("utf-8", "surrogateescape")

    def write(self, path: Path) -> Path:
        path.write_bytes(self.data())
        return path


def earlier_exchange() -> Transcript:
    """A session in which a person asked and the model answered."""
    return Transcript().ask("Please change the checkout form").say("I changed the checkout form.")
