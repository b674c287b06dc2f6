"""`why` can be asked of any army and any space, in words: what is asked is understood, and a rule answers."""

from __future__ import annotations

import immutables
import pytest

from replays.typed import expand
from rules.errors import IllegalAction
from rules.sword_of_rome import ruleset
from rules.sword_of_rome.actions import Activate, End, GoInside, Intercept, Play, Step
from tests.rules.sword_of_rome.harness import Position, army, control, given, hand, impulse
from tests.rules.sword_of_rome.marching import on_the_march

SAMNITES = "etruria-samnium"


class Typed:
    """A position as reading typed text needs it."""

    def __init__(self, position: Position) -> None:
        self.state = position.state
        self.counts: immutables.Map[str, int] = immutables.Map()


def why(position: Position, seat: str, text: str) -> tuple[str, str]:
    """The rule that forbids what is typed, and its reason."""
    with pytest.raises(IllegalAction) as refused:
        expand(ruleset.ruleset, position.game, Typed(position), seat, text)
    return str(refused.value.rule), str(refused.value)


def brennus_before_pisae() -> Position:
    """Brennus and 6 CU have come from Luna upon 5 Etruscans in Pisae, of whom 3 are within the walls."""
    position = on_the_march(
        army("gauls", "luna", 6, "brennus"),
        control("luna", "gauls"),
        army("etruscans", "pisae", 5, "etruscans-1"),
        army("etruscans", "clusium", 4, "etruscans-2"),
        seat="gauls",
        leader="brennus",
    ).when("gauls", Step("pisae"))
    position.awaits(SAMNITES, "shelter")
    return position


@pytest.mark.parametrize(
    ("text", "rule", "said"),
    [
        ("avoid etruscans-1 2 volaterrae", "11.2", "rough"),
        ("avoid etruscans-1 2 luna", "11.2", "came from Luna"),
        ("avoid etruscans-1 11 populonium", "11.1", "1 to 2 CU"),
        ("avoid brennus 3 populonium", "11.1", "no leader of Etruscans"),
        ("intercept etruscans-2 3", "10.1", "does not stand next to Pisae"),
        ("intercept camillus 3", "10.1", "no leader of Etruscans"),
        ("populonium", "9.3.2", "declared first"),
        ("sail roma", "9.3.2", "declared first"),
        ("activate etruscans-2", "9.3.2", "declared first"),
        ("activate pyrrhus", "9.3.2", "declared first"),
    ],
)
def test_reactions_are_judged_by_any_leader_number_and_space(text: str, rule: str, said: str) -> None:
    position = brennus_before_pisae().when(SAMNITES, GoInside(3)).when(SAMNITES, End())
    position.awaits(SAMNITES, "react")
    found, reason = why(position, SAMNITES, text)
    assert found == rule
    assert said in reason


def test_a_fourth_cu_behind_the_walls_is_refused_by_its_rule() -> None:
    found, reason = why(brennus_before_pisae(), SAMNITES, "inside 4")
    assert found == "9.3.1"
    assert "at most 3 CU" in reason


@pytest.mark.parametrize(
    ("text", "rule", "said"),
    [
        ("activate pyrrhus", "9.1", "no leader that you can activate"),
        ("activate camillus", "8.1", ""),
        ("activate brennus", "9.1", "no leader that you can activate"),
        ("roma", "7.1", ""),
    ],
)
def test_a_card_of_one_op_is_judged_by_any_leader(text: str, rule: str, said: str) -> None:
    """Camillus (2) needs more than a card of 1 Op."""
    position = given(
        army("rome", "roma", 5, "camillus"),
        army("rome", "velitrae", 2, "valerius"),
        army("greece", "tarentum", 5, "pyrrhus"),
        hand("rome", "r-15"),
        impulse("rome"),
    ).when("rome", Play("r-15", "ops"))
    position.awaits("rome", "operate")
    found, reason = why(position, "rome", text)
    assert (found, said in reason) == (rule, True), reason


def test_what_is_not_the_seats_own_is_conceivable_and_refused() -> None:
    position = given(army("rome", "roma", 5, "camillus"), hand("rome", "r-15"), impulse("rome"))
    formed = set(ruleset.ruleset.conceivable(position.game, position.state, "rome"))
    assert {Activate("pyrrhus"), Step("syracusae")} <= formed
    assert Intercept("pyrrhus", 3) not in formed, "nobody has entered a space"
    position.when("rome", Activate("pyrrhus")).refused("5.4")
