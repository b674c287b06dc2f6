"""Whole games of all scenarios end by a victory rule, and lose no card, leader or CU on the way."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from rules.sword_of_rome import events
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.powers import allied
from rules.sword_of_rome.procedures import Activation, Battle, Entry, Retreat, Voyage
from rules.sword_of_rome.ruleset import ruleset
from rules.sword_of_rome.state import AWAY, CUP, DISPLACED, GONE, State
from tests.rules.sword_of_rome.bots_at_play import SCENARIOS, between

# What holds all the time


Pairs = set[frozenset[str]]


def check_leaders(game: Game, state: State, met: Pairs) -> None:
    """Every leader is in one place: with the forces where he is said to be, or off the map."""
    standing: dict[str, str] = {}
    for space, forces in state.forces.items():
        for own in forces:
            for leader in (*own.leaders, *own.shut):
                assert leader not in standing, f"{leader} stands in {standing.get(leader)} and in {space}"
                assert game.leaders[leader].power == own.power
                standing[leader] = space
    for leader, place in state.leaders.items():
        assert standing.get(leader, place) == place
        assert (leader in standing) == (place not in (AWAY, CUP, DISPLACED, GONE)), (leader, place)


def check_forces(game: Game, state: State, met: Pairs) -> None:
    """No force of nothing, none twice in a space; walls hold three CU at most and only their owner's (9.3.1); enemies
    stand together outside walls only while something is being settled there (9.4), or where they met as allies."""
    unsettled = {each.space for each in state.stack if isinstance(each, (Entry, Battle, Retreat))}
    unsettled |= {each.origin for each in state.stack if isinstance(each, Voyage)}
    # 7.2.2: a bribed army lets the Etruscans pass, as if it were allied while they march on.
    unsettled |= {
        each.partition("/")[2]
        for march in state.stack
        if isinstance(march, Activation)
        for each in march.bribed
    }
    for space, forces in state.forces.items():
        powers = [own.power for own in forces]
        assert powers == sorted(set(powers)), space
        for own in forces:
            assert own.cu >= 0 <= own.inside
            assert own.cu + own.inside + len(own.leaders) + len(own.shut) > 0
            assert 0 <= own.militia <= own.cu + own.inside
            assert own.inside <= game.numbers.shelter_most
            if own.inside:
                assert space in state.loyalty
                assert state.control[space] == own.power
        outside = [own.power for own in forces if own.cu]
        for pair in combinations(outside, 2):
            friends = allied(game, state, *pair) or frozenset(pair) in met
            assert space in unsettled or friends, (space, outside)


def check_board(game: Game, state: State, met: Pairs) -> None:
    """Every space is held; cities are loyal by 1 to 3, and a siege is laid by an enemy who is there (13.4)."""
    assert set(state.control) == set(game.spaces)
    assert all(1 <= level <= game.numbers.loyalty_most for level in state.loyalty.values())
    assert all(points >= 0 for points in state.vp.values())
    assert abs(state.plunder) < game.numbers.plunder_track
    for space, siege in state.sieges.items():
        assert any(own.power == siege.power and own.cu for own in state.forces.get(space, ())), space
        assert siege.power != state.control[space]


def check_cards(game: Game, state: State, met: Pairs) -> None:
    """A seat's hand, discards and cards out of the game are cards of its deck, each in one place (6)."""
    for seat in game.seats:
        dealt = Counter((*state.hands.get(seat, ()), *state.discards.get(seat, ())))
        dealt.update(state.removed.get(seat, ()))
        dealt.update(state.desperate.get(seat, ()))
        assert not dealt or max(dealt.values()) == 1, seat
        assert set(dealt) <= {*game.deck[seat], *game.desperate.get(seat, ())}


CHECKS = (check_leaders, check_forces, check_board, check_cards)


def check_end(game: Game, state: State) -> None:
    """The winner by 4.2 and 4.3, found anew: the most VP, the tie order, or the sums of two sides."""
    result = ruleset.result(game, state)
    assert result is not None
    points = dict(state.vp)
    assert result.scores == points
    left = [seat for seat in game.seats if seat not in state.eliminated]
    levels = game.scenario.levels or tuple(turn.automatic_victory for turn in game.board.turns)
    level = levels[state.turn - 1]
    if result.how == "automatic-victory":
        assert max(points[seat] for seat in left) >= level
    elif result.how == "victory-points":
        assert state.turn == game.scenario.turns
        assert max(points[seat] for seat in left) < level
    else:
        assert result.how == "last-standing"
        assert len(left) == 1 or game.scenario.sides
    if game.scenario.sides:
        # 5.10.3: the VP of a seat that is out count for nothing.
        sums = {
            side.id: sum(points[seat] for seat in side.seats if seat in left) for side in game.scenario.sides
        }
        won = {side.id for side in game.scenario.sides if tuple(side.seats) == result.winners}
        assert len(won) == 1
        if result.how != "last-standing":
            assert sums[next(iter(won))] == max(sums.values())
            assert len(set(sums.values())) > 1 or won == {"gaul-greece"}
    else:
        (winner,) = result.winners
        order = ("gauls", "etruria-samnium", "greece", "rome")
        best = [seat for seat in order if seat in left and points[seat] == max(points[each] for each in left)]
        assert winner == best[0]


def play_checked(scenario: str, name: str, seed: int) -> list[type]:
    """Plays a game to its end, with every law checked after every batch; the kinds of its events."""
    seen: list[type] = []
    placed: Counter[str] = Counter()
    met: Pairs = set()
    for batch in between(scenario, name, seed):
        for event in batch.events:
            seen.append(type(event))
            if isinstance(event, events.UnitsPlaced):
                placed[event.power] += event.cu
            elif isinstance(event, events.UnitsLost):
                placed[event.power] -= event.cu
            elif isinstance(event, events.AllianceMade):
                met.add(frozenset((event.power, event.other)))
        for check in CHECKS:
            check(batch.game, batch.state, met)
    standing: Counter[str] = Counter()
    for forces in batch.state.forces.values():
        for own in forces:
            standing[own.power] += own.cu + own.inside
    assert +placed == +standing, "CU have come or gone without an event that says so"
    check_end(batch.game, batch.state)
    return seen


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", range(2))
def test_a_random_game_ends_by_a_victory_rule_and_keeps_every_law(scenario, seed):
    play_checked(scenario, "random", seed)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", range(100, 400))
def test_300_random_games_do_so(scenario, seed):
    play_checked(scenario, "random", seed)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_greedy_game_is_fought_for_cities(scenario):
    seen = Counter(play_checked(scenario, "greedy", 0))
    for kind in (events.ArmyMoved, events.BattleWon, events.SiegeRolled, events.VictoryPointsChanged):
        assert seen[kind] >= 2, kind


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", range(100, 200))
def test_100_greedy_games_are(scenario, seed):
    play_checked(scenario, "greedy", seed)
