"""What people type becomes the one chain of legal actions that it can mean, or a sentence that says why not."""

import dataclasses
from typing import Any

import immutables
import msgspec
import pytest
from goofspiel import SEATS, Again, Commit, ruleset

from replays.phrase_words import pattern_of, readings, words_of
from replays.typed import Unreadable, expand
from rules.chance import Chance, keyed, scripted
from rules.errors import ChanceNeeded, IllegalAction
from rules.projection import fold
from rules.ruleset import Action, Awaited, Event, Pass

# A march: units that are moved hex by hex, a fight with a die after which the winner advances, a window for the other.


class Move(Action, frozen=True):
    unit: str


class Step(Action, frozen=True):
    hex: str


class Halt(Action, frozen=True): ...


class Attack(Action, frozen=True):
    unit: str


class Advance(Action, frozen=True): ...


class Oil(Action, frozen=True): ...


class Put(Event, frozen=True):
    field: str
    value: str


class March(msgspec.Struct, frozen=True):
    moving: str = ""
    at: str = "1711"
    moved: str = ""
    window: str = ""
    won: str = ""
    oil: str = ""


class Position(msgspec.Struct, frozen=True):
    state: Any
    counts: immutables.Map[str, int] = immutables.Map()


UNITS = ("éored", "orcs-3", "orcs-31", "orc-archers")
NEIGHBOURS = {"1711": ("1712", "1811"), "1712": ("1711", "1713"), "1713": ("1712",), "1811": ("1711",)}


def awaiting(game, s):
    return (Awaited("west" if s.window else "sauron", "window" if s.window else "move", "…"),)


def legal(game, s, seat):
    if seat != awaiting(game, s)[0].seat:
        return ()
    if s.window:
        return (Pass(), Oil()) if s.oil else (Pass(),)
    if s.won:
        return (Advance(), Halt())
    if s.moving:
        return (*(Step(each) for each in NEIGHBOURS[s.at]), Halt())
    units = [unit for unit in UNITS if unit not in s.moved.split()]
    return (*(Move(unit) for unit in units), *(Attack(unit) for unit in units))


def phrase(game, s, action):
    match action:
        case Move(unit):
            return f"(move) {unit}"
        case Step(hex):
            return f"(to) {hex}"
        case Attack(unit):
            return f"attack (with) {unit}"
        case Pass() | Halt():
            return f"({type(action).__name__.lower()})"
    return type(action).__name__.lower()


def decide(game, s, seat, action, chance):
    if action not in legal(game, s, seat):
        raise IllegalAction(
            "4.1" if isinstance(action, Step) else "7.0", f"{phrase(game, s, action)} is forbidden"
        )
    match action:
        case Move(unit):
            return (Put("moving", unit),)
        case Step(hex):
            return (Put("at", hex),)
        case Halt():
            return Put("moved", f"{s.moved} {s.moving}".strip()), Put("moving", ""), Put("won", "")
        case Attack():
            return (Put("won", "yes" if chance.roll("melee")[0] > 3 else ""), Put("window", "yes"))
        case Advance():
            return (Put("won", ""), Put("moved", "all"))
    return (Put("window", ""),)


def evolve(game, s, event):
    return msgspec.structs.replace(s, **{event.field: event.value})


def conceivable(game, s, seat):
    return (*(Step(each) for each in (*NEIGHBOURS, "2020")), *(Attack(unit) for unit in UNITS), Advance())


MARCH = dataclasses.replace(
    ruleset,
    awaiting=awaiting,
    legal=legal,
    phrase=phrase,
    decide=decide,
    conceivable=conceivable,
    view=lambda game, s, seats: s,
    evolve=evolve,
)


def march(text, dice=(), **state):
    return expand(MARCH, None, Position(March(**state)), "sauron", text, lambda: scripted(dice))


def told(chain):
    return " ".join(phrase(None, None, action) for action in chain)


