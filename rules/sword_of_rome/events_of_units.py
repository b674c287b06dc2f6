"""Operations that bring or take CU and leaders (8.2, 5.10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rules.ruleset import Action
from rules.sword_of_rome import actions, events
from rules.sword_of_rome import data_effects as data
from rules.sword_of_rome.casualties import lose_units
from rules.sword_of_rome.chapter import Decision
from rules.sword_of_rome.conditions import HARMS
from rules.sword_of_rome.data_conditions import Where
from rules.sword_of_rome.forces import force, foreign_units, is_minor, off_map, units
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.leaders import displace_all
from rules.sword_of_rome.operations import WORKS, Work, next_operation, title_of
from rules.sword_of_rome.plunder import take_plunder
from rules.sword_of_rome.powers import GAULS, decider, playing
from rules.sword_of_rome.procedures import CardEvent, Placement
from rules.sword_of_rome.state import GONE, State
from rules.sword_of_rome.unfolding import Unfolding
from rules.sword_of_rome.where import spaces_of
from rules.sword_of_rome.whose import powers_meant

# New CU


def arrivals(
    game: Game, state: State, wheres: Sequence[Where], power: str, concerned: str = ""
) -> tuple[str, ...]:
    """The spaces of these places to which new CU or a leader of the power may come (5.10-b): never besieged or with
    foreign CU, but where the place asks for an own army outside walls, which may itself be a besieger."""
    found: set[str] = set()
    for where in wheres:
        for space in spaces_of(game, state, (where,), power, concerned):
            own = force(state, space, power)
            besieging = bool(where.stands) and own is not None and own.cu > 0
            if besieging or (space not in state.sieges and not foreign_units(state, space, power)):
                found.add(space)
    return tuple(sorted(found))


def _pairs(
    game: Game, state: State, event: CardEvent, operation: data.AddUnits
) -> tuple[tuple[str, str], ...]:
    """The powers that may get the CU, each with a space where they may come."""
    return tuple(
        (power, space)
        for power in powers_meant(game, state, event, operation.power)
        for space in arrivals(game, state, operation.at, power, event.space)
    )


def _add_possible(game: Game, state: State, event: CardEvent, operation: data.AddUnits) -> bool:
    return bool(_pairs(game, state, event, operation))


def _add_asks(game: Game, state: State, event: CardEvent, operation: data.AddUnits) -> Decision | None:
    pairs = _pairs(game, state, event, operation)
    if operation.together and len(pairs) > 1:
        return Decision(decider(game, state, pairs[0][0]), "which-space", pairs[0][0])
    return None


def _add_options(game: Game, state: State, event: CardEvent, operation: data.AddUnits) -> Iterator[Action]:
    for power, space in _pairs(game, state, event, operation):
        yield actions.Place(power, space)


def _add_choose(
    unfolding: Unfolding, event: CardEvent, operation: data.AddUnits, action: actions.Place
) -> None:
    next_operation(unfolding, event, space=action.space)
    unfolding.happen(
        events.UnitsPlaced(action.power, action.space, operation.count, unfolding.game.title(event.card))
    )


def _add(unfolding: Unfolding, event: CardEvent, operation: data.AddUnits) -> None:
    game, state = unfolding.game, unfolding.state
    pairs = _pairs(game, state, event, operation)
    title = title_of(game, event)
    if len(pairs) == 1:
        power, space = pairs[0]
        unfolding.happen(events.UnitsPlaced(power, space, operation.count, title))
        unfolding.happen(events.EventStepped(event.next + 1, "", space, -1))
        return
    unfolding.begin(
        Placement(
            decider(game, state, pairs[0][0]),
            operation.count,
            tuple(dict.fromkeys(power for power, _ in pairs)),
            within=tuple(f"{power}/{space}" for power, space in pairs),
            why=title,
        )
    )


# New CU that another seat pays for

_AGREED = 1
"""A seat has agreed and says where."""


def _buyers(game: Game, state: State, event: CardEvent, operation: data.SellSwords) -> list[str]:
    """The seats that are still to be asked and have a place for the CU."""
    return [
        seat
        for seat in playing(game, state)
        if seat != event.seat and seat not in event.refused and _homes(game, state, seat, operation)
    ]


def _homes(game: Game, state: State, seat: str, operation: data.SellSwords) -> list[tuple[str, str]]:
    return [
        (power, space)
        for power in game.powers_of[seat]
        for space in arrivals(game, state, operation.at, power)
    ]


def _sell_possible(game: Game, state: State, event: CardEvent, operation: data.SellSwords) -> bool:
    return bool(event.chosen) or bool(_buyers(game, state, event, operation))


def _sell_asks(game: Game, state: State, event: CardEvent, operation: data.SellSwords) -> Decision | None:
    if not event.chosen:
        return Decision(event.seat, "hirer")
    return Decision(event.chosen, "which-space" if event.left == _AGREED else "hire")


def _sell_options(game: Game, state: State, event: CardEvent, operation: data.SellSwords) -> Iterator[Action]:
    if not event.chosen:
        for seat in _buyers(game, state, event, operation):
            yield actions.Name(seat)
        if event.refused:
            yield actions.End()
    elif event.left == _AGREED:
        for power, space in _homes(game, state, event.chosen, operation):
            yield actions.Place(power, space)
    else:
        yield actions.Accept()
        yield actions.Refuse()


def _sell(unfolding: Unfolding, event: CardEvent, operation: data.SellSwords, action: Any) -> None:
    if isinstance(action, actions.Name):
        unfolding.happen(events.EventStepped(event.next, action.seat, event.space, -1))
    elif isinstance(action, actions.Accept):
        unfolding.happen(events.EventStepped(event.next, event.chosen, event.space, _AGREED))
    elif isinstance(action, actions.Refuse):
        unfolding.happen(events.SwordsRefused(event.chosen))
    elif isinstance(action, actions.Place):
        next_operation(unfolding, event)
        title = unfolding.game.title(event.card)
        unfolding.happen(events.UnitsPlaced(action.power, action.space, operation.units, title))
        take_plunder(unfolding, GAULS, operation.plunder, "7.1")
    else:
        next_operation(unfolding, event)


# Leaders who come by an event


def _entrances(game: Game, state: State, operation: data.EnterLeader) -> tuple[str, ...]:
    return arrivals(game, state, operation.at, game.leaders[operation.leader].power)


def _enter_possible(game: Game, state: State, event: CardEvent, operation: data.EnterLeader) -> bool:
    if operation.leader not in game.leaders:
        return False
    if event.left == _ARRIVED:
        return True
    return (
        off_map(state, operation.leader)
        and state.leaders.get(operation.leader) != GONE
        and bool(_entrances(game, state, operation))
    )


_ARRIVED = 3
"""The leader has come; who commands is to be said (8.2.1-c)."""


def _enter_asks(game: Game, state: State, event: CardEvent, operation: data.EnterLeader) -> Decision | None:
    power = game.leaders[operation.leader].power
    if event.left == _ARRIVED:
        return Decision(event.seat, "command", power)
    return Decision(event.seat, "which-space", power)


def _enter_options(
    game: Game, state: State, event: CardEvent, operation: data.EnterLeader
) -> Iterator[Action]:
    if event.left == _ARRIVED:
        own = force(state, event.space, game.leaders[operation.leader].power)
        for leader in own.leaders if own is not None else ():
            if not is_minor(game, leader):
                yield actions.Appoint(leader)
        return
    for space in _entrances(game, state, operation):
        yield actions.PlaceLeader(operation.leader, space)


def _enter_choose(unfolding: Unfolding, event: CardEvent, operation: data.EnterLeader, action: Any) -> None:
    game = unfolding.game
    if isinstance(action, actions.Appoint):
        unfolding.happen(events.CommanderAppointed(action.leader, event.space))
        next_operation(unfolding, event)
        return
    power, title = game.leaders[operation.leader].power, game.title(event.card)
    if operation.units:
        unfolding.happen(events.UnitsPlaced(power, action.space, operation.units, title))
    unfolding.happen(events.LeaderPlaced(operation.leader, action.space, title))
    own = force(unfolding.state, action.space, power)
    others = [each for each in own.leaders if each != operation.leader] if own is not None else []
    if operation.commands:
        unfolding.happen(events.CommanderAppointed(operation.leader, action.space))
    elif any(not is_minor(game, each) for each in others):
        unfolding.happen(events.EventStepped(event.next, "", action.space, _ARRIVED))
        return
    next_operation(unfolding, event, space=action.space)


# CU that are lost


def _victims(
    game: Game, state: State, event: CardEvent, operation: data.RemoveUnits
) -> list[tuple[str, str]]:
    found = []
    for power in powers_meant(game, state, event, operation.power):
        for space in spaces_of(game, state, operation.at, power, event.space):
            if units(state, space, power):
                found.append((power, space))
    return found


def _removes(game: Game, state: State, event: CardEvent, operation: data.RemoveUnits, seat: str) -> bool:
    """Whether the event would remove CU of the seat's powers."""
    return any(power in game.powers_of[seat] for power, _ in _victims(game, state, event, operation))


