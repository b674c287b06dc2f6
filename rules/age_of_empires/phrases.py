"""How decisions are called and actions are listed and typed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.age_of_empires import actions
from rules.age_of_empires.cities import open_card
from rules.age_of_empires.game import Game, other
from rules.age_of_empires.procedures import Attack, Recruiting
from rules.age_of_empires.state import State
from rules.ruleset import Action
from rules.secrecy import UNKNOWN

PHASES = ("", "Collection", "Construction", "Research", "Movement", "Attack", "Allocation", "Discard")
"""The titles of the phases (turn-1)."""

TITLES: Mapping[str, str] = {
    "lay-city": "Lay the starting city",
    "collection": "Produce",
    "more": "Take one more of a resource",
    "upkeep": "Remove a soldier for want of upkeep",
    "construction": "Build, repair, begin research, play events",
    "labour": "Send villagers from a Town Center",
    "event": "Say what the event is about",
    "research": "Complete research",
    "new-age": "Add the discard pile to the deck or not",
    "demolition": "Destroy an own building",
    "outlook": "Look at a face-down building",
    "snuffing": "Snuff a card of the discard pile",
    "movement": "Move units",
    "delivery": "Store the relic",
    "displaced": "Find a place for the unit",
    "attack": "Attack",
    "join": "Join the attack",
    "response": "Come to defend",
    "defence": "Choose the defenders",
    "firing": "Fire at the attackers",
    "conversion": "Convert an enemy token",
    "retreat": "Withdraw from the attack",
    "hit-first": "Say who is hit first",
    "healing": "Heal",
    "shield": "Play a response",
    "monks": "Give monks for soldiers",
    "allocation": "Make and place tokens",
    "recruiting": "Recruit soldiers or monks",
    "discard": "Discard cards",
}


def plural(number: int, word: str) -> str:
    """A number with what is counted."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def seat_title(game: Game, state: State, seat: str) -> str:
    """A seat with its civilization."""
    side = state.sides.get(seat)
    civilization = game.title(side.civilization) if side is not None and side.civilization else ""
    return f"{seat.capitalize()} ({civilization})" if civilization else seat.capitalize()


def building_at(game: Game, state: State, seat: str, space: str) -> str:
    """A building by its title and space: `Mill c-2`; a face-down one has no title."""
    side = state.sides.get(seat)
    building = side.city.get(space) if side is not None else None
    if building is None:
        return space
    card = building.card if building.card != UNKNOWN else open_card(space, building)
    return f"{game.title(card)} {space}" if card != UNKNOWN else f"face-down {space}"


def place(game: Game, state: State, at: str) -> str:
    """A place of a step in words: `second:c-1` is the second seat's building."""
    if ":" not in at:
        return "no-man's-land" if at == "land" else at
    city, _, space = at.partition(":")
    return f"{city} {space}"


def phrase(game: Game, state: State, action: Action) -> str:
    """The action as it is listed."""
    seat = state.active
    told = _PHRASES[type(action)]
    return told(game, state, seat, action)


def _target(game: Game, state: State, seat: str, action: actions.Target) -> str:
    what = action.what
    if what in state.units or what in ("pool", "enough"):
        return f"(choose) {what}"
    if what in game.cards:
        return f"(choose) {game.title(what)}"
    return f"(choose) {what}"


def _lay(game: Game, state: State, seat: str, action: actions.Lay) -> str:
    """Who does not know the card sees a building laid, and perhaps not where (setup-3)."""
    card = "(a) building" if action.card == UNKNOWN else action.card
    return f"lay {card}" if action.space == UNKNOWN else f"lay {card} (at) {action.space}"


def _join(game: Game, state: State, seat: str, action: actions.Join) -> str:
    if action.villagers:
        return f"join (with) {plural(action.villagers, 'villager')}"
    return f"join (with) {action.unit}" if action.unit else f"join (with fire from) {action.fire}"


def _attack_unit(game: Game, state: State, seat: str, action: actions.AttackUnit) -> str:
    if action.villagers:
        return f"attack {action.target} (with) {plural(action.villagers, 'villager')}"
    return (
        f"attack {action.target} (with) {action.unit}"
        if action.unit
        else f"fire {action.fire} (at) {action.target}"
    )


def _done(game: Game, state: State, seat: str, action: actions.Done) -> str:
    if state.stack:
        about = state.stack[-1]
        if isinstance(about, Attack):
            return "begin (the attack)"
        return "(recruit) nobody" if isinstance(about, Recruiting) else "(snuff) nothing"
    return f"end ({PHASES[state.phase].lower()})"


def _decline(game: Game, state: State, seat: str, action: actions.Decline) -> str:
    return "pass"


