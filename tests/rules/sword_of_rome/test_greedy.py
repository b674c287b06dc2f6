"""The greedy bot plays a sensible game: it takes weak neighbours, defends its home, plays events that help, and spends
cards on support."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter

import pytest

from replays.bots import bot
from rules.ruleset import Action
from rules.sword_of_rome.actions import (
    Accept,
    Activate,
    Avoid,
    End,
    GoInside,
    Halt,
    Intercept,
    Play,
    RaiseSupport,
    RollSiege,
    Step,
)
from rules.sword_of_rome.evaluation import evaluate
from rules.sword_of_rome.evaluation_board import standings
from rules.sword_of_rome.evaluation_marches import odds, promise
from rules.sword_of_rome.ruleset import ruleset
from rules.sword_of_rome.state import changed
from tests.rules.sword_of_rome.bots_at_play import between
from tests.rules.sword_of_rome.harness import (
    Position,
    allied,
    army,
    control,
    given,
    hand,
    impulse,
    loyalty,
    plunder,
    points,
    set_up,
    siege,
)


def chosen(position: Position, seed: str = "x") -> Action:
    """What the bot does for the seat that is awaited."""
    seat = ruleset.awaiting(position.game, position.state)[0].seat
    legal = ruleset.legal(position.game, position.state, seat)
    seen = ruleset.view(position.game, position.state, (seat,))
    return bot("greedy", seed).choose(ruleset, position.game, seen, seat, legal)


def mostly(position: Position) -> Action:
    """What most bots of nine would do: each tries its own dice."""
    return Counter(chosen(position, f"bot {number}") for number in range(9)).most_common(1)[0][0]


def played(position: Position, most: int = 12) -> list[Action]:
    """What the bot does one decision after another, as long as no dice are needed."""
    seat = ruleset.awaiting(position.game, position.state)[0].seat
    done: list[Action] = []
    for number in range(most):
        awaited = ruleset.awaiting(position.game, position.state)
        if not awaited or awaited[0].seat != seat:
            break
        done.append(chosen(position, f"x{number}"))
        try:
            position.when(seat, done[-1])
        except AssertionError:
            break
    return done


def test_it_marches_on_a_city_that_nobody_guards_and_lays_siege():
    position = given(army("greece", "tarentum", 5, "pyrrhus"), hand("greece", "g-1"), impulse("greece"))
    position.when("greece", Play("g-1", "ops"))
    done = played(position)
    assert done[0] == Activate("pyrrhus")
    assert Halt() in done
    sieges = position.state.sieges
    assert [siege.power for siege in sieges.values()] == ["greece"]


def test_it_goes_on_with_a_siege_rather_than_away():
    position = given(
        army("greece", "brundisium", 5, "pyrrhus"),
        siege("brundisium", "greece", 0),
        hand("greece", "g-1"),
        impulse("greece"),
    )
    position.when("greece", Play("g-1", "ops")).when("greece", Activate("pyrrhus"))
    assert chosen(position) == RollSiege("brundisium")


def test_it_does_not_attack_a_much_stronger_army():
    position = given(
        army("rome", "roma", 3, "valerius"),
        army("etruscans", "caere", 9, "etruscans-1"),
        control("caere", "etruscans"),
        hand("rome", "r-1"),
        impulse("rome"),
    )
    position.when("rome", Play("r-1", "ops")).when("rome", Activate("valerius"))
    assert Step("caere") not in played(position)


def test_a_battle_promises_something_against_the_weak_alone():
    game = given().game
    assert promise(odds(game, 8, 2, 2), 8, 2, 0) > 10
    assert promise(odds(game, 5, 5, 0), 5, 5, 0) < 5
    assert promise(odds(game, 3, 9, 0), 3, 9, 0) < -15
    assert promise(odds(game, 5, 5, 0), 5, 5, 80) > 20


def test_it_relieves_its_besieged_city():
    position = given(
        army("rome", "capua", 8, "camillus"),
        army("samnites", "velitrae", 3, "samnites-1"),
        army("gauls", "roma", 3, "gauls-1"),
        siege("roma", "gauls", 2),
        hand("rome", "r-1"),
        impulse("rome"),
    )
    position.when("rome", Play("r-1", "ops"))
    threatened = standings(position.game, position.state)["rome"]
    relieved = changed(position.state, sieges=position.state.sieges.delete("roma"))
    assert standings(position.game, relieved)["rome"] > threatened + 20
    position = given(
        army("rome", "praeneste", 8, "camillus"),
        army("gauls", "roma", 3, "gauls-1"),
        siege("roma", "gauls", 2),
        hand("rome", "r-1"),
        impulse("rome"),
    ).when("rome", Play("r-1", "ops"))
    assert mostly(position) == Activate("camillus")
    assert mostly(position.when("rome", Activate("camillus"))) == Step("roma")


def test_reinforcements_go_where_an_enemy_stands_near():
    """Of two cities that can receive them, the one that is threatened."""
    values = {}
    for space in ("roma", "capua"):
        position = given(
            army("rome", "roma", 1 + 2 * (space == "roma")),
            army("rome", "capua", 1 + 2 * (space == "capua")),
            army("samnites", "compsa", 8, "egnatius"),
        )
        values[space] = evaluate(position.game, position.state, "rome")
    assert values["capua"] > values["roma"]


def test_it_spends_a_card_on_support_where_no_army_can_do_anything():
    position = given(loyalty("capua", 1), hand("rome", "r-20"), impulse("rome"))
    position.when("rome", Play("r-20", "ops"))
    assert chosen(position) == RaiseSupport("rome")


def test_it_plays_an_event_that_brings_more_than_its_ops():
    """E-29 Samnite Levy brings three CU; three Ops without an army bring support that is full, or one CU."""
    position = given(
        army("samnites", "bovianum", 2), loyalty("fregellae", 3), loyalty("pisae", 3), loyalty("tarquinii", 3),
        hand("etruria-samnium", "e-29"), impulse("etruria-samnium"),
    )  # fmt: skip
    assert Play("e-29", "event") in played(position)


def test_the_gauls_raid():
    position = given(
        army("gauls", "ariminum", 2, "gauls-1"), plunder(5), hand("gauls", "a-1"), impulse("gauls")
    ).when("gauls", Play("a-1", "ops"))
    done = played(position)
    assert done[0] == Activate("gauls-1")
    assert any(type(action).__name__ == "Raid" for action in done)


def test_it_intercepts_with_all_it_has_or_not_at_all():
    position = given(
        army("rome", "roma", 9, "camillus"),
        army("gauls", "reate", 3, "gauls-1"),
        control("reate", "rome"),
        army("gauls", "spoletium", 2, "gauls-2"),
        hand("gauls", "a-1"),
        impulse("gauls"),
    )
    position.when("gauls", Play("a-1", "ops")).when("gauls", Activate("gauls-2")).when(
        "gauls", Step("narnia")
    )
    if ruleset.awaiting(position.game, position.state)[0].seat == "rome":
        action = chosen(position)
        assert isinstance(action, (End, GoInside, Avoid)) or (
            isinstance(action, Intercept) and action.cu >= 5
        )


def test_an_alliance_is_worth_what_it_shields_from_less_what_it_forbids():
    threatened = given(army("rome", "capua", 9, "camillus"), army("greece", "neapolis", 1))
    shielded = changed(threatened.state, alliances=frozenset({"greece+rome"}))
    board, allied_board = standings(threatened.game, threatened.state), standings(threatened.game, shielded)
    assert allied_board["greece"] > board["greece"]
    assert allied_board["rome"] <= board["rome"]


def test_it_breaks_no_alliance_for_nothing():
    position = given(set_up(), allied("rome", "greece"), hand("rome", "r-20"), impulse("rome"))
    assert type(chosen(position)).__name__ != "Break"


def test_the_weak_one_accepts_an_alliance():
    from rules.sword_of_rome.actions import Offer

    position = given(
        army("rome", "capua", 9, "camillus"),
        army("greece", "neapolis", 1),
        hand("rome", "r-20"),
        impulse("rome"),
    ).when("rome", Offer("rome", "greece"))
    assert chosen(position) == Accept()


def test_who_is_about_to_win_is_stopped():
    """A VP space that brings an enemy to the level of victory is worse than the same one far from it."""
    lost = {}
    for vp in (11, 5):
        position = given(points("rome", vp))
        taken = changed(position.state, control=position.state.control.set("tarquinii", "rome"))
        before = evaluate(position.game, position.state, "gauls")
        lost[vp] = before - evaluate(position.game, taken, "gauls")
    assert lost[11] > lost[5] + 100


@pytest.mark.parametrize(
    ("attackers", "defenders", "better", "low", "high"),
    [
        (5, 5, 0, 0.35, 0.55),
        (10, 5, 0, 0.7, 0.95),
        (5, 10, 0, 0.05, 0.3),
        (10, 1, -3, 1, 1),
        (1, 10, 3, 0, 0),
    ],
)
def test_odds_follow_the_rules_of_battle(attackers, defenders, better, low, high):
    assert low <= odds(given().game, attackers, defenders, better) <= high


def test_what_is_kept_of_a_board_never_serves_another():
    position = given(set_up())
    board = dict(standings(position.game, position.state))
    for number in range(50):
        other = given(set_up(), army("rome", "roma", 1 + number % 7)).state
        assert standings(position.game, other) != board
    assert standings(position.game, position.state) == board
    again = given(set_up())
    assert standings(again.game, again.state) == board


GAME = """
from tests.rules.sword_of_rome.bots_at_play import between
import hashlib
seen = hashlib.sha256()
for number, batch in enumerate(between("four-players", "greedy", 4)):
    seen.update(repr(batch.events).encode())
    if number == 150:
        break
print(seen.hexdigest())
"""


def test_it_plays_the_same_game_under_any_hash_seed():
    told = {
        subprocess.run(
            [sys.executable, "-c", GAME],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ".", "PATH": ""},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1


def test_in_a_game_of_its_own_it_does_all_of_this():
    done: Counter[str] = Counter()
    for batch in between("four-players", "greedy", 1):
        done.update(type(event).__name__ for event in batch.events)
    assert done["SiegeRolled"] >= 5
    assert done["BattleWon"] >= 3
    assert done["SupportSpent"] >= 10
    assert done["AllianceEnded"] <= done["AllianceMade"]
