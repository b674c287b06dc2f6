"""How fast a game is rebuilt from the archive, by itself and beside the library `eventsourcing`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from benchmarks.figures import Figure, rate, ratio, seconds_of
from eventlog.archive import Archive
from replays.opening import open_game
from replays.timeline import Timeline

LIBRARY = "eventsourcing"


def rebuilding(archive: Archive, slug: str, folder: Path, times: int) -> Iterator[Figure]:
    """The position at the end of a long game from nothing but the archive, and the same events in the library's store.

    Each way of using the library tells the same events to its aggregate; where that does not come to the same state as
    here, RuntimeError.
    """
    row = archive.game(slug)
    opened = open_game(archive, row)
    head = archive.head(row.id, "main")

    def rebuild() -> Timeline:
        timeline = Timeline.read(archive, row.id, head, opened)
        timeline.at(len(timeline) - 1)
        return timeline

    timeline = rebuild()
    last = len(timeline) - 1
    events = [event for ply in range(last + 1) for event in timeline.events_of(ply)]
    state = timeline.state_at(last)
    own = seconds_of(rebuild, times)
    yield rate("rebuild a game from the archive", len(events), own, "events/s", 150_000)
    if find_spec(LIBRARY) is None:
        yield Figure(
            what=f"ratio to {LIBRARY}",
            unit="times",
            goal=2.5,
            at_least=True,
            note=f"{LIBRARY} is not installed; pip install -e '.[bench]' brings it.",
        )
        return
    from benchmarks import eventsourcing_lean, eventsourcing_tutorial

    stores: tuple[tuple[str, Any, float | None, str], ...] = (
        (
            "",
            eventsourcing_tutorial,
            2.5,
            f"{LIBRARY} {version(LIBRARY)} as its tutorial has it: Aggregate, @event, JSON, an SQLite file.",
        ),
        (
            ", lean",
            eventsourcing_lean,
            None,
            f"{LIBRARY} with all that its examples offer for speed: msgspec structs, no transcoder, states as here.",
        ),
    )
    for name, module, goal, note in stores:
        with ExitStack() as cleaning:
            store: Callable[..., Any] = module.store
            rebuild_there, found = store(cleaning, folder, opened.game, events)
            if not module.equals(found(), state):
                raise RuntimeError(f"{LIBRARY}{name} came to another state of the same game")
            theirs = seconds_of(rebuild_there, times)
        yield rate(f"the same with {LIBRARY}{name}", len(events), theirs, "events/s", note=note)
        yield ratio(f"ratio to {LIBRARY}{name}", theirs, own, goal, at_least=True, note=note)
