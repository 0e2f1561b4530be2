"""A program that stands in for a model: it answers what a file says, one answer per question."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

_PROGRAM = """#!{python}
import json, pathlib, sys
here = pathlib.Path({folder!r})
said = sys.stdin.read()
asked = len(list(here.glob("asked-*")))
(here / f"asked-{{asked}}").write_text(said)
answers = json.loads((here / "answers.json").read_text())
answer = answers[min(asked, len(answers) - 1)]
exec(answer.get("do", ""))
print(answer["say"])
"""


def scripted(folder: Path, *answers: Any, do: str = "") -> str:
    """The path of the program; an answer is a text or a document. `do` is Python that it runs first."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = [{"say": one if isinstance(one, str) else json.dumps(one), "do": do} for one in answers]
    (folder / "answers.json").write_text(json.dumps(rows))
    program = folder / "model"
    program.write_text(_PROGRAM.format(python=sys.executable, folder=str(folder)))
    program.chmod(0o755)
    return str(program)


def asked(folder: Path) -> Sequence[str]:
    return [path.read_text() for path in sorted(folder.glob("asked-*"))]
