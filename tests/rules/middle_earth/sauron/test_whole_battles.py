"""Whole battles of Sauron end by a victory rule, lose no piece, and one of them is kept as it is told.

`python -m tests.rules.middle_earth.sauron.test_whole_battles` writes that one anew.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules.middle_earth import events
from rules.middle_earth.sauron.ruleset import ruleset
from rules.middle_earth.state import is_crowded
from rules.parts.hexes import blocks
from tests.rules.middle_earth.sauron.battles import both, play, prepared

GOLDEN = Path(__file__).parents[3] / "golden" / "sauron-battle.txt"
SEED = re.compile(r"of seed (\d+)")
GAME = prepared()
RULE = GAME.board.scenario.victory


def check_end(state):
    """The points and the winner, counted anew from the last position by SAURON-17 and the scenario's values."""
    result = ruleset.result(GAME, state)
    assert result is not None
    lost = {*state.eliminated, *state.killed}
    points = {}
    for seat in GAME.seats:
        enemy = GAME.enemy[seat]
        points[seat] = sum(GAME.board.units[unit].value for unit in lost if unit in GAME.units_of[enemy])
        points[seat] += RULE.demoralized * (enemy in state.demoralized)
        points[seat] += sum(kill.points for kill in RULE.kills if kill.side == seat and kill.piece in lost)
        for prize in RULE.prizes:
            held = [
                name for name in blocks(prize.hexes)
                if name in state.at and GAME.seat_of[state.at[name][0]] == seat
            ]  # fmt: skip
            points[seat] += prize.points * len(held) if prize.side == seat else 0
    assert result.scores == points
    lead = points["alliance"] - points["sauron"]
    at_once = "sauron-sauron-1" in state.killed and all(
        name in state.at and GAME.seat_of[state.at[name][0]] == "alliance"
        for name in ("1620", "1720", "1820", "1920")
    )
    if at_once:
        assert (result.winners, result.how) == (("alliance",), "decisive")
        return
    assert result.turn == 18
    assert result.winners == (() if lead == 0 else ("alliance",) if lead > 0 else ("sauron",))
    assert result.how == ("draw" if lead == 0 else "decisive" if abs(lead) >= 50 else "marginal")


def check_pieces(state):
    """Every counter is on the map, off it waiting, or out of the game, in one of these places alone."""
    gone = [*state.eliminated, *state.killed]
    assert len(set(gone)) == len(gone)
    for piece in (*GAME.board.units, *GAME.board.leaders):
        places = (
            (piece in state.units) + (piece in state.leaders) + (piece in gone) + (piece in state.reserves)
        )
        assert places <= 1, piece
    come = {each for part in GAME.board.scenario.set_up for each in part.pieces}
    come |= {
        piece for number, each in enumerate(GAME.board.scenario.arrivals)
        if number in state.called for piece in each.pieces
    }  # fmt: skip
    for piece in come:
        if piece in GAME.seat_of and piece not in GAME.board.markers:
            assert piece in state.units or piece in state.leaders or piece in gone or piece in state.reserves
    chosen = sum(
        each.number for number, each in enumerate(GAME.board.scenario.arrivals) if number in state.called
    )
    assert chosen == sum(
        1 for piece in (*state.units, *gone, *state.reserves)
        if piece.startswith(("sauron-orcs", "sauron-orc-swordsmen"))
    )  # fmt: skip
    for name, here in state.at.items():
        assert len({GAME.seat_of[unit] for unit in here}) == 1
        settled = state.marching is None and not state.retreats and not state.crowded
        assert not (settled and is_crowded(state.units, here)), name


def play_checked(seed, name):
    seen = []

    def each(state, event):
        assert ruleset.narrate(GAME, state, event).strip()
        seen.append(type(event))
        if isinstance(event, (events.PhaseBegan, events.GameEnded)):
            check_pieces(state)

    state = play(GAME, seed, both(name), each)
    check_pieces(state)
    check_end(state)
    return seen


@pytest.mark.parametrize("seed", range(3))
def test_a_random_battle_ends_by_a_victory_rule_and_loses_no_piece(seed):
    play_checked(seed, "random")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 400))
def test_300_random_battles_do_so(seed):
    play_checked(seed, "random")


