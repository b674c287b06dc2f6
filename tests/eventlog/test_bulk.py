"""Whole games stored in bulk: the same rows as if they had been acted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from eventlog import bulk
from eventlog.archive import Archive, RecordedGame
from eventlog.errors import Unfit
from eventlog.growing import grow
from eventlog.record import Batch
from eventlog.storing import insert_batches
from tests.eventlog.chains import DATA, KEY, after, beginning, chain, named
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


def by_rows(file: Path, games: list[RecordedGame]) -> Archive:
    """The same games, but their batches and events row by row, as acts are stored."""
    archive = record(file, games)
    with archive._transaction() as connection:
        for number, each in enumerate(games, 1):
            for table in ("batch", "event"):
                connection.execute(f"DELETE FROM archive.{table} WHERE game = ?", [number])
            insert_batches(connection, number, grow(each.batches[0].game, KEY, each.batches, {}, []).placed)
    return archive


def test_games_in_bulk_are_stored_as_acts_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    games = [richer(), *(RecordedGame(chain(beginning(number), 20), DATA) for number in range(12, 19))]
    monkeypatch.setattr(bulk, "AT_ONCE", 50)
    monkeypatch.setattr(bulk, "LONGEST", 7)
    archive = record(tmp_path / "bulk.duckdb", games)
    assert contents(archive.path) | {"about": []} == contents(
        by_rows(tmp_path / "rows.duckdb", games).path
    ) | {"about": []}
    assert archive.examine("ships-1").damage is None


@pytest.mark.parametrize(
    "reason", ["two\nlines", "\x00", "a \x1f part", "\r", '"quoted", \\ and \' more', "\\u0041", "ἡμέρα 🎲"]
)
def test_a_reason_with_any_character_is_kept(tmp_path: Path, reason: str):
    first = beginning()
    batches = [first, _ruling(first, reason)]
    archive = record(tmp_path / "archive.duckdb", [RecordedGame(batches, DATA)])
    assert archive.line_batches(first.game, "main")[1].reason == reason
    assert archive.examine(first.game).damage is None


@pytest.mark.parametrize(
    "payload",
    [
        r'{"a":"\u0041\/\"","b":1.50e+2,"c":18446744073709551616,"a":0}',
        '{"name":"Åsa","list":[1, 2],"none":null}',
        "{}",
    ],
)
def test_a_payload_is_kept_byte_for_byte(tmp_path: Path, payload: str):
    first = beginning()
    batch = after(first)
    event = msgspec.structs.replace(batch.events[0], payload=msgspec.Raw(payload.encode()))
    batches = [first, msgspec.structs.replace(batch, events=(event, event))]
    archive = record(tmp_path / "archive.duckdb", [RecordedGame(batches, DATA)])
    assert [row[3] for row in archive.line_event_rows(first.game, "main")] == [payload, payload]


@pytest.mark.parametrize("damaged", [{"reason": "\ud800"}, {"action": msgspec.Raw(b'{"type":"\xff"}')}])
def test_text_that_is_no_unicode_is_refused(tmp_path: Path, damaged: dict[str, Any]):
    first = beginning()
    batches = [first, msgspec.structs.replace(after(first), **damaged)]
    archive = Archive(tmp_path / "archive.duckdb")
    with pytest.raises(Unfit, match="Unicode"):
        archive.record([RecordedGame(batches, DATA, digests=[named(first), "ab" * 32])])
    assert archive.games() == []


def test_pieces_are_of_one_size(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """A small piece at the end would be brought together with those before it at the next write."""
    stored: list[int] = []
    write = bulk._write

    def noted(connection: Any, table: str, lines: Any) -> None:
        if table == "batch":
            stored.append(sum(len(msgspec.json.decode(line)["ply"]) for line in lines))
        write(connection, table, lines)

    monkeypatch.setattr(bulk, "_write", noted)
    monkeypatch.setattr(bulk, "AT_ONCE", 100)
    games = [RecordedGame(chain(beginning(number), 9), DATA) for number in range(1, 13)]
    assert record(tmp_path / "archive.duckdb", games).info().batches == 120
    assert stored == [60, 60]


def _ruling(before: Batch, reason: str) -> Batch:
    (_, batch) = chain(before, 1)
    return msgspec.structs.replace(batch, kind="ruling", reason=reason)


def test_moments_are_stored_with_the_game(tmp_path: Path):
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
    monkeypatch.setattr("eventlog.laying.digest_of", never)
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
