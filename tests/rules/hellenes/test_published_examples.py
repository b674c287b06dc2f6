"""Cases that published texts tell of, and the sums that follow from a rule: what they say must come about, played."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map

from rules.hellenes import events as e
from rules.hellenes.acting import actions_of
from rules.hellenes.actions import (
    Choose,
    Commit,
    EndPeace,
    OfferPeace,
    Sacrifice,
    Stand,
    Starve,
    Storm,
    Take,
)
from rules.hellenes.battles import scored
from rules.hellenes.new_year import tribute_of
from rules.hellenes.recruiting import pool
from tests.rules.hellenes.harness import Position, game_of, position

SPARTANS = ("s01", "s02", "s03", "s04")


def battle(blocks: Any, attacker: str, *, dice: Any = (), **fields: Any) -> Position:
    now = position(blocks, step=f"combat/{attacker}", **fields)
    return now.act(now.asked[0][0], Stand(), dice=dice)


def taxed(control: dict[str, str], **fields: Any) -> Position:
    """The position after the tribute of a year."""
    return position({}, season="winter", step="tribute", agenda=("winter/athens",), control=control, **fields)


# Battles


@pytest.mark.rule("hellenes", "6.3")
def test_an_attacking_a1_fires_before_a_defending_b2():
    now = battle({"a13": "megara", "s01": "megara"}, "athens", dice=(3,) * 6)
    assert [each.block for each in now.all(e.BlockFired)] == ["a13", "s01"]


@pytest.mark.rule("hellenes", "2.1", "6.3")
def test_all_spartan_hoplites_together_roll_eleven_dice_as_b2():
    game = game_of("431")
    records = [game.blocks[name] for name in SPARTANS]
    assert sorted(each.steps for each in records) == [2, 2, 3, 4]
    assert {(each.letter, each.strength) for each in records} == {("B", 2)}
    now = battle({"a01": "eleusis", **dict.fromkeys(SPARTANS, "eleusis")}, "sparta", dice=(3,) * 15)
    assert [len(each.dice) for each in now.all(e.RollMade)] == [4, 3, 2, 2, 4]


@pytest.mark.rule("hellenes", "6.4")
def test_each_die_of_a_b2_scores_but_for_3_and_4():
    assert [sum(scored((die,), 2)) for die in range(1, 7)] == [1, 1, 0, 0, 1, 1]


@pytest.mark.rule("hellenes", "6.3", "6.4")
def test_a_defending_b1_fires_before_an_attacking_b2_and_scores_on_1_and_6_alone():
    now = battle({"a07": "eleusis", "s02": "eleusis"}, "sparta", dice=(2, 3, 4, 5, 3, 3, 3))
    assert [(each.block, each.hits, each.routs) for each in now.all(e.BlockFired)] == [
        ("a07", 0, 0),
        ("s02", 0, 0),
    ]


LEAGUE = {"s01": "argos", "s05": "argos", "s06": "argos", "s07": "argos"}


@pytest.mark.rule("hellenes", "6.5", "6.6")
def test_the_first_hit_falls_on_the_spartans_and_then_arcadians_can_take_them_and_a_rout_falls_on_the_smallest():
    game = game_of("431")
    assert [game.blocks[name].steps for name in sorted(LEAGUE)] == [4, 3, 2, 2]
    fields: dict[str, Any] = {"control": {"argos": "athens"}}
    now = battle({"a13": "argos", **LEAGUE}, "sparta", dice=(1, 1), **fields)
    assert [each.known for each in now.all(e.StepLost)] == ["s01"]
    assert now.legal("sparta") == (Take("s01"), Take("s05")), "both have three"
    assert now.act("sparta", Take("s05"), dice=(3,) * 9).steps("s05") == 2
    routed = battle({"a13": "argos", **LEAGUE}, "sparta", dice=(6, 3), **fields)
    assert routed.legal("sparta") == (Take("s06"), Take("s07"))


@pytest.mark.rule("hellenes", "6.9")
def test_an_army_without_a_retreat_is_lost_where_it_is_routed():
    """Kythera touches no other area, and a land block without a ship has no way off."""
    blocks = {"a09": "kythera", "a10": "kythera", "s01": "kythera"}
    now = battle(blocks, "sparta", control={"kythera": "sparta"}, dice=(3,) * 4 + (5, 5, 6, 3))
    while now.asked[0][1] == "rout":
        now = now.act("athens", now.legal("athens")[0])
    assert {each.known for each in now.all(e.BlockRemoved)} | {
        name for name in ("a09", "a10") if not now.at(name)
    } == {"a09", "a10"}
    assert now.at("s01") == "kythera"


# Sieges


@pytest.mark.rule("hellenes", "8.2", "9.4-c")
@pytest.mark.parametrize("die", range(1, 7))
def test_an_empty_city_falls_on_a_1_and_in_winter_on_1_to_3(die):
    fields: dict[str, Any] = {
        "step": "siege/athens",
        "established": ("thebes",),
        "agenda": ("winter/athens",),
    }
    spring = position({"a01": "thebes"}, **fields).act("athens", Starve("thebes"), dice=(die,))
    winter = position({"a01": "thebes"}, season="winter", **fields).act(
        "athens", Starve("thebes"), dice=(die,)
    )
    assert (spring.state.control["thebes"] == "athens") is (die == 1)
    assert (winter.state.control["thebes"] == "athens") is (die <= 3)


@pytest.mark.rule("hellenes", "8.3", "8.4")
def test_three_hits_on_walls_take_one_step():
    blocks = {"a01": "thebes", "s18": ("thebes", 2, "inside")}
    now = position(blocks, step="siege/athens", established=("thebes",), agenda=("winter/athens",))
    now = now.act("athens", Storm("thebes"), dice=(3, 3, 3, 1, 2, 2, 4))
    assert now.asked == (("sparta", "suffer"),)
    now = now.act("sparta", now.legal("sparta")[0])
    assert now.steps("s18") == 1
    assert now.asked == (("athens", "winter"),), "the odd hit is lost"


# Prestige


SEVEN = {"chalcis": "sparta", "byzantium": "sparta", "samos": "sparta", "aegina": "sparta"}
FIVE = {"thebes": "athens", "corinth": "athens"}


@pytest.mark.rule("hellenes", "9.5.1-a", "14.1")
def test_sparta_collects_7_and_athens_5_and_the_marker_moves_2_toward_sparta():
    now = taxed(SEVEN | FIVE)
    assert now.all(e.TributeTaken)[0].sums == {"athens": 5, "sparta": 7}
    assert now.state.prestige == -2


@pytest.mark.rule("hellenes", "14.1")
def test_athens_at_2_and_sparta_due_7_leave_sparta_at_5():
    assert taxed(SEVEN, year=425, prestige=2).state.prestige == -5


@pytest.mark.rule("hellenes", "9.5.1-b")
def test_opposing_cities_worth_5_bring_2_after_the_war_has_resumed():
    now = position({}, control=FIVE, resumed=True)
    assert tribute_of(now.game, now.state, "athens") == 2


@pytest.mark.rule("hellenes", "14.2.2")
@pytest.mark.parametrize(("dice", "wins"), [((3, 6), True), ((4, 6), False)])
def test_a_peace_offer_at_12_is_paid_to_10_and_9_wins_and_10_does_not(dice, wins):
    now = position({}, season="winter", step="offer/athens", prestige=12, agenda=("winter/athens",))
    now = now.act("athens", OfferPeace(), dice=dice)
    assert (now.ending == (("athens",), "peace")) is wins


# The New Year of 431, leaders, the Peace


@pytest.mark.rule("hellenes", "10.4-b", "10.4.1-b")
def test_the_new_year_of_431_civil_war_is_resolved_before_the_sacrifice():
    game = game_of("431")
    by_number = {card.number: name for name, card in game.cards.items()}
    athens = tuple(by_number[number] for number in (6, 14, 19, 28, 30, 39))
    sparta = tuple(by_number[number] for number in (25, 32, 34, 36, 37, 40))
    now = position(
        {"s09": ("potidaea", 2, "inside"), "a04": "potidaea"}, season="new-year", step="commit", agenda=("reveal",),
        control={"potidaea": "sparta"}, hands=Map({"athens": athens, "sparta": sparta}), active="",
    )  # fmt: skip
    now = now.act("athens", Commit(by_number[30], "event")).act("sparta", Commit(by_number[34], "sacrifice"))
    assert now.asked == (("athens", "event"),)
    now = now.act("athens", Choose("potidaea"))
    assert now.state.civil_war == "potidaea"
    assert now.asked == (("sparta", "sacrifice"),)
    assert now.act("sparta", Sacrifice("ares")).state.sacrifices == {"sparta/ares"}


@pytest.mark.rule("hellenes", "3.3", "3.7")
def test_with_pericles_and_archidamos_two_cards_of_2_give_3_and_2_actions_and_sparta_is_first():
    hands = Map({"athens": ("nicias-20",), "sparta": ("agis-21",)})
    leaders = Map({"pericles-42": "athens", "archidamos-43": "sparta"})
    now = position({}, step="commit", agenda=("reveal",), hands=hands, active="", in_play=leaders)
    now = now.act("athens", Commit("nicias-20", "actions")).act("sparta", Commit("agis-21", "actions"))
    assert now.state.first == "sparta"
    found = {side: actions_of(now.game, now.state, side, hands[side][0]) for side in ("athens", "sparta")}
    assert found == {"athens": 3, "sparta": 2}


@pytest.mark.rule("hellenes", "3.7")
def test_a_leader_who_changes_sides_swings_two_actions_a_season():
    sums = []
    for owner in ("athens", "sparta"):
        now = position({}, scenario="415", in_play=Map({"alcibiades-48": owner}))
        athens, sparta = (actions_of(now.game, now.state, side, "storm-2") for side in ("athens", "sparta"))
        sums.append(athens - sparta)
    assert sums == [1, -1], "in five seasons ten"


@pytest.mark.rule("hellenes", "12.1-a", "13.3-a")
def test_in_413_sparta_pays_3_to_end_the_peace_and_may_then_call_persian_aid():
    hands = Map({"athens": (), "sparta": ("persian-aid-45",)})
    peace = position({}, scenario="415", year=413, step="commit", agenda=(), hands=hands, active="")
    assert peace.refused("sparta", Commit("persian-aid-45", "event")) == "3.5"
    ended = position({}, scenario="415", year=413, step="peace/sparta", agenda=("actions/sparta",))
    ended = ended.act("sparta", EndPeace())
    assert (ended.state.prestige, ended.state.resumed) == (3, True)
    after = peace.with_(peace=False, resumed=True)
    assert Commit("persian-aid-45", "event") in after.legal("sparta")


@pytest.mark.rule("hellenes", "12.1.3")
def test_blocks_41_to_46_join_the_pool_after_the_war_has_resumed_and_come_with_persian_aid():
    late = {f"s{number}" for number in range(41, 47)}
    aid = Map({"persian-aid-45": "sparta"})
    for resumed, cards, there in ((False, aid, False), (True, Map(), False), (True, aid, True)):
        now = position({}, scenario="415", resumed=resumed, peace=not resumed, in_play=cards)
        assert bool(late & set(pool(now.game, now.state, "sparta"))) is there
        assert not there or late <= set(pool(now.game, now.state, "sparta"))
