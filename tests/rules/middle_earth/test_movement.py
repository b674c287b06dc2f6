"""Movement (4.0 to 4.28): allowances, one piece at a time, hex by hex, past friends and never through enemies."""

from __future__ import annotations

import pytest

from rules.middle_earth.actions import (
    Advance,
    Aim,
    Attack,
    Cast,
    Duel,
    End,
    Fire,
    Halt,
    March,
    Retreat,
    Step,
)
from rules.middle_earth.events import (
    LeaderRelocated,
    MarchBegan,
    MarchEnded,
    PhaseBegan,
    PieceMoved,
    RelocationOrdered,
    UnitAdvanced,
    UnitRetreated,
)
from tests.rules.middle_earth.harness import (
    board,
    counter,
    given,
    leader,
    marker,
    phase,
    unit,
)

FAR = (unit("men-footmen-8", "1010"), unit("orcs-8", "1001"))
"""Units out of the way, so that there is always something else to move."""


def footmen(*more, game=None):
    """Footmen in 0505 who have begun to move."""
    start = given(game or board(), unit("men-footmen-1", "0505"), *FAR, *more, phase("F"))
    return start.when("alliance", March("men-footmen-1"))


def walk(position, *hexes, seat="alliance"):
    """The moving piece enters these hexes."""
    for name in hexes:
        position.when(seat, Step(name))
    return position


# 4.0


@pytest.mark.rule("middle-earth", "4.0-a")
def test_a_unit_moves_in_any_mix_of_directions_and_pays_for_every_hex():
    position = footmen(game=board(terrain={"0604": "slope"}))
    position.when("alliance", Step("0504")).then(PieceMoved("men-footmen-1", "0504", 1))
    position.when("alliance", Step("0604")).then(PieceMoved("men-footmen-1", "0604", 2))
    position.when("alliance", Step("0605")).then(
        PieceMoved("men-footmen-1", "0605", 1), MarchEnded("men-footmen-1", "4.26")
    )


@pytest.mark.rule("middle-earth", "4.0-a")
@pytest.mark.parametrize("moves", [0, 1, 2])
def test_any_all_or_none_of_the_units_move(moves):
    position = given(
        board(),
        unit("men-footmen-1", "0105"),
        unit("men-footmen-2", "0305"),
        unit("orcs-1", "1010"),
        phase("F"),
    )
    for number in range(1, moves + 1):
        position.offers(End()).when("alliance", March(f"men-footmen-{number}"))
        walk(position, f"0{2 * number - 1}04").when("alliance", Halt())
    if moves < 2:
        position.when("alliance", End())
    assert position.state.phase != "F"


@pytest.mark.rule("middle-earth", "4.0-a")
def test_the_move_of_one_unit_is_finished_before_the_next_begins():
    position = footmen(unit("men-footmen-2", "0105"))
    position.when("alliance", March("men-footmen-2")).refused("4.0", "finish its move first")
    walk(position, "0504")
    position.when("alliance", March("men-footmen-2")).refused("4.0", "finish its move first")
    position.when("alliance", End()).refused("4.0", "finish its move first")
    position.when("alliance", Halt()).when("alliance", March("men-footmen-2")).then(MarchBegan)


@pytest.mark.rule("middle-earth", "4.0-a")
def test_one_moves_ones_own_units_only():
    given(board(), unit("men-footmen-1", "0505"), *FAR, phase("F")).when("alliance", March("orcs-8")).refused(
        "4.0", "no piece of yours"
    )


# 4.1 Movement allowance


