"""How labelled ends of transcripts are collected: a builder of one is decorated with its label."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tests.hotpath.nudges.transcript import Transcript

MODULE = "Error: Cannot find module './db'\nRequire stack:\n- /home/dev/shop/server.js"
TYPES = "src/app.ts(12,5): error TS2345: Argument of type 'string' is not assignable to type 'Cents'."
NEUTRAL = "please go on with the checkout form"

Build = Callable[[], Transcript]


class Tail(NamedTuple):
    name: str
    stuck: bool
    prompt: str
    transcript: Transcript


class Collection:
    """Builders in the order of the file; `tails()` runs them."""

    def __init__(self, *, stuck: bool) -> None:
        self.stuck = stuck
        self._builders: list[tuple[str, Build]] = []

    def case(self, build: Build) -> Build:
        return self.asking(NEUTRAL)(build)

    def asking(self, prompt: str) -> Callable[[Build], Build]:
        """A case that depends on the prompt."""

        def keep(build: Build) -> Build:
            self._builders.append((prompt, build))
            return build

        return keep

    def tails(self) -> list[Tail]:
        return [Tail(build.__name__, self.stuck, prompt, build()) for prompt, build in self._builders]
