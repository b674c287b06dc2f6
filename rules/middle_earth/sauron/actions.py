"""What is decided in the Sauron game alone."""

from __future__ import annotations

from rules.ruleset import Action


class Inherit(Action, frozen=True):
    """A leader takes the magic weapon of a fallen one (SAURON-9)."""

    weapon: str
    leader: str


ACTIONS: tuple[type[Action], ...] = (Inherit,)
