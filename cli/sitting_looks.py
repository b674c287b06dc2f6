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
  help [WORD]     lists all this, or tells one of these words
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
            sitting.say(*_help(rest.strip().lower()))
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
        case "why":
            sitting.say("Name the action: `why 1`, or `why` and the words of an action.")
        case _:
            return False
    return True


def _help(word: str) -> list[str]:
    """All that can be typed, or what is said of one word of it."""
    lines = HELP.splitlines()
    if not word:
        return lines
    heads = [place for place, text in enumerate(lines) if text[2] != " "]
    for place, end in zip(heads, [*heads[1:], len(lines)], strict=True):
        if lines[place].split()[0].lower() == word:
            return lines[place:end]
    return [f"There is no help on `{word}`; `help` lists what can be typed, `actions` what may be done now."]


MEANT = {
    "show": "board",
    "map": "board",
    "options": "actions",
    "list": "actions",
    "moves": "actions",
    "history": "log",
    "exit": "quit",
    "back": "undo",
    "goto": "switch",
}
"""What somebody may type who does not know the words yet, and the word that is meant."""


def hint(sitting: Sitting, text: str) -> str:
    """What to type instead of the first word of something that means no action; "" where nothing is known of it, and
    where the word is one of the prompt's own, so that only what follows it was not understood."""
    import typer

    from cli.application import application

    word = text.split()[0].strip("`").lower() if text.split() else ""
    if word in {line.split()[0].lower() for line in HELP.splitlines() if line[2] != " "}:
        return ""
    if word in MEANT:
        return f"For the {'board' if MEANT[word] == 'board' else word}, type `{MEANT[word]}`."
    if word == "warlog":
        return "This is no shell: `quit` leaves, and the game is kept."
    if word in vars(typer.main.get_command(application()))["commands"]:
        return f"That is a command of the shell: `quit`, then `warlog {word} {sitting.session.row.slug}`."
    return ""


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
