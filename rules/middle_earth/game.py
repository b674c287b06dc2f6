"""A battle made ready to be played: the board, what is the one game's own, and what is looked up often."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from rules.middle_earth.board import Board
from rules.middle_earth.data_records import Phase
from rules.middle_earth.events import Modifier
from rules.middle_earth.state import Question, State
from rules.ruleset import Action, Event
from rules.scene import Marker, Panel

if TYPE_CHECKING:
    from rules.middle_earth.outlook import Front
    from rules.middle_earth.unfolding import Unfolding

Evolve = Callable[[Any, State, Any], State]
Refusal = tuple[str, str]
"""Why something is forbidden: the rule's number and a sentence."""


class Slot(NamedTuple):
    """A phase for one of the seats that act in it, in the order of the turn (3.0)."""

    phase: Phase
    seat: str
    number: int


Phrase = Callable[[Any, State, Any], str]
Telling = Callable[[Any, State, Any], str]


def unchanged(_: Any, state: State, event: Event) -> State:
    """What an event that only tells does: nothing."""
    return state


def nothing(*_: Any) -> None:
    """The default of what a game need not have."""


def _no_modifiers(*_: Any) -> tuple[Modifier, ...]:
    return ()


def no_steps(*_: Any) -> tuple[tuple[str, int], ...]:
    """The default of steps that only one game knows."""
    return ()


@dataclass(frozen=True, kw_only=True)
class SpellRules:
    """One spell: what may be named as its target, what keeps it from being cast, and what it does when it works."""

    targets: Callable[[Game, State, str], Iterable[str]]
    """Game, state, caster to the targets; a single "" where none is named."""
    works: Callable[[Unfolding, str, str], None]
    """Unfolding, caster, target: adds the events of the effect."""
    forbidden: Callable[[Game, State, str], Refusal | None] = nothing


@dataclass(frozen=True, kw_only=True)
class QuestionRules:
    """A kind of decision that only the one game has."""

    title: str
    options: Callable[[Game, State, Question], tuple[Action, ...]]
    answer: Callable[[Unfolding, Question, Action], None]
    """Adds the events, or raises IllegalAction."""


