"""The order of the house, kept: who may import whom, what the hot path may load, who may write.

Each rule of tests/house_rules.py is run on lib/, where it must have looked at something, and on
made-up bad modules, where it must find the fault.
"""

from __future__ import annotations

import pytest

from tests.disk_writes import writes
from tests.house import LIB, ROOT
from tests.house_rules import (
    DOORS,
    HOT_LAZY,
    HOT_STDLIB,
    LEVEL,
    MAX_LINES,
    MAY_WRITE,
    WRITING_ROOM,
    circles,
    eager_index,
    hot_strangers,
    is_hot,
    shadowed,
    stray_writes,
    vague_names,
    verbs_that_import_verbs,
    wrong_imports,
)
from tests.source_tree import Source, imports, python_files, sources


@pytest.fixture(scope="module")
def tree() -> dict[str, Source]:
    return sources()


def made_up(name: str, text: str) -> dict[str, Source]:
    return {name: Source(name, text)}


def test_the_house_was_looked_at(tree: dict[str, Source]) -> None:
    assert len(tree) >= 30
    assert {"commands", "index", "patterns", "files", "hotpath"} <= {source.room for source in tree.values()}
    assert {"exp", "retrieve"} <= set(tree)
    assert sum(len(imports(source, frozenset(tree))) for source in tree.values()) > 100


def test_every_room_has_its_place_in_the_order(tree: dict[str, Source]) -> None:
    assert {source.room for source in tree.values()} - {""} <= set(LEVEL)
    assert {name for name in tree if not name.startswith("experience")} <= set(DOORS)


def test_imports_go_down_only(tree: dict[str, Source]) -> None:
    assert list(wrong_imports(tree)) == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("experience.hotpath.bad", "from experience.patterns import pattern"),
        ("experience.hotpath.bad", "def f():\n    from experience import files"),
        (
            "experience.hotpath.bad",
            "TYPE_CHECKING = False\nif TYPE_CHECKING:\n    import experience.index.build",
        ),
        ("experience.index.bad", "import experience.checks"),
        ("experience.checks.bad", "from experience.index.build import build"),
        ("experience.patterns.bad", "import importlib\nimportlib.import_module('experience.index.build')"),
        ("experience.patterns.bad", "from ..commands import reply"),
        ("experience.vocabulary", "from experience.errors import UsageError"),
        ("experience.attic.bad", "from experience import errors"),
        ("nudge", "def f():\n    from experience.index import build"),
        ("exp", "from experience.patterns import parse"),
    ],
)
def test_the_order_catches_a_bad_module(name: str, text: str) -> None:
    known = {at: Source(at, "") for at in ("experience.files", "experience.errors", "experience.index")}
    assert list(wrong_imports({**known, **made_up(name, text)}))


def test_a_verb_imports_no_other_verb(tree: dict[str, Source]) -> None:
    assert list(verbs_that_import_verbs(tree)) == []
    assert list(verbs_that_import_verbs(made_up("experience.commands.a", "import experience.commands.b")))


def test_no_module_imports_itself_in_a_circle(tree: dict[str, Source]) -> None:
    assert list(circles(tree)) == []
    bad = made_up("experience.files.a", "def f():\n    from experience.files import b")
    bad |= made_up("experience.files.b", "from experience.files.a import f")
    assert sorted(circles(bad)) == ["experience.files.a", "experience.files.b"]


def test_the_hot_path_imports_only_listed_modules(tree: dict[str, Source]) -> None:
    assert sum(map(is_hot, tree.values())) >= 8
    assert list(hot_strangers(tree)) == []
    met = {found.what for source in filter(is_hot, tree.values()) for found in imports(source)}
    assert set(HOT_STDLIB) | set(HOT_LAZY) <= met, "listed, but no longer imported"


@pytest.mark.parametrize(
    "text",
    [
        "import json",
        "import re",
        "from pathlib import Path",
        "def f():\n    import yaml",
        "__import__('enum')",
    ],
)
def test_the_hot_list_catches_a_bad_module(text: str) -> None:
    assert list(hot_strangers(made_up("experience.hotpath.bad", text)))
    assert list(hot_strangers(made_up("retrieve", text)))
    assert not list(hot_strangers(made_up("experience.index.fine", text)))


def test_only_retrieve_may_load_the_indexer_and_only_when_needed(tree: dict[str, Source]) -> None:
    assert list(eager_index(tree)) == []
    assert list(eager_index(made_up("retrieve", "from experience.index import build")))


def test_nothing_in_lib_hides_a_standard_module() -> None:
    names = [path.name for path in LIB.iterdir()]
    assert "experience" in names
    assert list(shadowed(names)) == []
    assert list(shadowed(["trace.py", "types", "exp.py"])) == ["trace.py", "types"]


def test_only_the_writing_room_writes(tree: dict[str, Source]) -> None:
    assert list(stray_writes(tree)) == []
    assert any(writes(source) for source in tree.values() if source.room == WRITING_ROOM)
    done = {(name, found.what) for name, source in tree.items() for found in writes(source)}
    assert set(MAY_WRITE) <= done, "allowed, but no longer done"


@pytest.mark.parametrize(
    "text",
    [
        "open('x', 'w')",
        "open('x', mode='a')",
        "open('x', 'rb+')",
        "open('x', MODE)",
        "import io\nio.open('x', 'xb')",
        "path.open('w')",
        "import os\nos.fdopen(3, 'wb')",
        "import os\nos.open('x', os.O_RDWR | os.O_CREAT)",
        "import os as system\nsystem.unlink('x')",
        "from os import replace\nreplace('a', 'b')",
        "import os\nmove = os.rename",
        "path.write_text('x')",
        "path.parent.mkdir(parents=True)",
        "path.replace(other)",
        "import shutil\nshutil.rmtree('x')",
        "from shutil import copy2\ncopy2('a', 'b')",
        "import tempfile\ntempfile.mkdtemp()",
        "from tempfile import NamedTemporaryFile\nNamedTemporaryFile()",
        "import sqlite3\nsqlite3.connect('x')",
        "import venv\nvenv.create('x')",
    ],
)
def test_the_writing_rule_catches_a_bad_module(text: str) -> None:
    assert list(stray_writes(made_up("experience.patterns.bad", text)))
    assert not list(stray_writes(made_up("experience.files.fine", text)))


@pytest.mark.parametrize(
    "text",
    [
        "open('x')",
        "open('x', 'rb')",
        "path.open()",
        "import os\nos.open('x', os.O_RDONLY)",
        "'a-b'.replace('-', '_')",
        "from dataclasses import replace\nreplace(pattern, hits=1)",
        "import shutil\nshutil.which('git')",
        "import sys\nsys.stdout.write('x')",
        "import sqlite3\nsqlite3.connect('file:x?mode=ro', uri=True)",
    ],
)
def test_reading_is_no_writing(text: str) -> None:
    assert list(stray_writes(made_up("experience.patterns.fine", text))) == []


def test_files_stay_short() -> None:
    files = python_files()
    assert len(files) > 30
    sizes = {str(path.relative_to(ROOT)): len(path.read_text("utf-8").splitlines()) for path in files}
    assert {name: size for name, size in sizes.items() if size > MAX_LINES} == {}


def test_no_file_has_a_name_that_says_nothing() -> None:
    files = python_files()
    assert files
    assert list(vague_names([path.name for path in files])) == []
    assert list(vague_names(["text_utils.py", "common.py", "tall.py"])) == ["text_utils.py", "common.py"]
