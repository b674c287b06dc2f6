"""Reinforcements (GONDOR-45, used in both games): off the map until they enter at a free hex of their region.

When a scenario's arrivals come up – surely, or on a roll – their pieces become reserves. A reserve begins its move off
the map: its first step names the hex of entry and costs what that hex costs; then it moves on with the rest. A leader
comes in with a unit that he may lead, or where one stands.
"""

from __future__ import annotations

from rules.errors import IllegalAction
from rules.middle_earth import actions, events
from rules.middle_earth.data_records import Arrival
from rules.middle_earth.entering import next_of_each_kind
from rules.middle_earth.game import Evolve, Game, QuestionRules, Refusal
from rules.middle_earth.leaders import leads, may_stand_with
from rules.middle_earth.pieces import enemy_leaders_in, enemy_units_in
from rules.middle_earth.state import (
    LeaderState,
    Marching,
    Question,
    State,
    UnitState,
    changed,
    with_leader,
    with_unit,
)
from rules.middle_earth.unfolding import Unfolding
from rules.middle_earth.zones import in_enemy_zone
from rules.ruleset import Action, Event

RULE = "GONDOR-45"


def call_up(unfolding: Unfolding) -> None:
    """At the start of a movement phase: the arrivals of its seat that come up now (GONDOR-10 to GONDOR-13)."""
    game = unfolding.game
    for number, arrival in enumerate(game.board.scenario.arrivals):
        state = unfolding.state
        if arrival.side != state.seat or number in state.called or state.turn < arrival.turn:
            continue
        if arrival.least and not (arrival.surely and state.turn >= arrival.surely):
            die = unfolding.chance.roll(f"arrival:{number}", state.seat)[0]
            comes = die >= arrival.least
            unfolding.happen(
                events.ArrivalRolled(number, arrival.title, die, arrival.least, comes, arrival.rule)
            )
            if not comes:
                continue
        pieces = pieces_of(game, unfolding.state, arrival)
        unfolding.happen(
            events.ReinforcementsDue(number, arrival.title, pieces, arrival.region, arrival.rule or RULE)
        )
        for _ in range(min(arrival.number, len(to_choose(game, unfolding.state, arrival)))):
            unfolding.happen(events.ChoiceOffered(number, state.seat))
        for army, change in sorted(arrival.totals.items()):
            unfolding.happen(events.TotalChanged(army, change, arrival.rule))


def pieces_of(game: Game, state: State, arrival: Arrival) -> tuple[str, ...]:
    """The pieces of an arrival; those that are in the game already are left out."""
    return tuple(
        piece
        for piece in arrival.pieces
        if piece not in state.units and piece not in state.leaders and piece not in state.markers
    )


# Units of which the owner picks some


def to_choose(game: Game, state: State, arrival: Arrival) -> tuple[str, ...]:
    """The units of the kinds of a choice that have not come and that no part of the scenario names."""
    return tuple(
        unit
        for unit in _unnamed(game, arrival.choice)
        if unit not in state.units and unit not in state.eliminated and unit not in state.reserves
    )


def _unnamed(game: Game, kinds: tuple[str, ...]) -> tuple[str, ...]:
    key = ("unnamed", kinds)
    kept: tuple[str, ...] | None = game.kept.get(key)
    if kept is None:
        scenario = game.board.scenario
        named = {each.piece for each in scenario.placed}
        named.update(piece for part in scenario.set_up for piece in part.pieces)
        named.update(piece for part in scenario.arrivals for piece in part.pieces)
        kept = game.kept[key] = tuple(
            name
            for name, unit in sorted(game.board.units.items())
            if unit.type in kinds and name not in named
        )
    return kept


def choice_options(game: Game, state: State, question: Question) -> tuple[Action, ...]:
    """One unit of each kind: counters of one kind are alike."""
    arrival = game.board.scenario.arrivals[int(question.subject)]
    return tuple(actions.Choose(piece) for piece in next_of_each_kind(game, to_choose(game, state, arrival)))


def choose(unfolding: Unfolding, question: Question, action: Action) -> None:
    """The owner names the kind that comes."""
    game = unfolding.game
    arrival = game.board.scenario.arrivals[int(question.subject)]
    if not isinstance(action, actions.Choose):
        raise IllegalAction(arrival.rule or RULE, "the kind of unit that comes is to be chosen first")
    if action not in choice_options(game, unfolding.state, question):
        raise IllegalAction(
            arrival.rule or RULE,
            f"{game.title(action.piece)} is not among the units to choose from, or not the next of its kind",
        )
    unfolding.happen(events.ReinforcementChosen(action.piece, arrival.region, arrival.rule or RULE))


