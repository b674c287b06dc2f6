"""The Beast of Mordor: how it comes and what it is (SAURON-13), its powers (SAURON-14)."""

from __future__ import annotations

import pytest

from rules.middle_earth.actions import Aim, Attack, Cast, Duel, End, Fire, Halt, March, Retreat, Step
from rules.middle_earth.events import (
    AttackResolved,
    DuelFought,
    FateRolled,
    LeaderKilled,
    Modifier,
    RelocationOrdered,
    RetreatOrdered,
    SpellCast,
    SpellTookHold,
    TurnBegan,
    UnitDisrupted,
    UnitEliminated,
    UnitReduced,
    UnitRetreated,
)
from rules.middle_earth.sauron.actions import Fly, Land
from rules.middle_earth.sauron.events import BeastFlew, BeastSummoned, BreathBlown, FlightBegan
from tests.rules.middle_earth.harness import (
    Position,
    board,
    given,
    installed_data,
    leader,
    like,
    marker,
    phase,
    unit,
)
from tests.rules.middle_earth.sauron.battles import prepared

BEAST = "beast-of-mordor-1"
SPELLS = tuple(installed_data().spell)
FLIGHT, HORN = "beast-flight", "beast-horn-attack"
BREATH, ARMOUR = "beast-death-breath", "beast-magic-armour"


def casting(*more, points=45, letter="A"):
    """Sauron on his pedestal in 0909."""
    return given(
        board(spells=SPELLS), unit("trolls-1", "0909"), leader("sauron", "0909", points=points),
        marker("pedestal", "0909"), unit("men-footmen-8", "0102"), *more, phase(letter, seat="sauron"),
    )  # fmt: skip


def fight(*more, letter="D", step="melee", spell="", **kwargs):
    """A fight with the Beast on a clear board."""
    spells = (SpellTookHold(spell),) if spell else ()
    return given(board(spells=SPELLS, **kwargs), *more, phase(letter, step), *spells)


# SAURON-13


@pytest.mark.rule("sauron", "SAURON-13")
def test_for_five_points_it_appears_in_a_free_gate_hex_or_next_to_sauron_once_a_game():
    made = Position(prepared())
    for each in (
        unit("trolls-1", "1718"), leader("sauron", "1718"), marker("pedestal", "1718"), unit("orcs-1", "1720"),
        unit("men-footmen-1", "1617"), unit("orcs-2", "1719"), phase("A", seat="sauron"),
    ):  # fmt: skip
        made.add(each)
    made.when("sauron", Cast("sauron", "summon-beast", 4)).refused("8.54")
    made.when("sauron", Cast("sauron", "summon-beast", 5))
    made.offers_only(
        *(Aim(name) for name in ("1618", "1717", "1817", "1818", "1620", "1820", "1920")), *_also(made)
    )
    made.when("sauron", Aim("1820"), [4, 4]).then_includes(BeastSummoned(BEAST, "1820"))
    assert made.state.leaders["sauron-sauron-1"].points == 40
    again = casting().when("sauron", Cast("sauron", "summon-beast", 5)).when("sauron", Aim("0908"), [4, 4])
    again.add(UnitEliminated(BEAST, "sauron", 10, "7.42"))
    again.add(phase("A", seat="sauron", turn=2))
    again.when("sauron", Cast("sauron", "summon-beast", 5)).refused("SAURON-13", "once")


def _also(made):
    """Neighbours of 1718 that are free."""
    named = {"1618", "1717", "1817", "1818", "1620", "1820", "1920"}
    free = {name for name in made.game.board.grid.neighbours["1718"] if name not in made.state.at}
    return [Aim(name) for name in sorted(free - named)]


@pytest.mark.rule("sauron", "SAURON-13")
def test_its_ratings_are_those_of_the_published_beast():
    """Published: armour 4, morale X, 4 hexes a turn, a wounded state; 5 points."""
    card = board().board.units[f"sauron-{BEAST}"]
    assert (card.full.attack, card.full.armour, card.full.morale, card.allowance) == ("C", 4, "X", 4)
    assert (card.reduced.attack, card.reduced.armour, card.reduced.morale) == ("D", 4, "X")
    assert card.never_disrupted
    assert installed_data().spell["summon-beast"].minimum == 5


