"""How blocks, places and cards are called in sentences."""

from __future__ import annotations

from collections.abc import Iterable

from rules.hellenes.game import TITLES, Game
from rules.hellenes.state import State
from rules.secrecy import UNKNOWN
from rules.wording import listed

COUNTS = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)


def block(game: Game, name: str | None) -> str:
    """A block: its name and its number on the counter; `a block` where it is not known."""
    if not name or name == UNKNOWN or name not in game.blocks:
        return "a block"
    record = game.blocks[name]
    return f"{record.name} {name.upper()}"


def block_of(game: Game, whose: str, name: str | None) -> str:
    """A block at the beginning of a sentence; one that is not known by its side: `A block of Sparta`."""
    told = block(game, name)
    return f"A block of {side(whose)}" if told == "a block" else told


def blocks(game: Game, names: Iterable[str]) -> str:
    """Several blocks; those that are not known are counted."""
    known, unknown = [], 0
    for name in names:
        if name == UNKNOWN:
            unknown += 1
        else:
            known.append(block(game, name))
    if unknown:
        known.append(number(unknown, "block"))
    return listed(known)


def number(count: int, word: str) -> str:
    """A count of things: `two blocks`."""
    said = COUNTS[count] if 0 <= count < len(COUNTS) else str(count)
    return f"{said} {word}" + ("" if count == 1 else "s")


def side(name: str) -> str:
    """A side, or those who have none."""
    return TITLES.get(name, "nobody")


def card(game: Game, name: str) -> str:
    """A card by its number and name."""
    record = game.cards.get(name)
    return f"{record.number} {record.name}" if record is not None else "a card"


def god(game: Game, name: str) -> str:
    """An Olympian."""
    record = game.data.olympian.get(name)
    return record.name if record is not None else name


def what(game: Game, state: State, name: str) -> str:
    """Something that a card lets one choose: a place, a card, an Olympian, a nation."""
    if name in game.provinces or name in game.seas:
        return game.title(name)
    if name in game.cards:
        return card(game, name)
    return god(game, name)