CHOICE = "choose"
QUESTIONS = {
    CHOICE: QuestionRules(title="which unit comes as a reinforcement", options=choice_options, answer=choose)
}
"""For the games whose arrivals leave a choice."""


# Who may enter, and where


def entry_points(game: Game, piece: str) -> int:
    """The movement points with which a piece comes (4.11, 4.12)."""
    unit = game.board.units.get(piece)
    return unit.allowance if unit is not None else game.board.leaders[piece].allowance


def entry_cost(game: Game, piece: str, name: str) -> int | None:
    """What the hex of entry costs, None where the piece may not go."""
    unit = game.board.units.get(piece)
    terrain = game.board.terrain[name]
    if game.role_of[piece] in terrain.closed_to:
        return None
    return terrain.movement.get(unit.arm if unit is not None else "leader")


def refuse_entry(game: Game, state: State, piece: str, name: str) -> Refusal | None:
    """Why the piece may not enter the map at the hex, or None."""
    region, title, seat = state.reserves[piece], game.title(piece), game.seat_of[piece]
    if name not in game.board.regions[region]:
        return RULE, f"{title} enters in the region {region}, and {name} is not in it"
    if entry_cost(game, piece, name) is None:
        return "4.29", f"{title} may not enter {name}: the terrain is closed to it"
    if enemy_units_in(game, state, name, seat) or enemy_leaders_in(game, state, name, seat):
        return RULE, f"{name} is held by the enemy"
    unit = game.board.units.get(piece)
    if unit is None:
        if not any(may_stand_with(game, state, piece, each) for each in state.at.get(name, ())):
            return (
                RULE,
                f"{title} enters with a unit that he may lead, or where one stands, and {name} has none",
            )
        return None
    if name in state.at:
        return RULE, f"{name} is not free: another unit stands there"
    most = _limit(game, piece)
    if most and state.entries.get(name, 0) >= most:
        return RULE, f"as many units as may have entered at {name} this turn"
    shuns = unit.missile_only or (unit.army in state.demoralized and unit.full.morale == "Z")
    if shuns and in_enemy_zone(game, state, name, seat):
        return "7.15" if unit.missile_only else "9.32", f"{title} may not enter an enemy zone of control"
    return None


def _limit(game: Game, piece: str) -> int:
    for arrival in game.board.scenario.arrivals:
        if piece in arrival.pieces or (arrival.choice and game.board.units[piece].type in arrival.choice):
            return arrival.each_hex
    return 0


def entry_hexes(game: Game, state: State, piece: str) -> tuple[str, ...]:
    """The hexes at which the piece may enter now, sorted."""
    region = state.reserves.get(piece)
    if region is None:
        return ()
    return tuple(
        name for name in game.board.regions[region] if refuse_entry(game, state, piece, name) is None
    )


def can_enter(game: Game, state: State, piece: str) -> bool:
    """Whether there is a hex at which the piece may enter now."""
    region = state.reserves.get(piece)
    return region is not None and any(
        refuse_entry(game, state, piece, name) is None for name in game.board.regions[region]
    )


def options(game: Game, state: State, seat: str) -> tuple[Action, ...]:
    """The reserves that may begin to enter: units, alone or each with a leader; leaders where a unit stands."""
    if not state.reserves:
        return ()
    own = next_of_each_kind(game, _own_reserves(game, state, seat))
    found: list[Action] = []
    for piece in own:
        if piece in game.board.markers or not can_enter(game, state, piece):
            continue
        found.append(actions.March(piece))
        if piece in game.board.units:
            found += [actions.March(piece, leader) for leader in companions(game, state, piece)]
    return tuple(found)


def _own_reserves(game: Game, state: State, seat: str) -> list[str]:
    return sorted(piece for piece in state.reserves if game.seat_of[piece] == seat)


