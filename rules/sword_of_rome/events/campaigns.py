"""Campaigns and coordinated attacks (9.5)."""

from __future__ import annotations

from rules.ruleset import Event
from rules.sword_of_rome.procedures import Flank


class CampaignStepped(Event, frozen=True):
    """An army of a Campaign is activated (9.5)."""

    leader: str
    ally: bool = False


class ConsentAnswered(Event, frozen=True):
    """Whether an ally lets his army take part in a Campaign (9.5.5)."""

    leader: str
    agreed: bool


class UnitsDone(Event, frozen=True):
    """CU and leaders have fought and may not move again in this impulse (9.5.2): those that did not march, and a
    flanking army."""

    power: str
    space: str
    cu: int
    leaders: tuple[str, ...] = ()
    rule: str = "9.5.2"


class FlankJoined(Event, frozen=True):
    """An army supports the attack on a space from the next one (9.5.6)."""

    space: str
    flank: Flank


class FlankReleased(Event, frozen=True):
    """After an automatic victory the flanking army may go on when the first has finished (9.5.7), or does so now."""

    flank: Flank
    now: bool = False
