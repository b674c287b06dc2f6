"""The Beast of Mordor: how it is summoned and what it is (SAURON-13), its powers (SAURON-14)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from rules.errors import IllegalAction
from rules.middle_earth.board import ATTACKS
from rules.middle_earth.casualties import MELEE
from rules.middle_earth.events import Modifier
from rules.middle_earth.game import Evolve, Game, QuestionRules, Refusal, SpellRules
from rules.middle_earth.leaders import DEATH, relocate_survivors, share_fate
from rules.middle_earth.movement import enter
from rules.middle_earth.paths import face
from rules.middle_earth.pieces import changed_unit, eliminate, leaders_with
from rules.middle_earth.sauron.actions import Fly, Land
from rules.middle_earth.sauron.events import BeastFlew, BeastSummoned, BreathBlown, FlightBegan
from rules.middle_earth.sauron.magic_things import weapon_of
from rules.middle_earth.sauron.spells import is_in_force, takes_hold
from rules.middle_earth.state import Question, State, UnitState, changed, with_unit
from rules.middle_earth.unfolding import Unfolding
from rules.ruleset import Action, Event

SUMMON = "summon-beast"
FLIGHT, HORN = "beast-flight", "beast-horn-attack"
BREATH, ARMOUR = "beast-death-breath", "beast-magic-armour"
HORN_LETTER = "A"
GATE = "black-gate"
LAND = "land"


def beast_of(game: Game) -> str:
    """The Beast's counter."""
    return game.counter(game.board.spells[FLIGHT].needs) if FLIGHT in game.board.spells else ""


# SAURON-13


def _summoning_hexes(game: Game, state: State, caster: str) -> Iterable[str]:
    """The free gate hexes, and the free hexes next to Sauron."""
    near = game.board.grid.neighbours[state.leaders[caster].hex]
    return tuple(
        name for name in sorted({*game.board.regions.get(GATE, ()), *near}) if _is_free(game, state, name)
    )


def _is_free(game: Game, state: State, name: str) -> bool:
    enemy = game.enemy[game.seat_of[beast_of(game)]]
    return (
        "beast" in game.board.terrain[name].movement
        and name not in state.at
        and not any(game.seat_of[leader] == enemy for leader in state.leaders_at.get(name, ()))
    )


def _refuse_summons(game: Game, state: State, caster: str) -> Refusal | None:
    if not _summoning_hexes(game, state, caster):
        return "SAURON-13", "no gate hex and no hex next to Sauron is free for the Beast"
    return None


def _summoned(unfolding: Unfolding, caster: str, target: str) -> None:
    unfolding.happen(BeastSummoned(beast_of(unfolding.game), target))


def drives_back(game: Game, state: State, attacker: str, defender: str, kind: str) -> int:
    """A unit with a leader that the Beast's melee flips gives way with him (SAURON-13)."""
    if kind != MELEE or attacker != beast_of(game) or not leaders_with(game, state, defender):
        return 0
    return game.board.spells[SUMMON].numbers["drives-back"]


# SAURON-14: flight


def choices(game: Game, state: State, kind: str) -> tuple[Action, ...]:
    """The Beast may fly in Sauron's movement phase while the spell works."""
    if kind != "movement" or not state.in_force or _refuse_flight(game, state, state.seat) is not None:
        return ()
    return (Fly(beast_of(game)),)


def _refuse_flight(game: Game, state: State, seat: str) -> Refusal | None:
    beast = beast_of(game)
    if game.seat_of.get(beast) != seat or beast not in state.units:
        return "SAURON-14", "the Beast of Mordor is no unit of yours on the map"
    if not is_in_force(state, FLIGHT):
        return "SAURON-14", "the Beast flies only in a turn in which its flight was cast"
    if beast in state.moved:
        return "4.21", "the Beast of Mordor has already moved in this phase"
    if next(_landing_hexes(game, state), None) is None:
        return "SAURON-14", "there is no free hex where the Beast could land"
    return None


def _landing_hexes(game: Game, state: State) -> Iterator[str]:
    beast = beast_of(game)
    far = game.board.spells[FLIGHT].numbers["hexes"]
    for name in game.board.grid.within(state.units[beast].hex, far):
        if name not in state.at and "beast" in game.board.terrain[name].movement:
            yield name


def _fly(unfolding: Unfolding, seat: str, action: Fly) -> None:
    game = unfolding.game
    refused = _refuse_flight(game, unfolding.state, seat)
    if refused is None and action.unit != beast_of(game):
        refused = "SAURON-14", f"{game.title(action.unit)} cannot fly"
    if refused is not None:
        raise IllegalAction(*refused)
    unfolding.happen(FlightBegan(action.unit, seat))


