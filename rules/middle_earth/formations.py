"""Special formations (8.4): two units in one hex that fight as one. Their losses are in `casualties`, their retreat in
`retreat`; how they move and attack is said there."""

from __future__ import annotations

from itertools import combinations

from rules.errors import IllegalAction
from rules.middle_earth import actions, events
from rules.middle_earth.data_records import Formation
from rules.middle_earth.game import Game, Refusal
from rules.middle_earth.leaders import may_stand_with
from rules.middle_earth.movement import may_march, refuse_march
from rules.middle_earth.paths import face
from rules.middle_earth.state import State, members
from rules.middle_earth.terrain import cost, is_clear, mover
from rules.middle_earth.unfolding import Unfolding
from rules.middle_earth.zones import in_enemy_zone
from rules.parts.hexes import distance
from rules.ruleset import Action


def kind_for(game: Game, first: str, second: str) -> Formation | None:
    """The formation that these two units could take by their arm and side (8.42, 8.41), or None."""
    one, other = game.board.units[first], game.board.units[second]
    for formation in sorted(game.board.formations.values(), key=lambda each: each.id):
        fits = formation.role == one.role and formation.arm == one.arm == other.arm
        if fits and (not formation.types or {one.type, other.type} <= set(formation.types)):
            return formation
    return None


def refuse_leader(game: Game, state: State, leader: str, seat: str) -> Refusal | None:
    """Why no formation can be taken with this leader now, or None (8.43, 8.47)."""
    title = game.title(leader)
    if leader not in state.leaders or game.seat_of[leader] != seat:
        return "8.43", f"{title} is no leader of yours on the map"
    if leader in state.moved:
        return "8.43", f"{title} has moved in this phase: units form where he began it"
    place = state.leaders[leader].hex
    if not is_clear(game, place):
        return "8.41", f"{place} is not clear, and formations are taken in clear terrain only"
    if in_enemy_zone(game, state, place, seat):
        return "8.43", f"{place} is in an enemy zone of control"
    return game.exclusive.forbids_forming(game, state, leader)


def refuse_unit(game: Game, state: State, leader: str, unit: str) -> Refusal | None:
    """Why this unit can take no formation with the leader now, or None (8.43)."""
    title = game.title(unit)
    if unit not in state.units or game.seat_of[unit] != game.seat_of[leader]:
        return "8.43", f"{title} is no unit of yours on the map"
    standing = state.units[unit]
    if standing.partner:
        return "8.43", f"{title} is in a formation already"
    if unit in state.moved:
        return "8.43", f"{title} has moved in this phase"
    if unit in state.besieging:
        return "3.0", f"{title} was used in this turn's siege phase and may not move"
    if standing.disrupted:
        return "8.43", f"{title} is disrupted and cannot move into a formation"
    if not may_stand_with(game, state, leader, unit):
        return "8.43", f"{title} is of another nationality than {game.title(leader)}"
    place = state.leaders[leader].hex
    if distance(place, standing.hex) > 1:
        return "8.43", f"{title} did not begin this phase with or next to {game.title(leader)}"
    if in_enemy_zone(game, state, standing.hex, game.seat_of[unit]):
        return "8.43", f"{title} is in an enemy zone of control"
    if standing.hex != place:
        points = cost(game, state, game.role(unit), mover(game, unit), standing.hex, place)
        if points is None or points > game.board.units[unit].allowance:
            return "8.43", f"{title} cannot move from {standing.hex} to {place}"
    return None


def refuse_pair(game: Game, state: State, leader: str, first: str, second: str) -> Refusal | None:
    """Why these two units cannot take a formation together, or None (8.41 to 8.43)."""
    one, other = game.board.units[first], game.board.units[second]
    if first == second:
        return "8.42", "a formation has two units"
    if kind_for(game, first, second) is None:
        if one.arm != other.arm:
            return "8.42", f"{one.title} and {other.title} are not both cavalry or both infantry"
        return "8.41", f"{one.title} and {other.title} may not take a special formation"
    if one.nation != other.nation:
        return "8.43", f"{one.title} and {other.title} are of different nationality"
    faces = face(game, state, first), face(game, state, second)
    if faces[0].code != faces[1].code:
        return (
            "8.43",
            f"{one.title} ({faces[0].code}) and {other.title} ({faces[1].code}) differ in their ratings",
        )
    place = state.leaders[leader].hex
    if any(each not in (first, second) for each in state.at.get(place, ())):
        return "8.43", f"{place} holds a third unit"
    return None


