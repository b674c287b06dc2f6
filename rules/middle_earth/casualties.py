"""The casualty tables (7.33, 7.41, 7.42): how fire and melee are rolled, and what a result does to the unit hit.

Used by missile combat (7.17) and melee (7.33) alike. A result is carried out in this order: the flip or the loss; the
stacked leaders' fate (8.24); the retreat (7.54), which its owner then chooses.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from rules.errors import IllegalAction
from rules.middle_earth import actions, events
from rules.middle_earth.board import ATTACKS, MORALES
from rules.middle_earth.events import Modifier
from rules.middle_earth.game import Evolve, Game
from rules.middle_earth.leaders import DEATH, WOUND, relocate_survivors, share_fate
from rules.middle_earth.night import is_fanatic
from rules.middle_earth.paths import face, hex_of
from rules.middle_earth.pieces import eliminate, leaders_with
from rules.middle_earth.state import Loss, Retreating, State, changed, members
from rules.middle_earth.terrain import wall_bonus
from rules.middle_earth.unfolding import Unfolding
from rules.ruleset import Action, Event

MISSILE = "missile"
MELEE = "melee"


class Rating(NamedTuple):
    """A rating as it counts in one attack, with what changed it."""

    value: str
    modifiers: tuple[Modifier, ...]


def attack_letter(game: Game, state: State, attacker: str, place: str, kind: str) -> Rating:
    """The row of the casualty possibility table for an attack on a hex (7.33, 7.17, 8.44)."""
    if kind == MISSILE:
        letter = "E"  # 7.17
    elif state.units[attacker].formation:
        letter = game.board.formations[state.units[attacker].formation].attack  # 8.44
    else:
        letter = face(game, state, attacker).attack
    modifiers = (
        *_slope(game, state, attacker, place, kind),
        *game.exclusive.attack_modifiers(game, state, attacker, place, kind),
    )
    row = ATTACKS.index(letter) - sum(each.amount for each in modifiers)
    return Rating(ATTACKS[max(0, min(row, len(ATTACKS) - 1))], modifiers)


def _slope(game: Game, state: State, attacker: str, place: str, kind: str) -> tuple[Modifier, ...]:
    """Cavalry attacks worse into or out of some ground (the terrain effects chart, 4.3)."""
    board = game.board
    if kind != MELEE or board.units[attacker].arm != "cavalry":
        return ()
    ground = max(
        (board.terrain[state.units[attacker].hex], board.terrain[place]), key=lambda each: each.cavalry_shift
    )
    if not ground.cavalry_shift:
        return ()
    return (Modifier(-ground.cavalry_shift, f"cavalry and {ground.title.lower()}", "4.3"),)


def armour(game: Game, state: State, defender: str, firer: str = "") -> tuple[int, tuple[Modifier, ...]]:
    """The defender's armour (8.44), against fire from a hex with the wall that protects him (7.18)."""
    standing = state.units[defender]
    printed = (
        game.board.formations[standing.formation].armour  # 8.44
        if standing.formation
        else face(game, state, defender).armour
    )
    if not firer:
        return printed, ()
    wall = wall_bonus(game, state, firer, standing.hex)
    shields = (Modifier(wall, "behind a wall", "7.18"),) if wall else ()
    return shielded(game, printed, (*shields, *game.exclusive.armour_modifiers(game, state, defender)))


def shielded(game: Game, printed: int, shields: tuple[Modifier, ...]) -> tuple[int, tuple[Modifier, ...]]:
    """Armour with what protects it: never above the best (7.18); of each shield what it really adds."""
    total, counted = printed, []
    for shield in shields:
        adds = min(shield.amount, max(game.board.numbers.armour_best - total, 0))
        if adds:
            counted.append(Modifier(adds, shield.what, shield.rule))
            total += adds
    return total, tuple(counted)


def morale(game: Game, state: State, unit: str) -> Rating:
    """The defender's morale as it counts now."""
    modifiers = game.exclusive.morale_modifiers(game, state, unit)
    row = MORALES.index(face(game, state, unit).morale) - sum(each.amount for each in modifiers)
    return Rating(MORALES[max(0, min(row, len(MORALES) - 1))], modifiers)


def resolve(unfolding: Unfolding, kind: str, attacker: str, defender: str) -> None:
    """Rolls one attack and carries out its result (7.33)."""
    game, state, chance = unfolding.game, unfolding.state, unfolding.chance
    board = game.board
    seat = game.seat_of[attacker]
    place = state.units[defender].hex
    letter = attack_letter(game, state, attacker, place, kind)
    firer = hex_of(state, attacker) if kind == MISSILE else ""
    protection, armour_modifiers = armour(game, state, defender, firer)
    fanatic = kind == MELEE and is_fanatic(game, state, attacker)  # 7.37: in melee only
    span = board.casualty[letter.value, protection] or (0, 0)
    dice: tuple[int, ...] = ()
    if not fanatic:
        dice = unfolding.chance.roll(f"{kind}:{attacker}>{defender}", seat, 2)
    casualty = fanatic or span[0] <= sum(dice) <= span[1]
    courage = morale(game, state, defender)
    die = chance.roll(f"casualty:{attacker}>{defender}", seat)[0] if casualty else 0
    result = board.result[die, courage.value] if casualty else None
    unfolding.happen(
        events.AttackResolved(
            kind=kind,
            attacker=attacker,
            defender=defender,
            letter="fanatic" if fanatic else letter.value,
            armour=protection,
            range=span,
            dice=dice,
            casualty=casualty,
            morale=courage.value if casualty else "",
            die=die,
            result=result.text if result is not None else "-",
            attack_modifiers=() if fanatic else letter.modifiers,
            armour_modifiers=() if fanatic else armour_modifiers,
            morale_modifiers=courage.modifiers if casualty else (),
            hex=place,
        )
    )
    if result is None:
        return
    if result.retreat and not result.flipped and not result.eliminated:
        stands = game.exclusive.ignores_retreat(game, state, attacker, defender)
        if stands is not None:
            unfolding.happen(events.RetreatIgnored(defender, stands[0]))
            return
    driven = game.exclusive.drives_back(game, state, attacker, defender, kind) if result.flipped else 0
    suffer(unfolding, defender, result.eliminated, result.flipped, max(result.retreat, driven))


