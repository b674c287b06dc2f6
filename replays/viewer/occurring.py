"""What occurs in all scenes of a game together, so that letters, places and the legend mean the same at each."""

from __future__ import annotations

from collections import Counter as Counts
from collections.abc import Iterable
from itertools import chain

import msgspec

from rules.scene import Border, Counter, Marker, Scene, Space


class Occurring(msgspec.Struct, frozen=True):
    """What the scenes of a game show: `whole` is a scene in which all of it occurs, `laid` the last one with every
    space that there ever was, `most` how many pieces and markers ever lie on a space."""

    whole: Scene
    laid: Scene
    most: dict[str, int]


def together(scenes: Iterable[Scene]) -> Occurring:
    """What occurs in these scenes: the last one, with pieces, markers, hexsides and features of every look that any of
    them shows. Raises ValueError where there is none."""
    last: Scene | None = None
    pieces: dict[object, Counter] = {}
    markers: dict[object, Marker] = {}
    borders: dict[str, Border] = {}
    features: dict[str, None] = {}
    spaces: dict[str, Space] = {}
    most: dict[str, int] = {}
    met: set[Counter] = set()
    for scene in scenes:
        here = Counts(chain((each.space for each in scene.counters), (each.space for each in scene.markers)))
        for name, many in here.items():
            if many > most.get(name, 0):
                most[name] = many
        beside: dict[tuple[str, str, str], Counter] = {}
        for counter in scene.counters:
            if counter not in met:
                met.add(counter)
                pieces.setdefault((counter.symbol, counter.owner, counter.states, counter.hidden), counter)
            for state in counter.states:
                # Two that have a state in one space: it may join them, as a formation does.
                other = beside.setdefault((counter.space, counter.owner, state), counter)
                if other is not counter and (state, 0) not in pieces:
                    pieces[state, 0], pieces[state, 1] = other, counter
        for marker in scene.markers:
            markers.setdefault((marker.kind, marker.owner), marker)
        # Scenes of one game mostly share these, and comparing the objects is cheap.
        if last is None or scene.borders is not last.borders:
            for border in scene.borders:
                borders.setdefault(border.kind, border)
        if last is None or scene.spaces is not last.spaces:
            for space in scene.spaces:
                features.update(dict.fromkeys(space.features))
                spaces[space.id] = space
        last = scene
    if last is None:
        raise ValueError("there is no scene to draw")
    shown = {border.kind for border in last.borders}
    # All features on one space: where they stand means nothing, only that they occur.
    laid = msgspec.structs.replace(last, spaces=tuple(spaces.values()))
    marked = tuple(
        msgspec.structs.replace(space, features=tuple(features)) if not place else space
        for place, space in enumerate(laid.spaces)
    )
    whole = msgspec.structs.replace(
        last,
        spaces=marked,
        counters=tuple(pieces.values()),
        markers=tuple(markers.values()),
        borders=(*last.borders, *(border for kind, border in borders.items() if kind not in shown)),
    )
    return Occurring(whole, laid, most)
