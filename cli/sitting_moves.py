"""Going back, forward again, and to other lines at a sitting: by what the person put in, with all that bots did."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cli.failures import not_found, usage

if TYPE_CHECKING:
    from cli.sitting import Sitting


def undo(sitting: Sitting, rest: str) -> bool:
    """Takes back what the person put in, with all that bots did after it; or so many plies, a phase, a turn."""
    from cli.history import take_back, undone_lines
    from cli.names import number

    plies = re.fullmatch(r"([0-9]{1,9})\s+(?:ply|plies)", rest)
    if rest in ("turn", "phase"):
        done = take_back(sitting.archive, sitting.session, None, rest, sitting.seats)
    elif plies is not None:
        done = take_back(
            sitting.archive, sitting.session, number(plies[1], "number of plies"), None, sitting.seats
        )
    else:
        count = number(rest, "number of inputs") if rest else 1
        goal = _before_input(sitting, count)
        back = sitting.session.position.ply - goal
        done = take_back(sitting.archive, sitting.session, back, None, sitting.seats)
    sitting.say(*undone_lines(sitting.session, done, sitting.seats))
    sitting.stands_elsewhere()
    return True


def _before_input(sitting: Sitting, count: int) -> int:
    """The ply at which the person gave the last input but `count - 1`."""
    timeline = sitting.session.timeline
    goal, found = sitting.session.position.ply, 0
    while goal > 0 and found < count:
        start = timeline.entry_start(goal)
        outline = sitting.archive.line_outline(sitting.session.row.id, timeline.head_at(start), start, start)
        goal = start - 1
        found += outline[0].seat not in sitting.bots
    if found == count:
        return goal
    few = "nothing of yours" if not found else f"only {found} of your inputs"
    further = "; `undo N plies` takes back what bots did, too" if sitting.session.position.ply else ""
    raise not_found(f"There is {few} to take back{further}.")


def redo(sitting: Sitting, rest: str) -> bool:
    """Goes forward by what one input made, with all that bots did after it; or by so many plies."""
    from cli.names import number
    from replays.session import CannotUndo

    start = sitting.session.position.ply
    sitting.session.redo(number(rest, "number of plies") if rest else None)
    while not rest and sitting.next_bot() is not None:
        try:
            sitting.session.redo()
        except CannotUndo:
            break
    here = sitting.session.position.ply
    sitting.say(f"{here - start} {'ply' if here - start == 1 else 'plies'} on, at ply {here}.")
    sitting.stands_elsewhere()
    return True


def branch(sitting: Sitting, rest: str) -> bool:
    """Begins a line, here or at a ply, and goes to it."""
    from cli.names import number, slug

    name, *at = rest.split()
    if len(at) > 1:
        raise usage("`branch` takes a name and a ply, as in `branch what-if 20`.")
    ply = number(at[0], "ply", 0) if at else None
    source = sitting.session.line
    sitting.session.branch(slug(name, "line"), ply)
    sitting.say(
        f"{sitting.session.row.slug}:{sitting.session.line} begins at ply {sitting.session.head.ply} of {source}; "
        f"`switch {source}` goes back there."
    )
    sitting.stands_elsewhere()
    return True


def switch(sitting: Sitting, rest: str) -> bool:
    """Goes to another line."""
    sitting.session.switch(rest.lower())
    sitting.say(
        f"{sitting.session.row.slug}:{sitting.session.line} stands at ply {sitting.session.head.ply}."
    )
    sitting.stands_elsewhere()
    return True