@pytest.mark.rule("middle-earth", "4.11-a")
@pytest.mark.parametrize(
    ("letter", "seat", "piece"),
    [
        ("F", "alliance", "men-cavalry-1"),
        ("F", "alliance", "elven-cavalry-1"),
        ("F", "alliance", "isildur"),
        ("C", "sauron", "wargs-1"),
        ("C", "sauron", "gorgol"),
    ],
)
def test_cavalry_and_leaders_move_six_clear_hexes_and_no_seventh(letter, seat, piece):
    where = "0107" if piece not in ("isildur", "gorgol") else "0207"
    pieces = {
        "men-cavalry-1": unit("men-cavalry-1", where),
        "elven-cavalry-1": unit("elven-cavalry-1", where),
        "wargs-1": unit("wargs-1", where),
        "isildur": leader("isildur", where),
        "gorgol": leader("gorgol", where),
    }
    host = {"isildur": unit("men-footmen-1", where), "gorgol": unit("wargs-2", where)}
    enemy = unit("orcs-1", "1010") if seat == "alliance" else unit("men-footmen-2", "1010")
    friend = unit("men-footmen-3", "1001") if seat == "alliance" else unit("orcs-2", "1001")
    more = [host[piece]] if piece in host else []
    position = given(board(), pieces[piece], enemy, friend, *more, phase(letter))
    position.when(seat, March(piece)).then(MarchBegan(piece, 6))
    column = where[:2]
    walk(position, *(f"{column}0{row}" for row in (6, 5, 4, 3, 2)), seat=seat)
    assert position.state.marching is not None
    assert position.state.marching.left == 1
    position.when(seat, Step(f"{column}01")).then(
        PieceMoved(piece, f"{column}01", 1), MarchEnded(piece, "4.26")
    )


@pytest.mark.rule("middle-earth", "4.11-a", "4.12-a", "4.13-a")
def test_every_counter_of_the_game_has_its_allowance_by_its_arm():
    pieces = board().board
    cavalry = {card.type for card in pieces.units.values() if card.arm == "cavalry"}
    assert cavalry == {"men-cavalry", "elven-cavalry", "wargs"}
    for card in pieces.units.values():
        assert card.allowance == (6 if card.type in cavalry else 4)
    assert {card.allowance for card in pieces.leaders.values()} == {6}


def wizard():
    """Sauron by his pedestal; Gorgol, made magic here, keeps the magic phases open."""
    return given(
        board(magic={"gorgol": 1}),
        unit("trolls-1", "0510"),
        unit("trolls-2", "0504"),
        leader("sauron", "0510", points=9),
        leader("gorgol", "0510", points=1),
        marker("pedestal", "0510"),
        unit("men-footmen-1", "1001"),
        phase("A", seat="sauron"),
    )


@pytest.mark.rule("middle-earth", "4.11-b")
def test_a_magic_leader_without_a_spell_has_his_whole_allowance_in_both_magic_phases():
    position = wizard().when("sauron", March("sauron")).then(MarchBegan("sauron", 6))
    walk(position, "0509", "0508", "0507", "0506", "0505", seat="sauron")
    position.when("sauron", Step("0504")).then(PieceMoved("sauron", "0504", 1), MarchEnded("sauron", "4.26"))
    position.when("sauron", March("sauron")).refused("4.21")
    position.when("sauron", End()).then(PhaseBegan("C", "sauron"))
    position.when("sauron", End()).then(PhaseBegan("E", "sauron"))
    position.when("sauron", March("sauron")).then(MarchBegan("sauron", 6))
    walk(position, "0505", "0506", "0507", "0508", "0509", "0510", seat="sauron")
    assert position.state.leaders["sauron-sauron-1"].hex == "0510"


@pytest.mark.rule("middle-earth", "4.11-b")
def test_a_spell_costs_the_move_of_its_own_phase_and_not_that_of_the_other():
    position = wizard().when("sauron", Cast("sauron", "sinister-visions", 3))
    position.when("sauron", Aim("0510"), [6, 6]).offers(March("gorgol")).offers_not(March("sauron"))
    position.when("sauron", March("sauron")).refused("8.52", "attempted a spell")
    position.when("sauron", End()).when("sauron", End()).then(PhaseBegan("E", "sauron"))
    position.when("sauron", March("sauron")).then(MarchBegan("sauron", 6))


