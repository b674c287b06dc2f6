"""Corrections made by people at the table: what a ruling may say."""

from __future__ import annotations

from typing import Any

import pytest

from rules.errors import IllegalAction
from rules.ruleset import Event
from rules.sword_of_rome import events, ruleset
from rules.sword_of_rome.corrections import adjust
from tests.rules.sword_of_rome.harness import allied, army, given, impulse, marker, siege


@pytest.mark.parametrize(
    ("ruling", "made"),
    [
        ({"cu": "rome", "space": "roma", "value": 3}, events.UnitsPlaced("rome", "roma", 1, "ruling")),
        ({"leader": "fabius", "space": "capua"}, events.LeaderPlaced("fabius", "capua", "ruling")),
        ({"leader": "fabius", "space": "displaced"}, events.LeaderGone("fabius", "displaced", "ruling")),
        ({"control": "rome", "space": "caere"}, events.ControlChanged("caere", "rome", "ruling", 0)),
        ({"loyalty": "roma", "value": 2}, events.LoyaltyChanged("roma", 2, "ruling")),
        ({"siege": "fregellae", "value": 1}, events.SiegeChanged("fregellae", "rome", 1, "ruling")),
        ({"vp": "greece", "value": 9}, events.VictoryPointsChanged("greece", 2, 9, "ruling")),
        ({"plunder": -3}, events.PlunderChanged("gauls", -3, -3, "ruling")),
        ({"marker": "maniples"}, events.MarkerPlaced("maniples")),
        ({"marker": "foedus", "value": False}, events.MarkerRemoved("foedus")),
        ({"marker": "wild-beasts", "against": "rome"}, events.MarkerPlaced("wild-beasts", "rome")),
        ({"alliance": ["rome", "gauls"]}, events.AllianceMade("rome", "gauls", "ruling")),
        ({"alliance": ["rome", "greece"], "value": False}, events.AllianceEnded("rome", "greece", "ruling")),
    ],
)
def test_a_correction_is_an_event_that_makes_it_so(ruling: dict[str, Any], made: Event) -> None:
    position = given(
        army("rome", "roma", 2),
        army("rome", "fregellae", 3, "fabius"),
        siege("fregellae", "rome", 0),
        marker("foedus"),
        allied("rome", "greece"),
        impulse("rome"),
    )
    assert adjust(position.game, position.state, ruling) == (made,)
    assert ruleset.evolve(position.game, position.state, made) != position.state


@pytest.mark.parametrize(
    ("ruling", "words"),
    [
        ({}, "one of cu, leader"),
        ({"cu": "rome", "space": "atlantis", "value": 1}, "no space of the map"),
        ({"cu": "rome", "space": "roma", "value": True}, "a number from 0 to 99"),
        ({"cu": "sparta", "space": "roma", "value": 1}, "none of the powers"),
        ({"leader": "caesar", "space": "roma"}, "there is no leader"),
        ({"loyalty": "praeneste", "value": 2}, "no walled city"),
        ({"siege": "roma", "value": 1}, "is not besieged"),
        ({"vp": "carthage", "value": 1}, "none of the seats"),
        ({"marker": "laurels"}, "the markers are"),
        ({"marker": "wild-beasts"}, "none of the powers"),
        ({"marker": "maniples", "against": "gauls"}, "against nobody"),
        ({"marker": "maniples", "value": False}, "so already"),
        ({"alliance": ["rome"]}, "names two powers"),
    ],
)
def test_what_is_no_correction_is_refused_with_a_sentence(ruling: dict[str, Any], words: str) -> None:
    position = given(impulse("rome"))
    with pytest.raises(IllegalAction, match=words):
        adjust(position.game, position.state, ruling)
