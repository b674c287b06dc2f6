"""Ten battles and sieges reckoned by hand: positions, dice, and what must come of them, step by step."""

from __future__ import annotations

from typing import NamedTuple

from rules.hellenes import events as e
from rules.hellenes.actions import Fire, Retreat, RetreatTo, Stand, Starve, Storm, Suffer, Take
from rules.hellenes.state import Battle, State
from tests.rules.hellenes.battles_at_random import brawl
from tests.rules.hellenes.harness import Position, game_of, position


class Fought(NamedTuple):
    """Who is left where with how many steps."""

    name: str
    place: str
    steps: int


def left(now: Position, *expected: Fought) -> None:
    for each in expected:
        assert (now.at(each.name), now.steps(each.name)) == (each.place, each.steps), each.name


def test_1_spartans_break_the_athenian_line_before_eleusis():
    """B2 before C2. 4 dice 1 2 5 4: two hits, 4 to 3 and then, of 3 and 3, the chosen one; one rout of the smallest.
    The one that is left fires 1 6 3: a hit, and a rout of the only Spartan block."""
    now = position({"a01": "eleusis", "a02": "eleusis", "s01": "eleusis"}, step="combat/sparta")
    now = now.act("athens", Stand(), dice=(1, 2, 5, 4))
    assert now.asked == (("athens", "hit"),), "a01 has 3 of 4, a02 3"
    now = now.act("athens", Take("a02"))
    assert now.asked == (("athens", "retreat"),), "a02 with 2 is routed"
    now = now.act("athens", RetreatTo("athens"), dice=(1, 6, 3))
    left(now, Fought("a01", "eleusis", 3), Fought("a02", "athens", 2), Fought("s01", "megara", 3))


def test_2_the_argive_thousand_never_miss():
    """C3: 1 to 3 hit, 4 to 6 rout. Dice 1 4: s16 loses one and is routed at once."""
    now = position({"a42": "argos", "s16": "argos"}, step="combat/sparta", control={"argos": "athens"})
    now = now.act("athens", Stand(), dice=(1, 4))
    assert now.asked == (("sparta", "retreat"),)
    now = now.act("sparta", RetreatTo("corinth"))
    left(now, Fought("a42", "argos", 2), Fought("s16", "corinth", 2))
    assert now.state.prestige == 1


def test_3_cavalry_and_archers_open_a_battle():
    """A1 before C2: two dice 1 6 of a13, one hit on s16 (3 to 2), one rout; a12 fires at nobody."""
    now = position({"a12": "megara", "a13": "megara", "s16": "megara"}, step="combat/athens")
    now = now.act("sparta", Stand(), dice=(3, 3, 1, 6))
    now = now.act("sparta", RetreatTo("corinth"))
    left(now, Fought("s16", "corinth", 2))
    assert now.all(e.BattleEnded)[0].winner == "athens"


def test_4_two_fleets_meet_off_melos():
    """E2 before F1. a16 rolls 1 5 3: a hit on s11 (3 to 2) and a rout."""
    now = position({"a16": "myrtoan-sea", "s11": "myrtoan-sea"}, step="combat/sparta")
    now = now.act("athens", Stand(), dice=(1, 5, 3))
    assert now.asked == (("sparta", "retreat"),)
    now = now.act("sparta", RetreatTo("laconian-gulf"))
    left(now, Fought("s11", "laconian-gulf", 2), Fought("a16", "myrtoan-sea", 3))


def test_5_an_army_fights_three_rounds():
    """a01 4 against s08 3, both C2, the defender first; all miss but one a round."""
    now = position({"a01": "corinth", "s08": "corinth"}, step="combat/athens")
    now = now.act("sparta", Stand(), dice=(1, 3, 3, 2, 3, 4))
    left(now, Fought("a01", "corinth", 3), Fought("s08", "corinth", 2))
    now = now.act("sparta", Fire(), dice=(2, 4))
    left(now, Fought("a01", "corinth", 2))
    now = now.act("athens", Fire(), dice=(1, 4))
    left(now, Fought("s08", "corinth", 1))
    now = now.act("sparta", Fire(), dice=(3,)).act("athens", Fire(), dice=(1, 3))
    left(now, Fought("s08", "", 0), Fought("a01", "corinth", 2))
    assert now.state.prestige == 1
    assert "corinth" in now.state.sieges


def test_6_a_beaten_defender_is_caught_between_enemies():
    """a27 in Naupactus, Spartans in every neighbour: routed, it may go within its own walls."""
    blocks = {"a27": "naupactus", "s08": "naupactus", "s26": "delphi", "s27": "stratus"}
    now = position(blocks, step="combat/sparta")
    now = now.act("athens", Stand(), dice=(3, 3, 5, 3, 3))
    now = now.act("athens", RetreatTo("naupactus", True))
    assert now.state.blocks["a27"].inside
    assert "naupactus" in now.state.sieges


