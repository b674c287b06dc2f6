"""How the events of cards and cities are told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.age_of_empires import events
from rules.age_of_empires.data_records import RESOURCES
from rules.age_of_empires.game import Game
from rules.age_of_empires.phrases import PHASES, building_at, plural, seat_title
from rules.age_of_empires.state import State
from rules.ruleset import Event

Telling = Callable[[Game, State, Any], str]

_REASONS = {
    "building": ("pays for a building", "cost-2"),
    "research": ("pays for research", "cost-2"),
    "event": ("pays for an event", "cost-2"),
    "villagers": ("pays for villagers", "villager-1"),
    "monks": ("pays for monks", "monk-1"),
    "soldiers": ("pays for soldiers", "soldier-2"),
    "relics": ("from relics", "relic-7"),
    "fishing": ("from fishing", "turn-2"),
    "upkeep": ("pays upkeep", "turn-11"),
    "exchange": ("exchanges at the Market", "turn-3"),
    "more": ("takes one more", "turn-2"),
}
HOW = {
    "town-centers": "the last Town Center is destroyed (victory-1)",
    "extermination": "no villager is left (victory-3)",
    "wonder": "the wonder has stood for six turns (victory-2)",
    "relics": "five relics have lain in the Monastery for six turns (victory-2)",
    "draw": "both lose at once (victory-4)",
    "resigned": "a seat gives up (victory-5)",
    "spent": "neither seat can win any more",
    "limit": "the limit of turns is reached",
}


def _who(game: Game, state: State, seat: str) -> str:
    return seat_title(game, state, seat)


def _stock(game: Game, state: State, event: events.StockChanged) -> str:
    change = ", ".join(f"{getattr(event, each):+d} {each}" for each in RESOURCES if getattr(event, each))
    told, rule = _REASONS.get(event.reason, (f"from {game.title(event.reason)}", "event-1"))
    return f"{_who(game, state, event.seat)}: {change or 'nothing'}: {told} ({rule})"


def _laid_out(game: Game, state: State, event: events.DeckLaidOut) -> str:
    size = sum(len(cards) for cards in (event.first, event.second, event.third, event.fourth))
    civilization = game.title(event.civilization)
    return f"{event.seat.capitalize()} plays the {civilization}, with {size} cards and 4 ages (setup-2)"


def _starter(game: Game, state: State, event: events.StarterLaid) -> str:
    return f"{_who(game, state, event.seat)} lays {_card(game, event.card)} face down (setup-3)"


def _card(game: Game, card: str) -> str:
    return "a card" if card == "?" else game.title(card)


def _city(game: Game, state: State, event: events.CityLaid) -> str:
    spaces = ", ".join(event.spaces)
    who = _who(game, state, event.seat)
    return f"The city of {who} lies at {spaces}, with {event.villagers} villagers (setup-4)"


def _turn_began(game: Game, state: State, event: events.TurnBegan) -> str:
    return f"Turn {event.turn}: {_who(game, state, event.seat)}"


def _phase(game: Game, state: State, event: events.PhaseBegan) -> str:
    if event.phase >= len(PHASES):
        return f"The turn of {_who(game, state, state.active)} is over (turn-1)"
    return f"{PHASES[event.phase]} (turn-1)"


def _produced(game: Game, state: State, event: events.Produced) -> str:
    return (
        f"{building_at(game, state, event.seat, event.space)} yields {event.amount} {event.resource} for "
        f"{plural(event.villagers, 'villager')} (cost-7)"
    )


def _villagers_lost(game: Game, state: State, event: events.VillagersLost) -> str:
    where = (
        "in the pool" if event.where == "pool" else f"at {building_at(game, state, event.seat, event.where)}"
    )
    if event.where in state.sides[event.seat].research:
        where = f"on {game.title(event.where)}"
    return f"{_who(game, state, event.seat)} loses {plural(event.count, 'villager')} {where} (villager-14)"


def _hand_seen(game: Game, state: State, event: events.HandSeen) -> str:
    cards = ", ".join(_card(game, card) for card in event.cards)
    return f"{_who(game, state, event.by)} looks at the hand of {_who(game, state, event.seat)}: {cards or 'none'}"


def _ended(game: Game, state: State, event: events.GameEnded) -> str:
    winner = " and ".join(_who(game, state, seat) for seat in event.winners)
    told = HOW.get(event.how, event.how)
    return f"{winner} wins: {told}" if winner else f"Nobody wins: {told}"


def _deck_joined(game: Game, state: State, event: events.DeckJoined) -> str:
    piles = "with the discard pile" if event.discards else "without the discard pile"
    return (
        f"The deck of age {event.age} joins the deck of {_who(game, state, event.seat)}, {piles} (agecard-6)"
    )


def _repaired(game: Game, state: State, event: events.BuildingRepaired) -> str:
    rule = "villager-9" if event.villagers else "turn-10"
    return f"{building_at(game, state, event.seat, event.space)} is repaired by {event.damage} ({rule})"


def _labour(game: Game, state: State, event: events.LabourSent) -> str:
    onto = f"onto {game.title(event.onto)} (cost-5)" if event.onto else "to the pool (cost-4)"
    villagers = plural(event.villagers, "villager")
    return f"{_who(game, state, event.seat)} sends {villagers} from {event.space} {onto}"


def _destroyed(game: Game, state: State, event: events.BuildingDestroyed) -> str:
    pile = "snuffed (unit-9)" if event.snuffed else "discarded (combat-15)"
    building = building_at(game, state, event.seat, event.space)
    return f"{building} of {_who(game, state, event.seat)} is destroyed and {pile}"


TELLINGS: dict[type[Event], Telling] = {
    events.SeaAgreed: lambda g, s, e: f"The sea is {'in use' if e.on else 'not in use'} (sea-1)",
    events.DeckLaidOut: _laid_out,
    events.StarterLaid: _starter,
    events.CityLaid: _city,
    events.CardDrawn: lambda g, s, e: f"{_who(g, s, e.seat)} draws {_card(g, e.card)} (turn-9)",
    events.DeckReshuffled: lambda g, s, e: (
        f"The discard pile of {_who(g, s, e.seat)} is shuffled into a new deck (detail-2)"
    ),
    events.FirstRolled: lambda g, s, e: (
        f"{_who(g, s, e.seat)} begins: "
        f"{', '.join(f'{seat} rolls {die}' for seat, die in sorted(e.rolls.items()))} (setup-9)"
    ),
    events.TurnBegan: _turn_began,
    events.PhaseBegan: _phase,
    events.StockChanged: _stock,
    events.UpkeepOwed: lambda g, s, e: (
        f"{_who(g, s, e.seat)} cannot pay upkeep for {plural(e.units, 'unit')} (turn-11)"
        if e.units > 0
        else f"{_who(g, s, e.seat)} removes a soldier for it (turn-11)"
    ),
    events.Produced: _produced,
    events.WonderRose: lambda g, s, e: (
        f"{building_at(g, s, e.seat, e.space)} rises to stage {e.stage} (wonder-7)"
    ),
    events.BuildingRevealed: lambda g, s, e: (
        f"{_who(g, s, e.seat)} turns up {g.title(e.card)} at {e.space} (card-building-6)"
    ),
    events.BuildingSeen: lambda g, s, e: (
        f"{_who(g, s, e.by)} looks at {e.space} of {_who(g, s, e.seat)}: {_card(g, e.card)}"
    ),
    events.BuildingPlaced: lambda g, s, e: (
        f"{_who(g, s, e.seat)} builds {g.title(e.card)} at {e.space} (card-building-9)"
    ),
    events.SeaBegan: lambda g, s, e: f"The {e.side} is sea (sea-4)",
    events.BuildingRepaired: _repaired,
    events.BuildingDamaged: lambda g, s, e: (
        f"{building_at(g, s, e.seat, e.space)} of {_who(g, s, e.seat)} takes {e.damage} damage (combat-14)"
    ),
    events.BuildingDestroyed: _destroyed,
    events.LabourSent: _labour,
    events.ResearchBegan: lambda g, s, e: f"{_who(g, s, e.seat)} begins {g.title(e.card)} (cost-5)",
    events.ResearchAdvanced: lambda g, s, e: (
        f"{plural(e.villagers, 'villager')} less on {g.title(e.card)} of {_who(g, s, e.seat)} (cost-6)"
    ),
    events.ResearchCompleted: lambda g, s, e: f"{_who(g, s, e.seat)} has {g.title(e.card)} (cost-6)",
    events.AgeReached: lambda g, s, e: f"{_who(g, s, e.seat)} is in the {g.title(g.ages[e.age])} (agecard-5)",
    events.DeckJoined: _deck_joined,
    events.VillagerExchanged: lambda g, s, e: (
        f"A villager of {building_at(g, s, e.seat, e.space)} goes to market (turn-3)"
    ),
    events.EventPlayed: lambda g, s, e: f"{_who(g, s, e.seat)} plays {g.title(e.card)} (turn-10)",
    events.HandSeen: _hand_seen,
    events.CardFound: lambda g, s, e: f"{_who(g, s, e.seat)} finds {g.title(e.card)} in the deck",
    events.TruceBegan: lambda g, s, e: (
        f"No unit may attack the city of {_who(g, s, e.seat)} up to turn {e.until}"
    ),
    events.HuntRolled: lambda g, s, e: f"{_who(g, s, e.seat)} hunts a boar and rolls {e.die}",
    events.VillagersMade: lambda g, s, e: (
        f"{_who(g, s, e.seat)} makes {plural(e.count, 'villager')} (villager-1)"
    ),
    events.VillagersLost: _villagers_lost,
    events.VillagersRecalled: lambda g, s, e: (
        f"The villagers of {_who(g, s, e.seat)} come to the pool (turn-7)"
    ),
    events.VillagersPlaced: lambda g, s, e: (
        f"{_who(g, s, e.seat)} places {plural(e.count, 'villager')} on "
        f"{building_at(g, s, e.seat, e.space)} (villager-5)"
    ),
    events.CardDiscarded: lambda g, s, e: f"{_who(g, s, e.seat)} discards {g.title(e.card)} (turn-9)",
    events.CardSnuffed: lambda g, s, e: f"{_who(g, s, e.seat)} snuffs {g.title(e.card)} (unit-9)",
    events.HoldCounted: lambda g, s, e: (
        f"{building_at(g, s, e.seat, e.space)} of {_who(g, s, e.seat)} has stood for {e.turns} turns of the "
        "opponent (victory-2)"
    ),
    events.GameEnded: _ended,
}
"""How each event is told."""
