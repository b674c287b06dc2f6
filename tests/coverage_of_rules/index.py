"""The index of rules: one TOML file a game, and the hand-kept list of rules that oblige nothing."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec

FOLDER = Path(__file__).parent.parent / "rules_index"
OBLIGES_NOTHING = "obliges_nothing.toml"
GAMES = ("middle-earth", "sauron", "gondor", "sword-of-rome", "hellenes", "age-of-empires")

_File = TypeVar("_File")


class FaultyIndex(Exception):
    """The index cannot be used; the message is a sentence that says where and why."""


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One obligation. `unclear` holds the ruling where the rulebook leaves something open."""

    id: str
    title: str
    demand: str
    unclear: str
    example: str


class Exemption(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rule that obliges nothing, and why."""

    game: str
    id: str
    reason: str


class GameRules(msgspec.Struct, frozen=True):
    """A game's rules by id, in the order of the rulebook, and why some of them oblige nothing."""

    rules: dict[str, Rule]
    obliges_nothing: dict[str, str]


class _RulesFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rule: list[Rule]


class _ExemptionsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rule: list[Exemption]


def load(folder: Path = FOLDER, games: tuple[str, ...] = GAMES) -> dict[str, GameRules]:
    """The rules of every game of `games`, from `folder`/GAME.toml with `_` for `-`.

    Raises FaultyIndex for a missing or malformed file, an id given twice, or an exemption of an unknown rule.
    """
    index = {game: GameRules(_rules(folder / f"{game.replace('-', '_')}.toml"), {}) for game in games}
    path = folder / OBLIGES_NOTHING
    for exemption in _decoded(path, _ExemptionsFile).rule:
        if exemption.game not in index or exemption.id not in index[exemption.game].rules:
            raise FaultyIndex(
                f"{path} exempts {exemption.game} {exemption.id}, which the index does not hold."
            )
        if exemption.id in index[exemption.game].obliges_nothing:
            raise FaultyIndex(f"{path} exempts {exemption.game} {exemption.id} twice.")
        if not exemption.reason:
            raise FaultyIndex(f"{path} exempts {exemption.game} {exemption.id} without a reason.")
        index[exemption.game].obliges_nothing[exemption.id] = exemption.reason
    return index


def _rules(path: Path) -> dict[str, Rule]:
    rules: dict[str, Rule] = {}
    for rule in _decoded(path, _RulesFile).rule:
        if rule.id in rules:
            raise FaultyIndex(f"{path} holds the rule {rule.id} twice.")
        rules[rule.id] = rule
    return rules


def _decoded(path: Path, kind: type[_File]) -> _File:
    try:
        return msgspec.toml.decode(path.read_bytes(), type=kind)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise FaultyIndex(f"{path} cannot be read as an index of rules: {error}.") from error
