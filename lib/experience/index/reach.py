"""Which corpora of a folder may reach the model, and so are indexed."""

from __future__ import annotations

from pathlib import Path

from experience.hotpath import layers, places
from experience.index import config


def layers_for(cwd: str) -> list[layers.Layer]:
    """The global layer and, where config.yaml says so, that of the project of `cwd`."""
    root = places.project_root(cwd)
    corpus = places.project_corpus(root) if root else None
    if corpus is None or not Path(corpus).is_dir() or config.load().project_patterns != "always":
        return [layers.global_layer()]
    return [layers.global_layer(), layers.project_layer(corpus)]