@pytest.mark.rule("sauron", "SAURON-13")
@pytest.mark.parametrize("ground", ["clear", "slope", "grove", "city"])
def test_it_moves_in_phase_c_and_every_hex_costs_it_one_point(ground):
    made = given(
        board(terrain={"0505": ground, "0504": "mountain"}), unit(BEAST, "0506"), unit("orcs-1", "0101"),
        unit("men-footmen-1", "0909"), phase("C"),
    ).when("sauron", March(BEAST))  # fmt: skip
    made.when("sauron", Step("0505"))
    assert made.state.marching is not None
    assert made.state.marching.left == 3
    made.when("sauron", Step("0504")).refused("4.29")


@pytest.mark.rule("sauron", "SAURON-13")
def test_it_exerts_a_zone_and_retreats_without_a_marker():
    made = fight(unit(BEAST, "0505"), unit("guard-of-elendil-1", "0504"), letter="G").when(
        "alliance", Attack("guard-of-elendil-1", BEAST), [1, 2, 5]
    )
    made.then_includes(like(AttackResolved, result="R1"), RetreatOrdered(BEAST, 1, "combat"))
    made.when("sauron", Retreat("0506")).then_includes(UnitRetreated(BEAST, "0506")).then_not(UnitDisrupted)
    assert made.state.units[f"sauron-{BEAST}"].disrupted is False
    zone = given(
        board(), unit(BEAST, "0505"), unit("men-footmen-1", "0503"), unit("men-footmen-2", "0101"), phase("F")
    )
    zone.when("alliance", March("men-footmen-1")).when("alliance", Step("0504"))
    assert zone.state.marching is None


@pytest.mark.rule("sauron", "SAURON-13")
@pytest.mark.parametrize(("die", "result"), [(3, "1/2"), (2, "1/2 R1")])
def test_what_it_flips_in_melee_gives_way_with_its_leader(die, result):
    made = fight(unit(BEAST, "0505"), unit("men-footmen-1", "0504"), leader("isildur", "0504")).when(
        "sauron", Attack(BEAST, "men-footmen-1"), [1, 1, die, 1]
    )
    made.then_includes(
        like(AttackResolved, result=result),
        UnitReduced("men-footmen-1", "7.42"),
        RetreatOrdered("men-footmen-1", 2, "combat"),
    )
    made.when("alliance", Retreat("0503")).then(UnitRetreated("men-footmen-1", "0503", ("isildur",)))


@pytest.mark.rule("sauron", "SAURON-13")
def test_a_unit_without_a_leader_and_a_victim_of_others_do_not_give_way():
    alone = fight(unit(BEAST, "0505"), unit("men-footmen-1", "0504")).when(
        "sauron", Attack(BEAST, "men-footmen-1"), [1, 1, 3]
    )
    alone.then_includes(UnitReduced("men-footmen-1", "7.42")).then_not(RetreatOrdered)
    other = fight(unit("slaves-1", "0505"), unit("men-footmen-1", "0504"), leader("isildur", "0504")).when(
        "sauron", Attack("slaves-1", "men-footmen-1"), [1, 1, 3, 1]
    )
    other.then_includes(UnitReduced("men-footmen-1", "7.42")).then_not(RetreatOrdered)


@pytest.mark.rule("sauron", "SAURON-13")
def test_the_leader_of_a_unit_that_it_eliminates_goes_to_the_nearest():
    fight(
        unit(BEAST, "0505"), unit("men-footmen-1", "0504", reduced=True), leader("isildur", "0504"),
        unit("men-footmen-2", "0501"),
    ).when("sauron", Attack(BEAST, "men-footmen-1"), [1, 1, 3, 1]).then_includes(
        UnitEliminated, RelocationOrdered("isildur", "8.24")
    )  # fmt: skip


# SAURON-14: flight


@pytest.mark.rule("sauron", "SAURON-14")
def test_each_power_needs_the_beast_and_its_points():
    for spell, points in ((FLIGHT, 3), (HORN, 3), (BREATH, 8), (ARMOUR, 9)):
        assert installed_data().spell[spell].minimum == points
        casting().when("sauron", Cast("sauron", spell, points)).refused("SAURON-14", "needs")
        casting(unit(BEAST, "0505")).when("sauron", Cast("sauron", spell, points - 1)).refused("8.54")
        casting(unit(BEAST, "0505"), points=points - 1).when("sauron", Cast("sauron", spell, points)).refused(
            "8.55"
        )
        casting(unit(BEAST, "0505")).offers(Cast("sauron", spell, points))


