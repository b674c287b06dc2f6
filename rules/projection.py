"""States as folds of events, and the one canonical form in which a state is written, compared and digested.

A projection is a pure fold. The canonical form is deterministic JSON: fields in the order of the struct, the keys of a
map and the items of a set sorted, so that two equal states give the same bytes in every process.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from typing import Any, TypeVar, get_args

import immutables
import msgspec

from rules.chance import Chance
from rules.ruleset import Event, Ruleset

G = TypeVar("G")
S = TypeVar("S")


def fold(ruleset: Ruleset[Any, G, S], game: G, state: S, events: Iterable[Event]) -> S:
    """The state after these events."""
    evolve = ruleset.evolve
    for event in events:
        state = evolve(game, state, event)
    return state


def unfold(
    evolve: Callable[[G, S, Event], S],
    follows: Callable[[G, S, Chance], Event | None],
    game: G,
    state: S,
    event: Event | None,
    chance: Chance,
) -> tuple[Event, ...]:
    """What a decision brings about: its own event (none at the beginning), then whatever `follows` from each state
    that is reached, until nothing does: somebody has a choice, or the game is over."""
    events: list[Event] = []
    happens = event or follows(game, state, chance)
    while happens is not None:
        events.append(happens)
        state = evolve(game, state, happens)
        happens = follows(game, state, chance)
    return tuple(events)


def encode_state(state: Any) -> bytes:
    """The canonical bytes of a state: deterministic JSON.

    A `Map` whose keys are texts is an object, any other an array of pairs, in the order of the keys. Raises TypeError
    for a value that has no one form (a set of structs, a type that JSON does not know).
    """
    return _encoder.encode(state)


def decode_state(kind: type[S], document: bytes) -> S:
    """The state of this type from its canonical bytes, equal to the one that was encoded, type for type.

    Raises `msgspec.ValidationError` where the document does not fit the type.
    """
    return msgspec.json.decode(document, type=kind, dec_hook=_decode_map)


def convert_state(kind: type[S], document: Any) -> S:
    """As `decode_state`, from the decoded JSON: what upcasters of a state give back."""
    return msgspec.convert(document, kind, dec_hook=_decode_map)


def state_digest(shape: int, state: Any) -> str:
    """`SHAPE:HEX`, the SHA-256 of the canonical bytes (64 hex digits) with the shape version of the state's type."""
    return f"{shape}:{hashlib.sha256(encode_state(state)).hexdigest()}"


def _encode_map(value: Any) -> Any:
    if not isinstance(value, immutables.Map):
        raise TypeError(f"a state cannot hold a {type(value).__name__}: it has no canonical form")
    if all(type(key) is str for key in value):
        return dict(value)
    return [[key, value[key]] for key in sorted(value)]


def _decode_map(kind: Any, value: Any) -> Any:
    origin = getattr(kind, "__origin__", kind)
    if origin is not immutables.Map:
        raise TypeError(f"a state cannot hold a {kind}")
    arguments = get_args(kind) or (Any, Any)
    pairs = value if isinstance(value, list) else list(value.items())
    return immutables.Map(msgspec.convert(pairs, list[_pair(arguments)], dec_hook=_decode_map))  # type: ignore[misc]


def _pair(arguments: tuple[Any, ...]) -> Any:
    return tuple[arguments]  # type: ignore[valid-type]


_encoder = msgspec.json.Encoder(enc_hook=_encode_map, order="deterministic")
