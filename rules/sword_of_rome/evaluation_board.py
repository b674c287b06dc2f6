"""What each seat has on the board, whoever looks: support, CU and leaders, sieges, what armies threaten and what they
could take.

It depends on a few parts of the state, which positions that are compared share as the same objects; what was found for
them is kept a while.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from rules.sword_of_rome.control import is_plain
from rules.sword_of_rome.evaluation_worth import FAR, near, worth
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.state import INDEPENDENT, Force, State
from rules.sword_of_rome.victory import change_due

SUPPORT, LOYAL = 5, 5
"""A PC or the first point of a city's loyalty; each further one."""
UNIT, BESIDE = 10, 6
"""A CU; one more than a leader can march with in a space."""
LED = 2
"""Each CU that has a leader, with as much again for each point of his tactics, halved."""
SURRENDER, ALONE = 7, 4
"""Tenths of a PC that count before it surrenders to the CU that stand on it, or to a single one (5.6)."""
BEGUN, BESIEGED = 35, 55
"""Hundredths of a city that a siege is worth when it is laid, and that its points bring with them."""
THREAT, MOST = 4, 8
"""Hundredths of a space that are lost for each CU by which an army near it is the stronger, up to so many CU."""
PULL, STRONG = 22, 6
"""Hundredths of a space that it is worth to have an army beside it that is stronger by so many CU."""
PREY, MUCH_PREY = 5, 3
"""A PC of an enemy beside an army that raids (14.2), up to so many."""
MARCH = 4
"""The movement points of a usual march (9.2.1)."""
RECENT = 4000
"""How many boards are kept."""

Friends = dict[str, frozenset[str]]


def friendships(game: Game, alliances: frozenset[str]) -> Friends:
    """For each power those that are friendly to it, itself among them (15.2); neutral activations left out."""
    found: Friends | None = game.kept.get(("friendships", alliances))
    if found is None:
        sets = {power: {power} for power in game.powers}
        for powers in game.powers_of.values():
            for power in powers:
                sets[power].update(powers)
        for alliance in alliances:
            first, second = alliance.split("+")
            if first in sets and second in sets:
                sets[first].add(second)
                sets[second].add(first)
        found = {power: frozenset(each) for power, each in sets.items()}
        game.kept["friendships", alliances] = found
    return found


def kept_for(
    game: Game, what: str, parts: tuple[object, ...], rest: object = None
) -> tuple[dict[Any, Any], Any]:
    """Where results for these very parts of a state are kept, and the key for them.

    The parts are kept with the result: as long as they are, nothing else can have their identity.
    """
    known: dict[Any, Any] = game.kept.setdefault(what, {})
    if len(known) >= RECENT:
        known.clear()
    return known, (*map(id, parts), rest)


def standings(game: Game, state: State) -> dict[str, int]:
    """What each seat has on the board, in hundredths of a Victory Point."""
    parts = (state.control, state.loyalty, state.sieges, state.forces, state.subjugated)
    known, key = kept_for(game, "boards", parts, state.alliances)
    kept = known.get(key)
    if kept is None:
        kept = known[key] = (_standings(game, state), parts)
    found: dict[str, int] = kept[0]
    return found


class Held(NamedTuple):
    """What a seat has by the spaces that it holds, and the VP that are due for them (5.8.1)."""

    value: int
    due: int


def holdings(game: Game, state: State) -> dict[str, Held]:
    """What each seat has by the spaces that it holds."""
    parts = (state.control, state.loyalty)
    known, key = kept_for(game, "held", parts)
    kept = known.get(key)
    if kept is None:
        values = dict.fromkeys(game.seats, 0)
        owners = {power: (seat, worth(game, seat)) for seat in game.seats for power in game.powers_of[seat]}
        loyalty = state.loyalty
        for space, holder in state.control.items():
            if holder in owners:
                owner, worths = owners[holder]
                values[owner] += SUPPORT + LOYAL * (loyalty.get(space, 1) - 1) + worths.get(space, 0) // 4
        found = {seat: Held(value, change_due(game, state, seat)) for seat, value in values.items()}
        kept = known[key] = (found, parts)
    held: dict[str, Held] = kept[0]
    return held


def _standings(game: Game, state: State) -> dict[str, int]:
    seat_of = game.seat_of
    values = {seat: held.value for seat, held in holdings(game, state).items()}
    friends = friendships(game, state.alliances)
    _count_sieges(game, state, values)
    armies: list[tuple[str, str, int]] = []
    there: dict[str, int] = {}
    control, most = state.control, game.numbers.army_most
    for space, forces in state.forces.items():
        holder = control[space]
        for force in forces:
            power, cu = force.power, force.cu
            there[space] = there.get(space, 0) + cu + force.inside
            if cu:
                if force.leaders:
                    armies.append((space, power, cu if cu < most else most))
                if holder not in friends[power] and is_plain(game, state, space):
                    _count_surrender(game, values, space, power, holder, cu)
            owner = seat_of.get(power)
            if owner is not None:
                values[owner] += _units(game, force)
    _count_armies(game, state, values, armies, there, friends)
    return values


def _units(game: Game, force: Force) -> int:
    units = force.cu + force.inside
    value = UNIT * min(units, game.numbers.army_most) + BESIDE * max(units - game.numbers.army_most, 0)
    if force.leaders or force.shut:
        best = max(game.leaders[leader].tactics for leader in (*force.leaders, *force.shut))
        value += LED * min(units, game.numbers.army_most) * (2 + best) // 4 + 2
    return value


