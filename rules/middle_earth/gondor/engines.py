"""Siege engines (GONDOR-14, GONDOR-15, GONDOR-21, GONDOR-27): crews, moves, towers at the wall, shots, destruction."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.errors import IllegalAction
from rules.middle_earth.casualties import MISSILE, resolve
from rules.middle_earth.events import EnginePlaced, Modifier, PieceRemoved
from rules.middle_earth.game import Evolve, Game, QuestionRules, Refusal
from rules.middle_earth.gondor.actions import DestroyEngine, SetTower, Shoot, ShootEngine
from rules.middle_earth.gondor.city import OPEN_GATE, TOWER, WALL, behind, feature, great_gate, level_of
from rules.middle_earth.gondor.events import EngineDestroyed, EngineShotAt, TowerBrought
from rules.middle_earth.melee import must_attack, refuse_attacker
from rules.middle_earth.missile import refuse_line, refuse_target, within_reach
from rules.middle_earth.state import Question, State, changed, lead_of
from rules.middle_earth.terrain import free_melee, mover
from rules.middle_earth.unfolding import Unfolding
from rules.parts.hexes import distance
from rules.ruleset import Action, Event

CATAPULT, SIEGE_TOWER, LADDER = "catapult", "siege-tower", "ladder"
TOWER_SIDE = "tower-side"
NO_CLIMBING, BY_THE_GREAT_GATE, DREADED = "no-climbing", "by-the-great-gate", "dreaded-by-cavalry"


# GONDOR-14: crews and moves


def may_climb(game: Game, unit: str) -> bool:
    """Whether a unit may use ladders and siege towers: Sauron's infantry without a trait against it (GONDOR-6, -43)."""
    card = game.board.units.get(unit)
    return (
        card is not None
        and card.role == "sauron"
        and card.arm == "infantry"
        and NO_CLIMBING not in card.traits
    )


def crew_of(game: Game, state: State, engine: str) -> str:
    """The undisrupted infantry with the engine, "" if there is none (GONDOR-14)."""
    now = state.engines.get(engine)
    if now is None:
        return ""
    for unit in state.at.get(now.hex, ()):
        card = game.board.units[unit]
        if card.side != now.seat or card.arm != "infantry" or state.units[unit].disrupted:
            continue
        if now.kind != SIEGE_TOWER or may_climb(game, unit):
            return lead_of(state, unit)
    return ""


def refuse_engine(game: Game, state: State, engine: str) -> Refusal | None:
    """Why the engine can do nothing in the siege phase now, or None (GONDOR-14, GONDOR-16)."""
    title = game.title(engine)
    if engine not in state.engines:
        return "GONDOR-14", f"{title} is not on the map"
    crew = crew_of(game, state, engine)
    if not crew:
        return "GONDOR-14", f"{title} has no undisrupted infantry as its crew"
    if engine in state.besieging:
        return "GONDOR-16", f"{title} has acted in this siege phase already"
    if crew in state.besieging:
        return "GONDOR-16", f"{game.title(crew)} has served an engine in this siege phase already"
    return None


def carried(game: Game, state: State, piece: str) -> Mapping[str, int]:
    """The engine that may move with its crew, with the movement points that they then have (GONDOR-14)."""
    unit = state.units.get(piece)
    if unit is None:
        return {}
    return {
        engine: game.board.engines[engine].allowance
        for engine, now in sorted(state.engines.items())
        if now.hex == unit.hex
        and engine in game.board.engines
        and engine not in state.besieging
        and crew_of(game, state, engine) == piece
    }


def forbids_step(
    game: Game, state: State, piece: str, first: str, second: str, carrying: str
) -> Refusal | None:
    """One engine a hex, city catapults in the city (GONDOR-14); Mumakil by the Great Gate (GONDOR-43)."""
    engine = game.board.engines.get(carrying) if carrying else None
    if engine is not None:
        if engine.side == "west" and not level_of(game, second):
            return "GONDOR-14", f"{engine.title} moves inside the city, and {second} is outside"
        if any(now.hex == second and other in game.board.engines for other, now in state.engines.items()):
            return "GONDOR-14", f"{second} holds an engine already"
    unit = game.board.units.get(piece)
    if unit is None or BY_THE_GREAT_GATE not in unit.traits:
        return None
    levels = game.board.levels
    if second not in levels or first in levels:
        return None
    side = game.board.grid.hexsides[first, second]
    if side == great_gate(game) and state.openings.get(side) == OPEN_GATE:
        return None
    return "GONDOR-43", f"{unit.title} may enter the city only through the destroyed Great Gate"


