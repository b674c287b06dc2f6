"""1 and 2: areas, cities, seas, blocks; what is hidden of them."""

from __future__ import annotations

import pytest

from rules.chance import Chance, keyed
from rules.errors import OptionError
from rules.hellenes import events as e
from rules.hellenes.actions import Choose, Finish, GroupMove, Move, Stand
from rules.hellenes.battles import letter, strength
from rules.hellenes.ruleset import ruleset
from rules.hellenes.where import besieger, capacity, friendly, friendly_city
from tests.rules.hellenes.harness import game_of, installed_data, position


@pytest.mark.rule("hellenes", "0.1")
def test_two_seats_and_a_bid_moves_the_marker_toward_the_opponent():
    assert [seat.name for seat in ruleset.seats] == ["athens", "sparta"]
    data = installed_data()
    for bid, prestige in (("", 0), ("athens:3", -3), ("sparta:2", 2)):
        game = ruleset.prepare(data, "431", {"bid": bid})
        state = ruleset.initial(game)
        for event in ruleset.begin(game, Chance(keyed(bytes(16)))):
            state = ruleset.evolve(game, state, event)
        assert state.prestige == prestige
    with pytest.raises(OptionError, match="bid"):
        ruleset.prepare(data, "431", {"bid": "corinth:2"})
    ruleset.prepare(data, "431", {"bid": "athens:14"})
    for bid in ("athens:15", "sparta:" + "9" * 5000):  # with these the opponent would have won (14.2.1)
        with pytest.raises(OptionError, match="less than 15 Prestige"):
            ruleset.prepare(data, "431", {"bid": bid})


@pytest.mark.rule("hellenes", "1.1")
def test_areas_are_coastal_where_they_touch_a_sea_and_have_a_nation():
    game = game_of("431")
    assert game.provinces["thebes"].seas == ()
    assert set(game.provinces["corinth"].seas) == {"gulf-of-corinth", "saronic-gulf"}
    assert game.provinces["corinth"].nation == "Corinthia"
    assert "eleusis" not in game.cities
    for name, province in game.provinces.items():
        assert all(
            name in game.provinces[other].adjacent for other in province.adjacent if other in game.provinces
        )


@pytest.mark.rule("hellenes", "1.2")
def test_sicily_is_the_inset_and_all_else_is_greece():
    game = game_of("413")
    assert {"syracuse", "gulf-of-rhegium", "tarentum"} <= game.sicily
    assert {"athens", "lydia", "phrygia", "ionian-sea"} <= game.greece
    assert not game.sicily & game.greece
    assert not game_of("431").sicily


@pytest.mark.rule("hellenes", "1.3")
def test_a_city_has_a_garrison_of_one_step_even_in_sparta():
    now = position({"a01": "sparta"})
    assert "sparta" in now.state.sieges
    assert now.state.garrisons["sparta"] == 11
    assert capacity(now.game, now.state, "sparta") == 8
    assert capacity(now.game, now.state, "corinth") == 6


@pytest.mark.rule("hellenes", "1.4")
def test_a_port_has_one_offshore_sea_and_may_touch_others():
    game = game_of("431")
    assert game.provinces["athens"].offshore == "saronic-gulf"
    assert "andros-sea" in game.provinces["athens"].seas
    assert not game.provinces["stratus"].port
    assert game.provinces["stratus"].seas


@pytest.mark.rule("hellenes", "1.5")
def test_control_is_by_loyalty_at_first_and_an_area_without_a_city_follows_its_nation():
    now = position({})
    assert now.state.control["athens"] == "athens"
    assert "argos" not in now.state.control
    assert "lydia" not in now.state.control
    assert friendly(now.game, now.state, "athens", "eleusis")
    assert not friendly(now.game, now.state, "sparta", "eleusis")
    assert not friendly(now.game, now.state, "athens", "aetolia")


