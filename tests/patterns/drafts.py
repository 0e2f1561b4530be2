"""A sound draft as a model sends it, and made-up ones."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import strategies as st

from experience.patterns.draft import Draft, read

_SOUND: dict[str, Any] = {
    "name": "A pinned Docker base image hides security fixes for months",
    "severity": "high",
    "domain": "docker",
    "triggers": {
        "keywords": ["base image digest", "FROM node@sha256", "renovate", "CVE in the image", "trivy scan"],
        "regex": [r"FROM \S+@sha256:[0-9a-f]{12}"],
        "none": ["helm chart"],
    },
    "examples": {
        "fire": [
            "pin the base image digest in our Dockerfile so that builds are reproducible",
            "trivy scan says CVE in the image but we changed nothing since spring",
            "FROM node@sha256:4d1c0f4b3a2e or a tag, what do you prefer",
            "security wants to know why the old openssl is still in production, renovate is quiet",
            "review: please use a base image digest here instead of latest",
            "TICKET-88: CVE in the image, scanner red since March",
        ],
        "quiet": [
            "shrink the docker build by using a multi stage file",
            "why does docker compose not see my env file",
        ],
    },
    "fix": "Do not pin a base image by digest alone, because nothing moves it when a fix is out; let renovate"
    " raise the digest and fail the build when it is older than 30 days.",
    "body": {
        "context": "The image was pinned in spring. A scan in autumn found 40 known holes.",
        "why": "Pinning is what every guide asks for; none says who moves the pin.",
        "instead": "1. A tag and a digest.\n2. A bot that raises both.\n3. A build that fails when old.",
    },
    "provenance": {"url": "https://example.org/incidents/88"},
    "falsepositives": ["Images that are rebuilt nightly"],
}


def sound(**changes: Any) -> dict[str, Any]:
    """The sample with top-level keys replaced; None takes one out."""
    document = {**copy.deepcopy(_SOUND), **changes}
    return {key: value for key, value in document.items() if value is not None}


def draft(**changes: Any) -> Draft:
    found, problems = read(sound(**changes))
    assert found is not None, problems
    return found


#: Texts as people and models write them: quotes, signs of YAML, several scripts, no control characters.
WORDS = st.text(
    st.sampled_from("abc xyz019'\"\\:#-,[]{}&*!|>%@`?.é字ñ…$()/"), min_size=4, max_size=60
).map(str.strip).filter(lambda text: len(text) >= 4 and text != "...")  # fmt: skip
PARAGRAPHS = st.lists(WORDS, min_size=1, max_size=4).map("\n".join)
LISTED = st.lists(WORDS.map(lambda text: " ".join(text.split())), unique=True, max_size=12).map(
    lambda found: [one for one in found if len(one) >= 4]
)
DRAFTS = st.builds(
    sound,
    name=st.text(st.sampled_from("abc 'é:#"), min_size=8, max_size=60).map(str.strip).filter(
        lambda text: len(" ".join(text.split())) >= 8
    ),
    severity=st.sampled_from(["low", "med", "high"]),
    triggers=st.builds(
        lambda keywords, none: {"keywords": [*keywords[:9], "one two", "three four", "5"], "none": none[:2]},
        LISTED, LISTED,
    ),
    fix=PARAGRAPHS.map(lambda text: f"Do not do it, because of this: {text}"),
    body=st.builds(
        lambda context, why, instead: {"context": context, "why": why, "instead": instead},
        PARAGRAPHS, PARAGRAPHS, PARAGRAPHS,
    ),
    language=st.sampled_from(["en", "es"]),
    falsepositives=LISTED.map(lambda found: found[:5]),
)  # fmt: skip
