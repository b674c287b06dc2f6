"""A hidden part that becomes known to one seat, and later to everybody: in what is recorded, written and shown.

Goofspiel with one more action: whoever is yet to choose may peek at what the other has chosen.
"""

from __future__ import annotations

import dataclasses
from typing import Annotated

import goofspiel
import msgspec
import pytest
from goofspiel import SEATS, Commit, ruleset
from msgspec.structs import replace

from eventlog.archive import Archive
from eventlog.interchange import export, import_
from eventlog.record import Opening
from replays import opening
from replays.check import check
from replays.session import Session
from replays.verification import verify_game
from rules.ruleset import Action, Event, Pass
from rules.secrecy import Hidden, HiddenPart, Opens, hidden_parts, opened, redact
from tests.replays.played import OTHER


class Peek(Action, frozen=True):
    words = "peek"


class ChoiceSeen(Event, frozen=True):
    words = "{seat} peeks: {card}"
    seat: str
    choice: str
    knowing: tuple[str, ...]
    card: Annotated[str, Hidden(known_to="knowing")]
    opens = Opens("choice", to="seat")


class State(goofspiel.State, frozen=True):
    peeked: tuple[str, ...] = ()


def initial(game):
    begun = ruleset.initial(game)
    return State(begun.points, begun.hands)


def may_peek(s, seat):
    return OTHER[seat] in s.chosen and seat not in s.peeked


def legal(game, s, seat):
    found = goofspiel.legal(game, s, seat)
    return (*found, Peek()) if found and may_peek(s, seat) else found


def decide(game, s, seat, action, chance):
    if action == Peek() and Peek() in legal(game, s, seat):
        other = OTHER[seat]
        return (ChoiceSeen(seat, f"choice-{other}-{s.turn}", SEATS, s.chosen[other][0]),)
    return goofspiel.decide(game, s, seat, action, chance)


def evolve(game, s, event):
    if isinstance(event, ChoiceSeen):
        chosen = s.chosen.set(OTHER[event.seat], (event.card,))
        return replace(s, chosen=chosen, peeked=(*s.peeked, event.seat))
    s = goofspiel.evolve(game, s, event)
    return replace(s, peeked=()) if isinstance(event, goofspiel.CardsRevealed) else s


def view(game, s, seats):
    known = {*seats, *(OTHER[seat] for seat in s.peeked if seat in seats)}
    seen = goofspiel.view(game, s, seats)
    return replace(seen, chosen=goofspiel.view(game, s, tuple(known)).chosen)


PEEKING = dataclasses.replace(
    ruleset,
    action_types=(*ruleset.action_types, Peek),
    event_types=(*ruleset.event_types, ChoiceSeen),
    state_type=State,
    initial=initial,
    legal=legal,
    decide=decide,
    evolve=evolve,
    view=view,
)
SECRECY = ("codec-round-trip", "noninterference", "views-follow-events", "nothing-leaks", "openings-fit")


@pytest.fixture
def session(tmp_path, monkeypatch):
    """North has chosen, and south may peek."""
    monkeypatch.setattr("replays.beginning.find_ruleset", lambda name: PEEKING)
    monkeypatch.setattr(opening, "find_ruleset", lambda name: PEEKING)
    monkeypatch.setattr(opening, "_opened", {})
    archive = Archive(tmp_path / "games.duckdb")
    session = Session.new(archive, "goofspiel", options={"turns": "3"})
    while len(session.awaiting()) == 1:
        session.act(session.awaiting()[0].seat, Pass())
    session.act("north", Commit(session.state.hands["north"][0]))
    return session


def as_south_has_it(session, folder, name):
    """The game as it is in an archive into which south's file of it was imported."""
    export(session.archive, session.row.id, folder / f"{name}.warlog", seats=["south"])
    elsewhere = Archive(folder / f"{name}.duckdb")
    seen = Session.load(elsewhere, import_(elsewhere, folder / f"{name}.warlog").game)
    assert verify_game(elsewhere, seen.row, states=True).fault is None
    return seen


def committed(session):
    """What the session's archive holds of north's choice."""
    (event,) = (
        session.opened.codec.decode(event)
        for batch in session.archive.line_batches(session.row.id, "main")
        for event in batch.events
        if event.type == "card-committed" and b'"north"' in bytes(event.payload)
    )
    return event.card


def last(session):
    return session.archive.line_batches(session.row.id, "main")[-1]


def test_the_types_say_what_is_hidden_and_what_becomes_known_to_whom():
    chosen = goofspiel.CardCommitted("north", "choice-north-1", "spades-4")
    seen = ChoiceSeen("south", "choice-north-1", SEATS, "spades-4")
    revealed = goofspiel.CardsRevealed(("choice-north-1", "choice-south-1"), {}, "north", 4)
    assert hidden_parts(chosen) == (HiddenPart(("card",), ("north",), "choice-north-1"),)
    assert hidden_parts(seen) == (HiddenPart(("card",), SEATS, ""),)
    assert opened(chosen) == ()
    assert opened(seen) == (("choice-north-1", ("south",)),)
    assert opened(revealed) == (("choice-north-1", None), ("choice-south-1", None))
    assert redact(seen, ("south",)) == seen
    assert redact(seen, ()) == replace(seen, card="?")


def test_the_kit_finds_nothing_wrong():
    found = check(PEEKING, games=4, scenarios=["duel"], only=SECRECY)
    assert [one for one in found if not one.passed] == []


def test_a_batch_says_which_part_it_opens_and_for_whom(session):
    turn = session.clock().turn
    session.act("south", Peek())
    assert last(session).opens == (Opening(f"choice-north-{turn}", ("south",)),)
    session.act("south", Commit(session.state.hands["south"][0]))
    everybody = (Opening(f"choice-{seat}-{turn}", None) for seat in SEATS)
    reveals = next(b for b in session.archive.line_batches(session.row.id, "main") if len(b.opens) == 2)
    assert reveals.opens == tuple(everybody)


def test_what_a_seat_peeked_at_is_in_its_file_and_was_not_before(session, tmp_path):
    (card,) = session.state.chosen["north"]
    before = as_south_has_it(session, tmp_path, "before")
    assert (before.state.chosen["north"], committed(before)) == (("?",), "?")
    session.act("south", Peek())
    after = as_south_has_it(session, tmp_path, "after")
    assert (after.state.chosen["north"], committed(after)) == ((card,), card)
    assert card not in after.state.hands["north"]
    assert set(after.state.hands["north"]) == {"?"}


def test_what_one_seat_knows_is_shown_to_nobody_else_until_everybody_knows_it(session):
    (card,) = session.state.chosen["north"]
    session.act("south", Peek())
    assert session.view(("south",)).chosen["north"] == (card,)
    assert session.view(()).chosen["north"] == ("?",)
    session.act("south", Commit(session.state.hands["south"][0]))
    assert card in session.view(()).discards


def test_what_everybody_knows_is_in_every_file(session, tmp_path):
    (card,) = session.state.chosen["north"]
    session.act("south", Commit(session.state.hands["south"][0]))
    assert committed(as_south_has_it(session, tmp_path, "revealed")) == card
    whole = tmp_path / "whole.warlog"
    export(session.archive, session.row.id, whole)
    assert msgspec.json.encode(card) in whole.read_bytes()