@pytest.mark.parametrize(
    "text",
    [
        "move orcs-3 to 1712 to 1713",
        "Orcs-3 1712 1713",
        "orcs-3 1712-1713",
        "ORCS-3: 1712–1713",
        "orcs-3 -> 1712 -> 1713",
        "orcs_3, 1712, 1713",
        "orcs 3 to 1712 then 1713",
        "move orcs-3 1712 1713 halt",
        "  mov  orcs-3 1712 1713",
    ],
)
def test_a_whole_move_is_typed_in_many_ways(text):
    assert told(march(text)) == "(move) orcs-3 (to) 1712 (to) 1713 (halt)"


def test_accents_are_forgiven_either_way():
    assert march("eored") == march("ÉORED") == march("éored") == [Move("éored")]


def test_a_unique_beginning_will_do():
    assert march("éo 1811") == [Move("éored"), Step("1811"), Halt()]
    assert march("orc-arch") == [Move("orc-archers")]


def test_a_number_is_never_cut_short():
    assert march("orcs-31") == [Move("orcs-31")]
    assert march("orcs-3") == [Move("orcs-3")]
    with pytest.raises(Unreadable, match="nothing that sauron can do after “orcs-3”; near it: "):
        march("orcs-3 17")


def test_what_could_be_two_things_is_neither():
    with pytest.raises(Unreadable) as caught:
        march("orcs 1712")
    assert (
        str(caught.value)
        == "“orcs 1712” can mean 2 things: (move) orcs-3 (to) 1712; (move) orcs-31 (to) 1712"
    )
    assert caught.value.near == ("(move) orcs-3 (to) 1712", "(move) orcs-31 (to) 1712")


def test_a_part_of_a_name_will_do_where_only_one_has_it():
    assert march("archers 1712 1713") == [Move("orc-archers"), Step("1712"), Step("1713"), Halt()]
    assert march("attack arch") == [Attack("orc-archers")]
    with pytest.raises(Unreadable, match="“orc” can mean 3 things"):
        march("orc")
    with pytest.raises(Unreadable, match="nothing that sauron can do"):
        march("attack 3")


@pytest.mark.parametrize(
    ("phrase", "text", "cut"),
    [
        ("fire men-bowmen-1 (at) orcs-1", "fire men-bowmen-1 at orcs-1", 0),
        ("fire men-bowmen-1 (at) orcs-1", "fire men-bowmen-1 orcs-1", 0),
        ("fire men-bowmen-1 (at) orcs-1", "fire bowmen at orcs", 1),
        ("fire men-bowmen-1 (at) orcs-1", "fire men orcs-1", 1),
        ("fire men-bowmen-1 (at) orcs-1", "fire bowmen-1 orcs-1", 1),
        ("fire men-bowmen-1 (at) orcs-1", "fire men-1 orcs 1", 1),
        ("fire men-bowmen-1 (at) orcs-1", "fire bowmen", 2),
        ("fire men-bowmen-1 (at) orcs-1", "fire 1 orcs-1", None),
        ("fire men-bowmen-1 (at) orcs-1", "fire bowmen-2 orcs-1", None),
        ("fire men-bowmen-1 (at) orcs-1", "fire bowmen at 1", None),
        ("(to) 1711", "17", None),
        ("raise 1711-1712", "raise 1711 1712", 0),
        ("raise 1711-1712", "raise 1712", None),
    ],
)
def test_how_much_of_a_phrase_a_text_leaves_out(phrase, text, cut):
    words = words_of(text)
    assert readings(pattern_of(phrase), words, 0).get(len(words)) == cut


def test_what_cannot_be_read_is_told_as_it_was_typed():
    with pytest.raises(
        Unreadable, match="“Wargs-7, quick” is nothing that sauron can do after “Orcs_3 to 1712”"
    ):
        march("Orcs_3 to 1712: Wargs-7, quick")


def test_an_action_that_ends_a_chain_is_supplied_between_two_of_them():
    assert (
        told(march("orcs-3 1712 orcs-31 1711"))
        == "(move) orcs-3 (to) 1712 (halt) (move) orcs-31 (to) 1711 (halt)"
    )


def test_nothing_is_supplied_after_one_action_or_within_a_chain_already_begun():
    assert march("orcs-3") == [Move("orcs-3")]
    assert march("1712 1713", moving="orcs-3") == [Step("1712"), Step("1713")]
    assert march("1712 halt", moving="orcs-3") == [Step("1712"), Halt()]


