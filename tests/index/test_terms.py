"""All texts taken apart in one go give what each of them gives by itself."""

from __future__ import annotations

from pathlib import Path

from hypothesis import example, given, settings
from hypothesis import strategies as st

from experience.hotpath import text
from experience.hotpath.scan import Entry
from experience.index import compiler, terms
from experience.index.writer import segment_bytes
from experience.patterns.corpus import load
from tests.house import ROOT

TEXTS = st.lists(
    st.text(st.sampled_from("abZé1_-.\0\n ’…→ß字カ\u0301\u200b—İ+"), max_size=12) | st.text(max_size=12),
    max_size=6,
)
WEIGHTS = {"strong": 100, "middle": 50, "weak": 10}


@settings(max_examples=400, deadline=None)
@given(TEXTS)
@example(["a\0b", "c"])
@example(["e", "\u0301"])
@example([])
def test_words_of_each_text_are_those_of_the_text_alone(texts: list[str]) -> None:
    assert terms.words_of_each(texts) == [text.words(text.tidy(value)) for value in texts]


@settings(max_examples=200, deadline=None)
@given(TEXTS, TEXTS, TEXTS, st.sets(st.sampled_from(["a", "b", "ab"])))
@example(["userId"], ["user"], ["userId id"], set())
def test_the_heaviest_field_of_a_term_counts(
    strong: list[str], middle: list[str], weak: list[str], left_out: set[str]
) -> None:
    fields = {"strong": strong, "middle": middle, "weak": weak}
    expected: dict[str, int] = {}
    for field, texts in fields.items():
        for term in text.sequence("\n".join(texts))[1]:
            expected.setdefault(term, WEIGHTS[field])
    for term in left_out:
        expected.pop(term, None)
    assert terms.weighed(terms.words_by_field(fields), WEIGHTS, left_out) == expected


def test_patterns_compiled_together_are_what_they_are_alone() -> None:
    folder = ROOT / "templates" / "starter"
    patterns = load(folder, "global").patterns
    assert len(patterns) > 10
    given_pairs = [(one, Entry(str(one.path), one.path.name, Path(one.path).stat())) for one in patterns]
    together = compiler.compile_patterns(given_pairs)
    alone = [compiler.compile_pattern(*pair) for pair in given_pairs]
    assert together == alone
    assert segment_bytes(together, {}, {}) == segment_bytes(alone, {}, {})