@pytest.mark.parametrize("seed", range(2))
def test_a_greedy_battle_is_fought_out(seed):
    seen = play_checked(seed, "greedy")
    for kind in (events.AttackResolved, events.UnitEliminated, events.RallyRolled, events.SpellCast):
        assert kind in seen, kind
    fired = seen.count(events.AttackResolved)
    assert fired >= 50


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 200))
def test_100_greedy_battles_are(seed):
    play_checked(seed, "greedy")


# The battle that is kept


def told(seed):
    """The log of one battle between greedy bots, a line an event."""
    head = f"# A whole battle between greedy bots, of seed {seed}, as it is told; written anew by\n"
    lines: list[str] = []
    play(GAME, seed, both("greedy"), lambda state, event: lines.append(ruleset.narrate(GAME, state, event)))
    return f"{head}# python -m tests.rules.middle_earth.sauron.test_whole_battles\n" + "\n".join(lines) + "\n"


KINDS = (
    "Fire: ",
    "(fanatic",
    "(A)",
    "Leader combat: ",
    "Magic: ",
    "Rally: ",
    "is displaced",
    "retreated before",
    "form a",
)
"""What the battle that is kept must show; it is the first between greedy bots that does."""


def test_the_kept_battle_is_told_as_it_was():
    kept = GOLDEN.read_text(encoding="utf-8")
    seed = SEED.search(kept)
    assert seed is not None
    assert told(int(seed[1])) == kept, (
        f"the battle is played or told otherwise; if it should be, write it anew: python -m {__spec__.name}"
    )


def test_the_kept_battle_shows_every_kind_of_fight():
    kept = GOLDEN.read_text(encoding="utf-8")
    assert [kind for kind in KINDS if kind not in kept] == []


FIGHT = re.compile(
    r"(?P<kind>Fire|Melee): .+ \((?:[A-Ee], [^()]+: )?(?P<letter>[A-Ee]|below E|fanatic at night 10\.0|fanatic 9\.33)\)"
    r" against .+ \(armour (?P<armour>[1-4])\): (?:2d6 (?P<least>\d+)(?:–(?P<most>\d+))?, rolled (?P<rolled>\d+): "
    r"(?P<hit>casualty|nothing) \((?P<rule>7\.17|7\.33)\)"
    r"|casualty without a roll \(7\.37\))"
    r"(?:; morale (?:[W-Z], [^;:]+: )?(?P<morale>[W-Z]), 1d6 = (?P<die>[1-6]): (?P<result>.+) \(7\.42\))?"
)
LADDER = ("E", "E", "1/2 R2", "1/2 R1", "1/2", "R2", "R1", "R1", "-")
"""The rungs of the casualty results (7.42); each class of morale begins one rung higher, W with the fourth."""
TOLD = {
    "E": "is eliminated", "1/2": "is reduced", "-": "no effect", "R1": "retreats 1", "R2": "retreats 2",
    "1/2 R1": "retreats 1 and is reduced", "1/2 R2": "retreats 2 and is reduced",
}  # fmt: skip


def test_every_fight_of_the_kept_battle_is_right_by_the_index():
    """Each roll is counted anew from what the line shows: by the index a casualty falls on 2 to the attack’s
    value (9.12) plus 6 less the armour, and the results are one ladder."""
    lines = GOLDEN.read_text(encoding="utf-8").splitlines()
    fights = [line for line in lines if line.startswith(("Fire: ", "Melee: "))]
    assert len(fights) >= 50
    for line in fights:
        told = FIGHT.fullmatch(line)
        assert told is not None, line
        letter = told["letter"]
        if letter.startswith("fanatic"):
            assert told["kind"] == "Melee", line
        else:
            value = {"A": 5, "B": 4, "C": 3, "D": 2, "E": 1, "e": 1, "below E": 0}[letter]
            most = value + 6 - int(told["armour"])
            assert (int(told["least"]), int(told["most"] or told["least"])) == (2, most), line
            assert told["rule"] == ("7.17" if told["kind"] == "Fire" else "7.33"), line
            assert told["hit"] == ("casualty" if int(told["rolled"]) <= most else "nothing"), line
        assert (told["die"] is not None) == (told["hit"] != "nothing"), line
        if told["die"] is not None:
            rung = LADDER[int(told["die"]) + "ZYXW".index(told["morale"]) - 1]
            assert told["result"] == TOLD[rung], line


if __name__ == "__main__":
    GOLDEN.parent.mkdir(exist_ok=True)
    battles = (told(seed) for seed in range(100))
    GOLDEN.write_text(next(log for log in battles if all(kind in log for kind in KINDS)), encoding="utf-8")
