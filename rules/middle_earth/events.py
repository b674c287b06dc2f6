"""What happens in a battle of Middle-earth: the events of the standard rules, in the order of the rulebook.

Pieces are named by their ids (`sauron-men-footmen-3`), hexes "CCRR", hexsides "CCRR|CCRR". A formation acts under the
id of its lead, the first of its two units by name. `rule` is the rulebook's number of what brought the event about.
An event says everything that follows from it, so that a state is built without judging anything.
"""

from __future__ import annotations

import msgspec

from rules.ruleset import Event


class Modifier(msgspec.Struct, frozen=True):
    """One thing that changed a roll, with its rule: `amount` letters of attack (worse is negative), points of armour,
    classes of morale (worse is negative) or points of rating, as the event that holds it says."""

    amount: int
    what: str
    rule: str


# 3.0 Set-up and sequence of play


class UnitPlaced(Event, frozen=True):
    """A combat unit stands on the map; one that stood there already is now as said here."""

    unit: str
    hex: str
    reduced: bool = False
    disrupted: bool = False


class LeaderPlaced(Event, frozen=True):
    """A leader stands on the map. `points`: his magic points."""

    leader: str
    hex: str
    wounded: bool = False
    points: int = 0


class MarkerPlaced(Event, frozen=True):
    """A marker lies in a hex, or goes with a leader (`bearer`)."""

    marker: str
    hex: str = ""
    bearer: str = ""


class EnginePlaced(Event, frozen=True):
    """A siege engine or ladder stands in a hex, of a `kind` (`siege-tower`, `ladder` …), perhaps against a hexside."""

    engine: str
    kind: str
    hex: str
    seat: str
    hexside: str = ""


class HexsideOpened(Event, frozen=True):
    """A feature of a hexside is now another kind of terrain: a breach, an open gate."""

    hexside: str
    terrain: str


class SiegeConducted(Event, frozen=True):
    """A unit was used in the siege phase: this turn it neither moves nor fires any more (3.0, 7.11)."""

    unit: str


class PieceRemoved(Event, frozen=True):
    """A piece leaves the map without being a loss: a marker destroyed, an engine used up, a correction."""

    piece: str
    rule: str = ""


class SetUpBegan(Event, frozen=True):
    """A seat sets up its pieces."""

    seat: str


class PieceBrought(Event, frozen=True):
    """A piece that is to be set up was named; its hex is still to be."""

    piece: str


class ArrivalRolled(Event, frozen=True):
    """The roll for reinforcements, by the number of their record: they come on `least` or more."""

    arrival: int
    title: str
    die: int
    least: int
    comes: bool
    rule: str


class ReinforcementsDue(Event, frozen=True):
    """Reinforcements may enter the map in a region, now or on a later turn."""

    arrival: int
    title: str
    pieces: tuple[str, ...]
    region: str
    rule: str


class ChoiceOffered(Event, frozen=True):
    """The owner is to pick one unit of the arrival with this number."""

    arrival: int
    seat: str


class ReinforcementChosen(Event, frozen=True):
    """The unit that the owner picked may enter the map in a region, now or on a later turn."""

    piece: str
    region: str
    rule: str


class PieceEntered(Event, frozen=True):
    """A piece in reserve entered the map in a hex at a cost in movement points, perhaps with a leader (`carrying`), and
    may move on."""

    piece: str
    hex: str
    cost: int
    carrying: str = ""


class TurnBegan(Event, frozen=True):
    """A game turn begins."""

    turn: int
    night: bool = False


class PhaseBegan(Event, frozen=True):
    """A phase (its letter) begins for the seat that acts in it."""

    phase: str
    seat: str


class StepBegan(Event, frozen=True):
    """A part of a combat phase begins: `missile`, `leaders` or `melee` (7.0)."""

    step: str


class GameEnded(Event, frozen=True):
    """The game is over. `how`: decisive, marginal, annihilation, draw, resigned."""

    winners: tuple[str, ...]
    how: str
    scores: dict[str, float]


# 4.0 Movement


class MarchBegan(Event, frozen=True):
    """A piece begins to move with so many movement points, perhaps with a marker."""

    piece: str
    points: int
    carrying: str = ""


class PieceMoved(Event, frozen=True):
    """The moving piece entered a hex at a cost in movement points."""

    piece: str
    hex: str
    cost: int


class MarchEnded(Event, frozen=True):
    """A piece has finished its move. `rule`: what stopped it, "" if its owner did."""

    piece: str
    rule: str = ""


# 7.1 and 7.3 Missile combat and melee


class AttackDeclared(Event, frozen=True):
    """A unit is assigned to attack a defender in melee."""

    attacker: str
    defender: str


class AttackersNamed(Event, frozen=True):
    """All attackers of a defender are declared."""

    defender: str


class AttackResolved(Event, frozen=True):
    """Fire (`kind` missile) or a melee attack, rolled.

    `letter` is the row of the casualty possibility table (7.41) after `attack_modifiers`, `armour` its column after
    `armour_modifiers`; `dice` are empty where a fanatic needs none. If there is a casualty, `die` and `morale` give
    the result on the casualty results table (7.42); otherwise `die` is 0. `range` is [least, greatest].
    """

    kind: str
    attacker: str
    defender: str
    letter: str
    armour: int
    range: tuple[int, int]
    dice: tuple[int, ...]
    casualty: bool
    morale: str = ""
    die: int = 0
    result: str = "-"
    attack_modifiers: tuple[Modifier, ...] = ()
    armour_modifiers: tuple[Modifier, ...] = ()
    morale_modifiers: tuple[Modifier, ...] = ()


class UnitReduced(Event, frozen=True):
    """A unit is flipped to its reduced side."""

    unit: str
    rule: str


