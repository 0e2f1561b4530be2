"""The proposals as they were numbered last: what `--apply N` means. In `state/`, rebuildable."""

from __future__ import annotations

import json
from pathlib import Path

from experience.errors import ExperienceError
from experience.feedback.tuning.proposal import Proposal, of
from experience.files.folder import made
from experience.files.read import Unreadable, read_regular
from experience.files.write import write_atomic
from experience.hotpath import places

MAX_BYTES = 1 << 20
#: Raise where a proposal gets other fields: a list of another form counts as none.
FORMAT = "1"


def path() -> Path:
    return Path(places.state_dir()) / "tune.json"


def keep(proposals: list[Proposal]) -> None:
    document = {"proposals": {FORMAT: [one.document() for one in proposals]}}
    made(path().parent)
    write_atomic(path(), json.dumps(document).encode("utf-8"))


def kept() -> list[Proposal]:
    """Raises ExperienceError where nothing was proposed yet, or what is there cannot be read."""
    try:
        document = json.loads(read_regular(path(), MAX_BYTES))
        return [of(one) for one in document["proposals"][FORMAT]]
    except (Unreadable, ValueError, KeyError, TypeError) as error:
        raise ExperienceError("no proposals are numbered yet: exp.py tune makes them") from error
