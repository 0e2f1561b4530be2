"""What the made-up user recorded: 120 patterns of known worth, in four projects and the global corpus."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from experience.patterns.parse import parse_file
from tests.house import ROOT, pattern_text

STARTER = ROOT / "templates" / "starter"
#: Project -> domains its prompts come from.
PROJECTS = {
    "shop": ("frontend", "general", "web"),
    "flows": ("power-automate", "general", "office"),
    "chain": ("solana", "general", "ledger"),
    "ops": ("general", "infra", "data"),
}
PATTERNS = 120

#: tool, part, symptom, remedy. Each makes one good pattern.
SUBJECTS = (
    ("Terraform", "state lock", "stays held after a cancelled apply", "look who holds it first"),
    ("Kafka", "consumer group", "rebalances for ever when a handler is slow", "raise max.poll.interval.ms"),
    ("Redis", "eviction policy", "drops sessions under memory pressure", "use volatile-lru and set expiries"),
    ("Postgres", "advisory lock", "is kept by a pooled connection", "use the transaction-level form"),
    ("Webpack", "module federation", "loads two copies of react", "mark react as a shared singleton"),
    ("Docker", "layer cache", "keeps an old apt index", "update and install in one RUN"),
    ("Celery", "visibility timeout", "runs long tasks twice", "make it longer than the longest task"),
    ("GraphQL", "dataloader", "leaks rows between users", "make one loader per request"),
    ("Stripe", "webhook signature", "fails on a parsed body", "verify the raw bytes"),
    ("Kubernetes", "liveness probe", "kills pods while they start", "add a startup probe"),
    ("nginx", "proxy_pass slash", "cuts the path of the upstream", "write the slash on both or on neither"),
    ("Playwright", "storageState", "expires in the middle of a suite", "sign in again per worker"),
    ("Tailwind", "dynamic class", "is purged from the build", "write whole class names"),
    ("Prisma", "shadow database", "is dropped in production", "never run migrate dev there"),
    ("Airflow", "catchup", "starts a thousand old runs", "set catchup=False first"),
    ("dbt", "incremental model", "keeps duplicate rows", "set a unique_key"),
    ("Elasticsearch", "dynamic mapping", "takes a date for a text", "map before the first document"),
    ("RabbitMQ", "prefetch count", "starves the other workers", "set it to a few"),
    ("Cloudflare", "page rule", "caches the admin pages", "bypass on the session cookie"),
    ("OAuth", "refresh token", "is used twice by two tabs", "refresh under a lock"),
    ("gRPC", "keepalive ping", "is refused as too many pings", "match both ends"),
    ("Helm", "three-way merge", "brings back an edited value", "put it into values.yaml"),
    ("Ansible", "become prompt", "hangs without a terminal", "pass the file of the password"),
    ("Grafana", "alert rule", "is silent on missing data", "treat no data as alerting"),
    ("Cypress", "clock stub", "freezes the polling", "restore the clock before waiting"),
    ("Storybook", "decorator order", "hides the theme", "put the provider outermost"),
    ("Vite", "optimizeDeps", "serves a stale dependency", "start once with --force"),
    ("Jest", "fake timers", "never resolve a promise", "advance them asynchronously"),
    ("SQLite", "busy timeout", "locks out the second writer", "set it and use WAL"),
    ("Sentry", "source map", "points to the wrong release", "upload before the deploy"),
    ("Dataverse", "alternate key", "makes a second row on upsert", "wait until the key is active"),
    ("SharePoint", "list threshold", "stops a view at five thousand items", "index the column that filters"),
    ("Anchor", "discriminator", "changes with a renamed account", "migrate the old accounts first"),
    ("Metaplex", "creator share", "does not add up to a hundred", "check the sum before minting"),
)  # fmt: skip
#: A phrase of everyday prompts, and a lesson that somebody hung on it.
NOISY = (
    ("login button", "Double submit of the login form"), ("settings page", "Settings lost on a reload"),
    ("release notes", "Release notes with the wrong tag"),
    ("date parser", "Dates of the parser in local time"),
    ("unused imports", "Imports with side effects removed"), ("user table", "User table locked by an import"),
    ("approval flow", "Approval flow that answers twice"), ("price column", "Price column rounded on export"),
    ("retry loop", "Retry loop without a pause"), ("error message", "Error message that names the password"),
)  # fmt: skip
WORKS = (
    "please {}", "{}", "{} - can you look", "we have to fix this today: {}", "{}, what is going on",
    "first read the code, then: {}", "{} again",
)  # fmt: skip


class Lesson(NamedTuple):
    """`kind`: good, starter, noisy, twin, cold, deaf (its subject comes up in other words). `prompts`:
    on which it is wanted; `noise`: on which it may fire and is not. `place`: a project, "" global."""

    id: str
    kind: str
    place: str
    domain: str
    prompts: tuple[str, ...]
    noise: tuple[str, ...] = ()


def write_all(home: Path, roots: dict[str, Path], chance: random.Random, days: list[str]) -> list[Lesson]:
    """Write 120 patterns. `days`: the days that were lived, the oldest first."""
    made = [*_starters(home, days), *_good(home, roots, chance, days), *_noisy(home, roots, chance, days)]
    made += _twins(home, made, days)
    made += _deaf(home, roots, days)
    made += _cold(home, PATTERNS - len(made))
    assert len({one.id for one in made}) == PATTERNS
    return made


def _folder(home: Path, roots: dict[str, Path], place: str, domain: str) -> Path:
    folder = roots[place] / ".claude" / "experience" if place else home / "global" / domain
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _starters(home: Path, days: list[str]) -> Iterator[Lesson]:
    for path in sorted(STARTER.rglob("*.md")):
        pattern = parse_file(path).pattern
        assert pattern is not None
        folder = _folder(home, {}, "", pattern.domain)
        text = path.read_text("utf-8").replace("last_seen: null", f"last_seen: {days[0]}")
        (folder / path.name).write_text(text, "utf-8")
        yield Lesson(pattern.id, "starter", "", pattern.domain, pattern.examples.fire, pattern.examples.quiet)


def _good(home: Path, roots: dict[str, Path], chance: random.Random, days: list[str]) -> Iterator[Lesson]:
    """The first are severe, some of them wrongly; the last are low."""
    for number, (tool, part, symptom, remedy) in enumerate(SUBJECTS):
        place = ("", *roots)[number % 5]
        domain = PROJECTS[place][-1] if place else ("infra", "web", "data")[number % 3]
        day = chance.choice(days[:30])
        identity = f"{domain}-{day}-{tool.lower()}-{part.replace(' ', '-').lower().replace('_', '-')}"
        prompts = tuple(
            text.format(tool=tool, part=part, symptom=symptom)
            for text in (
                "the {tool} {part} {symptom}",
                "set up the {part} of {tool} for the new service",
                "why does our {tool} {part} misbehave since yesterday",
                "change the {tool} {part} in the config",
            )
        )
        severity = "low" if number % 6 == 5 else "high" if number % 6 == 0 else "med"
        text = pattern_text(
            id=identity, name=f"{tool}: the {part} {symptom}", severity=severity, domain=domain,
            keywords=[f"{tool} {part}", f"{part} of {tool}", f"{tool}'s {part}"],
            fix=f"{remedy.capitalize()}.",
            last_seen=day, fire=prompts[:2], quiet=[f"rename {tool.lower()}.md"],
            url=None, session_id="lived",
        )  # fmt: skip
        (_folder(home, roots, place, domain) / f"{identity}.md").write_text(text, "utf-8")
        yield Lesson(identity, "good", place, domain, prompts)


def _noisy(home: Path, roots: dict[str, Path], chance: random.Random, days: list[str]) -> Iterator[Lesson]:
    for number, (phrase, name) in enumerate(NOISY):
        place = ("", *roots)[number % 5]
        domain = PROJECTS[place][-1] if place else "general"
        identity = f"{domain}-{days[2]}-{name.lower().replace(' ', '-')}"
        rare = f"{name.split()[0].lower()} ghost {phrase.split()[0]}"
        prompts = (f"there is a {rare} in production", f"a {rare} came back after the fix")
        severity = chance.choice(("med", "high"))
        text = pattern_text(
            id=identity, name=name, severity=severity, domain=domain, keywords=[phrase, rare],
            fix=f"Look at the {rare} first.", last_seen=days[2], fire=prompts, url=None, session_id="lived",
        )  # fmt: skip
        (_folder(home, roots, place, domain) / f"{identity}.md").write_text(text, "utf-8")
        noise = tuple(
            text.format(phrase)
            for text in (
                "rename the {} to something shorter", "move the {} into its own file",
                "write a test for the {}", "make the {} a bit smaller on phones", "document the {} in a page",
            )
        )  # fmt: skip
        yield Lesson(identity, "noisy", place, domain, prompts, noise)


def _twins(home: Path, made: list[Lesson], days: list[str]) -> list[Lesson]:
    """Second files about what a first one says already."""
    chosen = [one for one in made if one.kind == "good" and not one.place][:4]
    twins = []
    for one in chosen:
        source = parse_file(home / "global" / one.domain / f"{one.id}.md").pattern
        assert source is not None
        identity = f"{one.domain}-{days[40]}-{re.sub(r'^.*?-[0-9]{4}-[0-9]{2}-[0-9]{2}-', '', one.id)}-again"
        text = pattern_text(
            id=identity, name=f"{source.name} again", severity="med", domain=one.domain,
            keywords=source.triggers.keywords, fix=source.fix, last_seen=days[40],
            url=None, session_id="lived",
        )  # fmt: skip
        (home / "global" / one.domain / f"{identity}.md").write_text(text, "utf-8")
        twins.append(Lesson(identity, "twin", "", one.domain, ()))
    return twins


def _deaf(home: Path, roots: dict[str, Path], days: list[str]) -> list[Lesson]:
    """The user asks for it in words that no trigger has."""
    rows = (
        ("mobile", "Thumbnailer ignores a rotation", "EXIF orientation flag", "Photos lie sideways.",
         "uploaded photos lie sideways on phones", "the upload turned my photos sideways"),
        ("mail", "Sender domain is not aligned", "DMARC alignment policy", "Invoices land in junk.",
         "customers say our invoices land in junk", "why do invoices go to junk in outlook"),
    )  # fmt: skip
    made = []
    for domain, name, keyword, seen, *prompts in rows:
        identity = f"{domain}-{days[1]}-{name.lower().replace(' ', '-')}"
        text = pattern_text(
            id=identity, name=name, domain=domain, keywords=[keyword], fix=f"Check the {keyword}.",
            last_seen=days[1], url=None, session_id="lived", body=f"# {name}\n\n## Context\n{seen}\n",
        )  # fmt: skip
        (_folder(home, roots, "", domain) / f"{identity}.md").write_text(text, "utf-8")
        made.append(Lesson(identity, "deaf", "", domain, tuple(prompts)))
    return made


def _cold(home: Path, count: int) -> list[Lesson]:
    """Lessons of tools that nobody here uses any more."""
    made = []
    for number in range(count):
        tool = ("Flash", "Silverlight", "Gulp", "Bower", "CoffeeScript", "Subversion", "Grunt")[number % 7]
        word = ("quorble", "zindle", "frompt", "askew", "plindor")[number % 5]
        identity = f"legacy-2024-0{1 + number % 9}-11-{tool.lower()}-{word}-{number}"
        text = pattern_text(
            id=identity, name=f"{tool} {word} number {number} breaks the bundle", domain="legacy",
            keywords=[f"{tool} {word} {number}"], fix=f"Do not use {tool} {word}.",
            last_seen=f"2024-0{1 + number % 9}-11", url=None, session_id="lived",
        )  # fmt: skip
        (_folder(home, {}, "", "legacy") / f"{identity}.md").write_text(text, "utf-8")
        made.append(Lesson(identity, "cold", "", "legacy", ()))
    return made


def ordinary() -> list[str]:
    lines = (ROOT / "templates" / "baseline.txt").read_text("utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("# ")]


def trust_all(home: Path, roots: dict[str, Path]) -> None:
    (home / "trust.json").write_text(json.dumps({str(root): "all" for root in roots.values()}), "utf-8")
