"""What happened. Each event that rests on a roll carries its dice and its modifiers with the rules behind them.

One file for each concept; all types are names of this package: `events.ArmyMoved`.
"""
# ruff: noqa: F403

from __future__ import annotations

from rules.ruleset import Event, types_in
from rules.sword_of_rome.events.battles import *
from rules.sword_of_rome.events.board import *
from rules.sword_of_rome.events.campaigns import *
from rules.sword_of_rome.events.cards import *
from rules.sword_of_rome.events.forces import *
from rules.sword_of_rome.events.marches import *
from rules.sword_of_rome.events.powers import *
from rules.sword_of_rome.events.procedures import *
from rules.sword_of_rome.events.reactions import *
from rules.sword_of_rome.events.reinforcement import *
from rules.sword_of_rome.events.sieges import *
from rules.sword_of_rome.events.turn import *

TYPES = types_in(__name__, Event)
"""All types of events."""
