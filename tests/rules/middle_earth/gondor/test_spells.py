"""Magic (GONDOR-30 to GONDOR-37, GONDOR-41, GONDOR-46, GONDOR-48)."""

from __future__ import annotations

import pytest

from rules.chance import Chance, scripted
from rules.middle_earth import rally
from rules.middle_earth.actions import Aim, Cast, Duel, Form, March
from rules.middle_earth.casualties import attack_letter, morale
from rules.middle_earth.events import (
    ArmyDemoralized,
    DuelFought,
    LeaderKilled,
    MarkerPlaced,
    PhaseBegan,
    PieceRemoved,
    SpellCast,
    SpellTookHold,
)
from rules.middle_earth.gondor.actions import RallyToBanner
from rules.middle_earth.gondor.events import (
    BannerRaised,
    GrondActivated,
    HeadThrown,
    RalliedToBanner,
    SpellEnded,
)
from rules.middle_earth.leaders import DEATH, harm
from rules.middle_earth.night import is_fanatic
from rules.middle_earth.unfolding import Unfolding
from tests.rules.middle_earth.gondor.siege import engine, installed_data, leader, siege
from tests.rules.middle_earth.harness import given, like, phase, unit

HOST = (unit("orcs-1", "2011"), leader("lord-of-the-nazgul", "2011"), unit("orcs-2", "2013"))
CITY = (
    unit("spearmen-1", "1211"),
    leader("gandalf", "1211"),
    leader("imrahil", "1211"),
    unit("spearmen-2", "0512"),
)
DARKNESS = SpellTookHold("break-darkness")
FEAR = SpellTookHold("fear")


def casting(seat: str, *more, turn: int = 8, letter: str = "A"):
    """The first magic phase of a seat."""
    return given(siege(), *HOST, *CITY, *more, phase(letter, seat=seat, turn=turn))


def known(*more, letter: str = "D", step: str = "melee", turn: int = 8, night: bool | None = None):
    """A position in which something works already."""
    late = tuple(each for each in more if isinstance(each, SpellTookHold))
    early = tuple(each for each in more if not isinstance(each, SpellTookHold))
    position = given(siege(), *HOST, *CITY, *early, phase(letter, step, turn=turn, night=night))
    for each in late:
        position.add(each)
    return position


# GONDOR-30, GONDOR-31


@pytest.mark.rule("gondor", "GONDOR-30")
def test_sauron_is_fanatic_by_night_alone_and_the_darkness_may_be_broken_on_any_turn():
    for turn, fanatic in ((1, False), (2, True), (6, True), (7, False), (16, False)):
        position = known(turn=turn)
        assert is_fanatic(position.game, position.state, "gondor-orcs-1") == fanatic
        casting("west", turn=turn).offers(Cast("gandalf", "break-darkness", 2))


@pytest.mark.rule("gondor", "GONDOR-31")
def test_gandalf_has_10_points_and_the_lord_of_the_nazgul_8_and_each_has_three_spells():
    leaders = siege().board.leaders
    assert {name: card.magic for name, card in leaders.items() if card.magic} == {
        "gondor-gandalf-1": 10, "gondor-lord-of-the-nazgul-1": 8,
    }  # fmt: skip
    spells = installed_data().spell
    assert {name: (card.caster, card.minimum) for name, card in spells.items()} == {
        "break-darkness": ("gandalf", 2), "stalemate-nazgul": ("gandalf", 1), "reveal-aragorn": ("gandalf", 3),
        "fear": ("lord-of-the-nazgul", 2), "freeze-leader": ("lord-of-the-nazgul", 1),
        "activate-grond": ("lord-of-the-nazgul", 2),
    }  # fmt: skip


