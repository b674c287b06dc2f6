"""Strategy cards as a whole (6): decks, hands, drawing, discarding, reshuffling, and who sees what."""

from __future__ import annotations

import pytest

from rules.ruleset import Event
from rules.sword_of_rome import events
from rules.sword_of_rome.actions import Discard, End, Play
from rules.sword_of_rome.knowledge import view
from rules.sword_of_rome.strategy_cards import deck_of, deck_size
from tests.rules.sword_of_rome.harness import (
    Given,
    Position,
    army,
    desperate,
    discarded,
    given,
    hand,
    impulse,
    installed_data,
    phase,
)
from tests.rules.sword_of_rome.reinforcing import play_on
from tests.rules.sword_of_rome.whole_games import follow, idle

SEATS = ("rome", "greece", "gauls", "etruria-samnium")


def drawn(*circumstances: Given, scenario: str = "four-players") -> Position:
    """The draw phase of turn 2, everybody keeping what may be kept and drawing the first cards of the deck."""
    position = given(*circumstances, phase("draw", 2), scenario=scenario)
    while position.state.phase == "draw":
        hands = {seat: len(position.state.hands.get(seat, ())) for seat in SEATS}
        last = position.state.stack[-1].queue[-1] == position.seat()  # type: ignore[union-attr]
        draws: list[str] = []
        if last:
            for seat in position.game.seats:
                missing = max(position.game.scenario.hands[seat] - hands[seat], 0)  # type: ignore[index]
                draws += deck_of(position.game, position.state, seat)[:missing]
        position.when(position.seat(), End(), draws=draws)
    return position


# 6.1: decks


@pytest.mark.rule("sword-of-rome", "6.1-a")
def test_everybody_draws_from_the_own_deck_and_discards_to_the_own_pile() -> None:
    position = drawn(hand("rome", "r-1"), discarded("greece", "g-1"))
    for seat in SEATS:
        assert {position.game.cards[card].deck for card in position.state.hands[seat]} == {seat}
    by_seat: dict[str, list[str]] = {seat: [] for seat in SEATS}
    for event in position.events:
        if isinstance(event, events.CardDrawn):
            by_seat[event.seat].append(event.card)
    assert {seat: len(cards) for seat, cards in by_seat.items()} == {
        "rome": 7, "greece": 7, "gauls": 7, "etruria-samnium": 7,
    }  # fmt: skip
    assert "g-1" not in by_seat["greece"]
    playing = given(army("greece", "syracusae", 2), hand("greece", "g-28"), impulse("greece"))
    playing.when("greece", Play("g-28", "event"))
    assert playing.state.discards["greece"] == ("g-28",)
    assert not playing.state.discards.get("rome")


@pytest.mark.rule("sword-of-rome", "6.1-b")
def test_piles_and_numbers_of_cards_are_open_to_everybody_and_hands_are_not() -> None:
    position = given(hand("rome", "r-1", "r-2"), discarded("rome", "r-9", "r-20"), hand("greece", "g-1"))
    for seats in ((), ("greece",), ("gauls", "etruria-samnium")):
        seen = view(position.game, position.state, seats)
        assert seen.discards["rome"] == ("r-9", "r-20")
        assert seen.hands["rome"] == ("?", "?")
        assert deck_size(position.game, seen, "rome") == 37 - 2 - 2
        assert deck_size(position.game, seen, "greece") == 36
    assert view(position.game, position.state, ("rome",)).hands["rome"] == ("r-1", "r-2")
    assert view(position.game, position.state, ("greece",)).hands["greece"] == ("g-1",)


@pytest.mark.rule("sword-of-rome", "6.1-c")
def test_desperate_times_are_in_no_deck_and_no_hand() -> None:
    held = (desperate(seat, f"{letter}-38") for seat, letter in zip(SEATS, "rgae", strict=True))
    position = drawn(*held, hand("rome", "r-1"))
    for seat, letter in zip(SEATS, "rgae", strict=True):
        outside = {f"{letter}-38", f"{letter}-39"}
        assert outside == set(position.game.desperate[seat])
        assert outside == {
            card.id
            for card in installed_data().card.values()
            if card.deck == seat and card.number in (38, 39)
        }
        assert not outside & set(position.game.deck[seat])
        assert not outside & set(position.state.hands[seat])
        assert not outside & set(deck_of(position.game, position.state, seat))
        assert position.state.desperate[seat] == (f"{letter}-38",)
    acting = given(desperate("rome", "r-38"), hand("rome", "r-9"), impulse("rome"))
    acting.when("rome", Play("r-38", "ops")).refused("7.4", "never in the hand")
    discarding = given(desperate("rome", "r-38"), hand("rome", "r-9"), phase("draw", 2))
    discarding.offers_only(Discard("r-9"), End()).when("rome", Discard("r-38")).refused("7.4")


