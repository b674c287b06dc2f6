"""Coordinated attacks (9.5.6 to 9.5.8): a second army of a Campaign flanks the attack of the first."""

from __future__ import annotations

import msgspec
import pytest

from rules.sword_of_rome import events, ruleset
from rules.sword_of_rome.actions import (
    Accept,
    Activate,
    Avoid,
    Choose,
    End,
    Flank,
    Halt,
    Intercept,
    Play,
    Refuse,
    RollSiege,
    Sally,
    Step,
    Take,
)
from rules.sword_of_rome.data_effects import DisplaceCommander
from rules.sword_of_rome.procedures import Support
from rules.sword_of_rome.state import DISPLACED
from tests.rules.sword_of_rome.campaigning import (
    SAMNITES,
    campaign,
    flank,
    let_pass,
    march_of,
    pinned,
    points_left,
    steps,
)
from tests.rules.sword_of_rome.harness import (
    Given,
    Position,
    allied,
    army,
    control,
    given,
    hand,
    impulse,
    inside,
    installed_data,
    like,
    marker,
    siege,
)


def rolled(position: Position) -> events.BattleRolled:
    """The battle that was rolled for."""
    return next(each for each in position.events if isinstance(each, events.BattleRolled))


def modifiers(position: Position) -> dict[str, int]:
    """What the attackers added to their roll."""
    return {each.why: each.value for each in rolled(position).attacker_modifiers}


def at_nola(pinning: int, flanking: int, samnites: int, *more: Given) -> tuple[Given, ...]:
    """Camillus in Capua against Samnites in Nola; Valerius in Neapolis, which is Roman here, can flank him."""
    return (
        army("rome", "capua", pinning, "camillus"),
        army("rome", "neapolis", flanking, "valerius"),
        army("samnites", "nola", samnites),
        control("neapolis", "rome"),
        *more,
    )


# 9.5.6: set-up and route


@pytest.mark.rule("sword-of-rome", "9.5.6-a")
def test_the_battle_waits_for_the_flanking_army() -> None:
    position = pinned("camillus", "nola", *at_nola(4, 4, 3))
    position.then_not(events.BattleRolled)
    position.when("rome", Flank("valerius")).then_not(events.BattleRolled).awaits("rome", "march")
    position.when("rome", Halt(), dice=[5, 5, 5, 1, 2, 2])
    position.then_includes(
        like(events.FlankJoined, space="nola"), like(events.BattleRolled, attacker="rome", attacker_cu=6)
    )


@pytest.mark.rule("sword-of-rome", "9.5.6-a")
def test_without_a_campaign_nobody_flanks() -> None:
    position = given(*at_nola(4, 4, 3), hand("rome", "r-30"), impulse("rome"))
    position.when("rome", Play("r-30", "ops")).when("rome", Activate("camillus"))
    position.when("rome", Step("nola"), dice=[5, 5, 5, 1, 2, 2]).then_includes(
        like(events.BattleRolled, attacker_cu=4)
    )


@pytest.mark.rule("sword-of-rome", "9.5.6-b")
def test_the_flanking_army_comes_from_elsewhere_with_points_for_the_last_link() -> None:
    """Nola from Poseidonia is one clear link, from Caudium a rough one; from Capua the first army came."""
    position = pinned(
        "camillus",
        "nola",
        army("rome", "capua", 9, "camillus", "decius"),
        army("rome", "tarracina", 4, "valerius"),
        army("rome", "tarentum", 4, "claudius"),
        army("samnites", "nola", 6),
        control("tarentum", "rome"),
    )
    # Claudius would need six points; Valerius goes by Capua to Caudium (two) and has two left for the rough link.
    position.offers(Flank("valerius")).offers_not(Flank("claudius"), Flank("decius"))
    position.when("rome", Flank("claudius")).refused("9.5.6", "cannot come near enough")
    position.when("rome", Flank("decius")).refused("9.5.6", "is with the attacking army")
    position.when("rome", Flank("valerius"))
    steps(position, "rome", "capua", "caudium")
    assert points_left(position) == 2
    position.when("rome", Step("nola")).refused("9.5.6", "stays in the last space before the battle")
    position.when("rome", Halt(), dice=[5, 5, 5, 1, 2, 2]).then_includes(
        like(events.FlankJoined, space="nola"), events.BattleRolled
    )
    assert position.cu("rome", "caudium") == 4


