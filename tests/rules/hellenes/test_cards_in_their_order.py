"""13: what each card does, in their order, but for those of the Peace, of Persia, of revolts and of the Plague."""

from __future__ import annotations

import pytest
from immutables import Map

from rules.hellenes import events as e
from rules.hellenes.actions import (
    Choose,
    Decline,
    Finish,
    GroupMove,
    Move,
    Pass,
    Pick,
    Pillage,
    Place,
    Rebuild,
    RollAgain,
    Stand,
    Starve,
    Storm,
    Suffer,
)
from rules.hellenes.committing import pack
from rules.hellenes.ways import closed
from tests.rules.hellenes.card_positions import event, may_play
from tests.rules.hellenes.harness import position


def test_fair_winds_move_two_groups_of_fleets_seven_seas_without_deep_sea_tests():
    now = event("fair-winds-1", {"a14": "aegean-sea", "a15": "athens", "a01": "athens"})
    now = (
        now.act("athens", GroupMove("aegean-sea"))
        .act("athens", Move("a14", "propontis"))
        .act("athens", Finish())
    )
    assert now.at("a14") == "propontis"
    assert not now.all(e.RollMade)
    now = now.act("athens", GroupMove("athens"))
    assert {each.block for each in now.legal("athens") if isinstance(each, Move)} == {"a15"}
    now = now.act("athens", Finish())
    assert now.asked == (("athens", "winter"),)


def test_a_storm_takes_steps_of_both_sides_and_shuts_its_sea():
    now = event("storm-2", {"a14": "saronic-gulf", "s10": "saronic-gulf", "a16": "athens"})
    now = now.act("athens", Choose("saronic-gulf"), dice=(3, 4))
    assert (now.steps("a14"), now.steps("s10"), now.steps("a16")) == (3, 4, 3)
    assert "saronic-gulf" in closed(now.game, now.state, "athens")
    moving = position({"a14": "saronic-gulf", "a16": "athens"}, effects=now.state.effects)
    assert GroupMove("saronic-gulf") not in moving.legal("athens")


def test_treachery_lets_one_hit_take_a_step_and_the_walls_fire_last():
    now = event("treachery-3", {"a01": "thebes", "s22": ("thebes", 2, "inside")}, established=("thebes",))
    now = now.act("athens", Choose("thebes")).act("athens", Storm("thebes"), dice=(1, 1, 3, 3))
    now = now.act("sparta", Suffer("s22")).act("sparta", Suffer("s22"), dice=(3,))
    assert now.at("s22") == ""
    assert now.state.control["thebes"] == "sparta", "the garrison still stands and has fired"


def test_siege_engines_let_the_assaulters_fire_first():
    now = event("siege-engines-4", {"a01": "thebes"}, established=("thebes",))
    now = now.act("athens", Storm("thebes"), dice=(1, 2, 3, 3))
    assert now.state.control["thebes"] == "athens"
    assert [each.kind for each in now.all(e.RollMade)] == ["assault"], "nobody is left to fire"


def test_circumvallation_takes_steps_on_1_to_3_at_one_siege():
    now = event("circumvallation-5", {"a01": "thebes", "a02": "megara"}, established=("thebes", "megara"))
    now = now.act("athens", Starve("megara", True), dice=(3,))
    assert now.state.control["megara"] == "athens"
    assert Starve("thebes", True) not in now.legal("athens")


def test_rich_plunder_pillages_twice_for_2_prestige_each():
    now = event("rich-plunder-6", {"s01": "eleusis", "s18": "plataea"}, "sparta")
    now = now.act("sparta", Pillage("eleusis")).act("sparta", Pillage("plataea"))
    assert now.state.prestige == -4
    assert now.asked == (("athens", "winter"),)


def test_ostracism_removes_a_leader_of_either_side():
    cards = Map({"pericles-42": "athens", "agis-21": "sparta"})
    now = event("ostracism-19", in_play=cards)
    assert now.legal("athens") == (Choose("agis-21"), Choose("pericles-42"))
    assert set(now.act("athens", Choose("agis-21")).state.in_play) == {"pericles-42"}
    assert not may_play("ostracism-19")


def test_agis_sustains_spartan_hoplites_in_boeotia_and_attica():
    blocks = {"s01": "plataea", "s08": "plataea", "s02": "opus"}
    now = position(blocks, season="winter", step="winter/sparta", actions=0,
                   in_play=Map({"agis-21": "sparta"}))  # fmt: skip
    now = now.act("sparta", Finish())
    assert (now.at("s01"), now.at("s08"), now.at("s02")) == ("plataea", "", "opus")


