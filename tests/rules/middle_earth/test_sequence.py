"""Sequence of play (3.0): set-up, length, the phases of a turn in their order, and what may be done in each."""

from __future__ import annotations

import pytest

from rules.chance import Chance, scripted
from rules.errors import IllegalAction
from rules.middle_earth import standard
from rules.middle_earth.actions import (
    Aim,
    Attack,
    Cast,
    Duel,
    End,
    Fire,
    Halt,
    March,
    Rally,
    Step,
)
from rules.middle_earth.events import (
    AttackResolved,
    DuelFought,
    GameEnded,
    MarchBegan,
    PhaseBegan,
    PieceMoved,
    RallyRolled,
    SiegeConducted,
    StepBegan,
    TurnBegan,
    UnitPlaced,
    VictoryPointsChanged,
)
from rules.middle_earth.game import Exclusive
from rules.ruleset import Action
from tests.rules.middle_earth.harness import (
    board,
    counter,
    given,
    leader,
    learning,
    like,
    marker,
    phase,
    unit,
)


class Bombard(Action, frozen=True):
    """A siege engine is used against the walls: the siege rules of a game that has a siege phase."""

    unit: str


def _engines(game, state):
    """The catapults of Sauron that have not been used this turn."""
    return tuple(
        Bombard(each)
        for each in sorted(state.units)
        if "catapult" in each and game.seat_of[each] == "sauron" and each not in state.besieging
    )


def _bombard(unfolding, action):
    unfolding.happen(SiegeConducted(action.unit))


SIEGE = Exclusive(
    siege=_engines,
    siege_act=_bombard,
    phrases={Bombard: lambda game, state, action: f"bombard {action.unit}"},
)
CATAPULTS = {"catapult": counter("sauron", "e1X", nation="orcs", missile="catapult")}


def begin(game, dice=()):
    """The first events of a game and the position after them."""
    state = standard.initial(game)
    events = standard.begin(game, Chance(scripted(dice), "scripted"))
    for event in events:
        state = standard.evolve(game, state, event)
    return events, state


# 3.0-a


@pytest.mark.rule("middle-earth", "3.0-a")
def test_the_counters_are_first_placed_as_the_scenario_directs():
    game = learning()
    events, state = begin(game)
    first_turn = next(number for number, event in enumerate(events) if isinstance(event, TurnBegan))
    placed = game.board.scenario.placed
    assert sum(not isinstance(event, VictoryPointsChanged) for event in events[:first_turn]) == len(placed)
    assert not any(isinstance(event, UnitPlaced) for event in events[first_turn:])
    for each in placed:
        where = state.units.get(each.piece) or state.leaders.get(each.piece) or state.markers[each.piece]
        assert each.hex == where.hex or (
            each.piece == "sauron-narsil-1" and where.bearer == "sauron-elendil-1"
        )
    assert len(state.units) == 15


@pytest.mark.rule("middle-earth", "3.0-a")
@pytest.mark.parametrize(("turn", "over"), [(2, False), (3, True)])
def test_the_game_runs_for_the_number_of_turns_that_its_scenario_gives(turn, over):
    position = given(
        board(turns=3), unit("men-footmen-1", "0101"), unit("orcs-1", "0909"), phase("F", turn=turn)
    ).when("alliance", End())
    assert any(isinstance(event, GameEnded) for event in position.events) is over
    if over:
        with pytest.raises(IllegalAction, match="the game is over"):
            standard.decide(position.game, position.state, "sauron", End(), Chance(scripted(), "scripted"))
    else:
        position.then_includes(like(TurnBegan, turn=turn + 1))


# 3.0-b


def busy(siege):
    """A position in which every phase has something to decide for everybody who acts in it."""
    return given(
        board(magic={"elendil": 5}, siege=siege, exclusive=SIEGE, types=CATAPULTS),
        unit("catapult-1", "0909"),
        unit("orcs-1", "0808", disrupted=True),
        unit("orc-archers-1", "0305"),
        leader("ringwraith", "0909"),
        leader("sauron", "0909", points=6),
        unit("men-footmen-1", "0101"),
        unit("men-footmen-2", "0103", disrupted=True),
        unit("men-bowmen-1", "0307"),
        leader("anarion", "0102"),
        unit("men-footmen-4", "0102"),
        leader("elendil", "0102", points=5),
        phase("H", seat="sauron"),
    )