def forbids_placing(game: Game, state: State, piece: str, name: str) -> Refusal | None:
    """Sauron's engines begin with a crew (GONDOR-9); nobody begins in the tunnel, which no region of set-up holds."""
    engine = game.board.engines.get(piece)
    if engine is None or engine.side != "sauron":
        return None
    units = state.at.get(name, ())
    fit = [
        unit
        for unit in units
        if game.board.units[unit].arm == "infantry" and (engine.kind != SIEGE_TOWER or may_climb(game, unit))
    ]
    return None if fit else ("GONDOR-9", f"{engine.title} begins with a crew, and {name} has none")


# GONDOR-21: siege towers


def tower_sides(game: Game, state: State, name: str) -> tuple[str, ...]:
    """The unbreached wall and tower hexsides next to which a siege tower in the hex would stand."""
    if level_of(game, name):
        return ()
    sides = (game.board.grid.hexsides[name, other] for other in game.board.grid.neighbours[name])
    return tuple(sorted(side for side in sides if feature(game, state, side) in (WALL, TOWER)))


def on_halted(unfolding: Unfolding, piece: str) -> None:
    """A siege tower that came to a wall stands against one of its hexsides."""
    game, state = unfolding.game, unfolding.state
    unit = state.units.get(piece)
    if unit is None:
        return
    for engine, now in sorted(state.engines.items()):
        if now.hex != unit.hex or now.kind != SIEGE_TOWER or now.hexside or engine not in state.moved:
            continue
        sides = tower_sides(game, state, now.hex)
        if len(sides) == 1:
            unfolding.happen(EnginePlaced(engine, now.kind, now.hex, now.seat, sides[0]))
        elif sides:
            unfolding.happen(TowerBrought(engine, now.seat, now.hex))


def _side_options(game: Game, state: State, question: Question) -> tuple[Action, ...]:
    return tuple(SetTower(question.subject, side) for side in tower_sides(game, state, question.hex))


def _set_tower(unfolding: Unfolding, question: Question, action: Action) -> None:
    game, state = unfolding.game, unfolding.state
    if not isinstance(action, SetTower) or action not in _side_options(game, state, question):
        raise IllegalAction(
            "GONDOR-21",
            f"{game.title(question.subject)} is to stand against a wall hexside of {question.hex}",
        )
    now = state.engines[action.engine]
    unfolding.happen(EnginePlaced(action.engine, now.kind, now.hex, now.seat, action.hexside))


QUESTIONS = {
    TOWER_SIDE: QuestionRules(
        title="against which hexside the siege tower stands", options=_side_options, answer=_set_tower
    )
}


def _tower_hexes(game: Game) -> frozenset[str]:
    """The hexes of the plain next to a wall of the city."""
    kept: frozenset[str] | None = game.kept.get("tower-hexes")
    if kept is None:
        levels = game.board.levels
        kept = game.kept["tower-hexes"] = frozenset(
            name
            for name in game.board.grid.hexes
            if name not in levels and any(other in levels for other in game.board.grid.neighbours[name])
        )
    return kept


def extra_steps(game: Game, state: State, piece: str, here: str) -> tuple[tuple[str, int], ...]:
    """Over the hexside of a siege tower into an empty hex of the city (GONDOR-21)."""
    if here not in _tower_hexes(game) or not may_climb(game, piece):
        return ()
    assert game.board.siege is not None
    found = []
    for _, now in sorted(state.engines.items()):
        if now.kind == SIEGE_TOWER and now.hex == here and now.hexside:
            upper = behind(game, now.hexside)[1]
            if upper not in state.at and feature(game, state, now.hexside) in (WALL, TOWER):
                found.append((upper, game.board.siege.tower_crossing))
    return tuple(found)


