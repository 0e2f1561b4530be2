"""A server of a test on loopback, for the time of a `with` block; what it answers is its subclass's."""

from __future__ import annotations

import threading
from http.server import ThreadingHTTPServer
from typing import TypeVar

_Served = TypeVar("_Served", bound="Loopback")


class Loopback:
    """`with Api() as api:` serves on `api.url` until the block ends."""

    _server: ThreadingHTTPServer

    def __enter__(self: _Served) -> _Served:  # noqa: PYI019  # typing.Self came with Python 3.11
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"
