"""Demoralization and victory (GONDOR-38 to GONDOR-42): three armies, judged at the end or when level 7 falls."""

from __future__ import annotations

from rules.middle_earth.events import TotalChanged
from rules.middle_earth.game import Game
from rules.middle_earth.gondor.city import GARRISON, SAURON, top_level
from rules.middle_earth.state import State
from rules.middle_earth.unfolding import Unfolding

RELIEF = "relief"
Winners = tuple[tuple[str, ...], str]


def on_demoralized(unfolding: Unfolding, army: str) -> None:
    """The garrison's collapse heartens Sauron's army, after all three armies have been tested (GONDOR-39)."""
    if army == GARRISON and unfolding.game.board.siege is not None:
        unfolding.happen(TotalChanged(SAURON, -unfolding.game.board.siege.garrison_broken, "GONDOR-39"))


def scores(game: Game, state: State) -> dict[str, float]:
    """For each seat the demoralization totals of the enemy's armies."""
    found = {}
    for seat in game.seats:
        armies = [army.id for army in game.board.data.army.values() if army.side == game.enemy[seat]]
        found[seat] = float(sum(state.totals.get(army, 0) for army in sorted(armies)))
    return found


def over(game: Game, state: State, last: bool) -> Winners | None:
    """The winners and how: at once when the highest level is taken, else after the last turn (GONDOR-42)."""
    west, sauron = game.board.seat_of["west"], game.board.seat_of["sauron"]
    if top_level(game) in state.siege.taken:
        return (sauron,), "decisive"
    if not last:
        return None
    broken = state.demoralized
    if SAURON in broken:
        return ((), "draw") if GARRISON in broken else ((west,), "decisive")
    if GARRISON in broken:
        return (sauron,), "decisive" if RELIEF in broken else "marginal"
    return (west,), "marginal"


def reasons(game: Game, state: State) -> str:
    """What decides the game as things stand (GONDOR-42): `Sauron is demoralized, the garrison is steady`."""
    if top_level(game) in state.siege.taken:
        return f"Sauron holds level {top_level(game)} of the city"
    told = [
        f"the {army} is {'demoralized' if army in state.demoralized else 'steady'}"
        for army in (GARRISON, RELIEF)
    ]
    broken = SAURON in state.demoralized
    return f"{', '.join(told)}, Sauron’s army is {'demoralized' if broken else 'steady'}"


def standing(game: Game, state: State) -> str:
    """Who would win as things stand, and why."""
    won = over(game, state, True)
    assert won is not None
    winners, how = won
    result = f"{game.board.sides[winners[0]].title}, {how}" if winners else "a draw"
    return f"{result}: {reasons(game, state)} (GONDOR-42)"
