"""4.4 and 4.5: recruiting blocks from the pool and rebuilding steps; which blocks a pool holds (15.5)."""

from __future__ import annotations

from rules.errors import IllegalAction
from rules.hellenes import actions as a
from rules.hellenes import events as e
from rules.hellenes.game import OTHER, Game
from rules.hellenes.state import CardEvent, Recruiting, State
from rules.hellenes.unfolding import Unfolding
from rules.hellenes.where import aid, at_home, friendly_city, is_city, outside, room


def pool(game: Game, state: State, side: str) -> list[str]:
    """The blocks of a side that are off the map and may come back, whether or not they have a home now (15.5)."""
    reserved = () if state.second else game.scenario.second_expedition
    return [
        name
        for name, block in game.blocks.items()
        if block.side == side
        and name not in state.blocks
        and name not in reserved
        and available(game, state, name)
    ]


def available(game: Game, state: State, name: str) -> bool:
    """Whether a block may be recruited at all now (15.5)."""
    word, _, what = game.blocks[name].available.partition(":")
    if word == "aid":
        return state.resumed and aid(game, state) > 0  # 12.1.3, 13.2
    if word == "control":
        return state.control.get(what) == game.side(name)
    if word == "sicily":
        return bool(game.sicily) and state.at_war
    return word != "event"


def homes(game: Game, state: State, name: str) -> tuple[str, ...]:
    """The named homes in which a block may be placed now (4.4)."""
    block = game.blocks[name]
    return tuple(
        home for home in block.home if home in game.provinces and _takes(game, state, block.side, home)
    )


def _takes(game: Game, state: State, side: str, home: str) -> bool:
    if home in state.pillaged or home == state.civil_war or home in state.sieges:
        return False
    if not is_city(game, home):
        return not outside(game, state, OTHER[side], home)
    return friendly_city(game, state, side, home) and room(game, state, side, home) > 0


def eligible(game: Game, state: State, side: str) -> list[str]:
    """The blocks of the pool that can be recruited now (4.4)."""
    takes: dict[str, bool] = {}
    found = []
    for name in pool(game, state, side):
        for home in game.blocks[name].home:
            if home not in takes:
                takes[home] = home in game.provinces and _takes(game, state, side, home)
            if takes[home]:
                found.append(name)
                break
    return found


def half(game: Game, name: str) -> int:
    """The steps of a recruit: half of the printed ones, rounded up (4.4)."""
    return (game.blocks[name].steps + 1) // 2


def place_options(game: Game, state: State, recruiting: Recruiting) -> tuple[a.Place, ...]:
    """Where the owner may put the recruit."""
    if recruiting.block not in game.blocks:
        return ()
    below = state.stack[-2] if len(state.stack) > 1 else None
    if isinstance(below, CardEvent) and game.cards[below.card].operation == "cyrus":
        from rules.hellenes.card_moves import ionian

        return tuple(a.Place(home) for home in ionian(game, state, recruiting.block))
    return tuple(a.Place(home) for home in homes(game, state, recruiting.block))


def place(u: Unfolding, recruiting: Recruiting, action: a.Place) -> None:
    """Puts the recruit onto the map. Raises IllegalAction."""
    if action not in place_options(u.game, u.state, recruiting):
        raise IllegalAction("4.4", f"{action.place} is no home of the recruit that can take it in now")
    name, side = recruiting.block, recruiting.side
    steps = u.game.blocks[name].steps if recruiting.full else half(u.game, name)
    u.happen(e.ProcedureEnded())
    u.happen(e.BlockPlaced(side, action.place, name, steps, why="recruit"))
    if u.state.season == "winter" and not u.game.blocks[name].greek:
        u.happen(e.BlockRemoved(side, action.place, name, why="disbanded"))  # 9.2.3-b


def can_rebuild(game: Game, state: State, name: str) -> bool:
    """Whether a block may regain a step: below its printed steps, in an unbesieged home city (4.5)."""
    standing = state.blocks[name]
    here = standing.place
    return (
        standing.steps < game.blocks[name].steps
        and here not in state.sieges
        and here not in state.pillaged
        and here != state.civil_war
        and at_home(game, state, name)
    )


def rebuild(u: Unfolding, side: str, name: str, cost: int, credit: int) -> None:
    """A block regains a step. Raises IllegalAction."""
    if name not in u.state.blocks or u.game.side(name) != side or not can_rebuild(u.game, u.state, name):
        raise IllegalAction(
            "4.5", "steps are rebuilt in an unbesieged home city, never above the printed ones"
        )
    u.happen(e.StepRebuilt(side, u.state.blocks[name].place, name, cost, credit))
