"""Victory points and the end of a battle, from the scenario's own record (SAURON-17)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rules.middle_earth.game import Game
from rules.middle_earth.state import State
from rules.parts.hexes import blocks

Winners = tuple[tuple[str, ...], str]


def scores(game: Game, state: State) -> dict[str, float]:
    """The victory points of each seat as the board stands."""
    rule = game.board.scenario.victory
    found = prizes(game, state)
    lost = (*state.killed, *state.eliminated)
    for seat in game.seats:
        enemy = game.enemy[seat]
        points = rule.unit_value * sum(
            game.board.units[unit].value for unit in state.eliminated if game.seat_of[unit] == enemy
        )
        points += rule.demoralized * sum(
            1 for army in sorted(state.demoralized) if game.board.data.army[army].side == enemy
        )
        points += sum(kill.points for kill in rule.kills if kill.side == seat and kill.piece in lost)
        found[seat] += points
    return found


def prizes(game: Game, state: State) -> dict[str, float]:
    """Of the victory points of each seat those for hexes that it holds."""
    found = dict.fromkeys(game.seats, 0.0)
    worths = _prize_hexes(game)
    if worths:
        for name, here in state.at.items():
            for seat, points in worths.get(name, ()):
                if seat == game.seat_of[here[0]]:
                    found[seat] += points
    return found


def holders(game: Game, state: State) -> dict[str, str]:
    """For each hex that a seat holds for victory points of its own: the seat."""
    worths = _prize_hexes(game)
    return {
        name: seat
        for name in (sorted(worths.keys() & state.at.keys()) if worths else ())
        for seat, _ in worths[name]
        if seat == game.seat_of[state.at[name][0]]
    }


def held_by(game: Game, seat: str, hexes: Iterable[str]) -> float:
    """The victory points of a seat for holding these hexes."""
    worths = _prize_hexes(game)
    return float(
        sum(
            [points for name in hexes for side, points in worths.get(name, ()) if side == seat]
            if worths
            else ()
        )
    )


def _prize_hexes(game: Game) -> Mapping[str, Sequence[tuple[str, int]]]:
    """For each hex that gives points: to whom, and how many."""
    kept: dict[str, list[tuple[str, int]]] | None = game.kept.get("prize hexes")
    if kept is None:
        kept = game.kept["prize hexes"] = {}
        for prize in game.board.scenario.victory.prizes:
            for name in blocks(prize.hexes):
                kept.setdefault(name, []).append((prize.side, prize.points))
    return kept


def _holds(game: Game, state: State, seat: str, name: str) -> bool:
    here = state.at.get(name)
    return here is not None and game.seat_of[here[0]] == seat


def over(game: Game, state: State, last: bool) -> Winners | None:
    """The winners and how, if the battle is over: at once, or (`last`) at the end of the last turn."""
    rule = game.board.scenario.victory
    for end in rule.at_once:
        lost = (*state.killed, *state.eliminated)
        if all(piece in lost for piece in end.dead) and all(
            _holds(game, state, end.side, name) for name in end.held
        ):
            return (end.side,), "decisive"
    if rule.annihilation:
        left = [seat for seat in game.seats if any(game.seat_of[unit] == seat for unit in state.units)]
        if len(left) < len(game.seats):
            return tuple(left), "annihilation"
    if not last:
        return None
    points = scores(game, state)
    first, second = game.seats
    lead = points[first] - points[second]
    if lead == 0:
        return ((rule.tie,), "marginal") if rule.tie else ((), "draw")
    winner = first if lead > 0 else second
    return (winner,), "decisive" if abs(lead) >= rule.decisive else "marginal"
