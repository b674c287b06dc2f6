"""What a ruleset is: the contract between a game's rules and everything that plays, records, shows or counts games.

A ruleset is a *decider*: `legal` and `decide` judge, `evolve` folds events into a state and never judges or rolls. All
functions are pure. Their first argument is the game's own data made ready by `prepare` (map, tables, scenario,
options, derived look-ups); it never changes during a game and always comes from the data the game was begun with.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import lru_cache, partial
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, ClassVar, Generic, Literal, TypeVar

import msgspec

from rules import sources
from rules.chance import Chance
from rules.errors import IllegalAction
from rules.scene import Scene
from rules.secrecy import hidden_fields
from rules.sources import Tally as Tally
from rules.whereabouts import Tells

Mark = Literal["battle", "loss", "move", "control", "card", "reveal", "roll"]


def kebab_case(name: str) -> str:
    """The stable name of a type: `CardDrawn` is `card-drawn`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower()


class Action(msgspec.Struct, frozen=True, tag_field="type", tag=kebab_case, forbid_unknown_fields=True):
    """What a seat decides. Subclasses are frozen; the tag is the class's name in kebab case.

    `passes`: it only lets a window go by. `words`: how it is listed, where the ruleset has no `phrase` of its own;
    its fields stand there in braces: `(choose) {card}`.
    """

    passes: ClassVar[bool] = False
    words: ClassVar[str] = ""


class Event(msgspec.Struct, frozen=True, tag_field="type", tag=kebab_case):
    """What then happened: the only thing that a state is built from. `version` is the schema version of its fields.

    `words`: how it is told, where the ruleset has no `narrate` of its own: `{seat} draws {card} (6.1)`;
    `{state.die}` is a field of the state before it.
    """

    version: ClassVar[int] = 1
    words: ClassVar[str] = ""


class Resign(Action, frozen=True):
    """Gives up. Every ruleset decides it; the session offers it, `legal` never does, and no bot takes it."""


class Resigned(Event, frozen=True):
    """A seat gave up, for rulesets that have no more to say of it."""

    words = "{seat} gives up"

    seat: str


class Pass(Action, frozen=True):
    """Lets a window go by, for rulesets that have no more to say of it."""

    passes = True
    words = "(pass)"


class Passed(Event, frozen=True):
    """A seat let a window go by."""

    words = "{seat} passes"

    seat: str


class Awaited(msgspec.Struct, frozen=True):
    """A seat that is to decide now, and what: a stable word and a title. Several seats may be awaited at once, in
    this order; a reaction window names the seats that are asked one after another."""

    seat: str
    decision: str
    title: str


class Clock(msgspec.Struct, frozen=True):
    """Where the game is: turn, phase and impulse, each a number (from 1; 0: none) and a title."""

    turn: int
    turn_title: str
    phase: int = 0
    phase_title: str = ""
    impulse: int = 0
    impulse_title: str = ""


class Result(msgspec.Struct, frozen=True):
    """How a game ended: the winning seats (none: a draw), a stable word for how, a score a seat, the turn."""

    winners: tuple[str, ...]
    how: str
    scores: dict[str, float]
    turn: int = 0


class Seat(msgspec.Struct, frozen=True):
    """A side that a person plays."""

    name: str
    title: str


class Scenario(msgspec.Struct, frozen=True, kw_only=True):
    """A named starting position; `median_plies` and `median_decisions` are measured over random games."""

    name: str
    title: str
    seats: tuple[str, ...]
    median_plies: int = 0
    median_decisions: int = 0


class Option(msgspec.Struct, frozen=True):
    """A switch of the ruleset: the ruling is its default. `values` lists what it takes; empty: any text.

    `file`: any other value is the path of a file, whose text stands for it from then on, recorded with the game.
    `known_to`: the value is a secret of this seat, `"?"` to all others ("": it is open).
    """

    name: str
    default: str
    about: str
    values: tuple[str, ...] = ()
    file: bool = False
    known_to: str = ""


class Breach(msgspec.Struct, frozen=True):
    """A condition that a deck does not meet: where in it, a sentence with what would be right, and the rule."""

    where: str
    what: str
    rule: str


