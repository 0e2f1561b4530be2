"""Environment, shells, repositories and strange files around the hook. Cases R10, R22-R39."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.hotpath.machine import (
    MATCHING,
    PATTERN,
    PYTHON,
    REGISTERED,
    bare_path,
    rows,
    shell,
    use_interpreter,
)
from tests.house import HOOK, ROOT, HookResult, RunHook, WritePattern, clean_environment, prompt_payload

ROGUE = "raise SystemExit('rogue')\n"


def is_warning(result: HookResult) -> bool:
    return PATTERN in result.context and (result.stderr, result.code) == ("", 0)


def rogues(folder: Path) -> str:
    """A folder of modules that would end any Python that imports them."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("json", "yaml", "re", "os", "experience", "mmap", "stat", "sitecustomize", "usercustomize"):
        (folder / f"{name}.py").write_text(ROGUE)
    return str(folder)


def test_R10_rogue_modules_on_PYTHONPATH(corpus: Path, run_hook: RunHook, tmp_path: Path) -> None:
    env = {"PYTHONPATH": rogues(tmp_path / "rogue"), "PYTHONNOUSERSITE": "1"}
    assert is_warning(run_hook(prompt_payload(MATCHING), env=env))


def test_R10_rogue_modules_in_the_folder_it_runs_in(corpus: Path, run_hook: RunHook, tmp_path: Path) -> None:
    folder = tmp_path / "rogue"
    rogues(folder)
    assert is_warning(run_hook(prompt_payload(MATCHING, cwd=str(folder)), cwd=folder))


def test_R10_another_venv_first_on_PATH(corpus: Path, run_hook: RunHook, tmp_path: Path) -> None:
    venv = tmp_path / "venv"
    subprocess.run([PYTHON, "-m", "venv", "--without-pip", str(venv)], check=True)
    env = {"VIRTUAL_ENV": str(venv), "PATH": f"{venv}/bin:/usr/bin:/bin", "PYTHONNOUSERSITE": "1"}
    assert is_warning(run_hook(prompt_payload(MATCHING), env=env))


@pytest.mark.parametrize("state", ["no file", "gone", "empty", "a folder"])
def test_R10_without_a_known_interpreter_python3_on_PATH_answers_and_that_is_logged(
    corpus: Path, run_hook: RunHook, state: str
) -> None:
    home = corpus.parent
    use_interpreter(home, {"gone": "/nowhere/python3", "empty": "", "a folder": "/usr"}.get(state, ""))
    if state == "no file":
        (home / "state" / "interpreter").unlink()
    assert is_warning(run_hook(prompt_payload(MATCHING)))
    (row,) = rows(home, "errors.jsonl")
    assert "install.sh" in row["error"]
    assert set(row) == {"ts", "where", "error", "at", "detail"}


def test_R10_no_python_at_all_costs_nothing_but_the_warning(
    corpus: Path, run_hook: RunHook, tmp_path: Path
) -> None:
    use_interpreter(corpus.parent, "/nowhere/python3")
    bare = tmp_path / "bare"
    bare.mkdir()
    for name in ("bash", "cat", "rm", "timeout", "date", "mkdir"):
        (bare / name).symlink_to(f"/usr/bin/{name}")
    result = run_hook(prompt_payload(MATCHING), env={"PATH": str(bare)})
    assert (result.stdout, result.stderr, result.code) == ("", "", 0)
    where = sorted(row["error"].split()[0] for row in rows(corpus.parent, "errors.jsonl"))
    assert where == ["interpreter", "nudge.py", "retrieve.py"]


def test_R22_BASH_ENV_and_exported_functions_are_ignored(corpus: Path, home: Path, work: Path) -> None:
    noisy = work / "noisy.sh"
    noisy.write_text("echo NOISE\nrm() { echo NOISE; }\nexit 3\n")
    environment = clean_environment(home.parent.parent, home) | {
        "BASH_ENV": str(noisy), "ENV": str(noisy), "BASH_FUNC_cat%%": "() { echo NOISE; }",
        "BASH_FUNC_printf%%": "() { echo NOISE; }",
    }  # fmt: skip
    result = shell(REGISTERED, json.dumps(prompt_payload(MATCHING)).encode(), environment, work)
    assert is_warning(result)
    assert "NOISE" not in result.stdout