@pytest.mark.rule("hellenes", "1.6")
def test_a_neutral_city_is_besieged_by_whoever_stays_and_passed_by_others():
    now = position({"s13": "corinth", "s08": "corinth"}, step="actions/sparta")
    now = now.act("sparta", GroupMove("corinth"))
    now = now.act("sparta", Move("s13", "argos"))
    assert besieger(now.game, now.state, "argos") == "sparta"
    assert "argos" not in now.state.control
    assert now.state.garrisons == position({}).state.garrisons, "the garrison is nobody's block"
    passing = position({"s21": "corinth"}, step="actions/sparta").act("sparta", GroupMove("corinth"))
    assert Move("s21", "tegea") in passing.legal("sparta")


@pytest.mark.rule("hellenes", "1.7", "13.2")
def test_persia_is_entered_only_with_persian_aid():
    from immutables import Map

    shut = position({"s01": "ephesus"}, scenario="413", step="actions/sparta", control={"ephesus": "sparta"})
    shut = shut.act("sparta", GroupMove("ephesus"))
    assert Move("s01", "lydia") not in shut.legal("sparta")
    assert shut.refused("sparta", Move("s01", "lydia"))
    for side, name in (("sparta", "s01"), ("athens", "a01")):
        opened = position(
            {name: "ephesus"},
            scenario="413",
            step=f"actions/{side}",
            control={"ephesus": side},
            in_play=Map({"persian-aid-45": "sparta"}),
        ).act(side, GroupMove("ephesus"))
        assert Move(name, "lydia") in opened.legal(side)
    assert friendly_city(opened.game, opened.state, "sparta", "lydia")
    assert not friendly_city(opened.game, opened.state, "athens", "lydia")


@pytest.mark.rule("hellenes", "1.8", "5.5")
def test_a_deep_sea_border_is_tested_and_a_1_takes_a_step_of_fleet_and_cargo():
    from rules.hellenes.actions import Load

    blocks = {"a14": "andros", "a04": "andros"}
    now = position(blocks).act("athens", GroupMove("andros")).act("athens", Load("a14", "a04"))
    move = Move("a14", "hellespont")
    rough = now.act("athens", move, dice=(1,))
    assert rough.at("a14") == rough.at("a04") == "hellespont"
    assert (rough.steps("a14"), rough.steps("a04")) == (3, 1)
    calm = now.act("athens", move, dice=(2,))
    assert (calm.steps("a14"), calm.steps("a04")) == (4, 2)
    near = position({"a14": "athens"}).act("athens", GroupMove("athens"))
    assert not near.act("athens", Move("a14", "saronic-gulf")).all(e.RollMade)


@pytest.mark.rule("hellenes", "1.9")
def test_neutral_areas_without_a_city_are_open_and_not_pillaged():
    from rules.hellenes.actions import Pillage

    for side, name in (("athens", "a27"), ("sparta", "s27")):
        now = position({name: "stratus"}, step=f"actions/{side}", control={"stratus": side})
        now = now.act(side, GroupMove("stratus"))
        assert Move(name, "aetolia") in now.legal(side)
        there = position({name: "aetolia"}, step=f"actions/{side}")
        assert there.refused(side, Pillage("aetolia")) == "4.3"


@pytest.mark.rule("hellenes", "2.1")
def test_a_block_without_steps_goes_to_the_pool():
    from rules.hellenes.recruiting import eligible

    now = position({"a04": ("megara", 1), "s01": "megara"}, step="combat/sparta")
    assert "a04" not in eligible(now.game, now.state, "athens")
    now = now.act("athens", Stand(), dice=(1, 3, 3, 3))
    assert now.at("a04") == ""
    assert "a04" in eligible(now.game, now.state, "athens")
    assert len([block for block in now.game.data.block.values() if block.side == "athens"]) == 50
    assert len(now.game.data.block) == 106
    assert all(1 <= block.steps <= 4 for block in now.game.data.block.values())


@pytest.mark.rule("hellenes", "2.2")
def test_letters_are_a_to_d_on_land_and_e_to_f_at_sea():
    for block in installed_data().block.values():
        assert block.letter in ("EF" if block.type == "fleet" else "ABCD")
        assert 1 <= block.strength <= (2 if block.type == "fleet" else 3)


@pytest.mark.rule("hellenes", "2.3")
def test_a_fleet_fights_on_land_as_d1():
    game = game_of("431")
    assert (letter(game, "a14", False), strength(game, "a14", False)) == ("D", 1)
    assert (letter(game, "a14", True), strength(game, "a14", True)) == ("E", 2)
    assert (letter(game, "a01", False), strength(game, "a01", False)) == ("C", 2)


