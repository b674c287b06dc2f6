"""The benchmark program measures everything in a tiny size and prints its table. How fast is not asked here."""

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from benchmarks.figures import Figure, duration, rate, ratio, table

CLONE = Path(__file__).parents[2]
TINY = """
import sys
from benchmarks.__main__ import Sizes, main
main(sys.argv[1:], Sizes(40, 10, games=4, battles=1, rebuilds=2, acts=2, starts=1, played=1, greedy=0, many=3))
"""

GOALS = {
    "rebuild a game from the archive": 150_000,
    "ratio to eventsourcing": 2.5,
    "any ply of 40, one within 64 of it visited": 10,
    "any ply of 40, cold": 150,
    "one act at 40 plies": 25,
    "— ratio to one at 10": 1.2,
    "undo at 10 plies": 10,
    "undo at 40 plies": 10,
    "branch at 10 plies": 10,
    "branch at 40 plies": 10,
    "random play: sauron, learning": 3000,
    "simulate: one process against two": 1.7,
    "random play: sword-of-rome, four-players": 2000,
    "rebuild a game: sword-of-rome, four-players": 150_000,
    "what may be done, at most: sword-of-rome, four-players": 20,
    "bytes an event in the archive": 100,
    "bytes an event with eventsourcing, to ours": 2,
    "warlog --help": 250,
    "bulk import": 300_000,
    "bytes an event, courses of turns included": 100,
    "the history of one game": 30,
    **{f"the report {name}": 1000 for name in ("by-turn", "dice", "odds", "what-wins", "where", "who-wins")},
    "most memory held": 1500,
}


def test_it_measures_every_goal_and_prints_a_table(tmp_path):
    file = tmp_path / "figures.json"
    command = [sys.executable, "-c", TINY, "--json", str(file)]
    done = subprocess.run(command, cwd=CLONE, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    printed = done.stdout
    document = json.loads(file.read_text())
    figures = {figure["what"]: figure for figure in document["figures"]}
    assert {what: figure["goal"] for what, figure in figures.items() if figure["goal"] is not None} == GOALS
    for what, figure in figures.items():
        assert any(line.startswith(what) for line in printed.splitlines())
        if "eventsourcing" in what and find_spec("eventsourcing") is None:
            assert "not installed" in figure["note"]
            continue
        assert figure["median"] > 0
        assert figure["best"] > 0
    assert document["machine"]["python"]
    assert str(tmp_path) not in printed


def test_a_figure_is_judged_by_its_median_then_by_its_best():
    seconds = [0.009, 0.011, 0.013]
    assert duration("act", seconds, 12).verdict == "met"
    assert duration("act", seconds, 10).verdict == "met at best"
    assert duration("act", seconds, 8).verdict == "missed"
    assert duration("act", seconds).verdict == ""
    assert rate("rebuild", 110, seconds, "events/s", 10_000).verdict == "met"
    assert rate("rebuild", 110, seconds, "events/s", 12_000).verdict == "met at best"
    assert rate("rebuild", 110, seconds, "events/s", 20_000).verdict == "missed"
    assert Figure(what="battle", unit="actions/s", goal=1).verdict == "not measured"


def test_a_ratio_compares_the_medians_and_the_best():
    figure = ratio("ours to theirs", [4, 6, 8], [2, 3, 4], 2, at_least=True)
    assert (figure.median, figure.best) == (2, 2)
    assert figure.verdict == "met"


@pytest.mark.parametrize(
    ("value", "shown"), [(1234567.8, "1,234,568"), (12.34, "12.3"), (2.5, "2.5"), (10, "10")]
)
def test_the_table_shows_numbers_that_can_be_read(value, shown):
    line = table([Figure(what="it", unit="ms", median=value, best=value, note="A note.")]).splitlines()[2]
    assert line.split() == ["it", "[1]", shown, shown, "ms"]
