"""Set-up (3): who controls what, forces, leaders, standing alliances; then the first turn begins."""

from __future__ import annotations

from rules.sword_of_rome import events
from rules.sword_of_rome.forces import ranked
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.state import AWAY, CUP
from rules.sword_of_rome.unfolding import Unfolding


def set_up(unfolding: Unfolding) -> None:
    """Places everything as the scenario says."""
    game = unfolding.game
    board = game.board
    unfolding.happen(
        events.BoardSet(
            control=tuple(sorted(board.control.items())),
            loyalty=tuple(sorted(board.loyalty.items())),
            vp=tuple((seat, game.scenario.points.get(seat, 0)) for seat in game.seats),  # type: ignore[call-overload]
            leaders=tuple((leader, _start(game, leader)) for leader in sorted(game.leaders)),
        )
    )
    used: dict[str, int] = {}
    for force in board.forces:
        cu = force.units + force.militia
        if cu:
            unfolding.happen(events.UnitsPlaced(force.power, force.space, cu, "3", force.militia))
        first = used.get(force.power, 0)
        minors = game.minors.get(force.power, ())[first : first + force.minor_leaders]
        used[force.power] = first + force.minor_leaders
        for leader in ranked(game, (*force.leaders, *minors)):
            unfolding.happen(events.LeaderPlaced(leader, force.space, "3"))
    for first_power, second_power in game.scenario.alliances:
        unfolding.happen(events.AllianceMade(first_power, second_power, "3"))
    for marker in game.scenario.markers:
        unfolding.happen(events.MarkerPlaced(marker))


def _start(game: Game, leader: str) -> str:
    return CUP if game.leaders[leader].entry == "pool" else AWAY
