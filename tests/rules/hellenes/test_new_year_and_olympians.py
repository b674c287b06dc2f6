"""9.5, 10, 11 and 14: the end of a year, the New Year, sacrifices and appeals, Prestige and victory."""

from __future__ import annotations

import pytest
from immutables import Map

from rules.hellenes import events as e
from rules.hellenes.actions import (
    Appeal,
    Commit,
    Decline,
    Discard,
    GroupMove,
    Move,
    OfferPeace,
    Pass,
    Place,
    Recruit,
    Sacrifice,
    Stand,
    Starve,
)
from rules.hellenes.new_year import tribute_of
from rules.ruleset import Resign
from tests.rules.hellenes.harness import Position, position

CARDS = ("storm-2", "agis-21", "panic-32", "ambush-31", "embassy-25", "cleon-36")
OTHERS = ("nicias-20", "plague-37", "plague-38", "brasidas-35", "phormio-41", "rich-plunder-6")


def year_end(blocks=None, *, step: str = "tribute", agenda=("winter/athens",), **fields) -> Position:
    return position(blocks or {}, season="winter", step=step, agenda=agenda, **fields)


def new_year(athens: str, sparta: str, **fields) -> Position:
    hands = Map({"athens": (athens,), "sparta": (sparta,)})
    return position(
        {}, season="new-year", step="commit", agenda=("reveal",), hands=hands, active="", **fields
    )


def both(now: Position, athens: Commit, sparta: Commit) -> Position:
    return now.act("athens", athens).act("sparta", sparta)


# 9.5, 10.1 to 10.3


@pytest.mark.rule("hellenes", "9.5.1-a", "10.1-a")
def test_tribute_is_the_value_of_the_others_cities_that_are_held():
    control = {
        "corinth": "athens",
        "argos": "athens",
        "chalcis": "sparta",
        "byzantium": "sparta",
        "samos": "sparta",
    }
    now = year_end(control={**control, "miletus": "sparta"})
    assert now.all(e.TributeTaken)[0].sums == {"athens": 5, "sparta": 8}
    assert now.state.prestige == -3
    assert tribute_of(now.game, position({}).state, "athens") == 0, "loyal cities pay nothing"


@pytest.mark.rule("hellenes", "10.1-b")
def test_cities_held_by_barbarians_alone_go_back_before_tribute():
    barbarian = frozenset({"corinth", "thebes"})
    control = {"corinth": "athens", "thebes": "athens"}
    now = year_end({"a01": "thebes"}, barbarian=barbarian, control=control)
    assert now.state.control["corinth"] == "sparta"
    assert now.state.control["thebes"] == "athens", "a Greek block holds it"
    assert now.all(e.TributeTaken)[0].sums["athens"] == 2


@pytest.mark.rule("hellenes", "9.5.2-a", "14.0")
def test_the_check_comes_after_tribute_and_never_in_mid_year():
    now = year_end(prestige=13, control={"thebes": "athens"}, agenda=("check", "winter/athens"))
    assert now.state.ending is not None
    assert now.state.ending.winners == ("athens",)
    summer = position({"s01": "sparta"}, prestige=20)
    assert summer.state.ending is None


@pytest.mark.rule("hellenes", "9.5.3-a", "10.3-a")
def test_at_the_end_of_a_year_markers_go_and_own_continuing_events_may_be_discarded():
    cards = Map({"raise-taxes-14": "athens", "pericles-42": "athens", "peace-faction-ascendant-18": "sparta"})
    now = year_end(step="clean", agenda=("discard/sparta", "discard/athens", "winter/athens"), in_play=cards,
                   pillaged=frozenset({"eleusis"}), civil_war="potidaea")  # fmt: skip
    assert (now.state.pillaged, now.state.civil_war) == (frozenset(), "")
    assert now.legal("sparta") == (Discard("peace-faction-ascendant-18"), Decline())
    now = now.act("sparta", Decline())
    assert now.legal("athens") == (Discard("raise-taxes-14"), Decline())
    assert now.refused("athens", Discard("pericles-42")) == "9.5.3-a"
    now = now.act("athens", Discard("raise-taxes-14"))
    assert set(now.state.in_play) == {"pericles-42", "peace-faction-ascendant-18"}


@pytest.mark.rule("hellenes", "9.5.4-a", "10.3-b")
def test_all_cards_but_those_in_play_are_shuffled_and_six_dealt_to_each():
    start = {"in_play": Map({"raise-taxes-14": "athens"}), "played": frozenset({"storm-2"})}
    base = year_end(step="clean", agenda=("winter/athens",), **start)
    from rules.chance import Chance, keyed
    from rules.hellenes import sequence
    from rules.hellenes.unfolding import Unfolding

    held = set()
    for key in range(40):
        state = base.with_(step="year", agenda=()).state
        unfolding = Unfolding(base.game, state, Chance(keyed(bytes([key]) * 16)))
        sequence.run_on(unfolding)
        hands = unfolding.state.hands
        assert {len(hand) for hand in hands.values()} == {6}
        assert not set(hands["athens"]) & set(hands["sparta"])
        held |= {*hands["athens"], *hands["sparta"]}
    assert "raise-taxes-14" not in held
    assert "storm-2" in held, "what was played comes again"
    assert unfolding.state.year == base.state.year - 1


