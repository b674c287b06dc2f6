"""How decisions and actions are said: what a seat is asked, and what it types."""

from __future__ import annotations

from rules.middle_earth import actions
from rules.middle_earth.end_of_movement import refuse_end
from rules.middle_earth.game import Game, Phrase
from rules.middle_earth.magic import reach
from rules.middle_earth.movement import crowded
from rules.middle_earth.state import State
from rules.middle_earth.wording import named, phase_title, span, within
from rules.ruleset import Action, Resign
from rules.wording import listed

_DECISIONS = {
    "set-up": "the set-up",
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


def _must_move_on(game: Game, state: State) -> str:
    """Why a move is not to be declined: somebody else has come into the hex."""
    held = crowded(game, state)
    if not held:
        return ""
    return f": {held} holds one unit or formation only, one must move on (4.28)"


def _must_be_done(game: Game, state: State, what: str) -> str:
    """What the seat has still to do before the movement phase may end (8.1), told after `; before {what} ends`."""
    refused = None if crowded(game, state) else refuse_end(game, state, state.seat)
    return f"; before {what} ends, {refused[1]} ({refused[0]})" if refused is not None else ""


def decision_title(game: Game, state: State, kind: str) -> str:
    """What is to be decided, in a few words."""
    if state.questions:
        return game.exclusive.questions[kind].title
    if kind == "bring":
        return f"where {game.title(state.in_hand)} sets up"
    if kind == "retreat":
        return f"the retreat of {game.title(state.retreats[0].unit)}"
    if kind == "displace":
        return f"where {game.title(state.crowding[0])} makes room"
    if kind == "relocate":
        return f"which unit {game.title(state.relocations[0])} joins"
    if kind == "retreat-before-combat" and state.melee is not None:
        attackers = listed([named(game, state, unit) for unit in state.melee.attackers])
        return f"whether {named(game, state, state.melee.defender)} retreats before combat with {attackers}"
    if kind == "move" and state.marching is not None:
        piece = state.marching.piece
        is_magic = (
            piece in state.leaders and game.board.leaders[piece].magic > 0
        )  # 8.52: in phases of its own
        must = "" if state.marching.steps or is_magic else _must_be_done(game, state, "the phase")
        return f"the move of {named(game, state, piece)}{_must_move_on(game, state)}{must}"
    if kind == "movement" and state.phase:
        must = _must_be_done(game, state, "it")
        return f"{within(game, phase_title(game, state.phase))}{_must_move_on(game, state)}{must}"
    if kind in _DECISIONS:
        return _DECISIONS[kind]
    return within(game, phase_title(game, state.phase))


_ENDS = {
    "missile": "end (missile combat)",
    "leaders": "end (leader combat)",
    "melee": "end (melee)",
}


def _acting(game: Game, state: State, piece: str) -> str:
    """A piece as it is typed; of a formation its lead, with what else it is."""
    unit = state.units.get(piece)
    if unit is None or not unit.formation:
        return game.typed(piece)
    return f"{game.typed(piece)} ({unit.formation} with {game.typed(unit.partner)})"


def _works_on(game: Game, state: State, action: actions.Cast) -> str:
    """The sums of two dice with which the spell works (8.57)."""
    if action.spell not in game.board.spells:
        return "nothing"
    return span(reach(game, state, action.caster, action.spell, action.points)[0])


_PHRASES: dict[type[Action], Phrase] = {
    actions.End: lambda game, state, action: _ENDS.get(state.step, "end (phase)"),
    actions.Bring: lambda game, state, action: f"(bring) {game.typed(action.piece)}",
    actions.BringTo: lambda game, state, action: f"(to) {action.hex}",
    actions.Choose: lambda game, state, action: f"choose {game.typed(action.piece)}",
    actions.March: lambda game, state, action: (
        f"(move) {_acting(game, state, action.piece)}"
        + (f" (with) {game.typed(action.carrying)}" if action.carrying else "")
    ),
    actions.Step: lambda game, state, action: f"(to) {action.hex}",
    actions.Halt: lambda game, state, action: "(halt)",
    actions.Form: lambda game, state, action: (
        f"form {game.typed(action.units[0])} (and) {game.typed(action.units[1])} (under) {game.typed(action.leader)}"
    ),
    actions.BreakUp: lambda game, state, action: f"break up {game.typed(action.unit)}",
    actions.Fire: lambda game, state, action: (
        f"fire {game.typed(action.unit)} (at) {game.typed(action.target)}"
    ),
    actions.Duel: lambda game, state, action: (
        f"duel {game.typed(action.attacker)} (against) {game.typed(action.defender)}"
    ),
    actions.Attack: lambda game, state, action: (
        f"attack (with) {_acting(game, state, action.attacker)} (on) {game.typed(action.defender)}"
    ),
    actions.Resolve: lambda game, state, action: "(resolve)",
    actions.RetreatBeforeCombat: lambda game, state, action: f"fall back {action.hexes}",
    actions.StandFast: lambda game, state, action: "stand (fast)",
    actions.Lose: lambda game, state, action: f"lose {game.typed(action.unit)}",
    actions.Retreat: lambda game, state, action: f"(retreat to) {action.hex}",
    actions.Displace: lambda game, state, action: f"displace {game.typed(action.unit)} (to) {action.hex}",
    actions.Decline: lambda game, state, action: "decline (to make room)",
    actions.Advance: lambda game, state, action: (
        f"advance {game.typed(action.unit)}"
        + (f" (with) {' '.join(game.typed(leader) for leader in action.leaders)}" if action.leaders else "")
    ),
    actions.HoldPosition: lambda game, state, action: "hold (position)",
    actions.Relocate: lambda game, state, action: (
        f"join {game.typed(action.unit)} (with {game.typed(action.leader)})"
    ),
    actions.Rally: lambda game, state, action: (
        f"rally {game.typed(action.unit)} (by) {game.typed(action.leader)}"
    ),
    actions.Cast: lambda game, state, action: (
        f"cast {action.spell} (with) {action.points} (points, works on {_works_on(game, state, action)})"
    ),
    actions.Aim: lambda game, state, action: f"(at) {game.typed(action.target)}",
    Resign: lambda game, state, action: "resign",
}


def phrase(game: Game, state: State, action: Action) -> str:
    """The action as it is listed and typed."""
    found = _PHRASES.get(type(action)) or game.exclusive.phrases[type(action)]
    return found(game, state, action)
