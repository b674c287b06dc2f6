"""Which browser the tests of the replay page run in, and what is said where there is none."""

from __future__ import annotations

import shutil
from functools import cache
from importlib.util import find_spec
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SUITE = Path(__file__).parent / "replays" / "viewer" / "in_browser"
"""All tests that are marked `browser`."""


@cache
def chromium() -> str | None:
    """The path of a Chromium; None where there is none, or nothing to drive it with."""
    if find_spec("playwright") is None:
        return None
    return next((found for found in map(shutil.which, NAMES) if found), None)


def not_run() -> str | None:
    """The sentence for a summary in which the browser tests are missing; None where they run."""
    if chromium() is not None:
        return None
    return (
        f"NOT RUN: {SUITE.relative_to(SUITE.parents[3])}, the replay page in a browser. It needs Chromium "
        f"({', '.join(NAMES)} on the path) and the Python package playwright."
    )