@pytest.mark.rule("sword-of-rome", "9.5.6-b")
def test_an_army_that_stops_where_the_first_came_from_flanks_nothing() -> None:
    position = pinned(
        "camillus",
        "nola",
        army("rome", "capua", 5, "camillus"),
        army("rome", "tarracina", 4, "valerius"),
        army("samnites", "nola", 3),
    )
    position.when("rome", Flank("valerius")).when("rome", Step("capua"))
    position.when("rome", Halt(), dice=[5, 5, 5, 1, 2, 2]).then_not(events.FlankJoined)
    assert rolled(position).attacker_cu == 5
    assert "flanking army" not in modifiers(position)


@pytest.mark.rule("sword-of-rome", "9.5.6-b")
def test_the_flanking_army_does_nothing_but_come() -> None:
    position = pinned(
        "camillus",
        "fregellae",
        army("rome", "capua", 5, "camillus"),
        army("rome", "antium", 4, "valerius"),
        army("samnites", "fregellae", 4),
        siege("antium", "rome", 0),
    )
    position.when("rome", Flank("valerius")).offers_not(RollSiege("antium"))
    position.when("rome", RollSiege("antium")).refused("9.5.6", "supports the attack on Fregellae")
    position.offers(Step("velitrae"))


@pytest.mark.rule("sword-of-rome", "9.5.6-c")
def test_the_pinned_army_neither_intercepts_nor_avoids_the_flanking_one() -> None:
    """Egnatius in Fregellae could intercept into Velitrae, but for the attack; Pontius next to it can."""
    around = (
        army("rome", "capua", 7, "camillus"),
        army("rome", "roma", 5, "valerius"),
        army("samnites", "fregellae", 5, "egnatius"),
        army("samnites", "antium", 3, "pontius"),
        control("antium", "samnites"),
    )
    position = pinned("camillus", "fregellae", *around).when("rome", Flank("valerius"))
    position.when("rome", Step("velitrae")).awaits(SAMNITES, "react")
    offered = position.offered()
    assert {each.leader for each in offered if isinstance(each, Intercept)} == {"pontius"}
    assert not [each for each in offered if isinstance(each, Avoid)]
    position.when(SAMNITES, Intercept("egnatius", 5)).refused("10.2", "is pinned")
    free = campaign("rome", *around).when("rome", Activate("valerius")).when("rome", Step("velitrae"))
    free.awaits(SAMNITES, "react").offers(Intercept("egnatius", 5), Intercept("pontius", 3))


# 9.5.6: what it is worth


@pytest.mark.rule("sword-of-rome", "9.5.6-d")
@pytest.mark.parametrize(("cu", "adds"), [(5, 3), (4, 2), (1, 1)])
def test_a_flanking_army_adds_one_and_half_its_units(cu: int, adds: int) -> None:
    position = pinned("camillus", "nola", *at_nola(6, cu, 6))
    flank(position, "valerius", dice=(5, 5, 5, 1, 2, 2))
    assert rolled(position).attacker_cu == 6 + adds
    assert modifiers(position)["flanking army"] == 1


@pytest.mark.rule("sword-of-rome", "9.5.6-e")
def test_the_ratings_of_the_flanking_leader_do_not_count() -> None:
    """A minor leader (1) attacks Samnites under one (2); Camillus (4) flanks: the Samnites have the better leader."""
    position = pinned(
        "rome-1",
        "nola",
        army("rome", "capua", 5, "rome-1"),
        army("rome", "neapolis", 4, "camillus"),
        army("samnites", "nola", 5, "samnites-1"),
        control("neapolis", "rome"),
    )
    flank(position, "camillus", dice=(5, 5, 5, 1, 2, 2))
    assert "leadership" not in modifiers(position)
    assert {each.why: each.value for each in rolled(position).defender_modifiers}["leadership"] == 1


