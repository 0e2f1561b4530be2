"""Install, in the mission's order: look at everything first, then write, each step checked after it."""

from __future__ import annotations

import compileall
import copy
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from experience.errors import ExperienceError
from experience.files.tree import make_folder, remove_file
from experience.installation import (
    canary,
    interpreter,
    manifest,
    preflight,
    registration,
    settings_file,
    skill_link,
    slash_commands,
    venv,
)
from experience.installation.layout import Layout, alone, short
from experience.installation.manifest import Manifest
from experience.installation.program import reason, run
from experience.installation.registration import Made
from experience.vocabulary import STARTER_DOMAINS


class NotEditable(ExperienceError):
    """settings.json may not or cannot be edited: the person has to paste the entry."""


@dataclass
class Plan:
    """Everything that was found and decided before the first write."""

    layout: Layout
    manifest: Manifest
    link: str
    actions: list[slash_commands.Action]
    made: Made
    text: str | None
    proof: canary.Proof | None = None


@dataclass
class Outcome:
    """`lines`: step and result, each verified. `failed`: the step that went wrong, or ""."""

    lines: list[tuple[str, str]] = field(default_factory=list)
    failed: str = ""


def prepare(layout: Layout, *, root_for_user: bool = False, in_container: bool = False) -> Plan:
    """Look, decide, write nothing. Raises ExperienceError; NotEditable when it is settings.json."""
    preflight.whose(layout, root_for_user=root_for_user, in_container=in_container)
    known = manifest.load(layout.state)
    link = skill_link.planned(layout, known)
    actions = slash_commands.planned(layout, known)
    made = known.settings.get(str(layout.settings), Made())
    plan = Plan(layout, known, link, actions, made, _editable(layout, made))
    for folder in _written_in(plan):
        preflight.writable(folder)
    return plan


def _editable(layout: Layout, made: Made) -> str | None:
    """The text of settings.json, once it is sure that it can hold our entry."""
    try:
        old, new = settings_file.planned(layout.settings, _registered(layout, copy.deepcopy(made)))
        reason = settings_file.read_only(layout.settings) if old != new else None
    except ExperienceError as error:
        raise NotEditable(str(error)) from error
    if reason:
        raise NotEditable(f"{layout.settings}: {reason}")
    return settings_file.text_of(layout.settings, old)


def _written_in(plan: Plan) -> list[Path]:
    """Folders that a step will write in; one where nothing is to do may be read-only."""
    layout = plan.layout
    folders = [layout.home]
    if not _is_registered(plan):
        folders.append(layout.config)
    if any(action.kind not in ("current", "linked") for action in plan.actions):
        folders.append(layout.commands)
    if plan.link != "in place":
        folders.append(layout.skill.parent)
    return folders


def intentions(plan: Plan) -> list[tuple[str, str]]:
    """What `install` would do, for --dry-run."""
    layout = plan.layout
    ready = venv.prepared() or venv.is_ready(layout)
    return [
        ("corpus", f"{short(layout.home)}: folders global/ and logs/"),
        ("commands", _told(plan.actions, layout)),
        *_link_line(plan),
        ("hook", _intended(plan)),
        ("dependencies", "ready" if ready else f"private Python environment in {short(layout.venv)}"),
        ("self-check", "a sample prompt through the registered command"),
    ]


def _intended(plan: Plan) -> str:
    name = short(plan.layout.settings)
    if _is_registered(plan):
        return f"already in {name}"
    return f"add to {name}" + (" (backed up first)" if plan.text else "")


def carry_out(plan: Plan) -> Outcome:
    """Every step in turn; the first that fails ends it, and the outcome says so."""
    outcome = Outcome()
    steps: list[tuple[str, Callable[[Plan], str]]] = [
        ("corpus", _folders),
        ("commands", _commands),
        ("skill", _link),
        ("hook", _register),
        ("dependencies", _dependencies),
        ("index", _index),
        ("self-check", _self_check),
    ]
    for name, step in steps:
        try:
            line = step(plan)
        except ExperienceError as error:
            outcome.failed = name
            outcome.lines.append((name, f"FAILED: {error}"))
            break
        finally:
            _remember(plan)
        if line:
            outcome.lines.append((name, line))
    return outcome


def _remember(plan: Plan) -> None:
    """After each step, so that an install that was cut short can still be taken out."""
    if plan.layout.home.is_dir():
        manifest.save(plan.layout.state, plan.manifest)


def _folders(plan: Plan) -> str:
    home = plan.layout.home
    make_folders(plan.layout)
    count = len(list((home / "global").glob("*/*.md")))
    return f"{short(home)}: {count} pattern{'s' * (count != 1)}"


