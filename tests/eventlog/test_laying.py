"""A whole game laid on runs: judged at once or batch by batch, it comes to the same."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta, timezone
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from eventlog import laying
from eventlog.errors import Unfit
from eventlog.growing import grow
from eventlog.laying import lay
from eventlog.record import Batch, Chance, Event
from tests.eventlog.chains import KEY, START, beginning, chain, named
from tests.eventlog.small_game import made_richer


def laid(batches: list[Batch], digests: list[str] | None = None) -> list[Any]:
    """What comes of laying a game: its runs, what lies on them, and the places."""
    found = lay(batches[0].game, KEY, batches, digests or [])
    placed = list(zip(found.lie_on, [named(each) for each in found.batches], found.digests, strict=True))
    return [list(found.runs), placed, dict(found.places)]


def one_by_one(batches: list[Batch], digests: list[str] | None = None) -> list[Any]:
    found = grow(batches[0].game, KEY, batches, {}, [], digests=digests or [])
    placed = [(run, named(batch), digest) for run, batch, digest in found.placed]
    return [list(found.runs), placed, found.places]


def test_a_game_of_one_line_is_judged_at_once(monkeypatch: pytest.MonkeyPatch):
    batches = chain(beginning(), 12)
    expected = one_by_one(batches)
    monkeypatch.setattr(laying, "grow", None)
    assert laid(batches) == laid(batches, [named(each) for each in batches]) == expected


def changed(at: int, **fields: Any) -> list[Batch]:
    """A game of five batches whose batch `at` is another, and what follows it follows that."""
    batches = chain(beginning(), 4)
    batches[at] = replace(batches[at], **fields)
    for ply in range(at + 1, 5):
        batches[ply] = replace(batches[ply], parent=named(batches[ply - 1]))
    return batches


def event(**fields: Any) -> tuple[Event, ...]:
    return (replace(Event("counter-moved", 1, msgspec.Raw(b'{"to":1}')), **fields),)


# Equal to a default, and not the very object.
DICE: Any = "".join(["di", "ce"])
KEYED: Any = "".join(["k", "ey"])

ODD: list[list[Batch]] = [
    changed(2, id="00000000-0000-0000-0000-00000000000G"),
    changed(2, id="00000000-0000-0000-0000-0000000000AA"),
    changed(2, id="00000000-0000-0000-0000-00000000000"),
    changed(2, id="00000000-0000-0000-0000-000000000000\n00000000-0000-0000-0000-000000000000"),
    changed(2, id="ü0000000-0000-0000-0000-000000000000"),
    changed(2, game="00000000-0000-0000-0000-0000000000ff"),
    changed(2, ply=3),
    changed(2, parent="ab" * 32),
    changed(2, parent="no digest"),
    changed(2, parent=""),
    changed(2, begin=beginning().begin),
    changed(0, begin=None, secrets=()),
    changed(2, entry=-1),
    changed(2, entry=2**31),
    changed(2, options=-2),
    changed(2, options=2**31),
    changed(2, options="many"),
    changed(2, carried="no digest"),
    changed(2, events=event(type="two words")),
    changed(2, events=event(version=0)),
    changed(2, events=event(payload=msgspec.Raw(b"[1]"))),
    changed(2, events=event(payload=msgspec.Raw(b'{ "to":1}'))),
    changed(2, events=event(payload=msgspec.Raw(b'"{}"'))),
    changed(2, events=event(payload=msgspec.Raw(b"{} "))),
    changed(2, events=(*event(), *event(payload=msgspec.Raw(b"{}")), *event(payload=msgspec.Raw(b"{}{}")))),
    changed(2, events=event(payload=msgspec.Raw(b""))),
    [*chain(beginning(), 3), beginning(2)],
    [*chain(beginning(), 3), chain(beginning(), 2)[2]],
    [*chain(beginning(), 3), *chain(beginning(), 3, "other")[1:]],
    [*reversed(chain(beginning(), 3))],
    changed(2, options="?"),
    changed(2, options=None),
    changed(2, carried="ab" * 32),
    changed(2, time=START.astimezone(timezone(timedelta(hours=5)))),
    changed(2, action=msgspec.Raw(b"")),
    changed(2, chance=(Chance(purpose="shot", kind=DICE, result=(1,), how=KEYED),)),
    changed(2, events=event(payload=msgspec.Raw(b"{}"))),
    changed(2, events=()),
    [batch for _, batch in made_richer().warlog().batches],
]


@pytest.mark.parametrize("batches", ODD, ids=range(len(ODD)))
@pytest.mark.parametrize("known", [False, True])
def test_what_is_out_of_the_ordinary_is_judged_as_batch_by_batch(batches: list[Batch], known: bool):
    digests = [f"{number:064x}" for number in range(len(batches))] if known else []
    if known and all(batch.parent for batch in batches[1:]):
        digests = [named(each) for each in batches]
    assert outcome(laid, batches, digests) == outcome(one_by_one, batches, digests)


def outcome(way: Callable[..., list[Any]], *given: Any) -> list[Any] | str:
    """What comes of it, or why it is refused."""
    try:
        return way(*given)
    except Unfit as error:
        return str(error)


def test_a_time_without_a_zone_is_refused():
    batches = chain(beginning(), 3)
    digests = [named(each) for each in batches]
    batches[2] = replace(batches[2], time=batches[2].time.replace(tzinfo=None))
    with pytest.raises(Unfit, match="time zone"):
        lay(batches[0].game, KEY, batches, digests)


def test_digests_that_are_none_are_refused():
    batches = chain(beginning(), 2)
    digests = [named(each) for each in batches]
    for wrong in ("ab" * 31, "AB" * 32, "no digest"):
        with pytest.raises(Unfit, match="64 hex digits"):
            lay(batches[0].game, KEY, batches, [*digests[:-1], wrong])