@pytest.mark.rule("middle-earth", "4.12-a")
@pytest.mark.parametrize(
    ("letter", "seat", "piece"),
    [("F", "alliance", "dwarves-1"), ("F", "alliance", "men-bowmen-1"), ("C", "sauron", "slaves-1")],
)
def test_infantry_moves_four_clear_hexes_and_no_fifth(letter, seat, piece):
    position = given(board(), unit(piece, "0507"), unit("men-footmen-8", "1010"), *FAR[1:], phase(letter))
    position.when(seat, March(piece)).then(MarchBegan(piece, 4))
    walk(position, "0506", "0505", "0504", seat=seat).when(seat, Step("0503"))
    position.then(PieceMoved(piece, "0503", 1), MarchEnded(piece, "4.26"))


@pytest.mark.rule("middle-earth", "4.13-a")
@pytest.mark.parametrize(("piece", "cost"), [("wargs-1", 3), ("trolls-1", 2), ("orcs-1", 2), ("slaves-1", 2)])
def test_whatever_is_not_listed_as_cavalry_moves_as_infantry(piece, cost):
    position = given(
        board(terrain={"0504": "slope"}),
        unit(piece, "0505"),
        unit("men-footmen-8", "1010"),
        *FAR[1:],
        phase("C"),
    ).when("sauron", March(piece))
    position.when("sauron", Step("0504")).then(PieceMoved(piece, "0504", cost))


# 4.2 Restrictions


@pytest.mark.rule("middle-earth", "4.21-a")
def test_nobody_spends_more_than_his_allowance_in_a_phase():
    position = footmen(game=board(terrain={"0503": "slope", "0502": "slope"}))
    walk(position, "0504", "0503")
    assert position.state.marching.left == 1
    position.offers_not(Step("0502")).when("alliance", Step("0502")).refused("4.26", "costs 2")
    position.when("alliance", Step("0504"))
    position.offers_not(March("men-footmen-1"))
    position.when("alliance", March("men-footmen-1")).refused("4.21", "already moved")


@pytest.mark.rule("middle-earth", "4.22-a")
@pytest.mark.parametrize(
    ("letter", "step", "seat", "rule"),
    [
        ("A", "", "alliance", "3.0"),  # Sauron's slot: nobody of the West
        ("C", "", "sauron", "4.0"),
        ("D", "missile", "alliance", "3.0"),
        ("G", "missile", "alliance", "4.22"),
        ("G", "melee", "alliance", "4.22"),
        ("H", "", "alliance", "4.22"),
    ],
)
def test_units_and_leaders_move_in_no_phase_but_their_own_movement_phase(letter, step, seat, rule):
    field = (
        unit("men-footmen-1", "0505"),
        leader("isildur", "0505"),
        unit("men-footmen-2", "0506", disrupted=True),
        unit("men-bowmen-1", "0605"),
        unit("orcs-1", "0504"),
        unit("orc-archers-1", "0503"),
        leader("sauron", "0503"),
    )
    position = given(board(), *field, phase(letter, step, seat="sauron" if letter == "A" else ""))
    for piece in ("men-bowmen-1", "isildur"):
        position.when(seat, March(piece)).refused(rule)
    given(board(), *field[1:], unit("men-footmen-1", "0909"), phase("F")).offers(March("men-footmen-1"))


@pytest.mark.rule("middle-earth", "4.22-a")
@pytest.mark.parametrize("piece", ["ringwraith", "trolls-1"])
def test_only_magic_leaders_move_in_a_magic_leader_phase(piece):
    position = given(
        board(),
        unit("trolls-1", "0505"),
        leader("sauron", "0505"),
        leader("ringwraith", "0505"),
        unit("men-footmen-1", "1001"),
        phase("A", seat="sauron"),
    )
    position.offers(March("sauron")).offers_not(March(piece)).when("sauron", March(piece)).refused("4.22")


