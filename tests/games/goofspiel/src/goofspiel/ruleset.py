"""Goofspiel with a die: the ruleset, and what is said and drawn of the game."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from immutables import Map
from msgspec import DecodeError, ValidationError, structs, toml

from goofspiel import pieces as p
from goofspiel import play
from rules import ruleset as contract
from rules import scene as drawn
from rules.chance import Chance
from rules.errors import DataError, IllegalAction, OptionError

SEATS = play.SEATS
MARKS: dict[str, contract.Mark] = {"CardDrawn": "card", "PrizeRolled": "roll", "PrizeRolledAgain": "roll"}
MARKS |= {"CardsRevealed": "reveal", "CardSeen": "reveal", "PointsSet": "control"}


def load(folder: Path | None) -> p.Data:
    file = (folder or Path(__file__).parent / "data") / "goofspiel.toml"
    try:
        return toml.decode(file.read_bytes(), type=p.Data)
    except (OSError, DecodeError, ValidationError) as error:
        raise DataError((f"{file.name}: {error}",)) from error


def tally_sources(data: p.Data) -> contract.Tally:
    return contract.Tally(0, len(data.card), 3 + len(data.turns))


def prepare(data: p.Data, scenario: str, options: Mapping[str, str]) -> p.Game:
    turns = options.get("turns") or str(data.turns[scenario])
    if not turns.isdecimal() or not int(turns):
        raise OptionError(f"option turns takes a number from 1, not {turns}")
    suits = {seat: tuple(card.name for card in data.card if card.seat == seat) for seat in SEATS}
    aces = frozenset(card.name for card in data.card if card.again)
    return p.Game(data, int(turns), suits, {card.name: card.rank for card in data.card}, aces)


def awaiting(game: p.Game, s: p.State) -> tuple[contract.Awaited, ...]:
    title = {"answer": "Answer the die, or pass", "choice": "Choose a card in secret"}.get(s.decision, "")
    return tuple(contract.Awaited(seat, s.decision, title) for seat in s.awaited)


def view(game: p.Game, s: p.State, seats: tuple[str, ...]) -> p.State:
    def hide(seat: str, hand: tuple[p.Held, ...]) -> tuple[p.Held, ...]:
        known = [seat in seats or bool({*seats} & {*held.seen}) for held in hand]
        return tuple(h if k else structs.replace(h, card="?") for h, k in zip(hand, known, strict=True))

    chosen = Map({x: held if x in seats else p.Held("?", "?") for x, held in s.chosen.items()})
    return structs.replace(s, hands=Map({x: hide(x, s.hands[x]) for x in SEATS}), chosen=chosen)


def clock(game: p.Game, s: p.State) -> contract.Clock:
    phase = {"answer": (1, "Answers"), "choice": (2, "Choice")}.get(s.decision, (0, ""))
    return contract.Clock(s.turn, f"Turn {s.turn}", *phase)


def result(game: p.Game, s: p.State) -> contract.Result | None:
    points = {seat: float(s.points[seat]) for seat in SEATS}
    return contract.Result(s.winners, s.how, points, s.turn) if s.how else None


def tally(game: p.Game, s: p.State) -> dict[str, dict[str, float]]:
    return {seat: {"points": s.points[seat], "spies": s.spies[seat]} for seat in SEATS}


def phrase(game: p.Game, s: p.State, action: contract.Action) -> str:
    match action:
        case p.Spy(slot):
            return f"spy (on) {slot}"
        case p.Commit(slot, card):
            unknown = any(
                held.slot == slot and held.card == "?" for hand in s.hands.values() for held in hand
            )
            return f"(choose) {card} (from) {slot}" if unknown else f"(choose) {card}"
    return "again" if isinstance(action, p.Again) else "(pass)"


def conceivable(game: p.Game, s: p.State, seat: str) -> Iterable[contract.Action]:
    slots = [held.slot for x in SEATS for held in s.hands[x]]
    cards = [p.Commit(held.slot, card) for held in s.hands[seat] for card in game.suits[seat]]
    return (p.Pass(), p.Again(), *map(p.Spy, slots), *cards)


def narrate(game: p.Game, s: p.State, event: contract.Event) -> str:
    match event:
        case p.CardDrawn(seat, slot, card):
            return f"{seat.title()} draws {'a card' if card == '?' else card} as {slot} (1.1)"
        case p.DeckReshuffled(seat):
            return f"{seat.title()} makes a new deck of the discards (1.2)"
        case p.PrizeRolled(turn, die, carried):
            return (
                f"Turn {turn}: the die shows {die}{f', with {carried} carried over' if carried else ''} (2.1)"
            )
        case p.SeatsAsked(decision, seats):
            what = "may answer (2.1)" if decision == "answer" else "choose in secret (3.1)"
            return f"{' and '.join(seat.title() for seat in seats)} {what}"
        case p.PrizeRolledAgain(seat, _, card, _, die):
            return f"{seat.title()} spends {card}: the {s.die} is set aside, the die shows {die} (2.2)"
        case p.CardSeen(seat, slot, _, card):
            return f"{seat.title()}'s spy looks at {slot}{'' if card == '?' else f': {card}'} (2.3)"
        case p.CardCommitted(seat, _, _, card):
            return f"{seat.title()} has chosen {'a card' if card == '?' else card} (3.1)"
        case p.CardsRevealed(_, cards, winner, prize, _):
            got = f"{winner.title()} takes {prize}" if winner else f"{prize} stay on the table"
            return f"{cards['north']} against {cards['south']}: {got} (3.2)"
        case p.PointsSet(seat, points):
            return f"{seat.title()} is put at {points} points"
        case p.GameEnded(how, winners):
            return f"The game ends by {how}: {' '.join(winners).title() or 'nobody'} wins (4.1)"
    raise TypeError(f"goofspiel has no event {event}")


def retell(game: p.Game, s: p.State, steps: Sequence[contract.Step]) -> str:
    told = []
    for event in (event for step in steps for event in step.events):
        told.append(narrate(game, s, event))
        s = play.evolve(game, s, event)
    return "; ".join(told)


def scene(game: p.Game, s: p.State) -> drawn.Scene:
    spaces = [drawn.Space(id=x, x=0, y=y, shape="box", title=x.title()) for y, x in enumerate(SEATS)]
    held = [(x, h.slot, h.card) for x in SEATS for h in s.hands[x]]
    points = [str(number) for number in range(max(s.points.values()) + 1)]
    return drawn.Scene(
        title=f"Goofspiel, turn {s.turn}: the die shows {s.die}",
        sides=(drawn.Side("north", "North", "#303030", "N"), drawn.Side("south", "South", "#b02020", "S")),
        spaces=tuple(spaces),
        counters=tuple(
            drawn.Counter(id=slot, space=x, owner=x, title=card, short=card[-1], hidden=card == "?")
            for x, slot, card in held
        ),
        tracks=(drawn.Track(title="Points", cells=tuple(points), at=tuple((x, s.points[x]) for x in SEATS)),),
        hands=tuple(drawn.Hand(seat=x, cards=tuple(h.card for h in s.hands[x])) for x in SEATS),
    )


def evaluate(game: p.Game, s: p.State, seat: str) -> float:
    """Points ahead; a chosen card is worth the prize where it is high, and costs what it is worth later."""
    chosen = game.ranks.get(s.chosen[seat].card, 0) if seat in s.chosen else 0
    hand = sum(game.ranks.get(held.card, 0) for held in s.hands[seat])
    ahead = float(s.points[seat] - s.points[play.OTHER[seat]])
    return ahead + chosen * (s.die + s.carried - 3.5) / 9 + hand / 20


def resample(game: p.Game, s: p.State, seat: str, chance: Chance) -> p.State:
    for x in SEATS:
        for held in s.hands[x]:
            if held.card == "?":
                card = chance.draw(f"resample:{held.slot}", x, play.unseen(game, s, x))
                known = (structs.replace(h, card=card) if h is held else h for h in s.hands[x])
                s = structs.replace(s, hands=s.hands.set(x, tuple(known)))
        if x in s.chosen and s.chosen[x].slot == "?":
            slot = chance.draw(f"resample:choice-{x}", x, [held.slot for held in s.hands[x]])
            s = structs.replace(s, chosen=s.chosen.set(x, next(h for h in s.hands[x] if h.slot == slot)))
    return s


def adjust(game: p.Game, s: p.State, ruling: dict[str, Any]) -> tuple[contract.Event, ...]:
    if ruling.get("set") != "points" or ruling.get("seat") not in SEATS or type(ruling.get("to")) is not int:
        raise IllegalAction("", 'a ruling reads {"set": "points", "seat": SEAT, "to": NUMBER}')
    return (p.PointsSet(ruling["seat"], ruling["to"]),)


ruleset = contract.Ruleset(
    name="goofspiel",
    title="Goofspiel with a die",
    version=1,
    seats=(contract.Seat("north", "North"), contract.Seat("south", "South")),
    scenarios=(
        contract.Scenario(
            name="duel", title="A duel of 12 turns", seats=SEATS, median_plies=42, median_decisions=31
        ),
        contract.Scenario(
            name="long", title="4000 turns on end", seats=SEATS, median_plies=13559, median_decisions=9821
        ),
    ),
    options=(contract.Option("turns", "", "how many turns the game has; empty: what the scenario says"),),
    action_types=(p.Pass, p.Again, p.Spy, p.Commit),
    event_types=tuple(
        x
        for x in vars(p).values()
        if isinstance(x, type) and issubclass(x, contract.Event) and x is not contract.Event
    ),
    data_type=p.Data,
    state_type=p.State,
    data_shape=2,
    state_shape=2,
    upcasts=(
        contract.Upcast("event:prize-rolled", 1, lambda old: {**old, "carried": 0}),
        contract.Upcast("data", 1, lambda old: {**old, "spies": 0}),
        contract.Upcast("state", 1, lambda old: {**old, "carried": 0}),
    ),
    load=load,
    tally_sources=tally_sources,
    prepare=prepare,
    initial=play.initial,
    begin=play.begin,
    awaiting=awaiting,
    legal=play.legal,
    decide=play.decide,
    evolve=play.evolve,
    view=view,
    clock=clock,
    result=result,
    tally=tally,
    phrase=phrase,
    conceivable=conceivable,
    narrate=narrate,
    retell=retell,
    mark=lambda event: MARKS.get(type(event).__name__),
    scene=scene,
    evaluate=evaluate,
    resample=resample,
    adjust=adjust,
    is_pass=lambda action: isinstance(action, p.Pass),
    hidden=True,
)
