"""The ruleset functions of the standard battle rules, for any game that has a board and exclusive rules (1.0).

A game's own module gives its data and its `Exclusive`; everything else is here.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.chance import Chance
from rules.errors import IllegalAction
from rules.middle_earth import (
    advance,
    arrivals,
    casualties,
    demoralization,
    displacement,
    entering,
    events,
    leader_combat,
    leaders,
    magic,
    melee,
    movement,
    pieces,
    points,
    rally,
    retreat,
    retreat_before_combat,
    sequence,
    set_up,
)
from rules.middle_earth.actions import StandFast
from rules.middle_earth.board import Board, Leader, Unit
from rules.middle_earth.decisions import decision, options
from rules.middle_earth.game import Evolve, Exclusive, Game, Slot
from rules.middle_earth.narration import decision_title
from rules.middle_earth.state import State
from rules.middle_earth.unfolding import Unfolding
from rules.middle_earth.wording import phase_title
from rules.ruleset import Action, Awaited, Clock, Event, Resign, Result

EVOLUTION: dict[type[Event], Evolve] = {
    **pieces.EVOLVE,
    **arrivals.EVOLVE,
    **entering.EVOLVE,
    **set_up.EVOLVE,
    **sequence.EVOLVE,
    **movement.EVOLVE,
    **casualties.EVOLVE,
    **melee.EVOLVE,
    **leader_combat.EVOLVE,
    **retreat.EVOLVE,
    **displacement.EVOLVE,
    **retreat_before_combat.EVOLVE,
    **advance.EVOLVE,
    **leaders.EVOLVE,
    **rally.EVOLVE,
    **magic.EVOLVE,
    **demoralization.EVOLVE,
    **points.EVOLVE,
}
"""How each event of the standard rules changes the state."""


def game_for(
    board: Board, exclusive: Exclusive | None = None, options: Mapping[str, str] | None = None
) -> Game:
    """A board made ready to be played; also one made by hand."""
    own = exclusive or Exclusive()
    seats = tuple(board.seat_of[role] for role in ("west", "sauron"))
    units: list[Unit] = [board.units[name] for name in sorted(board.units)]
    captains: list[Leader] = [board.leaders[name] for name in sorted(board.leaders)]
    return Game(
        board=board,
        exclusive=own,
        options=dict(options or {}),
        seats=seats,
        enemy={seats[0]: seats[1], seats[1]: seats[0]},
        slots=tuple(
            Slot(phase, board.seat_of[role], number)
            for number, phase in enumerate(board.phases, start=1)
            for role in phase.order
        ),
        units_of={seat: tuple(unit.id for unit in units if unit.side == seat) for seat in seats},
        leaders_of={seat: tuple(leader.id for leader in captains if leader.side == seat) for seat in seats},
        seat_of={
            **{unit.id: unit.side for unit in units},
            **{leader.id: leader.side for leader in captains},
            **{marker.id: marker.side for marker in board.markers.values()},
            **{engine.id: engine.side for engine in board.engines.values()},
        },
        role_of={**{unit.id: unit.role for unit in units}, **{leader.id: leader.role for leader in captains}},
        prefix=f"{board.game.id}-",
        last_turn=max(board.turns, default=0),
        assaults={
            key: {
                name: tuple(after for after, _ in steps if not _is_assault(board, name, after))
                for name, steps in found.items()
            }
            for key, found in board.steps.items()
        },
        evolution={**EVOLUTION, **own.evolve},
        kept={},
    )


def _is_assault(board: Board, first: str, second: str) -> bool:
    edge = board.edges.get(board.grid.hexsides[first, second])
    return edge is not None and edge.melee == "assault"


def initial(game: Game) -> State:
    """The empty board."""
    return State()


def begin(game: Game, chance: Chance) -> tuple[Event, ...]:
    """Sets up what the scenario places and runs on to the first choice (3.0)."""
    unfolding = Unfolding(game, initial(game), chance)
    set_up.begin(unfolding)
    sequence.run_on(unfolding)
    return tuple(unfolding.events)


def awaiting(game: Game, state: State) -> tuple[Awaited, ...]:
    """Who is to decide now, and what."""
    now = decision(game, state)
    return () if now is None else (Awaited(now.seat, now.kind, decision_title(game, state, now.kind)),)


def legal(game: Game, state: State, seat: str) -> tuple[Action, ...]:
    """Everything that the seat may do now, in a fixed order."""
    now = decision(game, state)
    if now is None or now.seat != seat:
        return ()
    return options(game, state, now)


def decide(game: Game, state: State, seat: str, action: Action, chance: Chance) -> tuple[Event, ...]:
    """The events up to the next real choice. Raises IllegalAction with the rule that forbids the action."""
    if state.outcome is not None:
        raise IllegalAction("3.0", "the game is over")
    if seat not in game.enemy:
        raise IllegalAction("3.0", f"there is no seat {seat}; the seats are {', '.join(game.seats)}")
    unfolding = Unfolding(game, state, chance)
    if isinstance(action, Resign):
        unfolding.happen(
            events.GameEnded((game.enemy[seat],), "resigned", game.exclusive.scores(game, state))
        )
        return tuple(unfolding.events)
    now = decision(game, state)
    if now is None:
        raise IllegalAction("3.0", "nothing is to be decided now")
    if now.seat != seat:
        title = game.board.sides[now.seat].title
        raise IllegalAction("3.0", f"{title} decides now ({decision_title(game, state, now.kind)})")
    sequence.act(unfolding, now, action)
    sequence.run_on(unfolding)
    return tuple(unfolding.events)


def evolve(game: Game, state: State, event: Event) -> State:
    """The next state."""
    return game.evolution[type(event)](game, state, event)


def view(game: Game, state: State, seats: tuple[str, ...]) -> State:
    """Everything is open in this game, so the state itself."""
    return state


def clock(game: Game, state: State) -> Clock:
    """Turn, phase (from 1) and impulse: the seat's place in the phase, or the part of the combat phase."""
    number = next((slot.number for slot in game.slots if slot.phase.id == state.phase), 0)
    if not state.turn:
        return Clock(0, "Set-up")
    turn_title = f"Turn {state.turn}" + (" (night)" if state.night else "")
    if not number:
        return Clock(state.turn, turn_title)
    phase = game.board.data.phase[state.phase]
    if phase.kind == "combat" and state.step:
        impulse = ("missile", "leaders", "melee").index(state.step) + 1
        title = ("missile combat", "leader combat", "melee")[impulse - 1]
    elif len(phase.order) > 1:
        impulse = [slot.seat for slot in game.slots if slot.phase is phase].index(state.seat) + 1
        title = game.board.sides[state.seat].title
    else:
        impulse, title = 0, ""
    return Clock(state.turn, turn_title, number, phase_title(game, state.phase), impulse, title)