PHASES = [
    ("A", "alliance"), ("A", "sauron"), ("B", "sauron"), ("C", "sauron"), ("D", "sauron"), ("E", "sauron"),
    ("E", "alliance"), ("F", "alliance"), ("G", "alliance"), ("H", "alliance"), ("H", "sauron"),
]  # fmt: skip


@pytest.mark.rule("middle-earth", "3.0-b")
@pytest.mark.parametrize("siege", [True, False])
def test_a_turn_has_its_phases_strictly_in_order_and_then_the_next_turn_begins(siege):
    position = busy(siege)
    seen: list[TurnBegan | PhaseBegan] = []
    while sum(isinstance(event, TurnBegan) for event in seen) < 2:
        position.when(standard.awaiting(position.game, position.state)[0].seat, End())
        seen += [event for event in position.events if isinstance(event, (TurnBegan, PhaseBegan))]
    turn = [(event.phase, event.seat) for event in seen if isinstance(event, PhaseBegan)]
    assert (seen[0], seen[-2]) == (TurnBegan(2), TurnBegan(3))
    assert turn == [*(each for each in PHASES if siege or each[0] != "B"), ("A", "alliance")]


@pytest.mark.rule("middle-earth", "3.0-b")
def test_gondor_has_eight_phases_and_sauron_seven():
    assert [slot.phase.id for slot in board(siege=True).slots if slot.seat == "sauron"] == list("ABCDEH")
    assert {slot.phase.id for slot in board(siege=True).slots} == set("ABCDEFGH")
    assert {slot.phase.id for slot in board().slots} == set("ACDEFGH")


FIELD = (
    unit("men-bowmen-1", "0505"),
    unit("men-footmen-1", "0507"),
    unit("men-footmen-2", "0508", disrupted=True),
    leader("isildur", "0507"),
    unit("orcs-1", "0504"),
    leader("ringwraith", "0504"),
    unit("trolls-1", "0909"),
    leader("sauron", "0909", points=6),
    marker("pedestal", "0909"),
)
ALLIANCE_ACTS = {
    "F": March("men-footmen-1"),
    "G": Fire("men-bowmen-1", "orcs-1"),
    "H": Rally("isildur", "men-footmen-2"),
}


@pytest.mark.rule("middle-earth", "3.0-b")
@pytest.mark.parametrize(
    ("now", "act", "rule"),
    [
        ("F", "G", "4.23"),
        ("F", "H", "8.3"),
        ("G", "F", "4.22"),
        ("G", "H", "8.3"),
        ("H", "F", "4.22"),
        ("H", "G", "7.16"),
    ],
)
def test_every_action_has_its_own_phase(now, act, rule):
    step = "missile" if now == "G" else ""
    position = given(board(), *FIELD, phase(now, step, seat="alliance"))
    position.offers(ALLIANCE_ACTS[now]).offers_not(ALLIANCE_ACTS[act])
    position.when("alliance", ALLIANCE_ACTS[act]).refused(rule)


@pytest.mark.rule("middle-earth", "3.0-b")
def test_nobody_acts_in_a_phase_of_the_other_seat():
    given(board(), *FIELD, phase("F")).when("sauron", March("trolls-1")).refused(
        "3.0", "Last Alliance decides now"
    )


# 3.0-c, 3.0-g: the magic leader phases


def wizards(letter, **more):
    """A magic leader on each side."""
    return given(
        board(magic={"elendil": 5}),
        unit("men-footmen-1", "0101"),
        leader("elendil", "0101", points=5),
        unit("trolls-1", "0909"),
        leader("sauron", "0909", points=6),
        marker("pedestal", "0909"),
        phase(letter, **more),
    )


@pytest.mark.rule("middle-earth", "3.0-c")
def test_in_phase_a_the_magic_leaders_of_the_west_act_before_saurons():
    position = wizards("A").awaits("alliance", "magic")
    position.when("sauron", March("sauron")).refused("3.0", "Last Alliance decides now")
    position.when("alliance", End()).then(PhaseBegan("A", "sauron")).awaits("sauron", "magic")


