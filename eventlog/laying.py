"""A whole game laid on runs.

Most games are one line, and nothing in their batches needs a closer look: that is judged for all batches at once, field
by field, in a fraction of the time that looking at one after the other takes. What is judged is the same; of any other
game `growing` looks at each batch, and says what is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, count, repeat
from operator import attrgetter, itemgetter
from typing import Any, Final

import msgspec

from eventlog.errors import Unfit
from eventlog.growing import grow
from eventlog.journal import Place
from eventlog.record import Batch
from eventlog.rows import ID, LARGEST, digest_of, well_named

_ID: Final = "00000000-0000-0000-0000-000000000000"
_DIGEST: Final = "0" * 64
_type, _version, _payload = attrgetter("type"), attrgetter("version"), attrgetter("payload")
_first_two: Final = itemgetter(slice(2))
_ANY_DIGIT: Final = bytes.maketrans(b"123456789abcdef", b"0" * 15)


class Fields(msgspec.Struct, frozen=True):
    """The fields of batches, each as the sequence of its values; and of all their events, one after another, the types,
    the versions, and the payloads as text."""

    of: Mapping[str, tuple[Any, ...]]
    types: Sequence[str]
    versions: Sequence[int]
    payloads: Sequence[str]


class Laid(msgspec.Struct, frozen=True):
    """A game on runs: each run as (parent, fork), the batches, of each its run and its digest, their places by digest,
    and their fields."""

    runs: Sequence[tuple[int | None, int | None]]
    batches: Sequence[Batch]
    lie_on: Sequence[int]
    digests: Sequence[str]
    places: Mapping[str, Place]
    fields: Fields


def lay(game: str, key: bytes | None, batches: Sequence[Batch], digests: Sequence[str]) -> Laid:
    """Lay a whole game, parents first, on runs. `digests` are those of the batches; without them they are reckoned with
    the game's key. Raises Unfit."""
    if not all_shaped(digests, _DIGEST):
        raise Unfit(f"The batches of game {game} come with digests that are not of 64 hex digits.")
    fields = fields_of(batches)
    if _are_ordinary(game, fields):
        known = digests or [digest_of(batch, key) for batch in batches]
        places = dict(zip(known, zip(repeat(0), count(), strict=False), strict=False))
        follow = fields.of["parent"] == ("", *known[:-1])
        if follow and len(places) == len(known) == len(batches):
            return Laid([(None, None)], batches, [0] * len(batches), known, places, fields)
    grown = grow(game, key, batches, {}, [], digests=digests)
    laid = [batch for _, batch, _ in grown.placed]
    return Laid(
        grown.runs,
        laid,
        [run for run, _, _ in grown.placed],
        [named for _, _, named in grown.placed],
        grown.places,
        fields_of(laid),
    )


def fields_of(batches: Sequence[Batch]) -> Fields:
    """The fields of batches. Raises Unfit for events that are no text."""
    values = zip(*map(msgspec.structs.astuple, batches), strict=True)
    of = dict(zip(Batch.__struct_fields__, values, strict=True))
    events = list(chain.from_iterable(of["events"]))
    types, versions = [*map(_type, events)], [*map(_version, events)]
    try:
        return Fields(of, types, versions, [*map(str, map(_payload, events), repeat("utf-8"))])
    except UnicodeDecodeError:
        raise Unfit(f"Game {batches[0].game} has an event whose payload is no text in UTF-8.") from None


def all_shaped(words: Sequence[str], shape: str) -> bool:
    """Whether all words look like `shape`, in which 0 stands for any hex digit in small letters."""
    text = "\n".join(words).encode(errors="replace").translate(_ANY_DIGIT)
    return text == "\n".join([shape] * len(words)).encode()


def _are_ordinary(game: str, fields: Fields) -> bool:
    """Whether batches are one line but for their parents, and each would pass `rows.fit`. False tells nothing yet."""
    of = fields.of
    return (
        of["game"].count(game) == len(of["game"])
        and ID.fullmatch(game) is not None
        and of["ply"] == tuple(range(len(of["ply"])))
        and of["begin"][0] is not None
        and of["begin"][1:].count(None) == len(of["begin"]) - 1
        and all_shaped(of["id"], _ID)
        and None not in {time.tzinfo for time in of["time"]}
        and _are_counts(of["entry"])
        and _are_counts([options for options in of["options"] if options is not None])
        and not any(of["carried"])
        and all(well_named(*each) for each in set(zip(fields.types, fields.versions, strict=True)))
        and _are_objects(fields.payloads)
    )


def _are_objects(payloads: Sequence[str]) -> bool:
    beginnings = {*map(_first_two, payloads)}
    if "{}" in beginnings:
        beginnings.update([payload for payload in payloads if payload[:2] == "{}"])
    return beginnings <= {'{"', "{}"}


def _are_counts(values: Sequence[Any]) -> bool:
    return {*map(type, values)} <= {int} and min(values, default=0) >= 0 and max(values, default=0) <= LARGEST
