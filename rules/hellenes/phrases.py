"""How actions are listed and typed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.hellenes import actions as a
from rules.hellenes.game import Game
from rules.hellenes.state import State
from rules.hellenes.wording import block, card, god, what
from rules.ruleset import Action

TITLES = {
    "appeal": "Appeal to an Olympian, or pass",
    "cleon": "Roll the assault again, or pass",
    "garrison": "Take a garrison block off an Olympian",
    "commit": "Commit a card in secret",
    "zeus": "Appeal to Zeus for another hand, or pass",
    "expedition": "Bring the Second Expedition in, or not",
    "peace": "End the Peace of Nicias, or keep it",
    "sacrifice": "Sacrifice to an Olympian",
    "offer": "Offer peace, or go on",
    "discard": "Discard Continuing Events",
    "actions": "Take an action",
    "group": "Move the group",
    "combat": "Choose the next battle",
    "fortify": "Fortify, stand or withdraw",
    "withdrawal": "Withdraw block by block",
    "sally": "Come out of the walls",
    "main-group": "Name the main group",
    "stratagem": "Use a card on this battle, or keep it",
    "hit": "Choose who takes the hit",
    "rout": "Choose who is routed",
    "retreat": "Choose where to retreat",
    "fire": "Fire or retreat",
    "siege": "Starve, storm or wait",
    "suffer": "Choose who of the besieged loses the step",
    "assault": "Prepare the assault",
    "loss": "Choose which assaulter is struck",
    "place": "Place the recruit",
    "event": "Carry out the event",
    "winter": "Take a Winter action",
    "disband": "Disband what finds no shelter",
    "shelter": "Disband what finds no shelter",
    "breaking": "Break sieges",
}
"""What each decision is called."""


def decision_title(word: str) -> str:
    """The title of a decision."""
    return TITLES.get(word, word)


def phrase(game: Game, state: State, action: Action) -> str:
    """The action as it is listed and typed; unlike for unlike actions."""
    return PHRASES[type(action)](game, state, action)


def _place(game: Game, place: str) -> str:
    return game.title(place)


def _commit(game: Game, state: State, action: a.Commit) -> str:
    return (
        f"commit {card(game, action.card)} for its event"
        if action.use == "event"
        else (
            f"commit {card(game, action.card)} as a sacrifice"
            if action.use == "sacrifice"
            else f"commit {card(game, action.card)} for actions"
        )
    )


def _move(game: Game, state: State, action: a.Move) -> str:
    told = f"move {block(game, action.block)} to {_place(game, action.to)}"
    if action.via:
        told += f" by {_place(game, action.via)}"
    if action.into:
        told += " into the port"
    return told + (", forced" if action.forced else "")


def _return(game: Game, state: State, action: a.Return) -> str:
    told = f"return {block(game, action.block)} to {_place(game, action.to)}"
    if action.via:
        told += f" by {_place(game, action.via)}"
    return told + (" into the port" if action.into else "")


def _flee(game: Game, state: State, action: a.Flee) -> str:
    if not action.place:
        return f"lose {block(game, action.block)}"
    return f"withdraw {block(game, action.block)} to {_place(game, action.place)}" + (
        " behind the walls" if action.inside else ""
    )


def _lead(game: Game, state: State, action: a.Lead) -> str:
    way, _, number = action.group.partition("#")
    place, _, within = way.partition("/")
    told = "out of the walls" if within else f"from {_place(game, place)}" if place else "that was there"
    return f"begin with the group {told} ({number})"


Phrase = Callable[[Game, State, Any], str]

PHRASES: dict[type[Action], Phrase] = {
    a.Commit: _commit,
    a.Pass: lambda g, s, x: "(pass)",
    a.Appeal: lambda g, s, x: f"appeal to {god(g, x.olympian)}",
    a.Sacrifice: lambda g, s, x: f"sacrifice to {god(g, x.olympian)}",
    a.Decline: lambda g, s, x: "decline",
    a.EndPeace: lambda g, s, x: "end the Peace of Nicias",
    a.CallExpedition: lambda g, s, x: "call the Second Expedition",
    a.OfferPeace: lambda g, s, x: "offer peace",
    a.Discard: lambda g, s, x: f"discard {card(g, x.card)}",
    a.GroupMove: lambda g, s, x: f"group move {_place(g, x.place)}",
    a.Muster: lambda g, s, x: f"muster {_place(g, x.place)}",
    a.Move: _move,
    a.Load: lambda g, s, x: f"load {block(g, x.cargo)} on {block(g, x.fleet)}",
    a.Finish: lambda g, s, x: "done",
    a.Pillage: lambda g, s, x: f"pillage {_place(g, x.place)}",
    a.Recruit: lambda g, s, x: "recruit",
    a.Place: lambda g, s, x: f"place at {_place(g, x.place)}",
    a.Rebuild: lambda g, s, x: f"rebuild {block(g, x.block)}",
    a.Sally: lambda g, s, x: f"sally {_place(g, x.place)}",
    a.Quarter: lambda g, s, x: f"quarter {block(g, x.block)} at {_place(g, x.to)}",
    a.Return: _return,
    a.Sustain: lambda g, s, x: f"sustain {block(g, x.block)}",
    a.Disband: lambda g, s, x: f"disband {block(g, x.block)}",
    a.Fortify: lambda g, s, x: f"fortify {block(g, x.block)}",
    a.ComeOut: lambda g, s, x: f"come out {block(g, x.block)}",
    a.Stand: lambda g, s, x: "stand",
    a.Withdraw: lambda g, s, x: "withdraw",
    a.Flee: _flee,
    a.Fight: lambda g, s, x: f"fight {_place(g, x.place)}",
    a.Lead: _lead,
    a.Fire: lambda g, s, x: "fire",
    a.Retreat: lambda g, s, x: "retreat",
    a.RetreatTo: lambda g, s, x: (
        f"retreat to {_place(g, x.place)}" + (" behind the walls" if x.inside else "")
    ),
    a.Take: lambda g, s, x: f"take {block(g, x.block)}",
    a.Suffer: lambda g, s, x: (
        "suffer the garrison" if x.block == "garrison" else f"suffer {block(g, x.block)}"
    ),
    a.Starve: lambda g, s, x: f"starve {_place(g, x.place)}" + (" with Circumvallation" if x.tight else ""),
    a.Storm: lambda g, s, x: f"storm {_place(g, x.place)}",
    a.HoldBack: lambda g, s, x: f"hold back {block(g, x.block)}",
    a.RollAgain: lambda g, s, x: "roll again",
    a.Choose: lambda g, s, x: f"choose {what(g, s, x.what)}",
    a.Pick: lambda g, s, x: f"pick {block(g, x.block)}",
}
