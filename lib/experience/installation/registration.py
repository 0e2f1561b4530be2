"""Our entries in settings.json: what they are, and text with exactly one of them, or none.

Pure: text in, text out. Every other entry keeps its place and order (cases S10, S12, S13, S15).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from experience.installation import json_edit
from experience.installation.json_text import Child, Node, NotJson, position, scan
from experience.installation.spelling import is_ours, mentions

#: Event of the client -> seconds after which the client gives up on our hook.
EVENTS = {
    "UserPromptSubmit": 5,
    "SessionStart": 5,
    "PreToolUse": 5,
    "UserPromptExpansion": 5,
    "SessionEnd": 5,
}
#: Event -> the only tool it is for: other tools of the model never start our hook.
MATCHERS = {"PreToolUse": "Skill"}


@dataclass
class Made:
    """What was not in settings.json before we came; kept in the manifest, so that it can go again.

    `keys`: "hooks" and names of events that we added. `interiors`: what stood between the brackets
    of a container that we filled. `blank`: the text of a file that held no document. `created`:
    there was no file.
    """

    keys: list[str] = field(default_factory=list)
    interiors: dict[str, str] = field(default_factory=dict)
    blank: str | None = None
    created: bool = False


@dataclass(frozen=True)
class Handler:
    """One command of one group of one event, with the containers it stands in."""

    event: Child
    group: Child
    handlers: Node
    child: Child

    @property
    def spelled(self) -> str:
        """Its command as a shell would meet it; the exec form (`args`) counts too."""
        value = self.child.node.value
        if not isinstance(value, dict) or not isinstance(value.get("command"), str):
            return ""
        args = value.get("args")
        words = [f"'{word}'" for word in args if isinstance(word, str)] if isinstance(args, list) else []
        return " ".join([value["command"], *words])


def command(hook: Path) -> str:
    """POSIX sh, as the client runs it. A hook that is gone drains stdin and says nothing."""
    quoted = "'" + str(hook).replace("'", "'\"'\"'") + "'"
    return f'f={quoted}; [ -f "$f" ] && exec bash -p "$f"; exec cat >/dev/null'


def entry(hook: Path, event: str) -> dict[str, Any]:
    """Only keys that the client documents: one it does not know may cost the whole file (case S30)."""
    return {"type": "command", "command": command(hook), "timeout": EVENTS[event]}


def group(hook: Path, event: str) -> dict[str, Any]:
    matcher = {"matcher": MATCHERS[event]} if event in MATCHERS else {}
    return {**matcher, "hooks": [entry(hook, event)]}


def snippet(hook: Path) -> str:
    """What a person pastes into a settings.json that we may not edit."""
    hooks = {event: [group(hook, event)] for event in EVENTS}
    return json.dumps({"hooks": hooks}, ensure_ascii=False, indent=2)


def ours(text: str, hook: Path) -> list[Handler]:
    if is_blank(text):
        return []
    return [handler for handler in _handlers(_checked(text)) if is_ours(handler.spelled, hook)]


def others_mention(text: str, hook: Path) -> list[int]:
    """Lines of commands of the user's that run our hook among other things."""
    return [
        position(text, handler.child.start)[0]
        for handler in _handlers(_checked(text))
        if mentions(handler.spelled) and not is_ours(handler.spelled, hook)
    ]


def is_registered(text: str, hook: Path) -> bool:
    """One entry of ours for each event, as we write it now, and none elsewhere."""
    found = ours(text, hook)
    events = sorted(handler.event.key or "" for handler in found)
    return events == sorted(EVENTS) and all(_is_current(one, hook) and _is_apart(one) for one in found)


def registered(text: str, hook: Path, made: Made) -> str:
    """`text` with exactly one entry of ours for each event; `made` is told what was added."""
    if is_blank(text):
        made.blank = text
        text = ("\ufeff" if text.startswith("\ufeff") else "") + "{}\n"
    before = text
    while surplus := _surplus(text, hook):
        text = _without(text, surplus, made)
    for event in EVENTS:
        kept = [handler for handler in ours(text, hook) if handler.event.key == event]
        if not kept:
            text = _added(text, event, hook, made)
        elif not _is_current(kept[0], hook):
            root = scan(text)
            text = json_edit.replace(
                text, kept[0].child.node, entry(hook, event), json_edit.style_of(text, root)
            )
    _prove(before, text, hook)
    return text


def withdrawn(text: str, hook: Path, made: Made) -> str:
    """`text` without any entry of ours, and without the empty rest of what we had `made`."""
    before = text
    while found := ours(text, hook):
        text = _without(text, found[-1], made)
    _prove(before, text, hook)
    if made.blank is not None and scan(text).value == {}:
        return made.blank
    return text


def fault(text: str | None) -> str:
    """What of the shape is not as the client reads it; "" when all is well."""
    if text is None or is_blank(text):
        return ""
    try:
        _checked(text)
    except NotJson as error:
        return f"{error.line}:{error.column}: {error.message}"
    return ""


def is_blank(text: str) -> bool:
    """A file without a document, as an editor leaves it: nothing to lose, so it counts as `{}`."""
    return not text.strip("\ufeff \t\r\n")


def is_empty(text: str) -> bool:
    return bool(scan(text).value == {})


