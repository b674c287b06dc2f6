"""Goofspiel with a die: the rules (1 hands, 2 the answer to the die, 3 the secret choice, 4 the end)."""

from collections.abc import Iterable, Iterator

from immutables import Map
from msgspec.structs import replace

from goofspiel import pieces as p
from rules.chance import Chance
from rules.errors import IllegalAction
from rules.ruleset import Action, Event, Resign

SEATS = ("north", "south")
OTHER = {"north": "south", "south": "north"}
FORBIDDEN: dict[type[Action], tuple[str, str]] = {
    p.Pass: ("2.1", "there is nothing to answer during the choice"),
    p.Again: ("2.2", "the die is rolled again before the choice, for an ace from the hand"),
    p.Spy: ("2.3", "a spy looks, once a game, at a card of the other hand, before the choice"),
    p.Commit: ("3.1", "a card is chosen from the own hand, when nobody answers the die any more"),
}


def initial(game: p.Game) -> p.State:
    zero, spies = Map(dict.fromkeys(SEATS, 0)), Map(dict.fromkeys(SEATS, game.data.spies))
    return p.State(points=zero, hands=Map(dict.fromkeys(SEATS, ())), drawn=zero, spies=spies)


def evolve(game: p.Game, s: p.State, event: Event) -> p.State:
    match event:
        case p.CardDrawn(seat, slot, card):
            hands = s.hands.set(seat, (*s.hands[seat], p.Held(slot, card)))
            return replace(s, hands=hands, drawn=s.drawn.set(seat, s.drawn[seat] + 1))
        case p.DeckReshuffled(seat):
            return replace(s, discards=s.discards.difference(game.suits[seat]))
        case p.PrizeRolled(turn, die, carried):
            return replace(s, turn=turn, die=die, carried=carried, rolls=1)
        case p.SeatsAsked(decision, seats):
            return replace(s, decision=decision, awaited=seats)
        case p.PrizeRolledAgain(seat, slot, card, _, die):
            return replace(discarded(s, {seat: slot}, {seat: card}), die=die, rolls=s.rolls + 1)
        case p.CardSeen(seat, slot, knowing, card):
            seen = [h if h.slot != slot else p.Held(slot, card, knowing) for h in s.hands[OTHER[seat]]]
            hands = s.hands.set(OTHER[seat], tuple(seen))
            return replace(s, hands=hands, spies=s.spies.set(seat, s.spies[seat] - 1))
        case p.CardCommitted(seat, _, slot, card):
            awaited = tuple(other for other in s.awaited if other != seat)
            return replace(s, chosen=s.chosen.set(seat, p.Held(slot, card)), awaited=awaited)
        case p.CardsRevealed(slots, cards, winner, prize, _):
            s = replace(discarded(s, slots, cards), chosen=Map())
            return replace(s, points=s.points.set(winner, s.points[winner] + prize)) if winner else s
        case p.PointsSet(seat, points):
            return replace(s, points=s.points.set(seat, points))
        case p.GameEnded(how, winners):
            return replace(s, decision="", awaited=(), how=how, winners=winners)
    raise TypeError(f"goofspiel has no event {event}")


def discarded(s: p.State, slots: dict[str, str], cards: dict[str, str]) -> p.State:
    hands = {seat: tuple(h for h in s.hands[seat] if h.slot != slot) for seat, slot in slots.items()}
    return replace(s, hands=s.hands.update(hands), discards=s.discards.union(cards.values()))


def unseen(game: p.Game, s: p.State, seat: str) -> list[str]:
    """The seat's cards that may be in its deck, or in its hand where that is unknown."""
    held = {held.card for held in s.hands[seat]}
    return [card for card in game.suits[seat] if card not in held and card not in s.discards]


def order(turn: int) -> tuple[str, str]:
    return ("north", "south") if turn % 2 else ("south", "north")  # 2.1


def spied(s: p.State, seat: str) -> list[str]:
    return [held.slot for held in s.hands[OTHER[seat]] if s.spies[seat] and seat not in held.seen]


def legal(game: p.Game, s: p.State, seat: str) -> tuple[Action, ...]:
    if seat not in s.awaited:
        return ()
    if s.decision == "answer":
        aces = [p.Again() for held in s.hands[seat] if held.card in game.aces]
        return (p.Pass(), *aces, *(p.Spy(slot) for slot in spied(s, seat)))
    may_be = [(h.slot, unseen(game, s, seat) if h.card == "?" else [h.card]) for h in s.hands[seat]]
    return tuple(p.Commit(slot, card) for slot, cards in may_be for card in cards)