def result(game: Game, state: State) -> Result | None:
    """How the game ended, None while it is on."""
    end = state.outcome
    return None if end is None else Result(end.winners, end.how, dict(end.scores), end.turn)


def resample(game: Game, state: State, seat: str, chance: Chance) -> State:
    """Nothing is hidden: the state itself."""
    return state


def is_pass(action: Action) -> bool:
    """Whether the action only lets a window go by."""
    return isinstance(action, StandFast)


def owners(game: Game) -> dict[str, str]:
    """The army of each unit, the seat of each leader, marker and engine."""
    return {**game.seat_of, **{unit.id: unit.army for unit in game.board.units.values()}}


def tally(game: Game, state: State) -> dict[str, dict[str, float]]:
    """For each seat: victory points, value of its units on the map, demoralization total, units and leaders lost."""
    points = game.exclusive.scores(game, state)
    found: dict[str, dict[str, float]] = {}
    for seat in game.seats:
        armies = [army.id for army in game.board.data.army.values() if army.side == seat]
        found[seat] = {
            "victory_points": points.get(seat, 0.0),
            "strength": float(
                sum(game.board.units[unit].value for unit in game.units_of[seat] if unit in state.units)
            ),
            "units": float(sum(1 for unit in game.units_of[seat] if unit in state.units)),
            "disrupted": float(
                sum(1 for unit in game.units_of[seat] if unit in state.units and state.units[unit].disrupted)
            ),
            "demoralization": float(sum(state.totals.get(army, 0) for army in armies)),
            "leaders_lost": float(sum(1 for leader in state.killed if game.seat_of[leader] == seat)),
        }
    return found
