"""What must hold between the records of the data: the game, its seats and powers, orders, turns and numbers.

Each check yields sentences that say file, record and key, what is wrong and what would be right.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import get_args

from rules.parts.record_faults import Found
from rules.sword_of_rome.data_card_checks import card_problems
from rules.sword_of_rome.data_conditions import Power
from rules.sword_of_rome.data_map_checks import map_problems
from rules.sword_of_rome.data_origin import Home, Record, SeatId
from rules.sword_of_rome.data_records import KINDS
from rules.sword_of_rome.data_rules import Numbers, Places
from rules.sword_of_rome.data_scenario_checks import scenario_problems
from rules.sword_of_rome.data_table_checks import table_problems

_LEAST, _MOST = -6, 20
"""Bounds within which every number of the rules must lie."""


def problems_of(found: Found) -> list[str]:
    """Every problem of the records taken together."""
    checks: tuple[Callable[[Found], Iterable[str]], ...] = (
        _sources,
        _needed,
        _seats,
        _powers,
        _orders,
        _phases,
        _turns,
        _numbers,
        _places,
        _options,
        map_problems,
        card_problems,
        table_problems,
        scenario_problems,
    )
    return [problem for check in checks for problem in check(found)]


def _sources(found: Found) -> Iterator[str]:
    for kind in KINDS:
        for name, record in found.records[kind].items():
            yield from _stray_marks(found, kind, name, "", record)


def _stray_marks(found: Found, kind: str, name: str, key: str, value: object) -> Iterator[str]:
    """Marks for fields that a record does not have, in it and in the records that it holds."""
    if isinstance(value, Record):
        own = [each for each in value.__struct_fields__ if each not in Record.__struct_fields__]
        for each in sorted(set(value.sources) - set(own)):
            text = f'it marks "{each}", and the record has no such field; the fields are {", ".join(own)}.'
            yield found.say(kind, name, f"{key}sources", text)
        for each in own:
            yield from _stray_marks(found, kind, name, f"{key}{each}.", getattr(value, each))
    elif isinstance(value, tuple):
        for number, each in enumerate(value):
            yield from _stray_marks(found, kind, name, f"{key[:-1]}[{number}].", each)


def _needed(found: Found) -> Iterator[str]:
    """The records that the rules know by name must be there."""
    wanted: dict[str, tuple[str, ...]] = {
        "seat": get_args(SeatId),
        "deck": get_args(SeatId),
        "power": get_args(Home),
        "minor-leader": get_args(Power),
        "order": ("ties", "clockwise"),
        "terrain": ("clear", "rough", "strait"),
    }
    for kind, names in wanted.items():
        for name in names:
            if not found.known(kind, name):
                yield f'data: there is no {kind} "{name}"; add [[{kind}]] with this id.'
    number = sum(kind == "game" for kind, _ in found.files)
    if number != 1:
        yield f"data: there are {number} game records; there must be exactly one."


def _seats(found: Found) -> Iterator[str]:
    owners: Counter[str] = Counter()
    for name, seat in found.records["seat"].items():
        owners.update(seat.powers)
        for power in seat.powers:
            record = found.records["power"].get(power)
            if record is not None and record.kind != "seat":
                text = f'"{power}" is {record.kind}; a seat runs only powers of the kind seat.'
                yield found.say("seat", name, "powers", text)
    if not found.whole("seat"):
        return
    for name, power in found.records["power"].items():
        if power.kind == "seat" and owners[name] != 1:
            text = f"{owners[name]} seats run it; a power of the kind seat must be run by exactly one."
            yield found.say("power", name, "kind", text)


def _powers(found: Found) -> Iterator[str]:
    powers = found.records["power"]
    for name, power in powers.items():
        if (name == "independent") != (power.kind == "independent"):
            yield found.say(
                "power", name, "kind", 'exactly the power "independent" must be of the kind independent.'
            )
        if power.kind == "neutral" and power.enemy is None:
            yield found.say(
                "power", name, "enemy", "a neutral power must have an arch-enemy (16.1); name a power."
            )
        if power.kind != "neutral" and power.enemy is not None:
            yield found.say("power", name, "enemy", "only a neutral power has an arch-enemy; take it out.")
        enemy = powers.get(power.enemy)
        if enemy is not None and enemy.kind != "seat":
            text = f'"{power.enemy}" is {enemy.kind}; an arch-enemy must be a power of a seat.'
            yield found.say("power", name, "enemy", text)
        if list(power.movement) != sorted(power.movement):
            text = "more Ops must not give fewer MP; write the MP for 1, 2 and 3 Ops."
            yield found.say("power", name, "movement", text)
    letters = Counter(power.letter for power in powers.values())
    for name, power in powers.items():
        if letters[power.letter] > 1:
            text = (
                f'"{power.letter}" is the letter of {letters[power.letter]} powers; each must have its own.'
            )
            yield found.say("power", name, "letter", text)


def _orders(found: Found) -> Iterator[str]:
    wanted = {
        "ties": {name for name, power in found.records["power"].items() if power.kind == "seat"},
        "clockwise": set(found.records["seat"]),
    }
    for name, order in found.records["order"].items():
        if sorted(order.members) != sorted(wanted[name]):
            text = f"it must hold each of {', '.join(sorted(wanted[name]))} exactly once."
            yield found.say("order", name, "members", text)


def _phases(found: Found) -> Iterator[str]:
    numbers = sorted(phase.number for phase in found.records["phase"].values())
    if found.whole("phase") and numbers != list(range(1, len(numbers) + 1)):
        yield f"data: the phases have the numbers {numbers}; they must count up by one from 1."
    if found.whole("phase") and len(numbers) != 10:
        yield f"data: there are {len(numbers)} phases; a turn has 10 (5)."


def _turns(found: Found) -> Iterator[str]:
    turns = sorted(found.records["turn"].values(), key=lambda turn: turn.number)
    top = found.records["number"].get("victory-track")
    for turn in turns:
        if turn.id != str(turn.number):
            yield found.say(
                "turn", turn.id, "number", f"{turn.number} is not its id; the two must be the same."
            )
        if turn.from_bc < turn.to_bc:
            text = f"{turn.from_bc} BC is later than {turn.to_bc} BC; years BC count down."
            yield found.say("turn", turn.id, "from_bc", text)
        if top is not None and turn.automatic_victory > top.value:
            text = f"{turn.automatic_victory} is beyond the VP track; it must be {top.value} at most."
            yield found.say("turn", turn.id, "automatic_victory", text)
    if found.whole("turn") and [turn.number for turn in turns] != list(range(1, len(turns) + 1)):
        yield "data: the numbers of the turns must count up by one from 1."
    for before, after in pairwise(turns):
        if after.from_bc != before.to_bc - 1:
            text = f"{after.from_bc} does not follow {before.to_bc}; it must be {before.to_bc - 1}."
            yield found.say("turn", after.id, "from_bc", text)
        if after.automatic_victory < before.automatic_victory:
            text = f"{after.automatic_victory} is below that of the turn before; it must not be."
            yield found.say("turn", after.id, "automatic_victory", text)


def _numbers(found: Found) -> Iterator[str]:
    yield from _named(found, "number", set(Numbers.__struct_encode_fields__), "and its value")
    for name, number in found.records["number"].items():
        if not _LEAST <= number.value <= _MOST:
            text = f"{number.value} is out of range; it must be {_LEAST} to {_MOST}."
            yield found.say("number", name, "value", text)


def _places(found: Found) -> Iterator[str]:
    yield from _named(found, "place", set(Places.__struct_encode_fields__), "and its space")
    for name, place in found.records["place"].items():
        yield from found.refer("place", name, "space", "space", place.space)


def _named(found: Found, kind: str, wanted: set[str], more: str) -> Iterator[str]:
    have = {name for each, name in found.files if each == kind}
    for name in sorted(wanted - have):
        yield f'data: there is no {kind} "{name}"; add [[{kind}]] with this id {more}.'
    for name in sorted(have - wanted):
        yield found.say(
            kind, name, "", f"the rules know no such {kind}; they are {', '.join(sorted(wanted))}."
        )


def _options(found: Found) -> Iterator[str]:
    for name, option in found.records["option"].items():
        if option.values and option.default not in option.values:
            yield found.say("option", name, "default", f"it must be one of {', '.join(option.values)}.")
