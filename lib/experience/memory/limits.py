"""The numbers of a memory audit, in one place. references/MEMORY_SPEC.md names each."""

from __future__ import annotations

CATEGORIES = ("superseded", "detail", "duplicate", "ephemeral", "stale-section", "merge")

#: Share of the file's characters that one set may take away, merged text counted back in.
MAX_REMOVED = 0.5
#: Characters of a reason: one short sentence.
MIN_REASON, MAX_REASON = 3, 160
#: A larger set is a rewrite.
MAX_CHANGES = 200
MAX_BLOCKS = 1000
#: Characters, blanks left out, of a passage that is quoted from another file.
MIN_QUOTE = 4

#: Bytes of a memory and of a file that is read beside it; larger ones are not audited.
MAX_MEMORY_BYTES = 8 * 1024 * 1024
MAX_OTHER_BYTES = 256 * 1024
#: Characters of a memory that one question holds; of a larger one each night shows another part.
MAX_SHOWN = 200_000
#: Characters of all other files together in one question.
MAX_OTHERS_SHOWN = 100_000

#: What the client loads of its own auto memory (2.1.332): lines, and UTF-16 units, for which we count bytes.
LOADED_LINES = 200
LOADED_BYTES = 25_000

#: One night: how often a model is asked, and seconds for all of it.
TRIES = 3
RUN_SECONDS = 600.0
