"""The hot door of the nudge: a payload on stdin -> one hint on stdout, or nothing. Always exits 0.

    nudge.py [--format json|text|halves]

The formats are those of retrieve.py, beside which hooks/claude-code.sh runs it.
"""

import faulthandler
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from experience.hotpath import emit, record
from experience.hotpath.nudges import decide

#: Seconds. `timeout` in the adapter says 1; this also holds where there is none.
DEADLINE = 0.9


def main(arguments: list[str]) -> int:
    form = arguments[arguments.index("--format") + 1] if "--format" in arguments[:-1] else "json"
    # stays open: a watchdog whose descriptor was closed would meet whatever file has its number by then
    nowhere = os.open(os.devnull, os.O_RDONLY)
    faulthandler.dump_traceback_later(DEADLINE, exit=True, file=nowhere)
    try:
        found = decide.answer(sys.stdin.buffer.read())
    except Exception as error:  # fail open: the prompt goes on, the error is kept for doctor
        record.error("nudge", error)
        found = decide.Nudge()
    sys.stdout.buffer.write(emit.formatted(found.model, found.user, form).encode("utf-8", "replace"))
    sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
