"""What verification says of an archive that somebody changed behind the program's back."""

from __future__ import annotations

from pathlib import Path

import pytest

from eventlog.archive import Archive, RecordedGame
from eventlog.integrity import Damage, verify
from eventlog.warlog_file import for_seats
from tests.eventlog.small_game import made_richer


def stored(folder: Path, seats: tuple[str, ...] = ()) -> Archive:
    archive = Archive(folder / "archive.duckdb")
    warlog = made_richer().warlog()
    if seats:
        warlog = for_seats(warlog, seats)
    batches = [batch for _, batch in warlog.batches]
    archive.record(
        [
            RecordedGame(
                batches, warlog.data, slug="ships-1", seen_by=warlog.header.seen_by, moves=warlog.journal
            )
        ]
    )
    return archive


def damage(archive: Archive) -> Damage | None:
    row = archive.game("ships-1")
    return verify(
        row.id,
        [(each.digest, each.batch) for each in archive.tree_stored(row.id)],
        archive.journal(row.id),
        key=row.key,
        data=archive.data(row.data),
        last_move=archive.last_move_digest(row.id),
    )


def change(archive: Archive, *statements: str) -> None:
    with archive._transaction() as connection:
        for statement in statements:
            connection.execute(statement)


@pytest.mark.parametrize("seats", [(), ("north",)])
def test_an_archive_that_nobody_touched_is_whole(tmp_path: Path, seats: tuple[str, ...]):
    assert damage(stored(tmp_path, seats)) is None


ROLL = '[{"purpose":"shot","result":[6,6],"seat":"north"}]'

EDITS = [
    ("UPDATE archive.batch SET chance = '" + ROLL + "' WHERE run = 0 AND ply = 4", 4),
    ("UPDATE archive.batch SET seat = 'south' WHERE run = 0 AND ply = 3", 3),
    ("UPDATE archive.batch SET time = time + INTERVAL 1 SECOND WHERE run = 0 AND ply = 3", 3),
    ('UPDATE archive.batch SET action = \'{"type":"wait"}\' WHERE run = 0 AND ply = 1', 1),
    ("UPDATE archive.batch SET options = 9 WHERE run = 0 AND ply = 2", 2),
    ("UPDATE archive.batch SET opens = NULL WHERE run = 0 AND ply = 4", 4),
    ("UPDATE archive.batch SET secrets = NULL WHERE run = 0 AND ply = 1", 1),
    ("UPDATE archive.batch SET board = '1:00' WHERE run = 0 AND ply = 4", 4),
    ("UPDATE archive.batch SET whole = '1:00' WHERE run = 0 AND ply = 4", 4),
    ("UPDATE archive.batch SET entry = 7 WHERE run = 0 AND ply = 3", 3),
    ("UPDATE archive.batch SET kind = 'ruling' WHERE run = 0 AND ply = 3", 3),
    ("UPDATE archive.batch SET reason = 'because' WHERE run = 0 AND ply = 3", 3),
    ('UPDATE archive.event SET payload = \'{"at":"beta"}\' WHERE ply = 0', 0),
    ("UPDATE archive.event SET version = 2 WHERE ply = 0", 0),
    ("UPDATE archive.event SET type = 'put' WHERE ply = 0", 0),
    ("DELETE FROM archive.event WHERE ply = 2", 2),
    ("UPDATE archive.event SET seq = 1 - seq WHERE run = 0 AND ply = 4", 4),
    ("UPDATE archive.game SET begin = replace(begin, 'Cape', 'Kap')", 0),
    ("UPDATE archive.game SET begin = replace(begin, '000102', '000103')", 0),
    ("UPDATE archive.data SET content = '{}'::BLOB", 0),
]


@pytest.mark.parametrize(("statement", "ply"), EDITS)
def test_an_edit_is_named_with_its_ply(tmp_path: Path, statement: str, ply: int):
    archive = stored(tmp_path)
    change(archive, statement)
    found = damage(archive)
    assert found is not None
    assert (found.what, found.ply) == ("edited", ply)


def test_an_edit_of_what_a_seat_knows_is_named(tmp_path: Path):
    archive = stored(tmp_path, ("north",))
    change(
        archive,
        "UPDATE archive.event SET payload = replace(payload, 'ironclad-of-the-north', 'a-card') WHERE ply = 1",
    )
    found = damage(archive)
    assert found is not None
    assert (found.what, found.ply) == ("edited", 1)
    assert "/events/0/payload/card" in found.sentence


