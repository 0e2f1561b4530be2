"""One line of ours in the user's crontab, between marks; every other byte of it stays as it is.

By `crontab -l` and `crontab -` alone. A line is ours when it ends with `# MARKER`.
"""

from __future__ import annotations

import re
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
    lines = _lines(before)
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
    found = [one for one in _lines(_read()) if _is_ours(one, marker)]
    return found[0].rpartition("#")[0].rstrip() if found else ""


def removed(marker: str) -> bool:
    """Take the entry of `marker` out. False where there is none."""
    before = _read()
    lines = _lines(before)
    kept = [one for one in lines if not _is_ours(one, marker)]
    if len(kept) == len(lines):
        return False
    _write("".join(kept), before)
    return True


def _lines(text: str) -> list[str]:
    """With their ends; only a line feed ends one."""
    return [line for line in re.split(r"(?<=\n)", text) if line]


def _is_ours(line: str, marker: str) -> bool:
    text = line.rstrip()
    return text.endswith(f"# {marker}") and not text.startswith("#")


def _program() -> str:
    found = shutil.which(PROGRAM)
    if not found:
        raise ExperienceError(
            f"no program {PROGRAM!r} on PATH: install cron, or run the command from a systemd or launchd"
            " timer"
        )
    return found


def _run(arguments: list[str], given: str = "") -> tuple[int, str, str]:
    """(exit code, output, what it said); bytes that are no UTF-8 come back as they were."""
    try:
        done = subprocess.run(
            [_program(), *arguments], input=given.encode("utf-8", "surrogateescape"), capture_output=True,
            timeout=PATIENCE, check=False,
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError) as error:
        raise ExperienceError(f"crontab: {error}; nothing was changed") from error
    said = done.stderr.decode("utf-8", "replace").strip()
    return done.returncode, done.stdout.decode("utf-8", "surrogateescape"), said


def _read() -> str:
    code, text, said = _run(["-l"])
    if code > 0 and (_NONE in said.lower() or not said):
        return ""
    if code:  # below 0: it was killed, so nobody knows what is in there
        raise ExperienceError(f"crontab -l: {said or code}; nothing was changed")
    return text


def _write(text: str, before: str) -> None:
    """Put the whole crontab, if it is still the one that `text` was made from."""
    if _read() != before:
        raise ExperienceError("crontab: changed by another program meanwhile; nothing was changed, try again")
    code, _, said = _run(["-"], text)
    if code:
        raise ExperienceError(f"crontab: refused ({said or code}); nothing was changed")
