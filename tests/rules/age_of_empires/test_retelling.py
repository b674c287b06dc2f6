"""How a run of batches is told: sentences with costs, attacks with strengths and losses."""

from __future__ import annotations

import pytest

from rules.age_of_empires import events
from rules.age_of_empires import events_of_units as of_units
from rules.age_of_empires.actions import (
    AttackBuilding,
    Build,
    Decline,
    Defend,
    Done,
    LookOut,
    MakeVillagers,
    Muster,
    Place,
    Play,
    Research,
    Step,
)
from rules.age_of_empires.narration import narrate, retell
from rules.age_of_empires.retelling import retold
from rules.ruleset import Event
from rules.ruleset import Step as Batch
from tests.rules.age_of_empires.harness import (
    ALLOCATION,
    ATTACK,
    CONSTRUCTION,
    MOVEMENT,
    Position,
    age,
    city,
    given,
    hand,
    phase,
    pool,
    stock,
    unit,
    villagers,
)


def told(position: Position, *actions, seat: str = "first") -> str:
    """What these actions of a seat are told as, in one run."""
    before = position.state
    happened: list[Event] = []
    for action in actions:
        who = position.awaited()[0] if seat == "" else seat
        position.when(who, action)
        happened += position.events
    return retold(position.game, before, happened)


RICH = (stock("first", 20, 20, 20, 20), villagers("first", "c-3", 9))


def test_what_is_built_and_begun_is_told_with_its_cost():
    position = given(
        *RICH, hand("first", "mill", "house", "loom", "sheep", "settlers"), phase("first", CONSTRUCTION)
    )
    line = told(
        position,
        Build("mill", "c-2"),
        Build("house", "l1-3"),
        Research("loom"),
        Play("sheep"),
        Play("settlers"),
    )
    assert line == (
        "First (Britons) builds Mill at c-2 (2 wood, 1 villager) and House at l1-3 (1 wood, 1 villager); begins Loom "
        "(1 gold, 1 villager); plays Sheep (+3 food) and Settlers (+1 villager)."
    )


def test_what_is_made_and_placed_is_one_sentence():
    position = given(
        stock("first", 20, 0, 0, 20),
        hand("first", "militia"),
        city("first", "barracks c-2", "house l1-3", "mill r1-3"),
        pool("first", 2),
        phase("first", ALLOCATION),
    )
    line = told(
        position, MakeVillagers(3), Muster("militia", 2, "c-2", "c-2"), Place("r1-3", 1), Place("c-3", 4)
    )
    assert line == (
        "First (Britons) makes 3 villagers (3 food); musters Militia 1 with 2 soldiers at Barracks c-2 "
        "(2 food, 2 gold); "
        "places 1 villager on Mill r1-3 and 4 villagers on Town Center c-3."
    )


def test_the_steps_of_a_unit_are_one_move():
    position = given(unit("first", "scout-cavalry", 1, "first c-3"), phase("first", MOVEMENT))
    line = told(position, Step("first-scout-cavalry-1", "land"), Step("first-scout-cavalry-1", "second:c-3"))
    assert line.startswith(
        "First (Britons) moves Scout Cavalry 1 to no man's land and on to Town Center c-3 of Second (Britons)."
    )


def test_an_attack_is_told_with_its_strengths_and_losses():
    position = given(
        unit("first", "militia", 5, "second c-2"),
        city("second", "house c-2"),
        villagers("second", "c-2", 2),
        phase("first", ATTACK),
    )
    line = told(position, AttackBuilding("c-2", "first-militia-1"), Defend(unit=False, villagers=2), seat="")
    assert line.startswith(
        "Militia 1 of first (5 soldiers) attacks House c-2 of Second (Britons). 2 villagers defend."
    )


