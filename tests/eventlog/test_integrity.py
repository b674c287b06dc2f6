"""Canonical bytes, hashes of secret parts, what seats know, and what verification says of damage."""

from __future__ import annotations

import hashlib
import hmac
import json
import pickle
from datetime import UTC, datetime, timedelta, timezone
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest

from eventlog.errors import Damaged
from eventlog.integrity import (
    Damage,
    blinded,
    canonical,
    digest,
    move_bytes,
    move_digest,
    part_hash,
    salt,
    seen_by,
    values,
    verify,
    wrong_part,
)
from eventlog.record import Batch, Beginning, Chance, Event, Head, Move, Opening, Person, Secret
from tests.eventlog.small_game import DATA, KEY, NORTH_CARD, SOUTH_CARD, Making, draw, event, made, play, raw

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def a_batch(**fields: Any) -> Batch:
    return msgspec.structs.replace(Batch(game="g", ply=3, parent="p", id="b", time=NOON), **fields)


def test_the_bytes_of_a_batch_are_pinned():
    batch = a_batch(
        seat="north",
        action=raw({"type": "play", "card": "king"}),
        options=4,
        chance=(Chance(purpose="shot", result=(3,)),),
        events=(Event("hit", 2, raw({"on": "alpha"})),),
        secrets=(Secret("/action/card", ("north",), "n-1"),),
    )
    assert canonical(batch, KEY) == (
        b'{"game":"g","ply":3,"parent":"p","id":"b","time":"2026-03-01T12:00:00Z","seat":"north",'
        b'"action":{"type":"play","card":"?"},"options":4,"chance":[{"purpose":"shot","result":[3]}],'
        b'"events":[{"type":"hit","version":2,"payload":{"on":"alpha"}}],'
        b'"secrets":[{"at":"/action/card","to":["north"],"name":"n-1","hash":"44170a121e6cde2a91d130ac0a4bcae0"}]}'
    )


@pytest.mark.parametrize("size", [5, 6])
def test_a_secret_size_is_hidden_though_six_is_left_out_where_it_is_not(size: int):
    at = "/chance/0/faces"
    batch = a_batch(
        chance=(Chance(purpose="recruit", kind="draw", faces=size, result=(1,)),),
        secrets=(Secret(at, ("north",)),),
    )
    line = canonical(batch, KEY)
    assert b'{"purpose":"recruit","kind":"draw","faces":"?","result":[1]}' in line
    assert values(batch, [at]) == {at: size}
    known, hidden = blinded(batch, KEY, [at]), blinded(batch, KEY)
    assert (known.chance[0].faces, hidden.chance[0].faces) == (size, "?")
    assert canonical(known, None) == canonical(hidden, None) == line
    assert wrong_part(known, None) == ""


def test_a_secret_part_is_hashed_with_a_salt_from_the_key_the_batch_and_its_place():
    derived = hmac.new(KEY, b"salt\0b\0/action/card", hashlib.sha256).digest()[:16]
    assert salt(KEY, "b", "/action/card") == derived
    assert part_hash(derived, b'"king"') == hashlib.sha256(derived + b'"king"').hexdigest()[:32]


def test_equal_batches_have_equal_bytes_wherever_their_strings_and_times_came_from():
    def batch(action: Any, dice: Any, key: Any, seeded: Any, played: Any, time: datetime) -> Batch:
        begin = Beginning(
            program="w", ruleset="r", ruleset_version=1, scenario="s", seats={"north": Person()}, data="d",
            key=KEY.hex(), chance=seeded, origin=played,
        )  # fmt: skip
        return a_batch(kind=action, chance=(Chance(purpose="x", kind=dice, how=key, result=(1,)),),
                       begin=begin, time=time)  # fmt: skip

    plain = batch("action", "dice", "key", "seeded", "played", NOON)
    words: list[Any] = ["".join(list(word)) for word in ("action", "dice", "key", "seeded", "played")]
    assert words[0] is not plain.kind
    there = NOON.astimezone(timezone(timedelta(hours=9)))
    for other in (
        batch(words[0], words[1], words[2], words[3], words[4], there),
        batch(words[0], words[1], words[2], words[3], words[4], NOON.astimezone(ZoneInfo("UTC"))),
        pickle.loads(pickle.dumps(plain)),
        msgspec.json.decode(msgspec.json.encode(plain), type=Batch),
    ):
        assert canonical(other, None) == canonical(plain, None)
    assert b'"kind"' not in canonical(plain, None)


