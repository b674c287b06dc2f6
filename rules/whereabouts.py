"""What events tell in passing that later ones leave unsaid: where a piece stands, what goes along with it, and who
commands in a battle. From it the archive's views know the place of a loss and the leaders of a battle."""

from __future__ import annotations

from typing import Literal

import msgspec


class Stands(msgspec.Struct, frozen=True):
    """Where something is from this event on.

    `place`: the fields that together name the place as the scene does, with colons between them; `a.b` is a field of
    a field. `pieces`: the field with the piece that is there, or with several; "": the place is that of whatever goes
    on, and of the event itself. `marches`: what goes along with the piece (`GoesAlong`) comes, too.
    """

    place: tuple[str, ...]
    pieces: str = ""
    marches: bool = False


class GoesAlong(msgspec.Struct, frozen=True):
    """What goes along from this event on, whenever the pieces in the field `pieces` march: those in the field `along`,
    in its place those that went along for the same `reason` before. "": nothing does any more."""

    reason: str
    pieces: str
    along: str = ""


class Commands(msgspec.Struct, frozen=True):
    """Who commands one side of the battle that goes on, from this event on.

    `side`: which; "": the event's field `side` says it. `leader` and `army`: the fields with the commander and with
    whose army it is; no army: the same as before. `where`: a field and the value that it must have for this to hold.
    Neither leader nor army: the battle is over.
    """

    side: Literal["attacker", "defender", ""] = ""
    leader: str = ""
    army: str = ""
    where: tuple[str, str] = ("", "")


Tells = Stands | GoesAlong | Commands
