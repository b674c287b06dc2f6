"""The Surrender Phase (5.6): PCs give in to CU, and armies roll for sieges."""

from __future__ import annotations

from collections.abc import Iterator

from rules.ruleset import Action, Event
from rules.sword_of_rome import actions, events, siege
from rules.sword_of_rome.chapter import Chapter, Decision
from rules.sword_of_rome.control import convertible, heir, take_control
from rules.sword_of_rome.forces import of_power
from rules.sword_of_rome.game import Evolve, Game, Refusal
from rules.sword_of_rome.powers import decider, powers_in_order
from rules.sword_of_rome.procedures import Surrendering
from rules.sword_of_rome.state import State, on_top
from rules.sword_of_rome.unfolding import Unfolding


def begin(unfolding: Unfolding) -> None:
    """Non-player powers, then player powers from the lowest VP up (5.6-a)."""
    unfolding.begin(Surrendering(powers_in_order(unfolding.game, unfolding.state), stage="markers"))


def take_markers(unfolding: Unfolding, power: str) -> None:
    """Every enemy PC on which the power has a CU becomes its own, or the ally's whose home it is (5.6-b)."""
    game = unfolding.game
    for space, own in list(of_power(unfolding.state, power)):
        if own.cu + own.inside and convertible(game, unfolding.state, power, space):
            take_control(unfolding, space, heir(game, unfolding.state, power, space), "5.6")


def targets(game: Game, state: State, surrendering: Surrendering, power: str) -> tuple[str, ...]:
    """The cities and tribes for which the power may still roll (13.1.3)."""
    return tuple(
        space
        for space, _ in of_power(state, power)
        if f"{power}/{space}" not in surrendering.rolled
        and siege.is_target(game, state, power, space)
        and siege.is_led(game, state, power, space)
    )


def _asks(game: Game, state: State, surrendering: Surrendering) -> Decision | None:
    if surrendering.stage != "rolls" or not surrendering.queue:
        return None
    power = surrendering.queue[0]
    if not targets(game, state, surrendering, power):
        return None
    return Decision(decider(game, state, power, end_of_turn=True), "surrender", power)


def _options(game: Game, state: State, surrendering: Surrendering, now: Decision) -> Iterator[Action]:
    for space in targets(game, state, surrendering, now.power):
        yield actions.RollSiege(space)
    yield actions.End()


def _refuse(
    game: Game, state: State, surrendering: Surrendering, now: Decision, action: Action
) -> Refusal | None:
    if isinstance(action, actions.End):
        return None
    if isinstance(action, actions.RollSiege):
        if action.space in targets(game, state, surrendering, now.power):
            return None
        return (
            "13.1.3",
            f"{game.title(now.power)} have no army in {game.title(action.space)} that may roll for it now",
        )
    return "5.6", "sieges are rolled for in this phase, and nothing else is done"


def _act(unfolding: Unfolding, surrendering: Surrendering, now: Decision, action: Action) -> None:
    if isinstance(action, actions.RollSiege):
        unfolding.happen(events.SurrenderRolled(now.power, action.space))
        what = siege.purpose(unfolding.game, unfolding.state, action.space)
        siege.announce(unfolding, now.seat, now.power, action.space, what)
    else:
        unfolding.happen(events.SurrenderRolled(now.power, ""))
        unfolding.reach("markers")


def _go_on(unfolding: Unfolding, surrendering: Surrendering) -> None:
    if not surrendering.queue:
        unfolding.finish()
    elif surrendering.stage == "markers":
        unfolding.reach("rolls")
        take_markers(unfolding, surrendering.queue[0])
    else:
        unfolding.happen(events.SurrenderRolled(surrendering.queue[0], ""))
        unfolding.reach("markers")


def _rolled(_: Game, state: State, event: events.SurrenderRolled) -> State:
    surrendering = state.stack[-1]
    if not isinstance(surrendering, Surrendering):
        return state
    if not event.space:
        return on_top(state, queue=surrendering.queue[1:])
    return on_top(state, rolled=(*surrendering.rolled, f"{event.power}/{event.space}"))


CHAPTER = Chapter(_go_on, _asks, _options, _refuse, _act)
EVOLVE: dict[type[Event], Evolve] = {events.SurrenderRolled: _rolled}
