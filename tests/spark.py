"""What the tests that ask Apache Spark need, how Spark is started for them, and what is said where it is not there."""

from __future__ import annotations

import shutil
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

SUITE = Path(__file__).parent / "replays" / "test_spark.py"
"""All tests that are marked `spark`."""

SETTINGS = {
    "spark.ui.enabled": "false",
    # Driver and executor are one process, whatever network and host name the machine has.
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    # A few rows: one task a stage instead of 200, no class compiled for a query, and the quick compiler alone.
    "spark.sql.shuffle.partitions": "1",
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
    # The same moment for a time with a zone, wherever the test runs.
    "spark.sql.session.timeZone": "UTC",
}


@cache
def available() -> bool:
    """Whether there are a Java and the Python package pyspark."""
    return shutil.which("java") is not None and find_spec("pyspark") is not None


def started() -> Any:
    """A session of a local Spark for a few rows."""
    from pyspark.sql import SparkSession

    builder: Any = SparkSession.builder
    builder = builder.master("local[1]")
    for key, value in SETTINGS.items():
        builder = builder.config(key, value)
    return builder.getOrCreate()


def not_run() -> str | None:
    """The sentence for a summary in which these tests are missing; None where they run."""
    if available():
        return None
    return (
        f"NOT RUN: {SUITE.relative_to(SUITE.parents[2])}, the Parquet files in Apache Spark. It needs Java (java on "
        "the path) and the Python package pyspark (the extra `spark`)."
    )
