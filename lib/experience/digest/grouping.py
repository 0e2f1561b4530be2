"""Texts that are one lesson: by the key their events bear, else by the same words.

Similar texts are only ever proposed. `token_set_ratio` gives "pin versions" and "never pin versions"
100 of 100, so neither a key nor a model may join opposites, or templates with different placeholders.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from experience.digest import wording
from experience.digest.numbers import MAX_COMPARED, MAX_PROPOSED, PROPOSE_FROM
from experience.digest.tally import Atom
from experience.patterns.similarity import same_polarity


@dataclass(frozen=True)
class Group:
    """One lesson. `text`: the wording that stands for it; `variants`: all of them with their `seen`."""

    kind: str
    key: str
    text: str
    normals: frozenset[str]
    seen: int
    success: int
    last: int
    variants: tuple[tuple[str, int], ...]


def fit_together(one: str, other: str) -> bool:
    """Whether two texts may be one lesson at all."""
    return wording.placeholders(one) == wording.placeholders(other) and same_polarity(one, other)


def groups(
    atoms: Iterable[Atom], standing: Sequence[str] = (), partition: Sequence[Sequence[str]] = ()
) -> list[Group]:
    """`atoms` of one kind -> lessons, in order of their text.

    `standing`: entries of the present document, whose wording a lesson keeps. `partition`: texts
    that somebody else holds to be one lesson each; what does not fit together is kept apart.
    """
    joined = _by_key(sorted(atoms, key=lambda atom: (atom.key, atom.normal, atom.text)))
    joined = _by_partition(joined, partition)
    kept = {wording.normal(text): text for text in standing}
    return sorted((_group(row, kept) for row in joined), key=lambda group: group.text)


def _by_key(atoms: list[Atom]) -> list[list[Atom]]:
    """Rows of atoms with one key; a text without a key joins the key that alone bears it."""
    keys: dict[str, set[str]] = defaultdict(set)
    for atom in atoms:
        keys[atom.normal] |= {atom.key} - {""}
    rows: dict[str, list[list[Atom]]] = defaultdict(list)
    for atom in atoms:
        only = next(iter(keys[atom.normal])) if len(keys[atom.normal]) == 1 else ""
        key = atom.key or only
        _join(rows[f"key {key}" if key else f"text {atom.normal}"], atom)
    return [row for found in rows.values() for row in found]


def _join(rows: list[list[Atom]], atom: Atom) -> None:
    for row in rows:
        if row[0].normal == atom.normal or fit_together(row[0].text, atom.text):
            row.append(atom)
            return
    rows.append([atom])


def _by_partition(rows: list[list[Atom]], partition: Sequence[Sequence[str]]) -> list[list[Atom]]:
    part_of = {text: number for number, part in enumerate(partition) for text in part}
    merged: dict[int, list[list[Atom]]] = defaultdict(list)
    rest = []
    for row in rows:
        number = part_of.get(row[0].text)
        if number is None:
            rest.append(row)
            continue
        mate = next((m for m in merged[number] if fit_together(m[0].text, row[0].text)), None)
        if mate is None:
            merged[number].append(row)
        else:
            mate += row
    return rest + [row for found in merged.values() for row in found]


def _group(row: list[Atom], kept: dict[str, str]) -> Group:
    counted: dict[str, int] = defaultdict(int)
    for atom in row:
        counted[atom.text] += atom.seen
    variants = tuple(sorted(counted.items(), key=lambda item: (-item[1], item[0])))
    normals = frozenset({atom.normal for atom in row} | {wording.normal(text) for text in counted})
    text = next((kept[normal] for normal in sorted(normals) if normal in kept), variants[0][0])
    return Group(
        row[0].kind, max(atom.key for atom in row), text, normals,
        sum(atom.seen for atom in row), sum(atom.success for atom in row), max(atom.last for atom in row),
        variants,
    )  # fmt: skip


def proposals(found: Sequence[Group]) -> list[tuple[str, str, int]]:
    """(text, text, percent) that look like one lesson; a shared `key` in their events would join them."""
    try:
        from rapidfuzz import fuzz
    except ImportError:  # the system's python3, before there is a venv
        return []
    some = sorted(found, key=lambda group: (-group.seen, group.text))[:MAX_COMPARED]
    normals = [wording.normal(group.text) for group in some]
    close = (
        (one, other, int(percent))
        for one in range(len(some))
        for other in range(one + 1, len(some))
        if (percent := fuzz.ratio(normals[one], normals[other], score_cutoff=PROPOSE_FROM))
    )
    return [
        (some[one].text, some[other].text, percent)
        for one, other, percent in islice(close, MAX_PROPOSED)
        if fit_together(some[one].text, some[other].text)
    ]
