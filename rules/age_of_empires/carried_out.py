"""What of the texts of cards the rules do not carry out."""

from __future__ import annotations

from rules.age_of_empires.data_records import GameData
from rules.age_of_empires.event_operations import DO


def not_carried_out(data: GameData) -> tuple[str, ...]:
    """A line for each card of which something is missing, in the order of the data."""
    return tuple(
        f"{card.title}: nothing does the operation {type(operation).__name__}"
        for card in data.card.values()
        for operation in card.operations
        if type(operation) not in DO
    )
