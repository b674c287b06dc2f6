"""Corrections made by people at the table: the events of a ruling."""

from __future__ import annotations

from typing import Any

from rules.errors import IllegalAction
from rules.ruleset import Event
from rules.sword_of_rome import events
from rules.sword_of_rome.forces import units
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.state import AWAY, CUP, DISPLACED, GONE, INDEPENDENT, State, pair

KINDS = ("cu", "leader", "control", "loyalty", "siege", "vp", "plunder", "marker", "alliance")


def adjust(game: Game, state: State, ruling: dict[str, Any]) -> tuple[Event, ...]:
    """The events of one correction.

    `{"cu": power, "space": space, "value": CU there}` · `{"leader": leader, "space": space, "displaced", "cup", "away"
    or "gone"}` · `{"control": power, "space": space}` · `{"loyalty": space, "value": 1 to 3}` · `{"siege": space,
    "value": level, -1 for none}` · `{"vp": seat, "value": VP}` · `{"plunder": markers}` · `{"marker": marker, "value":
    true or false, "against": power}` (`against` where there is one for each enemy) · `{"alliance": [power, power],
    "value": true or false}`. Raises IllegalAction for anything else.
    """
    kind = next((word for word in KINDS if word in ruling), "")
    if not kind:
        raise IllegalAction("", f"a correction says one of {', '.join(KINDS)}")
    return _KINDS[kind](game, state, ruling)


def _space(game: Game, name: Any) -> str:
    if name not in game.spaces:
        raise IllegalAction("", f'"{name}" is no space of the map')
    return str(name)


def _number(ruling: dict[str, Any], least: int, most: int) -> int:
    value = ruling.get("value")
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise IllegalAction("", f'"value" is a number from {least} to {most}')
    return value


def _power(game: Game, name: Any) -> str:
    if name not in game.powers:
        raise IllegalAction("", f'"{name}" is none of the powers {", ".join(game.powers)}')
    return str(name)


def _cu(game: Game, state: State, ruling: dict[str, Any]) -> tuple[Event, ...]:
    power, space = _power(game, ruling["cu"]), _space(game, ruling.get("space"))
    wanted = _number(ruling, 0, 99)
    there = units(state, space, power)
    if wanted > there:
        return (events.UnitsPlaced(power, space, wanted - there, "ruling"),)
    if wanted < there:
        own = next(each for each in state.forces[space] if each.power == power)
        lost = there - wanted
        inside = max(lost - own.cu, 0)
        return (events.UnitsLost(power, space, lost, "ruling", inside, max(own.militia - wanted, 0)),)
    raise IllegalAction("", f"{there} CU of the {game.title(power)} are in {game.title(space)} already")


def _leader(game: Game, state: State, ruling: dict[str, Any]) -> tuple[Event, ...]:
    leader, place = ruling["leader"], ruling.get("space")
    if leader not in game.leaders:
        raise IllegalAction("", f'there is no leader "{leader}"')
    if place in (DISPLACED, CUP, AWAY, GONE):
        return (events.LeaderGone(leader, str(place), "ruling"),)
    return (events.LeaderPlaced(leader, _space(game, place), "ruling"),)


def _control(game: Game, state: State, ruling: dict[str, Any]) -> tuple[Event, ...]:
    space = _space(game, ruling.get("space"))
    power = INDEPENDENT if ruling["control"] == INDEPENDENT else _power(game, ruling["control"])
    return (events.ControlChanged(space, power, "ruling", state.loyalty.get(space, 0)),)


def _loyalty(game: Game, state: State, ruling: dict[str, Any]) -> tuple[Event, ...]:
    space = _space(game, ruling["loyalty"])
    if space not in state.loyalty:
        raise IllegalAction("2.2", f"{game.title(space)} is no walled city")
    return (events.LoyaltyChanged(space, _number(ruling, 1, game.numbers.loyalty_most), "ruling"),)


def _siege(game: Game, state: State, ruling: dict[str, Any]) -> tuple[Event, ...]:
    space = _space(game, ruling["siege"])
    if space not in state.sieges:
        raise IllegalAction("13.1", f"{game.title(space)} is not besieged")
    return (events.SiegeChanged(space, state.sieges[space].power, _number(ruling, -1, 9), "ruling"),)


def _vp(game: Game, state: State, ruling: dict[str, Any]) -> tuple[Event, ...]:
    seat = ruling["vp"]
    if seat not in game.seats:
        raise IllegalAction("", f'"{seat}" is none of the seats {", ".join(game.seats)}')
    value = _number(ruling, 0, 99)
    return (events.VictoryPointsChanged(str(seat), value - state.vp.get(seat, 0), value, "ruling"),)


def _plunder(game: Game, state: State, ruling: dict[str, Any]) -> tuple[Event, ...]:
    most = game.numbers.plunder_track - 1
    track = _number({"value": ruling["plunder"]}, -most, most)
    return (events.PlunderChanged("gauls", track - state.plunder, track, "ruling"),)


def _marker(game: Game, state: State, ruling: dict[str, Any]) -> tuple[Event, ...]:
    marker = ruling["marker"]
    if marker not in game.markers:
        raise IllegalAction("", f"the markers are {', '.join(sorted(game.markers))}")
    against = ""
    if game.markers[marker].each_enemy:
        against = _power(game, ruling.get("against"))
    elif "against" in ruling:
        raise IllegalAction("", f"{game.markers[marker].title} is placed against nobody")
    placed = f"{marker}:{against}" if against else str(marker)
    wanted = bool(ruling.get("value", True))
    if wanted == (placed in state.markers):
        raise IllegalAction("", "that is so already")
    return (events.MarkerPlaced(str(marker), against),) if wanted else (events.MarkerRemoved(placed),)


def _alliance(game: Game, state: State, ruling: dict[str, Any]) -> tuple[Event, ...]:
    both = ruling["alliance"]
    if not isinstance(both, (list, tuple)) or len(both) != 2:
        raise IllegalAction("", '"alliance" names two powers')
    first, second = _power(game, both[0]), _power(game, both[1])
    made = bool(ruling.get("value", True))
    if made == (pair(first, second) in state.alliances):
        raise IllegalAction("", "that is so already")
    return (
        events.AllianceMade(first, second, "ruling")
        if made
        else events.AllianceEnded(first, second, "ruling"),
    )


_KINDS = {
    "cu": _cu,
    "leader": _leader,
    "control": _control,
    "loyalty": _loyalty,
    "siege": _siege,
    "vp": _vp,
    "plunder": _plunder,
    "marker": _marker,
    "alliance": _alliance,
}