def companions(game: Game, state: State, unit: str) -> tuple[str, ...]:
    """The leaders in reserve who may come in with the unit (8.1); none with a piece that is no unit."""
    if unit not in game.board.units:
        return ()
    return tuple(
        piece
        for piece in sorted(state.reserves)
        if piece in game.board.leaders
        and game.seat_of[piece] == game.seat_of[unit]
        and state.reserves[piece] == state.reserves[unit]
        and not game.board.leaders[piece].magic  # 8.52: he does not march with a unit
        and leads(game, state, piece, unit)
    )


def refuse_beginning(game: Game, state: State, piece: str) -> Refusal | None:
    """Why a piece in reserve may not begin to enter now, or None."""
    kind = game.board.data.phase[state.phase].kind if state.phase else ""
    if kind != "movement":
        return RULE, f"{game.title(piece)} enters in its own movement phase"
    if piece in game.board.units and piece not in next_of_each_kind(
        game, _own_reserves(game, state, game.seat_of[piece])
    ):
        return RULE, f"units of a kind are alike and come in order, and {game.title(piece)} is not the next"
    if piece in game.board.markers or not can_enter(game, state, piece):
        return RULE, f"{game.title(piece)} finds no hex of its region at which it could enter"
    return None


def enter_map(unfolding: Unfolding, piece: str, name: str) -> None:
    """The first step of a piece in reserve: on to the map."""
    game, state = unfolding.game, unfolding.state
    marching = state.marching
    assert marching is not None
    points = entry_cost(game, piece, name)
    assert points is not None
    carrying = marching.carrying
    unfolding.happen(events.PieceEntered(piece, name, min(points, marching.left), carrying))
    for leader in (piece, carrying):
        for marker in _belongings(game, unfolding.state, leader):
            bearer = leader if game.board.markers[marker].bearer else ""
            unfolding.happen(events.MarkerPlaced(marker, "" if bearer else name, bearer))
    card = game.board.leaders.get(piece)
    if card is not None and card.magic:
        unfolding.happen(events.MarchEnded(piece, "8.52"))


def _belongings(game: Game, state: State, leader: str) -> tuple[str, ...]:
    """The markers in reserve that come with a leader: the weapon that he bears, the pedestal of a magic leader."""
    card = game.board.leaders.get(leader)
    if card is None:
        return ()
    return tuple(
        marker
        for marker in sorted(state.reserves)
        if marker in game.board.markers
        and game.board.markers[marker].side == card.side
        and (
            game.board.markers[marker].bearer == leader
            or (not game.board.markers[marker].bearer and card.magic)
        )
    )


# What the events do


def _arrival_rolled(_: Game, state: State, event: events.ArrivalRolled) -> State:
    return state


def _due(_: Game, state: State, event: events.ReinforcementsDue) -> State:
    reserves = state.reserves
    for piece in event.pieces:
        reserves = reserves.set(piece, event.region)
    return changed(state, reserves=reserves, called=state.called | {event.arrival})


def _offered(_: Game, state: State, event: events.ChoiceOffered) -> State:
    return changed(state, questions=(*state.questions, Question(CHOICE, event.seat, str(event.arrival))))


def _chosen(_: Game, state: State, event: events.ReinforcementChosen) -> State:
    reserves = state.reserves.set(event.piece, event.region)
    return changed(state, reserves=reserves, questions=state.questions[1:])


def _entered(game: Game, state: State, event: events.PieceEntered) -> State:
    reserves = state.reserves
    for piece in (event.piece, event.carrying):
        if piece in reserves:
            reserves = reserves.delete(piece)
    marching = state.marching
    left = marching.left - event.cost if marching is not None else 0
    state = changed(state, reserves=reserves, marching=Marching(event.piece, left, event.carrying, 1))
    if event.carrying in game.board.leaders:
        magic = game.board.leaders[event.carrying].magic
        state = with_leader(state, event.carrying, LeaderState(event.hex, points=magic))
    if event.piece in game.board.leaders:
        magic = game.board.leaders[event.piece].magic
        return with_leader(state, event.piece, LeaderState(event.hex, points=magic))
    entries = state.entries.set(event.hex, state.entries.get(event.hex, 0) + 1)
    return with_unit(state, game.seat_of[event.piece], event.piece, UnitState(event.hex), entries=entries)


EVOLVE: dict[type[Event], Evolve] = {
    events.ArrivalRolled: _arrival_rolled,
    events.ReinforcementsDue: _due,
    events.ChoiceOffered: _offered,
    events.ReinforcementChosen: _chosen,
    events.PieceEntered: _entered,
}
