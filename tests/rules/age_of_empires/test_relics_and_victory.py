"""Relics, wonders, and how the game is won (relic-1 to relic-9, monk-13 to monk-16, wonder-*, win-*, victory-*)."""

from __future__ import annotations

import pytest

from rules.age_of_empires import events
from rules.age_of_empires import events_of_units as of_units
from rules.age_of_empires.actions import (
    AttackBuilding,
    Deliver,
    Discard,
    Done,
    Lift,
    LookThrough,
    PlaceRelic,
    Snuff,
    Step,
)
from rules.age_of_empires.ruleset import ruleset
from rules.chance import Chance, keyed
from rules.ruleset import Resign
from tests.rules.age_of_empires.harness import (
    ATTACK,
    COLLECTION,
    CONSTRUCTION,
    DISCARD,
    MOVEMENT,
    Position,
    age,
    building,
    city,
    damage,
    deck,
    discards,
    given,
    hand,
    like,
    phase,
    relics,
    unit,
    villagers,
)

MILITIA = "first-militia-1"
FIVE = tuple(
    f"first/{name}"
    for name in (
        "the-black-rood",
        "the-bones-of-the-magi",
        "the-crown-of-thorns",
        "the-holy-lance",
        "the-veil-of-veronica",
    )
)


def moving(*circumstances) -> Position:
    return given(*circumstances, phase("first", MOVEMENT))


@pytest.mark.rule("age-of-empires", "monk-13", "move-9", "relic-5")
def test_a_unit_with_monks_lifts_one_relic_in_a_turn_at_no_movement_cost():
    position = moving(relics(*FIVE[:2]), unit("first", "militia", 2, "first c-3", monks=1))
    position.when("first", Step(MILITIA, "land")).offers(Lift(MILITIA, FIVE[0]))
    position.when("first", Lift(MILITIA, FIVE[0]))
    assert position.unit(MILITIA).relic == FIVE[0]
    assert position.state.land == (FIVE[1],)
    again = moving(relics(FIVE[1]), unit("first", "militia", 2, "", monks=1, relic=FIVE[0]))
    again.when("first", Lift(MILITIA, FIVE[1])).refused("relic-5")


@pytest.mark.rule("age-of-empires", "monk-14")
@pytest.mark.parametrize(("monks", "may"), [(2, False), (3, True)])
def test_lifting_needs_the_monks_that_the_relic_prints(monks, may):
    relic = "second/kusanagi-no-tsurugi"
    position = moving(relics(relic), unit("first", "militia", 1, "", monks=monks))
    if may:
        position.offers(Lift(MILITIA, relic))
    else:
        position.when("first", Lift(MILITIA, relic)).refused("monk-14", "needs 3 monks")


@pytest.mark.rule("age-of-empires", "relic-6", "flow-2")
def test_an_enemy_relic_may_be_recovered_and_keeps_its_owner():
    position = moving(relics("second/the-black-rood"), unit("first", "militia", 1, "", monks=1))
    position.when("first", Lift(MILITIA, "second/the-black-rood"))
    assert position.unit(MILITIA).relic == "second/the-black-rood"


@pytest.mark.rule("age-of-empires", "monk-15")
@pytest.mark.parametrize("monastery", ["c-3", "c-2"])
def test_a_relic_is_stored_from_the_monastery_or_a_building_beside_it(monastery):
    field = [unit("first", "militia", 1, "", monks=1, relic=FIVE[0])]
    field += [city("first", "monastery c-2")] if monastery == "c-2" else []
    position = moving(*field, city("first", "monastery l1-3"))
    position.when("first", Step(MILITIA, "first:c-3"))
    where = position.side("first").city
    assert where["l1-3"].relics == (FIVE[0],) or position.awaited() == ("first", "delivery")
    if monastery == "c-2":
        position.offers_only(Deliver("c-2"), Deliver("l1-3")).when("first", Deliver("c-2"))
        assert position.at("first", "c-2").relics == (FIVE[0],)
    assert position.unit(MILITIA).relic == ""


@pytest.mark.rule("age-of-empires", "monk-16", "relic-6")
def test_the_relics_of_a_ruined_monastery_lie_in_no_mans_land():
    position = given(
        city("second", "monastery c-1"),
        building("second", "c-1", relics=FIVE[:2]),
        damage("second", "c-1", 180),
        unit("first", "militia", 5, "second c-1", monks=1),
        phase("first", ATTACK),
    )
    position.when("first", AttackBuilding("c-1", MILITIA)).goes_on()
    assert position.state.land == FIVE[:2]


@pytest.mark.rule("age-of-empires", "move-10")
def test_a_unit_without_monks_drops_its_relic_where_it_stands():
    position = given(
        city("second", "house c-1"),
        villagers("second", "c-1", 5),
        unit("first", "militia", 1, "second c-1", monks=1, relic=FIVE[0]),
        phase("first", ATTACK),
    )
    from rules.age_of_empires.actions import Defend, Lose

    position.when("first", AttackBuilding("c-1", MILITIA)).when(
        "second", Defend(unit=False, villagers=4)
    ).goes_on()
    if position.awaited()[1] == "monks":
        position.when("first", Lose(0))
    position.then_includes(like(of_units.RelicDropped, relic=FIVE[0]))
    assert position.at("second", "c-1").lying == (FIVE[0],)


