"""Melee (7.3): every unit in an enemy zone of control attacks one enemy; attackers are declared before the first roll.

For each defender: `Attack` by the first and perhaps further units, `Resolve`; his owner may retreat before combat
(7.7); then each attack is rolled in the order of declaration, as long as he is there (7.32).
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rules.errors import IllegalAction
from rules.middle_earth import actions, events
from rules.middle_earth.casualties import MELEE, resolve
from rules.middle_earth.game import Evolve, Game, Refusal, nothing
from rules.middle_earth.paths import face
from rules.middle_earth.state import Melee, State, changed, lead_of, members
from rules.middle_earth.terrain import edge, free_melee, is_clear_way, mover, raised_melee
from rules.middle_earth.unfolding import Unfolding
from rules.middle_earth.zones import in_enemy_zone, reach
from rules.parts.hexes import distance
from rules.ruleset import Action, Event

DECLARING = "declaring"
WINDOW = "window"
RESOLVING = "resolving"
EARLY = "early"


def refuse_attacker(game: Game, state: State, unit: str) -> Refusal | None:
    """Why the unit may not attack anybody in melee now, or None."""
    standing = state.units[unit]
    card = game.board.units[unit]
    if unit in state.advanced:
        return "7.52", f"{card.title} has advanced and may not attack any more in this phase"
    if unit in state.assigned:
        return "7.34", f"{card.title} has already been assigned to an attack in this phase"
    if standing.disrupted:
        return "7.57", f"{card.title} is disrupted and may not attack"
    if not standing.partner and not face(game, state, unit).attack:
        return "2.3", f"{card.title} has missiles only and may not attack in melee"
    if card.army in state.demoralized and face(game, state, unit).morale == "Z":
        return "9.32", f"{card.title} has lost heart and may not attack in melee"
    return None


def targets(game: Game, state: State, unit: str) -> Iterator[tuple[str, bool]]:
    """The hexes with enemies that the unit may attack (7.35, 7.36), each with whether its zone reaches it (7.31)."""
    here = state.units[unit].hex
    seat, role, kind = game.seat_of[unit], game.role(unit), mover(game, unit)
    at, seat_of = state.at, game.seat_of
    in_formation = bool(state.units[unit].partner)
    forbids_harm = game.exclusive.forbids_harm
    for name in free_melee(game, state, role, kind, here):
        there = at.get(name)
        if there is None or seat_of[there[0]] == seat or there[0] in state.advanced:
            continue
        if forbids_harm is not nothing and forbids_harm(game, state, there[0]) is not None:
            continue
        if in_formation and not is_clear_way(game, state, here, name):
            continue  # 8.41, 7.36
        if game.exclusive.forbids_step(game, state, unit, here, name, ""):
            continue  # 7.36
        yield name, name in reach(game, state, here)
    if not game.board.edges or in_formation:
        return
    for name in raised_melee(game, state, unit, kind, here):
        there = at.get(name)
        if there is not None and seat_of[there[0]] != seat and not forbids_harm(game, state, there[0]):
            yield name, False


def must_attack(game: Game, state: State, unit: str) -> bool:
    """Whether the unit has to attack somebody before the melee may end (7.31)."""
    if refuse_attacker(game, state, unit) is not None:
        return False
    if not in_enemy_zone(game, state, state.units[unit].hex, game.seat_of[unit]):
        return False
    return any(in_zone for _, in_zone in targets(game, state, unit))


def refuse_attack(game: Game, state: State, seat: str, attacker: str, defender: str) -> Refusal | None:
    """Why the unit may not attack the defender in melee now, or None."""
    title = game.title(attacker)
    if attacker in game.board.leaders or defender in game.board.leaders:
        return "7.25", "a leader may not attack a combat unit, nor a combat unit a leader"
    if attacker not in state.units or game.seat_of[attacker] != seat:
        return "7.31", f"{title} is no unit of yours on the map"
    if defender not in state.units or game.seat_of[defender] == seat:
        return "7.31", f"{game.title(defender)} is no enemy unit on the map"
    for unit in (attacker, defender):
        if lead_of(state, unit) != unit:
            return "8.44", f"{game.title(unit)} is in a formation: name {game.title(lead_of(state, unit))}"
    melee = state.melee
    if melee is not None and melee.defender != defender:
        return "7.32", f"the attacks on {game.title(melee.defender)} are to be declared and resolved first"
    refused = refuse_attacker(game, state, attacker)
    if refused is not None:
        return refused
    if defender in state.advanced:
        return "7.52", f"{game.title(defender)} has advanced and may not be attacked in this phase"
    unharmed = game.exclusive.forbids_harm(game, state, defender)
    if unharmed is not None:
        return unharmed
    here, there = state.units[attacker].hex, state.units[defender].hex
    if distance(here, there) != 1:
        return "7.31", f"{game.title(defender)} in {there} is not next to {title} in {here}"
    found = dict(targets(game, state, attacker))
    if there not in found:
        feature = edge(game, state, here, there)
        if feature is not None and feature.melee == "assault":
            return "7.35", f"an unbreached wall stands between {here} and {there}"
        return "7.36", f"{title} may not go from {here} to {there}, and so may not attack there"
    if not found[there] and must_attack(game, state, attacker):
        return "7.31", f"{title} is in an enemy zone of control and must attack a unit in its own zone"
    return None


def attacks(game: Game, state: State, seat: str) -> Iterator[tuple[list[Action], bool]]:
    """Unit by unit the attacks that may be declared now, and whether it must attack before the melee ends (7.31)."""
    for unit in game.units_of[seat]:
        standing = state.units.get(unit)
        if standing is None or (standing.partner and standing.partner < unit):
            continue
        found = [
            (actions.Attack(unit, lead_of(state, state.at[name][0])), in_zone)
            for name, in_zone in targets(game, state, unit)
        ]
        if not found or refuse_attacker(game, state, unit) is not None:
            continue
        held = in_enemy_zone(game, state, standing.hex, seat)
        bound = held and any(in_zone for _, in_zone in found)
        yield [attack for attack, in_zone in found if in_zone or not bound], bound


def declaring_options(game: Game, state: State, seat: str) -> tuple[Action, ...]:
    """Further attackers of the same defender, or the end of the declaration (7.32)."""
    melee = state.melee
    assert melee is not None
    found: list[Action] = []
    for name in game.board.grid.neighbours[melee.hex]:
        for unit in state.at.get(name, ()):
            if game.seat_of[unit] == seat and refuse_attack(game, state, seat, unit, melee.defender) is None:
                found.append(actions.Attack(unit, melee.defender))
    found.sort(key=lambda each: each.attacker if isinstance(each, actions.Attack) else "")
    return (*found, actions.Resolve())


def attack(unfolding: Unfolding, seat: str, action: actions.Attack) -> None:
    """Declares an attacker (7.32)."""
    refused = refuse_attack(unfolding.game, unfolding.state, seat, action.attacker, action.defender)
    if refused is not None:
        raise IllegalAction(*refused)
    unfolding.happen(events.AttackDeclared(action.attacker, action.defender))


def name_attackers(unfolding: Unfolding) -> None:
    """All attackers are declared (7.32)."""
    melee = unfolding.state.melee
    if melee is None or melee.stage != DECLARING:
        raise IllegalAction("7.32", "no attack is being declared")
    unfolding.happen(events.AttackersNamed(melee.defender))


def refuse_end(game: Game, state: State, seat: str) -> Refusal | None:
    """Why the melee may not end now, or None (7.31)."""
    for unit in game.units_of[seat]:
        if unit in state.units and lead_of(state, unit) == unit and must_attack(game, state, unit):
            return "7.31", f"{game.title(unit)} is in an enemy zone of control and must attack"
    return None


def is_emptied(state: State, melee: Melee) -> bool:
    """Whether the defender's hex has been emptied, by an attack or by a retreat before combat (7.51, 7.7)."""
    return melee.stage in (RESOLVING, EARLY) and not state.at.get(melee.hex)


