"""The page of `exp.py report`, in a real browser: it needs nothing, sorts, filters, and is right for
large logs."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest

from experience.hotpath import clock
from tests.commands.cold import exp
from tests.simulation import browser
from tests.simulation.lived import Lived


@pytest.fixture
def page(lived: Lived, tmp_path: Path) -> Path:
    ran = exp(lived.home, "report", "--html", str(tmp_path / "report.html"), cwd=lived.roots["shop"])
    assert ran.lines[0] == "status: written"
    return tmp_path / "report.html"


def column(driver: Any, number: int) -> list[str]:
    script = "return [...document.querySelectorAll('#rows tr')].map(r => r.children[arguments[0]].innerText)"
    return list(driver.execute_script(script, number))


def press(driver: Any, selector: str) -> None:
    driver.execute_script("document.querySelector(arguments[0]).click()", selector)


def test_it_is_one_file_that_names_no_other(page: Path) -> None:
    text = page.read_text("utf-8")
    assert page.stat().st_size < 1_000_000
    assert not re.search(r"<(?:script|img|link|iframe)[^>]+(?:src|href)=\"(?!data:)", text)
    assert "sourceMappingURL" not in text
    assert page.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(("dark", "width"), [(False, 1200), (True, 1200), (False, 390)])
def test_no_error_no_request_no_overflow_and_every_chart_is_drawn(page: Path, dark: bool, width: int) -> None:
    with browser.opened(page, dark=dark, width=width) as driver:
        assert driver.get_log("browser") == []
        assert set(browser.requests(driver)) <= {page.as_uri(), "data:,"}
        assert driver.execute_script("return document.documentElement.scrollWidth <= innerWidth")
        painted = driver.execute_script(
            "return [...document.querySelectorAll('#charts canvas')].map(c => new Uint32Array("
            "c.getContext('2d').getImageData(0, 0, c.width, c.height).data.buffer).some(p => p))"
        )
        assert painted == [True] * 6
        ground = driver.execute_script("return getComputedStyle(document.body).backgroundColor")
        assert ground == ("rgb(13, 17, 23)" if dark else "rgb(255, 255, 255)")


def test_it_sorts_and_filters_and_says_so(page: Path) -> None:
    with browser.opened(page) as driver:
        warnings = [int(cell) for cell in column(driver, 4)]
        assert warnings == sorted(warnings, reverse=True)
        assert warnings[0] > 0
        press(driver, "th[data-key=warnings] button")
        assert [int(cell) for cell in column(driver, 4)] == sorted(warnings)
        assert (
            driver.execute_script("return document.querySelector('th[data-key=warnings]').ariaSort")
            == "ascending"
        )
        press(driver, "th[data-key=id] button")
        ids = [cell.split("\n")[0] for cell in column(driver, 0)]
        assert ids == sorted(ids)
        field = driver.find_element("id", "filter")
        field.send_keys("stale solana")
        assert driver.find_element("id", "count").text.endswith(f"of {len(warnings)} patterns")
        field.clear()
        field.send_keys("general")
        assert 0 < len(column(driver, 0)) < len(warnings)
        driver.find_element("css selector", "#state option[value=muted]").click()
        assert set(column(driver, 2)) <= {"muted"}


def test_the_keyboard_alone_opens_the_history_of_a_pattern(page: Path) -> None:
    with browser.opened(page) as driver:
        button = driver.find_element("css selector", "#rows tr button")
        button.send_keys("\ue007")
        assert button.get_attribute("aria-expanded") == "true"
        history = driver.find_element("css selector", "#rows tr.history")
        assert "saved" in history.text or "false alarm" in history.text
        button.send_keys(" ")
        assert driver.find_elements("css selector", "#rows tr.history") == []


def test_a_reader_of_the_screen_gets_names_numbers_and_heads(page: Path) -> None:
    with browser.opened(page) as driver:
        script = """return [
          [...document.querySelectorAll('canvas')].every(
            c => c.getAttribute('role') === 'img' && c.ariaLabel.length > 20),
          [...document.querySelectorAll('input,select')].every(f => f.labels.length === 1),
          document.querySelectorAll('details table').length, document.querySelectorAll('h1').length,
          [...document.querySelectorAll('#heads th')].every(h => h.scope === 'col' && h.ariaSort),
          document.documentElement.lang, document.querySelector('output').ariaLive]"""
        assert driver.execute_script(script) == [True, True, 6, 1, True, "en", "polite"]


HOSTILE = "</script><img src=x onerror=alert(1)>"


def test_words_of_a_pattern_stay_words(home: Path, tmp_path: Path, write_pattern: Any) -> None:
    write_pattern(home / "global" / "frontend", name=HOSTILE)
    page = tmp_path / "r.html"
    assert exp(home, "report", "--html", str(page)).code == 0
    assert HOSTILE not in page.read_text("utf-8")
    with browser.opened(page) as driver:
        assert driver.get_log("browser") == []
        assert HOSTILE in driver.find_element("id", "rows").text
        assert driver.find_elements("css selector", "#rows img") == []


def test_a_hundred_thousand_lines_are_aggregated_first(
    home: Path, tmp_path: Path, write_pattern: Any
) -> None:
    write_pattern(home / "global" / "frontend", id="frontend-2026-04-18-one")
    logs = home / "logs"
    (logs / "archive").mkdir(parents=True, mode=0o700)
    now, total = clock.now(), 100_000
    for part in range(4):
        name = logs / "archive" / f"injections-2026-01-0{part + 1}T000000Z-{part:08x}.jsonl"
        path = name if part < 3 else logs / "injections.jsonl"
        with path.open("w", encoding="utf-8") as file:
            for number in range(part * total // 4, (part + 1) * total // 4):
                fired = ["frontend-2026-04-18-one"] if number % 10 == 0 else []
                row = {"ts": clock.stamp(now - (total - number) * 300), "injection_id": f"{number:x}",
                       "session_id": f"s{number // 20}", "patterns_injected": fired, "scores": {},
                       "context_size_out": 400 * len(fired), "ms": number % 50}  # fmt: skip
                file.write(json.dumps(row) + "\n")
    page = tmp_path / "r.html"
    ran = exp(home, "report", "--html", str(page), "--json")
    assert ran.document["prompts"] == total
    assert ran.document["bytes"] < 300_000
    with browser.opened(page) as driver:
        started = time.monotonic()
        assert "10,000" in driver.find_element("id", "figures").text
        assert column(driver, 4) == ["10,000"]
        assert time.monotonic() - started < 5
        assert driver.get_log("browser") == []


def test_where_nothing_can_be_written_it_says_so(home: Path, tmp_path: Path) -> None:
    assert exp(home, "report").code == 2
    ran = exp(home, "report", "--html", str(tmp_path / "no" / "r.html"))
    assert (ran.code, ran.lines[0]) == (1, "status: error")


def test_an_empty_home_has_a_page_too(home: Path, tmp_path: Path) -> None:
    page = tmp_path / "r.html"
    assert exp(home, "report", "--html", str(page)).code == 0
    with browser.opened(page) as driver:
        assert driver.get_log("browser") == []
        assert "No prompt was evaluated yet." in driver.find_element("id", "span").text
