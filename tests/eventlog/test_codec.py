"""Events to stored rows and back; chains of upcasters; unknown values; clear refusals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import immutables
import msgspec
import pytest

from eventlog import record
from eventlog.codec import ChainError, Chains, Codec, Row
from eventlog.errors import Damaged, UnknownType


class Moved(msgspec.Struct, frozen=True, tag_field="type", tag="moved"):
    unit: str
    to: str
    cost: float = 1.0
    version: ClassVar[int] = 1


class Ended(msgspec.Struct, frozen=True, tag_field="type", tag="ended"):
    version: ClassVar[int] = 1


class Drawn(msgspec.Struct, frozen=True, tag_field="type", tag="card-drawn"):
    seat: str
    card: str
    value: int = 0
    chits: tuple[int, ...] = ()
    version: ClassVar[int] = 3


class Counted(msgspec.Struct, frozen=True, tag_field="type", tag="counted"):
    by_hex: immutables.Map[str, int]
    version: ClassVar[int] = 1


def named(document: dict[str, Any]) -> dict[str, Any]:
    return {"seat": document["who"], "card": document["card"]}


def valued(document: dict[str, Any]) -> dict[str, Any]:
    return {**document, "value": 7}


CURRENT = {"event:moved": 1, "event:ended": 1, "event:card-drawn": 3, "event:counted": 1, "data": 1}
UPCASTS: list[tuple[str, int, Callable[[dict[str, Any]], dict[str, Any]]]] = [
    ("event:card-drawn", 1, named),
    ("event:card-drawn", 2, valued),
]


def enc_hook(value: Any) -> Any:
    if isinstance(value, immutables.Map):
        return dict(value)
    raise NotImplementedError


def dec_hook(kind: type, value: Any) -> Any:
    return immutables.Map(value)


def codec() -> Codec:
    return Codec(
        (Moved, Ended, Drawn, Counted),
        Chains(UPCASTS, CURRENT),
        enc_hook,
        dec_hook,
        unknown={"card-drawn": {"card": "?", "value": -1, "chits": -2}},
    )


def payload(event: record.Event) -> bytes:
    return bytes(event.payload)


EVENTS = [
    Moved("orc-3", "1712", 2.5),
    Ended(),
    Drawn("north", "king", 4, (1, 2)),
    Counted(immutables.Map({"b": 2, "a": 1})),
]


def test_what_is_stored_of_an_event():
    stored = [codec().encode(event) for event in EVENTS]
    assert [(event.type, event.version, payload(event)) for event in stored] == [
        ("moved", 1, b'{"unit":"orc-3","to":"1712","cost":2.5}'),
        ("ended", 1, b"{}"),
        ("card-drawn", 3, b'{"seat":"north","card":"king","value":4,"chits":[1,2]}'),
        ("counted", 1, b'{"by_hex":{"a":1,"b":2}}'),
    ]


def test_every_way_of_reading_gives_the_events_back():
    made = codec()
    stored = [made.encode(event) for event in EVENTS]
    rows = [(event.type, event.version, payload(event).decode()) for event in stored]
    assert [made.decode(event) for event in stored] == EVENTS
    assert made.decode_many(rows) == EVENTS
    assert made.decode_many([(name, version, text.encode()) for name, version, text in rows]) == EVENTS
    tagged = ",".join(msgspec.json.encode(event, enc_hook=enc_hook).decode() for event in EVENTS)
    assert made.decode_many(tagged) == EVENTS
    assert made.decode_many(f"[{tagged}]".encode()) == EVENTS
    assert made.decode_many("") == []
    assert made.decode_many([]) == []


def test_an_older_shape_is_changed_step_by_step():
    made = codec()
    first = record.Event("card-drawn", 1, msgspec.Raw(b'{"who":"north","card":"king"}'))
    second = ("card-drawn", 2, '{"seat":"south","card":"ace"}')
    assert made.decode(first) == Drawn("north", "king", 7)
    rows: list[Row] = [("card-drawn", 1, payload(first)), second, ("ended", 1, "{}")]
    assert made.decode_many(rows) == [Drawn("north", "king", 7), Drawn("south", "ace", 7), Ended()]


def test_an_unknown_value_stands_where_the_type_lets_it_and_is_replaced_where_it_does_not():
    made = codec()
    text = '{"seat":"north","card":"?","value":"?","chits":["?",5,"?"]}'
    expected = Drawn("north", "?", -1, (-2, 5, -2))
    assert made.decode(record.Event("card-drawn", 3, msgspec.Raw(text.encode()))) == expected
    assert made.decode_many([("ended", 1, "{}"), ("card-drawn", 3, text)]) == [Ended(), expected]
    assert made.decode_many(f'{{"type":"ended"}},{{"type":"card-drawn",{text[1:]}') == [Ended(), expected]
    assert made.decode_many([("card-drawn", 3, text.encode())]) == [expected]


@pytest.mark.parametrize(
    ("row", "words", "newer"),
    [
        (("vanished", 1, "{}"), '"vanished" is not known', True),
        (("moved", 2, "{}"), "event:moved is of version 2", True),
        (("moved", 0, "{}"), "versions count from 1", False),
    ],
)
def test_an_unknown_type_or_version_is_one_clear_error(row: tuple[str, int, str], words: str, newer: bool):
    made = codec()
    for ask in (
        lambda: made.decode(record.Event(row[0], row[1], msgspec.Raw(row[2].encode()))),
        lambda: made.decode_many([("ended", 1, "{}"), row]),
    ):
        with pytest.raises(UnknownType, match=words) as caught:
            ask()
        assert caught.value.newer is newer


def test_an_unknown_type_in_text_is_named():
    with pytest.raises(UnknownType, match="vanished"):
        codec().decode_many('{"type":"ended"},{"type":"vanished"}')


@pytest.mark.parametrize("text", ['{"unit":"orc-3"}', '{"unit":1,"to":"x"}', "{", "[]", "[" * 100_000, "7"])
def test_fields_that_do_not_fit_are_damage(text: str):
    made = codec()
    with pytest.raises(Damaged, match="moved"):
        made.decode_row("moved", 1, text)
    with pytest.raises(Damaged, match="moved"):
        made.decode_many([("moved", 1, text)])


def test_text_that_is_no_json_is_damage():
    with pytest.raises(Damaged):
        codec().decode_many('{"type":"ended"')


def test_an_event_of_another_ruleset_is_refused():
    class Stranger(msgspec.Struct, tag_field="type", tag="stranger"):
        version: ClassVar[int] = 1

    with pytest.raises(UnknownType, match="Stranger"):
        codec().encode(Stranger())


def test_two_types_of_one_name_are_refused():
    with pytest.raises(ValueError, match="moved"):
        Codec((Moved, Moved), Chains(UPCASTS, CURRENT))


def test_a_type_whose_version_is_not_the_chained_one_is_refused():
    with pytest.raises(ChainError, match="event:moved"):
        Codec((Moved,), Chains([("event:moved", 1, valued)], {"event:moved": 2}))


@pytest.mark.parametrize(
    ("upcasts", "words"),
    [
        ([("data", 1, valued)], "no upcaster of data from version 2"),
        ([("data", 2, valued)], "no upcaster of data from version 1"),
        ([], "no upcaster of data from version 1"),
        (
            [("data", 1, valued), ("data", 2, valued), ("data", 2, named)],
            "two upcasters of data from version 2",
        ),
        ([("data", 1, valued), ("data", 2, valued), ("data", 3, valued)], "from version 3 leads nowhere"),
        ([("data", 0, valued), ("data", 1, valued), ("data", 2, valued)], "from version 0 leads nowhere"),
        ([("data", 1, valued), ("data", 2, valued), ("event:gone", 1, valued)], "event:gone"),
    ],
)
def test_a_chain_with_a_gap_or_a_double_is_refused_at_once(upcasts: Any, words: str):
    with pytest.raises(ChainError, match=words):
        Chains(upcasts, {"data": 3})


def test_a_chain_changes_a_document_up_to_today():
    chains = Chains([("data", 1, named), ("data", 2, valued)], {"data": 3, "state": 1})
    assert chains.apply("data", 1, {"who": "n", "card": "k"}) == {"seat": "n", "card": "k", "value": 7}
    assert chains.apply("data", 2, {"x": 1}) == {"x": 1, "value": 7}
    assert chains.apply("data", 3, {"x": 1}) == {"x": 1}
    with pytest.raises(UnknownType, match="a newer one"):
        chains.apply("data", 4, {})
    with pytest.raises(UnknownType, match="scenario"):
        chains.apply("scenario", 1, {})