def test_the_sacred_truce_forbids_the_opponent_to_fight_at_the_shrines_and_all_to_pillage():
    now = position({"a01": "corinth", "s08": "corinth"}, step="combat/athens", effects=frozenset({"truce/sparta"}),
                   agenda=("winter/athens",))  # fmt: skip
    assert now.asked == (("athens", "winter"),)
    plunder = position({"s01": "eleusis"}, step="actions/sparta", effects=frozenset({"truce/sparta"}))
    assert plunder.refused("sparta", Pillage("eleusis")) == "4.3"


def test_mercenaries_are_two_blocks_of_ones_choice_at_full_strength():
    now = event("mercenaries-23").act("athens", Pick("a14")).act("athens", Place("athens"))
    assert now.steps("a14") == 4
    now = now.act("athens", Pick("a01")).act("athens", Place("athens"))
    assert now.asked == (("athens", "winter"),)


def test_a_general_levy_rebuilds_six_steps():
    now = event("general-levy-24", {"a01": ("athens", 1), "a07": ("athens", 1), "a14": ("athens", 3)})
    for name in ("a01", "a01", "a01", "a07", "a07", "a07"):
        now = now.act("athens", Rebuild(name))
    assert (now.steps("a01"), now.steps("a07"), now.steps("a14")) == (4, 4, 3)
    assert now.asked == (("athens", "winter"),)


@pytest.mark.parametrize(("die", "wins"), [(2, False), (3, True)])
def test_an_embassy_wins_a_neutral_neighbour_on_3(die, wins):
    now = event("embassy-25", {"a14": "myrtoan-sea"})
    assert Choose("melos") in now.legal("athens")
    assert Choose("argos") not in now.legal("athens"), "neither a neighbour nor off the own fleet"
    now = now.act("athens", Choose("melos"), dice=(die,))
    assert (now.state.control.get("melos") == "athens") is wins


def test_the_argive_alliance_wins_argos_or_makes_it_neutral():
    assert event("argive-alliance-26").state.control["argos"] == "athens"
    assert "argos" not in event("argive-alliance-26", control={"argos": "sparta"}).state.control
    assert not may_play("argive-alliance-26", {"s01": "argos"}, control={"argos": "sparta"})


def test_the_thracian_alliance_brings_both_odrysian_blocks_and_a_free_move():
    now = event("thracian-alliance-27", {"a47": "odrysia"})
    assert (now.steps("a45"), now.steps("a46")) == (3, 3)
    now = now.act("athens", GroupMove("odrysia"))
    assert {each.block for each in now.legal("athens") if isinstance(each, Move)} == {"a45", "a46"}


def test_perdiccas_gives_pella_and_thessaly_a_city():
    assert event("perdiccas-changes-sides-28", side="sparta").state.control["pella"] == "sparta"
    now = event("thessalian-friendship-33")
    assert now.legal("athens") == (Choose("larissa"), Choose("pherae"))
    assert now.act("athens", Choose("pherae")).state.control["pherae"] == "athens"
    assert "thessaly/athens" in now.act("athens", Choose("pherae")).state.yearly


def test_friends_of_the_thessalians_pass_their_cities_as_if_they_were_their_own():
    held = {"pherae": "sparta", "larissa": "sparta", "trachis": "sparta"}
    riding = {"a13": "aetolia"}
    shut = position(riding, control=held).act("athens", GroupMove("aetolia"))
    assert Move("a13", "larissa") not in shut.legal("athens")
    friends = position(riding, control=held, yearly=frozenset({"thessaly/athens"})).act(
        "athens", GroupMove("aetolia")
    )
    assert Move("a13", "larissa") in friends.legal("athens")
    others = position(riding, control=held, yearly=frozenset({"thessaly/sparta"})).act(
        "athens", GroupMove("aetolia")
    )
    assert Move("a13", "larissa") not in others.legal("athens")


def test_an_earthquake_shuts_a_nation_and_its_sieges():
    now = event("earthquake-29", {"s01": "sparta", "s05": "tegea"}, agenda=("winter/sparta",))
    now = now.act("athens", Choose("Laconia")).with_(step="actions/sparta", actions=3)
    assert GroupMove("sparta") not in now.legal("sparta")
    moving = now.act("sparta", GroupMove("tegea"))
    assert "sparta" not in {each.to for each in moving.legal("sparta") if isinstance(each, Move)}
    fleets = position(
        {"s32": "gythium", "s10": "argolic-gulf"}, step="actions/sparta", effects=now.state.effects
    )
    assert GroupMove("gythium") not in fleets.legal("sparta"), "nor do ships leave"
    sailing = fleets.act("sparta", GroupMove("argolic-gulf"))
    assert not {"gythium", "methone"} & {
        each.to for each in sailing.legal("sparta") if isinstance(each, Move)
    }
    siege = position({"a01": "gythium"}, step="siege/athens", established=("gythium",), effects=now.state.effects,
                     agenda=("winter/athens",))  # fmt: skip
    assert siege.asked == (("athens", "winter"),)


