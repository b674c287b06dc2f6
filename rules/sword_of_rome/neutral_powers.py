"""Non-player powers (16): activating them by Neutral Power Activates."""

from __future__ import annotations

from collections.abc import Iterator

from rules.ruleset import Action, Event
from rules.sword_of_rome import actions, events
from rules.sword_of_rome.alliances import PUNIC_TREATY
from rules.sword_of_rome.chapter import Decision
from rules.sword_of_rome.data_effects import NeutralActivation
from rules.sword_of_rome.forces import total
from rules.sword_of_rome.game import Evolve, Game, Refusal
from rules.sword_of_rome.operations import WORKS, Work, next_operation
from rules.sword_of_rome.powers import CARTHAGE
from rules.sword_of_rome.procedures import CardEvent, Operation
from rules.sword_of_rome.state import State, changed
from rules.sword_of_rome.unfolding import Unfolding


def refuse_power(game: Game, state: State, power: str) -> Refusal | None:
    """Why a non-player power cannot be activated now, or None (16.1.1, 17.2.2, 18-b)."""
    if power not in game.neutral:
        return "16.1", f"{game.title(power)} are no non-player power of this game"
    if power in state.activated:
        return "16.1.1", f"{game.title(power)} have been activated in this round already"
    if power == CARTHAGE and state.carthage_beaten:
        return "17.2.2", "Carthage was beaten in Carthago and can never be activated again"
    if power == CARTHAGE and PUNIC_TREATY in state.alliances:
        return "18", "only Rome activates Carthage, with a 3-Ops card"
    return None


def choices(game: Game, state: State, operation: NeutralActivation) -> list[str]:
    """The powers of an activation that can be activated now."""
    return [power for power in operation.powers if refuse_power(game, state, power) is None]


def _possible(game: Game, state: State, event: CardEvent, operation: NeutralActivation) -> bool:
    return any(total(state, power) or power in game.neutral for power in choices(game, state, operation))


def _asks(game: Game, state: State, event: CardEvent, operation: NeutralActivation) -> Decision | None:
    return Decision(event.seat, "neutral-power")


def _options(game: Game, state: State, event: CardEvent, operation: NeutralActivation) -> Iterator[Action]:
    for power in choices(game, state, operation):
        yield actions.Choose(power)


def _why(
    game: Game, state: State, event: CardEvent, operation: NeutralActivation, action: Action
) -> Refusal | None:
    if not isinstance(action, actions.Choose):
        return None
    refused = refuse_power(game, state, action.what)
    if refused is None and action.what not in operation.powers:
        return "16.1.1", f"{game.title(event.card)} does not activate the {game.title(action.what)}"
    return refused


def _choose(
    unfolding: Unfolding, event: CardEvent, operation: NeutralActivation, action: actions.Choose
) -> None:
    power = action.what
    next_operation(unfolding, event)
    unfolding.happen(events.PowerActivated(power, event.seat))
    unfolding.begin(Operation(event.seat, operation.value, (power,), event.card, neutral=power))


def _do(unfolding: Unfolding, event: CardEvent, operation: NeutralActivation) -> None:
    raise AssertionError("a non-player power is chosen first")


def _activated(_: Game, state: State, event: events.PowerActivated) -> State:
    return changed(state, activated=state.activated | {event.power})


WORKS[NeutralActivation] = Work(_do, _possible, _asks, _options, _choose, "16.1.1", _why)
EVOLVE: dict[type[Event], Evolve] = {events.PowerActivated: _activated}
