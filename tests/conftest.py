"""What every test may rely on: the games under `tests/games` are found, and no test touches a person's archive."""

from __future__ import annotations

import os
import signal
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

from tests.installed_games import make_visible

# Whatever started the suite may have had interruptions ignored, and children inherit that: here they are heard.
signal.signal(signal.SIGINT, signal.default_int_handler)

# No example may fail for being slow: machines differ. On a build machine the examples are the same at every run.
settings.register_profile("default", deadline=None)
settings.register_profile("build", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("build" if os.environ.get("CI") else "default")


def pytest_configure(config: pytest.Config) -> None:
    """Before any test file is imported: the games are made visible, and a throw-away archive is the default."""
    folder = tempfile.TemporaryDirectory(prefix="warlog-tests-")
    config.add_cleanup(folder.cleanup)
    make_visible(Path(folder.name) / "installed")
    os.environ["WARLOG_ARCHIVE"] = str(Path(folder.name) / "archive.duckdb")