@pytest.mark.parametrize("options", ["xtrace", "verbose:errexit:nounset:posix", "noglob:noclobber"])
def test_R22_nor_do_shell_options_of_the_user_break_it(corpus: Path, run_hook: RunHook, options: str) -> None:
    assert is_warning(run_hook(prompt_payload(MATCHING), env={"SHELLOPTS": options, "BASHOPTS": "failglob"}))


def test_R22_a_sitecustomize_that_prints(corpus: Path, run_hook: RunHook, tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "sitecustomize.py").write_text("print('NOISE')\n")
    env = {
        "PYTHONPATH": str(site),
        "PYTHONSTARTUP": str(site / "sitecustomize.py"),
        "PYTHONUSERBASE": str(site),
    }
    result = run_hook(prompt_payload(MATCHING), env=env | {"PYTHONVERBOSE": "1", "PYTHONINSPECT": "1"})
    assert is_warning(result)
    assert "NOISE" not in result.stdout


@pytest.mark.parametrize(
    ("cwd", "started_as"),
    [
        (ROOT, "hooks/claude-code.sh"),
        (ROOT / "hooks", "claude-code.sh"),
        (ROOT / "lib", "../hooks/claude-code.sh"),
    ],
)
def test_R23_CDPATH_and_a_relative_start(
    corpus: Path, home: Path, tmp_path: Path, cwd: Path, started_as: str
) -> None:
    (tmp_path / "hooks").mkdir()
    environment = clean_environment(home.parent.parent, home) | {"CDPATH": f"{tmp_path}:.:/tmp"}
    for shell_form in ("bash -p", "bash"):
        data = json.dumps(prompt_payload(MATCHING)).encode()
        assert is_warning(shell(f"exec {shell_form} {started_as}", data, environment, cwd))


def test_R24_the_registered_line_under_sh(corpus: Path, home: Path, work: Path) -> None:
    data = json.dumps(prompt_payload(MATCHING)).encode()
    environment = clean_environment(home.parent.parent, home)
    assert is_warning(shell(REGISTERED, data, environment, work))
    gone = REGISTERED.replace(str(HOOK), str(HOOK.parent / "gone.sh"))
    silent = shell(gone, data * 5000, environment, work)
    assert (silent.stdout, silent.stderr, silent.code) == ("", "", 0)


def test_R24_through_a_symlink_with_a_blank_in_its_name(corpus: Path, home: Path, work: Path) -> None:
    (work / "my skills").mkdir()
    (work / "my skills" / "experience-layer").symlink_to(ROOT)
    linked = REGISTERED.replace(str(HOOK), f"'{work}/my skills/experience-layer/hooks/claude-code.sh'")
    data = json.dumps(prompt_payload(MATCHING)).encode()
    assert is_warning(shell(linked, data, clean_environment(home.parent.parent, home), work))