@pytest.mark.rule("gondor", "GONDOR-31")
def test_the_magic_table_goes_by_the_points_used():
    table = siege().board.magic
    assert table["break-darkness"] == ((5, 8), (4, 9), (3, 10), (2, 11))
    assert table["freeze-leader"] == ((5, 8), (4, 9), (3, 10), (2, 11), (2, 12))
    assert table["reveal-aragorn"] == ((3, 10), (2, 11), (2, 12))
    position = casting("sauron").when("sauron", Cast("lord-of-the-nazgul", "fear", 3), dice=[6, 4])
    position.then_includes(like(SpellCast, range=(4, 9), dice=(6, 4), works=False))
    casting("sauron").when("sauron", Cast("lord-of-the-nazgul", "fear", 1)).refused("8.54")
    casting("sauron").when("sauron", Cast("lord-of-the-nazgul", "break-darkness", 3)).refused("8.54")
    poor = given(siege(), *HOST[:1], *HOST[2:], leader("lord-of-the-nazgul", "2011", points=1), *CITY,
                 phase("A", seat="sauron", turn=8))  # fmt: skip
    poor.when("sauron", Cast("lord-of-the-nazgul", "fear", 2)).refused("8.55")


# GONDOR-32


@pytest.mark.rule("gondor", "GONDOR-32")
def test_broken_darkness_makes_all_attacks_of_sauron_worse_and_stops_his_rallies():
    position = known(DARKNESS, unit("spearmen-3", "2012"), unit("orc-archers-1", "2110"))
    game, state = position.game, position.state
    for attacker, place, kind, letter in (
        ("orcs-1", "2012", "melee", "-"), ("orc-archers-1", "2012", "missile", "-"),
        ("spearmen-3", "2011", "melee", "E"),
    ):  # fmt: skip
        assert attack_letter(game, state, f"gondor-{attacker}", place, kind).value == letter
    rally_now = known(DARKNESS, unit("orcs-3", "2010", disrupted=True), letter="H", step="")
    refused = rally.refuse_leader(game, rally_now.state, "gondor-lord-of-the-nazgul-1", "sauron")
    assert refused is not None
    assert refused[0] == "GONDOR-32"
    assert rally.refuse_leader(game, rally_now.state, "gondor-gandalf-1", "west") is None


@pytest.mark.rule("gondor", "GONDOR-32")
def test_fanatics_need_no_letter_and_the_banner_reads_the_table_one_point_further():
    position = known(DARKNESS, unit("spearmen-3", "2012"), turn=3)
    assert is_fanatic(position.game, position.state, "gondor-orcs-1")
    banner = (
        unit("grey-company-1", "1015"),
        leader("aragorn", "1015"),
        MarkerPlaced("royal-banner", bearer="aragorn"),
    )
    raised = casting("west", *banner)
    raised.when("west", Cast("gandalf", "break-darkness", 3), dice=[5, 5]).then_includes(
        like(SpellCast, range=(3, 10), works=True, points=3), DARKNESS
    )
    bare = casting("west").when("west", Cast("gandalf", "break-darkness", 3), dice=[5, 5])
    bare.then_includes(like(SpellCast, range=(4, 9), works=False))


# GONDOR-33


@pytest.mark.rule("gondor", "GONDOR-33")
def test_a_stalemated_nazgul_neither_moves_nor_casts_nor_rallies_nor_attacks():
    works = SpellTookHold("stalemate-nazgul")
    magic = given(siege(), *HOST, *CITY, phase("A", seat="sauron", turn=8))
    magic.add(works)
    magic.when("sauron", March("lord-of-the-nazgul")).refused("GONDOR-33")
    magic.when("sauron", Cast("lord-of-the-nazgul", "fear", 2)).refused("GONDOR-33")
    fight = known(works, unit("spearmen-3", "2012"), leader("theoden", "2012"), step="leaders")
    fight.when("sauron", Duel("lord-of-the-nazgul", "theoden")).refused("GONDOR-33")
    shaken = known(works, unit("orcs-3", "2010", disrupted=True), letter="H", step="")
    refused = rally.refuse_leader(shaken.game, shaken.state, "gondor-lord-of-the-nazgul-1", "sauron")
    assert refused is not None
    assert refused[0] == "GONDOR-33"


@pytest.mark.rule("gondor", "GONDOR-33")
def test_stalemate_ends_fear_and_freeze_that_work_already():
    position = given(siege(), *HOST, *CITY, phase("E", seat="west", turn=1))
    position.add(FEAR)
    position.add(SpellTookHold("freeze-leader", "imrahil"))
    position.when("west", Cast("gandalf", "stalemate-nazgul", 5), dice=[3, 4]).then_includes(
        SpellEnded("fear"), SpellEnded("freeze-leader"), SpellTookHold("stalemate-nazgul")
    )
    assert [each.spell for each in position.state.in_force] == ["stalemate-nazgul"]


