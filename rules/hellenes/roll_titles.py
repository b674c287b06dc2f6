"""What a roll or draw is for, as people are asked for it and as luck is told: by its purpose."""

from __future__ import annotations

from rules.hellenes.game import SEASON_TITLES, TITLES, Game
from rules.hellenes.state import State
from rules.hellenes.tellings_of_combat import where
from rules.hellenes.wording import block

_EVENTS = {
    "storm": "Storm in the {place}",
    "plague": "The Plague in Athens",
    "pericles": "Whether Pericles dies of the Plague",
    "revolt": "Revolt of {place}",
    "embassy": "Embassy to {place}",
}


def roll_title(game: Game, state: State, purpose: str) -> str:
    """A purpose in words: `Athenian fleet A14 fires in round 1 at Locri, Spring 415 BC`."""
    kind, year, *rest = purpose.split(":")
    if kind == "deal":
        return f"Card {rest[1]} of {TITLES[rest[0]]}, {year} BC"
    season, side, *about = rest
    if kind == "recruit":
        return f"A recruit of {TITLES[side]}, {SEASON_TITLES[season]} {year} BC"
    return f"{_about(game, kind, about)}, {SEASON_TITLES[season]} {year} BC"


def _about(game: Game, kind: str, about: list[str]) -> str:
    match kind, about:
        case "fire", [place, number, name]:
            return f"{block(game, name)} fires in round {number} {where(game, place)}"
        case "deep-sea", [before, to]:
            return f"Deep Sea from {game.title(before)} to {game.title(to)}"
        case "forced", [before, to]:
            return f"Forced move from {game.title(before)} to {game.title(to)}"
        case "attrition", [place]:
            return f"Attrition at {game.title(place)}"
        case "assault", [place]:
            return f"Assault on {game.title(place)}"
        case "walls", [place, who]:
            return f"{'The garrison' if who == 'garrison' else 'A block within'} of {game.title(place)} fires"
        case "peace-offer", [side]:
            return f"Peace offer of {TITLES[side]}"
        case "event", [word, *place]:
            return _EVENTS[word].format(place=game.title(place[0]) if place else "")
    raise AssertionError(f"no roll is for {kind}")
