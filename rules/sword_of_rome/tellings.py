"""One line for every event, as a wargamer would write it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.ruleset import Event
from rules.sword_of_rome import (
    tellings_of_battle,
    tellings_of_board,
    tellings_of_cards,
    tellings_of_marches,
    tellings_of_powers,
    tellings_of_procedures,
)
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.state import State

Telling = Callable[[Game, State, Any], str]

TELLINGS: dict[type[Event], Telling] = {
    **tellings_of_board.TELLINGS,
    **tellings_of_marches.TELLINGS,
    **tellings_of_battle.TELLINGS,
    **tellings_of_cards.TELLINGS,
    **tellings_of_powers.TELLINGS,
    **tellings_of_procedures.TELLINGS,
}
"""How each event is told."""