def test_a_time_without_a_zone_is_refused():
    with pytest.raises(ValueError, match="UTC"):
        canonical(a_batch(time=datetime(2026, 3, 1)), None)  # noqa: DTZ001


def test_the_order_of_people_and_options_does_not_matter_and_that_of_fields_in_a_payload_is_kept():
    first = made().batches
    begin = next(batch for batch in first.values() if batch.ply == 0)
    assert begin.begin is not None
    turned = msgspec.structs.replace(
        begin,
        begin=msgspec.structs.replace(begin.begin, seats=dict(reversed(begin.begin.seats.items()))),
    )
    assert canonical(turned, KEY) == canonical(begin, KEY)
    secret = a_batch(action=raw({"z": 1, "a": 2}), secrets=(Secret("/action/a"),))
    assert b'"action":{"z":1,"a":"?"}' in canonical(secret, KEY)


@pytest.mark.parametrize(
    "at", ["/action/none", "/events/7/payload", "action", "", "/chance/x", "/game/0", "/whole"]
)
def test_a_secret_that_points_to_nothing_is_damage(at: str):
    batch = a_batch(
        action=raw({"card": "king"}), chance=(Chance(purpose="x", result=(1,)),), secrets=(Secret(at),)
    )
    with pytest.raises(Damaged, match="ply 3 of game g"):
        canonical(batch, KEY)


def test_without_key_and_hash_there_is_no_canonical_form():
    batch = a_batch(action=raw({"card": "king"}), secrets=(Secret("/action/card"),))
    with pytest.raises(Damaged, match="no hash, and there is no key"):
        canonical(batch, None)


def test_pointers_escape_slashes_and_tildes():
    batch = a_batch(action=raw({"a/b": {"c~d": 5}}), secrets=(Secret("/action/a~1b/c~0d"),))
    assert b'{"a/b":{"c~d":"?"}}' in canonical(batch, KEY)


def test_every_secret_is_replaced_and_every_salt_left_out():
    for batch in made(seed="42").batches.values():
        text = canonical(batch, KEY)
        document = json.loads(text)
        assert all("salt" not in entry and len(entry["hash"]) == 32 for entry in document.get("secrets", ()))
        for card in (NORTH_CARD, SOUTH_CARD, KEY.hex()):
            assert card.encode() not in text


# What seats know ----------------------------------------------------------------------------------------------------


def known_to(making: Making, *seats: str) -> dict[int, set[str]]:
    """By ply, for a game of one line."""
    known = seen_by(making.batches.items(), seats)
    return {making.batches[named].ply: set(pointers) for named, pointers in known.items()}


DRAWN = {"/options", "/chance/0/result/0", "/events/0/payload/card"}


def test_a_seat_knows_what_was_given_to_it_and_what_was_opened_to_all():
    making = Making()
    draw(making, "north", "north-1", NORTH_CARD, 4)
    draw(making, "south", "south-1", SOUTH_CARD, 7)
    assert known_to(making, "north") == {1: DRAWN}
    play(making, "south", "south-1", SOUTH_CARD)
    assert known_to(making, "north") == {1: DRAWN, 2: DRAWN - {"/options"}}
    assert known_to(making) == {2: DRAWN - {"/options"}}
    assert known_to(making, "north", "south") == {1: DRAWN, 2: DRAWN}