# 6.2: hands


@pytest.mark.rule("sword-of-rome", "6.2.1-a")
def test_any_part_of_a_hand_may_be_discarded() -> None:
    three = (hand("rome", "r-1", "r-2", "r-9"),)
    for thrown in ((), ("r-2",), ("r-9", "r-1"), ("r-1", "r-2", "r-9")):
        position = given(*three, hand("greece", "g-1"), phase("draw", 2))
        for card in thrown:
            position.awaits("rome", "discard").when("rome", Discard(card))
            position.then_includes(events.CardDiscarded("rome", card, "6.2.1"))
        if len(thrown) < 3:
            position.awaits("rome", "discard").when("rome", End())
        position.awaits("greece", "discard")
        assert set(position.state.hands["rome"]) == {"r-1", "r-2", "r-9"} - set(thrown)
        assert set(position.state.discards.get("rome", ())) == set(thrown)
    refused = given(*three, phase("draw", 2)).when("rome", Discard("r-5"))
    refused.refused("6.1", "not in your hand")


@pytest.mark.rule("sword-of-rome", "6.2.1-b")
@pytest.mark.parametrize(
    ("scenario", "all_of_it"), [("four-players", True), ("short-game", True), ("two-players", False)]
)
def test_the_gauls_discard_everything_in_the_four_player_game(scenario: str, all_of_it: bool) -> None:
    position = given(
        hand("gauls", "a-1", "a-2"), hand("etruria-samnium", "e-1"), phase("draw", 2), scenario=scenario
    )
    if all_of_it:
        assert position.state.discards["gauls"] == ("a-1", "a-2")
        assert position.state.hands["gauls"] == ()
        position.awaits("etruria-samnium", "discard")
    else:
        position.awaits("gauls", "discard").offers(Discard("a-1"), End())
        assert position.state.hands["gauls"] == ("a-1", "a-2")


@pytest.mark.rule("sword-of-rome", "6.2.2-a")
@pytest.mark.parametrize(
    ("scenario", "rome"), [("four-players", 8), ("short-game", 8), ("three-players", 8), ("two-players", 7)]
)
def test_hands_are_filled_to_seven_and_rome_s_to_eight_but_for_two_players(scenario: str, rome: int) -> None:
    position = drawn(hand("rome", "r-1", "r-2"), hand("greece", "g-1"), scenario=scenario)
    expected = dict.fromkeys(position.game.seats, 7) | {"rome": rome}
    assert {seat: len(cards) for seat, cards in position.state.hands.items()} == expected


# 6.3: no transfer


@pytest.mark.rule("sword-of-rome", "6.3-a")
def test_cards_never_change_hands() -> None:
    position = given(hand("rome", "r-1"), hand("greece", "g-1"), impulse("rome"))
    position.when("rome", Play("g-1", "ops")).refused("6.3")
    discarding = given(hand("rome", "r-1"), hand("greece", "g-1"), phase("draw", 2))
    discarding.when("rome", Discard("g-1")).refused("6.3")
    owners = {card: record.deck for card, record in position.game.cards.items()}
    for batch in follow("four-players", idle, key=3):
        for seat in SEATS:
            piles = (batch.state.hands, batch.state.discards, batch.state.removed, batch.state.desperate)
            assert all(owners[card] == seat for pile in piles for card in pile.get(seat, ()))
        if batch.state.turn > 3:
            break


# 6.4: reshuffling


