"""What of the texts of cards and Gallic events the rules do not carry out (7.1-e)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.sword_of_rome.conditions import can_test
from rules.sword_of_rome.data_effects import AnyOperation, DesperateTimes
from rules.sword_of_rome.data_records import GameData
from rules.sword_of_rome.operations import WORKS


def not_carried_out(data: GameData) -> tuple[str, ...]:
    """A line for each card, then each Gallic event, of which something is missing, in the order of the data."""
    found = [
        f"{card.id} {card.title}: {what}"
        for card in sorted(data.card.values(), key=lambda card: (card.deck, card.number))
        for what in (
            card.missing,
            *_undone(operation for play in card.plays for operation in play.operations),
            *(
                f"nothing looks at the condition {type(condition).__name__}"
                for play in card.plays
                for condition in play.requires
                if not can_test(condition)
            ),
        )
        if what
    ]
    found += [
        f"Gallic event {event.id} {event.title}: {what}"
        for event in sorted(data.gallic_event.values(), key=lambda event: event.roll)
        for what in (event.missing, *_undone(iter(event.operations)))
        if what
    ]
    return tuple(found)


def _undone(operations: Iterator[AnyOperation]) -> Iterator[str]:
    for operation in operations:
        if type(operation) not in WORKS and not isinstance(operation, DesperateTimes):  # 7.4 has its own file
            yield f"nothing does the operation {type(operation).__name__}"
