"""What the evaluation for bots holds dear, and which actions it holds worth a look."""

from __future__ import annotations

import pytest
from immutables import Map

from replays.bots.bot import Stream
from replays.bots.greedy import GreedyBot
from rules.chance import Chance, keyed
from rules.hellenes.actions import Commit, Decline, Finish, GroupMove, Load, Move, Sally, Starve
from rules.hellenes.ruleset import ruleset
from tests.rules.hellenes.harness import Position, game_of, position
from tests.rules.hellenes.whole_games import SCENARIOS


def worth(now: Position, seat: str) -> float:
    """What a position is worth to a seat that sees its own blocks alone."""
    return ruleset.evaluate(now.game, now.seen(seat), seat)


def tried(now: Position, seat: str) -> tuple[object, ...]:
    """The actions at which a bot looks."""
    return tuple(ruleset.worth_trying(now.game, now.seen(seat), seat, now.legal(seat)))


def chosen(now: Position, seat: str) -> object:
    """What the greedy bot does."""
    return GreedyBot(Stream("test")).choose(ruleset, now.game, now.state, seat, now.legal(seat))


@pytest.mark.parametrize("seat", ["athens", "sparta"])
def test_prestige_cities_and_blocks_are_worth_something_to_both_sides(seat):
    now = position({"a01": "athens", "s01": "sparta"})
    ahead = 3 if seat == "athens" else -3
    assert worth(now.with_(prestige=ahead), seat) > worth(now, seat)
    other = "sparta" if seat == "athens" else "athens"
    lost = position({"a01": "athens", "s01": "sparta"}, control={"argos": other})
    won = position({"a01": "athens", "s01": "sparta"}, control={"argos": seat})
    assert worth(won, seat) > worth(now, seat) > worth(lost, seat)
    weak = position({"a01": "athens", "s01": "sparta"} | {"a01" if seat == "athens" else "s01": (seat, 1)})
    assert worth(weak, seat) < worth(now, seat)


def test_units_at_an_enemy_city_are_worth_more_than_at_home():
    at_home = position({"s01": "thebes", "a14": "athens"}, step="actions/sparta")
    at_work = position({"s01": "plataea", "a14": "athens"}, step="actions/sparta")
    assert worth(at_work, "sparta") > worth(at_home, "sparta")


def test_a_fleet_takes_cargo_along_to_a_coast():
    now = position({"a14": "athens", "a02": "athens"}, step="actions/athens")
    now = now.act("athens", GroupMove("athens"))
    assert Load("a14", "a02") in tried(now, "athens")
    assert chosen(now, "athens") == Load("a14", "a02")
    now = now.act("athens", Load("a14", "a02"))
    landing = chosen(now, "athens")
    assert isinstance(landing, Move)
    assert landing.block == "a14"
    assert now.game.provinces[landing.to].loyalty != "athens"


def test_a_group_with_nothing_to_do_is_not_moved():
    now = position({"a14": "athens"}, step="actions/athens", season="winter", agenda=())
    assert ruleset.awaiting(now.game, now.state)
    still = position({"a39": "naxos"}, step="actions/athens")
    assert GroupMove("naxos") not in tried(still, "athens")


def test_a_siege_is_never_left_alone_by_choice():
    now = position({"s01": "plataea"}, step="siege/sparta", established=("plataea",))
    assert Decline() in now.legal("sparta")
    assert Decline() not in tried(now, "sparta")
    assert Starve("plataea") in tried(now, "sparta")


def test_a_card_of_small_value_is_sacrificed():
    now = position(
        {"a01": "athens"}, season="new-year", step="commit", agenda=("reveal",), committed=_hands({})
    ).with_(hands=_hands({"athens": ("storm-2", "treachery-3"), "sparta": ("storm-2", "treachery-3")}))
    assert chosen(now, "athens") == Commit("treachery-3", "sacrifice")


def _hands(hands: dict[str, tuple[str, ...]]) -> Map[str, tuple[str, ...]]:
    return Map(hands)


@pytest.mark.rule("hellenes", "9.3.2-a")
def test_a_winter_sally_in_which_nobody_comes_out_is_over():
    now = position(
        {"a01": ("athens", 4, "inside"), "s29": "athens"},
        season="winter",
        step="breaking/athens",
        sustained=frozenset({"s29"}),
        agenda=("winter/sparta",),
    )
    now = now.act("athens", Sally("athens")).act("athens", Finish())
    assert now.asked == (("sparta", "winter"),), "it is not asked again and again"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_is_worth_a_look_is_legal_and_told_by_the_view_alone(scenario):
    """In the first 120 decisions of a greedy game."""
    game = game_of(scenario)
    bots = {seat: GreedyBot(Stream(seat)) for seat in ("athens", "sparta")}
    source, counts = keyed(bytes(16)), dict[str, int]()
    chance = Chance(source)
    state, made = ruleset.initial(game), ruleset.begin(game, chance)
    for number in range(120):
        for outcome in chance.outcomes:
            counts[outcome.purpose] = counts.get(outcome.purpose, 0) + 1
        for event in made:
            state = ruleset.evolve(game, state, event)
        if ruleset.result(game, state) is not None:
            break
        seat = ruleset.awaiting(game, state)[0].seat
        legal = ruleset.legal(game, state, seat)
        seen = ruleset.view(game, state, (seat,))
        some = ruleset.worth_trying(game, seen, seat, legal)
        assert some, f"decision {number}"
        assert set(some) <= set(legal), f"decision {number}"
        other = ruleset.resample(game, seen, seat, Chance(keyed(bytes(15) + b"1"), "trial"))
        again = ruleset.worth_trying(game, ruleset.view(game, other, (seat,)), seat, legal)
        assert list(again) == list(some), f"decision {number}"
        chance = Chance(source, counts=counts)
        action = bots[seat].choose(ruleset, game, state, seat, legal)
        made = ruleset.decide(game, state, seat, action, chance)
