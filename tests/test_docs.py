"""Documentation is held to what exists: links, verbs, commands; and nothing of a workshop shows in it."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

from experience.commands.door import VERBS
from tests.house import ROOT

SCRIPT = "~/.claude/skills/experience-layer/lib/exp.py"
MAX_COMMAND_LINES = 35
MAX_SKILL_LINES = 120

#: Written in pieces, so that this file does not hold what it looks for.
FORBIDDEN = (
    "../" + "shared",
    "/" + "work/",
    "/tmp/" + "team",
    "pypi." + "org",
    "files.python" + "hosted",
    "registry." + "npmjs",
    "deb." + "debian.org",
)

_LINK = re.compile(r"!?\[[^\]]*\]\(<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\)")
_FENCE = re.compile(r"^(```|~~~).*?^\1[^\n]*$", re.MULTILINE | re.DOTALL)
_VERB = re.compile(r"\bexp\.py[`'\"]?[ ]+(?!\.\.\.)`?([a-z][a-z-]*)")
_COMMAND = re.compile(r"(?<![\w./])/(exp-[a-z]+)\b(?!\.md)")
_PATH = re.compile(r"`((?:hooks|lib|commands|references|templates|tests)/[\w./*-]+|[\w-]+\.(?:sh|md))`")
_HEADING = re.compile(r"^#+\s+(.*)$", re.MULTILINE)


def prose() -> list[Path]:
    """Every page of documentation that a reader of the repository may follow."""
    pages = ("README.md", "SKILL.md", "CONTRIBUTING.md", "CHANGELOG.md", "hooks/README.md")
    found = [ROOT / page for page in pages]
    return [*found, *sorted((ROOT / "references").glob("*.md")), *sorted((ROOT / "commands").glob("*.md"))]


def commands() -> list[Path]:
    return sorted((ROOT / "commands").glob("*.md"))


def broken_links(page: Path, text: str) -> Iterator[str]:
    """Links to files or headings that do not exist; links to the web are not followed."""
    for target in _LINK.findall(_FENCE.sub("", text)):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        if not file.exists() or ROOT not in (file, *file.parents):
            yield f"{page.name}: {target}"
        elif anchor and file.suffix == ".md" and anchor not in anchors(file.read_text("utf-8")):
            yield f"{page.name}: {target} (no such heading)"


def anchors(text: str) -> set[str]:
    """Headings as GitHub turns them into anchors."""
    names = (
        re.sub(r"[^\w\- ]", "", heading.strip().lower()) for heading in _HEADING.findall(_FENCE.sub("", text))
    )
    return {name.replace(" ", "-") for name in names}


def unknown_verbs(text: str) -> set[str]:
    return set(_VERB.findall(text)) - set(VERBS)


def unknown_commands(text: str) -> set[str]:
    return {name for name in _COMMAND.findall(text) if not (ROOT / "commands" / f"{name}.md").is_file()}


def frontmatter(text: str) -> dict[str, str]:
    head = re.match(r"---\n(.*?)\n---\n", text, re.DOTALL)
    lines = head.group(1).splitlines() if head else []
    return {key.strip(): value.strip() for key, _, value in (line.partition(":") for line in lines)}


def command_faults(text: str) -> Iterator[str]:
    """What is wrong with a page of commands/. The client matches rules as text, so one spelling counts."""
    head = frontmatter(text)
    rules = re.findall(r"Bash\(([^)]*)\)", head.get("allowed-tools", ""))
    if len(text.splitlines()) > MAX_COMMAND_LINES:
        yield f"more than {MAX_COMMAND_LINES} lines"
    if not head.get("description"):
        yield "no description"
    if {rule.partition(":")[0].partition(" *")[0] for rule in rules} != {f"python3 {SCRIPT}"}:
        yield f"allowed-tools is not python3 {SCRIPT}"
    if len(re.findall(r"exp\.py\b", text)) != text.count(f"python3 {SCRIPT}"):
        yield "exp.py is spelled in a way that the client would ask about"


def tracked_texts() -> Iterator[tuple[str, str]]:
    """Every text file of the checkout, committed or about to be."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT, capture_output=True, check=True
    ).stdout
    for name in filter(None, listed.decode().split("\0")):
        path = ROOT / name
        if path.is_file() and b"\0" not in path.read_bytes()[:8000]:
            yield name, path.read_text("utf-8", errors="replace")