class Upcast(msgspec.Struct, frozen=True):
    """How one older shape becomes the next: of an event (`what="event:card-drawn"`), of the data
    (`what="data"`), of the
    state (`what="state"`), from version `version` to `version + 1`. `change` gets and gives plain dicts."""

    what: str
    version: int
    change: Callable[[dict[str, Any]], dict[str, Any]]


class Step(msgspec.Struct, frozen=True):
    """One batch as `retell` sees it: who acted, the action (None where none is), its events."""

    seat: str
    action: Action | None
    events: tuple[Event, ...]


K = TypeVar("K")
D = TypeVar("D")
G = TypeVar("G")
S = TypeVar("S")


def phrase_in_words(game: Any, state: Any, action: Action) -> str:
    """The action as its own `words` have it."""
    return action.words.format(state=state, **msgspec.structs.asdict(action))


def narrate_in_words(game: Any, state: Any, event: Event) -> str:
    """The event as its own `words` have it, beginning with a capital letter; what is hidden is `a card`, as its field
    is called."""
    known = msgspec.structs.asdict(event)
    known |= {
        name: f"a {name}" for name, hidden in hidden_fields(type(event)) if known[name] == hidden.unknown
    }
    told = event.words.format(state=state, **known)
    return told[:1].upper() + told[1:]


def retell_each(ruleset: AnyRuleset, game: Any, state: Any, steps: Sequence[Step]) -> str:
    """The events of a run one after another, each as it is narrated."""
    told = []
    for event in (event for step in steps for event in step.events):
        told.append(ruleset.narrate(game, state, event))
        state = ruleset.evolve(game, state, event)
    return "; ".join(filter(None, told))


def adjust_nothing(game: Any, state: Any, ruling: dict[str, Any]) -> tuple[Event, ...]:
    """Refuses every correction."""
    raise IllegalAction("", "this game knows no corrections")


def _retell_of_no_ruleset(game: Any, state: Any, steps: Sequence[Step]) -> str:
    raise TypeError("a ruleset gives this its own functions when it is made")


def readable_purpose(game: Any, state: Any, purpose: str) -> str:
    """A purpose of chance with its signs made words: `melee:orcs-1>slaves-2` is `Melee: orcs 1, slaves 2`."""
    kind, colon, subject = purpose.partition(":")
    told = (
        kind.replace("-", " ") + (": " if colon else "") + re.sub(r"[:>]+", ", ", subject).replace("-", " ")
    )
    return told[:1].upper() + told[1:]


