"""What another copy of a game holds besides is taken in: batches, where lines stand, what is known now."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from eventlog.archive import ANY, Archive, RecordedGame
from eventlog.errors import Unfit
from eventlog.integrity import blinded, canonical, verify
from eventlog.record import Batch, Head, Secret
from tests.eventlog.chains import DATA, KEY, START, after, beginning, chain, head_of, named, stored


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    return Archive(tmp_path / "archive.duckdb", clock=lambda: START)


def whole(archive: Archive) -> bool:
    row = archive.game("cape")
    every = [(each.digest, each.batch) for each in archive.tree_stored(row.id)]
    last = archive.last_move_digest(row.id)
    return verify(row.id, every, archive.journal(row.id), key=row.key, data=DATA, last_move=last) is None


def test_a_longer_line_is_moved_on_and_a_new_one_comes_with_its_batches(archive: Archive):
    batches = stored(archive, chain(beginning(), 4), slug="cape")
    archive.move("cape", "branch", "mine", head_of(batches[2]))
    longer = chain(batches[4], 3)[1:]
    side = chain(batches[2], 2, "side")[1:]
    heads = {"main": head_of(longer[-1]), "side": head_of(side[-1]), "mine": head_of(batches[2])}
    moves = archive.absorb("cape", [*batches, *side, *longer], heads, who="Åsa")
    assert [(move.kind, move.line, move.ply, move.source, move.who) for move in moves] == [
        ("import", "main", 7, "", "Åsa"),
        ("import", "side", 4, "main", "Åsa"),
    ]
    assert archive.line_batches("cape", "main") == [*batches, *longer]
    assert archive.line_batches("cape", "side") == [*batches[:3], *side]
    tree = archive.tree("cape")
    assert tree.current == "mine"
    assert (tree.lines["side"].source, tree.lines["side"].fork_ply) == ("main", 2)
    assert archive.journal("cape")[-2:] == moves
    assert whole(archive)
    before = archive.path.read_bytes()
    assert archive.absorb("cape", [*side, *longer], heads) == ()
    assert archive.path.read_bytes() == before
    archive.append("cape", "side", [after(side[-1])], expected=ANY)
    assert whole(archive)


def test_what_does_not_fit_is_refused_and_nothing_is_taken_in(archive: Archive):
    batches = stored(archive, chain(beginning(), 4), slug="cape")
    before = archive.path.read_bytes()
    longer = chain(batches[4], 3)[1:]
    for given, heads in (
        (longer[1:], {}),
        (longer, {"main": Head("00" * 32, 3)}),
        (longer, {"main": Head(named(longer[-1]), 3)}),
        ([after(beginning(2))], {}),
        ([msgspec.structs.replace(beginning(), time=START.replace(year=2027))], {}),
    ):
        with pytest.raises(Unfit):
            archive.absorb("cape", given, heads)
        assert archive.path.read_bytes() == before
    with pytest.raises(Unfit, match="filled in"):
        archive.absorb("cape", [], {}, replaced=[after(batches[1], "other")])
    assert archive.path.read_bytes() == before


def hiding(batches: list[Batch]) -> list[Batch]:
    """The same game, in which where the counter goes is a secret of red."""
    hidden = [batches[0]]
    for batch in batches[1:]:
        secret = Secret("/events/0/payload/to", ("red",), f"place-{batch.ply}")
        hidden.append(msgspec.structs.replace(batch, parent=named(hidden[-1]), secrets=(secret,)))
    return hidden


def test_what_seats_have_seen_is_filled_in_later(archive: Archive):
    full = hiding(chain(beginning(), 6))
    known = [
        blinded(batch, KEY, ["/events/0/payload/to"] if batch.ply % 2 else [])
        if batch.ply
        else blinded(batch, KEY)
        for batch in full
    ]
    archive.record([RecordedGame(known, DATA, slug="cape", seen_by=("red",))])
    assert archive.key("cape") is None
    assert whole(archive)
    digests = archive.history("cape", "main").digests
    assert archive.absorb("cape", [], {}, replaced=full, seen_by=()) == ()
    row = archive.game("cape")
    assert (row.seen_by, row.key, row.begin) == ((), KEY, full[0].begin)
    assert archive.line_batches("cape", "main") == full
    assert archive.history("cape", "main").digests == digests
    assert [canonical(batch, None) for batch in known] == [
        canonical(batch, KEY) for batch in archive.line_batches("cape", "main")
    ]
    assert whole(archive)
    archive.append("cape", "main", [after(full[-1])], expected=head_of(full[-1]))
    assert whole(archive)


def test_what_two_seats_have_seen_is_put_together(archive: Archive):
    full = hiding(chain(beginning(), 2))
    archive.record(
        [RecordedGame([blinded(batch, KEY) for batch in full], DATA, slug="cape", seen_by=("blue",))]
    )
    seen = blinded(full[1], KEY, ["/events/0/payload/to"])
    archive.absorb("cape", [], {}, replaced=[seen], seen_by=("blue", "red"))
    assert archive.game("cape").seen_by == ("blue", "red")
    assert archive.line_batches("cape", "main")[1] == seen
    assert archive.line_batches("cape", "main")[2] == blinded(full[2], KEY)
    assert whole(archive)
