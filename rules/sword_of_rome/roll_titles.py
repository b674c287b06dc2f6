"""What a roll or draw is for, as people are asked for it and as luck is told: by its purpose."""

from __future__ import annotations

from rules.ruleset import readable_purpose
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.state import State
from rules.sword_of_rome.wording import short
from rules.wording import capital

_OF_SPACES = {
    "siege": "Siege of",
    "subjugation": "Subjugation of",
    "raid": "Raid of",
    "attrition": "Attrition in",
}
_OF_LEADERS = {"interception": "Interception by", "avoidance": "Avoiding battle by", "pursuit": "Pursuit by"}


def roll_title(game: Game, state: State, purpose: str) -> str:
    """A purpose in words: `Battle at Pisae, Etruscans`. A purpose that no rule here has is told by its own words."""
    kind, *about = purpose.split(":")
    match about:
        case [space, power] if kind == "battle":
            return f"Battle at {game.title(space)}, {short(game, power)}"
        case [power, space] if kind == "naval":
            return f"Naval combat off {game.title(space)}, {short(game, power)}"
        case [space] if kind in _OF_SPACES:
            return f"{_OF_SPACES[kind]} {game.title(space)}"
        case [leader] if kind in _OF_LEADERS:
            return f"{_OF_LEADERS[kind]} {game.title(leader)}"
        case [seat] if kind == "card":
            return f"A card of {game.seat_title(seat)}"
        case [] if kind == "consuls":
            return "A consul from the cup"
        case [] if kind == "gallic-event":
            return "Gallic event"
    return capital(readable_purpose(game, state, purpose))
