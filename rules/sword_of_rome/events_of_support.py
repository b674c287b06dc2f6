"""Operations on support and control (7.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from rules.ruleset import Action
from rules.sword_of_rome import actions, events, support
from rules.sword_of_rome import data_effects as data
from rules.sword_of_rome.chapter import Decision
from rules.sword_of_rome.conditions import HARMS
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.operations import WORKS, Work, concerned_armies
from rules.sword_of_rome.powers import ROME, allied, decider
from rules.sword_of_rome.procedures import CardEvent, Support
from rules.sword_of_rome.state import State, find
from rules.sword_of_rome.unfolding import Unfolding
from rules.sword_of_rome.where import spaces_of
from rules.sword_of_rome.whose import powers_meant

NOWHERE = ("-",)
"""A place that no space satisfies: an empty list would mean everywhere."""


def _within(
    game: Game, state: State, event: CardEvent, wheres: tuple[Any, ...], power: str
) -> tuple[str, ...]:
    if not wheres:
        return ()
    return spaces_of(game, state, wheres, power, event.space) or NOWHERE


# Lowering


def _lowering(game: Game, state: State, event: CardEvent, operation: data.LowerSupport) -> Support | None:
    """What is to be spent, None where nobody is meant."""
    own = game.powers_of[event.seat][0]
    within = _within(game, state, event, operation.within, own)
    if within == NOWHERE:
        return None
    targets = powers_meant(game, state, event, operation.power, within or tuple(game.spaces))
    targets = tuple(
        each
        for each in targets
        if game.seat_of.get(each) == event.seat
        or event.card.startswith("gallic")
        or not any(allied(game, state, power, each) for power in game.powers_of[event.seat])  # 15.2-g
    )
    if not targets:
        return None
    owner = decider(game, state, targets[0])
    points = operation.count
    if game.seat_of.get(targets[0]) == event.seat or operation.chooser == "loser":
        if ROME in targets and "foedus" in state.markers:
            points -= game.markers["foedus"].value
        return Support(
            owner,
            targets[0],
            max(points, 0),
            "lose",
            targets,
            within,
            cause="event",
            why=game.title(event.card),
        )
    return Support(
        event.seat,
        own,
        points,
        "lower",
        targets,
        within,
        limits=support.shielded(game, state, targets, points),
        cause="event",
        why=game.title(event.card),
    )


def _harms(game: Game, state: State, event: CardEvent, operation: data.LowerSupport, seat: str) -> bool:
    """Whether the event would lower, or by its player's choice could lower, support of the seat's powers."""
    own = game.powers_of[seat]
    if operation.power == "chosen" and not event.chosen:
        return any(power in own for power in _targets(game, state, event, operation))
    armies = concerned_armies(game, state, event) or (event.space,)
    for space in armies:
        trial = _lowering(game, state, msgspec.structs.replace(event, space=space), operation)
        if trial is not None and any(power in own for power in trial.target):
            return support.possible(game, state, trial)
    return False


def _targets(game: Game, state: State, event: CardEvent, operation: data.LowerSupport) -> list[str]:
    """The powers that may be chosen: others that have something to lose there."""
    found = []
    for power in game.powers:
        if game.seat_of.get(power) == event.seat:
            continue
        trial = _lowering(game, state, msgspec.structs.replace(event, chosen=power), operation)
        if trial is not None and support.possible(game, state, trial):
            found.append(power)
    return found


def _lower_possible(game: Game, state: State, event: CardEvent, operation: data.LowerSupport) -> bool:
    if operation.power == "chosen" and not event.chosen:
        return bool(_targets(game, state, event, operation))
    trial = _lowering(game, state, event, operation)
    return trial is not None and support.possible(game, state, trial)


def _lower_asks(game: Game, state: State, event: CardEvent, operation: data.LowerSupport) -> Decision | None:
    if operation.power == "chosen" and not event.chosen:
        return Decision(event.seat, "which-power")
    return None


def _lower_options(
    game: Game, state: State, event: CardEvent, operation: data.LowerSupport
) -> Iterator[Action]:
    for power in _targets(game, state, event, operation):
        yield actions.Choose(power)


def _lower_choose(
    unfolding: Unfolding, event: CardEvent, operation: data.LowerSupport, action: actions.Choose
) -> None:
    unfolding.happen(events.EventStepped(event.next, action.what, event.space, -1))


def _lower(unfolding: Unfolding, event: CardEvent, operation: data.LowerSupport) -> None:
    spending = _lowering(unfolding.game, unfolding.state, event, operation)
    if spending is not None and spending.points:
        unfolding.begin(spending)


# Raising, restoring, converting, founding


def _raising(game: Game, state: State, event: CardEvent, operation: data.RaiseSupport) -> Support | None:
    powers = powers_meant(game, state, event, operation.power)
    if not powers:
        return None
    within = _within(game, state, event, operation.within, powers[0])
    seat = decider(game, state, powers[0])
    return Support(seat, powers[0], operation.count, "gain", within=within, why=game.title(event.card))


def _restoring(game: Game, state: State, event: CardEvent, operation: data.RestoreHomes) -> Support | None:
    seat = decider(game, state, operation.power)
    return Support(seat, operation.power, operation.count, "restore", why=game.title(event.card))


def _converting(game: Game, state: State, event: CardEvent, operation: data.ConvertSpaces) -> Support | None:
    within = _within(game, state, event, operation.within, operation.power)
    return Support(
        event.seat, operation.power, operation.count, "claim", within=within, why=game.title(event.card)
    )


def _founding(game: Game, state: State, event: CardEvent, operation: data.FoundCity) -> Support | None:
    within = _within(game, state, event, operation.within, operation.power)
    return Support(event.seat, operation.power, 1, "found", within=within, why=game.title(event.card))


def _work(made: Any) -> Work:
    def possible(game: Game, state: State, event: CardEvent, operation: Any) -> bool:
        trial = made(game, state, event, operation)
        return trial is not None and support.possible(game, state, trial)

    def do(unfolding: Unfolding, event: CardEvent, operation: Any) -> None:
        spending = made(unfolding.game, unfolding.state, event, operation)
        if spending is not None:
            unfolding.begin(spending)

    return Work(do, possible, rule="7.3")


# Limiting


def _limit_possible(game: Game, state: State, event: CardEvent, operation: data.LimitSupportLoss) -> bool:
    return find(state, Support) is not None


def _limit(unfolding: Unfolding, event: CardEvent, operation: data.LimitSupportLoss) -> None:
    unfolding.happen(events.SupportLossLimited(operation.most, unfolding.game.title(event.card)))


HARMS[data.LowerSupport] = _harms
WORKS.update(
    {
        data.LowerSupport: Work(_lower, _lower_possible, _lower_asks, _lower_options, _lower_choose, "7.3.3"),
        data.RaiseSupport: _work(_raising),
        data.RestoreHomes: _work(_restoring),
        data.ConvertSpaces: _work(_converting),
        data.FoundCity: _work(_founding),
        data.LimitSupportLoss: Work(_limit, _limit_possible),
    }
)