def test_what_is_opened_to_one_seat_is_known_to_it_alone():
    making = Making()
    draw(making, "north", "north-1", NORTH_CARD, 4)
    play(making, "north", "north-1", NORTH_CARD, to=("west",))
    assert known_to(making, "west") == {1: DRAWN - {"/options"}}
    assert known_to(making, "south") == {}


def test_an_opening_holds_for_its_own_history_and_a_part_is_known_if_it_is_on_any_line():
    making = Making()
    fork = making.heads["main"]
    draw(making, "north", "north-1", NORTH_CARD, 4)
    making.move("branch", "other", fork, source="main")
    there = draw(making, "north", "north-1", "another-card", 5, line="other")
    play(making, "north", "north-1", NORTH_CARD, line="main")
    known = seen_by(making.batches.items(), ("south",))
    assert list(known.values()) == [DRAWN - {"/options"}]
    assert there not in known


def test_a_batch_may_hide_a_part_and_open_it_at_once():
    making = Making()
    making.act(
        seat="north", action=raw({"card": "king"}), secrets=(Secret("/action/card", ("north",), "n-1"),),
        opens=(Opening("n-1"),),
    )  # fmt: skip
    assert known_to(making, "south") == {1: {"/action/card"}}


def test_a_blinded_batch_has_the_same_digest_and_nothing_that_is_not_known():
    making = made()
    for seats in ((), ("north",), ("south",), ("north", "south")):
        known = seen_by(making.batches.items(), seats)
        for named, batch in making.batches.items():
            seen = blinded(batch, KEY, known.get(named, ()))
            assert digest(canonical(seen, None)) == named
            assert wrong_part(seen, None) == ""
            for secret, entry in zip(batch.secrets, seen.secrets, strict=True):
                value = values(seen, (secret.at,))[secret.at]
                if secret.at in known.get(named, ()):
                    assert value == values(batch, (secret.at,))[secret.at]
                    assert entry.salt
                else:
                    assert value == "?"
                    assert not entry.salt
            again = blinded(seen, None, known.get(named, ()))
            assert again == seen


def test_a_part_that_the_record_never_knew_is_known_to_be_unknown():
    batch = a_batch(action=raw({"card": "?"}), secrets=(Secret("/action/card", ("north",)),))
    seen = blinded(batch, KEY, ("/action/card",))
    assert seen.secrets[0].salt
    assert blinded(batch, KEY).secrets[0].salt == ""
    assert wrong_part(seen, None) == ""


def test_a_value_that_is_not_the_hashed_one_is_found():
    batch = a_batch(action=raw({"card": "king"}), secrets=(Secret("/action/card", ("north",)),))
    seen = blinded(batch, KEY, ("/action/card",))
    assert wrong_part(msgspec.structs.replace(seen, action=raw({"card": "ace"})), None) == "/action/card"
    kept = msgspec.structs.replace(batch, secrets=blinded(batch, KEY).secrets)
    assert wrong_part(kept, KEY) == ""
    assert wrong_part(msgspec.structs.replace(kept, action=raw({"card": "ace"})), KEY) == "/action/card"


# Verification -------------------------------------------------------------------------------------------------------


def damage(making: Making, **given: Any) -> Damage | None:
    return verify(
        making.game, making.batches.items(), making.journal, key=making.key, data=making.data, **given
    )


def test_a_whole_game_has_no_damage_and_neither_has_its_blinded_copy():
    making = made()
    assert damage(making, last_move=move_digest(making.journal[-1])) is None
    known = seen_by(making.batches.items(), ("north",))
    seen = {named: blinded(batch, KEY, known.get(named, ())) for named, batch in making.batches.items()}
    assert verify(making.game, seen.items(), making.journal, key=None, data=DATA) is None


