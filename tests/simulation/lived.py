"""Ninety days played: prompts by the live matcher, the log lines of the hook, verdicts, transcripts.

`live(home)` fills an empty EXPERIENCE_HOME. The same seed gives the same days, but for today's date and
the random ids of injections.
"""

from __future__ import annotations

import json
import random
import re
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from experience.feedback import standings
from experience.feedback.tallies import Tally
from experience.hotpath import clock, gate, layers, match, places, query, rank, record, render, roster
from experience.hotpath.candidate import Candidate
from experience.index import build
from tests.simulation.lessons import PROJECTS, WORKS, Lesson, ordinary, trust_all, write_all

DAYS, PROMPTS, SESSION = 90, 6000, 10
#: Of its prompts the share that a lesson is wanted on, and that a noisy one is met on.
WANTED, NOISE = 0.05, 0.02
#: Of warnings the share that is judged, and of those the share that is judged wrongly.
JUDGED, SLIPS = 0.3, 0.04
#: Of wanted prompts the share that say it in fewer words than the example.
LOOSELY = 0.5


@dataclass
class Lived:
    """`truth`: id -> lesson; `about`: prompt -> the lesson that it wants; `wanted`: warnings (injection_id,
    id) that were right, judged or not."""

    home: Path
    roots: dict[str, Path]
    truth: dict[str, Lesson]
    about: dict[str, str] = field(default_factory=dict)
    wanted: set[tuple[str, str]] = field(default_factory=set)
    warnings: int = 0

    def original(self, identity: str) -> str:
        """What a twin repeats; any other is its own."""
        if self.truth[identity].kind != "twin":
            return identity
        name = slug(identity).removesuffix("-again")
        return next(one for one in self.truth if slug(one) == name)

    def is_wanted(self, identity: str, prompt: str) -> bool:
        return self.about.get(prompt) == self.original(identity)


def slug(identity: str) -> str:
    """An id without domain and day."""
    return re.sub(r"^.*?-\d{4}-\d{2}-\d{2}-", "", identity)


def live(home: Path, *, seed: int = 90, prompts: int = PROMPTS, days: int = DAYS) -> Lived:
    """Play the days that end now. EXPERIENCE_HOME must be `home`, in the client's folder."""
    chance = random.Random(seed)
    now = int(clock.now())
    dates = [clock.stamp(now - (days - number) * clock.DAY)[:10] for number in range(days)]
    roots = {name: home.parent.parent / "work" / name for name in PROJECTS}
    for root in roots.values():
        (root / ".git").mkdir(parents=True)
    lessons = write_all(home, roots, chance, dates)
    trust_all(home, roots)
    lived = Lived(home, roots, {one.id: one for one in lessons})
    player = _Player(lived, chance)
    for number in range(0, prompts, SESSION):
        started = now - days * clock.DAY + int((number + 1) / (prompts + SESSION) * days * clock.DAY)
        player.session(f"00000000-0000-4000-8000-{number:012d}", started, min(SESSION, prompts - number))
    player.write()
    with standings.alone():
        standings.rebuild()
    return lived