@pytest.mark.rule("hellenes", "2.4")
def test_greeks_are_shipped_and_barbarians_are_not():
    from rules.hellenes.actions import Load

    now = position({"a14": "thasos", "a47": "thasos", "a04": "thasos"}).act("athens", GroupMove("thasos"))
    assert Load("a14", "a04") in now.legal("athens")
    assert now.refused("athens", Load("a14", "a47")) == "5.3"


@pytest.mark.rule("hellenes", "2.5")
def test_without_spare_garrison_blocks_one_comes_off_an_olympian_of_the_owners_choice():
    from immutables import Map

    start = position({"a01": "plataea"}, sacrifices=("sparta/ares", "sparta/hera"))
    assert start.state.garrisons["sparta"] == 10
    now = start.with_(garrisons=Map({"athens": 12, "sparta": 0})).act("athens", GroupMove("plataea"))
    now = now.act("athens", Move("a01", "thebes"))
    assert now.asked == (("sparta", "garrison"),)
    assert now.legal("sparta") == (Choose("ares"), Choose("hera"))
    now = now.act("sparta", Choose("hera"))
    assert now.state.sacrifices == {"sparta/ares"}
    assert now.state.garrisons["sparta"] == 0
    assert "thebes" in now.state.sieges


@pytest.mark.rule("hellenes", "2.6")
def test_a_group_is_all_units_of_a_side_in_an_area_and_may_be_split():
    now = position({"a01": "athens", "a02": "athens"}).act("athens", GroupMove("athens"))
    movers = {each.block for each in now.legal("athens") if isinstance(each, Move)}
    assert movers == {"a01", "a02"}
    now = now.act("athens", Move("a01", "eleusis")).act("athens", Finish())
    assert (now.at("a01"), now.at("a02")) == ("eleusis", "athens")


@pytest.mark.rule("hellenes", "2.7", "S-home-territory-a")
def test_homes_are_all_cities_of_the_colour_and_recruits_come_to_the_named_one():
    game = game_of("431")
    assert set(game.homes["s01"]) == {"sparta", "gythium", "methone", "kythera"}
    assert "corinth" not in game.homes["s01"]
    assert game.blocks["s01"].home == ("sparta",)
    assert game.homes["s05"] == ("elis", "tegea")


@pytest.mark.rule("hellenes", "2.8")
def test_the_other_side_sees_how_many_blocks_there_are_and_not_which():
    now = position({"a01": "eleusis", "a14": "athens", "s01": "megara"})
    seen = now.seen("sparta")
    assert set(seen.blocks) == {"s01"}
    assert seen.field == now.state.field
    assert set(now.seen().blocks) == set()
    assert set(now.seen("athens").blocks) == {"a01", "a14"}


@pytest.mark.rule("hellenes", "2.8")
def test_who_fought_is_seen_until_the_player_turn_ends_and_then_counted_again():
    now = position({"a01": "megara", "a02": "eleusis", "s16": "megara"}, step="combat/athens")
    now = now.act("sparta", Stand(), dice=(3, 3, 3, 3, 3, 3, 3))
    assert set(now.seen("sparta").blocks) == {"a01", "s16"}, "a02 has not fought"
    assert now.seen("sparta").blocks["a01"].steps == 4
    from rules.hellenes.actions import Retreat

    now = now.act("sparta", Retreat())
    while now.asked[0][1] == "retreat":
        now = now.act("sparta", now.legal("sparta")[0])
    assert now.all(e.BlocksHidden)
    assert set(now.seen("sparta").blocks) == {"s16"}
    assert set(now.seen("athens").blocks) == {"a01", "a02"}


@pytest.mark.rule("hellenes", "2.8")
def test_a_hidden_block_moves_without_a_name():
    from rules.secrecy import redact

    now = position({"a01": "athens"}).act("athens", GroupMove("athens"))
    now = now.act("athens", Move("a01", "eleusis"))
    told = redact(now.all(e.BlocksMoved)[0], ("sparta",))
    assert told.names == ("?",)
    assert (told.start, told.place) == ("athens", "eleusis")