def test_an_ambush_fires_before_the_enemy_in_round_1():
    now = position(
        {"a01": "megara", "s16": "megara"}, step="combat/athens", effects=frozenset({"ambush/athens"})
    )
    now = now.act("sparta", Stand())
    assert now.asked == (("athens", "stratagem"),)
    now = now.act("athens", Choose("ambush"), dice=(3,) * 7)
    assert [each.block for each in now.all(e.BlockFired)] == ["a01", "s16"]


def test_in_a_panic_the_routed_lose_a_step():
    now = position(
        {"a01": "megara", "s16": "megara"}, step="combat/athens", effects=frozenset({"panic/athens"})
    )
    now = now.act("sparta", Stand()).act("athens", Choose("panic"), dice=(3, 3, 3, 6, 3, 3, 3))
    assert now.steps("s16") == 2
    assert now.asked == (("sparta", "retreat"),)
    kept = position(
        {"a01": "megara", "s16": "megara"}, step="combat/athens", effects=frozenset({"panic/athens"})
    )
    kept = kept.act("sparta", Stand()).act("athens", Decline(), dice=(3, 3, 3, 6, 3, 3, 3))
    assert kept.steps("s16") == 3
    assert kept.state.effects == {"panic/athens"}


def test_plataea_is_surprised_besieged_at_once_and_stormed():
    now = event("surprise-at-plataea-34", {"s18": "thebes", "s20": "thebes", "a26": "plataea"}, "sparta")
    now = now.act("sparta", Pick("s18"), dice=(3, 3, 3, 1, 1, 3, 3))
    assert now.state.established == {"plataea"}
    assert now.all(e.AssaultBegan)[0].fighting == ("s18",)
    assert now.asked == (("athens", "suffer"),)
    assert not may_play("surprise-at-plataea-34", side="sparta")


def test_brasidas_once_betrays_a_city_of_thrace_that_he_besieges_and_leaves_play():
    blocks = {"s01": "amphipolis", "a04": ("amphipolis", 1, "inside"), "s02": "eleusis"}
    start = position(
        blocks, step="siege/sparta", established=("amphipolis",), in_play=Map({"brasidas-35": "sparta"})
    )
    betrayed = start.act("sparta", Choose("brasidas-35"))
    assert "brasidas-35" not in betrayed.state.in_play
    assert betrayed.asked == (("sparta", "siege"),), "the siege is still to be fought"
    assert Choose("brasidas-35") not in betrayed.legal("sparta")
    stormed = betrayed.act("sparta", Storm("amphipolis"), dice=(1, 1, 4, 4))
    stormed = stormed.act("athens", Suffer("a04")) if stormed.asked[0][1] == "suffer" else stormed
    assert stormed.state.control["amphipolis"] == "sparta", "one hit a step, and the walls fire last"
    assert "brasidas-35" in pack(stormed.game, stormed.with_(played=frozenset()).state)
    plain = position({"s01": "chalcis"}, step="siege/sparta", established=("chalcis",),
                     in_play=Map({"brasidas-35": "sparta"}))  # fmt: skip
    assert Choose("brasidas-35") not in plain.legal("sparta"), "Chalcis is not in Thrace"
    open_gates = start.with_(effects=frozenset({"treachery/amphipolis"}))
    assert Choose("brasidas-35") not in open_gates.legal("sparta"), "it is betrayed already"
    without = position(blocks, step="siege/sparta", established=("amphipolis",))
    assert without.refused("sparta", Choose("brasidas-35")) == "8.1"


def test_cleon_rolls_an_assault_again_once_a_year():
    now = position(
        {"a01": "thebes"}, step="siege/athens", established=("thebes",), in_play=Map({"cleon-36": "athens"})
    )
    now = now.act("athens", Storm("thebes"), dice=(3, 3, 3, 3, 3))
    assert now.asked == (("athens", "cleon"),)
    again = now.act("athens", RollAgain(), dice=(1, 2, 3, 3))
    assert again.replaced == (0,)
    assert again.state.control["thebes"] == "athens"
    assert "cleon" in again.state.yearly
    assert now.act("athens", Pass()).state.control["thebes"] == "sparta"


def test_the_funeral_oration_is_held_under_pericles():
    assert not may_play("funeral-oration-39")
    now = event("funeral-oration-39", {"a01": ("athens", 2)}, in_play=Map({"pericles-42": "athens"}))
    assert now.state.prestige == 1
    now = now.act("athens", Rebuild("a01")).act("athens", Rebuild("a01"))
    assert now.steps("a01") == 4


