"""The Surrender Phase (5.6): PCs give in to CU, and armies roll for sieges."""

from __future__ import annotations

from collections.abc import Iterator

from rules.ruleset import Action, Event
from rules.sword_of_rome import actions, events, siege
from rules.sword_of_rome.chapter import Chapter, Decision
from rules.sword_of_rome.control import convertible, heir, take_control
from rules.sword_of_rome.forces import of_power
from rules.sword_of_rome.game import Evolve, Game, Refusal
from rules.sword_of_rome.powers import decider, playing, powers_in_order, tied_first
from rules.sword_of_rome.procedures import Surrendering
from rules.sword_of_rome.state import State, on_top
from rules.sword_of_rome.unfolding import Unfolding


def begin(unfolding: Unfolding) -> None:
    """Non-player powers, then player powers from the lowest VP up (5.6-a)."""
    unfolding.begin(Surrendering(powers_in_order(unfolding.game, unfolding.state), stage="markers"))


def take_markers(unfolding: Unfolding, power: str) -> None:
    """Every enemy PC on which the power has a CU becomes its own, or the ally's whose home it is (5.6-b)."""
    game = unfolding.game
    for space, _ in list(of_power(unfolding.state, power)):
        if convertible(game, unfolding.state, power, space):
            take_control(unfolding, space, heir(game, unfolding.state, power, space), "5.6")


def targets(game: Game, state: State, surrendering: Surrendering, power: str) -> tuple[str, ...]:
    """The cities and tribes for which the power may still roll (13.1.3)."""
    return tuple(
        space
        for space, _ in of_power(state, power)
        if f"{power}/{space}" not in surrendering.rolled
        and siege.is_target(game, state, power, space)
        and siege.is_led(game, state, power, space)
        and (space not in state.sieges or state.sieges[space].power == power)
    )


def _tied(game: Game, state: State, surrendering: Surrendering) -> tuple[str, ...]:
    """The seats with equal VP, first in the queue, of which more than one could roll: their order is decided (4.4-b).
    Where nobody could roll for anything the order changes nothing (5.6-a)."""
    queue = surrendering.queue
    seat = game.seat_of.get(queue[0], "") if queue and surrendering.stage == "markers" else ""
    if not seat or any(power not in queue for power in game.powers_of[seat]):
        return ()
    points = state.vp.get(seat)
    tied = []
    for each in dict.fromkeys(game.seat_of[power] for power in queue):
        powers = game.powers_of[each]
        if state.vp.get(each) == points and any(
            targets(game, state, surrendering, power) for power in powers
        ):
            tied.append(each)
    return tuple(tied) if len(tied) > 1 else ()


def _asks(game: Game, state: State, surrendering: Surrendering) -> Decision | None:
    tied = _tied(game, state, surrendering)
    if tied:
        points = state.vp.get(tied[0])
        level = (seat for seat in playing(game, state) if state.vp.get(seat) == points)
        return Decision(tied_first(game, level)[0], "order")
    if surrendering.stage != "rolls" or not surrendering.queue:
        return None
    power = surrendering.queue[0]
    if not targets(game, state, surrendering, power):
        return None
    return Decision(decider(game, state, power, end_of_turn=True), "surrender", power)


def _options(game: Game, state: State, surrendering: Surrendering, now: Decision) -> Iterator[Action]:
    if now.kind == "order":
        for seat in _tied(game, state, surrendering):
            yield actions.Name(seat)
        return
    for space in targets(game, state, surrendering, now.power):
        yield actions.RollSiege(space)
    yield actions.End()


def _refuse(
    game: Game, state: State, surrendering: Surrendering, now: Decision, action: Action
) -> Refusal | None:
    if now.kind == "order":
        if isinstance(action, actions.Name) and action.seat in _tied(game, state, surrendering):
            return None
        return "4.4", "one of the seats with equal VP is named to roll next"
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
    if isinstance(action, actions.Name):
        first = unfolding.game.powers_of[action.seat]
        rest = (power for power in surrendering.queue if power not in first)
        unfolding.happen(events.SurrenderOrdered((*first, *rest)))
        unfolding.reach("rolls")
        take_markers(unfolding, first[0])
    elif isinstance(action, actions.RollSiege):
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


def _ordered(_: Game, state: State, event: events.SurrenderOrdered) -> State:
    return on_top(state, queue=event.queue)


CHAPTER = Chapter(_go_on, _asks, _options, _refuse, _act)
EVOLVE: dict[type[Event], Evolve] = {events.SurrenderRolled: _rolled, events.SurrenderOrdered: _ordered}
