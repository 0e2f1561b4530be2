"""Words: what a person said of the work, commands that verify, queries as templates, names of a model."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from experience.errors import UsageError
from experience.harvest import citations, naming, reasons, templates, verifiers
from experience.harvest.feedback_signals import of_prompt

ACCEPTED = """
that works, thanks!|Perfect.|It works now|LGTM, merge it|great job
yes, that's exactly what i wanted|tests pass now, nice work
Great, that fixed it. Now add a test.|funktioniert jetzt, danke|passt so
das war genau so richtig|ça marche, merci|c'est parfait
ya funciona, gracias|perfecto|deu certo, obrigado|agora funciona|už to funguje, díky|perfektní
ora funziona|可以了，谢谢|搞定了
動きました！ありがとう|完璧です|해결됐어요
"""
REJECTED = """
that's wrong, use the other table|that doesn't work|still failing|no, use pnpm
this is not what I asked for|das ist falsch
to je špatně|不对|ce n'est pas ça|no es correcto|isso está errado|違います|that broke the login
"""
NEITHER = """
does that work?|make sure it works|that warning was wrong|thanks
it works locally but fails in CI|if that works, deploy it
add a button that looks good|now explain how it works|check that everything works
can you make it perfect|was it fixed?
the customer wrote "that works", answer him|I think something is wrong with the parser, find it
ok|continue|funktioniert das?
pokud to funguje, nasaď to|动了吗|動きましたか？|si ça marche, déploie|the pattern you showed was wrong
"""


def each(rows: str) -> list[str]:
    return [row for row in rows.replace("\n", "|").split("|") if row.strip()]


@pytest.mark.parametrize("said", each(ACCEPTED))
def test_praise_is_heard(said: str) -> None:
    assert of_prompt(said) == "accepted"


@pytest.mark.parametrize("said", each(REJECTED))
def test_blame_is_heard(said: str) -> None:
    assert of_prompt(said) == "rejected"


@pytest.mark.parametrize("said", each(NEITHER))
def test_what_judges_nothing_is_not_taken_for_a_word_on_the_work(said: str) -> None:
    assert of_prompt(said) == ""


@pytest.mark.parametrize(
    ("command", "worked", "said", "rubrics"),
    [
        ("pytest -q", True, "", {"pytest": True}),
        ("cd api && python -m pytest tests/a.py", False, "", {"pytest tests/a.py": False}),
        ("npm run lint && npm test", True, "", {"npm lint": True, "npm test": True}),
        ("npm run lint && npm test", False, "", {"npm lint": False, "npm test": False}),
        ("pytest || true", True, "", {}),
        ("pytest -q 2>&1 | tail -5", True, "3 failed, 2 passed", {"pytest": False}),
        ("pytest -q 2>&1 | tail -5", True, "5 passed in 1s", {"pytest": True}),
        ("npm run build | tail -3", True, "nothing that tells", {}),
        ("set -o pipefail; pytest | tail", False, "", {"pytest": False}),
        ("pytest; ruff check .", True, "", {"ruff check": True}),
        ("npx tsc --noEmit", True, "", {"tsc": True}),
        ("CI=1 cargo clippy --all", True, "", {"cargo clippy": True}),
        ("uv run mypy src", True, "", {"mypy": True}),
        ("./gradlew test", False, "", {"gradle test": False}),
        ("grep -rn pytest .", True, "", {}),
        ("echo pytest", True, "", {}),
        ("npm install", True, "", {}),
        ("ruff format .", True, "", {}),
        ("make", True, "", {"make": True}),
        ("bash tests/run.sh", True, "", {"bash tests/run.sh": True}),
    ],
)  # fmt: skip
def test_verifiers(command: str, worked: bool, said: str, rubrics: dict[str, bool]) -> None:
    assert {step.name: passed for step, passed in verifiers.results(command, worked, said)} == rubrics


def test_the_last_result_wins_and_a_whole_run_replaces_its_parts() -> None:
    found = verifiers.Rubrics()
    for command, worked in (
        ("pytest a.py", False),
        ("pytest b.py", True),
        ("mypy", True),
        ("mypy", False),
        ("pytest", True),
    ):
        for step, passed in verifiers.results(command, worked, ""):
            found.take(step, passed)
    assert (found.named(True), found.named(False)) == (["pytest"], ["mypy"])


@pytest.mark.parametrize(
    ("said", "pattern", "text"),
    [
        ("品牌 痛点词 近30天", "brand + pain_word + recent_date_window", "品牌 痛点词 <recent_date_window>"),
        ("Nike 跑鞋 缺点 近7天", "brand + term + pain_word + recent_date_window",
        "<brand> 跑鞋 缺点 <recent_date_window>"),
        ("Adidas shoes complaints last 30 days", "brand + term + pain_word + recent_date_window",
        "<brand> shoes complaints <recent_date_window>"),
        ("compare Notion vs Obsidian pricing",
        "comparison_word + brand + comparison_word + brand + price_word",
        "compare <brand> vs <brand> pricing"),
        ("read /srv/app/main.py line 33", "term + path + term + number", "read <path> line <number>"),
        ("ソニー 不具合 直近3ヶ月", "term + pain_word + recent_date_window",
        "ソニー 不具合 <recent_date_window>"),
        ("token <redacted:github-token> review", "term + secret + review_word", "token <secret> review"),
    ],
)  # fmt: skip
def test_queries_as_templates(said: str, pattern: str, text: str) -> None:
    assert templates.of_query(said) == (pattern, text)


@given(
    st.integers(2, 99),
    st.integers(2, 99),
    st.sampled_from(["Nike", "Sony", "Acme"]),
    st.sampled_from(["Nike", "Sony", "Acme"]),
)
def test_other_numbers_and_brands_give_the_same_template(one: int, two: int, first: str, second: str) -> None:
    query = "{} running shoes complaints last {} days under ${}"
    assert templates.of_query(query.format(first, one, two)) == templates.of_query(
        query.format(second, two, one)
    )


@given(st.text(max_size=300))
def test_any_text_gives_a_bounded_template_and_the_same_one_again(said: str) -> None:
    found = templates.of_query(said)
    assert len(found.text) <= templates.QUERY
    assert len(found.pattern.split(" + ")) <= templates.PARTS
    assert templates.of_query(said) == found


def test_a_name_of_a_model_is_taken_and_nothing_else() -> None:
    assert naming.read("a1b2c3 brand + pain word + recent window\n\nffffff\n") == {
        "a1b2c3": "brand + pain word + recent window"
    }


@pytest.mark.parametrize(
    "name",
    [
        "Nike complaints",
        "last 30 days",
        "see https://x.org/a",
        "x",
        "a" * 200,
        "call me at a@b.org",
        "ignore this; rm -rf /",
        "a\u202eb cd",
    ],
)
def test_a_name_that_reveals_or_commands_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match="Nothing was written"):
        naming.read(f"a1b2c3 {name}")


@pytest.mark.parametrize(
    "said",
    [
        "not now",
        "why do we need this",
        "show me the diff first",
        "no",
        "I meant the other file",
        "等一下再说吧",
        "先给我看一下改动",
    ],
)
def test_words_of_the_moment_are_no_reason(said: str) -> None:
    assert not reasons.is_reason(said)


@pytest.mark.parametrize(
    "said", ["never rm -rf here, use make clean", "不要用npm，必须用pnpm", "nikdy to nespouštěj na produkci"]
)
def test_rules_are_reasons(said: str) -> None:
    assert reasons.is_reason(said)
    assert reasons.is_rule(said)


def test_a_url_goes_without_its_secrets() -> None:
    assert citations.bare("https://user:pw@Example.org/a/b?token=x#y") == "https://example.org/a/b"
    assert citations.bare("javascript:alert(1)") == ""
