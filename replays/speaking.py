"""A game told with names in another language: spaces, leaders, units, cards and phases as its rulebook calls them, in
sentences that stay English. A name that the data do not have in that language stays as it is.

What people type – phrases of actions, ids – stays in English too, so that the same game is typed the same everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

import msgspec

from replays.opening import OpenGame
from rules.names import names_of
from rules.ruleset import AnyRuleset, Awaited, Clock, Event, Seat, Step
from rules.scene import Scene

_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{1,8})*")


class NoLanguage(Exception):
    """A text that names no language, or one in which the game has no names; the message is a sentence."""


def languages(opened: OpenGame) -> tuple[str, ...]:
    """The languages in which the game has names."""
    return tuple(sorted(names_of(opened.data)))


def spoken(opened: OpenGame, language: str) -> OpenGame:
    """The game with its names in this language (`ja`, `ru`; `en`: as it is). Raises NoLanguage."""
    if not _LANGUAGE.fullmatch(language):
        raise NoLanguage(f"{language!r} is no language: write its code, as in ja or ru.")
    if language == "en":
        return opened
    names = names_of(opened.data).get(language)
    if not names:
        there = ", ".join(("en", *languages(opened)))
        raise NoLanguage(f"{opened.ruleset.title} has no names in {language}; it has {there}.")
    return msgspec.structs.replace(opened, ruleset=_spoken(opened.ruleset, Translation(names)))


class Translation:
    """English names found in texts and put into another language, the longest that fits first."""

    def __init__(self, names: Mapping[str, str]) -> None:
        # Within a sentence a name of several words may begin with a small letter.
        within = {f"{name[:1].lower()}{name[1:]}": said for name, said in names.items() if " " in name}
        self.names = within | dict(names)
        ordered = sorted(self.names, key=lambda name: (-len(name), name))
        alternatives = "|".join(re.escape(name) for name in ordered)
        self._pattern = re.compile(rf"(?<![\w'])(?:{alternatives})(?![\w'])")
        self.text = lru_cache(maxsize=8192)(self._text)

    def _text(self, text: str) -> str:
        return self._pattern.sub(lambda found: self.names[found[0]], text)

    def struct(self, value: Any) -> Any:
        """A scene, or a part of one, with its titles, cells, cards and lines translated; ids and kinds stay."""
        if isinstance(value, msgspec.Struct):
            changed = {
                name: self._words(getattr(value, name))
                if name in _WORDS
                else self.struct(getattr(value, name))
                for name in value.__struct_fields__
            }
            return msgspec.structs.replace(value, **changed)
        if isinstance(value, tuple) and value and isinstance(value[0], msgspec.Struct):
            return tuple(self.struct(each) for each in value)
        return value

    def _words(self, value: Any) -> Any:
        if isinstance(value, str):
            return self.text(value)
        return tuple(self.text(each) if isinstance(each, str) else each for each in value)


_WORDS = frozenset({"title", "turn_title", "phase_title", "impulse_title", "cells", "cards", "lines"})
"""The fields that people read, of scenes, clocks and the like."""


def _spoken(rules: AnyRuleset, said: Translation) -> AnyRuleset:
    def narrate(game: Any, state: Any, event: Event) -> str:
        return said.text(rules.narrate(game, state, event))

    def retell(game: Any, state: Any, steps: Sequence[Step]) -> str:
        return said.text(rules.retell(game, state, steps))

    def roll_title(game: Any, state: Any, purpose: str) -> str:
        return said.text(rules.roll_title(game, state, purpose))

    def scene(game: Any, state: Any) -> Scene:
        found: Scene = said.struct(rules.scene(game, state))
        return found

    def clock(game: Any, state: Any) -> Clock:
        found: Clock = said.struct(rules.clock(game, state))
        return found

    def awaiting(game: Any, state: Any) -> tuple[Awaited, ...]:
        return tuple(said.struct(each) for each in rules.awaiting(game, state))

    return replace(
        rules,
        title=said.text(rules.title),
        seats=tuple(Seat(seat.name, said.text(seat.title)) for seat in rules.seats),
        scenarios=tuple(said.struct(each) for each in rules.scenarios),
        narrate=narrate,
        retell=retell,
        roll_title=roll_title,
        scene=scene,
        clock=clock,
        awaiting=awaiting,
    )
