"""Sessions made up for the tests of what becomes of them, put where the client keeps its own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from experience.harvest.lessons import Lesson
from tests.hotpath.nudges.transcript import Transcript

FAULT = "Error: error:0308010C:digital envelope routines::unsupported"


def put(user_home: Path, transcript: Transcript, folder: str = "-home-dev-shop") -> Path:
    path = user_home / ".claude" / "projects" / folder / f"{transcript.session}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    return transcript.write(path)


def skill(user_home: Path, name: str) -> Path:
    """A skill of the user's; the folder."""
    folder = user_home / ".claude" / "skills" / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "SKILL.md").write_text(f"---\nname: {name}\ndescription: {name}\n---\n")
    return folder


def events(folder: Path) -> list[dict[str, Any]]:
    path = folder / "experience" / "patterns.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def searched(
    query: str = "Nike shoes complaints last 30 days", *, said: str = "that works, thanks"
) -> Transcript:
    """A session that used the skill search-web and was judged."""
    session = Transcript().ask("what do people complain about")
    use = session.call("Skill", {"skill": "search-web", "args": query})
    session.result(use, "Launching skill: search-web", failed=False).say("Soles.")
    return session.ask(said).say("Glad.") if said else session


def overcome(number: int = 0, *, prompt: str = "make the old webpack storefront bundle again") -> Transcript:
    """A session in which the same fault came twice and a variable ended it."""
    session = Transcript().ask(prompt)
    for _ in range(2):
        session.fail(
            "npm run build", f"{FAULT}\n    at /home/dev/u{number}/node_modules/webpack/hash.js:{number}:13"
        )
    session.work("NODE_OPTIONS=--openssl-legacy-provider npm run build", "compiled")
    return session.say("It builds.")


def rejected(reason: str = "never rm -rf here, use make clean") -> Transcript:
    session = Transcript().ask("clean the build output before packaging")
    use = session.call("Bash", {"command": "rm -rf build"})
    refused = (
        "The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:"
    )
    text = f"{refused}\n{reason}"
    session.result(
        use, text, failed=True, toolDenialKind="user-rejected", userFeedback=reason, permissionDecision=None
    )
    return session.say("Understood.")


def lesson(session: str = "s1", **more: Any) -> Lesson:
    fields: dict[str, Any] = {
        "kind": "recovery", "key": "k", "occurrence": session, "session_id": session,
        "ts": "2026-11-30T00:00:00Z", "place": "",
        "command": "npm run build", "signature": "error: error:#:digital envelope routines::unsupported",
        "ran": "npm run build",
        "changed": ("ran `x`",), "worked": "", "times": 2, "prompt": "make the webpack storefront bundle",
        **more,
    }  # fmt: skip
    return Lesson(**fields)
