"""Debian's chromium, headless, by selenium; nothing is downloaded. Not there: the tests are skipped,
with the reason."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

REASON = "chromium and chromium-driver are not installed (Debian: apt-get install chromium chromium-driver)"


def missing() -> bool:
    return not (shutil.which("chromium") and shutil.which("chromedriver"))


@contextmanager
def opened(page: Path, *, dark: bool = False, width: int = 1200) -> Iterator[Any]:
    """The page in a browser that has no network to speak of."""
    if missing():
        pytest.skip(REASON)
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    for word in ("--headless=new", "--no-sandbox", "--disable-gpu", f"--window-size={width},1400"):
        options.add_argument(word)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    service = webdriver.ChromeService(shutil.which("chromedriver"))
    driver = webdriver.Chrome(options=options, service=service)
    try:
        colours = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": colours})
        size = {"width": width, "height": 1400, "deviceScaleFactor": 1, "mobile": False}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        driver.get(page.as_uri())
        yield driver
    finally:
        driver.quit()


def requests(driver: Any) -> list[str]:
    """Every address that was asked for, that of the page itself included."""
    found = (json.loads(row["message"])["message"] for row in driver.get_log("performance"))
    return [row["params"]["request"]["url"] for row in found if row["method"] == "Network.requestWillBeSent"]
