"""`python -m tests.simulation FOLDER [SEED]`: ninety days to look at, in FOLDER/.claude/experience."""

from __future__ import annotations

import os
import pickle
import sys
import time
from collections import Counter
from pathlib import Path

from tests.house import LIB

sys.path.insert(0, str(LIB))


def main(folder: Path, seed: int = 90) -> None:
    from tests.simulation.lived import live

    home = folder / ".claude" / "experience"
    home.mkdir(parents=True)
    os.environ["HOME"] = str(folder)
    os.environ["EXPERIENCE_HOME"] = str(home)
    started = time.perf_counter()
    lived = live(home, seed=seed)
    with (folder / "lived.pickle").open("wb") as file:
        pickle.dump(lived, file)
    kinds = Counter(one.kind for one in lived.truth.values())
    print(
        f"{lived.warnings} warnings, {len(lived.wanted)} of them right, {time.perf_counter() - started:.0f} s"
    )
    print(", ".join(f"{count} {kind}" for kind, count in kinds.items()))


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), *map(int, sys.argv[2:3]))