@pytest.mark.parametrize("kind", [".git folder", "HEAD of a bare one", "submodule", "no repository"])
def test_R32_kinds_of_repositories(
    corpus: Path, run_hook: RunHook, work: Path, write_pattern: WritePattern, kind: str
) -> None:
    outer = work / "outer"
    subprocess.run(["git", "init", "-q", str(outer)], check=True)
    subprocess.run(["git", "init", "-q", "--bare", str(work / "bare.git")], check=True)
    (outer / "sub").mkdir()
    (outer / "sub" / ".git").write_text("gitdir: ../.git/modules/sub\n")
    cwd = {
        ".git folder": outer / ".git",
        "HEAD of a bare one": work / "bare.git",
        "submodule": outer / "sub",
    }.get(kind, work)
    (corpus.parent / "config.yaml").write_text("project_patterns: always\n")
    for root, slug in ((outer, "outer"), (outer / "sub", "sub"), (work / "bare.git", "bare"), (work, "work")):
        folder = root / ".claude" / "experience"
        write_pattern(folder, id=f"general-2026-01-05-{slug}", keywords=["kubernetes eviction"])
    without_git = {"PATH": bare_path(work.parent / "bare")}
    result = run_hook(prompt_payload("a kubernetes eviction again", cwd=str(cwd)), cwd=cwd, env=without_git)
    wanted = {".git folder": "outer", "submodule": "sub", "no repository": "work"}.get(kind)
    assert (result.stderr, result.code) == ("", 0)
    (row,) = rows(corpus.parent, "injections.jsonl")
    assert row["patterns_injected"] == ([f"general-2026-01-05-{wanted}"] if wanted else [])


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a repository to another user")
def test_R31_a_repository_of_another_user(
    corpus: Path, run_hook: RunHook, work: Path, write_pattern: WritePattern
) -> None:
    root = work / "theirs"
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    write_pattern(
        root / ".claude" / "experience", id="general-2026-01-05-theirs", keywords=["kubernetes eviction"]
    )
    (root / "deep").mkdir()
    for path in [root, *root.rglob("*")]:
        os.chown(path, 12345, 12345)
    payload = prompt_payload(f"a kubernetes eviction, and {MATCHING}", cwd=str(root / "deep"))
    result = run_hook(payload, cwd=root / "deep")
    assert is_warning(result)
    assert "theirs" not in result.context
    (root / ".experience-disabled").touch()
    assert run_hook(payload, cwd=root / "deep").stdout == ""


@pytest.mark.parametrize(
    "cwd", ["C:\\Users\\a b\\p", "/c/Users/a b/p", "D:", "\\\\server\\share", "~", "relative", ""]
)
def test_R36_folders_of_another_system(corpus: Path, run_hook: RunHook, cwd: str) -> None:
    assert is_warning(run_hook(prompt_payload(MATCHING, cwd=cwd)))
    assert rows(corpus.parent, "errors.jsonl") == []


@pytest.mark.parametrize("value", ["1", "0", "no", " x "])
def test_R37_a_nested_run_is_silent(corpus: Path, run_hook: RunHook, value: str) -> None:
    result = run_hook(prompt_payload(MATCHING), env={"EXP_NESTED": value})
    assert (result.stdout, result.stderr, result.code) == ("", "", 0)
    assert rows(corpus.parent, "injections.jsonl") == []


@pytest.mark.parametrize("value", ["", " ", "\t"])
def test_R37_a_blank_guard_is_none(corpus: Path, run_hook: RunHook, value: str) -> None:
    assert is_warning(run_hook(prompt_payload(MATCHING), env={"EXP_NESTED": value}))


def test_R39_only_regular_files_are_read(corpus: Path, run_hook: RunHook, tmp_path: Path) -> None:
    folder = corpus / "frontend"
    os.mkfifo(folder / "x.md")
    (folder / "y.md").mkdir()
    (folder / "dangling.md").symlink_to(tmp_path / "nowhere")
    (folder / "loop.md").symlink_to(folder / "loop.md")
    (folder / "fifo.md").symlink_to(folder / "x.md")
    (corpus / "z.md").symlink_to("/dev/zero")
    (corpus / "loop").symlink_to(corpus)
    result = run_hook(prompt_payload(MATCHING))
    assert is_warning(result)
    assert result.ms < 2600
    assert rows(corpus.parent, "errors.jsonl") == []


def test_R39_a_symlink_out_of_the_corpus_is_not_followed(
    corpus: Path, run_hook: RunHook, tmp_path: Path, write_pattern: WritePattern
) -> None:
    outside = write_pattern(
        tmp_path / "outside", id="general-2026-01-05-out", keywords=["kubernetes eviction"]
    )
    (corpus / "general").symlink_to(outside.parent)
    (corpus / "frontend" / "out.md").symlink_to(outside)
    assert run_hook(prompt_payload("a kubernetes eviction again")).stdout == ""
    write_pattern(corpus / "solana", id="solana-2026-01-05-in", keywords=["kubernetes eviction"])
    (corpus / "frontend" / "in.md").symlink_to(corpus / "solana" / "solana-2026-01-05-in.md")
    assert "solana-2026-01-05-in" in run_hook(prompt_payload("a kubernetes eviction again")).context