def refill(game: p.Game, s: p.State, seat: str, chance: Chance) -> Iterator[Event]:
    """1.1: up to a full hand; 1.2: an empty deck is made anew of the discards."""
    while len(s.hands[seat]) < game.data.hand:
        if len(s.hands[seat]) + len(s.discards.intersection(game.suits[seat])) == len(game.suits[seat]):
            yield p.DeckReshuffled(seat)
            s = evolve(game, s, p.DeckReshuffled(seat))
        slot = f"{seat}-{s.drawn[seat] + 1}"
        card = chance.draw(f"card:{slot}", seat, unseen(game, s, seat), known_to=(seat,))
        yield p.CardDrawn(seat, slot, card)
        s = evolve(game, s, p.CardDrawn(seat, slot, card))


def ask(game: p.Game, s: p.State, seats: Iterable[str]) -> Iterator[Event]:
    """2.1: the next of these that could answer, as far as everybody knows; 3.1: nobody left, so both choose."""
    able = (seat for seat in seats if spied(s, seat) or game.aces & {*game.suits[seat]} - s.discards)
    first = next(able, None)
    yield p.SeatsAsked("answer", (first,)) if first else p.SeatsAsked("choice", SEATS)


def turn_begins(game: p.Game, s: p.State, carried: int, chance: Chance) -> Iterator[Event]:
    for seat in SEATS:
        for event in refill(game, s, seat, chance):
            yield event
            s = evolve(game, s, event)
    yield p.PrizeRolled(s.turn + 1, chance.roll(f"prize:{s.turn + 1}", "", 1, game.data.faces)[0], carried)
    yield from ask(game, s, order(s.turn + 1))


def reveal(game: p.Game, s: p.State, chance: Chance) -> Iterator[Event]:
    """3.2: the higher card takes the prize; 3.3: equal ones leave it for the next turn; 4.1: most points win."""
    north, south = (game.ranks[s.chosen[seat].card] for seat in SEATS)
    winner = "north" if north > south else "south" if south > north else ""
    slots, cards = ({x: getattr(s.chosen[x], field) for x in SEATS} for field in ("slot", "card"))
    parts = (*slots.values(), *(f"choice-{seat}-{s.turn}" for seat in SEATS))
    yield (revealed := p.CardsRevealed(slots, cards, winner, s.die + s.carried, parts))
    s = evolve(game, s, revealed)
    if s.turn < game.turns:
        yield from turn_begins(game, s, 0 if winner else revealed.prize, chance)
    else:
        best = [seat for seat in SEATS if s.points[seat] == max(s.points.values())]
        yield p.GameEnded("points", tuple(best) if len(best) == 1 else ())


def decide(game: p.Game, s: p.State, seat: str, action: Action, chance: Chance) -> tuple[Event, ...]:
    if s.how:
        raise IllegalAction("4.1", "the game is over")
    if not isinstance(action, Resign) and action not in legal(game, s, seat):
        raise IllegalAction(*FORBIDDEN[type(action)])
    events: list[Event] = []

    def happen(happened: Iterable[Event]) -> None:
        nonlocal s
        for event in tuple(happened):
            events.append(event)
            s = evolve(game, s, event)

    match action:
        case Resign():
            happen([p.GameEnded("resigned", (OTHER[seat],))])  # 4.2
        case p.Pass():
            happen(ask(game, s, order(s.turn)[1:] if seat == order(s.turn)[0] else ()))
        case p.Spy(slot):
            card = next(held.card for held in s.hands[OTHER[seat]] if held.slot == slot)
            happen([p.CardSeen(seat, slot, SEATS, card)])
        case p.Again():
            ace = next(held for held in s.hands[seat] if held.card in game.aces)
            die = chance.roll(f"prize:{s.turn}", seat, 1, game.data.faces, replaces=s.rolls - 1)[0]
            happen([p.PrizeRolledAgain(seat, ace.slot, ace.card, s.rolls - 1, die)])
            happen(refill(game, s, seat, chance))
            happen(ask(game, s, order(s.turn)))
        case p.Commit(slot, card):
            happen([p.CardCommitted(seat, f"choice-{seat}-{s.turn}", slot, card)])
            happen(() if s.awaited else reveal(game, s, chance))
    return tuple(events)


def begin(game: p.Game, chance: Chance) -> tuple[Event, ...]:
    return tuple(turn_begins(game, initial(game), 0, chance))
