"""The hot door: a payload on stdin -> at most three warnings on stdout, or nothing. Always exits 0.

    retrieve.py [--format json|text|halves]

json: the client's document. text: for other agents (hooks/README.md). halves: two JSON string
bodies and an end mark, a line each, which hooks/claude-code.sh joins with those of nudge.py.
"""

import faulthandler
import os
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

from experience.hotpath import emit, layers, places, record, upkeep, warn  # noqa: E402

#: Seconds. `timeout` in the adapter says 2 as well; this also holds where there is none,
#: and inside a regex that Python cannot interrupt.
DEADLINE = 1.9
STARTED = time.monotonic()
#: Seconds without any indexing after which a hook that starts too slowly for it leaves it to a worker.
QUIET = 10


def refresh(layer: layers.Layer, changes: layers.Changes) -> None:
    """Re-index a few files; the indexer and PyYAML are imported only now. If that fails or takes too
    long, the prompt is answered without the changed files."""
    from experience.hotpath import turn

    born = turn.born(STARTED)
    if time.monotonic() > born + turn.BEGUN:  # a machine so busy needs no second indexer
        layer.bury(changes)
        if layer.written() < time.time() - QUIET:
            mend()
        return
    try:
        with turn.Until(born + turn.INDEXED):
            _take_turn(layer, changes, born + turn.PATIENCE)
    except turn.TooLate:
        layer.open()  # it may have been given up halfway
        layer.bury(changes)
        mend()
    except Exception as error:  # a broken indexer costs the edits, not the rest
        record.error("refresh", error)
        layer.bury(changes)


def _take_turn(layer: layers.Layer, changes: layers.Changes, patience: float) -> None:
    from experience.hotpath import turn

    with turn.Turn(layers.index_dir(), patience) as mine:
        if not mine:
            layer.bury(changes)
        elif not taken_over(layer, changes):
            places.use_private_packages()
            from experience.index.update import refresh as index_now

            index_now(layer, changes)


def taken_over(layer: layers.Layer, changes: layers.Changes) -> bool:
    """Whether a hook that had its turn before has indexed these changes; if so they are in use now."""
    layer.open()
    return layer.knows(changes)


def start(option: str, cwd: str = "") -> None:
    from experience.hotpath import detach  # most prompts start nothing

    detach.run_index(os.path.join(HERE, "exp.py"), option, cwd)


def mend() -> None:
    """Make the index anew: bytes of it that were damaged are met only where they are read."""
    try:
        start("--detached")
    except OSError as error:
        record.error("mend", error)


def main(arguments: list[str]) -> int:
    form = arguments[arguments.index("--format") + 1] if "--format" in arguments[:-1] else "json"
    # stays open: a watchdog whose descriptor was closed would meet whatever file has its number by then
    nowhere = os.open(os.devnull, os.O_RDONLY)
    faulthandler.dump_traceback_later(DEADLINE, exit=True, file=nowhere)
    try:
        found = warn.answer(sys.stdin.buffer.read(), upkeep.Upkeep(refresh, start))
    except Exception as error:  # fail open: the prompt goes on, the error is kept for doctor
        record.error("retrieve", error)
        mend()
        found = emit.Answer()
    sys.stdout.buffer.write(
        emit.formatted(found.model, found.user, form, found.event).encode("utf-8", "replace")
    )
    sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