@dataclass(frozen=True, kw_only=True)
class Ruleset(Generic[D, G, S]):
    """One game's rules. D: the data as stored; G: the data made ready (the game); S: the state.

    `version` moves when new actions are decided otherwise; `data_shape` and `state_shape` when those structs change.
    What has a default is what a small game can do without.
    """

    name: str
    title: str
    version: int = 1
    seats: tuple[Seat, ...]
    scenarios: tuple[Scenario, ...]
    options: tuple[Option, ...] = ()
    action_types: tuple[type[Action], ...]
    event_types: tuple[type[Event], ...]
    data_type: type[D]
    state_type: type[S]
    data_shape: int = 1
    state_shape: int = 1
    upcasts: tuple[Upcast, ...] = ()
    upcast_action: Callable[[dict[str, Any]], dict[str, Any]] | None = None
    """Brings an action as older programs recorded it (a plain dict) into today's shape. Actions are stored without a
    version, so one of today must come out as it went in."""

    load: Callable[[Path | None], D]
    """The data of this installation, or an owner's folder laid over it. Raises DataError with every problem."""
    data_folders: tuple[Path, ...] = ()
    """Where the installed data lie as .toml files, if they do: what an owner gets to fill in."""
    data_rules: Mapping[str, str] = field(default_factory=dict, compare=False)
    """For kinds of record in those files (`leader`) the rule that speaks of them; a record may name one of its own."""
    tally_sources: Callable[[D], Tally] = sources.tally
    """Where the data come from. Without one of its own, the marks in the data are counted."""
    not_carried_out: Callable[[D], tuple[str, ...]] = lambda data: ()
    """What of the data's own texts the rules do not do: a line for each card or table row, as people would call it.
    Empty: everything that a text says is carried out."""
    check_deck: Callable[[D, str], tuple[Breach, ...]] | None = None
    """Everything that is wrong with a deck, given as the text of its file; None: decks are not brought along."""
    prepare: Callable[[D, str, Mapping[str, str]], G]
    """Data, scenario, options (complete, with defaults) to the game. Raises OptionError, DataError."""
    idle_options: Callable[[G], Mapping[str, str]] = lambda game: {}
    """Of the options that were chosen those that do nothing in this game, by name, each with why, and what would be
    right, in words that go on a sentence. No new game is begun with them; a recorded one that has them is opened."""

    initial: Callable[[G], S]
    """The state before any event: the empty board."""
    begin: Callable[[G, Chance], tuple[Event, ...]]
    """The events of ply 0, up to the first real choice."""
    awaiting: Callable[[G, S], tuple[Awaited, ...]]
    """Who is to decide now, in order; nobody when the game is over."""
    legal: Callable[[G, S, str], tuple[Action, ...]]
    """The finite, complete list of what the seat may do now, in a fixed order; empty for a seat that is not awaited."""
    decide: Callable[[G, S, str, Action, Chance], tuple[Event, ...]]
    """The events up to the next real choice, or IllegalAction. Takes `Resign` from any seat while the game is on."""
    evolve: Callable[[G, S, Event], S]
    """The next state. Total over the event types; never rolls, never judges."""
    view: Callable[[G, S, tuple[str, ...]], S]
    """A state of the same type in which what these seats do not know is unknown; no seats: what anybody may see."""
    clock: Callable[[G, S], Clock]
    result: Callable[[G, S], Result | None]
    tally: Callable[[G, S], dict[str, dict[str, float]]]
    """For each seat its measures (victory points, strength, losses), for charts and comparison."""
    phrase: Callable[[G, S, Action], str] = phrase_in_words
    """The action as it is listed and typed, in this state. Words in parentheses may be left out when typing; an action
    whose phrase is wholly in parentheses is supplied where a longer typed move needs it: `(move) orcs-3`, `(to)
    1712`, `(halt)`. Without one of its own, the action's `words`."""
    also_typed: Callable[[G, S, Action], tuple[str, ...]] = lambda game, state, action: ()
    """Other phrases by which the action may be typed, written as `phrase` is. They are never listed; where one of them
    means two legal actions, it means neither."""
    text_of: Callable[[G, str], str] = lambda game, name: ""
    """What a card says, by its id, or whatever else has a text that everybody may read; `why` adds it where the typed
    words name it. The empty text where there is none."""
    conceivable: Callable[[G, S, str], Iterable[Action]] = lambda game, state, seat: ()
    """What the seat could form from the board now, legal or not: the space of `why` and of the kit's samples. Legal
    actions may be left out; without one of its own, nothing else can be formed, and `why` has nothing to explain."""
    narrate: Callable[[G, S, Event], str] = narrate_in_words
    """One line that a wargamer would write of the event, citing the rule's number; the state is the one before it.
    Without one of its own, the event's `words`."""
    silent: frozenset[type[Event]] = frozenset()
    """Events that only move the sequence of play: `narrate` may tell them by nothing, and no log lists them then."""
    retell: Callable[[G, S, Sequence[Step]], str] = field(default=_retell_of_no_ruleset, compare=False)
    """One line for a run of batches by one seat in one impulse; the state is the one before the first of them.
    Without one of its own, what `narrate` says of each event."""
    retells_impulses: bool = False
    """Whether a run is all that happens in one impulse (where there is none: one phase), whoever acts: for games in
    which others respond in the midst of it."""
    roll_title: Callable[[G, S, str], str] = readable_purpose
    """What a roll or draw is for, by its purpose, as people are asked for it, with what is needed where that is known;
    the state is the one just before it."""
    mark: Callable[[Event], Mark | None] = lambda event: None
    owners: Callable[[G], Mapping[str, str]] = lambda game: {}
    """Whose each piece is that is always the same one's: its army, power or seat. From it the view of losses says whose
    they are where an event names a piece alone."""
    tells: Mapping[type[Event], tuple[Tells, ...]] = field(default_factory=dict, compare=False)
    """What events tell that later ones leave unsaid: where pieces stand, who commands in a battle. From it the views of
    battles and losses have places and leaders that an event itself does not name."""
    scene: Callable[[G, S], Scene]
    evaluate: Callable[[G, S, str], float]
    """How good the (viewed) state is for the seat: higher is better; for bots."""
    foreseen: frozenset[str] = frozenset()
    """Decisions (see `Awaited`) before which `evaluate` counts the best that they can bring, so that a bot need look no
    further than the first action that is worth as much as the one before it."""
    worth_trying: Callable[[G, S, str, Sequence[Action]], Sequence[Action]] = (
        lambda game, state, seat, legal: legal
    )
    """Of the legal actions in a seat's view those at which a bot need look, at least one; without a function, all."""
    resample: Callable[[G, S, str, Chance], S] = lambda game, state, seat, chance: state
    """From a seat's view, a full state that contradicts nothing that the seat knows; for bots. Without one of its own,
    the view itself, which is right where nothing is hidden."""
    adjust: Callable[[G, S, dict[str, Any]], tuple[Event, ...]] = adjust_nothing
    """The events of a correction made by people: place, remove, flip or move a piece, set a track."""
    is_pass: Callable[[Action], bool] = lambda action: action.passes
    """Whether the action only lets a reaction window go by; a seat that can do nothing else is passed at once."""
    moment: Callable[[G, S, str], str] = lambda game, state, seat: ""
    """What kind of reaction window this awaited seat may let go by now, for those who pass ahead. Without one of its
    own, the decision's name (`Awaited`)."""
    own_decisions: frozenset[str] = frozenset()
    """The decisions (see `Awaited`) with which a seat's own impulse begins; none: all that are no reaction windows."""
    hidden: bool = False
    """Whether the game hides anything: then the number of options is known to the acting seat alone."""

    def __post_init__(self) -> None:
        default = self.retell is _retell_of_no_ruleset
        if default or (isinstance(self.retell, partial) and self.retell.func is retell_each):
            # Also after `dataclasses.replace`: the new ruleset's `narrate` and `evolve`, not the old one's.
            object.__setattr__(self, "retell", partial(retell_each, self))


