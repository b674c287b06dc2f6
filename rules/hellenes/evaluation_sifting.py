"""Which of many actions are worth a look, for bots: most of those that are legal lead nowhere."""

from __future__ import annotations

from collections.abc import Sequence

from rules.hellenes import actions as a
from rules.hellenes.evaluation_goals import needed
from rules.hellenes.evaluation_groups import group_moves, promise
from rules.hellenes.evaluation_strengths import Strengths, counted, strengths
from rules.hellenes.game import Game
from rules.hellenes.state import State
from rules.hellenes.winter_moves import counts_outside
from rules.ruleset import Action

FEW = 5
"""Shorter lists are looked at whole."""
HOPELESS = 0.3
"""No assault is tried that makes less than this part of the hits it needs, on the mean."""
GROUPS, REBUILT = 4, 2
"""How many groups, and how many steps to be rebuilt, are worth a look."""


def worth_trying(game: Game, state: State, seat: str, legal: Sequence[Action]) -> Sequence[Action]:
    """The actions that are worth a look in the seat's view, in the order in which they look best."""
    if state.pending is not None or len(legal) <= 2:
        return legal
    if state.season == "winter" and state.step == f"winter/{seat}":
        return _winter(game, state, seat, legal)
    if isinstance(legal[0], a.Starve):
        return _at_walls(game, state, seat, legal)
    if state.group and isinstance(legal[-1], a.Finish) and state.group_kind != "muster":
        return group_moves(game, state, seat, legal, strengths(game, state))
    if len(legal) > FEW and (state.step == f"actions/{seat}" or isinstance(legal[0], a.GroupMove)):
        return _actions(game, state, seat, legal)
    return legal


def _at_walls(game: Game, state: State, seat: str, legal: Sequence[Action]) -> Sequence[Action]:
    """Starving the besieged costs nothing; an assault needs some hope."""
    place = getattr(legal[0], "place", "")
    hits = strengths(game, state).hits.get(game.key[seat][place], 0.0)
    if hits < HOPELESS * needed(state, place):
        return [action for action in legal if isinstance(action, a.Starve)]
    return legal[:-1]


def _actions(game: Game, state: State, seat: str, legal: Sequence[Action]) -> list[Action]:
    """The groups that promise most, the steps that are worth most, and all that is neither."""
    have: Strengths = strengths(game, state)
    groups: list[tuple[float, str, Action]] = []
    others: list[Action] = []
    for action in legal:
        if isinstance(action, a.GroupMove):
            gain = promise(game, state, seat, action.place, have)
            if gain > 0:
                groups.append((-gain, action.place, action))
        elif not isinstance(action, a.Muster | a.Rebuild):
            others.append(action)
    groups.sort(key=lambda each: each[:2])
    return [*(each[2] for each in groups[:GROUPS]), *_rebuilt(game, legal), *others]


def _rebuilt(game: Game, legal: Sequence[Action]) -> Sequence[Action]:
    table = counted(game)
    found = [action for action in legal if isinstance(action, a.Rebuild)]
    return sorted(found, key=lambda action: (-table[action.block].step, action.block))[:REBUILT]


def _winter(game: Game, state: State, seat: str, legal: Sequence[Action]) -> list[Action]:
    """Shelter for those who have none, a way home for those who have lost steps, recruits and steps."""
    if state.group:
        return _sheltering(game, state, legal)
    safe: set[str] = set()
    found: list[Action] = []
    lost: set[str] = set()
    for action in legal:
        match action:
            case a.Quarter(block) | a.Return(block):
                if _wants(game, state, block, isinstance(action, a.Return)) and _first(found, block, action):
                    safe.add(block)
                    found.append(action)
            case a.Sustain():
                found.append(action)
            case a.Load(_, cargo):
                if counts_outside(game, state, cargo) and cargo not in lost:
                    lost.add(cargo)
                    found.append(action)
    for action in legal:
        if isinstance(action, a.GroupMove):
            here = [name for name, each in state.blocks.items() if each.place == action.place]
            if any(game.side(name) == seat and _alone(game, state, name, safe) for name in here):
                found.append(action)
        elif isinstance(action, a.Recruit):
            found.append(action)
    return [*found, *_rebuilt(game, legal), legal[-1]]


def _wants(game: Game, state: State, name: str, home: bool) -> bool:
    """Whether a block needs shelter, or steps that are rebuilt at home alone."""
    if counts_outside(game, state, name):
        return True
    return home and state.blocks[name].steps < game.blocks[name].steps and state.actions > 0


def _first(found: Sequence[Action], block: str, action: Action) -> bool:
    """Whether there are not two actions of this kind for a block yet."""
    kind = type(action)
    return sum(1 for each in found if type(each) is kind and getattr(each, "block", "") == block) < 2


def _alone(game: Game, state: State, name: str, safe: set[str]) -> bool:
    """Whether a block finds no shelter but by a group's move."""
    return (
        name not in safe
        and game.blocks[name].greek
        and name not in state.sustained
        and counts_outside(game, state, name)
    )


def _sheltering(game: Game, state: State, legal: Sequence[Action]) -> list[Action]:
    """For each block of a Winter group that is outside two of its moves."""
    found: list[Action] = []
    for action in legal:
        if (
            isinstance(action, a.Move)
            and counts_outside(game, state, action.block)
            and _first(found, action.block, action)
        ):
            found.append(action)
    return [*found, legal[-1]]