# Wonder and relics win


def turn_ends(owner: str, *circumstances) -> Position:
    """The last decision of the turn of the owner's opponent."""
    other = "second" if owner == "first" else "first"
    position = given(*circumstances, hand(other, "sheep"), phase(other, DISCARD))
    return position.when(other, Done())


@pytest.mark.rule("age-of-empires", "wonder-8", "win-4", "victory-2")
@pytest.mark.parametrize(("held", "won"), [(4, None), (5, (("first",), "wonder"))])
def test_a_wonder_wins_when_it_has_stood_for_6_turns_of_the_opponent(held, won):
    position = turn_ends("first", city("first", "wonder-britons c-2"), building("first", "c-2", held=held))
    assert position.winners() == won
    position.then_includes(events.HoldCounted("first", "c-2", held + 1))


@pytest.mark.rule("age-of-empires", "wonder-8")
def test_an_unfinished_wonder_counts_no_turns_and_own_turns_do_not_count():
    rising = turn_ends(
        "first", city("first", "wonder-britons c-2"), building("first", "c-2", stage=3, held=0)
    )
    rising.then_not(events.HoldCounted)
    own = given(
        city("first", "wonder-britons c-2"),
        building("first", "c-2", held=5),
        hand("first", "sheep"),
        phase("first", DISCARD),
    )
    own.when("first", Done()).then_not(events.HoldCounted)
    assert own.winners() is None


@pytest.mark.rule("age-of-empires", "relic-3", "win-3")
@pytest.mark.parametrize(("held", "won"), [(4, None), (5, (("first",), "relics"))])
def test_five_relics_in_one_monastery_win_after_6_turns_of_the_opponent(held, won):
    position = turn_ends(
        "first", city("first", "monastery c-2"), building("first", "c-2", relics=FIVE, held=held)
    )
    assert position.winners() == won


@pytest.mark.rule("age-of-empires", "relic-3", "win-3")
def test_the_count_starts_anew_with_fewer_than_five_and_two_monasteries_do_not_add_up():
    fewer = turn_ends(
        "first", city("first", "monastery c-2"), building("first", "c-2", relics=FIVE[:4], held=5)
    )
    assert fewer.at("first", "c-2").held == 0
    apart = turn_ends(
        "first",
        city("first", "monastery c-2", "monastery l1-3"),
        building("first", "c-2", relics=FIVE[:3], held=5),
        building("first", "l1-3", relics=FIVE[3:]),
    )
    assert apart.winners() is None


@pytest.mark.rule("age-of-empires", "win-1", "victory-1", "towncenter-2")
def test_a_seat_whose_last_town_center_is_destroyed_loses_at_once():
    field = (
        damage("second", "c-3", 210),
        unit("first", "militia", 5, "second c-3"),
        phase("first", ATTACK),
    )
    position = given(*field).when("first", AttackBuilding("c-3", MILITIA)).goes_on()
    assert position.winners() == (("first",), "town-centers")
    second = given(age("second", 3), city("second", "town-center c-2"), *field)
    second.when("first", AttackBuilding("c-3", MILITIA)).goes_on()
    assert second.winners() is None
    assert "c-3" not in second.side("second").city


@pytest.mark.rule("age-of-empires", "setting-2", "flow-1")
def test_turns_alternate_until_somebody_wins():
    position = given(
        hand("first", "sheep"),
        villagers("first", "c-3", 1),
        villagers("second", "c-3", 1),
        phase("first", DISCARD),
    )
    position.when("first", Done())
    assert (position.state.active, position.state.turn) == ("second", 6)
    position.when("second", Done()).when("second", Done())
    while position.awaited()[0] == "second":
        position.when("second", Done())
    assert (position.state.active, position.state.turn) == ("first", 7)


@pytest.mark.rule("age-of-empires", "victory-5")
@pytest.mark.parametrize("seat", ["first", "second"])
def test_a_seat_may_give_up(seat):
    position = given(phase("first", ATTACK))
    happened = ruleset.decide(position.game, position.state, seat, Resign(), Chance(keyed(bytes(16))))
    ended = happened[-1]
    assert isinstance(ended, events.GameEnded)
    assert ended.winners == (("second",) if seat == "first" else ("first",))


@pytest.mark.rule("age-of-empires", "victory-4")
def test_two_results_at_once_are_a_draw():
    from rules.age_of_empires.unfolding import Unfolding
    from rules.age_of_empires.victory import check_town_centers
    from tests.rules.age_of_empires.harness import razed

    position = given(phase("first", ATTACK))
    state = position.state
    for seat in ("first", "second"):
        state = razed(seat, "c-3")(position.game, state)
    unfolding = Unfolding(position.game, state, Chance(keyed(bytes(16))))
    check_town_centers(unfolding)
    ended = unfolding.events[-1]
    assert isinstance(ended, events.GameEnded)
    assert (ended.winners, ended.how) == ((), "draw")