@dataclass(frozen=True, kw_only=True)
class Exclusive:
    """What one game has of its own (1.0): each difference a function, none of it by default.

    The `…_modifiers` are added to those of the standard rules; the `forbids_…` give a rule and a sentence, or None.
    """

    spells: Mapping[str, SpellRules] = field(default_factory=dict)
    questions: Mapping[str, QuestionRules] = field(default_factory=dict)
    is_night: Callable[[Game, State], bool] = lambda game, state: state.night
    attack_modifiers: Callable[[Game, State, str, str, str], tuple[Modifier, ...]] = _no_modifiers
    """Game, state, attacker, hex of the defender, `missile` or `melee`: letters, worse is negative."""
    morale_modifiers: Callable[[Game, State, str], tuple[Modifier, ...]] = _no_modifiers
    """Game, state, defending unit: classes, worse is negative."""
    rating_modifiers: Callable[[Game, State, str], tuple[Modifier, ...]] = _no_modifiers
    """Game, state, leader: points of rating."""
    duels: Callable[[Game, State, str], int] = lambda game, state, leader: 1
    """How often a leader may attack in one combat phase (7.24)."""
    spell_modifiers: Callable[[Game, State, str, str], tuple[Modifier, ...]] = _no_modifiers
    """Game, state, caster, spell: points by which the magic table is read further (8.57)."""
    armour_modifiers: Callable[[Game, State, str], tuple[Modifier, ...]] = _no_modifiers
    """Game, state, unit fired at: points of armour."""
    duel_modifiers: Callable[[Game, State, str, str], tuple[Modifier, ...]] = _no_modifiers
    """Game, state, attacker, defender: points of the attacker's rating."""
    forbids_placing: Callable[[Game, State, str, str], Refusal | None] = nothing
    """Game, state, piece, hex in which it is to be set up."""
    forbids_step: Callable[[Game, State, str, str, str, str], Refusal | None] = nothing
    """Game, state, piece, its hex, the next hex, what it carries: in movement, melee, retreat and advance. Asked of
    units with traits and of those that carry an engine."""
    extra_steps: Callable[[Game, State, str, str], tuple[tuple[str, int], ...]] = no_steps
    """Game, state, piece, hex: hexes that it can enter besides, with their costs (in movement alone)."""
    may_assault: Callable[[Game, State, str, str], bool] = lambda game, state, piece, engine: True
    """Game, state, piece, siege tower or ladder: whether the piece may use it (7.35, 7.53)."""
    ignores_retreat: Callable[[Game, State, str, str], Refusal | None] = nothing
    """Game, state, attacker, defender: why the defender ignores a retreat without a loss, or None."""
    forbids_harm: Callable[[Game, State, str], Refusal | None] = nothing
    """Game, state, unit: why neither fire nor melee harms it, so that nobody need attack it."""
    drives_back: Callable[[Game, State, str, str, str], int] = lambda game, state, attacker, defender, kind: 0
    """Game, state, attacker, defender, `missile` or `melee`: the hexes that a flipped defender retreats at least."""
    quarry: Callable[[Game, State, str], Mapping[str, int]] = lambda game, state, leader: {}
    """Game, state, leader: the units that he may fight as if they were leaders, with their ratings (7.25)."""
    forbids_rally_of: Callable[[Game, State, str, str], Refusal | None] = nothing
    """Game, state, leader, unit."""
    forbids_march: Callable[[Game, State, str], Refusal | None] = nothing
    forbids_rally: Callable[[Game, State, str], Refusal | None] = nothing
    forbids_forming: Callable[[Game, State, str], Refusal | None] = nothing
    forbids_duel: Callable[[Game, State, str], Refusal | None] = nothing
    forbids_casting: Callable[[Game, State, str], Refusal | None] = nothing
    carried: Callable[[Game, State, str], Mapping[str, int]] = lambda game, state, leader: {}
    """Game, state, leader: the markers that may go with him, each with the movement points that he then has."""
    on_entered: Callable[[Unfolding, str, str], None] = nothing
    """Unfolding, piece, hex: after a combat unit came into a hex."""
    on_killed: Callable[[Unfolding, str, str], None] = nothing
    """Unfolding, leader, his hex: after a leader died."""
    on_phase: Callable[[Unfolding], None] = nothing
    """Unfolding: at the start of a phase (arrivals)."""
    on_set_up: Callable[[Unfolding, str], None] = nothing
    """Unfolding, seat: when all its pieces are set up; may ask what is still to be decided, and asks it once."""
    on_halted: Callable[[Unfolding, str], None] = nothing
    """Unfolding, piece: after its move has ended."""
    before_attack: Callable[[Unfolding, str, str], bool] = lambda unfolding, attacker, defender: False
    """Unfolding, attacker, defender: before a melee attack is rolled; whether something is to be settled first."""
    on_melee_ending: Callable[[Unfolding], None] = nothing
    """Unfolding: when all attacks on a defender are done."""
    on_phase_ended: Callable[[Unfolding, str], None] = nothing
    """Unfolding, the letter of the phase that is over, before demoralization is tested."""
    tidy: Callable[[Unfolding], bool] = lambda unfolding: False
    """Unfolding: takes away what has lost its place; whether there was anything."""
    choices: Callable[[Game, State, str], Iterable[Action]] = lambda game, state, kind: ()
    """Game, state, kind of decision: what may be done there besides."""
    acts: Mapping[str, Mapping[type[Action], Callable[[Unfolding, str, Any], None]]] = field(
        default_factory=dict
    )
    """By kind of decision and type: what carries such an action out (unfolding, seat, action)."""
    misplaced: Mapping[type[Action], Refusal] = field(default_factory=dict)
    """Why an action of this type cannot be done at another moment."""
    on_demoralized: Callable[[Unfolding, str], None] = nothing
    """Unfolding, army."""
    siege: Callable[[Game, State], tuple[Action, ...]] = lambda game, state: ()
    """What may be done in phase B (3.0)."""
    siege_act: Callable[[Unfolding, Action], None] = nothing
    evolve: Mapping[type[Event], Callable[[Game, State, Any], State]] = field(default_factory=dict)
    phrases: Mapping[type[Action], Phrase] = field(default_factory=dict)
    tellings: Mapping[type[Event], Telling] = field(default_factory=dict)
    headlines: frozenset[type[Event]] = frozenset()
    """Events of the one game that are told where a run is told in short (see `retell`)."""
    conceivable: Callable[[Game, State, str], Iterable[Action]] = lambda game, state, seat: ()
    """Actions of the one game that a seat could form (see `conceivable`)."""
    roll_titles: Mapping[str, Callable[[Game, State, Sequence[str]], str]] = field(default_factory=dict)
    """By the first word of a purpose: what a roll that only this game has is for (see `rolls`)."""
    landmarks: tuple[str, ...] = ()
    """Regions of the map that have a line round them."""
    scene_markers: Callable[[Game, State], Iterable[Marker]] = lambda game, state: ()
    """What else is drawn on the map."""
    scene_panels: Callable[[Game, State], Iterable[Panel]] = lambda game, state: ()
    """What else is told beside it."""
    fixtures: Callable[[Game, State], Hashable] = nothing
    """Game, state: all that `ground` depends on besides the unit and the hex, and all that `evaluation` should know of
    what the one game puts beside the units on the map."""
    passages: Callable[[Game, State], Hashable] = nothing
    """Game, state: what `steps`, `extra_steps` and `forbids_step` of units without anything depend on, for bots."""
    ground: Callable[[Game, State, str, str], float] = lambda game, state, unit, here: 0.0
    """Game, state, unit, hex: what bots should know besides of how good it is to stand there (see `outlook`)."""
    worth: Callable[[Game, State, str, Front], float] = lambda game, state, seat, faced: 0.0
    """Game, state, seat, its front: what bots should know besides of how good a position is (see `evaluation`)."""
    scores: Callable[[Game, State], dict[str, float]] = lambda game, state: {}
    """Victory points of each seat as they stand."""
    over: Callable[[Game, State, bool], tuple[tuple[str, ...], str] | None] = lambda game, state, last: (
        ((), "draw") if last else None
    )
    """Game, state, whether the last turn is over: the winners and how, or None."""