@pytest.mark.rule("sword-of-rome", "6.4.1-a")
def test_a_card_marked_reshuffle_is_remembered_when_it_is_played_or_discarded() -> None:
    played = given(army("rome", "roma", 2, "fabius"), hand("rome", "r-20", "r-1"), impulse("rome"))
    assert not played.state.reshuffle
    assert played.when("rome", Play("r-20", "ops")).state.reshuffle == {"rome"}
    thrown = given(hand("rome", "r-20", "r-1"), phase("draw")).when("rome", Discard("r-20"))
    assert thrown.state.reshuffle == {"rome"}
    # It is no card to draw, whatever it lies on.
    for position in (played, thrown):
        assert "r-20" not in deck_of(position.game, position.state, "rome")
    other = given(hand("rome", "r-20", "r-1"), phase("draw")).when("rome", Discard("r-1"))
    assert not other.state.reshuffle


@pytest.mark.rule("sword-of-rome", "6.4.1-a")
@pytest.mark.parametrize(
    ("seen", "comes_back"),
    [
        (events.CardPlayed("rome", "r-20", "ops"), True),
        (events.CardDiscarded("rome", "r-20", "6.2.1"), True),
        (events.CardPlayed("rome", "r-20", "event", removed=True), False),
    ],
)
def test_at_the_end_of_the_turn_the_pile_goes_back_into_the_deck(seen: Event, comes_back: bool) -> None:
    position = given(
        army("rome", "roma", 2),
        discarded("rome", "r-2", "r-10"),
        discarded("greece", "g-1"),
        hand("rome", "r-20", "r-1"),
        seen,
        phase("reinforcement"),
    )
    assert position.state.reshuffle == {"rome"}
    play_on(position, lambda each: each.state.turn == 2)
    position.then_includes(events.DeckReshuffled("rome", "6.4.1"), events.TurnBegan)
    deck = deck_of(position.game, position.state, "rome")
    assert {"r-2", "r-10"} <= set(deck)
    assert ("r-20" in deck) == comes_back
    assert "r-1" not in deck
    assert position.state.hands["rome"] == ("r-1",)
    assert position.state.discards["greece"] == ("g-1",)
    assert not position.state.reshuffle


@pytest.mark.rule("sword-of-rome", "6.4.1-a")
def test_without_such_a_card_the_pile_stays() -> None:
    position = given(
        army("rome", "roma", 2), discarded("rome", "r-2"), hand("rome", "r-1"), phase("reinforcement")
    )
    play_on(position, lambda each: each.state.turn == 2).then_not(events.DeckReshuffled)
    assert position.state.discards["rome"] == ("r-2",)


@pytest.mark.rule("sword-of-rome", "6.4.2-a")
def test_a_deck_that_runs_out_is_made_new_of_the_whole_pile_and_drawing_goes_on() -> None:
    deck = sorted(given().game.deck["greece"])
    pile, left = deck[:34], deck[34:]
    position = given(hand("rome", "r-1"), discarded("greece", *pile), phase("draw", 2))
    draws = [*deck_of(position.game, position.state, "rome")[:7], *left, *pile[:4]]
    for seat in ("gauls", "etruria-samnium"):
        draws += deck_of(position.game, position.state, seat)[:7]
    position.when("rome", End(), draws=draws)
    position.then_includes(
        *(events.CardDrawn("greece", card) for card in left),
        events.DeckReshuffled("greece", "6.4.2"),
        *(events.CardDrawn("greece", card) for card in pile[:4]),
    )
    assert set(position.state.hands["greece"]) == {*left, *pile[:4]}
    assert position.state.discards["greece"] == ()
    assert set(deck_of(position.game, position.state, "greece")) == set(pile[4:])


@pytest.mark.rule("sword-of-rome", "6.4.2-a", "6.4.1-a")
def test_a_new_deck_in_mid_turn_settles_the_reshuffle_card_too() -> None:
    others = [card for card in sorted(given().game.deck["greece"]) if card != "g-22"]

    def drawing(left: int) -> Position:
        """Tarentine Silver, itself a RESHUFFLE card, draws two cards from so many."""
        position = given(
            discarded("greece", *others[left:]),
            hand("greece", "g-22"),
            army("greece", "syracusae", 2),
            impulse("greece"),
        )
        return position.when("greece", Play("g-22", "event"), draws=[*others[:left], "g-22"][:2])

    enough = drawing(2)
    enough.then_not(events.DeckReshuffled)
    assert enough.state.reshuffle == {"greece"}
    short = drawing(1)
    short.then_includes(events.DeckReshuffled("greece", "6.4.2"), events.CardDrawn("greece", "g-22"))
    assert not short.state.reshuffle
    assert short.state.discards["greece"] == ()