AnyRuleset = Ruleset[Any, Any, Any]


def types_in(module: str, kind: type[K]) -> tuple[type[K], ...]:
    """The types of actions or of events (`kind`) that the module of this name holds, in their order there."""
    held = (each for each in vars(sys.modules[module]).values() if isinstance(each, type))
    return tuple(
        dict.fromkeys(each for each in held if issubclass(each, kind) and each not in (kind, Resign))
    )


def ruleset_in(module: str, **declared: Any) -> AnyRuleset:
    """The ruleset of a game that is one module (`__name__`): its functions that are called as the contract calls them,
    its types of actions and events, `Data` and `State`. The rest is declared; shapes follow from the upcasters."""
    held = vars(sys.modules[module])
    upcasts: tuple[Upcast, ...] = declared.get("upcasts", ())
    found = {each.name: held[each.name] for each in fields(Ruleset) if callable(held.get(each.name))}
    found |= {"action_types": types_in(module, Action), "event_types": types_in(module, Event)}
    found |= {"data_type": held["Data"], "state_type": held["State"]}
    for what in ("data", "state"):
        found[f"{what}_shape"] = max((each.version + 1 for each in upcasts if each.what == what), default=1)
    return Ruleset(**(found | declared))


class Installed(Mapping[str, AnyRuleset]):
    """The rulesets by name. Each is loaded when it is looked up: a game costs nothing but itself, and one that cannot
    be loaded stands in nobody else's way."""

    def __init__(self, entries: Mapping[str, EntryPoint]) -> None:
        self._entries = entries
        self._loaded: dict[str, AnyRuleset] = {}

    def __getitem__(self, name: str) -> AnyRuleset:
        if name not in self._loaded:
            self._loaded[name] = self._entries[name].load()
        return self._loaded[name]

    def module(self, name: str) -> str:
        """The module that holds a ruleset, which is not loaded for it; a KeyError where none is called so."""
        return self._entries[name].module

    def __contains__(self, name: object) -> bool:
        return name in self._entries

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)


@lru_cache(maxsize=1)
def installed() -> Installed:
    """All rulesets found by the entry-point group `warlog.rulesets`, by the name of their entry, sorted."""
    found = sorted(entry_points(group="warlog.rulesets"), key=lambda entry: entry.name)
    return Installed({entry.name: entry for entry in found})
