"""Operations on cards, Victory Points, plunder, alliances, markers and other events."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.ruleset import Action
from rules.sword_of_rome import actions, alliances, events
from rules.sword_of_rome import data_effects as data
from rules.sword_of_rome.chapter import Decision
from rules.sword_of_rome.conditions import enemy_side
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.operations import WORKS, Work, next_operation
from rules.sword_of_rome.plunder import change_vp, take_plunder
from rules.sword_of_rome.powers import CARTHAGE, GREECE, ROME, playing
from rules.sword_of_rome.procedures import CardEvent, Proposal
from rules.sword_of_rome.responses import open_window
from rules.sword_of_rome.state import State, find, pair
from rules.sword_of_rome.strategy_cards import deck_size, draw, hand_of, holdings
from rules.sword_of_rome.unfolding import Unfolding
from rules.sword_of_rome.whose import seat_meant


def _never(unfolding: Unfolding, event: CardEvent, operation: Any) -> None:
    raise AssertionError("a choice comes first")


# Events that are answered


def answered(state: State, event: CardEvent) -> CardEvent | None:
    """The announced event that a response answers."""
    for procedure in reversed(state.stack):
        if isinstance(procedure, CardEvent) and procedure.card != event.card:
            return None if procedure.cancelled else procedure
    return None


def _cancel_possible(game: Game, state: State, event: CardEvent, operation: data.CancelEvent) -> bool:
    return answered(state, event) is not None


def _cancel(unfolding: Unfolding, event: CardEvent, operation: data.CancelEvent) -> None:
    other = answered(unfolding.state, event)
    if other is not None:
        unfolding.happen(events.EventCancelled(other.card, unfolding.game.title(event.card)))


# Hands


def _draw_possible(game: Game, state: State, event: CardEvent, operation: data.DrawCards) -> bool:
    return deck_size(game, state, event.seat) > 0 or bool(state.discards.get(event.seat))


def _draw(unfolding: Unfolding, event: CardEvent, operation: data.DrawCards) -> None:
    draw(unfolding, event.seat, operation.count)


def _redraw_possible(game: Game, state: State, event: CardEvent, operation: data.RedrawCards) -> bool:
    return len(hand_of(state, event.seat)) > (1 if event.stage == "announced" else 0) or event.left > 0


def _redraw_asks(game: Game, state: State, event: CardEvent, operation: data.RedrawCards) -> Decision | None:
    return Decision(event.seat, "put-away")


def _redraw_options(
    game: Game, state: State, event: CardEvent, operation: data.RedrawCards
) -> Iterator[Action]:
    if max(event.left, 0) < operation.count:
        for card in holdings(game, state, event.seat):
            yield actions.Discard(card)
    yield actions.End()


def _redraw_choose(unfolding: Unfolding, event: CardEvent, operation: data.RedrawCards, action: Any) -> None:
    count = max(event.left, 0)
    if isinstance(action, actions.Discard):
        unfolding.happen(events.CardDiscarded(event.seat, action.card, "7.1"))
        unfolding.happen(events.EventStepped(event.next, "", event.space, count + 1))
        return
    next_operation(unfolding, event)
    draw(unfolding, event.seat, count)


def _look_possible(game: Game, state: State, event: CardEvent, operation: data.LookAtHand) -> bool:
    return any(hand_of(state, seat) for seat in playing(game, state) if seat != event.seat)


def _look_asks(game: Game, state: State, event: CardEvent, operation: data.LookAtHand) -> Decision | None:
    return Decision(event.seat, "which-seat")


def _look_options(game: Game, state: State, event: CardEvent, operation: data.LookAtHand) -> Iterator[Action]:
    for seat in playing(game, state):
        if seat != event.seat and hand_of(state, seat):
            yield actions.Name(seat)


def _look(unfolding: Unfolding, event: CardEvent, operation: data.LookAtHand, action: actions.Name) -> None:
    next_operation(unfolding, event)
    unfolding.happen(events.HandSeen(event.seat, action.seat, hand_of(unfolding.state, action.seat)))


# Points and plunder


def _vp_possible(game: Game, state: State, event: CardEvent, operation: data.GainVictoryPoints) -> bool:
    return bool(seat_meant(game, state, event, operation.power))


def _vp(unfolding: Unfolding, event: CardEvent, operation: data.GainVictoryPoints) -> None:
    seat = seat_meant(unfolding.game, unfolding.state, event, operation.power)
    change_vp(unfolding, seat, operation.count, "7.1")


def _plunder_possible(game: Game, state: State, event: CardEvent, operation: data.TakePlunder) -> bool:
    return operation.power in game.powers


def _plunder(unfolding: Unfolding, event: CardEvent, operation: data.TakePlunder) -> None:
    take_plunder(unfolding, operation.power, operation.count, "7.1")


# Alliances


def _end_possible(game: Game, state: State, event: CardEvent, operation: data.EndAlliance) -> bool:
    return any(
        pair(operation.power, other) not in state.locked
        for other in alliances.allies_of(state, operation.power)
    )


def _end_asks(game: Game, state: State, event: CardEvent, operation: data.EndAlliance) -> Decision | None:
    return Decision(event.seat, "which-power")


def _end_options(game: Game, state: State, event: CardEvent, operation: data.EndAlliance) -> Iterator[Action]:
    for other in alliances.allies_of(state, operation.power):
        if pair(operation.power, other) not in state.locked:
            yield actions.Choose(other)


def _end(unfolding: Unfolding, event: CardEvent, operation: data.EndAlliance, action: actions.Choose) -> None:
    next_operation(unfolding, event)
    alliances.end(unfolding, operation.power, action.what, "7.1")


def _lock_possible(game: Game, state: State, event: CardEvent, operation: data.LockAlliance) -> bool:
    proposal = find(state, Proposal)
    return proposal is not None and pair(proposal.power, proposal.other) not in state.locked


def _lock(unfolding: Unfolding, event: CardEvent, operation: data.LockAlliance) -> None:
    proposal = find(unfolding.state, Proposal)
    unfolding.happen(events.AllianceLocked(proposal.power, proposal.other))


# Markers


def _against(game: Game, state: State, event: CardEvent, operation: data.PlaceMarker) -> str:
    if not operation.against:
        return ""
    enemy = enemy_side(game, state, event.seat)
    return enemy[1].power if enemy is not None else "-"


def _marker_possible(game: Game, state: State, event: CardEvent, operation: data.PlaceMarker) -> bool:
    against = _against(game, state, event, operation)
    name = f"{operation.marker}:{against}" if against else operation.marker
    return name not in state.markers and against != "-"


def _marker(unfolding: Unfolding, event: CardEvent, operation: data.PlaceMarker) -> None:
    against = _against(unfolding.game, unfolding.state, event, operation)
    unfolding.happen(events.MarkerPlaced(operation.marker, against))


def _turn_possible(game: Game, state: State, event: CardEvent, operation: data.TurnMarker) -> bool:
    if operation.marker not in state.markers:
        return False
    if operation.into == "rome-carthage-alliance":  # 18-a
        return pair(ROME, GREECE) not in state.alliances and not state.carthage_beaten
    return True


def _turn(unfolding: Unfolding, event: CardEvent, operation: data.TurnMarker) -> None:
    unfolding.happen(events.MarkerRemoved(operation.marker))
    unfolding.happen(events.MarkerPlaced(operation.into))
    if operation.into == "rome-carthage-alliance":
        alliances.make(unfolding, ROME, CARTHAGE, "18")
        unfolding.begin(Proposal(event.seat, ROME, CARTHAGE, alliances.MADE))
        open_window(unfolding, "alliance")


WORKS.update(
    {
        data.CancelEvent: Work(_cancel, _cancel_possible),
        data.DrawCards: Work(_draw, _draw_possible),
        data.RedrawCards: Work(_never, _redraw_possible, _redraw_asks, _redraw_options, _redraw_choose),
        data.LookAtHand: Work(_never, _look_possible, _look_asks, _look_options, _look),
        data.GainVictoryPoints: Work(_vp, _vp_possible),
        data.TakePlunder: Work(_plunder, _plunder_possible),
        data.EndAlliance: Work(_never, _end_possible, _end_asks, _end_options, _end, "15.5"),
        data.LockAlliance: Work(_lock, _lock_possible),
        data.PlaceMarker: Work(_marker, _marker_possible),
        data.TurnMarker: Work(_turn, _turn_possible, rule="18"),
    }
)
