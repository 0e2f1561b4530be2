"""Every number of the digest, in one place (mission document 2; references/DIGEST_SPEC.md explains them)."""

from __future__ import annotations

#: A candidate enters Active Rules and Good Query Patterns at this support, in distinct events.
MIN_SEEN = 3
MIN_SUCCESS = 2
#: A failure pattern enters Failure Modes at this support; a user's correction at once.
MIN_SEEN_FAILURE = 3

#: Days, today included as day 0: the window of evaluation, and until a rule is cold. 30 is still warm.
WINDOW_DAYS = 30
#: Days after which a rule that waits for revalidation is removed: 30 more.
REMOVAL_DAYS = 2 * WINDOW_DAYS

#: Share of rubrics passed below which an event failed its rubrics (the gate of the harvest).
MIN_RUBRICS_PASSED = 0.6
#: Relevant of returned results below which an event is of low relevance; 0/0 is unknown.
MIN_RELEVANCE = 0.3

MAX_ACTIVE = 20
MAX_FAILURES = 15
MAX_QUERIES = 20
MAX_PENDING = 10
#: Lines of the whole document.
MAX_LINES = 120
#: Characters of one entry; a longer text is shortened visibly.
MAX_ENTRY_CHARS = 240

#: Triggers: new events since the last compact; bytes of patterns.jsonl.
DUE_EVENTS = 10
DUE_BYTES = 64 * 1024
#: Bytes above which patterns.jsonl is put into the archive.
ROTATE_BYTES = 1024 * 1024

#: Bytes of one event as we write it, and of one line that we read.
MAX_EVENT_BYTES = 64 * 1024
MAX_LINE_BYTES = 1024 * 1024
#: Different texts that are told apart in one evaluation; what comes beyond is counted.
MAX_TEXTS = 20_000
#: Corrections remembered per archive; the document holds 15 in all.
MAX_ARCHIVED_CORRECTIONS = 60

#: Similarity in percent from which two texts are proposed as one lesson, never joined.
PROPOSE_FROM = 85
#: Texts that are compared with one another for proposals, or handed to a model.
MAX_COMPARED = 300
#: Pairs that look alike and are examined; of many alike texts the first pairs tell enough.
MAX_PROPOSED = 40

#: Versions of one digest that are kept for --undo.
MAX_BACKUPS = 50
