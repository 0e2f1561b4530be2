"""How an answer leaves a hot door."""

from __future__ import annotations

from experience.hotpath import jsonlite
from experience.hotpath.payload import PROMPT_EVENT

#: Last line of a half; without it the adapter drops the half (cut off by a deadline).
END = "end"


def halves(model: str, user: str) -> str:
    """Two JSON string bodies without quotes and the end mark, a line each."""
    return f"{jsonlite.quoted(model)[1:-1]}\n{jsonlite.quoted(user)[1:-1]}\n{END}\n"


def document(model: str, user: str) -> str:
    """The client's JSON document; "" when there is nothing to say."""
    fields: dict[str, object] = {}
    if model:
        fields["hookSpecificOutput"] = {"hookEventName": PROMPT_EVENT, "additionalContext": model}
    if user:
        fields["systemMessage"] = user
    return jsonlite.dumps(fields) + "\n" if fields else ""


def formatted(model: str, user: str, form: str) -> str:
    """`form`: json, text or halves."""
    if form == "halves":
        return halves(model, user)
    if form == "text":
        return model + "\n" if model else ""
    return document(model, user)
