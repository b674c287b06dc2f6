"""A run of batches in sentences as a player would write them: what was built and what it cost, who attacked whom."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from rules.age_of_empires import events
from rules.age_of_empires import events_of_units as of_units
from rules.age_of_empires.data_records import RESOURCES
from rules.age_of_empires.game import Game
from rules.age_of_empires.phrases import plural
from rules.age_of_empires.procedures import Attack
from rules.age_of_empires.state import State
from rules.age_of_empires.story import Story
from rules.age_of_empires.tellings import HOW, TELLINGS
from rules.age_of_empires.tellings_of_units import TELLINGS as OF_UNITS
from rules.age_of_empires.tellings_of_units import unit_title
from rules.ruleset import Event
from rules.secrecy import UNKNOWN
from rules.wording import listed

_PRICES = ("building", "research", "event", "villagers", "monks", "soldiers")
"""Why a stock shrinks before that which it pays for is told."""
_LINES = {**TELLINGS, **OF_UNITS}
_RULE = re.compile(r" \([a-z-]+-[0-9]+\)$")
"""The rule at the end of a line, which a player would not write."""
_LEFT_OUT = (
    events.TurnBegan,
    events.PhaseBegan,
    events.StepReached,
    events.ProcedureEnded,
    events.EventStepped,
    events.UpkeepOwed,
    events.VillagersRecalled,
    events.ResearchAdvanced,
    of_units.AttackWent,
    of_units.LossesAssigned,
)
"""Events that only carry the game on."""


def _tell(story: Story, event: Event) -> None:
    """Tells an event and goes on."""
    tell = _TELL.get(type(event))
    if tell is not None:
        tell(story, event)
    elif not isinstance(event, _LEFT_OUT):
        story.says(_RULE.sub("", _LINES[type(event)](story.game, story.state, event)))
    story.state = story.game.evolution[type(event)](story.game, story.state, event)


def retold(game: Game, state: State, happened: Iterable[Event]) -> str:
    """What happened, in sentences; "" if it only carries the game on."""
    story = Story(game, state)
    for event in happened:
        _tell(story, event)
    story.close()
    return "".join(f"{sentence}. " for sentence in story.sentences).rstrip()


def _amounts(event: events.StockChanged, sign: int) -> list[str]:
    return [f"{sign * getattr(event, each)} {each}" for each in RESOURCES if sign * getattr(event, each) > 0]


def _stock(story: Story, event: events.StockChanged) -> None:
    if event.reason in _PRICES:
        story.price(*_amounts(event, -1))
    elif event.reason == "exchange":
        what = f"{listed(_amounts(event, -1))} for {listed(_amounts(event, 1))}"
        story.does(event.seat, "exchanges", what)
    elif event.reason == "upkeep":
        story.does(event.seat, "pays", f"{listed(_amounts(event, -1))} for its units")
    elif event.reason in story.game.cards and story.explains(
        ("plays",), ", ".join(f"+{each}" for each in _amounts(event, 1))
    ):
        return
    else:
        for each in RESOURCES:
            if getattr(event, each):
                story.gains(event.seat, each, getattr(event, each))


def _produced(story: Story, event: events.Produced) -> None:
    story.gains(event.seat, event.resource, event.amount)


def _labour(story: Story, event: events.LabourSent) -> None:
    part = plural(event.villagers, "villager")
    if not story.explains(("builds", "begins"), part):
        story.does(event.seat, "sends", f"{part} to the {'researchers' if event.onto else 'builders'}")


def _made(story: Story, event: events.VillagersMade) -> None:
    part = plural(event.count, "villager")
    if not (event.reason and story.explains(("plays",), f"+{part}")):
        story.does(event.seat, "makes", part)


def _completed(story: Story, event: events.ResearchCompleted) -> None:
    if story.game.cards[event.card].type != "age":
        story.does(event.seat, "completes", story.game.title(event.card))


def _card(story: Story, card: str) -> str:
    return "a card" if card == UNKNOWN else story.game.title(card)


def _placed(story: Story, event: events.VillagersPlaced) -> None:
    story.does(
        event.seat, "places", f"{plural(event.count, 'villager')} on {story.place(event.seat, event.space)}"
    )


def _villagers_lost(story: Story, event: events.VillagersLost) -> None:
    where = (
        "in the pool"
        if event.where == "pool"
        else f"on {story.game.title(event.where)}"
        if event.where in story.state.sides[event.seat].research
        else f"at {story.place(event.seat, event.where)}"
    )
    story.does(event.seat, "loses", f"{plural(event.count, 'villager')} {where}")


def _owner(story: Story, name: str) -> str:
    unit = story.state.units.get(name)
    return unit.owner if unit is not None else name.partition("-")[0]


def _short(story: Story, name: str) -> str:
    """A unit of the seat that the sentence is about."""
    return unit_title(story.game, story.state, name).rpartition(" of ")[0] or name


def _mustered(story: Story, event: of_units.UnitMustered) -> None:
    number = event.unit.rpartition("-")[2]
    story.does(
        event.seat,
        "musters",
        f"{story.game.title(event.card)} {number} with {plural(event.soldiers, 'soldier')} at "
        f"{story.place(event.seat, event.space)}",
    )


def _trained(story: Story, event: of_units.SoldiersTrained) -> None:
    what = f"{plural(event.soldiers, 'soldier')} for {_short(story, event.unit)}"
    story.does(_owner(story, event.unit), "trains", what)


def _monks(story: Story, event: of_units.MonksMade) -> None:
    what = f"{plural(event.monks, 'monk')} for {_short(story, event.unit)}"
    story.does(_owner(story, event.unit), "makes", what)


def _stepped(story: Story, event: of_units.UnitStepped) -> None:
    to = _near(story, event.unit, event.city, event.space)
    story.moves(_owner(story, event.unit), _short(story, event.unit), to)


def _near(story: Story, name: str, city: str, space: str) -> str:
    """A place, with its owner where that is the enemy of a unit."""
    at = story.place(city, space)
    return at if not city or city == _owner(story, name) else f"{at} of {story.who(city)}"


def _posted(story: Story, event: of_units.UnitPosted) -> None:
    verb = {"response": "comes to defend", "retreat": "withdraws to"}.get(event.reason, "goes to")
    at = _near(story, event.unit, event.city, event.space)
    story.says(f"{story.unit(event.unit)} {verb} {at}")


def _began(story: Story, event: events.ProcedureBegan) -> None:
    about = event.procedure
    if not isinstance(about, Attack):
        return
    if about.kind == "building":
        story.target = f"{story.place(about.city, about.space)} of {story.who(about.city)}"
    else:
        story.target = f"{story.unit(about.target)} at {story.place(about.city, about.space)}"


def _joined(story: Story, event: of_units.AttackerJoined) -> None:
    about = story.state.stack[-1]
    if event.villagers:
        who = f"{plural(event.villagers, 'villager')} of {about.seat}"
    else:
        who = story.place(about.seat, event.fire) if event.fire else story.unit(event.unit)
    verb = "attack" if event.villagers > 1 else "attacks"
    told = f"{verb} {story.target}" if story.target else f"{verb} too"
    story.target = ""
    story.says(f"{who} {told}{' from afar' if event.afar else ''}")


def _defenders(story: Story, event: of_units.DefendersChosen) -> None:
    parts = [story.unit(event.unit)] if event.unit else []
    parts += [plural(event.villagers, "villager")] if event.villagers else []
    if not parts:
        story.says("nobody defends")
    else:
        several = len(parts) > 1 or (not event.unit and event.villagers > 1)
        story.says(f"{listed(parts)} {'defend' if several else 'defends'}")


def _fought(story: Story, event: of_units.RoundFought) -> None:
    parts = [f"{event.attack} against {event.defence}"] if event.attack or event.defence else []
    parts += [f"{event.building} for the building"] if event.building else []
    names = {"bombard": "bombardment", "ranged": "shooting"}
    story.says(f"{names.get(event.round, event.round)}: {', '.join(parts) or 'nobody is hit'}")


def _tokens_lost(story: Story, event: of_units.TokensLost) -> None:
    parts = [plural(event.soldiers, "soldier")] if event.soldiers else []
    parts += [plural(event.monks, "monk")] if event.monks else []
    why = " for want of food" if event.reason == "upkeep" else ""
    unit = unit_title(story.game, story.state, event.unit)
    story.says(f"{unit} loses {listed(parts or ['nobody'])}{why}", event.unit)


def _unit_destroyed(story: Story, event: of_units.UnitDestroyed) -> None:
    if not story.adds(event.unit, " and is destroyed"):
        story.says(f"{unit_title(story.game, story.state, event.unit)} is destroyed")


def _damaged(story: Story, event: events.BuildingDamaged) -> None:
    what = f"{story.place(event.seat, event.space)} of {story.who(event.seat)}"
    story.says(f"{what} takes {event.damage} damage", f"{event.seat}:{event.space}")


def _destroyed(story: Story, event: events.BuildingDestroyed) -> None:
    pile = " and snuffed" if event.snuffed else ""
    if not story.adds(f"{event.seat}:{event.space}", f" and is destroyed{pile}"):
        story.says(f"{story.place(event.seat, event.space)} of {story.who(event.seat)} is destroyed{pile}")


def _ended(story: Story, event: events.GameEnded) -> None:
    winner = listed([story.who(seat) for seat in event.winners]) if event.winners else "nobody"
    story.says(f"{winner} wins: {HOW.get(event.how, event.how).partition(' (')[0]}")


def _held(story: Story, event: events.HoldCounted) -> None:
    if event.turns:
        what = f"{story.place(event.seat, event.space)} of {story.who(event.seat)}"
        story.says(f"{what} has stood for {plural(event.turns, 'turn')}")


def _relic_stored(story: Story, event: of_units.RelicStored) -> None:
    relic = story.game.title(event.relic.partition("/")[2])
    seat = _owner(story, event.unit)
    story.does(seat, "stores", f"{relic} at {story.place(seat, event.space)}")


def _relic_lifted(story: Story, event: of_units.RelicLifted) -> None:
    relic = story.game.title(event.relic.partition("/")[2])
    story.does(_owner(story, event.unit), "lifts", f"{relic} with {_short(story, event.unit)}")


_TELL: dict[type[Event], Callable[[Story, Any], None]] = {
    events.StockChanged: _stock,
    events.Produced: _produced,
    events.LabourSent: _labour,
    events.BuildingPlaced: lambda story, e: story.does(
        e.seat, "builds", f"{story.game.title(e.card)} at {e.space}"
    ),
    events.ResearchBegan: lambda story, e: story.does(e.seat, "begins", story.game.title(e.card)),
    events.ResearchCompleted: _completed,
    events.DeckJoined: lambda story, e: story.does(
        e.seat, "adds", f"the deck of age {e.age}{' and its discards' if e.discards else ''}"
    ),
    events.StarterLaid: lambda story, e: story.does(e.seat, "lays face down", _card(story, e.card)),
    events.AgeReached: lambda story, e: story.does(
        e.seat, "enters", f"the {story.game.title(story.game.ages[e.age])}"
    ),
    events.BuildingRevealed: lambda story, e: story.does(
        e.seat, "turns up", f"{story.game.title(e.card)} at {e.space}"
    ),
    events.BuildingRepaired: lambda story, e: story.does(
        e.seat, "repairs", f"{story.place(e.seat, e.space)} by {e.damage}"
    ),
    events.BuildingDamaged: _damaged,
    events.BuildingDestroyed: _destroyed,
    events.EventPlayed: lambda story, e: story.does(e.seat, "plays", story.game.title(e.card)),
    events.VillagersMade: _made,
    events.VillagersLost: _villagers_lost,
    events.VillagersPlaced: _placed,
    events.VillagerExchanged: lambda story, e: None,
    events.CardDrawn: lambda story, e: story.does(e.seat, "draws", _card(story, e.card)),
    events.CardDiscarded: lambda story, e: story.does(e.seat, "discards", _card(story, e.card)),
    events.CardSnuffed: lambda story, e: story.does(e.seat, "snuffs", _card(story, e.card)),
    events.DeckReshuffled: lambda story, e: story.does(e.seat, "shuffles", "its discards into a new deck"),
    events.HoldCounted: _held,
    events.GameEnded: _ended,
    events.ProcedureBegan: _began,
    of_units.UnitMustered: _mustered,
    of_units.SoldiersTrained: _trained,
    of_units.MonksMade: _monks,
    of_units.UnitStepped: _stepped,
    of_units.UnitPosted: _posted,
    of_units.Withdrawn: lambda story, e: None,
    of_units.AttackerJoined: _joined,
    of_units.DefendersChosen: _defenders,
    of_units.GunFired: lambda story, e: story.says(f"{story.place(e.seat, e.space)} fires back"),
    of_units.RoundFought: _fought,
    of_units.TokensLost: _tokens_lost,
    of_units.UnitDestroyed: _unit_destroyed,
    of_units.RelicPlaced: lambda story, e: story.does(
        e.seat, "places", f"{story.game.title(e.card)} in no man's land"
    ),
    of_units.RelicLifted: _relic_lifted,
    of_units.RelicStored: _relic_stored,
}
"""How each event is told within a run; others are told as they are by themselves."""
