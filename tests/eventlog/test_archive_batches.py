"""Whatever a batch holds comes back from the archive equal, and with the same canonical bytes."""

from __future__ import annotations

import json
import tempfile
import uuid
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eventlog.archive import NEW, Archive, RecordedGame
from eventlog.errors import Unfit
from eventlog.integrity import blinded, canonical, digest
from eventlog.record import Batch, Chance, Event, Head, Opening, Secret
from tests.eventlog.chains import DATA, KEY, after, beginning, chain, head_of, named

words = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**40), 10**40)
    | st.floats(allow_nan=False, allow_infinity=False)
    | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=6,
)


@st.composite
def documents(draw: Any) -> msgspec.Raw:
    """A JSON object as some program might have written it: escaped or not, keys in any order."""
    fields = draw(st.dictionaries(words, values, max_size=4))
    text = json.dumps(fields, ensure_ascii=draw(st.booleans()), separators=(",", ":"))
    return msgspec.Raw(text.encode())


chances = st.builds(
    Chance,
    purpose=words,
    kind=st.sampled_from(["dice", "draw"]),
    faces=st.integers(1, 2**40),
    result=st.lists(st.integers(0, 99) | st.just("?"), max_size=3).map(tuple),
    seat=words,
    ordinal=st.integers(0, 2**40),
    how=st.sampled_from(["key", "typed", "scripted", "trial"]),
    replaces=st.none() | st.integers(0, 9),
)
events = st.builds(
    Event, st.from_regex(r"\A[a-z][a-z-]{0,9}\Z"), st.sampled_from([1, 2, 70_000]), documents()
)
openings = st.builds(Opening, words, st.none() | st.lists(words, max_size=2).map(tuple))


@st.composite
def following(draw: Any, parent: Batch) -> Batch:
    """Any batch that may follow."""
    batch = Batch(
        game=parent.game,
        ply=parent.ply + 1,
        parent=named(parent),
        kind=draw(st.sampled_from(["action", "resign", "ruling", "as-played"])),
        entry=draw(st.integers(0, 2**31 - 1)),
        id=str(draw(st.uuids())),
        time=draw(
            st.datetimes(timezones=st.just(UTC))
            | st.datetimes(timezones=st.just(timezone(timedelta(hours=2)))).filter(lambda time: time.year > 1)
        ),
        seat=draw(words),
        action=draw(documents() | st.just(msgspec.Raw(b""))),
        options=draw(st.none() | st.just("?") | st.integers(0, 2**31 - 1)),
        chance=tuple(draw(st.lists(chances, max_size=2))),
        events=tuple(draw(st.lists(events, max_size=3))),
        opens=tuple(draw(st.lists(openings, max_size=2))),
        board=draw(words),
        whole=draw(words),
        reason=draw(words),
        carried=draw(st.just("") | st.just("ab" * 32)),
    )
    places = ["/options"] if batch.options is not None else []
    places += ["/whole"] if batch.whole else []
    places += [f"/chance/{n}/result/0" for n, each in enumerate(batch.chance) if each.result]
    for number, event in enumerate(batch.events):
        for field in json.loads(bytes(event.payload)):
            places.append(f"/events/{number}/payload/{field.replace('~', '~0').replace('/', '~1')}")
    chosen = draw(st.lists(st.sampled_from(places), unique=True)) if places else []
    secrets = tuple(
        Secret(
            at, tuple(draw(st.lists(words, max_size=2))), draw(words), draw(st.sampled_from(["", "0f" * 16]))
        )
        for at in chosen
    )
    return msgspec.structs.replace(batch, secrets=secrets)


@st.composite
def games(draw: Any) -> list[Batch]:
    batches = [beginning(title=draw(words), tags=draw(st.dictionaries(words, words, max_size=2)))]
    for _ in range(draw(st.integers(1, 4))):
        batches.append(draw(following(batches[-1])))
    return batches


def lines(batches: list[Batch], key: bytes | None = KEY) -> list[bytes]:
    return [canonical(batch, key) for batch in batches]


@given(games(), st.booleans())
@settings(max_examples=35, deadline=None)
def test_a_game_comes_back_equal_and_byte_for_byte(batches: list[Batch], in_bulk: bool):
    with tempfile.TemporaryDirectory() as folder:
        archive = Archive(Path(folder, "archive.duckdb"))
        game = batches[0].game
        if in_bulk:
            archive.record([RecordedGame(batches, DATA)])
        else:
            archive.begin(batches[0], data=DATA)
            archive.append(game, "main", batches[1:], expected=head_of(batches[0]))
        assert archive.line_batches(game, "main") == batches
        assert lines(archive.line_batches(game, "main")) == lines(batches)
        assert [each.batch for each in archive.tree_stored(game)] == batches
        assert [each.digest for each in archive.tree_stored(game)] == [named(batch) for batch in batches]
        last = archive.batch(game, named(batches[-1]))
        assert last == batches[-1]
        rows = archive.line_event_rows(game, "main")
        assert [(ply, kind, version, payload.encode()) for ply, kind, version, payload in rows] == [
            (batch.ply, event.type, event.version, bytes(event.payload))
            for batch in batches
            for event in batch.events
        ]
        assert archive.line_chance(game, "main") == [
            (batch.ply, list(batch.chance)) for batch in batches if batch.chance
        ]
        history = archive.history(game, "main")
        assert history.digests == [named(batch) for batch in batches]
        assert history.entries == [batch.entry for batch in batches]
        assert history.counts == [len(batch.events) for batch in batches]
        assert history.purposes == [
            (batch.ply, tuple(each.purpose for each in batch.chance)) for batch in batches if batch.chance
        ]
        assert history.types == {(event.type, event.version) for batch in batches for event in batch.events}
        assert json.loads(history.events) == [
            {"type": event.type, **json.loads(bytes(event.payload))}
            for batch in batches
            for event in batch.events
        ]