def flying(*more):
    """The Beast in 0505 in Sauron's movement phase, its flight cast."""
    return given(
        board("0101-2020", spells=SPELLS, terrain={"0707": "mountain", "0806": "mountain"}),
        unit(BEAST, "0505"), unit("orcs-1", "0101"), unit("men-footmen-1", "0405"), *more, phase("C"),
        SpellTookHold(FLIGHT),
    )  # fmt: skip


@pytest.mark.rule("sauron", "SAURON-14")
def test_in_a_turn_of_flight_it_goes_12_hexes_over_everything_to_a_free_hex():
    made = flying(unit("men-footmen-2", "0606"), unit("men-footmen-3", "0809"))
    made.offers(Fly(BEAST)).when("sauron", Fly("orcs-1")).refused("SAURON-14")
    made.when("sauron", Fly(BEAST)).then(FlightBegan(BEAST, "sauron"))
    made.offers(Land("0517"), Land("0909"), Land("0807")).offers_not(
        Land("0518"), Land("0707"), Land("0606"), Land("0505")
    )
    made.when("sauron", End()).refused("SAURON-14")
    made.when("sauron", Land("0518")).refused("SAURON-14")
    made.when("sauron", Land("0707")).refused("SAURON-14")
    made.when("sauron", Land("0807")).then(BeastFlew(BEAST, "0807"))
    made.when("sauron", March(BEAST)).refused("4.21")
    made.tells("flies to 0807 over all terrain and units (SAURON-14)")


@pytest.mark.rule("sauron", "SAURON-14")
def test_without_the_spell_it_does_not_fly_and_the_spell_ends_with_the_turn():
    made = given(board(spells=SPELLS), unit(BEAST, "0505"), unit("men-footmen-1", "0101"), phase("C"))
    made.when("sauron", Fly(BEAST)).refused("SAURON-14", "only in a turn")
    made.when("sauron", March(BEAST)).when("sauron", Fly(BEAST)).refused("4.0")
    late = flying()
    late.add(phase("D", "missile"))
    late.add(phase("C", turn=2))
    late.offers_not(Fly(BEAST))


# SAURON-14: horn


@pytest.mark.rule("sauron", "SAURON-14")
@pytest.mark.parametrize(("reduced", "steps"), [(False, 2), (True, 3)])
def test_with_its_horn_it_attacks_as_a(reduced, steps):
    fight(unit(BEAST, "0505", reduced=reduced), unit("men-footmen-1", "0504"), spell=HORN).when(
        "sauron", Attack(BEAST, "men-footmen-1"), [6, 6]
    ).then_includes(
        like(
            AttackResolved, letter="A", attack_modifiers=(Modifier(steps, "Beast: Horn attack", "SAURON-14"),)
        )
    )
    fight(unit("orcs-1", "0505"), unit("men-footmen-1", "0504"), unit(BEAST, "0909"), spell=HORN).when(
        "sauron", Attack("orcs-1", "men-footmen-1"), [6, 6]
    ).then_includes(like(AttackResolved, letter="E", attack_modifiers=()))


# SAURON-14: death breath


@pytest.mark.rule("sauron", "SAURON-14")
def test_its_death_breath_eliminates_all_other_units_near_it_of_either_side():
    made = casting(
        unit(BEAST, "0505"), unit("men-footmen-1", "0504"), unit("orcs-1", "0506"), unit("dwarves-1", "0503"),
        leader("isildur", "0504"), leader("gorgol", "0506"), unit("wargs-1", "0301"), unit("men-footmen-2", "0501"),
    ).when("sauron", Cast("sauron", BREATH, 8), [4, 4, 6, 1])  # fmt: skip
    made.then_includes(
        like(BreathBlown, units=("men-footmen-1", "orcs-1")),
        UnitEliminated("men-footmen-1", "alliance", 9, "SAURON-14"),
        UnitEliminated("orcs-1", "sauron", 6, "SAURON-14"),
        like(FateRolled, leader="gorgol"),
    )
    assert f"sauron-{BEAST}" in made.state.units
    assert "sauron-dwarves-1" in made.state.units
    assert dict(made.state.totals) == {"alliance": 9, "sauron": 6}
    fates = {each.leader: each.suffers for each in made.events if isinstance(each, FateRolled)}
    assert sorted(fates.values()) == [False, True]
    killed = [each.leader for each in made.events if isinstance(each, LeaderKilled)]
    assert killed == [leader_ for leader_, suffers in fates.items() if suffers]


# SAURON-14: magic armour


def armoured(*more, letter="G", step="melee"):
    return fight(
        unit(BEAST, "0505"),
        *more,
        unit("orcs-2", "0909"),
        letter=letter,
        step=step,
        spell=ARMOUR,
    )