def with_an_assassin() -> Position:
    """A game in which Devotio takes the commander before the roll."""
    data = installed_data()
    devotio = data.card["r-11"]
    play = devotio.plays[0]
    before = tuple(
        msgspec.structs.replace(each, time="before") if isinstance(each, DisplaceCommander) else each
        for each in play.operations
    )
    devotio = msgspec.structs.replace(devotio, plays=(msgspec.structs.replace(play, operations=before),))
    changed = msgspec.structs.replace(data, card={**data.card, "r-11": devotio})
    return Position(ruleset.prepare(changed, "four-players", {}))


@pytest.mark.rule("sword-of-rome", "9.5.6-e")
def test_the_flanking_leader_does_not_take_over_from_a_commander_who_is_lost() -> None:
    """Decius gives himself to the gods before the roll: the pinning army fights with tactics 0."""
    position = with_an_assassin()
    for each in (
        army("rome", "capua", 5, "decius"),
        army("rome", "neapolis", 4, "camillus"),
        army("samnites", "nola", 5, "samnites-1"),
        control("neapolis", "rome"),
        hand("rome", "r-1", "r-11"),
        impulse("rome"),
    ):
        position.add(each)
    let_pass(position.when("rome", Play("r-1", "event"))).when("rome", Activate("decius"))
    let_pass(position).when("rome", Step("nola"))
    let_pass(position)
    while position.seat() != "rome":
        position.when(position.seat(), End())
    let_pass(position).awaits("rome", "flank").when("rome", Flank("camillus"))
    let_pass(position).when("rome", Halt()).awaits("rome", "respond")
    position.when("rome", Play("r-11", "event"), dice=[5, 5, 5, 1, 2, 2])
    assert position.where("decius") == DISPLACED
    position.then_includes(like(events.CommanderLost, side="attacker", commander=""))
    assert "leadership" not in modifiers(position)
    assert {each.why: each.value for each in rolled(position).defender_modifiers}["leadership"] == 2


@pytest.mark.rule("sword-of-rome", "9.5.6-f")
@pytest.mark.parametrize(
    ("pinning", "flanking", "dice", "lost"),
    [
        (6, 6, (1, 2, 3, 6, 5, 5), (4, 3)),  # 1: one, 6: two, 5: two each: seven, the odd one on the first
        (6, 6, (2, 2, 3, 6, 6, 2), (2, 2)),
        (2, 6, (2, 2, 3, 6, 6, 5), (2, 4)),  # the first has no more than two
    ],
)
def test_losses_are_shared_and_the_odd_one_falls_on_the_first(
    pinning: int, flanking: int, dice: tuple[int, ...], lost: tuple[int, int]
) -> None:
    position = pinned("camillus", "nola", *at_nola(pinning, flanking, 6))
    flank(position, "valerius", dice=dice)
    position.then_includes(like(events.BattleWon, winner="samnites", loser_loses=sum(lost)))
    gone = {each.space: each.cu for each in position.events if isinstance(each, events.UnitsLost)}
    assert (gone["nola"], gone["neapolis"]) == lost


ALLIED = (
    army("rome", "capua", 6, "camillus"),
    army("greece", "neapolis", 4, "dionysius"),
    army("samnites", "nola", 6),
    allied("rome", "greece"),
)


def greek_flank(dice: tuple[int, ...]) -> Position:
    """The Greeks, allies of Rome, flank Camillus' attack on Nola."""
    position = pinned("camillus", "nola", *ALLIED).when("rome", Flank("dionysius"))
    position.awaits("greece", "campaign-consent").when("greece", Accept()).awaits("rome", "march")
    return position.when("rome", Halt(), dice=dice)


