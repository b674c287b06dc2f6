"""Leaders (8.0): ratings (2.6, 7.22, 10.0), with whom they stand (8.1), wounds and death (8.21), sharing the fate of
their unit and joining another (8.24)."""

from __future__ import annotations

from rules.errors import IllegalAction
from rules.middle_earth import actions, events
from rules.middle_earth.events import Modifier
from rules.middle_earth.game import Evolve, Game, unchanged
from rules.middle_earth.state import LeaderState, State, changed, lead_of, with_leader
from rules.middle_earth.unfolding import Unfolding
from rules.parts.hexes import distance
from rules.ruleset import Event

WOUND = "1/2"
DEATH = "E"


def rating(game: Game, state: State, leader: str) -> tuple[int, tuple[Modifier, ...]]:
    """A leader's current rally rating, for rally and leader combat, and what changed it (2.6, 8.21, 10.0)."""
    card = game.board.leaders[leader]
    modifiers = []
    if state.leaders[leader].wounded:
        modifiers.append(Modifier(card.wounded - card.rating, "wounded", "8.21"))
    if card.role == "sauron" and game.exclusive.is_night(game, state):
        modifiers.append(Modifier(game.board.numbers.night_rating_bonus, "night", "10.0"))  # 10.0
    modifiers += game.exclusive.rating_modifiers(game, state, leader)
    total = card.rating + sum(each.amount for each in modifiers)
    return max(total, game.board.numbers.leader_rating_least), tuple(modifiers)  # 8.21


def leads(game: Game, state: State, leader: str, unit: str) -> bool:
    """Whether the unit is of the leader's nationality, or he leads all of his side (8.1, 8.31, 8.33)."""
    card = game.board.leaders[leader]
    nation = game.board.units[unit].nation
    if card.nation in ("any", nation) or nation == "any":
        return True
    return any(nation in nations for dead, nations in card.inherits.items() if dead in state.killed)


def may_stand_with(game: Game, state: State, leader: str, unit: str) -> bool:
    """Whether the leader may stand with the unit: his own people, or a magic leader anybody's (8.1)."""
    return game.board.leaders[leader].magic > 0 or leads(game, state, leader, unit)


def suitable_units(game: Game, state: State, leader: str) -> tuple[str, ...]:
    """The units that the leader may join: of his nationality; any of his side if none of these is left (8.1)."""
    own = [unit for unit in game.units_of[game.seat_of[leader]] if unit in state.units]
    suitable = tuple(unit for unit in own if may_stand_with(game, state, leader, unit))
    return suitable or tuple(own)


def is_alone(game: Game, state: State, leader: str) -> bool:
    """Whether the leader stands without a unit that he may stand with, although there is one on the map (8.1)."""
    here = state.at.get(state.leaders[leader].hex, ())
    if any(may_stand_with(game, state, leader, unit) for unit in here):
        return False
    suitable = suitable_units(game, state, leader)
    return not any(unit in here for unit in suitable)


def lone_leaders(game: Game, state: State, seat: str) -> tuple[str, ...]:
    """The seat's leaders who stand alone (8.1)."""
    return tuple(
        leader
        for leader in game.leaders_of[seat]
        if leader in state.leaders and is_alone(game, state, leader)
    )


def nearest_units(game: Game, state: State, leader: str) -> tuple[str, ...]:
    """The suitable units nearest to the leader, each formation once (8.24)."""
    place = state.leaders[leader].hex
    found: list[str] = []
    least = 0
    for unit in suitable_units(game, state, leader):
        if lead_of(state, unit) != unit:
            continue
        away = distance(place, state.units[unit].hex)
        if not found or away < least:
            found, least = [unit], away
        elif away == least:
            found.append(unit)
    return tuple(found)


# 8.24, 8.21: harm


def harm(unfolding: Unfolding, leader: str, result: str, rule: str) -> None:
    """A leader is wounded, or killed; a second wound kills (8.21)."""
    state = unfolding.state.leaders[leader]
    if result == WOUND and not state.wounded:
        unfolding.happen(events.LeaderWounded(leader, rule))
        return
    unfolding.happen(events.LeaderKilled(leader, rule))
    unfolding.losses = True
    unfolding.game.exclusive.on_killed(unfolding, leader, state.hex)


