"""Silence is the rule: chatter, machines, our own output, and other subjects in the same words (case N04)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.hotpath.lessons import LESSONS, write_lessons
from tests.hotpath.machine import MATCHING, PATTERN, rows, told

CHATTER = [
    "ok", "OK.", "thanks", "Thank you!", "continue", "yes do it", "yes", "no", "y", "go on", "go ahead", "👍",
    "🚀🔥", "👩‍💻 ✅", "...", "?", "!!!", "ok, and now?", "perfect", "sí, hazlo", "vale gracias", "weiter",
    "ja bitte", "oui", "merci", "danke", "ano, pokračuj", "好", "はい", "ok ok ok", "hm",
    "try again", "1", "2.",
    "lgtm", "   ok   ", "do it",
]  # fmt: skip

MACHINES = [
    f"<task-notification>fix: {MATCHING}</task-notification>",
    f"\n  <task-notification>\n{MATCHING}",
    f"[SYSTEM NOTIFICATION - NOT USER INPUT] {MATCHING}",
    f"<system-reminder>{MATCHING}</system-reminder>",
    f"<command-name>/x</command-name> {MATCHING}",
    f"<local-command-stdout>{MATCHING}</local-command-stdout>",
    f"<bash-input>{MATCHING}</bash-input>",
    f"[Request interrupted by user] {MATCHING}",
    f"/exp-status {MATCHING}",
    f"/experience-layer:exp-status {MATCHING}",
    f"  /plan {MATCHING}",
    f"/clear\n{MATCHING}",
]

TYPED = [
    f"why does <task-notification> appear? {MATCHING}",
    f"what is [SYSTEM NOTIFICATION about, {MATCHING}",
    f"/usr/bin/deploy fails: {MATCHING}",
    f"/home/me/app.js:3 {MATCHING}",
    f"<div> is blank: {MATCHING}",
    f"/ {MATCHING}",
    f"// {MATCHING}",
]

#: The words of the lessons in other subjects, and everyday work.
ELSEWHERE = [
    "render a bar chart with d3 in chunks of a hundred rows",
    "split the upload into chunks of 5 MB",
    "deploy the docs site to netlify",
    "write an import script for the customers csv",
    "add an effect to the button when the mouse is over it",
    "loop over the users and print their names",
    "update the depth of the tree view to three levels",
    "the rent calculator of our real-estate app rounds wrong",
    "add a field for monthly rent to the apartment form",
    "create an account page with avatar upload",
    "write a token bucket rate limiter in go",
    "sign the invoice pdf with our certificate",
    "apply the new prettier config to each package",
    "set the variable NODE_ENV in the github action",
    "list the view models that have no tests",
    "paginate the search results, 20 a page",
    "write a dockerfile for the python worker",
    "the process exits with code 1, print the reason",
    "explain how python's garbage collector frees memory",
    "convert the date column to iso format",
    "show the timezone of each office on the map",
    "push notifications do not arrive on android",
    "rewrite the history section of the readme",
    "merge the two sales spreadsheets by customer id",
    "rename the head component to page-header",
    "where is the origin of this coordinate system set",
    "store the credentials in the keychain, not in a file",
    "the access control list of the bucket needs a new group",
    "allow the user to choose a height for the viewport of the 3d model",
    "make the toolbar of the editor sticky",
    "traduce el correo al inglés y envíalo al cliente",
    "write unit tests for the parser of the config file",
    "refactor this function, it is too long",
    "warum ist der build so langsam",
]

#: (prompt, the lesson that must come): direct, and mildly in other words.
WANTED = [
    ("ChunkLoadError in sentry since the last release", "frontend-2026-02-11-stale-chunks"),
    ("users with an open tab get Loading chunk failed after we release", "frontend-2026-02-11-stale-chunks"),
    ("React says Maximum update depth exceeded", "frontend-2026-03-02-effect-loop"),
    (
        "my useEffect runs in an endless loop, component re-renders for ever",
        "frontend-2026-03-02-effect-loop",
    ),
    ("the footer is hidden on iphone safari, I use 100vh", "frontend-2026-01-20-safari-100vh"),
    ("make the hero section height: 100vh", "frontend-2026-01-20-safari-100vh"),
    ("create a PDA account and fund it with lamports", "solana-2026-02-14-rent-exempt"),
    ("transaction fails with insufficient funds for rent", "solana-2026-02-14-rent-exempt"),
    ("sendTransaction: Blockhash not found", "solana-2026-03-09-blockhash-expired"),
    (
        "inside Apply to each I set a variable and the values get mixed up",
        "power-automate-2026-01-30-apply-to-each",
    ),
    (
        "my flow's Get items on the SharePoint list returns 100 rows",
        "power-automate-2026-02-20-sharepoint-threshold",
    ),
    ("the pod was OOMKilled again", "general-2026-03-15-docker-oom"),
    ("worker container exits with exit code 137", "general-2026-03-15-docker-oom"),
    ("TypeError: can't compare offset-naive and offset-aware datetimes", "general-2026-02-03-timezone-naive"),
    ("replace the timestamps by datetime.utcnow()", "general-2026-02-03-timezone-naive"),
    ("git push --force origin main", "general-2026-04-01-force-push"),
    ("just force-push my rebased branch to origin", "general-2026-04-01-force-push"),
    ("alembic: Multiple head revisions are present", "general-2026-01-12-alembic-heads"),
    (
        "fetch with withCredentials is blocked, add Access-Control-Allow-Origin: *",
        "general-2026-03-28-cors-credentials",
    ),
]


@pytest.fixture
def lessons(home: Path) -> Path:
    write_lessons(home)
    return home


def spoken(home: Path, prompts: list[str]) -> dict[str, str]:
    """Prompt -> what it was told, for those that were told anything."""
    answers = {prompt: told(home, prompt) for prompt in prompts}
    assert len(answers) == len(set(prompts)) > 5
    return {prompt: answer for prompt, answer in answers.items() if answer}


def test_N04_chatter_is_met_with_silence(lessons: Path) -> None:
    assert len(CHATTER) >= 20
    assert spoken(lessons, CHATTER) == {}


def test_R25_what_no_person_typed_is_not_even_counted(corpus: Path) -> None:
    assert spoken(corpus.parent, MACHINES) == {}
    assert rows(corpus.parent, "injections.jsonl") == []


@pytest.mark.parametrize("prompt", TYPED)
def test_R25_a_person_may_speak_of_machines(corpus: Path, prompt: str) -> None:
    assert PATTERN in told(corpus.parent, prompt)


@pytest.mark.parametrize("around", ["{}", "claude told me:\n> {}\nwhat is that?", "{}\n\nfix it"])
def test_our_own_output_pasted_back_is_not_answered(corpus: Path, around: str) -> None:
    ours = told(corpus.parent, MATCHING)
    assert PATTERN in ours
    assert told(corpus.parent, around.format(ours)) == ""


def test_the_same_words_on_another_subject_are_met_with_silence(lessons: Path) -> None:
    assert len(ELSEWHERE) >= 30
    assert spoken(lessons, ELSEWHERE) == {}


#: Prompts that are answered although the lesson does not fit, and why that is accepted.
KNOWN_NOISE = {
    "get items from the cart api and show their total": (
        "2026-11-30: `Get items` stands there as the author of the pattern wrote it, in a small corpus"
    ),
}


def test_known_noise_is_all_the_noise(lessons: Path) -> None:
    answers = {prompt for prompt in KNOWN_NOISE if told(lessons, prompt)}
    assert answers == set(KNOWN_NOISE), "no longer noise: take it off the list"


def test_what_a_lesson_is_about_brings_it(lessons: Path) -> None:
    assert len(WANTED) >= 15
    assert {wanted for _, wanted in WANTED} == set(LESSONS)
    answers = {prompt: told(lessons, prompt) for prompt, _ in WANTED}
    assert [(prompt, wanted) for prompt, wanted in WANTED if wanted not in answers[prompt]] == []


def test_it_brings_that_one_first_and_seldom_another(lessons: Path) -> None:
    shown = [(wanted, told(lessons, prompt)) for prompt, wanted in WANTED]
    others = [name for wanted, text in shown for name in LESSONS if name in text and name != wanted]
    assert others == []
