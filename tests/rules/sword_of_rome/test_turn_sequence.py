"""The phases of a turn (5), from the mines to the Action Phase (5.1 to 5.4), alliances (5.9), the end (5.10.4)."""

from __future__ import annotations

import pytest

from rules.sword_of_rome import events
from rules.sword_of_rome.actions import (
    Accept,
    Activate,
    Break,
    Discard,
    End,
    Name,
    Offer,
    Pass,
    PlaceLeader,
    Play,
    RaiseSupport,
    Refuse,
    Renew,
    RollSiege,
    Spend,
)
from rules.sword_of_rome.procedures import Window
from rules.sword_of_rome.strategy_cards import deck_of
from tests.rules.sword_of_rome.harness import (
    Given,
    Position,
    allied,
    army,
    control,
    desperate,
    discarded,
    given,
    hand,
    impulse,
    like,
    phase,
    points,
    siege,
)
from tests.rules.sword_of_rome.reinforcing import play_on
from tests.rules.sword_of_rome.whole_games import Batch, follow, idle

PHASES = [
    "mines", "draw", "first-player", "action", "attrition", "surrender", "isolation", "victory-points",
    "alliances", "reinforcement",
]  # fmt: skip


def windows(position: Position) -> list[Window]:
    """The moments for cards that opened with the last action."""
    begun = (event.procedure for event in position.events if isinstance(event, events.ProcedureBegan))
    return [procedure for procedure in begun if isinstance(procedure, Window)]


def turns(number: int, scenario: str = "four-players") -> list[Batch]:
    """The first turns of a game in which everybody does as little as may be."""
    found = []
    for batch in follow(scenario, idle):
        found.append(batch)
        if batch.state.turn > number or batch.state.ending is not None:
            return found
    return found


# 5: phases


@pytest.mark.rule("sword-of-rome", "5-a")
def test_ten_phases_in_their_order_every_turn() -> None:
    begun: list[list[str]] = []
    for batch in turns(2):
        for event in batch.events:
            if isinstance(event, events.TurnBegan):
                begun.append([])
            elif isinstance(event, events.PhaseBegan):
                begun[-1].append(event.phase)
    assert begun[:2] == [PHASES, PHASES]


@pytest.mark.rule("sword-of-rome", "5.1-a", "7.2.3-a")
def test_the_mines_are_looked_at_when_a_turn_begins() -> None:
    homes = ("luna", "populonium", "rusellae", "vulci", "caere")
    lost: list[Given] = [control(space, "rome") for space in homes[:4]]
    four = given(*lost, phase("mines"))
    assert not four.state.mines_depleted
    # One under Samnite control is lost as well.
    five = given(*lost, control("caere", "samnites"), phase("mines"))
    assert events.MinesDepleted(5) in five.events
    # It happens in that phase alone, and it is for good.
    other = given(*lost, control("caere", "rome"), phase("isolation"))
    assert not other.state.mines_depleted
    for space in homes:
        five.add(control(space, "etruscans"))
    five.add(phase("mines", 2))
    assert five.state.mines_depleted


@pytest.mark.rule("sword-of-rome", "5.2-a")
def test_hands_are_thinned_and_filled_in_the_draw_phase() -> None:
    position = given(hand("rome", "r-1", "r-2", "r-9"), hand("etruria-samnium", "e-1"), phase("draw", 2))
    position.awaits("rome", "discard").offers_only(Discard("r-1"), Discard("r-2"), Discard("r-9"), End())
    position.when("rome", Discard("r-2")).when("rome", End())
    position.awaits("etruria-samnium", "discard").offers_only(Discard("e-1"), End())
    state = position.state
    draws: list[str] = []
    for seat, missing in (("rome", 6), ("greece", 7), ("gauls", 7), ("etruria-samnium", 6)):
        draws += deck_of(position.game, state, seat)[:missing]
    position.when("etruria-samnium", End(), draws=draws)
    assert {seat: len(cards) for seat, cards in position.state.hands.items()} == {
        "rome": 8,
        "greece": 7,
        "gauls": 7,
        "etruria-samnium": 7,
    }
    assert set(position.state.hands["rome"]) >= {"r-1", "r-9"}
    assert "r-2" not in position.state.hands["rome"]
    assert position.state.discards["rome"] == ("r-2",)


