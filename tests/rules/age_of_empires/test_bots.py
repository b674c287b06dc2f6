"""What bots are shown of the options, where they send villagers and units, and what they hold a position worth."""

from __future__ import annotations

from replays.bots import bot
from rules.age_of_empires.actions import (
    AttackBuilding,
    Build,
    Defend,
    Discard,
    Done,
    Lift,
    MakeMonks,
    MakeVillagers,
    Muster,
    Place,
    ProduceAll,
    Recruit,
    Repair,
    Research,
    Reveal,
    Step,
)
from rules.age_of_empires.evaluation import evaluate
from rules.age_of_empires.evaluation_of_attacks import worth_of_damage
from rules.age_of_empires.evaluation_of_labour import plan, villagers_wanted
from rules.age_of_empires.evaluation_of_options import worth_trying
from rules.age_of_empires.ruleset import ruleset
from rules.chance import Chance, keyed
from rules.ruleset import Action
from tests.rules.age_of_empires.harness import (
    ALLOCATION,
    ATTACK,
    COLLECTION,
    CONSTRUCTION,
    DISCARD,
    MOVEMENT,
    Position,
    age,
    city,
    damage,
    game_with,
    given,
    hand,
    phase,
    pool,
    relics,
    research,
    side,
    stock,
    unit,
    villagers,
)


def tried(position: Position) -> tuple[Action, ...]:
    """What a bot tries in the position."""
    seat, _ = position.awaited()
    legal = ruleset.legal(position.game, position.state, seat)
    seen = ruleset.view(position.game, position.state, (seat,))
    return tuple(worth_trying(position.game, seen, seat, legal))


def test_what_lies_face_down_is_turned_up_before_all_is_produced():
    hidden = given(
        city("first", "mill c-2", face_down=True), villagers("first", "c-2", 2), phase("first", COLLECTION)
    )
    assert tried(hidden) == (Reveal("c-2"),)
    opened = given(city("first", "mill c-2"), villagers("first", "c-2", 2), phase("first", COLLECTION))
    assert tried(opened) == (ProduceAll(),)


def test_the_next_age_is_begun_as_soon_as_it_can_be():
    position = given(
        city("first", "blacksmith c-2", "market l1-3"),
        villagers("first", "c-3", 7),
        stock("first", food=16, wood=10, gold=4),
        hand("first", "house"),
        phase("first", CONSTRUCTION),
    )
    assert tried(position) == (Research("castle-age"),)


def test_with_few_villagers_no_age_is_begun():
    position = given(
        city("first", "blacksmith c-2", "market l1-3"),
        villagers("first", "c-3", 6),
        stock("first", food=16, wood=10, gold=4),
        phase("first", CONSTRUCTION),
    )
    assert Research("castle-age") not in tried(position)


def test_a_building_is_tried_on_its_best_site_alone():
    position = given(
        villagers("first", "c-3", 6),
        stock("first", wood=10),
        hand("first", "house", "stable"),
        phase("first", CONSTRUCTION),
    )
    built = [action for action in tried(position) if isinstance(action, Build)]
    assert [action.card for action in built] == ["house"]
    assert tried(position)[-1] == Done()


def test_all_villagers_of_a_building_mend_it():
    position = given(villagers("first", "c-3", 4), damage("first", "c-3", 100), phase("first", CONSTRUCTION))
    assert tried(position) == (Repair("c-3", 4),)


def test_villagers_are_made_before_they_are_placed():
    position = given(pool("first", 2), stock("first", food=9), phase("first", ALLOCATION))
    assert tried(position) == (MakeVillagers(3),)
    assert villagers_wanted(position.game, position.side("first")) == 5


def test_villagers_go_to_what_the_next_age_costs():
    position = given(
        city("first", "mill c-2", "farm l1-3", "lumber-camp r1-3", "house l1-2"),
        pool("first", 6),
        phase("first", ALLOCATION),
    )
    placed = plan(position.game, position.state, "first")
    assert placed["l1-3"] == 3
    assert sum(placed.values()) == 6
    assert placed.get("r1-3", 0) < 3


def test_researchers_wait_on_the_town_center_when_the_next_age_can_be_paid():
    position = given(
        city("first", "mill c-2", "blacksmith l1-3", "market r1-3"),
        pool("first", 8),
        stock("first", food=20, gold=6),
        phase("first", ALLOCATION),
    )
    assert plan(position.game, position.state, "first")["c-3"] >= 4


