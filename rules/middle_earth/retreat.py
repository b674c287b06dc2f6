"""Retreat (7.54 to 7.57): the owner goes hex by hex; a unit that has no way is eliminated.

A unit must end as many hexes away from where it started as the result says, so each step goes one hex farther.
"""

from __future__ import annotations

from rules.errors import IllegalAction
from rules.middle_earth import actions, displacement, events
from rules.middle_earth.displacement import can_hold, leaders_along, open_hexes
from rules.middle_earth.game import Evolve, Game, unchanged
from rules.middle_earth.leaders import DEATH, WOUND, relocate_survivors, share_fate, with_leaders_moved
from rules.middle_earth.pieces import changed_unit, eliminate, leaders_with
from rules.middle_earth.state import Retreating, State, changed, with_unit
from rules.middle_earth.terrain import cost, mover
from rules.middle_earth.unfolding import Unfolding
from rules.middle_earth.zones import in_enemy_zone
from rules.parts.hexes import distance
from rules.ruleset import Action, Event

EARLY = "early"
LEADER = "leader"


def ways(game: Game, state: State, retreat: Retreating) -> displacement.Ways:
    """The hexes that the retreating unit may enter next: those from which it can end in a free hex, and those from
    which it can end where friends make room (7.54, 7.61)."""
    here = state.units[retreat.unit].hex
    return _ways(game, state, retreat, here, retreat.taken)


def _ways(game: Game, state: State, retreat: Retreating, here: str, taken: int) -> displacement.Ways:
    unit = retreat.unit
    free, held = [], []
    for name in open_hexes(game, state, unit, here):
        if distance(retreat.start, name) != taken + 1:
            continue  # 7.54
        if taken + 1 < retreat.distance:
            further = _ways(game, state, retreat, name, taken + 1)
            if further[0]:
                free.append(name)
            elif further[1]:
                held.append(name)
        elif all(each == unit for each in state.at.get(name, ())):
            free.append(name)
        elif can_hold(game, state, unit, name):
            held.append(name)
    return tuple(free), tuple(held)


def ends(game: Game, state: State, unit: str, hexes: int) -> frozenset[str]:
    """The hexes in which the unit could end a retreat of so many hexes (7.54, 7.61)."""
    retreat = Retreating(unit, state.units[unit].hex, hexes, EARLY)
    frontier = {retreat.start}
    for taken in range(hexes):
        frontier = {
            name for here in frontier for side in _ways(game, state, retreat, here, taken) for name in side
        }
    return frozenset(frontier)


def can_retreat(game: Game, state: State, unit: str, hexes: int) -> bool:
    """Whether the unit has a lawful way so many hexes back (7.7)."""
    return any(ways(game, state, Retreating(unit, state.units[unit].hex, hexes, EARLY)))


def options(game: Game, state: State) -> tuple[Action, ...]:
    """The next hex of the retreat; where only friends' hexes are left the owner may decline (7.61)."""
    if state.crowding:
        return displacement.options(game, state)
    retreat = state.retreats[0]
    free, held = ways(game, state, retreat)
    if free:
        return tuple(actions.Retreat(name) for name in free)
    found: list[Action] = [actions.Retreat(name) for name in held]
    if held and _may_decline(retreat):
        found.append(actions.Decline())
    return tuple(found)


def _may_decline(retreat: Retreating) -> bool:
    return retreat.cause != LEADER or retreat.taken == 0


def settle(unfolding: Unfolding) -> bool:
    """Carries on with what nobody decides of the retreats; whether anything happened."""
    game, state = unfolding.game, unfolding.state
    if not state.retreats:
        _mark_disrupted(unfolding)
        return True
    if state.crowding:
        return False
    if state.chain:
        displacement.settle_chain(unfolding)
        return True
    retreat = state.retreats[0]
    if retreat.taken == retreat.distance:
        unfolding.happen(events.RetreatEnded(retreat.unit))
        return True
    if not any(ways(game, state, retreat)):
        _give_up(unfolding, "7.56")
        return True
    return False


def _give_up(unfolding: Unfolding, rule: str) -> None:
    """The unit has no way: it is eliminated (7.56), or reduced if its leader's harm drove it (7.23)."""
    game, state = unfolding.game, unfolding.state
    retreat = state.retreats[0]
    unit = retreat.unit
    leaders = leaders_with(game, state, unit)
    if retreat.cause == LEADER and not state.units[unit].reduced:
        unfolding.happen(events.UnitReduced(unit, "7.23"))
        unfolding.happen(events.RetreatEnded(unit, False))
        share_fate(unfolding, leaders, WOUND)
        return
    eliminate(unfolding, unit, "7.23" if retreat.cause == LEADER else rule)
    unfolding.happen(events.RetreatEnded(unit, False))
    if retreat.cause == LEADER:
        share_fate(unfolding, leaders, DEATH)
    if not any(each.start == retreat.start for each in unfolding.state.retreats):
        relocate_survivors(unfolding, leaders, "8.24")