def share_fate(unfolding: Unfolding, leaders: tuple[str, ...], result: str) -> None:
    """Each leader with a unit that was reduced or eliminated rolls: on 5 or 6 he suffers the same (8.24)."""
    for leader in leaders:
        if leader not in unfolding.state.leaders:
            continue
        die = unfolding.chance.roll(
            f"fate:{unfolding.game.in_purpose(leader)}", unfolding.game.seat_of[leader]
        )[0]
        suffers = die >= unfolding.game.board.numbers.leader_shares_fate
        unfolding.happen(events.FateRolled(leader, die, result, suffers))
        if suffers:
            harm(unfolding, leader, result, "8.24")


def relocate_survivors(unfolding: Unfolding, leaders: tuple[str, ...], rule: str) -> None:
    """Leaders who no longer stand with a unit are to join the nearest one (8.24)."""
    for leader in leaders:
        state = unfolding.state
        if leader in state.leaders and not state.at.get(state.leaders[leader].hex):
            unfolding.happen(events.RelocationOrdered(leader, rule))


def settle_relocation(unfolding: Unfolding) -> bool:
    """Relocates the next leader who has no choice, or removes one who has nowhere to go; whether it did."""
    game, state = unfolding.game, unfolding.state
    leader = state.relocations[0]
    nearest = nearest_units(game, state, leader)
    if not nearest:
        place = state.leaders[leader].hex
        unfolding.happen(events.LeaderKilled(leader, "8.24"))  # no friendly unit is left
        unfolding.losses = True
        game.exclusive.on_killed(unfolding, leader, place)
        return True
    if len(nearest) > 1:
        return False
    unfolding.happen(events.LeaderRelocated(leader, state.units[nearest[0]].hex))
    return True


def relocation_options(game: Game, state: State) -> tuple[actions.Relocate, ...]:
    """The nearest units that the leader may join (8.24)."""
    leader = state.relocations[0]
    return tuple(actions.Relocate(leader, unit) for unit in nearest_units(game, state, leader))


def relocate(unfolding: Unfolding, action: actions.Relocate) -> None:
    """The owner's choice among equally near units (8.24)."""
    game, state = unfolding.game, unfolding.state
    leader = state.relocations[0]
    if action.leader != leader:
        raise IllegalAction("8.24", f"{game.title(leader)} must be placed first")
    if action.unit not in nearest_units(game, state, leader):
        raise IllegalAction(
            "8.24", f"{game.title(leader)} joins the nearest unit, and {game.title(action.unit)} is not it"
        )
    unfolding.happen(events.LeaderRelocated(leader, state.units[action.unit].hex))


# What the events do


def with_leaders_moved(state: State, leaders: tuple[str, ...], name: str) -> State:
    """The state with these leaders in another hex."""
    for leader in leaders:
        now = state.leaders[leader]
        state = with_leader(state, leader, LeaderState(name, now.wounded, now.points))
    return state


def _wounded(_: Game, state: State, event: events.LeaderWounded) -> State:
    leader = state.leaders[event.leader]
    return with_leader(state, event.leader, LeaderState(leader.hex, True, leader.points))


def _killed(_: Game, state: State, event: events.LeaderKilled) -> State:
    return with_leader(
        state,
        event.leader,
        None,
        killed=(*state.killed, event.leader),
        relocations=tuple(each for each in state.relocations if each != event.leader),
    )


def _relocation_ordered(_: Game, state: State, event: events.RelocationOrdered) -> State:
    if event.leader in state.relocations:
        return state
    return changed(state, relocations=(*state.relocations, event.leader))


def _relocated(_: Game, state: State, event: events.LeaderRelocated) -> State:
    leader = state.leaders[event.leader]
    return with_leader(
        state,
        event.leader,
        LeaderState(event.hex, leader.wounded, leader.points),
        relocations=tuple(each for each in state.relocations if each != event.leader),
    )


EVOLVE: dict[type[Event], Evolve] = {
    events.FateRolled: unchanged,
    events.LeaderWounded: _wounded,
    events.LeaderKilled: _killed,
    events.RelocationOrdered: _relocation_ordered,
    events.LeaderRelocated: _relocated,
}
