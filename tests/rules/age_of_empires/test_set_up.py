"""Before the first turn (setup-1 to setup-9, setting-1 to setting-12), and what is secret (layout-18)."""

from __future__ import annotations

import pytest

from rules.age_of_empires import events
from rules.age_of_empires.actions import Build, Lay, Reveal
from rules.age_of_empires.cities import villager_cap
from rules.age_of_empires.ruleset import ruleset
from rules.chance import Chance, Request, keyed
from rules.errors import IllegalAction
from rules.ruleset import Event
from rules.secrecy import redact
from tests.rules.age_of_empires.harness import (
    ATTACK,
    CONSTRUCTION,
    age,
    city,
    game_with,
    given,
    hand,
    like,
    phase,
    stock,
    villagers,
)


class Table:
    """A game from its very beginning, with these dice for who begins."""

    def __init__(self, dice=(6, 1), **options: str) -> None:
        self.game = game_with(tuple((f"deck.{seat}", name) for seat, name in options.items()))
        self.dice = list(dice)
        self.state = ruleset.initial(self.game)
        self.events: list[Event] = []
        self._happen(ruleset.begin(self.game, self._chance()))

    def _chance(self) -> Chance:
        def source(request: Request):
            return (0,) if request.kind == "draw" else (self.dice.pop(0),)

        return Chance(source, "scripted")

    def _happen(self, happened) -> None:
        self.events += happened
        for event in happened:
            self.state = ruleset.evolve(self.game, self.state, event)

    def lay(self, seat: str, *laid: str) -> Table:
        for each in laid:
            card, space = each.split()
            self._happen(ruleset.decide(self.game, self.state, seat, Lay(card, space), self._chance()))
        return self

    def laid(self) -> Table:
        for seat in ("first", "second"):
            self.lay(seat, "house c-2", "mill l1-3", "lumber-camp r1-3")
        return self


@pytest.mark.rule("age-of-empires", "setup-3", "card-building-9")
def test_starting_buildings_lie_face_down_each_beside_the_city():
    table = Table().lay("first", "house l1-3", "mill l1-2")
    with pytest.raises(IllegalAction, match="beside"):
        table.lay("first", "lumber-camp r2-3")
    with pytest.raises(IllegalAction, match="none of the starting buildings"):
        table.lay("first", "house c-2")
    table.lay("first", "lumber-camp l1-1").lay("second", "house c-2", "mill c-1", "lumber-camp r1-1")
    own = table.state.sides["first"].city
    assert not own["c-3"].face_down
    assert {space for space, building in own.items() if building.face_down} == {"l1-1", "l1-2", "l1-3"}


@pytest.mark.rule("age-of-empires", "setup-3")
def test_both_lay_before_either_sees():
    table = Table(second="goths-swarm").lay("second", "house c-2", "mill l1-3")
    assert [each.seat for each in ruleset.awaiting(table.game, table.state)] == ["first", "second"]
    seen = ruleset.view(table.game, table.state, ("first",))
    assert {(card, space) for card, space, _ in seen.sides["second"].laid} == {("?", "?")}
    table.lay("first", "house c-2", "mill l1-3", "lumber-camp r1-3").lay("second", "lumber-camp l2-3")
    seen = ruleset.view(table.game, table.state, ("first",))
    city_seen = seen.sides["second"].city
    assert sorted(city_seen) == ["c-2", "c-3", "l1-3", "l2-3"]
    assert {space: building.card for space, building in city_seen.items()} == {
        "c-3": "town-center",
        "c-2": "?",
        "l1-3": "?",
        "l2-3": "?",
    }


@pytest.mark.rule("age-of-empires", "setup-3")
def test_what_the_other_seat_may_lay_is_told_without_its_card():
    table = Table().lay("first", "house l1-3")
    seen = ruleset.view(table.game, table.state, ("second",))
    phrases = {ruleset.phrase(table.game, seen, each) for each in ruleset.legal(table.game, seen, "first")}
    assert phrases == {f"lay (a) building (at) {space}" for space in ("c-2", "l1-3", "r1-3")}
    assert ruleset.phrase(table.game, seen, Lay("?", "?")) == "lay (a) building"
    own = {
        ruleset.phrase(table.game, table.state, each)
        for each in ruleset.legal(table.game, table.state, "first")
    }
    assert "lay mill (at) l2-3" in own