@pytest.mark.rule("middle-earth", "4.22-a")
def test_retreat_and_advance_are_moves_outside_the_movement_phase():
    position = given(
        board(),
        unit("trolls-1", "0504"),
        unit("men-footmen-1", "0505"),
        unit("orcs-1", "0909"),
        phase("D", "melee"),
    ).when("sauron", Attack("trolls-1", "men-footmen-1"), [1, 1, 5])
    position.when("alliance", Retreat("0506")).then(UnitRetreated("men-footmen-1", "0506"))
    position.when("sauron", Advance("trolls-1")).then(UnitAdvanced("trolls-1", "0505"))


@pytest.mark.rule("middle-earth", "4.23-a")
@pytest.mark.parametrize(
    "attack",
    [
        Fire("men-bowmen-1", "orcs-1"),
        Attack("men-footmen-1", "orcs-1"),
        Duel("isildur", "ringwraith"),
    ],
)
def test_there_is_no_combat_in_a_movement_phase(attack):
    position = given(
        board(),
        unit("men-footmen-1", "0505"),
        leader("isildur", "0505"),
        unit("men-bowmen-1", "0606"),
        unit("orcs-1", "0504"),
        leader("ringwraith", "0504"),
        phase("F"),
    )
    position.offers_not(attack).when("alliance", attack).refused("4.23", "no combat in a movement phase")


@pytest.mark.rule("middle-earth", "4.24-a")
def test_points_that_are_left_are_neither_kept_nor_lent():
    position = footmen(unit("men-footmen-2", "0105"))
    walk(position, "0504").when("alliance", Halt()).then(MarchEnded("men-footmen-1"))
    position.when("alliance", March("men-footmen-2")).then(MarchBegan("men-footmen-2", 4))
    walk(position, "0104").when("alliance", Halt())
    position.add(phase("F", turn=2))
    position.when("alliance", March("men-footmen-1")).then(MarchBegan("men-footmen-1", 4))


@pytest.mark.rule("middle-earth", "4.25-a")
@pytest.mark.parametrize("beyond", ["0503", "0706", "0406", "1010"])
def test_no_hex_is_skipped(beyond):
    position = footmen()
    position.offers_not(Step(beyond)).when("alliance", Step(beyond)).refused("4.25", "adjacent hex")


def tunnel():
    """A tunnel from 0504 over 0505 to 0506: all its other hexsides are closed."""
    path = {"0503|0504", "0504|0505", "0505|0506", "0506|0507"}
    grid = board().board.grid
    sides = {
        grid.hexsides[name, after] for name in ("0504", "0505", "0506") for after in grid.neighbours[name]
    }
    return board(
        terrain=dict.fromkeys(("0504", "0505", "0506"), "tunnel"),
        edges=dict.fromkeys(sides - path, "rock"),
    )


@pytest.mark.rule("middle-earth", "4.25-a")
def test_a_tunnel_is_left_and_entered_along_its_path_only():
    footmen(game=tunnel()).offers_only(Step("0504"), Step("0506"))
    position = given(tunnel(), unit("men-footmen-1", "0605"), *FAR, phase("F"))
    position.when("alliance", March("men-footmen-1")).offers_not(Step("0505"), Step("0506"))
    position.when("alliance", Step("0505")).refused("4.29", "closed")


@pytest.mark.rule("middle-earth", "4.26-a")
@pytest.mark.parametrize(("ground", "stops"), [("slope", True), ("clear", False)])
def test_a_hex_that_costs_more_than_is_left_is_not_entered(ground, stops):
    position = walk(footmen(game=board(terrain={"0501": ground})), "0504", "0503", "0502")
    position.when("alliance", Step("0501"))
    if stops:
        position.refused("4.26", "0501 costs 2 movement points and Men footmen 1 has 1 left")
    else:
        position.then(PieceMoved("men-footmen-1", "0501", 1))


