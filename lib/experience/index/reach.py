"""Which corpora of a folder may reach the model, and so are indexed."""

from __future__ import annotations

from experience.hotpath import layers, places, trusted
from experience.index import config


def layers_for(cwd: str) -> list[layers.Layer]:
    """The global layer and, as far as the user allowed it, that of the project of `cwd`. A broken
    config.yaml counts as absent, as it does for the hook: it must not keep the worker from its job."""
    root = places.project_root(cwd)
    corpus = places.project_corpus(root) if root else None
    if root is None or corpus is None:
        return [layers.global_layer()]
    allowed = trusted.allowed(root, config.compiled()["project_patterns"])
    if allowed is not None and not allowed:
        return [layers.global_layer()]
    return [layers.global_layer(), layers.project_layer(corpus, allowed)]
