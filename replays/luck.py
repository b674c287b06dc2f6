"""Each seat's dice against what dice give on average: expected and got, and how rare so much luck is.

The distribution of the sum of all of a seat's dice follows from the numbers of dice and faces in the log: exactly up to
200 dice, beyond as the normal distribution that it is by then.
More pips count as more luck; for what is rolled low, read it the other way round. A result that another set aside was
rolled all the same, and counts. Draws are no dice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from statistics import NormalDist

import msgspec

from eventlog.record import Batch
from eventlog.record import Chance as Rolled

EXACTLY = 200
"""Up to so many dice each sum is reckoned with."""


class Roll(msgspec.Struct, frozen=True):
    """One roll: at which ply, what for, its dice, and the share of all rolls that give less (half of those that give as
    much), in percent."""

    ply: int
    purpose: str
    result: tuple[int, ...]
    percentile: float


class Purpose(msgspec.Struct, frozen=True):
    """A kind of roll (the purpose up to its colon): rolls, pips expected and got, percentile."""

    purpose: str
    rolls: int
    dice: int
    expected: float
    got: int
    percentile: float


class Luck(msgspec.Struct, frozen=True):
    """A seat's dice. `percentile`: of all games with as many dice, so many in a hundred give fewer pips (half of those
    that give as many). The luckiest and unluckiest rolls come rarest first."""

    seat: str
    rolls: int
    dice: int
    expected: float
    got: int
    percentile: float
    purposes: tuple[Purpose, ...]
    luckiest: tuple[Roll, ...]
    unluckiest: tuple[Roll, ...]


def luck(batches: Iterable[Batch], seats: Sequence[str], *, most: int = 3) -> tuple[Luck, ...]:
    """The luck of each seat (and of nobody, where dice were rolled for none) over these batches."""
    held: dict[str, list[tuple[int, Rolled]]] = {seat: [] for seat in seats}
    for batch in batches:
        for chance in batch.chance:
            if chance.kind == "dice" and all(isinstance(face, int) for face in chance.result):
                held.setdefault(chance.seat, []).append((batch.ply, chance))
    return tuple(_of(seat, rolls, most) for seat, rolls in held.items())


def _of(seat: str, rolls: list[tuple[int, Rolled]], most: int) -> Luck:
    kinds: dict[str, list[Rolled]] = {}
    for _, chance in rolls:
        kinds.setdefault(chance.purpose.partition(":")[0], []).append(chance)
    each = [
        Roll(ply, chance.purpose, _faces(chance), _percentile((chance,)))
        for ply, chance in rolls
        if chance.result
    ]
    rare = sorted(each, key=lambda roll: (-roll.percentile, roll.ply))
    return Luck(
        seat,
        len(rolls),
        sum(len(chance.result) for _, chance in rolls),
        _expected([chance for _, chance in rolls]),
        sum(sum(_faces(chance)) for _, chance in rolls),
        _percentile([chance for _, chance in rolls]),
        tuple(
            Purpose(
                kind,
                len(some),
                sum(len(chance.result) for chance in some),
                _expected(some),
                sum(sum(_faces(chance)) for chance in some),
                _percentile(some),
            )
            for kind, some in sorted(kinds.items())
        ),
        tuple(rare[:most]),
        tuple(reversed(rare[-most:])),
    )


def _faces(chance: Rolled) -> tuple[int, ...]:
    return tuple(int(face) for face in chance.result)


def _expected(rolls: Iterable[Rolled]) -> float:
    return sum(len(chance.result) * (int(chance.faces) + 1) / 2 for chance in rolls)


def _percentile(rolls: Sequence[Rolled]) -> float:
    """How many in a hundred sums of as many dice are less than this one, with half of those that are equal."""
    dice: dict[int, int] = {}
    for chance in rolls:
        dice[int(chance.faces)] = dice.get(int(chance.faces), 0) + len(chance.result)
    got = sum(sum(_faces(chance)) for chance in rolls)
    if sum(dice.values()) > EXACTLY:
        mean = sum(many * (faces + 1) / 2 for faces, many in dice.items())
        spread = sqrt(sum(many * (faces**2 - 1) / 12 for faces, many in dice.items()))
        return round(100 * NormalDist(mean, spread).cdf(got), 1)
    low = 0
    shares: tuple[float, ...] = (1.0,)
    for faces, many in sorted(dice.items()):
        low, shares = low + many, _spread(shares, sums(faces, many))
    at = got - low
    share = sum(shares[:at]) + shares[at] / 2 if 0 <= at < len(shares) else 0.0
    return round(100 * share, 1)


def _spread(one: Sequence[float], other: Sequence[float]) -> tuple[float, ...]:
    found = [0.0] * (len(one) + len(other) - 1)
    for place, share in enumerate(one):
        for beside, more in enumerate(other):
            found[place + beside] += share * more
    return tuple(found)


@lru_cache(maxsize=4096)
def sums(faces: int, dice: int) -> tuple[float, ...]:
    """The share of each sum of so many dice, from the least (`dice`) to the greatest (`dice * faces`)."""
    if dice == 0:
        return (1.0,)
    if dice > 1:
        half = dice // 2
        return _spread(sums(faces, half), sums(faces, dice - half))
    return tuple(float(Fraction(1, faces)) for _ in range(faces))
