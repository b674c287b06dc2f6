"""Goofspiel with a die: the rules (1 hands, 2 the die and the answers to it, 3 the secret choice, 4 the end)."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from immutables import Map
from msgspec import Struct
from msgspec.structs import replace

from rules import ruleset as contract
from rules import sources
from rules.chance import Chance
from rules.errors import IllegalAction, OptionError
from rules.parts import decks
from rules.parts.decks import CardDrawn, DeckReshuffled
from rules.projection import unfold
from rules.ruleset import Action, Awaited, Event, Pass, Passed, Resigned
from rules.scene import Hand, Scene
from rules.secrecy import Hidden, Opens

SEATS = ("north", "south")
SUITS = {"north": "spades", "south": "hearts"}
FORBIDDEN = {
    "pass": ("2.2", "there is nothing to answer during the choice"),
    "again": ("2.3", "the die is rolled again once, before the choice, for a low card from the hand"),
    "commit": ("3.1", "a card is chosen from the own hand, when nobody answers the die any more"),
}


class Again(Action, frozen=True):
    words = "again (with) {card}"
    card: str


class Commit(Action, frozen=True):
    words = "(choose) {card}"
    card: Annotated[str, Hidden()]


class PrizeRolled(Event, frozen=True):
    version = 2  # version 1 did not say what is carried over
    words = "Turn {turn}: the die shows {die}, {carried} carried over (2.1)"
    turn: int
    die: int
    carried: int


class PrizeRolledAgain(Event, frozen=True):
    words = "{seat} spends {card}: the {state.die} is set aside, the die shows {die} (2.3)"
    seat: str
    card: str
    die: int


class CardCommitted(Event, frozen=True):
    words = "{seat} has chosen {card} (3.1)"
    seat: str
    choice: str
    card: Annotated[str, Hidden(known_to="seat", name="choice")]


class CardsRevealed(Event, frozen=True):
    words = "{cards[north]} against {cards[south]}: {winner} takes {prize} (3.2)"
    opens = Opens("choices")
    choices: tuple[str, ...]
    cards: dict[str, str]
    winner: str
    prize: int


class PointsSet(Event, frozen=True):
    words = "{seat} is put at {points} points"
    seat: str
    points: int


class Data(Struct, frozen=True):
    ranks: sources.Sourced
    hand: sources.Sourced
    low: sources.Sourced  # shape 1 had none
    turns: dict[str, sources.Sourced]


class Game(Struct, frozen=True):
    data: Data
    turns: int
    suits: dict[str, list[str]]
    ranks: dict[str, int]


class State(Struct, frozen=True):
    points: Map[str, int]
    hands: decks.Hands
    chosen: decks.Hands = Map()
    discards: frozenset[str] = frozenset()
    turn: int = 0
    die: int = 0  # 0: nothing is played for
    carried: int = 0  # shape 1 had none
    answered: tuple[str, ...] = ()
    resigned: str = ""


def prepare(data: Data, scenario: str, options: Mapping[str, str]) -> Game:
    turns = options.get("turns") or str(data.turns[scenario].value)
    if not turns.isdecimal() or not int(turns):
        raise OptionError(f"option turns takes a number from 1, not {turns}")
    suits = {seat: [f"{suit}-{n + 1}" for n in range(data.ranks.value)] for seat, suit in SUITS.items()}
    ranks = {"?": 0} | {card: rank for suit in suits.values() for rank, card in enumerate(suit, 1)}
    return Game(data, int(turns), suits, ranks)


def evolve(game: Game, s: State, event: Event) -> State:
    match event:
        case CardDrawn(seat, card):
            return replace(s, hands=s.hands.set(seat, (*s.hands[seat], card)))
        case DeckReshuffled(seat):
            return replace(s, discards=s.discards.difference(game.suits[seat]))
        case PrizeRolled(turn, die, carried):
            return replace(s, turn=turn, die=die, carried=carried, answered=())
        case PrizeRolledAgain(seat, card, die):
            s = replace(s, discards=s.discards | {card}, die=die, answered=SEATS)
            return replace(s, hands=decks.without(s.hands, seat, card))
        case Passed(seat):
            return replace(s, answered=(*s.answered, seat))
        case CardCommitted(seat, _, card):
            return replace(s, hands=decks.without(s.hands, seat, card), chosen=s.chosen.set(seat, (card,)))
        case CardsRevealed(_, cards, winner, prize):
            won = {winner: s.points[winner] + prize} if winner in SEATS else {}
            s = replace(s, points=s.points.update(won), carried=0 if won else prize)
            return replace(s, discards=s.discards.union(cards.values()), chosen=Map(), die=0)
        case PointsSet(seat, points):
            return replace(s, points=s.points.set(seat, points))
        case Resigned(seat):
            return replace(s, resigned=seat)
    raise TypeError(f"goofspiel has no event {event}")


def unseen(game: Game, s: State, seat: str) -> list[str]:
    return decks.unseen(game.suits[seat], s.hands[seat], s.chosen.get(seat, ()), s.discards)


def awaiting(game: Game, s: State) -> tuple[Awaited, ...]:
    if s.resigned or not s.die:
        return ()
    for seat in SEATS if s.turn % 2 else SEATS[::-1]:  # 2.2: who could hold a low card, as far as all know
        if seat not in s.answered and not s.discards.issuperset(game.suits[seat][: game.data.low.value]):
            return (Awaited(seat, "answer", "Answer the die, or pass"),)
    return tuple(Awaited(seat, "choice", "Choose a card in secret") for seat in SEATS if seat not in s.chosen)


def legal(game: Game, s: State, seat: str) -> tuple[Action, ...]:
    decision = next((each.decision for each in awaiting(game, s) if each.seat == seat), "")
    cards = decks.may_be(s.hands[seat], unseen(game, s, seat)) if decision else []
    if decision == "answer":
        return (Pass(), *(Again(card) for card in cards if game.ranks[card] <= game.data.low.value))
    return tuple(Commit(card) for card in cards)


def follows(game: Game, s: State, chance: Chance) -> Event | None:
    """What happens without anybody's choice."""
    if len(s.chosen) == len(SEATS):  # 3.2: the higher card takes the prize; 3.3: equal ones carry it over
        cards = {seat: s.chosen[seat][0] for seat in SEATS}
        north, south = (game.ranks[card] for card in cards.values())
        winner = "north" if north > south else "south" if south > north else "nobody"
        return CardsRevealed(tuple(f"choice-{x}-{s.turn}" for x in cards), cards, winner, s.die + s.carried)
    short = [seat for seat in SEATS if len(s.hands[seat]) + (seat in s.chosen) < game.data.hand.value]
    if not (short if s.die else s.turn < game.turns):
        return None
    if short:
        return decks.draw(short[0], s.hands[short[0]], unseen(game, s, short[0]), chance)  # 1.1, 1.2
    return PrizeRolled(s.turn + 1, chance.roll(f"prize:{s.turn + 1}")[0], s.carried)


