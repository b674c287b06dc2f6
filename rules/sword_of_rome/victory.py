"""Victory Points and victory (4, 5.8)."""

from __future__ import annotations

from rules.sword_of_rome import events
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.plunder import change_vp
from rules.sword_of_rome.powers import highest_first, playing
from rules.sword_of_rome.state import State
from rules.sword_of_rome.unfolding import Unfolding


def change_due(game: Game, state: State, seat: str) -> int:
    """What a seat gains and loses by VP spaces now (5.8.1): 1 for each outside its home, -1 for each lost at home."""
    change = 0
    for power in game.powers_of[seat]:
        if game.powers[power].gains_spaces:
            change += sum(
                1
                for space in game.board.victory_spaces
                if state.control[space] == power and game.spaces[space].home not in game.powers_of[seat]
            )
    for space in game.board.victory_spaces:
        if (
            game.spaces[space].home in game.powers_of[seat]
            and state.control[space] not in game.powers_of[seat]
        ):
            change -= 1
    return change


def record(unfolding: Unfolding) -> None:
    """The VP Phase (5.8): first all markers move, then victory is checked."""
    game = unfolding.game
    due = {seat: change_due(game, unfolding.state, seat) for seat in playing(game, unfolding.state)}
    for seat, change in due.items():
        change_vp(unfolding, seat, change, "5.8.1")
    state = unfolding.state
    level = level_of(game, state.turn)
    if any(state.vp[seat] >= level for seat in playing(game, state)):
        end(unfolding, "automatic-victory")
    elif state.turn >= game.scenario.turns:
        end(unfolding, "victory-points")


def level_of(game: Game, turn: int) -> int:
    """The automatic-victory level of a turn (4.2)."""
    levels = game.board.levels
    return levels[min(max(turn, 1), len(levels)) - 1]


def scores(game: Game, state: State) -> dict[str, float]:
    """The VP of each seat."""
    return {seat: float(state.vp.get(seat, 0)) for seat in game.seats}


def winners(game: Game, state: State) -> tuple[str, ...]:
    """Who would win now: most VP, ties by 4.4; with two players the side with the larger sum (4.2-b, 4.3)."""
    sides = game.scenario.sides
    if not sides:
        return highest_first(game, state)[:1]
    left = playing(game, state)  # 5.10.3: the VP of a seat that is out count for nothing
    best = max(
        sides,
        key=lambda side: (
            sum(state.vp.get(seat, 0) for seat in side.seats if seat in left),
            side.wins_ties,
            side.id,
        ),
    )
    return tuple(best.seats)


def end(unfolding: Unfolding, how: str) -> None:
    """The game is over."""
    game, state = unfolding.game, unfolding.state
    unfolding.happen(events.GameEnded(winners(game, state), how, scores(game, state)))


def settle(unfolding: Unfolding) -> bool:
    """Ends a game in which one side is left; whether it did."""
    game, state = unfolding.game, unfolding.state
    if not state.eliminated:
        return False
    left = playing(game, state)
    sides = game.scenario.sides
    alone = len(left) <= 1 or (
        bool(sides) and len({side.id for side in sides for seat in side.seats if seat in left}) == 1
    )
    if alone:
        end(unfolding, "last-standing")
    return alone
