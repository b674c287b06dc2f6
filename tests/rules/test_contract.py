"""What a ruleset has by itself where a small game gives nothing of its own."""

import dataclasses
from typing import Annotated

import msgspec
import pytest

from rules.chance import Chance, scripted
from rules.errors import IllegalAction
from rules.projection import unfold
from rules.ruleset import (
    Action,
    Event,
    Pass,
    Passed,
    Resign,
    Resigned,
    Seat,
    Step,
    Upcast,
    ruleset_in,
    types_in,
)
from rules.scene import Scene
from rules.secrecy import Hidden


class Bid(Action, frozen=True):
    words = "(bid) {points}"
    points: int


class Sealed(Event, frozen=True):
    words = "{seat} seals {letter}, after {state.made} others (1.1)"
    seat: str
    letter: Annotated[str, Hidden(known_to="seat")]


class Counted(Event, frozen=True):
    number: int


class Data(msgspec.Struct, frozen=True):
    source: str = "seed"


class State(msgspec.Struct, frozen=True):
    made: int = 0


def evolve(game, state, event):
    return State(state.made + 1)


def view(game, state, seats):
    return state


TINY = ruleset_in(
    __name__,
    name="tiny",
    title="Tiny",
    seats=(Seat("north", "North"),),
    scenarios=(),
    upcasts=(Upcast("state", 1, dict), Upcast("state", 2, dict), Upcast("event:counted", 4, dict)),
    load=lambda folder: Data(),
    prepare=lambda data, scenario, options: None,
    initial=lambda game: State(),
    **dict.fromkeys(
        ("begin", "awaiting", "legal", "decide", "clock", "result", "tally", "evaluate"), lambda *_: ()
    ),
    scene=lambda game, state: Scene(title=""),
)


def test_a_module_is_a_ruleset_by_the_names_of_the_contract():
    assert (TINY.evolve, TINY.view) == (evolve, view)
    assert (TINY.data_type, TINY.state_type) == (Data, State)
    assert (TINY.data_shape, TINY.state_shape, TINY.version) == (1, 3, 1)
    assert TINY.action_types == types_in(__name__, Action) == (Pass, Bid)
    assert TINY.event_types == (Passed, Resigned, Sealed, Counted)
    assert Resign not in types_in("rules.ruleset", Action)


def test_what_has_words_is_listed_and_told_in_them():
    assert TINY.phrase(None, State(), Bid(3)) == "(bid) 3"
    assert TINY.phrase(None, State(), Pass()) == "(pass)"
    assert TINY.narrate(None, State(2), Sealed("north", "x")) == "North seals x, after 2 others (1.1)"
    assert TINY.narrate(None, State(2), Sealed("north", "?")) == "North seals a letter, after 2 others (1.1)"
    assert TINY.narrate(None, State(), Passed("north")) == "North passes"
    assert TINY.narrate(None, State(), Counted(1)) == ""


def test_a_run_is_retold_event_by_event_by_whatever_ruleset_it_is():
    steps = [
        Step("north", Pass(), (Passed("north"), Counted(1))),
        Step("south", None, (Sealed("south", "?"),)),
    ]
    told = "North passes; South seals a letter, after 2 others (1.1)"
    assert TINY.retell(None, State(), steps) == told
    other = dataclasses.replace(TINY, narrate=lambda game, state, event: f"number {state.made}")
    assert other.retell(None, State(), steps) == "number 0; number 1; number 2"
    own = dataclasses.replace(other, retell=lambda game, state, steps: "all of it")
    assert dataclasses.replace(own, title="Own").retell(None, State(), steps) == "all of it"


def test_only_a_pass_passes():
    assert TINY.is_pass(Pass())
    assert not TINY.is_pass(Bid(0))


def test_an_open_game_without_corrections_needs_no_more():
    assert TINY.mark(Counted(1)) is None
    assert TINY.resample(None, State(4), "north", Chance(scripted())) == State(4)
    assert list(TINY.conceivable(None, State(), "north")) == []
    assert TINY.tally_sources(Data()).seed == 1
    with pytest.raises(IllegalAction, match="this game knows no corrections"):
        TINY.adjust(None, State(), {"set": "points"})


def follows(game, state, chance):
    return Counted(chance.roll("count")[0]) if state.made < 3 else None


@pytest.mark.parametrize(("first", "dice"), [(None, [4, 5, 6]), (Passed("north"), [4, 5])])
def test_what_follows_is_unfolded_up_to_the_next_choice(first, dice):
    events = unfold(evolve, follows, None, State(), first, Chance(scripted(dice)))
    assert events == (*([first] if first else []), *map(Counted, dice))
    assert unfold(evolve, follows, None, State(3), first, Chance(scripted())) == events[: first is not None]
