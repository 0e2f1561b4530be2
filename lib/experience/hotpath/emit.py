"""How an answer leaves a hot door."""

from __future__ import annotations

from experience.hotpath import jsonlite
from experience.hotpath.payload import PROMPT_EVENT


class Answer:
    """What goes out: text for the model, line for the user; both may be empty. `event`: which is answered."""

    def __init__(self, model: str = "", user: str = "", event: str = PROMPT_EVENT) -> None:
        self.model = model
        self.user = user
        self.event = event


#: Last line of a half; without it the adapter drops the half (cut off by a deadline).
END = "end"


def halves(model: str, user: str, event: str = PROMPT_EVENT) -> str:
    """Two JSON string bodies without quotes and the end mark, a line each; the mark names an event that is
    not a prompt."""
    mark = END if event == PROMPT_EVENT else f"{END} {event}"
    return f"{jsonlite.quoted(model)[1:-1]}\n{jsonlite.quoted(user)[1:-1]}\n{mark}\n"


def document(model: str, user: str, event: str = PROMPT_EVENT) -> str:
    """The client's JSON document; "" when there is nothing to say."""
    fields: dict[str, object] = {}
    if model:
        fields["hookSpecificOutput"] = {"hookEventName": event, "additionalContext": model}
    if user:
        fields["systemMessage"] = user
    return jsonlite.dumps(fields) + "\n" if fields else ""


def formatted(model: str, user: str, form: str, event: str = PROMPT_EVENT) -> str:
    """`form`: json, text or halves."""
    if form == "halves":
        return halves(model, user, event)
    if form == "text":
        return model + "\n" if model else ""
    return document(model, user, event)