def may_assault(game: Game, state: State, piece: str, engine: str) -> bool:
    """Whether the piece may use the tower or ladder in its hex: a ladder from the turn after it was raised (GONDOR-22);
    a leader fights from a tower alone."""
    now = state.engines[engine]
    if game.seat_of[piece] != now.seat:
        return False
    if piece in game.board.leaders:
        return now.kind == SIEGE_TOWER
    if not may_climb(game, piece):
        return False
    return now.kind == SIEGE_TOWER or state.siege.raised.get(engine, state.turn) < state.turn


def armour_modifiers(game: Game, state: State, unit: str) -> tuple[Modifier, ...]:
    """A siege tower shields its unit (GONDOR-21)."""
    if game.role(unit) != "sauron" or game.board.siege is None:
        return ()
    here = state.units[unit].hex
    if any(now.kind == SIEGE_TOWER and now.hex == here for now in state.engines.values()):
        return (Modifier(game.board.siege.tower_armour, "on a siege tower", "GONDOR-21"),)
    return ()


# GONDOR-27: catapults fire


def refuse_shooting(game: Game, state: State, engine: str, seat: str) -> Refusal | None:
    """Why the catapult may not fire now, or None."""
    card, title = game.board.engines.get(engine), game.title(engine)
    if card is None or card.kind != CATAPULT or card.side != seat or engine not in state.engines:
        return "GONDOR-27", f"{title} is no catapult of yours on the map"
    if not crew_of(game, state, engine):
        return "GONDOR-14", f"{title} has no undisrupted infantry as its crew"
    if engine in state.besieging:
        return "GONDOR-16", f"{title} was used in this turn’s siege phase and may not fire as well"
    if engine in state.fired:
        return "7.14", f"{title} has already fired this turn"
    return None


def refuse_shot(game: Game, state: State, engine: str, target: str, seat: str) -> Refusal | None:
    """Why the catapult may not fire at the unit, or None."""
    refused = refuse_shooting(game, state, engine, seat)
    if refused is not None:
        return refused
    return refuse_target(game, state, target, seat) or _refuse_range(
        game, state, engine, target, state.units[target].hex
    )


def _refuse_range(game: Game, state: State, engine: str, target: str, there: str) -> Refusal | None:
    reach = game.board.numbers.missile_range_catapult  # 7.12
    return refuse_line(game, state, engine, state.engines[engine].hex, target, there, reach)


def refuse_engine_shot(game: Game, state: State, engine: str, target: str, seat: str) -> Refusal | None:
    """Why the city catapult may not fire at the engine, or None."""
    refused = refuse_shooting(game, state, engine, seat)
    if refused is not None:
        return refused
    card = game.board.engines.get(target)
    if card is None or card.side == seat or target not in state.engines:
        return "GONDOR-27", f"{game.title(target)} is no enemy engine on the map"
    if seat != game.board.seat_of["west"]:
        return "GONDOR-27", "only the catapults of the city fire at engines"
    return _refuse_range(game, state, engine, target, state.engines[target].hex)


def shots(game: Game, state: State, seat: str) -> Iterator[Action]:
    """Everything that the seat's catapults may fire at."""
    for engine in sorted(state.engines):
        if engine not in game.board.engines or refuse_shooting(game, state, engine, seat) is not None:
            continue
        here = state.engines[engine].hex
        for name in within_reach(game, here, game.board.numbers.missile_range_catapult):
            there = state.at.get(name)
            if there is not None and game.seat_of[there[0]] != seat:
                for unit in there:
                    if refuse_shot(game, state, engine, unit, seat) is None:
                        yield Shoot(engine, unit)
        for other in sorted(state.engines):
            if refuse_engine_shot(game, state, engine, other, seat) is None:
                yield ShootEngine(engine, other)


def shoot(unfolding: Unfolding, seat: str, action: Shoot) -> None:
    """A catapult fires as a missile unit of strength e."""
    refused = refuse_shot(unfolding.game, unfolding.state, action.engine, action.target, seat)
    if refused is not None:
        raise IllegalAction(*refused)
    resolve(unfolding, MISSILE, action.engine, action.target)