def test_a_number_alone_is_the_number_in_the_list():
    assert march("2") == [Move("orcs-3")]
    assert march("1712", moving="orcs-3") == [Step("1712")]
    with pytest.raises(Unreadable, match="“9” is nothing that sauron can do"):
        march("9")
    with pytest.raises(Unreadable):
        march("0")


def test_an_illegal_step_is_refused_by_its_rule():
    with pytest.raises(IllegalAction, match="2020 is forbidden") as caught:
        march("orcs-3 1712 2020")
    assert caught.value.rule == "4.1"
    with pytest.raises(IllegalAction, match="1713 is forbidden"):
        march("orcs-3 1713")


def test_an_illegal_action_that_is_cut_short_is_refused_by_its_rule():
    with pytest.raises(IllegalAction, match="advance is forbidden"):
        march("adv")


def test_nonsense_is_told_with_five_near_phrases_at_most():
    with pytest.raises(Unreadable) as caught:
        march("attack wargs")
    assert str(caught.value).startswith(
        "“attack wargs” is nothing that sauron can do; near it: attack (with) "
    )
    assert len(caught.value.near) == 5
    assert set(caught.value.near) >= {f"attack (with) {unit}" for unit in UNITS}
    with pytest.raises(Unreadable, match="“wargs” is nothing that sauron can do after “orcs-3 1712”"):
        march("orcs-3 1712 wargs")


@pytest.mark.parametrize("text", ["", "   ", "…", "()"])
def test_nothing_typed_is_nothing(text):
    with pytest.raises(Unreadable, match="nothing to read"):
        march(text)


def test_a_move_is_followed_beyond_a_roll_with_the_chance_of_the_position():
    assert march("attack orcs-3 advance", dice=[6]) == [Attack("orcs-3"), Advance()]
    with pytest.raises(IllegalAction, match="advance is forbidden"):
        march("attack orcs-3, advance", dice=[1])


def test_a_move_without_its_chance_is_read_as_far_as_needs_be():
    assert march("attack orcs-3") == [Attack("orcs-3")]
    with pytest.raises(ChanceNeeded):
        march("attack orcs-3 advance")
    with pytest.raises(ChanceNeeded, match="depends on chance"):
        expand(MARCH, None, Position(March()), "sauron", "attack orcs-3 advance")


def test_each_reading_has_the_chance_from_its_start():
    # Both readings of “attack orcs” roll; neither may use up the other's die.
    with pytest.raises(Unreadable, match="can mean 2 things"):
        march("attack orcs advance", dice=[6])


def test_the_pass_of_a_seat_that_can_do_nothing_else_is_gone_by_and_a_real_window_is_not():
    assert march("attack orcs-3 advance", dice=[6]) == [Attack("orcs-3"), Advance()]
    with pytest.raises(IllegalAction):
        march("attack orcs-3 advance", dice=[6], oil="yes")


def test_a_seat_that_is_not_asked_can_do_nothing():
    with pytest.raises(Unreadable, match="west has nothing to decide now"):
        expand(MARCH, None, Position(March()), "west", "frob")


def test_words_that_fit_into_one_phrase_are_not_made_into_two():
    def joined(game, s, action):
        return f"join {action.unit} (with 1712)" if isinstance(action, Move) else phrase(game, s, action)

    joining = dataclasses.replace(MARCH, phrase=joined)
    for text in ("join orcs-3 with 1712", "join orcs-3"):
        assert expand(joining, None, Position(March()), "sauron", text) == [Move("orcs-3")]


def test_too_many_readings_are_given_up():
    endless = dataclasses.replace(
        MARCH,
        legal=lambda game, s, seat: (*(Step(f"{n} x") for n in range(9)), Move("x"), Attack("x")),
        phrase=lambda game, s, action: "x" if isinstance(action, Step) else "(x)",
        decide=lambda game, s, seat, action, chance: (),
    )
    with pytest.raises(Unreadable, match="too many ways"):
        expand(endless, None, Position(March()), "sauron", "x x x x x x x x")