@pytest.mark.rule("age-of-empires", "setup-3")
def test_the_mongols_lay_all_four_face_down():
    table = Table(second="mongols-horde").laid()
    own = table.state.sides["second"].city
    assert all(building.face_down for building in own.values())
    seen = ruleset.view(table.game, table.state, ("first",)).sides["second"].city
    assert {building.card for building in seen.values()} == {"?"}


@pytest.mark.rule("age-of-empires", "setup-4", "setup-8", "setting-5")
def test_three_villagers_stand_on_the_town_center_and_seven_cards_are_drawn_for_good():
    table = Table().laid()
    for side in table.state.sides.values():
        assert side.city["c-3"].villagers == 3
        assert len(side.hand) == 7
    assert [each.decision for each in ruleset.awaiting(table.game, table.state)] == ["construction"]


@pytest.mark.rule("age-of-empires", "deck-8")
def test_only_the_deck_of_age_1_is_in_use_at_the_start():
    for side in Table().laid().state.sides.values():
        assert side.age == 1
        assert sorted(side.later) == ["2", "3", "4"]
        assert len(side.deck) + len(side.hand) == 30


@pytest.mark.rule("age-of-empires", "setup-5", "setup-6", "setup-7")
def test_the_later_decks_lie_beside_and_the_age_card_beside_the_field():
    table = Table().laid()
    side = table.state.sides["first"]
    assert {age: len(cards) for age, cards in side.later.items()} == {"2": 30, "3": 20, "4": 10}
    assert side.cards == ("dark-age",)
    assert len(side.deck) + len(side.hand) == 30
    assert "dark-age" not in (*side.deck, *side.hand)


@pytest.mark.rule("age-of-empires", "setup-9", "kit-9")
def test_the_higher_die_begins_and_ties_are_rolled_again():
    table = Table(dice=(3, 3, 2, 5)).laid()
    assert table.state.active == "second"
    assert like_rolled(table) == [{"first": 2, "second": 5}]
    assert Table(dice=(4, 1)).laid().state.active == "first"


def like_rolled(table: Table) -> list[dict[str, int]]:
    return [event.rolls for event in table.events if isinstance(event, events.FirstRolled)]


@pytest.mark.rule("age-of-empires", "setting-3", "agecard-3")
def test_each_seat_starts_in_age_1_at_no_cost():
    table = Table().laid()
    assert {side.age for side in table.state.sides.values()} == {1}
    assert not [event for event in table.events if isinstance(event, events.StockChanged)]


@pytest.mark.rule("age-of-empires", "setting-9")
def test_the_villager_cap_is_5_and_5_for_each_house_in_play():
    one = given(city("first", "house c-2"), phase("first", CONSTRUCTION))
    two = given(city("first", "house c-2", "house c-1"), phase("first", CONSTRUCTION))
    hidden = given(city("first", "house c-2", face_down=True), phase("first", CONSTRUCTION))
    assert [villager_cap(each.game, each.side("first")) for each in (one, two, hidden)] == [10, 15, 5]


@pytest.mark.rule("age-of-empires", "setting-7", "setting-1")
def test_the_persians_start_richer():
    table = Table(first="persians-elephants").laid()
    side = table.state.sides["first"]
    assert (side.food, side.wood, side.stone, side.gold) == (10, 15, 0, 10)


@pytest.mark.rule("age-of-empires", "setting-12")
def test_the_celts_start_with_a_double_bit_axe():
    table = Table(first="celts-raiders").laid()
    assert "double-bit-axe" in table.state.sides["first"].cards
    assert "double-bit-axe" not in table.state.sides["second"].cards
    assert table.state.sides["first"].wood == 10