@given(games())
@settings(max_examples=20, deadline=None)
def test_what_a_seat_has_seen_comes_back_too(batches: list[Batch]):
    seen = [blinded(batch, KEY) for batch in batches]
    with tempfile.TemporaryDirectory() as folder:
        archive = Archive(Path(folder, "archive.duckdb"))
        (row,) = archive.record([RecordedGame(seen, DATA, seen_by=("red",))])
        assert row.seen_by == ("red",)
        assert row.key is None
        assert archive.key(row.id) is None
        assert archive.line_batches(row.id, "main") == seen
        assert lines(archive.line_batches(row.id, "main"), None) == lines(batches)


def test_strings_that_were_read_from_elsewhere_give_the_same_digest(tmp_path: Path):
    """A default is left out of the bytes wherever its value came from."""
    first = beginning()
    kind: Any = "".join(["act", "ion"])
    dice: Any = "".join("dice")
    built = msgspec.structs.replace(
        after(first), kind=kind, chance=(Chance(purpose="p", kind=dice, result=(1,)),)
    )
    archive = Archive(tmp_path / "a.duckdb")
    archive.begin(first, data=DATA)
    move = archive.append(first.game, "main", [built], expected=head_of(first))
    assert digest(canonical(archive.line_batches(first.game, "main")[1], KEY)) == move.head


def test_parts_of_a_history_are_those_of_the_whole(tmp_path: Path):
    archive = Archive(tmp_path / "a.duckdb")
    batches = chain(beginning(), 30)
    archive.record([RecordedGame(batches[:11], DATA)])
    game = batches[0].game
    # the rest parts at ply 10 and at ply 20, so that the history is made of several runs
    for low, high, line in ((11, 21, "second"), (21, 31, "third")):
        tail = chain(after(batches[low - 2], f"not-{line}"), 2)
        archive.append(game, f"not-{line}", tail, expected=NEW)
        archive.append(game, line, batches[low:high], expected=NEW)
    whole = archive.line_batches(game, "third")
    assert whole == batches
    for first, last in (
        (0, None),
        (5, 9),
        (9, 12),
        (10, 10),
        (11, 11),
        (15, 25),
        (21, None),
        (29, 99),
        (40, None),
    ):
        wanted = batches[first : None if last is None else last + 1]
        assert archive.line_batches(game, "third", first, last) == wanted
        history = archive.history(game, "third", first, last)
        assert history.digests == [named(batch) for batch in wanted]
        assert history.counts == [len(batch.events) for batch in wanted]
        assert [
            ply for ply, *_ in archive.line_event_rows(game, "third", first, last)
        ] == archive.line_events(game, "third", first, last).plies
        assert [each.ply for each in archive.line_outline(game, "third", first, last)] == [
            b.ply for b in wanted
        ]
    assert archive.line_batches(game, head_of(batches[14])) == batches[:15]
    assert archive.batch(game, named(batches[11])) == batches[11]
    assert archive.batch(game, "00" * 32) is None


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"id": "b-1"}, "UUIDs"),
        ({"id": str(uuid.UUID(int=5)).upper().replace("0", "A")}, "UUIDs"),
        ({"time": datetime(2026, 1, 1)}, "no time zone"),  # noqa: DTZ001 - that is the point
        ({"parent": "abc"}, "64 hex digits"),
        ({"parent": ""}, "no parent"),
        ({"carried": "abc"}, "64 hex digits"),
        ({"options": -1}, "options"),
        ({"options": "many"}, "options"),
        ({"entry": -1}, "count from 0"),
        ({"begin": beginning().begin}, "ply 0 and no other"),
        ({"events": (Event("Ein Zug", 1, msgspec.Raw(b"{}")),)}, "event type"),
        ({"events": (Event("moved", 0, msgspec.Raw(b"{}")),)}, "event type"),
        ({"events": (Event("moved", 1, msgspec.Raw(b"[1]")),)}, "JSON object"),
        ({"events": (Event("moved", 1, msgspec.Raw(b'{ "a":1}')),)}, "JSON object"),
        ({"events": (Event("moved", 1, msgspec.Raw(b'{"a":')),)}, "cannot be stored"),
        ({"action": msgspec.Raw(b"{noise")}, "cannot be stored"),
        ({"seat": "\udc80"}, "no Unicode"),
    ],
)
def test_what_cannot_be_stored_is_refused_with_a_sentence(tmp_path: Path, change: dict[str, Any], what: str):
    archive = Archive(tmp_path / "a.duckdb")
    first = beginning()
    archive.begin(first, data=DATA)
    before = archive.path.read_bytes()
    with pytest.raises(Unfit, match=what):
        archive.append(
            first.game,
            "main",
            [msgspec.structs.replace(after(first), **change)],
            expected=Head(named(first), 0),
        )
    assert archive.path.read_bytes() == before
