"""One line for each event, as a wargamer would write it, with the rule's number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.hellenes import events as e
from rules.hellenes.battles import due
from rules.hellenes.game import SEASON_TITLES, TITLES, Game
from rules.hellenes.new_year import discards, may_redeal
from rules.hellenes.peace import expedition_due
from rules.hellenes.siege_breaking import sallies, waiting
from rules.hellenes.sieges import siege_places
from rules.hellenes.state import Assault, CardEvent, Moving, State
from rules.hellenes.tellings_of_combat import COMBAT
from rules.hellenes.victory import may_offer
from rules.hellenes.wording import block, block_of, blocks, card, god, number, side
from rules.hellenes.wording import what as named
from rules.parts.decks import CardDrawn
from rules.ruleset import Event
from rules.secrecy import UNKNOWN
from rules.wording import capital, listed

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
    "oration": "for the Funeral Oration (card 39)",
    "sphacteria": "for Sphacteria (card 44)",
    "decree": "for the Megarian Decree (card 40)",
    "recall": "for the recall of Alcibiades (card 53)",
    "four-hundred": "for the Four Hundred (card 52)",
}


def _began(game: Game, s: State, x: e.ScenarioBegan) -> str:
    what = game.scenario
    seat, bid = game.bid
    offered = f" after a bid of {bid} by {side(seat)} (0.1)" if bid else ""
    return f"{what.title}: {what.first_year} to {what.last_year} BC, {marker(x.prestige)}{offered} ({what.number})"


def _placed(game: Game, s: State, x: e.BlockPlaced) -> str:
    known = x.block not in (UNKNOWN, None)
    told = block(game, x.block) + (f" with {number(x.steps, 'step')}" if known else "")
    verb, rule = {
        "set-up": ("has", "15.0"),
        "recruit": ("recruits", "4.4"),
        "expedition": ("brings", "15.2-b"),
    }.get(x.why, ("places", "13"))
    behind = ", behind the walls" if x.inside else ""
    return f"{side(x.side)} {verb} {told} at {game.title(x.place)}{behind} ({rule})"


def _step(game: Game, s: State, x: e.StepBegan) -> str:
    """Told where somebody is to choose; all else that comes next is told by what happens in it."""
    word, _, seat = x.step.partition("/")
    match word:
        case "commit":
            return "Both commit a card (3.3)"
        case "zeus" if may_redeal(s, seat):
            return f"{side(seat)} may ask Zeus for another hand (S-zeus-a)"
        case "expedition" if expedition_due(game, s):
            return "Athens may bring in its Second Expedition (15.2-b)"
        case "combat" if s.sallies or due(game, s, seat):
            return f"Battles of {side(seat)} (6.1)"
        case "siege" if siege_places(game, s, seat):
            return f"Siege combat of {side(seat)} (8.1)"
        case "breaking" if waiting(game, s, seat) or sallies(game, s, seat):
            return f"{side(seat)} may break sieges (9.3)"
        case "offer" if may_offer(game, s, seat):
            return f"{side(seat)} may offer peace (14.2.2)"
        case "discard" if len(discards(game, s, seat)) > 1:
            return f"{side(seat)} may discard Continuing Events (9.5.3)"
    return ""


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
    told = f"{side(x.side)}: {blocks(game, (*x.known, *x.names))}"
    if x.place == x.start:
        return f"{told}, no further than {game.title(x.place)} (5.6)"
    rule = {"retreat": "6.9", "enter": "9.3.1", "winter": "9.2.1"}.get(x.kind, "5")
    by = f" by {game.title(x.via)}" if x.via and x.via != x.start and x.kind != "retreat" else ""
    inside = ", behind the walls" if x.inside else ""
    verb = {"retreat": "in retreat from ", "enter": "into its city from "}.get(x.kind, "from ")
    return f"{told} {verb}{game.title(x.start)} to {game.title(x.place)}{by}{inside} ({rule})"


def _removed(game: Game, s: State, x: e.BlockRemoved) -> str:
    how = {
        "disbanded": "disbands (9.2.4)",
        "no-retreat": "has nowhere to go and is lost (6.9)",
        "cargo": "is lost with its ship (6.11)",
        "deep-sea": "is lost on the Deep Sea (5.5)",
    }.get(x.why, "is destroyed (2.1)")
    return f"{block_of(game, x.side, x.known or x.block)} at {game.title(x.place)} {how}"


def _lost_step(game: Game, s: State, x: e.StepLost) -> str:
    who = block_of(game, x.side, x.known or x.block)
    return f"{who} at {game.title(x.place)} loses a step ({LOSSES.get(x.why, '13')})"


def _prestige(game: Game, s: State, x: e.PrestigeGained) -> str:
    verb = "gains" if x.amount > 0 else "loses"
    return f"{side(x.side)} {verb} {abs(x.amount)} Prestige {REASONS.get(x.why, '(14.1)')}"


def _roll(game: Game, s: State, x: e.RollMade) -> str:
    dice = " ".join(str(die) for die in x.dice)
    old = s.pending.dice if s.pending is not None else ()
    again = f" (rolled again; {' '.join(map(str, old))} is set aside)" if x.appealed else ""
    asked = f"; {listed(side(seat) for seat in x.asked)} may appeal" if x.asked else ""
    return f"{rolled_for(game, s, x)}: {dice}{again}{asked}"


def rolled_for(game: Game, s: State, x: e.RollMade) -> str:
    """What a roll is for."""
    top = s.stack[-1] if s.stack else None
    match x.kind:
        case "fire":
            return f"{block(game, x.subject)} fires"
        case "deep-sea" | "forced" if isinstance(top, Moving):
            what = "Deep Sea test" if x.kind == "deep-sea" else "Forced move"
            return f"{what} of {blocks(game, top.names[:1])}"
        case "walls":
            who = "The garrison of" if x.subject == "garrison" else "A block within"
            return f"{who} {game.title(top.place) if isinstance(top, Assault) else 'the city'} fires"
        case "assault" | "cleon":
            return f"The assault on {game.title(x.subject)}"
        case "attrition":
            return f"Attrition at {game.title(x.subject)}"
        case "peace-offer":
            return "The peace offer"
    if isinstance(top, CardEvent):
        about = named(game, s, x.subject)
        return f"{card(game, top.card)}" + (f", {about}" if about != x.subject else "")
    return "Rolled"


def _control(game: Game, s: State, x: e.ControlChanged) -> str:
    why = {
        "assault": "by storm (8.5)",
        "attrition": "by hunger (8.5)",
        "revolt": "in revolt (13.3-b)",
        "barbarians": "as its barbarian garrison disbands (10.1-b)",
    }.get(x.why, "by agreement (1.5)")
    return f"{game.title(x.place)} goes to {side(x.side)} {why}"


def _effect(game: Game, s: State, x: e.EffectBegan) -> str:
    word, _, about = x.effect.partition("/")
    named = game.title(about) if about in game.provinces or about in game.seas else TITLES.get(about, about)
    until = "year" if x.yearly else "season"
    return f"{EFFECTS[word].format(about=named)}, until the end of the {until} (13)"


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
    after = s.prestige + x.sums.get("athens", 0) - x.sums.get("sparta", 0)
    return f"Tribute{', halved' if x.halved else ''}: {sums}; {marker(after)} (9.5.1)"


def marker(prestige: int) -> str:
    """Where the Prestige marker stands."""
    if not prestige:
        return "Prestige 0"
    return f"Prestige {abs(prestige)} for {side('athens' if prestige > 0 else 'sparta')}"


def _stage(game: Game, s: State, x: e.EventStage) -> str:
    """Told at the beginning of each kind of revolt alone."""
    top = s.stack[-1] if s.stack else None
    if x.stage not in ("regional", "spread", "tax") or (isinstance(top, CardEvent) and top.stage == x.stage):
        return ""
    return f"{x.stage.capitalize()} Revolt (13.3-b)"


def _group(game: Game, s: State, x: e.GroupBegan) -> str:
    word = "musters at" if x.kind == "muster" else "moves the group of"
    rule = {"muster": "4.2", "move": "4.1", "winter": "9.2.1.4"}.get(x.kind, "13")
    return f"{side(x.side)} {word} {game.title(x.place)} ({rule})"


EFFECTS = {
    "storm": "Storm closes the {about}",
    "treachery": "{about} is betrayed to its besieger",
    "engines": "Siege engines let {about} fire first in an assault",
    "circumvallation": "{about} can starve one city on 1 to 3",
    "truce": "The Sacred Truce keeps the enemies of {about} from its cities, and nobody pillages",
    "earthquake": "Earthquake in {about}: nobody enters it or leaves it",
    "ambush": "{about} can fire first in a battle on land",
    "panic": "In a battle of {about} every enemy routed can lose a step",
    "phormio": "Phormio can let fleets of {about} fire twice in a battle",
    "gylippus": "Gylippus can help {about} in a battle in Sicily",
    "thessaly": "{about} passes through Thessaly as a friend",
    "cleon": "Cleon has the assault rolled again, and no other",
    "hermae": "Athens has an action less with its next card",
    "four-hundred": "Raise Taxes gives Athens no action",
    "helots": "Land units of Laconia stay at home or go there",
}
"""What holds for a season or a year (13), by its word; `about`: whom or what it concerns."""


LOSSES = {
    "hit": "6.5",
    "siege": "8.2",
    "deep-sea": "5.5",
    "forced": "5.6",
    "cargo": "6.11",
    "plague": "13.4",
    "no-retreat": "6.9",
}
"""The rule by which a step is lost, by why."""


def _whose(s: State) -> str:
    """What a player turn is called: in Winter there are several."""
    if s.season != "winter":
        return "The turn of"
    following = s.agenda[0].partition("/")[0] if s.agenda else ""
    return {"breaking": "Breaking of sieges by", "siege": "Winter siege combat of"}.get(
        following, "Winter actions of"
    )


TELLINGS: dict[type[Event], Telling] = {
    e.ScenarioBegan: _began,
    e.BlockPlaced: _placed,
    e.AgendaSet: lambda g, s, x: "",
    e.StepBegan: _step,
    e.YearBegan: lambda g, s, x: f"The year {x.year} BC begins (10.0)",
    e.SeasonBegan: _season,
    e.PartBegan: lambda g, s, x: f"{_whose(s)} {side(x.side)} (0.3)" if x.side else "",
    e.PartEnded: lambda g, s, x: f"{side(x.side)} is done (0.3)",
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
    e.GroupEnded: lambda g, s, x: f"The group of {side(x.side)} has moved (4.1)",
    e.CargoLoaded: lambda g, s, x: (
        f"{capital(blocks(g, x.names[1:]))} goes aboard {blocks(g, x.names[:1])} (5.3)"
    ),
    e.MoveBegan: lambda g, s, x: f"{side(x.side)}: {blocks(g, x.names)} to {g.title(x.path[-1])} (5)",
    e.MoveReached: lambda g, s, x: "",
    e.BlocksMoved: _moved,
    e.StepLost: _lost_step,
    e.StepRebuilt: lambda g, s, x: (
        f"{side(x.side)} rebuilds a step of {block(g, x.block)} at {g.title(x.place)} (4.5)"
    ),
    e.BlockRemoved: _removed,
    e.Pillaged: lambda g, s, x: f"{g.title(x.place)} is pillaged (4.3)",
    e.PrestigeGained: _prestige,
    e.PrestigeSet: lambda g, s, x: f"The marker is put at {marker(x.prestige)} (14.1)",
    e.RollMade: _roll,
    e.BlockDrawn: lambda g, s, x: f"{side(x.side)} draws {block(g, x.block)} from the pool (4.4)",
    e.DealStood: lambda g, s, x: f"Hera may still set the new hand of {side(x.side)} aside (S-hera-a)",
    e.Passed: lambda g, s, x: f"{side(x.seat)} lets it stand (11.0)",
    e.Appealed: lambda g, s, x: (
        f"{side(x.seat)} appeals to {god(g, x.olympian)}; the sacrifice is spent (11.0-d)"
    ),
    e.CleonAsked: lambda g, s, x: "Cleon may have the assault rolled again (card 36)",
    e.RollStood: lambda g, s, x: "",
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
    e.ReturnSettled: lambda g, s, x: "",
    e.EventBegan: lambda g, s, x: f"{side(x.side)} plays {card(g, x.card)}: {g.cards[x.card].effect}",
    e.EventStage: _stage,
    e.EffectBegan: _effect,
    e.EffectEnded: lambda g, s, x: (
        f"Used up: {x.effect.partition('/')[0].replace('-', ' ').capitalize()} (13)"
    ),
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
