"""What the victory points of a scenario with prizes are made of (SAURON-17), and telling of them when they change.

The points count as the board stands; they are reckoned up at the end of every phase, and only what changed is told.
"""

from __future__ import annotations

from typing import NamedTuple

from rules.middle_earth import events
from rules.middle_earth.game import Evolve, Game
from rules.middle_earth.state import State, changed
from rules.middle_earth.unfolding import Unfolding
from rules.parts.hexes import blocks
from rules.ruleset import Event


class Item(NamedTuple):
    """Points of a seat, and what for: `the Road (1716)`."""

    seat: str
    reason: str
    points: int


def items(game: Game, state: State) -> tuple[Item, ...]:
    """Everything that gives victory points now, in a fixed order; nothing in a scenario that is won otherwise."""
    rule = game.board.scenario.victory
    found: list[Item] = []
    lost = (*state.killed, *state.eliminated)
    for seat in game.seats:
        enemy = game.enemy[seat]
        value = sum(game.board.units[unit].value for unit in state.eliminated if game.seat_of[unit] == enemy)
        found.append(Item(seat, "enemy units eliminated", rule.unit_value * value))
        for army in sorted(state.demoralized):
            card = game.board.data.army[army]
            if card.side == enemy:
                found.append(Item(seat, f"the {card.title} demoralized", rule.demoralized))
        for kill in rule.kills:
            if kill.side == seat and kill.piece in lost:
                found.append(Item(seat, f"the death of {game.title(kill.piece)}", kill.points))
        for prize in rule.prizes:
            if prize.side == seat:
                for name in blocks(prize.hexes):
                    here = state.at.get(name)
                    if here is not None and game.seat_of[here[0]] == seat:
                        found.append(Item(seat, f"holding the {prize.title} ({name})", prize.points))
    return tuple(item for item in found if item.points)


def told(game: Game, state: State, seat: str) -> str:
    """What a seat has its points for, to be said after their sum: ` for the Road (1716)` or ` = 9 for … + 6 for …`."""
    found = [each for each in items(game, state) if each.seat == seat]
    if len(found) == 1:
        return f" for {found[0].reason}"
    parts = " + ".join(f"{each.points} for {each.reason}" for each in found)
    return f" = {parts}" if parts else ""


def count(unfolding: Unfolding) -> None:
    """Tells what changed in the victory points since they were last counted."""
    game, state = unfolding.game, unfolding.state
    now = {(item.seat, item.reason): item.points for item in items(game, state)}
    before = {(seat, reason): points for seat, reason, points in state.credited}
    if now == before:
        return
    for seat in game.seats:
        total = sum(points for (whose, _), points in now.items() if whose == seat)
        reasons = [reason for whose, reason in dict.fromkeys((*before, *now)) if whose == seat]
        altered = [
            (reason, change)
            for reason in reasons
            if (change := now.get((seat, reason), 0) - before.get((seat, reason), 0))
        ]
        for reason, change in altered:
            unfolding.happen(
                events.VictoryPointsChanged(seat, reason, change, now.get((seat, reason), 0), total)
            )


def _changed(_: Game, state: State, event: events.VictoryPointsChanged) -> State:
    left = [each for each in state.credited if each[:2] != (event.seat, event.reason)]
    new = [(event.seat, event.reason, event.points)] if event.points else []
    return changed(state, credited=tuple(sorted([*left, *new])))


EVOLVE: dict[type[Event], Evolve] = {events.VictoryPointsChanged: _changed}