@pytest.mark.rule("sword-of-rome", "9.5.6-g")
@pytest.mark.parametrize(("asks", "given_to"), [(True, "greece"), (True, "rome"), (False, "rome")])
def test_an_ally_who_flanked_gets_the_support_if_he_asks_and_the_seat_lets_him(
    asks: bool, given_to: str
) -> None:
    position = greek_flank((5, 5, 5, 1, 2, 2)).then_includes(like(events.BattleWon, winner="rome"))
    while position.seat() == SAMNITES:
        position.when(SAMNITES, position.offered()[0])
    position.awaits("greece", "support-wish").when("greece", Accept() if asks else Refuse())
    if asks:
        position.awaits("rome", "beneficiary").when("rome", Choose(given_to))
    support = position.state.stack[-1]
    assert isinstance(support, Support)
    assert support.power == given_to
    position.awaits("rome", "support")


@pytest.mark.rule("sword-of-rome", "9.5.6-h")
def test_of_a_failed_attack_both_armies_retreat() -> None:
    """Valerius stands in Maleventum, which is Samnite: he goes back as well."""
    position = pinned(
        "camillus",
        "allifae",
        army("rome", "capua", 5, "camillus"),
        army("rome", "maleventum", 4, "valerius"),
        army("samnites", "allifae", 5),
        control("caudium", "rome"),
    )
    flank(position, "valerius", dice=(2, 2, 2, 6, 4, 4))
    while position.seat() == "rome" and "RetreatTo" in repr(position.offered()):
        position.when("rome", position.offered()[0])
    assert position.where("camillus") == "capua"
    assert position.where("valerius") == "caudium"


@pytest.mark.rule("sword-of-rome", "9.5.6-h")
def test_a_flanking_army_in_a_friendly_space_stays() -> None:
    position = pinned("camillus", "nola", *at_nola(5, 4, 5))
    flank(position, "valerius", dice=(2, 2, 2, 6, 4, 4))
    position.then_includes(events.Retreated("rome", ("nola", "capua"), 0))
    assert position.where("valerius") == "neapolis"


# 9.5.7: automatic victory


def twice() -> Position:
    """Two single Samnite CU on the way; neither is overrun by three Romans without the flanking army."""
    return pinned("camillus", "nola", *at_nola(3, 4, 1), army("samnites", "poseidonia", 1))


@pytest.mark.rule("sword-of-rome", "9.5.7-a")
def test_after_an_automatic_victory_both_armies_go_on_the_first_first() -> None:
    position = twice()
    flank(position, "valerius").then_includes(like(events.BattleWon, automatic=True))
    let_pass(position).then_includes(like(events.FlankReleased, now=False)).awaits("rome", "march")
    assert (march_of(position).leader, points_left(position)) == ("camillus", 3)
    position.when("rome", Step("capua")).when("rome", Halt())
    position.then_includes(like(events.FlankReleased, now=True)).awaits("rome", "march")
    assert (march_of(position).leader, points_left(position)) == ("valerius", 4)
    position.when("rome", Step("nola")).when("rome", Halt()).awaits("rome", "impulse")
    assert position.where("valerius") == "nola"


@pytest.mark.rule("sword-of-rome", "9.5.7-a")
def test_the_same_armies_make_another_coordinated_attack() -> None:
    position = twice()
    let_pass(flank(position, "valerius")).awaits("rome", "march")
    position.when("rome", Step("poseidonia")).awaits("rome", "flank").offers(Flank("valerius"))
    position.when("rome", Flank("valerius")).awaits("rome", "march").when("rome", Halt())
    position.then_includes(
        like(events.FlankJoined, space="poseidonia"),
        like(events.BattleWon, space="poseidonia", automatic=True),
    )
    let_pass(position).awaits("rome", "march")
    assert (march_of(position).leader, points_left(position)) == ("camillus", 2)
    position.when("rome", Halt()).awaits("rome", "march")
    assert (march_of(position).leader, points_left(position)) == ("valerius", 4)


