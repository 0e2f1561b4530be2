"""One line of ours in the user's crontab, between marks; every other byte of it stays as it is.

By `crontab -l` and `crontab -` alone. A line is ours when it ends with `# MARKER`.
"""

from __future__ import annotations

import shutil
import subprocess

from experience.errors import ExperienceError

PROGRAM = "crontab"
#: Seconds that the program is waited for.
PATIENCE = 20
#: How `crontab -l` says that there is none yet; it ends with 1 then.
_NONE = "no crontab"


def install(marker: str, line: str) -> bool:
    """Have exactly `line` under `marker`, in the place of an older one of it. False where it is there.

    `line`: schedule and command, one line; a `%` in it must be escaped, as crontab wants it. Raises
    ExperienceError where crontab is missing or refuses; then nothing has changed.
    """
    if "\n" in line or "#" in marker or "\n" in marker:
        raise ValueError("a crontab entry is one line")
    wanted = f"{line} # {marker}"
    before = _read()
    lines = before.splitlines(keepends=True)
    at = [number for number, one in enumerate(lines) if _is_ours(one, marker)]
    if len(at) == 1 and lines[at[0]].rstrip("\n") == wanted:
        return False
    kept = [one for number, one in enumerate(lines) if number not in at[1:]]
    if at:
        kept[at[0]] = wanted + "\n"
    else:
        if kept and not kept[-1].endswith("\n"):
            kept[-1] += "\n"
        kept.append(wanted + "\n")
    _write("".join(kept), before)
    return True


def shown(marker: str) -> str:
    """The entry of `marker`, without the mark; "" for none."""
    found = [one for one in _read().splitlines() if _is_ours(one, marker)]
    return found[0].rpartition("#")[0].rstrip() if found else ""


def removed(marker: str) -> bool:
    """Take the entry of `marker` out. False where there is none."""
    before = _read()
    lines = before.splitlines(keepends=True)
    kept = [one for one in lines if not _is_ours(one, marker)]
    if len(kept) == len(lines):
        return False
    _write("".join(kept), before)
    return True


def _is_ours(line: str, marker: str) -> bool:
    text = line.rstrip()
    return text.endswith(f"# {marker}") and not text.startswith("#")


def _program() -> str:
    found = shutil.which(PROGRAM)
    if not found:
        raise ExperienceError(
            f"no program {PROGRAM!r} on PATH: install cron, or run the command from a systemd or launchd timer"
        )
    return found


def _run(arguments: list[str], given: str | None) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(
            [_program(), *arguments], input=given, capture_output=True, text=True, encoding="utf-8",
            errors="surrogateescape", timeout=PATIENCE, check=False, env=None,
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError) as error:
        raise ExperienceError(f"crontab: {error}; nothing was changed") from error


def _read() -> str:
    done = _run(["-l"], None)
    if done.returncode and (_NONE in done.stderr.lower() or not done.stderr.strip()):
        return ""
    if done.returncode:
        raise ExperienceError(f"crontab -l: {done.stderr.strip()}; nothing was changed")
    return done.stdout


def _write(text: str, before: str) -> None:
    """Put the whole crontab; what it is then must be what was meant."""
    if _read() != before:
        raise ExperienceError("crontab: changed by another program meanwhile; nothing was changed, try again")
    done = _run(["-"], text)
    if done.returncode:
        raise ExperienceError(
            f"crontab: refused ({done.stderr.strip() or done.returncode}); nothing was changed"
        )
