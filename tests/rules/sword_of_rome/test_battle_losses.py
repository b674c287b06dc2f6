"""Losses in battle (12.3)."""

from __future__ import annotations

import pytest

from rules.sword_of_rome import events, strength
from rules.sword_of_rome.actions import Activate, End, Flank, Halt, Play, Step
from rules.sword_of_rome.procedures import Battle, BattleSide
from tests.rules.sword_of_rome.harness import Position, army, given, hand, impulse, like
from tests.rules.sword_of_rome.marching import on_tarracina, on_the_march, rolled


def battle(attack: tuple[int, ...], defence: tuple[int, ...], cu: tuple[int, int] = (6, 6)) -> Battle:
    """A battle after the roll."""
    return Battle(
        seat="greece",
        space="nola",
        attacker=BattleSide("greece", cu=cu[0], rolled=attack),
        defender=BattleSide("rome", cu=cu[1], rolled=defence),
        origin="poseidonia",
        link="clear",
    )


def at_nola(
    greeks: int, romans: int, dice: tuple[int, ...], *leaders: str, commander: str = "greece-1"
) -> Position:
    """Greeks under a leader of T 1 come from Poseidonia upon Romans in Nola, which is nobody's."""
    position = on_the_march(
        army("greece", "poseidonia", greeks, commander),
        army("rome", "nola", romans, *leaders),
        seat="greece",
        leader=commander,
    )
    if not leaders:
        return position.when("greece", Step("nola"), dice=dice)
    return position.when("greece", Step("nola")).when("rome", End(), dice=dice)


# 12.3-a: the table


@pytest.mark.rule("sword-of-rome", "12.3-a")
@pytest.mark.parametrize(
    ("die", "winners", "losers"),
    [
        (1, (0, 0), (0, 1)),
        (2, (0, 0), (0, 0)),
        (3, (0, 0), (0, 0)),
        (4, (0, 1), (1, 0)),
        (5, (0, 2), (1, 0)),
        (6, (0, 2), (1, 0)),
    ],
)
def test_each_unmodified_die_is_read_in_the_column_of_its_side(
    die: int, winners: tuple[int, int], losers: tuple[int, int]
) -> None:
    """What a die of the winner, and one of the loser, costs the winner and the loser."""
    game = given().game
    assert strength.losses(game, battle((die, 3, 3), (2, 2, 2)), "attacker") == winners
    assert strength.losses(game, battle((3, 3, 3), (die, 2, 2)), "attacker") == losers


@pytest.mark.rule("sword-of-rome", "12.3-a", "12.5-a")
def test_greeks_six_five_three_against_romans_five_five_one() -> None:
    """The example of 12.3, fought out: Rome loses 5, the Greeks 2, and these gain 3 support."""
    position = at_nola(6, 6, (6, 5, 3, 5, 5, 1), "rome-1")
    battle = rolled(position)
    assert (battle.attacker_modifiers, battle.defender_modifiers) == ((), ())
    assert (battle.attacker_total, battle.defender_total) == (14, 11)
    position.then_includes(
        like(events.BattleWon, winner="greece", winner_loses=2, loser_loses=5),
        like(events.UnitsLost, power="greece", cu=2),
        like(events.UnitsLost, power="rome", cu=5),
    )
    position.tells("Greeks win 3 support")


@pytest.mark.rule("sword-of-rome", "12.3-a")
def test_modifiers_decide_who_wins_and_never_what_is_lost() -> None:
    # Pyrrhus adds 4 to 2, 2, 2; his dice remain twos, and those of the Romans remain fives, of a loser now.
    position = at_nola(6, 6, (2, 2, 6, 5, 4, 2), commander="pyrrhus")
    position.then_includes(like(events.BattleRolled, attacker_total=14, defender_total=11))
    position.then_includes(like(events.BattleWon, winner="greece", winner_loses=2, loser_loses=2))


@pytest.mark.rule("sword-of-rome", "12.3-a", "12.3-d")
def test_further_published_losses() -> None:
    """Games played with five powers, whose sizes and dice hold for the same table."""
    game = given().game
    # 2 CU with four dice against 4: eight lost by four sixes, three taken by 4, 4 and 5.
    four_dice = battle((6, 6, 6, 6), (4, 4, 5), cu=(2, 4))
    assert strength.superiority(game, four_dice)[:2] == ("defender", 3)
    assert strength.losses(game, four_dice, "attacker") == (3, 8)
    # 2 CU beaten by 1: of 6, 5, 5 the six alone hurts.
    one = battle((2, 2, 5), (6, 5, 5), cu=(2, 1))
    assert strength.superiority(game, one)[:2] == ("attacker", 3)
    assert strength.losses(game, one, "defender")[1] == 2
    # 6 CU beaten by 4: six lost, two of them by their own ones.
    six = battle((1, 1, 2), (6, 4, 4), cu=(6, 4))
    assert strength.superiority(game, six)[:2] == ("attacker", 1)
    assert strength.losses(game, six, "defender") == (0, 6)


