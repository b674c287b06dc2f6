"""Oil and cauldrons (GONDOR-25, GONDOR-26), and what stays hidden of them (GONDOR-8, GONDOR-47)."""

from __future__ import annotations

import pytest

from rules.chance import Chance, keyed, scripted
from rules.errors import IllegalAction
from rules.middle_earth.actions import Attack, End, March, Step
from rules.middle_earth.events import AttackResolved, PieceRemoved, RetreatOrdered, UnitEliminated
from rules.middle_earth.game import Game
from rules.middle_earth.gondor.actions import FillCauldrons, Pour, Ram, Withhold
from rules.middle_earth.gondor.events import (
    AttackerRepelled,
    CauldronFilled,
    GateRammed,
    GrondActivated,
    OilOffered,
    OilPoured,
    OilWithheld,
    RamFailed,
    TowerScorched,
)
from rules.middle_earth.gondor.ruleset import ruleset
from rules.middle_earth.state import State
from rules.secrecy import UNKNOWN, hidden_parts, opened, redact
from tests.rules.middle_earth.gondor.index_tables import NUMBERS
from tests.rules.middle_earth.gondor.siege import cauldron, engine, ladder, siege, whole_game
from tests.rules.middle_earth.harness import given, like, phase, unit

FAR = (unit("light-orc-spearmen-1", "2515"), unit("light-orc-spearmen-2", "2517"))
WEST = (unit("spearmen-4", "0511"), unit("spearmen-3", "0512"))
ON_LADDER = ladder(1, "orcs-1", "1310", "1210|1310", turn=1)
TOWER = engine("siege-tower-1", "1310", against="1210|1310")


def climbing(content: str = "oil", *, counters: int = 3, shaken: bool = False, tower: bool = False, more=()):
    """Orcs attack spearmen on the wall 1210|1310, behind which a cauldron stands; day."""
    way = (TOWER,) if tower else ON_LADDER
    return given(
        siege(), *FAR, *WEST, unit("orcs-1", "1310"), unit("spearmen-1", "1210", disrupted=shaken),
        *cauldron(1, "1210", content, counters), *more, *way, phase("D", "melee", turn=2, night=False),
    )  # fmt: skip


@pytest.mark.rule("gondor", "GONDOR-25")
def test_west_is_asked_before_an_assault_on_the_wall_is_rolled_and_may_let_it_pass():
    position = climbing().when("sauron", Attack("orcs-1", "spearmen-1"))
    position.then_includes(OilOffered("west", "orcs-1", "cauldron-1", "1210")).awaits("west", "oil")
    position.offers_only(Pour(), Withhold())
    position.when("west", Withhold(), dice=[6, 6]).then_includes(
        OilWithheld("orcs-1"), like(AttackResolved, attacker="orcs-1")
    )
    assert position.state.siege.cauldrons["gondor-cauldron-1"].left == 3
    assert ruleset.is_pass(Withhold())


@pytest.mark.rule("gondor", "GONDOR-25")
@pytest.mark.parametrize(("die", "result"), [(1, "E"), (3, "1/2 R1"), (4, "1/2"), (6, "R1")])
def test_real_oil_is_a_casualty_by_the_attackers_morale_without_a_roll_for_it(die, result):
    position = climbing().when("sauron", Attack("orcs-1", "spearmen-1"))
    position.when("west", Pour(), dice=[die] if die != 4 else [die, 6, 6])
    position.then_includes(like(OilPoured, content="oil", morale="Y", die=die, result=result))
    repelled = any(isinstance(event, AttackerRepelled) for event in position.events)
    assert repelled == (result != "1/2")
    assert any(isinstance(event, AttackResolved) for event in position.events) == (not repelled)


@pytest.mark.rule("gondor", "GONDOR-25")
def test_a_climber_that_is_lost_or_driven_back_loses_attack_and_ladder():
    lost = climbing().when("sauron", Attack("orcs-1", "spearmen-1")).when("west", Pour(), dice=[1])
    lost.then_includes(like(UnitEliminated, unit="orcs-1"), PieceRemoved("ladder-1", "GONDOR-25"))
    back = climbing().when("sauron", Attack("orcs-1", "spearmen-1")).when("west", Pour(), dice=[6])
    back.then_includes(
        like(RetreatOrdered, unit="orcs-1"), PieceRemoved("ladder-1", "GONDOR-25"), AttackerRepelled("orcs-1")
    ).then_not(AttackResolved)


@pytest.mark.rule("gondor", "GONDOR-25")
def test_dummy_oil_does_nothing_and_the_attack_goes_on():
    position = climbing("dummy").when("sauron", Attack("orcs-1", "spearmen-1"))
    position.when("west", Pour(), dice=[6, 6]).then_includes(
        like(OilPoured, content="dummy", die=0, result="-"), like(AttackResolved, attacker="orcs-1")
    )
    assert position.state.siege.cauldrons["gondor-cauldron-1"].left == 2


