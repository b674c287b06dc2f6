"""10 to 15 to the letter: what limits cards, ends of games and scenarios, each limit where no other would bite."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map

from rules.chance import Chance, scripted
from rules.hellenes import events as e
from rules.hellenes.actions import Appeal, Choose, Commit, Decline, Discard, Pick, Rebuild, Recruit, Sacrifice
from rules.hellenes.committing import pack
from rules.hellenes.olympians import gods_free
from rules.hellenes.ruleset import ruleset
from tests.rules.hellenes.harness import Position, position


def played(card: str, blocks: Any = None, side: str = "athens", **fields: Any) -> Position:
    """The position after the event of a card is revealed, up to the first choice."""
    given: dict[str, Any] = {"agenda": (f"winter/{'sparta' if side == 'athens' else 'athens'}",)} | fields
    return position(blocks or {}, step=f"event/{side}", revealed=Map({side: f"{card}/event"}), **given)


@pytest.mark.rule("hellenes", "10.4-c")
@pytest.mark.parametrize("card", ["siege-engines-4", "circumvallation-5", "sacred-truce-22"])
def test_events_of_battles_do_nothing_at_new_year(card):
    hands = Map({"athens": (card,), "sparta": ("storm-2",)})
    now = position({}, season="new-year", step="commit", agenda=("reveal",), hands=hands, active="")
    now = now.act("athens", Commit(card, "event")).act("sparta", Commit("storm-2", "sacrifice"))
    assert now.all(e.EventBegan)[0].card == card
    assert not now.all(e.EffectBegan)
    assert now.asked == (("sparta", "sacrifice"),)
    assert played(card).state.effects, "in a season it has one"


@pytest.mark.rule("hellenes", "3.5")
def test_an_event_whose_condition_has_lapsed_does_nothing():
    now = played("ostracism-19")
    assert now.asked == (("sparta", "winter"),)
    assert [type(each) for each in now.events][:2] == [e.EventBegan, e.ProcedureEnded]
    assert played("ostracism-19", in_play=Map({"agis-21": "sparta"})).asked == (("athens", "event"),)


def test_only_corinthian_ships_at_sea_spare_sparta_the_price_of_the_megarian_decree():
    assert played("megarian-decree-40", {"s10": "saronic-gulf"}).state.prestige == 0
    assert played("megarian-decree-40", {"s32": "myrtoan-sea", "s10": "corinth"}).state.prestige == 1


def test_cyrus_brings_improved_fleets_alone():
    now = played("cyrus-takes-the-coast-55", side="sparta", scenario="413", control={"chios": "sparta"},
                 in_play=Map({"persian-aid-45": "sparta"}))  # fmt: skip
    assert set(now.legal("sparta")) == {Pick("s44"), Pick("s45"), Pick("s46"), Decline()}


@pytest.mark.rule("hellenes", "15.2-b")
def test_the_second_expedition_needs_corcyra_free_and_athenian():
    expedition: dict[str, Any] = {
        "scenario": "415",
        "year": 414,
        "step": "expedition",
        "agenda": ("commit",),
        "active": "",
    }
    assert position({}, **expedition).asked == (("athens", "expedition"),)
    both = (("athens", "commit"), ("sparta", "commit"))
    assert position({"s10": "corcyra"}, **expedition).asked == both, "besieged"
    assert position({}, control={"corcyra": "sparta"}, **expedition).asked == both


@pytest.mark.rule("hellenes", "15.2-d")
def test_barbarians_alone_are_no_expedition():
    end: dict[str, Any] = {"scenario": "sicily", "season": "winter", "year": 413, "step": "last"}
    assert position({"a49": "sicels"}, **end).ending == (("sparta",), "expedition-lost")
    assert position({"a49": "sicels", "a02": "catana"}, **end).ending == ((), "draw")


@pytest.mark.rule("hellenes", "10.4.1-a", "10.4.1-d")
def test_sacrifices_go_to_olympians_who_hold_none_of_the_players_while_garrison_blocks_last():
    now = position(
        {}, season="new-year", step="sacrifice/athens", sacrifices=("athens/ares",), agenda=("commit",)
    )
    assert Sacrifice("ares") not in now.legal("athens")
    assert len(now.legal("athens")) == 6
    spent = now.with_(garrisons=Map({"athens": 0, "sparta": 12}))
    assert gods_free(spent.game, spent.state, "athens") == ()


@pytest.mark.rule("hellenes", "13.4-a")
def test_the_plague_strikes_eleusis_too_and_both_sides_there():
    blocks = {"a01": "athens", "s01": "eleusis", "a02": "plataea"}
    now = played("plague-37", blocks, "sparta", dice=(3, 4))
    assert [len(each.dice) for each in now.all(e.RollMade)] == [2]
    assert (now.steps("a01"), now.steps("s01"), now.steps("a02")) == (3, 4, 3)


def test_an_earthquake_chooses_a_nation_and_a_storm_a_sea():
    nations = {each.what for each in played("earthquake-29").legal("athens") if isinstance(each, Choose)}
    assert {"Laconia", "Attica", "Boeotia"} <= nations
    seas = {each.what for each in played("storm-2").legal("athens") if isinstance(each, Choose)}
    assert "aegean-sea" in seas
    assert "athens" not in seas


@pytest.mark.rule("hellenes", "13.3-b")
def test_a_unit_nearby_makes_the_regional_revolt_certain_and_no_other():
    fields: dict[str, Any] = {"control": {"thasos": "sparta"}}
    now = played("revolt-in-euboea-13", {"s10": "euboean-gulf", "s11": "strymon-gulf"}, "sparta", **fields)
    now = now.act("sparta", Choose("chalcis"))
    assert now.state.control["chalcis"] == "sparta"
    assert not now.all(e.RollMade), "a fleet lies off Chalcis"
    now = now.act("sparta", Choose("amphipolis"), dice=(3,))
    assert now.state.control["amphipolis"] == "athens", (
        "spread elsewhere it needs a 4, though a fleet is near"
    )


def test_an_embassy_goes_to_no_persian_city_and_to_none_with_an_enemy():
    legal = played("embassy-25", {"a15": "argolic-gulf"}).legal("athens")
    assert Choose("argos") in legal
    assert Choose("lydia") not in legal, "Ephesus lies beside it"
    met = played("embassy-25", {"a15": "argolic-gulf", "s01": "argos"}).legal("athens")
    assert Choose("argos") not in met


@pytest.mark.rule("hellenes", "12.0-b", "13.5")
def test_during_the_peace_civil_war_comes_to_sicily_alone():
    targets = {
        each.what
        for each in played("civil-war-30", scenario="415").legal("athens")
        if isinstance(each, Choose)
    }
    assert targets
    assert not targets & position({}, scenario="415").game.greece
    war = played("civil-war-30", scenario="415", peace=False).legal("athens")
    assert Choose("megara") in war


@pytest.mark.rule("hellenes", "9.5.3-a")
def test_continuing_events_are_discarded_one_by_one():
    cards = Map({"persian-aid-45": "sparta", "persian-aid-46": "sparta", "lysander-49": "sparta"})
    now = position(
        {}, scenario="413", season="winter", step="discard/sparta", agenda=("winter/athens",), in_play=cards
    )
    assert now.legal("sparta") == (Discard("persian-aid-45"), Discard("persian-aid-46"), Decline())
    now = now.act("sparta", Discard("persian-aid-46"))
    assert now.legal("sparta") == (Discard("persian-aid-45"), Decline())
    now = now.act("sparta", Discard("persian-aid-45"))
    assert now.asked == (("athens", "winter"),)
    assert set(now.state.in_play) == {"lysander-49"}, "Leaders stay"


@pytest.mark.rule("hellenes", "9.5.4-a", "3.6")
def test_what_was_played_this_year_is_not_in_the_pack_and_comes_back_with_the_next():
    now = position({}, played=frozenset({"storm-2"}), in_play=Map({"raise-taxes-14": "athens"}))
    assert not {"storm-2", "raise-taxes-14"} & set(pack(now.game, now.state))
    later = now.with_(played=frozenset())
    assert "storm-2" in pack(later.game, later.state)


@pytest.mark.rule("hellenes", "2.8", "11.0-c")
def test_how_many_blocks_could_be_drawn_stays_hidden_when_the_draw_is_made_again():
    now = position({}, sacrifices=("sparta/hermes",)).act("athens", Recruit(), draws=("a01",))
    chance = Chance(scripted((), ("a14",)), "scripted")
    ruleset.decide(now.game, now.state, "sparta", Appeal("hermes"), chance)
    (draw,) = chance.outcomes
    assert draw.hides_size


@pytest.mark.rule("hellenes", "12.0-a", "12.0-b")
@pytest.mark.parametrize(("place", "fought"), [("catana", True), ("megara", False)])
def test_during_the_peace_battles_are_fought_in_sicily_alone(place, fought):
    now = position({"a01": place, "s50": place}, scenario="415", step="combat/athens", agenda=("winter/athens",),
                   at_war=True, gela=True, control={"catana": "athens"})  # fmt: skip
    assert bool(now.all(e.BattleBegan) or now.all(e.FortifyingBegan)) is fought


def test_odrysians_that_are_in_the_field_already_are_not_placed_again():
    now = played("thracian-alliance-27", {"a45": ("aenus", 1)})
    assert (now.at("a45"), now.steps("a45")) == ("aenus", 1)
    assert now.at("a46") == "odrysia"


def test_the_funeral_oration_rebuilds_in_athens_alone():
    blocks = {"a01": ("athens", 2), "a35": ("samos", 1)}
    now = played("funeral-oration-39", blocks, in_play=Map({"pericles-42": "athens"}))
    assert now.legal("athens") == (Rebuild("a01"), Decline())


@pytest.mark.rule("hellenes", "13.3-b")
def test_a_city_that_did_not_revolt_is_not_named_again_by_the_same_card():
    now = played("revolt-in-euboea-13", side="sparta", in_play=Map({"raise-taxes-14": "athens"}))
    now = now.act("sparta", Choose("chalcis"), dice=(1,))
    assert now.state.control["chalcis"] == "athens"
    assert now.top.stage == "tax", "Sparta holds no city from which it spreads"
    assert Choose("chalcis") not in now.legal("sparta")
    assert Choose("carystus") in now.legal("sparta")


@pytest.mark.rule("hellenes", "S-persian-aid-2", "3.5")
def test_with_two_persian_aids_and_no_taxes_a_revolt_card_is_no_event():
    card = "revolt-in-euboea-13"
    hands = Map({"athens": (), "sparta": (card,)})
    fields: dict[str, Any] = {"scenario": "413", "step": "commit", "agenda": (), "active": "", "hands": hands}
    aid = {"persian-aid-45": "sparta"}
    assert Commit(card, "event") in position({}, in_play=Map(aid), **fields).legal("sparta")
    both = aid | {"persian-aid-46": "sparta"}
    assert position({}, in_play=Map(both), **fields).refused("sparta", Commit(card, "event")) == "3.5"
    taxed = Map(both | {"raise-taxes-14": "athens"})
    assert Commit(card, "event") in position({}, in_play=taxed, **fields).legal("sparta")


@pytest.mark.rule("hellenes", "13.3-b", "7.5")
def test_a_besieged_city_that_revolts_is_besieged_no_more():
    now = played("revolt-in-euboea-13", {"s01": "chalcis"}, "sparta")
    assert now.state.garrisons["athens"] == 11
    now = now.act("sparta", Choose("chalcis"))
    assert [each.place for each in now.all(e.SiegeEnded)] == ["chalcis"]
    assert now.state.control["chalcis"] == "sparta"
    assert now.state.garrisons["athens"] == 12


def test_plataea_is_not_surprised_when_it_is_full_beyond_its_walls():
    card = "surprise-at-plataea-34"
    hands = Map({"athens": (), "sparta": (card,)})
    fields: dict[str, Any] = {"step": "commit", "agenda": (), "active": "", "hands": hands}
    two = {"s18": "thebes", "a26": "plataea", "a01": "plataea"}
    assert Commit(card, "event") in position(two, **fields).legal("sparta")
    assert position({**two, "a02": "plataea"}, **fields).refused("sparta", Commit(card, "event")) == "3.5"
    gone = {"a26": "plataea", "s18": "tanagra"}
    assert position(gone, **fields).refused("sparta", Commit(card, "event")) == "3.5"
