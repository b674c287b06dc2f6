"""The sequence of play (3.0): turns, phases A to H, the parts of a combat phase, and everything that runs by itself.

A phase for a seat in which it has nothing to do is passed over; a single option is taken in the same batch.
"""

from __future__ import annotations

from rules.errors import IllegalAction
from rules.middle_earth import (
    actions,
    advance,
    arrivals,
    demoralization,
    events,
    melee,
    movement,
    points,
    retreat,
    set_up,
)
from rules.middle_earth import retreat_before_combat as early
from rules.middle_earth.decisions import (
    STEPS,
    Decision,
    carry_out,
    decision,
    has_choices,
    is_choice,
    may_end,
    misplaced,
    options,
    pending,
    refuse_end,
)
from rules.middle_earth.game import Evolve, Game, Slot
from rules.middle_earth.leaders import lone_leaders, settle_relocation
from rules.middle_earth.state import Outcome, State, changed
from rules.middle_earth.unfolding import Unfolding
from rules.ruleset import Action, Event

PHASES_THAT_END = ("movement", "magic", "siege", "combat", "rally", *STEPS)


def act(unfolding: Unfolding, now: Decision, action: Action) -> None:
    """Carries out one decision. Raises IllegalAction."""
    if not isinstance(action, actions.End) or unfolding.state.questions:
        carry_out(unfolding, now, action)
        return
    if now.kind not in PHASES_THAT_END:
        rule, sentence = misplaced(unfolding.game, unfolding.state, now, action)
        raise IllegalAction(rule, sentence)
    refused = refuse_end(unfolding.game, unfolding.state, now.kind)
    if refused is not None:
        raise IllegalAction(*refused)
    go_on(unfolding)


def run_on(unfolding: Unfolding) -> None:
    """Runs through all that nobody decides, up to the next real choice or the end of the game."""
    while unfolding.state.outcome is None:
        if unfolding.losses and not pending(unfolding.state):
            unfolding.losses = False
            if end_if_over(unfolding, last=False):
                return
        if unfolding.game.exclusive.tidy(unfolding) or _settle(unfolding):
            continue
        now = decision(unfolding.game, unfolding.state)
        if now is None:
            go_on(unfolding)  # set-up is over
            continue
        if is_choice(unfolding.game, unfolding.state, now):
            return
        choices = options(unfolding.game, unfolding.state, now)
        if choices:
            act(unfolding, now, choices[0])
        else:
            go_on(unfolding)


def _settle(unfolding: Unfolding) -> bool:
    """One step of what has begun, if nobody decides it; whether anything happened."""
    game, state = unfolding.game, unfolding.state
    if state.in_hand or state.questions:
        return False
    if state.setting_up:
        return set_up.settle(unfolding)
    if state.relocations:
        return settle_relocation(unfolding)
    if state.loss is not None:
        return False
    if state.retreats or state.retreated or state.displaced:
        return retreat.settle(unfolding)
    fight = state.melee
    if fight is not None:
        if fight.stage == melee.DECLARING:
            return False
        if fight.stage == melee.WINDOW and early.distances(game, state, fight):
            return False
        if melee.is_emptied(state, fight) and advance.candidates(game, state):
            return False
        melee.settle(unfolding)
        return True
    if state.casting is None and state.marching is not None:
        return movement.settle_march(unfolding)
    return False


def end_if_over(unfolding: Unfolding, *, last: bool) -> bool:
    """Ends the game if the rules of victory say so; `last`: the last turn is over."""
    game = unfolding.game
    over = game.exclusive.over(game, unfolding.state, last)
    if over is None:
        return False
    winners, how = over
    unfolding.happen(events.GameEnded(winners, how, game.exclusive.scores(game, unfolding.state)))
    return True