class UnitEliminated(Event, frozen=True):
    """A unit is out of the game; its value is added to its army's demoralization total (9.13)."""

    unit: str
    army: str
    value: int
    rule: str


class RetreatIgnored(Event, frozen=True):
    """A unit need not carry out a retreat; `rule` says why."""

    unit: str
    rule: str


class LossOrdered(Event, frozen=True):
    """One unit of a formation is to be eliminated, and the other then retreats so many hexes (8.46)."""

    units: tuple[str, ...]
    hexes: int
    cause: str


class MeleeEnded(Event, frozen=True):
    """All attacks on a defender are resolved or void."""

    defender: str


# 7.2 Leader combat


class DuelFought(Event, frozen=True):
    """Leader combat, rolled: `differential` is the attacker's rating less the defender's (7.22)."""

    attacker: str
    defender: str
    attacker_rating: int
    defender_rating: int
    differential: int
    die: int
    result: str
    attacker_modifiers: tuple[Modifier, ...] = ()
    defender_modifiers: tuple[Modifier, ...] = ()


# 7.5 to 7.7 Advance, retreat, displacement


class RetreatOrdered(Event, frozen=True):
    """A unit is obliged to retreat. `cause`: combat (7.54), leader (7.23) or early (before combat, 7.7)."""

    unit: str
    hexes: int
    cause: str


class UnitRetreated(Event, frozen=True):
    """The retreating unit entered a hex, with the leaders who go along."""

    unit: str
    hex: str
    leaders: tuple[str, ...] = ()


class DisplacementChosen(Event, frozen=True):
    """A unit shall go to a hex that holds friends, or make room by going to a hex; nothing moves yet (7.61)."""

    unit: str
    hex: str


class UnitDisplaced(Event, frozen=True):
    """A unit made room for another (7.61), with the leaders who go along."""

    unit: str
    hex: str
    leaders: tuple[str, ...] = ()


class RetreatEnded(Event, frozen=True):
    """A unit's retreat is over: `done`, or given up because there is no way."""

    unit: str
    done: bool = True


class EarlyRetreatRolled(Event, frozen=True):
    """The roll for a unit that retreated before combat (7.7)."""

    unit: str
    die: int
    disrupted: bool


class UnitDisrupted(Event, frozen=True):
    """A unit is disrupted."""

    unit: str
    rule: str


class RetreatsEnded(Event, frozen=True):
    """All retreats and displacements of one result are done and their markers set."""


class EarlyRetreatDeclined(Event, frozen=True):
    """The owner lets a unit stand that could retreat before combat."""

    unit: str


class UnitAdvanced(Event, frozen=True):
    """A victorious unit moved into the emptied hex (7.51), or followed up (7.7), with these leaders."""

    unit: str
    hex: str
    leaders: tuple[str, ...] = ()


class AdvanceDeclined(Event, frozen=True):
    """No unit moves into the emptied hex."""

    hex: str


# 8.2 Leaders


class FateRolled(Event, frozen=True):
    """The roll of a leader whose unit suffered a loss (8.24): whether he suffers the same result."""

    leader: str
    die: int
    result: str
    suffers: bool


class LeaderWounded(Event, frozen=True):
    """A leader is flipped (8.21)."""

    leader: str
    rule: str


class LeaderKilled(Event, frozen=True):
    """A leader is out of the game."""

    leader: str
    rule: str


class RelocationOrdered(Event, frozen=True):
    """A leader must join the nearest friendly unit (8.24, 8.1, 4.27)."""

    leader: str
    rule: str


class LeaderRelocated(Event, frozen=True):
    """A leader joined a friendly unit."""

    leader: str
    hex: str


# 8.3 Rally


class RallyRolled(Event, frozen=True):
    """A leader's attempt to rally a unit: `range` is that of the rally table (8.37) for his rating."""

    leader: str
    unit: str
    rating: int
    range: tuple[int, int]
    dice: tuple[int, ...]
    rallied: bool
    modifiers: tuple[Modifier, ...] = ()


# 8.4 Formations


class FormationTaken(Event, frozen=True):
    """Two units stand in a formation in their leader's hex."""

    formation: str
    leader: str
    units: tuple[str, ...]
    hex: str


class FormationEnded(Event, frozen=True):
    """A formation is no more; its units stand for themselves."""

    units: tuple[str, ...]
    rule: str


# 8.5 Magic


class SpellDeclared(Event, frozen=True):
    """A spell is to be cast with so many points; its target is still to be named."""

    caster: str
    spell: str
    points: int


class SpellCast(Event, frozen=True):
    """An attempt to cast a spell, rolled; its points are paid only if it works (8.56). `target`: a hex or a piece."""

    caster: str
    spell: str
    points: int
    target: str
    range: tuple[int, int]
    dice: tuple[int, ...]
    works: bool
    modifiers: tuple[Modifier, ...] = ()


class SpellTookHold(Event, frozen=True):
    """A spell works until the end of the turn."""

    spell: str
    target: str = ""


# 9.0 Demoralization


class TotalChanged(Event, frozen=True):
    """A demoralization total changes by something other than a lost unit."""

    army: str
    change: int
    rule: str


class ArmyDemoralized(Event, frozen=True):
    """An army's total exceeds its level (9.21)."""

    army: str
    total: int
    level: int


class VictoryPointsChanged(Event, frozen=True):
    """What gives a seat victory points gives it `change` more (or fewer), now `points`; `total` are all that it has."""

    seat: str
    reason: str
    change: int
    points: int
    total: int


class TotalCorrected(Event, frozen=True):
    """A demoralization total set by hand."""

    army: str
    total: int


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