def suffer(unfolding: Unfolding, unit: str, eliminated: bool, flipped: bool, retreat: int) -> None:
    """Carries out a casualty result on a unit or a formation (7.33, 7.42, 8.46)."""
    state = unfolding.state
    hit = members(state, unit)
    leaders = leaders_with(unfolding.game, state, unit)
    if eliminated:
        for each in hit:
            eliminate(unfolding, each, "7.42")
        share_fate(unfolding, leaders, DEATH)
    elif flipped and len(hit) > 1:
        share_fate(unfolding, leaders, WOUND)
        unfolding.happen(events.LossOrdered(hit, retreat, "combat"))  # 8.46: the owner names the one
        return
    elif flipped:
        if state.units[unit].reduced:
            eliminate(unfolding, unit, "7.33")
        else:
            unfolding.happen(events.UnitReduced(unit, "7.42"))
        share_fate(unfolding, leaders, WOUND)
    if retreat and not eliminated:
        order_retreat(
            unfolding, tuple(each for each in hit if each in unfolding.state.units), retreat, "combat"
        )
    relocate_survivors(unfolding, leaders, "8.24")


def order_retreat(unfolding: Unfolding, units: tuple[str, ...], hexes: int, cause: str) -> None:
    """Obliges units to retreat; disrupted ones are eliminated instead (7.57). A formation is broken up (8.46)."""
    for unit in units:
        standing = unfolding.state.units[unit]
        if standing.disrupted and not unfolding.game.board.units[unit].never_disrupted:
            eliminate(unfolding, unit, "7.57")
    left = tuple(unit for unit in units if unit in unfolding.state.units)
    if len(left) > 1:
        unfolding.happen(events.FormationEnded(left, "8.46"))
    for unit in left:
        unfolding.happen(events.RetreatOrdered(unit, hexes, cause))


# 8.46: which unit of a formation is lost


def loss_options(state: State) -> tuple[Action, ...]:
    """The units of which the owner must name one (8.46)."""
    assert state.loss is not None
    return tuple(actions.Lose(unit) for unit in state.loss.units)


def lose(unfolding: Unfolding, action: actions.Lose) -> None:
    """The named unit is eliminated; the other stays unflipped, and retreats if the result says so (8.46)."""
    loss = unfolding.state.loss
    if loss is None:
        raise IllegalAction("8.46", "no formation has to lose a unit now")
    if action.unit not in loss.units:
        raise IllegalAction(
            "8.46", f"{unfolding.game.title(action.unit)} is not in the formation that was hit"
        )
    other = next(unit for unit in loss.units if unit != action.unit)
    leaders = leaders_with(unfolding.game, unfolding.state, other)
    eliminate(unfolding, action.unit, "8.46")
    if loss.hexes:
        order_retreat(unfolding, (other,), loss.hexes, loss.cause)
        relocate_survivors(unfolding, leaders, "8.24")


# What the events do


def _loss_ordered(_: Game, state: State, event: events.LossOrdered) -> State:
    return changed(state, loss=Loss(event.units, event.hexes, event.cause))


def _retreat_ordered(_: Game, state: State, event: events.RetreatOrdered) -> State:
    retreat = Retreating(event.unit, state.units[event.unit].hex, event.hexes, event.cause)
    melee = state.melee
    if melee is not None and event.cause == "early":
        melee = msgspec.structs.replace(melee, stage="early", attackers=())  # 7.7: the attack is void
    return changed(state, retreats=(*state.retreats, retreat), melee=melee)


def _attack_resolved(_: Game, state: State, event: events.AttackResolved) -> State:
    if event.kind == MISSILE:
        return changed(state, fired=state.fired | {event.attacker})  # 7.14
    melee = state.melee
    if melee is None:
        return state
    left = tuple(each for each in melee.attackers if each != event.attacker)
    melee = msgspec.structs.replace(melee, stage="resolving", attackers=left, striker=event.attacker)
    return changed(state, melee=melee)


EVOLVE: dict[type[Event], Evolve] = {
    events.LossOrdered: _loss_ordered,
    events.RetreatOrdered: _retreat_ordered,
    events.RetreatIgnored: lambda game, state, event: state,
    events.AttackResolved: _attack_resolved,
}