@pytest.mark.rule("middle-earth", "4.26-a")
def test_nobody_is_sure_of_one_hex():
    slow = counter("alliance", "C3X") | {"allowance": 1}
    slopes = dict.fromkeys(board().board.grid.neighbours["0505"], "slope")
    position = given(
        board(terrain=slopes, types={"old-men": slow}), unit("old-men-1", "0505"), *FAR, phase("F")
    )
    position.offers_not(March("old-men-1")).when("alliance", March("old-men-1")).refused("4.26")
    del slopes["0504"]
    given(board(terrain=slopes, types={"old-men": slow}), unit("old-men-1", "0505"), *FAR, phase("F")).offers(
        March("old-men-1")
    )


@pytest.mark.rule("middle-earth", "4.27-a")
def test_friends_and_their_zones_hinder_nobody():
    position = footmen(
        unit("men-footmen-2", "0504"),
        unit("men-footmen-3", "0503"),
        unit("dwarves-1", "0403"),
        leader("isildur", "0503"),
    )
    for name in ("0504", "0503", "0502", "0501"):
        position.when("alliance", Step(name)).then(PieceMoved("men-footmen-1", name, 1))
    position.then_includes(MarchEnded("men-footmen-1", "4.26"))


@pytest.mark.rule("middle-earth", "4.27-a")
def test_any_number_of_units_pass_through_one_hex_in_a_phase():
    position = given(
        board(),
        unit("men-footmen-1", "0404"),
        unit("men-footmen-2", "0405"),
        unit("men-footmen-3", "0504"),
        unit("dwarves-1", "0505"),
        *FAR,
        phase("F"),
    )
    for name, goal in (("men-footmen-1", "0604"), ("men-footmen-2", "0605"), ("men-footmen-3", "0506")):
        position.when("alliance", March(name))
        walk(position, "0505", goal).when("alliance", Halt())
    assert {position.state.units[f"sauron-men-footmen-{n}"].hex for n in (1, 2, 3)} == {
        "0604",
        "0605",
        "0506",
    }


@pytest.mark.rule("middle-earth", "4.27-b")
@pytest.mark.parametrize("disrupted", [False, True])
def test_a_hex_with_an_enemy_unit_is_closed(disrupted):
    position = footmen(unit("orcs-1", "0503", disrupted=disrupted), unit("men-footmen-2", "0603"))
    position.offers(Step("0504")).when("alliance", Step("0504"))
    if disrupted:
        position.offers_not(Step("0503")).when("alliance", Step("0503")).refused(
            "4.27", "held by an enemy unit"
        )
    else:
        position.then_includes(MarchEnded("men-footmen-1", "6.0"))
    beside = given(
        board(), unit("men-footmen-1", "0504"), unit("orcs-1", "0503", disrupted=True), *FAR, phase("F")
    )
    beside.when("alliance", March("men-footmen-1")).when("alliance", Step("0503")).refused("4.27")


@pytest.mark.rule("middle-earth", "4.27-b")
def test_a_unit_enters_a_hex_of_enemy_leaders_who_go_unhurt_to_their_nearest_unit():
    position = footmen(leader("ringwraith", "0504"), unit("orcs-1", "0706"), unit("orcs-2", "0909"))
    position.offers(Step("0504")).when("alliance", Step("0504")).then(
        PieceMoved("men-footmen-1", "0504", 1),
        RelocationOrdered("ringwraith", "4.27"),
        LeaderRelocated("ringwraith", "0706"),
    )
    assert not position.state.leaders["sauron-ringwraith-1"].wounded
    position.awaits("alliance", "move").offers(Step("0503"))


@pytest.mark.rule("middle-earth", "4.27-b")
@pytest.mark.parametrize(
    ("enemy", "words"),
    [
        (leader("ringwraith", "0504"), "holds an enemy leader"),
        (unit("orcs-1", "0504"), "held by an enemy unit"),
    ],
)
def test_a_leader_enters_no_hex_with_any_enemy(enemy, words):
    position = given(
        board(), unit("men-footmen-1", "0505"), leader("isildur", "0505"), enemy, *FAR, phase("F")
    ).when("alliance", March("isildur"))
    position.offers_not(Step("0504")).offers(Step("0404"))
    position.when("alliance", Step("0504")).refused("4.27", words)


