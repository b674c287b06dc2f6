"""What only looks round at a sitting, and can be typed at every prompt: the board, the log, the lines, why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cli.sitting import Sitting

HELP = """\
  NUMBER          takes the action of that number
  words           an action's own words, or a whole move; any beginning that
                  only one action has will do, and so will a part of a name
  {JSON}          an action as JSON
  actions         lists the actions again
  board           draws the board
  log [N]         tells the last N plies
  why ACTION      says which rule forbids an action, if one does, and what the
                  cards say that it names
  undo [N]        takes back your last input (or N of them), with all that came
                  after; undo N plies, undo phase, undo turn go further back
  redo [N]        goes forward again (or N plies)
  branch NAME     begins a new line from here and goes to it; branch NAME PLY
                  begins it at that ply
  lines           tells the lines of the game
  switch LINE     goes to another line
  pass-ahead M    lets moments for reactions go by from now on: `every` one, one
                  kind, `this` kind; `none` ends that. `until turn`, or `until
                  recalled`, may follow, else until your next impulse
  resign          gives up
  quit            leaves; the game is kept as it stands"""


class Left(Exception):
    """The person has left the table."""


def looked(sitting: Sitting, text: str, seat: str | None) -> bool:
    """Does what only looks round and can be typed at every prompt; False where it is something else."""
    word, _, rest = text.partition(" ")
    match word.lower():
        case "quit" | "exit" | "q":
            raise Left
        case "help" | "?":
            sitting.say(*HELP.splitlines())
        case "board":
            sitting.draw()
        case "actions" if seat is not None:
            sitting.list_actions(seat)
        case "log":
            _log(sitting, rest.strip())
        case "lines":
            _lines(sitting)
        case "why" if rest.strip():
            _why(sitting, rest.strip(), seat)
        case _:
            return False
    return True


def _log(sitting: Sitting, rest: str) -> None:
    from cli.history import log_lines
    from cli.names import number

    count = number(rest, "number of plies") if rest else 20
    place = sitting.place()
    first = max(0, place.ply - count + 1)
    sitting.say(*log_lines(sitting.archive, place, first, place.ply, sitting.seats))


def _lines(sitting: Sitting) -> None:
    from cli.history import line_answers, tree_lines

    sitting.say(*tree_lines(line_answers(sitting.archive.tree(sitting.session.row.id))))


def _why(sitting: Sitting, text: str, seat: str | None) -> None:
    from cli.choosing import judge, texts

    sitting.say(*texts(sitting.session, text))
    refusal = judge(sitting.session, text, (seat,) if seat else None)
    sitting.say(f"Illegal: {refusal}." if refusal else "Legal.")