def make_folders(layout: Layout) -> None:
    """The corpus and what lies around it, private; what is there stays."""
    for folder in (layout.config, layout.home):
        make_folder(folder)
    make_folder(layout.home, private=True)
    domains = [layout.home / "global" / domain for domain in STARTER_DOMAINS]
    for folder in (*domains, layout.home / "logs", layout.state):
        make_folder(folder)


def prepare_plugin(layout: Layout) -> bool:
    """What the plugin form needs, which the client registers by itself: folders, and the interpreter
    that runs now for the hook. False when there is one. Neither settings nor commands are touched."""
    preflight.whose(layout, root_for_user=False, in_container=False)
    if (layout.state / "interpreter").exists():
        return False
    make_folders(layout)
    interpreter.record(layout, interpreter.base(), "")
    return True


def _commands(plan: Plan) -> str:
    slash_commands.carry_out(plan.actions, plan.layout, plan.manifest)
    absent = slash_commands.missing(plan.actions)
    if absent:
        raise ExperienceError(f"{absent[0]} is not as it was written")
    return _told(plan.actions, plan.layout)


def _told(actions: list[slash_commands.Action], layout: Layout) -> str:
    kinds: dict[str, list[str]] = {}
    for action in actions:
        kinds.setdefault(action.kind, []).append(action.path.stem)
    words = {
        "edited": "edited by you and kept, the new version is beside it (.md.new)",
        "removed": "no longer shipped, removed",
        "kept": "no longer shipped, edited by you and kept",
        "linked": "a link to the checkout",
    }
    parts = [f"{', '.join(names)}: {words.get(kind, kind)}" for kind, names in kinds.items()]
    return f"{short(layout.commands)}: " + "; ".join(parts or ["none to copy"])


def _link_line(plan: Plan) -> list[tuple[str, str]]:
    told = skill_link.told(plan.link, plan.layout)
    return [("skill", told)] if told else []


def _link(plan: Plan) -> str:
    skill_link.carry_out(plan.link, plan.layout, plan.manifest)
    return skill_link.told(plan.link, plan.layout)


def _registered(layout: Layout, made: Made) -> settings_file.Edit:
    def edit(text: str | None) -> str | None:
        if text is None or not registration.ours(text, layout.hook):
            vars(made).update(vars(Made(created=text is None)))
        return registration.registered("{}\n" if text is None else text, layout.hook, made)

    return edit


def _is_registered(plan: Plan) -> bool:
    return plan.text is not None and registration.is_registered(plan.text, plan.layout.hook)


def register_again(layout: Layout) -> str:
    """The step `hook` alone: for settings that lost the entry, hold it twice or in other words."""
    with alone(layout):
        plan = prepare(layout)
        line = _register(plan)
        _remember(plan)
    return line


def _register(plan: Plan) -> str:
    layout = plan.layout
    edit = _registered(layout, plan.made)
    settings_file.planned(layout.settings, edit)  # fills plan.made, which must be on disk before the entry
    plan.manifest.settings[str(layout.settings)] = plan.made
    _remember(plan)
    pristine = not (plan.text and registration.ours(plan.text, layout.hook))
    change = settings_file.change(layout.settings, edit, layout.home / "backups", pristine=pristine)
    plan.text = change.text
    remove_file(layout.uninstalled)
    if not _is_registered(plan):
        raise ExperienceError(f"not registered: {layout.settings} does not hold the hook exactly once")
    if not change.changed:
        return f"already registered in {short(layout.settings)}"
    copied = f", backup {short(change.backup)}" if change.backup else ""
    linked = "; another name of that file (a hard link) still holds the old text" if change.left else ""
    return f"registered in {short(layout.settings)}{copied}{linked}"


def _dependencies(plan: Plan) -> str:
    found = venv.ensure(plan.layout)
    interpreter.record(plan.layout, interpreter.base(), found.site_packages)
    compileall.compile_dir(plan.layout.root / "lib", quiet=2)
    if not found.site_packages:
        return f"not installed: {found.problem}; the hook works without them"
    return f"private Python {interpreter.version()} environment " + ("made" if found.made else "ready")


def _index(plan: Plan) -> str:
    """`exp.py index` as a person would run it; a corpus that does not compile is not our failure."""
    door = [str(interpreter.base()), "-I", "-X", "utf8", str(plan.layout.door)]
    done = run([*door, "index"])
    if done.returncode == 0:
        return ""
    return f"not built: {reason(done)}"


def _self_check(plan: Plan) -> str:
    entries = registration.ours(plan.text or "{}", plan.layout.hook)
    plan.proof = canary.prove(plan.layout, {entry.event.key or "": entry.spelled for entry in entries})
    if plan.proof.problem:
        raise ExperienceError(plan.proof.problem)
    return f"passed in {plan.proof.ms} ms"
