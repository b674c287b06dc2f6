"""Every sentence that is shown to people: phrases of actions, titles of decisions, the narrated log."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.middle_earth import actions, events
from rules.middle_earth.events import Modifier
from rules.middle_earth.game import Game
from rules.middle_earth.state import State, lead_of, members
from rules.ruleset import Action, Event, Mark, Resign, Step

# Names


def named(game: Game, state: State, piece: str) -> str:
    """A piece as people call it; a formation by its kind and units."""
    unit = state.units.get(piece)
    if unit is None or not unit.partner:
        return game.title(piece)
    kind = game.board.formations[unit.formation].title.lower()
    first, second = members(state, piece)
    return f"the {kind} of {game.title(first)} and {game.title(second)}"


def _and(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _with(game: Game, leaders: Sequence[str]) -> str:
    return f" with {_and([game.title(leader) for leader in leaders])}" if leaders else ""


def _points(number: int) -> str:
    return f"{number} movement point" if number == 1 else f"{number} movement points"


def _hexes(number: int) -> str:
    return f"{number} hex" if number == 1 else f"{number} hexes"


def _signed(number: int) -> str:
    return f"+{number}" if number >= 0 else f"−{-number}"


def _modifiers(modifiers: Sequence[Modifier]) -> str:
    return "".join(f", {_signed(each.amount)} {each.what} {each.rule}" for each in modifiers)


def _span(span: tuple[int, int]) -> str:
    if span == (0, 0):
        return "never"
    return str(span[0]) if span[0] == span[1] else f"{span[0]}–{span[1]}"


# Decisions and actions

_DECISIONS = {
    "relocate": "which unit a leader joins",
    "lose": "which unit of the formation is lost",
    "retreat": "a retreat",
    "displace": "who makes room for a retreat",
    "declare": "who else attacks",
    "retreat-before-combat": "whether to retreat before combat",
    "advance": "whether to advance",
    "aim": "the target of the spell",
    "move": "the move",
    "missile": "missile combat",
    "leaders": "leader combat",
    "melee": "melee",
}


def decision_title(game: Game, state: State, kind: str) -> str:
    """What is to be decided, in a few words."""
    if state.questions:
        return game.exclusive.questions[kind].title
    if kind == "retreat":
        return f"the retreat of {game.title(state.retreats[0].unit)}"
    if kind == "displace":
        return f"where {game.title(state.crowding[0])} makes room"
    if kind == "relocate":
        return f"which unit {game.title(state.relocations[0])} joins"
    if kind == "retreat-before-combat" and state.melee is not None:
        return f"whether {named(game, state, state.melee.defender)} retreats before combat"
    if kind == "move" and state.marching is not None:
        return f"the move of {named(game, state, state.marching.piece)}"
    if kind in _DECISIONS:
        return _DECISIONS[kind]
    return game.board.data.phase[state.phase].title.lower()


_ENDS = {
    "missile": "end (missile combat)",
    "leaders": "end (leader combat)",
    "melee": "end (melee)",
}

Phrase = Callable[[Game, State, Any], str]

_PHRASES: dict[type[Action], Phrase] = {
    actions.End: lambda game, state, action: _ENDS.get(state.step, "end (phase)"),
    actions.March: lambda game, state, action: (
        f"(move) {game.short(action.piece)}"
        + (f" with {game.short(action.carrying)}" if action.carrying else "")
    ),
    actions.Step: lambda game, state, action: f"(to) {action.hex}",
    actions.Halt: lambda game, state, action: "(halt)",
    actions.Form: lambda game, state, action: (
        f"form {game.short(action.units[0])} (and) {game.short(action.units[1])} (under) {game.short(action.leader)}"
    ),
    actions.BreakUp: lambda game, state, action: f"break up {game.short(action.unit)}",
    actions.Fire: lambda game, state, action: (
        f"fire {game.short(action.unit)} at {game.short(action.target)}"
    ),
    actions.Duel: lambda game, state, action: (
        f"duel {game.short(action.attacker)} (against) {game.short(action.defender)}"
    ),
    actions.Attack: lambda game, state, action: (
        f"attack (with) {game.short(action.attacker)} (on) {game.short(action.defender)}"
    ),
    actions.Resolve: lambda game, state, action: "(resolve)",
    actions.RetreatBeforeCombat: lambda game, state, action: f"fall back {action.hexes}",
    actions.StandFast: lambda game, state, action: "stand (fast)",
    actions.Lose: lambda game, state, action: f"lose {game.short(action.unit)}",
    actions.Retreat: lambda game, state, action: f"(retreat to) {action.hex}",
    actions.Displace: lambda game, state, action: f"displace {game.short(action.unit)} (to) {action.hex}",
    actions.Decline: lambda game, state, action: "decline (to make room)",
    actions.Advance: lambda game, state, action: (
        f"advance {game.short(action.unit)}"
        + (f" with {' '.join(game.short(leader) for leader in action.leaders)}" if action.leaders else "")
    ),
    actions.HoldPosition: lambda game, state, action: "hold (position)",
    actions.Relocate: lambda game, state, action: (
        f"join {game.short(action.unit)} (with {game.short(action.leader)})"
    ),
    actions.Rally: lambda game, state, action: (
        f"rally {game.short(action.unit)} (by) {game.short(action.leader)}"
    ),
    actions.Cast: lambda game, state, action: f"cast {action.spell} (with) {action.points} (points)",
    actions.Aim: lambda game, state, action: f"(at) {action.target}",
    Resign: lambda game, state, action: "resign",
}


def phrase(game: Game, state: State, action: Action) -> str:
    """The action as it is listed and typed."""
    found = _PHRASES.get(type(action)) or game.exclusive.phrases[type(action)]
    return found(game, state, action)


# Events

_RESULTS = {"E": "is eliminated", "1/2": "is reduced", "-": "no effect"}


def _result(text: str) -> str:
    """A result of the casualty results table in words."""
    if text in _RESULTS:
        return _RESULTS[text]
    parts = ["is reduced" if part == "1/2" else f"retreats {part[1:]}" for part in text.split()]
    return " and ".join(reversed(parts))


def _attack(game: Game, state: State, event: events.AttackResolved) -> str:
    melee = event.kind == "melee"
    letter = event.letter if melee or event.letter != "E" else "e"
    attacker = f"{named(game, state, event.attacker)} ({letter}{_modifiers(event.attack_modifiers)})"
    shield = f"armour {event.armour - sum(each.amount for each in event.armour_modifiers)} " + (
        _modifiers(event.armour_modifiers)[2:] or "+0"
    )
    told = f"{'Melee' if melee else 'Fire'}: {attacker} against {named(game, state, event.defender)} ({shield}): "
    if not event.dice:
        told += "casualty without a roll (7.37)"
    else:
        rolled = "casualty" if event.casualty else "nothing"
        rule = "7.33" if melee else "7.17"
        told += f"2d6 {_span(event.range)}, rolled {sum(event.dice)}: {rolled} ({rule})"
    if event.casualty:
        nerve = f"morale {event.morale}{_modifiers(event.morale_modifiers)}"
        told += f"; {nerve}, 1d6 = {event.die}: {_result(event.result)} (7.42)"
    return told


def _duel(game: Game, state: State, event: events.DuelFought) -> str:
    results = {
        "AW": "the attacker is wounded",
        "AK": "the attacker is killed",
        "DW": "the defender is wounded",
        "DK": "the defender is killed",
        "-": "no result",
    }
    return (
        f"Leader combat: {game.title(event.attacker)} ({event.attacker_rating}{_modifiers(event.attacker_modifiers)})"
        f" attacks {game.title(event.defender)} ({event.defender_rating}{_modifiers(event.defender_modifiers)}):"
        f" differential {_signed(event.differential)}, 1d6 = {event.die}: {results[event.result]} (7.26)"
    )


def _placed(game: Game, state: State, event: events.UnitPlaced) -> str:
    marks = [word for word, is_so in (("reduced", event.reduced), ("disrupted", event.disrupted)) if is_so]
    return f"{game.title(event.unit)} stands in {event.hex}{' (' + ', '.join(marks) + ')' if marks else ''} (3.0)"


def _leader_placed(game: Game, state: State, event: events.LeaderPlaced) -> str:
    marks = ["wounded"] if event.wounded else []
    marks += [f"{event.points} magic points"] if event.points else []
    return f"{game.title(event.leader)} stands in {event.hex}{' (' + ', '.join(marks) + ')' if marks else ''} (3.0)"


def _marker_placed(game: Game, state: State, event: events.MarkerPlaced) -> str:
    if event.bearer:
        return f"{game.title(event.bearer)} bears {game.title(event.marker)}"
    return f"{game.title(event.marker)} stands in {event.hex}"


def _phase_began(game: Game, state: State, event: events.PhaseBegan) -> str:
    return f"{game.board.data.phase[event.phase].title}: {game.board.sides[event.seat].title} (3.0)"


def _ended(game: Game, state: State, event: events.GameEnded) -> str:
    scores = ", ".join(
        f"{game.board.sides[seat].title} {points:g}" for seat, points in sorted(event.scores.items())
    )
    how = {"decisive": "decisively", "marginal": "marginally", "annihilation": "by annihilation",
           "resigned": "because the other side resigns"}  # fmt: skip
    if not event.winners:
        return f"The battle is drawn ({scores})"
    winners = _and([game.board.sides[seat].title for seat in event.winners])
    return f"{winners} wins {how.get(event.how, event.how)} ({scores})"


def _march_ended(game: Game, state: State, event: events.MarchEnded) -> str:
    name = _start(named(game, state, event.piece))
    if event.rule == "6.0":
        return f"{name} stops in an enemy zone of control (6.0)"
    return f"{name} can go no further (4.26)" if event.rule else f"{name} halts (4.0)"


def _retreat_ordered(game: Game, state: State, event: events.RetreatOrdered) -> str:
    name = game.title(event.unit)
    if event.cause == "early":
        return f"{name} retreats {_hexes(event.hexes)} before combat (7.7)"
    rule = "7.23" if event.cause == "leader" else "7.54"
    return f"{name} must retreat {_hexes(event.hexes)} ({rule})"


def _rally(game: Game, state: State, event: events.RallyRolled) -> str:
    return (
        f"Rally: {game.title(event.leader)} ({event.rating}{_modifiers(event.modifiers)}) rallies "
        f"{named(game, state, event.unit)}: 2d6 {_span(event.range)}, rolled {sum(event.dice)}: "
        f"{'rallied' if event.rallied else 'still disrupted'} (8.34)"
    )


def _spell_cast(game: Game, state: State, event: events.SpellCast) -> str:
    spell = game.board.spells[event.spell]
    target = f" at {event.target}" if event.target else ""
    rule = f"works, {event.points} points are spent" if event.works else "fails, no points are spent"
    return (
        f"Magic: {game.title(event.caster)} casts {spell.title}{target} with {event.points} points: "
        f"2d6 {_span(event.range)}, rolled {sum(event.dice)}: {rule} (8.54, 8.56)"
    )


def _removed(game: Game, state: State, event: events.PieceRemoved) -> str:
    return f"{_start(game.title(event.piece))} is taken off the map{f' ({event.rule})' if event.rule else ''}"


def _start(text: str) -> str:
    return text[:1].upper() + text[1:]


Telling = Callable[[Game, State, Any], str]

_TELLINGS: Mapping[type[Event], Telling] = {
    events.UnitPlaced: _placed,
    events.LeaderPlaced: _leader_placed,
    events.MarkerPlaced: _marker_placed,
    events.EnginePlaced: lambda game, state, event: (
        f"A {event.kind.replace('-', ' ')} stands in {event.hex}"
        + (f" against {event.hexside}" if event.hexside else "")
    ),
    events.HexsideOpened: lambda game, state, event: (
        f"Hexside {event.hexside} is now: {game.board.data.terrain[event.terrain].title.lower()}"
    ),
    events.SiegeConducted: lambda game, state, event: (
        f"{_start(named(game, state, event.unit))} takes part in the siege"
    ),
    events.PieceRemoved: _removed,
    events.TurnBegan: lambda game, state, event: (
        f"Turn {event.turn} begins"
        + (": night, Sauron’s units are fanatic and his leaders stronger (10.0)" if event.night else "")
    ),
    events.PhaseBegan: _phase_began,
    events.StepBegan: lambda game, state, event: (
        f"{ {'missile': 'Missile combat', 'leaders': 'Leader combat', 'melee': 'Melee'}[event.step] } begins (7.0)"
    ),
    events.GameEnded: _ended,
    events.MarchBegan: lambda game, state, event: (
        f"{_start(named(game, state, event.piece))} moves with {_points(event.points)}"
        f"{' and ' + game.title(event.carrying) if event.carrying else ''} (4.0)"
    ),
    events.PieceMoved: lambda game, state, event: (
        f"{_start(named(game, state, event.piece))} enters {event.hex} for {_points(event.cost)} (4.0)"
    ),
    events.MarchEnded: _march_ended,
    events.AttackDeclared: lambda game, state, event: (
        f"{_start(named(game, state, event.attacker))} shall attack {named(game, state, event.defender)} (7.32)"
    ),
    events.AttackersNamed: lambda game, state, event: (
        f"All attackers of {named(game, state, event.defender)} are declared (7.32)"
    ),
    events.AttackResolved: _attack,
    events.UnitReduced: lambda game, state, event: f"{game.title(event.unit)} is reduced ({event.rule})",
    events.UnitEliminated: lambda game, state, event: (
        f"{game.title(event.unit)} is eliminated ({event.rule}): +{event.value} to the "
        f"{game.board.data.army[event.army].title}, {state.totals.get(event.army, 0) + event.value} in all (9.13)"
    ),
    events.LossOrdered: lambda game, state, event: (
        f"{_start(named(game, state, event.units[0]))} loses one unit (8.46)"
    ),
    events.MeleeEnded: lambda game, state, event: (
        f"The melee against {game.title(event.defender)} is over (7.32)"
    ),
    events.DuelFought: _duel,
    events.RetreatOrdered: _retreat_ordered,
    events.UnitRetreated: lambda game, state, event: (
        f"{game.title(event.unit)}{_with(game, event.leaders)} retreats to {event.hex} (7.55)"
    ),
    events.DisplacementChosen: lambda game, state, event: (
        f"{game.title(event.unit)} shall go to {event.hex} (7.61)"
    ),
    events.UnitDisplaced: lambda game, state, event: (
        f"{game.title(event.unit)}{_with(game, event.leaders)} is displaced to {event.hex} (7.61)"
    ),
    events.RetreatEnded: lambda game, state, event: (
        f"{game.title(event.unit)} has retreated (7.54)"
        if event.done
        else f"{game.title(event.unit)} has no way to retreat ({'7.23' if event.unit in state.units else '7.56'})"
    ),
    events.EarlyRetreatRolled: lambda game, state, event: (
        f"{game.title(event.unit)} retreated before combat: 1d6 1–3, rolled {event.die}: "
        f"{'disrupted' if event.disrupted else 'in good order'} (7.7)"
    ),
    events.UnitDisrupted: lambda game, state, event: f"{game.title(event.unit)} is disrupted ({event.rule})",
    events.RetreatsEnded: lambda game, state, event: "The retreat is over (7.57)",
    events.EarlyRetreatDeclined: lambda game, state, event: (
        f"{_start(named(game, state, event.unit))} stands fast (7.7)"
    ),
    events.UnitAdvanced: lambda game, state, event: (
        f"{_start(named(game, state, event.unit))}{_with(game, event.leaders)} advances to {event.hex} (7.51)"
    ),
    events.AdvanceDeclined: lambda game, state, event: f"Nobody advances to {event.hex} (7.51)",
    events.FateRolled: lambda game, state, event: (
        f"{game.title(event.leader)} stands with the unit that suffers {event.result}: 1d6 5–6, rolled {event.die}: "
        f"{'he shares its fate' if event.suffers else 'unhurt'} (8.24)"
    ),
    events.LeaderWounded: lambda game, state, event: (
        f"{game.title(event.leader)} is wounded ({event.rule}, 8.21)"
    ),
    events.LeaderKilled: lambda game, state, event: f"{game.title(event.leader)} is killed ({event.rule})",
    events.RelocationOrdered: lambda game, state, event: (
        f"{game.title(event.leader)} must join a unit ({event.rule})"
    ),
    events.LeaderRelocated: lambda game, state, event: (
        f"{game.title(event.leader)} joins the unit in {event.hex} (8.24)"
    ),
    events.RallyRolled: _rally,
    events.FormationTaken: lambda game, state, event: (
        f"{_and([game.title(unit) for unit in event.units])} form a "
        f"{game.board.formations[event.formation].title.lower()} in {event.hex}"
        f"{' under ' + game.title(event.leader) if event.leader else ''} (8.43)"
    ),
    events.FormationEnded: lambda game, state, event: (
        f"The formation of {_and([game.title(unit) for unit in event.units])} ends ({event.rule or '8.4'})"
    ),
    events.SpellDeclared: lambda game, state, event: (
        f"{game.title(event.caster)} attempts {game.board.spells[event.spell].title} with {event.points} points (8.54)"
    ),
    events.SpellCast: _spell_cast,
    events.SpellTookHold: lambda game, state, event: (
        f"{game.board.spells[event.spell].title} works until the end of the turn"
    ),
    events.TotalChanged: lambda game, state, event: (
        f"{game.board.data.army[event.army].title}: {_signed(event.change)} demoralization points ({event.rule})"
    ),
    events.ArmyDemoralized: lambda game, state, event: (
        f"{game.board.data.army[event.army].title} is demoralized: {event.total} points exceed {event.level} (9.21)"
    ),
    events.TotalCorrected: lambda game, state, event: (
        f"{game.board.data.army[event.army].title}: the demoralization total is set to {event.total}"
    ),
}


def narrate(game: Game, state: State, event: Event) -> str:
    """One line for an event; the state is the one before it."""
    telling = _TELLINGS.get(type(event)) or game.exclusive.tellings[type(event)]
    return telling(game, state, event)


_IN_SHORT = (
    events.AttackResolved,
    events.DuelFought,
    events.UnitEliminated,
    events.LeaderKilled,
    events.LeaderWounded,
    events.UnitAdvanced,
    events.FormationTaken,
    events.RallyRolled,
    events.SpellCast,
    events.ArmyDemoralized,
    events.GameEnded,
    events.UnitDisplaced,
)
"""Events of a run that are told; those between are left out."""


def retell(game: Game, state: State, steps: Sequence[Step]) -> str:
    """One line for a run of batches: where the pieces went, then the fights and their results."""
    parts: list[str] = []
    ways: dict[str, list[str]] = {}
    first = ""
    for step in steps:
        for event in step.events:
            first = first or narrate(game, state, event)
            if isinstance(event, (events.PieceMoved, events.UnitRetreated)):
                piece = event.piece if isinstance(event, events.PieceMoved) else event.unit
                if isinstance(event, events.PieceMoved) and piece in state.units:
                    piece = lead_of(state, piece)
                ways.setdefault(piece, []).append(event.hex)
            elif isinstance(event, _IN_SHORT):
                parts += _told_ways(game, state, ways)
                parts.append(narrate(game, state, event))
            state = game.evolution[type(event)](game, state, event)
    parts += _told_ways(game, state, ways)
    who = game.board.sides[steps[0].seat].title if steps and steps[0].seat in game.board.sides else ""
    told = "; ".join(parts) or first or "nothing happens"
    return f"{who}: {told}" if who else told


def _told_ways(game: Game, state: State, ways: dict[str, list[str]]) -> list[str]:
    told = [f"{_start(named(game, state, piece))} to {'–'.join(hexes)}" for piece, hexes in ways.items()]
    ways.clear()
    return told


_MARKS: Mapping[type[Event], Mark] = {
    events.AttackResolved: "battle",
    events.DuelFought: "battle",
    events.UnitReduced: "loss",
    events.UnitEliminated: "loss",
    events.LeaderWounded: "loss",
    events.LeaderKilled: "loss",
    events.ArmyDemoralized: "loss",
    events.PieceMoved: "move",
    events.UnitRetreated: "move",
    events.UnitDisplaced: "move",
    events.UnitAdvanced: "move",
    events.LeaderRelocated: "move",
    events.FormationTaken: "move",
    events.FateRolled: "roll",
    events.RallyRolled: "roll",
    events.SpellCast: "roll",
    events.EarlyRetreatRolled: "roll",
    events.HexsideOpened: "control",
}


def mark(event: Event) -> Mark | None:
    """What kind of moment an event is, for jumps."""
    return _MARKS.get(type(event))
