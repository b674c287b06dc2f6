"""A line's states and counts: the same for a ply, whatever was asked for before it and whenever it was recorded."""

from collections import Counter
from pathlib import Path

import msgspec
import pytest
from goofspiel import PrizeRolled
from hypothesis import given
from hypothesis import strategies as st

from eventlog.archive import Archive, RecordedGame
from eventlog.integrity import canonical, digest
from replays.opening import open_game
from replays.simulate import simulate
from replays.timeline import Timeline

PLIES = 30


def simulated(folder: Path) -> Archive:
    archive = Archive(folder / "archive.duckdb")
    simulate(archive, "goofspiel", 1, scenario="long", limit=PLIES)
    return archive


def timeline_of(archive):
    row = archive.game("goofspiel-1")
    return Timeline.read(archive, row.id, archive.head(row.id, "main"), open_game(archive, row))


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    archive = simulated(tmp_path_factory.mktemp("counts"))
    row = archive.game("goofspiel-1")
    head = archive.head(row.id, "main")
    opened = open_game(archive, row)
    rolled = [batch.chance for batch in archive.line_batches(row.id, "main")]
    return lambda: Timeline.read(archive, row.id, head, opened), rolled


def recounted(rolled, ply):
    return Counter(chance.purpose for chances in rolled[: ply + 1] for chance in chances)


@given(st.lists(st.integers(0, PLIES), min_size=1, max_size=8))
def test_counts_do_not_depend_on_the_way_to_a_ply(game, plies):
    read, rolled = game
    timeline = read()
    for ply in plies:
        assert dict(timeline.at(ply).counts) == recounted(rolled, ply)


@given(st.integers(0, PLIES), st.integers(0, PLIES - 1), st.integers(0, PLIES))
def test_a_line_that_was_cut_and_went_on_is_the_same(game, visited, cut, then):
    read, rolled = game
    timeline, whole = read(), read()
    timeline.at(visited)
    timeline.cut(cut)
    assert dict(timeline.at(cut).counts) == recounted(rolled, cut)
    for ply in range(cut + 1, PLIES + 1):
        purposes = tuple(chance.purpose for chance in rolled[ply])
        timeline.extend(
            whole.head_at(ply).digest,
            whole.entry_at(ply),
            whole.events_of(ply),
            purposes,
            whole.state_at(ply),
        )
    assert timeline.at(then) == whole.at(then)
    assert timeline.seen_after(then) == whole.seen_after(then)


def test_events_of_an_older_version_are_read_in_todays_shape(tmp_path):
    """Given a game whose rolls were recorded before they said what is carried over."""
    today = simulated(tmp_path)
    row = today.game("goofspiel-1")

    def older(event):
        if event.type != "prize-rolled":
            return event
        fields = msgspec.json.decode(event.payload)
        del fields["carried"]
        return msgspec.structs.replace(event, version=1, payload=msgspec.Raw(msgspec.json.encode(fields)))

    batches, parent = [], ""
    for batch in today.line_batches(row.id, "main"):
        events = tuple(older(event) for event in batch.events)
        batches.append(msgspec.structs.replace(batch, parent=parent, events=events))
        parent = digest(canonical(batches[-1], row.key))
    (tmp_path / "older").mkdir()
    archive = Archive(tmp_path / "older" / "archive.duckdb")
    archive.record([RecordedGame(tuple(batches), today.data(row.data))])
    found, expected = timeline_of(archive), timeline_of(today)
    assert len(found) == len(expected) == PLIES + 1

    def uncarried(events):
        return [
            msgspec.structs.replace(event, carried=0) if isinstance(event, PrizeRolled) else event
            for event in events
        ]

    for ply in range(PLIES + 1):
        assert list(found.events_of(ply)) == uncarried(expected.events_of(ply))
    assert found.state_at(PLIES).hands == expected.state_at(PLIES).hands