def test_a_game_may_be_ended_by_a_limit_of_turns_for_bots():
    options = {"turn-limit": "200"}
    field = (hand("first", "sheep"), city("first", "house c-2"))
    ended = given(*field, phase("first", DISCARD, turn=200), options=options).when("first", Done())
    assert ended.winners() == (("first",), "limit")
    on = given(*field, phase("first", DISCARD, turn=199), options=options).when("first", Done())
    assert on.winners() is None
    off = given(*field, phase("first", DISCARD, turn=900)).when("first", Done())
    assert off.winners() is None


def test_cards_are_snuffed_before_others_are_discarded():
    position = given(hand("first", "sheep", "loom"), discards("first", "deer"), phase("first", DISCARD))
    position.offers(LookThrough()).when("first", Discard("sheep")).offers_not(LookThrough)
    position.when("first", LookThrough()).refused("unit-9")


# Discarding


@pytest.mark.rule("age-of-empires", "turn-9", "detail-1", "setting-4")
def test_a_hand_of_3_that_discards_1_draws_5():
    position = given(hand("first", "sheep", "deer", "loom"), phase("first", DISCARD))
    position.when("first", Discard("deer")).when("first", Done())
    assert len([event for event in position.events if isinstance(event, events.CardDrawn)]) == 5
    assert len(position.side("first").hand) == 7
    assert position.side("first").discards == ("deer",)


@pytest.mark.rule("age-of-empires", "setting-4")
def test_more_than_7_cards_must_be_discarded():
    position = given(hand("first", *["sheep"] * 8), phase("first", DISCARD))
    position.when("first", Done()).refused("setting-4")
    position.when("first", Discard("sheep")).when("first", Done()).then_not(events.CardDrawn)


@pytest.mark.rule("age-of-empires", "setting-6")
def test_the_first_player_adjusts_his_hand_in_turn_1():
    position = given(hand("first", "sheep", "deer"), phase("first", DISCARD, turn=1)).when("first", Done())
    assert len(position.side("first").hand) == 7


@pytest.mark.rule("age-of-empires", "detail-2")
def test_an_empty_deck_is_made_anew_of_the_discards_when_a_card_must_be_drawn():
    position = given(
        hand("first", *["sheep"] * 5),
        deck("first", "loom"),
        discards("first", "deer", "farm"),
        phase("first", DISCARD),
    )
    position.when("first", Done())
    position.then_includes(
        events.CardDrawn("first", "loom"),
        events.DeckReshuffled("first"),
        like(events.CardDrawn, seat="first"),
    )
    assert position.side("first").discards == ()
    none = given(hand("first", "sheep"), deck("first"), phase("first", DISCARD)).when("first", Done())
    none.then_not(events.CardDrawn)
    assert none.winners() is None


@pytest.mark.rule("age-of-empires", "unit-9", "layout-11", "layout-12")
def test_a_discard_may_be_snuffed_and_does_not_return():
    position = given(
        hand("first", *["sheep"] * 6),
        deck("first"),
        discards("first", "deer", "farm"),
        phase("first", DISCARD),
    )
    position.when("first", LookThrough()).when("first", Snuff("deer")).when("first", Snuff("deer"))
    assert (position.side("first").snuffed, position.side("first").discards) == (("deer",), ("farm",))
    position.when("first", Done()).then_includes(events.CardDrawn("first", "farm"))


@pytest.mark.rule("age-of-empires", "wonder-6", "wonder-7")
@pytest.mark.parametrize(("before", "after"), [(1, 2), (2, 3), (3, 4), (4, 4)])
def test_a_wonder_rises_at_the_start_of_each_own_turn_until_it_is_complete(before, after):
    position = given(
        age("first", 4),
        city("first", "wonder-britons c-2"),
        building("first", "c-2", stage=before),
        phase("first", COLLECTION, begins=True),
    )
    assert position.at("first", "c-2").stage == after


@pytest.mark.rule("age-of-empires", "relic-5", "move-9")
def test_a_unit_that_has_stored_a_relic_lifts_no_other_in_the_same_turn():
    field = (relics(*FIVE[:2]), unit("first", "militia", 1, "", monks=1, lifted=True))
    position = moving(*field)
    position.offers_not(Lift).when("first", Lift(MILITIA, FIVE[0])).refused("relic-5")


@pytest.mark.rule("age-of-empires", "relic-9", "detail-7")
def test_a_relic_that_is_carried_is_in_play_and_not_placed_again():
    position = given(
        age("first", 3),
        unit("first", "militia", 1, "", monks=1, relic=FIVE[0]),
        hand("first", "the-black-rood"),
        phase("first", CONSTRUCTION),
    )
    position.when("first", PlaceRelic("the-black-rood")).refused("detail-7")
