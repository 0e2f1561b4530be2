"""A stand-in for the Messages API on loopback: records what the client asks, answers from a script.

Requests of the agent loop ("main") take the scripted replies in order; when none is left the
answer is "ok". Requests for titles, counts and the like ("side") are recorded and answered "ok".
A reply is a text, or a `ToolCall` that the client then carries out. Credentials are not recorded.
"""

from __future__ import annotations

import itertools
import json
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.loopback import Loopback


@dataclass(frozen=True)
class ToolCall:
    """A reply in which the model wants the tool `name` run with `arguments`."""

    name: str
    arguments: dict[str, Any]


#: A list of calls is one message with all of them.
Reply = str | ToolCall | list[ToolCall]

#: Of messages and calls, shared by all stand-ins: a session that is resumed against the next one must not
#: meet the same call twice.
_NUMBERS = itertools.count(1)


@dataclass(frozen=True)
class Request:
    """One recorded request. `kind`: main, side, or other (not a message at all)."""

    method: str
    path: str
    kind: str
    body: dict[str, Any]

    @property
    def told(self) -> str:
        """All text of the conversation, whoever wrote it: the user, reminders, tool results."""
        return "\n".join(_texts(self.body.get("messages", [])))


def _texts(value: Any) -> Iterator[str]:
    """Text wherever the API allows it: a plain string, a block of text, the content of a tool result."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)
    elif isinstance(value, dict):
        yield from _texts(value.get("text") or value.get("content") or [])


def _kind(body: dict[str, Any]) -> str:
    """The agent loop offers tools; titles, quota probes and summaries do not."""
    return "main" if body.get("tools") else "side"


@dataclass
class MessagesApi(Loopback):
    """`with MessagesApi(["first answer"]) as api:` serves on `api.url` until the block ends."""

    script: Sequence[Reply] = ()
    requests: list[Request] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._left = list(self.script)
        self._guard = threading.Lock()
        self._server = _Server(self)

    @property
    def main(self) -> list[Request]:
        """The requests of the agent loop, in order."""
        return [request for request in self.requests if request.kind == "main"]

    def record(self, request: Request) -> Reply:
        with self._guard:
            self.requests.append(request)
            return self._left.pop(0) if request.kind == "main" and self._left else "ok"

    def message(self, reply: Reply, model: str) -> dict[str, Any]:
        number = next(_NUMBERS)
        calls = reply if isinstance(reply, list) else [reply] if isinstance(reply, ToolCall) else []
        blocks: list[dict[str, Any]] = [
            {
                "type": "tool_use",
                "id": f"toolu_{next(_NUMBERS):022}",
                "name": one.name,
                "input": one.arguments,
            }
            for one in calls
        ]
        return {
            "id": f"msg_{number:022}",
            "type": "message",
            "role": "assistant",
            "model": model,
            "content": blocks or [{"type": "text", "text": reply}],
            "stop_reason": "tool_use" if blocks else "end_turn",
            "stop_sequence": None,
            "usage": {"input_tokens": 1, "output_tokens": 1},
        }


def _events(message: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The message as the stream of events that the client asked for."""
    yield {"type": "message_start", "message": {**message, "content": [], "stop_reason": None}}
    for index, block in enumerate(message["content"]):
        if block["type"] == "text":
            empty: dict[str, Any] = {"type": "text", "text": ""}
            delta = {"type": "text_delta", "text": block["text"]}
        else:
            empty = {**block, "input": {}}
            delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
        yield {"type": "content_block_start", "index": index, "content_block": empty}
        yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    stopped = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    yield {"type": "message_delta", "delta": stopped, "usage": {"output_tokens": 1}}
    yield {"type": "message_stop"}


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, api: MessagesApi) -> None:
        self.api = api
        super().__init__(("127.0.0.1", 0), _Handler)


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        """Say nothing: what matters is recorded."""

    def do_HEAD(self) -> None:
        self.server.api.record(Request("HEAD", self.path, "other", {}))
        self._send(b"", "application/json")

    def do_GET(self) -> None:
        self.server.api.record(Request("GET", self.path, "other", {}))
        self._send_json({"data": [], "has_more": False})

    def do_POST(self) -> None:
        body = json.loads(self._body() or b"{}")
        path = self.path.partition("?")[0]
        if path.endswith("/count_tokens"):
            self.server.api.record(Request("POST", path, "side", body))
            self._send_json({"input_tokens": 1})
        elif not path.endswith("/v1/messages"):
            self.server.api.record(Request("POST", path, "other", body))
            self._send_json({})
        else:
            reply = self.server.api.record(Request("POST", path, _kind(body), body))
            self._answer(
                self.server.api.message(reply, str(body.get("model"))), stream=bool(body.get("stream"))
            )

    def _answer(self, message: dict[str, Any], *, stream: bool) -> None:
        if not stream:
            self._send_json(message)
            return
        text = "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in _events(message))
        self._send(text.encode(), "text/event-stream")

    def _body(self) -> bytes:
        if (self.headers.get("transfer-encoding") or "").lower() != "chunked":
            return self.rfile.read(int(self.headers.get("content-length") or 0))
        chunks = []
        while size := int(self.rfile.readline().strip() or b"0", 16):
            chunks.append(self.rfile.read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(chunks)

    def _send_json(self, value: object) -> None:
        self._send(json.dumps(value).encode(), "application/json")

    def _send(self, data: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.send_header("request-id", "req_stand_in")
        self.end_headers()
        self.wfile.write(data)
