"""The course of an attack: attackers, response, defenders, conversion, rounds with retreats, the building's damage
(combat-4 to combat-8, combat-14, combat-23)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.age_of_empires import actions, events, losses
from rules.age_of_empires import events_of_units as of_units
from rules.age_of_empires.attackers import guns_at, joiners, place_of, values_of
from rules.age_of_empires.attacking import join
from rules.age_of_empires.chapter import Chapter, Decision
from rules.age_of_empires.cities import beside, coast, is_ship, on_coast, own_units, unit_at
from rules.age_of_empires.conversion import convert, converters, convertible
from rules.age_of_empires.destruction import check_building
from rules.age_of_empires.game import Game, Refusal, other
from rules.age_of_empires.payments import reveal
from rules.age_of_empires.procedures import Attack
from rules.age_of_empires.spaces import place
from rules.age_of_empires.state import State
from rules.age_of_empires.steps import find, named, retreats
from rules.age_of_empires.strengths import rounds_left, strength
from rules.age_of_empires.unfolding import Unfolding
from rules.ruleset import Action

JOINING, RESPONSE, DEFENCE, FIRING, CONVERSION = "joining", "response", "defence", "firing", "conversion"
FIRST_RETREAT, SECOND_RETREAT, STRIKING, ENDING = "first-retreat", "second-retreat", "striking", "ending"
AFTER = {
    JOINING: RESPONSE,
    RESPONSE: DEFENCE,
    DEFENCE: FIRING,
    FIRING: CONVERSION,
    CONVERSION: FIRST_RETREAT,
    FIRST_RETREAT: SECOND_RETREAT,
    SECOND_RETREAT: STRIKING,
}


def home_unit(game: Game, state: State, about: Attack) -> str:
    """The defender's unit on the attacked building: its land unit, else a ship in defence mode (sea-14)."""
    enemy = other(about.seat)
    name = unit_at(game, state, enemy, about.city, about.space)
    if name:
        return name
    ship = unit_at(game, state, enemy, about.city, about.space, True)
    return ship if ship and state.units[ship].mode == "defence" else ""


def responders(game: Game, state: State, about: Attack) -> list[str]:
    """The units that may come to the attacked building (combat-4, sea-16)."""
    if about.kind != "building" or home_unit(game, state, about):
        return []
    enemy = other(about.seat)
    side = state.sides[enemy]
    near = beside(side, about.space)
    shore = on_coast(state, enemy, about.space)
    free = not unit_at(game, state, enemy, enemy, about.space, True)
    found = []
    for name in own_units(state, enemy):
        unit = state.units[name]
        if unit.city != enemy or unit.responded or not unit.soldiers:
            continue
        if is_ship(game, unit):
            ranks = abs(place(unit.space)[1] - place(about.space)[1])
            if unit.mode == "defence" and shore and free and unit.space in coast(state, enemy) and ranks <= 1:
                found.append(name)
        elif unit.space in near:
            found.append(name)
    return found


def guns(game: Game, state: State, about: Attack) -> list[str]:
    """The defender's buildings that may fire at an attacker (combat-5)."""
    enemy = other(about.seat)
    found: list[str] = []
    spots = {place_of(state.units[name]) for name in (about.main, about.afar, *about.bombers) if name}
    if about.villagers:
        spots.add((about.city, about.space))
    for there in sorted(spots):
        found += [space for space in guns_at(game, state, enemy, there, "fired") if space not in found]
    return sorted(space for space in found if space not in about.guns)


def retreating(game: Game, state: State, about: Attack) -> str:
    """The unit that may withdraw at this stage of the attack; "" if none can (combat-8)."""
    name = about.defender if about.stage == FIRST_RETREAT else about.main
    if not name or not rounds_left(game, state, about):
        return ""
    if values_of(game, state, name).max_tokens == 1 or not retreats(game, state, name):
        return ""
    return name


def _asks(game: Game, state: State, about: Attack) -> Decision | None:
    enemy = other(about.seat)
    stage = about.stage
    if stage == JOINING:
        return Decision(about.seat, "join") if next(joiners(game, state, about), None) else None
    if stage == RESPONSE:
        return Decision(enemy, "response") if responders(game, state, about) else None
    if stage == DEFENCE:
        if about.kind != "building":
            return None
        villagers = state.sides[about.city].city[about.space].villagers
        return Decision(enemy, "defence") if villagers or home_unit(game, state, about) else None
    if stage == FIRING:
        return Decision(enemy, "firing") if guns(game, state, about) else None
    if stage == CONVERSION:
        return Decision(about.seat, "conversion") if converters(game, state, about) else None
    if stage in (FIRST_RETREAT, SECOND_RETREAT):
        seat = enemy if stage == FIRST_RETREAT else about.seat
        return Decision(seat, "retreat") if retreating(game, state, about) else None
    return losses.asks(game, state, about)


