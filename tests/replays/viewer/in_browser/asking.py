"""Questions to a page that is open in a browser."""

from __future__ import annotations

from typing import Any


def until(page: Any, condition: str) -> None:
    """Waits until the condition holds; asked from outside, as the page itself allows no text to be run as code."""
    for _ in range(400):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(25)
    raise AssertionError(f"it never came to this: {condition}")


def ply(page: Any) -> int:
    return int(page.evaluate("window.replay.ply"))


def address(page: Any, expected: str) -> str:
    """The address, once it has followed; it is not set more than a few times a second."""
    until(page, f"location.hash === '#{expected}'")
    return expected
