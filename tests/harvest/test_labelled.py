"""Precision and recall of what is taken for a lesson, on sessions that the real client recorded (record.py).

`python -m tests.harvest.test_labelled` prints the table.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from experience.harvest import batch, jobs, supports
from experience.harvest.lessons import Lesson
from experience.patterns import candidates
from tests.harvest.fresh import FIRST, FRESH
from tests.harvest.labelled import LABELLED
from tests.harvest.scenes import NONE, Scene

RECORDED = Path(__file__).parent / "recorded"
#: Floors, not goals: precision before recall.
PRECISION, RECALL = 0.95, 0.85


def lessons_of(scene: Scene) -> tuple[Lesson, ...]:
    return jobs.look(str(RECORDED / f"{scene.name}.jsonl"), ()).lessons


def judged(scenes: Sequence[Scene] = LABELLED) -> Iterator[tuple[Scene, list[str]]]:
    for scene in scenes:
        yield scene, [one.kind for one in lessons_of(scene)]


def table(scenes: Sequence[Scene] = LABELLED) -> dict[str, int]:
    """Scenes by (labelled, found): right ones, missed ones, false ones, rightly silent ones."""
    counted = {"right": 0, "missed": 0, "false": 0, "silent": 0}
    for scene, kinds in judged(scenes):
        is_right = scene.lesson in kinds
        false = [kind for kind in kinds if kind != scene.lesson]
        counted["false"] += len(false)
        if scene.lesson != NONE:
            counted["right" if is_right else "missed"] += 1
        elif not kinds:
            counted["silent"] += 1
    return counted


def test_the_labelled_sessions_are_enough_and_half_of_them_look_alike() -> None:
    lessons = [scene for scene in LABELLED if scene.lesson != NONE]
    assert len(LABELLED) >= 40
    assert len(LABELLED) - len(lessons) >= len(LABELLED) / 2
    assert {path.stem for path in RECORDED.glob("*.jsonl")} >= {scene.name for scene in LABELLED}


@pytest.mark.parametrize(
    "scene", [one for one in LABELLED if one.lesson == NONE], ids=lambda one: str(one.name)
)
def test_what_only_looks_like_a_lesson_is_none(scene: Scene) -> None:
    assert [one.signature or one.said for one in lessons_of(scene)] == []


def test_scenes_that_were_written_after_the_code_are_judged_no_worse_than_at_first() -> None:
    found = table(FRESH)
    assert sum(found[key] for key in ("right", "missed", "silent")) == len(FRESH) >= 25
    assert found["right"] >= FIRST["right"]
    assert found["false"] == 0


def test_what_is_shown_once_three_sessions_met_each_scene(home: Path) -> None:
    """No look-alike is, though it was met three times; each lesson is, or another tells of it."""
    paths = [copy(scene, number, home.parent) for scene in (*LABELLED, *FRESH) for number in range(3)]
    batch.run(paths, str(home))
    while batch.run([], str(home)).proposed:
        pass  # at most five at a time
    supported = supports.load()
    assert {one.sessions for one in supported.values()} == {3}
    assert all(one.proposed for one in supported.values())
    found = [scene for scene in (*LABELLED, *FRESH) if lessons_of(scene)]
    assert all(scene.lesson != NONE for scene in found)
    assert len(candidates.stock().candidates) >= 0.9 * len(found)


def copy(scene: Scene, number: int, folder: Path) -> Path:
    """The recording as that of another session, at another time, with other temporary names."""
    text = (RECORDED / f"{scene.name}.jsonl").read_text("utf-8")
    session = json.loads(text.splitlines()[0])["sessionId"]
    path = folder / "copies" / f"{scene.name}-{number}.jsonl"
    path.parent.mkdir(exist_ok=True)
    for old, new in (
        (session, f"{scene.name}-{number}"),
        ("toolu_", f"toolu_{number}"),
        ("/tmp/", f"/tmp/x{number}7/"),
    ):
        text = text.replace(old, new)
    path.write_text(re.sub(r"2026-11-30T\d\d:", f"2026-11-30T0{number}:", text), "utf-8")
    return path


def test_precision_and_recall_hold_their_floors() -> None:
    found = table()
    assert found["right"] / (found["right"] + found["false"]) >= PRECISION
    assert found["right"] / (found["right"] + found["missed"]) >= RECALL


if __name__ == "__main__":
    for name, scenes in (("labelled", LABELLED), ("fresh", FRESH)):
        print(name, table(scenes))
        for scene, kinds in judged(scenes):
            is_right = kinds == [scene.lesson] if scene.lesson else not kinds
            word, wanted = "ok " if is_right else "BAD", scene.lesson or "-"
            print(f"  {word} {scene.name:24} {wanted:10} {', '.join(kinds)}")
