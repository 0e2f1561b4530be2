"""Finds the places where a module could change a disk, by the names of the standard library."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.source_tree import Found, Source, dotted

_OS_WRITES = frozenset(
    f"os.{name}"
    for name in (
        "chmod chown fchmod fchown lchown link makedirs mkdir mkfifo mknod remove removedirs rename renames"
        " replace rmdir symlink truncate ftruncate unlink utime sendfile copy_file_range pwrite writev"
    ).split()
)
_OS_FLAGS = frozenset(f"os.{name}" for name in "O_WRONLY O_RDWR O_CREAT O_APPEND O_TRUNC O_TMPFILE".split())
_PATH_WRITES = frozenset(
    "write_text write_bytes mkdir rmdir unlink touch rename symlink_to hardlink_to chmod lchmod".split()
)
_WRITING_MODULES = frozenset({"tempfile", "shutil", "venv", "compileall", "py_compile", "zipfile", "tarfile"})
#: Those that take the file first and the mode second; Path.open takes the mode first.
_OPENS = frozenset({"open", "io.open", "_io.open", "os.fdopen"})
_HARMLESS = frozenset({"shutil.which", "shutil.get_terminal_size", "shutil.disk_usage"})


def writes(source: Source) -> list[Found]:
    """Every place where a module could change a disk, under the standard library's own names."""
    tree = ast.parse(source.text)
    full = _full_names(tree)
    return sorted({found for node in ast.walk(tree) for found in _writing(node, full)})


def _full_names(tree: ast.Module) -> dict[str, str]:
    """Local name -> the name it stands for, for `import x as y` and `from x import y`."""
    names: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.asname: alias.name for alias in node.names if alias.asname}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
    return names


def _writing(node: ast.AST, full: dict[str, str]) -> Iterator[Found]:
    if isinstance(node, ast.Attribute | ast.Name):
        name = _resolved(dotted(node), full)
        module, _, rest = name.partition(".")
        if name in _OS_WRITES | _OS_FLAGS or (module in _WRITING_MODULES and rest and name not in _HARMLESS):
            yield Found(node.lineno, name)
    if isinstance(node, ast.Call):
        yield from _writing_call(node, _resolved(dotted(node.func), full))


def _resolved(dotted: str, full: dict[str, str]) -> str:
    first, dot, rest = dotted.partition(".")
    return full.get(first, first) + dot + rest


def _writing_call(node: ast.Call, name: str) -> Iterator[Found]:
    last = name.rpartition(".")[2]
    if last in ("open", "fdopen") and name != "os.open" and _mode_writes(node, name in _OPENS):
        yield Found(node.lineno, "open for writing")
    elif "." in name and last in _PATH_WRITES and name not in _OS_WRITES:
        yield Found(node.lineno, f".{last}()")
    elif "." in name and last == "replace" and len(node.args) == 1 and not node.keywords:
        yield Found(node.lineno, ".replace()")
    elif last == "connect" and "sqlite" in name and "mode=ro" not in ast.unparse(node):
        yield Found(node.lineno, "sqlite3.connect")


def _mode_writes(node: ast.Call, place: int) -> bool:
    """Whether the mode of an `open`, its argument number `place`, writes; one that is computed could."""
    named = [keyword.value for keyword in node.keywords if keyword.arg == "mode"]
    given = named or node.args[place : place + 1]
    if not given:
        return False
    mode = given[0]
    return not (
        isinstance(mode, ast.Constant) and isinstance(mode.value, str) and not set(mode.value) & set("wax+")
    )