@pytest.mark.rule("middle-earth", "3.0-c")
@pytest.mark.parametrize("first", ["move", "spell"])
def test_a_magic_leader_moves_or_attempts_a_spell_and_not_both(first):
    # Gorgol, made magic here, keeps the phase open.
    position = given(
        board(magic={"gorgol": 1}),
        unit("men-footmen-1", "0101"),
        unit("trolls-1", "0909"),
        leader("sauron", "0909", points=6),
        leader("gorgol", "0909", points=1),
        marker("pedestal", "0909"),
        phase("A", seat="sauron"),
    ).offers(March("sauron"), Cast("sauron", "sinister-visions", 3))
    if first == "move":
        position.when("sauron", March("sauron")).when("sauron", Step("0908")).when("sauron", Step("0909"))
        position.when("sauron", Halt())
        position.when("sauron", Cast("sauron", "sinister-visions", 3)).refused("8.52", "has moved")
    else:
        position.when("sauron", Cast("sauron", "sinister-visions", 3)).when("sauron", Aim("0909"), [6, 6])
        position.when("sauron", March("sauron")).refused("8.52", "attempted a spell")


@pytest.mark.rule("middle-earth", "3.0-c")
def test_a_leader_without_magic_has_no_part_in_the_magic_leader_phase():
    position = given(board(), *FIELD, phase("A", seat="sauron"))
    position.when("sauron", March("ringwraith")).refused("4.22", "has no magic")
    position.when("sauron", Cast("ringwraith", "sinister-visions", 3)).refused("8.51")


@pytest.mark.rule("middle-earth", "3.0-g")
def test_in_phase_e_saurons_magic_leaders_act_before_those_of_the_west():
    position = wizards("E").awaits("sauron", "magic")
    position.when("alliance", March("elendil")).refused("3.0", "Sauron decides now")
    position.when("sauron", End()).then(PhaseBegan("E", "alliance")).awaits("alliance", "magic")


@pytest.mark.rule("middle-earth", "3.0-g")
@pytest.mark.parametrize("dice", [[6, 6], [3, 3]])
def test_whoever_attempted_a_spell_in_phase_a_casts_none_in_e_but_may_move(dice):
    position = wizards("A", seat="sauron").when("sauron", Cast("sauron", "sinister-visions", 3))
    position.when("sauron", Aim("0909"), dice).awaits("sauron", "movement")
    position.when("sauron", End()).then_includes(PhaseBegan("E", "sauron")).awaits("sauron", "magic")
    position.offers(March("sauron"))
    position.when("sauron", Cast("sauron", "sinister-visions", 3)).refused("3.0", "already attempted")
    position.when("sauron", March("sauron")).then(MarchBegan("sauron", 6))


@pytest.mark.rule("middle-earth", "3.0-g")
def test_whoever_moved_in_phase_a_may_cast_in_e_and_next_turn_everybody_may_again():
    position = wizards("A", seat="sauron").when("sauron", March("sauron"))
    position.when("sauron", Step("0908")).when("sauron", Step("0909")).when("sauron", Halt())
    position.when("sauron", End()).awaits("sauron", "magic")
    position.when("sauron", Cast("sauron", "sinister-visions", 3)).when("sauron", Aim("0909"), [6, 6])
    assert position.state.attempted["sauron-sauron-1"] == "E"
    position.add(phase("A", seat="sauron", turn=2))
    position.offers(Cast("sauron", "sinister-visions", 3))


# 3.0-d: the siege phase


def siege(letter, step="", used=()):
    """A siege train before the enemy, some of it used this turn."""
    position = given(
        board(siege=True, exclusive=SIEGE, types=CATAPULTS),
        unit("catapult-1", "0505"),
        unit("catapult-2", "0705"),
        unit("orcs-1", "0909"),
        unit("men-footmen-1", "0503"),
        unit("men-footmen-2", "0704"),
        phase(letter, step),
    )
    for each in used:
        position.add(SiegeConducted(f"sauron-{each}"))
    return position


@pytest.mark.rule("middle-earth", "3.0-d")
def test_sauron_alone_conducts_siege_in_phase_b():
    position = siege("B").awaits("sauron", "siege")
    position.offers_only(Bombard("sauron-catapult-1"), Bombard("sauron-catapult-2"), End())
    position.when("alliance", End()).refused("3.0", "Sauron decides now")
    position.when("sauron", March("orcs-1")).refused("3.0", "not done in the siege phase")
    position.when("sauron", Bombard("sauron-catapult-1")).then(SiegeConducted("catapult-1"))