def test_7_hunger_in_potidaea():
    """Two blocks and the garrison: three dice 1 1 4. The largest loses the first step, then the owner chooses."""
    blocks = {"a01": "potidaea", "s09": ("potidaea", 2, "inside"), "s38": ("potidaea", 1, "inside")}
    now = position(blocks, step="siege/athens", established=("potidaea",), control={"potidaea": "sparta"})
    now = now.act("athens", Starve("potidaea"), dice=(1, 1, 4))
    assert now.legal("sparta") == (Suffer("s09"),)
    now = now.act("sparta", Suffer("s09"))
    assert set(now.legal("sparta")) == {Suffer("s09"), Suffer("s38"), Suffer("garrison")}
    now = now.act("sparta", Suffer("garrison"))
    left(now, Fought("s09", "potidaea", 1), Fought("s38", "potidaea", 1))
    assert now.state.fallen == {"potidaea"}
    assert now.state.control["potidaea"] == "sparta"


def test_8_the_storm_of_megara_fails_by_one_hit():
    """The garrison's die misses; of four dice one hits: an odd hit is lost."""
    now = position({"a01": "megara"}, step="siege/athens", established=("megara",))
    now = now.act("athens", Storm("megara"), dice=(4, 2, 3, 4, 6))
    left(now, Fought("a01", "megara", 4))
    assert now.state.control["megara"] == "sparta"
    assert now.state.prestige == 0


def test_9_the_walls_beat_two_blocks_off():
    """s20 with 2 steps: 1 6, then the garrison 5. a04 (2) loses to 1 of two equals, then the smallest are routed."""
    blocks = {"a04": "thebes", "a05": "thebes", "s20": ("thebes", 2, "inside")}
    now = position(blocks, step="siege/athens", established=("thebes",))
    now = now.act("athens", Storm("thebes")).act("athens", Storm("thebes"), dice=(1, 6))
    now = now.act("athens", Take("a04"), dice=(5,))
    assert [each.block for each in now.all(e.AssaulterDropped)] == ["a04", "a05"]
    left(now, Fought("a04", "thebes", 1), Fought("a05", "thebes", 2), Fought("s20", "thebes", 2))
    assert now.all(e.SiegeSettled)


def test_10_a_retreat_by_choice_gives_the_field_and_a_point():
    now = position({"a01": "megara", "s16": "megara"}, step="combat/athens").act(
        "sparta", Stand(), dice=(3,) * 7
    )
    now = now.act("sparta", Retreat()).act("sparta", RetreatTo("corinth"))
    left(now, Fought("s16", "corinth", 3), Fought("a01", "megara", 4))
    assert now.state.prestige == 1
    assert now.all(e.BattleEnded)[0].winner == "athens"


# Many battles at random, each shot reckoned anew from the printed blocks and the dice


def largest_and_smallest(state: State, side: str) -> tuple[int, int]:
    battle = state.stack[-1]
    assert isinstance(battle, Battle)
    steps = [
        state.blocks[name].steps
        for name in battle.fighting
        if ruleset_side(name) == side and (battle.round > 1 or name not in battle.later)
    ]
    return max(steps), min(steps)


def ruleset_side(name: str) -> str:
    return "athens" if name.startswith("a") else "sparta"


def test_every_shot_of_80_random_battles_is_reckoned_anew():
    shots = losses = routs = 0
    game = game_of("431")
    for seed in range(80):
        dice: tuple[int, ...] = ()
        for state, event in brawl(seed):
            if isinstance(event, e.RollMade):
                dice = event.dice
                assert len(dice) == state.blocks[event.subject].steps, f"seed {seed}: a die a step"
            elif isinstance(event, e.BlockFired) and dice:
                record = game.blocks[event.block]
                battle = state.stack[-1]
                assert isinstance(battle, Battle)
                at_sea = battle.place in game.seas
                rating = 1 if record.type == "fleet" and not at_sea else record.strength
                assert event.hits == sum(1 for die in dice if 1 <= die <= rating), f"seed {seed}"
                assert event.routs == sum(1 for die in dice if 7 - rating <= die <= 6), f"seed {seed}"
                assert event.target != record.side
                shots, dice = shots + 1, ()
            elif isinstance(event, e.HitsSettled) and isinstance(state.stack[-1], Battle):
                lost = state.stack[-1]
                if event.hits < lost.hits and event.routs == lost.routs:
                    losses += 1
            elif isinstance(event, e.StepLost) and event.why == "hit":
                most, _ = largest_and_smallest(state, event.side)
                assert state.blocks[event.known].steps == most, f"seed {seed}: the largest takes the hit"
            elif isinstance(event, e.BlockRouted) and not event.by_choice:
                _, least = largest_and_smallest(state, ruleset_side(event.block))
                assert state.blocks[event.block].steps == least, f"seed {seed}: the smallest is routed"
                routs += 1
    assert shots > 150
    assert losses > 60
    assert routs > 40
