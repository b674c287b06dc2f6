"""The course of the game: turns alternate, each of seven phases (flow-1, turn-1)."""

from __future__ import annotations

from rules.age_of_empires import events, set_up
from rules.age_of_empires.decisions import PHASES, asked, at_work
from rules.age_of_empires.game import other
from rules.age_of_empires.state import COLLECTION
from rules.age_of_empires.unfolding import Unfolding
from rules.age_of_empires.victory import check_limit, check_spent, count_turn


def run_on(unfolding: Unfolding) -> None:
    """Goes on through everything that nobody decides, up to the next decision or the end."""
    while unfolding.state.ending is None:
        state = unfolding.state
        if not state.turn:
            if set_up.awaited(state):
                return
            set_up.go_on(unfolding)
            _begin_turn(unfolding, 1, unfolding.state.starter)
        elif not state.stack and state.phase not in PHASES:
            _end_turn(unfolding)
        elif asked(unfolding.game, state) is not None:
            return
        else:
            chapter, about = at_work(state)
            chapter.go_on(unfolding, about)


def _begin_turn(unfolding: Unfolding, turn: int, seat: str) -> None:
    unfolding.happen(events.TurnBegan(turn, seat))
    unfolding.happen(events.PhaseBegan(COLLECTION))


def _end_turn(unfolding: Unfolding) -> None:
    state = unfolding.state
    count_turn(unfolding, state.active)
    check_spent(unfolding)
    check_limit(unfolding)
    if unfolding.state.ending is None:
        _begin_turn(unfolding, state.turn + 1, other(state.active))