def shoot_engine(unfolding: Unfolding, seat: str, action: ShootEngine) -> None:
    """A catapult fires at an engine: the breach number of a wall at that range, made easier."""
    game, state = unfolding.game, unfolding.state
    refused = refuse_engine_shot(game, state, action.engine, action.target, seat)
    if refused is not None:
        raise IllegalAction(*refused)
    assert game.board.siege is not None
    away = distance(state.engines[action.engine].hex, state.engines[action.target].hex)
    needed = game.board.breach[away, WALL] + game.board.siege.engine_shot_bonus
    dice = unfolding.chance.roll(f"shot:{action.engine}>{action.target}", seat, 2)
    destroyed = sum(dice) <= needed
    unfolding.happen(EngineShotAt(action.engine, action.target, away, needed, dice, destroyed))
    if destroyed:
        unfolding.happen(PieceRemoved(action.target, "GONDOR-27"))


# GONDOR-15: loss


def on_entered(unfolding: Unfolding, piece: str, name: str) -> None:
    """Engines that an enemy unit finds without a unit of their own are destroyed."""
    game = unfolding.game
    for engine, now in sorted(unfolding.state.engines.items()):
        if now.hex == name and now.seat != game.seat_of[piece]:
            unfolding.happen(PieceRemoved(engine, "GONDOR-22" if now.kind == LADDER else "GONDOR-15"))


def refuse_destroying(game: Game, state: State, unit: str, engine: str, seat: str) -> Refusal | None:
    """Why the unit may not destroy the engine now, or None."""
    title = game.title(unit)
    if unit not in state.units or game.seat_of[unit] != seat:
        return "GONDOR-15", f"{title} is no unit of yours on the map"
    if engine not in state.engines or engine not in game.board.engines or state.engines[engine].seat == seat:
        return "GONDOR-15", f"{game.title(engine)} is no enemy engine on the map"
    if lead_of(state, unit) != unit:
        return "8.44", f"{title} is in a formation: name {game.title(lead_of(state, unit))}"
    refused = refuse_attacker(game, state, unit)
    if refused is not None:
        return refused
    there = state.engines[engine].hex
    if there in state.at:
        return "GONDOR-15", f"a unit stands with {game.title(engine)} in {there}"
    here = state.units[unit].hex
    if there not in free_melee(game, state, game.role(unit), mover(game, unit), here):
        return "GONDOR-15", f"{title} in {here} cannot come at {game.title(engine)} in {there}"
    if must_attack(game, state, unit):
        return "7.31", f"{title} is in an enemy zone of control and must attack a unit"
    return None


def destructions(game: Game, state: State, seat: str) -> Iterator[Action]:
    """The engines that may be destroyed, each with a unit that may do it."""
    for engine, now in sorted(state.engines.items()):
        if now.seat == seat or now.hex in state.at or engine not in game.board.engines:
            continue
        for name in game.board.grid.neighbours[now.hex]:
            for unit in state.at.get(name, ()):
                if refuse_destroying(game, state, unit, engine, seat) is None:
                    yield DestroyEngine(unit, engine)


def destroy(unfolding: Unfolding, seat: str, action: DestroyEngine) -> None:
    """A unit destroys an engine; no roll."""
    refused = refuse_destroying(unfolding.game, unfolding.state, action.unit, action.engine, seat)
    if refused is not None:
        raise IllegalAction(*refused)
    unfolding.happen(EngineDestroyed(action.unit, action.engine))


# What the events do


def _tower_brought(_: Game, state: State, event: TowerBrought) -> State:
    question = Question(TOWER_SIDE, event.seat, event.engine, event.hex)
    return changed(state, questions=(*state.questions, question))


def _shot_at(_: Game, state: State, event: EngineShotAt) -> State:
    return changed(state, fired=state.fired | {event.engine})


def _destroyed(_: Game, state: State, event: EngineDestroyed) -> State:
    return changed(state, engines=state.engines.delete(event.engine), assigned=state.assigned | {event.unit})


EVOLVE: dict[type[Event], Evolve] = {
    TowerBrought: _tower_brought,
    EngineShotAt: _shot_at,
    EngineDestroyed: _destroyed,
}
