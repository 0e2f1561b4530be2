"""Fixtures of every test: a home of its own, a pattern on disk, one real run of the hook."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.house import (
    OURS,
    HookResult,
    RunHook,
    WritePattern,
    clean_environment,
    pattern_text,
    run_hook_process,
)


@pytest.fixture(scope="session", autouse=True)
def _nobody_at_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A test that forgets the fixture `home` still cannot touch the real one."""
    with pytest.MonkeyPatch.context() as patch:
        for name in OURS:
            patch.delenv(name, raising=False)
        patch.setenv("HOME", str(tmp_path_factory.mktemp("nobody")))
        yield


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Tell tests/run.sh which tests this machine made us skip, and why."""
    skips = os.environ.get("EXPERIENCE_TEST_SKIPS")
    skipped = terminalreporter.stats.get("skipped", [])
    if skips and skipped:
        with open(skips, "a", encoding="utf-8") as file:
            file.writelines(f"{report.nodeid}: {report.longrepr[2]}\n" for report in skipped)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """EXPERIENCE_HOME, empty, mode 0700, in a HOME of its own; the variables point there."""
    for name in OURS:
        monkeypatch.delenv(name, raising=False)
    experience_home = tmp_path / "home" / ".claude" / "experience"
    experience_home.mkdir(parents=True)
    experience_home.chmod(0o700)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("EXPERIENCE_HOME", str(experience_home))
    return experience_home


@pytest.fixture
def write_pattern() -> WritePattern:
    """`write_pattern(folder, id=..., keywords=..., ...) -> Path`: a valid pattern file, as text.

    The file is `<id>.md` unless `filename` says otherwise; missing folders are made.
    """

    def write(folder: Path, *, filename: str | None = None, **more: Any) -> Path:
        text = pattern_text(**more)
        name = filename or f"{text.splitlines()[1].removeprefix('id: ')}.md"
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / name
        path.write_bytes(text.encode())
        return path

    return write


@pytest.fixture
def run_hook(home: Path, tmp_path: Path) -> RunHook:
    """`run_hook(payload, env=..., cwd=...)`: hooks/claude-code.sh for real, in a clean environment.

    `env` adds or replaces variables. Without `cwd` the hook runs in an empty folder outside any
    repository. A dict is sent as JSON (see `tests.house.prompt_payload`), bytes as they are.
    """
    elsewhere = tmp_path / "work"

    def run(
        payload: Mapping[str, Any] | bytes,
        *,
        env: Mapping[str, str] | None = None,
        cwd: Path | None = None,
    ) -> HookResult:
        elsewhere.mkdir(exist_ok=True)
        data = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
        environment = {**clean_environment(home.parent.parent, home), **(env or {})}
        return run_hook_process(data, environment, cwd or elsewhere)

    return run
