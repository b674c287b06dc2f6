"""Gondor: The Siege of Minas Tirith (SPI 1977): the standard battle rules with the siege and what else is its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rules.middle_earth import standard
from rules.middle_earth.battles import battle_ruleset
from rules.middle_earth.events import Modifier
from rules.middle_earth.game import Exclusive, Game, Refusal
from rules.middle_earth.gondor import actions as own_actions
from rules.middle_earth.gondor import (
    city,
    engines,
    grond,
    ladders,
    narration,
    oil,
    rolls,
    scene,
    spells,
    turns,
    victory,
    walls,
    worth,
)
from rules.middle_earth.gondor import conceivable as own_conceivable
from rules.middle_earth.gondor import events as own_events
from rules.middle_earth.state import State
from rules.middle_earth.unfolding import Unfolding
from rules.ruleset import Action, Event, Option, Scenario, Seat
from rules.whereabouts import Stands, Tells


def _morale_modifiers(game: Game, state: State, unit: str) -> tuple[Modifier, ...]:
    return (*walls.head_modifiers(game, state, unit), *spells.morale_modifiers(game, state, unit))


def _on_entered(unfolding: Unfolding, piece: str, name: str) -> None:
    city.on_entered(unfolding, piece, name)
    engines.on_entered(unfolding, piece, name)
    oil.on_entered(unfolding, piece, name)


def _choices(game: Game, state: State, kind: str) -> Iterator[Action]:
    """What the siege adds to what may be done in a phase, or by the piece on the move."""
    sauron = state.seat == game.board.seat_of["sauron"]
    if kind == "move":
        if sauron and state.phase == "C":
            yield from city.seizing_options(game, state)
    elif kind == "movement":
        if sauron:
            yield from city.seizing_options(game, state)
            yield from ladders.raising_options(game, state)
    elif kind == "siege":
        own = [
            engine
            for engine in sorted(state.engines)
            if engine in game.board.engines and game.seat_of[engine] == state.seat
        ]
        for engine in own:
            yield from walls.bombardments(game, state, engine)
        for engine in own:
            yield from walls.head_throws(game, state, engine)
        yield from grond.options(game, state)
    elif kind == "missile":
        yield from engines.shots(game, state, state.seat)
    elif kind == "melee":
        yield from engines.destructions(game, state, state.seat)
        yield from ladders.throwing_options(game, state)
    elif kind == "rally":
        yield from spells.banner_options(game, state)


_ACTS: dict[str, dict[type[Action], Callable[[Unfolding, str, Any], None]]] = {
    "move": {own_actions.SeizeGate: city.seize},
    "movement": {own_actions.SeizeGate: city.seize, own_actions.RaiseLadder: ladders.raise_ladder},
    "siege": {
        own_actions.Bombard: walls.bombard,
        own_actions.ThrowHead: walls.throw_head,
        own_actions.Ram: grond.ram,
    },
    "missile": {own_actions.Shoot: engines.shoot, own_actions.ShootEngine: engines.shoot_engine},
    "melee": {own_actions.DestroyEngine: engines.destroy, own_actions.ThrowDown: ladders.throw_down},
    "rally": {own_actions.RallyToBanner: spells.rally_to_banner},
}

_MISPLACED: dict[type[Action], Refusal] = {
    own_actions.FillCauldrons: ("GONDOR-8", "cauldrons are filled when they are set up"),
    own_actions.Bombard: ("GONDOR-16", "catapults breach walls in Sauron’s siege phase"),
    own_actions.ThrowHead: ("GONDOR-16", "heads are thrown in Sauron’s siege phase"),
    own_actions.Ram: ("GONDOR-16", "Grond rams in Sauron’s siege phase"),
    own_actions.Shoot: ("7.16", "catapults fire in the missile part of their own combat phase"),
    own_actions.ShootEngine: ("7.16", "catapults fire in the missile part of their own combat phase"),
    own_actions.DestroyEngine: ("GONDOR-15", "engines are destroyed in the melee part of a combat phase"),
    own_actions.SetTower: ("GONDOR-21", "no siege tower has come to a wall just now"),
    own_actions.RaiseLadder: ("GONDOR-22", "ladders are raised in Sauron’s movement phase"),
    own_actions.ThrowDown: ("GONDOR-22", "ladders are thrown down in the melee part of West’s combat phase"),
    own_actions.SeizeGate: ("GONDOR-23", "gates are seized in Sauron’s movement phase"),
    own_actions.Pour: (
        "GONDOR-25",
        "oil is used against an assault on the wall or the ram, when West is asked",
    ),
    own_actions.Withhold: ("GONDOR-25", "West is not asked about oil now"),
    own_actions.RallyToBanner: ("GONDOR-34", "units rally in the joint rally phase only"),
}

EXCLUSIVE = Exclusive(
    spells=spells.SPELLS,
    questions={**oil.QUESTIONS, **grond.QUESTIONS, **engines.QUESTIONS},
    attack_modifiers=spells.attack_modifiers,
    morale_modifiers=_morale_modifiers,
    spell_modifiers=spells.spell_modifiers,
    armour_modifiers=engines.armour_modifiers,
    duel_modifiers=spells.duel_modifiers,
    forbids_placing=engines.forbids_placing,
    forbids_step=engines.forbids_step,
    extra_steps=engines.extra_steps,
    may_assault=engines.may_assault,
    ignores_retreat=walls.ignores_retreat,
    forbids_march=spells.forbids_march,
    forbids_rally=spells.forbids_rally,
    forbids_rally_of=spells.forbids_rally_of,
    forbids_forming=spells.forbids_forming,
    forbids_duel=spells.forbids_duel,
    forbids_casting=spells.forbids_casting,
    carried=engines.carried,
    on_set_up=oil.on_set_up,
    on_entered=_on_entered,
    on_halted=engines.on_halted,
    on_killed=spells.on_killed,
    on_demoralized=victory.on_demoralized,
    on_melee_ending=ladders.on_melee_ending,
    on_phase_ended=city.on_phase_ended,
    before_attack=oil.before_attack,
    tidy=ladders.tidy,
    choices=_choices,
    acts=_ACTS,
    misplaced=_MISPLACED,
    evolve={
        **turns.EVOLVE,
        **city.EVOLVE,
        **walls.EVOLVE,
        **engines.EVOLVE,
        **ladders.EVOLVE,
        **oil.EVOLVE,
        **grond.EVOLVE,
        **spells.EVOLVE,
    },
    phrases=narration.PHRASES,
    tellings=narration.TELLINGS,
    roll_titles=rolls.ROLL_TITLES,
    headlines=narration.HEADLINES,
    conceivable=own_conceivable.conceivable,
    fixtures=worth.fixtures,
    passages=worth.passages,
    ground=worth.ground,
    worth=worth.worth,
    scene_markers=scene.markers,
    scene_panels=scene.panels,
    scores=victory.scores,
    over=victory.over,
)
"""What Gondor has of its own: the siege, its spells, the secret of the cauldrons, three armies, how it is won."""

SCENARIOS = (
    Scenario(
        name="siege",
        title="The Siege of Minas Tirith",
        seats=("west", "sauron"),
        median_plies=3806,
        median_decisions=875,
    ),
)
"""What can be played; the medians are of 83 random games, a move counting as one decision whatever its steps."""

OPTIONS = (
    Option(
        "wall-stand",
        "on",
        "whether West units on their own unbreached wall ignore retreats without a loss (GONDOR-29)",
        ("on", "off"),
    ),
    Option(
        "eowyn",
        "strong",
        "whether Eowyn’s rating counts more when she attacks the Lord of the Nazgul (GONDOR-41)",
        ("strong", "plain"),
    ),
)
"""The switches beside those of the standard rules; the ruling is the default."""


def is_pass(action: Action) -> bool:
    """Whether the action only lets a window go by."""
    return isinstance(action, own_actions.Withhold) or standard.is_pass(action)


TELLS: dict[type[Event], tuple[Tells, ...]] = {own_events.LadderRaised: (Stands(("hex",), "ladder"),)}

ruleset = battle_ruleset(
    name="gondor",
    title="Gondor: The Siege of Minas Tirith",
    version=2,
    seats=(Seat("west", "West"), Seat("sauron", "Sauron")),
    scenarios=SCENARIOS,
    exclusive=EXCLUSIVE,
    options=OPTIONS,
    action_types=own_actions.ACTIONS,
    event_types=own_events.EVENTS,
    marks=narration.MARKS,
    tells=TELLS,
    view=oil.view,
    resample=oil.resample,
    is_pass=is_pass,
    hidden=True,
)
load = ruleset.load
prepare = ruleset.prepare