@pytest.mark.rule("sword-of-rome", "5.3-a")
@pytest.mark.parametrize("named", ["greece", "rome"])
def test_the_seat_with_the_lowest_points_names_who_goes_first(named: str) -> None:
    position = given(points("greece", 5), phase("first-player"))
    position.awaits("greece", "first-player").offers_only(
        Name("rome"), Name("greece"), Name("gauls"), Name("etruria-samnium")
    )
    position.when("rome", Name("rome")).refused("5.4")
    position.when("greece", Name(named))
    around = ("rome", "greece", "gauls", "etruria-samnium")
    start = around.index(named)
    for number in range(1, 6):
        expected = around[start:] + around[:start]
        round_began = [event for event in position.events if isinstance(event, events.RoundBegan)]
        assert (round_began[-1].round, round_began[-1].queue) == (number, expected)
        for seat in expected:
            position.awaits(seat, "impulse").when(seat, End())


# 5.4: the Action Phase


@pytest.mark.rule("sword-of-rome", "5.4-a")
def test_five_rounds_of_one_impulse_each() -> None:
    impulses: list[str] = []
    rounds: list[int] = []
    for batch in turns(1):
        for event in batch.events:
            if isinstance(event, events.ImpulseBegan):
                impulses.append(event.seat)
            elif isinstance(event, events.RoundBegan) and event.round <= 5:
                rounds.append(event.round)
            elif isinstance(event, events.PhaseBegan) and event.phase == "attrition":
                rounds.append(0)
    assert rounds[:6] == [1, 2, 3, 4, 5, 0]
    # Everybody has passed in every round, and comes again in the next all the same.
    assert len(impulses[:20]) == 20
    for number in range(5):
        assert impulses[4 * number : 4 * number + 4] == impulses[:4]
    assert sorted(impulses[:4]) == ["etruria-samnium", "gauls", "greece", "rome"]


def at_work() -> Position:
    """Rome in its impulse, with two cards, two armies' worth of CU, and an alliance."""
    return given(
        army("rome", "roma", 4, "fabius"),
        army("rome", "velitrae", 3),
        allied("rome", "gauls"),
        hand("rome", "r-10", "r-29", "r-33"),
        hand("greece", "g-3"),
        impulse("rome"),
    )


@pytest.mark.rule("sword-of-rome", "5.4-b")
def test_one_card_and_all_else_in_any_order() -> None:
    position = at_work()
    position.when("rome", PlaceLeader("rome-1", "velitrae")).when("rome", Offer("rome", "greece"))
    position.when("greece", Refuse())
    position.when("rome", Play("r-29", "ops")).when("rome", RaiseSupport("rome"))
    position.when("rome", Spend("raise", "capua"))
    # After the card too minor leaders are placed, and alliances are offered and broken; but no second card.
    position.awaits("rome", "impulse")
    position.offers(PlaceLeader("rome-2", "roma"), Offer("rome", "samnites"), Break("rome", "gauls"), End())
    position.when("rome", Play("r-33", "ops")).refused("5.4", "already")
    position.offers_not(Play("r-33", "ops"), Play("r-29", "ops"))
    position.when("rome", PlaceLeader("rome-2", "roma")).when("rome", End())
    position.then_includes(events.ImpulseEnded("rome", False))


@pytest.mark.rule("sword-of-rome", "5.4-b")
def test_everything_in_the_impulse_is_optional() -> None:
    position = at_work().when("rome", End())
    position.then_includes(events.ImpulseEnded("rome", True), events.ImpulseBegan("greece"))
    position.then_not(events.CardPlayed, events.LeaderPlaced, events.AllianceEnded)