def _remove_possible(game: Game, state: State, event: CardEvent, operation: data.RemoveUnits) -> bool:
    return bool(_victims(game, state, event, operation))


def _remove_asks(game: Game, state: State, event: CardEvent, operation: data.RemoveUnits) -> Decision | None:
    victims = _victims(game, state, event, operation)
    seat = decider(game, state, victims[0][0]) if operation.chooser == "loser" else event.seat
    return Decision(seat, "which-space", victims[0][0])


def _remove_options(
    game: Game, state: State, event: CardEvent, operation: data.RemoveUnits
) -> Iterator[Action]:
    for space in dict.fromkeys(space for _, space in _victims(game, state, event, operation)):
        yield actions.Choose(space)


def _remove_choose(
    unfolding: Unfolding, event: CardEvent, operation: data.RemoveUnits, action: actions.Choose
) -> None:
    victims = _victims(unfolding.game, unfolding.state, event, operation)
    power = next(power for power, space in victims if space == action.what)
    next_operation(unfolding, event)
    lose_units(unfolding, power, action.what, operation.count, "7.1")
    own = force(unfolding.state, action.what, power)
    if own is not None and not own.cu + own.inside and foreign_units(unfolding.state, action.what, power):
        displace_all(unfolding, (*own.leaders, *own.shut))


def _never(unfolding: Unfolding, event: CardEvent, operation: Any) -> None:
    raise AssertionError("a choice comes first")


HARMS[data.RemoveUnits] = _removes
WORKS.update(
    {
        data.AddUnits: Work(_add, _add_possible, _add_asks, _add_options, _add_choose, "5.10"),
        data.SellSwords: Work(_never, _sell_possible, _sell_asks, _sell_options, _sell),
        data.EnterLeader: Work(_never, _enter_possible, _enter_asks, _enter_options, _enter_choose, "8.2"),
        data.RemoveUnits: Work(
            _never, _remove_possible, _remove_asks, _remove_options, _remove_choose, "7.1"
        ),
    }
)
