"""The board of a game in layers, for the replay page: what lies under everything once, and beside it, each by itself,
what can change from ply to ply – a hexside, a space, a stack. The page shows a position by putting the right ones
together, so that each is drawn, sent and changed once.

Colours stand as `var(--c1)` in the markup; `Inks` holds what each is in the light and in the dark.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping

import msgspec

from replays.viewer import hex_map, hexes, point_map, stacks
from replays.viewer.drawing import Box, Drawing
from replays.viewer.inks import Inks
from replays.viewer.labels import Room
from replays.viewer.legend import legend
from replays.viewer.occurring import Occurring
from replays.viewer.printing import Printing, printing
from replays.viewer.rooms import Rooms
from rules.scene import Border, Scene, Space

WIDTH = 864.0
"""The board in pixels, as wide as it stands in a window of 1280: no letter is smaller there than in a picture."""
LARGEST_HEX = 56.0
SIDE_WIDTH = 312.0
"""The width of a tray and of the legend, beside the board."""

Draw = Callable[[Drawing, Printing], object]
Units = dict[str, str]
"""Markup by what it shows."""


class Text(msgspec.Struct, frozen=True):
    """How a text is written: its kind, its size in pixels, its ink, and the colours that may lie under it."""

    kind: str
    size: float
    ink: str
    grounds: tuple[str, ...]


class Part(msgspec.Struct, frozen=True):
    """A small drawing of its own, with its size in pixels."""

    markup: str
    width: float
    height: float


class Layers:
    """The layers of one board, for scenes that show no more than what is given as occurring: letters, places and the
    legend mean the same at every ply."""

    def __init__(self, occurring: Occurring) -> None:
        whole, laid = occurring.whole, occurring.laid
        self.inks = Inks()
        self.boxes: list[Box] = []
        """Every text of the layers that do not change."""
        self.texts: set[Text] = set()
        """How texts are written, in either light."""
        self._light, self._dark = printing(whole, "light"), printing(whole, "dark")
        self._definitions: dict[str, str] = {}
        self._known: dict[Hashable, str] = {}
        self._latest: dict[str, tuple[object, Units]] = {}
        self._piled: dict[str, tuple[stacks.Stack, Units]] = {}
        onboard = [space for space in laid.spaces if space.shape == "hex"]
        self._hexes = bool(onboard)
        spread = len({space.x for space in laid.spaces}) > 1
        if not onboard and (laid.links or (spread and any(s.shape != "box" for s in laid.spaces))):
            onboard = list(laid.spaces)
        self._on_board = frozenset(space.id for space in onboard)
        self.width = WIDTH
        self.height = 0.0
        self.centres: dict[str, tuple[float, float]] = {}
        self.radius = 0.0
        self.static = ""
        if self._hexes:
            self._lay_hexes(onboard)
        elif onboard:
            self._lay_points(laid, onboard, occurring.most)
        self.legend = self._legend(whole)

    @property
    def order(self) -> tuple[str, ...]:
        """The layers from the bottom up: the beginnings of the units' keys, and `static`."""
        return (
            ("ground", "hexside", "space", "static", "stack")
            if self._hexes
            else ("static", "links", "leader", "space", "names", "stack")
        )

    @property
    def definitions(self) -> str:
        """The patterns that the markup refers to; complete once everything has been drawn."""
        return "".join(self._definitions.values())

    def units(self, scene: Scene) -> tuple[Units, ...]:
        """What is drawn of the scene beside `static`: for each key (`ground`, `hexside:…`, `space:…`, `stack:…`) its
        markup. What is as it was in the scene that was asked for before is the same object."""
        ground = self._unless_same("ground", (scene.spaces, scene.links), lambda: self._ground(scene))
        hexsides = self._unless_same("hexsides", scene.borders, lambda: self._hexsides(scene))
        return ground, hexsides, self._stacks(scene)

    def _unless_same(self, name: str, now: object, draw: Callable[[], Units]) -> Units:
        before = self._latest.get(name)
        # Most plies change a stack or two and nothing else: comparing is much cheaper than looking each part up.
        if before is None or before[0] != now:
            before = self._latest[name] = (now, draw())
        return before[1]

    def _ground(self, scene: Scene) -> Units:
        board = [space for space in scene.spaces if space.id in self._on_board]
        if not board:
            return {}
        return dict(self._hex_ground(scene, board) if self._hexes else self._point_ground(scene, board))

    def _stacks(self, scene: Scene) -> Units:
        piled: dict[str, tuple[stacks.Stack, Units]] = {}
        for name, stack in stacks.stacks(scene, self._light.shown).items():
            if name not in self._on_board:
                continue
            before = self._piled.get(name)
            if before is None or before[0] != stack:
                before = (stack, self._stack(name, stack))
            piled[name] = before
        self._piled = piled
        return {key: markup for _, drawn in piled.values() for key, markup in drawn.items()}

    def _stack(self, name: str, stack: stacks.Stack) -> Units:
        found = {f"stack:{name}": self._drawn(self._pieces(name, stack), (name, stack))}
        if not self._hexes:
            leader = self._drawn(
                lambda drawing, how: self._rooms.leader(drawing, name, stack, how), ("to", name, stack)
            )
            if leader:
                found[f"leader:{name}"] = leader
        return found

    def _pieces(self, name: str, stack: stacks.Stack) -> Draw:
        if not self._hexes:
            return lambda drawing, how: self._rooms.draw(drawing, name, stack, how)
        at, unit = self.centres[name], self.radius
        return lambda drawing, how: stacks.draw(
            drawing, stack, at, unit, shown=how.shown, sides=how.sides, theme=how.theme
        )

    def trays(self, scene: Scene) -> dict[str, Part]:
        """The boxes off the board with what lies in them, by the id of the space."""
        boxes = [space for space in scene.spaces if space.id not in self._on_board]
        if not boxes:
            return {}
        piled = stacks.stacks(scene, self._light.shown)
        found = {}
        for space in boxes:
            stack = piled.get(space.id)
            if stack is not None:
                found[space.id] = self._tray(stack)
        return found

    # How both lights become one

    def _drawn(self, draw: Draw, known: Hashable = None) -> str:
        if known is not None and known in self._known:
            return self._known[known]
        light, dark = Drawing("w"), Drawing("w")
        draw(light, self._light)
        draw(dark, self._dark)
        self._define(light.definitions, dark.definitions)
        self.texts |= {
            Text(box.kind, box.size, box.ink, box.grounds) for box in (*light.boxes, *dark.boxes) if box.size
        }
        markup = self.inks.mixed("".join(light.parts), "".join(dark.parts))
        if known is not None:
            self._known[known] = markup
        else:
            self.boxes += light.boxes
        return markup

    def _define(self, light: Mapping[str, str], dark: Mapping[str, str]) -> None:
        for name, markup in light.items():
            self._definitions.setdefault(name, self.inks.mixed(markup, dark.get(name, markup)))
        for name, markup in dark.items():
            if name not in light:
                self._definitions.setdefault(name, markup)

    # Hex maps

    def _lay_hexes(self, spaces: list[Space]) -> None:
        side = hex_map.scale(spaces, self.width, LARGEST_HEX)
        wide, high = hexes.size(spaces)
        self.height = high * side + 2 * hex_map.MARGIN
        self.width = wide * side + 2 * hex_map.MARGIN
        board = hexes.laid(spaces, side, hex_map.MARGIN, hex_map.MARGIN)
        self._board, self.radius = board, side
        self.centres = {space.id: board.centre(space.id) for space in spaces}
        bare = {
            space.id: msgspec.structs.replace(
                space, owner="", features=tuple(each for each in space.features if each in self._light.ways)
            )
            for space in spaces
        }
        room = Room(self._room())
        placed = hex_map.name_places(board, spaces, room, {})

        def lettered(drawing: Drawing, how: Printing) -> None:
            hex_map.edge_numbers(drawing, board, bare, Room(self._room()), how)
            taken = Room(self._room())
            for _, box in placed:
                taken.take(box)
            hex_map.numbers(drawing, board, bare, taken, how)
            for space, box in placed:
                hex_map.name_plate(drawing, board, space, box, how)

        self.static = self._drawn(lettered)

    def _room(self) -> Box:
        edge = hex_map.MARGIN
        return Box(x=edge, y=edge, width=self.width - 2 * edge, height=self.height - 2 * edge)

    def _hex_ground(self, scene: Scene, spaces: list[Space]) -> Iterable[tuple[str, str]]:
        by_id = {space.id: space for space in spaces}
        ground = tuple((space.id, space.terrain, space.features) for space in spaces)

        def areas(drawing: Drawing, how: Printing) -> None:
            with drawing.group("", stroke_linecap="round", stroke_linejoin="round"):
                hex_map.ground_areas(drawing, self._board, by_id, how)
                hex_map.roads(drawing, scene, self._board, by_id, how)

        yield "ground", self._drawn(areas, (ground, scene.links))
        for space in spaces:
            if space.owner or any(each in self._light.marks for each in space.features):

                def held(drawing: Drawing, how: Printing, space: Space = space) -> None:
                    hex_map.held(drawing, self._board, space, Room(self._room()), how)

                yield f"space:{space.id}", self._drawn(held, space)

    def _hexsides(self, scene: Scene) -> Units:
        if not self._hexes:
            return {}
        found: Units = {}
        by_hexside: dict[tuple[str, str], list[Border]] = {}
        for border in scene.borders:
            by_hexside.setdefault(border.between, []).append(border)
        for between, borders in sorted(by_hexside.items()):
            own = tuple(borders)

            def hexside(drawing: Drawing, how: Printing, own: tuple[Border, ...] = own) -> None:
                hex_map.hexsides(drawing, msgspec.structs.replace(scene, borders=own), self._board, how)

            found[f"hexside:{between[0]}-{between[1]}"] = self._drawn(hexside, own)
        return found

    # Point-to-point maps

    def _lay_points(self, laid: Scene, spaces: list[Space], most: Mapping[str, int]) -> None:
        places, self.height = point_map.laid(spaces, 0, 0, self.width)
        self.radius = point_map.radius_of(places)
        self.centres = places
        self._nodes = {space.id: point_map.node_box(space, places[space.id], self.radius) for space in spaces}

        self._names = point_map.name_places(spaces, self._nodes, self._nodes_taken(), self.radius)
        self.static = self._drawn(
            lambda drawing, how: point_map.sheet(drawing, 0, 0, self.width, self.height, how)
        )
        lettered = Drawing()
        self._letter(lettered, spaces, self._light)
        self.boxes += lettered.boxes
        room = self._nodes_taken()
        for box in lettered.boxes:
            room.take(box)
        self._rooms = Rooms(self._nodes, places, self.radius, room, most)

    def _letter(self, drawing: Drawing, spaces: list[Space], how: Printing) -> None:
        room = self._nodes_taken()
        point_map.draw_words(drawing, spaces, self._nodes, room, self.radius, how, self._names)

    def _nodes_taken(self) -> Room:
        room = Room(Box(x=0, y=0, width=self.width, height=self.height))
        for box in self._nodes.values():
            room.take(box)
        return room

    def _point_ground(self, scene: Scene, spaces: list[Space]) -> Iterable[tuple[str, str]]:
        # Spaces may come and go, as buildings do: a link is there when both its ends are.
        places = {space.id: self.centres[space.id] for space in spaces}
        yield (
            "links",
            self._drawn(
                lambda drawing, how: point_map.draw_links(drawing, scene, places, self.radius, how),
                ("links", scene.links, tuple(places)),
            ),
        )
        for space in spaces:

            def node(drawing: Drawing, how: Printing, space: Space = space) -> None:
                point_map.draw_node(drawing, space, self._nodes[space.id], self.radius, how)

            yield f"space:{space.id}", self._drawn(node, space)
        features = tuple((space.id, space.title, space.features) for space in spaces)
        yield (
            "names",
            self._drawn(lambda drawing, how: self._letter(drawing, spaces, how), ("names", features)),
        )

    # Beside the board

    def _tray(self, stack: stacks.Stack) -> Part:
        size, pitch = 40.0, 45.0
        columns = int((SIDE_WIDTH + 5) // pitch)
        above = stacks.RAISED if stacks.raises(stack, self._light.shown) else 0.0

        def rows(drawing: Drawing, how: Printing) -> None:
            stacks.rows(
                drawing,
                stack,
                (size / 2 + 1, above + size / 2 + 1),
                size,
                pitch,
                columns,
                many=len(stack),
                shown=how.shown,
                sides=how.sides,
                theme=how.theme,
            )

        height = -(-len(stack) // columns) * pitch + above
        return Part(self._drawn(rows, ("tray", stack)), min(columns, len(stack)) * pitch, height)

    def _legend(self, whole: Scene) -> Part | None:
        side, origin = (self.radius, (0.0, 0.0)) if self._hexes else (26.0, (0.0, 0.0))
        height = 0.0
        blocks = {}
        for how in (self._light, self._dark):
            block = legend(whole, how, side, origin)
            if block is None:
                return None
            blocks[how.theme.name] = block

        def draw(drawing: Drawing, how: Printing) -> None:
            nonlocal height
            height = blocks[how.theme.name](drawing, 0, 0, SIDE_WIDTH)

        markup = self._drawn(draw, ("legend",))
        return Part(markup, SIDE_WIDTH, height)
