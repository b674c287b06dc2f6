"""Chance: the only source of randomness. It is handed to `decide`, and every result is recorded.

A deck is a set, not an order: a card is drawn when it is drawn, as an index into the sorted items that may come.
A keyed result is derived from the game's key, the purpose and the number of earlier results of that purpose on
the line, so that one more roll does not shift every later one, and a roll taken back and rolled again is the same.
A purpose names the kind of roll *and what it is rolled for* (`melee:men-footmen-3`).
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal

import msgspec

from rules.errors import ChanceNeeded

UNKNOWN = "?"
"""A card or chit that the record does not name: present, counted, unknown."""


class Request(msgspec.Struct, frozen=True):
    """What is asked of chance: `count` dice of `faces` faces, or one draw from the sorted `items`."""

    kind: Literal["dice", "draw"]
    purpose: str
    seat: str
    ordinal: int
    count: int
    faces: int
    items: tuple[str, ...] = ()


class Outcome(msgspec.Struct, frozen=True):
    """A recorded result. Dice: numbers from 1 to `faces`; a draw: one index into the sorted items, or `"?"`.

    `known_to` names the seats that see the result; None means everybody. An index tells something about what else may
    come: where the items are themselves hidden, it is known to nobody, and the card is in an event's hidden field.
    `hides_size`: how many items there were is known to the same seats only. `replaces` and `dice` say which earlier
    result of this purpose, and which of its dice (none: all), is set aside.
    """

    purpose: str
    kind: Literal["dice", "draw"]
    faces: int | str
    result: tuple[int | str, ...]
    seat: str
    ordinal: int
    how: Literal["key", "typed", "scripted", "trial"]
    replaces: int | None = None
    dice: tuple[int, ...] = ()
    known_to: tuple[str, ...] | None = None
    hides_size: bool = False


Source = Callable[[Request], tuple[int | str, ...]]
How = Literal["key", "typed", "scripted", "trial"]


class Chance:
    """Answers the requests of one `decide` from a source and keeps what was answered.

    `counts` gives, for each purpose, how many results of it the line already holds.
    """

    __slots__ = ("_counts", "_how", "_new", "_source", "outcomes")

    def __init__(self, source: Source, how: How = "key", counts: Mapping[str, int] | None = None) -> None:
        self._source = source
        self._how: How = how
        self._counts: Mapping[str, int] = counts if counts is not None else {}
        self._new: dict[str, int] = {}
        self.outcomes: list[Outcome] = []

    def _ordinal(self, purpose: str) -> int:
        ordinal = self._new.get(purpose)
        if ordinal is None:
            ordinal = self._counts.get(purpose, 0)
        self._new[purpose] = ordinal + 1
        return ordinal

    def roll(
        self,
        purpose: str,
        seat: str = "",
        dice: int = 1,
        faces: int = 6,
        *,
        replaces: int | None = None,
        replaced_dice: tuple[int, ...] = (),
        known_to: tuple[str, ...] | None = None,
    ) -> tuple[int, ...]:
        """Rolls `dice` dice of `faces` faces for `seat`; `replaces` is the ordinal of the result it sets aside."""
        ordinal = self._ordinal(purpose)
        result = self._source(Request("dice", purpose, seat, ordinal, dice, faces))
        self.outcomes.append(
            Outcome(
                purpose, "dice", faces, result, seat, ordinal, self._how, replaces, replaced_dice, known_to
            )
        )
        return tuple(int(face) for face in result)

    def draw(
        self,
        purpose: str,
        seat: str,
        items: Iterable[str],
        *,
        replaces: int | None = None,
        known_to: tuple[str, ...] | None = None,
        hides_size: bool = False,
    ) -> str:
        """Draws one of `items` (sorted here; equal names may repeat), or `"?"` where the record does not know it."""
        choices = tuple(sorted(items))
        if not choices:
            raise ValueError(f"nothing to draw from for {purpose}")
        ordinal = self._ordinal(purpose)
        result = self._source(Request("draw", purpose, seat, ordinal, 1, len(choices), choices))
        self.outcomes.append(
            Outcome(
                purpose,
                "draw",
                len(choices),
                result,
                seat,
                ordinal,
                self._how,
                replaces,
                (),
                known_to,
                hides_size,
            )
        )
        index = result[0]
        return UNKNOWN if isinstance(index, str) else choices[index]


def keyed(key: bytes, salt: str = "") -> Source:
    """Results derived from the game's 128-bit key; a trial (what-if) adds its own salt."""
    prefix = salt.encode() + b"\0" if salt else b""

    def source(request: Request) -> tuple[int | str, ...]:
        purpose = prefix + request.purpose.encode() + b"\0%d\0" % request.ordinal
        if request.kind == "draw":
            return (int.from_bytes(hmac.digest(key, purpose + b"draw", "sha256"), "big") % request.faces,)
        if request.count == 1:
            return (int.from_bytes(hmac.digest(key, purpose + b"0", "sha256"), "big") % request.faces + 1,)
        return tuple(
            int.from_bytes(hmac.digest(key, purpose + b"%d" % die, "sha256"), "big") % request.faces + 1
            for die in range(request.count)
        )

    return source


