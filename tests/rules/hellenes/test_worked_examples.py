"""The worked examples of the rulebook: what it says must come about, played."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map

from rules.hellenes import events as e
from rules.hellenes.actions import (
    Appeal,
    Commit,
    Finish,
    OfferPeace,
    Pass,
    Quarter,
    Recruit,
    Return,
    Sacrifice,
    Sally,
    Stand,
    Starve,
    Storm,
    Sustain,
)
from rules.hellenes.new_year import tribute_of
from rules.hellenes.ways import ways_of
from rules.hellenes.where import capacity
from tests.rules.hellenes.harness import Position, position

WINTER = {"season": "winter", "step": "winter/athens"}


def winter(blocks, **fields) -> Position:
    given: dict[str, Any] = {"actions": 0} | WINTER | fields
    return position(blocks, **given)


# Winter movement and capacity


@pytest.mark.rule("hellenes", "S-quartering-example")
def test_a_fleet_in_the_hellespont_quarters_free_at_abydos():
    now = winter({"a14": "hellespont"})
    after = now.act("athens", Quarter("a14", "abydos"))
    assert after.at("a14") == "abydos"
    assert after.state.actions == 0
    assert not after.all(e.RollMade)


@pytest.mark.rule("hellenes", "S-quartering-example")
def test_from_the_hellespont_to_athens_two_deep_sea_borders_are_crossed():
    now = winter({"a14": "hellespont"})
    homeward = [
        way
        for way in ways_of(now.game, now.state, "athens", "hellespont", 5, fleet=True, winter=True)
        if way.to == "athens"
    ]
    assert homeward
    assert min(way.deep for way in homeward) == 2


@pytest.mark.rule("hellenes", "S-displacement-example", "9.2.1.3-a")
def test_two_units_from_leucas_displace_the_first_of_stratus_to_naupactus():
    now = winter({"a04": "leucas", "a19": "leucas", "a31": "stratus"})
    assert Quarter("a31", "naupactus") not in now.legal("athens")
    now = now.act("athens", Quarter("a04", "stratus"))
    assert Quarter("a31", "naupactus") not in now.legal("athens"), "two still find room"
    now = now.act("athens", Quarter("a19", "stratus"))
    assert capacity(now.game, now.state, "stratus") == 2
    now = now.act("athens", Quarter("a31", "naupactus"))
    assert (now.at("a04"), now.at("a19"), now.at("a31")) == ("stratus", "stratus", "naupactus")
    assert now.state.actions == 0


@pytest.mark.rule("hellenes", "S-return-example", "9.2.1.2-c")
def test_fleets_return_from_samos_through_a_sea_held_by_the_enemy():
    now = winter(
        {"a14": "samos", "a15": "samos", "s10": "paros-sea"},
        control={"samos": "sparta"},
        sustained=frozenset({"s10"}),
    )
    for name in ("a14", "a15"):
        ways = [each for each in now.legal("athens") if isinstance(each, Return) and each.block == name]
        action = next(each for each in ways if each.to == "athens" and each.via == "andros-sea")
        now = now.act("athens", action)
        assert now.at(name) == "athens"
        assert not now.all(e.ReturnContested)
    assert now.state.actions == 0


@pytest.mark.rule("hellenes", "S-wintering-fleets-a")
def test_a_fleet_winters_in_an_inland_city_whose_area_touches_a_sea():
    now = winter({"a19": "acarnanian-sea"})
    now = now.act("athens", Quarter("a19", "stratus"))
    assert now.at("a19") == "stratus"
    assert not now.game.provinces["stratus"].port
    after = now.act("athens", Finish())
    assert after.at("a19") == "stratus"


@pytest.mark.rule("hellenes", "S-wintering-fleets-b")
def test_in_spring_such_a_fleet_fights_on_land_outside_the_walls():
    now = position({"a19": "stratus", "s27": "stratus"}, step="combat/sparta")
    assert now.asked == (("athens", "fortify"),)
    assert all(type(each).__name__ != "Fortify" for each in now.legal("athens"))
    now = now.act("athens", Stand(), dice=(5, 3, 3))
    assert now.all(e.BattleEnded)[0].winner == "sparta"
    assert now.at("a19") == "acarnanian-sea", "routed, it retreats to sea"


@pytest.mark.rule("hellenes", "S-wintering-fleets-e")
def test_a_blockade_of_a_port_that_is_no_home_does_not_contest_wintering():
    now = winter({"a14": "icarian-sea", "s10": "icarian-sea"}, control={"samos": "athens"})
    now = now.act("athens", Quarter("a14", "samos"))
    assert now.at("a14") == "samos"
    assert not now.all(e.ReturnContested)


@pytest.mark.rule("hellenes", "9.3.1-b")
def test_a_fleet_enters_its_besieged_home_port_by_an_open_sea():
    now = winter({"a14": "andros-sea", "s02": "athens"}, sustained=frozenset({"s02"}))
    now = now.act("athens", Return("a14", "athens", "saronic-gulf", True))
    assert now.at("a14") == "athens"
    assert now.state.blocks["a14"].inside
    assert not now.all(e.ReturnContested)


@pytest.mark.rule("hellenes", "S-wintering-fleets-d", "9.3.1-c")
def test_enemy_fleets_off_the_home_port_make_a_return_battle():
    now = winter({"a14": "argolic-gulf", "s10": "saronic-gulf"}, sustained=frozenset({"s10"}))
    now = now.act("athens", Return("a14", "athens", "saronic-gulf"))
    assert now.at("a14") == "saronic-gulf"
    assert now.all(e.ReturnContested)[0].city == "athens"


@pytest.mark.rule("hellenes", "9.2.1.3-b")
def test_a_city_shelters_two_blocks_a_point_besides_its_garrison():
    now = winter({})
    assert capacity(now.game, now.state, "stratus") == 2
    assert capacity(now.game, now.state, "samos") == 4


@pytest.mark.rule("hellenes", "9.2.3-b")
def test_a_barbarian_recruited_in_winter_disbands_at_once():
    now = winter({}, actions=1)
    now = now.act("athens", Recruit(), draws=("a47",))
    now = now.act("athens", now.legal("athens")[0])
    assert now.all(e.BlockPlaced)[0].block == "a47"
    assert now.at("a47") == ""
    assert now.state.actions == 0


@pytest.mark.rule("hellenes", "9.2.2-a", "9.2.2-b")
def test_an_action_sustains_one_greek_in_the_field_and_the_other_disbands():
    now = winter({"a01": "thebes", "a02": "thebes"}, actions=1)
    now = now.act("athens", Sustain("a01"))
    assert Sustain("a02") not in now.legal("athens")
    assert now.refused("athens", Sustain("a02")) == "9.2.2-a"
    now = now.act("athens", Finish())
    assert now.at("a01") == "thebes"
    assert now.at("a02") == ""


@pytest.mark.rule("hellenes", "9.2-b", "9.3-d")
def test_a_besieger_that_left_in_its_winter_actions_fights_nobody():
    now = winter({"a01": ("athens", 4, "inside"), "s16": "athens"}, step="winter/athens")
    now = now.act("athens", Finish())
    assert now.asked == (("sparta", "winter"),)
    now = now.act("sparta", Return("s16", "megara", "eleusis"))
    now = now.act("sparta", Finish())
    assert now.at("s16") == "megara"
    assert not now.all(e.BattleBegan)
    assert not now.all(e.PrestigeGained)
    assert "athens" not in now.state.sieges


# Return battles


def before_the_return_battle() -> Position:
    return winter(
        {
            "a16": "samos",
            "a17": "samos",
            "s10": "saronic-gulf",
            "s11": "saronic-gulf",
            "s02": ("athens", 3),
        },
        control={"samos": "sparta"},
        sustained=frozenset({"s10", "s11", "s02"}),
        supplied=Map({"sparta/saronic-gulf": 2, "sparta/athens": 1}),
    )


def both_home(via: str) -> Position:
    now = before_the_return_battle()
    for name in ("a16", "a17"):
        now = now.act("athens", Return(name, "athens", via))
    return now


@pytest.mark.rule("hellenes", "S-return-battle-example", "9.3.1-a")
def test_landing_at_athens_from_the_andros_sea_meets_the_besieger_alone():
    now = both_home("andros-sea")
    assert (now.at("a16"), now.at("a17")) == ("athens", "athens")
    now = now.act("athens", Finish())
    now = now.act("sparta", Finish(), dice=(5, 6, 3))
    battle = now.all(e.BattleBegan)[0]
    assert battle.place == "athens"
    assert set(battle.fighting) == {"a16", "a17", "s02"}, "the blockading fleets take no part"
    assert set(battle.landed) == {"a16", "a17"}
    assert [(each.hits, each.routs) for each in now.all(e.BlockFired)] == [(0, 2)]
    assert now.asked == (("athens", "rout"),)
    now = now.act("athens", now.legal("athens")[0])
    assert (now.at("a16"), now.at("a17")) == ("", ""), "both retreat and disband"
    assert now.all(e.BattleEnded)[0].winner == "sparta"


@pytest.mark.rule("hellenes", "9.2.4-d", "9.3.1-g")
def test_the_beaten_fleets_retreat_and_disband_for_want_of_a_friendly_city():
    now = both_home("andros-sea").act("athens", Finish())
    assert (now.at("a16"), now.at("a17")) == ("athens", "athens"), "before the battle they do not disband"
    now = now.act("sparta", Finish(), dice=(5, 6, 3))
    now = now.act("athens", now.legal("athens")[0])
    moves = [each.place for each in now.all(e.BlocksMoved)]
    assert moves == ["andros-sea", "andros-sea"]
    assert [each.why for each in now.all(e.BlockRemoved)] == ["disbanded", "disbanded"]


@pytest.mark.rule("hellenes", "9.2.1.2-d")
def test_by_the_saronic_gulf_the_fleets_are_fought_instead():
    now = both_home("saronic-gulf")
    assert (now.at("a16"), now.at("a17")) == ("saronic-gulf", "saronic-gulf")
    now = now.act("athens", Finish())
    now = now.act("sparta", Finish(), dice=(3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3))
    battle = now.all(e.BattleBegan)[0]
    assert battle.place == "saronic-gulf"
    assert set(battle.fighting) == {"a16", "a17", "s10", "s11"}


@pytest.mark.rule("hellenes", "9.3.1-d", "9.3.1-e")
def test_who_wins_the_return_battle_enters_at_once_and_gains_prestige():
    now = winter(
        {"a14": "samos", "s29": "saronic-gulf"}, control={"samos": "sparta"}, sustained=frozenset({"s29"})
    )
    now = now.act("athens", Return("a14", "athens", "saronic-gulf"))
    now = now.act("athens", Finish())
    now = now.act("sparta", Finish(), dice=(1, 1, 3, 3))
    assert now.all(e.BattleEnded)[0].winner == "athens"
    assert now.at("a14") == "athens"
    assert [(each.side, each.amount) for each in now.all(e.PrestigeGained)][:1] == [("athens", 1)]


@pytest.mark.rule("hellenes", "9.3.1-d")
def test_where_the_blockader_has_gone_the_fleet_enters_unopposed():
    now = winter({"a14": "samos", "s29": "saronic-gulf"}, control={"samos": "sparta"})
    now = now.act("athens", Return("a14", "athens", "saronic-gulf"))
    now = now.act("athens", Finish())
    now = now.act("sparta", Finish())
    assert not now.all(e.BattleBegan)
    assert now.at("a14") == "athens"


# Sieges


@pytest.mark.rule("hellenes", "9.4-c")
def test_in_winter_each_die_of_1_to_3_takes_a_step():
    besieged = {"a01": "thebes", "s18": ("thebes", 4, "inside")}
    now = position(
        besieged, season="winter", step="siege/athens", established=("thebes",), agenda=("winter/athens",)
    )
    now = now.act("athens", Starve("thebes"), dice=(3, 4))
    now = now.act("sparta", now.legal("sparta")[0])
    assert now.steps("s18") == 3
    spring = position(besieged, step="siege/athens", established=("thebes",))
    spring = spring.act("athens", Starve("thebes"), dice=(3, 4))
    assert spring.steps("s18") == 4


@pytest.mark.rule("hellenes", "9.4-b")
def test_a_unit_that_sallied_does_not_assault_in_the_same_winter():
    now = winter(
        {"a01": ("athens", 4, "inside"), "s29": "athens", "a04": "megara"},
        step="breaking/athens",
        agenda=("siege/athens",),
        established=("megara",),
    )
    now = now.act("athens", Sally("athens"))
    now = now.act("athens", now.legal("athens")[0])
    assert now.state.initiated == {"a01"}
    marked = now.with_(
        stack=(),
        step="siege/athens",
        initiated=frozenset({"a04"}),
        done=frozenset(),
        established=frozenset({"megara"}),
    )
    assert Storm("megara") not in marked.legal("athens")
    assert marked.refused("athens", Storm("megara")) == "8.1"
    assert Storm("megara") in marked.with_(initiated=frozenset()).legal("athens")


# Prestige, tribute, victory


@pytest.mark.rule("hellenes", "10.2-a", "14.2.1")
def test_fifteen_prestige_at_the_check_win_at_once():
    now = position({}, step="check", season="winter", prestige=15)
    assert now.ending == (("athens",), "prestige")
    assert (
        position({}, step="check", season="winter", prestige=14, agenda=("offer/athens",)).state.ending
        is None
    )


@pytest.mark.rule("hellenes", "10.2-b", "9.5.2-b")
@pytest.mark.parametrize(
    ("prestige", "faction", "may"), [(10, False, True), (9, False, False), (5, True, True), (4, True, False)]
)
def test_ten_prestige_or_five_with_the_peace_faction_may_offer_peace(prestige, faction, may):
    cards = Map({"peace-faction-ascendant-18": "sparta"} if faction else {})
    now = position(
        {}, step="offer/athens", season="winter", prestige=prestige, in_play=cards, agenda=("winter/athens",)
    )
    assert (OfferPeace() in now.legal("athens")) is may


@pytest.mark.rule("hellenes", "10.0-a")
def test_the_first_year_has_no_tribute_no_check_and_no_advance_of_the_year():
    from rules.chance import Chance, keyed
    from rules.hellenes.ruleset import ruleset
    from tests.rules.hellenes.harness import game_of

    begun = ruleset.begin(game_of("431"), Chance(keyed(bytes(16))))
    kinds = [type(event) for event in begun]
    assert e.TributeTaken not in kinds
    assert [event.year for event in begun if isinstance(event, e.YearBegan)] == [431]


@pytest.mark.rule("hellenes", "9.5.1-b", "12.1.1-a")
def test_tribute_is_halved_once_the_war_has_resumed():
    control = {"chalcis": "sparta", "byzantium": "sparta", "aegina": "sparta"}
    now = position({}, control=control, step="commit", agenda=())
    assert tribute_of(now.game, now.state, "sparta") == 5
    assert tribute_of(now.game, now.with_(resumed=True).state, "sparta") == 2


# Cards and the Olympians


@pytest.mark.rule("hellenes", "10.4-b")
@pytest.mark.parametrize(
    ("seat", "card"),
    [("sparta", "revolt-in-euboea-13"), ("athens", "helot-uprising-17"), ("athens", "helot-revolt-16")],
)
def test_revolts_and_helots_are_no_events_of_the_new_year_but_may_be_sacrificed(seat, card):
    hands = Map({"athens": (), "sparta": (), seat: (card,)})
    now = position(
        {"a27": "pylos", "s01": "sparta"}, season="new-year", step="commit", hands=hands, agenda=()
    )
    assert now.refused(seat, Commit(card, "event")) == "10.4-b"
    assert Commit(card, "sacrifice") in now.legal(seat)
    spring = now.with_(season="spring")
    assert Commit(card, "event") in spring.legal(seat)


@pytest.mark.rule("hellenes", "10.4.1-d")
def test_an_olympian_holds_one_sacrifice_of_a_player():
    now = position(
        {},
        season="new-year",
        step="sacrifice/athens",
        sacrifices=("athens/ares", "sparta/hera"),
        agenda=("commit",),
    )
    assert now.refused("athens", Sacrifice("ares")) == "10.4.1-d"
    after = now.act("athens", Sacrifice("hera"))
    assert after.state.sacrifices == {"athens/ares", "sparta/hera", "athens/hera"}


@pytest.mark.rule("hellenes", "S-zeus-a")
def test_zeus_redraws_the_deal_of_a_later_year_alone():
    new = position({}, season="new-year", step="sacrifice/sparta", agenda=("commit",))
    new = new.act("sparta", Sacrifice("zeus"))
    assert new.asked == (("athens", "commit"), ("sparta", "commit")), "this year's deal stands"
    later = position(
        {}, season="new-year", step="zeus/sparta", sacrifices=("sparta/zeus",), agenda=("commit",),
        hands=Map({"sparta": ("plague-37", "agis-21"), "athens": ()}),
    )  # fmt: skip
    assert later.asked == (("sparta", "zeus"),)
    drawn = ("storm-2", "agis-21", "panic-32", "ambush-31", "embassy-25", "cleon-36")
    after = later.act("sparta", Appeal("zeus"), draws=drawn)
    assert after.state.hands["sparta"] == drawn
    assert after.replaced == (0,) * 6
    assert "sparta/zeus" not in after.state.sacrifices


@pytest.mark.rule("hellenes", "11.0-e", "S-zeus-a")
def test_zeus_hears_one_side_in_a_new_year():
    hand = ("plague-37", "agis-21", "helot-revolt-16", "nicias-20", "phormio-41", "rich-plunder-6")
    start = position(
        {}, season="new-year", step="zeus/sparta", sacrifices=("sparta/zeus", "athens/zeus"),
        agenda=("zeus/athens", "commit"), hands=Map({"sparta": hand, "athens": ()}),
    )  # fmt: skip
    drawn = ("storm-2", "treachery-3", "panic-32", "ambush-31", "embassy-25", "cleon-36")
    after = start.act("sparta", Appeal("zeus"), draws=drawn)
    assert after.asked == (("athens", "commit"), ("sparta", "commit"))
    passed = start.act("sparta", Pass())
    assert passed.asked == (("athens", "zeus"),)


def attrition_with(*sacrifices: str) -> Position:
    now = position({"a01": "thebes"}, step="siege/athens", established=("thebes",), sacrifices=sacrifices)
    return now.act("athens", Starve("thebes"), dice=(2,))


@pytest.mark.rule("hellenes", "11.0-e", "S-hera-a")
def test_an_olympian_is_asked_once_in_a_turn_and_hera_alone_redoes_an_appeal():
    now = attrition_with("athens/athena", "sparta/athena", "sparta/hera")
    assert now.asked == (("athens", "appeal"),)
    now = now.act("athens", Appeal("athena"), dice=(1,))
    assert now.replaced == (0,)
    assert now.asked == (("sparta", "appeal"),)
    assert now.refused("sparta", Appeal("athena")) == "11.0-e"
    now = now.act("sparta", Appeal("hera"), dice=(6,))
    assert "thebes" in now.state.sieges
    assert now.state.control["thebes"] == "sparta"
    assert now.state.sacrifices == {"sparta/athena"}


@pytest.mark.rule("hellenes", "S-hera-a")
def test_hera_is_asked_only_after_an_appeal():
    now = attrition_with("sparta/hera")
    assert not any(isinstance(event, e.Appealed) for event in now.events)
    assert now.state.pending is None


# Persian Aid, the war resumed


@pytest.mark.rule("hellenes", "S-persian-aid-1", "S-persian-aid-2", "S-persian-aid-3")
@pytest.mark.parametrize(("aid", "stages"), [(1, ["regional", "tax"]), (2, ["tax"]), (3, [])])
def test_persian_aid_narrows_what_a_revolt_card_does(aid, stages):
    cards = {f"persian-aid-{number}": "sparta" for number in range(45, 45 + aid)} | {
        "raise-taxes-14": "athens"
    }
    hands = Map({"sparta": ("revolt-in-euboea-13",), "athens": ()})
    start = position(
        {}, scenario="413", step="commit", agenda=(), hands=hands, in_play=Map(cards), control={"thasos": "sparta"}
    )  # fmt: skip
    may = Commit("revolt-in-euboea-13", "event") in start.legal("sparta")
    assert may is bool(stages)
    if not stages:
        return
    now = position(
        {}, scenario="413", step="event/sparta", in_play=Map(cards), control={"thasos": "sparta"},
        revealed=Map({"sparta": "revolt-in-euboea-13/event"}), played=frozenset({"revolt-in-euboea-13"}),
    )  # fmt: skip
    asked = []
    while now.asked == (("sparta", "event"),):
        asked.append(now.top.stage)
        now = now.act("sparta", now.legal("sparta")[0], dice=(1,))
    assert asked == stages


@pytest.mark.rule("hellenes", "12.1.2-a")
def test_thebes_shelters_twelve_blocks_after_the_war_has_resumed():
    now = position({}, step="commit", agenda=())
    assert capacity(now.game, now.state, "thebes") == 4
    assert capacity(now.game, now.with_(resumed=True).state, "thebes") == 12


@pytest.mark.rule("hellenes", "9.2.1-h", "9.2.1-i")
def test_in_winter_forced_moves_succeed_and_the_deep_sea_is_tested():
    now = winter({"a05": "thebes"})
    home = [each for each in now.legal("athens") if isinstance(each, Return)]
    assert home
    now = winter({"a01": "orchomenus"})
    far = next(each for each in now.legal("athens") if isinstance(each, Return) and each.block == "a01")
    after = now.act("athens", far)
    assert after.at("a01") == "athens"
    assert not after.all(e.RollMade)
    sea = winter({"a14": "hellespont"})
    deep = next(each for each in sea.legal("athens") if isinstance(each, Return) and each.to == "athens")
    after = sea.act("athens", deep, dice=(1, 6))
    assert [each.kind for each in after.all(e.RollMade)] == ["deep-sea", "deep-sea"]
    assert after.steps("a14") == 3
