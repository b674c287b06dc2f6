"""Paying for things: resources at once, villagers from the Town Centers (cost-1 to cost-8)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.age_of_empires import actions, events
from rules.age_of_empires.chapter import Chapter, Decision
from rules.age_of_empires.cities import card_of, labour, town_centers
from rules.age_of_empires.data_records import Cost
from rules.age_of_empires.game import Game, Refusal
from rules.age_of_empires.procedures import Labour
from rules.age_of_empires.state import State
from rules.age_of_empires.unfolding import Unfolding
from rules.ruleset import Action


def reveal(unfolding: Unfolding, seat: str, space: str) -> None:
    """Turns up a face-down building that produces an effect or becomes the object of something (card-building-6)."""
    building = unfolding.state.sides[seat].city[space]
    if building.face_down:
        card = card_of(space, building)
        unfolding.happen(events.BuildingRevealed(seat, space, building.part, card))


def pay(unfolding: Unfolding, seat: str, cost: Cost, reason: str, times: int = 1) -> None:
    """Takes the resources of a cost (cost-2)."""
    if any((cost.food, cost.wood, cost.stone, cost.gold)):
        unfolding.happen(
            events.StockChanged(
                seat,
                -cost.food * times,
                -cost.wood * times,
                -cost.stone * times,
                -cost.gold * times,
                reason,
            )
        )


def send_labour(unfolding: Unfolding, seat: str, villagers: int, onto: str = "") -> None:
    """Sends villagers from the Town Centers; asks from which where that is a choice (cost-4)."""
    if not villagers:
        return
    unfolding.begin(Labour(seat, villagers, onto))


def _sources(state: State, about: Labour) -> list[str]:
    side = state.sides[about.seat]
    return [space for space in town_centers(side) if side.city[space].villagers]


def _asks(game: Game, state: State, about: Labour) -> Decision | None:
    if about.left and len(_sources(state, about)) > 1 and labour(state.sides[about.seat]) > about.left:
        return Decision(about.seat, "labour")
    return None


def _options(game: Game, state: State, about: Labour, now: Decision) -> Iterator[Action]:
    side = state.sides[about.seat]
    for space in _sources(state, about):
        for villagers in range(1, min(about.left, side.city[space].villagers) + 1):
            yield actions.Send(space, villagers)


def _act(unfolding: Unfolding, about: Labour, action: Action) -> None:
    assert isinstance(action, actions.Send)
    reveal(unfolding, about.seat, action.space)
    unfolding.happen(events.LabourSent(about.seat, action.space, action.villagers, about.onto))


def _go_on(unfolding: Unfolding, about: Labour) -> None:
    if not about.left:
        unfolding.finish()
        return
    for space in _sources(unfolding.state, about):
        left = unfolding.state.stack[-1].left  # type: ignore[union-attr]
        there = unfolding.state.sides[about.seat].city[space].villagers
        if left:
            reveal(unfolding, about.seat, space)
            unfolding.happen(events.LabourSent(about.seat, space, min(left, there), about.onto))


def _why(game: Game, state: State, about: Labour, now: Decision, action: Action) -> Refusal:
    return (
        "cost-4",
        f"{about.left} villagers are to be sent from the Town Centers: say from which, and how many",
    )


CHAPTER = Chapter(_asks, _options, _act, _go_on, _why)
