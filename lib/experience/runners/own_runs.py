"""How our own headless runs are told from sessions of a person, where one left a transcript.

They run in an empty folder of this name; a run that must live elsewhere begins its prompt with MARK.
"""

from __future__ import annotations

#: Prefix of the folder that a headless question is asked in.
FOLDER = "experience-model-"
#: First words of a prompt of a run of our own.
MARKS = ("compact-memory-auto:", "[experience-layer run]")


def is_own(cwd: str, prompt: str = "") -> bool:
    name = cwd.rstrip("/").rpartition("/")[2]
    return name.startswith(FOLDER) or prompt.lstrip().startswith(MARKS)
