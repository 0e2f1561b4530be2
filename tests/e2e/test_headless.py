"""The flags of our headless calls, accepted by the real client: no tools, no hooks, a value of the schema."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from experience.digest import model_groups
from experience.runners import headless
from experience.runners.headless import NoAnswer, Question, ask
from tests.e2e.client import Client
from tests.e2e.messages_api import MessagesApi, Reply, ToolCall

pytestmark = pytest.mark.e2e

StandIn = Callable[..., MessagesApi]
SCHEMA = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}


@pytest.fixture
def stand_in(client_binary: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> StandIn:
    """A stand-in for the model that gives these replies; the client is found and lives in an empty HOME."""
    (tmp_path / "home").mkdir()

    def made(*script: Reply) -> MessagesApi:
        api = MessagesApi(script)
        for name, value in Client(client_binary, tmp_path / "home").environment(api.url).items():
            monkeypatch.setenv(name, value)
        monkeypatch.setenv(headless.PROGRAM_VARIABLE, str(client_binary))
        monkeypatch.setenv("EXPERIENCE_HOME", str(tmp_path / "experience"))
        return api

    return made


def test_the_answer_is_the_value_and_the_call_offers_no_other_tool(stand_in: StandIn) -> None:
    with stand_in(ToolCall("StructuredOutput", {"n": 2})) as api:
        answer = ask(Question("You add.", "What is 1 + 1?", SCHEMA, seconds=60))
    assert answer.value == {"n": 2}
    (request,) = api.main
    assert "What is 1 + 1?" in request.told
    offered = {tool["name"] for tool in request.body["tools"]}
    assert offered - {"DeferredToolPlaceholder"} == {"StructuredOutput"}  # the client's own stand-in for none


def test_a_model_that_answers_in_words_is_no_answer(stand_in: StandIn) -> None:
    with stand_in("two", "two, I said"), pytest.raises(NoAnswer, match="in words"):
        ask(Question("You add.", "What is 1 + 1?", SCHEMA, seconds=60))


def test_a_partition_comes_from_the_real_client(stand_in: StandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_groups, "SECONDS", 60.0)
    with stand_in(ToolCall("StructuredOutput", {"groups": [[0, 2], [1]]})):
        parts, told = model_groups.partition(["by date", "name the shop", "newest first"])
    assert parts == [["by date", "newest first"], ["name the shop"]]
    assert told == "a model put 3 texts into 2 groups"
