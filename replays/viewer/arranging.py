"""Names arranged round the spaces of a point-to-point map, all at once: each as near to its own space as the others
let it, and nearer to it than to any other space."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from replays.viewer.drawing import Box
from replays.viewer.labels import Room

DISTANCES = (2.0, 4.5, 8.0, 12.0, 17.0, 23.0, 30.0, 38.0, 47.0, 57.0, 68.0)
"""How far from its space a name is tried, in pixels."""
MOST = 40
"""So many places are weighed for each name: the best that are free of everything but names."""
SWEEPS = 5
UNNAMED = 400.0
"""What it costs not to name a space, in pixels of distance."""
SIDEWARD = 1.5
"""What each step down the list of directions costs: printed maps put a name to the right if they can."""
DOUBTFUL = 2.0
"""What each pixel costs by which another space is not farther away than its own by `CLEAR`."""
CLEAR = 5.0
GAP = 1.0


class Wanted(msgspec.Struct, frozen=True):
    """A name to be put: what it takes in pixels, and the box of its space."""

    width: float
    height: float
    node: Box


class Choice(msgspec.Struct, frozen=True):
    """A place for a name, and what it costs."""

    cost: float
    box: Box


def arranged(wanted: Mapping[str, Wanted], room: Room) -> dict[str, Box]:
    """A place for each name that finds one, by the id of its space. Nothing in `room` is covered, and no name by
    another; the room is left as it was."""
    choices = {name: _choices(name, wanted, room) for name in wanted}
    arrangement = _Arrangement(choices)
    # Who has the fewest places to be put is served first.
    for name in sorted(choices, key=lambda name: (len(choices[name]), name)):
        arrangement.settle(name)
    for _ in range(SWEEPS):
        improved = [name for name in arrangement.by_cost() if arrangement.improve(name)]
        if not improved:
            break
    return {name: choice.box for name, choice in arrangement.chosen.items()}


def _choices(name: str, wanted: Mapping[str, Wanted], room: Room) -> tuple[Choice, ...]:
    """The cheapest places of a name that are free, cheapest first."""
    own = wanted[name]
    found: list[Choice] = []
    for distance in DISTANCES:
        for rank, (x, y) in enumerate(_round(own, distance)):
            box = Box(x=round(x, 1), y=round(y, 1), width=own.width, height=own.height, kind="name")
            if room.is_free(box, GAP):
                away = apart(box, own.node)
                reach = away + CLEAR
                others = (
                    apart(box, each.node)
                    for other, each in wanted.items()
                    if other != name and box.meets(each.node, reach)
                )
                doubt = max(0.0, reach - min(others, default=reach))
                found.append(Choice(away + SIDEWARD * rank / 4 + DOUBTFUL * doubt, box))
    return tuple(sorted(found, key=lambda each: (each.cost, each.box.x, each.box.y))[:MOST])


def _round(own: Wanted, distance: float) -> Iterable[tuple[float, float]]:
    """Upper left corners at a distance round the space: right, left, below, above, and between."""
    node, wide, high = own.node, own.width, own.height
    across, down = node.x + node.width / 2 - wide / 2, node.y + node.height / 2 - high / 2
    right, left = node.x + node.width + distance, node.x - wide - distance
    below, above = node.y + node.height + distance, node.y - high - distance
    yield right, down
    yield left, down
    yield across, below
    yield across, above
    half = node.height / 2
    for shift in (half, -half):
        yield right, down + shift
        yield left, down + shift
    for shift in (wide / 3, -wide / 3):
        yield across + shift, below
        yield across + shift, above
    slant = distance * 0.7 - 2.0
    for x in (node.x + node.width + slant, node.x - wide - slant):
        for y in (node.y + node.height + slant, node.y - high - slant):
            yield x, y


def apart(one: Box, other: Box) -> float:
    """The distance between two boxes; 0 where they touch."""
    across = max(one.x - (other.x + other.width), other.x - (one.x + one.width), 0.0)
    down = max(one.y - (other.y + other.height), other.y - (one.y + one.height), 0.0)
    return math.hypot(across, down)


class _Arrangement:
    """Names as they stand, and who would have to give way to whom."""

    def __init__(self, choices: Mapping[str, Sequence[Choice]]) -> None:
        self._choices = choices
        self.chosen: dict[str, Choice] = {}

    def cost(self, name: str) -> float:
        """What a name costs where it stands."""
        choice = self.chosen.get(name)
        return choice.cost if choice is not None else UNNAMED

    def by_cost(self) -> list[str]:
        """The names, the worst placed first."""
        return sorted(self._choices, key=lambda name: (-self.cost(name), name))

    def settle(self, name: str) -> None:
        """The best place that is left."""
        choice = self._best(name, frozenset(), ())
        if choice is not None:
            self.chosen[name] = choice

    def improve(self, name: str) -> bool:
        """A better place, if those who stand there lose less by giving way than is won."""
        for choice in self._choices[name]:
            won = self.cost(name) - choice.cost
            if won <= 0:
                return False
            in_the_way = self._in_the_way(name, choice.box)
            if len(in_the_way) > 3:
                continue
            moved = self._given_way(name, choice, in_the_way)
            lost = sum(
                (moved[each].cost if each in moved else UNNAMED) - self.cost(each) for each in in_the_way
            )
            if lost < won - 0.01:
                for each in in_the_way:
                    del self.chosen[each]
                self.chosen |= {**moved, name: choice}
                return True
        return False

    def _given_way(self, name: str, choice: Choice, in_the_way: Sequence[str]) -> dict[str, Choice]:
        moved: dict[str, Choice] = {}
        gone = frozenset((*in_the_way, name))
        for each in in_the_way:
            other = self._best(each, gone, (choice.box, *(place.box for place in moved.values())))
            if other is not None:
                moved[each] = other
        return moved

    def _best(self, name: str, gone: frozenset[str], taken: Sequence[Box]) -> Choice | None:
        """The cheapest place of a name beside those that stand, without those that are gone, and what is taken."""
        for choice in self._choices[name]:
            if not any(choice.box.meets(box, GAP) for box in taken) and all(
                each in gone for each in self._in_the_way(name, choice.box)
            ):
                return choice
        return None

    def _in_the_way(self, name: str, box: Box) -> list[str]:
        return [other for other, each in self.chosen.items() if other != name and each.box.meets(box, GAP)]
