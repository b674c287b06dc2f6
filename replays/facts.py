"""A position as facts in words: where each piece stands, who holds each space, what stands on each track. What two
positions are compared by, and what is looked for back along a line. Made of the scene and the tally alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from replays.opening import OpenGame
from replays.telling import Seats, seen
from rules.scene import Scene

OFF = "not on the board"


class Fact(msgspec.Struct, frozen=True):
    """One fact: a stable name, what it is about in words, and how it is now."""

    name: str
    what: str
    value: str


def scene_of(opened: OpenGame, state: Any, seats: Seats) -> Scene:
    """The scene of a whole state, as the seats know it."""
    return opened.ruleset.scene(opened.game, seen(opened, state, seats))


def facts(opened: OpenGame, state: Any, seats: Seats = None) -> dict[str, Fact]:
    """All facts of a position, by name."""
    scene = scene_of(opened, state, seats)
    found = [*_pieces(scene), *_spaces(scene), *_beside(scene)]
    for seat, measures in sorted(opened.ruleset.tally(opened.game, seen(opened, state, seats)).items()):
        for measure, number in sorted(measures.items()):
            words = measure.replace("_", " ").replace("-", " ")
            found.append(Fact(f"tally:{seat}.{measure}", f"{title_of(scene, seat)}, {words}", f"{number:g}"))
    return {fact.name: fact for fact in found}


def title_of(scene: Scene, seat: str) -> str:
    """The title of a seat."""
    return next((side.title for side in scene.sides if side.seat == seat), seat)


def _titles(scene: Scene) -> dict[str, str]:
    titles = {}
    for space in scene.spaces:
        named = space.title and space.title != space.id
        titles[space.id] = (
            f"{space.title} ({space.id})" if named and space.id.isdigit() else space.title or space.id
        )
    return titles


def _pieces(scene: Scene) -> Iterable[Fact]:
    titles = _titles(scene)
    for counter in scene.counters:
        words = [titles.get(counter.space, counter.space), counter.code, *counter.states]
        owner = title_of(scene, counter.owner) if counter.owner else ""
        title = counter.title or counter.short or counter.id
        yield Fact(
            f"piece:{counter.id}", f"{title}{f' ({owner})' if owner else ''}", ", ".join(filter(None, words))
        )


def _spaces(scene: Scene) -> Iterable[Fact]:
    titles = _titles(scene)
    marked: dict[tuple[str, str], list[str]] = {}
    for marker in scene.markers:
        owner = title_of(scene, marker.owner) if marker.owner else ""
        words = marker.title or marker.kind
        marked.setdefault((marker.space, marker.kind), []).append(f"{words}{f', {owner}' if owner else ''}")
    for space in scene.spaces:
        yield Fact(
            f"space:{space.id}",
            f"Control of {titles[space.id]}",
            title_of(scene, space.owner) if space.owner else "nobody",
        )
    for (space_id, kind), said in sorted(marked.items()):
        yield Fact(
            f"marker:{space_id}:{kind}",
            f"{kind} in {titles.get(space_id, space_id)}",
            "; ".join(sorted(said)),
        )
    for border in scene.borders:
        one, other = border.between
        yield Fact(f"border:{one}-{other}", f"Between {one} and {other}", border.title or border.kind)


def _beside(scene: Scene) -> Iterable[Fact]:
    for track in scene.tracks:
        for who, place in track.at:
            name = title_of(scene, who) if who else ""
            yield Fact(
                f"track:{track.title}:{who}",
                f"{track.title}{f', {name}' if name else ''}",
                track.cells[place],
            )
    for hand in scene.hands:
        title = hand.title or title_of(scene, hand.seat)
        yield Fact(f"hand:{hand.seat}:{hand.title}", f"Hand of {title}", ", ".join(hand.cards) or "no cards")
    for panel in scene.panels:
        yield Fact(f"panel:{panel.title}", panel.title, "; ".join(panel.lines) or "nothing")
