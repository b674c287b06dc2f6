"""What every test may rely on: the games under `tests/games` are found, and no test touches a person's archive."""

from __future__ import annotations

import os
import signal
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

from tests import browsers, spark
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


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests in a browser or in Spark are for machines that have it; elsewhere the summary says what is missing."""
    missing = [
        mark
        for mark, there in (("browser", browsers.chromium() is not None), ("spark", spark.available()))
        if not there
    ]
    gone = [item for item in items if any(map(item.get_closest_marker, missing))]
    if gone:
        items[:] = [item for item in items if item not in gone]
        config.hook.pytest_deselected(items=gone)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """One line for each suite that was asked for and could not run."""
    asked = [
        Path(config.invocation_params.dir, argument.split("::")[0]).resolve() for argument in config.args
    ]
    for suite, said in ((browsers.SUITE, browsers.not_run()), (spark.SUITE, spark.not_run())):
        if said is not None and any(
            suite.is_relative_to(path) or path.is_relative_to(suite) for path in asked
        ):
            terminalreporter.write_line(said, yellow=True)
