"""An army on the march with a 3-Ops card, up to the step that a test is about; and what the rules say of a reaction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rules.sword_of_rome import events
from rules.sword_of_rome.actions import Activate, End, Flank, Play, Step
from rules.sword_of_rome.interception import refuse_interception
from rules.sword_of_rome.procedures import Entry, Modifier
from rules.sword_of_rome.state import find
from tests.rules.sword_of_rome.harness import Given, Position, army, control, given, hand, impulse

ATTACK_WINS = (3, 3, 3, 2, 2, 2)
"""Dice with which the attacker wins and nobody is hurt, where leaders and sizes are not too uneven."""
DEFENCE_WINS = (2, 2, 2, 3, 3, 3)
"""The same for the defender."""
THREE_OPS = {"rome": "r-30", "greece": "g-22", "gauls": "a-37", "etruria-samnium": "e-10"}
"""A card of each seat that is worth 3 Ops and no response, so that nobody is asked for it."""


def on_the_march(
    *circumstances: Given, seat: str, leader: str, options: Mapping[str, str] | None = None
) -> Position:
    """The seat has played a card of 3 Ops and activated the leader."""
    card = THREE_OPS[seat]
    position = given(*circumstances, hand(seat, card), impulse(seat), options=options)
    return position.when(seat, Play(card, "ops")).when(seat, Activate(leader))


def refused_interception(position: Position, leader: str, cu: int) -> tuple[str, str] | None:
    """Why the leader may not intercept the army that has just entered a space, or None."""
    entry = find(position.state, Entry)
    power = position.game.leaders[leader].power
    return refuse_interception(position.game, position.state, entry, power, leader, cu)


def pinned_at_fregellae() -> Position:
    """Camillus attacks Egnatius in Fregellae; Valerius marches to flank him, and another Samnite army stands near."""
    position = (
        given(
            army("rome", "capua", 7, "camillus"),
            army("rome", "praeneste", 5, "valerius"),
            army("samnites", "fregellae", 5, "egnatius"),
            army("samnites", "tarracina", 2, "samnites-1"),
            hand("rome", "r-1"),
            impulse("rome"),
        )
        .when("rome", Play("r-1", "event"))
        .when("rome", Activate("camillus"))
        .when("rome", Step("fregellae"))
    )
    position.when("etruria-samnium", End()).awaits("etruria-samnium", "react")
    position.when("etruria-samnium", End()).awaits("rome", "flank")
    return position.when("rome", Flank("valerius"))


def on_tarracina(
    *more: Given,
    romans: int = 4,
    greeks: int = 6,
    leaders: tuple[str, ...] = ("claudius",),
    commander: str = "pyrrhus",
    dice: Sequence[int] = (),
    options: Mapping[str, str] | None = None,
) -> Position:
    """A Greek army comes from Capua upon Romans in Tarracina, a Roman space that borders on Velitrae and Antium. Give
    dice where nobody can react, so that the battle is joined at once."""
    return on_the_march(
        army("rome", "tarracina", romans, *leaders),
        army("greece", "capua", greeks, commander),
        control("capua", "greece"),
        *more,
        seat="greece",
        leader=commander,
        options=options,
    ).when("greece", Step("tarracina"), dice=dice)


def rolled(position: Position) -> events.BattleRolled:
    """The battle roll of the last action."""
    return next(each for each in position.events if isinstance(each, events.BattleRolled))


def whys(modifiers: Iterable[Modifier]) -> dict[str, int]:
    """Modifiers by what they are for."""
    return {each.why: each.value for each in modifiers}


def past_claudius(*more: Given, cu: int = 6, romans: int = 4, beside: tuple[str, ...] = ()) -> Position:
    """Pyrrhus goes from Poseidonia to Nola, next to Capua, where Claudius (T 3) stands with others beside him."""
    return on_the_march(
        army("greece", "poseidonia", cu, "pyrrhus"),
        army("rome", "capua", romans, "claudius", *beside),
        *more,
        seat="greece",
        leader="pyrrhus",
    ).when("greece", Step("nola"))


def two_gallic_armies() -> Position:
    """Valerius enters Clusium, between Brennus in Volaterrae and a minor Gallic leader in Cortona."""
    return (
        on_the_march(
            army("rome", "volsinii", 4, "valerius"),
            army("gauls", "volaterrae", 4, "brennus"),
            army("gauls", "cortona", 3, "gauls-1"),
            seat="rome",
            leader="valerius",
        )
        .when("rome", Step("clusium"))
        .awaits("gauls", "react")
    )


def beaten_at_nola(*more: Given, romans: int = 6, origin: str = "poseidonia") -> Position:
    """Romans without a leader lose in Nola, which is nobody's, against as many Greeks under Pyrrhus."""
    return on_the_march(
        army("greece", origin, min(romans, 10), "pyrrhus"),
        army("rome", "nola", romans),
        *more,
        seat="greece",
        leader="pyrrhus",
    ).when("greece", Step("nola"), dice=ATTACK_WINS)


def beaten_attack(
    *more: Given, greeks: int = 4, romans: int = 4, options: Mapping[str, str] | None = None
) -> Position:
    """Greeks of T 1 come from Capua and lose in Tarracina."""
    return on_tarracina(
        *more,
        romans=romans,
        greeks=greeks,
        leaders=(),
        commander="greece-1",
        dice=DEFENCE_WINS,
        options=options,
    )
