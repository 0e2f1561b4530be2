"""Lint of shell scripts: what macOS's bash 3.2 does not know. No bash 3.2 runs here, so text is searched.

`python -m tests.bash32 [FILE...]` prints `path:line: message`; exit code 1 when something was
found, or when there was no script to look at.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

_NAME = r"[A-Za-z_]\w*(?:\[[^]]*\])?"

#: (what it looks like, what it is called, the bash that brought it)
CONSTRUCTS: tuple[tuple[str, str, str], ...] = (
    (r"\b(?:declare|typeset|local|readonly)\s+-\w*A", "associative array", "4.0"),
    (r"\b(?:declare|typeset|local)\s+-\w*[lu]", "declare -l/-u", "4.0"),
    (r"\b(?:declare|typeset)\s+-\w*g", "declare -g", "4.2"),
    (r"\b(?:declare|typeset|local)\s+-\w*n", "name reference", "4.3"),
    (r"\b(?:mapfile|readarray)\b", "mapfile/readarray", "4.0"),
    (r"\$\{!?" + _NAME + r"(?:,,?|\^\^?)", "case change in an expansion", "4.0"),
    (r"\$\{" + _NAME + r"@[A-Za-z]\}", "${x@Q}", "4.4"),
    (r"\|&", "|&", "4.0"),
    (r"&>>", "&>>", "4.0"),
    (r"\bcoproc\b", "coproc", "4.0"),
    (r"\bprintf\s+-v\s+[\"']?\w+\[", "printf -v into an array element", "4.1"),
    (r"\bprintf\b.*%\([^)]*\)T", "printf %(...)T", "4.2"),
    (r"\$\{" + _NAME + r":[^}:]*:\s*-\s*\d", "negative length of a substring", "4.2"),
    (r"\$\{?\w+\[\s*-\s*\d+\s*\]", "negative array index", "4.2"),
    (r"\bwait\s+-\w*[np]", "wait -n", "4.3"),
    (r"\bEPOCH(?:REALTIME|SECONDS)\b|\bSRANDOM\b", "EPOCHREALTIME/EPOCHSECONDS/SRANDOM", "5.0"),
    (r"\bBASHPID\b", "BASHPID", "4.0"),
    (r"(?:\[\[?|\btest)\s+(?:!\s+)?-[vR]\s", "test -v", "4.2"),
    (r";;?&", "case fall-through", "4.0"),
    (r"\bshopt\s.*\b(?:globstar|lastpipe|inherit_errexit|autocd)\b", "shopt of a later bash", "4.0"),
    (r"\bread\b[^|;&]*\s-t\s*\d*\.\d", "read -t with a fraction", "4.0"),
    (r"\bread\b[^|;&]*\s-[A-Za-z]*[Ni]\b", "read -N/-i", "4.0"),
    (r"\{0\d+\.\.\d+\}|\{\d+\.\.\d+\.\.\d+\}", "brace range with zeros or a step", "4.0"),
    (r"\bexec\s+\{\w+\}[<>]", "exec {fd}>", "4.1"),
    (r"\$'[^']*\\[uU][0-9a-fA-F]", "$'\\u...'", "4.2"),
)

#: bash before 4.4 calls an empty array unset: under `set -u` this ends the script.
_EMPTY_ARRAY = re.compile(r"(?<!\+)(?<!\+\")\$\{(\w+)\[[@*]\]\}")
_NOUNSET = re.compile(r"^\s*set\s+(?:-\w*u|-o\s+nounset)", re.MULTILINE)
_SHEBANG = re.compile(rb"#!.*\b(?:ba|da)?sh\b")


def problems(text: str) -> Iterator[tuple[int, str]]:
    """(line, message) for every construct that bash 3.2 would trip over; comment lines are skipped."""
    nounset = _NOUNSET.search(text) is not None
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("#"):
            continue
        for shape, what, since in CONSTRUCTS:
            if re.search(shape, line):
                yield number, f"{what} needs bash {since}"
        if nounset and _EMPTY_ARRAY.search(line):
            yield number, 'an empty array is unset before bash 4.4: write ${x[@]+"${x[@]}"}'


def scripts() -> list[Path]:
    """Every shell script of the checkout: by name or by first line, ignored files left out."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    ).stdout.split(b"\0")
    files = (ROOT / name.decode() for name in sorted(set(listed)) if name)
    return [path for path in files if path.is_file() and is_script(path)]


def is_script(path: Path) -> bool:
    with path.open("rb") as file:
        first = file.readline(200)
    return path.suffix in (".sh", ".bash") or _SHEBANG.match(first) is not None


def main(arguments: list[str]) -> int:
    if arguments == ["--list"]:
        print("\n".join(str(path.relative_to(ROOT)) for path in scripts()))
        return 0
    paths = [Path(name) for name in arguments] or scripts()
    if not paths:
        print("no shell script found: nothing was checked", file=sys.stderr)
        return 1
    found = [(path, *problem) for path in paths for problem in problems(path.read_text("utf-8"))]
    for path, line, message in found:
        print(f"{path}:{line}: {message}")
    print(f"{len(paths)} shell scripts, {len(found)} constructs that bash 3.2 does not know")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
