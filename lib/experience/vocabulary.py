"""Names and limits shared by the hot and the cold side. Imports nothing."""

from __future__ import annotations

VERSION = "0.1.0"

SEVERITIES = ("low", "med", "high")
REVIEW_STATUSES = ("pending", "validated", "archived")

#: Domains that install creates; any other folder name is a domain too.
STARTER_DOMAINS = ("power-automate", "solana", "frontend", "general")

#: `project_patterns` in config.yaml: may a repository's patterns reach the model?
PROJECT_POLICIES = ("ask", "always", "never")

#: Bytes of a pattern file; a larger one is reported by lint and never read.
MAX_PATTERN_BYTES = 64 * 1024

#: Limits of one pattern, so that no file can grow the index without bound.
MAX_KEYWORDS = 40
MAX_REGEXES = 10
MAX_EXAMPLES = 20
MAX_TRIGGER_CHARS = 200
MAX_EXAMPLE_CHARS = 600

#: Characters of injected text (design: hot path contract).
MODEL_BUDGET = 1300
PATTERN_BUDGET = 420
NUDGE_BUDGET = 300
PREFLIGHT_BUDGET = 300
USER_BUDGET = 200
DIGEST_BUDGET = 4000

#: A person is warned of at most this many patterns per prompt.
MAX_WARNINGS = 3

LOG_INJECTIONS = "injections.jsonl"
LOG_SAVES = "saves.jsonl"
LOG_FALSE_POSITIVES = "false_positives.jsonl"
#: What our own commands changed in pattern files because of a verdict.
LOG_EDITS = "edits.jsonl"
#: What `exp.py tune` applied and took back.
LOG_TUNING = "tuning.jsonl"
LOG_NUDGES = "nudges.jsonl"
LOG_ERRORS = "errors.jsonl"
#: Digests that went before the model.
LOG_DIGESTS = "digests.jsonl"

#: A log that has grown beyond this is put aside.
MAX_LOG_BYTES = 2 * 1024 * 1024

#: File that switches the layer off for a project.
DISABLED_MARKER = ".experience-disabled"
#: Set by our own headless runs, so that the hook does not meet itself.
NESTED_VARIABLE = "EXP_NESTED"
