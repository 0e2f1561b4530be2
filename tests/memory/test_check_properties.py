"""Whatever the file and the set: accepted sets touch their blocks alone, refused ones touch nothing."""

from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from experience.errors import ExperienceError
from experience.memory import changeset
from experience.memory.check import check, taken_away
from experience.memory.limits import CATEGORIES
from experience.memory.page import Page
from tests.memory.made import change, changes

_SIGNS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n"), max_size=12)
_LINES = st.one_of(
    _SIGNS,
    st.sampled_from(
        ["", "# T", "## A", "### B", "- x", "  - y", "```", "---", "<!-- keep -->", "| a |", "|---|"]
    ),
    st.builds("- fact {} at /etc/{}.conf {}".format, st.integers(0, 99), st.integers(0, 9), _SIGNS),
)
_ENDS = st.sampled_from(["\n", "\r\n", "\r"])


@st.composite
def memories(draw: st.DrawFn) -> str:
    rows = draw(st.lists(st.tuples(_LINES, _ENDS), min_size=1, max_size=25))
    text = "".join(line + end for line, end in rows)
    return text.removesuffix("\n") if draw(st.booleans()) else text


@st.composite
def sets(draw: st.DrawFn, text: str) -> dict[str, object]:
    """Blocks that are mostly runs of lines of `text`."""
    bare = Page(text).bare or [""]
    listed = []
    for _ in range(draw(st.integers(0, 4))):
        blocks = []
        for _ in range(draw(st.integers(1, 2))):
            start = draw(st.integers(0, len(bare) - 1))
            blocks.append("\n".join(bare[start : start + draw(st.integers(1, 3))]))
        category = draw(st.sampled_from(CATEGORIES))
        more = {"merged": draw(st.sampled_from([blocks[0], "- x", *bare]))} if category == "merge" else {}
        listed.append(change(category, *blocks, **more))
    return changes(*listed)


@settings(max_examples=400, deadline=None)
@given(st.data())
def test_an_accepted_set_never_touches_a_byte_outside_its_blocks(data: st.DataObject) -> None:
    text = data.draw(memories())
    checked = check(text, data.draw(sets(text)))
    if not checked.accepted:
        assert checked.text == text
        assert not checked.placed
        return
    page = checked.page
    gone = {row for one in checked.placed for span in one.spans for row in range(*span)}
    merged = {min(one.spans): one.change.merged for one in checked.placed if one.change.merged}
    expected = ""
    for row, line in enumerate(page.rows):
        for span, words in merged.items():
            if span.start == row:
                expected += words.replace("\n", page.end_of(row) or "\n") + page.end_of(span.end - 1)
        expected += "" if row in gone else line
    assert checked.text == page.prefix + expected
    assert taken_away(page, list(checked.placed)) <= 0.5 * page.characters
    assert not gone & page.pinned


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_subset_of_an_accepted_set_removes_no_more(data: st.DataObject) -> None:
    text = data.draw(memories())
    document = data.draw(sets(text))
    if not check(text, document).accepted:
        return
    listed = document["changes"]
    assert isinstance(listed, list)
    kept = [one for one in listed if data.draw(st.booleans())]
    part = check(text, changes(*kept))
    assert part.accepted or any("belongs to line" in str(problem) for problem in part.problems)


@settings(max_examples=300, deadline=None)
@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=8), lambda inner: (
    st.lists(inner, max_size=3)
    | st.dictionaries(st.sampled_from("changes category original reason quotes x".split()), inner, max_size=4)
)))  # fmt: skip
def test_no_document_makes_the_check_stumble(document: object) -> None:
    for sent in (document, {"changes": [document]}, {"changes": document}):
        checked = check("# M\n- a\n- b\n", sent)
        assert checked.accepted == (checked.problems == ())


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60))
def test_no_answer_makes_the_reader_stumble(text: str) -> None:
    try:
        changeset.parse(text)
    except ExperienceError:
        return


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_set_comes_back_from_its_lines_and_from_words_around_it(data: st.DataObject) -> None:
    document = data.draw(sets(data.draw(memories())))
    assert changeset.parse(changeset.to_lines(document)) == document
    assert changeset.parse(f"Here it is:\n```json\n{json.dumps(document)}\n```\nDone.") == document


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_M06_a_cut_off_set_never_counts(data: st.DataObject) -> None:
    text = data.draw(memories())
    whole = json.dumps(changes(change("detail", "- a"), *data.draw(sets(text))["changes"]))  # type: ignore[misc]
    cut = whole[: data.draw(st.integers(1, len(whole) - 1))]
    try:
        found = changeset.parse(cut)
    except ExperienceError:
        return
    assert not check(text, found).accepted
