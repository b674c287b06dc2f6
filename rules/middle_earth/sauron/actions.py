"""What is decided in the Sauron game alone."""

from __future__ import annotations

from rules.ruleset import Action


class Inherit(Action, frozen=True):
    """A leader takes the magic weapon of a fallen one (SAURON-9)."""

    weapon: str
    leader: str


class Fly(Action, frozen=True):
    """The Beast takes off; where it lands is named next (SAURON-14)."""

    unit: str


class Land(Action, frozen=True):
    """The flying Beast lands in a hex (SAURON-14)."""

    hex: str


ACTIONS: tuple[type[Action], ...] = (Inherit, Fly, Land)
