"""What dice and draws are for, in words that name spaces, leaders, powers and seats as people do."""

from __future__ import annotations

import re

import pytest

from rules.sword_of_rome.ruleset import ruleset
from rules.sword_of_rome.siege import RAID, SIEGE, SUBJUGATION
from tests.rules.sword_of_rome.bots_at_play import between
from tests.rules.sword_of_rome.harness import given


@pytest.mark.parametrize(
    ("purpose", "told"),
    [
        ("battle:pisae:etruscans", "Battle at Pisae, Etruscans"),
        ("battle:alba-fucens:rome", "Battle at Alba Fucens, Rome"),
        ("naval:greece:messana", "Naval combat off Messana, Greeks"),
        (f"{SIEGE}:sena-gallica", "Siege of Sena Gallica"),
        (f"{SUBJUGATION}:bovianum", "Subjugation of Bovianum"),
        (f"{RAID}:caere", "Raid of Caere"),
        ("attrition:roma", "Attrition in Roma"),
        ("interception:volsci-1", "Interception by Volscian leader 1"),
        ("avoidance:claudius", "Avoiding battle by Claudius"),
        ("pursuit:pyrrhus", "Pursuit by Pyrrhus"),
        ("card:etruria-samnium", "A card of Etruria and Samnium"),
        ("consuls", "A consul from the cup"),
        ("gallic-event", "Gallic event"),
        ("of-old:roma", "Of old: roma"),
    ],
)
def test_a_roll_is_asked_for_by_what_it_is_for(purpose: str, told: str) -> None:
    position = given()
    assert ruleset.roll_title(position.game, position.state, purpose) == told


def test_no_roll_of_a_whole_game_is_told_by_ids() -> None:
    titles = set()
    for batch in between("three-players", "random", 5):
        for purpose in batch.purposes:
            titles.add(ruleset.roll_title(batch.game, batch.state, purpose))
    assert len(titles) > 20
    assert [title for title in titles if re.search(r"[:_]|[a-z]-[a-z0-9]|, [a-z]", title)] == []
