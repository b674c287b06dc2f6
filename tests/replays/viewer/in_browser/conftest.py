"""A browser for the tests of the replay page, started once; each page in a context of its own, without any network."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browsers import chromium
from tests.replays.viewer.in_browser.asking import until
from tests.replays.viewer.pages import Made

Show = Callable[..., Any]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium without a window."""
    from playwright.sync_api import sync_playwright

    found = chromium()
    assert found is not None
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(
            executable_path=found,
            args=[
                "--no-sandbox",
                "--disable-dev-shm-usage",
                "--disable-gpu",
                "--disable-quic",
                "--disable-background-networking",
            ],
        )
        yield running
        running.close()


@pytest.fixture
def show(browser: Any, tmp_path: Path) -> Iterator[Show]:
    """Opens a page at an address (`main@7`) in a window; fails for errors of its script and for any request."""
    contexts: list[Any] = []
    wrong: list[str] = []

    def opened(
        made: Made,
        address: str = "",
        *,
        width: int = 1280,
        height: int = 800,
        script: bool = True,
        **how: Any,
    ) -> Any:
        context = browser.new_context(
            viewport={"width": width, "height": height}, java_script_enabled=script, **how
        )
        contexts.append(context)
        context.set_default_timeout(90_000)  # a busy machine is no failure
        page = context.new_page()
        file = made.file(tmp_path).as_uri()
        page.on("pageerror", lambda error: wrong.append(f"script: {error}"))
        page.on(
            "console", lambda said: wrong.append(said.text) if said.type in ("error", "warning") else None
        )
        page.on("request", lambda request: _note(wrong, request.url, file))
        page.goto(f"{file}#{address}" if address else file)
        if script:
            until(page, "Boolean(window.replay)")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert wrong == []


def _note(wrong: list[str], url: str, file: str) -> None:
    if not url.startswith((file, "data:")):
        wrong.append(f"requested: {url}")