@pytest.mark.rule("sword-of-rome", "9.5.7-a")
def test_an_attack_that_is_rolled_for_lets_neither_army_go_on() -> None:
    position = pinned("camillus", "nola", *at_nola(4, 4, 3))
    flank(position, "valerius", dice=(5, 5, 5, 1, 2, 2)).then_not(events.FlankReleased)
    while position.state.stack[-1].__class__.__name__ == "Retreat":
        position.when(SAMNITES, position.offered()[0])
    let_pass(position).awaits("rome", "impulse")


@pytest.mark.rule("sword-of-rome", "9.5.2-b")
def test_a_flanking_army_has_fought_and_is_done() -> None:
    """The third army of the Great Coalition cannot take the flanking CU along."""
    position = campaign(
        SAMNITES,
        army("samnites", "caudium", 5, "pontius"),
        army("samnites", "allifae", 4, "samnites-1", "samnites-2"),
        army("samnites", "maleventum", 2, "egnatius"),
        army("rome", "capua", 5),
        card="e-36",
    )
    position.when(SAMNITES, Activate("pontius")).when(SAMNITES, Step("capua"))
    while position.seat() == "rome":
        position.when("rome", End())
    position.awaits(SAMNITES, "flank").when(SAMNITES, Flank("samnites-1"))
    position.when(SAMNITES, Halt(), dice=[5, 5, 5, 1, 2, 2])
    while not position.offered() or Activate("egnatius") not in position.offered():
        position.when(position.seat(), position.offered()[-1])
    position.offers_not(Activate("samnites-2")).when(SAMNITES, Activate("samnites-2")).refused(
        "9.5.2", "is done"
    )
    position.when(SAMNITES, Activate("egnatius")).when(SAMNITES, Step("allifae")).offers_not(Take(1))
    position.when(SAMNITES, Take(1)).refused("9.5.2", "only 0 of the CU here may move again")


# 9.5.8: allies


@pytest.mark.rule("sword-of-rome", "9.5.8-a")
def test_an_allys_flanking_army_never_enters_the_battle_space() -> None:
    position = pinned("camillus", "nola", *ALLIED).when("rome", Flank("dionysius")).when("greece", Accept())
    position.when("rome", Step("nola")).refused("9.5.6", "stays in the last space before the battle")
    position.when("rome", Halt(), dice=[5, 5, 5, 1, 2, 2]).then_includes(
        like(events.BattleRolled, space="nola", attacker="rome", attacker_cu=8)
    )
    assert (position.cu("greece", "neapolis"), position.cu("greece", "nola")) == (4, 0)


@pytest.mark.rule("sword-of-rome", "9.5.8-b")
def test_a_sortie_is_flanked_by_an_allys_army() -> None:
    position = campaign(
        "rome",
        army("samnites", "capua", 4, "samnites-1"),
        inside("rome", "capua", 3, "camillus"),
        siege("capua", "samnites", 0),
        army("greece", "neapolis", 5, "dionysius"),
        allied("rome", "greece"),
    )
    position.when("rome", Activate("camillus")).when("rome", Sally())
    while position.seat() == SAMNITES:
        position.when(SAMNITES, End())
    position.awaits("rome", "flank").offers(Flank("dionysius")).when("rome", Flank("dionysius"))
    position.awaits("greece", "campaign-consent").when("greece", Accept())
    position.when("rome", Halt(), dice=[5, 5, 5, 1, 2, 2])
    position.then_includes(
        like(events.FlankJoined, space="capua"), like(events.BattleRolled, attacker="rome", attacker_cu=6)
    )
    assert modifiers(position)["flanking army"] == 1


