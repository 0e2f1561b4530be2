"""A stand-in for an OpenAI-like chat API on loopback: answers from a script, records what it is asked."""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class ChatApi:
    """`with ChatApi(["answer"]) as api:` serves on `api.url`; an answer is a text or {"name", "arguments"} of
    a tool call. When none is left it says "ok"."""

    script: Sequence[str | dict[str, Any]]
    requests: list[dict[str, Any]] = field(default_factory=list)

    def __enter__(self) -> ChatApi:  # noqa: PYI034  # typing.Self came with Python 3.11
        self._left = list(self.script)
        api = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                api.requests.append(body)
                answer = api._left.pop(0) if api._left and body.get("tools") else "ok"
                streamed = bool(body.get("stream"))
                data = _streamed(answer) if streamed else json.dumps(_whole(answer)).encode()
                self.send_response(200)
                kind = "text/event-stream" if streamed else "application/json"
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_: object) -> None:
                return

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"


def _message(answer: str | dict[str, Any]) -> dict[str, Any]:
    if isinstance(answer, str):
        return {"role": "assistant", "content": answer}
    call = {"name": answer["name"], "arguments": json.dumps(answer["arguments"])}
    calls = [{"id": "call_1", "index": 0, "type": "function", "function": call}]
    return {"role": "assistant", "content": None, "tool_calls": calls}


def _choice(answer: str | dict[str, Any], key: str) -> dict[str, Any]:
    reason = "stop" if isinstance(answer, str) else "tool_calls"
    return {
        "id": "c", "object": "chat.completion", "created": 1, "model": "m",
        "choices": [{"index": 0, key: _message(answer), "finish_reason": reason}],
        "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
    }  # fmt: skip


def _whole(answer: str | dict[str, Any]) -> dict[str, Any]:
    return _choice(answer, "message")


def _streamed(answer: str | dict[str, Any]) -> bytes:
    chunk = {**_choice(answer, "delta"), "object": "chat.completion.chunk"}
    return f"data: {json.dumps(chunk)}\n\ndata: [DONE]\n\n".encode()
