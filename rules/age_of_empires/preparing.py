"""Making a scenario ready: decks by name or from a file, the sea, the limit (setup-1)."""

from __future__ import annotations

from collections.abc import Mapping

from rules.age_of_empires.data_records import Deck, GameData
from rules.age_of_empires.deck_checks import AGES, age_card, card_counts, judged
from rules.age_of_empires.game import SEATS, Evolve, Game
from rules.errors import OptionError
from rules.ruleset import Event, Option
from rules.secrecy import UNKNOWN

DECK, SEA, LIMIT = "deck", "sea", "turn-limit"
READY = {"first": "britons-longbows", "second": "mongols-horde"}


def options(data: GameData) -> tuple[Option, ...]:
    """The switches of the game."""
    ready = tuple(sorted(data.deck))
    return (
        *(
            Option(
                f"{DECK}.{seat}",
                READY[seat],
                f"the deck of the {seat} seat: a ready one, or a TOML file (deck-1)",
                ready,
                file=True,
                known_to=seat,
            )
            for seat in SEATS
        ),
        Option(
            SEA,
            "auto",
            "whether the sea is in use: auto, if a deck holds a Dock (sea-1)",
            ("auto", "on", "off"),
        ),
        Option(
            LIMIT,
            "off",
            "the turn after which a game that is not won ends, the better city winning; for bots: a game that goes on "
            "longer is stalled",
            ("off", "200", "400", "800"),
        ),
    )


def deck_of(data: GameData, seat: str, value: str) -> Deck | None:
    """The deck that an option names, or the one in its text. Raises OptionError with every breach."""
    if value == UNKNOWN:
        return None
    if value in data.deck:
        return data.deck[value]
    deck, found = judged(data, value)
    if found or deck is None:
        told = "; ".join(f"{breach.where}: {breach.what} ({breach.rule})" for breach in found)
        raise OptionError(f"the deck of the {seat} seat breaks the conditions: {told}")
    return deck


def prepare(
    data: GameData, scenario: str, options: Mapping[str, str], evolution: Mapping[type[Event], Evolve]
) -> Game:
    """The scenario made ready. Raises OptionError."""
    decks = {seat: deck_of(data, seat, options[f"{DECK}.{seat}"]) for seat in SEATS}
    sea = options[SEA]
    limit = options[LIMIT]
    if limit != "off" and not limit.isdecimal():
        raise OptionError(f"option {LIMIT} takes a number of turns, or off; not {limit}")
    return Game(
        data=data,
        cards=data.card,
        numbers={name: record.value for name, record in data.number.items()},
        decks=decks,
        with_sea=sea == "on" or (sea == "auto" and any(map(_holds_dock, decks.values()))),
        limit=0 if limit == "off" else int(limit),
        evolution=evolution,
        ages={age: age_card(data.card, age) for age in AGES},
    )


def _holds_dock(deck: Deck | None) -> bool:
    return deck is not None and any("dock" in card_counts(deck, age) for age in AGES)