@pytest.mark.rule("middle-earth", "3.0-d", "3.0-e")
def test_units_used_for_siege_may_not_move_in_the_same_turn():
    position = siege("B").when("sauron", Bombard("sauron-catapult-1")).when("sauron", End())
    position.then(PhaseBegan("C", "sauron")).offers_not(March("catapult-1")).offers(March("orcs-1"))
    position.when("sauron", March("catapult-1")).refused("3.0", "siege phase")
    position.add(phase("C", turn=2))
    position.when("sauron", March("catapult-1")).then(MarchBegan("catapult-1", 4))


@pytest.mark.rule("middle-earth", "3.0-d")
def test_an_engine_used_for_siege_fires_no_more_this_turn_and_another_does():
    position = siege("D", "missile", used=["catapult-1"])
    position.offers_not(Fire("catapult-1", "men-footmen-1"))
    position.when("sauron", Fire("catapult-1", "men-footmen-1")).refused("7.11", "siege phase")
    position.when("sauron", Fire("catapult-2", "men-footmen-1"), [6, 6]).then(AttackResolved)


@pytest.mark.rule("middle-earth", "3.0-d")
def test_a_unit_used_for_siege_may_still_fight_in_phase_d():
    given(
        board(siege=True, exclusive=SIEGE),
        unit("orcs-1", "0505"),
        unit("men-footmen-1", "0504"),
        phase("D", "melee"),
        SiegeConducted("sauron-orcs-1"),
    ).when("sauron", Attack("orcs-1", "men-footmen-1"), [6, 6]).then_includes(
        like(AttackResolved, kind="melee")
    )


@pytest.mark.rule("middle-earth", "3.0-d")
def test_a_game_without_siege_has_no_siege_phase():
    position = wizards("A", seat="sauron").when("sauron", End())
    position.then(PhaseBegan("C", "sauron"))


# 3.0-e, 3.0-h: the movement phases


@pytest.mark.parametrize(
    ("letter", "seat", "magician", "others"),
    [
        pytest.param(
            "C", "sauron", "sauron", ("orcs-1", "trolls-1"), marks=pytest.mark.rule("middle-earth", "3.0-e")
        ),
        pytest.param(
            "F",
            "alliance",
            "elendil",
            ("men-footmen-1", "men-footmen-2"),
            marks=pytest.mark.rule("middle-earth", "3.0-h"),
        ),
    ],
)
def test_in_a_movement_phase_any_number_of_ones_own_units_move_and_no_magic_leader(
    letter, seat, magician, others
):
    position = given(
        board(magic={"elendil": 5}),
        unit("men-footmen-1", "0101"),
        unit("men-footmen-2", "0103"),
        unit("men-footmen-3", "0105"),
        leader("elendil", "0105", points=5),
        unit("trolls-1", "0909"),
        unit("orcs-1", "0907"),
        unit("orcs-2", "0905"),
        leader("sauron", "0905", points=6),
        phase(letter),
    ).awaits(seat, "movement")
    resting = "men-footmen-3" if seat == "alliance" else "orcs-2"
    enemy = "orcs-1" if seat == "alliance" else "men-footmen-1"
    position.offers_only(*(March(each) for each in (*others, resting)), End())
    position.when(seat, March(magician)).refused("3.0", "magic leader phases only")
    position.when(seat, March(enemy)).refused("4.0", "no piece of yours")
    for each in others:
        here = position.state.units[f"sauron-{each}"].hex
        after = position.game.board.grid.neighbours[here][0]
        position.when(seat, March(each)).when(seat, Step(after)).then(PieceMoved(each, after, 1))
        position.when(seat, Halt())
    assert position.state.moved == {f"sauron-{each}" for each in others}
    position.when(seat, End())
    assert position.state.phase != letter


# 3.0-f, 3.0-i: the combat phases