class _Player:
    def __init__(self, lived: Lived, chance: random.Random) -> None:
        self.lived, self.chance = lived, chance
        self.ordinary = ordinary()
        self.corpora = {name: self._corpora(root) for name, root in lived.roots.items()}
        self.said: dict[str, list[int]] = defaultdict(lambda: [0, 0])
        self.logs: dict[str, list[dict[str, Any]]] = defaultdict(list)
        self.hand_out = {
            name: [one for one in lived.truth.values() if one.prompts and self._lives_in(one, name)]
            for name in PROJECTS
        }

    def _lives_in(self, lesson: Lesson, project: str) -> bool:
        everywhere = ("infra", "web", "data", "mobile", "mail")
        return lesson.place == project or (
            not lesson.place and lesson.domain in (*PROJECTS[project], *everywhere)
        )

    def _corpora(self, root: Path) -> list[layers.Layer]:
        project = layers.project_layer(str(root / ".claude" / "experience"), None)
        found = [layers.global_layer(), project]
        for layer in found:
            build.write_base(layer)
            layer.open()
        return found

    def session(self, session: str, started: int, count: int) -> None:
        project = self.chance.choice(list(PROJECTS))
        shown: set[str] = set()
        rows = []
        for number in range(count):
            ts = clock.stamp(started + number * 240)
            text, about = self._prompt(project)
            rows.append(_row(session, number, ts, text, str(self.lived.roots[project])))
            self._meet(text, about, session, ts, project, shown)
        folder = self.lived.home.parent / "projects" / f"-work-{project}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{session}.jsonl").write_text("".join(map(_line, rows)), "utf-8")

    def _prompt(self, project: str) -> tuple[str, str]:
        """(text, id of the lesson that is wanted on it or "")."""
        luck = self.chance.random()
        if luck < WANTED:
            lesson = self.chance.choice(self.hand_out[project])
            text = self.chance.choice(WORKS).format(self._in_passing(self.chance.choice(lesson.prompts)))
            self.lived.about[text] = lesson.id
            return text, lesson.id
        if luck < WANTED + NOISE:
            loud = [one for one in self.hand_out[project] if one.noise]
            return self.chance.choice(WORKS).format(self.chance.choice(self.chance.choice(loud).noise)), ""
        return self.chance.choice(WORKS).format(self.chance.choice(self.ordinary)), ""

    def _in_passing(self, prompt: str) -> str:
        """The same, often with words left out: nobody asks as the examples do."""
        words = prompt.split()
        if self.chance.random() >= LOOSELY or len(words) < 4:
            return prompt
        return " ".join(word for word in words if self.chance.random() < 0.75) or prompt

    def _meet(self, text: str, about: str, session: str, ts: str, project: str, shown: set[str]) -> None:
        asked = query.Query(text)
        if not asked.says_something():
            return
        found = match.search(asked, self.corpora[project])
        for candidate in found:
            self._weigh(candidate)
        ranked = rank.rank(found, clock.now())
        fresh = [one for one in ranked if one.record["id"] not in shown]
        for one in ranked:
            one.why_not = "already shown in this session" if one not in fresh else ""
        result = render.render(fresh)
        shown.update(one.record["id"] for one in result.shown)
        self._log(text, session, ts, found, result)
        for one in result.shown:
            self._judge(one.record, about, session, ts)

    def _weigh(self, candidate: Candidate) -> None:
        tally = Tally(*self.said.get(candidate.record["id"], (0, 0)))
        candidate.standing = tally.factor
        if not candidate.why_not and candidate.match < tally.needs:
            candidate.why_not = tally.why()

    def _log(self, text: str, session: str, ts: str, found: list[Candidate], result: render.Rendered) -> None:
        held = [one for one in found if one.why_not and one.why_not != gate.BELOW]
        self.logs["injections"].append(
            {
                "ts": ts,
                "injection_id": f"{len(self.logs['injections']):012x}",
                "session_id": session,
                "prompt_hash": record.prompt_hash(text),
                "patterns_injected": [one.record["id"] for one in result.shown],
                "scores": {one.record["id"]: round(one.match, 3) for one in [*result.shown, *held]},
                "suppressed": {one.record["id"]: one.why_not for one in held},
                "context_size_in": len(text),
                "context_size_out": len(result.model),
                "ms": round(self.chance.lognormvariate(2.2, 0.5), 1),
            }
        )

    def _judge(self, shown: dict[str, Any], about: str, session: str, ts: str) -> None:
        """A person judges some warnings, and slips at times. A twin of what is wanted is right too."""
        identity = shown["id"]
        injection = self.logs["injections"][-1]["injection_id"]
        right = bool(about) and about in (identity, self.lived.original(identity))
        self.lived.warnings += 1
        if right:
            self.lived.wanted.add((injection, identity))
        if self.chance.random() >= JUDGED:
            return
        saved = right != (self.chance.random() < SLIPS)
        self.said[identity][not saved] += 1
        self.logs["saves" if saved else "false_positives"].append(
            {
                "ts": ts,
                "id": identity,
                "injection_id": injection,
                "session_id": session,
                "why": "",
                "undone": False,
                "content": shown["hash"],
            }
        )

    def write(self) -> None:
        folder = Path(places.logs_dir())
        folder.mkdir(mode=0o700, exist_ok=True)
        for name, rows in self.logs.items():
            (folder / f"{name}.jsonl").write_text("".join(map(_line, rows)), "utf-8")
        assert roster.config_mark() == "0"


def _line(row: dict[str, Any]) -> str:
    return json.dumps(row, separators=(",", ":")) + "\n"


def _row(session: str, number: int, ts: str, text: str, cwd: str) -> dict[str, Any]:
    """A prompt in a transcript of client 2.1.332."""
    return {
        "parentUuid": None,
        "isSidechain": False,
        "type": "user",
        "message": {"role": "user", "content": text},
        "promptSource": "typed",
        "origin": {"kind": "human"},
        "uuid": f"{session[-12:]}-{number}",
        "timestamp": ts.replace("Z", ".000Z"),
        "sessionId": session,
        "cwd": cwd,
    }
