"""The sequence of play (5): phases, rounds, impulses, and everything that runs by itself.

A single option is taken in the same batch where everybody can see that it is the only one.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from rules.errors import IllegalAction
from rules.ruleset import Action, Event
from rules.sword_of_rome import (
    alliances,
    attrition,
    casualties,
    events,
    gallic_events,
    march_changes,
    movement,
    reinforcement,
    responses,
    siege,
    strategy_cards,
    surrender,
    tracing,
    victory,
)
from rules.sword_of_rome.chapter import Decision
from rules.sword_of_rome.control import homes
from rules.sword_of_rome.decisions import CHAPTERS
from rules.sword_of_rome.forces import enemies_outside
from rules.sword_of_rome.game import Evolve, Game
from rules.sword_of_rome.leaders import displace_all, in_distress, in_hiding
from rules.sword_of_rome.powers import ETRUSCANS, lowest_first, playing
from rules.sword_of_rome.procedures import Activation, Battle, Entry, Impulse, Naming, Retreat, Voyage, Window
from rules.sword_of_rome.state import AWAY, Ending, State, changed, on_top, popped, pushed
from rules.sword_of_rome.unfolding import Unfolding

PRIVATE = frozenset(
    {"impulse", "respond", "discard", "desperate", "bribe", "retreat-or-sail", "put-away", "desperate-use"}
)
"""Decisions whose list depends on a hand: a single option is a ply of its own."""


def run_on(unfolding: Unfolding) -> None:
    """Runs through all that nobody decides, up to the next real choice or the end of the game."""
    while unfolding.state.ending is None:
        if _settle(unfolding):
            continue
        state = unfolding.state
        if not state.stack:
            go_on(unfolding)
            continue
        procedure = state.stack[-1]
        chapter = CHAPTERS[type(procedure)]
        now = chapter.asks(unfolding.game, state, procedure)
        if now is None:
            chapter.go_on(unfolding, procedure)
            continue
        if now.kind in PRIVATE:
            return
        few = list(islice(chapter.options(unfolding.game, state, procedure, now), 2))
        if len(few) != 1:
            return
        chapter.act(unfolding, procedure, now, few[0])


def act(unfolding: Unfolding, now: Decision, action: Action) -> None:
    """Carries out one decision. Raises IllegalAction."""
    procedure = unfolding.state.stack[-1]
    chapter = CHAPTERS[type(procedure)]
    refused = chapter.refuse(unfolding.game, unfolding.state, procedure, now, action)
    if refused is not None:
        raise IllegalAction(*refused)
    chapter.act(unfolding, procedure, now, action)


# What settles itself


def _settle(unfolding: Unfolding) -> bool:
    state = unfolding.state
    if state.sieges and siege.settle(unfolding):
        return True
    if state.casualties and casualties.settle(unfolding):
        return True
    if state.watch and _settle_spaces(unfolding):
        return True
    if not state.stack:
        return False
    procedure = state.stack[-1]
    if type(procedure) is Window:
        return responses.settle(unfolding, procedure)
    if type(procedure) is Activation:
        return movement.settle(unfolding, procedure)
    return False


def _settle_spaces(unfolding: Unfolding) -> bool:
    """Units within walls come out when the enemy is gone; leaders alone among enemies are displaced (8.4)."""
    game, state = unfolding.game, unfolding.state
    unsettled = {
        procedure.space for procedure in state.stack if isinstance(procedure, (Entry, Battle, Retreat))
    }
    for procedure in state.stack:
        if isinstance(procedure, Voyage):
            unsettled.add(procedure.origin)
    # 12.4.4: who goes within the walls stays there until the retreat is over, even where no enemy is left outside.
    retreating = {procedure.space for procedure in state.stack if isinstance(procedure, Retreat)}
    for space in sorted(state.watch):
        for own in state.forces.get(space, ()):
            within = (own.inside or own.shut) and space not in retreating
            if within and not _is_shut_in(game, state, space, own.power):
                unfolding.happen(events.CameOut(own.power, space))
                return True
            if space in unsettled:
                continue
            lost = in_distress(game, state, space, own)
            if lost:
                displace_all(unfolding, lost)
                return True
            hiding = in_hiding(game, state, space, own)
            if hiding:
                unfolding.happen(events.WentInside(own.power, space, 0, hiding, "8.4"))
                return True
    return False


def _is_shut_in(game: Game, state: State, space: str, power: str) -> bool:
    """Whether units of the power within walls have to stay there: the city is besieged, or enemies stand before it.

    Who counts as an ally for one activation alone (16.1.1) does not open the gates (13.4.1).
    """
    return space in state.sieges or bool(enemies_outside(game, changed(state, stack=()), space, power))


# The turn


def begin(unfolding: Unfolding) -> None:
    """Begins the first turn."""
    unfolding.happen(events.TurnBegan(1))
    begin_phase(unfolding, unfolding.game.board.phases[0].id)


def go_on(unfolding: Unfolding) -> None:
    """Goes on to the next impulse, round, phase or turn."""
    game, state = unfolding.game, unfolding.state
    if state.phase == "action" and _next_impulse(unfolding):
        return
    if victory.settle(unfolding):
        return
    names = [phase.id for phase in game.board.phases]
    index = names.index(state.phase) + 1
    if index < len(names):
        begin_phase(unfolding, names[index])
        return
    _end_turn(unfolding)
    unfolding.happen(events.TurnBegan(unfolding.state.turn + 1))
    begin_phase(unfolding, names[0])


def begin_phase(unfolding: Unfolding, phase: str) -> None:
    """Begins a phase of the turn (5-a)."""
    unfolding.happen(events.PhaseBegan(phase))
    _PHASES[phase](unfolding)


def _mines(unfolding: Unfolding) -> None:
    """The mines are depleted when the Etruscans have lost too many home spaces (7.2.3)."""
    game, state = unfolding.game, unfolding.state
    if ETRUSCANS not in game.powers or state.mines_depleted:
        return
    lost = sum(1 for space in homes(game, ETRUSCANS) if state.control[space] != ETRUSCANS)
    if lost >= game.numbers.mines_homes_lost:
        unfolding.happen(events.MinesDepleted(lost))


def _first_player(unfolding: Unfolding) -> None:
    unfolding.begin(Naming(lowest_first(unfolding.game, unfolding.state)[0]))


def _action(unfolding: Unfolding) -> None:
    _begin_round(unfolding, 1)


def _begin_round(unfolding: Unfolding, number: int) -> None:
    game, state = unfolding.game, unfolding.state
    around = game.clockwise
    start = around.index(state.first)
    queue = tuple(
        seat
        for seat in around[start:] + around[:start]
        if seat in playing(game, state) or (seat not in game.seats and game.scenario.gallic_events)
    )
    unfolding.happen(events.RoundBegan(number, queue))


def _next_impulse(unfolding: Unfolding) -> bool:
    """The next impulse of the round, the next round, or Desperate Times after the last one; False: all are over."""
    game, state = unfolding.game, unfolding.state
    last = game.numbers.rounds
    if state.queue:
        seat = state.queue[0]
        if state.round > last:  # 7.4-h
            unfolding.happen(events.QueueSet(state.queue[1:]))
            if state.desperate.get(seat):
                responses.open_desperate_times(unfolding, seat, (seat,))
            return True
        if state.announced != seat and any(state.desperate.get(each) for each in playing(game, state)):
            responses.open_desperate_times(unfolding, seat, playing(game, state))
            return True
        if seat not in game.seats:
            gallic_events.roll(unfolding, seat)
            return True
        unfolding.happen(events.ImpulseBegan(seat))
        return True
    if state.round < last:
        _begin_round(unfolding, state.round + 1)
        return True
    if state.round == last:
        unfolding.happen(events.RoundBegan(last + 1, lowest_first(game, state)))
        return True
    return False


def _end_turn(unfolding: Unfolding) -> None:
    """Decks are made new, markers of one turn and the Dictator go (5.10.4, 6.4.1)."""
    game = unfolding.game
    strategy_cards.reshuffle_due(unfolding)
    for marker in sorted(unfolding.state.markers):
        if game.markers[marker.partition(":")[0]].lasts == "turn":
            unfolding.happen(events.MarkerRemoved(marker))
    for leader in sorted(game.leaders):
        if game.leaders[leader].leaves and unfolding.state.leaders.get(leader, AWAY) != AWAY:
            unfolding.happen(events.LeaderGone(leader, AWAY, "8.2"))


_PHASES: dict[str, Callable[[Unfolding], None]] = {
    "mines": _mines,
    "draw": strategy_cards.begin_drawing,
    "first-player": _first_player,
    "action": _action,
    "attrition": attrition.attrition,
    "surrender": surrender.begin,
    "isolation": tracing.isolate,
    "victory-points": victory.record,
    "alliances": alliances.begin_renewal,
    "reinforcement": reinforcement.begin,
}


# What the events do


def _turn_began(_: Game, state: State, event: events.TurnBegan) -> State:
    return changed(state, turn=event.turn, round=0, queue=(), phase="", locked=frozenset())


def _phase_began(_: Game, state: State, event: events.PhaseBegan) -> State:
    return changed(state, phase=event.phase, queue=(), announced="", round=0)


def _round_began(_: Game, state: State, event: events.RoundBegan) -> State:
    return changed(state, round=event.round, queue=event.queue, activated=frozenset(), announced="")


def _queue_set(_: Game, state: State, event: events.QueueSet) -> State:
    return changed(state, queue=event.queue)


def _first_named(_: Game, state: State, event: events.FirstPlayerNamed) -> State:
    return changed(popped(state) if state.stack else state, first=event.seat)


def _impulse_began(_: Game, state: State, event: events.ImpulseBegan) -> State:
    return pushed(changed(state, queue=state.queue[1:], announced=""), Impulse(event.seat))


def _impulse_ended(_: Game, state: State, event: events.ImpulseEnded) -> State:
    return popped(state)


def _procedure_began(_: Game, state: State, event: events.ProcedureBegan) -> State:
    inner = event.procedure
    state = pushed(state, inner)
    if isinstance(inner, Window) and inner.name == responses.BEFORE_ACTION:
        return changed(state, announced=inner.seat)
    if isinstance(inner, Activation) and inner.cu:
        return march_changes.called(state, inner)
    return state


def _stage_reached(_: Game, state: State, event: events.StageReached) -> State:
    return on_top(state, stage=event.stage)


def _procedure_ended(_: Game, state: State, event: events.ProcedureEnded) -> State:
    return popped(state)


def _mines_depleted(_: Game, state: State, event: events.MinesDepleted) -> State:
    return changed(state, mines_depleted=True)


def _marker_placed(_: Game, state: State, event: events.MarkerPlaced) -> State:
    name = f"{event.marker}:{event.against}" if event.against else event.marker
    return changed(state, markers=state.markers | {name})


def _marker_removed(_: Game, state: State, event: events.MarkerRemoved) -> State:
    return changed(state, markers=state.markers - {event.marker})


def _game_ended(_: Game, state: State, event: events.GameEnded) -> State:
    return changed(
        state, ending=Ending(event.winners, event.how, event.scores, state.turn), stack=(), queue=()
    )


EVOLVE: dict[type[Event], Evolve] = {
    events.TurnBegan: _turn_began,
    events.PhaseBegan: _phase_began,
    events.RoundBegan: _round_began,
    events.QueueSet: _queue_set,
    events.FirstPlayerNamed: _first_named,
    events.ImpulseBegan: _impulse_began,
    events.ImpulseEnded: _impulse_ended,
    events.ProcedureBegan: _procedure_began,
    events.StageReached: _stage_reached,
    events.ProcedureEnded: _procedure_ended,
    events.MinesDepleted: _mines_depleted,
    events.MarkerPlaced: _marker_placed,
    events.MarkerRemoved: _marker_removed,
    events.GameEnded: _game_ended,
}
