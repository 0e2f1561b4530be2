"""Sessions with skills, searches and runs of verifiers, and what the mission's rules say of each."""

from __future__ import annotations

from dataclasses import dataclass

from experience.harvest.selection import (
    BY_EVIDENCE,
    BY_RUBRICS,
    BY_USER,
    NO_RULE,
    OF_BUDGET,
    OF_FAILURES,
    OF_USER,
)  # fmt: skip
from tests.harvest.scenes import NONE, Run, Scene, Tool, Turn, edit

SKILLS = ("search-web", "search-xiaohongshu", "search-zhihu", "release-notes")


@dataclass(frozen=True)
class Skilled:
    """`events`: (skill, winning_pattern) that are emitted."""

    scene: Scene
    accepted: bool
    rule: str
    events: tuple[tuple[str, str], ...] = ()


def search(tool: str, query: str) -> Tool:
    return Tool(f"mcp__autosearch__{tool}", {"query": query})


def skill(name: str, args: str = "") -> Tool:
    return Tool("Skill", {"skill": name, "args": args})


def of(name: str, *turns: Turn, flags: tuple[str, ...] = (), files: dict[str, str] | None = None) -> Scene:
    return Scene(f"skilled-{name}", NONE, turns, files or {}, flags)


PASSED, FAILED = Run("pytest -q", 0, "9 passed in 0.5s"), Run("pytest -q", 1, "1 failed, 8 passed in 0.5s")

SKILLED: tuple[Skilled, ...] = (
    Skilled(of("praised", Turn("what do people complain about with Nike running shoes lately", (
        skill("search-web"), search("search-web", "Nike running shoes complaints last 30 days")), "They complain about the soles."),
        Turn("that works, thanks")), True, BY_USER, (("search-web", "brand + term + pain_word + recent_date_window"),)),
    Skilled(of("chinese", Turn("帮我看看耐克跑鞋的缺点", (
        search("search-xiaohongshu", "Nike 跑鞋 缺点 近30天"), search("search-zhihu", "Nike 跑鞋 测评 2026年")), "主要是鞋底。"),
        Turn("可以了，谢谢")), True, BY_USER, (
            ("search-xiaohongshu", "brand + term + pain_word + recent_date_window"), ("search-zhihu", "brand + term + review_word + date"))),
    Skilled(of("rubrics", Turn("/release-notes 1.4", (PASSED, Run("ruff check .", 0, "All checks passed!"), Run("mypy", 1, "Found 2 errors in 1 file")), "Notes are written.")),
            True, BY_RUBRICS, (("release-notes", "version"),)),
    Skilled(of("evidence", Turn("compare the two hosting offers", (search("search-web", "Hetzner vs OVH pricing 2026"),), "Hetzner is cheaper.")),
            True, BY_EVIDENCE, (("search-web", "brand + comparison_word + brand + price_word + date"),)),
    Skilled(of("refused", Turn("find reviews of the Sony headphones", (search("search-web", "Sony WH-1000 review"),), "They are loved."),
               Turn("that's wrong, these are reviews of another model")), False, OF_USER),
    Skilled(of("turns-run-out", Turn("collect everything on heat pumps", (search("search-web", "heat pump noise problems"), search("search-web", "heat pump cost"), search("search-web", "heat pump grant")), "Later.")
               , flags=("--max-turns", "2")), False, OF_BUDGET),
    Skilled(of("four-in-a-row", Turn("make the tests pass and look for hints", (
        *(Run(f"make step{at}", 2, "make: *** No rule to make target") for at in range(4)), search("search-web", "make no rule to make target")), "No luck, but here are hints.")),
        False, OF_FAILURES),
    Skilled(of("half-the-rubrics", Turn("fix the failing test", (skill("release-notes"), PASSED, Run("mypy", 1, "Found 1 error in 1 file")), "Half done.")), False, NO_RULE),
    Skilled(of("praise-taken-back", Turn("write the release notes", (skill("release-notes", "for version 2.0"), PASSED), "Written."),
               Turn("perfect"), Turn("wait, that is wrong: the date is missing")), False, OF_USER),
    Skilled(of("blame-then-praise", Turn("write the release notes", (skill("release-notes", "for version 2.1"),), "Written."),
               Turn("no, that's wrong, use the tags"), Turn("už to funguje, díky")), True, BY_USER, (("release-notes", "term + version"),)),
    Skilled(of("no-folder", Turn("is there anything on this error", (search("search-empty", "ENOSPC watcher limit"),), "Nothing."), Turn("great job anyway")), True, BY_USER),
    Skilled(of("of-a-warning", Turn("check the notes", (skill("release-notes", "draft"),), "Checked."), Turn("that warning was right, it saved me")), False, NO_RULE),
    Skilled(of("mended", Turn("make the suite green", (FAILED, *edit("{cwd}/a.py", "1", "2"), PASSED, skill("release-notes", "of the fix in PR #12")), "Green."), files={"a.py": "1\n"}),
            True, BY_RUBRICS, (("release-notes", "term + brand + id"),)),
    Skilled(of("question-only", Turn("does that work?", (skill("release-notes"),), "It does.")), False, NO_RULE),
)  # fmt: skip
