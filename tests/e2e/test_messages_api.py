"""The stand-in records what it was asked and answers from its script, streamed or not."""

from __future__ import annotations

import json
import urllib.request
from typing import Any

from tests.e2e.messages_api import MessagesApi, ToolCall

TOOLS = [{"name": "Bash"}]


def ask(api: MessagesApi, **body: Any) -> str:
    data = json.dumps({"model": "m", "messages": [], **body}).encode()
    request = urllib.request.Request(f"{api.url}/v1/messages?beta=true", data, {"x-api-key": "secret"})  # noqa: S310  # loopback
    with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310
        text: str = answer.read().decode()
    return text


def test_main_requests_take_the_script_in_order_and_side_requests_do_not() -> None:
    with MessagesApi(["first", ToolCall("Bash", {"command": "ls"})]) as api:
        assert json.loads(ask(api))["content"][0]["text"] == "ok"
        assert json.loads(ask(api, tools=TOOLS))["content"][0]["text"] == "first"
        second = json.loads(ask(api, tools=TOOLS))
        assert json.loads(ask(api, tools=TOOLS))["content"][0]["text"] == "ok"
    assert second["stop_reason"] == "tool_use"
    assert second["content"][0]["input"] == {"command": "ls"}
    assert [request.kind for request in api.requests] == ["side", "main", "main", "main"]


def test_a_stream_holds_the_whole_reply() -> None:
    with MessagesApi(["streamed"]) as api:
        text = ask(api, tools=TOOLS, stream=True)
    assert '"text_delta", "text": "streamed"' in text
    assert text.rstrip().endswith('{"type": "message_stop"}')


def test_told_finds_text_wherever_it_stands() -> None:
    block = {"type": "tool_result", "content": [{"type": "text", "text": "result"}]}
    messages = [{"role": "user", "content": "plain"}, {"role": "system", "content": "note"}]
    with MessagesApi() as api:
        ask(api, tools=TOOLS, messages=[*messages, {"role": "user", "content": [block]}])
    assert api.main[0].told.split("\n") == ["plain", "note", "result"]
