"""Deck construction: every breach of the conditions at once (deck-1 to deck-9, agedeck-1 to agedeck-5, setting-11)."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterator, Mapping

from rules.age_of_empires.data_records import Card, Deck, GameData
from rules.age_of_empires.deck_file import AGE_DECKS, read
from rules.ruleset import Breach

AGES = (1, 2, 3, 4)
OF_THE_WHOLE = ("kit-1", "deck-1", "agedeck-1", "agedeck-4", "setting-11")
"""Conditions that mean nothing where a part of the deck cannot be read."""
SEA_CARDS = ("dock", "fish-trap")


def card_counts(deck: Deck, age: int) -> Counter[str]:
    """The cards of one age deck with their copies."""
    counts: Counter[str] = Counter()
    for entry in getattr(deck, f"age_{age}"):
        counts[entry.card] += entry.copies
    return counts


def age_card(cards: Mapping[str, Card], age: int) -> str:
    """The card of an age (agecard-2)."""
    return next(card.id for card in cards.values() if card.type == "age" and card.age == age)


def needs_sea(card: Card) -> bool:
    """Whether a card is for the sea alone (product-2)."""
    return "ship" in card.subtypes or card.id in SEA_CARDS


def check_deck(data: GameData, text: str) -> tuple[Breach, ...]:
    """Everything that is wrong with the deck in a file's text."""
    return judged(data, text)[1]


def judged(data: GameData, text: str) -> tuple[Deck | None, tuple[Breach, ...]]:
    """The deck of a file's text, and every breach of form and conditions; None if it cannot be read.

    Where a part of it cannot be read, nothing is said of how many cards it has.
    """
    deck, faults = read(text)
    if deck is None:
        return None, faults
    numbers = {name: record.value for name, record in data.number.items()}
    faulty = {fault.where for fault in faults}
    counted = faulty | ({"deck"} if faulty & set(AGE_DECKS) else set())
    found = (
        each
        for each in breaches(data.card, numbers, deck)
        if not (each.rule in OF_THE_WHOLE and each.where in counted)
    )
    return deck, (*faults, *found)


def breaches(cards: Mapping[str, Card], numbers: Mapping[str, int], deck: Deck) -> Iterator[Breach]:
    """Every breach of a deck whose form is right, in the order of the rules."""
    civilization = cards.get(deck.civilization)
    if civilization is None or civilization.type != "civilization":
        names = ", ".join(sorted(card.id for card in cards.values() if card.type == "civilization"))
        yield Breach("civilization", f"{deck.civilization} is no civilization; there are {names}", "kit-1")
        civilization = None
    total: Counter[str] = Counter()
    for age in AGES:
        counts = card_counts(deck, age)
        total.update(counts)
        yield from _age_deck(cards, numbers, age, counts)
    size = sum(total.values())
    if size < numbers["deck-least"]:
        yield Breach(
            "deck", f"the total deck holds {size} cards; it holds at least {numbers['deck-least']}", "deck-1"
        )
    for name in sorted(total):
        card = cards.get(name)
        if card is not None:
            yield from _copies(numbers, card, total[name])
            yield from _allowed(civilization, card, "deck")
    yield from _start(cards, numbers, civilization, deck)


def _age_deck(
    cards: Mapping[str, Card], numbers: Mapping[str, int], age: int, counts: Counter[str]
) -> Iterator[Breach]:
    where = f"age_{age}"
    size, least = sum(counts.values()), numbers[f"age-deck-least-{age}"]
    if size < least:
        yield Breach(
            where, f"the deck of age {age} holds {size} cards; it holds at least {least}", "agedeck-1"
        )
    own = age_card(cards, age)
    if counts[own] != 1:
        yield Breach(
            where,
            f"the deck of age {age} holds {counts[own]} copies of {cards[own].title}; it holds exactly one",
            "agedeck-4",
        )
    for name in sorted(counts):
        card = cards.get(name)
        if card is None:
            yield Breach(where, f"there is no card {name}{_nearest(cards, name)}", "deck-4")
        elif counts[name] < 1:
            yield Breach(where, f"{card.title} stands there {counts[name]} times; say 1 or more", "deck-5")
        elif card.type == "civilization":
            yield Breach(where, f"{card.title} is a civilization card and no part of a deck", "deck-2")
        elif card.type == "age" and name != own:
            yield Breach(where, f"{card.title} is the age card of another deck", "agedeck-4")
        elif card.age > age:
            yield Breach(
                where,
                f"{card.title} is a card of age {card.age}; this deck takes ages up to {age}",
                "agedeck-3",
            )


def _nearest(cards: Mapping[str, Card], name: str) -> str:
    near = difflib.get_close_matches(name.lower().replace("_", "-").replace(" ", "-"), sorted(cards), 1, 0.6)
    return f"; {near[0]} is the nearest" if near else "; the ready decks show how cards are written"


def _copies(numbers: Mapping[str, int], card: Card, copies: int) -> Iterator[Breach]:
    if "wall" in card.subtypes or card.copies_limit == 0:  # deck-7
        return
    most = max(card.copies_limit, numbers["copies-most"]) if card.type not in ("age", "civilization") else 1
    if copies > most and card.type not in ("age", "civilization"):
        rule = "deck-6" if most > numbers["copies-most"] else "deck-5"
        yield Breach(
            "deck", f"{copies} copies of {card.title}; at most {most} may be in the total deck", rule
        )


def _allowed(civilization: Card | None, card: Card, where: str) -> Iterator[Breach]:
    if civilization is None or card.type == "civilization":
        return
    if card.civilization and card.civilization != civilization.id:  # civ-13
        yield Breach(
            where, f"{card.title} is a card of another civilization than {civilization.title}", "civ-13"
        )
    elif card.id in civilization.barred:
        yield Breach(where, f"{card.title} is barred to the {civilization.title}", "card-civilization-7")


def _start(
    cards: Mapping[str, Card], numbers: Mapping[str, int], civilization: Card | None, deck: Deck
) -> Iterator[Breach]:
    where, starters = "starting_buildings", deck.starting_buildings
    if len(starters) != numbers["starting-buildings"] or starters.count("town-center") != 1:
        others = numbers["starting-buildings"] - 1
        yield Breach(where, f"the city starts with 1 Town Center and {others} other buildings", "setting-11")
    for name in sorted(set(starters) - {"town-center"}):
        card = cards.get(name)
        if card is None or card.type != "building" or card.age > 1:
            yield Breach(
                where,
                f"{card.title if card else name} is no building of age 1; name one, as house",
                "setting-11",
            )
        else:
            yield from _allowed(civilization, card, where)