def scripted(dice: Sequence[int] = (), draws: Sequence[str] = ()) -> Source:
    """Results given in advance, in the order in which they are asked for; typed in from real dice, or a test's.

    Raises ChanceNeeded where too few are given or one is impossible. `unused` on the source tells what is left.
    """
    left_dice = list(dice)
    left_draws = list(draws)

    def source(request: Request) -> tuple[int | str, ...]:
        if request.kind == "dice":
            if len(left_dice) < request.count:
                raise ChanceNeeded(
                    f"{request.purpose} needs {request.count} dice of {request.faces} faces; "
                    f"{len(left_dice)} are given",
                    (
                        {
                            "purpose": request.purpose,
                            "seat": request.seat,
                            "dice": request.count,
                            "faces": request.faces,
                        },
                    ),
                )
            rolled = tuple(left_dice[: request.count])
            del left_dice[: request.count]
            for face in rolled:
                if not 1 <= face <= request.faces:
                    raise ChanceNeeded(
                        f"{face} is no face of a die with {request.faces} faces ({request.purpose})",
                        (
                            {
                                "purpose": request.purpose,
                                "seat": request.seat,
                                "dice": request.count,
                                "faces": request.faces,
                            },
                        ),
                    )
            return rolled
        needs: tuple[dict[str, object], ...] = (
            {"purpose": request.purpose, "seat": request.seat, "draw": 1, "from": request.faces},
        )
        if not left_draws:
            raise ChanceNeeded(f"{request.purpose} needs a draw; none is given", needs)
        drawn = left_draws.pop(0)
        if drawn == UNKNOWN:
            return (UNKNOWN,)
        if drawn not in request.items:
            raise ChanceNeeded(f"{drawn} cannot be drawn for {request.purpose}", needs)
        return (request.items.index(drawn),)

    source.unused = lambda: (tuple(left_dice), tuple(left_draws))  # type: ignore[attr-defined]
    return source


def recorded(outcomes: Sequence[Outcome]) -> Source:
    """The results of a recorded batch again, for an audit. Raises ChanceNeeded where the rules ask for another one."""
    left = list(outcomes)

    def source(request: Request) -> tuple[int | str, ...]:
        if not left:
            raise ChanceNeeded(f"the record holds no result for {request.purpose}")
        outcome = left.pop(0)
        if (outcome.purpose, outcome.kind, outcome.faces) != (request.purpose, request.kind, request.faces):
            raise ChanceNeeded(
                f"the record holds a result for {outcome.purpose} where the rules ask for {request.purpose}"
            )
        return outcome.result

    source.unused = lambda: tuple(left)  # type: ignore[attr-defined]
    return source