@pytest.mark.rule("age-of-empires", "setup-2", "card-civilization-3")
def test_civilizations_are_open_and_decks_are_not():
    table = Table(first="celts-raiders")
    laid_out = [event for event in table.events if isinstance(event, events.DeckLaidOut)]
    shown = redact(laid_out[0], ("second",))
    assert shown.civilization == "celts"
    assert set(shown.first) == {"?"}
    assert len(shown.first) == 30
    assert set(redact(laid_out[0], ("first",)).first) != {"?"}


@pytest.mark.rule("age-of-empires", "setup-1", "sea-1")
@pytest.mark.parametrize(
    ("options", "on"),
    [
        ({}, False),
        ({"deck.first": "vikings-longships"}, True),
        ({"deck.first": "vikings-longships", "sea": "off"}, False),
        ({"sea": "on"}, True),
    ],
)
def test_the_sea_is_agreed_before_play(options, on):
    game = game_with(tuple(sorted(options.items())))
    assert game.with_sea is on


@pytest.mark.rule("age-of-empires", "layout-18")
def test_hand_decks_and_face_down_buildings_are_secret_and_all_else_is_open():
    position = given(
        city("second", "house c-2", face_down=True),
        stock("second", food=3, gold=2),
        hand("second", "sheep", "deer"),
        villagers("second", "c-2", 2),
        phase("first", CONSTRUCTION),
    )
    seen = ruleset.view(position.game, position.state, ("first",)).sides["second"]
    own = position.side("second")
    assert seen.hand == ("?", "?")
    assert set(seen.deck) == {"?"}
    assert {age: set(cards) for age, cards in seen.later.items()} == {"2": set(), "3": {"?"}, "4": {"?"}}
    assert seen.city["c-2"].card == "?"
    assert seen.city["c-2"].villagers == 2
    assert (seen.food, seen.gold, seen.discards, seen.cards) == (3, 2, own.discards, own.cards)


@pytest.mark.rule("age-of-empires", "card-building-6")
def test_a_face_down_building_is_turned_up_by_its_owner_or_when_it_is_named():
    own = given(city("first", "house c-2", face_down=True), phase("first", CONSTRUCTION))
    own.when("first", Reveal("c-2")).then_includes(like(events.BuildingRevealed, card="house"))
    assert not own.at("first", "c-2").face_down
    from rules.age_of_empires.actions import AttackBuilding
    from tests.rules.age_of_empires.harness import unit

    named = given(
        city("second", "farm c-1", face_down=True),
        unit("first", "militia", 5, "second c-1"),
        phase("first", ATTACK),
    )
    named.when("first", AttackBuilding("c-1", "first-militia-1"))
    named.then_includes(like(events.BuildingRevealed, seat="second", card="farm"))


@pytest.mark.rule("age-of-empires", "card-building-11")
def test_buildings_placed_in_play_lie_face_up():
    position = given(
        age("first", 1),
        hand("first", "house"),
        stock("first", wood=1),
        villagers("first", "c-3", 1),
        phase("first", CONSTRUCTION),
    )
    position.when("first", Build("house", "c-2"))
    assert not position.at("first", "c-2").face_down


@pytest.mark.rule("age-of-empires", "setup-3", "layout-18")
def test_a_seat_sees_what_it_has_laid_and_the_other_does_not():
    game = game_with()
    state = ruleset.initial(game)
    for event in ruleset.begin(game, Chance(keyed(bytes(16)))):
        state = ruleset.evolve(game, state, event)
    for event in ruleset.decide(game, state, "first", Lay("mill", "c-2"), Chance(keyed(bytes(16)))):
        state = ruleset.evolve(game, state, event)

    def shown(*seats: str) -> dict[str, str]:
        scene = ruleset.scene(game, ruleset.view(game, state, seats))
        return {space.id: space.title for space in scene.spaces if space.owner}

    centers = {"first:c-3": "Town Center", "second:c-3": "Town Center"}
    assert shown("first") == centers | {"first:c-2": "Mill"}
    assert shown("second") == shown() == centers
