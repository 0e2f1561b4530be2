"""A full index build beside a plain reading of the same files; see latency.py --build."""

from __future__ import annotations

import os
import re
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
WORD = re.compile(r"\w+")


def read_plainly(files: list[str]) -> None:
    """The reference: each file's frontmatter through CSafeLoader, its words split."""
    import yaml

    for path in files:
        text = Path(path).read_text("utf-8")
        yaml.load(text.split("---\n", 2)[1], yaml.CSafeLoader)
        set(WORD.findall(text.lower()))


def build_pair(home: Path) -> tuple[float, float]:
    """Processor seconds of (reference, build), in this process, with nothing remembered."""
    from experience.hotpath import layers
    from experience.index import build

    layer = layers.global_layer()
    files = [entry.path for entry in layer.roster.entries()]
    started = time.process_time()
    read_plainly(files)
    between = time.process_time()
    if build.write_base(layer) is None:
        raise SystemExit(f"{home}: another process builds this index")
    return between - started, time.process_time() - between


def builds(folder: Path, sizes: list[int], pairs: int = 5) -> dict[str, dict[str, float]]:
    """Each pair in a process of its own: the second build of a process knows its words already."""
    found = {}
    for size in sizes:
        home = folder / f"home-{size}"
        code = (
            "import sys; sys.path[:0] = sys.argv[1:3]\n"
            "from pathlib import Path; from tests.bench import index_build\n"
            "print(*index_build.build_pair(Path(sys.argv[3])))"
        )
        command = [sys.executable, "-c", code, str(ROOT), str(ROOT / "lib"), str(home)]
        said = [
            subprocess.run(
                command,
                env=os.environ | {"HOME": str(home), "EXPERIENCE_HOME": str(home)},
                capture_output=True,
                check=True,
                text=True,
            ).stdout
            for _ in range(pairs)
        ]
        given = [tuple(map(float, line.split())) for line in said]
        found[str(size)] = {
            "reference_s": round(min(pair[0] for pair in given), 3),
            "build_s": round(min(pair[1] for pair in given), 3),
            "x_reference": round(statistics.median(pair[1] / pair[0] for pair in given), 2),
        }
    return found
