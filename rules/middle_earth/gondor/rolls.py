"""What the rolls of the siege are for, as people are asked for them (see `rules.middle_earth.rolls`)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.middle_earth.casualties import morale
from rules.middle_earth.game import Game
from rules.middle_earth.gondor.city import GATE, WALL, behind, feature
from rules.middle_earth.paths import hex_of
from rules.middle_earth.rolls import Title, by_face, needed
from rules.middle_earth.state import State
from rules.middle_earth.wording import hexes, named, result_in_words
from rules.parts.hexes import distance


def _breach(game: Game, state: State, parts: Sequence[str]) -> str:
    engine, hexside = parts
    kind = feature(game, state, hexside)
    what = "level gate" if kind == GATE else kind
    away = distance(hex_of(state, engine), behind(game, hexside)[1])
    sums = (2, game.board.breach.get((away, kind), 0))
    return f"Siege: {game.title(engine)} against the {what} {hexside} at {hexes(away)}, {needed('breached', sums)}"


def _breached(game: Game, state: State, parts: Sequence[str]) -> str:
    assert game.board.siege is not None
    (unit,) = parts
    return f"Breach: {named(game, state, unit)} behind it, {needed('disrupted', (1, game.board.siege.breach_disrupts))}"


def _oil(game: Game, state: State, parts: Sequence[str]) -> str:
    (attacker,) = parts
    who = f"Oil: what it does to {named(game, state, attacker)}"
    if attacker not in state.units:
        return who
    courage = morale(game, state, attacker).value
    results = {die: result_in_words(game.board.result[die, courage].text) for die in range(1, 7)}
    return f"{who}, morale {courage}: {by_face(results)}"


def _scorch(game: Game, state: State, parts: Sequence[str]) -> str:
    assert game.board.siege is not None
    return f"Oil: {game.title(parts[0])}, {needed('it burns', (1, game.board.siege.tower_burns))}"


def _shot(game: Game, state: State, parts: Sequence[str]) -> str:
    assert game.board.siege is not None
    engine, target = parts
    who = f"Fire: {game.title(engine)} at {game.title(target)}"
    if engine not in state.engines or target not in state.engines:
        return who
    away = distance(state.engines[engine].hex, state.engines[target].hex)
    most = game.board.breach[away, WALL] + game.board.siege.engine_shot_bonus
    return f"{who} at {hexes(away)}, {needed('destroyed', (2, most))}"


def _ladder(game: Game, state: State, parts: Sequence[str]) -> str:
    assert game.board.siege is not None
    least = game.board.siege.ladder_thrown_down
    return f"Ladder: {game.title(parts[0])}, {needed('thrown down', (least, 6))}"


def _ram(game: Game, state: State, parts: Sequence[str]) -> str:
    return (
        f"Siege: {game.title(parts[0])} rams the Great Gate, {needed('destroyed', game.board.ram or (0, 0))}"
    )


ROLL_TITLES: dict[str, Title] = {
    "breach": _breach,
    "breached": _breached,
    "oil": _oil,
    "scorch": _scorch,
    "shot": _shot,
    "ladder": _ladder,
    "ram": _ram,
}
