"""Random battles on random boards with walls, gates, tunnels and engines: what is offered and what is decided
agree, and the board keeps its laws whatever happens."""

from __future__ import annotations

import random

import immutables
import pytest

from rules.chance import Chance, keyed
from rules.errors import IllegalAction
from rules.middle_earth import events, sequence, standard
from rules.middle_earth.conceivable import conceivable
from rules.middle_earth.evaluation import evaluate
from rules.middle_earth.formations import kind_for
from rules.middle_earth.game import Game
from rules.middle_earth.narration import narrate, phrase
from rules.middle_earth.scene import scene
from rules.middle_earth.state import State, is_crowded
from rules.middle_earth.unfolding import Unfolding
from rules.parts.hexes import block, hexside, neighbours
from rules.projection import decode_state, encode_state
from tests.rules.middle_earth.harness import board, counter

AREA = "0101-0908"
FORMED = 600
"""How many conceivable actions are tried at one position."""


def random_board(dice: random.Random) -> Game:
    hexes = block(AREA)
    rough = dice.choice((0.03, 0.25))
    sides = {hexside(name, each) for name in hexes for each in neighbours(name) if each in hexes}
    grounds = ("grove", "slope", "mountain", "city", "tunnel", "river")
    features = ("wall", "gate", "tower", "breach", "open-gate", "rock")
    return board(
        AREA,
        terrain={name: dice.choice(grounds) for name in hexes if dice.random() < rough},
        edges={side: dice.choice(features) for side in sorted(sides) if dice.random() < rough / 2},
        levels={name: dice.choice((1, 2)) for name in hexes if dice.random() < 0.3},
        level={"alliance": dice.choice((5, 20, 60)), "sauron": dice.choice((5, 20, 60))},
        types={
            "catapult": counter("alliance", "e1X", missile="catapult", count=2),
            "orc-catapult": counter("sauron", "e1Y", nation="orcs", missile="catapult", count=2),
        },
        turns=3,
        nights=(3,),
    )


def random_set_up(game: Game, dice: random.Random) -> State:
    state = standard.initial(game)

    def happen(event):
        nonlocal state
        state = standard.evolve(game, state, event)

    free = [name for name in game.board.grid.hexes if game.board.terrain[name].movement]
    dice.shuffle(free)
    for seat in game.seats:
        for unit in dice.sample(game.units_of[seat], dice.randint(6, 14)):
            place = next(
                (
                    name
                    for name in free
                    if name not in state.at
                    and game.board.units[unit].arm in game.board.terrain[name].movement
                ),
                "",
            )
            if place:
                shaken = dice.random() < 0.15 and not game.board.units[unit].never_disrupted
                happen(events.UnitPlaced(unit, place, dice.random() < 0.2, shaken))
    for first in sorted(state.units):
        for second in sorted(state.units):
            alike = game.board.units[first].type == game.board.units[second].type and first < second
            whole = not state.units[first].partner and not state.units[second].partner
            kind = kind_for(game, first, second) if alike and whole else None
            place = state.units[first].hex
            if kind is not None and game.board.terrain[place].clear and dice.random() < 0.7:
                happen(events.UnitPlaced(first, place))
                happen(events.UnitPlaced(second, place))
                happen(events.FormationTaken(kind.id, "", (first, second), place))
    for seat in game.seats:
        own = [unit for unit in game.units_of[seat] if unit in state.units]
        for leader in game.leaders_of[seat]:
            place = state.units[dice.choice(own)].hex
            happen(events.LeaderPlaced(leader, place, False, game.board.leaders[leader].magic))
    happen(events.MarkerPlaced("sauron-narsil-1", bearer="sauron-elendil-1"))
    happen(events.MarkerPlaced("sauron-aiglos-1", bearer="sauron-gil-galad-1"))
    happen(events.MarkerPlaced("sauron-pedestal-1", state.leaders["sauron-sauron-1"].hex))
    for number, side in enumerate(sorted(game.board.edges)[:3]):
        engine = dice.choice(("ladder", "siege-tower"))
        happen(events.EnginePlaced(f"engine-{number}", engine, side[:4], "sauron", side))
    for side, feature in sorted(game.board.edges.items()):
        if feature.id in ("wall", "tower") and dice.random() < 0.2:
            happen(events.HexsideOpened(side, "breach"))
    return state


def check_agreement(game: Game, state: State, seat: str, offered, dice: random.Random, chance) -> None:
    formed = list(conceivable(game, state, seat))
    assert set(offered) <= set(formed)
    for action in dice.sample(formed, min(len(formed), FORMED)):
        if action in offered:
            standard.decide(game, state, seat, action, chance())
        else:
            with pytest.raises(IllegalAction) as refused:
                standard.decide(game, state, seat, action, chance())
            assert refused.value.rule
            assert refused.value.reason


def check_laws(game: Game, state: State) -> None:
    for name, here in sorted(state.at.items()):
        assert here
        assert len({game.seat_of[unit] for unit in here}) == 1, f"both sides stand in {name} (4.27)"
        settled = state.marching is None and not state.retreats and not state.crowded
        assert not (settled and is_crowded(state.units, here)), f"{name} is over-stacked (5.0)"
        exerts = any(not state.units[unit].disrupted for unit in here)
        assert exerts == (name in state.exerting), f"{name} has a wrong zone (6.14)"
        for leader in state.leaders_at.get(name, ()):
            assert game.seat_of[leader] == game.seat_of[here[0]] or leader in state.relocations
        for unit in here:
            now = state.units[unit]
            assert now.hex == name
            assert game.board.units[unit].arm in game.board.terrain[name].movement, f"{unit} stands in {name}"
            if now.partner:
                other = state.units[now.partner]
                assert (other.partner, other.hex, other.reduced, other.disrupted) == (
                    unit, now.hex, now.reduced, now.disrupted,
                )  # fmt: skip


def play(seed: int) -> State:
    dice = random.Random(seed)
    game = random_board(dice)
    state = random_set_up(game, dice)
    counts: immutables.Map[str, int] = immutables.Map()

    def chance() -> Chance:
        return Chance(keyed(b"%016d" % seed), counts=counts)

    first = Unfolding(game, state, chance())
    sequence.go_on(first)
    sequence.run_on(first)
    state = first.state
    for ply in range(5000):
        awaited = standard.awaiting(game, state)
        if not awaited:
            return state
        seat = awaited[0].seat
        offered = standard.legal(game, state, seat)
        assert len(set(offered)) == len(offered) > 1
        assert standard.legal(game, state, game.enemy[seat]) == ()
        assert len({phrase(game, state, action) for action in offered}) == len(offered)
        if ply % 11 == 0:
            check_agreement(game, state, seat, offered, dice, chance)
            assert decode_state(State, encode_state(state)) == state
            assert scene(game, state).counters
            evaluate(game, state, seat)
        used = chance()
        for event in standard.decide(game, state, seat, dice.choice(offered), used):
            assert narrate(game, state, event).strip()
            state = standard.evolve(game, state, event)
        for outcome in used.outcomes:
            counts = counts.set(outcome.purpose, counts.get(outcome.purpose, 0) + 1)
        check_laws(game, state)
    raise AssertionError("the battle does not end")


@pytest.mark.parametrize("seed", range(6))
def test_what_is_offered_is_accepted_and_all_else_refused_by_a_rule(seed):
    assert play(seed).outcome is not None


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 200))
def test_the_same_over_a_hundred_battles(seed):
    assert play(seed).outcome is not None
