"""Whole sieges end by a victory rule and lose no piece; the kit's checks hold in the fight; one is kept as told.

`python -m tests.rules.middle_earth.gondor.test_whole_sieges` writes that one anew.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

import pytest

from replays.bots import bot
from replays.check_drawing import drawn, narrated, phrased
from replays.check_games import KeptGame, play_game
from replays.check_rules import counted, games_end, legal_and_decide_agree
from replays.check_secrecy import nothing_leaks, openings_fit, views_follow_events, views_interfere_not
from replays.check_states import chance_recorded, codec_round_trip, states_from_zero
from rules.chance import Chance, keyed
from rules.middle_earth import events
from rules.middle_earth.game import Game
from rules.middle_earth.gondor import events as own_events
from rules.middle_earth.gondor.ruleset import load, ruleset
from rules.middle_earth.set_up import unplaced
from rules.middle_earth.state import State, is_crowded
from rules.secrecy import UNKNOWN
from tests.rules.middle_earth.gondor.siege import whole_game
from tests.rules.middle_earth.gondor.storming import storm

GOLDEN = Path(__file__).parents[3] / "golden" / "gondor-siege.txt"
SEED = re.compile(r"of seed (\d+)")
GOLDEN_SEED = int(SEED.search(GOLDEN.read_text(encoding="utf-8"))[1])  # type: ignore[index]
VALUES = {"A": 5, "B": 4, "C": 3, "D": 2, "E": 1, "-": 0}
LADDER = ("E", "1/2 R2", "1/2 R1", "1/2", "R2", "R1", "R1", "-")
CHECKS = (
    games_end, states_from_zero, chance_recorded, codec_round_trip, narrated, phrased, drawn, counted,
    legal_and_decide_agree, views_interfere_not, views_follow_events, nothing_leaks, openings_fit,
)  # fmt: skip


@lru_cache(maxsize=4)
def stormed(seed: int) -> KeptGame:
    return storm(seed)


def check_pieces(game: Game, state: State) -> None:
    """Every counter is on the map, waiting to enter, out of the game, or still to be called up or set up – in one place
    alone."""
    gone = [*state.eliminated, *state.killed]
    assert len(set(gone)) == len(gone)
    arrivals = game.board.scenario.arrivals
    later = {
        piece for number, each in enumerate(arrivals) if number not in state.called for piece in each.pieces
    }
    for piece in (*game.board.units, *game.board.leaders):
        places = (
            (piece in state.units) + (piece in state.leaders) + (piece in gone) + (piece in state.reserves)
            + (piece in later)
        )  # fmt: skip
        to_come = not state.turn and piece in unplaced(game, state, game.seat_of[piece])
        assert places + to_come == 1, piece
    heads = [name for name in state.markers if "head" in name]
    assert len(heads) == state.siege.thrown <= 6
    assert state.siege.ladders <= 12
    assert set(state.siege.raised) == {name for name in state.engines if "ladder" in name}
    if state.turn:  # before, they are still to be placed and filled
        assert set(state.siege.cauldrons) == {name for name in state.markers if "cauldron" in name}
    assert len([name for name in state.engines if name in game.board.engines]) <= 10
    at = [now.hex for name, now in state.engines.items() if name in game.board.engines]
    if state.marching is None:
        assert len(set(at)) == len(at), "two engines in a hex (GONDOR-14)"
    for name, here in state.at.items():
        assert len({game.seat_of[unit] for unit in here}) == 1
        settled = state.marching is None and not state.retreats and not state.crowded
        assert not (settled and is_crowded(state.units, here)), name
    for total in state.totals.values():
        assert total >= 0


def check_end(game: Game, state: State) -> None:
    """The winner by GONDOR-42, judged anew."""
    result = ruleset.result(game, state)
    assert result is not None
    garrison, relief, sauron = (army in state.demoralized for army in ("garrison", "relief", "sauron"))
    if 7 in state.siege.taken:
        expected: tuple[tuple[str, ...], str] = (("sauron",), "decisive")
    elif garrison and sauron:
        expected = ((), "draw")
    elif garrison:
        expected = (("sauron",), "decisive" if relief else "marginal")
    else:
        expected = (("west",), "decisive" if sauron else "marginal")
    assert (result.winners, result.how) == expected
    assert result.turn == 16 or 7 in state.siege.taken


def check_kept(kept: KeptGame) -> None:
    assert not kept.trouble
    for ply, step in enumerate(kept.steps):
        if ply % 20 == 0 and ply:
            check_pieces(kept.game, step.after)
    check_pieces(kept.game, kept.steps[-1].after)
    check_end(kept.game, kept.steps[-1].after)


@pytest.mark.parametrize("seed", range(2))
def test_a_random_siege_ends_by_a_victory_rule_and_loses_no_piece(seed):
    check_kept(play_game(ruleset, load(None), "siege", seed))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 400))
def test_300_random_sieges_do_so(seed):
    check_kept(play_game(ruleset, load(None), "siege", seed))


@pytest.mark.parametrize("seed", range(3))
def test_a_siege_that_both_sides_press_does_so_too(seed):
    check_kept(stormed(seed))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20, 120))
def test_100_pressed_sieges_do_so(seed):
    check_kept(storm(seed, {"setup": "free"} if seed % 3 == 0 else None))


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_checks_of_the_kit_hold_in_the_thick_of_the_fight(check):
    assert list(check(stormed(0)))[:3] == []


@pytest.mark.slow
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("seed", range(1, 13))
def test_the_checks_of_the_kit_hold_in_a_dozen_pressed_sieges(check, seed):
    assert list(check(stormed(seed)))[:3] == []


@pytest.mark.slow
def test_in_some_pressed_sieges_everything_of_the_siege_happens():
    missing = set(own_events.EVENTS)
    for seed in range(60):
        missing -= {type(event) for step in storm(seed).steps for event in step.events}
        if not missing:
            break
    assert missing == set()


# Greedy


def play_greedy(seed: int) -> tuple[Game, State, dict[type, int]]:
    game = whole_game()
    source = keyed(b"greedy %09d" % seed)
    counts: dict[str, int] = {}
    bots = {seat: bot("greedy", f"{seed}/{seat}") for seat in ("west", "sauron")}
    chance = Chance(source, counts=counts)
    state = ruleset.initial(game)
    happened = ruleset.begin(game, chance)
    seen: dict[type, int] = {}
    while True:
        for event in happened:
            state = ruleset.evolve(game, state, event)
            seen[type(event)] = seen.get(type(event), 0) + 1
        for outcome in chance.outcomes:
            counts[outcome.purpose] = counts.get(outcome.purpose, 0) + 1
        awaited = ruleset.awaiting(game, state)
        if not awaited:
            return game, state, seen
        seat = awaited[0].seat
        legal = ruleset.legal(game, state, seat)
        view = ruleset.view(game, state, (seat,))
        action = bots[seat].choose(ruleset, game, view, seat, legal)
        chance = Chance(source, counts=counts)
        happened = ruleset.decide(game, state, seat, action, chance)


def check_greedy(seed: int) -> None:
    game, state, seen = play_greedy(seed)
    check_pieces(game, state)
    check_end(game, state)
    for kind in (
        own_events.LadderRaised,
        own_events.HeadThrown,
        own_events.BreachAttempted,
        events.SpellCast,
    ):
        assert seen.get(kind, 0), kind
    assert seen[events.AttackResolved] >= 60


def test_a_greedy_siege_is_fought_out():
    check_greedy(0)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 200))
def test_100_greedy_sieges_are(seed):
    check_greedy(seed)


# What Sauron is told


def test_sauron_is_never_told_what_is_in_a_cauldron_before_a_counter_of_it_is_used():
    kept = stormed(GOLDEN_SEED)
    opened: set[str] = set()
    for step in kept.steps:
        state = step.before
        for event in step.events:
            if isinstance(event, own_events.OilPoured):
                opened.add(event.cauldron)
            state = ruleset.evolve(kept.game, state, event)
        seen = ruleset.view(kept.game, state, ("sauron",))
        for name, cauldron in seen.siege.cauldrons.items():
            assert (cauldron.content != UNKNOWN) == (name in opened)
    assert opened


# One siege as it is told


def told(kept: KeptGame) -> list[str]:
    """The log of a game: each choice, what came of it, and the dice are in it."""
    lines = []
    for step in kept.steps:
        if step.action is not None:
            lines.append(f"{step.seat}: {ruleset.phrase(kept.game, step.before, step.action)}")
        state = step.before
        for event in step.events:
            lines.append(f"    {ruleset.narrate(kept.game, state, event)}")
            state = ruleset.evolve(kept.game, state, event)
    return lines


def golden_text(seed: int) -> str:
    head = f"# A whole siege in which both sides press on, of seed {seed}, as it is told; written anew by\n"
    head += "# python -m tests.rules.middle_earth.gondor.test_whole_sieges\n"
    return head + "\n".join(told(storm(seed))) + "\n"


KINDS = (
    "Fire: City catapult", "Siege: ", "at Siege tower", "throws a head", "Oil: ", "rams the Great Gate", "(fanatic",
    "raises ladder", "a head in the hex", "behind a wall", "on a siege tower", "the darkness is broken",
    "Leader combat: ", "Rally: ", "is displaced", "retreated before", "form a", "they come",
)  # fmt: skip
"""What the siege that is kept must show; it is the first that does."""


def test_a_whole_siege_is_told_as_it_was():
    assert GOLDEN.read_text(encoding="utf-8") == golden_text(GOLDEN_SEED)


def test_the_kept_siege_shows_every_kind_of_fight():
    kept = GOLDEN.read_text(encoding="utf-8")
    assert [kind for kind in KINDS if kind not in kept] == []


@pytest.mark.parametrize("seed", [GOLDEN_SEED, 1])
def test_every_fight_comes_out_as_the_tables_have_it(seed):
    """The tables of the index, written down again here, give every fight of the game as it was recorded."""
    board = whole_game().board
    fights = [
        event
        for step in stormed(seed).steps
        for event in step.events
        if isinstance(event, events.AttackResolved)
    ]
    assert len(fights) >= 60
    for event in fights:
        attacker, defender = board.units.get(event.attacker), board.units[event.defender]
        if event.letter == "fanatic":
            assert event.dice == ()
            casualty = True
        else:
            greatest = VALUES[event.letter] + 6 - event.armour
            assert event.range == (2, greatest)
            casualty = 2 <= sum(event.dice) <= greatest
        assert event.casualty == casualty
        if event.kind == "missile":
            assert event.letter == ("-" if event.attack_modifiers else "E")
            assert attacker is None or "e" in attacker.full.code
        if casualty:
            rung = event.die - 1 + {"Z": -1, "Y": 0, "X": 1, "W": 2}[event.morale]
            assert event.result == LADDER[max(0, min(rung, len(LADDER) - 1))]
            worse = sum(each.amount for each in event.morale_modifiers)
            assert worse <= 0
            assert event.morale in (defender.full.morale, defender.reduced.morale) or worse < 0
        for modifier in (*event.attack_modifiers, *event.armour_modifiers, *event.morale_modifiers):
            assert modifier.rule in (
                "7.18",
                "4.3",
                "GONDOR-21",
                "GONDOR-24",
                "GONDOR-32",
                "GONDOR-35",
                "GONDOR-43",
            )


if __name__ == "__main__":
    GOLDEN.parent.mkdir(exist_ok=True)
    sieges = (golden_text(seed) for seed in range(1000))
    GOLDEN.write_text(next(log for log in sieges if all(kind in log for kind in KINDS)), encoding="utf-8")
