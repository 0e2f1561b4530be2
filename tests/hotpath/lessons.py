"""Twelve patterns as a working developer would write them, for tests of what fires and what does not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.hotpath.machine import use_interpreter
from tests.house import pattern_text

LESSONS: dict[str, dict[str, Any]] = {
    "frontend-2026-02-11-stale-chunks": {
        "name": "Old tabs ask for chunks that a deploy deleted",
        "keywords": ["ChunkLoadError", "stale chunk", "dynamic import fails after deploy"],
        "fix": "Keep the chunks of the last two releases; reload once when an import fails.",
        "fire": ["users see a blank page after we release, Loading chunk 7 failed"],
    },
    "frontend-2026-03-02-effect-loop": {
        "name": "useEffect with an object in its dependencies runs for ever",
        "keywords": ["useEffect loop", "Maximum update depth exceeded", "infinite re-render"],
        "fix": "Depend on primitive values or memoise the object.",
        "fire": ["my component re-renders endlessly since I added a useEffect"],
    },
    "frontend-2026-01-20-safari-100vh": {
        "name": "100vh hides the bottom bar behind Safari's toolbar on iPhones",
        "keywords": ["100vh", "Safari toolbar", "mobile viewport height"],
        "fix": "Use 100dvh with a fallback.",
    },
    "solana-2026-02-14-rent-exempt": {
        "name": "An account below the rent-exempt minimum vanishes",
        "keywords": ["rent exempt", "insufficient funds for rent", "lamports"],
        "fix": "Ask getMinimumBalanceForRentExemption for the exact size first.",
        "fire": ["the transaction says insufficient funds for rent when I create a token account"],
    },
    "solana-2026-03-09-blockhash-expired": {
        "name": "A blockhash fetched too early expires before the transaction is sent",
        "keywords": ["Blockhash not found", "TransactionExpiredBlockheightExceededError"],
        "fix": "Fetch the blockhash right before signing and retry with a new one.",
    },
    "power-automate-2026-01-30-apply-to-each": {
        "name": "Parallel Apply to each overwrites a variable",
        "keywords": ["Apply to each", "Set variable in a loop", "concurrency control"],
        "fix": "Turn concurrency off or use Select and Compose in place of a variable.",
    },
    "power-automate-2026-02-20-sharepoint-threshold": {
        "name": "Get items returns only 100 rows and fails over 5000 in SharePoint",
        "keywords": ["Get items", "list view threshold", "SharePoint pagination"],
        "fix": "Switch pagination on, filter by an indexed column.",
    },
    "general-2026-03-15-docker-oom": {
        "name": "A container that exits with 137 was killed for memory",
        "keywords": ["exit code 137", "OOMKilled", "container killed"],
        "fix": "Raise the limit or cap the heap; look at dmesg, not at the application's log.",
        "fire": ["our worker container dies with 137 while it builds the report"],
    },
    "general-2026-02-03-timezone-naive": {
        "name": "Naive and aware datetimes cannot be compared in Python",
        "keywords": ["offset-naive and offset-aware", "utcnow", "naive datetime"],
        "fix": "Use datetime.now(timezone.utc) everywhere; never utcnow().",
    },
    "general-2026-04-01-force-push": {
        "name": "A force push to a shared branch drops a colleague's commits",
        "keywords": ["git push --force", "force push", "rewrite history"],
        "fix": "Use --force-with-lease, and tell the others first.",
    },
    "general-2026-01-12-alembic-heads": {
        "name": "Two Alembic migrations with one parent stop the deploy",
        "keywords": ["Multiple head revisions", "alembic merge heads"],
        "fix": "alembic merge heads, and check for it in CI.",
    },
    "general-2026-03-28-cors-credentials": {
        "name": "A wildcard origin with credentials is refused by every browser",
        "keywords": ["Access-Control-Allow-Origin", "CORS credentials", "withCredentials"],
        "fix": "Echo the origin from an allow-list and set Vary: Origin.",
    },
}


def write_lessons(home: Path) -> None:
    use_interpreter(home)
    for name, fields in LESSONS.items():
        folder = home / "global" / name.partition("-20")[0]
        folder.mkdir(parents=True, exist_ok=True)
        body = f"# {fields['name']}\n\n## Contexto\n{fields['name']}, seen once.\n"
        (folder / f"{name}.md").write_text(pattern_text(id=name, body=body, **fields))