# GONDOR-34

ARAGORN = (unit("grey-company-1", "1715"), leader("aragorn", "1715"))
BANNER = (BannerRaised("aragorn", 12), MarkerPlaced("royal-banner", bearer="aragorn"))


@pytest.mark.rule("gondor", "GONDOR-34")
def test_aragorn_is_revealed_once_and_only_when_he_is_there():
    casting("west").when("west", Cast("gandalf", "reveal-aragorn", 3)).refused("GONDOR-34")
    position = casting("west", *ARAGORN, turn=10)
    position.when("west", Cast("gandalf", "reveal-aragorn", 3), dice=[4, 4]).then_includes(
        BannerRaised("aragorn", 12), MarkerPlaced("royal-banner", bearer="aragorn")
    )
    position.add(phase("A", seat="west", turn=11))
    position.when("west", Cast("gandalf", "reveal-aragorn", 3)).refused("GONDOR-34", "only once")
    silenced = given(siege(), *HOST, *CITY, *ARAGORN, phase("A", seat="west", turn=10)).when(
        "west", Cast("gandalf", "reveal-aragorn", 3), dice=[4, 4]
    )
    silenced.when("sauron", Cast("lord-of-the-nazgul", "fear", 2)).refused("GONDOR-34")


@pytest.mark.rule("gondor", "GONDOR-34")
def test_near_the_banner_nobody_of_saurons_rallies():
    for place, refused in (("1914", True), ("2310", False)):
        orcs = unit("orcs-3", place, disrupted=True)
        position = known(*ARAGORN, *BANNER, orcs, leader("gothmog", place), letter="H", step="", turn=10)
        reason = rally.refuse_unit(position.game, position.state, "gondor-gothmog-1", "gondor-orcs-3")
        assert (reason is not None and reason[0] == "GONDOR-34") == refused


@pytest.mark.rule("gondor", "GONDOR-34")
def test_two_units_a_turn_rally_to_the_banner_for_three_turns():
    shaken = tuple(unit(f"southern-fief-cavalry-{n}", place, disrupted=True)
                   for n, place in ((1, "1815"), (2, "1915"), (3, "2015"), (4, "2815")))  # fmt: skip
    position = known(*ARAGORN, *BANNER, *shaken, letter="H", step="", turn=12)
    position.when("west", RallyToBanner("southern-fief-cavalry-4")).refused("GONDOR-34", "6 hexes")
    position.when("west", RallyToBanner("southern-fief-cavalry-1")).then_includes(
        RalliedToBanner("southern-fief-cavalry-1")
    )
    position.when("west", RallyToBanner("southern-fief-cavalry-2"))
    position.add(phase("H", turn=12))
    late = known(*ARAGORN, *BANNER, *shaken, letter="H", step="", turn=13)
    late.when("west", RallyToBanner("southern-fief-cavalry-1")).refused("GONDOR-34", "this turn")
    broken = known(
        *ARAGORN, *BANNER, *shaken, ArmyDemoralized("relief", 77, 76), letter="H", step="", turn=12
    )
    broken.when("west", RallyToBanner("southern-fief-cavalry-1")).refused("9.31")


@pytest.mark.rule("gondor", "GONDOR-34")
def test_no_third_unit_rallies_to_the_banner_in_a_turn():
    shaken = tuple(unit(f"southern-fief-cavalry-{n}", place, disrupted=True)
                   for n, place in ((1, "1815"), (2, "1915"), (3, "1814")))  # fmt: skip
    position = known(*ARAGORN, *BANNER, *shaken, letter="H", step="", turn=12)
    position.when("west", RallyToBanner("southern-fief-cavalry-1"))
    position.when("west", RallyToBanner("southern-fief-cavalry-2"))
    position.when("west", RallyToBanner("southern-fief-cavalry-3")).refused("GONDOR-34", "2 units")


@pytest.mark.rule("gondor", "GONDOR-48", "GONDOR-34")
def test_the_banner_falls_with_aragorn():
    position = given(siege(), *HOST, *CITY, *ARAGORN, *BANNER, unit("uruk-hai-1", "1815"),
                     leader("king-of-harad", "1815"), phase("D", "leaders", turn=12))  # fmt: skip
    position.add(LeaderKilled("imrahil", "7.26"))
    assert "gondor-royal-banner-1" in position.state.markers
    unfolding = Unfolding(position.game, position.state, Chance(scripted(())))
    harm(unfolding, "gondor-aragorn-1", DEATH, "7.26")
    assert PieceRemoved("gondor-royal-banner-1", "GONDOR-48") in unfolding.events
    assert "gondor-royal-banner-1" not in unfolding.state.markers


