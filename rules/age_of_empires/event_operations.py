"""What each operation of an event does, what it may be about, and when it is possible."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.age_of_empires import data_operations as data
from rules.age_of_empires import events
from rules.age_of_empires import events_of_units as of_units
from rules.age_of_empires.cities import (
    card_of,
    count_of,
    in_play,
    on_fringe,
    open_card,
    own_units,
    room,
    spaces_of,
    villager_cap,
    villagers_of,
)
from rules.age_of_empires.destruction import check_building
from rules.age_of_empires.drawing import draw_card
from rules.age_of_empires.game import SEATS, Game, Refusal, other
from rules.age_of_empires.payments import reveal
from rules.age_of_empires.procedures import Playing
from rules.age_of_empires.state import State, Unit
from rules.age_of_empires.unfolding import Unfolding
from rules.age_of_empires.values import unit_values
from rules.secrecy import UNKNOWN

POOL = "pool"
DONE = "enough"

Do = Callable[[Unfolding, Playing, Any, str], None]
Offer = Callable[[Game, State, str, Any], list[str]]


def _next(unfolding: Unfolding, about: Playing) -> None:
    unfolding.happen(events.EventStepped(about.next + 1))


def _ask(unfolding: Unfolding, about: Playing, seats: tuple[str, ...], left: int, what: list[str]) -> bool:
    """Asks these seats, where there is something to choose from; False if there is not."""
    if not what:
        _next(unfolding, about)
        return False
    unfolding.happen(events.EventStepped(about.next, left, seats))
    return True


# Gains


def _gain(unfolding: Unfolding, about: Playing, operation: data.Gain, what: str) -> None:
    side = unfolding.state.sides[about.seat]
    amount = operation.amount
    if operation.each:
        amount = min(amount * count_of(side, operation.each), operation.most)
    if operation.more_with and in_play(side, operation.more_with):
        amount += operation.more
    if amount:
        gained: dict[str, Any] = {operation.resource: amount}
        unfolding.happen(events.StockChanged(about.seat, reason=about.card, **gained))
    _next(unfolding, about)


def _settle(unfolding: Unfolding, about: Playing, operation: data.Settle, what: str) -> None:
    side = unfolding.state.sides[about.seat]
    count = min(operation.villagers, villager_cap(unfolding.game, side) - villagers_of(side))
    if count > 0:
        unfolding.happen(events.VillagersMade(about.seat, count, about.card))
    _next(unfolding, about)


# Villagers lost


def _where_villagers_are(game: Game, state: State, seat: str, operation: Any) -> list[str]:
    side = state.sides[seat]
    found = [space for space in spaces_of(side) if side.city[space].villagers]
    found += [POOL] if side.pool else []
    return found + [card for card in sorted(side.research) if side.research[card]]


def _hunt(unfolding: Unfolding, about: Playing, operation: data.Hunt, what: str) -> None:
    if what:
        unfolding.happen(events.VillagersLost(about.seat, what, 1, about.card))
        _next(unfolding, about)
        return
    (die,) = unfolding.chance.roll(f"boar-hunt:{about.seat}", about.seat)
    unfolding.happen(events.HuntRolled(about.seat, die))
    if die == operation.lost_on:
        there = _where_villagers_are(unfolding.game, unfolding.state, about.seat, operation)
        _ask(unfolding, about, (about.seat,), 1, there)
    else:
        _next(unfolding, about)


def _plague(unfolding: Unfolding, about: Playing, operation: data.Plague, what: str) -> None:
    """Each seat, the active one first, removes villagers of its choice."""
    game = unfolding.game
    if not what:
        seats = (about.seat, other(about.seat))
        unfolding.happen(events.EventStepped(about.next, operation.villagers, seats))
    else:
        unfolding.happen(events.VillagersLost(about.waiting[0], what, 1, about.card))
        unfolding.happen(events.EventStepped(about.next, about.left - 1, about.waiting))
    while True:
        now = unfolding.state.stack[-1]
        assert isinstance(now, Playing)
        if not now.waiting:
            _next(unfolding, now)
            return
        there = _where_villagers_are(game, unfolding.state, now.waiting[0], operation)
        if now.left and len(there) == 1:
            unfolding.happen(events.VillagersLost(now.waiting[0], there[0], 1, about.card))
            unfolding.happen(events.EventStepped(now.next, now.left - 1, now.waiting))
        elif not now.left or not there:
            unfolding.happen(events.EventStepped(now.next, operation.villagers, now.waiting[1:]))
        else:
            return


# Cards


def _look_at_hand(unfolding: Unfolding, about: Playing, operation: data.LookAtHand, what: str) -> None:
    seen = other(about.seat)
    hand = unfolding.state.sides[seen].hand
    unfolding.happen(events.HandSeen(seen, about.seat, SEATS, hand))
    _next(unfolding, about)


def _draw(unfolding: Unfolding, about: Playing, operation: data.Draw, what: str) -> None:
    for _ in range(operation.cards):
        draw_card(unfolding, about.seat)
    _next(unfolding, about)


def _searchable(game: Game, state: State, seat: str, operation: data.Search) -> list[str]:
    side = state.sides[seat]
    return sorted(
        {card for card in side.deck if card != UNKNOWN and game.cards[card].type in operation.types}
    )


def _search(unfolding: Unfolding, about: Playing, operation: data.Search, what: str) -> None:
    if what:
        unfolding.happen(events.CardFound(about.seat, what))
        _next(unfolding, about)
        return
    _ask(
        unfolding,
        about,
        (about.seat,),
        1,
        _searchable(unfolding.game, unfolding.state, about.seat, operation),
    )


# Units and soldiers


def _march(unfolding: Unfolding, about: Playing, operation: data.March, what: str) -> None:
    if what:
        unfolding.happen(of_units.UnitMarches(what, operation.steps))
        _next(unfolding, about)
        return
    there = _marchers(unfolding.game, unfolding.state, about.seat, operation)
    _ask(unfolding, about, (about.seat,), 1, there)


def _marchers(game: Game, state: State, seat: str, operation: Any) -> list[str]:
    return [name for name in own_units(state, seat) if not state.units[name].moved]


def enlistable(game: Game, state: State, seat: str, operation: data.Enlist) -> list[str]:
    """The own units in the city that can take a soldier; a levy fills up units that stand at home (soldier-7)."""
    side = state.sides[seat]
    found = []
    for name in own_units(state, seat):
        unit = state.units[name]
        values = unit_values(game, side, unit.card)
        if unit.city != seat or operation.of not in values.classes or values.max_tokens == 1:
            continue
        if unit.soldiers < values.max_tokens and room(game, state, seat):
            found.append(name)
    return found


def _enlist(unfolding: Unfolding, about: Playing, operation: data.Enlist, what: str) -> None:
    game, state = unfolding.game, unfolding.state
    if not what:
        _ask(unfolding, about, (about.seat,), 1, enlistable(game, state, about.seat, operation))
        return
    unit: Unit = state.units[what]
    space = unit_values(game, state.sides[about.seat], unit.card).max_tokens - unit.soldiers
    count = min(operation.soldiers, space, room(game, state, about.seat))
    unfolding.happen(of_units.SoldiersTrained(what, count))
    _next(unfolding, about)


def _deserting(game: Game, state: State, seat: str, operation: data.Desert) -> list[str]:
    enemy = other(seat)
    if state.sides[enemy].age == 1:
        return []
    return [name for name in own_units(state, enemy) if state.units[name].soldiers >= operation.least]


def _desert(unfolding: Unfolding, about: Playing, operation: data.Desert, what: str) -> None:
    if what:
        unfolding.happen(of_units.TokensLost(what, operation.soldiers, 0, about.card))
        _next(unfolding, about)
        return
    _ask(
        unfolding, about, (about.seat,), 1, _deserting(unfolding.game, unfolding.state, about.seat, operation)
    )


# Buildings


def _damaged(game: Game, state: State, seat: str, operation: Any) -> list[str]:
    side = state.sides[seat]
    found = [space for space in spaces_of(side) if side.city[space].damage]
    return [*found, DONE] if found else []


def _mend(unfolding: Unfolding, about: Playing, operation: data.Mend, what: str) -> None:
    game, seat = unfolding.game, about.seat
    left = about.left if what else operation.markers
    if what == DONE:
        _next(unfolding, about)
        return
    if what:
        marker = min(game.numbers["marker"], unfolding.state.sides[seat].city[what].damage)
        unfolding.happen(events.BuildingRepaired(seat, what, marker, 0))
        left -= 1
    if not left:
        _next(unfolding, about)
        return
    _ask(unfolding, about, (seat,), left, _damaged(game, unfolding.state, seat, operation))


def _spared(game: Game, operation: data.Damage, card: str) -> bool:
    known = game.cards[card]
    return bool({known.id, known.type, *known.subtypes} & set(operation.spares))


def _harmed(game: Game, state: State, seat: str, operation: data.Damage) -> list[str]:
    enemy = other(seat)
    side = state.sides[enemy]
    if side.age == 1:
        return []
    found = []
    for space in spaces_of(side):
        card = open_card(space, side.city[space])
        if operation.fringe and not on_fringe(side.city, space):
            continue
        if card == UNKNOWN or not _spared(game, operation, card):
            found.append(space)
    return found


def _damage(unfolding: Unfolding, about: Playing, operation: data.Damage, what: str) -> None:
    game, enemy = unfolding.game, other(about.seat)
    if not what:
        _ask(unfolding, about, (about.seat,), 1, _harmed(game, unfolding.state, about.seat, operation))
        return
    reveal(unfolding, enemy, what)  # card-building-6: it becomes the object of something
    building = unfolding.state.sides[enemy].city[what]
    _next(unfolding, about)
    if not _spared(game, operation, card_of(what, building)):
        damage = operation.markers * game.numbers["marker"]
        unfolding.happen(events.BuildingDamaged(enemy, what, damage, about.card))
        check_building(unfolding, enemy, what)


def _under_research(game: Game, state: State, seat: str, operation: Any) -> list[str]:
    side = state.sides[seat]
    return [card for card in sorted(side.research) if side.research[card]]


def _hasten(unfolding: Unfolding, about: Playing, operation: data.Hasten, what: str) -> None:
    from rules.age_of_empires.research import complete

    if not what:
        _ask(
            unfolding,
            about,
            (about.seat,),
            1,
            _under_research(unfolding.game, unfolding.state, about.seat, operation),
        )
        return
    left = unfolding.state.sides[about.seat].research[what]
    count = min(operation.villagers, left)
    unfolding.happen(events.ResearchAdvanced(about.seat, what, count))
    _next(unfolding, about)
    if left == count:
        complete(unfolding, about.seat, what)


def _truce(unfolding: Unfolding, about: Playing, operation: data.Truce, what: str) -> None:
    state = unfolding.state
    if state.sides[about.seat].truce <= state.turn:  # not cumulative
        unfolding.happen(events.TruceBegan(about.seat, state.turn + 1))
    _next(unfolding, about)


def _shield(unfolding: Unfolding, about: Playing, operation: data.Shield, what: str) -> None:
    _next(unfolding, about)  # it is played in an attack alone: see losses


DO: dict[type[Any], Do] = {
    data.Gain: _gain,
    data.Settle: _settle,
    data.Hunt: _hunt,
    data.Plague: _plague,
    data.LookAtHand: _look_at_hand,
    data.Draw: _draw,
    data.Search: _search,
    data.March: _march,
    data.Enlist: _enlist,
    data.Desert: _desert,
    data.Mend: _mend,
    data.Damage: _damage,
    data.Hasten: _hasten,
    data.Truce: _truce,
    data.Shield: _shield,
}
"""How each operation is carried out: with "" as what it is about it begins, and asks where there is a choice."""

OFFERS: dict[type[Any], Offer] = {
    data.Hunt: _where_villagers_are,
    data.Plague: _where_villagers_are,
    data.Search: _searchable,
    data.March: _marchers,
    data.Enlist: enlistable,
    data.Desert: _deserting,
    data.Mend: _damaged,
    data.Damage: _harmed,
    data.Hasten: _under_research,
}
"""What an operation may be about."""

_NEEDS: dict[type[Any], Refusal] = {
    data.Search: ("turn-10", "the deck holds no such card"),
    data.March: ("turn-10", "there is no own unit that has not moved"),
    data.Enlist: ("turn-10", "no own unit in the city has room for a soldier"),
    data.Desert: ("turn-10", "there is no enemy unit that it may be played on; a seat in age 1 is safe"),
    data.Mend: ("turn-10", "no own building is damaged"),
    data.Damage: ("turn-10", "there is no enemy building that it may be played on; a seat in age 1 is safe"),
    data.Hasten: ("turn-10", "no own card is under research"),
}


def possible(game: Game, state: State, seat: str, operation: Any) -> Refusal | None:
    """Why an operation cannot be begun: it is about nothing."""
    needs = _NEEDS.get(type(operation))
    if needs is not None and not OFFERS[type(operation)](game, state, seat, operation):
        return needs
    return None
