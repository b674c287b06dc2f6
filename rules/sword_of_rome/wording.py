"""Words for units, dice and modifiers, as all sentences use them."""

from __future__ import annotations

from collections.abc import Sequence

from rules.secrecy import UNKNOWN
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.procedures import Modifier
from rules.wording import listed


def titles(game: Game, names: Sequence[str]) -> str:
    """Several pieces, powers or spaces by what people call them."""
    return listed([game.title(name) for name in names]) or "nobody"


def seats(game: Game, names: Sequence[str]) -> str:
    """Several seats by what people call them."""
    return listed([game.seat_title(name) for name in names]) or "nobody"


def short(game: Game, power: str) -> str:
    """A power as a log names it: a seat's only power as its seat, `Rome`, `Greeks`; others by themselves."""
    seat = game.seat_of.get(power, "")
    if seat and len(game.powers_of[seat]) == 1:
        title = game.seat_title(seat)
        return title[4:] if title[:4].lower() == "the " else title
    return game.title(power)


def verb(who: str, word: str) -> str:
    """The word as it goes with a power as a log names it: `Rome loses`, `Samnites lose`."""
    return word if who.endswith(("s", "Volsci")) else f"{word}s"


def group(game: Game, cu: int, leaders: Sequence[str], power: str = "") -> str:
    """What moves together: `Camillus and 7 CU`, `3 CU of Gauls`."""
    if leaders:
        named = ", ".join(game.title(each) for each in leaders)
        return f"{named} and {cu} CU" if cu else named
    return f"{cu} CU of the {game.title(power)}" if power else f"{cu} CU"


def signed(value: int) -> str:
    """A number with its sign."""
    return f"{value:+d}"


def dice_told(dice: Sequence[int], modifiers: Sequence[Modifier], total: int) -> str:
    """`5 2 2 +3 = 12`."""
    added = sum(each.value for each in modifiers)
    rolled = " ".join(str(die) for die in dice)
    return f"{rolled} {signed(added)} = {total}" if added else f"{rolled} = {total}"


def reasons(modifiers: Sequence[Modifier]) -> str:
    """Why a roll is modified, each with its rule: `strength ratio +3 (12.2.1), leadership +1 (12.2.2)`."""
    return ", ".join(
        f"{each.why} {signed(each.value)}" + (f" ({each.rule})" if each.rule else "") for each in modifiers
    )


def cited(rule: str) -> str:
    """A rule's number, or what else the reason is, as it stands at the end of a sentence."""
    return f" ({rule})" if rule else ""


def card_title(game: Game, card: str) -> str:
    """What people call a card, or that one is not known."""
    return "a card" if card == UNKNOWN else game.title(card)
