"""Build lib/experience/hotpath/background.py: how common each word is in short texts of developers.

    python tests/bench/background.py TEXTS...

TEXTS hold one short text a line. The table that ships was counted over a million one-line
descriptions of packages on PyPI and npm: only how many lines have a word goes into it. Words that
carry no subject are listed by hand in glue.txt. (A second list, of everyday words of
conversation, cost recall: what people complain about is said in such words.)
"""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections import Counter
from collections.abc import Iterable
from math import log
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "lib"))

from experience.hotpath import text  # noqa: E402

TARGET = ROOT / "lib" / "experience" / "hotpath" / "background.py"
GLUE = Path(__file__).with_name("glue.txt")
#: A word in e**-COMMON of all lines says nothing, one in e**-(COMMON + SPAN) all it can.
COMMON, SPAN = 3.0, 5.5
#: Lines too short to say anything.
SHORTEST = 15
LEVELS = 20

HEAD = '''"""How much a word says by itself: ordinary prompts are full of some words, whatever their subject.

A small corpus cannot know that "error" is no evidence; this table can. Made by
tests/bench/background.py. Each line of LEVELS holds stems (text.stem) whose weight is the number of
the line over {levels}; a word in none says all it can.
"""

from __future__ import annotations

LEVELS = (
'''

TAIL = '''
WEIGHTS: dict[str, float] = {{}}
for _level, _terms in enumerate(LEVELS):
    WEIGHTS |= dict.fromkeys(_terms.split(), max(0.03, _level / {levels}))


def weight(term: str) -> float:
    """What `term` says when the corpus knows nothing: 0.03 for "the", 1.0 for a rare word."""
    known = WEIGHTS.get(term)
    if known is not None:
        return known
    if term.isdigit():
        return 0.35
    return 0.1 if len(term) == 1 and term.isascii() else 1.0
'''


def counted(lines: Iterable[str]) -> tuple[int, Counter[str]]:
    """(lines that counted, in how many of them each term is)."""
    counts: Counter[str] = Counter()
    total = 0
    for line in lines:
        if len(line) >= SHORTEST:
            total += 1
            counts.update(text.sequence(line)[1])
    return total, counts


def by_level(total: int, counts: Counter[str]) -> dict[str, int]:
    """Term -> level 0..LEVELS, for those below the top."""
    levels = {}
    for term, count in counts.items():
        weight = (log(total / (count + 5)) - COMMON) / SPAN
        if weight < 0.9 and term.isascii() and not term.isdigit() and len(term) > 1:
            levels[term] = max(1, round(weight * LEVELS))
    return levels


def glue() -> list[str]:
    lines = GLUE.read_text("utf-8").splitlines()
    return [text.stem(word) for line in lines if not line.startswith("#") for word in line.split()]


def module(levels: dict[str, int]) -> str:
    rows = []
    for level in range(LEVELS):
        terms = " ".join(sorted(term for term, at in levels.items() if at == level))
        body = "\n".join(textwrap.wrap(terms, 108))
        rows.append(f'    """\n{body}\n""",' if body else '    "",')
    return HEAD.format(levels=LEVELS) + "\n".join(rows) + "\n)\n" + TAIL.format(levels=LEVELS)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("texts", nargs="+", type=Path, metavar="TEXTS")
    args = parser.parse_args()
    total, counts = counted(line for path in args.texts for line in path.read_text("utf-8").splitlines())
    levels = by_level(total, counts)
    levels |= dict.fromkeys(glue(), 0)
    TARGET.write_text(module(levels), encoding="utf-8")
    print(f"{len(levels)} terms from {total} lines: {TARGET}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