def test_words_are_what_is_left_without_case_accents_and_punctuation():
    assert words_of("Éored, at (17.12)–1713!") == ("eored", "at", "17", "12", "1713")
    assert words_of("Λεύκτρα ? Straße") == ("λευκτρα", "?", "strasse")


# Goofspiel


GAME = ruleset.prepare(ruleset.load(None), "duel", {"turns": ""})
KEY = bytes(15) + b"\x03"


def at_the_start(source=None):
    events = ruleset.begin(GAME, Chance(source or keyed(KEY)))
    counts = immutables.Map({"prize:1": 1})
    return Position(fold(ruleset, GAME, ruleset.initial(GAME), events), counts)


def type_in(text, position=None, seat="north"):
    return expand(ruleset, GAME, position or at_the_start(), seat, text, lambda: keyed(KEY))


def last_to_choose():
    """South is to choose, and then begins the next turn; it holds and draws no low card, so it can only pass there."""
    start = at_the_start()
    hands = immutables.Map({"north": ("spades-5", "spades-6"), "south": ("hearts-8", "hearts-5", "hearts-6")})
    chosen = immutables.Map({"north": ("spades-4",)})
    state = msgspec.structs.replace(start.state, hands=hands, chosen=chosen, answered=SEATS)
    return Position(state, start.counts), lambda: scripted([3], ["spades-9", "hearts-9"])


def test_a_pass_that_is_entered_anyway_may_be_typed():
    position, source = last_to_choose()
    assert ruleset.awaiting(GAME, position.state)[0].seat == "south"
    for text in ("hearts-8, pass", "hearts-8"):
        assert expand(ruleset, GAME, position, "south", text, source) == [Commit("hearts-8")]
    with pytest.raises(Unreadable):
        expand(ruleset, GAME, position, "south", "hearts-8, hearts-8", source)


def test_a_pass_is_not_supplied_at_the_end():
    card = next(card for card in at_the_start().state.hands["north"] if GAME.ranks[card] <= 3)
    assert type_in(f"again with {card}") == [Again(card)]


def test_a_card_typed_in_the_window_supplies_the_pass_before_it():
    start = at_the_start()
    state = msgspec.structs.replace(start.state, answered=("south",))
    card = state.hands["north"][0]
    assert type_in(card, Position(state, start.counts)) == [Pass(), Commit(card)]


def test_a_card_that_is_not_held_is_refused_by_its_rule():
    held = at_the_start().state.hands["north"]
    missing = next(card for card in GAME.suits["north"] if card not in held)
    with pytest.raises(IllegalAction, match=r"\(3\.1\)"):
        type_in(missing)


def test_a_card_that_is_there_and_not_known_is_typed_by_its_name():
    draws = iter("?" * 6)
    start = at_the_start(lambda request: (next(draws),) if request.kind == "draw" else (4,))
    position = Position(msgspec.structs.replace(start.state, answered=SEATS), start.counts)
    assert type_in("choose spades-4", position) == [Commit("spades-4")]
    with pytest.raises(Unreadable, match="can mean 9 things"):
        type_in("choose spades", position)


def test_a_ruleset_may_name_other_phrases():
    also = dataclasses.replace(
        MARCH, also_typed=lambda game, s, action: ("charge (the) wall",) if action == Attack("éored") else ()
    )

    def type_also(text):
        return expand(also, None, Position(March()), "sauron", text, lambda: scripted((1,)))

    assert type_also("charge the wall") == type_also("charge wall") == [Attack("éored")]
    assert type_also("attack éored") == [Attack("éored")]
    with pytest.raises(Unreadable, match="nothing that sauron can do; near it: "):
        march("charge wall")


def test_another_phrase_of_two_actions_means_neither():
    also = dataclasses.replace(
        MARCH, also_typed=lambda game, s, action: ("charge",) if isinstance(action, Attack) else ()
    )
    with pytest.raises(Unreadable, match="“charge” can mean 4 things"):
        expand(also, None, Position(March()), "sauron", "charge", lambda: scripted((1,)))
