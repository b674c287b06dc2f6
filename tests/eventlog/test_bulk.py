"""Whole games stored in bulk: the same rows whichever way they go in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from eventlog import bulk
from eventlog.archive import Archive, RecordedGame
from eventlog.errors import Unfit
from eventlog.record import Batch
from tests.eventlog.chains import DATA, beginning, chain, named
from tests.eventlog.described_ships import SHIPS, rulesets
from tests.eventlog.small_game import made_richer
from tests.eventlog.test_upkeep import contents
from tests.eventlog.test_views import _played, game


def record(file: Path, games: list[RecordedGame]) -> Archive:
    archive = Archive(file, rulesets=rulesets)
    archive.record(games)
    return archive


def richer() -> RecordedGame:
    """A game with a tree, secrets, rulings, a reason."""
    warlog = made_richer().warlog()
    return RecordedGame([batch for _, batch in warlog.batches], warlog.data, moves=warlog.journal)


def test_text_and_rows_store_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    games = [richer(), *(RecordedGame(chain(beginning(number), 20), DATA) for number in range(12, 19))]
    monkeypatch.setattr(bulk, "LEAST", 0)
    monkeypatch.setattr(bulk, "AT_ONCE", 50)
    by_text = record(tmp_path / "text.duckdb", games)
    monkeypatch.setattr(bulk, "LEAST", 10**9)
    by_row = record(tmp_path / "row.duckdb", games)
    assert contents(by_text.path) | {"about": []} == contents(by_row.path) | {"about": []}
    assert by_text.examine("ships-1").damage is None


@pytest.mark.parametrize("reason", ["two\nlines", "\x02", "a \x1f part", "\r", '"quoted", \\ and \' more'])
def test_a_reason_with_any_character_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reason: str):
    monkeypatch.setattr(bulk, "LEAST", 0)
    first = beginning()
    batches = [first, _ruling(first, reason)]
    archive = record(tmp_path / "archive.duckdb", [RecordedGame(batches, DATA)])
    assert archive.line_batches(first.game, "main")[1].reason == reason


def _ruling(before: Batch, reason: str) -> Batch:
    (_, batch) = chain(before, 1)
    return msgspec.structs.replace(batch, kind="ruling", reason=reason)


def test_moments_are_stored_with_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(bulk, "LEAST", 0)
    batches = game()
    archive = record(
        tmp_path / "archive.duckdb", [RecordedGame(batches, DATA, course=SHIPS.course(_played(batches)))]
    )
    assert not archive.outdated().needed
    with archive.reading() as sql:
        assert sql("SELECT turn, phase FROM warlog.decisions ORDER BY ply").fetchall() == [
            (ply, f"phase {ply % 2}") for ply in range(1, 6)
        ]


def test_digests_that_are_known_are_not_reckoned_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    batches = game()
    digests = [named(batch) for batch in batches]

    def never(*given: Any) -> str:
        raise AssertionError("a digest was reckoned")

    monkeypatch.setattr("eventlog.growing.digest_of", never)
    archive = record(tmp_path / "archive.duckdb", [RecordedGame(batches, DATA, digests=digests)])
    assert [each.digest for each in archive.line_stored(batches[0].game, "main")] == digests
    assert archive.examine(batches[0].game).damage is None


def test_digests_that_are_too_few_or_not_those_of_the_batches_are_refused(tmp_path: Path):
    batches = game()
    digests = [named(batch) for batch in batches]
    for wrong in (digests[:-1], [digests[1], digests[0], *digests[2:]]):
        archive = Archive(tmp_path / "archive.duckdb")
        with pytest.raises(Unfit):
            archive.record([RecordedGame(batches, DATA, digests=wrong)])
        assert archive.games() == []


def test_nothing_is_stored_where_a_later_game_cannot_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(bulk, "AT_ONCE", 10)
    good = [RecordedGame(chain(beginning(number), 20), DATA) for number in (1, 2, 3)]
    bad = chain(beginning(4), 5)
    bad[3] = msgspec.structs.replace(bad[3], parent="ab" * 32)
    archive = Archive(tmp_path / "archive.duckdb")
    with pytest.raises(Unfit):
        archive.record([*good, RecordedGame(bad, DATA)])
    assert archive.games() == []
    assert archive.info().events == 0
