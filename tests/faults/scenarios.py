"""What is cut short: an act on a home, and what may be found there afterwards.

`prepare` makes the home, `act` is what a process does to it, `state` says "old" or "new" and raises
AssertionError for anything between.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from experience.events import rows as event_rows
from experience.files.move import move_into
from experience.hotpath import layers, record, segment
from experience.index import build, update
from experience.installation import settings_file
from experience.patterns.editing import edit
from experience.patterns.parse import parse_file
from tests.house import pattern_text

OLD_SETTINGS = json.dumps({"model": "opus", "hooks": {}, "filler": "x" * 5000}, indent=2)
NEW_SETTINGS = OLD_SETTINGS.replace("opus", "sonnet")
BIG = {"filler": "y" * 500}


class Scenario(NamedTuple):
    prepare: Callable[[Path], None]
    act: Callable[[Path], None]
    state: Callable[[Path], str]


def _pattern(home: Path, number: int, keyword: str) -> Path:
    path = home / "global" / "general" / f"general-2026-01-05-p{number}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(pattern_text(id=path.stem, keywords=[keyword]))
    return path


def _corpus(home: Path) -> None:
    for number in range(4):
        _pattern(home, number, f"brimtal cause{number}")
    assert build.write_base(layers.global_layer()) is not None


def _edited_corpus(home: Path) -> None:
    _corpus(home)
    _pattern(home, 1, "brimtal dunspar")


def _keywords(part: segment.Segment | None) -> list[str]:
    assert part is not None, "an index that is not whole"
    return [str(part.record(number)["keywords"]) for number in range(len(part))]


def _base_state(home: Path) -> str:
    found = _keywords(segment.read(str(home / "state" / "index" / "global.base")))
    assert len(found) == 4
    return "new" if any("dunspar" in words for words in found) else "old"


def _refresh(_home: Path) -> None:
    layer = layers.global_layer()
    assert layer.is_stale()
    update.refresh(layer, layer.changes())


def _delta_state(home: Path) -> str:
    assert _base_state(home) == "old"
    path = home / "state" / "index" / "global.delta"
    if not path.exists():
        return "old"
    assert "dunspar" in str(_keywords(segment.read(str(path))))
    return "new"


def _small_logs() -> None:
    vars(record)["MAX_LOG_BYTES"] = 1000  # that a few lines rotate


def _logged(_home: Path) -> None:
    for number in range(3):
        record.append("injections.jsonl", {"number": number, **BIG})


def _append(_home: Path) -> None:
    _small_logs()
    record.append("injections.jsonl", {"number": 3, **BIG})


def _log_state(home: Path) -> str:
    """Each old line once, in the log or an archive; of the new one a half may be left, no row."""
    assert (home / "logs").is_dir()
    numbers = [row["number"] for row in event_rows.rows("injections.jsonl") if "number" in row]
    assert sorted(set(numbers)) in ([0, 1, 2], [0, 1, 2, 3]), numbers
    assert all(numbers.count(old) == 1 for old in range(3)), numbers
    return "new" if 3 in numbers else "old"


def _settings(home: Path) -> Path:
    return home.parent / "settings.json"


def _change_settings(home: Path) -> None:
    settings_file.change(_settings(home), lambda _text: NEW_SETTINGS, home / "backups", pristine=True)


def _settings_state(home: Path) -> str:
    text = _settings(home).read_text()
    assert text in (OLD_SETTINGS, NEW_SETTINGS), "half a settings.json"
    for copy in (home / "backups").glob("[!.]*"):
        assert copy.read_text() == OLD_SETTINGS, f"half a backup: {copy.name}"
    return "old" if text == OLD_SETTINGS else "new"


def _made_settings_state(home: Path) -> str:
    path = _settings(home)
    if not path.exists():
        return "old"
    assert path.read_text() == NEW_SETTINGS
    return "new"


def _edited(home: Path) -> Path:
    return home / "global" / "general" / "general-2026-01-05-p0.md"


def _edit_pattern(home: Path) -> None:
    edit(_edited(home), lambda data: data.replace(b"severity: med", b"severity: high"))


def _edit_state(home: Path) -> str:
    pattern = parse_file(_edited(home)).pattern
    assert pattern is not None, "half a pattern"
    return {"med": "old", "high": "new"}[pattern.severity]


def _archive(home: Path) -> None:
    if _edited(home).exists():
        move_into(home / "archive", _edited(home))


def _archive_state(home: Path) -> str:
    """A moment with both names is allowed, one without any is not."""
    places = [path for path in (_edited(home), home / "archive" / _edited(home).name) if path.exists()]
    assert places
    assert all(parse_file(path).pattern is not None for path in places)
    return "old" if places[0] == _edited(home) else "new"


def _salt(_home: Path) -> None:
    assert len(record.salt()) == 32


def _salt_state(home: Path) -> str:
    path = home / "state" / "salt"
    if not path.exists() or not path.read_bytes():
        return "old"
    assert len(path.read_bytes()) == 32, "half a salt"
    return "new"


def _build(_home: Path) -> None:
    assert build.write_base(layers.global_layer()) is not None


def _append_once(_home: Path) -> None:
    record.append("injections.jsonl", {"number": 3, **BIG})


def _one_pattern(home: Path) -> None:
    _pattern(home, 0, "brimtal")


def _old_settings(home: Path) -> None:
    _settings(home).write_text(OLD_SETTINGS)


def _nothing(_home: Path) -> None:
    """The home is empty."""


ALL = {
    "index build": Scenario(_edited_corpus, _build, _base_state),
    "index of an edit": Scenario(_edited_corpus, _refresh, _delta_state),
    "log append": Scenario(_logged, _append_once, _log_state),
    "log append with rotation": Scenario(_logged, _append, _log_state),
    "settings edit": Scenario(_old_settings, _change_settings, _settings_state),
    "settings made": Scenario(_nothing, _change_settings, _made_settings_state),
    "pattern edit": Scenario(_one_pattern, _edit_pattern, _edit_state),
    "pattern moved": Scenario(_one_pattern, _archive, _archive_state),
    "salt": Scenario(_nothing, _salt, _salt_state),
}
