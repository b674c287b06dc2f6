"""Scenes to draw: positions of real games, and one made up with everything that no game at hand has."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET
from functools import cache
from typing import Any

import msgspec

from replays.opening import find_ruleset
from replays.viewer import lettering
from replays.viewer.drawing import Box, text_box
from rules.chance import Chance, keyed
from rules.scene import Counter, Hand, Link, Marker, Panel, Scene, Side, Space, Terrain, Track

SVG = "{http://www.w3.org/2000/svg}"
PLAYED = (
    ("sauron", "learning", 90),
    ("sauron", "battle", 60),
    ("gondor", "siege", 200),
    ("age-of-empires", "duel", 300),
    ("goofspiel", "duel", 3),
)


@cache
def played(name: str, scenario: str, plies: int) -> Scene:
    """A position of a game played at random, the same every time."""
    rules: Any = find_ruleset(name)
    options = {option.name: option.default for option in rules.options}
    game = rules.prepare(rules.load(None), scenario, options)
    chooser, source, counts = random.Random(4), keyed(b"pictures of game"), dict[str, int]()

    def carried_out(state: Any, events: Any, chance: Chance) -> Any:
        for event in events:
            state = rules.evolve(game, state, event)
        for outcome in chance.outcomes:
            counts[outcome.purpose] = counts.get(outcome.purpose, 0) + 1
        return state

    chance = Chance(source)
    state = carried_out(rules.initial(game), rules.begin(game, chance), chance)
    for _ in range(plies):
        awaited = rules.awaiting(game, state)
        if not awaited:
            break
        seat = awaited[0].seat
        action = chooser.choice(rules.legal(game, state, seat))
        chance = Chance(source, counts=counts)
        state = carried_out(state, rules.decide(game, state, seat, action, chance), chance)
    scene: Scene = rules.scene(game, state)
    return scene


NAMES = "Roma Veii Caere Ῥώμη Τάρας Συράκουσαι Κόρινθος Афины Спарта Сиракузы Mediolanum Faesulae"


def point_map(spaces: int = 36) -> Scene:
    """A point-to-point map with four sides, names in three scripts, hands, every state and a crowded space."""
    chooser = random.Random(11)
    names = NAMES.split()
    seats = ("rome", "greece", "gauls", "etruria")
    kinds = ("town", "sea", "hill", "somewhere-new")
    places = tuple(
        Space(
            id=f"s{number}",
            x=number % 6 + chooser.uniform(-0.2, 0.2),
            y=number // 6 + chooser.uniform(-0.2, 0.2),
            shape="box" if number % 9 == 0 else "circle",
            terrain=kinds[number % 4],
            title=f"{names[number % len(names)]} {number}",
            owner=(*seats, "")[number % 5],
            features=("walls",) if number % 7 == 0 else (),
        )
        for number in range(spaces)
    )
    counters = [
        Counter(
            id=f"c{number}",
            space=f"s{chooser.randrange(spaces)}",
            owner=seats[number % 4],
            title=f"Army {number}",
            code=f"{number % 9}-{number % 4}",
            short=f"A{number}",
            symbol=("infantry", "cavalry", "archer", "leader", "engine", "fleet", "monster", "legate")[
                number % 8
            ],
            states=(("reduced",), ("disrupted",), ("besieged", "wounded"), ())[number % 4],
            hidden=number % 10 == 7,
        )
        for number in range(30)
    ]
    counters += [Counter(id=f"z{number}", space="s7", owner="rome", code="3-2") for number in range(8)]
    return Scene(
        title="A map made up",
        sides=(
            Side("rome", "Rome", "#a5352b", "R"),
            Side("greece", "Greece", "#2f6fb0", "G"),
            Side("gauls", "Gauls", "#3f7d3a", "K"),
            Side("etruria", "Etruria and Samnium", "#d9b23a", "E"),
        ),
        terrain=(
            Terrain("town", "City", "#d8c9a8", "#"),
            Terrain("sea", "Port", "#9cc4dc", "~"),
            Terrain("hill", "Hill town", "#c9b37e", ":"),
            Terrain("somewhere-new", "Somewhere new", "#b5aaa0", "?"),
        ),
        spaces=places,
        links=tuple(
            Link((f"s{one}", f"s{one + step}"), ("", "road", "sea", "pass")[one % 4])
            for step in (1, 6)
            for one in range(spaces - step)
        ),
        counters=tuple(counters),
        markers=(
            Marker(space="s3", kind="siege", title="Siege", owner="rome"),
            Marker(space="s8", kind="unrest", title="Unrest"),
        ),
        tracks=(
            Track(title="Turn", cells=tuple("123456789"), at=(("turn", 2),)),
            Track(
                title="Victory points",
                cells=tuple(str(n) for n in range(40)),
                at=(("rome", 6), ("greece", 6)),
            ),
        ),
        hands=(Hand(seat="rome", cards=("Desperate Times", "Naval superiority", "?")), Hand(seat="greece")),
        panels=(
            Panel("Losses", ("Rome: 3", "Greece has lost two fleets and the will to go on with this war")),
        ),
    )


@cache
def scenes() -> dict[str, Scene]:
    """All of them, by name."""
    found = {f"{name} {scenario}": played(name, scenario, plies) for name, scenario, plies in PLAYED}
    return found | {"point map": point_map()}


def text_boxes(document: str) -> list[Box]:
    """The boxes of all texts of an SVG document, measured anew from what stands in it."""
    found = []
    for element in ET.fromstring(document).iter(f"{SVG}text"):
        words = element.text or ""
        box = text_box(
            float(element.attrib["x"]),
            float(element.attrib["y"]),
            words,
            size=float(element.attrib["font-size"]),
            bold=element.get("font-weight") == "700",
        )
        if "textLength" in element.attrib:
            box = msgspec.structs.replace(box, width=float(element.attrib["textLength"]))
        found.append(msgspec.structs.replace(box, ink=element.attrib["fill"]))
    return found


def overlapping(boxes: list[Box]) -> list[tuple[str, str]]:
    """Pairs of texts of which one lies on the other by more than a third of a pixel."""
    ordered = sorted(boxes, key=lambda box: box.x)
    found = []
    for place, one in enumerate(ordered):
        for other in ordered[place + 1 :]:
            if other.x >= one.x + one.width:
                break
            if one.meets(other, -0.34):
                found.append((one.text, other.text))
    return found


def width_in_font(text: str, size: float, *, bold: bool) -> float:
    """The width of a text by the advance widths of the font file itself."""
    from fontTools.ttLib import TTFont

    font = TTFont(lettering.FONT_FILES[1 if bold else 0])
    glyphs = font.getBestCmap()
    advance = sum(font["hmtx"][glyphs[ord(letter)]][0] for letter in text)
    return float(advance * size / font["head"].unitsPerEm)
