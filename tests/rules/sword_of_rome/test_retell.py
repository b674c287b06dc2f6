"""A whole impulse in one line, as a wargamer writes it."""

from __future__ import annotations

import re

import pytest

from replays.opening import prepare
from replays.retelling import Retelling
from rules.ruleset import Action, Event, Step
from rules.sword_of_rome import events
from rules.sword_of_rome.actions import (
    Accept,
    Activate,
    Avoid,
    End,
    Flank,
    Halt,
    Intercept,
    Leave,
    Offer,
    Pass,
    Play,
    RaiseSupport,
    Refuse,
    Spend,
    Take,
    TurnBack,
)
from rules.sword_of_rome.actions import Step as Go
from rules.sword_of_rome.ruleset import ruleset
from rules.sword_of_rome.wording import short, verb
from tests.rules.sword_of_rome.bots_at_play import SCENARIOS, between
from tests.rules.sword_of_rome.harness import (
    Position,
    army,
    given,
    hand,
    impulse,
    installed_data,
    loyalty,
)


class Told:
    """A position, and the batches since it as they are retold."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.first = position.state
        self.steps: list[Step] = []

    def when(self, seat: str, *actions: Action, dice: tuple[int, ...] = ()) -> Told:
        for action in actions:
            self.position.when(seat, action, dice=list(dice) if action is actions[-1] else ())
            assert self.position.refusal is None, self.position.refusal
            self.steps.append(Step(seat, action, self.position.events))
        return self

    @property
    def line(self) -> str:
        return ruleset.retell(self.position.game, self.first, self.steps)


def campaign(*more) -> Told:
    return Told(
        given(
            army("rome", "capua", 7, "camillus"),
            army("samnites", "fregellae", 5, "egnatius"),
            hand("rome", "r-1"),
            *more,
            impulse("rome"),
        )
    ).when("rome", Play("r-1", "event"), Activate("camillus"))


def test_a_march_and_a_lost_battle():
    told = campaign().when("rome", Go("fregellae")).when("etruria-samnium", End())
    told.when("etruria-samnium", End(), dice=(5, 2, 2, 5, 5, 4))
    assert told.line == (
        "Rome R-1 Campaign (3 Ops): Camillus and 7 CU, Capua to Fregellae. Battle: Rome 5 2 2 +1 = 10, "
        "Samnites 5 5 4 +1 = 15; Samnites win; Rome loses 5, Samnites 1. Camillus retreats to Capua. (12)"
    )


def test_the_long_battle_at_fregellae():
    told = Told(
        given(
            army("rome", "capua", 7, "camillus"),
            army("rome", "roma", 5, "valerius"),
            army("samnites", "fregellae", 5, "egnatius"),
            hand("rome", "r-1"),
            hand("etruria-samnium", "e-2"),
            impulse("rome"),
        )
    )
    told.when("rome", Play("r-1", "event"), Activate("camillus")).when("etruria-samnium", Pass())
    told.when("rome", Go("fregellae")).when("etruria-samnium", End())
    avoid = next(each for each in told.position.offered() if isinstance(each, Avoid) and each.cu == 5)
    told.when("etruria-samnium", avoid).when("rome", Refuse(), dice=(4,)).when("rome", Flank("valerius"))
    told.when("etruria-samnium", Pass()).when("rome", Go("praeneste"), Go("velitrae"), Halt())
    told.when("etruria-samnium", Play("e-2", "event"), dice=(5, 2, 2, 5, 5, 4))
    told.when(
        "etruria-samnium",
        Spend("raise", "fregellae"),
        Spend("lower", "narnia"),
        Spend("remove", "praeneste"),
    )
    assert told.line == (
        "Rome R-1 Campaign (3 Ops): Camillus and 7 CU, Capua to Fregellae. "
        "Egnatius fails to avoid battle: 4 against 3. (11.1) "
        "Valerius and 5 CU, Roma to Praeneste – Velitrae. "
        "Valerius and 5 CU flank the attack from Velitrae. (9.5.6) "
        "Etruria and Samnium E-2 Death of Aulius (2 Ops). "
        "Battle at Fregellae: Rome 5 2 2 +3 = 12, Samnites 5 5 4 = 14; Samnites win; Rome loses 5, Samnites 1. "
        "Camillus retreats to Capua. (12) "
        "Fregellae loyalty 3; Narnia independent; Praeneste independent. (7.3.4)"
    )


def test_what_is_left_and_taken_on_the_way_stands_beside_its_place():
    told = campaign(army("rome", "caudium", 2)).when("rome", Leave(2))
    told.when("rome", Go("caudium"), Take(1), Go("capua"), Leave(3), Halt())
    assert told.line == (
        "Rome R-1 Campaign (3 Ops): Camillus and 5 CU, Capua to Caudium (taking 1) – Capua (leaving 3)."
    )


def test_a_card_for_its_ops_goes_by_its_number_and_support_is_one_sentence():
    told = Told(given(loyalty("capua", 1), loyalty("narnia", 1), hand("rome", "r-20"), impulse("rome")))
    told.when("rome", Play("r-20", "ops"), RaiseSupport("rome"))
    told.when("rome", Spend("raise", "capua"), Spend("raise", "narnia"), Spend("raise", "capua"))
    assert told.line == "Rome R-20 for 3 Ops: Capua loyalty 3; Narnia loyalty 2. (7.3.1)"


def test_who_intercepts_and_who_avoids_battle_is_told_with_what_and_where():
    """10.4, 11.1: the CU that went along, from where and to where; a failure is told by its die alone."""
    told = Told(
        given(
            army("greece", "poseidonia", 6, "pyrrhus"),
            army("rome", "capua", 4, "claudius"),
            army("samnites", "compsa", 2, "samnites-1"),
            hand("greece", "g-28"),
            impulse("greece"),
        )
    )
    told.when("greece", Play("g-28", "ops"), Activate("pyrrhus"), Go("nola"))
    told.when("rome", Intercept("claudius", 3), dice=(2,)).when("greece", TurnBack())
    tried = "Claudius and 3 CU intercept from Capua: 2 (enemy space +1 (10.3)) against 3. (10.4)"
    assert f"Pyrrhus and 6 CU, Poseidonia to Nola. {tried}" in told.line
    assert told.line.endswith("The Greeks decline battle at Nola. (10.5.1)")
    avoided = Told(
        given(
            army("rome", "velitrae", 6, "camillus"),
            army("samnites", "fregellae", 3, "samnites-1"),
            hand("rome", "r-30"),
            impulse("rome"),
        )
    )
    avoided.when("rome", Play("r-30", "ops"), Activate("camillus"), Go("fregellae"))
    avoided.when("etruria-samnium", End(), Avoid("samnites-1", 2, "aufidena"))
    while avoided.position.seat() != "rome":
        avoided.when("etruria-samnium", End())
    avoided.when("rome", Accept())
    assert "Samnite leader 1 and 2 CU avoid battle to Aufidena with consent. (11.1)" in avoided.line


def test_an_impulse_without_a_card_says_so():
    told = Told(given(hand("rome", "r-20"), impulse("rome"))).when("rome", End())
    assert told.line.startswith("Rome: no card (5.4)")


def test_an_alliance_is_told_under_the_impulse_in_which_it_was_offered():
    told = Told(given(hand("rome", "r-20"), impulse("rome"))).when("rome", Offer("rome", "greece"))
    told.when("greece", Refuse())
    assert told.line.startswith("Rome: ")
    assert "refuse the alliance. (15.1)" in told.line


def test_a_run_of_passes_is_no_response():
    position = given(hand("rome", "r-1"), hand("etruria-samnium", "e-2"), army("rome", "capua", 7, "camillus"),
                     army("samnites", "fregellae", 5, "egnatius"), impulse("rome"))  # fmt: skip
    position.when("rome", Play("r-1", "event")).when("rome", Activate("camillus"))
    told = Told(position).when("etruria-samnium", Pass())
    assert told.line == "Rome: no response (7.1.1)"


def test_what_is_placed_is_told_power_by_power_with_its_number():
    game, state = given().game, given().state
    placed: list[Event] = [
        events.UnitsPlaced("rome", space, 1, "5.10") for space in ("roma", "capua", "roma", "roma")
    ]
    placed += [
        events.LeaderPlaced("fabius", "roma", "5.10"),
        events.UnitsPlaced("samnites", "larinum", 2, "5.10"),
    ]
    placed += [events.LeaderPlaced("samnites-1", "larinum", "8.3")]
    line = ruleset.retell(game, state, [Step("", None, tuple(placed))])
    assert line == (
        "Rome: 3 CU in Roma, 1 CU in Capua, Fabius in Roma. Samnites: 2 CU in Larinum. (5.10) "
        "Samnites: Samnite leader 1 in Larinum. (8.3)"
    )


@pytest.mark.parametrize(
    ("power", "name", "loses"),
    [
        ("rome", "Rome", "loses"),
        ("greece", "Greeks", "lose"),
        ("gauls", "Gauls", "lose"),
        ("samnites", "Samnites", "lose"),
        ("volsci", "Volsci", "lose"),
        ("carthage", "Carthaginians", "lose"),
    ],
)
def test_powers_have_their_short_names(power, name, loses):
    game = given().game
    assert short(game, power) == name
    assert verb(name, "lose") == loses


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_line_of_a_whole_game_can_be_read(scenario):
    """One line an impulse, no id of a space or leader in it, and all that changed the board is told."""
    opened = prepare(ruleset, installed_data(), scenario, {})
    retelling = Retelling(opened, None)
    lines: list[str] = []
    state = None
    cards = battles = 0
    for batch in between(scenario, "random", 5):
        if state is not None:
            lines += retelling.add(state, batch.seat, None, batch.events)
        state = batch.state
        cards += sum(isinstance(event, events.CardPlayed) for event in batch.events)
        battles += sum(isinstance(event, events.BattleWon) for event in batch.events)
    assert state is not None
    lines += retelling.close()
    told = [line for line in lines if line.startswith("  ")]
    text = "\n".join(told)
    assert sum(len(re.findall(r"\b[REGA]-\d+ (?:[A-Z]|for |as a )", line)) for line in told) >= cards
    assert len(re.findall(r"\bwins?\b(?: without a roll)?;", text)) == battles
    ids = {name for name in (*state.control, *state.leaders) if "-" in name}
    assert not [name for name in ids if re.search(rf"\b{name}\b", text)]
    assert all(
        line == line.strip() and "  " not in line and ".." not in line for line in (x[2:] for x in told)
    )
    # A run is an impulse or a phase: no more than these of a turn, whatever was passed in between.
    turns = max(state.turn, 1)
    assert len(told) <= turns * (5 * 4 + 1 + 10) + 1