# 10.4


@pytest.mark.rule("hellenes", "10.4-c")
def test_at_new_year_there_is_no_combat_and_events_of_battle_do_nothing():
    now = new_year("siege-engines-4", "agis-21")
    now = both(now, Commit("siege-engines-4", "event"), Commit("agis-21", "event"))
    assert not now.state.effects
    assert now.all(e.EventBegan)[1].card == "siege-engines-4"
    assert now.state.season == "spring"


@pytest.mark.rule("hellenes", "10.4-d")
def test_two_leaders_of_one_side_follow_the_rule_of_leaders():
    now = new_year("nicias-20", "agis-21", in_play=Map({"pericles-42": "athens"}))
    now = both(now, Commit("nicias-20", "event"), Commit("agis-21", "event"))
    assert dict(now.state.in_play) == {"nicias-20": "athens", "agis-21": "sparta"}


@pytest.mark.rule("hellenes", "10.4.1-a")
def test_a_card_for_actions_is_a_sacrifice_and_takes_a_garrison_block():
    now = both(new_year("storm-2", "agis-21"), Commit("storm-2", "sacrifice"), Commit("agis-21", "event"))
    assert now.asked == (("athens", "sacrifice"),)
    assert len(now.legal("athens")) == 7
    now = now.act("athens", Sacrifice("ares"))
    assert now.state.sacrifices == {"athens/ares"}
    assert now.state.garrisons["athens"] == 11
    assert not now.all(e.ActionsGained), "there is no action phase"
    none = position({}, season="new-year", step="sacrifice/athens", agenda=("winter/athens",),
                    garrisons=Map({"athens": 0, "sparta": 12}))  # fmt: skip
    assert none.all(e.Sacrificed)[0].olympian == "", "without a garrison block it has no effect"


@pytest.mark.rule("hellenes", "10.4.1-b")
@pytest.mark.parametrize(
    ("athens", "sparta", "order"),
    [("storm-2", "agis-21", ["sparta", "athens"]), ("panic-32", "agis-21", ["athens", "sparta"]),
     ("nicias-20", "agis-21", ["sparta", "athens"])],
)  # fmt: skip
def test_the_lower_card_sacrifices_first(athens, sparta, order):
    now = both(new_year(athens, sparta), Commit(athens, "sacrifice"), Commit(sparta, "sacrifice"))
    asked = []
    while now.asked[0][1] == "sacrifice":
        asked.append(now.asked[0][0])
        now = now.act(now.asked[0][0], Sacrifice("hera"))
    assert asked == order


@pytest.mark.rule("hellenes", "10.4.1-c", "10.4.1-e")
def test_a_sacrifice_is_kept_until_it_is_used():
    now = year_end(step="clean", agenda=("winter/athens",), sacrifices=("athens/ares", "sparta/hera"))
    assert now.state.sacrifices == {"athens/ares", "sparta/hera"}
    used = battle("athens/ares").act("athens", Appeal("ares"), dice=(3,) * 7)
    assert used.state.sacrifices == frozenset()


# 11


def battle(*sacrifices: str, dice=(1, 1, 1)) -> Position:
    """s16 fires at a01 in a battle of Athens, and its dice lie."""
    now = position({"a01": "megara", "s16": "megara"}, step="combat/athens", sacrifices=sacrifices)
    return now.act("sparta", Stand(), dice=dice)


@pytest.mark.rule("hellenes", "11.0-a")
def test_either_side_may_appeal_against_its_own_or_the_others_roll():
    for seat in ("athens", "sparta"):
        now = battle(f"{seat}/ares")
        assert now.asked == ((seat, "appeal"),)
        assert now.legal(seat) == (Pass(), Appeal("ares"))
    other = "sparta"
    assert battle("athens/ares").refused(other, Appeal("ares")) == "0.3"
    without = battle("athens/athena", "sparta/poseidon", dice=(1, 1, 1, 3))
    assert without.asked == (("sparta", "fire"),), "nobody holds a fitting sacrifice"


@pytest.mark.rule("hellenes", "11.0-b")
def test_an_appeal_comes_before_the_result_is_used_the_acting_side_first():
    now = battle("athens/ares", "sparta/ares")
    assert now.steps("a01") == 4
    assert now.asked == (("athens", "appeal"),)
    now = now.act("athens", Pass())
    assert now.asked == (("sparta", "appeal"),)
    assert now.steps("a01") == 4
    now = now.act("sparta", Pass(), dice=(3,))
    assert now.steps("a01") == 1


