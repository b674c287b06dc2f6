"""Simulated games: the same from the same seed, digest for digest, in every process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from eventlog.archive import Archive
from eventlog.errors import ArchiveBusy
from eventlog.schema import OF_GAMES
from replays.intervals import wilson
from replays.session import Session
from replays.simulate import Interrupted, most_games, simulate
from replays.storing_games import Store
from replays.verification import verify_game
from rules.errors import OptionError
from tests.replays.played import from_zero, rows, same

DIGESTS = """
import sys
from pathlib import Path
from eventlog.archive import Archive
from replays.simulate import simulate
archive = Archive(Path(sys.argv[1]))
simulate(archive, "goofspiel", 3, seed="5", bots={"north": "greedy"}, options={"turns": "4"})
for row in archive.games():
    for each in archive.tree_stored(row.id):
        print(each.digest)
    print(archive.last_move_digest(row.id))
"""


@pytest.fixture
def archive(tmp_path):
    return Archive(tmp_path / "games.duckdb")


def digests(archive):
    return [each.digest for row in archive.games() for each in archive.tree_stored(row.id)]


def test_the_same_seed_gives_the_same_games_in_two_processes_with_other_hash_seeds(tmp_path, monkeypatch):
    told = []
    for hash_seed in ("1", "2"):
        monkeypatch.setenv("PYTHONHASHSEED", hash_seed)
        done = subprocess.run(
            [sys.executable, "-c", DIGESTS, str(tmp_path / f"{hash_seed}.duckdb")],
            capture_output=True,
            text=True,
            check=True,
            timeout=100,
        )
        told.append(done.stdout.split())
    assert told[0] == told[1]
    assert len(told[0]) > 3 * 4 * 3


def test_another_seed_gives_other_games_and_every_game_is_another(archive, tmp_path):
    other = Archive(tmp_path / "other.duckdb")
    simulate(archive, "goofspiel", 3, seed="5", options={"turns": "2"})
    simulate(other, "goofspiel", 3, seed="6", options={"turns": "2"})
    assert set(digests(archive)).isdisjoint(digests(other))
    assert len(set(digests(archive))) == len(digests(archive))


def test_more_games_of_a_seed_begin_with_the_same_ones(archive, tmp_path):
    other = Archive(tmp_path / "other.duckdb")
    simulate(archive, "goofspiel", 2, seed="5", options={"turns": "2"})
    simulate(other, "goofspiel", 4, seed="5", options={"turns": "2"}, bulk=1)
    assert digests(other)[: len(digests(archive))] == digests(archive)


def test_simulated_games_are_whole_and_end_as_they_are_listed(archive):
    told = simulate(archive, "goofspiel", 5, seed="1", options={"turns": "3"}, tags={"night": "1"})
    found = archive.games(origin="simulated", tag=("night", "1"))
    assert told.games == len(found) == 5
    wins = dict.fromkeys(("north", "south"), 0)
    plies = draws = 0
    for row in found:
        assert verify_game(archive, row, states=True).fault is None
        session = Session.load(archive, row.id)
        assert same(session.position, from_zero(session))
        result = session.result()
        assert result is not None
        draws += not result.winners
        for winner in result.winners:
            wins[winner] += 1
        plies += session.position.ply
        assert {person.bot for person in row.begin.seats.values()} == {"random"}
    assert (told.wins, told.draws, told.plies, told.unfinished) == (wins, draws, plies, 0)
    assert told.events == rows(archive)["event"]
    assert rows(archive)["data"] == 1


def test_a_game_that_reaches_the_limit_is_unfinished_and_can_be_played_on(archive):
    told = simulate(archive, "goofspiel", 1, scenario="long", limit=12)
    assert (told.unfinished, told.plies, told.draws, told.wins) == (1, 12, 0, {"north": 0, "south": 0})
    session = Session.load(archive, "goofspiel-1")
    choice = session.choices()[0]
    session.act(choice.seat, choice.action)
    assert session.position.ply >= 13


def test_games_can_be_played_without_being_stored_and_progress_is_told():
    told: list[int] = []
    assert simulate(None, "goofspiel", 3, options={"turns": "1"}, progress=told.append).games == 3
    assert told == [1, 2, 3]


def test_an_interruption_leaves_what_was_stored_whole(archive):
    def stop(number):
        if number == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate(archive, "goofspiel", 9, options={"turns": "1"}, progress=stop, bulk=1)
    assert len(archive.games()) == 3
    assert all(verify_game(archive, row).fault is None for row in archive.games())


def test_a_seat_or_an_option_that_is_not_there_is_refused_before_anything_is_stored(archive):
    with pytest.raises(OptionError, match="goofspiel duel has no seat east"):
        simulate(archive, "goofspiel", 1, bots={"east": "random"})
    with pytest.raises(OptionError, match="goofspiel has no option turn"):
        simulate(archive, "goofspiel", 1, options={"turn": "4"})
    assert not archive.exists()


@pytest.mark.parametrize("bulk", [1, 200_000])
def test_however_many_processes_play_the_stored_bytes_are_the_same(tmp_path, bulk):
    stored = []
    for workers in (1, 3):
        archive = Archive(tmp_path / f"{workers}.duckdb")
        told = simulate(archive, "goofspiel", 7, seed="5", options={"turns": "2"}, workers=workers, bulk=bulk)
        with archive.reading() as connection:
            tables = {
                table: connection.execute(f"SELECT * FROM archive.{table} ORDER BY ALL").fetchall()
                for table in dict.fromkeys((*OF_GAMES, "data", "course", "moment", "turn_end"))
            }
        stored.append((tables, told.wins, told.plies, told.events, told.draws))
    assert stored[0] == stored[1]
    assert len(stored[0][0]["game"]) == 7


def test_it_plays_on_until_every_interval_is_narrow_enough_and_no_game_further(tmp_path):
    told = [
        simulate(
            Archive(tmp_path / f"{workers}.duckdb"),
            "goofspiel",
            3,
            seed="2",
            options={"turns": "1"},
            workers=workers,
            until=0.5,
        )
        for workers in (1, 2)
    ]
    assert told[0].wins == told[1].wins
    assert 3 < told[0].games == told[1].games <= most_games(0.5)
    assert all(high - low < 0.5 for low, high in map(told[0].interval, ("north", "south")))
    before = simulate(None, "goofspiel", told[0].games - 1, seed="2", options={"turns": "1"})
    assert not all(high - low < 0.5 for low, high in map(before.interval, ("north", "south")))


def test_more_games_than_any_interval_needs_are_never_played():
    for width in (0.05, 0.2, 0.9):
        games = most_games(width)
        assert all(high - low < width for low, high in (wilson(wins, games) for wins in range(games + 1)))


def test_an_interruption_stores_what_was_played_and_says_how_much(archive):
    def stop(number):
        if number == 3:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as interrupted:
        simulate(archive, "goofspiel", 9, options={"turns": "1"}, progress=stop, workers=2)
    assert interrupted.value.simulated.games == len(archive.games()) == 3
    assert all(verify_game(archive, row).fault is None for row in archive.games())


def test_ctrl_c_while_games_are_stored_is_heard_when_they_are(archive, monkeypatch):
    record = Archive.record

    def interrupted(self, games):
        os.kill(os.getpid(), signal.SIGINT)
        return record(self, games)

    monkeypatch.setattr(Archive, "record", interrupted)
    with pytest.raises(Interrupted) as stopped:
        simulate(archive, "goofspiel", 4, options={"turns": "1"}, bulk=1)
    monkeypatch.undo()
    assert stopped.value.simulated.games == len(archive.games()) == 1


def test_an_archive_that_somebody_reads_for_long_gets_the_games_later(archive, monkeypatch):
    record, tries = Archive.record, []

    def busy(self, games):
        tries.append(len(games))
        if len(tries) < 3:
            raise ArchiveBusy("somebody reads", None)
        return record(self, games)

    monkeypatch.setattr(Archive, "record", busy)
    monkeypatch.setattr("replays.storing_games.LATEST", 0.0)
    assert simulate(archive, "goofspiel", 6, options={"turns": "1"}, bulk=20).games == 6
    assert tries[:3] == sorted(tries[:3])
    assert tries[2] > tries[0]
    assert len(archive.games()) == 6
    tries.clear()
    with pytest.raises(ArchiveBusy):
        simulate(archive, "goofspiel", 1, seed="8", options={"turns": "1"})  # and at the end it is said
    assert len(archive.games()) == 6


def test_where_storing_takes_long_few_games_are_stored_less_often(archive, monkeypatch):
    now = [0.0]
    calls = []

    def slow(self, games):
        calls.append((now[0], len(games)))
        now[0] += 2.0
        return []

    monkeypatch.setattr(Archive, "record", slow)
    monkeypatch.setattr("replays.storing_games.time.monotonic", lambda: now[0])
    store = Store(archive, 10**9)
    for _ in range(50):
        now[0] += 1.0
        store.add(None, 1)  # type: ignore[arg-type]
    assert calls == [(3.0, 3), (23.0, 18), (43.0, 18)]