@pytest.mark.rule("sauron", "SAURON-14")
def test_in_its_armour_no_attack_and_no_fire_of_a_unit_harms_it_for_the_rest_of_the_game():
    """Published: nine points; from then on only leaders with a magic weapon could hit it."""
    worked = casting(unit(BEAST, "0505"), unit("men-footmen-1", "0202")).when(
        "sauron", Cast("sauron", ARMOUR, 9), [4, 5]
    )
    worked.then_includes(like(SpellCast, works=True), SpellTookHold(ARMOUR)).tells(
        "until the end of the game"
    )
    assert worked.state.leaders["sauron-sauron-1"].points == 36
    worked.add(phase("G", "missile", turn=2))
    assert [each.spell for each in worked.state.in_force] == [ARMOUR]
    shot = armoured(unit("elven-bowmen-1", "0503"), unit("elven-bowmen-2", "0908"), step="missile")
    shot.offers_not(Fire("elven-bowmen-1", BEAST)).when("alliance", Fire("elven-bowmen-1", BEAST)).refused(
        "SAURON-14"
    )


@pytest.mark.rule("sauron", "SAURON-14")
def test_units_in_its_zone_need_not_attack_it_then():
    made = armoured(
        unit("men-footmen-1", "0504"), unit("men-footmen-2", "0908"), unit("men-footmen-3", "0910")
    )
    made.when("alliance", Attack("men-footmen-1", BEAST)).refused("SAURON-14")
    made.offers_not(Attack("men-footmen-1", BEAST)).offers(Attack("men-footmen-2", "orcs-2"))
    held = given(
        board(spells=SPELLS), unit(BEAST, "0505"), unit("men-footmen-1", "0504"), unit("orcs-1", "0101"), phase("F"),
        SpellTookHold(ARMOUR),
    )  # fmt: skip
    held.when("alliance", March("men-footmen-1")).refused("6.11")  # its zone holds them all the same


def duel(bearer, die, *, reduced=False, spell=ARMOUR, weapon=True):
    markers = (marker("narsil", bearer=bearer),) if weapon else ()
    return fight(
        unit(BEAST, "0505", reduced=reduced), unit("men-footmen-1", "0504"), leader(bearer, "0504"),
        *markers, unit("men-footmen-2", "0908"), unit("orcs-2", "0909"), leader("gorgol", "0909"),
        leader("anarion", "0908"),
        letter="G", step="leaders", spell=spell,
    ).when("alliance", Duel(bearer, BEAST), [die] if die else [])  # fmt: skip


@pytest.mark.rule("sauron", "SAURON-14")
def test_only_a_leader_with_a_magic_weapon_wounds_it_and_then_kills_it():
    duel("elendil", 0, weapon=False).refused("7.25")
    duel("elendil", 0, spell="").refused("7.25")
    duel("elendil", 4).then(
        like(DuelFought, attacker_rating=12, defender_rating=8, differential=4, result="DK"),
        UnitReduced(BEAST, "7.26"),
    ).then_not(RetreatOrdered)
    duel("elendil", 4, reduced=True).then_includes(UnitEliminated(BEAST, "sauron", 10, "7.26"))
    duel("isildur", 1).then(like(DuelFought, attacker_rating=10, differential=2, result="-"))


@pytest.mark.rule("sauron", "SAURON-14")
def test_a_wound_before_the_armour_counts_and_a_leader_may_be_harmed_himself():
    weak = fight(
        unit(BEAST, "0505"), unit("men-footmen-1", "0504"), leader("anarion", "0504", wounded=True),
        marker("narsil", bearer="anarion"), unit("men-footmen-2", "0908"), unit("orcs-2", "0909"),
        leader("gorgol", "0909"),
        leader("isildur", "0908"), letter="G", step="leaders", spell=ARMOUR,
    )  # fmt: skip
    weak.when("alliance", Duel("anarion", BEAST), [1]).then_includes(
        like(DuelFought, differential=-1, result="AK"), like(LeaderKilled, leader="anarion")
    )


def test_turns_go_on_with_the_beast_alone():
    made = given(board(spells=SPELLS), unit(BEAST, "0505"), unit("men-footmen-1", "0909"), phase("C"))
    made.when("sauron", March(BEAST)).when("sauron", Step("0506")).when("sauron", Halt()).when(
        "alliance", End()
    )
    made.then_includes(TurnBegan)