def go_on(unfolding: Unfolding) -> None:
    """Goes on to the next part of the combat phase, phase or turn in which there is something to do."""
    game, state = unfolding.game, unfolding.state
    if state.phase and game.board.data.phase[state.phase].kind == "combat":
        step = next_step(game, state)
        if step:
            unfolding.happen(events.StepBegan(step))
            return
    number = _slot_number(game, state) + 1
    while True:
        if (
            number >= len(game.slots)
            or number == 0
            or game.slots[number - 1].phase != game.slots[number].phase
        ):
            if 0 < number <= len(game.slots):
                game.exclusive.on_phase_ended(unfolding, game.slots[number - 1].phase.id)
            demoralization.check(unfolding)  # 9.21: at the end of the phase
            points.count(unfolding)
            if end_if_over(unfolding, last=False):
                return
        if number >= len(game.slots) or unfolding.state.turn == 0:
            turn = unfolding.state.turn + 1
            if turn > game.last_turn:
                end_if_over(unfolding, last=True)
                return
            unfolding.happen(events.TurnBegan(turn, game.board.turns[turn].night))
            number = 0
        if _begin(unfolding, game.slots[number]):
            return
        number += 1


def _slot_number(game: Game, state: State) -> int:
    for number, slot in enumerate(game.slots):
        if slot.phase.id == state.phase and slot.seat == state.seat:
            return number
    return -1


def next_step(game: Game, state: State) -> str:
    """The next part of the combat phase in which there is something to do, "" if there is none (7.0)."""
    first = STEPS.index(state.step) + 1 if state.step else 0
    for step in STEPS[first:]:
        if has_choices(game, state, step) or not may_end(game, state, step):
            return step
    return ""


def _begin(unfolding: Unfolding, slot: Slot) -> bool:
    """Begins a phase for a seat if there is anything to do in it; whether there is."""
    game = unfolding.game
    began = events.PhaseBegan(slot.phase.id, slot.seat)
    trial = Unfolding(game, unfolding.state, unfolding.chance)
    trial.happen(began)
    if slot.phase.kind == "movement":
        arrivals.call_up(trial)
    game.exclusive.on_phase(trial)
    state = trial.state
    kind = slot.phase.kind
    if kind == "combat":
        for leader in lone_leaders(game, state, slot.seat):  # 8.1
            trial.happen(events.RelocationOrdered(leader, "8.1"))
        if len(trial.events) == 1:
            step = next_step(game, state)
            if step:
                trial.happen(events.StepBegan(step))
    elif len(trial.events) == 1:
        if not has_choices(game, state, kind):
            return False
        unfolding.events += trial.events
        unfolding.state = state
        return True
    if len(trial.events) == 1:
        return False
    unfolding.events += trial.events
    unfolding.state = trial.state
    return True


# What the events do


def _turn_began(game: Game, state: State, event: events.TurnBegan) -> State:
    return changed(
        state,
        turn=event.turn,
        night=event.night,
        setting_up="",
        entries=state.entries.__class__(),
        phase="",
        seat="",
        step="",
        fired=frozenset(),  # 7.14
        attempted=state.attempted.__class__(),  # 8.53
        rallies=state.rallies.__class__(),  # 8.32
        rallied=frozenset(),  # 8.36
        besieging=frozenset(),  # 3.0
        hauled=state.hauled.__class__(),
        in_force=tuple(each for each in state.in_force if game.board.spells[each.spell].lasting),
    )


def _phase_began(_: Game, state: State, event: events.PhaseBegan) -> State:
    return changed(
        state,
        phase=event.phase,
        seat=event.seat,
        step="",
        moved=frozenset(),  # 4.24
        assigned=frozenset(),
        advanced=frozenset(),
        duelled=state.duelled.__class__(),
        marching=None,
    )


def _step_began(_: Game, state: State, event: events.StepBegan) -> State:
    return changed(state, step=event.step)


def _game_ended(_: Game, state: State, event: events.GameEnded) -> State:
    outcome = Outcome(event.winners, event.how, event.scores, state.turn)
    return changed(
        state,
        outcome=outcome,
        setting_up="",
        in_hand="",
        marching=None,
        melee=None,
        loss=None,
        retreats=(),
        retreated=(),
        displaced=(),
        chain=(),
        crowding=(),
        relocations=(),
        questions=(),
        casting=None,
    )


EVOLVE: dict[type[Event], Evolve] = {
    events.TurnBegan: _turn_began,
    events.PhaseBegan: _phase_began,
    events.StepBegan: _step_began,
    events.GameEnded: _game_ended,
}
