"""Cut an act short at each of its steps, in every way, and say what was found afterwards.

    PYTHONPATH=.:lib python -m tests.faults.cut FOLDER KINDS SCENARIO...

KINDS: `kills` or `full`. Prints one JSON object: scenario -> list of rows. Each cut happens in a fork of
this process, which has one thread and has imported everything.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from experience.errors import ExperienceError
from tests.faults import scenarios, steps

HOME = ("home", "experience")


def forked(act: Callable[[], None]) -> int:
    """How a fork that ran `act` ended, as waitpid says it; 9 for an error that nobody meant."""
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        try:
            act()
        except BaseException:  # noqa: BLE001  # this process must end here
            traceback.print_exc()
            os._exit(9)
        os._exit(0)
    return os.waitpid(child, 0)[1]


def fresh(folder: Path, scenario: scenarios.Scenario) -> Path:
    """The home as the scenario wants it, made by a fork, so that nothing is remembered here."""
    shutil.rmtree(folder / HOME[0], ignore_errors=True)
    home = folder.joinpath(*HOME)
    home.mkdir(parents=True)
    os.environ["EXPERIENCE_HOME"] = str(home)
    assert forked(lambda: scenario.prepare(home)) == 0
    return home


def names_of(folder: Path, scenario: scenarios.Scenario) -> list[str]:
    """The steps of an act that nobody cuts."""
    home, kept = fresh(folder, scenario), folder / "steps"

    def act() -> None:
        watched = steps.Steps()
        watched.watch()
        scenario.act(home)
        names = json.dumps(watched.names).encode()
        with open(kept, "wb") as file:
            file.write(names)

    assert forked(act) == 0
    found: list[str] = json.loads(kept.read_text())
    return found


def cut_at(folder: Path, scenario: scenarios.Scenario, number: int, how: str) -> dict[str, Any]:
    """One row: how it ended, the state then, what lay around, and the state after the act was done again."""
    home = fresh(folder, scenario)

    def act() -> None:
        steps.Steps(number, how).watch()
        try:
            scenario.act(home)
        except (ExperienceError, OSError):  # told to the caller, as it should be
            os._exit(1)

    ended = forked(act)
    left = [path.name for path in folder.joinpath(HOME[0]).rglob(".*.tmp")]
    row: dict[str, Any] = {
        "at": number,
        "cut": how,
        "ended": ended,
        "state": state(scenario, home),
        "left": left,
    }
    again = forked(lambda: scenario.act(home))
    return {**row, "again": state(scenario, home) if again == 0 else f"ended with {again}"}


def state(scenario: scenarios.Scenario, home: Path) -> str:
    """old, new, or what is wrong."""
    try:
        return scenario.state(home)
    except Exception as error:  # noqa: BLE001  # whatever a reader meets is the finding
        return f"{type(error).__name__}: {error}"


def rows(folder: Path, name: str, cuts: tuple[str, ...]) -> list[dict[str, Any]]:
    scenario = scenarios.ALL[name]
    names = names_of(folder, scenario)
    return [
        {"step": step, **cut_at(folder, scenario, number, how)}
        for number, step in enumerate(names)
        for how in cuts
        if step == "write" or how not in ("half", "short")
    ]


def main(folder: str, kinds: str, *wanted: str) -> None:
    signal.alarm(300)
    cuts = {"kills": steps.KILLS, "full": steps.FULL}[kinds]
    print(json.dumps({name: rows(Path(folder), name, cuts) for name in wanted or scenarios.ALL}))


if __name__ == "__main__":
    main(*sys.argv[1:])
