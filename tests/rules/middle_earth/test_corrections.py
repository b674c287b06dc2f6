"""Corrections by people: each kind gives events, and each mistake a sentence."""

from __future__ import annotations

import pytest

from rules.errors import IllegalAction
from rules.middle_earth.corrections import adjust
from tests.rules.middle_earth.harness import board, given, leader, marker, phase, unit


def position():
    return given(
        board(),
        unit("men-footmen-1", "0505"),
        leader("isildur", "0505"),
        unit("orcs-1", "0909"),
        marker("pedestal", "0909"),
        phase("F"),
    )


def after(ruling):
    here = position()
    for event in adjust(here.game, here.state, ruling):
        here.add(event)
    return here.state


def test_a_piece_is_placed_moved_flipped_disrupted_rallied_and_removed():
    assert after({"place": "men-footmen-2", "hex": "0101"}).units["sauron-men-footmen-2"].hex == "0101"
    assert after({"move": "men-footmen-1", "hex": "0102"}).units["sauron-men-footmen-1"].hex == "0102"
    assert after({"flip": "orcs-1"}).units["sauron-orcs-1"].reduced
    assert after({"disrupt": "orcs-1"}).units["sauron-orcs-1"].disrupted
    assert not after({"rally": "orcs-1"}).units["sauron-orcs-1"].disrupted
    assert "sauron-orcs-1" not in after({"remove": "sauron-orcs-1"}).units
    assert after({"flip": "isildur"}).leaders["sauron-isildur-1"].wounded
    assert after({"flip": "isildur-1"}).leaders == after({"flip": "sauron-isildur"}).leaders
    assert after({"move": "pedestal", "hex": "0101"}).markers["sauron-pedestal-1"].hex == "0101"
    assert after({"place": "sauron", "hex": "0909"}).leaders["sauron-sauron-1"].points == 45


def test_a_total_is_set():
    assert after({"track": "sauron", "value": 17}).totals["sauron"] == 17


@pytest.mark.parametrize(
    "ruling",
    [
        {},
        {"shift": "orcs-1"},
        {"place": "ents-1", "hex": "0101"},
        {"place": "orcs-2", "hex": "9999"},
        {"place": "orcs-2", "hex": "0505"},
        {"place": "men-footmen-2", "hex": "0505"},
        {"move": "orcs-2", "hex": "0101"},
        {"flip": "orcs-2"},
        {"flip": "pedestal"},
        {"flip": "orcs"},
        {"track": "ents", "value": 3},
        {"track": "sauron", "value": -1},
        {"track": "sauron"},
    ],
)
def test_a_ruling_that_cannot_be_is_refused_with_a_sentence(ruling):
    here = position()
    with pytest.raises(IllegalAction, match=r"\w+ \w+"):
        adjust(here.game, here.state, ruling)