def test_the_pages_are_there() -> None:
    assert [str(page.relative_to(ROOT)) for page in prose() if not page.is_file()] == []
    assert {"PATTERN_SPEC.md", "RETRIEVAL.md", "INJECTION_FORMAT.md"} <= {page.name for page in prose()}
    assert commands()


def test_every_link_leads_somewhere() -> None:
    links = [target for page in prose() for target in _LINK.findall(page.read_text("utf-8"))]
    assert len(links) >= 5
    assert [broken for page in prose() for broken in broken_links(page, page.read_text("utf-8"))] == []


def test_every_file_named_in_code_type_exists() -> None:
    named = [(page, name) for page in prose() for name in _PATH.findall(page.read_text("utf-8"))]
    assert named
    assert [f"{page.name}: {name}" for page, name in named if not exists(page, name)] == []


#: Files of a user's agent, which our pages speak of.
OTHERS_FILES = frozenset({"MEMORY.md", "USER.md", "SOUL.md", "keep.md", "CLAUDE.md"})


def exists(page: Path, name: str) -> bool:
    if name in OTHERS_FILES:
        return True
    places = (ROOT, page.parent, ROOT / "references", ROOT / "templates")
    return any(next(place.glob(name), None) is not None for place in places)


def test_every_verb_is_documented() -> None:
    text = (ROOT / "README.md").read_text("utf-8") + (ROOT / "SKILL.md").read_text("utf-8")
    assert VERBS
    assert [verb for verb in VERBS if not re.search(rf"\bexp\.py {verb}\b|`{verb}\b", text)] == []


def test_every_verb_that_is_written_exists() -> None:
    assert sum(len(_VERB.findall(page.read_text("utf-8"))) for page in prose()) >= 5
    unknown = [f"{page}: {verb}" for page in prose() for verb in unknown_verbs(page.read_text("utf-8"))]
    assert unknown == []  # a list: two pages are called README.md


def test_only_commands_that_exist_are_named() -> None:
    pages = [ROOT / "README.md", ROOT / "SKILL.md", *commands()]
    assert any(_COMMAND.findall(page.read_text("utf-8")) for page in pages)
    assert {page.name: unknown_commands(page.read_text("utf-8")) for page in pages} == {
        page.name: set() for page in pages
    }


def test_a_command_is_short_and_may_run_the_one_script_only() -> None:
    assert commands()
    texts = {command.name: command.read_text("utf-8") for command in commands()}
    assert {name: faults for name, text in texts.items() if (faults := list(command_faults(text)))} == {}
    assert len(list(command_faults("---\nallowed-tools: Bash(rm:*)\n---\n" + "exp.py status\n" * 40))) == 4


def test_the_skill_page_stays_short_and_says_when() -> None:
    text = (ROOT / "SKILL.md").read_text("utf-8")
    assert len(text.splitlines()) <= MAX_SKILL_LINES
    assert frontmatter(text).get("name") == "experience-layer"
    assert frontmatter(text).get("description")


def test_nothing_of_the_workshop_is_left_in_the_tree() -> None:
    texts = list(tracked_texts())
    assert len(texts) > 30
    assert [f"{name}: {word}" for name, text in texts for word in FORBIDDEN if word in text] == []


def test_the_checks_of_this_file_see_a_bad_page() -> None:
    page = ROOT / "README.md"
    bad = "[a](no/such.md) [b](#no-such-heading) [c](../outside.md) `lib/no_such.py`\n"
    bad += "`exp.py frobnicate`, /exp-nothing"
    assert len(list(broken_links(page, bad))) == 3
    assert unknown_verbs(bad) == {"frobnicate"}
    assert unknown_commands(bad) == {"exp-nothing"}
    assert not exists(page, _PATH.findall(bad)[0])
    assert anchors("## Kill switches (always)\n```\n# not one\n```") == {"kill-switches-always"}
    assert not unknown_verbs("`exp.py ...` and exp.py status, exp.py. Then")
