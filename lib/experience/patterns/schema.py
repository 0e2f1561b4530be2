"""A file against references/schemas/pattern.schema.json: the parser's verdict, by another way."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

from experience.files.frontmatter import read_tree, split
from experience.files.nodes import Node
from experience.files.read import Unreadable, read_regular
from experience.patterns.form import NOTHING
from experience.patterns.problem import Problem
from experience.vocabulary import MAX_PATTERN_BYTES

PATH = Path(__file__).parents[3] / "references" / "schemas" / "pattern.schema.json"


def instance(node: Node) -> Any:
    """What the schema describes: everything text, nothing (`null`, `~`, empty) as None, except in lists."""
    if isinstance(node.value, dict):
        return {key: instance(child) for key, child in node.value.items()}
    if isinstance(node.value, list):
        return [item.value.strip() if isinstance(item.value, str) else instance(item) for item in node.value]
    text = node.value.strip()
    return None if text in NOTHING else text


def violations(path: Path) -> list[Problem]:
    """What the schema has against a file that can be read; [] without jsonschema or without a tree."""
    try:
        validator = _validator()
        front = split(read_regular(path, MAX_PATTERN_BYTES))
    except (ImportError, Unreadable):
        return []
    root = read_tree(front.text, front.line).root if front else None
    if root is None:
        return []
    return [_problem(path, root, error) for error in validator.iter_errors(instance(root))]


@functools.cache
def _validator() -> Any:
    import jsonschema

    return jsonschema.Draft202012Validator(json.loads(PATH.read_text(encoding="utf-8")))


def _problem(path: Path, root: Node, error: Any) -> Problem:
    keys = [str(key) for key in error.absolute_path]
    line = _line(root, list(error.absolute_path))
    where = ".".join(keys) or "frontmatter"
    return Problem(path, line, f"{where}: {error.message[:200]}: see references/PATTERN_SPEC.md", "schema")


def _line(node: Node, keys: list[Any]) -> int:
    for key in keys:
        inside: Any = node.value
        node = inside[key]
    return node.line
