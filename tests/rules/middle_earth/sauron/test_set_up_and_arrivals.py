"""The battle before its first blow: length (SAURON-1), map (SAURON-2), set-up (SAURON-4), who comes when (SAURON-5,
SAURON-6, SAURON-19)."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from replays.opening import prepare, prepare_new
from rules.chance import Chance, keyed
from rules.errors import IllegalAction, OptionError
from rules.middle_earth.actions import Bring, BringTo, Choose, End, March, Step
from rules.middle_earth.events import (
    ChoiceOffered,
    LeaderPlaced,
    MarchEnded,
    MarkerPlaced,
    PhaseBegan,
    PieceEntered,
    ReinforcementChosen,
    ReinforcementsDue,
    SetUpBegan,
    TurnBegan,
    UnitPlaced,
)
from rules.middle_earth.sauron.ruleset import ruleset
from rules.parts.hexes import distance
from rules.projection import fold
from tests.rules.middle_earth.harness import Position, like, phase, unit
from tests.rules.middle_earth.sauron.battles import DATA, begun, both, play, prepared

GAME = prepared()
GATE = ("1620", "1720", "1820", "1920")


def position(*circumstances, game=GAME):
    made = Position(game)
    for each in circumstances:
        made.add(each)
    return made


# SAURON-1


@pytest.mark.rule("sauron", "SAURON-1")
def test_there_are_18_turns_and_the_last_four_are_night():
    assert sorted(GAME.board.turns) == list(range(1, 19))
    assert [turn for turn, each in sorted(GAME.board.turns.items()) if each.night] == [15, 16, 17, 18]
    seen = []
    state = play(GAME, 1, both("random"), lambda state, event: seen.append((state.turn, state.night, event)))
    assert state.turn == 18
    turns = [event.turn for _, _, event in seen if isinstance(event, TurnBegan)]
    assert turns == list(range(1, 19))
    for turn, night, event in seen:
        if isinstance(event, PhaseBegan):
            assert night == (turn >= 15)


@pytest.mark.rule("sauron", "SAURON-1")
def test_a_turn_has_seven_phases_and_only_sauron_acts_in_the_magic_phases():
    seen = set()
    play(
        GAME,
        2,
        both("random"),
        lambda state, event: seen.add(event) if isinstance(event, PhaseBegan) else None,
    )
    assert [each.id for each in GAME.board.phases] == list("ACDEFGH")
    assert {each.phase for each in seen} == set("ACDEFGH")
    assert {each.seat for each in seen if each.phase in ("A", "E")} == {"sauron"}


# SAURON-2


@pytest.mark.rule("sauron", "SAURON-2")
def test_the_mountain_wall_of_mordor_is_open_at_the_gate_alone():
    terrain = {name: each.id for name, each in GAME.board.terrain.items()}
    assert len(terrain) == 34 * 22
    assert {name for name, kind in terrain.items() if name[2:] >= "20" and kind != "mountain"} == set(GATE)
    row_19 = {name[:2] for name, kind in terrain.items() if name[2:] == "19" and kind == "mountain"}
    assert row_19 == {f"{column:02d}" for column in (*range(1, 16), *range(20, 35))}
    assert all(terrain[f"{column}{row:02d}"] == "mountain" for column in ("01", "34") for row in range(1, 23))
    assert GAME.board.terrain["1720"].clear


@pytest.mark.rule("sauron", "SAURON-2")
def test_slopes_and_the_road_lie_where_the_rule_says():
    slopes = {name for name, each in GAME.board.terrain.items() if each.id == "slope"}
    wanted = {f"{column:02d}16" for column in (*range(8, 13), *range(23, 28))}
    wanted |= {f"{column:02d}17" for column in (*range(8, 14), *range(22, 28))}
    assert slopes == wanted | {"0508", "0608", "0609", "2807", "2907", "2908"}
    assert {f"17{row:02d}" for row in range(1, 21)} == GAME.board.road
    assert set(GAME.board.regions["north-half"]) == {
        f"{column:02d}{row:02d}" for column in range(1, 35) for row in range(1, 11)
    }


# SAURON-4


@pytest.mark.rule("sauron", "SAURON-4")
def test_the_ready_set_up_is_lawful_and_done_in_the_beginning():
    state = begun(GAME)
    assert (state.turn, state.phase) == (1, "C")
    for unit_, now in state.units.items():
        row = int(now.hex[2:])
        if "goblin-archers" in unit_:
            assert 11 <= row <= 15
        elif "wargs" in unit_:
            assert min(distance(now.hex, f"17{road}") for road in range(16, 20)) <= 1
        else:
            assert row <= 10
            foes = [each.hex for other, each in state.units.items() if GAME.seat_of[other] == "sauron"]
            assert min(distance(now.hex, foe) for foe in foes) >= 2
    assert len(state.units) == 32
    assert sorted(state.leaders) == [
        "sauron-anarion-1", "sauron-baldrim-1", "sauron-elendil-1", "sauron-gorgol-1", "sauron-isildur-1",
    ]  # fmt: skip
    assert state.markers["sauron-narsil-1"].bearer == "sauron-elendil-1"


FREE = prepared(setup="free")


def free():
    made = Position(FREE)
    for event in ruleset.begin(FREE, Chance(keyed(b"0" * 16))):
        made._happen(event)
    return made


@pytest.mark.rule("sauron", "SAURON-4")
def test_sauron_sets_up_first_and_names_a_piece_and_then_its_hex():
    made = free().awaits("sauron", "set-up")
    made.offers_only(Bring("goblin-archers-1"), Bring("wargs-1"))
    made.when("sauron", Bring("gorgol")).refused("SAURON-4")
    made.when("sauron", Bring("goblin-archers-2")).refused("3.0")
    made.when("sauron", Bring("men-cavalry-1")).refused("3.0")
    made.when("sauron", BringTo("1412")).refused("3.0")
    made.when("sauron", Bring("goblin-archers-1")).awaits("sauron", "bring")
    made.when("sauron", End()).refused("4.0")
    made.when("sauron", BringTo("1410")).refused("SAURON-4")
    made.when("sauron", BringTo("1416")).refused("SAURON-4")
    made.when("sauron", BringTo("0112")).refused("4.29")
    made.when("sauron", BringTo("9999")).refused("2.1")
    made.when("sauron", BringTo("1412")).then(UnitPlaced("goblin-archers-1", "1412"))
    made.offers(Bring("gorgol"), Bring("goblin-archers-2")).when("sauron", Bring("goblin-archers-2"))
    made.when("sauron", BringTo("1412")).refused("5.0")


@pytest.mark.rule("sauron", "SAURON-4")
def test_then_the_alliance_sets_up_in_the_north_not_next_to_an_enemy():
    made = free()
    for number, name in enumerate(("1411", "1612", "1812", "2012"), start=1):
        made.when("sauron", Bring(f"goblin-archers-{number}")).when("sauron", BringTo(name))
    for number, name in enumerate(("1616", "1716", "1816"), start=1):
        made.when("sauron", Bring(f"wargs-{number}")).when("sauron", BringTo(name))
    made.when("sauron", Bring("wargs-4")).when("sauron", BringTo("1717"))
    made.then_includes(UnitPlaced("wargs-4", "1717")).awaits("sauron", "bring")  # Gorgol alone is left
    made.when("sauron", BringTo("1716")).refused("SAURON-4")
    made.when("sauron", BringTo("1313")).refused("8.1")
    made.when("sauron", BringTo("1411")).then(LeaderPlaced("gorgol", "1411"), SetUpBegan("alliance"))
    made.awaits("alliance", "set-up").when("alliance", Bring("dwarves-1"))
    made.when("alliance", BringTo("1410")).refused("SAURON-4", "nearer")
    made.when("alliance", BringTo("1411")).refused("SAURON-4")
    made.when("alliance", BringTo("1409")).then(UnitPlaced("dwarves-1", "1409"))


@pytest.mark.rule("sauron", "SAURON-4")
def test_a_battle_set_up_by_hand_goes_on_to_the_first_turn():
    seen = []
    play(FREE, 5, both("random"), lambda state, event: seen.append(event))
    placed = [each for each in seen if isinstance(each, (UnitPlaced, LeaderPlaced))]
    assert len(placed) == 37
    assert seen.index(placed[-1]) < next(
        number for number, each in enumerate(seen) if isinstance(each, TurnBegan)
    )
    assert MarkerPlaced("sauron-narsil-1", "", "sauron-elendil-1") in seen


def set_up_file(folder, changes=(), less=()):
    """A TOML file of the ready set-up with these changes."""
    ready = {
        each.piece.removeprefix("sauron-"): each.hex for each in DATA.deployment["battle-historical"].placed
    }
    ready.update(changes)
    lines = [f'{piece} = "{name}"' for piece, name in ready.items() if piece not in less]
    path = folder / "set-up.toml"
    path.write_text("[place]\n" + "\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


@pytest.mark.rule("sauron", "SAURON-4")
def test_a_file_sets_up_all_pieces_and_is_kept_with_the_game(tmp_path):
    path = set_up_file(tmp_path, {"dwarves-6": "0505", "wargs-4": "1718"})
    opened = prepare(ruleset, DATA, "battle", {"setup": path})
    assert opened.options["setup"].startswith("[place]")
    state = begun(opened.game)
    assert (state.units["sauron-dwarves-6"].hex, state.units["sauron-wargs-4"].hex) == ("0505", "1718")
    assert len(state.units) == 32
    again = prepare(ruleset, DATA, "battle", {"setup": opened.options["setup"]})
    assert begun(again.game) == state


@pytest.mark.parametrize(
    ("changes", "less", "words"),
    [
        ({"wargs-1": "1614", "dwarves-1": "1511"}, (), ["Wargs 1", "not there", "Dwarves 1", "(SAURON-4)"]),
        ({"dwarves-2": "1510"}, (), ["1510 holds Dwarves 1 already", "(5.0)"]),
        ({"dwarves-2": "0109"}, (), ["closed to it (4.29)"]),
        ({"dwarves-2": "4009"}, (), ["4009 is not on the map (2.1)"]),
        ({"baldrim-1": "1710"}, (), ["none stands in 1710 (8.1)"]),
        ({}, ("dwarves-6", "elendil-1"), ["Dwarves 6 is not set up", "Elendil is not set up"]),
        ({"orcs-1": "1716"}, (), ["orcs-1 is no piece that is set up"]),
        ({"goblin-archers-4": "1711"}, (), ["Guard of Elendil 1 sets up 2 hexes or more from every enemy"]),
    ],
)
@pytest.mark.rule("sauron", "SAURON-4")
def test_every_breach_of_a_set_up_file_is_said_in_a_sentence(tmp_path, changes, less, words):
    with pytest.raises(OptionError) as refused:
        prepare(ruleset, DATA, "battle", {"setup": set_up_file(tmp_path, changes, less)})
    for each in words:
        assert each in str(refused.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[place\n", "not TOML"),
        ("[pieces]\n\n", "[place]"),
        ("[place]\norcs = 3\n", "no piece"),
        ("", "[place]"),
    ],
)
def test_a_file_that_is_no_set_up_is_refused(tmp_path, text, words):
    path = tmp_path / "wrong.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(OptionError, match="set-up cannot be used") as refused:
        prepare(ruleset, DATA, "battle", {"setup": str(path)})
    assert words in str(refused.value)


def test_a_ready_set_up_that_breaks_the_rules_or_is_missing_is_refused():
    ready = DATA.deployment["battle-historical"]
    moved = tuple(
        msgspec.structs.replace(each, hex="0505") if "wargs-1" in each.piece else each
        for each in ready.placed
    )
    wrong = msgspec.structs.replace(ready, placed=moved)
    for deployments, words in (
        ({"battle-historical": wrong}, "Wargs 1 sets up in the road before the gate"),
        ({}, "no .*battle-historical"),
    ):
        data = msgspec.structs.replace(DATA, deployment=deployments)
        with pytest.raises(OptionError, match=words):
            ruleset.prepare(data, "battle", {"setup": "historical"})


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(OptionError, match="historical or free or the path of a file"):
        prepare(ruleset, DATA, "battle", {"setup": str(tmp_path / "none.toml")})


def test_no_new_battle_begins_with_a_set_up_that_would_do_nothing(tmp_path):
    for value in ("free", set_up_file(tmp_path)):
        with pytest.raises(OptionError) as refused:
            prepare_new(ruleset, DATA, "learning", {"setup": value})
        assert str(refused.value) == (
            "option setup would do nothing here: in The Road to the Gate (learning) all pieces begin in fixed hexes; "
            "leave it out, or choose the scenario battle"
        )
        assert prepare(ruleset, DATA, "learning", {"setup": value}).game.board.scenario.id == "learning"
        assert prepare_new(ruleset, DATA, "battle", {"setup": value}).scenario == "battle"
    assert prepare_new(ruleset, DATA, "learning", {"setup": "historical"}).scenario == "learning"


@pytest.mark.rule("sauron", "SAURON-4")
def test_a_single_piece_is_named_in_a_file_with_or_without_its_number(tmp_path):
    first = begun(prepare(ruleset, DATA, "battle", {"setup": set_up_file(tmp_path)}).game)
    text = Path(set_up_file(tmp_path)).read_text(encoding="utf-8")
    for old, new in (
        ("elendil-1", "elendil"),
        ("baldrim-1", "sauron-baldrim"),
        ("gorgol-1", "sauron-gorgol-1"),
    ):
        text = text.replace(f"\n{old} ", f"\n{new} ")
    assert "\nelendil = " in text
    assert begun(prepare(ruleset, DATA, "battle", {"setup": text}).game) == first


# SAURON-5


def elves():
    made = position(unit("men-footmen-1", "1005"), unit("wargs-1", "1019"), phase("E", seat="sauron", turn=2))
    made.add(phase("C", turn=2))
    return made.when("sauron", End())


@pytest.mark.rule("sauron", "SAURON-5")
def test_all_elves_may_enter_on_the_north_edge_in_turn_2():
    made = elves().then_includes(
        like(ReinforcementsDue, title="The Elves", region="north-edge", rule="SAURON-5")
    )
    made.awaits("alliance", "movement")
    own = [each for each in made.state.reserves if made.game.seat_of[each] == "alliance"]
    assert len(own) == 15
    made.offers(March("elven-spearmen-1"), March("elven-bowmen-1", "cirdan"), March("elven-cavalry-1"))
    made.when("alliance", March("elven-cavalry-1")).when("alliance", Step("1702"))
    made.refused("GONDOR-45")
    made.when("alliance", Step("0101")).refused("4.29")
    made.when("alliance", Step("1701")).then(PieceEntered("elven-cavalry-1", "1701", 1))
    made.when("alliance", Step("1702"))
    assert made.state.marching is not None
    assert made.state.marching.left == 4
    earlier = position(unit("men-footmen-1", "1005"), unit("wargs-1", "1019"), phase("C", turn=1))
    earlier.when("sauron", End()).offers_not(March("elven-spearmen-1"))


@pytest.mark.rule("sauron", "SAURON-5", "SAURON-19")
def test_gil_galad_comes_with_a_unit_of_elves_and_bears_aiglos():
    made = elves().when("alliance", March("elven-spearmen-1", "gil-galad")).when("alliance", Step("1701"))
    made.then_includes(
        PieceEntered("elven-spearmen-1", "1701", 1, "gil-galad"), MarkerPlaced("aiglos", "", "gil-galad")
    )
    assert made.state.leaders["sauron-gil-galad-1"].hex == "1701"
    elves().offers_not(March("gil-galad"), March("cirdan"))


# SAURON-6


def due_in(turn):
    arrival = [each for each in GAME.board.scenario.arrivals if each.side == "sauron" and each.turn == turn]
    pieces = [
        piece.removeprefix("sauron-").rstrip("-0123456789") for each in arrival for piece in each.pieces
    ]
    return sum(each.number for each in arrival), {piece: pieces.count(piece) for piece in pieces}


@pytest.mark.rule("sauron", "SAURON-6")
@pytest.mark.parametrize(
    ("turn", "orcs", "others"),
    [
        (1, 2, {}), (2, 2, {}), (3, 2, {}), (4, 2, {"orc-archers": 1}), (5, 2, {"trolls": 1}),
        (6, 0, {"slaves": 3, "ringwraith": 1, "sauron": 1, "pedestal": 1}), (7, 0, {"orc-archers": 2, "trolls": 1}),
        (8, 0, {"slaves": 3}), (9, 2, {"trolls": 1}), (10, 0, {"slaves": 2}), (11, 0, {"orc-archers": 1, "trolls": 1}),
        (12, 2, {}),
    ],
)  # fmt: skip
def test_his_host_comes_as_the_schedule_has_it(turn, orcs, others):
    assert due_in(turn) == (orcs, others)


def chosen(*kinds):
    state = begun(GAME)
    made = Position(GAME)
    made.state = state
    for kind in kinds:
        made.when("sauron", Choose(kind))
    return made


@pytest.mark.rule("sauron", "SAURON-6")
def test_the_owner_picks_the_kind_of_his_orcs():
    state = begun(GAME)
    assert [each.kind for each in state.questions] == ["choose", "choose"]
    made = chosen("orc-swordsmen-1").then(ReinforcementChosen("orc-swordsmen-1", "black-gate", "SAURON-6"))
    made.offers_only(Choose("orcs-1"), Choose("orc-swordsmen-2"))
    made.when("sauron", Choose("orcs-2")).refused("SAURON-6")
    made.when("sauron", End()).refused("SAURON-6")
    made.when("sauron", Choose("orcs-1")).awaits("sauron", "movement")
    assert sorted(made.state.reserves) == ["sauron-orc-swordsmen-1", "sauron-orcs-1"]


@pytest.mark.rule("sauron", "SAURON-6")
def test_one_unit_a_gate_hex_a_turn_pays_for_it_and_moves_on():
    made = chosen("orcs-1", "orcs-2").when("sauron", March("orcs-1"))
    made.offers_only(*(Step(name) for name in GATE))
    made.when("sauron", Step("1720")).then(PieceEntered("orcs-1", "1720", 1))
    assert made.state.marching is not None
    assert made.state.marching.left == 3
    made.when("sauron", Step("1719")).when("sauron", Step("1618")).when("sauron", Step("1617"))
    made.then_includes(MarchEnded("orcs-1", "4.26"))
    made.when("sauron", March("orcs-2")).offers_only(*(Step(name) for name in GATE if name != "1720"))
    made.when("sauron", Step("1720")).refused("GONDOR-45", "this turn")


@pytest.mark.rule("sauron", "SAURON-6")
def test_an_enemy_unit_shuts_a_gate_hex_but_its_zone_does_not():
    def gate(*more):
        made = position(unit("wargs-1", "1019"), *more, unit("men-footmen-2", "1005"))
        made.add(
            ReinforcementsDue(
                4, "Orcs", ("sauron-trolls-1", "sauron-orc-archers-1"), "black-gate", "SAURON-6"
            )
        )
        made.add(phase("C", turn=5))
        return made

    made = gate(unit("men-footmen-1", "1620")).when("sauron", March("trolls-1"))
    made.when("sauron", Step("1620")).refused("GONDOR-45", "held by the enemy")
    made.offers_only(Step("1720"), Step("1820"), Step("1920"))
    made.when("sauron", Step("1720")).then_includes(MarchEnded("trolls-1", "6.0"))
    archers = gate(unit("men-footmen-1", "1620")).when("sauron", March("orc-archers-1"))
    archers.when("sauron", Step("1720")).refused("7.15")
    shut = gate(*(unit(f"men-footmen-{number}", name) for number, name in enumerate(GATE, start=3)))
    shut.offers_not(March("trolls-1")).when("sauron", March("trolls-1")).refused("GONDOR-45")
    assert "sauron-trolls-1" in shut.state.reserves  # it waits


@pytest.mark.rule("sauron", "SAURON-6")
def test_sauron_comes_where_a_unit_stands_with_his_pedestal_and_moves_no_further_in_this_phase():
    made = position(unit("men-footmen-1", "1005"), unit("slaves-1", "1720"))
    made.add(ReinforcementsDue(6, "Host", ("sauron-sauron-1", "sauron-pedestal-1"), "black-gate", "SAURON-6"))
    made.add(phase("C", turn=6))
    made.when("sauron", March("sauron")).then_includes(
        PieceEntered("sauron", "1720", 1), MarkerPlaced("pedestal", "1720"), MarchEnded("sauron", "8.52")
    )
    assert made.state.leaders["sauron-sauron-1"].points == 45
    assert "sauron-sauron-1" in made.state.moved


@pytest.mark.rule("sauron", "SAURON-6", "SAURON-19")
def test_the_ringwraith_comes_with_a_unit_and_what_finds_no_room_waits():
    made = position(unit("men-footmen-1", "1005"), unit("orcs-1", "1019"))
    made.add(
        ReinforcementsDue(6, "Host", ("sauron-ringwraith-1", "sauron-slaves-1"), "black-gate", "SAURON-6")
    )
    made.add(phase("C", turn=6))
    made.offers_not(March("ringwraith")).offers(March("slaves-1", "ringwraith"))
    made.when("sauron", March("slaves-1", "gorgol")).refused("4.0")
    waiting = made.when("sauron", End())
    assert set(waiting.state.reserves) >= {"sauron-ringwraith-1", "sauron-slaves-1"}


def test_the_due_reinforcements_are_told_and_shown():
    state = begun(GAME)
    panels = {panel.title: panel.lines for panel in ruleset.scene(GAME, state).panels}
    assert "Sauron turn 6, Black Gate: 3 Slaves, Ringwraith, Sauron, Pedestal" in panels["Reinforcements"]
    assert any(
        line.startswith("Last Alliance turn 2, north edge: 6 Elven spearmen")
        for line in panels["Reinforcements"]
    )
    told = []
    state = ruleset.initial(GAME)
    for event in ruleset.begin(GAME, Chance(keyed(b"0" * 16))):
        if isinstance(event, (ReinforcementsDue, ChoiceOffered)):
            told.append(ruleset.narrate(GAME, state, event))
        state = fold(ruleset, GAME, state, (event,))
    assert told == [
        "Orcs may enter by the Black Gate (SAURON-6)",
        "Sauron is to choose a unit that comes (SAURON-6)",
        "Sauron is to choose a unit that comes (SAURON-6)",
    ]


@pytest.mark.rule("sauron", "SAURON-19")
def test_nobody_leaves_the_map():
    made = position(unit("men-footmen-1", "1001"), unit("wargs-1", "1019"), phase("F"))
    made.when("alliance", March("men-footmen-1"))
    made.when("alliance", Step("1000")).refused("2.1")


def test_a_piece_that_is_set_up_cannot_be_brought_twice():
    state = begun(GAME)
    with pytest.raises(IllegalAction):
        ruleset.decide(GAME, state, "sauron", Bring("sauron-wargs-1"), Chance(keyed(b"0" * 16)))