def test_a_damaged_town_center_is_manned_first():
    position = given(
        city("first", "mill c-2", "farm l1-3"),
        pool("first", 5),
        damage("first", "c-3", 40),
        phase("first", ALLOCATION),
    )
    assert plan(position.game, position.state, "first")["c-3"] >= 4


def test_placing_goes_on_by_the_plan_until_the_pool_is_empty():
    position = given(
        city("first", "mill c-2", "farm l1-3"),
        pool("first", 5),
        side("first", food=0),
        phase("first", ALLOCATION),
    )
    for _ in range(6):
        (action,) = tried(position)
        if action == Done():
            break
        assert isinstance(action, Place)
        position.when("first", action)
    assert position.side("first").pool == 0


def test_soldiers_are_tried_at_full_strength_beside_going_on():
    position = given(
        city("first", "barracks c-2"),
        pool("first", 5),
        stock("first", food=9, gold=9),
        hand("first", "militia"),
        side("first", age=2, cards=("dark-age", "feudal-age")),
        phase("first", ALLOCATION),
    )
    assert Recruit() in tried(position)
    mustered = [action for action in tried(position.recruits("first")) if isinstance(action, Muster)]
    assert [action.soldiers for action in mustered] == [5]


def test_monks_are_made_for_relics_alone():
    circumstances = (
        age("first", 3),
        city("first", "monastery c-2", "barracks l1-3"),
        stock("first", food=9),
        pool("first", 5),
        unit("first", "militia", 5, "first l1-3"),
        phase("first", ALLOCATION),
    )
    unwanted = given(*circumstances).recruits("first")
    assert not [each for each in tried(unwanted) if isinstance(each, MakeMonks)]
    wanted = given(relics("first/the-holy-lance"), *circumstances).recruits("first")
    assert MakeMonks("first-militia-1", 1) in tried(wanted)


def test_the_stronger_side_goes_out_and_in_to_the_town_center():
    home = given(unit("first", "militia", 5, "first c-3"), phase("first", MOVEMENT))
    assert tried(home) == (Step("first-militia-1", "land"),)
    outside = given(unit("first", "militia", 5), phase("first", MOVEMENT))
    assert tried(outside) == (Step("first-militia-1", "second:c-3"),)


def test_the_weaker_side_stays_at_home_unless_a_wonder_stands():
    weak = (
        unit("first", "militia", 3, "first c-3"),
        unit("second", "militia", 5, "second c-3"),
        unit("second", "archer", 5, "second c-3"),
        phase("first", MOVEMENT),
    )
    assert tried(given(*weak)) == (Done(),)
    pressed = given(city("second", "wonder-britons c-2"), *weak)
    assert tried(pressed) == (Step("first-militia-1", "land"),)


def test_nobody_goes_to_a_seat_that_cannot_be_attacked():
    position = given(age("second", 1), unit("first", "militia", 5, "first c-3"), phase("first", MOVEMENT))
    assert tried(position) == (Done(),)


def test_a_unit_that_is_worn_down_goes_home():
    position = given(unit("first", "militia", 2), phase("first", MOVEMENT))
    assert tried(position) == (Step("first-militia-1", "first:c-3"),)


def test_whoever_has_come_in_is_met():
    position = given(
        city("first", "house c-2", "mill l1-3", "farm r1-3"),
        unit("first", "militia", 5, "first l1-3"),
        unit("second", "militia", 4, "first c-3"),
        phase("first", MOVEMENT),
    )
    assert tried(position) == (Step("first-militia-1", "first:c-3"),)


def test_a_relic_is_fetched_and_brought_home():
    monks = (age("first", 3), city("first", "monastery c-2"))
    out = given(
        relics("first/the-holy-lance"),
        *monks,
        unit("first", "militia", 1, "first c-2", monks=1),
        phase("first", MOVEMENT),
    )
    assert tried(out) == (Step("first-militia-1", "land"),)
    there = given(
        relics("first/the-holy-lance"),
        *monks,
        unit("first", "militia", 1, monks=1),
        phase("first", MOVEMENT),
    )
    assert tried(there) == (Lift("first-militia-1", "first/the-holy-lance"),)
    laden = given(
        *monks,
        unit("first", "militia", 1, monks=1, relic="first/the-holy-lance"),
        phase("first", MOVEMENT),
    )
    assert tried(laden) == (Step("first-militia-1", "first:c-2"),)


