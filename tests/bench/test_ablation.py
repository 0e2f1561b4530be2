"""The table of ingredients in the documentation is what the script makes; switching off does switch off."""

from __future__ import annotations

import pytest

from experience.hotpath import background, features, gate, model
from tests.bench import ablation, judged, retrieval


def test_the_table_in_the_page_is_what_the_script_makes() -> None:
    page = ablation.PAGE.read_text("utf-8")
    made = ablation.table(retrieval.OWN)
    assert made.count("\n") == len(ablation.INGREDIENTS) + 1
    assert page == ablation.written(page, made), "run tests/bench/ablation.py --write"


def test_the_page_tells_how_many_prompts_there_are() -> None:
    prompts = judged.prompts(retrieval.OWN)
    told = (
        f"{len(prompts)} prompts about the starter packs, {sum(map(retrieval.is_negative, prompts))} of which"
    )
    assert told in ablation.PAGE.read_text("utf-8")


def test_every_ingredient_is_there_again_afterwards() -> None:
    before = (background.weight, features.rarity, features.form_weight, gate.likely, model.STEPS)
    for ingredient in ablation.INGREDIENTS:
        with ablation.switched_off(ingredient):
            pass
    assert before == (background.weight, features.rarity, features.form_weight, gate.likely, model.STEPS)


def test_names_that_are_replaced_are_those_that_the_matcher_calls() -> None:
    for ingredient in ablation.INGREDIENTS:
        for where, name, value in ingredient.without:
            with ablation.switched_off(ingredient):
                assert getattr(where, name) is value
            assert getattr(where, name, None) is not value
    assert set(ablation.RIVALS) < set(model.STEPS)


def test_without_model_and_triggers_nothing_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("likely", "explicit", "verbatim"):
        monkeypatch.setattr(gate, name, ablation.zero)
    bench = retrieval.load(retrieval.OWN)
    assert not any(bench.shipped().values())


def test_a_page_without_markers_is_not_written() -> None:
    with pytest.raises(ValueError, match="no markers"):
        ablation.written("a page", "a table")