@pytest.mark.rule("gondor", "GONDOR-48")
def test_a_dead_caster_casts_no_more_and_no_leaders_death_moves_a_total():
    position = casting("west")
    unfolding = Unfolding(position.game, position.state, Chance(scripted(())))
    harm(unfolding, "gondor-gandalf-1", DEATH, "7.26")
    assert unfolding.state.totals == position.state.totals
    position.state = unfolding.state
    position.when("west", Cast("gandalf", "break-darkness", 2)).refused("8.54")


# GONDOR-35


@pytest.mark.rule("gondor", "GONDOR-35")
def test_fear_takes_a_letter_and_a_class_from_west_within_10_hexes_and_stops_its_leaders():
    near = (unit("axemen-1", "1310"), unit("guard-of-the-citadel-1", "0911"), unit("orcs-3", "1410"))
    position = known(FEAR, *near)
    game, state = position.game, position.state
    rated = attack_letter(game, state, "gondor-axemen-1", "1410", "melee")
    assert (rated.value, [each.rule for each in rated.modifiers]) == ("E", ["GONDOR-35"])
    assert morale(game, state, "gondor-axemen-1").value == "Y"
    assert morale(game, state, "gondor-guard-of-the-citadel-1").value == "W"  # 11 hexes away
    assert attack_letter(game, state, "gondor-orcs-3", "1310", "melee").value == "E"
    refused = rally.refuse_leader(game, state, "gondor-gandalf-1", "west")
    assert refused is not None
    assert refused[0] == "GONDOR-35"


@pytest.mark.rule("gondor", "GONDOR-35", "GONDOR-36")
def test_no_formation_is_taken_under_fear_or_by_a_frozen_leader():
    rohan = (
        unit("rohan-heavy-cavalry-1", "1501"),
        unit("rohan-heavy-cavalry-2", "1502"),
        leader("theoden", "1501"),
    )
    forming = Form("theoden", ("gondor-rohan-heavy-cavalry-1", "gondor-rohan-heavy-cavalry-2"))
    free = known(*rohan, letter="F", step="")
    free.offers(forming)
    frozen = known(*rohan, SpellTookHold("freeze-leader", "theoden"), letter="F", step="")
    frozen.when("west", forming).refused("8.47")
    near = known(*rohan, FEAR, unit("orcs-3", "1909"), letter="F", step="")
    near.add(leader("lord-of-the-nazgul", "1909"))
    near.when("west", forming).refused("8.47")


# GONDOR-36


@pytest.mark.rule("gondor", "GONDOR-36")
def test_freeze_names_one_west_leader_within_8_hexes():
    position = casting("sauron")
    position.when("sauron", Cast("lord-of-the-nazgul", "freeze-leader", 3)).awaits("sauron", "aim")
    position.offers_only(Aim("gondor-gandalf-1"), Aim("gondor-imrahil-1"))
    position.when("sauron", Aim("gondor-gandalf-1"), dice=[3, 4]).then_includes(
        SpellTookHold("freeze-leader", "gondor-gandalf-1")
    )
    far = given(siege(), unit("orcs-1", "2511"), leader("lord-of-the-nazgul", "2511"), *CITY,
                phase("A", seat="sauron", turn=8))  # fmt: skip
    far.when("sauron", Cast("lord-of-the-nazgul", "freeze-leader", 1)).refused("GONDOR-36")


@pytest.mark.rule("gondor", "GONDOR-36")
def test_a_frozen_leader_neither_moves_nor_casts_nor_attacks_nor_rallies_but_defends():
    frozen = SpellTookHold("freeze-leader", "gandalf")
    position = given(siege(), *HOST, *CITY, phase("E", seat="west", turn=8))
    position.add(frozen)
    position.when("west", March("gandalf")).refused("GONDOR-36")
    position.when("west", Cast("gandalf", "break-darkness", 2)).refused("GONDOR-36")
    rallying = rally.refuse_leader(position.game, position.state, "gondor-gandalf-1", "west")
    assert rallying is not None
    assert rallying[0] == "GONDOR-36"
    foe = (unit("orcs-3", "1210"), leader("gothmog", "1210"))
    fight = known(frozen, *foe, letter="G", step="leaders")
    fight.when("west", Duel("gandalf", "gothmog")).refused("GONDOR-36")
    defends = known(frozen, *foe, step="leaders")
    defends.offers(Duel("gothmog", "gandalf"))


