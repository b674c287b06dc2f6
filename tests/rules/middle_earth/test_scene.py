"""What is drawn of a battle: every counter can be told from every other on a small map."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.ruleset import installed

SCENARIOS = [
    (name, scenario.name)
    for name in ("gondor", "sauron")
    if name in installed()
    for scenario in installed()[name].scenarios
]


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_no_two_counters_of_a_side_have_the_same_short_name(name, scenario):
    from rules.middle_earth.scene import short_name

    ruleset = installed()[name]
    options = {option.name: option.default for option in ruleset.options}
    game = ruleset.prepare(ruleset.load(None), scenario, options)
    shorts = Counter((unit.side, short_name(game, unit)) for unit in game.board.units.values())
    shorts.update((leader.side, leader.short) for leader in game.board.leaders.values())
    assert {each: count for each, count in shorts.items() if count > 1} == {}
    assert all(1 <= len(short) <= 4 for _, short in shorts)
