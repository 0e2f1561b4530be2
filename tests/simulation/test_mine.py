"""`exp.py mine` on ninety days: what recurs across projects, and what is never told of one to the others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from experience.patterns.anonymous import anonymous, names_of, tells
from tests.commands.cold import exp
from tests.house import pattern_text
from tests.simulation.lived import Lived


def test_lessons_of_one_project_that_others_needed_are_found_with_their_supports(lived: Lived) -> None:
    found = exp(lived.home, "mine", "--json", cwd=lived.roots["shop"]).document
    assert set(map(str, lived.roots.values())) <= set(found["projects"])
    assert found["lessons"] or found["status"] == "nothing"
    for one in found["lessons"]:
        assert one["projects"] == len(one["supports"]) >= 2
        assert lived.truth[one["id"]].place, "it is global already"


def place(home: Path, tmp_path: Path, project: str, slug: str, **more: Any) -> Path:
    root = tmp_path / project
    (root / ".git").mkdir(parents=True, exist_ok=True)
    (root / ".git" / "config").write_text(
        f'[remote "origin"]\n\turl = git@github.com:initech/{project}.git\n'
    )
    folder = root / ".claude" / "experience"
    folder.mkdir(parents=True, exist_ok=True)
    keywords = ["quorum lease", f"{project} lease"]
    text = pattern_text(id=f"web-2026-09-01-{slug}", domain="web", keywords=keywords, **more)
    (folder / f"web-2026-09-01-{slug}.md").write_text(text, "utf-8")
    return root


def test_what_is_promoted_bears_no_name_no_path_and_no_secret(home: Path, tmp_path: Path) -> None:
    secret = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"
    fix = "In packages/billing-core/src/lease.ts of BillingCore renew"
    fix += f" with {secret}, as /srv/billing-core/run.sh does."
    roots = [
        place(
            home,
            tmp_path,
            "billing-core",
            "lease-lost",
            name="The quorum lease of billing-core is lost",
            fix=fix,
        ),
        place(
            home,
            tmp_path,
            "warehouse",
            "lease-gone",
            name="The quorum lease of warehouse is lost",
            fix="Renew it.",
        ),
    ]
    (home / "trust.json").write_text(json.dumps({str(root): "all" for root in roots}), "utf-8")
    folder = home.parent / "projects" / "-p"
    folder.mkdir(parents=True)
    rows = [
        {"type": "user", "message": {"role": "user", "content": "the quorum lease is lost again"},
         "uuid": f"u{number}",
         "promptSource": "typed", "origin": {"kind": "human"}, "timestamp": "2026-11-30T10:00:00.000Z",
         "sessionId": f"s{number}", "cwd": str(root), "isSidechain": False, "parentUuid": None}
        for number, root in enumerate(roots)
    ]  # fmt: skip
    (folder / "s.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    found = exp(home, "mine", "--json", cwd=roots[0]).document["lessons"]
    assert [one["projects"] for one in found] == [2]
    assert found[0]["supports"][str(roots[1])]["patterns"] == 1
    ran = exp(home, "mine", "--promote", "web-2026-09-01-lease-lost", "--json", cwd=roots[0])
    assert ran.document["status"] == "drafted", ran
    text = Path(ran.document["path"]).read_text("utf-8").casefold()
    for told in ("billing", "warehouse", "initech", "/srv", "lease.ts", secret.casefold(), str(tmp_path)):
        assert told not in text, told
    assert "quorum lease" in text
    assert exp(home, "candidates", "--json").document["candidates"]


NAMES = st.from_regex(r"[a-z]{3,8}([-_][a-z]{3,8})?", fullmatch=True)


@given(
    st.lists(NAMES, min_size=1, max_size=3),
    st.lists(st.sampled_from(["the", "build of", "/", ".", "fails", "in"])),
)
def test_no_name_is_left_however_it_is_written(names: list[str], words: list[str]) -> None:
    forms = [
        form
        for name in names
        for form in (name, name.upper(), name.replace("-", "_"), name.replace("_", " "))
    ]
    text = " ".join(part for pair in zip(forms, [*words, *[""] * len(forms)], strict=False) for part in pair)
    assert tells(anonymous(text, names), [name for name in names if name not in "the project"]) == []


def test_owner_and_name_of_a_remote_are_names(tmp_path: Path) -> None:
    (tmp_path / "src" / ".git").mkdir(parents=True)
    (tmp_path / "src" / ".git" / "config").write_text(
        '[remote "o"]\n  url = https://example.org/initech/payroll.git\n'
    )
    assert names_of(tmp_path / "src") == {"initech", "payroll"}