def _count_surrender(
    game: Game, values: dict[str, int], space: str, power: str, holder: str, cu: int
) -> None:
    """A PC on which CU of an enemy stand is as good as lost (5.6), to one alone a little less."""
    likely = SURRENDER if cu > 1 else ALONE
    taker, loser = game.seat_of.get(power), game.seat_of.get(holder)
    if taker is not None:
        values[taker] += likely * (SUPPORT + worth(game, taker).get(space, 0) // 4) // 10
    if loser is not None:
        values[loser] -= likely * (SUPPORT + worth(game, loser).get(space, 0) // 4) // 10


def _can_roll(game: Game, forces: tuple[Force, ...], power: str) -> bool:
    """Whether the besiegers are an army that may roll for the siege (13.4)."""
    return any(own.power == power and own.leaders and own.cu >= game.numbers.siege_least for own in forces)


def besieged(level: int, need: int) -> int:
    """The hundredths of a city that a siege is worth with so many points of those that it needs (13.5)."""
    return BEGUN + BESIEGED * min(level, need) // (need + 1)


def _count_sieges(game: Game, state: State, values: dict[str, int]) -> None:
    for space, siege in state.sieges.items():
        holder = state.control[space]
        need = state.loyalty.get(space) or game.spaces[space].subjugation or 1
        share = besieged(siege.level, need)
        if not _can_roll(game, state.forces.get(space, ()), siege.power):
            share //= 3
        besieger, victim = game.seat_of.get(siege.power), game.seat_of.get(holder)
        if besieger is not None:
            values[besieger] += share * worth(game, besieger).get(space, 0) // 100
        if victim is not None:
            values[victim] -= share * worth(game, victim).get(space, 0) // 100


_NOTHING: dict[str, int] = {}


def _tribes(game: Game) -> frozenset[str]:
    found: frozenset[str] | None = game.kept.get("tribes")
    if found is None:
        found = frozenset(name for name, space in game.spaces.items() if space.kind == "tribal")
        game.kept["tribes"] = found
    return found


def _count_armies(
    game: Game,
    state: State,
    values: dict[str, int],
    armies: list[tuple[str, str, int]],
    there: dict[str, int],
    friends: Friends,
) -> None:
    """What armies threaten, what they guard, and what they could take themselves."""
    control, seat_of = state.control, game.seat_of
    threats: dict[str, int] = {}
    guards: dict[str, int] = {}
    hard = game.numbers.siege_least - 1
    walls, tribes = state.loyalty, _tribes(game) - state.subjugated
    for space, power, cu in armies:
        owner = seat_of.get(power)
        mine = friends[power]
        wanted = worth(game, owner) if owner is not None else _NOTHING
        strong = cu if owner is not None else cu // 2
        weak = strong // 2
        best = 0
        for target, cost in near(game, power)[space]:
            holder = control[target]
            if holder in mine:
                if 0 < cost <= MARCH:
                    guards[target] = guards.get(target, 0) + cu // 2
                continue
            if holder != INDEPENDENT:
                strength = strong if cost <= MARCH else weak
                if strength > threats.get(target, 0):
                    threats[target] = strength
            if cost and target in wanted:
                stronger = cu - there.get(target, 0)
                if stronger > 0 and (target in walls or target in tribes):
                    stronger -= hard
                if stronger > 0:
                    value = wanted[target] * (stronger if stronger < STRONG else STRONG) * (FAR + 1 - cost)
                    if value > best:
                        best = value
        if owner is None:
            continue
        values[owner] += PULL * best // (100 * STRONG * FAR)
        if game.powers[power].raids:
            prey = sum(
                1
                for name in game.links[space]
                if control[name] not in mine and control[name] != INDEPENDENT and is_plain(game, state, name)
            )
            values[owner] += PREY * min(prey, MUCH_PREY)
    for target, strength in threats.items():
        owner = seat_of.get(control[target])
        if owner is None:
            continue
        short = strength - there.get(target, 0) - guards.get(target, 0) - state.loyalty.get(target, 1)
        if short > 0:
            values[owner] -= THREAT * min(short, MOST) * worth(game, owner).get(target, 0) // 100


def pull(game: Game, state: State, seat: str, power: str, space: str) -> tuple[int, str]:
    """What an army of the power in the space is worth for what it could take, as `standings` counts it, and what that
    is ("": nothing)."""
    own = next((each for each in state.forces.get(space, ()) if each.power == power), None)
    if own is None or not own.leaders:
        return 0, ""
    cu = min(own.cu, game.numbers.army_most)
    mine, wanted = friendships(game, state.alliances)[power], worth(game, seat)
    hard = game.numbers.siege_least - 1
    walls, tribes = state.loyalty, _tribes(game) - state.subjugated
    best, found = 0, ""
    for target, cost in near(game, power)[space]:
        if not cost or target not in wanted or state.control[target] in mine:
            continue
        stronger = cu - sum(each.cu + each.inside for each in state.forces.get(target, ()))
        if stronger > 0 and (target in walls or target in tribes):
            stronger -= hard
        if stronger > 0:
            value = wanted[target] * min(stronger, STRONG) * (FAR + 1 - cost)
            if value > best:
                best, found = value, target
    return PULL * best // (100 * STRONG * FAR), found