def test_the_megarian_decree_pillages_two_and_costs_prestige_without_corinthian_ships_at_sea():
    now = event("megarian-decree-40", {"s10": "corinth"})
    assert now.state.prestige == 1
    assert now.act("athens", Choose("corinth")).state.pillaged == {"megara", "corinth"}
    assert event("megarian-decree-40", {"s10": "saronic-gulf"}).state.prestige == 0


def test_phormios_fleets_fire_twice_in_round_1():
    now = position(
        {"a18": "myrtoan-sea", "s10": "myrtoan-sea"},
        step="combat/athens",
        effects=frozenset({"phormio/athens"}),
    )
    now = now.act("sparta", Stand()).act("athens", Choose("phormio"), dice=(3,) * 8)
    assert [each.block for each in now.all(e.BlockFired)] == ["a18", "a18", "s10"]


def test_sphacteria_costs_sparta_2_prestige_and_a_step_of_its_choice():
    now = event("blockade-of-sphacteria-44", {"a27": "pylos", "s01": "sparta"})
    assert now.state.prestige == 2
    assert now.act("sparta", Pick("s01")).steps("s01") == 3


def test_alcibiades_goes_from_side_to_side():
    card = "alcibiades-48"
    assert event(card, scenario="413").state.in_play[card] == "athens"
    assert event(card, side="sparta", scenario="413").state.in_play[card] == "sparta"
    mutilated = event(
        "mutilation-of-the-hermae-51", side="sparta", scenario="413", in_play=Map({card: "athens"})
    )
    assert card not in mutilated.state.in_play
    other = event("mutilation-of-the-hermae-51", side="sparta", scenario="413")
    assert "hermae" in other.state.yearly
    recalled = event("recall-of-alcibiades-53", scenario="413", in_play=Map({card: "sparta"}))
    assert recalled.state.in_play[card] == "athens"
    assert recalled.state.prestige == -1


def test_the_four_hundred_and_the_trial_of_the_generals():
    now = event("the-four-hundred-52", side="sparta", scenario="413")
    assert now.state.prestige == -2
    assert now.state.yearly == {"four-hundred"}
    spared = event(
        "the-four-hundred-52", side="sparta", scenario="413", in_play=Map({"alcibiades-48": "athens"})
    )
    assert spared.state.prestige == 0
    assert not may_play("trial-of-the-generals-54", side="sparta", scenario="413")
    trial = event("trial-of-the-generals-54", {"a14": "athens", "a15": "athens"}, "sparta", scenario="413",
                  naval_victory=(2 * 6), turn=2, in_play=Map({"nicias-20": "athens"}))  # fmt: skip
    assert "nicias-20" not in trial.state.in_play
    trial = trial.act("athens", Pick("a14")).act("athens", Pick("a15"))
    assert (trial.steps("a14"), trial.steps("a15")) == (3, 3)


def test_gylippus_adds_a_die_in_a_sicilian_battle():
    now = position({"a01": "syracuse", "s50": "syracuse"}, scenario="413", step="combat/sparta",
                   effects=frozenset({"gylippus/sparta"}))  # fmt: skip
    now = now.act("athens", Stand()).act("sparta", Choose("gylippus"), dice=(3,) * 8)
    assert [len(each.dice) for each in now.all(e.RollMade)] == [4, 4]


def test_gylippus_brings_greeks_to_sicily_alone_without_deep_sea_dice():
    now = event("gylippus-50", {"s10": "zacynthus-sea", "s08": "corinth"}, "sparta", scenario="413")
    now = now.act("sparta", GroupMove("zacynthus-sea"))
    moves = [each for each in now.legal("sparta") if isinstance(each, Move)]
    assert moves
    assert {each.to for each in moves} <= now.game.sicily
    landed = now.act("sparta", next(each for each in moves if each.to == "syracuse" and not each.forced))
    assert landed.at("s10") == "syracuse"
    assert not landed.all(e.RollMade)


def test_cyrus_brings_two_improved_fleets_to_ionian_ports():
    cards = Map({"persian-aid-45": "sparta"})
    assert not may_play("cyrus-takes-the-coast-55", side="sparta", scenario="413")
    now = event(
        "cyrus-takes-the-coast-55", side="sparta", scenario="413", in_play=cards, control={"chios": "sparta"}
    )
    now = now.act("sparta", Pick("s44"))
    assert now.legal("sparta") == (Place("chios"),)
    now = now.act("sparta", Place("chios"))
    assert now.steps("s44") == 4
