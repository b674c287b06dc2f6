"""A heat map on the board of a game: its own scene, without pieces, where each space has the colour of its heat."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from replays.reports.errors import CannotPlot
from rules.scene import Panel, Scene, Space, Terrain

if TYPE_CHECKING:
    from replays.reports.answering import Answer

COLD = "#f2eee2"
HEAT = ("#fde8b4", "#fcc16c", "#f58b43", "#d94a2f", "#94171f")
"""From the least to the most."""
WIDTH = 1360
LISTED = 12
"""How many of the hottest places stand beside the map."""


def svg(answer: Answer) -> str:
    """The heat map as an SVG document. Raises CannotPlot where nothing happened in a place of this board."""
    from replays.references import resolve
    from replays.viewer.picture import svg as picture

    if answer.asked.by is not None:
        raise CannotPlot("A board shows one heat: ask for the plot without --by, once for each part.")
    begun, last = (
        place.opened.ruleset.scene(place.opened.game, place.position.state)
        for place in (resolve(answer.archive, f"{answer.example}{ply}") for ply in ("@0", ""))
    )
    return picture(heated(_widest(begun, last), answer), width=WIDTH)


def _widest(begun: Scene, last: Scene) -> Scene:
    """The board as it was at the beginning, or where play has laid it, as it came to be: what stands on a space that
    play has laid is not the same in every game, so that such a space has its id for a title."""
    there = {space.id for space in begun.spaces}
    if len(last.spaces) <= len(there):
        return begun
    return msgspec.structs.replace(
        last,
        spaces=tuple(
            space if space.id in there else msgspec.structs.replace(space, title=space.id)
            for space in last.spaces
        ),
    )


def heated(scene: Scene, answer: Answer) -> Scene:
    """The board with the heat of each space."""
    plot = answer.report.plot
    assert plot is not None
    at, much = answer.columns.index(plot.x), answer.columns.index(plot.y)
    spaces = {space.id: space for space in scene.spaces}
    heat = {row[at]: float(row[much]) for row in answer.rows if row[at] in spaces and row[much]}
    if not heat:
        raise CannotPlot(
            f"There is nothing to draw of {answer.told}: nothing of it happened in a place of the board."
        )
    bounds = steps(list(heat.values()))
    heading = answer.report.heading(plot.y)
    called = Counter(space.title for space in scene.spaces)
    hottest = sorted(heat, key=lambda name: (-heat[name], name))[:LISTED]
    return Scene(
        title=f"{answer.report.title} {answer.told}: {heading}",
        terrain=(
            Terrain("heatmap-0", "nothing", COLD),
            *(
                Terrain(
                    f"heatmap-{step + 1}",
                    f"{_said(low)} to {_said(high)}" if low else f"up to {_said(high)}",
                    HEAT[step],
                )
                for step, (low, high) in enumerate(bounds)
            ),
            *(kind for kind in scene.terrain if kind.border),
        ),
        spaces=tuple(_space(space, heat.get(space.id, 0.0), bounds) for space in scene.spaces),
        borders=scene.borders,
        links=scene.links,
        panels=(
            Panel(f"Most {heading}", tuple(_line(spaces[name], heat[name], called) for name in hottest)),
        ),
    )


def steps(heats: Sequence[float]) -> list[tuple[float, float]]:
    """From where to where each colour goes: fifths of the range, so that what stands out is seen to."""
    top = max(heats)
    bounds = [top * step / len(HEAT) for step in range(len(HEAT) + 1)]
    return list(itertools.pairwise(bounds))


def _space(space: Space, heat: float, bounds: Sequence[tuple[float, float]]) -> Space:
    step = next((at + 1 for at, (_, high) in enumerate(bounds) if heat <= high), len(bounds)) if heat else 0
    return msgspec.structs.replace(space, terrain=f"heatmap-{step}", owner="", features=())


def _line(space: Space, heat: float, called: Counter[str]) -> str:
    alone = called[space.title] == 1
    return f"{(space.title or space.id) if alone else space.id}: {_said(heat)}"


def _said(heat: float) -> str:
    return f"{heat:.2f}" if heat < 1 else f"{heat:.1f}"