@dataclass(frozen=True, eq=False)
class Game:
    """A scenario made ready with its options. Everything but `kept` is fixed; `kept` holds results of pure look-ups."""

    board: Board
    exclusive: Exclusive
    options: Mapping[str, str]
    seats: tuple[str, ...]
    enemy: Mapping[str, str]
    slots: tuple[Slot, ...]
    units_of: Mapping[str, tuple[str, ...]]
    leaders_of: Mapping[str, tuple[str, ...]]
    seat_of: Mapping[str, str]
    role_of: Mapping[str, str]
    prefix: str
    last_turn: int
    assaults: Mapping[tuple[str, str], Mapping[str, tuple[str, ...]]]
    """By role and mover: the hexes that can be attacked from a hex without engine or higher level (7.35, 7.36)."""
    evolution: Mapping[type[Event], Evolve]
    """How each type of event changes the state."""
    kept: dict[Any, Any]

    def title(self, piece: str) -> str:
        """What people call a piece."""
        board = self.board
        card = (
            board.units.get(piece)
            or board.leaders.get(piece)
            or board.markers.get(piece)
            or board.engines.get(piece)
        )
        return card.title if card is not None else piece

    def counter(self, kind: str, number: int = 1) -> str:
        """The id of a counter by its type, as in `ringwraith`, and its number."""
        return f"{self.prefix}{kind}-{number}"

    def short(self, piece: str) -> str:
        """The id of a piece without the game's name."""
        return piece.removeprefix(self.prefix)

    def typed(self, piece: str) -> str:
        """A piece as it is typed: its short id, in which the number of a counter that is the only one of its type may
        be left out."""
        short = self.short(piece)
        return f"{short.removesuffix('-1')}(-1)" if self._is_single(piece) else short

    def piece_named(self, name: str) -> str:
        """The piece that somebody calls so: by its id or short id, of a single counter also without its number; "" if
        there is none."""
        for each in (name, f"{self.prefix}{name}"):
            if each in self.seat_of:
                return each
            if self._is_single(f"{each}-1"):
                return f"{each}-1"
        return ""

    def _is_single(self, piece: str) -> bool:
        return piece in self.seat_of and piece.endswith("-1") and f"{piece[:-1]}2" not in self.seat_of

    def in_purpose(self, piece: str) -> str:
        """A piece as the purposes of rolls name it: its id, that of a leader without its number.

        What a die shows follows from the purpose, and so does how often it was rolled for on a line: a purpose is never
        renamed.
        """
        return piece.removesuffix("-1") if piece in self.board.leaders else piece

    def of_purpose(self, name: str) -> str:
        """The piece that a purpose names so; what is no piece as it stands."""
        return f"{name}-1" if f"{name}-1" in self.board.leaders else name

    def role(self, piece: str) -> str:
        """`west` or `sauron`."""
        return self.role_of[piece]

    def markers_of(self, kind: str) -> tuple[str, ...]:
        """The markers of a kind that stand on the map each by itself, by their numbers."""
        kept: tuple[str, ...] | None = self.kept.get(("markers", kind))
        if kept is None:
            found = [name for name, card in self.board.markers.items() if card.kind == kind]
            kept = self.kept["markers", kind] = tuple(sorted(found, key=lambda name: (len(name), name)))
        return kept