def _checked(text: str) -> Node:
    """The tree, once the shape is what the client reads. Raises NotJson where it is not."""
    root = scan(text)
    _expect(text, root, dict, "settings")
    hooks = root.member("hooks")
    if hooks:
        _expect(text, hooks, dict, '"hooks"')
        for child in hooks.children:
            if child.key in EVENTS:
                _expect(text, child.node, list, f'"{child.key}"')
    return root


def _expect(text: str, node: Node, kind: type, name: str) -> None:
    if not isinstance(node.value, kind):
        wanted = "an object" if kind is dict else "an array"
        raise NotJson(text, node.start, f"{name} is not {wanted}")


def _handlers(root: Node) -> Iterator[Handler]:
    """In order; a group of another shape than the client's is stepped over."""
    hooks = root.member("hooks")
    for event in hooks.children if hooks else ():
        for one in event.node.children if isinstance(event.node.value, list) else ():
            handlers = one.node.member("hooks") if isinstance(one.node.value, dict) else None
            if handlers and isinstance(handlers.value, list):
                for child in handlers.children:
                    yield Handler(event, one, handlers, child)


def _is_current(handler: Handler, hook: Path) -> bool:
    event = handler.event.key or ""
    return event in EVENTS and bool(handler.child.node.value == entry(hook, event))


def _is_apart(handler: Handler) -> bool:
    """Whether its group has the matcher that we write for the event, most often none (case S15)."""
    wanted = {"matcher": MATCHERS[handler.event.key]} if handler.event.key in MATCHERS else {}
    return {key: value for key, value in handler.group.node.value.items() if key == "matcher"} == wanted


def _surplus(text: str, hook: Path) -> Handler | None:
    """The last entry of ours that must go: of an event we do not serve, or beside the one we keep.

    Kept is one that is as we write it, else the first; in a group with no matcher but ours (case S15).
    """
    found = ours(text, hook)
    for handler in reversed(found):
        rivals = [other for other in found if other.event.key == handler.event.key]
        free = [other for other in rivals if _is_apart(other)]
        current = [other for other in free if _is_current(other, hook)]
        if handler.event.key not in EVENTS or handler is not next(iter(current + free), None):
            return handler
    return None


def _added(text: str, event: str, hook: Path, made: Made) -> str:
    made_group = group(hook, event)
    root = scan(text)
    style = json_edit.style_of(text, root)
    hooks = root.member("hooks")
    listed = hooks.member(event) if hooks else None
    if listed:
        _remember(text, listed, f"hooks/{event}", made)
        return json_edit.append(text, listed, made_group, key=None, style=style)
    if hooks:
        _remember(text, hooks, "hooks", made)
        _note(made, event)
        return json_edit.append(text, hooks, [made_group], key=event, style=style)
    _remember(text, root, "", made)
    _note(made, "hooks", event)
    return json_edit.append(text, root, {event: [made_group]}, key="hooks", style=style)


def _note(made: Made, *keys: str) -> None:
    made.keys += [key for key in keys if key not in made.keys]


def _remember(text: str, container: Node, name: str, made: Made) -> None:
    if not container.children:
        made.interiors[name] = json_edit.interior(text, container)


def _without(text: str, handler: Handler, made: Made) -> str:
    """`text` without this entry; a group that held nothing else goes, and what we had made around it."""
    if len(handler.handlers.children) > 1:
        return json_edit.remove(text, handler.handlers, handler.child)
    event, name = handler.event, f"hooks/{handler.event.key}"
    text = json_edit.remove(text, event.node, handler.group, interior=made.interiors.get(name, ""))
    if len(event.node.children) > 1 or event.key not in made.keys:
        return text
    text = _without_member(text, ("hooks",), event.key, made)
    if "hooks" in made.keys and not scan(text).value["hooks"]:
        text = _without_member(text, (), "hooks", made)
    return text


def _without_member(text: str, path: tuple[str, ...], key: str, made: Made) -> str:
    container: Node | None = scan(text)
    for step in path:
        container = container.member(step) if container else None
    child = next((child for child in container.children if child.key == key), None) if container else None
    if not container or not child:
        return text
    return json_edit.remove(text, container, child, interior=made.interiors.get("/".join(path), ""))


def _prove(before: str, after: str, hook: Path) -> None:
    """A bug of ours must not cost an entry of theirs: compared as data before anything is written."""
    if _theirs(before, hook) != _theirs(after, hook):
        raise AssertionError("an edit of settings.json would have changed an entry that is not ours")


def _theirs(text: str, hook: Path) -> Any:
    """The document without our entries and without the empty groups, events and hooks around them."""
    root = _checked(text)
    document = root.value
    mine = [handler.child.node.value for handler in _handlers(root) if is_ours(handler.spelled, hook)]
    kept: dict[str, Any] = {}
    for event, groups in document.get("hooks", {}).items():
        left = [_pruned(found, mine) for found in groups] if isinstance(groups, list) else groups
        left = [found for found in left if found is not None] if isinstance(left, list) else left
        if left != []:
            kept[event] = left
    rest = [(key, value) for key, value in document.items() if key != "hooks"]
    return rest, list(kept.items())


def _pruned(found: Any, mine: list[Any]) -> Any:
    if not isinstance(found, dict) or not isinstance(found.get("hooks"), list):
        return found
    hooks = [handler for handler in found["hooks"] if not any(handler is one for one in mine)]
    if not hooks and found["hooks"]:
        return None
    return {**found, "hooks": hooks}
