"""What happens in a battle of Middle-earth: the events of the standard rules, in the order of the rulebook.

Pieces are named by their ids (`sauron-men-footmen-3`), hexes "CCRR", hexsides "CCRR|CCRR". A formation acts under the
id of its lead, the first of its two units by name. `rule` is the rulebook's number of what brought the event about.
An event says everything that follows from it, so that a state is built without judging anything. One file a concept;
all types are names of this package: `events.UnitPlaced`.
"""
# ruff: noqa: F403, F405

from __future__ import annotations

from rules.middle_earth.events.combat import *
from rules.middle_earth.events.demoralization import *
from rules.middle_earth.events.formations import *
from rules.middle_earth.events.leaders import *
from rules.middle_earth.events.magic import *
from rules.middle_earth.events.modifiers import *
from rules.middle_earth.events.movement import *
from rules.middle_earth.events.placing import *
from rules.middle_earth.events.retreat import *
from rules.middle_earth.events.sequence import *
from rules.ruleset import Event

EVENTS: tuple[type[Event], ...] = (
    UnitPlaced, LeaderPlaced, MarkerPlaced, EnginePlaced, HexsideOpened, SiegeConducted, PieceRemoved,
    SetUpBegan, PieceBrought, ArrivalRolled, ReinforcementsDue, ChoiceOffered, ReinforcementChosen, PieceEntered,
    TurnBegan, PhaseBegan, StepBegan, GameEnded,
    MarchBegan, PieceMoved, MarchEnded,
    AttackDeclared, AttackersNamed, AttackResolved, RetreatIgnored, UnitReduced, UnitEliminated,
    LossOrdered, MeleeEnded,
    DuelFought,
    RetreatOrdered, UnitRetreated, DisplacementChosen, UnitDisplaced, RetreatEnded, EarlyRetreatRolled,
    UnitDisrupted, RetreatsEnded, EarlyRetreatDeclined, UnitAdvanced, AdvanceDeclined,
    FateRolled, LeaderWounded, LeaderKilled, RelocationOrdered, LeaderRelocated,
    RallyRolled, FormationTaken, FormationEnded,
    SpellDeclared, SpellCast, SpellTookHold,
    TotalChanged, ArmyDemoralized, VictoryPointsChanged, TotalCorrected,
)  # fmt: skip
