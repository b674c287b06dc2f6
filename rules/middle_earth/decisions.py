"""Whose decision it is, what may be decided, and carrying it out: the chapters' parts put together.

What has begun is settled before anything else: the one game's own questions, leaders without a unit (8.24), a
formation's loss (8.46), retreats (7.5), the melee under way (7.32), a spell to be aimed (8.54), a piece on the move
(4.0); then the phase (3.0).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from rules.errors import IllegalAction
from rules.middle_earth import (
    actions,
    advance,
    arrivals,
    casualties,
    displacement,
    end_of_movement,
    formations,
    leader_combat,
    leaders,
    magic,
    melee,
    missile,
    movement,
    rally,
    retreat,
    retreat_before_combat,
    set_up,
)
from rules.middle_earth.game import Game, Refusal
from rules.middle_earth.state import State
from rules.middle_earth.unfolding import Unfolding
from rules.ruleset import Action

MISSILE, LEADERS, MELEE = "missile", "leaders", "melee"
STEPS = (MISSILE, LEADERS, MELEE)
"""The parts of a combat phase in their order (7.0)."""


class Decision(NamedTuple):
    """A seat that is to decide, and what: a stable word."""

    seat: str
    kind: str


def pending(state: State) -> bool:
    """Whether something that has begun must be settled before the next attack or move."""
    return bool(
        state.questions
        or state.relocations
        or state.loss is not None
        or state.retreats
        or state.retreated
        or state.displaced
    )


def decision(game: Game, state: State) -> Decision | None:
    """What is to be decided now, and by whom; None when the game is over or has not begun."""
    if state.outcome is not None:
        return None
    if state.questions:
        return Decision(state.questions[0].seat, state.questions[0].kind)
    if state.in_hand:
        return Decision(game.seat_of[state.in_hand], "bring")
    if state.setting_up:
        return Decision(state.setting_up, "set-up")
    if not state.phase:
        return None
    if state.relocations:
        return Decision(game.seat_of[state.relocations[0]], "relocate")
    if state.loss is not None:
        return Decision(game.seat_of[state.loss.units[0]], "lose")
    if state.retreats:
        return Decision(game.seat_of[state.retreats[0].unit], "displace" if state.crowding else "retreat")
    fight = state.melee
    if fight is not None:
        if fight.stage == melee.WINDOW:
            return Decision(game.enemy[state.seat], "retreat-before-combat")
        return Decision(state.seat, "declare" if fight.stage == melee.DECLARING else "advance")
    if state.casting is not None:
        return Decision(state.seat, "aim")
    if state.marching is not None:
        return Decision(state.seat, "move")
    kind = game.board.data.phase[state.phase].kind
    return Decision(state.seat, state.step if kind == "combat" and state.step else kind)


def choices_of(game: Game, state: State, kind: str) -> Iterator[Action]:
    """What the acting seat may do in a phase, or in a part of a combat phase, its end aside: found one by one."""
    seat = state.seat
    if kind == "movement":
        if movement.crowded(game, state):
            yield from movement.beginnings(game, state, seat)
            return
        yield from arrivals.options(game, state, seat)
        yield from movement.beginnings(game, state, seat)
        yield from formations.options(game, state, seat)
    elif kind == "magic":
        yield from movement.beginnings(game, state, seat)
        yield from _carrying(game, state, seat)
        yield from magic.options(game, state, seat)
        return
    elif kind == MISSILE:
        yield from missile.options(game, state, seat)
    elif kind == LEADERS:
        yield from leader_combat.options(game, state, seat)
    elif kind == MELEE:
        yield from (attack for attacks, _ in melee.attacks(game, state, seat) for attack in attacks)
    elif kind == "rally":
        yield from rally.options(game, state, seat)
    elif kind == "siege":
        yield from game.exclusive.siege(game, state)
    yield from game.exclusive.choices(game, state, kind)


def _carrying(game: Game, state: State, seat: str) -> Iterator[Action]:
    """The magic leaders that may move with a marker."""
    for leader in game.leaders_of[seat]:
        if leader in state.leaders and game.board.leaders[leader].magic and leader not in state.moved:
            for marker in movement.carried_by(game, state, leader):
                if movement.refuse_march(game, state, leader, seat) is None:
                    yield actions.March(leader, marker)


def options(game: Game, state: State, now: Decision) -> tuple[Action, ...]:
    """Everything that may be decided now, in a fixed order."""
    kind = now.kind
    if state.questions:
        return game.exclusive.questions[kind].options(game, state, state.questions[0])
    listing = _LISTS.get(kind)
    if listing is not None:
        return listing(game, state, now.seat)
    if kind == MELEE:
        found = list(melee.attacks(game, state, state.seat))
        choices = (
            *(attack for attacks, _ in found for attack in attacks),
            *game.exclusive.choices(game, state, kind),
        )
        return choices if any(bound for _, bound in found) else (*choices, actions.End())  # 7.31
    choices = tuple(choices_of(game, state, kind))
    return (*choices, actions.End()) if may_end(game, state, kind) else choices


def is_choice(game: Game, state: State, now: Decision) -> bool:
    """Whether there is more than one option; as `options` has them, looked for no further than needed."""
    if now.kind == "move":
        ways = movement.marching_options(game, state)
        return next(ways, None) is not None and next(ways, None) is not None
    if state.questions or now.kind in _LISTS:
        return len(options(game, state, now)) > 1
    choices = choices_of(game, state, now.kind)
    if next(choices, None) is None:
        return False
    return next(choices, None) is not None or may_end(game, state, now.kind)


def has_choices(game: Game, state: State, kind: str) -> bool:
    """Whether the acting seat has anything to do in a phase, or in a part of a combat phase, but to end it."""
    return next(choices_of(game, state, kind), None) is not None


def may_end(game: Game, state: State, kind: str) -> bool:
    """Whether the phase, or the part of a combat phase, may end now."""
    return refuse_end(game, state, kind) is None


_LISTS: dict[str, Callable[[Game, State, str], tuple[Action, ...]]] = {
    "set-up": set_up.options,
    "bring": lambda game, state, seat: set_up.placing_options(game, state),
    "relocate": lambda game, state, seat: leaders.relocation_options(game, state),
    "lose": lambda game, state, seat: casualties.loss_options(state),
    "retreat": lambda game, state, seat: retreat.options(game, state),
    "displace": lambda game, state, seat: retreat.options(game, state),
    "declare": melee.declaring_options,
    "retreat-before-combat": lambda game, state, seat: retreat_before_combat.options(game, state),
    "advance": lambda game, state, seat: advance.options(game, state),
    "aim": lambda game, state, seat: magic.aiming_options(game, state),
    "move": lambda game, state, seat: tuple(movement.marching_options(game, state)),
}


# Carrying out


def refuse_end(game: Game, state: State, kind: str) -> Refusal | None:
    """Why the phase, or the part of a combat phase, may not end now, or None."""
    if kind == "movement":
        return end_of_movement.refuse_end(game, state, state.seat)
    if kind == MELEE:
        return melee.refuse_end(game, state, state.seat)
    return None


_HANDLERS: dict[str, dict[type[Action], Callable[..., None]]] = {
    "set-up": {actions.Bring: set_up.bring},
    "bring": {actions.BringTo: lambda now, seat, action: set_up.bring_to(now, action)},
    "relocate": {actions.Relocate: lambda now, seat, action: leaders.relocate(now, action)},
    "lose": {actions.Lose: lambda now, seat, action: casualties.lose(now, action)},
    "retreat": {
        actions.Retreat: lambda now, seat, action: retreat.retreat_to(now, action),
        actions.Decline: lambda now, seat, action: retreat.decline(now),
    },
    "displace": {
        actions.Displace: lambda now, seat, action: displacement.displace(now, action),
        actions.Decline: lambda now, seat, action: retreat.decline(now),
    },
    "declare": {
        actions.Attack: melee.attack,
        actions.Resolve: lambda now, seat, action: melee.name_attackers(now),
    },
    "retreat-before-combat": {
        actions.RetreatBeforeCombat: lambda now, seat, action: retreat_before_combat.fall_back(now, action),
        actions.StandFast: lambda now, seat, action: retreat_before_combat.stand_fast(now),
    },
    "advance": {
        actions.Advance: lambda now, seat, action: advance.advance(now, action),
        actions.HoldPosition: lambda now, seat, action: advance.hold(now),
    },
    "aim": {actions.Aim: lambda now, seat, action: magic.aim(now, action)},
    "move": {
        actions.Step: lambda now, seat, action: movement.step(now, action),
        actions.Halt: lambda now, seat, action: movement.halt(now, action),
    },
    "movement": {
        actions.March: movement.march,
        actions.Form: formations.form,
        actions.BreakUp: formations.break_up,
    },
    "magic": {actions.March: movement.march, actions.Cast: magic.cast},
    MISSILE: {actions.Fire: missile.fire},
    LEADERS: {actions.Duel: leader_combat.duel},
    MELEE: {actions.Attack: melee.attack},
    "rally": {actions.Rally: rally.rally},
}
"""For each decision the actions that can answer it, and what carries them out."""


def carry_out(unfolding: Unfolding, now: Decision, action: Action) -> None:
    """The first events of a decision. Raises IllegalAction. The end of a phase is not carried out here."""
    game, state = unfolding.game, unfolding.state
    if state.questions:
        game.exclusive.questions[now.kind].answer(unfolding, state.questions[0], action)
        return
    handler = _HANDLERS.get(now.kind, {}).get(type(action)) or game.exclusive.acts.get(now.kind, {}).get(
        type(action)
    )
    if handler is not None:
        handler(unfolding, now.seat, action)
        return
    if now.kind == "siege":
        if action in game.exclusive.siege(game, state):
            game.exclusive.siege_act(unfolding, action)
            return
        raise IllegalAction("3.0", "this is not done in the siege phase")
    raise IllegalAction(*misplaced(game, state, now, action))


def misplaced(game: Game, state: State, now: Decision, action: Action) -> Refusal:
    """Why an action is none that could answer the decision."""
    if now.kind in _FIRST and type(action) is not actions.Resolve:
        rule, sentence = _FIRST[now.kind]
        return rule, sentence
    if state.phase in ("C", "F") and isinstance(action, (actions.Fire, actions.Duel, actions.Attack)):
        return "4.23", "there is no combat in a movement phase"
    own = game.exclusive.misplaced.get(type(action))
    rule, sentence = own or _PLACE.get(type(action), ("3.0", "this is not to be decided now"))
    if isinstance(action, actions.Fire) and now.kind in (LEADERS, MELEE):
        return "7.16", "all missile fire comes before leader combat and melee"
    leader = game.board.leaders.get(action.piece) if isinstance(action, actions.March) else None
    if leader is not None and leader.magic:
        return "8.52", "magic leaders move in the magic leader phases only"
    if isinstance(action, actions.Step):
        return movement.refuse_going_on(game, state, action.hex) or (rule, sentence)
    return rule, sentence


_FIRST: dict[str, Refusal] = {
    "set-up": ("3.0", "the pieces are set up before anything else"),
    "bring": ("4.0", "the hex of the piece that is being set up must be named first"),
    "relocate": ("8.24", "a leader without a unit must join one first"),
    "lose": ("8.46", "the unit that the formation loses must be named first"),
    "retreat": ("7.54", "a retreat must be carried out first"),
    "displace": ("7.61", "a unit must make room for the retreating one first, or the owner declines"),
    "declare": ("7.32", "the attackers of one defender are to be declared and their attacks resolved first"),
    "retreat-before-combat": ("7.7", "the unit under attack first stands fast or retreats"),
    "advance": ("7.51", "whether a unit advances into the emptied hex is to be decided first"),
    "aim": ("8.54", "the target of the declared spell must be named first"),
    "move": ("4.0", "the piece that is moving must finish its move first"),
}

_PLACE: dict[type[Action], Refusal] = {
    actions.Bring: ("3.0", "pieces are set up before the first turn"),
    actions.BringTo: ("3.0", "no piece is being set up"),
    actions.Choose: ("4.0", "no unit is to be chosen now"),
    actions.March: ("4.22", "pieces move only in their own movement phase"),
    actions.Step: ("4.0", "no piece is moving"),
    actions.Halt: ("4.0", "no piece is moving"),
    actions.Form: ("8.43", "formations are taken in their owner's movement phase"),
    actions.BreakUp: ("8.48", "formations are broken up in their owner's movement phase"),
    actions.Fire: ("7.16", "units fire in the missile part of their own combat phase"),
    actions.Duel: ("7.21", "leaders fight in the leader part of their own combat phase, after all missiles"),
    actions.Attack: ("7.0", "melee comes last in the combat phase"),
    actions.Resolve: ("7.32", "no attack is being declared"),
    actions.RetreatBeforeCombat: ("7.7", "no unit may retreat before combat now"),
    actions.StandFast: ("7.7", "no unit is asked whether it stands"),
    actions.Lose: ("8.46", "no formation has to lose a unit now"),
    actions.Retreat: ("7.54", "no unit has to retreat now"),
    actions.Displace: ("7.61", "no unit has to make room now"),
    actions.Decline: ("7.61", "there is no displacement to decline now"),
    actions.Advance: ("7.51", "no hex has been emptied by melee"),
    actions.HoldPosition: ("7.51", "no hex has been emptied by melee"),
    actions.Relocate: ("8.24", "no leader has to join a unit now"),
    actions.Rally: ("8.3", "units are rallied in the joint rally phase only"),
    actions.Cast: ("8.54", "spells are cast in a magic leader phase"),
    actions.Aim: ("8.54", "no spell has been declared"),
}
