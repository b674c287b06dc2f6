"""`simulate`: variants, several processes, playing on until it is known, an interruption."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.commands import ROOT, run, spawn

GAMES = ("simulate", "goofspiel", "--option", "turns=2", "--seed", "7")


def test_several_processes_play_the_same_games(tmp_path: Path) -> None:
    told = []
    for workers in ("1", "2"):
        archive = tmp_path / f"{workers}.duckdb"
        answer = run(*GAMES, "-n", "5", "--workers", workers, "--json", archive=archive).answer("simulate")
        logs = [run("log", f"goofspiel-{n}", "--raw", "--json", archive=archive).out for n in range(1, 6)]
        told.append((answer.wins, answer.plies, logs))
    assert told[0] == told[1]


def test_it_plays_on_until_the_shares_are_known(archive: Path) -> None:
    answer = run(*GAMES, "-n", "2", "--until", "60%", "--json", archive=archive).answer("simulate")
    assert answer.games > 2
    assert all(high - low < 0.6 for low, high in answer.intervals.values())
    text = run(*GAMES, "-n", "2", "--until", "0.6", archive=archive).out
    assert f"North: {answer.wins['north']} won, " in text
    assert "% to " in text


def test_a_value_of_the_data_is_set_otherwise_and_kept_with_the_game(archive: Path) -> None:
    setting = "goofspiel.hand.value=5"
    assert run(*GAMES, "-n", "1", "--set", setting, archive=archive).code == 0
    shown = run("show", "goofspiel-1@0", "--json", archive=archive).answer("show").state
    assert {len(shown["hands"][seat]) for seat in ("north", "south")} == {5}
    assert (
        len(
            run("list", "--origin", "all", "--tag", f"set={setting}", "--json", archive=archive).answer(
                "list"
            )
        )
        == 1
    )
    assert run("audit", "goofspiel-1", archive=archive).code == 0


@pytest.mark.parametrize(
    ("code", "arguments", "said"),
    [
        (8, ["--set", "goofspiel.hands.value=5"], "did you mean hand"),
        (8, ["--set", "goofspiel.hand.value=many"], "Expected `int`, got `str`"),
        (8, ["--set", "hand=5"], "FILE.TABLE[ID].FIELD=VALUE"),
        (2, ["--workers", "0"], "number of workers"),
        (2, ["--workers", "1000"], "give at most 256"),
        (2, ["--until", "0"], "from 0.005 to 1"),
        (2, ["--until", "200%"], "from 0.005 to 1"),
        (2, ["--until", "narrow"], "as in 0.1 or 10%"),
    ],
)
def test_what_cannot_be_done_is_told_before_anything_is_played(
    archive: Path, code: int, arguments: list[str], said: str
) -> None:
    ran = run(*GAMES, "-n", "1", *arguments, archive=archive)
    assert ran.code == code
    assert said in ran.sentence()
    assert not archive.exists()


def test_ctrl_c_leaves_what_was_played_stored_and_whole(tmp_path: Path) -> None:
    archive = tmp_path / "games.duckdb"
    command = "import sys; from cli.main import run; run()"
    playing = ["simulate", "goofspiel", "-n", "100000", "--seed", "7", "--workers", "2"]
    process = subprocess.Popen(
        [sys.executable, "-c", command, *playing, "--archive", str(archive)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    patience = time.monotonic() + 50
    while not archive.exists() and time.monotonic() < patience:
        time.sleep(0.1)
    assert archive.exists()
    process.send_signal(signal.SIGINT)
    out, said = process.communicate(timeout=50)
    assert (process.returncode, out) == (130, "")
    stored = re.fullmatch(
        r"warlog: Interrupted: ([0-9]+) games? (was|were) played and (is|are) stored, whole; "
        r"the same command with --seed 7 stores the others, too\.\n",
        said,
    )
    assert stored is not None, said
    told = spawn("verify", "--archive", str(archive), "--json")
    assert told.returncode == 0
    assert f'"games":{stored[1]},'.encode() in told.stdout