@pytest.mark.rule("sword-of-rome", "5.4-c")
@pytest.mark.parametrize(
    "action",
    [
        Play("g-3", "ops"),
        Play("g-3", "event"),
        PlaceLeader("greece-1", "syracusae"),
        Offer("greece", "gauls"),
    ],
)
def test_nothing_of_it_in_the_impulse_of_another(action: Play | PlaceLeader | Offer) -> None:
    position = given(
        army("greece", "syracusae", 3, "dionysius"),
        army("rome", "roma", 3, "fabius"),
        hand("greece", "g-3"),
        impulse("rome"),
    )
    position.when("greece", action).refused("5.4", "Rome")
    position.when("rome", End()).awaits("greece", "impulse").offers(action)


@pytest.mark.rule("sword-of-rome", "5.4-c")
def test_responses_and_desperate_times_come_in_the_impulses_of_others() -> None:
    responding = (
        given(
            army("gauls", "roma", 3, "gauls-1"),
            siege("roma", "gauls", 0),
            hand("rome", "r-16"),
            hand("gauls", "a-37"),
            impulse("gauls"),
        )
        .when("gauls", Play("a-37", "ops"))
        .when("gauls", Activate("gauls-1"))
        .when("gauls", RollSiege("roma"))
    )
    responding.awaits("rome", "respond").offers(Play("r-16", "event"))
    before = given(desperate("greece", "g-38"), impulse("gauls")).when("gauls", End())
    before.awaits("greece", "desperate").offers(Play("g-38", "desperate"), Pass())


@pytest.mark.rule("sword-of-rome", "5.4-d")
def test_no_card_outside_the_action_phase() -> None:
    position = given(
        army("gauls", "roma", 3, "gauls-1"),
        siege("roma", "gauls", 0),
        hand("rome", "r-16", "r-9"),
        hand("gauls", "a-31", "a-6"),
        phase("surrender"),
    )
    position.awaits("gauls", "surrender")
    position.when("gauls", Play("a-31", "event")).refused("5.6")
    position.when("gauls", Play("a-6", "event")).refused("5.6")
    # The same roll opens a moment for responses in the Action Phase (see above), and none here.
    position.when("gauls", RollSiege("roma"), dice=[5, 5]).then_includes(events.SiegeRolled)
    assert not windows(position)
    assert position.state.hands["rome"] == ("r-16", "r-9")


@pytest.mark.rule("sword-of-rome", "5.4-d")
def test_an_alliance_renewed_opens_no_moment_for_cards() -> None:
    cards = (hand("rome", "r-28"), hand("greece", "g-23"))
    position = given(allied("rome", "gauls"), *cards, points("gauls", 8), phase("alliances"))
    position.when("gauls", Play("a-1", "event")).refused("15.4")
    position.when("gauls", Renew("gauls", "rome")).when("rome", Renew("rome", "gauls"))
    assert not windows(position)
    assert position.state.phase == "reinforcement"
    # The same alliance made in an impulse is a moment for both cards.
    made = given(*cards, impulse("rome")).when("rome", Offer("rome", "gauls")).when("gauls", Accept())
    assert [window.name for window in windows(made)] == ["alliance"]


@pytest.mark.rule("sword-of-rome", "5.4-e")
def test_a_seat_without_cards_has_its_impulse_all_the_same() -> None:
    position = given(
        army("rome", "velitrae", 3), allied("rome", "gauls"), hand("greece", "g-3"), impulse("rome")
    )
    position.awaits("rome", "impulse")
    position.offers(PlaceLeader("rome-1", "velitrae"), Offer("rome", "greece"), Break("rome", "gauls"), End())
    assert not any(isinstance(each, Play) for each in position.offered())
    position.when("rome", Offer("rome", "greece")).when("greece", Accept()).passes("greece")
    assert "greece+rome" in position.state.alliances
    position.when("rome", PlaceLeader("rome-1", "velitrae"))
    assert position.where("rome-1") == "velitrae"


