"""One game of each scenario is kept as it is told, and its battles are reckoned anew from what the lines show.

`python -m tests.rules.sword_of_rome.test_whole_games_kept` writes them anew.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules.ruleset import Step
from rules.sword_of_rome import events
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.procedures import Battle
from rules.sword_of_rome.ruleset import ruleset
from rules.sword_of_rome.state import State
from tests.rules.sword_of_rome.bots_at_play import SCENARIOS, between

GOLDEN = Path(__file__).parents[2] / "golden"
GOLDEN_SEED = 3

_BY_ITSELF = (
    events.BattleRolled,
    events.BattleModified,
    events.DieRolledAgain,
    events.BattleFoughtAgain,
    events.BattleWon,
    events.SiegeRolled,
    events.AttritionRolled,
)
"""Events told beneath the line of their impulse, with all that they are reckoned from."""


def told(scenario: str) -> str:
    """A game between greedy bots as a wargamer writes it, a line an impulse or phase, and below it each roll that
    decides something as it is told by itself."""
    lines: list[str] = []
    run: list[Step] = []
    rolls: list[str] = []
    heading, key, first = "", None, State()
    state = State()

    def close(game: Game) -> None:
        if run:
            lines.append(f"  {ruleset.retell(game, first, run)}")
            lines.extend(f"      {each}" for each in rolls)
        run.clear()
        rolls.clear()

    for batch in between(scenario, "greedy", GOLDEN_SEED):
        game = batch.game
        clock = ruleset.clock(game, state)
        period = f"{clock.turn_title}, {clock.phase_title}".strip(", ")
        now = (clock.turn, clock.phase, clock.impulse)
        if now != key:
            close(game)
            key, first = now, state
            if period != heading:
                heading = period
                lines.append(heading)
        run.append(Step(batch.seat, None, batch.events))
        for event in batch.events:
            begins = isinstance(event, events.ProcedureBegan) and isinstance(event.procedure, Battle)
            if begins or isinstance(event, _BY_ITSELF):
                rolls.append(ruleset.narrate(game, state, event))
            state = ruleset.evolve(game, state, event)
    close(game)
    return "\n".join(lines) + "\n"


def golden(scenario: str) -> Path:
    return GOLDEN / f"sword-of-rome-{scenario}.txt"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_kept_game_is_told_as_it_was(scenario):
    assert told(scenario) == golden(scenario).read_text(encoding="utf-8"), (
        f"the game is played or told otherwise; if it should be, write it anew: python -m {__spec__.name}"
    )


BATTLE = re.compile(
    r"Battle at (?P<space>.+): (?P<first>.+) with (?P<a>\d+) CU against (?P<second>.+) with (?P<b>\d+)"
)
ROLL = re.compile(
    r"Battle at .+: (?P<first>[^\d]+) (?P<a>[\d ]+?)(?: (?P<plus>[+-]\d+))? = (?P<total>-?\d+), "
    r"(?P<second>[^\d]+) (?P<b>[\d ]+?)(?: (?P<more>[+-]\d+))? = (?P<sum>-?\d+) \(12\.2\.3\)(?: \[(?P<why>.+)\])?"
)
WON = re.compile(
    r"(?P<winner>.+) win \(12\.2\.5\); (?P<loser>.+) to lose (?P<lost>\d+), .+ (?P<won>\d+) \(12\.3\)"
)
CARD = re.compile(r"[REGA]-\d+ ")
"""A line that begins with a card: it changes the battle, or a die is rolled again."""
WINNER_DIE = {1: (0, 0), 2: (0, 0), 3: (0, 0), 4: (0, 1), 5: (0, 2), 6: (0, 2)}
"""By a die of the winner: the CU that the winner and the loser lose (12.3)."""
LOSER_DIE = {1: (0, 1), 2: (0, 0), 3: (0, 0), 4: (1, 0), 5: (1, 0), 6: (1, 0)}


def ratio(larger: int, smaller: int) -> int:
    """The modifier of the larger army (12.2.1)."""
    return next(
        value for times, value in ((4, 9), (3, 6), (2, 3), (1.5, 1), (0, 0)) if larger >= times * smaller
    )


def fights(scenario: str) -> list[tuple[re.Match[str], re.Match[str], re.Match[str]]]:
    """The battles of a kept game that were rolled for and that no card changed: what was said before and after."""
    found, before, roll = [], None, None
    for line in golden(scenario).read_text(encoding="utf-8").splitlines():
        text = line.strip()
        if (match := BATTLE.match(text)) is not None and "(12.1)" in text:
            before, roll = match, None
        elif (match := ROLL.fullmatch(text)) is not None:
            roll = match
        elif CARD.match(text) is not None:
            before = None
        elif (match := WON.fullmatch(text)) is not None and before is not None and roll is not None:
            found.append((before, roll, match))
            before = roll = None
    return found


def test_the_battles_of_the_kept_games_are_right_by_the_index():
    """Each roll is counted anew from what the lines show: ratio (12.2.1), totals and winner (12.2.5), losses (12.3)."""
    counted = 0
    for scenario in SCENARIOS:
        for before, roll, won in fights(scenario):
            attack = [int(die) for die in roll["a"].split()]
            defence = [int(die) for die in roll["b"].split()]
            assert sum(attack) + int(roll["plus"] or 0) == int(roll["total"]), roll[0]
            assert sum(defence) + int(roll["more"] or 0) == int(roll["sum"]), roll[0]
            attacks = int(roll["total"]) > int(roll["sum"])
            assert won["winner"] == (roll["first"] if attacks else roll["second"]), roll[0]
            why = roll["why"] or ""
            if "flanking army" in why or "Elephants" in why:  # their CU and losses stand elsewhere
                continue
            first, second = int(before["a"]), int(before["b"])
            told = re.search(r"strength ratio \+(\d+)", why)
            assert int(told[1] if told else 0) == ratio(max(first, second), min(first, second)), roll[0]
            dice = (attack, defence) if attacks else (defence, attack)
            sizes = (first, second) if attacks else (second, first)
            lost = [0, 0]
            for table, rolled, size, enemy in (
                (WINNER_DIE, dice[0], sizes[0], 1),
                (LOSER_DIE, dice[1], sizes[1], 0),
            ):
                for die in rolled:
                    hurt = list(table[die])
                    if die < {1: 6, 2: 5}.get(size, 1):  # 12.3-d
                        hurt[enemy] = 0
                    lost = [sum(pair) for pair in zip(lost, hurt, strict=True)]
            assert [int(won["won"]), int(won["lost"])] == lost, (before[0], roll[0], won[0])
            counted += 1
    assert counted >= 25


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for name in SCENARIOS:
        golden(name).write_text(told(name), encoding="utf-8")
        print(f"written: {golden(name).name}")