# 12.3-b to -e


@pytest.mark.rule("sword-of-rome", "12.3-b", "12.3-e", "12.4-a")
def test_both_sides_lose_at_once_and_no_more_than_they_have() -> None:
    position = at_nola(2, 2, (6, 6, 6, 6, 6, 5), "fabius", commander="pyrrhus")
    # 18 and 1 for the better leader against 17. The Greeks should take 6 and the Romans 3; each has 2.
    position.then_includes(
        like(events.BattleWon, winner="greece", winner_loses=3, loser_loses=6),
        like(events.UnitsLost, power="greece", cu=2),
        like(events.LossesCounted, side="attacker", cu=2),
        like(events.UnitsLost, power="rome", cu=2),
        like(events.LossesCounted, side="defender", cu=2),
        like(events.LeaderGone, leader="pyrrhus", to="displaced", rule="12.3"),
        like(events.LeaderGone, leader="fabius", to="displaced", rule="12.3"),
    )
    assert position.cu("greece", "nola") + position.cu("rome", "nola") == 0


@pytest.mark.rule("sword-of-rome", "12.3-c")
def test_cards_raise_the_losses_of_either_side() -> None:
    def with_card(*cards: str) -> Position:
        position = on_the_march(
            army("greece", "poseidonia", 6, "greece-1"),
            army("rome", "nola", 6),
            hand("greece", *cards),
            seat="greece",
            leader="greece-1",
        )
        position.passes("greece").when("greece", Step("nola"))
        return position.awaits("greece", "respond")

    dice = (4, 4, 4, 3, 3, 2)  # three lost by the Romans, none by the Greeks
    hirelings = with_card("g-16").when("greece", Play("g-16", "event"), dice=dice)
    hirelings.then_includes(like(events.BattleWon, winner="greece", winner_loses=1, loser_loses=3))
    horse = with_card("g-30").when("greece", Play("g-30", "event"), dice=dice)
    horse.then_includes(like(events.BattleWon, winner="greece", winner_loses=0, loser_loses=4))
    plain = at_nola(6, 6, dice)
    plain.then_includes(like(events.BattleWon, winner="greece", winner_loses=0, loser_loses=3))


@pytest.mark.rule("sword-of-rome", "12.3-d")
@pytest.mark.parametrize(
    ("cu", "hurting"),
    [(1, {6}), (2, {5, 6}), (3, {4, 5, 6})],
)
def test_small_armies_hurt_only_with_high_dice(cu: int, hurting: set[int]) -> None:
    game = given().game
    for die in range(1, 7):
        won = strength.losses(game, battle((die, 3, 3), (2, 2, 2), cu=(cu, 9)), "attacker")
        lost = strength.losses(game, battle((3, 3, 3), (die, 2, 2), cu=(9, cu)), "attacker")
        assert (won[1] > 0) == (die in hurting), die
        assert (lost[0] > 0) == (die in hurting), die
        assert lost[1] == (1 if die == 1 else 0)  # his own 1 hurts himself whatever the size


@pytest.mark.rule("sword-of-rome", "12.3-d", "9.5.6-d")
def test_the_size_is_that_before_losses_with_half_of_a_flanking_army() -> None:
    """1 CU with a flanking one of 2 is of size 2, and hurts with fives: 1 CU alone would not."""
    position = given(
        army("rome", "capua", 1, "camillus"),
        army("rome", "praeneste", 2, "valerius"),
        army("samnites", "fregellae", 3),
        hand("rome", "r-1"),
        impulse("rome"),
    )
    position.when("rome", Play("r-1", "event")).when("rome", Activate("camillus"))
    position.when("rome", Step("fregellae")).when("etruria-samnium", End())
    position.when("rome", Flank("valerius")).when("rome", Step("velitrae"))
    position.when("rome", Halt(), dice=[5, 5, 4, 2, 3, 1])
    # Twice 2 for the fives, nothing for the four, 1 for the Samnites' own one.
    position.then_includes(like(events.BattleWon, winner="rome", winner_loses=0, loser_loses=5))


@pytest.mark.rule("sword-of-rome", "12.3-e", "8.4-c")
def test_leaders_keep_their_place_while_a_unit_is_left() -> None:
    beaten = on_tarracina(romans=4, leaders=("claudius", "rome-1")).when(
        "rome", End(), dice=[5, 4, 3, 2, 2, 2]
    )
    beaten.then_includes(like(events.BattleWon, winner="greece", loser_loses=3))
    assert (beaten.where("claudius"), beaten.where("rome-1")) == ("velitrae", "velitrae")
    gone = on_tarracina(romans=3, leaders=("claudius", "rome-1")).when("rome", End(), dice=[5, 4, 3, 2, 2, 2])
    assert (gone.where("claudius"), gone.where("rome-1")) == ("displaced", "away")