@pytest.mark.rule("gondor", "GONDOR-25")
@pytest.mark.parametrize(
    ("die", "burns"), [(1, True), (NUMBERS["tower-burns"], True), (NUMBERS["tower-burns"] + 1, False)]
)
def test_oil_on_a_siege_tower_burns_it_on_a_low_roll(die, burns):
    position = climbing(tower=True).when("sauron", Attack("orcs-1", "spearmen-1"))
    dice = [4, die] if burns else [4, die, 6, 6]
    position.when("west", Pour(), dice=dice).then_includes(
        TowerScorched("siege-tower-1", die, NUMBERS["tower-burns"], burns)
    )
    assert ("gondor-siege-tower-1" in position.state.engines) != burns
    assert any(isinstance(event, AttackResolved) for event in position.events) != burns


@pytest.mark.rule("gondor", "GONDOR-25")
def test_no_oil_without_a_steady_unit_or_a_second_time_from_a_hex_in_a_phase():
    shaken = climbing(shaken=True)
    shaken.when("sauron", Attack("orcs-1", "spearmen-1"), dice=[6, 6]).then_not(OilOffered)
    second = (unit("orcs-2", "1309"), *ladder(2, "orcs-2", "1309", "1209|1309", turn=1))
    twice = climbing("dummy", more=(*second, unit("spearmen-2", "1209"), *cauldron(2, "1209", "dummy")))
    twice.when("sauron", Attack("orcs-1", "spearmen-1")).when("west", Pour(), dice=[6, 6])
    twice.when("sauron", Attack("orcs-2", "spearmen-2")).awaits("west", "oil")  # another hex
    beside = (unit("orcs-2", "1311"), *ladder(2, "orcs-2", "1311", "1210|1311", turn=1))
    both = climbing("dummy", more=beside)
    both.when("sauron", Attack("orcs-1", "spearmen-1")).when("sauron", Attack("orcs-2", "spearmen-1"))
    both.when("west", Pour(), dice=[6, 6, 6, 6]).then_includes(
        like(AttackResolved, attacker="orcs-1"), like(AttackResolved, attacker="orcs-2")
    ).then_not(OilOffered)


@pytest.mark.rule("gondor", "GONDOR-25")
def test_against_the_ram_its_crew_is_the_target_and_a_crew_driven_off_does_not_strike():
    def ramming():
        return given(
            siege(), *FAR, *WEST, unit("orcs-1", "1311"), engine("grond-1", "1311"), unit("spearmen-1", "1211"),
            *cauldron(1, "1211"), GrondActivated(), phase("B"),
        ).when("sauron", Ram("grond-1")).awaits("west", "oil")  # fmt: skip

    ramming().when("west", Withhold(), dice=[3, 3]).then_includes(like(GateRammed, destroyed=True))
    ramming().when("west", Pour(), dice=[4, 3, 3]).then_includes(
        like(OilPoured, attacker="orcs-1", result="1/2"), like(GateRammed, destroyed=True)
    )
    ramming().when("west", Pour(), dice=[1]).then_includes(
        like(UnitEliminated, unit="orcs-1"), RamFailed("grond-1")
    ).then_not(GateRammed)
    ramming().when("west", Pour(), dice=[6]).then_includes(RamFailed("grond-1")).then_not(GateRammed)


@pytest.mark.rule("gondor", "GONDOR-26")
def test_a_cauldron_goes_with_its_last_counter():
    position = climbing(counters=1).when("sauron", Attack("orcs-1", "spearmen-1"))
    position.when("west", Pour(), dice=[1]).then_includes(PieceRemoved("cauldron-1", "GONDOR-26"))
    assert "gondor-cauldron-1" not in position.state.markers


@pytest.mark.rule("gondor", "GONDOR-26")
def test_a_cauldron_is_lost_when_a_unit_of_saurons_enters_its_hex_and_it_never_moves():
    position = given(siege(), *FAR, *WEST, unit("orcs-1", "1209"), *cauldron(1, "1210"), phase("C"))
    position.when("sauron", March("orcs-1")).when("sauron", Step("1210")).then_includes(
        PieceRemoved("cauldron-1", "GONDOR-26")
    )
    still = given(
        siege(),
        *FAR,
        unit("spearmen-1", "1210"),
        unit("spearmen-2", "0512"),
        *cauldron(1, "1210"),
        phase("F"),
    )
    still.when("west", March("spearmen-1", "cauldron-1")).refused("4.0")
    still.when("west", March("spearmen-1")).when("west", Step("1209"))
    assert still.state.markers["gondor-cauldron-1"].hex == "1210"


# GONDOR-8, GONDOR-47