@pytest.mark.rule("sword-of-rome", "5.4-f")
def test_three_players_roll_a_gallic_event_where_the_gauls_would_act() -> None:
    position = given(points("rome", 5), phase("first-player"), scenario="three-players")
    position.when("rome", Name("rome")).then_includes(
        events.RoundBegan(1, ("rome", "greece", "gauls", "etruria-samnium"))
    )
    position.when("rome", End()).when("greece", End(), dice=[3, 4])
    position.then_includes(like(events.GallicEventRolled, dice=(3, 4)))


@pytest.mark.rule("sword-of-rome", "5.4-f")
def test_one_gallic_event_a_round_for_three_players_and_none_for_four() -> None:
    def rolled(scenario: str) -> list[int]:
        found = []
        for batch in turns(1, scenario):
            for event in batch.events:
                if isinstance(event, events.RoundBegan):
                    found.append(0)
                elif isinstance(event, events.GallicEventRolled):
                    found[-1] += 1
        return found[:5]

    assert rolled("three-players") == [1] * 5
    assert rolled("four-players") == [0] * 5


# 5.9: alliances


@pytest.mark.rule("sword-of-rome", "5.9-a")
def test_an_alliance_lasts_only_where_both_want_it() -> None:
    def renewed(*willing: str) -> Position:
        position = given(
            allied("rome", "gauls"), allied("rome", "carthage"), points("gauls", 8), phase("alliances")
        )
        position.awaits("gauls", "renew")
        for seat, other in (("gauls", "rome"), ("rome", "gauls")):
            if seat in willing:
                position.when(seat, Renew(seat, other))
            else:
                position.when(seat, End())
        return position

    def alliances(position: Position) -> set[str]:
        # What follows the phase places reinforcements and changes no alliance.
        return set(position.state.alliances)

    assert alliances(renewed("gauls", "rome")) == {"gauls+rome", "carthage+rome"}
    for willing in (("gauls",), ("rome",), ()):
        position = renewed(*willing)
        assert alliances(position) == {"carthage+rome"}
        assert dict(position.state.loyalty) == dict(given().state.loyalty)
        position.tells("(5.9)")


# 5.10.4: the end of the turn


@pytest.mark.rule("sword-of-rome", "5.10.4-a", "6.4.1-a")
def test_the_turn_ends_with_new_decks_and_the_next_begins() -> None:
    position = given(
        army("rome", "roma", 2),
        discarded("etruria-samnium", "e-1", "e-9"),
        discarded("rome", "r-1", "r-2"),
        hand("etruria-samnium", "e-2"),
        points("etruria-samnium", 3),
    )
    position.add(events.CardDrawn("etruria-samnium", "e-36"))
    position.add(events.CardDiscarded("etruria-samnium", "e-36", "given"))
    assert position.state.reshuffle == {"etruria-samnium"}
    position.add(phase("reinforcement"))

    def turned(position: Position) -> bool:
        if position.state.turn == 1:
            assert position.state.discards["etruria-samnium"] == ("e-1", "e-9", "e-36")
        return position.state.turn > 1

    seen = play_on(position, turned).events
    kinds = [type(event) for event in seen]
    assert kinds.index(events.DeckReshuffled) < kinds.index(events.TurnBegan) < kinds.index(events.PhaseBegan)
    assert events.TurnBegan(2) in seen
    assert position.state.discards["etruria-samnium"] == ()
    assert {"e-1", "e-9", "e-36"} <= set(deck_of(position.game, position.state, "etruria-samnium"))
    assert "e-2" not in deck_of(position.game, position.state, "etruria-samnium")
    # Nothing of Rome's was due.
    assert position.state.discards["rome"] == ("r-1", "r-2")
