"""The plugin form says what the registered form says, from wherever it lies, and knows when to be silent."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from experience.installation import plugin_form, registration
from experience.vocabulary import VERSION
from tests.house import ROOT, HookResult, prompt_payload
from tests.installation.machine import Machine, copied_checkout, run
from tests.installation.test_install_script import BASE, TOOLS, script

PROMPT = "Clean up the history of main and git push --force it."
AGAIN = "run: cd lib && python3 -m experience.installation.plugin_form"


def document(name: str) -> dict[str, object]:
    found = json.loads((ROOT / ".claude-plugin" / name).read_text())
    assert isinstance(found, dict)
    return found


def test_hooks_and_pages_are_what_install_makes() -> None:
    assert (ROOT / plugin_form.HOOKS).is_file()
    assert plugin_form.stale(ROOT) == [], AGAIN


def test_manifest_and_marketplace_agree_with_the_rest() -> None:
    plugin, market = document("plugin.json"), document("marketplace.json")
    assert (plugin["name"], plugin["version"]) == ("experience-layer", VERSION)
    assert plugin["commands"] == f"./{plugin_form.PAGES}/"
    assert [(one["name"], one["source"]) for one in market["plugins"]] == [("experience-layer", "./")]  # type: ignore[attr-defined]


def test_a_page_calls_the_script_where_the_plugin_lies_and_commands_by_the_plugins_name() -> None:
    text = (
        "---\ndescription: d\n"
        "allowed-tools: Bash(python3 ~/.claude/skills/experience-layer/lib/exp.py:*)\n---\n"
        "Run `python3 ~/.claude/skills/experience-layer/lib/exp.py saved`, or type /exp-capture approve ID; "
        "see commands/exp-saved.md and ~/x/exp-y.\n"
    )
    page = plugin_form.page(text)
    assert 'allowed-tools: Bash(python3 "${CLAUDE_PLUGIN_ROOT}/lib/exp.py":*)' in page
    assert 'Run `python3 "${CLAUDE_PLUGIN_ROOT}/lib/exp.py" saved`' in page
    assert "type /experience-layer:exp-capture approve ID; see commands/exp-saved.md and ~/x/exp-y." in page
    assert "disable-model-invocation: true\n---\n" in page
    assert plugin_form.page(page) == page


def test_writing_makes_removes_and_leaves_what_is_right(tmp_path: Path) -> None:
    root = copied_checkout(tmp_path / "checkout")
    (root / plugin_form.PAGES).mkdir(parents=True)
    (root / plugin_form.PAGES / "exp-gone.md").write_text("old")
    assert plugin_form.write(root) == [
        f"{plugin_form.PAGES}/exp-gone.md",
        f"{plugin_form.PAGES}/exp-one.md",
        f"{plugin_form.PAGES}/exp-two.md",
    ]
    assert plugin_form.write(root) == []


def corpus(machine: Machine) -> None:
    pattern = ROOT / "templates" / "pattern.md"
    folder = machine.experience / "global" / "frontend"
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(pattern, folder / "frontend-2026-04-18-stale-chunk.md")


def ask(
    machine: Machine, root: Path, *, data: str = "experience-layer-experience-layer", **more: str
) -> HookResult:
    """A prompt through hooks/hooks.json, as the client runs it for a plugin that lies in `root`."""
    text = json.loads((root / plugin_form.HOOKS).read_text())
    (group,) = text["hooks"]["UserPromptSubmit"]
    payload = prompt_payload("make the settings page load as a lazy route", cwd=str(machine.home))
    plugin = {
        "CLAUDE_PLUGIN_ROOT": str(root),
        "CLAUDE_PLUGIN_DATA": str(machine.config / "plugins" / "data" / data),
    }
    done = subprocess.run(
        ["/bin/sh", "-c", group["hooks"][0]["command"]],
        input=json.dumps(payload).encode(), env=machine.environment(**plugin, **more),
        cwd=machine.home, capture_output=True, timeout=30, check=False,
    )  # fmt: skip
    found = json.loads(done.stdout) if done.stdout.strip() else None
    return HookResult(done.stdout.decode(), done.stderr.decode(), done.returncode, 0.0, found)


@pytest.mark.parametrize("folder", ["plain", "a b/Ünï (x) it's", 'dou"ble', "$HOME `id`"])
def test_S21_it_runs_from_any_path_and_puts_an_interpreter_down(
    machine: Machine, tmp_path: Path, folder: str
) -> None:
    corpus(machine)
    result = ask(machine, copied_checkout(tmp_path / folder / "experience-layer"))
    assert (result.code, result.stderr) == (0, "")
    assert "frontend-2026-04-18-stale-chunk" in result.context
    chosen = (machine.experience / "state" / "interpreter").read_text().splitlines()[0]
    asked = "import sys; print(sys.version_info >= (3, 10))"
    assert run([chosen, "-I", "-c", asked], machine.environment()).out == "True\n"
    assert not (machine.experience / "logs" / "errors.jsonl").exists()


def bare(folder: Path) -> Path:
    folder.mkdir()
    for name in (*TOOLS, "uname", "date"):
        found = shutil.which(name, path="/usr/bin:/bin")
        assert found, name
        if not (folder / name).exists():
            (folder / name).symlink_to(found)
    return folder


def test_R10_the_first_python_that_is_new_enough_is_taken(machine: Machine, tmp_path: Path) -> None:
    corpus(machine)
    path = bare(tmp_path / "bin")
    script(path / "python3.12", "exit 1")
    script(path / "python3", f'exec {BASE} "$@"')
    assert ask(machine, ROOT, PATH=str(path)).context
    assert (machine.experience / "state" / "interpreter").read_text().splitlines()[0] == BASE


@pytest.mark.parametrize("text", ["exit 1", "sleep 60", None])
def test_R10_with_no_python_that_will_do_the_prompt_goes_on(
    machine: Machine, tmp_path: Path, text: str | None
) -> None:
    path = bare(tmp_path / "bin")
    if text:
        script(path / "python3", text)
    result = ask(machine, ROOT, PATH=str(path))
    assert (result.code, result.stdout, result.stderr) == (0, "", "")
    if text == "sleep 60":
        assert run(["pgrep", "-f", f"^/bin/sh {path}/python3"], dict(os.environ)).out == "", "no orphan"


def test_S29_beside_the_registered_form_it_starts_no_python(machine: Machine, tmp_path: Path) -> None:
    machine.install()
    (machine.experience / "state" / "interpreter").write_text(
        str(script(tmp_path / "python", f'echo ran >>"{tmp_path}/ran"; exec {BASE} "$@"')) + "\n\n"
    )
    silent = ask(machine, ROOT)
    assert (silent.code, silent.stdout, silent.stderr) == (0, "", "")
    assert not (tmp_path / "ran").exists()
    for damage in ("{}", machine.settings.read_text().replace("exec bash -p", "exec bash")):
        machine.write_settings(damage)
        (tmp_path / "ran").unlink(missing_ok=True)
        ask(machine, ROOT)
        assert (tmp_path / "ran").exists(), "not registered as we do it: it speaks"


def test_S29_a_registered_form_whose_script_is_gone_silences_nobody(
    machine: Machine, checkout: Path, tmp_path: Path
) -> None:
    machine.root = checkout
    machine.install()
    corpus(machine)
    shutil.move(checkout, tmp_path / "moved")
    assert ask(machine, tmp_path / "moved").context


def test_after_an_uninstall_only_the_form_of_the_skills_folder_is_silent(machine: Machine) -> None:
    machine.install()
    machine.uninstall()
    corpus_left = machine.experience / "global" / "frontend"
    shutil.copy(ROOT / "templates" / "pattern.md", corpus_left / "frontend-2026-04-18-stale-chunk.md")
    silent = ask(machine, ROOT, data="experience-layer-skills-dir")
    assert (silent.code, silent.stdout) == (0, "")
    assert not (machine.experience / "state").exists(), "nothing is made again"
    assert ask(machine, ROOT).context, "one that was installed by hand speaks"


def test_preparing_touches_neither_settings_nor_commands_and_keeps_what_is_there(machine: Machine) -> None:
    raw = machine.write_settings('{"model": "m"}')
    assert machine.exp("install", "--plugin").status == "prepared"
    before = (machine.experience / "state" / "interpreter").stat().st_mtime_ns
    assert machine.exp("install", "--plugin").status == "nothing"
    assert (machine.experience / "state" / "interpreter").stat().st_mtime_ns == before
    assert machine.settings.read_bytes() == raw
    assert not (machine.config / "commands").exists()


def test_a_plugin_whose_folder_is_gone_drains_its_input(tmp_path: Path) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", plugin_form.COMMAND], input=b"x" * 2_000_000, capture_output=True, check=True,
        env={"CLAUDE_PLUGIN_ROOT": str(tmp_path / "gone"), "PATH": os.environ["PATH"]},
    )  # fmt: skip
    assert (done.stdout, done.stderr) == (b"", b"")


def test_every_event_of_the_registered_form_is_served() -> None:
    hooks = json.loads((ROOT / plugin_form.HOOKS).read_text())["hooks"]
    assert list(hooks) == list(registration.EVENTS)


def test_uninstall_names_the_plugin_that_the_client_has_to_remove(machine: Machine) -> None:
    machine.write_settings('{"enabledPlugins": {"experience-layer@there": true, "other@there": true}}')
    machine.install()
    assert (
        "Still loaded as a plugin: claude plugin uninstall experience-layer@there" in machine.uninstall().text
    )
