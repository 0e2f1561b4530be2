"""What the tests share: a pattern as text, a payload as the client sends it, one real run of the hook."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

ROOT = Path(__file__).resolve().parent.parent
LIB = ROOT / "lib"
HOOK = ROOT / "hooks" / "claude-code.sh"

#: Folders of the plain system, after that of a real interpreter (never a pyenv shim).
PLAIN_PATH = os.pathsep.join([str(Path(sys.base_prefix) / "bin"), "/usr/local/bin", "/usr/bin", "/bin"])

#: Variables that decide where things lie or whether the layer is on; no test inherits them.
OURS = (
    "EXPERIENCE_HOME",
    "EXPERIENCE_LAYER",
    "CLAUDE_CONFIG_DIR",
    "CLAUDE_PROJECT_DIR",
    "EXP_NESTED",
    "EXP_IN_VENV",
)


class WritePattern(Protocol):
    """Type of the fixture `write_pattern`; see `pattern_text` for the keywords it takes."""

    def __call__(self, folder: Path, *, filename: str | None = None, **more: Any) -> Path: ...


class RunHook(Protocol):
    """Type of the fixture `run_hook`."""

    def __call__(
        self,
        payload: Mapping[str, Any] | bytes,
        *,
        env: Mapping[str, str] | None = None,
        cwd: Path | None = None,
    ) -> HookResult: ...


@dataclass(frozen=True)
class HookResult:
    """One run of the hook. `document` is its one JSON object, or None when it printed nothing."""

    stdout: str
    stderr: str
    code: int
    ms: float
    document: dict[str, Any] | None

    @property
    def context(self) -> str:
        """What the model would be told; "" when nothing."""
        specific = (self.document or {}).get("hookSpecificOutput", {})
        return str(specific.get("additionalContext", ""))

    @property
    def message(self) -> str:
        """What the user would see; "" when nothing."""
        return str((self.document or {}).get("systemMessage", ""))


def prompt_payload(prompt: str, **more: Any) -> dict[str, Any]:
    """The keys that client 2.1.332 sends on UserPromptSubmit, and no others unless `more` adds some.

    Session and prompt are new on each call: a pattern is injected once per session.
    """
    session = more.pop("session_id", None) or str(uuid.uuid4())
    return {
        "session_id": session,
        "transcript_path": f"/nowhere/{session}.jsonl",
        "cwd": os.getcwd(),
        "prompt_id": str(uuid.uuid4()),
        "permission_mode": "default",
        "hook_event_name": "UserPromptSubmit",
        "prompt": prompt,
        **more,
    }


def _quoted(value: str | None) -> str:
    return "null" if value is None else json.dumps(value, ensure_ascii=False)


def _listed(values: Sequence[str]) -> str:
    return json.dumps(list(values), ensure_ascii=False)


def pattern_text(
    *,
    id: str = "frontend-2026-04-18-stale-chunk",  # the name of the field
    name: str = "A deploy serves stale chunks to tabs that are open",
    severity: str = "med",
    domain: str | None = None,
    keywords: Sequence[str] = ("stale chunk", "ChunkLoadError"),
    regex: Sequence[str] = (),
    none: Sequence[str] = (),
    fix: str = "Keep the chunks of the last two releases on the server.\nReload once when an import fails.",
    last_seen: str | None = "2026-04-18",
    url: str | None = "https://example.org/incident/17",
    session_id: str | None = None,
    commit: str | None = None,
    review_status: str = "validated",
    hits: int = 0,
    last_save_at: str | None = None,
    false_positives: int = 0,
    fire: Sequence[str] = (),
    quiet: Sequence[str] = (),
    extra: str = "",
    title: str | None = None,
    body: str | None = None,
) -> str:
    """A complete valid pattern file. `extra`: whole lines put at the end of the frontmatter.

    `domain` is by default the part of the id before its date.
    """
    domain = id.partition("-20")[0] if domain is None else domain
    vetoes = [f"  none: {_listed(none)}"] if none else []
    cases = [("fire", fire), ("quiet", quiet)]
    examples = [f"  {key}: {_listed(prompts)}" for key, prompts in cases if prompts]
    lines = [
        "---",
        f"id: {id}",
        f"name: {_quoted(name)}",
        f"severity: {severity}",
        f"domain: {domain}",
        "triggers:",
        f"  keywords: {_listed(keywords)}",
        f"  regex: {_listed(regex)}",
        *vetoes,
        "fix: |",
        *(f"  {line}" for line in fix.splitlines()),
        f"last_seen: {last_seen or 'null'}",
        "provenance:",
        f"  url: {_quoted(url)}",
        f"  session_id: {_quoted(session_id)}",
        f"  commit: {_quoted(commit)}",
        f"review_status: {review_status}",
        f"hits: {hits}",
        f"last_save_at: {last_save_at or 'null'}",
        f"false_positives: {false_positives}",
        *(["examples:", *examples] if examples else []),
        *extra.splitlines(),
        "---",
        "",
        "",
    ]
    return "\n".join(lines) + (_body(title or name) if body is None else body)


def _body(title: str) -> str:
    return (
        f"# {title}\n\n"
        "## Contexto\nUsers kept a tab open over a release and met a blank page.\n\n"
        "## Por qué warnings genéricos no lo capturan\nIt never happens on the developer's machine.\n\n"
        "## Qué hacer en su lugar\nKeep old chunks; reload once.\n\n"
        "## Patrones relacionados\nNone yet.\n"
    )


def clean_environment(user_home: Path, experience_home: Path | None = None) -> dict[str, str]:
    """As `env -i` would leave it: nothing of the machine that runs the tests leaks in."""
    environment = {"PATH": PLAIN_PATH, "HOME": str(user_home), "LANG": "C.UTF-8"}
    if experience_home is not None:
        environment["EXPERIENCE_HOME"] = str(experience_home)
    return environment


def _one_document(stdout: str) -> dict[str, Any] | None:
    """The hook's contract: one JSON object, or nothing at all (two documents lose both)."""
    if not stdout.strip():
        return None
    document = json.loads(stdout)
    assert isinstance(document, dict), f"not one JSON object: {stdout!r}"
    return document


def run_hook_process(data: bytes, environment: Mapping[str, str], cwd: Path) -> HookResult:
    """Run the adapter as the client does, wait for the end of its output, and parse that."""
    started = time.perf_counter()
    done = subprocess.run(
        ["bash", "-p", str(HOOK)],
        input=data,
        capture_output=True,
        env=dict(environment),
        cwd=cwd,
        timeout=30,
        check=False,
    )
    ms = (time.perf_counter() - started) * 1000
    stdout = done.stdout.decode()
    stderr = done.stderr.decode(errors="replace")
    return HookResult(stdout, stderr, done.returncode, ms, _one_document(stdout))
