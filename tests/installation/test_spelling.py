"""Which commands of settings.json are ours, whoever wrote them, and which are the user's."""

from __future__ import annotations

from pathlib import Path

import pytest

from experience.installation import registration
from experience.installation.spelling import is_ours

HOOK = Path("/home/me/.claude/skills/experience-layer/hooks/claude-code.sh")
TILDE = "~/.claude/skills/experience-layer/hooks/claude-code.sh"


@pytest.mark.parametrize(
    "command",
    [
        registration.command(HOOK),
        registration.command(Path("/tmp/exp home/Ünï (x)/it's/experience-layer/hooks/claude-code.sh")),
        TILDE,
        str(HOOK),
        f"bash {TILDE}",
        f"/bin/bash -p '{HOOK}'",
        'bash "$HOME/.claude/skills/experience-layer/hooks/claude-code.sh"',
        "${HOME}/src/experience-layer/hooks/claude-code.sh",
        f"timeout 5 bash {TILDE} 2>/dev/null || true",
        f"EXP=1 {TILDE}",
        f"if [ -x {TILDE} ]; then {TILDE}; fi",
        f'bash -c "{TILDE}"',
        "/tmp/exp home/experience-layer/hooks/claude-code.sh",
        "bash /home/O'Brien/experience-layer/hooks/claude-code.sh",
        "C:\\Users\\a b\\experience-layer\\hooks\\claude-code.sh",
        "exec cat >/dev/null; bash experience-layer/hooks/claude-code.sh",
    ],
)
def test_S10_S21_every_older_spelling_is_ours(command: str) -> None:
    assert is_ours(command, HOOK)


@pytest.mark.parametrize(
    "command",
    [
        "echo mine",
        "",
        "# nothing",
        "'unbalanced",
        f"echo mine; {TILDE}",
        f'bash -c "echo mine; {TILDE}"',
        f"my-wrapper {TILDE}",
        f"/usr/bin/my-wrapper {TILDE}",
        f"{TILDE}.bak",
        "cat ~/notes/experience-layer/hooks/claude-code.sh.md",
        'echo "see experience-layer/hooks/claude-code.sh"',
        f"rm {TILDE}",
        "bash ~/my-experience-layer/hooks/claude-code.sh",
        "bash ~/other-tool/hooks/claude-code.sh",
    ],
)
def test_S10_a_command_that_does_something_else_is_the_users(command: str) -> None:
    assert not is_ours(command, HOOK)


def test_a_checkout_of_another_name_is_told_by_the_file_it_is(tmp_path: Path) -> None:
    real = tmp_path / "exp" / "hooks" / "claude-code.sh"
    real.parent.mkdir(parents=True)
    real.touch()
    link = tmp_path / "experience-layer"
    link.symlink_to(tmp_path / "exp")
    assert is_ours(f"bash {real}", link / "hooks" / "claude-code.sh")