def test_what_a_seat_knows_and_is_gone_is_missing(tmp_path: Path):
    archive = stored(tmp_path, ("north",))
    assert archive.examine("ships-1").damage is None
    change(
        archive,
        "UPDATE archive.event SET payload = replace(payload, 'ironclad-of-the-north', '?') WHERE ply = 1",
        "UPDATE archive.batch SET secrets = regexp_replace(secrets::VARCHAR, ',\"salt\":\"[0-9a-f]*\"', '', 'g') "
        "WHERE ply = 1",
    )
    found = archive.examine("ships-1").damage
    assert found is not None
    assert (found.what, found.ply) == ("missing", 1)
    assert "north know" in found.sentence


def test_seats_that_the_game_was_not_seen_by_are_named(tmp_path: Path):
    archive = stored(tmp_path, ("north",))
    for seats, what in (
        ("'[\"south\"]'", "south know"),
        ('\'["north","south"]\'', "know"),
        ("NULL", "seen_by"),
    ):
        change(archive, f"UPDATE archive.game SET seen_by = {seats}")
        found = archive.examine("ships-1").damage
        assert found is not None
        assert what in found.sentence


def test_the_last_moves_of_a_journal_are_anchored(tmp_path: Path):
    archive = stored(tmp_path)
    assert archive.examine("ships-1").damage is None
    change(archive, "DELETE FROM archive.move WHERE n = 18")
    found = archive.examine("ships-1").damage
    assert found is not None
    assert found.what == "cut short"
    assert "it ended with move 18, and now with move 17" in found.sentence


def test_a_batch_taken_out_is_missing(tmp_path: Path):
    archive = stored(tmp_path)
    change(archive, "DELETE FROM archive.batch WHERE ply = 2", "DELETE FROM archive.event WHERE ply = 2")
    found = damage(archive)
    assert found is not None
    assert (found.what, found.ply) == ("missing", 2)


def test_batches_that_changed_places_are_reordered(tmp_path: Path):
    archive = stored(tmp_path)
    swap = "UPDATE archive.{} SET ply = {} WHERE run = 0 AND ply = {}"
    steps = [
        swap.format(table, to, at) for table in ("batch", "event") for to, at in ((99, 1), (1, 2), (2, 99))
    ]
    for step in steps:
        change(archive, step)
    found = damage(archive)
    assert found is not None
    assert (found.what, found.ply) == ("reordered", 1)


def test_a_line_without_its_last_batch_is_cut_short(tmp_path: Path):
    archive = stored(tmp_path)
    (place,) = _place(archive, archive.tree("ships-1").lines["main"].head.digest)
    where = f"WHERE run = {place[0]} AND ply = {place[1]}"
    change(archive, f"DELETE FROM archive.batch {where}", f"DELETE FROM archive.event {where}")
    found = damage(archive)
    assert found is not None
    assert (found.what, found.ply) == ("cut short", 10)


def test_a_journal_without_its_last_acts_is_cut_short(tmp_path: Path):
    archive = stored(tmp_path)
    change(archive, "DELETE FROM archive.move WHERE n > 15")
    found = damage(archive)
    assert found is not None
    assert (found.what, found.ply) == ("cut short", 9)


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        ("UPDATE archive.move SET who = 'Bo' WHERE n = 4", "edited"),
        ("UPDATE archive.move SET who = 'Bo' WHERE n = 18", "edited"),
        ("UPDATE archive.move SET line = 'side' WHERE n = 18", "edited"),
        ("DELETE FROM archive.move WHERE n = 4", "missing"),
    ],
)
def test_an_edit_of_the_journal_is_named(tmp_path: Path, statement: str, what: str):
    archive = stored(tmp_path)
    row = archive.game("ships-1")
    change(archive, statement)
    found = verify(
        row.id,
        [(each.digest, each.batch) for each in archive.tree_stored(row.id)],
        archive.journal(row.id),
        key=row.key,
        last_move=archive.last_move_digest(row.id),
    )
    assert found is not None
    assert found.what == what
    assert "journal" in found.sentence


def _place(archive: Archive, digest: str) -> list[tuple[int, int]]:
    with archive.reading() as cursor:
        return cursor.execute(
            "SELECT run, ply FROM archive.batch WHERE digest = ?", [bytes.fromhex(digest)]
        ).fetchall()