@pytest.mark.parametrize(
    ("happened", "line"),
    [
        (of_units.RoundFought("melee", 12, 6, 8, ()), "Melee: 12 against 6, 8 for the building."),
        (of_units.RoundFought("bombard", 0, 0, 40, ()), "Bombardment: 40 for the building."),
        (of_units.DefendersChosen("", 0), "Nobody defends."),
        (
            of_units.TokensLost("first-militia-1", 1, 0, "upkeep"),
            "Militia 1 of first loses 1 soldier for want of food.",
        ),
        (
            events.BuildingDestroyed("second", "c-2", True),
            "House c-2 of Second (Britons) is destroyed and snuffed.",
        ),
        (events.HuntRolled("first", 4), "First (Britons) hunts a boar and rolls 4."),
        (events.HoldCounted("second", "c-2", 3), "House c-2 of Second (Britons) has stood for 3 turns."),
        (events.StepReached("production"), ""),
    ],
)
def test_single_events_within_a_run(happened, line):
    position = given(
        unit("first", "militia", 5, "second c-2"), city("second", "house c-2"), phase("first", ATTACK)
    )
    assert retold(position.game, position.state, (happened,)) == line


def test_losses_and_destruction_go_into_one_sentence():
    position = given(
        unit("first", "militia", 2, "second c-2"), city("second", "house c-2"), phase("first", ATTACK)
    )
    lost = (of_units.TokensLost("first-militia-1", 2, 0, "combat"), of_units.UnitDestroyed("first-militia-1"))
    assert (
        retold(position.game, position.state, lost) == "Militia 1 of first loses 2 soldiers and is destroyed."
    )
    fallen = (
        events.BuildingDamaged("second", "c-2", 50, "attack"),
        events.BuildingDestroyed("second", "c-2"),
    )
    assert retold(position.game, position.state, fallen) == (
        "House c-2 of Second (Britons) takes 50 damage and is destroyed."
    )


def test_cards_that_are_not_known_are_counted():
    position = given(phase("first", ATTACK))
    drawn = tuple(events.CardDrawn("second", card) for card in ("?", "house", "?"))
    assert retold(position.game, position.state, drawn) == "Second (Britons) draws House and 2 cards."


def test_gains_are_added_up_and_prices_stay_with_what_they_pay_for():
    position = given(age("first", 2), phase("first", ATTACK))
    happened = (
        events.StockChanged("first", food=3, reason="fishing"),
        events.StockChanged("first", gold=2, reason="relics"),
        events.StockChanged("first", food=1, reason="more"),
        events.StockChanged("first", food=-2, reason="upkeep"),
        events.StockChanged("first", wood=-2, gold=1, reason="exchange"),
    )
    assert retold(position.game, position.state, happened) == (
        "First (Britons) gains 4 food and 2 gold; pays 2 food for its units; exchanges 2 wood for 1 gold."
    )


def test_the_line_of_an_attack_names_what_is_attacked():
    field = (unit("first", "militia", 5, "second c-2"), city("second", "house c-2"), phase("first", ATTACK))
    position = given(*field)
    begun = given(*field).when("first", AttackBuilding("c-2", "first-militia-1"))
    state, lines = position.state, []
    for event in begun.events:
        lines.append(narrate(position.game, state, event))
        state = position.game.evolution[type(event)](position.game, state, event)
    assert next(line for line in lines if line) == (
        "Militia 1 of first attacks House c-2 of Second (Britons) (combat-1)"
    )


@pytest.mark.parametrize(
    ("action", "told"),
    [
        (Done(), "First (Britons) attacks nobody."),
        (Decline(), "First (Britons) lets the moment go by."),
        (LookOut(), "First (Britons): look from an Outpost."),
        (None, "Nothing happens."),
    ],
)
def test_a_run_that_only_carries_the_game_on_is_told_by_its_action(action, told):
    field = (unit("first", "militia", 5, "second c-2"), city("second", "house c-2"), phase("first", ATTACK))
    position = given(*field)
    nothing = Batch("first", action, (events.StepReached("drawing"),))
    assert retell(position.game, position.state, (nothing,)) == told
