"""The crontab: one line of ours, every other byte as it was. A program of that name stands in for cron's."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from experience.errors import ExperienceError
from experience.runners import crontab
from tests.runners.cron import MARKER, fake_crontab

LINE = "30 3 * * * /usr/bin/python3 /opt/exp.py harvest --since 25h >/dev/null 2>&1"
OTHERS = "# my jobs\nMAILTO=me\n\n*/5 * * * * /bin/true # other harvest\n0 1 * * * backup"


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return fake_crontab(tmp_path, monkeypatch)


def test_it_is_put_shown_and_taken_out_and_the_rest_stays(table: Path) -> None:
    table.write_text(OTHERS)
    assert crontab.install(MARKER, LINE) is True
    assert table.read_text() == f"{OTHERS}\n{LINE} # {MARKER}\n"
    assert crontab.shown(MARKER) == LINE
    assert crontab.install(MARKER, LINE) is False
    assert crontab.removed(MARKER) is True
    assert table.read_text() == f"{OTHERS}\n"
    assert crontab.removed(MARKER) is False


def test_another_time_replaces_the_line_where_it_stands(table: Path) -> None:
    table.write_text(f"{LINE} # {MARKER}\n{OTHERS}\n{LINE} # {MARKER}\n")
    assert crontab.install(MARKER, "0 4 * * * x") is True
    assert table.read_text() == f"0 4 * * * x # {MARKER}\n{OTHERS}\n"


def test_without_a_crontab_there_is_one_afterwards(table: Path) -> None:
    assert (crontab.shown(MARKER), crontab.removed(MARKER)) == ("", False)
    assert not table.exists()
    crontab.install(MARKER, LINE)
    assert table.read_text() == f"{LINE} # {MARKER}\n"


def test_what_the_user_commented_out_is_the_users(table: Path) -> None:
    table.write_text(f"# {LINE} # {MARKER}\n")
    assert crontab.shown(MARKER) == ""
    assert crontab.removed(MARKER) is False


def test_a_crontab_that_refuses_is_named_and_nothing_changed(table: Path) -> None:
    table.write_text(OTHERS)
    (table.parent / "refuse").touch()
    with pytest.raises(ExperienceError, match="refused"):
        crontab.install(MARKER, LINE)
    assert table.read_text() == OTHERS


def test_no_cron_on_this_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ExperienceError, match="systemd or launchd"):
        crontab.shown(MARKER)


LINES = st.lists(
    st.text(st.characters(exclude_characters="\n\x00", exclude_categories=["Cs"]), max_size=30), max_size=6
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(LINES)
def test_any_other_crontab_is_as_before_after_put_and_removal(table: Path, lines: list[str]) -> None:
    before = "".join(f"{line}\n" for line in lines)
    table.write_bytes(before.encode())
    crontab.install(MARKER, LINE)
    crontab.removed(MARKER)
    assert table.read_bytes().decode() == before


def test_a_listing_that_was_killed_is_not_taken_for_an_empty_crontab(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program = tmp_path / "crontab"
    program.write_text(f"#!/bin/sh\n[ $1 = -l ] && kill -9 $$\ncat > {tmp_path}/written\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    with pytest.raises(ExperienceError, match="nothing was changed"):
        crontab.install("ours", "@daily true")
    assert not (tmp_path / "written").exists()
