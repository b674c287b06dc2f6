"""Sauron: The Battle for the Ring (SPI 1977): the standard battle rules with what is this game's own."""

from __future__ import annotations

from collections.abc import Iterator

from rules.middle_earth import actions, arrivals, events, victory
from rules.middle_earth.battles import battle_ruleset
from rules.middle_earth.game import Exclusive, Game
from rules.middle_earth.sauron import actions as own_actions
from rules.middle_earth.sauron import beast, magic_things, narration, spells, worth
from rules.middle_earth.sauron import events as own_events
from rules.middle_earth.state import State
from rules.ruleset import Action, Event, Mark, Scenario, Seat
from rules.whereabouts import Stands, Tells


def _conceivable(game: Game, state: State, seat: str) -> Iterator[Action]:
    leaders = [leader for leader in game.leaders_of[seat] if leader in state.leaders]
    for weapon in sorted(state.markers):
        yield from (own_actions.Inherit(weapon, leader) for leader in leaders)
    units = game.units_of[game.enemy[seat]]
    yield from (
        actions.Duel(leader, unit)
        for leader in leaders
        for unit in units
        if unit == beast.beast_of(game) and unit in state.units
    )
    yield from (
        own_actions.Fly(unit)
        for unit in game.units_of[seat]
        if unit in state.units or unit == beast.beast_of(game)
    )
    if state.questions:
        yield from (own_actions.Land(name) for name in game.board.grid.hexes)
    if state.casting is not None:
        yield actions.Aim("")


def _rating_modifiers(game: Game, state: State, leader: str) -> tuple[events.Modifier, ...]:
    return (
        *magic_things.rating_modifiers(game, state, leader),
        *spells.rating_modifiers(game, state, leader),
    )


EXCLUSIVE = Exclusive(
    spells={**spells.SPELLS, **beast.SPELLS},
    questions={**magic_things.QUESTIONS, **beast.QUESTIONS, **arrivals.QUESTIONS},
    is_night=spells.is_night,
    attack_modifiers=beast.attack_modifiers,
    morale_modifiers=spells.morale_modifiers,
    rating_modifiers=_rating_modifiers,
    duels=spells.duels,
    forbids_casting=magic_things.forbids_casting,
    forbids_harm=beast.forbids_harm,
    drives_back=beast.drives_back,
    quarry=beast.quarry,
    carried=magic_things.carried,
    on_entered=magic_things.on_entered,
    on_killed=magic_things.on_killed,
    tidy=magic_things.tidy,
    choices=beast.choices,
    acts=beast.ACTS,
    misplaced=beast.MISPLACED,
    evolve={**spells.EVOLVE, **magic_things.EVOLVE, **beast.EVOLVE},
    phrases=narration.PHRASES,
    tellings=narration.TELLINGS,
    roll_titles=narration.ROLL_TITLES,
    conceivable=_conceivable,
    landmarks=("north-half",),
    fixtures=worth.fixtures,
    worth=worth.worth,
    scores=victory.scores,
    over=victory.over,
)
"""What Sauron has of its own: its spells and the Beast, magic weapons and pedestal, and how it is won."""

SCENARIOS = (
    Scenario(
        name="learning",
        title="The Road to the Gate",
        seats=("alliance", "sauron"),
        median_plies=403,
        median_decisions=102,
    ),
    Scenario(
        name="battle",
        title="The Battle for the Ring",
        seats=("alliance", "sauron"),
        median_plies=4312,
        median_decisions=994,
    ),
)
"""What can be played; the medians are of random games (500 of the first, 73 of the second), a move counting as one
decision whatever its steps."""


MARKS: dict[type[Event], Mark] = {
    own_events.VisionRolled: "roll",
    own_events.BeastSummoned: "reveal",
    own_events.BeastFlew: "move",
    own_events.BreathBlown: "battle",
}

TELLS: dict[type[Event], tuple[Tells, ...]] = {
    own_events.BeastSummoned: (Stands(("hex",), "unit"),),
    own_events.BeastFlew: (Stands(("hex",), "unit"),),
}


ruleset = battle_ruleset(
    name="sauron",
    title="Sauron: The Battle for the Ring",
    version=2,
    seats=(Seat("alliance", "Last Alliance"), Seat("sauron", "Sauron")),
    scenarios=SCENARIOS,
    exclusive=EXCLUSIVE,
    action_types=own_actions.ACTIONS,
    event_types=own_events.EVENTS,
    marks=MARKS,
    tells=TELLS,
)
load = ruleset.load
prepare = ruleset.prepare
