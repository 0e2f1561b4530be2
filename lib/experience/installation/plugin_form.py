"""The plugin form: hooks/hooks.json and the pages of .claude-plugin/commands/, made from what
install.sh registers and copies. `python -m experience.installation.plugin_form` writes them anew.

A plugin may lie anywhere, and its commands bear its name. The model is not told of them (beside an
installed form they would be listed twice); a person types them.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from experience.files.tree import remove_file
from experience.files.write import write_atomic
from experience.installation import registration
from experience.installation.layout import SKILL
from experience.installation.slash_commands import SPELLING

#: The client puts the plugin's folder in its place, in the text and in the rule; quoted for blanks.
PLUGIN_SPELLING = '"${CLAUDE_PLUGIN_ROOT}/lib/exp.py"'
#: The variable is read by the shell: a path pasted into the line would be the shell's to expand.
COMMAND = 'f="$CLAUDE_PLUGIN_ROOT/hooks/plugin.sh"; [ -f "$f" ] && exec bash -p "$f"; exec cat >/dev/null'

PAGES = ".claude-plugin/commands"
HOOKS = "hooks/hooks.json"
_COMMAND = re.compile(r"(?<![\w./:~-])/(exp-[a-z]+(?:-[a-z]+)*)\b(?!\.md)")
_HIDDEN = "disable-model-invocation: true"


def page(text: str) -> str:
    """A page of commands/ as the plugin's."""
    text = _COMMAND.sub(rf"/{SKILL}:\1", text.replace(SPELLING, PLUGIN_SPELLING))
    return text if _HIDDEN in text else text.replace("\n---\n", f"\n{_HIDDEN}\n---\n", 1)


def hooks() -> str:
    """The events, matchers and patience of the entries that install.sh makes."""
    events = {}
    for event in registration.EVENTS:
        group = registration.group(Path(SKILL), event)
        group["hooks"][0]["command"] = COMMAND
        events[event] = [group]
    return json.dumps({"hooks": events}, indent=2) + "\n"


def wanted(root: Path) -> dict[str, str]:
    """Path below the checkout -> text."""
    pages = sorted((root / "commands").glob("exp-*.md"))
    made = {f"{PAGES}/{source.name}": page(source.read_text("utf-8")) for source in pages}
    return {HOOKS: hooks(), **made}


def stale(root: Path) -> list[str]:
    """What is missing, left over, or not as it should be."""
    found = [root / HOOKS, *(root / PAGES).glob("*.md")]
    there = {str(path.relative_to(root)): path.read_text("utf-8") for path in found if path.is_file()}
    want = wanted(root)
    return sorted(name for name in {*there, *want} if there.get(name) != want.get(name))


def write(root: Path) -> list[str]:
    """Make it all as it should be. Returns what changed."""
    changed, want = stale(root), wanted(root)
    for name in changed:
        if name in want:
            write_atomic(root / name, want[name].encode(), mode=0o644)
        else:
            remove_file(root / name)
    return changed


if __name__ == "__main__":
    print(*write(Path(__file__).resolve().parents[3]), sep="\n")