# 4.28


@pytest.mark.rule("middle-earth", "4.28-a")
def test_a_phase_does_not_end_while_a_hex_holds_too_many():
    position = given(
        board(),
        unit("men-footmen-1", "0504"),
        unit("men-footmen-2", "0504"),
        unit("men-footmen-3", "0105"),
        *FAR,
        phase("F"),
    ).offers_only(March("men-footmen-1"), March("men-footmen-2"))
    position.when("alliance", End()).refused("4.28", "0504 holds more than one combat unit")
    position.when("alliance", March("men-footmen-3")).refused("4.28", "must move on first")
    position.when("alliance", March("men-footmen-1"))
    walk(position, "0505").when("alliance", Halt()).offers(End(), March("men-footmen-3"))


@pytest.mark.rule("middle-earth", "4.28-a")
def test_the_limit_holds_at_the_end_only_so_a_unit_may_relieve_another():
    position = given(
        board(), unit("men-footmen-1", "0505"), unit("men-footmen-2", "0504"), *FAR, phase("F")
    ).when("alliance", March("men-footmen-1"))
    position.when("alliance", Step("0504")).when("alliance", Halt()).awaits("alliance", "move")
    assert position.state.marching is not None
    assert position.state.marching.piece == "sauron-men-footmen-2"
    position.when("alliance", Step("0503")).when("alliance", Halt()).offers(End())
    assert position.state.at["0504"] == ("sauron-men-footmen-1",)


@pytest.mark.rule("middle-earth", "4.28-a", "4.27-a")
def test_two_units_change_places_in_a_blind_alley():
    # The last point of the first brings him in; the only point of the second takes him to the hex just left.
    slow = counter("alliance", "C3X") | {"allowance": 1}
    grid = board().board.grid
    alley = {name: "mountain" for name in grid.neighbours["0505"] if name != "0504"}
    position = given(
        board(terrain=alley, types={"old-men": slow}),
        unit("men-footmen-1", "0501"),
        unit("old-men-1", "0505"),
        *FAR,
        phase("F"),
    ).when("alliance", March("men-footmen-1"))
    walk(position, "0502", "0503", "0504").when("alliance", Step("0505"))
    position.then_includes(MarchEnded("men-footmen-1", "4.26"), PieceMoved("old-men-1", "0504", 1))
    assert position.state.units["sauron-men-footmen-1"].hex == "0505"
    position.offers(End())


@pytest.mark.rule("middle-earth", "4.28-a")
def test_nobody_stops_on_a_friend_who_cannot_move_away():
    position = footmen(unit("men-footmen-2", "0504", disrupted=True)).when("alliance", Step("0504"))
    position.offers(Step("0503")).offers_not(Halt())
    position.when("alliance", Halt()).refused("5.0", "may not stay")
    position.when("alliance", Step("0503")).offers(Halt())


def test_an_overfull_hex_of_the_enemy_binds_nobody_else():
    """Where a formation was beaten and found no way out, its two units stand in one hex (8.46) until they may move."""
    given(
        board(),
        unit("dwarves-1", "0505"),
        unit("dwarves-2", "0505"),
        unit("orcs-1", "0808"),
        phase("C", seat="sauron"),
    ).offers(March("orcs-1"), End()).offers_not(March("dwarves-1"), March("dwarves-2"))


def test_of_two_units_in_a_hex_one_moves_on_if_either_can():
    pair = unit("dwarves-1", "0505"), unit("dwarves-2", "0505"), unit("dwarves-3", "0808")
    given(board(), *pair, phase("C", seat="alliance")).offers_only(March("dwarves-1"), March("dwarves-2"))
    given(board(), *pair, unit("orcs-1", "0504"), phase("C", seat="alliance")).offers(
        March("dwarves-3"), End()
    ).offers_not(March("dwarves-1"), March("dwarves-2"))
