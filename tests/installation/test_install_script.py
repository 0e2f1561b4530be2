"""install.sh itself: which Python it takes, where its checkout is, how it is started (R10, R11, R23, I11)."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.house import PLAIN_PATH
from tests.installation.machine import Machine, Run, run, tree

#: Everything install.sh calls but a Python.
TOOLS = (
    "bash",
    "sh",
    "cat",
    "readlink",
    "uname",
    "dirname",
    "env",
    "timeout",
    "mktemp",
    "rm",
    "sleep",
    "touch",
)


def script(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """A folder for PATH with plain tools in it, and no Python."""
    folder = tmp_path / "bare"
    folder.mkdir()
    for name in TOOLS:
        found = shutil.which(name, path="/usr/bin:/bin")
        assert found, name
        (folder / name).symlink_to(found)
    return folder


def taken(machine: Machine) -> str:
    return (machine.experience / "state" / "interpreter").read_text().splitlines()[0]


BASE = os.path.realpath(Path(sys.base_prefix) / "bin" / "python3")


def test_R23_with_CDPATH_set_and_started_by_a_relative_path(machine: Machine, checkout: Path) -> None:
    decoy = machine.home / "decoy" / checkout.name
    decoy.mkdir(parents=True)
    env = machine.environment(CDPATH=f"{decoy.parent}:/tmp:.")
    for cwd, command in (
        (checkout.parent, f"{checkout.name}/install.sh"),
        (checkout, "install.sh"),
        (checkout, "./install.sh"),
        (Path("/"), str(checkout / "install.sh")),
    ):
        done = run(["bash", command], env, cwd=cwd)
        assert done.code == 0, done
        assert (machine.config / "skills" / "experience-layer").resolve() == checkout


def test_R23_through_a_link_to_the_script(machine: Machine, checkout: Path) -> None:
    link = machine.home / "bin" / "setup"
    link.parent.mkdir()
    link.symlink_to(Path(os.path.relpath(checkout / "install.sh", link.parent)))
    assert run(["bash", "bin/setup"], machine.environment(), cwd=machine.home).code == 0
    assert (machine.config / "skills" / "experience-layer").resolve() == checkout


def test_a_checkout_at_a_path_with_blanks_umlauts_and_a_dash(machine: Machine, checkout: Path) -> None:
    odd = checkout.with_name("-Ünï (x) it's")
    shutil.move(checkout, odd)
    done = run(["bash", f"./{odd.name}/install.sh"], machine.environment(), cwd=odd.parent)
    assert done.code == 0, done
    assert (machine.config / "skills" / "experience-layer").resolve() == odd


def test_I11_piped_into_bash_from_inside_the_checkout(machine: Machine, checkout: Path) -> None:
    text = (checkout / "install.sh").read_bytes()
    assert run(["bash"], machine.environment(), cwd=checkout, stdin=text).code == 0
    machine.uninstall()
    done = run(["bash", "-s", "--", "--dry-run"], machine.environment(), cwd=checkout, stdin=text)
    assert (done.code, done.status) == (0, "planned")


def test_I11_piped_without_a_checkout_says_what_to_do(machine: Machine, checkout: Path) -> None:
    text = (checkout / "install.sh").read_bytes()
    done = run(["bash"], machine.environment(), cwd=machine.home, stdin=text)
    assert done.code == 1
    assert "Clone the repository" in done.err


def test_I11_stdin_that_stays_open_is_not_read(machine: Machine) -> None:
    with subprocess.Popen(
        ["bash", str(machine.root / "install.sh"), "--dry-run"],
        env=machine.environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,  # no terminal either
    ) as process:
        assert process.stdout is not None
        assert process.stdout.read().startswith(b"status: planned")
        assert process.wait(timeout=20) == 0


@pytest.mark.parametrize("option", ["--purge-everything", "-x", "install", ""])
def test_an_unknown_option_is_one_line_and_exit_2(machine: Machine, option: str) -> None:
    before = tree(machine.home)
    done = machine.install(option)
    assert (done.code, done.out) == (2, "")
    assert len(done.err.splitlines()) == 1
    assert tree(machine.home) == before


def test_help_names_every_option(machine: Machine) -> None:
    done = machine.install("--help")
    assert done.code == 0
    for option in ("--dry-run", "--uninstall", "--allow-root-for-user", "--allow-container", "--json"):
        assert option in done.out


def test_R10_a_venv_first_on_path_and_rogue_modules_do_not_matter(machine: Machine, tmp_path: Path) -> None:
    subprocess.run([BASE, "-m", "venv", "--without-pip", tmp_path / "venv"], check=True)
    rogue = tmp_path / "rogue"
    rogue.mkdir()
    for name in ("json", "yaml", "sitecustomize", "re"):
        (rogue / f"{name}.py").write_text("print('rogue'); raise SystemExit(3)\n")
    done = machine.install(
        PATH=f"{tmp_path / 'venv' / 'bin'}:{PLAIN_PATH}",
        VIRTUAL_ENV=str(tmp_path / "venv"),
        PYTHONPATH=str(rogue),
        PYTHONNOUSERSITE="1",
        PYTHONHOME="/nowhere",
    )
    assert done.code == 0, done
    assert "rogue" not in done.text
    assert not taken(machine).startswith(str(tmp_path))


def test_R11_a_shim_is_resolved_once_and_not_started_by_the_hook(machine: Machine, bare: Path) -> None:
    script(bare / "python3", f'echo started >> "{bare}/count"; sleep 0.4; exec {BASE} "$@"')
    assert machine.install(PATH=str(bare)).code == 0
    assert taken(machine) == BASE
    started = (bare / "count").read_text().count("started")
    machine.env["PATH"] = str(bare)
    began = time.perf_counter()
    machine.prompt("hello")
    assert time.perf_counter() - began < 1.5
    assert (bare / "count").read_text().count("started") == started


def test_R11_the_newest_is_taken_whatever_its_name_and_place(
    machine: Machine, bare: Path, tmp_path: Path
) -> None:
    """Fakes that claim a version: only the answer to the question counts, not the name."""
    claim = 'case "$*" in *base_executable*) echo "3 {minor} {path}" ;; *) exec {base} "$@" ;; esac'
    for name, minor in (("python3", 14), ("python3.12", 12), ("python3.13", 9)):
        path = tmp_path / "real" / f"claims-{minor}"
        script(path, f'echo {minor} >> "{tmp_path}/ran"; exec {BASE} "$@"')
        script(bare / name, claim.format(minor=minor, path=path, base=BASE))
    assert machine.install(PATH=str(bare)).code == 0
    assert (tmp_path / "ran").read_text().split()[-1] == "14"


@pytest.mark.parametrize(
    "answer",
    [
        "echo 3 9 /bin/sh",
        "echo 2 7 /bin/sh",
        "echo hello",
        "exit 1",
        "echo '3 99 /nowhere/python'",
        ":",
        "kill -9 $$",
    ],
)
def test_R10_what_is_no_python_from_3_10_on_is_passed_over(machine: Machine, bare: Path, answer: str) -> None:
    script(bare / "python3.15", answer)
    assert_refused(machine.install(PATH=str(bare)), machine)
    later = bare.parent / "later"
    script(later / "python3.15", f'exec {BASE} "$@"')
    assert machine.install(PATH=f"{bare}:{later}").code == 0, "a good one of the same name, later on PATH"


def assert_refused(done: Run, machine: Machine) -> None:
    assert done.code == 1, done
    assert "no Python 3.10 or newer" in done.text
    assert "brew install python" in done.text
    assert list(machine.home.iterdir()) == []


def test_without_python_uv_is_asked(machine: Machine, bare: Path) -> None:
    log = bare / "log"
    script(
        bare / "uv",
        f'echo "$*" >> "{log}"\ncase "$1 $2" in\n"python install") touch "{bare}/got" ;;\n'
        f'"python find") [ -f "{bare}/got" ] && echo "{BASE}" ;;\n*) exit 1 ;;\nesac',
    )
    assert machine.install("--dry-run", PATH=str(bare)).code == 1
    assert "python install" not in log.read_text(), "a dry run fetches nothing"
    done = machine.install(PATH=str(bare))
    assert done.code == 0, done
    assert "python install" in log.read_text()
    assert taken(machine) == BASE


def test_a_uv_that_fails_leads_to_the_advice(machine: Machine, bare: Path) -> None:
    script(bare / "uv", "echo no network >&2; exit 2")
    assert_refused(machine.install(PATH=str(bare)), machine)


def test_an_exported_cd_and_BASH_ENV_do_not_mislead(machine: Machine, checkout: Path) -> None:
    noise = script(machine.home / "noise.sh", "echo noise; cd() { echo elsewhere; }; pwd() { echo /tmp; }")
    done = run(["bash", "install.sh", "--json"], machine.environment(BASH_ENV=str(noise)), cwd=checkout)
    assert done.code == 0, done
    assert (machine.config / "skills" / "experience-layer").resolve() == checkout
