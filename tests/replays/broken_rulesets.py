"""Goofspiel, broken in one way a time: what the kit has to find, by which check, and how that is told."""

import dataclasses
from collections.abc import Callable
from itertools import count
from typing import Annotated, Any

import goofspiel
import msgspec
from goofspiel import ruleset
from msgspec.structs import replace

from rules.chance import Chance
from rules.errors import IllegalAction
from rules.parts.decks import CardDrawn, DeckReshuffled
from rules.ruleset import AnyRuleset, Event, Option, Pass, Resign, Resigned, Result, Scenario
from rules.scene import Counter, Side, Space, Track
from rules.secrecy import NOBODY, Hidden, Opens
from tests.replays.played import OTHER

BROKEN: dict[str, tuple[str, str, AnyRuleset]] = {}
"""By what is broken: the check that finds it, a part of what it says, the ruleset."""


def broken(check: str, says: str, **changes: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Breaks the function of the ruleset that the decorated one replaces; its name is FUNCTION_WHAT."""

    def note(function: Callable[..., Any]) -> Callable[..., Any]:
        field = function.__name__.partition("_")[0]
        rigged = dataclasses.replace(ruleset, **(changes | {field: function}))
        BROKEN[function.__name__] = (check, says, rigged)
        return function

    return note


def declare(what: str, check: str, says: str, **changes: Any) -> None:
    BROKEN[what] = (check, says, dataclasses.replace(ruleset, **changes))


# What is declared


class CardHidden(Event, frozen=True):
    card: Annotated[str, Hidden(known_to="owner")]


class CardOpened(Event, frozen=True):
    slot: str
    opens = Opens("part")


class Misnamed(Event, frozen=True):
    line: str


class Changeable(Event, frozen=False):  # type: ignore[misc]
    slot: str


TYPES = ruleset.event_types
declare("openly_hidden", "declared", "does not say that the game hides", hidden=False)
declare("no_upcasters", "declared", "no upcaster of data from version 1 to 2", upcasts=())
declare("twice_upcast", "declared", "two upcasters", upcasts=(*ruleset.upcasts, ruleset.upcasts[0]))
declare("one_seat_twice", "declared", "two seats have one name", seats=(*ruleset.seats, ruleset.seats[0]))
declare("no_scenario", "declared", "needs a seat and a scenario", scenarios=())
declare("snake_case", "declared", "'dice_game' is not in kebab case", name="dice_game")
declare("known_to_no_field", "declared", "names a field owner", event_types=(*TYPES, CardHidden))
declare("opens_no_field", "declared", "names a field part", event_types=(*TYPES, CardOpened))
declare("misnamed", "declared", "the field line of the event misnamed", event_types=(*TYPES, Misnamed))
declare("not_frozen", "declared", "Changeable is not frozen", event_types=(*TYPES, Changeable))
declare("one_type_twice", "declared", "two types share a name", event_types=(*TYPES, TYPES[0]))
declare("resign_declared", "declared", "the session adds it", action_types=(*ruleset.action_types, Resign))
declare(
    "option_refused",
    "declared",
    "turns=none is declared and refused",
    options=(Option("turns", "3", "", ("3", "none")),),
)
declare(
    "strange_default",
    "declared",
    "is not among its values",
    options=(Option("turns", "3", "", ("4",)),),
)
declare(
    "strange_seat",
    "declared",
    "not among those of the ruleset",
    scenarios=(Scenario(name="duel", title="Duel", seats=("north", "east")),),
)


# How games end


@broken("games-end", "nobody is awaited, and there is no result")
def result_none(game, s):
    return None


@broken("games-end", "there is a result, and still somebody is to decide")
def result_early(game, s):
    return Result((), "points", dict.fromkeys(goofspiel.SEATS, 0.0), s.turn) if s.turn > 3 else None


@broken("games-end", "by resigned, not by a victory rule")
def result_resigned(game, s):
    found = ruleset.result(game, s)
    return found and replace(found, how="resigned")


@broken("games-end", "is not about the seats")
def result_strange(game, s):
    found = ruleset.result(game, s)
    return found and replace(found, winners=("east",))


BROKEN["result_never"] = (
    "games-end",
    "there is no result after",
    dataclasses.replace(
        ruleset,
        legal=lambda game, s, seat: (Pass(),),
        decide=lambda game, s, seat, action, chance: (),
    ),
)


@broken("games-end", "raised KeyError")
def evolve_raising(game, s, event):
    if isinstance(event, goofspiel.CardsRevealed):
        raise KeyError("hearts")
    return goofspiel.evolve(game, s, event)


@broken("games-end", "is awaited and has nothing that it may do")
def legal_nothing(game, s, seat):
    found = goofspiel.legal(game, s, seat)
    return () if found and isinstance(found[0], goofspiel.Commit) else found


# States

_memory = count()


@broken("states-from-zero", "folding the events from zero gives another state: carried")
def evolve_remembering(game, s, event):
    s = goofspiel.evolve(game, s, event)
    if isinstance(event, goofspiel.CardsRevealed) and s.turn == game.turns:
        return replace(s, carried=100 + next(_memory))
    return s


@broken("states-from-zero", "answered is a tuple in one and a list in the other")
def evolve_list(game, s, event):
    s = goofspiel.evolve(game, s, event)
    return replace(s, answered=list(s.answered))


@broken("states-from-zero", "raised ValidationError: Expected `int`, got `bool`")
def evolve_bool(game, s, event):
    s = goofspiel.evolve(game, s, event)
    return replace(s, die=True) if s.die == 1 else s


class Ledger(msgspec.Struct, frozen=True):
    notes: dict[str, int] = {}


class LedgerState(goofspiel.State, frozen=True, kw_only=True):
    ledger: dict[str, int]


def _shared_initial(game):
    s = ruleset.initial(game)
    values = {field: getattr(s, field) for field in s.__struct_fields__}
    return LedgerState(**values, ledger={})


@broken("states-from-zero", "has changed since it was made", initial=_shared_initial, state_type=LedgerState)
def evolve_shared(game, s, event):
    s.ledger[type(event).__name__] = s.ledger.get(type(event).__name__, 0) + 1
    return goofspiel.evolve(game, s, event)


@broken("undo-then-redo", "is decided otherwise the second time")
def decide_rolling(game, s, seat, action, chance):
    return (*goofspiel.decide(game, s, seat, action, chance), goofspiel.PointsSet("north", next(_memory)))


@broken("undo-then-redo", "changes the state that it is decided in")
def decide_changing(game, s, seat, action, chance):
    msgspec.structs.force_setattr(s, "carried", s.carried + 1)
    return goofspiel.decide(game, s, seat, action, chance)


@broken("undo-then-redo", "taken back and done again the state is another")
def evolve_counting(game, s, event):
    s = goofspiel.evolve(game, s, event)
    return replace(s, carried=100 + next(_memory)) if isinstance(event, goofspiel.CardCommitted) else s


@broken("chance-recorded", "sets aside number 0, which is not there")
def decide_replacing(game, s, seat, action, chance):
    if isinstance(action, goofspiel.Again):
        chance.roll("weather", seat, replaces=0)
    return goofspiel.decide(game, s, seat, action, chance)


_asked: set[Any] = set()


@broken("chance-recorded", "the record holds no result for")
def decide_asking(game, s, seat, action, chance):
    if (s.turn, seat, action) in _asked and action == Pass():
        chance.roll("again")
    _asked.add((s.turn, seat, action))
    return goofspiel.decide(game, s, seat, action, chance)


@broken("chance-recorded", "needs less chance than was recorded")
def decide_dropping(game, s, seat, action, chance):
    events = goofspiel.decide(game, s, seat, action, chance)
    if chance._how == "key" and chance._source.__name__ == "kept":
        chance.roll("in play alone")
    return events


# What is stored


@broken("codec-round-trip", "choices is a list in one and a tuple in the other")
def decide_listing(game, s, seat, action, chance):
    events = goofspiel.decide(game, s, seat, action, chance)
    return tuple(
        replace(event, choices=list(event.choices)) if isinstance(event, goofspiel.CardsRevealed) else event
        for event in events
    )


class NumberHidden(Event, frozen=True):
    number: Annotated[int, Hidden(known_to=NOBODY)]


def evolve_with(game, s, event):
    return s if type(event) not in TYPES else goofspiel.evolve(game, s, event)


@broken(
    "codec-round-trip",
    "NumberHidden(number='?'), as ('north',) sees it, is not the same after being stored",
    evolve=evolve_with,
    narrate=lambda game, s, event: "A number",
    event_types=(*TYPES, NumberHidden),
)
def decide_hiding(game, s, seat, action, chance):
    return (*goofspiel.decide(game, s, seat, action, chance), NumberHidden(4))


class Wave(Pass, frozen=True):
    """An action that the ruleset does not declare."""


def _unwaved(game, s, seat, action, chance):
    return goofspiel.decide(game, s, seat, Pass() if isinstance(action, Wave) else action, chance)


@broken("codec-round-trip", "raised ValidationError: Invalid value 'wave'", decide=_unwaved)
def legal_undeclared(game, s, seat):
    return tuple(Wave() if action == Pass() else action for action in goofspiel.legal(game, s, seat))


# What is shown


@broken("narrated", "DeckReshuffled(seat='south') is told by nothing")
def narrate_nothing(game, s, event):
    return "" if isinstance(event, DeckReshuffled) else ruleset.narrate(game, s, event)


@broken("narrated", "is told by more than one line")
def narrate_lines(game, s, event):
    return "\n".join(ruleset.narrate(game, s, event).split(" ", 1))


@broken("narrated", "raised ValueError: '?' is not in list")
def narrate_unknown(game, s, event):
    if isinstance(event, CardDrawn):
        return f"A card of rank {game.suits[event.seat].index(event.card)}"
    return ruleset.narrate(game, s, event)


@broken("narrated", "is marked bang")
def mark_strange(event):
    return "bang"


@broken("narrated", "the run of")
def retell_nothing(game, s, steps):
    return " "


@broken("phrased", "are both listed as “(choose)”")
def phrase_alike(game, s, action):
    return "(choose)" if isinstance(action, goofspiel.Commit) else ruleset.phrase(game, s, action)


@broken("phrased", "is not read: “card ")
def phrase_dotted(game, s, action):
    if isinstance(action, goofspiel.Commit) and action.card != "?":
        return f"card {'.' * game.ranks[action.card]}"
    return ruleset.phrase(game, s, action)


@broken("phrased", "is told by nothing")
def phrase_empty(game, s, action):
    return ""


@broken("phrased", "what north is to decide is told by nothing")
def awaiting_untitled(game, s):
    return tuple(replace(awaited, title="") for awaited in ruleset.awaiting(game, s))


TABLE = Space(id="table", x=0, y=0, shape="box")


def scene_with(**changes):
    return lambda game, s: replace(
        ruleset.scene(game, s), **{field: change(ruleset.scene(game, s)) for field, change in changes.items()}
    )


for name, says, changed in (
    ("scene_nowhere", "stands on nothing, which is no space", scene_with(
        counters=lambda scene: (Counter(id="deck", space=""),))),
    ("scene_twice", "two counters have the id", scene_with(
        spaces=lambda scene: (TABLE,), counters=lambda scene: (Counter(id="deck", space="table"),) * 2)),
    ("scene_spaces_twice", "two spaces have the id table", scene_with(
        spaces=lambda scene: (TABLE, TABLE))),
    ("scene_long", "more than four characters", scene_with(
        spaces=lambda scene: (TABLE,),
        counters=lambda scene: (Counter(id="deck", space="table", short="spades"),))),
    ("scene_off_track", "stands on cell 99 of the track Points", scene_with(
        tracks=lambda scene: (Track(title="Points", cells=("0", "1"), at=(("north", 99),)),))),
    ("scene_legend", "the terrain moor is not in the legend", scene_with(
        spaces=lambda scene: (replace(TABLE, terrain="moor"),))),
    ("scene_hand", "a hand is held by east", scene_with(
        hands=lambda scene: (replace(scene.hands[0], seat="east"),))),
    ("scene_sides", "the sides are not the seats, in their order", scene_with(
        sides=lambda scene: (Side("south", "South", "#b02020", "S"), Side("north", "North", "#303030", "N")))),
    ("scene_untitled", "has no title", scene_with(title=lambda scene: "")),
):  # fmt: skip
    declare(name, "drawn", says, scene=changed)


@broken("drawn", "two equal states are drawn otherwise")
def scene_other(game, s):
    return replace(ruleset.scene(game, s), title=f"Picture {next(_memory)}")


@broken("counted", "comes after turn")
def clock_backwards(game, s):
    return replace(ruleset.clock(game, s), turn=20 - s.turn)


@broken("counted", "the tally is about north")
def tally_one(game, s):
    return {"north": {"points": 1.0}}


@broken("counted", "other measures")
def tally_changing(game, s):
    return {seat: {f"turn {s.turn}": 1.0} for seat in goofspiel.SEATS}


@broken("counted", "the position is worth inf to north")
def evaluate_infinite(game, s, seat):
    return float("inf")


# What is legal and what is decided


@broken("legal-and-decide-agree", "is offered and refused")
def decide_refusing(game, s, seat, action, chance):
    if s.turn > 5 and isinstance(action, goofspiel.Again):
        raise IllegalAction("2.2", "no more of that")
    return goofspiel.decide(game, s, seat, action, chance)


@broken("legal-and-decide-agree", "is not offered and accepted")
def legal_forgetful(game, s, seat):
    return goofspiel.legal(game, s, seat)[:1]


@broken("legal-and-decide-agree", "where it should be refused by a rule")
def decide_raising(game, s, seat, action, chance):
    if ruleset.result(game, s) or (action != Resign() and action not in goofspiel.legal(game, s, seat)):
        raise LookupError(action)
    return goofspiel.decide(game, s, seat, action, chance)


@broken("legal-and-decide-agree", "is refused without a rule and a reason")
def decide_mute(game, s, seat, action, chance):
    try:
        return goofspiel.decide(game, s, seat, action, chance)
    except IllegalAction as error:
        raise IllegalAction("", error.reason) from error


@broken("legal-and-decide-agree", "giving up is offered")
def legal_resign(game, s, seat):
    found = goofspiel.legal(game, s, seat)
    return (*found, Resign()) if found else ()


@broken("legal-and-decide-agree", "is offered twice")
def legal_twice(game, s, seat):
    return goofspiel.legal(game, s, seat) * 2


@broken("legal-and-decide-agree", "not awaited and has")
def legal_unasked(game, s, seat):
    return goofspiel.legal(game, s, seat) or (Pass(),)


@broken("legal-and-decide-agree", "which are no events")
def decide_nothing(game, s, seat, action, chance):
    return () if isinstance(action, Resign) else goofspiel.decide(game, s, seat, action, chance)


@broken("legal-and-decide-agree", "gives up, and there is no result")
def decide_staying(game, s, seat, action, chance):
    if isinstance(action, Resign) and not ruleset.result(game, s):
        return (goofspiel.PointsSet(seat, 0),)
    return goofspiel.decide(game, s, seat, action, chance)


@broken("legal-and-decide-agree", "Resign() of north is not offered and accepted")
def decide_late(game, s, seat, action, chance):
    late = action == Resign() and ruleset.result(game, s)
    return (Resigned(seat),) if late else goofspiel.decide(game, s, seat, action, chance)


# What is hidden


def _holds_ace(s, seat):
    return f"{goofspiel.SUITS[seat]}-1" in s.hands[seat]


@broken("noninterference", "what north cannot see changes what it may do")
def legal_peeking(game, s, seat):
    found = goofspiel.legal(game, s, seat)
    return found if not _holds_ace(s, OTHER[seat]) else found[:1]


@broken("noninterference", "what north cannot see changes who is asked")
def awaiting_telling(game, s):
    found = ruleset.awaiting(game, s)
    return found[::-1] if _holds_ace(s, "south") else found


@broken("noninterference", "the view of the view of north")
def view_adding(game, s, seats):
    return replace(ruleset.view(game, s, seats), carried=s.carried + 1)


@broken("noninterference", "filling in what north does not know changes what it sees")
def resample_changing(game, s, seat, chance):
    return replace(s, die=7)


@broken("noninterference", "leaves something unknown")
def resample_lazy(game, s, seat, chance):
    return s


@broken("noninterference", "what north cannot see changes the clock")
def clock_telling(game, s):
    found = ruleset.clock(game, s)
    return replace(found, impulse=sum(game.ranks[card] for card in s.hands["south"]))


@broken("noninterference", "is refused to north tells what it cannot see")
def decide_telling(game, s, seat, action, chance):
    try:
        return goofspiel.decide(game, s, seat, action, chance)
    except IllegalAction as error:
        held = ", ".join(s.hands[OTHER[seat]])
        raise IllegalAction(error.rule, f"{error.reason}; the other holds {held}") from error


declare("openly_closed", "noninterference", "nothing is hidden, and the view of all seats", hidden=False,
        view=lambda game, s, seats: replace(s, carried=99))  # fmt: skip


@broken("views-follow-events", "does not follow from what it is shown: hands[north][0]")
def view_everything(game, s, seats):
    return s


@broken("views-follow-events", "chosen")
def view_choices(game, s, seats):
    return replace(ruleset.view(game, s, seats), chosen=s.chosen)


@broken("nothing-leaks", "the other fields of CardCommitted show what CardCommitted hides from")
def decide_leaking(game, s, seat, action, chance):
    return tuple(
        replace(event, choice=f"{event.card}") if isinstance(event, goofspiel.CardCommitted) else event
        for event in goofspiel.decide(game, s, seat, action, chance)
    )


class OpenDraws(Chance):
    __slots__ = ()

    def draw(self, purpose, seat, items, **known):
        return super().draw(purpose, seat, items)


@broken("nothing-leaks", "a draw shows")
def decide_openly(game, s, seat, action, chance):
    chance.__class__ = OpenDraws
    return goofspiel.decide(game, s, seat, action, chance)


@broken("nothing-leaks", "the purposes of chance show what CardCommitted hides from")
def decide_purpose(game, s, seat, action, chance):
    if isinstance(action, goofspiel.Commit):
        chance.roll(f"weigh:{action.card}")
    return goofspiel.decide(game, s, seat, action, chance)


@broken("openings-fit", "two hidden parts are called choice")
def decide_renaming(game, s, seat, action, chance):
    return tuple(
        replace(event, choice="choice") if isinstance(event, goofspiel.CardCommitted) else event
        for event in goofspiel.decide(game, s, seat, action, chance)
    )


@broken("openings-fit", "secret is opened, and no hidden part has that name")
def decide_opening(game, s, seat, action, chance):
    return tuple(
        replace(event, choices=("secret",)) if isinstance(event, goofspiel.CardsRevealed) else event
        for event in goofspiel.decide(game, s, seat, action, chance)
    )


# What differs between processes


def _unordered(game, s, seat):
    return tuple({str(action): action for action in goofspiel.legal(game, s, seat)}[key] for key in
                 frozenset(map(str, goofspiel.legal(game, s, seat))))  # fmt: skip


unordered = dataclasses.replace(ruleset, legal=_unordered)
unordered_scene = dataclasses.replace(
    ruleset,
    scene=scene_with(
        hands=lambda scene: tuple(
            replace(hand, cards=tuple(sorted(hand.cards, key=hash))) for hand in scene.hands
        )
    ),
)
unordered_result = dataclasses.replace(
    ruleset,
    result=lambda game, s: (
        Result((), "points", dict.fromkeys(frozenset(goofspiel.SEATS), 0.0))
        if goofspiel.result(game, s)
        else None
    ),
)
