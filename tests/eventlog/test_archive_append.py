"""Appending at an expected head: all or nothing, once, and never over somebody else's act."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from eventlog.archive import ANY, NEW, Archive
from eventlog.errors import HeadMoved, LogError, NameTaken, NotFound, Unfit
from eventlog.record import Head
from tests.eventlog.chains import DATA, START, after, beginning, chain, head_of, named, stored


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    return Archive(tmp_path / "archive.duckdb", clock=lambda: START)


def contents(archive: Archive) -> bytes:
    """The file, read while nobody has it attached."""
    return hashlib.sha256(archive.path.read_bytes()).digest()


def unchanged(
    archive: Archive, refused: Callable[[], Any], error: type[LogError], match: str | None = None
) -> LogError:
    """What is refused leaves the archive as it was, byte for byte."""
    before = contents(archive)
    with pytest.raises(error, match=match) as caught:
        refused()
    assert contents(archive) == before
    assert not list(archive.path.parent.glob("*.wal"))
    return caught.value


def test_batches_are_appended_at_the_head_that_was_expected(archive: Archive):
    batches = chain(beginning(), 4)
    row, new = archive.begin(batches[0], slug="cape", data=DATA, who="Åsa")
    assert (new.kind, new.n, new.head, new.parent, new.who) == ("new", 1, named(batches[0]), "", "Åsa")
    first = archive.append("cape", "main", batches[1:3], expected=new.head, who="Åsa")
    assert (first.kind, first.n, first.head, first.ply) == ("act", 2, named(batches[2]), 2)
    archive.append(row.id, "main", batches[3:4], expected=head_of(batches[2]))
    archive.append("cape", "main", batches[4:], expected=3)
    assert archive.line_batches("cape", "main") == batches
    assert [move.n for move in archive.journal("cape")] == [1, 2, 3, 4]
    assert archive.head("cape", "main") == head_of(batches[4])
    assert archive.head("cape", "main", 2) == head_of(batches[2])


def test_the_clock_is_asked_where_no_time_is_given(archive: Archive):
    batches = chain(beginning(), 1)
    archive.begin(batches[0], data=DATA)
    assert archive.append(batches[0].game, "main", batches[1:], expected=ANY).time == START


def test_the_same_batches_again_are_a_success_without_rows(archive: Archive):
    batches = stored(archive, chain(beginning(), 3))
    more = chain(batches[-1], 3)[1:]
    game = batches[0].game
    move = archive.append(game, "main", more, expected=head_of(batches[-1]))
    archive.append(game, "main", [after(more[-1])], expected=move.head)
    before = contents(archive)
    for expected in (head_of(batches[-1]), move.head, ANY, 1):
        assert archive.append(game, "main", more, expected=expected) == move
    assert archive.append(game, "main", more[:2], expected=ANY) == move
    assert contents(archive) == before
    assert archive.info().batches == 8
    assert archive.info().moves == 3


def test_a_batch_that_was_taken_back_is_not_stored_again(archive: Archive):
    batches = stored(archive, chain(beginning(), 3))
    game = batches[0].game
    archive.append(game, "main", [last := after(batches[-1])], expected=ANY)
    archive.move(game, "undo", "main", head_of(batches[2]))
    archive.move(game, "redo", "main", head_of(batches[3]))
    assert archive.append(game, "main", [last], expected=head_of(batches[3])).n == 2
    assert archive.info().batches == 5


def test_the_same_beginning_again_is_a_success_without_rows(archive: Archive):
    first = beginning()
    row, move = archive.begin(first, data=DATA, who="Åsa")
    before = contents(archive)
    assert archive.begin(first, data=DATA) == (row, move)
    assert contents(archive) == before


def test_an_id_that_another_batch_has_is_refused(archive: Archive):
    batches = stored(archive, chain(beginning(), 3))
    game = batches[0].game
    other = msgspec.structs.replace(after(batches[-1]), id=batches[2].id)
    twice = [one := after(batches[-1]), msgspec.structs.replace(after(one), id=one.id)]
    unchanged(archive, lambda: archive.append(game, "main", [other], expected=ANY), Unfit, "at ply 2")
    unchanged(archive, lambda: archive.append(game, "main", twice, expected=ANY), Unfit, "one id")


def test_no_batches_are_no_row(archive: Archive):
    batches = stored(archive, chain(beginning(), 3))
    before = contents(archive)
    assert archive.append(batches[0].game, "main", [], expected="stale").n == 1
    assert contents(archive) == before
    unchanged(archive, lambda: archive.append(batches[0].game, "side", [], expected=ANY), NotFound, "side")


@pytest.mark.parametrize("how", ["digest", "head", "move", "any", "new"])
def test_a_stale_head_is_refused_with_both_heads(archive: Archive, how: str):
    batches = stored(archive, chain(beginning(), 3), slug="cape")
    theirs = archive.append("cape", "main", [after(batches[3], "theirs")], expected=ANY)
    mine = after(batches[3], "mine")
    stale = head_of(batches[3])
    expected: Any = {"digest": stale.digest, "head": stale, "move": 1, "any": ANY, "new": NEW}[how]
    error = unchanged(
        archive,
        lambda: archive.append("cape", "main", [mine], expected=expected),
        HeadMoved,
        "somebody acted first",
    )
    assert isinstance(error, HeadMoved)
    assert error.found == Head(theirs.head, 4)
    assert error.expected == (None if how == "new" else stale)
    assert theirs.head[:12] in str(error)
    assert "cape" in str(error)


def test_of_several_batches_all_or_none_are_stored(archive: Archive):
    batches = stored(archive, chain(beginning(), 3))
    game = batches[0].game
    good, other = chain(batches[3], 3)[1:], chain(batches[3], 3, "other")[1:]
    for broken in ([good[0], other[1]], [good[0], good[2]], [good[1], good[0]], [*good, batches[0]]):
        unchanged(archive, lambda broken=broken: archive.append(game, "main", broken, expected=ANY), Unfit)  # type: ignore[misc]
    late = msgspec.structs.replace(good[2], action=msgspec.Raw(b"{noise"))
    unchanged(archive, lambda: archive.append(game, "main", [*good[:2], late], expected=ANY), Unfit)
    assert archive.line_batches(game, "main") == batches


def test_a_batch_must_follow_the_head_that_was_expected(archive: Archive):
    batches = stored(archive, chain(beginning(), 3))
    game = batches[0].game
    wrong = after(batches[1], "late")
    unchanged(archive, lambda: archive.append(game, "main", [wrong], expected=head_of(batches[3])), Unfit)
    foreign = after(beginning(2))
    unchanged(archive, lambda: archive.append(game, "main", [foreign], expected=ANY), Unfit, "is of game")


def test_a_new_line_starts_at_any_batch(archive: Archive):
    batches = stored(archive, chain(beginning(), 5))
    game = batches[0].game
    side = chain(batches[2], 3, "side")
    move = archive.append(game, "side", side[1:], expected=NEW)
    assert archive.line_batches(game, "side") == [*batches[:2], *side]
    assert [(each.kind, each.line, each.ply, each.source) for each in archive.journal(game)] == [
        ("new", "main", 5, ""),
        ("branch", "side", 2, "main"),
        ("act", "side", 5, ""),
    ]
    assert archive.append(game, "side", side[1:], expected=NEW) == move
    unchanged(
        archive,
        lambda: archive.append(game, "side", [after(side[-1])], expected=NEW),
        HeadMoved,
        "yet to be begun",
    )
    unchanged(
        archive, lambda: archive.append(game, "third", [after(side[-1])], expected=ANY), NotFound, "third"
    )
    unchanged(
        archive, lambda: archive.append(game, "Third!", [after(side[-1])], expected=NEW), Unfit, "name a line"
    )
    unchanged(
        archive,
        lambda: archive.append(game, "third", chain(side[-1], 2)[2:], expected=NEW),
        NotFound,
        "no batch",
    )


def test_a_result_is_kept_with_the_same_piece_of_work(archive: Archive):
    batches = stored(archive, chain(beginning(), 2), slug="cape")
    archive.append("cape", "main", [after(batches[2])], expected=ANY, result={"winners": ["red"]})
    assert bytes(archive.game("cape").result or b"") == b'{"winners":["red"]}'
    archive.append("cape", "main", [after(after(batches[2]))], expected=ANY)
    assert archive.game("cape").result is not None
    archive.move("cape", "undo", "main", head_of(batches[2]), result=None)
    assert archive.game("cape").result is None


def test_a_name_that_is_taken_is_refused(archive: Archive):
    stored(archive, chain(beginning(1), 2), slug="cape")
    unchanged(archive, lambda: archive.begin(beginning(2), slug="cape", data=DATA), NameTaken, "cape")
    other = msgspec.structs.replace(beginning(1), time=START.replace(year=2027))
    unchanged(archive, lambda: archive.begin(other, data=DATA), NameTaken, "with another beginning")
    unchanged(
        archive, lambda: archive.begin(beginning(2), slug="Cape Béarn", data=DATA), Unfit, "small letters"
    )
    unchanged(archive, lambda: archive.begin(beginning(2), data=b"other"), Unfit, "hash")
    unchanged(archive, lambda: archive.begin(after(beginning(2)), data=DATA), Unfit, "begin with ply 0")


def test_a_beginning_that_is_refused_makes_no_archive(archive: Archive):
    with pytest.raises(Unfit):
        archive.begin(msgspec.structs.replace(beginning(), id="noise"), data=DATA)
    assert list(archive.path.parent.iterdir()) == []