def settle(unfolding: Unfolding) -> None:
    """Rolls the next attack on the defender, or ends the melee (7.32)."""
    state = unfolding.state
    melee = state.melee
    assert melee is not None
    here = tuple(unit for unit in state.at.get(melee.hex, ()) if unit in melee.units)
    if not (here and melee.attackers):
        end_melee(unfolding)
        return
    attacker, defender = melee.attackers[0], lead_of(state, here[0])
    if not unfolding.game.exclusive.before_attack(unfolding, attacker, defender):
        resolve(unfolding, MELEE, attacker, defender)


def end_melee(unfolding: Unfolding) -> None:
    """All attacks on the defender are done or void (7.32)."""
    melee = unfolding.state.melee
    assert melee is not None
    unfolding.game.exclusive.on_melee_ending(unfolding)
    unfolding.happen(events.MeleeEnded(melee.defender))


# What the events do


def _declared(_: Game, state: State, event: events.AttackDeclared) -> State:
    melee = state.melee
    attackers = (event.attacker,) if melee is None else (*melee.attackers, event.attacker)
    now = Melee(
        event.defender,
        state.units[event.defender].hex,
        members(state, event.defender),
        DECLARING,
        attackers,
        attackers,
    )
    assigned = state.assigned.union(members(state, event.attacker))  # 7.34
    return changed(state, melee=now, assigned=assigned)


def _named(_: Game, state: State, event: events.AttackersNamed) -> State:
    melee = state.melee
    return changed(state, melee=msgspec.structs.replace(melee, stage=WINDOW)) if melee is not None else state


def _ended(_: Game, state: State, event: events.MeleeEnded) -> State:
    return changed(state, melee=None)


EVOLVE: dict[type[Event], Evolve] = {
    events.AttackDeclared: _declared,
    events.AttackersNamed: _named,
    events.MeleeEnded: _ended,
}
