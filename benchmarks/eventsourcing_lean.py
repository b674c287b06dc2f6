"""The tiny game in the library `eventsourcing`, by the quickest of the ways that its documentation shows.

Events are msgspec structs that a mapper decodes straight into their class, so no transcoder runs; the aggregate is
immutable and is made by a projector function. The game's own `evolve` does the work, as it does here. Each event holds
what the library needs of every one: originator, version and time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ClassVar
from uuid import UUID, uuid4

import goofspiel
import msgspec
from eventsourcing.application import Application
from eventsourcing.persistence import Mapper, StoredEvent, Transcoder
from eventsourcing.utils import get_topic, register_topic, resolve_topic
from goofspiel import ruleset

ENVELOPE = [("originator_id", UUID), ("originator_version", int), ("timestamp", datetime)]
KINDS: dict[type[Any], Any] = {
    kind: msgspec.defstruct(
        kind.__name__,
        ENVELOPE,
        bases=(kind,),
        frozen=True,
        kw_only=True,
        module=__name__,
        tag=str(kind.__struct_config__.tag),
    )
    for kind in ruleset.event_types
}
for _kind, _stored in KINDS.items():
    register_topic(f"duel:{_kind.__name__}", _stored)


class Duel(msgspec.Struct, frozen=True):
    """The game as an aggregate: what the library keeps of every one, and the state."""

    id: UUID
    version: int
    created_on: datetime
    modified_on: datetime
    state: goofspiel.State


class StructMapper(Mapper[UUID]):
    """Between structs and rows, without an object in between."""

    def to_stored_event(self, domain_event: Any) -> StoredEvent:
        return StoredEvent(
            originator_id=domain_event.originator_id,
            originator_version=domain_event.originator_version,
            topic=get_topic(type(domain_event)),
            state=msgspec.json.encode(domain_event),
        )

    def to_domain_event(self, stored_event: StoredEvent) -> Any:
        return msgspec.json.decode(stored_event.state, type=resolve_topic(stored_event.topic))


class NoTranscoder(Transcoder):
    """The library asks for one; the mapper needs none."""

    def encode(self, obj: Any) -> bytes:
        return b""

    def decode(self, data: bytes) -> Any:
        return None


class Duels(Application[UUID]):
    env: ClassVar[dict[str, str]] = {
        "PERSISTENCE_MODULE": "eventsourcing.sqlite",
        "MAPPER_TOPIC": get_topic(StructMapper),
        "TRANSCODER_TOPIC": get_topic(NoTranscoder),
    }


def store(
    cleaning: ExitStack, folder: Path, game: goofspiel.Game, events: Sequence[Any]
) -> tuple[Callable[[], Any], Callable[[], Any]]:
    """Store the events; what rebuilds the aggregate, and what gives its state."""
    application = Duels(env={"SQLITE_DBNAME": str(folder / "lean.sqlite")})
    cleaning.callback(application.close)
    name, now = uuid4(), datetime.now(UTC)
    application.events.put(
        [
            KINDS[type(event)](
                *(getattr(event, field) for field in event.__struct_fields__),
                originator_id=name,
                originator_version=version,
                timestamp=now,
            )
            for version, event in enumerate(events, 1)
        ]
    )
    evolve, initial = goofspiel.evolve, ruleset.initial(game)

    def project(duel: Duel | None, happened: Iterable[Any]) -> Duel | None:
        for event in happened:
            if duel is None:
                duel = Duel(event.originator_id, 0, event.timestamp, event.timestamp, initial)
            state = evolve(game, duel.state, event)
            duel = Duel(duel.id, event.originator_version, duel.created_on, event.timestamp, state)
        return duel

    def rebuild() -> Any:
        repository: Any = application.repository
        return repository.get(name, projector_func=project)

    return rebuild, lambda: rebuild().state


def equals(found: goofspiel.State, state: goofspiel.State) -> bool:
    """Whether the aggregate came to the state of the game."""
    return found == state
