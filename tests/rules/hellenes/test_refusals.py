"""What is refused is refused with the rule, and with what would be right."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map

from rules.chance import Chance, scripted
from rules.errors import IllegalAction
from rules.hellenes import actions as a
from rules.hellenes.decisions import asked
from rules.hellenes.ruleset import ruleset
from rules.hellenes.timing import DUE, TAKES
from rules.ruleset import Action, Resign
from tests.rules.hellenes.harness import Position, position
from tests.rules.hellenes.whole_games import kept


def refusal(now: Position, seat: str, action: Action) -> tuple[str, str]:
    """The rule and the sentence by which an action is refused."""
    with pytest.raises(IllegalAction) as refused:
        ruleset.decide(now.game, now.state, seat, action, Chance(scripted(), "scripted"))
    return refused.value.rule, refused.value.reason


SPRING: dict[str, Any] = {"a01": "athens", "a14": "athens", "s16": "megara"}


@pytest.mark.parametrize(
    ("action", "rule", "words"),
    [
        (a.GroupMove("megara"), "4.1", "Athens has no unit at Megara that can still move"),
        (a.Muster("thebes"), "4.2", "units of two areas at least"),
        (a.Pillage("megara"), "4.3", "two land steps"),
        (a.Rebuild("a01"), "4.5", "never above the printed ones"),
        (a.Sally("athens"), "4.6", "fortified units of a besieged city"),
        (a.Move("a01", "eleusis"), "4.1", "begin with the group move; now Athens is to take an action"),
        (a.Load("a14", "a01"), "5.3", "while its group moves"),
        (a.Fight("megara"), "6.1", "in the Combat phase, after the actions"),
        (a.Starve("megara"), "8.1", "follows the battles"),
        (a.Sustain("a01"), "9.2.2-a", "in Winter actions"),
        (a.Quarter("a01", "plataea"), "9.2.1.1-a", "in Winter actions"),
        (a.Commit("storm-2", "event"), "3.3", "when a season, or the year, begins"),
        (a.Appeal("zeus"), "11.0-b", "not used yet"),
        (a.Sacrifice("zeus"), "10.4.1-a", "at New Year"),
        (a.EndPeace(), "12.1-a", "at the start of a player turn"),
        (a.OfferPeace(), "14.2.2", "after the year's tribute"),
        (a.Fire(), "6.3", "in battles"),
        (a.Retreat(), "6.7", "from round 2 on"),
        (a.Withdraw(), "6.8", "before its first round"),
    ],
)
def test_what_is_not_due_is_refused_with_its_rule_and_when_it_is(action, rule, words):
    found, told = refusal(position(SPRING), "athens", action)
    assert found == rule
    assert words in told


def test_the_other_side_and_a_game_that_is_over_are_refused_by_name():
    now = position(SPRING)
    assert refusal(now, "sparta", a.Finish()) == ("0.3", "Sparta has nothing to decide now")
    assert refusal(now, "corinth", a.Finish())[1].endswith("the seats are athens and sparta")
    over = now.act("athens", Resign())
    assert refusal(over, "sparta", a.Finish()) == ("14", "the game is over")


@pytest.mark.parametrize(
    ("now", "seat", "action", "rule"),
    [
        (position({"a01": "megara", "s16": "megara"}, step="combat/athens"), "sparta", a.Fire(), "6.3"),
        (position({"a01": "megara"}, step="siege/athens", established=("megara",)), "athens", a.Fight("megara"), "6.1"),
        (position({}, season="winter", step="offer/athens", prestige=12, agenda=("winter/athens",)), "athens",
         a.Discard("storm-2"), "9.5.3-a"),
        (position({}, step="commit", hands=Map({"athens": ("storm-2",), "sparta": ()}), active=""), "athens",
         a.GroupMove("athens"), "4.1"),
    ],
)  # fmt: skip
def test_no_decision_takes_what_belongs_to_another(now, seat, action, rule):
    assert refusal(now, seat, action)[0] == rule


def test_every_legal_action_is_taken_by_its_decision():
    seen = set()
    for scenario, seed in (("413", 0), ("431", 1)):
        game = kept(scenario, seed)
        for step in game.steps:
            for now in asked(game.game, step.after):
                takes = TAKES.get(now.kind)
                for action in ruleset.legal(game.game, step.after, now.seat):
                    assert takes is None or isinstance(action, takes), (now.kind, action)
                seen.add(now.kind)
    assert {"commit", "actions", "siege", "group", "winter"} <= seen
    assert set(DUE) == set(ruleset.action_types) - {Resign}


NONSENSE: tuple[Action, ...] = (
    a.Commit("nonsense", "event"),
    a.Commit("storm-2", "nonsense"),
    a.Appeal("bacchus"),
    a.Sacrifice("bacchus"),
    a.Discard("nonsense"),
    a.GroupMove("atlantis"),
    a.Muster("atlantis"),
    a.Move("a99", "thebes"),
    a.Move("a01", "atlantis"),
    a.Load("a99", "a01"),
    a.Load("a14", "a99"),
    a.Pillage("atlantis"),
    a.Place("atlantis"),
    a.Rebuild("a99"),
    a.Sally("atlantis"),
    a.Quarter("a99", "thebes"),
    a.Quarter("a01", "atlantis"),
    a.Return("a99", "athens"),
    a.Sustain("a99"),
    a.Disband("a99"),
    a.Fortify("a99"),
    a.ComeOut("a99"),
    a.Flee("a99", "thebes"),
    a.Fight("atlantis"),
    a.Lead("atlantis#1"),
    a.RetreatTo("atlantis"),
    a.Take("a99"),
    a.Suffer("a99"),
    a.Starve("atlantis"),
    a.Storm("atlantis"),
    a.HoldBack("a99"),
    a.Choose("atlantis"),
    a.Pick("a99"),
)
"""Actions with names that there are not."""


@pytest.mark.parametrize("scenario", ["413", "sicily"])
def test_names_that_there_are_not_are_refused_at_every_decision(scenario):
    game = kept(scenario, 0)
    seen: dict[str, int] = {}
    for step in game.steps:
        for now in asked(game.game, step.after):
            seen[now.kind] = seen.get(now.kind, 0) + 1
            if seen[now.kind] > 3:
                continue
            here = Position(game.game, step.after)
            for action in NONSENSE:
                rule, told = refusal(here, now.seat, action)
                assert rule, (now.kind, action)
                assert told
    assert len(seen) > 12