@pytest.mark.rule("sword-of-rome", "9.5.7-a", "9.5.2-a")
def test_a_flanking_army_goes_on_with_what_its_most_tired_units_have_left() -> None:
    """Three CU come one point far to Pontius, who moves two more with them, flanks, and has one point left."""
    position = campaign(
        SAMNITES,
        army("samnites", "compsa", 3, "samnites-1"),
        army("samnites", "maleventum", 1, "pontius"),
        army("samnites", "caudium", 3, "egnatius"),
        army("rome", "nola", 1),
        control("nola", "rome"),
        card="e-36",
    )
    position.when(SAMNITES, Activate("samnites-1")).when(SAMNITES, Step("maleventum")).when(SAMNITES, Halt())
    position.awaits(SAMNITES, "campaign").when(SAMNITES, Activate("egnatius")).when(SAMNITES, Step("nola"))
    position.awaits(SAMNITES, "flank").when(SAMNITES, Flank("pontius"))
    position.when(SAMNITES, Take(3))
    assert points_left(position) == 3
    steps(position, SAMNITES, "allifae", "capua").when(SAMNITES, Halt())
    position.then_includes(like(events.BattleWon, automatic=True))
    let_pass(position).awaits(SAMNITES, "march").when(SAMNITES, Halt()).awaits(SAMNITES, "march")
    assert (march_of(position).leader, march_of(position).cu, points_left(position)) == ("pontius", 4, 1)


@pytest.mark.rule("sword-of-rome", "9.5.6-b", "9.2-c")
@pytest.mark.parametrize("built", [True, False])
def test_the_appian_way_brings_a_flanking_army_near(built: bool) -> None:
    """Volsinii, Sutrium, Roma, Velitrae, Antium: three points with the road, and one for the link to Tarracina."""
    position = campaign(
        "rome",
        army("rome", "velitrae", 6, "camillus"),
        army("rome", "volsinii", 4, "valerius"),
        army("samnites", "tarracina", 4),
        control("antium", "rome"),
        *((marker("appian-way"),) if built else ()),
    )
    position.when("rome", Activate("camillus"))
    position.when("rome", Step("tarracina"), dice=[] if built else [5, 5, 5, 1, 2, 2])
    if not built:
        position.then_includes(events.BattleRolled)
        return
    position.awaits("rome", "flank").when("rome", Flank("valerius"))
    steps(position, "rome", "sutrium", "roma", "velitrae", "antium")
    assert points_left(position) == 1
    position.when("rome", Halt(), dice=[5, 5, 5, 1, 2, 2]).then_includes(
        like(events.FlankJoined, space="tarracina")
    )


@pytest.mark.rule("sword-of-rome", "9.5.6-b")
@pytest.mark.parametrize(("cu", "comes"), [(5, True), (4, False)])
def test_a_flanking_army_comes_through_enemies_that_it_overruns_alone(cu: int, comes: bool) -> None:
    """A single Samnite CU stands in Caudium, between Valerius in Maleventum and the attack on Nola."""
    position = campaign(
        "rome",
        army("rome", "capua", 5, "camillus"),
        army("rome", "maleventum", cu, "valerius"),
        army("samnites", "caudium", 1),
        army("samnites", "allifae", 5),
        army("samnites", "compsa", 5),
        army("samnites", "nola", 4),
        control("maleventum", "rome"),
    )
    position.when("rome", Activate("camillus"))
    if not comes:
        position.when("rome", Step("nola"), dice=[5, 5, 5, 1, 2, 2]).then_includes(events.BattleRolled)
        return
    position.when("rome", Step("nola")).awaits("rome", "flank").when("rome", Flank("valerius"))
    position.when("rome", Step("caudium")).then_includes(
        like(events.BattleWon, space="caudium", automatic=True)
    )
    let_pass(position).awaits("rome", "march")
    assert points_left(position) == 3
    position.when("rome", Halt(), dice=[5, 5, 5, 1, 2, 2]).then_includes(
        like(events.FlankJoined, space="nola"), like(events.BattleRolled, space="nola", attacker_cu=8)
    )