def _mark_disrupted(unfolding: Unfolding) -> None:
    """Sets the markers of all who retreated or were displaced (7.57, 7.65), after the rolls of 7.7."""
    game, state = unfolding.game, unfolding.state
    early = state.melee is not None and state.melee.stage == EARLY
    for unit in state.retreated:
        if early:
            die = unfolding.chance.roll(f"early-retreat:{unit}", game.seat_of[unit])[0]
            disrupted = die <= game.board.numbers.early_retreat_disrupted  # 7.7
            unfolding.happen(events.EarlyRetreatRolled(unit, die, disrupted))
            if not disrupted:
                continue
        if not game.board.units[unit].never_disrupted:
            unfolding.happen(events.UnitDisrupted(unit, "7.7" if early else "7.57"))
    for unit in state.displaced:
        if not game.board.units[unit].never_disrupted and not unfolding.state.units[unit].disrupted:
            unfolding.happen(events.UnitDisrupted(unit, "7.65"))
    unfolding.happen(events.RetreatsEnded())


def retreat_to(unfolding: Unfolding, action: actions.Retreat) -> None:
    """The owner's choice of the next hex (7.55)."""
    game, state = unfolding.game, unfolding.state
    if not state.retreats or state.crowding:
        raise IllegalAction("7.55", "no unit is to name a hex of its retreat now")
    retreat = state.retreats[0]
    unit, name = retreat.unit, action.hex
    free, held = ways(game, state, retreat)
    if name not in (free or held):
        raise IllegalAction(*_refusal(game, state, retreat, name, free))
    if not free and retreat.taken + 1 == retreat.distance:
        unfolding.happen(events.DisplacementChosen(unit, name))
        return
    unfolding.happen(events.UnitRetreated(unit, name, leaders_along(game, state, retreat)))
    game.exclusive.on_entered(unfolding, unit, name)


def _refusal(
    game: Game, state: State, retreat: Retreating, name: str, free: tuple[str, ...]
) -> tuple[str, str]:
    title, here = game.title(retreat.unit), state.units[retreat.unit].hex
    seat = game.seat_of[retreat.unit]
    if name not in game.board.grid:
        return "7.55", f"{name} is off the map, where nobody may retreat"
    if distance(here, name) != 1:
        return "7.55", f"{name} is not next to {here}"
    if cost(game, state, game.role(retreat.unit), mover(game, retreat.unit), here, name) is None:
        return "7.55", f"{title} may not go from {here} to {name}: the terrain is closed to it"
    if name not in open_hexes(game, state, retreat.unit, here):
        if in_enemy_zone(game, state, name, seat):
            return "7.55", f"{name} is in an enemy zone of control"
        return "7.55", f"{name} is held by the enemy"
    if distance(retreat.start, name) != retreat.taken + 1:
        return "7.54", f"{title} must end {retreat.distance} hexes away from {retreat.start}"
    if free:
        return "7.61", f"{name} leads to no free hex while another way does"
    return "7.63", f"nobody can make room for {title} that way"


def decline(unfolding: Unfolding) -> None:
    """The owner displaces nobody: the retreating unit has no way (7.61)."""
    game, state = unfolding.game, unfolding.state
    if actions.Decline() not in (options(game, state) if state.retreats else ()):
        raise IllegalAction("7.61", "there is no displacement to decline now")
    _give_up(unfolding, "7.61")


# What the events do


def _unit_retreated(game: Game, state: State, event: events.UnitRetreated) -> State:
    retreats = tuple(
        Retreating(each.unit, each.start, each.distance, each.cause, each.taken + 1, event.leaders)
        if each.unit == event.unit
        else each
        for each in state.retreats
    )
    state = with_unit(
        state,
        game.seat_of[event.unit],
        event.unit,
        changed_unit(state.units[event.unit], hex=event.hex),
        retreats=retreats,
        chain=(),
        crowding=(),
    )
    return with_leaders_moved(state, event.leaders, event.hex)


def _retreat_ended(_: Game, state: State, event: events.RetreatEnded) -> State:
    return changed(
        state,
        retreats=tuple(each for each in state.retreats if each.unit != event.unit),
        retreated=(*state.retreated, event.unit) if event.done else state.retreated,
        chain=(),
        crowding=(),
    )


def _retreats_ended(_: Game, state: State, event: events.RetreatsEnded) -> State:
    return changed(state, retreated=(), displaced=())


def _unit_disrupted(game: Game, state: State, event: events.UnitDisrupted) -> State:
    unit = state.units[event.unit]
    return with_unit(state, game.seat_of[event.unit], event.unit, changed_unit(unit, disrupted=True))


EVOLVE: dict[type[Event], Evolve] = {
    events.UnitRetreated: _unit_retreated,
    events.RetreatEnded: _retreat_ended,
    events.RetreatsEnded: _retreats_ended,
    events.UnitDisrupted: _unit_disrupted,
    events.EarlyRetreatRolled: unchanged,
}