@pytest.mark.rule("hellenes", "11.0-c", "11.0-d")
def test_an_appeal_rolls_all_dice_again_and_spends_the_sacrifice():
    now = battle("athens/ares", "sparta/ares").act("athens", Appeal("ares"), dice=(3, 4, 2, 3, 3, 3))
    assert now.replaced[0] == 0
    rolls = now.all(e.RollMade)
    assert (rolls[0].dice, rolls[0].appealed) == ((3, 4, 2), True)
    assert now.steps("a01") == 3, "the new result stands"
    assert now.state.sacrifices == {"sparta/ares"}
    assert now.state.garrisons["athens"] == 12
    assert now.asked == (("sparta", "fire"),), "Ares was asked in this player turn"


FIELDS = {
    "ares": lambda gods: battle(*gods, dice=(1, 1, 1) if "athens/ares" in gods else (1, 1, 1, 3)),
    "athena": lambda gods: position(
        {"a01": "thebes"}, step="siege/athens", established=("thebes",), sacrifices=gods
    ).act("athens", Starve("thebes"), dice=(2,)),
    "poseidon": lambda gods: (
        position({"a14": "aegean-sea"}, sacrifices=gods)
        .act("athens", GroupMove("aegean-sea"))
        .act("athens", Move("a14", "lemnos-sea"), dice=(1,))
    ),
    "hermes": lambda gods: position({}, sacrifices=gods).act("athens", Recruit(), draws=("a01",)),
    "apollo": lambda gods: year_end(step="offer/athens", prestige=12, sacrifices=gods).act(
        "athens", OfferPeace(), dice=(6, 6)
    ),
}


@pytest.mark.rule("hellenes", "11.0-f")
@pytest.mark.parametrize("god", sorted(FIELDS))
def test_each_olympian_answers_for_his_own_field_alone(god):
    now = FIELDS[god]((f"athens/{god}",))
    assert now.asked == (("athens", "appeal"),)
    assert now.legal("athens") == (Pass(), Appeal(god))
    others = tuple(f"athens/{each}" for each in FIELDS if each != god)
    assert FIELDS[god](others).asked != (("athens", "appeal"),)


@pytest.mark.rule("hellenes", "11.0-a")
def test_a_drawn_block_goes_back_unseen_and_another_is_drawn():
    now = position({}, sacrifices=("sparta/hermes",)).act("athens", Recruit(), draws=("a01",))
    assert now.asked == (("sparta", "appeal"),), "against a draw that Sparta cannot see"
    assert getattr(now.seen("sparta").pending, "drawn", "") == "?"
    now = now.act("sparta", Appeal("hermes"), draws=("a14",))
    assert now.replaced == (0,)
    now = now.act("athens", Place("athens"))
    assert (now.at("a14"), now.at("a01")) == ("athens", "")


# 14


@pytest.mark.rule("hellenes", "14.1")
def test_one_marker_shows_the_net_prestige():
    from rules.hellenes.victory import level

    now = year_end(control={"chalcis": "sparta", "thebes": "athens", "corinth": "athens"})
    assert now.state.prestige == 3
    assert (level(now.state, "athens"), level(now.state, "sparta")) == (3, -3)


@pytest.mark.rule("hellenes", "14.2.2")
@pytest.mark.parametrize(("dice", "wins"), [((4, 5), True), ((5, 5), False), ((6, 6), False)])
def test_a_peace_offer_costs_2_and_wins_below_the_level_after_paying(dice, wins):
    now = year_end(step="offer/athens", prestige=12).act("athens", OfferPeace(), dice=dice)
    assert now.state.prestige == 10
    assert (now.state.ending is not None) is wins
    if wins:
        assert now.ending == (("athens",), "peace")
    else:
        assert now.asked == (("athens", "winter"),), "one offer a check; the war goes on"


@pytest.mark.rule("hellenes", "14.3")
@pytest.mark.parametrize(
    ("prestige", "winners", "how"),
    [(4, (), "draw"), (-4, (), "draw"), (5, ("athens",), "minor-victory"), (9, ("athens",), "minor-victory"),
     (-10, ("sparta",), "major-victory")],
)  # fmt: skip
def test_after_the_last_year_the_lead_decides(prestige, winners, how):
    now = year_end(step="last", year=422, prestige=prestige)
    assert now.ending == (winners, how)
    assert year_end(step="last", year=423, prestige=prestige).state.ending is None


@pytest.mark.rule("hellenes", "14.4")
def test_a_player_may_resign_at_any_time():
    now = position({})
    after = now.act("sparta", Resign())
    assert after.ending == (("athens",), "resigned")
    assert Resign() not in now.legal("athens")
