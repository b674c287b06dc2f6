"""What is wrong between records of the data: names that nothing has, and values that contradict each other."""

from __future__ import annotations

from collections.abc import Iterator

from rules.age_of_empires.data_records import Card, Deck
from rules.age_of_empires.deck_checks import AGES, breaches, card_counts
from rules.parts.record_faults import Found

NUMBERS = (
    "food",
    "wood",
    "stone",
    "gold",
    "villagers",
    "villager-cap-base",
    "garrison",
    "age",
    "hand",
    "hand-limit",
    "starting-buildings",
    "deck-least",
    *(f"age-deck-least-{age}" for age in AGES),
    "copies-most",
    "ranks",
    "turns-to-win",
    "relics-to-win",
    "marker",
    "event-copies-a-turn",
    "exchange-given",
)
TOKENS = ("villager", "monk", "soldier")


def problems_of(found: Found) -> Iterator[str]:
    """Every problem, each a sentence."""
    for name in NUMBERS:
        if not found.known("number", name):
            yield f'data: there is no number "{name}"; the rules need it (setting-1).'
    for name in TOKENS:
        if not found.known("token", name):
            yield f'data: there is no token "{name}"; the rules need it (token-2).'
    cards: dict[str, Card] = found.records["card"]
    for card in cards.values():
        yield from _card(found, card)
    if not found.whole("card") or not found.whole("number"):
        return
    numbers = {name: record.value for name, record in found.records["number"].items()}
    deck: Deck
    for deck in found.records["deck"].values():
        yield from found.refer("deck", deck.id, "civilization", "card", deck.civilization)
        yield from found.refer("deck", deck.id, "starting_buildings", "card", *deck.starting_buildings)
        for age in AGES:
            yield from found.refer("deck", deck.id, f"age_{age}", "card", *card_counts(deck, age))
        if all(name in numbers for name in NUMBERS):
            for breach in breaches(cards, numbers, deck):
                yield found.say("deck", deck.id, breach.where, f"{breach.what} ({breach.rule})")


def _card(found: Found, card: Card) -> Iterator[str]:
    for key in ("requires", "start_cards", "barred"):
        yield from found.refer("card", card.id, key, "card", *getattr(card, key))
    for key in ("trained_at", "upgrades", "develops", "civilization"):
        named = getattr(card, key)
        if named:
            yield from found.refer("card", card.id, key, "card", named)
    if card.type in ("building", "unit") and card.hit_points < 1:
        yield found.say("card", card.id, "hit_points", f"a {card.type} has at least 1 (card-building-5).")
    if card.type == "wonder" and len(card.stages) != 4:
        yield found.say("card", card.id, "stages", "a wonder rises in 4 turns (wonder-6).")
    if card.type == "unit" and not card.trained_at:
        yield found.say("card", card.id, "trained_at", "name the building that trains it (soldier-1).")
    if card.type == "event" and not card.operations:
        yield found.say("card", card.id, "operations", "say what the event does (event-1).")
    if card.type == "civilization" and card.start is None:
        yield found.say("card", card.id, "start", "say what the civilization begins with (setting-1).")
