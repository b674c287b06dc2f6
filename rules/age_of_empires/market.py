"""Exchange at a Market (the cards Market, Coinage and Banking)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.age_of_empires import actions, events
from rules.age_of_empires.cities import card_of, spaces_of
from rules.age_of_empires.data_records import RESOURCES
from rules.age_of_empires.game import Game, Refusal
from rules.age_of_empires.state import State
from rules.age_of_empires.unfolding import Unfolding
from rules.age_of_empires.values import ability
from rules.ruleset import Action

MARKET = "market"


def price(game: Game, state: State, seat: str) -> int:
    """How much of a resource is given for one of another."""
    one = ability(game, state.sides[seat], "exchanges-one-for-one")
    return 1 if one else game.numbers["exchange-given"]


def doubles(game: Game, state: State, seat: str) -> bool:
    """Whether the next exchange gives 2 instead of 1: the first of a turn with Coinage."""
    return bool(ability(game, state.sides[seat], "doubles-one-exchange")) and not state.counts.get("doubled")


def markets(state: State, seat: str) -> list[str]:
    """The Markets with a villager on them."""
    side = state.sides[seat]
    return [
        space
        for space in spaces_of(side)
        if side.city[space].villagers and card_of(space, side.city[space]) == MARKET
    ]


def exchanges(game: Game, state: State, seat: str) -> Iterator[Action]:
    """Every exchange that can be made now."""
    side = state.sides[seat]
    for space in markets(state, seat):
        for give in RESOURCES:
            if getattr(side, give) >= price(game, state, seat):
                for get in RESOURCES:
                    if get != give:
                        yield actions.Exchange(space, give, get)  # type: ignore[arg-type]


def exchange(unfolding: Unfolding, seat: str, action: actions.Exchange) -> None:
    """A villager goes to the pool, and one resource is given for another."""
    game = unfolding.game
    twice, given = doubles(game, unfolding.state, seat), price(game, unfolding.state, seat)
    unfolding.happen(events.VillagerExchanged(seat, action.space, twice))
    change = {action.give: -given, action.get: 2 if twice else 1}
    unfolding.happen(events.StockChanged(seat, reason="exchange", **change))


def why_not_exchange(game: Game, state: State, seat: str, action: actions.Exchange) -> Refusal:
    """Why an exchange is not made."""
    if action.space not in markets(state, seat):
        return "turn-3", f"no own Market with a villager stands at {action.space}"
    if action.give == action.get:
        return "turn-3", "one resource is exchanged for another"
    return (
        "cost-2",
        f"{price(game, state, seat)} {action.give} are given for 1 {action.get}; the stock has less",
    )
