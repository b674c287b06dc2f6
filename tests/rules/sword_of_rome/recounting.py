"""Battles counted by hand: how what came out is held against what was counted."""

from __future__ import annotations

from typing import NamedTuple

from rules.sword_of_rome import events
from rules.sword_of_rome.procedures import Support
from tests.rules.sword_of_rome.harness import Position, like
from tests.rules.sword_of_rome.marching import rolled

FRIENDLY = ("friendly space", 1, "12.2.3")
FLANK = ("flanking army", 1, "9.5.6")
INTERCEPTED = ("intercepted", 1, "10.5.2")
FAILED = ("failed to avoid battle", -1, "11.1")
ROUGH = ("over a rough link", -2, "12.2.3")


def ratio(value: int) -> tuple[str, int, str]:
    return ("strength ratio", value, "12.2.1")


def leadership(value: int) -> tuple[str, int, str]:
    return ("leadership", value, "12.2.2")


class Side(NamedTuple):
    """What one side is to have: its power and size, its dice, its modifiers, its total."""

    power: str
    size: int
    dice: tuple[int, ...]
    modifiers: tuple[tuple[str, int, str], ...]
    total: int


def fought(
    position: Position, attacker: Side, defender: Side, winner: str, winner_loses: int, loser_loses: int
) -> None:
    """The battle of the last action was as counted by hand."""
    battle = rolled(position)
    found = Side(
        battle.attacker,
        battle.attacker_cu,
        battle.attacker_dice,
        tuple((each.why, each.value, each.rule) for each in battle.attacker_modifiers),
        battle.attacker_total,
    )
    assert found == attacker
    assert attacker.total == sum(attacker.dice) + sum(value for _, value, _ in attacker.modifiers)
    found = Side(
        battle.defender,
        battle.defender_cu,
        battle.defender_dice,
        tuple((each.why, each.value, each.rule) for each in battle.defender_modifiers),
        battle.defender_total,
    )
    assert found == defender
    assert defender.total == sum(defender.dice) + sum(value for _, value, _ in defender.modifiers)
    position.then_includes(
        like(
            events.BattleWon,
            winner=winner,
            winner_loses=winner_loses,
            loser_loses=loser_loses,
            automatic=False,
        )
    )


def gains(position: Position, seat: str, power: str, points: int, *targets: str) -> None:
    """The seat now spends so many points for the power, against these."""
    position.awaits(seat, "support")
    support = position.state.stack[-1]
    assert isinstance(support, Support)
    assert (support.power, support.points, support.target) == (power, points, targets)
