"""How a game is told: event by event, and a whole player turn in one line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from immutables import Map

import rules.hellenes
from rules.chance import Chance, scripted
from rules.hellenes import events as e
from rules.hellenes.actions import (
    Appeal,
    Commit,
    EndPeace,
    Finish,
    Fire,
    GroupMove,
    Move,
    Pass,
    Rebuild,
    Recruit,
    RetreatTo,
    Return,
    Stand,
    Starve,
    Storm,
    Suffer,
    Sustain,
    Withdraw,
)
from rules.hellenes.card_moves import FREE
from rules.hellenes.narration import SILENT
from rules.hellenes.ruleset import ruleset
from rules.hellenes.tellings import EFFECTS
from rules.ruleset import Action, Step
from rules.secrecy import redact
from tests.rules.hellenes.harness import Position, installed_data, position
from tests.rules.hellenes.whole_games import kept

Act = tuple[str, Action, tuple[int, ...]]


def run_of(start: Position, acts: Sequence[Act], seats: tuple[str, ...] | None = None) -> str:
    """What a run of actions is told as, to the umpire or to seats; all events come after `start`."""
    now, steps = start, []
    for seat, action, dice in acts:
        now = now.act(seat, action, dice=dice)
        known = now.events if seats is None else tuple(redact(event, seats, seat) for event in now.events)
        steps.append(Step(seat, action, known))
    return ruleset.retell(start.game, start.state if seats is None else start.seen(*seats), steps)


def told(now: Position, before: Position) -> list[str]:
    """The lines of the last events."""
    state, lines = before.state, []
    for event in now.events:
        line = ruleset.narrate(now.game, state, event)
        assert line or type(event) in SILENT, event
        lines.append(line)
        state = ruleset.evolve(now.game, state, event)
    return [line for line in lines if line]


def test_a_battle_is_told_with_all_dice_and_what_each_shot_brought():
    blocks = {"a01": "megara", "s16": "megara"}
    start = position(blocks, step="combat/athens")
    line = run_of(
        start,
        [
            ("sparta", Stand(), (1, 3, 3, 3, 3, 4)),
            ("sparta", Fire(), (3, 4, 2)),
            ("athens", Fire(), (1, 5)),
            ("sparta", RetreatTo("corinth"), ()),
        ],
    )
    assert line.startswith(
        "Battle at Megara: Athens A01 against Sparta S16. Round 1: S16 1 3 3 (A01 -1); A01 3 3 4. "
        "Round 2: S16 3 4 2 (A01 -1); A01 1 5 (S16 -1, routed to Corinth). (6)"
    )
    assert "Athens wins, 1 Prestige. (6.8)" in line


def test_a_roll_that_is_done_again_tells_both_results_and_which_is_set_aside():
    start = position(
        {"a01": "megara", "s16": "megara"}, step="combat/athens", sacrifices=("athens/ares", "sparta/hera")
    )
    acts: list[Act] = [
        ("sparta", Stand(), (1, 1, 1)),
        ("athens", Appeal("ares"), (3, 3, 6)),
        ("sparta", Appeal("hera"), (2, 3, 1, 3, 3)),
    ]
    line = run_of(start, acts)
    shot = (
        "S16 1 1 1 set aside (Athens appeals to Ares), then 3 3 6 set aside (Sparta appeals to Hera), then 2 3 1 "
        "(A01 -2)"
    )
    assert f"Round 1: {shot}; A01 3 3" in line
    now = start.act("sparta", Stand(), dice=(1, 1, 1))
    again = now.act("athens", Appeal("ares"), dice=(3, 3, 6))
    assert told(again, now) == [
        "Athens appeals to Ares; the sacrifice is spent (11.0-d)",
        "Megarian hoplites S16 fires: 3 3 6 (rolled again; 1 1 1 is set aside); Sparta may appeal",
    ]


def test_dice_on_a_way_are_told_with_it_even_where_they_are_rolled_again():
    start = position({"a14": "andros"}, sacrifices=("athens/poseidon",))
    line = run_of(
        start,
        [
            ("athens", GroupMove("andros"), ()),
            ("athens", Move("a14", "hellespont"), (1,)),
            ("athens", Appeal("poseidon"), (5,)),
            ("athens", Finish(), ()),
        ],
    )
    assert line.startswith(
        "Athens (3): Athenian fleet A14 (Deep Sea 1 set aside (Athens appeals to Poseidon), then 5), "
        "Andros to Hellespont"
    )


def test_what_goes_one_way_is_one_sentence_and_steps_are_counted():
    start = position({"a01": "athens", "a02": "athens", "a16": ("athens", 1)})
    line = run_of(
        start,
        [
            ("athens", Rebuild("a16"), ()),
            ("athens", Rebuild("a16"), ()),
            ("athens", GroupMove("athens"), ()),
            ("athens", Move("a01", "eleusis"), ()),
            ("athens", Move("a02", "eleusis"), ()),
            ("athens", Finish(), ()),
        ],
    )
    assert line == (
        "Athens (3): Rebuilds Athenian fleet A16 twice at Athens. (4.5) "
        "Athenian hoplites A01 and A02, Athens to Eleusis. (5)"
    )


def test_the_other_seat_is_told_how_many_blocks_and_never_which():
    start = position({"a01": "athens", "a02": "athens", "a16": ("athens", 1)})
    acts: list[Act] = [
        ("athens", Rebuild("a16"), ()),
        ("athens", GroupMove("athens"), ()),
        ("athens", Move("a01", "eleusis"), ()),
        ("athens", Move("a02", "eleusis"), ()),
        ("athens", Finish(), ()),
    ]
    line = run_of(start, acts, ("sparta",))
    assert line == (
        "Athens (3): Rebuilds one block at Athens. (4.5) Two blocks of Athens, Athens to Eleusis. (5)"
    )
    assert "A01" in run_of(start, acts, ("athens",))


def test_hunger_and_storm_are_told_with_their_dice():
    besieged = {"a01": "thebes", "s18": ("thebes", 2, "inside")}
    start = position(besieged, step="siege/athens", established=("thebes",))
    line = run_of(start, [("athens", Starve("thebes"), (1, 4)), ("sparta", Suffer("s18"), ())])
    assert line.startswith("Attrition at Thebes: 1 4 (S18 -1). (8.2)")
    blind = run_of(start, [("athens", Starve("thebes"), (1, 4)), ("sparta", Suffer("s18"), ())], ("athens",))
    assert blind.startswith("Attrition at Thebes: 1 4 (a block -1). (8.2)")
    line = run_of(
        position({"a01": "megara"}, step="siege/athens", established=("megara",)),
        [("athens", Storm("megara"), (1, 1, 2, 3))],
    )
    assert line.startswith("Assault on Megara by A01: garrison 1 (A01 -1)")
    taken = run_of(
        position({"a01": "megara"}, step="siege/athens", established=("megara",)),
        [("athens", Storm("megara"), (3, 1, 2, 3, 4))],
    )
    assert "garrison 3; assault 1 2 3 4 (garrison lost). (8.4) Megara stormed by Athens. " in taken
    assert "Athens gains 1 Prestige for a city stormed. (8.5)" in taken


def test_winter_is_told_in_its_order():
    start = position(
        {"a01": "thebes", "a02": "thebes", "a13": "plataea"},
        season="winter", step="winter/athens", actions=1, control={"plataea": "athens"},
    )  # fmt: skip
    line = run_of(
        start,
        [
            ("athens", Sustain("a01"), ()),
            ("athens", Return("a13", "athens", "eleusis"), ()),
            ("athens", Finish(), ()),
        ],
    )
    assert line.startswith(
        "Athens (1): Sustains Athenian hoplites A01 at Thebes. (9.2.2) "
        "Athenian cavalry A13, Plataea to Athens by Eleusis. (9.2.1) "
        "Disbands Athenian hoplites A02 at Thebes. (9.2.4)"
    )


def test_tribute_is_told_with_where_the_marker_stands_then():
    now = position({}, season="winter", step="tribute", agenda=("winter/athens",), prestige=2,
                   control={"thebes": "athens", "corinth": "athens", "chalcis": "sparta"})  # fmt: skip
    before = position({}, season="winter", step="winter/athens", prestige=2)
    tribute = now.all(e.TributeTaken)[0]
    assert (
        ruleset.narrate(now.game, before.state, tribute)
        == "Tribute: Athens 5 and Sparta 2; Prestige 5 for Athens (9.5.1)"
    )
    line = ruleset.retell(now.game, before.state, [Step("athens", None, (tribute,))])
    assert line.endswith("Tribute: Athens 5, Sparta 2; Prestige 5 for Athens. (9.5.1)")


def test_who_withdraws_is_told_with_the_price_and_the_way():
    start = position({"a01": "megara", "s16": "megara"}, step="combat/athens", control={"megara": "athens"})
    line = run_of(start, [("sparta", Withdraw(), ())])
    assert line.startswith("The defender withdraws before the battle. Sparta loses 1 Prestige")


def test_a_committed_card_is_told_to_its_owner_alone_until_it_is_revealed():
    hands = Map({"athens": ("storm-2",), "sparta": ("agis-21",)})
    start = position({}, step="commit", agenda=("reveal",), hands=hands, active="")
    acts: list[Act] = [("athens", Commit("storm-2", "actions"), ())]
    assert run_of(start, acts, ("sparta",)) == "Athens commits a card. (3.3)"
    assert run_of(start, acts) == "Athens commits 2 Storm for actions (3.3)"
    acts.append(("sparta", Commit("agis-21", "event"), ()))
    assert run_of(start, acts, ("sparta",)).startswith(
        "Athens 2 Storm for actions, Sparta 21 Agis for its event; Sparta first. (3.3)"
    )


def test_the_end_of_the_peace_is_told_with_its_price():
    start = position({}, scenario="415", step="peace/sparta", year=413, agenda=("actions/sparta",))
    assert "Sparta ends the Peace of Nicias for 3 Prestige. (12.1)" in run_of(
        start, [("sparta", EndPeace(), ())]
    )


def test_a_draw_that_is_set_aside_is_told_without_the_block():
    start = position({}, sacrifices=("sparta/hermes",))
    now = start.act("athens", Recruit(), draws=("a01",))
    after = now.act("sparta", Appeal("hermes"), draws=("a14",))
    steps = [Step("athens", Recruit(), now.events), Step("sparta", Appeal("hermes"), after.events)]
    line = ruleset.retell(start.game, start.state, steps)
    assert "Sparta appeals to Hermes: what was drawn is set aside. (11.0)" in line
    assert "A01" not in line


@pytest.mark.parametrize("passes", [1, 2])
def test_passes_are_left_out_of_a_run(passes):
    start = position(
        {"a01": "megara", "s16": "megara"}, step="combat/athens", sacrifices=("athens/ares", "sparta/ares")
    )
    acts: list[Act] = [("sparta", Stand(), (3, 3, 3)), ("athens", Pass(), ())]
    if passes == 2:
        acts.append(("sparta", Pass(), (3,)))
        start = position({"a01": ("megara", 1), "s16": "megara"}, step="combat/athens",
                         sacrifices=("athens/ares", "sparta/ares"))  # fmt: skip
    assert run_of(start, acts).startswith(
        "Battle at Megara: Athens A01 against Sparta S16. Round 1: S16 3 3 3"
    )


@pytest.mark.parametrize(
    ("purpose", "title"),
    [
        ("fire:415:fall:sparta:locri:2:a16", "Athenian fleet A16 fires in round 2 at Locri, Fall 415 BC"),
        ("deep-sea:414:spring:athens:ionian-sea:gulf-of-tarentum",
         "Deep Sea from Ionian Sea to Gulf of Tarentum, Spring 414 BC"),
        ("forced:430:fall:sparta:argos:tegea", "Forced move from Argos to Tegea, Fall 430 BC"),
        ("walls:415:winter:sparta:catana:garrison", "The garrison of Catana fires, Winter 415 BC"),
        ("walls:415:fall:sparta:catana:block-1", "A block within of Catana fires, Fall 415 BC"),
        ("attrition:415:winter:sparta:catana", "Attrition at Catana, Winter 415 BC"),
        ("assault:415:winter:sparta:catana", "Assault on Catana, Winter 415 BC"),
        ("peace-offer:427:winter:both:sparta", "Peace offer of Sparta, Winter 427 BC"),
        ("event:427:spring:athens:storm:aegean-sea", "Storm in the Aegean Sea, Spring 427 BC"),
        ("event:427:spring:sparta:revolt:samos", "Revolt of Samos, Spring 427 BC"),
        ("event:427:spring:sparta:plague", "The Plague in Athens, Spring 427 BC"),
        ("recruit:427:spring:sparta", "A recruit of Sparta, Spring 427 BC"),
        ("deal:427:sparta:3", "Card 3 of Sparta, 427 BC"),
    ],
)  # fmt: skip
def test_what_a_roll_is_for_is_said_in_words(purpose, title):
    now = position({}, scenario="415")
    assert ruleset.roll_title(now.game, now.state, purpose) == title


@pytest.mark.parametrize("scenario", ["413", "431"])
def test_every_roll_and_draw_of_a_game_has_a_title(scenario):
    game = kept(scenario, 0)
    purposes = {outcome.purpose for step in game.steps for outcome in step.outcomes}
    assert len(purposes) > 40
    for purpose in purposes:
        assert ruleset.roll_title(game.game, game.steps[0].after, purpose)


@pytest.mark.parametrize(
    ("scenario", "options", "words"),
    [
        ("431", {}, "431 Campaign: 431 to 422 BC, Prestige 0 (15.1)"),
        ("sicily", {}, "Sicily Campaign: 415 to 413 BC, Prestige 4 for Sparta (15.2)"),
        ("413", {"bid": "sparta:5"}, "BC, Prestige 8 for Athens after a bid of 5 by Sparta (0.1) (15.3)"),
    ],
)
def test_the_set_up_tells_where_the_marker_begins_and_who_has_bid(scenario, options, words):
    game = ruleset.prepare(installed_data(), scenario, options)
    first = ruleset.begin(game, Chance(scripted((), ("?",) * 12), "scripted"))[0]
    assert ruleset.narrate(game, ruleset.initial(game), first).endswith(words)


@pytest.mark.parametrize(
    ("effect", "yearly", "line"),
    [
        ("storm/aegean-sea", False, "Storm closes the Aegean Sea, until the end of the season (13)"),
        ("treachery/megara", False, "Megara is betrayed to its besieger, until the end of the season (13)"),
        (
            "thessaly/sparta",
            True,
            "Sparta passes through Thessaly as a friend, until the end of the year (13)",
        ),
        ("helots", False, "Land units of Laconia stay at home or go there, until the end of the season (13)"),
    ],
)
def test_what_holds_for_a_while_is_told_in_a_sentence(effect, yearly, line):
    now = position({})
    assert ruleset.narrate(now.game, now.state, e.EffectBegan(effect, yearly)) == line


def test_every_effect_that_the_rules_begin_has_its_sentence():
    told = {line.partition("/")[0] for line in EFFECTS}
    for path in Path(rules.hellenes.__file__).parent.glob("*.py"):
        begun = re.findall(r'EffectBegan\(f?"([a-z-]+)', path.read_text(encoding="utf-8"))
        assert set(begun) <= told, path.name
    assert {effect for _, _, effect in FREE.values() if effect} | {
        "engines",
        "circumvallation",
        "truce",
    } <= told