def decide(game: Game, s: State, seat: str, action: Action, chance: Chance) -> tuple[Event, ...]:
    if result(game, s):
        raise IllegalAction("4.1", "the game is over")
    if not isinstance(action, contract.Resign) and action not in legal(game, s, seat):
        raise IllegalAction(*FORBIDDEN[str(action.__struct_config__.tag)])
    event: Event = Passed(seat) if action.passes else Resigned(seat)
    match action:
        case Again(card):
            event = PrizeRolledAgain(seat, card, chance.roll(f"prize:{s.turn}", seat, replaces=0)[0])
        case Commit(card):
            event = CardCommitted(seat, f"choice-{seat}-{s.turn}", card)
    return unfold(evolve, follows, game, s, event, chance)


def clock(game: Game, s: State) -> contract.Clock:
    phases = [{"answer": (1, "Answers"), "choice": (2, "Choice")}[x.decision] for x in awaiting(game, s)]
    return contract.Clock(s.turn, f"Turn {s.turn}", *(phases or [(0, "")])[0])


def result(game: Game, s: State) -> contract.Result | None:
    if not s.resigned and (s.die or s.turn < game.turns):
        return None
    points = {seat: float(s.points[seat]) for seat in SEATS}
    best = tuple(seat for seat in SEATS if points[seat] == max(points.values()))  # 4.1
    winners = (SEATS[s.resigned == "north"],) if s.resigned else best if len(best) == 1 else ()  # 4.2
    return contract.Result(winners, "resigned" if s.resigned else "points", points, s.turn)


def view(game: Game, s: State, seats: tuple[str, ...]) -> State:
    return replace(s, hands=decks.as_seen(s.hands, seats), chosen=decks.as_seen(s.chosen, seats))


def evaluate(game: Game, s: State, seat: str) -> float:
    hand, chosen = (sum(game.ranks[card] for card in held.get(seat, ())) for held in (s.hands, s.chosen))
    return 2 * s.points[seat] - sum(s.points.values()) + chosen * (s.die + s.carried - 3.5) / 9 + hand / 20


def resample(game: Game, s: State, seat: str, chance: Chance) -> State:
    for x in SEATS:
        s = replace(s, hands=decks.filled(s.hands, x, unseen(game, s, x), chance))
        s = replace(s, chosen=decks.filled(s.chosen, x, unseen(game, s, x), chance))
    return s


def adjust(game: Game, s: State, ruling: dict[str, Any]) -> tuple[Event, ...]:
    if ruling.get("set") != "points" or ruling.get("seat") not in SEATS or type(ruling.get("to")) is not int:
        raise IllegalAction("", 'a ruling reads {"set": "points", "seat": SEAT, "to": NUMBER}')
    return (PointsSet(ruling["seat"], ruling["to"]),)


ruleset: contract.Ruleset[Data, Game, State] = contract.ruleset_in(
    __name__,
    name="goofspiel",
    title="Goofspiel with a die",
    seats=(contract.Seat("north", "North"), contract.Seat("south", "South")),
    scenarios=(
        contract.Scenario(name="duel", title="A duel of 12 turns", seats=SEATS),
        contract.Scenario(name="long", title="4000 turns on end", seats=SEATS),
    ),
    options=(contract.Option("turns", "", "how many turns the game has; empty: what the scenario says"),),
    upcasts=(
        contract.Upcast("event:prize-rolled", 1, lambda old: {**old, "carried": 0}),
        contract.Upcast("data", 1, lambda old: {**old, "low": {"value": 1, "source": "reconstruct"}}),
        contract.Upcast("state", 1, lambda old: {**old, "carried": 0}),
    ),
    load=lambda folder: sources.read((folder or Path(__file__).parent / "data") / "goofspiel.toml", Data),
    initial=lambda game: State(Map(dict.fromkeys(SEATS, 0)), Map(dict.fromkeys(SEATS, ()))),
    begin=lambda game, chance: unfold(evolve, follows, game, ruleset.initial(game), None, chance),
    conceivable=lambda game, s, seat: (Pass(), *map(Again, game.suits[seat]), *map(Commit, game.suits[seat])),
    tally=lambda game, s: {seat: {"points": s.points[seat]} for seat in SEATS},
    scene=lambda game, s: Scene(
        title=f"Goofspiel, turn {s.turn}: the die shows {s.die}",
        hands=tuple(Hand(seat=seat, cards=s.hands[seat]) for seat in SEATS),
    ),
    hidden=True,
)
