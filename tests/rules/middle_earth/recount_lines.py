"""Reads a game as it is told, line by line, for `recount`: what moves is moved, and every roll is counted anew."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from tests.rules.middle_earth.recount import Recount

_HEX = r"(?P<hex>\d{4})"
_RATING = r"\((?:[^()]|\([^()]*\))*\)"
_DIE = r"1d6 (?P<span_>\S+), rolled (?P<rolled>\d): (?P<told>.+)"
_FIGHT = (
    rf"(?P<kind>Fire|Melee): (?P<attacker>[^()]+) {_RATING} against (?P<defender>[^()]+) {_RATING}: "
    r"(?:2d6 .*rolled (?P<rolled>\d+): .+?|casualty without a roll) \(7\.\d+\)"
    r"(?:; morale .+, 1d6 = (?P<die>\d): .+)?"
)
_BOMBARDMENT = (
    r"Siege: (?P<engine>.+) against the (?P<what>wall|tower|level gate) (?P<side>\S+) at .+ rolled "
    r"(?P<rolled>\d+): .+"
)
_SPELL = (
    r"Magic: (?P<caster>.+) casts (?P<spell>.+?)(?: at (?P<target>.+))? with (?P<points>\d+) magic points?: 2d6 "
    r"\S+?(?P<changed>, \+1 the royal banner GONDOR-32)?, rolled (?P<rolled>\d+): .+"
)

_VISION = (
    r"(?P<unit>.+) sees visions: morale (?P<nerve>[W-Z]) counts (?P<counts>\d), 1d6 (?P<span>\S+), rolled "
    r"(?P<rolled>\d): (?P<told>.+) \(SAURON-11\)"
)


def _placed(now: Recount, line: str, piece: str, hex: str, side: str | None) -> None:
    now.put((piece,), hex)
    if side:
        now.against[piece] = frozenset(side.split("|"))


def _began(now: Recount, line: str, piece: str, carried: str | None) -> None:
    now.marching, now.carrying = piece, carried or ""
    now.against.pop(now.carrying, None)


def _entered(now: Recount, line: str, piece: str, along: str | None, hex: str) -> None:
    if along is None and piece == now.marching and now.carrying:
        now.put((now.carrying,), hex)
    now.put((*now.members(piece), *_names(along)), hex)


def _went(now: Recount, line: str, piece: str, along: str | None, hex: str) -> None:
    now.put((*now.members(piece), *_names(along)), hex)


def _names(along: str | None) -> list[str]:
    return re.split(", | and ", along) if along else []


def _turn(now: Recount, line: str, turn: str, night: str | None) -> None:
    now.turn, now.fired = int(turn), set()
    now.spells.clear()
    assert bool(night) == now.is_night(), line


def _ladder(now: Recount, line: str, hex: str, number: str, side: str) -> None:
    now.at[f"Ladder {number}"] = hex
    now.against[f"Ladder {number}"] = frozenset(side.split("|"))


def _opened(now: Recount, line: str, side: str) -> None:
    now.open.add(frozenset(side.split("|")))


def _total(now: Recount, line: str, army: str, sign: str, points: str, total: str) -> None:
    change = int(points) * (1 if sign == "+" else -1)
    now.totals[army] = max(0, now.totals.get(army, 0) + change)
    assert int(total) == now.totals[army], line


def _formation(now: Recount, line: str, first: str, second: str, hex: str) -> None:
    now.put((first, second), hex)
    now.formed.update({first: second, second: first})


def _split(now: Recount, line: str, first: str, second: str) -> None:
    now.formed.pop(first, None)
    now.formed.pop(second, None)


Reader = Callable[..., None]


def _by(method: str) -> Reader:
    """Hands the line to a method of the recount."""
    return lambda now, line, **found: getattr(now, method)(line, **found)


_READERS: tuple[tuple[re.Pattern[str], Reader], ...] = tuple(
    (re.compile(pattern), reader)
    for pattern, reader in (
        (
            _FIGHT,
            _by("fight"),
        ),
        (
            _BOMBARDMENT,
            _by("bombardment"),
        ),
        (
            r"Fire: (?P<engine>City .+?) at (?P<target>.+?) at \d hex.+ rolled (?P<rolled>\d+): .+",
            _by("engine_shot"),
        ),
        (r"Grond rams the Great Gate: .+ rolled (?P<rolled>\d+): .+", _by("ram")),
        (
            rf"Oil: (?P<cauldron>.+) in {_HEX} on (?P<target>.+): casualty .+1d6 = (?P<die>\d): .+",
            _by("oil"),
        ),
        (
            r"Leader combat: (?P<attacker>[^()]+) \(.+\) attacks (?P<defender>[^()]+) \(.+1d6 = (?P<die>\d): .+",
            _by("duel"),
        ),
        (
            r"Rally: (?P<leader>[^()]+) \([^()]+\) rallies (?P<unit>.+?): .+ rolled (?P<rolled>\d+): .+",
            _by("rally"),
        ),
        (
            _SPELL,
            _by("magic"),
        ),
        (
            r"(?P<unit>.+) is eliminated \(\S+\): \+(?P<value_>\d+) to the (?P<army>.+), (?P<total>\d+) in all .+",
            _by("loss"),
        ),
        (
            r".+ retreated before combat: 1d6 1–3, rolled (?P<rolled>\d): (?P<told>.+) \(7\.7\)",
            lambda now, line, rolled, told: now.plain(
                line, rolled, "disrupted", told, "retreat before combat", 1, 3
            ),
        ),
        (
            r".+ stands with the unit that suffers \S+: 1d6 5–6, rolled (?P<rolled>\d): (?P<told>.+) \(8\.24\)",
            lambda now, line, rolled, told: now.plain(line, rolled, "he shares its fate", told, "fate", 5, 6),
        ),
        (
            rf".+ under the oil: {_DIE} \(GONDOR-25\)",
            _by("burning"),
        ),
        (
            rf".+ at ladder \d+: {_DIE} \(GONDOR-22\)",
            _by("throwing_down"),
        ),
        (
            rf".+ behind the breach: {_DIE} \(GONDOR-18\)",
            _by("breach_shakes"),
        ),
        (
            rf"(?P<who>\w+): {_DIE} \(GONDOR-1[23]\)",
            _by("arrival"),
        ),
        (
            _VISION,
            _by("vision"),
        ),
        (rf"(?P<piece>.+) stands in {_HEX}(?: against (?P<side>\S+))?(?: \(.+\))?", _placed),
        (r"(?P<piece>.+) moves with \d movement points?(?: and (?P<carried>.+))? \(4\.0\)", _began),
        (rf"(?P<piece>.+?)(?: with (?P<along>(?!swords).+))? enters the map in {_HEX} for .+", _entered),
        (
            rf"(?P<piece>.+?)(?P<along>) enters {_HEX} for .+",
            lambda now, line, piece, along, hex: _entered(now, line, piece, None, hex),
        ),
        (
            rf"(?P<piece>.+?)(?: with (?P<along>(?!swords).+))? (?:retreats|advances|is displaced) to {_HEX} .+",
            _went,
        ),
        (
            rf"(?P<piece>.+) joins the unit in {_HEX} .+(?P<along>)",
            lambda now, line, piece, hex, along: now.put((piece,), hex),
        ),
        (r"(?P<unit>.+) is reduced \(.+\)", lambda now, line, unit: now.reduced.add(unit)),
        (r"(?P<leader>.+) is wounded \(.+\)", lambda now, line, leader: now.wounded.add(leader)),
        (r"(?P<leader>.+) is killed \(.+\)", lambda now, line, leader: now.gone(leader)),
        (r"(?P<piece>.+) (?:is taken off the map|is destroyed).*", lambda now, line, piece: now.gone(piece)),
        (r".+ destroys (?P<piece>.+) \(GONDOR-15\)", lambda now, line, piece: now.gone(piece)),
        (rf".+ throws a head into {_HEX} .+", lambda now, line, hex: now.heads.add(hex)),
        (r"(?P<side>\d{4}\|\d{4})(?: is breached|, the .+, is open).+", _opened),
        (rf".+ in {_HEX} raises ladder (?P<number>\d+) against (?P<side>\S+) .+", _ladder),
        (r"Turn (?P<turn>\d+) begins(?P<night>: night.+)?", _turn),
        (
            r"(?P<army>.+): (?P<sign>[+−])(?P<points>\d+) demoralization points?, (?P<total>\d+) in all .+",
            _total,
        ),
        (r"(?P<army>.+) is demoralized: .+", lambda now, line, army: now.broken.add(army)),
        (rf"(?P<first>.+) and (?P<second>.+) form a .+ in {_HEX}.*", _formation),
        (r"The formation of (?P<first>.+) and (?P<second>.+) ends .+", _split),
        (r"(?P<spell>.+) works no more .+", lambda now, line, spell: now.spells.pop(spell, None)),
        (
            r"(?P<leader>.+) bears (?P<what>.+?)(?: \(3\.0\))?",
            lambda now, line, leader, what: now.bears.update({leader: what}),
        ),
        (
            rf"(?P<unit>.+) (?:flies to|appears in) {_HEX}.*",
            lambda now, line, unit, hex: now.put((unit,), hex),
        ),
    )
)


def read(now: Recount, line: str) -> None:
    """One line of the log; AssertionError where a roll is not as the index has it."""
    line = line.strip().removesuffix(", the only choice")
    for pattern, reader in _READERS:
        found = pattern.fullmatch(line)
        if found is not None:
            reader(now, line, **found.groupdict())
            return


def recounted(now: Recount, lines: Iterable[str]) -> Recount:
    """The whole game, every roll counted anew; what seats typed is passed over."""
    for line in lines:
        if not re.match(r"#|[a-z]+: ", line):
            read(now, line)
    return now
