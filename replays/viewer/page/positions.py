"""Positions of a game as the page has them: what stands, lies and is drawn at each batch, and how that differs from its
parent. Everything that stays as it was is the same object, so that a long game is neither large nor slow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar

import msgspec

from replays.viewer.counters import described
from replays.viewer.layers import Layers, Part, Units
from replays.viewer.occurring import together
from replays.viewer.page import content as page
from replays.viewer.theme import Sides
from rules.scene import Counter, Marker, Scene

T = TypeVar("T")

_json = msgspec.json.Encoder(order="deterministic").encode
_WHOLE = ("sides", "terrain", "spaces", "borders", "links", "tracks", "hands", "panels")
"""Fields of a scene that many plies have in common."""


class Numbered(Generic[T]):
    """Things in the order in which they were first met, each with its number."""

    def __init__(self) -> None:
        self.found: dict[T, int] = {}

    def __getitem__(self, thing: T) -> int:
        return self.found.setdefault(thing, len(self.found))

    def all(self) -> tuple[T, ...]:
        """The things by their numbers."""
        return tuple(self.found)


class Sparing:
    """Scenes one after another, of which equal parts are made one object."""

    def __init__(self) -> None:
        self._before: Scene | None = None
        self._counters: dict[Counter, Counter] = {}

    def __call__(self, scene: Scene) -> Scene:
        same = {"counters": tuple(self._counters.setdefault(each, each) for each in scene.counters)}
        if self._before is not None:
            for name in _WHOLE:
                was = getattr(self._before, name)
                if getattr(scene, name) == was:
                    same[name] = was
        self._before = msgspec.structs.replace(scene, **same)
        return self._before


class Position(msgspec.Struct, frozen=True):
    """One position: its scene, its drawings, its pieces and markers by key, and what stands beside the board."""

    scene: Scene
    units: tuple[Units, ...]
    standing: dict[str, Counter | Marker]
    beside: int


class Positions:
    """The positions of one game, and the lists that the page refers to."""

    def __init__(self, scenes: Sequence[Scene]) -> None:
        last = scenes[-1]
        occurring = together(scenes)
        self.layers = Layers(occurring)
        self.spaces = occurring.laid.spaces
        self.sides = Sides(last.sides)
        self.places = {space.id: place for place, space in enumerate(self.spaces)}
        self.units, self.markups = Numbered[str](), Numbered[str]()
        self.pieces, self.descriptions = Numbered[str](), Numbered[str]()
        self.besides: list[page.Beside] = []
        self._besides = Numbered[bytes]()
        self._in_words: dict[Counter, str] = {}
        self._beside_before: tuple[object, int] | None = None

    def position(self, scene: Scene) -> Position:
        """The position that a scene shows."""
        standing: dict[str, Counter | Marker] = {counter.id: counter for counter in scene.counters}
        standing |= {self._key(marker): marker for marker in scene.markers}
        return Position(scene, self.layers.units(scene), standing, self._beside(scene))

    # What changed; `before` is None at the beginning, when nothing was there.

    def drawn(self, now: Position, before: Position | None) -> tuple[int, ...]:
        """Pairs of a unit and its markup, -1 for what is gone."""
        found: list[int] = []
        for place, units in enumerate(now.units):
            was = before.units[place] if before is not None else {}
            if units is was:
                continue
            for key, markup in units.items():
                if was.get(key) != markup:
                    found += (self.units[key], self.markups[markup])
            for key in was:
                if key not in units:
                    found += (self.units[key], -1)
        return tuple(found)

    def moved(self, now: Position, before: Position | None) -> tuple[int, ...]:
        """Triples of a piece, its space and its description, -1 for a space that is none."""
        was = before.standing if before is not None else {}
        found: list[int] = []
        for name, piece in now.standing.items():
            then = was.get(name)
            if then is piece:
                continue
            words = self._words(piece)
            if then is None or then.space != piece.space or self._words(then) != words:
                found += (self.pieces[name], self.places.get(piece.space, -1), self.descriptions[words])
        for name in was:
            if name not in now.standing:
                found += (self.pieces[name], -1, 0)
        return tuple(found)

    def taken(self, now: Position, before: Position | None) -> tuple[int, ...]:
        """Pairs of a space and the place of its owner among the sides, -1 for nobody."""
        if before is not None and before.scene.spaces is now.scene.spaces:
            return ()
        seats = {side.seat: place for place, side in enumerate(now.scene.sides)}
        then = {space.id: space.owner for space in before.scene.spaces} if before is not None else {}
        found: list[int] = []
        for space in now.scene.spaces:
            if space.owner != then.get(space.id, ""):
                found += (self.places[space.id], seats.get(space.owner, -1))
        return tuple(found)

    # What it is called

    def _key(self, marker: Marker) -> str:
        return f"marker:{marker.space}:{self._name(marker)}"

    def _name(self, marker: Marker) -> str:
        return f"{marker.kind} of {self.sides[marker.owner].title}" if marker.owner else marker.kind

    def _words(self, piece: Counter | Marker) -> str:
        if isinstance(piece, Marker):
            return piece.title or self._name(piece)
        found = self._in_words.get(piece)
        if found is None:
            found = self._in_words[piece] = described(piece, self.sides)
        return found

    # Beside the board

    def _beside(self, scene: Scene) -> int:
        trays = self.layers.trays(scene)
        now = (scene.tracks, scene.hands, scene.panels, trays)
        if self._beside_before is not None and self._beside_before[0] == now:
            return self._beside_before[1]
        titles = {space.id: space.title or space.id for space in scene.spaces}
        beside = page.Beside(
            msgspec.Raw(_json(scene.tracks)),
            msgspec.Raw(_json(scene.hands)),
            msgspec.Raw(_json(scene.panels)),
            tuple(self.tray(titles[name], part) for name, part in trays.items()),
        )
        number = self._besides[_json(beside)]
        if number == len(self.besides):
            self.besides.append(beside)
        self._beside_before = (now, number)
        return number

    def tray(self, title: str, part: Part) -> page.Tray:
        """A part of the drawing under its title."""
        return page.Tray(title, self.markups[part.markup], round(part.width, 1), round(part.height, 1))


def spared(scenes: Iterable[Scene]) -> list[Scene]:
    """The scenes with equal parts made one."""
    sparing = Sparing()
    return [sparing(scene) for scene in scenes]