def begun() -> tuple[Game, State, tuple]:
    """The siege after West has filled cauldrons 1, 3 and 6."""
    game = whole_game()
    state = ruleset.initial(game)
    for event in ruleset.begin(game, Chance(scripted(()))):
        state = ruleset.evolve(game, state, event)
    action = FillCauldrons(("gondor-cauldron-1", "gondor-cauldron-3", "gondor-cauldron-6"))
    events = ruleset.decide(game, state, "west", action, Chance(scripted(())))
    for event in events:
        state = ruleset.evolve(game, state, event)
    return game, state, (action, *events)


@pytest.mark.rule("gondor", "GONDOR-8", "GONDOR-47")
def test_sauron_sees_six_equal_cauldrons_with_three_counters_each():
    game, state, _ = begun()
    for seats in (("sauron",), ()):
        seen = ruleset.view(game, state, seats)
        assert [(each.content, each.left) for each in seen.siege.cauldrons.values()] == [(UNKNOWN, 3)] * 6
    whole = ruleset.view(game, state, ("west",))
    assert whole == state


@pytest.mark.rule("gondor", "GONDOR-47")
def test_nothing_else_is_hidden():
    game, state, _ = begun()
    seen = ruleset.view(game, state, ("sauron",))
    for field in state.__struct_fields__:
        if field != "siege":
            assert getattr(seen, field) == getattr(state, field)
    for field in state.siege.__struct_fields__:
        if field != "cauldrons":
            assert getattr(seen.siege, field) == getattr(state.siege, field)


@pytest.mark.rule("gondor", "GONDOR-8", "GONDOR-47")
def test_the_batch_that_fills_them_hides_the_choice_and_each_content_under_its_hex():
    game, state, (action, *events) = begun()
    assert redact(action, ("sauron",), "west").oil == (UNKNOWN,) * 3
    filled = [event for event in events if isinstance(event, CauldronFilled)]
    assert len(filled) == 6
    for event in filled:
        assert redact(event, ("sauron",)).content == UNKNOWN
        assert redact(event, ("west",)).content in ("oil", "dummy")
        (part,) = hidden_parts(event)
        assert (part.name, part.to) == (event.hex, ("west",))
        told = ruleset.narrate(game, ruleset.view(game, state, ("sauron",)), redact(event, ("sauron",)))
        assert "oil" not in told
    assert "secret" in ruleset.phrase(game, state, redact(action, ("sauron",), "west"))


@pytest.mark.rule("gondor", "GONDOR-8")
def test_the_first_counter_used_opens_its_cauldron_to_all_and_no_other():
    more = cauldron(2, "1112")
    position = climbing("dummy", more=more).when("sauron", Attack("orcs-1", "spearmen-1"))
    position.when("west", Pour(), dice=[6, 6])
    poured = next(event for event in position.events if isinstance(event, OilPoured))
    assert opened(poured) == (("1210", None),)
    seen = ruleset.view(position.game, position.state, ("sauron",)).siege.cauldrons
    assert seen["gondor-cauldron-1"].content == "dummy"
    assert seen["gondor-cauldron-2"].content == UNKNOWN


@pytest.mark.rule("gondor", "GONDOR-47")
def test_what_sauron_may_do_and_is_told_does_not_tell_a_dummy_from_a_real_cauldron():
    def positions(content):
        return climbing(content)

    real, dummy = positions("oil"), positions("dummy")
    game = real.game
    assert ruleset.legal(game, real.state, "sauron") == ruleset.legal(game, dummy.state, "sauron")
    assert ruleset.view(game, real.state, ("sauron",)) == ruleset.view(game, dummy.state, ("sauron",))
    assert ruleset.scene(game, ruleset.view(game, real.state, ("sauron",))) == ruleset.scene(
        game, ruleset.view(game, dummy.state, ("sauron",))
    )
    for action in (Pour(), FillCauldrons(("gondor-cauldron-1",)), Ram("gondor-grond-1"), End()):
        told = []
        for position in (real, dummy):
            try:
                ruleset.decide(game, position.state, "sauron", action, Chance(keyed(b"0" * 16)))
                told.append("")
            except IllegalAction as refusal:
                told.append(str(refusal))
        assert told[0] == told[1]
    for position in (real, dummy):
        position.when("sauron", Attack("orcs-1", "spearmen-1")).awaits(
            "west", "oil"
        )  # asked whatever is in it


def test_a_guess_of_what_is_hidden_agrees_with_what_is_known():
    game, state, _ = begun()
    seen = ruleset.view(game, state, ("sauron",))
    guesses = set()
    for number in range(30):
        key = number.to_bytes(16, "big")
        guess = ruleset.resample(game, seen, "sauron", Chance(keyed(key), "trial"))
        assert ruleset.view(game, guess, ("sauron",)) == seen
        oil = tuple(sorted(name for name, each in guess.siege.cauldrons.items() if each.content == "oil"))
        assert len(oil) == 3
        guesses.add(oil)
    assert len(guesses) > 5
