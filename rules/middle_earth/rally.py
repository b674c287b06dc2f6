"""Rally (8.3): in the joint rally phase leaders try to bring disrupted units back to order."""

from __future__ import annotations

from rules.errors import IllegalAction
from rules.middle_earth import actions, events
from rules.middle_earth.game import Evolve, Game, Refusal
from rules.middle_earth.leaders import leads, rating
from rules.middle_earth.pieces import changed_unit
from rules.middle_earth.state import State, changed, lead_of, members, with_unit
from rules.middle_earth.terrain import cost, edge
from rules.middle_earth.unfolding import Unfolding
from rules.parts.hexes import distance
from rules.ruleset import Action, Event


def refuse_leader(game: Game, state: State, leader: str, seat: str) -> Refusal | None:
    """Why the leader may rally nobody now, or None."""
    if leader not in state.leaders or game.seat_of[leader] != seat:
        return "8.3", f"{game.title(leader)} is no leader of yours on the map"
    if state.rallies.get(leader, 0) >= game.board.numbers.rally_units:
        return "8.32", (
            f"{game.title(leader)} has tried to rally {game.board.numbers.rally_units} units this turn already"
        )
    return game.exclusive.forbids_rally(game, state, leader)


def refuse_unit(game: Game, state: State, leader: str, unit: str) -> Refusal | None:
    """Why the leader may not try to rally this unit, or None."""
    title = game.title(unit)
    if unit not in state.units or game.seat_of[unit] != game.seat_of[leader]:
        return "8.31", f"{title} is no unit of yours on the map"
    past = refuse_rallying(game, state, unit, "8.31")
    if past is not None:
        return past
    if unit in state.rallied:
        return "8.36", f"one attempt to rally {title} has been made this turn"
    if not leads(game, state, leader, unit):
        return "8.31", f"{title} is of another nationality than {game.title(leader)}"
    here, there = state.leaders[leader].hex, state.units[unit].hex
    if distance(here, there) > 1:
        return "8.31", f"{title} in {there} is not next to {game.title(leader)} in {here}"
    if here != there and not _is_joined(game, state, leader, here, there):
        return "8.31", f"a wall or impassable terrain lies between {here} and {there}"
    return game.exclusive.forbids_rally_of(game, state, leader, unit)


def refuse_rallying(game: Game, state: State, unit: str, rule: str) -> Refusal | None:
    """Why the unit cannot be rallied by anybody or anything, or None; `rule` allows it to be."""
    title = game.title(unit)
    if not state.units[unit].disrupted:
        return rule, f"{title} is not disrupted"
    if lead_of(state, unit) != unit:
        return "8.44", f"{title} is in a formation: name {game.title(lead_of(state, unit))}"
    if game.board.units[unit].army in state.demoralized:
        return "9.31", f"{title} belongs to a demoralized army and cannot be rallied"
    return None


def _is_joined(game: Game, state: State, leader: str, here: str, there: str) -> bool:
    """Whether no unbreached wall and no impassable terrain lies between the hexes (8.31)."""
    if cost(game, state, game.role(leader), "leader", here, there) is not None:
        return True
    feature = edge(game, state, here, there)
    return feature is None and bool(game.board.terrain[there].movement)


def options(game: Game, state: State, seat: str) -> tuple[Action, ...]:
    """All attempts that may be made now."""
    disrupted = [unit for unit in game.units_of[seat] if unit in state.units and state.units[unit].disrupted]
    if not disrupted:
        return ()
    return tuple(
        actions.Rally(leader, unit)
        for leader in game.leaders_of[seat]
        if leader in state.leaders and refuse_leader(game, state, leader, seat) is None
        for unit in disrupted
        if refuse_unit(game, state, leader, unit) is None
    )


def rally(unfolding: Unfolding, seat: str, action: actions.Rally) -> None:
    """One attempt (8.34): two dice not above the rating."""
    game, state = unfolding.game, unfolding.state
    refused = refuse_leader(game, state, action.leader, seat) or refuse_unit(
        game, state, action.leader, action.unit
    )
    if refused is not None:
        raise IllegalAction(*refused)
    value, modifiers = rating(game, state, action.leader)
    span = game.board.rally[min(value, game.board.rally_best)] or (0, 0)  # 8.37
    dice = unfolding.chance.roll(f"rally:{game.in_purpose(action.leader)}>{action.unit}", seat, 2)
    unfolding.happen(
        events.RallyRolled(
            leader=action.leader,
            unit=action.unit,
            rating=value,
            range=span,
            dice=dice,
            rallied=span[0] <= sum(dice) <= span[1],
            modifiers=modifiers,
        )
    )


def _rolled(game: Game, state: State, event: events.RallyRolled) -> State:
    units = members(state, event.unit)
    if event.rallied:
        for unit in units:
            now = changed_unit(state.units[unit], disrupted=False)
            state = with_unit(state, game.seat_of[unit], unit, now)
    tried = state.rallies.get(event.leader, 0) + 1
    return changed(state, rallies=state.rallies.set(event.leader, tried), rallied=state.rallied.union(units))


EVOLVE: dict[type[Event], Evolve] = {events.RallyRolled: _rolled}
