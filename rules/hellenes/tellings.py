"""One line for each event, as a wargamer would write it, with the rule's number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.hellenes import events as e
from rules.hellenes.game import SEASON_TITLES, Game
from rules.hellenes.state import State
from rules.hellenes.tellings_of_combat import COMBAT
from rules.hellenes.wording import block, blocks, card, god, listed, number, side
from rules.parts.decks import CardDrawn
from rules.ruleset import Event
from rules.secrecy import UNKNOWN

Telling = Callable[[Game, State, Any], str]

REASONS = {
    "battle": "for a battle won (6.8)",
    "withdrawal": "for withdrawing from a battle (6.8)",
    "pillage": "for pillage (4.3)",
    "assault": "for a city stormed (8.5)",
    "persian-aid": "for Persian Aid (13.1)",
    "peace-offer": "for the peace offer (14.2.2)",
    "second-expedition": "for the Second Expedition (15.2-b)",
    "helots": "for the Helots (13.3-c)",
    "oration": "for the Funeral Oration",
    "sphacteria": "for Sphacteria",
    "decree": "for the Megarian Decree",
    "recall": "for the recall of Alcibiades",
    "four-hundred": "for the Four Hundred",
}

ALONE = {
    "deal": "the cards are dealt (10.3-b)",
    "reveal": "the cards are revealed (3.3)",
    "tribute": "tribute (9.5.1)",
    "check": "the victory check (14.2)",
}


def _began(game: Game, s: State, x: e.ScenarioBegan) -> str:
    return f"{game.scenario.title}: {game.scenario.first_year} to {game.scenario.last_year} BC ({game.scenario.number})"


def _placed(game: Game, s: State, x: e.BlockPlaced) -> str:
    told = f"{block(game, x.block)} of {side(x.side)}"
    rule = {"recruit": "4.4", "expedition": "15.2-b", "set-up": "15.0"}.get(x.why, "13")
    strength = f", {number(x.steps, 'step')}" if x.block not in (UNKNOWN, None) else ""
    verb = "is recruited at" if x.why == "recruit" else "is placed at"
    told = f"{told} {verb} {game.title(x.place)}{strength}{' behind the walls' if x.inside else ''} ({rule})"
    return told[:1].upper() + told[1:]


def _step(game: Game, s: State, x: e.StepBegan) -> str:
    word, _, seat = x.step.partition("/")
    if not seat:
        return f"Next: {ALONE.get(word, word.replace('-', ' '))}"
    return f"Next: {word.replace('-', ' ')}, {side(seat)}"


def _season(game: Game, s: State, x: e.SeasonBegan) -> str:
    told = f"{SEASON_TITLES[x.season]} {s.year} BC begins"
    if x.established:
        told += f"; established sieges: {listed(game.title(place) for place in x.established)} (7.2)"
    return told


def _committed(game: Game, s: State, x: e.CardCommitted) -> str:
    if x.card == UNKNOWN or x.use == UNKNOWN:
        return f"{side(x.seat)} commits a card face down (3.3)"
    return f"{side(x.seat)} commits {card(game, x.card)} for {_use(x.use)} (3.3)"


def _use(use: str) -> str:
    return {"event": "its event", "actions": "actions", "sacrifice": "a sacrifice"}.get(use, use)


def _revealed(game: Game, s: State, x: e.CardsRevealed) -> str:
    told = listed(
        f"{side(seat)} {card(game, name)} for {_use(x.uses[seat])}" for seat, name in sorted(x.cards.items())
    )
    return f"Revealed: {told}; {side(x.first)} goes first (3.3)"


def _leaves(game: Game, s: State, x: e.CardLeaves) -> str:
    why = {
        "replaced": "is replaced (3.11)",
        "ostracism": "is ostracised (3.8)",
        "plague": "dies of the Plague (13.4-b)",
        "discarded": "is discarded (9.5.3)",
    }.get(x.why, "leaves play (3.8)")
    return f"{card(game, x.card)} {why}{' and leaves the game' if x.forever else ''}"


def _moved(game: Game, s: State, x: e.BlocksMoved) -> str:
    names = (*x.known, *x.names)
    told = f"{blocks(game, names)} of {side(x.side)}"
    told = told[:1].upper() + told[1:]
    if x.place == x.start:
        return f"{told} {'stays' if len(names) == 1 else 'stay'} at {game.title(x.place)} (5.6)"
    verb = {"retreat": "retreat", "enter": "enter", "winter": "go"}.get(x.kind, "move")
    verb += "s" if len(names) == 1 and verb != "go" else "es" if len(names) == 1 else ""
    verb = {"enterss": "enters"}.get(verb, verb)
    rule = {"retreat": "6.9", "enter": "9.3.1", "winter": "9.2.1"}.get(x.kind, "5")
    by = f" by {game.title(x.via)}" if x.via and x.via != x.start and x.kind != "retreat" else ""
    inside = ", behind the walls" if x.inside else ""
    verb += " from" if verb.startswith("enter") else f" from {game.title(x.start)} to"
    if verb.endswith(" from"):
        verb = verb.removesuffix(" from")
    return f"{told} {verb} {game.title(x.place)}{by}{inside} ({rule})"


def _removed(game: Game, s: State, x: e.BlockRemoved) -> str:
    told = block(game, x.known or x.block)
    how = {
        "disbanded": "disbands (9.2.4)",
        "no-retreat": "has nowhere to go and is lost (6.9)",
        "cargo": "is lost with its ship (6.11)",
        "deep-sea": "is lost on the Deep Sea (5.5)",
    }.get(x.why, "is destroyed (2.1)")
    told = f"{told} of {side(x.side)} at {game.title(x.place)} {how}"
    return told[:1].upper() + told[1:]


def _lost_step(game: Game, s: State, x: e.StepLost) -> str:
    told = f"{block(game, x.known or x.block)} of {side(x.side)} at {game.title(x.place)} loses a step"
    return told[:1].upper() + told[1:]


def _prestige(game: Game, s: State, x: e.PrestigeGained) -> str:
    verb = "gains" if x.amount > 0 else "loses"
    return f"{side(x.side)} {verb} {abs(x.amount)} Prestige {REASONS.get(x.why, '(14.1)')}"


def _roll(game: Game, s: State, x: e.RollMade) -> str:
    dice = ", ".join(str(die) for die in x.dice)
    kind = x.kind.replace("-", " ")
    again = " again" if x.appealed else ""
    asked = f"; {listed(side(seat) for seat in x.asked)} may appeal" if x.asked else ""
    return f"Rolled{again} for {kind}: {dice}{asked}"


def _control(game: Game, s: State, x: e.ControlChanged) -> str:
    why = {
        "assault": "by storm (8.5)",
        "attrition": "by hunger (8.5)",
        "revolt": "in revolt (13.3-b)",
        "barbarians": "as its barbarian garrison disbands (10.1-b)",
    }.get(x.why, "by agreement (1.5)")
    return f"{game.title(x.place)} goes to {side(x.side)} {why}"


def _effect(game: Game, s: State, x: e.EffectBegan) -> str:
    word, _, what = x.effect.partition("/")
    told = word.replace("-", " ")
    until = "year" if x.yearly else "season"
    about = f" ({game.title(what) if what in game.provinces or what in game.seas else what})" if what else ""
    return f"Until the end of the {until}: {told}{about}"


def _ended(game: Game, s: State, x: e.GameEnded) -> str:
    how = {
        "prestige": "with 15 Prestige (14.2.1)",
        "peace": "by a peace offer (14.2.2)",
        "minor-victory": "with a minor victory (14.3)",
        "major-victory": "with a major victory (14.3)",
        "syracuse": "holding Syracuse (15.2-d)",
        "expedition-lost": "as the Expedition is lost (15.2-d)",
        "resigned": "as the other gives up (14.4)",
    }.get(x.how, "")
    return (
        f"{listed(side(seat) for seat in x.winners)} wins {how}"
        if x.winners
        else "The war ends in a draw (14.3)"
    )


def _tribute(game: Game, s: State, x: e.TributeTaken) -> str:
    sums = listed(f"{side(seat)} {total}" for seat, total in sorted(x.sums.items()))
    return f"Tribute{', halved' if x.halved else ''}: {sums} (9.5.1)"


def _group(game: Game, s: State, x: e.GroupBegan) -> str:
    word = "musters at" if x.kind == "muster" else "moves the group of"
    return f"{side(x.side)} {word} {game.title(x.place)} ({'4.2' if x.kind == 'muster' else '4.1'})"


TELLINGS: dict[type[Event], Telling] = {
    e.ScenarioBegan: _began,
    e.BlockPlaced: _placed,
    e.AgendaSet: lambda g, s, x: "The order of what follows is set (0.3)",
    e.StepBegan: _step,
    e.YearBegan: lambda g, s, x: f"The year {x.year} BC begins (10.0)",
    e.SeasonBegan: _season,
    e.PartBegan: lambda g, s, x: f"{side(x.side)} to act (0.3)" if x.side else "Both act (10)",
    e.PartEnded: lambda g, s, x: f"The turn of {side(x.side)} ends (0.3)",
    e.BlocksHidden: lambda g, s, x: (
        f"{number(len(x.blocks), 'block')} of {side(x.side)} face down again (2.8)"
    ),
    e.HandReturned: lambda g, s, x: f"{side(x.seat)} gives the hand back (S-zeus-a)",
    CardDrawn: lambda g, s, x: f"{side(x.seat)} draws {card(g, x.card)} (10.3-b)",
    e.CardCommitted: _committed,
    e.CardsRevealed: _revealed,
    e.CardStays: lambda g, s, x: f"{card(g, x.card)} comes into play for {side(x.side)} (3.6)",
    e.CardLeaves: _leaves,
    e.ActionsGained: lambda g, s, x: f"{side(x.side)} has {number(x.actions, 'action')} (4.0)",
    e.GroupBegan: _group,
    e.GroupEnded: lambda g, s, x: f"The group of {side(x.side)} is done (4.1)",
    e.CargoLoaded: lambda g, s, x: (
        f"{blocks(g, x.names[1:]).capitalize()} goes aboard {blocks(g, x.names[:1])} (5.3)"
    ),
    e.MoveBegan: lambda g, s, x: f"{blocks(g, x.names)[:1].upper()}{blocks(g, x.names)[1:]} set out (5)",
    e.MoveReached: lambda g, s, x: "The way goes on (5)",
    e.BlocksMoved: _moved,
    e.StepLost: _lost_step,
    e.StepRebuilt: lambda g, s, x: (
        f"{side(x.side)} rebuilds a step of {block(g, x.block)} at {g.title(x.place)} (4.5)"
    ),
    e.BlockRemoved: _removed,
    e.Pillaged: lambda g, s, x: f"{g.title(x.place)} is pillaged (4.3)",
    e.PrestigeGained: _prestige,
    e.PrestigeSet: lambda g, s, x: f"The Prestige marker is put at {x.prestige} toward Athens",
    e.RollMade: _roll,
    e.BlockDrawn: lambda g, s, x: f"{side(x.side)} draws {block(g, x.block)} from the pool (4.4)",
    e.DealStood: lambda g, s, x: f"The new hand of {side(x.side)} may be appealed against to Hera (S-hera-a)",
    e.Passed: lambda g, s, x: f"{side(x.seat)} lets it stand (11.0)",
    e.Appealed: lambda g, s, x: (
        f"{side(x.seat)} appeals to {god(g, x.olympian)}; the sacrifice is spent (11.0-d)"
    ),
    e.CleonAsked: lambda g, s, x: "Cleon may have the assault rolled again (card 36)",
    e.RollStood: lambda g, s, x: "The result stands (11.0-b)",
    e.Sacrificed: lambda g, s, x: (
        f"{side(x.seat)} sacrifices to {god(g, x.olympian)} (10.4.1)"
        if x.olympian
        else f"The sacrifice of {side(x.seat)} has no effect (10.4.1-a)"
    ),
    e.SacrificeLost: lambda g, s, x: f"{side(x.seat)} takes a garrison block off {god(g, x.olympian)} (2.5)",
    e.ControlChanged: _control,
    e.CityHeld: lambda g, s, x: f"Greeks hold {g.title(x.place)} now (10.1-b)",
    e.RecruitAwaitsPlace: lambda g, s, x: f"{side(x.side)} is to place {block(g, x.block)} (4.4)",
    e.BlockSustained: lambda g, s, x: (
        f"{side(x.side)} sustains {block(g, x.block)} at {g.title(x.place)} (9.2.2)"
    ),
    e.ReturnContested: lambda g, s, x: (
        f"Units of {side(x.side)} bound for {g.title(x.city)} stand before the enemy at {g.title(x.place)} (9.2.1.2)"
    ),
    e.ReturnSettled: lambda g, s, x: f"The Return at {g.title(x.place)} is settled (9.3.1)",
    e.EventBegan: lambda g, s, x: f"{side(x.side)} plays {card(g, x.card)}: {g.cards[x.card].effect}",
    e.EventStage: lambda g, s, x: f"The event goes on: {x.stage} (3.4)",
    e.EffectBegan: _effect,
    e.EffectEnded: lambda g, s, x: f"Used up: {x.effect.partition('/')[0].replace('-', ' ')}",
    e.CivilWarPlaced: lambda g, s, x: f"Civil War in {g.title(x.place)} (13.5)",
    e.PeaceEnded: lambda g, s, x: f"{side(x.side)} ends the Peace of Nicias for {x.price} Prestige (12.1)",
    e.SicilyAtWar: lambda g, s, x: "Sicily is at War (15.2-c)",
    e.GelaJoined: lambda g, s, x: "Gela joins Syracuse (15.2-c)",
    e.SecondExpedition: lambda g, s, x: "Athens sends the Second Expedition (15.2-b)",
    e.WinterEnded: lambda g, s, x: "Winter ends; the markers of sustained units are taken off (9.0)",
    e.MarkersRemoved: lambda g, s, x: "Pillaged and Civil War markers are taken off (9.5.3)",
    e.PlagueStruck: lambda g, s, x: "The Plague strikes Athens (13.4)",
    e.TributeTaken: _tribute,
    e.GameEnded: _ended,
    **COMBAT,
}
