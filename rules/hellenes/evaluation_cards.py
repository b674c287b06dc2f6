"""What cards are worth that are held, committed or still to be carried out, for bots."""

from __future__ import annotations

from collections.abc import Callable

from rules.hellenes.acting import pillage_places
from rules.hellenes.evaluation_goals import TRIBUTE, span
from rules.hellenes.game import OTHER, Game
from rules.hellenes.recruiting import pool
from rules.hellenes.state import CardEvent, Recruiting, State
from rules.hellenes.where import besieger, leader
from rules.secrecy import UNKNOWN

ACTION = 0.3
"""What an action is worth that a card gives."""
KEPT = 0.2
"""What a point of a card's value is worth in the hand."""
RECRUIT = 0.3
"""What a recruit is worth before he is placed."""
BEGUN = 0.8
"""The part of what an event may bring that counts while it is carried out."""
SEASON = {"spring": 1.0, "early-summer": 1.0, "late-summer": 0.9, "fall": 0.7, "winter": 0.5}


def cards(game: Game, state: State, seat: str) -> float:
    """What the seat's own cards are worth: those in its hand, and the one that is committed or not yet carried out."""
    worth = KEPT * sum(game.cards[card].value for card in state.hands.get(seat, ()) if card != UNKNOWN)
    use = state.committed.get(seat, "") or _to_come(state, seat)
    if use and use != UNKNOWN:
        card, _, what = use.partition("/")
        if what == "actions":
            number = game.cards[card].value + _bonus(game, state, seat)
            worth += ACTION * SEASON.get(state.season, 0.0) * number
        elif what == "event":
            worth += event(game, state, seat, card)
    for begun in state.stack:
        if isinstance(begun, CardEvent) and begun.side == seat:
            worth += BEGUN * event(game, state, seat, begun.card)
    return worth


def recruits(state: State, seat: str) -> float:
    """What recruits are worth that are drawn and have no place yet."""
    pending = state.pending
    if pending is not None and pending.kind == "recruit" and pending.seat == seat:
        return RECRUIT
    return RECRUIT * sum(1 for begun in state.stack if isinstance(begun, Recruiting) and begun.side == seat)


def _to_come(state: State, seat: str) -> str:
    """The use of a revealed card that is still on the agenda."""
    for step in state.agenda:
        if step in (f"count/{seat}", f"event/{seat}"):
            return state.revealed.get(seat, "")
    return ""


def _bonus(game: Game, state: State, side: str) -> int:
    chief = leader(game, state, side)
    number = game.cards[chief].leader_value if chief else 0
    return number + sum(
        1
        for card, holder in state.in_play.items()
        if holder == side and game.cards[card].name in ("Raise Taxes", "Persian Aid")
    )


def event(game: Game, state: State, side: str, card: str) -> float:
    """What an event may bring, before it is carried out."""
    record = game.cards[card]
    telling = _EVENTS.get(record.operation)
    return telling(game, state, side, card) if telling is not None else 0.3


def _sieges(game: Game, state: State, side: str) -> int:
    return sum(1 for place in state.established if besieger(game, state, place) == side)


def _at_sieges(worth: float) -> Callable[[Game, State, str, str], float]:
    return lambda game, state, side, card: worth * min(_sieges(game, state, side), 1)


def _city(game: Game, state: State, value: float) -> float:
    return TRIBUTE * span(game, state) * value


def _stay(game: Game, state: State, side: str, card: str) -> float:
    name = game.cards[card].name
    if name == "Peace Faction Ascendant":
        level = state.prestige if side == "athens" else -state.prestige
        return 2.5 if level >= 5 else -1.0
    return 1.6


def _lead(game: Game, state: State, side: str, card: str) -> float:
    chief = leader(game, state, side)
    before = game.cards[chief].leader_value if chief else 0
    return 0.3 + 1.4 * (game.cards[card].leader_value - before)


def _ostracism(game: Game, state: State, side: str, card: str) -> float:
    chief = leader(game, state, OTHER[side])
    return 1.2 * game.cards[chief].leader_value if chief else 0.0


def _plunder(game: Game, state: State, side: str, card: str) -> float:
    if state.season == "winter":
        return 0.0
    return 1.9 * min(sum(1 for _ in pillage_places(game, state, side)), 2)


def _revolt(game: Game, state: State, side: str, card: str) -> float:
    return _city(game, state, 2.0) + 0.3


def _levy(game: Game, state: State, side: str, card: str) -> float:
    lost = sum(
        game.blocks[name].steps - standing.steps
        for name, standing in state.blocks.items()
        if game.blocks[name].side == side
    )
    return 0.12 * min(lost, 6)


def _hired(game: Game, state: State, side: str, card: str) -> float:
    return 0.5 * min(len(pool(game, state, side)), 2)


_EVENTS: dict[str, Callable[[Game, State, str, str], float]] = {
    "fair-winds": lambda game, state, side, card: 0.5,
    "treachery": _at_sieges(1.0),
    "siege-engines": _at_sieges(0.5),
    "circumvallation": _at_sieges(0.9),
    "rich-plunder": _plunder,
    "revolt": _revolt,
    "stay": _stay,
    "lead": _lead,
    "ostracism": _ostracism,
    "mercenaries": _hired,
    "general-levy": _levy,
    "embassy": lambda game, state, side, card: _city(game, state, 0.9),
    "argive-alliance": lambda game, state, side, card: _city(game, state, 2),
    "perdiccas": lambda game, state, side, card: _city(game, state, 2),
    "thessalian-friendship": lambda game, state, side, card: _city(game, state, 1),
    "thracian-alliance": lambda game, state, side, card: 1.2,
    "plague": lambda game, state, side, card: 0.9,
    "funeral-oration": lambda game, state, side, card: 1.3,
    "megarian-decree": lambda game, state, side, card: 0.8,
    "sphacteria": lambda game, state, side, card: 2.2,
    "helot-revolt": lambda game, state, side, card: 0.5,
    "helot-uprising": lambda game, state, side, card: 0.7,
    "surprise": lambda game, state, side, card: 1.2,
    "civil-war": lambda game, state, side, card: 0.5,
    "four-hundred": lambda game, state, side, card: 2.0,
    "mutilation": lambda game, state, side, card: 0.8,
    "cyrus": lambda game, state, side, card: 1.1,
    "gylippus": lambda game, state, side, card: 0.8,
}
"""For each operation what its event may bring, in Prestige."""
