"""Reads our own source for the architecture tests: modules by name, and what each one imports."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.house import LIB, ROOT


@dataclass(frozen=True)
class Source:
    """One module: its dotted name as lib/ makes it importable, and its text."""

    name: str
    text: str
    is_package: bool = False

    @property
    def room(self) -> str:
        return room_of(self.name)


@dataclass(frozen=True, order=True)
class Found:
    """Something met in a module, at a line."""

    line: int
    what: str


@dataclass(frozen=True, order=True)
class Import(Found):
    """`what` is the dotted name; `typing_only`: under `if TYPE_CHECKING`; `lazy`: inside a function."""

    typing_only: bool = False
    lazy: bool = False


def room_of(name: str) -> str:
    """`experience.index.build` -> `index`; a door such as `retrieve` -> ""; the package itself -> ""."""
    parts = name.split(".")
    return parts[1] if parts[0] == "experience" and len(parts) > 1 else ""


def sources() -> dict[str, Source]:
    """Every module below lib/ by name, doors included."""
    found = [_source(path) for path in sorted(LIB.rglob("*.py")) if "__pycache__" not in path.parts]
    return {source.name: source for source in found}


def _source(path: Path) -> Source:
    parts = list(path.relative_to(LIB).with_suffix("").parts)
    is_package = parts[-1] == "__init__"
    return Source(".".join(parts[:-1] if is_package else parts), path.read_text("utf-8"), is_package)


def python_files() -> list[Path]:
    """All Python of the checkout that is ours: lib and tests."""
    folders = (ROOT / "lib", ROOT / "tests")
    return sorted(
        path for folder in folders for path in folder.rglob("*.py") if "__pycache__" not in path.parts
    )


def imports(source: Source, known: frozenset[str] = frozenset()) -> list[Import]:
    """What `source` imports: at the top, inside functions, for type checking, by importlib.

    `from package import name` is `package.name` where that is one of the `known` modules.
    """
    tree = ast.parse(source.text)
    unreal = {id(node) for block in _typing_blocks(tree) for node in ast.walk(block)}
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.Lambda)]
    inner = {id(node) for function in functions for node in ast.walk(function)}
    return sorted(
        Import(node.lineno, name, id(node) in unreal, id(node) in inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom | ast.Call)
        for name in _imported(node, source, known)
    )


def _typing_blocks(tree: ast.Module) -> Iterator[ast.stmt]:
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and dotted(node.test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING"):
            yield from node.body


def _imported(
    node: ast.Import | ast.ImportFrom | ast.Call, source: Source, known: frozenset[str]
) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        base = _base(node, source)
        inner = (f"{base}.{alias.name}" for alias in node.names)
        yield from sorted({name if name in known else base for name in inner})
    elif dotted(node.func) in ("importlib.import_module", "import_module", "__import__"):
        yield _constant_start(node.args[0]) if node.args else "?"


def _base(node: ast.ImportFrom, source: Source) -> str:
    """The absolute name of the module of a `from` import, relative ones resolved."""
    if not node.level:
        return node.module or ""
    parts = source.name.split(".")
    kept = parts[: len(parts) - node.level + source.is_package]
    return ".".join([*kept, node.module] if node.module else kept)


def _constant_start(node: ast.expr) -> str:
    """What is known of a computed module name: `f"experience.commands.{x}"` -> `experience.commands`."""
    if isinstance(node, ast.JoinedStr) and node.values:
        return _constant_start(node.values[0]).rstrip(".")
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else "?"


def dotted(node: ast.expr) -> str:
    """`os.path.join` as written; what stands before an attribute of anything else is `?`."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return f"{dotted(node.value)}.{node.attr}"
    return "?"
