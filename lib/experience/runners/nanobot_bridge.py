"""Runs inside nanobot's own environment and imports nothing of ours: lines of JSON in, lines of JSON out.

First line in: {"session_key", "workspace", "config", "preset"}; then {"text"} per question. Lines out bear
the key `nanobot_bridge`; whatever the agent prints goes to standard error.
"""

from __future__ import annotations

import asyncio
import importlib
import json
import sys
from typing import Any


def say(out: Any, **values: Any) -> None:
    out.write(json.dumps({"nanobot_bridge": True, **values}) + "\n")
    out.flush()


async def serve(out: Any) -> None:
    start = json.loads(sys.stdin.readline())
    bot = importlib.import_module("nanobot").Nanobot.from_config(
        start["config"] or None, workspace=start["workspace"], model_preset=start["preset"] or None
    )
    say(out, ready=True)
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        result = await bot.run(json.loads(line)["text"], session_key=start["session_key"])
        say(out, answer=result.content or "")


def main() -> int:
    out, sys.stdout = sys.stdout, sys.stderr
    try:
        asyncio.run(serve(out))
    except Exception as error:  # noqa: BLE001  # the door of a program of its own: whatever it is, it is told
        say(out, error=f"{type(error).__name__}: {error}"[:500])
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