def options(game: Game, state: State, seat: str) -> tuple[Action, ...]:
    """All formations that can be taken now, and all that can be broken up (8.43, 8.48)."""
    found: list[Action] = []
    roles = {formation.role for formation in game.board.formations.values()}
    if game.board.sides[seat].role in roles:
        for leader in game.leaders_of[seat]:
            if leader in state.leaders and refuse_leader(game, state, leader, seat) is None:
                found += _with_leader(game, state, leader)
    for unit in game.units_of[seat]:
        standing = state.units.get(unit)
        if standing is not None and standing.partner and _may_break_up(game, state, unit):
            found.append(actions.BreakUp(unit))
    return tuple(found)


def _with_leader(game: Game, state: State, leader: str) -> list[Action]:
    place = state.leaders[leader].hex
    near = sorted(
        unit
        for name in (place, *game.board.grid.neighbours[place])
        for unit in state.at.get(name, ())
        if refuse_unit(game, state, leader, unit) is None
    )
    return [
        actions.Form(leader, pair)
        for pair in combinations(near, 2)
        if refuse_pair(game, state, leader, *pair) is None
    ]


def form(unfolding: Unfolding, seat: str, action: actions.Form) -> None:
    """Two units move into the leader's hex and are in formation (8.43); they move no more this turn (8.45)."""
    game, state = unfolding.game, unfolding.state
    first, second = action.units
    if second < first:
        raise IllegalAction("8.42", f"name {game.title(second)} first: the units go by their ids")
    if first not in game.board.units or second not in game.board.units:
        raise IllegalAction("8.42", "a formation has two combat units")
    refused = (
        refuse_leader(game, state, action.leader, seat)
        or refuse_unit(game, state, action.leader, first)
        or refuse_unit(game, state, action.leader, second)
        or refuse_pair(game, state, action.leader, first, second)
    )
    if refused is not None:
        raise IllegalAction(*refused)
    kind = kind_for(game, first, second)
    assert kind is not None
    place = state.leaders[action.leader].hex
    unfolding.happen(events.FormationTaken(kind.id, action.leader, (first, second), place))
    for unit in (first, second):
        if state.units[unit].hex != place:
            game.exclusive.on_entered(unfolding, unit, place)


# 8.48: breaking up


def _apart(game: Game, state: State, unit: str) -> State:
    ended = events.FormationEnded(members(state, unit), "8.48")
    return game.evolution[events.FormationEnded](game, state, ended)


def _may_break_up(game: Game, state: State, unit: str) -> bool:
    lead = members(state, unit)[0]
    standing = state.units[unit]
    if lead in state.moved or unit in state.moved or standing.disrupted:
        return False
    if in_enemy_zone(game, state, standing.hex, game.seat_of[unit]):
        return False  # 6.11
    return may_march(game, _apart(game, state, unit), unit)


def break_up(unfolding: Unfolding, seat: str, action: actions.BreakUp) -> None:
    """One unit leaves the formation with its own allowance; the other may move later with its own (8.48)."""
    game, state = unfolding.game, unfolding.state
    unit = action.unit
    if unit not in state.units or not state.units[unit].partner:
        raise IllegalAction("8.48", f"{game.title(unit)} is in no formation")
    refused = refuse_march(game, _apart(game, state, unit), unit, seat)
    if refused is not None:
        raise IllegalAction(*refused)
    unfolding.happen(events.FormationEnded(members(state, unit), "8.48"))
    unfolding.happen(events.MarchBegan(unit, game.board.units[unit].allowance))
