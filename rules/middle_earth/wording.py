"""Words for pieces, numbers and dice, as all sentences use them."""

from __future__ import annotations

from collections.abc import Sequence

from rules.middle_earth.events import Modifier
from rules.middle_earth.game import Game
from rules.middle_earth.state import State, members
from rules.wording import listed


def named(game: Game, state: State, piece: str) -> str:
    """A piece as people call it; a formation by its kind and units."""
    unit = state.units.get(piece)
    if unit is None or not unit.partner:
        return game.title(piece)
    kind = game.board.formations[unit.formation].title.lower()
    first, second = members(state, piece)
    return f"the {kind} of {game.title(first)} and {game.title(second)}"


def with_leaders(game: Game, leaders: Sequence[str]) -> str:
    """The leaders who go along; "" for none."""
    return f" with {listed([game.title(leader) for leader in leaders])}" if leaders else ""


def points(number: int) -> str:
    return f"{number} movement point" if number == 1 else f"{number} movement points"


def hexes(number: int) -> str:
    return f"{number} hex" if number == 1 else f"{number} hexes"


def signed(number: int) -> str:
    return f"+{number}" if number >= 0 else f"−{-number}"


def changes(modifiers: Sequence[Modifier]) -> str:
    """What changed a rating, each with its rule; "" for nothing."""
    return "".join(f", {signed(each.amount)} {each.what} {each.rule}" for each in modifiers)


def reckoned(base: int | str, modifiers: Sequence[Modifier], value: int | str) -> str:
    """A rating as printed, what changed it, and how it counts: `C, −1 cavalry and slope 4.3: D`."""
    return f"{base}{changes(modifiers)}: {value}" if modifiers else f"{value}"


def span(values: tuple[int, int]) -> str:
    """A range of a table; (0, 0) is a cell that nothing reaches."""
    if values == (0, 0):
        return "never"
    return str(values[0]) if values[0] == values[1] else f"{values[0]}–{values[1]}"


RESULTS = {"E": "is eliminated", "1/2": "is reduced", "-": "no effect"}


def result_in_words(text: str) -> str:
    """A result of the casualty results table in words."""
    if text in RESULTS:
        return RESULTS[text]
    parts = ["is reduced" if part == "1/2" else f"retreats {part[1:]}" for part in text.split()]
    return " and ".join(reversed(parts))


def phase_title(game: Game, phase: str) -> str:
    """A phase by its letter as it is called in this game: the rules' West player by the name of the side."""
    title = game.board.data.phase[phase].title
    west = game.board.sides[game.board.seat_of["west"]].title
    return title.replace("West ", f"{west} ")


def within(game: Game, title: str) -> str:
    """A title inside a sentence: small at its beginning, unless it begins with the name of a side."""
    if any(title.startswith(side.title) for side in game.board.sides.values()):
        return title
    return title[:1].lower() + title[1:]


def region_title(game: Game, name: str) -> str:
    """A region of the map, by its id, as it is called."""
    regions = game.board.data.map[game.board.scenario.map].regions
    return next((each.title for each in regions if each.id == name), name)


def region_within(game: Game, name: str) -> str:
    """A region inside a sentence: small, unless it has a name of its own, as the Black Gate."""
    title = region_title(game, name)
    return title.lower() if title == title.capitalize() else title


def magic_points(number: int) -> str:
    return f"{number} magic point" if number == 1 else f"{number} magic points"
