"""A seat's file of a game holds what the seat knows and nothing from which the rest could be computed."""

from __future__ import annotations

import random
import re
import tempfile
from pathlib import Path

import goofspiel
import msgspec
import pytest
from goofspiel import ruleset
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from eventlog.archive import Archive
from eventlog.digests import part_hash, salt, value_json
from eventlog.interchange import export, import_, read
from replays.check_games import play_game
from replays.session import Session
from replays.simulate import simulate
from replays.verification import verify_game
from rules.chance import Request, keyed
from rules.errors import OptionError
from rules.parts.decks import CardDrawn
from rules.projection import encode_state
from rules.secrecy import redact
from tests.replays.played import OTHER, act, begun, every_position, from_zero, play_on, same, typed, wander

CARDS = {
    "north": [f"spades-{rank}" for rank in range(1, 10)],
    "south": [f"hearts-{rank}" for rank in range(1, 10)],
}
QUICK = settings(
    max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


@pytest.fixture(scope="module")
def archive():
    with tempfile.TemporaryDirectory() as folder:
        yield Archive(Path(folder) / "games.duckdb")


def wandered(archive, number, steps=24):
    """A game at a random ply, with lines taken back and branched."""
    return wander(begun(archive, seed=None, options={"turns": "6"}), random.Random(number), steps)


def of_seat(session, seat):
    """The bytes of the file that is written for a seat."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "seat.warlog"
        export(session.archive, session.row.id, file, seats=[seat])
        return file.read_bytes()


def written_for(session, folder, seat=None):
    file = folder / f"{seat or 'all'}.warlog"
    export(session.archive, session.row.id, file, seats=[seat] if seat else [])
    return file


def unknown_parts(session, seat):
    """The secret parts that a seat knows on no line: (batch, pointer, value), found path by path."""
    stored = {each.digest: each.batch for each in session.archive.tree_stored(session.row.id)}
    known = set()
    for digest in stored:
        named: dict[str, set[tuple[str, str]]] = {}
        path = [digest]
        while parent := stored[path[-1]].parent:
            path.append(parent)
        for at in reversed(path):
            for secret in stored[at].secrets:
                if seat in secret.to:
                    known.add((at, secret.at))
                if secret.name:
                    named.setdefault(secret.name, set()).add((at, secret.at))
            for opening in stored[at].opens:
                if opening.to is None or seat in opening.to:
                    known |= named.get(opening.part, set())
    return [
        (batch, secret.at, part(msgspec.json.decode(msgspec.json.encode(batch)), secret.at))
        for digest, batch in stored.items()
        for secret in batch.secrets
        if (digest, secret.at) not in known
    ]


def part(document, at):
    for step in at.split("/")[1:]:
        document = document[int(step)] if isinstance(document, list) else document[step]
    return document


def shown_cards(session, seat):
    """The cards of the other seat that this seat has seen on any line."""
    shown = set()
    for each in session.archive.tree_stored(session.row.id):
        for event in map(session.opened.codec.decode, each.batch.events):
            if isinstance(event, goofspiel.CardsRevealed):
                shown |= set(event.cards.values())
            elif isinstance(event, goofspiel.PrizeRolledAgain):
                shown.add(event.card)
    return shown


def without_data(file):
    """The file without the game's data, which name all cards that there are."""
    lines = file.split(b"\n")
    assert lines[1].startswith(b'{"data":')
    return b"\n".join(lines[:1] + lines[2:])


# The bytes


@QUICK
@given(number=st.integers(0, 10_000), seat=st.sampled_from(goofspiel.SEATS))
def test_no_byte_of_what_a_seat_does_not_know_is_in_its_file(archive, number, seat):
    session = wandered(archive, number)
    file = without_data(of_seat(session, seat))
    hidden = set(CARDS[OTHER[seat]]) - shown_cards(session, seat)
    for card in hidden:
        assert card.encode() not in file
    key = session.row.key
    assert key is not None
    for secret in (
        key,
        key.hex().encode(),
        key.hex().upper().encode(),
        str(int.from_bytes(key, "big")).encode(),
    ):
        assert secret not in file
    lines = {
        line["id"]: line
        for line in map(msgspec.json.decode, file.splitlines())
        if "ply" in line and "id" in line
    }
    told = {line["of"]: line for line in map(msgspec.json.decode, file.splitlines()) if "of" in line}
    unknown = unknown_parts(session, seat)
    assert any("card" in at for _, at, _ in unknown)
    for batch, at, _ in unknown:
        assert part(lines[batch.id], at) == "?"
        assert at not in told.get(batch.id, {"known": {}})["known"]
        assert salt(key, batch.id, at).hex().encode() not in file
    listed = {(batch, secret["at"]) for batch, line in lines.items() for secret in line.get("secrets", ())}
    given_away = {(batch, at) for batch, line in told.items() for at in line["known"]}
    assert listed - given_away == {(batch.id, at) for batch, at, _ in unknown}


def test_the_search_finds_what_a_file_of_the_whole_game_holds(archive, tmp_path):
    """The same search over the umpire's file finds each hidden card, so that finding none means something."""
    session = wandered(archive, 3)
    file = without_data(written_for(session, tmp_path).read_bytes())
    drawn = {value for _, at, value in unknown_parts(session, "north") if at.endswith("/card")}
    hidden = set(CARDS["south"]) & drawn - shown_cards(session, "north")
    assert hidden
    assert all(card.encode() in file for card in hidden)
    assert session.row.begin.key.encode() in file


@QUICK
@given(number=st.integers(0, 10_000))
def test_hashes_are_salted_and_tell_no_card(archive, number):
    session = wandered(archive, number, 12)
    file = of_seat(session, "north")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "north.warlog"
        path.write_bytes(file)
        batches = read(path).batches
    hashes = {(batch.id, secret.at): secret for _, batch in batches for secret in batch.secrets}
    salts = [bytes.fromhex(secret.salt) for secret in hashes.values() if secret.salt]
    key = session.row.key
    assert key is not None
    tried = 0
    for batch, at, value in unknown_parts(session, "north"):
        secret = hashes[batch.id, at]
        assert secret.salt == ""
        assert secret.hash == part_hash(salt(key, batch.id, at), value_json(value))
        candidates = [*CARDS["south"], *(held for held in range(60))]
        for candidate in candidates:
            for guess in (b"", *salts[:20]):
                assert part_hash(guess, value_json(candidate)) != secret.hash
                tried += 1
    assert tried > 1000
    assert len({secret.hash for secret in hashes.values()}) == len(hashes)


@QUICK
@given(number=st.integers(0, 10_000))
def test_nothing_in_a_seats_file_is_the_key_from_which_draws_and_rolls_come(archive, number):
    """Every number in the file of the length of a key is tried as one: it gives neither the salts nor the draws."""
    session = wandered(archive, number, 10)
    file = of_seat(session, "north").decode()
    words = set(re.findall(r"[0-9a-f]{32,64}", file.replace("-", "")))
    candidates = {bytes.fromhex(word[:32]) for word in words} | {bytes.fromhex(word[-32:]) for word in words}
    assert session.row.key not in candidates
    first = session.archive.line_batches(session.row.id, "main", 0, 0)[0]
    draws = [chance for chance in first.chance if chance.kind == "draw"]

    def results(key):
        source = keyed(key)
        return [source(Request("draw", c.purpose, c.seat, c.ordinal, 1, int(c.faces))) for c in draws]

    assert results(session.row.key) == [chance.result for chance in draws]
    assert [key for key in candidates if results(key) == [chance.result for chance in draws]] == []


# What can be done with it


@QUICK
@given(number=st.integers(0, 10_000), seat=st.sampled_from(goofspiel.SEATS))
def test_a_seats_file_verifies_replays_with_unknown_cards_and_is_filled_in_by_the_whole_one(
    archive, number, seat
):
    session = wandered(archive, number)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        part_file, whole = written_for(session, folder, seat), written_for(session, folder)
        elsewhere = Archive(folder / "elsewhere.duckdb")
        slug = import_(elsewhere, part_file).game
        row = elsewhere.game(slug)
        assert row.seen_by == (seat,)
        assert row.key is None
        assert verify_game(elsewhere, row, states=True).fault is None
        for line in session.archive.tree(session.row.id).lines:
            seen, full = (
                Session.load(elsewhere, slug, line),
                Session.load(session.archive, session.row.id, line),
            )
            assert seen.head == full.head
            assert same(seen.position, from_zero(seen))
            view = full.view((seat,))
            assert encode_state(seen.view((seat,))) == encode_state(view)
            assert typed(seen.view((seat,))) == typed(view)
            assert seen.awaiting() == full.awaiting()
            assert [choice.action for choice in seen.choices(seat)] == [
                choice.action for choice in full.choices(seat)
            ]
        seen = Session.load(elsewhere, slug)
        if seen.awaiting():
            with pytest.raises(OptionError, match=f"as {seat} saw it: it can be looked at, not played on"):
                act(seen)
        import_(elsewhere, whole)
        row = elsewhere.game(slug)
        assert (row.seen_by, row.key) == ((), session.row.key)
        assert elsewhere.tree_stored(row.id) == session.archive.tree_stored(session.row.id)
        assert verify_game(elsewhere, row, states=True).fault is None
        assert same(Session.load(elsewhere, slug).position, session.position)


def test_a_seats_own_cards_and_what_was_shown_are_in_its_file(archive, tmp_path):
    session = begun(archive, seed=None)
    play_on(session, random.Random(5))
    file = without_data(written_for(session, tmp_path, "north").read_bytes())
    for event in (event for _, event in every_position(session)):
        if isinstance(event, CardDrawn) and event.seat == "north":
            assert event.card.encode() in file
        if isinstance(event, goofspiel.CardsRevealed):
            assert all(card.encode() in file for card in event.cards.values())


def test_a_game_begun_with_a_seed_is_exported_for_a_seat_with_a_warning_and_without_the_seed(
    archive, tmp_path
):
    session = begun(archive, seed="8675309")
    made = export(archive, session.row.id, tmp_path / "a.warlog", seats=["north"])
    assert [warning for warning in made.warnings if "begun with a seed" in warning]
    assert b"8675309" not in (tmp_path / "a.warlog").read_bytes()
    assert not export(archive, session.row.id, tmp_path / "b.warlog").warnings
    fresh = begun(archive, seed=None)
    assert not export(archive, fresh.row.id, tmp_path / "c.warlog", seats=["north"]).warnings


def test_a_simulated_game_is_exported_for_a_seat_with_a_warning_and_without_the_seed(tmp_path):
    archive = Archive(tmp_path / "night.duckdb")
    simulate(archive, "goofspiel", 1, options={"turns": "2"}, seed="8675309")
    made = export(archive, "goofspiel-1", tmp_path / "a.warlog", seats=["north"])
    assert [warning for warning in made.warnings if "begun with a seed" in warning]
    assert b"8675309" not in (tmp_path / "a.warlog").read_bytes()


# The two laws


VIEWERS = ((), ("north",), ("south",), ("north", "south"))


@settings(max_examples=20)
@given(seed=st.integers(0, 10_000))
def test_what_is_seen_after_an_event_follows_from_what_was_seen_before(seed):
    kept = play_game(ruleset, ruleset.load(None), "duel", seed)
    for step in kept.steps:
        state = step.before
        for event in step.events:
            after = ruleset.evolve(kept.game, state, event)
            for seats in VIEWERS:
                shown = redact(event, seats, step.seat)
                told = ruleset.evolve(kept.game, ruleset.view(kept.game, state, seats), shown)
                assert encode_state(ruleset.view(kept.game, after, seats)) == encode_state(told)
            state = after


@settings(max_examples=20)
@given(seed=st.integers(0, 10_000))
def test_what_a_seat_may_do_follows_from_what_it_sees(seed):
    kept = play_game(ruleset, ruleset.load(None), "duel", seed)
    game = kept.game
    for step in kept.steps:
        state = step.after
        assert ruleset.awaiting(game, state) == ruleset.awaiting(game, ruleset.view(game, state, ()))
        for seat in goofspiel.SEATS:
            assert ruleset.legal(game, state, seat) == ruleset.legal(
                game, ruleset.view(game, state, (seat,)), seat
            )