def _defend(game: Game, state: State, seat: str, action: actions.Defend) -> str:
    if not action.unit and not action.villagers:
        return "defend (with) nobody"
    parts = ["unit"] if action.unit else []
    parts += [plural(action.villagers, "villager")] if action.villagers else []
    return f"defend (with) {' and '.join(parts)}"


_PHRASES: dict[type[Action], Callable[[Game, State, str, Any], str]] = {
    actions.Lay: _lay,
    actions.Done: _done,
    actions.Decline: _decline,
    actions.Reveal: lambda g, s, x, a: f"reveal {building_at(g, s, x, a.space)}",
    actions.Produce: lambda g, s, x, a: f"produce {a.batches} (at) {building_at(g, s, x, a.space)}",
    actions.ProduceAll: lambda g, s, x, a: "produce everything",
    actions.Take: lambda g, s, x, a: f"take {a.resource}",
    actions.GiveUp: lambda g, s, x, a: f"remove (a soldier of) {a.unit}",
    actions.Repair: lambda g, s, x, a: f"repair {building_at(g, s, x, a.space)} (with) {a.villagers}",
    actions.Build: lambda g, s, x, a: f"build {a.card} (at) {a.space}",
    actions.PlaceRelic: lambda g, s, x, a: f"place (relic) {a.card}",
    actions.Research: lambda g, s, x, a: f"research {a.card}",
    actions.Exchange: lambda g, s, x, a: f"exchange {a.give} (for) {a.get} (at) {a.space}",
    actions.Play: lambda g, s, x, a: f"play {a.card}",
    actions.Demolish: lambda g, s, x, a: "demolish (a building)",
    actions.Raze: lambda g, s, x, a: (
        f"destroy {building_at(g, s, x, a.space)} (and) {'snuff' if a.snuffed else 'discard'} (it)"
    ),
    actions.LookOut: lambda g, s, x, a: "look (from an Outpost)",
    actions.LookAt: lambda g, s, x, a: f"look (at) {a.space}",
    actions.Send: lambda g, s, x, a: f"send {a.villagers} (from) {building_at(g, s, x, a.space)}",
    actions.Complete: lambda g, s, x, a: f"complete {a.card}",
    actions.Grow: lambda g, s, x, a: "add (the discard pile)" if a.discards else "keep (the discard pile)",
    actions.Step: lambda g, s, x, a: f"move {a.unit} (to) {place(g, s, a.to)}",
    actions.Lift: lambda g, s, x, a: f"lift {a.relic} (with) {a.unit}",
    actions.Deliver: lambda g, s, x, a: f"deliver (to) {building_at(g, s, x, a.space)}",
    actions.Target: _target,
    actions.AttackBuilding: lambda g, s, x, a: (
        f"attack {building_at(g, s, other(x), a.space)} (with) {a.unit}"
    ),
    actions.AttackUnit: _attack_unit,
    actions.Join: _join,
    actions.Respond: lambda g, s, x, a: f"respond (with) {a.unit}",
    actions.Defend: _defend,
    actions.Fire: lambda g, s, x, a: f"fire (from) {building_at(g, s, other(x), a.space)}",
    actions.Retreat: lambda g, s, x, a: f"withdraw (to) {place(g, s, a.to)}",
    actions.Convert: lambda g, s, x, a: f"convert (a) {a.token}",
    actions.TakeFirst: lambda g, s, x, a: f"hit {a.who} (first)",
    actions.Heal: lambda g, s, x, a: "heal",
    actions.Lose: lambda g, s, x, a: f"lose {plural(a.monks, 'monk')}",
    actions.MakeVillagers: lambda g, s, x, a: f"make {plural(a.count, 'villager')}",
    actions.Recruit: lambda g, s, x, a: "recruit (soldiers or monks)",
    actions.MakeMonks: lambda g, s, x, a: f"make {plural(a.count, 'monk')} (for) {a.unit}",
    actions.Muster: lambda g, s, x, a: (
        f"muster {a.card} (with) {a.soldiers} (trained at) {a.trained} (entering at) {a.space}"
    ),
    actions.Train: lambda g, s, x, a: f"train {a.soldiers} (for) {a.unit} (at) {a.trained}",
    actions.Place: lambda g, s, x, a: f"place {a.villagers} (on) {building_at(g, s, x, a.space)}",
    actions.Settle: lambda g, s, x, a: (
        f"settle (the villagers:) {a.reserve} (on the Town Center, the others at work)"
    ),
    actions.Turn: lambda g, s, x, a: f"turn {a.unit}",
    actions.Discard: lambda g, s, x, a: f"discard {a.card}",
    actions.LookThrough: lambda g, s, x, a: "snuff (a discard)",
    actions.Snuff: lambda g, s, x, a: f"snuff {a.card}",
}