@pytest.mark.parametrize(
    ("letter", "seat", "fire", "duel", "attack"),
    [
        pytest.param(
            "D",
            "sauron",
            Fire("orc-archers-1", "men-footmen-1"),
            Duel("ringwraith", "isildur"),
            Attack("orcs-1", "men-footmen-1"),
            marks=pytest.mark.rule("middle-earth", "3.0-f"),
        ),
        pytest.param(
            "G",
            "alliance",
            Fire("men-bowmen-1", "orcs-1"),
            Duel("isildur", "ringwraith"),
            Attack("men-footmen-1", "orcs-1"),
            marks=pytest.mark.rule("middle-earth", "3.0-i"),
        ),
    ],
)
def test_a_combat_phase_has_missile_combat_then_leader_combat_then_melee(letter, seat, fire, duel, attack):
    position = given(
        board(),
        unit("men-footmen-1", "0505"),
        leader("isildur", "0505"),
        unit("men-bowmen-1", "0506"),
        unit("orcs-1", "0504"),
        leader("ringwraith", "0504"),
        unit("orc-archers-1", "0503"),
        phase(letter, "missile"),
    ).offers_only(fire, End())
    position.when(seat, attack).refused("7.0").when(seat, duel).refused("7.21")
    position.when(seat, fire, [6, 6]).then(like(AttackResolved, kind="missile")).then_includes(
        StepBegan("leaders")
    )
    position.offers_only(duel, End())
    position.when(seat, fire).refused("7.16").when(seat, attack).refused("7.0")
    position.when(seat, duel, [3, 6, 6]).then(DuelFought, StepBegan("melee")).then_includes(
        like(AttackResolved, kind="melee")
    )


@pytest.mark.parametrize(
    ("letter", "seat", "attack"),
    [
        pytest.param(
            "D", "sauron", Attack("orcs-1", "men-footmen-1"), marks=pytest.mark.rule("middle-earth", "3.0-f")
        ),
        pytest.param(
            "G",
            "alliance",
            Attack("men-footmen-1", "orcs-1"),
            marks=pytest.mark.rule("middle-earth", "3.0-i"),
        ),
    ],
)
def test_missiles_and_leader_combat_are_optional_and_melee_is_a_duty(letter, seat, attack):
    position = given(
        board(),
        unit("men-footmen-1", "0505"),
        leader("isildur", "0505"),
        unit("men-bowmen-1", "0506"),
        unit("orcs-1", "0504"),
        leader("ringwraith", "0504"),
        unit("orc-archers-1", "0503"),
        unit("orcs-2", "0605" if letter == "G" else "0909"),
        unit("men-footmen-2", "0604" if letter == "D" else "0101"),
        phase(letter, "missile"),
    )
    position.when(seat, End()).then(StepBegan("leaders")).when(seat, End()).then(StepBegan("melee"))
    position.offers(attack).offers_not(End())
    position.when(seat, End()).refused("7.31", "must attack")


# 3.0-j: joint rally


@pytest.mark.rule("middle-earth", "3.0-j")
def test_both_seats_rally_their_own_units_the_west_first():
    position = given(
        board(),
        unit("men-footmen-1", "0303"),
        leader("isildur", "0303"),
        unit("men-footmen-2", "0304", disrupted=True),
        unit("orcs-1", "0808"),
        leader("ringwraith", "0808"),
        unit("orcs-2", "0809", disrupted=True),
        phase("G"),
    )
    position.when("alliance", End()).then(PhaseBegan("H", "alliance"))
    position.offers_only(Rally("isildur", "men-footmen-2"), End())
    position.when("alliance", Rally("isildur", "orcs-2")).refused("8.31", "no unit of yours")
    position.when("alliance", Rally("isildur", "men-footmen-2"), [1, 1]).then(
        like(RallyRolled, rallied=True), PhaseBegan("H", "sauron")
    )
    position.offers_only(Rally("ringwraith", "orcs-2"), End())
    position.when("sauron", Rally("ringwraith", "orcs-2"), [1, 1]).then(
        like(RallyRolled, rallied=True), like(TurnBegan, turn=2)
    )
    assert not any(each.disrupted for each in position.state.units.values())


@pytest.mark.rule("middle-earth", "3.0-j")
@pytest.mark.parametrize("dice", [[1, 1], [6, 6]])
def test_the_rally_of_one_seat_does_not_touch_the_others(dice):
    position = given(
        board(),
        unit("men-footmen-1", "0505"),
        leader("isildur", "0505"),
        unit("men-footmen-2", "0506", disrupted=True),
        unit("orcs-1", "0504"),
        leader("ringwraith", "0504"),
        unit("orcs-2", "0503", disrupted=True),
        phase("H", seat="alliance"),
    ).when("alliance", Rally("isildur", "men-footmen-2"), dice)
    position.awaits("sauron", "rally").offers_only(Rally("ringwraith", "orcs-2"), End())
