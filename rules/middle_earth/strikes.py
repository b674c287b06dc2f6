"""What an attack is likely to cost its victim, for bots: chances from the tables, no dice."""

from __future__ import annotations

from rules.middle_earth.board import CasualtyResult
from rules.middle_earth.casualties import MELEE, armour, attack_letter, morale
from rules.middle_earth.game import Game
from rules.middle_earth.night import is_fanatic
from rules.middle_earth.paths import face
from rules.middle_earth.state import State

SHAKEN = 0.25
"""What a unit in good order loses by a retreat and its disruption, as a part of its worth."""


def chance_of(span: tuple[int, int] | None) -> float:
    """How likely two dice fall in a range."""
    if span is None:
        return 0.0
    return sum(6 - abs(7 - roll) for roll in range(span[0], span[1] + 1)) / 36


def strike(game: Game, state: State, attacker: str, defender: str, place: str, here: str) -> float:
    """The part of its worth that a melee attack takes from the defender in `place` on the average, from 0 to 1; the
    attacker stands in `here`."""
    standing = state.units[attacker]
    if standing.disrupted or (not standing.partner and not face(game, state, attacker).attack):
        return 0.0
    card = game.board.units[attacker]
    if card.army in state.demoralized and face(game, state, attacker).morale == "Z":
        return 0.0
    if game.exclusive.forbids_harm(game, state, defender) is not None:
        return 0.0
    if is_fanatic(game, state, attacker):
        hit = 1.0
    else:
        letter = attack_letter(game, state, attacker, place, MELEE).value
        hit = _hits(game, letter, armour(game, state, defender)[0])
    victim = state.units[defender]
    return hit * _hurt(game, morale(game, state, defender).value, victim.reduced, victim.disrupted)


def _hits(game: Game, letter: str, protection: int) -> float:
    key = ("hits", letter, protection)
    kept: float | None = game.kept.get(key)
    if kept is None:
        kept = game.kept[key] = chance_of(game.board.casualty[letter, protection])
    return kept


def _hurt(game: Game, nerve: str, reduced: bool, disrupted: bool) -> float:
    key = ("hurt", nerve, reduced, disrupted)
    kept: float | None = game.kept.get(key)
    if kept is None:
        results = [game.board.result[die, nerve] for die in range(1, 7)]
        kept = game.kept[key] = sum(_cost(each, reduced, disrupted) for each in results) / 6
    return kept


def _cost(result: CasualtyResult, reduced: bool, disrupted: bool) -> float:
    if result.eliminated or (result.flipped and reduced) or (result.retreat and disrupted):  # 7.57
        return 1.0
    return (0.4 if result.flipped else 0.0) + (SHAKEN if result.retreat else 0.0)
