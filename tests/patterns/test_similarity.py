"""Which patterns tell of the same failure, and that "pin" and "never pin" do not."""

from __future__ import annotations

import builtins
import itertools
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from experience.patterns.parse import parse_bytes, parse_file
from experience.patterns.pattern import Pattern, Triggers
from experience.patterns.similarity import NEAR, compared, near_duplicates, same_polarity
from tests.house import ROOT, pattern_text


def starters() -> list[Pattern]:
    found = [parse_file(path).pattern for path in sorted((ROOT / "templates" / "starter").rglob("*.md"))]
    return [pattern for pattern in found if pattern is not None]


def pattern(**fields: Any) -> Pattern:
    found = parse_bytes(pattern_text(**fields).encode(), Path("a.md")).pattern
    assert found is not None
    return found


def test_no_two_starter_patterns_are_taken_for_one() -> None:
    packs = starters()
    assert len(packs) >= 20
    nearest = max((compared(a, b) for a, b in itertools.combinations(packs, 2)), key=lambda near: near.score)
    assert nearest.score < NEAR, nearest


def test_a_reworded_copy_is_found() -> None:
    packs = starters()
    for one in packs:
        words = one.triggers.keywords
        copy = replace(
            one,
            id="copy",
            name=f"{one.name.upper()} again",
            triggers=Triggers((*(word.upper() for word in words[: (len(words) + 1) // 2]), "something else")),
            fix="Something else entirely.",
        )
        assert [near.id for near in near_duplicates(copy, packs)][:1] == [one.id]


def test_the_reason_says_what_is_shared() -> None:
    one = pattern(
        id="a", name="Pin versions", keywords=["pin versions", "lock file"], fix="Pin the versions."
    )
    two = pattern(id="b", name="Versions: pin", keywords=["pin version"], fix="Pin the versions of all.")
    near = near_duplicates(one, [one, two])
    assert [found.id for found in near] == ["b"]
    assert "pin versions" in near[0].why


def test_the_contrary_is_no_duplicate() -> None:
    one = pattern(id="a", name="Pin versions", keywords=["pin versions"], fix="Pin the versions.")
    two = pattern(id="b", name="Never pin versions", keywords=["pin versions"], fix="Never pin the versions.")
    assert compared(one, two).opposite
    assert near_duplicates(one, [two]) == []


CONTRARY = [
    ("pin versions", "never pin versions"),
    ("use npm ci instead of npm install", "use npm install instead of npm ci"),
    ("enable strict mode", "disable strict mode"),
    ("run tests before deploy", "run tests after deploy"),
    ("commit the lock file", "don\u2019t commit the lock file"),
    ("Fija las versiones", "Nunca fijes las versiones"),
    ("Haz push a main", "No hagas push a main"),
    ("Připínej verze balíčků", "Nepřipínej verze balíčků"),
    ("Připínej verze balíčků", "Nikdy nepřipínej verze balíčků"),
    ("Používej cache", "Nepoužívej cache"),
    ("Versionen pinnen", "Versionen nicht pinnen"),
    ("Verwende einen Cache", "Verwende keinen Cache"),
    ("épingler les versions", "ne jamais épingler les versions"),
    ("Utilise le cache", "N'utilise pas le cache"),
    ("fixe as versões", "não fixe as versões"),
    ("Com cache no navegador", "Sem cache no navegador"),
]
SAME = [
    ("pin versions", "Pin the versions"),
    ("Don't pin versions", "Avoid pinning versions"),
    ("never cache index.html", "do not cache index.html"),
    ("Always pin versions", "pin versions"),
    ("Never deploy without tests", "Deploy with tests"),
    ("Do not keep the cache, because it is stale; clear it", "Never keep the cache: it is stale. Clear it"),
    ("Pinne keine Versionen", "Versionen niemals pinnen"),
    ("Evita fijar versiones", "No fijar versiones"),
    ("Évitez de fixer les versions", "Ne pas fixer les versions"),
    ("Evite fixar versões", "Nunca fixar versões"),
    ("Nepřipínej verze", "Nepřipínejte verze"),
]


@pytest.mark.parametrize(("one", "other"), CONTRARY)
def test_contraries_in_six_languages(one: str, other: str) -> None:
    assert not same_polarity(one, other)
    assert not same_polarity(other, one)


@pytest.mark.parametrize(("one", "other"), [*SAME, *((one, one) for pair in CONTRARY for one in pair)])
def test_what_says_the_same(one: str, other: str) -> None:
    assert same_polarity(one, other)
    assert same_polarity(other, one)


def test_without_rapidfuzz_the_answers_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = pattern(id="a"), pattern(id="b", name="Open tabs get stale chunks after a deploy")
    with_it = compared(one, two)
    real = builtins.__import__

    def none_there(name: str, *more: Any) -> Any:
        if name.startswith("rapidfuzz"):
            raise ImportError(name)
        return real(name, *more)

    monkeypatch.setattr(builtins, "__import__", none_there)
    without = compared(one, two)
    assert abs(with_it.score - without.score) < 0.1
    assert (with_it.score >= NEAR) == (without.score >= NEAR)
