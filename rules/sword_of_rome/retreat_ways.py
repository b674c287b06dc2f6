"""The ways on which a beaten army can retreat by land (12.4.1, 12.4.2, 12.4.5)."""

from __future__ import annotations

from typing import NamedTuple

from rules.sword_of_rome.actions import RetreatTo
from rules.sword_of_rome.forces import enemies_outside, enemy_units, foreign_units, outside
from rules.sword_of_rome.game import Game, Refusal
from rules.sword_of_rome.powers import allied, friendly_space
from rules.sword_of_rome.procedures import Retreat
from rules.sword_of_rome.state import State
from rules.sword_of_rome.tracing import link_for


class Way(NamedTuple):
    """A way back: the spaces entered, the CU that arrive (0: all are lost on the way), and the spaces from which
    smaller armies of the same power are swept along."""

    path: tuple[str, ...]
    cu: int
    swept: tuple[str, ...] = ()


def ways(game: Game, state: State, retreat: Retreat) -> tuple[Way, ...]:
    """All ways to the nearest spaces in which the army can stop, one of those that come to the same (12.4-b).

    Where it cannot stop by the shortest way it cannot by a detour on which it would be smaller."""
    front = [Way((), outside(state, retreat.space, retreat.power))]
    nearer: set[str] = set()
    for _ in range(game.numbers.retreat_spaces):  # 12.4.1-d
        ends: dict[tuple[str, int, tuple[str, ...]], Way] = {}
        further: list[Way] = []
        for way in front:
            here = way.path[-1] if way.path else retreat.space
            for name in game.links[here]:
                if name in way.path or name in (retreat.space, retreat.barred):  # 12.4.1-e, -b
                    continue
                if not _may_go(game, retreat, here, name, first=not way.path):
                    continue
                step = _step(game, state, retreat, way, name)
                if name not in nearer and _may_stop(game, state, retreat.power, name, step.cu):
                    ends.setdefault((name, step.cu, step.swept), step)
                else:
                    further.append(_sweep(state, retreat, step))
        if ends:  # 12.4.1-h
            return tuple(sorted(ends.values(), key=lambda way: (way.path[-1], -way.cu, way.path)))
        nearer.update(way.path[-1] for way in further)
        front = further
    return ()


def _may_go(game: Game, retreat: Retreat, here: str, name: str, *, first: bool) -> bool:
    link = link_for(game, retreat.power, here, name)
    if first and retreat.first:  # 12.4.1-a
        if name != retreat.first:
            return False
        return link == "clear" or (link == retreat.link and game.options["difficult-retreat"] == "allowed")
    return link == "clear"  # 12.4.1-c


def _step(game: Game, state: State, retreat: Retreat, way: Way, name: str) -> Way:
    cu = max(way.cu - step_losses(game, state, retreat, name), 0)
    return Way((*way.path, name), cu, way.swept)


def _sweep(state: State, retreat: Retreat, way: Way) -> Way:
    """Another army of the power on the way joins the retreat (12.4.2); it is no larger, or this were the end."""
    standing = outside(state, way.path[-1], retreat.power)
    if not standing or not way.cu:
        return way
    return Way(way.path, way.cu + standing, (*way.swept, way.path[-1]))


def step_losses(game: Game, state: State, retreat: Retreat, space: str) -> int:
    """The CU that entering the space costs a retreating army: 1 for an enemy space or enemy CU, never 2 (12.4.5)."""
    if retreat.losses >= 0:
        return 0
    hostile = bool(enemies_outside(game, state, space, retreat.power))
    return int(hostile or not friendly_space(game, state, retreat.power, space))


def _may_stop(game: Game, state: State, power: str, space: str, cu: int) -> bool:
    """Whether a retreat may end there: no CU of anybody else, and friendly or held by a larger own force (12.4-b)."""
    if enemy_units(game, state, space, power) or foreign_units(state, space, power):  # 12.4.1-g
        return False
    for each in state.forces.get(space, ()):  # 15.3
        if each.power != power and each.leaders and allied(game, state, power, each.power):
            return False
    return friendly_space(game, state, power, space) or outside(state, space, power) > cu


# As actions


def choices(found: tuple[Way, ...]) -> tuple[RetreatTo, ...]:
    """How the ways are chosen: by their ends, and where several lead to one end by the spaces between as well."""
    ends = [way.path[-1] for way in found]
    return tuple(
        RetreatTo(way.path[-1], way.path[:-1] if ends.count(way.path[-1]) > 1 else ()) for way in found
    )


def meant(found: tuple[Way, ...], action: RetreatTo) -> Way | None:
    """The way that an action means, None if it means none of them."""
    for way, choice in zip(found, choices(found), strict=True):
        if choice == action:
            return way
    return None


def refuse(game: Game, found: tuple[Way, ...], action: RetreatTo) -> Refusal | None:
    """Why the army may not retreat so, or None."""
    if meant(found, action) is not None:
        return None
    if not found:
        return "12.4.5", "there is no space to which the army could retreat by land"
    if any(way.path[-1] == action.space for way in found):
        told = "; ".join(
            " – ".join(game.title(name) for name in way.path) for way in found if way.path[-1] == action.space
        )
        return "12.4", f"say by which way: {told}"
    nearest = ", ".join(dict.fromkeys(game.title(way.path[-1]) for way in found))
    return "12.4.1", f"the army retreats to the nearest space where it can stop: {nearest}"
