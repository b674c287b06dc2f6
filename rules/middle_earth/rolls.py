"""What a roll is for, as people are asked for it: who rolls against whom, and which numbers do what.

The purposes are those of `chance.roll` in the chapters: `melee:ATTACKER>DEFENDER`, `rally:LEADER>UNIT` … Rolls that
only one game has are told by that game (`Exclusive.roll_titles`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from rules.middle_earth.casualties import armour, attack_letter, morale
from rules.middle_earth.game import Game
from rules.middle_earth.leader_combat import differential_of
from rules.middle_earth.leaders import rating
from rules.middle_earth.magic import reach
from rules.middle_earth.paths import hex_of
from rules.middle_earth.state import State
from rules.middle_earth.wording import named, result_in_words, span
from rules.ruleset import readable_purpose
from rules.wording import capital

Title = Callable[[Game, State, Sequence[str]], str]


def roll_title(game: Game, state: State, purpose: str) -> str:
    """What the roll with this purpose is for, with the numbers needed while the pieces that it names are on the map."""
    kind, _, rest = purpose.partition(":")
    parts = [game.of_purpose(part) for part in re.split("[:>]", rest)]
    told = game.exclusive.roll_titles.get(kind) or _TITLES.get(kind)
    if told is not None:
        return told(game, state, parts)
    titles = [game.title(part) for part in parts]
    if titles == parts:
        return readable_purpose(game, state, purpose)
    return f"{capital(kind.replace('-', ' '))}: {', '.join(titles)}"


def _on_map(state: State, *pieces: str) -> bool:
    return all(piece in state.units or piece in state.leaders for piece in pieces)


def needed(what: str, values: tuple[int, int]) -> str:
    """What happens on which sums or faces: `casualty on 2–5`."""
    return f"{what} on {span(values)}" if values != (0, 0) else f"no {what} is possible"


def _attack(game: Game, state: State, parts: Sequence[str], kind: str) -> str:
    attacker, defender = parts
    who = (
        f"Melee: {named(game, state, attacker)} against {named(game, state, defender)}"
        if kind == "melee"
        else f"Fire: {named(game, state, attacker)} at {named(game, state, defender)}"
    )
    if defender not in state.units or not (attacker in state.units or attacker in state.engines):
        return who
    letter = attack_letter(game, state, attacker, state.units[defender].hex, kind)
    shield, _ = armour(game, state, defender, hex_of(state, attacker) if kind == "missile" else "")
    return f"{who}, {needed('casualty', game.board.casualty[letter.value, shield] or (0, 0))}"


def _casualty(game: Game, state: State, parts: Sequence[str]) -> str:
    attacker, defender = parts
    who = f"Casualty: what {named(game, state, attacker)} does to {named(game, state, defender)}"
    if defender not in state.units:
        return who
    courage = morale(game, state, defender).value
    return f"{who}, morale {courage}: " + by_face(
        {die: result_in_words(game.board.result[die, courage].text) for die in range(1, 7)}
    )


def by_face(results: Mapping[int, str]) -> str:
    """Which faces do what, equal neighbours together: `1–2 is reduced; 3–6 no effect`."""
    runs: list[tuple[int, int, str]] = []
    for die, result in results.items():
        if runs and runs[-1][2] == result:
            runs[-1] = (runs[-1][0], die, result)
        else:
            runs.append((die, die, result))
    return "; ".join(f"{span((first, last))} {result}" for first, last, result in runs)


def _duel(game: Game, state: State, parts: Sequence[str]) -> str:
    attacker, defender = parts
    who = f"Leader combat: {game.title(attacker)} attacks {game.title(defender)}"
    if not _on_map(state, attacker, defender):
        return who
    least, greatest = game.board.duel_bounds
    column = max(least, min(differential_of(game, state, attacker, defender), greatest))
    harmed = {
        "AW": "he is wounded",
        "AK": "he is killed",
        "DW": "the other is wounded",
        "DK": "the other is killed",
    }
    if defender in state.units:
        harmed |= {"DW": "the other is hit", "DK": "the other is hit"}
    return f"{who}: " + by_face(
        {die: harmed.get(game.board.duel[die, column].text, "nothing") for die in range(1, 7)}
    )


def _magic(game: Game, state: State, parts: Sequence[str]) -> str:
    caster, spell = parts
    who = f"Magic: {game.title(caster)} casts {game.board.spells[spell].title}"
    casting = state.casting
    if casting is None or casting.spell != spell or caster not in state.leaders:
        return who
    values, _ = reach(game, state, caster, spell, casting.points)
    return f"{who}, works on {span(values)}" if values != (0, 0) else f"{who}, cannot work"


def _rally(game: Game, state: State, parts: Sequence[str]) -> str:
    leader, unit = parts
    who = f"Rally: {game.title(leader)} rallies {named(game, state, unit)}"
    if not _on_map(state, leader, unit):
        return who
    value, _ = rating(game, state, leader)
    values = game.board.rally[min(value, game.board.rally_best)] or (0, 0)
    return f"{who}, rallied on {span(values)}"


def _fate(game: Game, state: State, parts: Sequence[str]) -> str:
    return (
        f"Fate: {game.title(parts[0])} with the unit that suffers, shares its fate on "
        f"{game.board.numbers.leader_shares_fate}–6"
    )


def _early(game: Game, state: State, parts: Sequence[str]) -> str:
    most = game.board.numbers.early_retreat_disrupted
    return f"Retreat before combat: {game.title(parts[0])}, disrupted on {span((1, most))}"


def _arrival(game: Game, state: State, parts: Sequence[str]) -> str:
    arrival = game.board.scenario.arrivals[int(parts[0])]
    return f"Reinforcements: {arrival.title}, they come on {arrival.least}–6"


_TITLES: Mapping[str, Title] = {
    "melee": lambda game, state, parts: _attack(game, state, parts, "melee"),
    "missile": lambda game, state, parts: _attack(game, state, parts, "missile"),
    "casualty": _casualty,
    "duel": _duel,
    "magic": _magic,
    "rally": _rally,
    "fate": _fate,
    "early-retreat": _early,
    "arrival": _arrival,
}