ACTS: dict[str, dict[type[Action], Callable[..., None]]] = {"movement": {Fly: _fly}}
MISPLACED: dict[type[Action], Refusal] = {
    Fly: ("SAURON-14", "the Beast flies in Sauron's movement phase"),
    Land: ("SAURON-14", "the Beast is not in the air"),
}


def _landing_options(game: Game, state: State, question: Question) -> tuple[Action, ...]:
    return tuple(Land(name) for name in _landing_hexes(game, state))


def _land(unfolding: Unfolding, question: Question, action: Action) -> None:
    if not isinstance(action, Land):
        raise IllegalAction("SAURON-14", "where the Beast lands is to be named first")
    far = unfolding.game.board.spells[FLIGHT].numbers["hexes"]
    if action.hex not in tuple(_landing_hexes(unfolding.game, unfolding.state)):
        raise IllegalAction(
            "SAURON-14", f"{action.hex} is no free hex within {far} hexes in which the Beast could stand"
        )
    unfolding.happen(BeastFlew(question.subject, action.hex))
    enter(unfolding, question.subject, action.hex)


QUESTIONS = {LAND: QuestionRules(title="where the Beast lands", options=_landing_options, answer=_land)}


# SAURON-14: horn, death breath, armour


def attack_modifiers(game: Game, state: State, attacker: str, place: str, kind: str) -> tuple[Modifier, ...]:
    """With its horn the Beast attacks as A this turn."""
    if kind != MELEE or not state.in_force or attacker != beast_of(game) or not is_in_force(state, HORN):
        return ()
    printed = face(game, state, attacker).attack
    spell = game.board.spells[HORN]
    return (Modifier(ATTACKS.index(printed) - ATTACKS.index(HORN_LETTER), spell.title, spell.rule),)


def _breath_works(unfolding: Unfolding, caster: str, target: str) -> None:
    """Every other unit near the Beast is eliminated; the leaders there roll as 8.24 has it."""
    game, state = unfolding.game, unfolding.state
    beast, spell = beast_of(game), game.board.spells[BREATH]
    reached = game.board.grid.within(state.units[beast].hex, spell.numbers["radius"])
    units = tuple(unit for name in reached for unit in state.at.get(name, ()) if unit != beast)
    leaders = tuple(leader for name in reached for leader in state.leaders_at.get(name, ()))
    unfolding.happen(BreathBlown(beast, units))
    for unit in units:
        eliminate(unfolding, unit, spell.rule)
    share_fate(unfolding, leaders, DEATH)
    relocate_survivors(unfolding, leaders, "8.24")


def forbids_harm(game: Game, state: State, unit: str) -> Refusal | None:
    """In its magic armour no unit's attack or fire harms the Beast."""
    if not state.in_force or not _is_armoured(game, state, unit):
        return None
    return "SAURON-14", "no attack and no fire of a unit harms the Beast of Mordor in its magic armour"


def _is_armoured(game: Game, state: State, unit: str) -> bool:
    return unit == beast_of(game) and is_in_force(state, ARMOUR)


def quarry(game: Game, state: State, leader: str) -> Mapping[str, int]:
    """A leader with a magic weapon may fight the armoured Beast (an exception to 7.25)."""
    beast = beast_of(game) if state.in_force else ""
    if not beast or beast not in state.units or not _is_armoured(game, state, beast):
        return {}
    if game.seat_of[leader] == game.seat_of[beast] or not weapon_of(game, state, leader):
        return {}
    return {beast: game.board.spells[ARMOUR].numbers["rating"]}


SPELLS = {
    SUMMON: SpellRules(targets=_summoning_hexes, works=_summoned, forbidden=_refuse_summons),
    FLIGHT: takes_hold(FLIGHT),
    HORN: takes_hold(HORN),
    ARMOUR: takes_hold(ARMOUR),
    BREATH: SpellRules(targets=lambda game, state, caster: ("",), works=_breath_works),
}


# What the events do


def _appeared(game: Game, state: State, event: BeastSummoned) -> State:
    return with_unit(state, game.seat_of[event.unit], event.unit, UnitState(event.hex))


def _took_off(_: Game, state: State, event: FlightBegan) -> State:
    return changed(state, questions=(*state.questions, Question(LAND, event.seat, event.unit)))


def _flew(game: Game, state: State, event: BeastFlew) -> State:
    return with_unit(
        state,
        game.seat_of[event.unit],
        event.unit,
        changed_unit(state.units[event.unit], hex=event.hex),
        questions=tuple(each for each in state.questions if each.kind != LAND),
        moved=state.moved | {event.unit},
    )


def _blown(_: Game, state: State, event: BreathBlown) -> State:
    return state


EVOLVE: dict[type[Event], Evolve] = {
    BeastSummoned: _appeared,
    FlightBegan: _took_off,
    BeastFlew: _flew,
    BreathBlown: _blown,
}
