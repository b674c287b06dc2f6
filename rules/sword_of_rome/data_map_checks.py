"""What must hold between the records of the map."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from rules.parts.record_faults import Found
from rules.sword_of_rome.data_map import Space

_CROWDED = 20
"""Spaces nearer to each other than so many units of the canvas cannot be told apart in a drawing."""


def map_problems(found: Found) -> Iterator[str]:
    """Every problem of spaces, connections, roads and regions."""
    yield from _spaces(found)
    yield from _positions(found)
    yield from _connections(found)
    yield from _roads(found)
    yield from _regions(found)


def _spaces(found: Found) -> Iterator[str]:
    most = found.records["number"].get("loyalty-most")
    for name, space in found.records["space"].items():
        if (space.kind == "walled") != bool(space.loyalty):
            text = f"it is {space.loyalty} in a {space.kind} space; walled cities must have one, others none."
            yield found.say("space", name, "loyalty", text)
        if most is not None and space.loyalty > most.value:
            yield found.say(
                "space", name, "loyalty", f"{space.loyalty} is too much; it must be {most.value} at most."
            )
        if (space.kind == "tribal") != bool(space.subjugation):
            text = f"it is {space.subjugation} in a {space.kind} space; tribal spaces must have one, others none."
            yield found.say("space", name, "subjugation", text)
        if space.reinforcement and space.home == "independent":
            text = "an independent space gives nobody CU (5.10.1); take it out."
            yield found.say("space", name, "reinforcement", text)
        if space.victory_point and space.kind == "box":
            yield found.say(
                "space", name, "victory_point", "a box off the map is no VP space (2.3); take it out."
            )
        if (space.port == "carthage") != (space.land == "africa"):
            text = "exactly the spaces of Africa must be ports for Carthage alone (9.6.2)."
            yield found.say("space", name, "port", text)
    capital = found.records["place"].get("punic-capital")
    space = found.records["space"].get(capital.space) if capital is not None else None
    if space is not None and space.victory_point:
        yield found.say("space", space.id, "victory_point", "it is never a VP space (17); take the mark out.")


def _positions(found: Found) -> Iterator[str]:
    placed: list[Space] = []
    game = next(iter(found.records["game"].values()), None)
    for name, space in found.records["space"].items():
        if game is not None and (space.x > game.width or space.y > game.height):
            text = (
                f"({space.x}, {space.y}) is off the canvas; it must be within ({game.width}, {game.height})."
            )
            yield found.say("space", name, "x, y", text)
        near = [each for each in placed if max(abs(each.x - space.x), abs(each.y - space.y)) < _CROWDED]
        if near:
            text = f"it lies on {near[0].id}; spaces must be {_CROWDED} units apart at least."
            yield found.say("space", name, "x, y", text)
        placed.append(space)


def _connections(found: Found) -> Iterator[str]:
    touched: set[str] = set()
    pairs: Counter[frozenset[str]] = Counter()
    for name, connection in found.records["connection"].items():
        first, second = name.split("|")
        touched |= {first, second}
        pairs[frozenset((first, second))] += 1
        yield from found.refer("connection", name, "id", "space", first, second)
        if first == second:
            yield found.say("connection", name, "id", "a space is not connected with itself; take it out.")
        if first > second and not connection.one_way:
            text = f'the spaces must be in the order of the alphabet; write "{second}|{first}".'
            yield found.say("connection", name, "id", text)
        for space in (first, second):
            record = found.records["space"].get(space)
            if record is not None and record.kind == "box" and not (connection.one_way and space == first):
                text = "a box off the map is only left, never entered (2.3); make it one_way from the box."
                yield found.say("connection", name, "one_way", text)
    for pair, times in pairs.items():
        if times > 1:
            yield f"data: {' and '.join(sorted(pair))} are connected {times} times; once is enough."
    if found.whole("connection"):
        for name in sorted(set(found.records["space"]) - touched):
            yield found.say("space", name, "", "it has no connection; add one, or take the space out.")


def _roads(found: Found) -> Iterator[str]:
    pairs = {frozenset(name.split("|")) for name in found.records["connection"]}
    for name, road in found.records["road"].items():
        yield from found.refer("road", name, "spaces", "space", *road.spaces)
        yield from found.refer("road", name, "marker", "marker", road.marker)
        for before, after in pairwise(road.spaces):
            if frozenset((before, after)) not in pairs:
                text = f"{before} and {after} are not connected; a road runs along connections."
                yield found.say("road", name, "spaces", text)


def _regions(found: Found) -> Iterator[str]:
    for name, region in found.records["region"].items():
        yield from found.refer("region", name, "spaces", "space", *region.spaces)
        for space, times in Counter(region.spaces).items():
            if times > 1:
                yield found.say(
                    "region", name, "spaces", f"{space} stands there {times} times; once is enough."
                )