@pytest.mark.parametrize(
    "change",
    [
        {"seat": "west"},
        {"time": NOON},
        {"events": (event("hit", count=9),)},
        {"action": raw({"type": "other"})},
        {"options": 2},
        {"board": "1:" + "0" * 64},
        {"chance": ()},
        {"id": "other"},
    ],
)
def test_an_edited_batch_is_named(change: dict[str, object]):
    making = made()
    named = next(digest for digest, batch in making.batches.items() if batch.ply == 4)
    making.batches[named] = msgspec.structs.replace(making.batches[named], secrets=(), **change)
    found = damage(making)
    assert found is not None
    assert (found.game, found.ply, found.what) == (making.game, 4, "edited")
    assert "ply 4" in found.sentence


def test_an_edited_secret_value_is_named():
    making = made()
    named = next(digest for digest, batch in making.batches.items() if batch.ply == 1)
    card = event("card-drawn", seat="north", slot="north-1", card="another")
    making.batches[named] = msgspec.structs.replace(making.batches[named], events=(card,))
    found = damage(making)
    assert found is not None
    assert (found.ply, found.what) == (1, "edited")


def test_a_missing_batch_is_named_by_its_ply():
    making = made()
    named = next(digest for digest, batch in making.batches.items() if batch.ply == 2)
    del making.batches[named]
    found = damage(making)
    assert found is not None
    assert (found.ply, found.what) == (2, "missing")


def test_a_batch_at_another_ply_is_reordered():
    making = made()
    third = next(digest for digest, batch in making.batches.items() if batch.ply == 3)
    making.batches[third] = msgspec.structs.replace(making.batches[third], ply=9)
    found = damage(making)
    assert found is not None
    assert (found.ply, found.what) == (9, "reordered")
    assert "belongs at ply 3" in found.sentence


def test_a_line_without_its_end_is_cut_short():
    making = made()
    head = making.heads["main"]
    del making.batches[head]
    found = damage(making)
    assert found is not None
    assert (found.ply, found.what) == (5, "cut short")
    assert "line main" in found.sentence


def test_what_was_sealed_elsewhere_must_still_be_reached():
    making = made()
    sealed = {"main": Head("f" * 64, 8)}
    found = damage(making, heads=sealed)
    assert found is not None
    assert (found.ply, found.what) == (8, "cut short")


def test_a_journal_without_its_end_is_cut_short():
    making = made()
    del making.journal[5:]
    found = damage(making)
    assert found is not None
    assert (found.ply, found.what) == (3, "cut short")
    assert "journal" in found.sentence


@pytest.mark.parametrize(
    ("change", "what", "word"),
    [
        (lambda journal: journal.pop(3), "missing", "move 4"),
        (lambda journal: journal.insert(2, journal.pop(3)), "missing", "move 3"),
        (lambda journal: journal.insert(3, journal[2]), "reordered", "move 3"),
        (
            lambda journal: journal.__setitem__(4, msgspec.structs.replace(journal[4], who="Bo")),
            "edited",
            "move 5",
        ),
        (
            lambda journal: journal.__setitem__(-1, msgspec.structs.replace(journal[-1], who="Bo")),
            "edited",
            "move 12",
        ),
    ],
)
def test_a_damaged_journal_is_named(change, what: str, word: str):
    making = made()
    last = move_digest(making.journal[-1])
    change(making.journal)
    found = damage(making, last_move=last)
    assert found is not None
    assert found.what == what
    assert word in found.sentence


def test_changed_data_are_named():
    making = made()
    making.data = DATA + b" "
    found = damage(making)
    assert found is not None
    assert (found.ply, found.what) == (0, "edited")
    assert "data" in found.sentence


def test_a_game_without_batches_is_damage():
    making = made()
    making.batches.clear()
    found = damage(making)
    assert found is not None
    assert found.what == "missing"


def test_moves_are_chained_by_their_bytes():
    move = Move(
        game="g", n=1, kind="new", line="main", head="h", ply=0, time=NOON.astimezone(ZoneInfo("Asia/Tokyo"))
    )
    assert move_bytes(move) == (
        b'{"game":"g","n":1,"kind":"new","line":"main","head":"h","ply":0,"time":"2026-03-01T12:00:00Z"}'
    )
    assert move_digest(move) == hashlib.sha256(move_bytes(move)).hexdigest()