def _options(game: Game, state: State, about: Attack, now: Decision) -> Iterator[Action]:
    if now.kind == "join":
        yield from joiners(game, state, about)
        yield actions.Done()
    elif now.kind == "response":
        for name in responders(game, state, about):
            yield actions.Respond(name)
        yield actions.Decline()
    elif now.kind == "defence":
        villagers = state.sides[about.city].city[about.space].villagers
        for unit in (False, True) if home_unit(game, state, about) else (False,):
            for number in range(villagers + 1):
                yield actions.Defend(unit, number)
    elif now.kind == "firing":
        for space in guns(game, state, about):
            yield actions.Fire(space)
        yield actions.Decline()
    elif now.kind == "conversion":
        for token in convertible(game, state, about):
            yield actions.Convert(token)
        yield actions.Decline()
    elif now.kind == "retreat":
        for at in retreats(game, state, retreating(game, state, about)):
            yield actions.Retreat(named(at))
        yield actions.Decline()
    else:
        yield from losses.options(game, state, about, now)


def _act(unfolding: Unfolding, about: Attack, action: Action) -> None:
    game, state = unfolding.game, unfolding.state
    enemy = other(about.seat)
    if isinstance(action, actions.Join):
        join(unfolding, action.unit, action.villagers, action.fire)
    elif isinstance(action, actions.Respond):
        unfolding.happen(of_units.UnitPosted(action.unit, enemy, about.space, "response"))
        unfolding.happen(of_units.AttackWent(DEFENCE))
    elif isinstance(action, actions.Defend):
        name = home_unit(game, state, about) if action.unit else ""
        unfolding.happen(of_units.DefendersChosen(name, action.villagers))
        unfolding.happen(of_units.AttackWent(FIRING))
    elif isinstance(action, actions.Fire):
        reveal(unfolding, enemy, action.space)
        unfolding.happen(of_units.GunFired(enemy, action.space))
    elif isinstance(action, actions.Convert):
        convert(unfolding, about, action.token)
        _go(unfolding, about.stage, about.round)
    elif isinstance(action, actions.Retreat):
        name = retreating(game, state, about)
        at = find(retreats(game, state, name), action.to)
        assert at is not None
        unfolding.happen(of_units.Withdrawn(name))
        unfolding.happen(of_units.UnitPosted(name, at[0], at[1], "retreat"))
        _go(unfolding, about.stage, about.round)
    elif isinstance(action, actions.Decline | actions.Done) and about.stage in AFTER:
        _go(unfolding, about.stage, about.round)
    else:
        losses.act(unfolding, about, action)


def _go(unfolding: Unfolding, stage: str, which: str) -> None:
    if unfolding.state.ending is None:
        unfolding.happen(of_units.AttackWent(AFTER[stage], which))


def _go_on(unfolding: Unfolding, about: Attack) -> None:
    game, state = unfolding.game, unfolding.state
    if about.stage == DEFENCE:
        # combat-5: a unit attacked in the own city of the attacker or in no man's land takes part
        name = about.target if about.kind != "building" else ""
        unfolding.happen(of_units.DefendersChosen(name, 0))
        _go(unfolding, about.stage, about.round)
    elif about.stage in AFTER:
        _go(unfolding, about.stage, about.round)
    elif about.stage == STRIKING:
        which = rounds_left(game, state, about)
        if not which:
            unfolding.happen(of_units.AttackWent(ENDING, about.round))
            return
        found = strength(game, state, about, which)
        exploding = tuple(
            name
            for name in (about.main, *about.bombers, about.defender)
            if name
            and which == "melee"
            and "destroyed-by-its-attack" in values_of(game, state, name).abilities
        )
        unfolding.happen(of_units.AttackWent(STRIKING, which))
        unfolding.happen(
            of_units.RoundFought(which, found.attack, found.defence, found.building, found.hits, exploding)
        )
    elif about.stage == ENDING:
        _end(unfolding, about)
    else:
        losses.go_on(unfolding, about)


def _end(unfolding: Unfolding, about: Attack) -> None:
    """The damage is summed up and rounded down to markers; the building may fall (combat-14, combat-15)."""
    unfolding.finish()
    marker = unfolding.game.numbers["marker"]
    damage = about.damage // marker * marker
    if about.kind == "building" and damage:
        unfolding.happen(events.BuildingDamaged(about.city, about.space, damage, "attack"))
        check_building(unfolding, about.city, about.space)


def _why(game: Game, state: State, about: Attack, now: Decision, action: Action) -> Refusal:
    told = {
        "join": ("combat-1", "say who else joins the attack, or that it begins"),
        "response": ("combat-4", "a unit beside the building may come to defend it, or none"),
        "defence": ("combat-5", "say whether the unit and how many villagers defend"),
        "firing": ("combat-5", "a building in whose range an attacker is may fire, or none"),
        "conversion": ("monk-11", "a soldier or a villager may be converted, or none"),
        "retreat": ("combat-8", "the unit may withdraw to a place where it may stay, or go on"),
    }
    return told.get(now.kind) or losses.why(game, state, about, now, action)


CHAPTER = Chapter(_asks, _options, _act, _go_on, _why)
