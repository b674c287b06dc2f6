"""Which actions each decision takes, and when those are due that it does not take."""

from __future__ import annotations

from collections.abc import Mapping

from rules.errors import IllegalAction
from rules.hellenes import actions as a
from rules.hellenes.game import TITLES
from rules.hellenes.phrases import decision_title
from rules.ruleset import Action

TAKES: Mapping[str, tuple[type[Action], ...]] = {
    "appeal": (a.Pass, a.Appeal),
    "cleon": (a.Pass, a.RollAgain),
    "garrison": (a.Choose,),
    "commit": (a.Commit,),
    "zeus": (a.Pass, a.Appeal),
    "expedition": (a.Decline, a.CallExpedition),
    "peace": (a.Decline, a.EndPeace),
    "sacrifice": (a.Sacrifice,),
    "offer": (a.Decline, a.OfferPeace),
    "discard": (a.Decline, a.Discard),
    "actions": (a.GroupMove, a.Muster, a.Pillage, a.Recruit, a.Rebuild, a.Sally, a.Finish),
    "combat": (a.Fight,),
    "fortify": (a.Fortify, a.Stand, a.Withdraw),
    "withdrawal": (a.Flee,),
    "sally": (a.ComeOut, a.Finish),
    "main-group": (a.Lead,),
    "stratagem": (a.Choose, a.Decline),
    "hit": (a.Take,),
    "rout": (a.Take,),
    "retreat": (a.RetreatTo,),
    "fire": (a.Fire, a.Retreat),
    "siege": (a.Starve, a.Storm, a.Choose, a.Decline),
    "suffer": (a.Suffer,),
    "assault": (a.HoldBack, a.Storm),
    "loss": (a.Take,),
    "place": (a.Place,),
    "disband": (a.Disband,),
    "shelter": (a.Disband,),
}
"""The actions of each decision; of those that are not here (groups, events, Winter) the chapters say themselves."""

DUE: Mapping[type[Action], tuple[str, str]] = {
    a.Commit: ("3.3", "cards are committed when a season, or the year, begins"),
    a.Pass: ("11.0-b", "there is no roll or draw to let stand"),
    a.Appeal: ("11.0-b", "an appeal is made against a roll or draw that is not used yet"),
    a.Sacrifice: ("10.4.1-a", "a sacrifice is made at New Year, with a card that was committed for it"),
    a.Decline: ("3.4", "there is nothing to decline"),
    a.EndPeace: ("12.1-a", "the Peace is ended at the start of a player turn, while it is in force"),
    a.CallExpedition: ("15.2-b", "the Second Expedition is called when a season begins, from 414 on"),
    a.OfferPeace: ("14.2.2", "peace is offered after the year's tribute, by a side with Prestige enough"),
    a.Discard: ("9.5.3-a", "Continuing Events are discarded at the end of a year"),
    a.GroupMove: ("4.1", "groups move in the actions of a player turn"),
    a.Muster: ("4.2", "groups muster in the actions of a player turn"),
    a.Move: ("4.1", "a block moves with its group: begin with the group move"),
    a.Load: ("5.3", "a block goes aboard while its group moves: begin with the group move"),
    a.Finish: ("4.0", "there is nothing to finish"),
    a.Pillage: ("4.3", "areas are pillaged in the actions of a player turn"),
    a.Recruit: ("4.4", "blocks are recruited in the actions of a player turn"),
    a.Place: ("4.4", "a block is placed when it has been recruited"),
    a.Rebuild: ("4.5", "steps are rebuilt in the actions of a player turn"),
    a.Sally: ("4.6", "a sally is decided upon in the actions of a player turn"),
    a.Quarter: ("9.2.1.1-a", "units quarter in Winter actions"),
    a.Return: ("9.2.1.2-a", "units return home in Winter actions"),
    a.Sustain: ("9.2.2-a", "units are sustained in Winter actions"),
    a.Disband: ("9.2.4-c", "units disband in Winter"),
    a.Fortify: ("7.1", "blocks fortify when a battle is due at their city"),
    a.Stand: ("6.2", "the defender stands when a battle is due"),
    a.Withdraw: ("6.8", "the defender withdraws when a battle is due, before its first round"),
    a.Flee: ("6.8", "blocks leave one by one after the defender has said that he withdraws"),
    a.ComeOut: ("4.6", "blocks come out when a sally begins"),
    a.Fight: ("6.1", "battles are fought in the Combat phase, after the actions"),
    a.Lead: ("5.4.1", "a main group is named when several attack together"),
    a.Fire: ("6.3", "blocks fire in battles, each in its turn"),
    a.Retreat: ("6.7", "a block retreats in its turn to fire, from round 2 on"),
    a.RetreatTo: ("6.9", "only a block that was routed or that retreats needs a place to go to"),
    a.Take: ("6.5", "there is no hit or rout to be taken"),
    a.Suffer: ("8.2", "the besieged lose no step"),
    a.Starve: ("8.1", "siege combat follows the battles of a player turn"),
    a.Storm: ("8.1", "siege combat follows the battles of a player turn"),
    a.HoldBack: ("8.4", "blocks are held back when an assault is prepared"),
    a.RollAgain: ("36", "Cleon has the dice of an Athenian assault rolled again"),
    a.Choose: ("3.4", "nothing is to be chosen"),
    a.Pick: ("3.4", "no block is to be chosen"),
}
"""Of each action the rule, and when it is due."""


def check(seat: str, decision: str, action: Action) -> None:
    """Raises IllegalAction for an action that the decision does not take, with when that one is due."""
    takes = TAKES.get(decision)
    if takes is None or isinstance(action, takes) or type(action) not in DUE:
        return
    rule, when = DUE[type(action)]
    title = decision_title(decision)
    raise IllegalAction(rule, f"{when}; now {TITLES[seat]} is to {title[:1].lower()}{title[1:]}")
