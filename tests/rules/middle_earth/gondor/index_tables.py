"""The numbers of the siege as the index of rules prints them, written down once more for tests that count by hand.

Nothing here comes from the engine: counters, hexes, levels, walls and gates are read from the index alone, numbers that
it leaves to the game from the data files as they are written.
"""

from __future__ import annotations

from tests.rules.middle_earth.data_as_written import written
from tests.rules.middle_earth.index_tables import steps

# Part 4: counters – full and reduced side, by the name without its number

CODES = {
    "Spearmen": ("E1X", "E1Y"),
    "Knights of Dol Amroth": ("B3X", "C2X"),
    "Guard of the Citadel": ("D3W", "E2W"),
    "Axemen": ("D2X", "E1X"),
    "Archers": ("e1X", "e1Y"),
    "Archers with swords": ("Ee3X", "Ee2X"),
    "Rohan heavy cavalry": ("B3W", "C2W"),
    "Rohan light cavalry": ("Be3X", "Ce2X"),
    "Grey Company": ("A3W", "B2W"),
    "Southern fief cavalry": ("C2X", "D1X"),
    "Light orc spearmen": ("E1Z", "E1Z"),
    "Orc archers": ("e1Y", "e1Z"),
    "Orcs": ("E3Y", "E2Y"),
    "Orc swordsmen": ("D2Y", "E1Y"),
    "Orcs with swords and bows": ("Ee3X", "Ee2X"),
    "Trolls": ("B3Z", "C2Z"),
    "Mordor cavalry": ("C2Y", "D1Y"),
    "Harad horsemen": ("C2Y", "D1Y"),
    "Mumakil": ("A4Y", "B3Y"),
    "Uruk-hai": ("C3X", "D2X"),
}
GARRISON = (
    "Spearmen",
    "Knights of Dol Amroth",
    "Guard of the Citadel",
    "Axemen",
    "Archers",
    "Archers with swords",
)
RELIEF = ("Rohan heavy cavalry", "Rohan light cavalry", "Grey Company", "Southern fief cavalry")
CAVALRY = ("Knights of Dol Amroth", *RELIEF, "Mordor cavalry", "Harad horsemen")
RATINGS = {
    "Gandalf": 9, "Imrahil": 6, "Theoden": 6, "Eomer": 7, "Eowyn": 5, "Aragorn": 9,
    "Lord of the Nazgul": 8, "Gothmog": 5, "King of Harad": 6,
}  # fmt: skip
OF_SAURON = ("Lord of the Nazgul", "Gothmog", "King of Harad")

# Part 3: tables

_BREACH = written("gondor", "table")["breach"]
BREACHES = {
    {"gate": "level gate"}.get(column, column): tuple(row[place] for row in _BREACH["cells"])
    for place, column in enumerate(_BREACH["columns"])
}  # GONDOR-17, at 1 to 4 hexes; a wall at 3 hexes needs 3 is published, the rest ours
assert BREACHES["wall"][2] == 3
NUMBERS = {name: int(record["value"]) for name, record in written("gondor", "number").items()}
ARRIVALS = {
    arrival["title"]: arrival.get("least", 0)
    for arrival in written("gondor", "scenario")["siege"]["arrivals"]
}
assert ARRIVALS["Rohan"] == 5  # published
SPELLS = {
    "Break Darkness": (None, (5, 8), (4, 9), (3, 10), (2, 11)),
    "Stalemate Nazgul": ((6, 7), (5, 8), (4, 9), (3, 10), (2, 11)),
    "Reveal Aragorn": (None, None, (3, 10), (2, 11), (2, 12)),
    "Fear": (None, (5, 8), (4, 9), (3, 10), (2, 11)),
    "Freeze Leader": ((5, 8), (4, 9), (3, 10), (2, 11), (2, 12)),
    "Activate Grond": (None, (4, 9), (3, 10), (2, 11), (2, 12)),
}  # 8.57-GONDOR, with 1 to 5 points
NIGHTS = (2, 3, 4, 5, 6)  # GONDOR-1


# GONDOR-2 to GONDOR-5: the map

GREAT_GATE = frozenset(("1211", "1311"))
GATES = tuple(
    frozenset(side.split("|"))
    for side in ("1213|1113", "1109|1009", "1013|0913", "0909|0809", "0812|0712", "0711|0611")
)
TOWERS = tuple(
    frozenset(side.split("|"))
    for side in (
        "1210|1311", "1211|1312", "1208|1309", "1213|1313", "1107|1206", "1115|1215", "0906|1005", "0916|1016",
        "0705|0804", "0717|0817",
    )
)  # fmt: skip
TUNNEL = ("1111", "1011")
TUNNEL_OPEN = tuple(
    frozenset(side.split("|")) for side in ("1110|1111", "1111|1112", "1111|1011", "1011|1010", "1011|1012")
)


def level(name: str) -> int:
    """The city level of a hex, 0 on the plain."""
    away = steps(name, "0511")
    return 0 if int(name[:2]) < 5 or away > 7 else 7 if away <= 1 else 8 - away


def masonry(first: str, second: str) -> str:
    """What stands between two neighbours as the city was built: wall, tower, gate, great gate, closed or nothing."""
    side = frozenset((first, second))
    if side == GREAT_GATE:
        return "great gate"
    if side in GATES:
        return "level gate"
    if first in TUNNEL or second in TUNNEL:
        return "" if side in TUNNEL_OPEN else "closed"
    if side in TOWERS:
        return "tower"
    return "wall" if level(first) != level(second) else ""
