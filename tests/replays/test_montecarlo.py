"""The Monte-Carlo bot imagines nothing that its seat knows to be otherwise, does a bounded amount of work, and wins."""

from __future__ import annotations

import dataclasses

import pytest

from replays.bots import bot, montecarlo
from replays.opening import prepare
from replays.simulate import simulate
from rules.chance import Chance, keyed
from rules.projection import fold
from rules.ruleset import installed

POSITIONS = 200
GAMES = [("goofspiel", "duel", 1), ("gondor", "siege", 5), ("sword-of-rome", "four-players", 5)]


def positions(ruleset, scenario, spacing):
    """Positions of random games with a decision, `spacing` decisions apart: the game, the state, the seat, its list."""
    rules = installed()[ruleset]
    opened = prepare(rules, rules.load(None), scenario, {})
    game, number = opened.game, 0
    for seed in range(POSITIONS):
        source = keyed(seed.to_bytes(16, "big"))
        counts: dict[str, int] = {}
        chooser = bot("random", seed)
        state = fold(rules, game, rules.initial(game), rules.begin(game, Chance(source)))
        while awaited := rules.awaiting(game, state):
            seat = awaited[0].seat
            legal = rules.legal(game, state, seat)
            if len(legal) > 1:
                number += 1
                if number % spacing == 0:
                    yield game, state, seat, legal
            chance = Chance(source, "key", counts)
            action = chooser.choose(rules, game, state, seat, legal)
            state = fold(rules, game, state, rules.decide(game, state, seat, action, chance))
            for outcome in chance.outcomes:
                counts[outcome.purpose] = counts.get(outcome.purpose, 0) + 1


@pytest.mark.parametrize(("ruleset", "scenario", "spacing"), GAMES)
def test_what_it_imagines_never_contradicts_what_its_seat_has_seen(ruleset, scenario, spacing, monkeypatch):
    monkeypatch.setattr(montecarlo, "TRIALS", 3)
    monkeypatch.setattr(montecarlo, "DEPTH", 1)
    rules = installed()[ruleset]
    imagined = []

    def resample(game, view, seat, chance):
        imagined.append((view, rules.resample(game, view, seat, chance)))
        return imagined[-1][1]

    watched = dataclasses.replace(rules, resample=resample)
    hidden = seen_positions = 0
    for game, state, seat, legal in positions(ruleset, scenario, spacing):
        imagined.clear()
        seen = rules.view(game, state, (seat,))
        assert bot("montecarlo", seen_positions).choose(watched, game, seen, seat, legal) in legal
        assert len(imagined) == 3
        for view, whole in imagined:
            assert view == seen
            assert rules.view(game, whole, (seat,)) == seen
            assert rules.legal(game, whole, seat) == legal
        hidden += any(whole != seen for _, whole in imagined)
        seen_positions += 1
        if seen_positions == POSITIONS:
            break
    assert seen_positions == POSITIONS
    assert hidden > POSITIONS // 4, "hardly anything was hidden: this proves little"


@pytest.mark.parametrize(("ruleset", "scenario", "spacing"), GAMES)
def test_its_work_is_bounded_and_it_decides_alike_from_the_same_seed(ruleset, scenario, spacing):
    rules = installed()[ruleset]
    calls = 0

    def decide(*given):
        nonlocal calls
        calls += 1
        return rules.decide(*given)

    watched = dataclasses.replace(rules, decide=decide)
    most = montecarlo.FEW * montecarlo.TRIALS * montecarlo.DEPTH
    for number, (game, state, seat, legal) in enumerate(positions(ruleset, scenario, 7 * spacing)):
        calls = 0
        seen = rules.view(game, state, (seat,))
        chosen = [bot("montecarlo", 1).choose(watched, game, at, seat, legal) for at in (seen, state)]
        assert chosen[0] == chosen[1] in legal
        assert calls <= 2 * (most + len(legal))
        if number == 8:
            break


def test_it_beats_chance():
    for seat, other in (("north", "south"), ("south", "north")):
        told = simulate(None, "goofspiel", 20, bots={seat: "montecarlo"}, seed="3")
        assert told.wins[seat] > told.wins[other] + 8


@pytest.mark.slow
def test_it_beats_chance_in_a_battle():
    for seat, other in (("alliance", "sauron"), ("sauron", "alliance")):
        told = simulate(None, "sauron", 10, scenario="learning", bots={seat: "montecarlo"}, seed="3")
        assert told.wins[seat] > told.wins[other] + 4


def test_a_won_game_is_worth_more_than_any_position_and_a_draw_nothing():
    rules = installed()["goofspiel"]
    opened = prepare(rules, rules.load(None), "duel", {})
    state = fold(
        rules, opened.game, rules.initial(opened.game), rules.begin(opened.game, Chance(keyed(bytes(16))))
    )
    seat = rules.awaiting(opened.game, state)[0].seat
    legal = rules.legal(opened.game, state, seat)
    result = type("Result", (), {})

    def decide(game, state, seat, action, chance):
        return () if action != legal[-1] else ("over",)

    def ends(winners):
        over = result()
        over.winners = winners
        return dataclasses.replace(
            rules,
            # The last action ends the game so; every other comes to a position that looks splendid.
            decide=decide,
            evolve=lambda game, state, event: event,
            result=lambda game, state: over if state == "over" else None,
            awaiting=lambda game, state: (),
            evaluate=lambda game, state, seat: 500.0,
            view=lambda game, state, seats: state,
            resample=lambda game, state, seat, chance: state,
        )

    def choice(winners):
        return bot("montecarlo", 1).choose(ends(winners), opened.game, state, seat, legal)

    assert choice((seat,)) == legal[-1]
    assert choice(("another",)) == legal[0]
    assert choice(()) == legal[0]
