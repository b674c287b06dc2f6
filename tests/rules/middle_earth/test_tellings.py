"""What people are told of a battle: why somebody must move, what was decided unasked, what victory points come from,
and what a roll is for."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from rules.chance import Chance, keyed
from rules.middle_earth import standard
from rules.middle_earth.actions import Attack, Cast, End, Fire, Form, Halt, March, Step
from rules.middle_earth.events import (
    EarlyRetreatRolled,
    FateRolled,
    FormationTaken,
    GameEnded,
    SpellDeclared,
    VictoryPointsChanged,
)
from rules.middle_earth.gondor.ruleset import ruleset as siege_rules
from rules.middle_earth.narration import decision_title, narrate, retell
from rules.middle_earth.phrases import phrase
from rules.middle_earth.points import items
from rules.middle_earth.rolls import roll_title
from rules.middle_earth.sauron.ruleset import EXCLUSIVE, ruleset
from rules.middle_earth.scene import scene
from rules.middle_earth.wording import span
from rules.ruleset import Step as Batch
from tests.rules.middle_earth.gondor.index_tables import BREACHES, NUMBERS
from tests.rules.middle_earth.gondor.siege import engine as siege_engine
from tests.rules.middle_earth.gondor.siege import ladder as siege_ladder
from tests.rules.middle_earth.gondor.siege import siege
from tests.rules.middle_earth.harness import board, given, leader, learning, like, marker, phase, unit


def test_who_must_move_on_and_why_is_said_in_the_log_and_in_the_question():
    position = (
        given(
            board(),
            unit("men-footmen-1", "0505"),
            unit("men-footmen-3", "0506"),
            unit("orcs-1", "0909"),
            phase("F"),
        )
        .when("alliance", March("men-footmen-3"))
        .when("alliance", Step("0505"))
    )
    title = decision_title(position.game, position.state, "move")
    assert (
        title == "the move of Men footmen 3: 0505 holds one unit or formation only, one must move on (4.28)"
    )
    position.when("alliance", Halt()).tells(
        "Men footmen 3 halts in 0505; Men footmen 1 must move on: one unit or formation a hex (4.28)",
        "Men footmen 1 moves with 4 movement points (4.0), the only choice",
    )


def test_an_attack_that_nobody_chose_is_told_as_the_only_choice():
    position = given(
        board(),
        unit("men-bowmen-1", "0505"),
        unit("orcs-1", "0503"),
        unit("men-footmen-1", "0605"),
        unit("orcs-2", "0604"),
        phase("G", "missile"),
    ).when("alliance", End(), dice=[6, 6])
    position.tells("Men footmen 1 shall attack Orcs 2 (7.32), the only choice")
    chosen = given(
        board(),
        unit("men-footmen-1", "0505"),
        unit("orcs-1", "0504"),
        unit("orcs-2", "0506"),
        phase("G", "melee"),
    ).when("alliance", Attack("men-footmen-1", "orcs-1"), dice=[6, 6])
    chosen.tells("Men footmen 1 shall attack Orcs 1 (7.32)")
    with pytest.raises(AssertionError):
        chosen.tells("Men footmen 1 shall attack Orcs 1 (7.32), the only choice")


def test_why_a_movement_phase_cannot_end_yet_is_part_of_the_question():
    position = given(
        board(), unit("men-footmen-1", "0505"), leader("isildur", "0507"), unit("orcs-1", "0909"), phase("F")
    ).offers(March("isildur"))
    assert decision_title(position.game, position.state, "movement") == (
        "Last Alliance movement phase; before it ends, Isildur must stand with a unit that he may lead when combat "
        "begins (8.1)"
    )


def test_why_a_unit_moves_that_nobody_chose_is_part_of_the_question():
    position = (
        given(
            board(),
            unit("men-footmen-1", "0505"),
            leader("isildur", "0507"),
            unit("orcs-1", "0909"),
            phase("F"),
        )
        .when("alliance", March("isildur"))
        .when("alliance", Step("0508"))
        .when("alliance", Halt())
    )
    must = "; before the phase ends, Isildur must stand with a unit that he may lead when combat begins (8.1)"
    assert decision_title(position.game, position.state, "move") == f"the move of Men footmen 1{must}"
    position.when("alliance", Step("0506"))
    assert decision_title(position.game, position.state, "move") == "the move of Men footmen 1"


def test_a_formation_is_offered_as_what_it_is_and_forming_is_its_move():
    position = given(
        board(),
        unit("men-footmen-1", "0505"),
        unit("men-footmen-2", "0506"),
        leader("isildur", "0505"),
        unit("orcs-1", "0909"),
        phase("F"),
    ).when("alliance", Form("isildur", ("men-footmen-1", "men-footmen-2")))
    position.when("alliance", March("men-footmen-1")).refused(
        "4.21", "to take a formation is a unit's move, too"
    )
    assert phrase(position.game, position.state, March(position.game.prefix + "men-footmen-1")) == (
        "(move) men-footmen-1 (shield-wall with men-footmen-2)"
    )


def test_the_west_is_called_by_the_name_of_its_side_everywhere():
    position = given(board(), unit("men-footmen-1", "0505"), unit("orcs-1", "0909"), phase("F"))
    clock = standard.clock(position.game, position.state)
    assert clock.phase_title == "Last Alliance movement phase"
    assert "Turn 1, Last Alliance movement phase" in scene(position.game, position.state).title
    sauron = given(board(), unit("men-footmen-1", "0505"), unit("orcs-1", "0909"), phase("C"))
    assert "Turn 1, Sauron movement phase" in scene(sauron.game, sauron.state).title
    assert decision_title(sauron.game, sauron.state, "movement") == "Sauron movement phase"


# SAURON-17


def test_victory_points_are_told_with_their_reason_when_a_phase_ends():
    position = given(
        learning(),
        unit("men-footmen-1", "1715"),
        unit("men-footmen-2", "1212"),
        unit("orcs-1", "1216"),
        phase("F"),
    )
    for action in (March("men-footmen-1"), Step("1716")):
        position = position.when("alliance", action)
    position.when("alliance", Halt()).then_not(VictoryPointsChanged)
    position.when("alliance", End()).then_includes(
        VictoryPointsChanged("alliance", "holding the Road (1716)", 10, 10, 10),
        VictoryPointsChanged("sauron", "holding the Western spur (1216)", 6, 6, 6),
    ).tells("Victory points: Last Alliance +10 for holding the Road (1716), 10 in all")
    panel = next(
        each for each in scene(position.game, position.state).panels if each.title == "Victory points"
    )
    assert panel.lines == (
        "Last Alliance: 10 for holding the Road (1716)",
        "Sauron: 6 for holding the Western spur (1216)",
    )


def test_several_changes_of_victory_points_are_told_with_a_running_sum():
    position = given(
        learning(),
        unit("men-footmen-1", "1716"),
        unit("men-footmen-2", "1212"),
        unit("orcs-1", "1216"),
        VictoryPointsChanged("alliance", "enemy units eliminated", 7, 7, 7),
        phase("F"),
    )
    for change, told in (
        (("holding the Road (1716)", 10, 10), "+10 for holding the Road (1716), 17 in all"),
        (("enemy units eliminated", 6, 13), "+6 for enemy units eliminated, 23 in all"),
        (("holding the Road (1716)", -10, 0), "−10 for holding the Road (1716), 13 in all"),
    ):
        event = VictoryPointsChanged("alliance", *change, 13)
        assert narrate(position.game, position.state, event) == f"Victory points: Last Alliance {told}"
        position.add(event)


def test_a_melee_against_a_formation_ends_under_the_name_under_which_it_began():
    position = given(
        board(),
        unit("men-footmen-1", "0505"),
        unit("men-footmen-2", "0505"),
        FormationTaken("shield-wall", "", ("men-footmen-1", "men-footmen-2"), "0505"),
        unit("orcs-1", "0504"),
        unit("trolls-1", "0909"),
        phase("D", "melee"),
    ).when("sauron", Attack("orcs-1", "men-footmen-1"), dice=[6, 6])
    wall = "the shield wall of Men footmen 1 and Men footmen 2"
    position.tells(f"Orcs 1 shall attack {wall} (7.32)", f"The melee against {wall} is over (7.32)")


def test_rolls_are_told_with_the_numbers_of_the_data():
    position = given(board(), unit("men-footmen-1", "0505"), leader("isildur", "0505"), phase("F"))
    numbers = msgspec.structs.replace(
        position.game.board.numbers, leader_shares_fate=4, early_retreat_disrupted=2
    )
    changed = replace(position.game, board=msgspec.structs.replace(position.game.board, numbers=numbers))
    fate = FateRolled("sauron-isildur-1", 4, "E", True)
    assert "1d6 4–6, rolled 4: he shares its fate" in narrate(changed, position.state, fate)
    early = EarlyRetreatRolled("sauron-men-footmen-1", 3, False)
    assert "1d6 1–2, rolled 3: in good order" in narrate(changed, position.state, early)


def test_the_result_says_what_each_side_has_its_points_for():
    position = given(
        learning(), unit("men-footmen-1", "1716"), unit("orcs-1", "1216"), phase("F", turn=5)
    ).when("alliance", End())
    position.then_includes(like(GameEnded, how="marginal")).tells(
        "Last Alliance wins marginally (Last Alliance 10 for holding the Road (1716); "
        "Sauron 6 for holding the Western spur (1216); a lead of 20 points is decisive)"
    )
    assert sum(each.points for each in items(position.game, position.state) if each.seat == "sauron") == 6


# What a roll is for


def _asked(position, purpose):
    prefix = position.game.prefix
    full = ">".join(f"{prefix}{part}" for part in purpose.partition(":")[2].split(">"))
    return roll_title(position.game, position.state, f"{purpose.partition(':')[0]}:{full}")


def test_a_roll_is_named_by_its_units_and_the_numbers_that_are_needed():
    position = given(
        board(),
        unit("orcs-1", "0505"),
        unit("men-bowmen-1", "0504"),
        unit("men-footmen-1", "0404", disrupted=True),
        leader("isildur", "0504"),
        leader("gorgol", "0505"),
        phase("D", "melee"),
    )
    assert _asked(position, "melee:orcs-1>men-bowmen-1") == (
        "Melee: Orcs 1 against Men bowmen 1, casualty on 2–5"
    )
    assert _asked(position, "casualty:orcs-1>men-bowmen-1").startswith(
        "Casualty: what Orcs 1 does to Men bowmen 1, morale X: 1"
    )
    assert _asked(position, "fate:isildur") == (
        "Fate: Isildur with the unit that suffers, shares its fate on 5–6"
    )
    assert _asked(position, "rally:isildur>men-footmen-1") == (
        "Rally: Isildur rallies Men footmen 1, rallied on 2–8"
    )
    assert _asked(position, "visions:men-bowmen-1") == "Visions: Men bowmen 1, morale X, disrupted on 3–6"
    assert _asked(position, "duel:gorgol>isildur").startswith("Leader combat: Gorgol attacks Isildur: 1")
    assert _asked(position, "early-retreat:orcs-1") == "Retreat before combat: Orcs 1, disrupted on 1–3"


def test_a_roll_for_pieces_that_are_gone_is_named_without_numbers():
    position = given(board(), unit("men-footmen-1", "0404"), unit("orcs-2", "0909"), phase("F"))
    assert _asked(position, "melee:orcs-1>men-bowmen-1") == "Melee: Orcs 1 against Men bowmen 1"
    assert _asked(position, "shot:orcs-1>men-bowmen-1") == "Shot: Orcs 1, Men bowmen 1"


def test_a_spell_is_named_with_what_it_needs():
    position = given(
        board(spells=("sinister-visions",), exclusive=EXCLUSIVE),
        leader("sauron", "0505", points=4),
        marker("pedestal", "0505"),
        unit("trolls-1", "0505"),
        unit("men-footmen-1", "0809"),
        phase("A", seat="sauron"),
    ).when("sauron", Cast("sauron", "sinister-visions", 3))
    position.then(like(SpellDeclared, points=3))
    title = roll_title(position.game, position.state, "magic:sauron-sauron-1:sinister-visions")
    assert title == "Magic: Sauron casts Sinister Visions, works on 4–9"


# Retelling


def test_a_set_up_is_retold_by_hexes():
    game = ruleset.prepare(
        ruleset.load(None), "learning", {each.name: each.default for each in ruleset.options}
    )
    events = ruleset.begin(game, Chance(keyed(b"0" * 16)))
    told = retell(game, ruleset.initial(game), [Batch("", None, events)])
    assert told.startswith("Last Alliance: Baldrim and Dwarves 1 in 1312, Men bowmen 1 in 1513, ")
    assert "; Sauron: Orc archers 1 in 1216, Orcs 1 in 1417, " in told
    assert "Elendil" in told


def test_a_run_in_which_only_a_phase_ended_tells_no_heading():
    position = given(board(), unit("men-footmen-1", "0505"), unit("orcs-1", "0909"), phase("C"))
    before = position.state
    position.when("sauron", End())
    told = retell(position.game, before, [Batch("sauron", End(), position.events)])
    assert told == "Sauron does nothing more"
    fight = given(
        board(),
        unit("men-footmen-1", "0505"),
        unit("men-footmen-2", "0503"),
        unit("orcs-1", "0504"),
        leader("isildur", "0505"),
        leader("gorgol", "0504"),
        phase("D", "leaders"),
    )
    before = fight.state
    fight.when("sauron", End())
    told = retell(fight.game, before, [Batch("sauron", End(), fight.events)])
    assert told == "Sauron does nothing more in leader combat"


def test_a_shot_is_asked_for_with_its_needed_numbers():
    position = given(
        board(),
        unit("men-bowmen-1", "0505"),
        unit("orcs-1", "0503"),
        unit("orcs-2", "0909"),
        phase("G", "missile"),
    ).offers(Fire("men-bowmen-1", "orcs-1"))
    assert _asked(position, "missile:men-bowmen-1>orcs-1").startswith(
        "Fire: Men bowmen 1 at Orcs 1, casualty on "
    )


def test_points_for_several_things_are_a_sum():
    position = given(
        learning(),
        unit("men-footmen-1", "1716"),
        unit("dwarves-1", "1216"),
        unit("orcs-1", "1917"),
        phase("F"),
    )
    panel = next(
        each for each in scene(position.game, position.state).panels if each.title == "Victory points"
    )
    assert panel.lines[0] == (
        "Last Alliance: 16 = 10 for holding the Road (1716) + 6 for holding the Western spur (1216)"
    )


def test_rolls_of_the_siege_are_named_with_the_numbers_that_are_needed():
    game = siege()
    position = given(
        game, unit("orcs-3", "1612"), siege_engine("siege-catapult-2", "1612"), unit("spearmen-3", "1212"),
        siege_engine("city-catapult-1", "1212"), unit("orcs-1", "1311"), siege_engine("grond-1", "1311"),
        unit("orc-swordsmen-2", "1309"), siege_engine("siege-tower-3", "1309", against="1209|1309"),
        unit("light-orc-spearmen-1", "1308"), *siege_ladder(1, "light-orc-spearmen-1", "1308", "1207|1308"),
        phase("D", "missile"),
    )  # fmt: skip

    def asked(purpose):
        return roll_title(position.game, position.state, purpose)

    assert asked("breach:gondor-siege-catapult-2>1212|1313") == (
        "Siege: Siege catapult 2 against the wall 1212|1313 at 4 hexes, breached on "
        + span((2, BREACHES["wall"][3]))
    )
    assert asked("missile:gondor-siege-catapult-2>gondor-spearmen-3") == (
        "Fire: Siege catapult 2 at Spearmen 3, casualty on 2–5"
    )
    most = BREACHES["wall"][3] + NUMBERS["engine-shot-bonus"]
    assert asked("shot:gondor-city-catapult-1>gondor-siege-tower-3") == (
        f"Fire: City catapult 1 at Siege tower 3 at 4 hexes, destroyed on {span((2, most))}"
    )
    assert asked("ram:gondor-grond-1") == "Siege: Grond rams the Great Gate, destroyed on 3–10"
    assert asked("oil:gondor-orc-swordsmen-2") == (
        "Oil: what it does to Orc swordsmen 2, morale Y: 1 is eliminated; 2 retreats 2 and is reduced; "
        "3 retreats 1 and is reduced; 4 is reduced; 5 retreats 2; 6 retreats 1"
    )
    burns, thrown, shaken = (
        NUMBERS[name] for name in ("tower-burns", "ladder-thrown-down", "breach-disrupts")
    )
    assert asked("scorch:gondor-siege-tower-3") == f"Oil: Siege tower 3, it burns on {span((1, burns))}"
    assert asked("ladder:gondor-ladder-1") == f"Ladder: Ladder 1, thrown down on {span((thrown, 6))}"
    assert (
        asked("breached:gondor-spearmen-3")
        == f"Breach: Spearmen 3 behind it, disrupted on {span((1, shaken))}"
    )


def test_no_known_die_can_be_carried_to_another_hexside():
    """The roll for a breach is for its hexside: taken back and tried elsewhere, it is another roll."""
    pieces = (
        unit("orcs-3", "1612"), siege_engine("siege-catapult-2", "1612"), unit("spearmen-3", "1212"),
        unit("harad-horsemen-1", "3003"), phase("B"),
    )  # fmt: skip
    asked = []
    for hexside in ("1212|1313", "1212|1312"):
        position = given(siege(), *pieces)
        asked += [
            action for action in siege_rules.legal(position.game, position.state, "sauron")
            if getattr(action, "hexside", "") == hexside
        ]  # fmt: skip
        chance = Chance(keyed(b"0" * 16))
        for action in asked[-1:]:
            siege_rules.decide(position.game, position.state, "sauron", action, chance)
            assert [outcome.purpose for outcome in chance.outcomes] == [
                f"breach:gondor-siege-catapult-2>{hexside}"
            ]
    assert asked
