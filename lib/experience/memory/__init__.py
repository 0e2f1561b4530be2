"""MEMORY.md condensed: a model proposes a change-set, a script checks it against the file and carries it out.

Everything in `check`, `page`, `blocks` and `facts` is pure: no disk, no model. `apply` writes.
"""