# GONDOR-37


@pytest.mark.rule("gondor", "GONDOR-37")
def test_grond_is_activated_from_4_hexes_and_for_good():
    far = casting("sauron", unit("orcs-3", "1511"), engine("grond-1", "1511"))
    far.when("sauron", Cast("lord-of-the-nazgul", "activate-grond", 2)).refused("GONDOR-37")
    near = casting("sauron", unit("orcs-3", "1611"), engine("grond-1", "1611"))
    near.when("sauron", Cast("lord-of-the-nazgul", "activate-grond", 2), dice=[4, 5]).then_includes(
        GrondActivated()
    )
    near.add(phase("B", turn=12))
    assert near.state.siege.ram_active


# GONDOR-41


@pytest.mark.rule("gondor", "GONDOR-41")
def test_eowyn_counts_4_higher_against_the_lord_of_the_nazgul_and_the_switch_turns_it_off():
    pieces = (unit("rohan-heavy-cavalry-1", "2012"), leader("eowyn", "2012"), unit("uruk-hai-1", "2112"),
              leader("gothmog", "2112"))  # fmt: skip
    for options, rating, rules in (({}, 9, ["GONDOR-41"]), ({"eowyn": "plain"}, 5, [])):
        position = given(siege(**options), *HOST, *CITY, *pieces, phase("G", "leaders", turn=8))
        position.when("west", Duel("eowyn", "lord-of-the-nazgul"), dice=[3 if rating == 9 else 6])
        fought = next(event for event in position.events if isinstance(event, DuelFought))
        assert fought.attacker_rating == rating
        assert [each.rule for each in fought.attacker_modifiers] == rules
    other = given(siege(), *HOST, *CITY, *pieces, phase("G", "leaders", turn=8))
    other.when("west", Duel("eowyn", "gothmog"), dice=[3]).then_includes(like(DuelFought, attacker_rating=5))


# GONDOR-46


@pytest.mark.rule("gondor", "GONDOR-46")
def test_a_spell_works_to_the_end_of_the_turn_and_effects_add_up():
    position = known(
        FEAR, unit("archers-1", "1310"), unit("orcs-3", "1410"), unit("archers-2", "2020"), turn=8
    )
    position.add(MarkerPlaced("head-1", "1310"))
    for letter in ("E", "F", "G", "H"):
        position.add(PhaseBegan(letter, "west"))
        assert any(each.spell == "fear" for each in position.state.in_force)
    position.add(phase("A", turn=9))
    assert position.state.in_force == ()


@pytest.mark.rule("gondor", "GONDOR-46")
def test_morale_stops_at_z_and_attack_below_e():
    head = (HeadThrown("siege-catapult-1", "head-1", "1211"), MarkerPlaced("head-1", "1211"))
    position = given(siege(), *HOST, unit("spearmen-1", "1211", reduced=True), *head, unit("orcs-3", "1210"),
                     phase("D", "melee", turn=8))  # fmt: skip
    position.add(FEAR)
    rated = morale(position.game, position.state, "gondor-spearmen-1")  # Y, less two classes
    assert (rated.value, len(rated.modifiers)) == ("Z", 2)
    letter = attack_letter(position.game, position.state, "gondor-spearmen-1", "1210", "melee")
    assert letter.value == "-"


@pytest.mark.rule("gondor", "GONDOR-46")
def test_the_death_of_its_caster_does_not_end_a_spell():
    position = known(FEAR, unit("axemen-1", "1310"), unit("orcs-3", "1410"))
    unfolding = Unfolding(position.game, position.state, Chance(scripted(())))
    harm(unfolding, "gondor-lord-of-the-nazgul-1", DEATH, "7.26")
    assert morale(position.game, unfolding.state, "gondor-axemen-1").value == "Y"