def test_the_attack_that_brings_most_is_made_and_none_that_only_costs():
    position = given(unit("first", "militia", 5, "second c-3"), phase("first", ATTACK))
    assert tried(position) == (AttackBuilding("c-3", "first-militia-1"),)
    hopeless = given(
        city("second", "house c-2"),
        unit("first", "militia", 1, "second c-2"),
        unit("second", "knight", 5, "second c-2"),
        phase("first", ATTACK),
    )
    assert tried(hopeless) == (Done(),)


def test_a_unit_and_villagers_defend_where_that_helps():
    position = given(
        villagers("second", "c-3", 5),
        unit("second", "knight", 5, "second c-3"),
        unit("first", "militia", 5, "second c-3"),
        phase("first", ATTACK),
    ).when("first", AttackBuilding("c-3", "first-militia-1"))
    (chosen,) = tried(position)
    assert isinstance(chosen, Defend)
    assert chosen.unit


def test_damage_to_the_last_town_center_weighs_most_and_less_than_a_marker_nothing():
    position = given(city("second", "house c-2"), phase("first", ATTACK))
    worth = [worth_of_damage(position.game, position.state, "second", space, 40) for space in ("c-3", "c-2")]
    assert worth[0] > worth[1] > 0
    assert worth_of_damage(position.game, position.state, "second", "c-3", 9) == 0


def test_a_card_that_is_of_no_use_is_discarded_and_a_needed_building_kept():
    useless = given(hand("first", "galley", "stable"), city("first", "barracks c-2"), phase("first", DISCARD))
    assert tried(useless) == (Discard("galley"),)
    needed = given(hand("first", "blacksmith"), phase("first", DISCARD))
    assert tried(needed) == (Done(),)


def test_to_go_on_to_research_is_worth_nothing_in_itself():
    circumstances = (research("first", "castle-age", 3), villagers("first", "c-3", 1))
    before = given(*circumstances, phase("first", CONSTRUCTION))
    value = evaluate(before.game, before.state, "first")
    before.when("first", Done())
    assert evaluate(before.game, before.state, "first") == value


def test_what_a_city_has_is_worth_something():
    plain = given(phase("first", CONSTRUCTION))
    value = evaluate(plain.game, plain.state, "first")
    better = (
        pool("first", 1),
        city("first", "house c-2"),
        age("first", 3),
        unit("first", "militia", 1, "first c-3"),
        damage("second", "c-3", 50),
        stock("first", food=3),
    )
    for circumstance in better:
        other = given(circumstance, phase("first", CONSTRUCTION))
        assert evaluate(other.game, other.state, "first") > value
    worse = given(damage("first", "c-3", 50), phase("first", CONSTRUCTION))
    assert evaluate(worse.game, worse.state, "first") < value


def play(bots: tuple[str, str], seed: int, turns: int, first: str, second: str) -> tuple[str, int]:
    """How a game by bots ends, and how many of their decisions were looked at: nothing is tried but what is legal."""
    game = game_with((("deck.first", first), ("deck.second", second), ("turn-limit", str(turns))))
    key, counts, looked = seed.to_bytes(16, "big"), dict[str, int](), 0
    seats = {seat: bot(name, f"{seed} {seat}") for seat, name in zip(("first", "second"), bots, strict=True)}
    state, chance = ruleset.initial(game), Chance(keyed(key), counts=counts)
    happened = ruleset.begin(game, chance)
    while True:
        for event in happened:
            state = ruleset.evolve(game, state, event)
        for outcome in chance.outcomes:
            counts[outcome.purpose] = counts.get(outcome.purpose, 0) + 1
        awaited = ruleset.awaiting(game, state)
        if not awaited:
            result = ruleset.result(game, state)
            assert result is not None
            return result.how, looked
        seat = awaited[0].seat
        legal = ruleset.legal(game, state, seat)
        seen = ruleset.view(game, state, (seat,))
        narrowed = worth_trying(game, seen, seat, legal)
        assert narrowed
        assert set(narrowed) <= set(legal)
        looked += 1
        action = seats[seat].choose(ruleset, game, seen, seat, legal)
        chance = Chance(keyed(key), counts=counts)
        happened = ruleset.decide(game, state, seat, action, chance)


def test_of_every_position_of_a_random_game_something_legal_is_tried():
    how, looked = play(("random", "random"), 7, 60, "japanese-isles", "mongols-horde")
    assert how == "limit"
    assert looked > 500


def test_a_greedy_game_ends_by_a_victory_rule():
    how, _ = play(("greedy", "greedy"), 3, 400, "vikings-longships", "persians-elephants")
    assert how in ("town-centers", "extermination", "relics", "wonder")
