"""All villagers of the pool placed at once: some on the Town Center, the others at work (villager-5, villager-6)."""

from __future__ import annotations

from typing import NamedTuple

from rules.age_of_empires import events
from rules.age_of_empires.cities import TOWN_CENTER, card_of, spaces_of, town_centers
from rules.age_of_empires.data_records import RESOURCES
from rules.age_of_empires.game import Game, Refusal
from rules.age_of_empires.state import Side
from rules.age_of_empires.unfolding import Unfolding
from rules.secrecy import UNKNOWN


class Work(NamedTuple):
    """What more villagers can produce on a building: a batch takes `villagers` and yields `amount` of `resource`;
    there is room for so many `batches` more."""

    space: str
    villagers: int
    batches: int
    resource: str
    amount: int


def room_on(game: Game, side: Side, space: str) -> int:
    """How many more villagers a building takes (villager-5); a Town Center takes any number."""
    building = side.city[space]
    card = card_of(space, building)
    if card == TOWN_CENTER:
        return side.pool
    most = game.data.token["villager"].per_building
    found = None if card == UNKNOWN else game.cards[card].produces
    return (most if found is None else min(most, found.max_villagers)) - building.villagers


def open_work(game: Game, side: Side) -> list[Work]:
    """Where villagers of the pool can produce, from the rear of the city to its front."""
    found = []
    for space in spaces_of(side):
        card = card_of(space, side.city[space])
        produces = None if card == UNKNOWN else game.cards[card].produces
        if produces is None:
            continue
        batches = room_on(game, side, space) // produces.villagers
        if batches > 0:
            found.append(Work(space, produces.villagers, batches, produces.resource, produces.amount))
    return found


def reserves(game: Game, side: Side) -> range:
    """How many villagers of the pool may stay on the Town Center while all others go to work."""
    if not side.pool or not town_centers(side):
        return range(0)
    able = sum(work.villagers * work.batches for work in open_work(game, side))
    return range(max(side.pool - able, 0), side.pool + 1)


def settle(unfolding: Unfolding, seat: str, reserve: int) -> None:
    """Places the villagers of the pool: batch for batch where there will be least of what is produced, those that make
    no batch with the reserve on the first Town Center."""
    side = unfolding.state.sides[seat]
    stock = {each: getattr(side, each) for each in RESOURCES}
    open_ = {work.space: work for work in open_work(unfolding.game, side)}
    placed: dict[str, int] = {}
    left = side.pool - reserve
    while True:
        able = [work for work in open_.values() if work.batches and work.villagers <= left]
        if not able:
            break
        best = min(able, key=lambda work: stock[work.resource])
        open_[best.space] = best._replace(batches=best.batches - 1)
        placed[best.space] = placed.get(best.space, 0) + best.villagers
        stock[best.resource] += best.amount
        left -= best.villagers
    for space, villagers in placed.items():
        unfolding.happen(events.VillagersPlaced(seat, space, villagers))
    if left + reserve:
        unfolding.happen(events.VillagersPlaced(seat, town_centers(side)[0], left + reserve))


def why_not_settled(game: Game, side: Side) -> Refusal:
    """Why so many do not stay while the others go to work."""
    able = reserves(game, side)
    if not able:
        return "villager-5", "there are no villagers in the pool to be placed"
    return (
        "villager-5",
        f"of {side.pool} villagers in the pool {able[0]} to {able[-1]} stay on the Town Center; the others find work",
    )
