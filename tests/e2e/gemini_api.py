"""A stand-in for the Gemini API on loopback: records what Gemini CLI asks, answers "ok" each time."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.loopback import Loopback

#: Every answer: one candidate that says "ok" and is at its end.
ANSWER = {
    "candidates": [
        {"content": {"role": "model", "parts": [{"text": "ok"}]}, "finishReason": "STOP", "index": 0}
    ],
    "usageMetadata": {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2},
}


@dataclass(frozen=True)
class Asked:
    """One recorded request; `path` without its query. Credentials are not recorded."""

    path: str
    body: dict[str, Any]

    @property
    def is_main(self) -> bool:
        """The agent loop offers tools; routing and summaries do not."""
        return bool(self.body.get("tools"))

    @property
    def texts(self) -> list[str]:
        """The text of each part that a user's turn holds, in order."""
        return list(_texts(self.body.get("contents", [])))


def _texts(contents: list[dict[str, Any]]) -> Iterator[str]:
    for content in contents:
        if content.get("role") == "user":
            yield from (part["text"] for part in content.get("parts", []) if "text" in part)


@dataclass
class GeminiApi(Loopback):
    """`with GeminiApi() as api:` serves on `api.url` until the block ends."""

    requests: list[Asked] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._server = _Server(self)

    @property
    def main(self) -> list[Asked]:
        return [asked for asked in self.requests if asked.is_main]


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, api: GeminiApi) -> None:
        self.api = api
        super().__init__(("127.0.0.1", 0), _Handler)


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        """Say nothing: what matters is recorded."""

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers.get("content-length", 0))) or b"{}")
        path = self.path.partition("?")[0]
        self.server.api.requests.append(Asked(path, body))
        if path.endswith(":streamGenerateContent"):
            self._send(f"data: {json.dumps(ANSWER)}\n\n".encode(), "text/event-stream")
        elif path.endswith(":countTokens"):
            self._send(b'{"totalTokens": 1}', "application/json")
        else:
            self._send(json.dumps(ANSWER).encode(), "application/json")

    def _send(self, data: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)
