"""Reports through the real apprise to a server on loopback: literal, whole, in pieces, no token anywhere."""

from __future__ import annotations

import html
import importlib
import json
import logging
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from experience.memory import send

#: apprise itself imports it.
pytestmark = pytest.mark.filterwarnings("ignore:.imghdr. is deprecated:DeprecationWarning")

apprise = pytest.importorskip("apprise")
TOKEN = "123456789:" + "AAbbCCddEEffGGhhIIjjKKllMMnnOOppQQr"
NASTY = (
    "1. merge: snake_case, [x](y) *bold* `code` <b>tag</b> &amp; a < b & 端口 👩‍👩‍👧\n2. <!-- x --> </li> ok"
)


class Service(ThreadingHTTPServer):
    """Keeps what it was sent; `code` is its answer."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.code = 200
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.sent.append(json.loads(body))
                answer = b'{"ok": true, "result": {"message_id": 1}}'
                self.send_response(service.code)
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, *_: object) -> None:
                return

        super().__init__(("127.0.0.1", 0), Handler)

    @property
    def place(self) -> str:
        return f"127.0.0.1:{self.server_address[1]}"


@pytest.fixture
def service() -> Iterator[Service]:
    with Service() as found:
        threading.Thread(target=found.serve_forever, daemon=True).start()
        yield found
        found.shutdown()


@pytest.fixture
def telegram(service: Service, monkeypatch: pytest.MonkeyPatch) -> str:
    """An address of Telegram; the real plugin, whose server is ours."""
    plugin = type(apprise.Apprise.instantiate(f"tgram://{TOKEN}/42"))
    monkeypatch.setattr(plugin, "notify_url", f"http://{service.place}/bot")
    return f"tgram://{TOKEN}/42"


def test_M19_telegram_gets_the_text_to_the_letter(service: Service, telegram: str) -> None:
    assert send.send([telegram], NASTY) == []
    (sent,) = service.sent
    assert sent["parse_mode"] == "HTML"
    assert html.unescape(sent["text"]) == NASTY
    assert "<b>" not in sent["text"]


def test_M19_a_long_report_comes_in_pieces_at_line_ends(service: Service, telegram: str) -> None:
    lines = [f"{number}. detail: a reason & more <of> it, snake_case [x](y)" for number in range(200)]
    assert send.send([telegram], "\n".join(lines)) == []
    assert len(service.sent) > 2
    assert all(send.units(sent["text"]) <= 4096 for sent in service.sent)
    assert [line for sent in service.sent for line in html.unescape(sent["text"]).split("\n")] == lines


def test_another_service_gets_plain_text(service: Service) -> None:
    assert send.send([f"json://{service.place}"], NASTY) == []
    assert service.sent[0]["message"] == NASTY


@pytest.mark.parametrize("code", [400, 401, 500])
def test_a_failure_is_told_without_the_token(
    service: Service,
    telegram: str,
    code: int,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    service.code = code
    logging.getLogger("apprise").setLevel(logging.DEBUG)
    (told,) = send.send([telegram], "x")
    assert told == "report 1: Telegram did not take it"
    out, err = capfd.readouterr()
    assert TOKEN not in caplog.text + out + err
    assert TOKEN.partition(":")[2] not in caplog.text + out + err


def test_an_address_that_is_none_is_called_by_its_number() -> None:
    told = send.send(["tgram://secret", "nothing://x"], "x")
    assert [one.partition(":")[0] for one in told] == ["report 1", "report 2"]
    assert "secret" not in "".join(told)


def test_a_service_that_is_not_there_is_a_sentence(home: Path) -> None:
    assert send.send(["json://127.0.0.1:1"], "x") == ["report 1: JSON did not take it"]


def test_without_apprise_it_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_name: str) -> Any:
        raise ImportError

    monkeypatch.setattr(importlib, "import_module", missing)
    assert "requirements-report.txt" in send.send(["json://x"], "x")[0]
    assert send.send([], "x") == []


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=400), st.integers(10, 120))
def test_pieces_hold_everything_and_fit(text: str, most: int) -> None:
    found = list(send.pieces(text, most, lambda piece: send.units(send.escaped(piece))))
    assert all(send.units(send.escaped(piece)) <= most for piece in found)
    assert "".join("".join(found).split()) == "".join(text.split())
