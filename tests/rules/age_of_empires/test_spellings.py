"""What people type: an action in other words than those of the list, and what is refused with its rule."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map

from replays.check_drawing import Reached
from replays.typed import expand
from rules.age_of_empires.actions import (
    AttackBuilding,
    Build,
    Done,
    Lay,
    MakeVillagers,
    Place,
    Play,
    Produce,
    Repair,
    Reveal,
)
from rules.age_of_empires.ruleset import ruleset
from rules.chance import Chance, keyed
from rules.errors import IllegalAction
from tests.rules.age_of_empires.harness import (
    ALLOCATION,
    ATTACK,
    COLLECTION,
    CONSTRUCTION,
    city,
    damage,
    game_with,
    given,
    hand,
    phase,
    pool,
    stock,
    unit,
    villagers,
)

FIELD = (
    stock("first", 9, 9, 9, 9),
    city("first", "lumber-camp l1-3", "mill c-2", "house r1-3"),
    city("second", "house c-1"),
    villagers("first", "c-2", 1),
    villagers("first", "l1-3", 2),
    villagers("first", "c-3", 2),
    damage("first", "c-2", 20),
    hand("first", "sheep", "house"),
    pool("first", 1),
    unit("first", "militia", 5, "second c-1"),
)


def typed(game: Any, state: Any, text: str) -> list[Any]:
    return expand(ruleset, game, Reached(state, Map()), "first", text)


@pytest.mark.parametrize(
    ("which", "text", "action"),
    [
        (COLLECTION, "produce 1 at c-2", Produce("c-2", 1)),
        (COLLECTION, "produce 2 l1-3", Produce("l1-3", 2)),
        (COLLECTION, "produce 2 camp l1-3", Produce("l1-3", 2)),
        (CONSTRUCTION, "repair c-2 with 1", Repair("c-2", 1)),
        (CONSTRUCTION, "repair mill c-2 with 1", Repair("c-2", 1)),
        (CONSTRUCTION, "sheep", Play("sheep")),
        (CONSTRUCTION, "play sheep", Play("sheep")),
        (CONSTRUCTION, "done", Done()),
        (ATTACK, "attack c-1 with militia", AttackBuilding("c-1", "first-militia-1")),
        (ATTACK, "attack house with militia", AttackBuilding("c-1", "first-militia-1")),
        (ALLOCATION, "make 1 villager", MakeVillagers(1)),
        (ALLOCATION, "make 1 villagers", MakeVillagers(1)),
        (ALLOCATION, "place 1 on l1-3", Place("l1-3", 1)),
    ],
)
def test_a_building_may_be_named_by_its_space_alone_and_an_event_by_its_card(which, text, action):
    position = given(*FIELD, phase("first", which))
    assert typed(position.game, position.state, text) == [action]


def test_a_face_down_building_may_be_named_by_its_space_alone():
    position = given(city("first", "house l1-3", "mill c-2", face_down=True), phase("first", CONSTRUCTION))
    assert typed(position.game, position.state, "reveal l1-3") == [Reveal("l1-3")]


def refused(game: Any, state: Any, text: str) -> str:
    with pytest.raises(IllegalAction) as failure:
        typed(game, state, text)
    return str(failure.value)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("build house at l9-3", "l9-3 is not beside a building of the city"),
        ("build house at c-2", "there is a building at c-2"),
        ("build castle at c-2", "Castle is not in the hand"),
        ("build castle at c-1", "Castle is not in the hand"),
        ("make 1 villager", "this is the construction phase"),
    ],
)
def test_what_cannot_be_done_now_is_refused_by_its_rule(text, why):
    position = given(*FIELD, phase("first", CONSTRUCTION))
    assert why in refused(position.game, position.state, text)
    assert Build("house", "c-1") in position.offered()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("lay house at l3-3", "lies beside the city"),
        ("lay farm at l1-3", "Farm is none of the starting buildings"),
        ("lay town-center at c-2", "Town Center is none of the starting buildings"),
        ("build farm at c-1", "the starting buildings are laid first"),
        ("make 3 villagers", "the starting buildings are laid first"),
        ("done", "the starting buildings are laid first"),
    ],
)
def test_what_cannot_be_done_while_the_cities_are_laid_is_refused_by_its_rule(text, why):
    game = game_with()
    state = ruleset.initial(game)
    for event in ruleset.begin(game, Chance(keyed(bytes(16)))):
        state = ruleset.evolve(game, state, event)
    assert why in refused(game, state, text)
    assert typed(game, state, "lay house l1-3") == [Lay("house", "l1-3")]
