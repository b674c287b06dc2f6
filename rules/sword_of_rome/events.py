"""What happened. Each event that rests on a roll carries its dice and its modifiers with the rules behind them."""

from __future__ import annotations

from typing import Annotated

from rules.ruleset import Event, types_in
from rules.secrecy import Hidden
from rules.sword_of_rome.procedures import AnyProcedure, Attempt, Flank, Modifier

# The board


class BoardSet(Event, frozen=True):
    """The scenario's start: who controls what, loyalty of walled cities, VP (3)."""

    control: tuple[tuple[str, str], ...]
    loyalty: tuple[tuple[str, int], ...]
    vp: tuple[tuple[str, int], ...]
    leaders: tuple[tuple[str, str], ...]


class UnitsPlaced(Event, frozen=True):
    """CU come into play in a space, outside any walls."""

    power: str
    space: str
    cu: int
    rule: str
    militia: int = 0


class UnitsLost(Event, frozen=True):
    """CU are lost; `inside`: so many of them from within the walls; `militia`: so many of them citizen militia."""

    power: str
    space: str
    cu: int
    rule: str
    inside: int = 0
    militia: int = 0


class ForceMoved(Event, frozen=True):
    """CU and leaders go from one space to another; `why`: interception, avoidance, retreat, declined, bribed, event;
    `sally`: from within the walls."""

    power: str
    origin: str
    space: str
    cu: int
    leaders: tuple[str, ...]
    why: str
    rule: str


class WentInside(Event, frozen=True):
    """CU and leaders go within the walls of their city (9.3.1)."""

    power: str
    space: str
    cu: int
    leaders: tuple[str, ...]
    rule: str = "9.3.1"


class CameOut(Event, frozen=True):
    """CU and leaders come out from within the walls."""

    power: str
    space: str
    rule: str = "9.3.1"


class LeaderPlaced(Event, frozen=True):
    """A leader stands in a space from now on, as a subordinate unless he is the first; `inside` the walls."""

    leader: str
    space: str
    rule: str
    inside: bool = False


class LeaderGone(Event, frozen=True):
    """A leader leaves the map; `to`: displaced, cup, away or gone."""

    leader: str
    to: str
    rule: str


class CommanderAppointed(Event, frozen=True):
    """A leader commands the units of his power in a space (8.2.1)."""

    leader: str
    space: str


class ControlChanged(Event, frozen=True):
    """A space is controlled by a power or is independent; `loyalty`: of a walled city."""

    space: str
    power: str
    rule: str
    loyalty: int = 0


class LoyaltyChanged(Event, frozen=True):
    """The loyalty of a walled city rises or falls (7.3)."""

    space: str
    loyalty: int
    rule: str


class TribeSubjugated(Event, frozen=True):
    """A tribe is subjugated: an ordinary space from now on (13.5)."""

    space: str
    power: str


class CityFounded(Event, frozen=True):
    """A space becomes a walled city of loyalty 1 (7.2.1)."""

    space: str
    power: str
    rule: str


class SiegeChanged(Event, frozen=True):
    """A siege marker is laid or moved; level -1: it is taken away (13)."""

    space: str
    power: str
    level: int
    rule: str


class VictoryPointsChanged(Event, frozen=True):
    """A seat's VP change (4.1, 5.8)."""

    seat: str
    change: int
    vp: int
    rule: str


class PlunderChanged(Event, frozen=True):
    """The plunder track: positive are Gallic, negative Transalpine markers (14.1)."""

    power: str
    change: int
    track: int
    rule: str


class MinesDepleted(Event, frozen=True):
    """The Etruscan mines are depleted (7.2.3)."""

    lost: int


class MarkerPlaced(Event, frozen=True):
    """A marker of the event track comes into play; `against` a power."""

    marker: str
    against: str = ""


class MarkerRemoved(Event, frozen=True):
    """A marker leaves play."""

    marker: str


class AllianceOffered(Event, frozen=True):
    """One power offers another an alliance (15.1)."""

    power: str
    other: str


class AllianceMade(Event, frozen=True):
    """Two powers are allied (15.1, 18)."""

    power: str
    other: str
    rule: str = "15.1"


class AllianceRefused(Event, frozen=True):
    """The offer is refused, without penalty (15.1)."""

    power: str
    other: str


class AllianceEnded(Event, frozen=True):
    """Two powers are allied no longer (5.9, 15.5)."""

    power: str
    other: str
    rule: str


class AllianceLocked(Event, frozen=True):
    """An alliance cannot be broken before the turn ends."""

    power: str
    other: str


class RenewalDeclared(Event, frozen=True):
    """A seat says which of its alliances it would renew (15.4)."""

    seat: str
    pairs: tuple[str, ...]


class PowerActivated(Event, frozen=True):
    """A non-player power is marked as activated in this round (16.1.1)."""

    power: str
    seat: str


class SeatEliminated(Event, frozen=True):
    """A seat without a CU is out of the game (5.10.3)."""

    seat: str


class CarthageBeaten(Event, frozen=True):
    """Carthage was beaten in Carthago and is out of the game (17.2.2)."""


# The turn


class TurnBegan(Event, frozen=True):
    turn: int


class PhaseBegan(Event, frozen=True):
    """A phase of the turn begins (5)."""

    phase: str


class RoundBegan(Event, frozen=True):
    """A round of the Action Phase begins; the seats in their order (5.4)."""

    round: int
    queue: tuple[str, ...]


class QueueSet(Event, frozen=True):
    """The seats that are still to act, in this order."""

    queue: tuple[str, ...]


class FirstPlayerNamed(Event, frozen=True):
    """Who goes first in all five rounds (5.3)."""

    seat: str
    by: str


class ImpulseBegan(Event, frozen=True):
    seat: str


class ImpulseEnded(Event, frozen=True):
    """A seat's impulse is over; `passed`: it played no card."""

    seat: str
    passed: bool


class DesperateTimesAnnounced(Event, frozen=True):
    """A seat announces Desperate Times; those with fewer VP are asked once more (7.4-d)."""

    seat: str
    card: str
    asked: tuple[str, ...]


class GallicEventRolled(Event, frozen=True):
    """Three players: 2d6 on the Gallic events table (5.4)."""

    dice: tuple[int, ...]
    title: str


class GameEnded(Event, frozen=True):
    winners: tuple[str, ...]
    how: str
    scores: dict[str, float]


# Cards


class CardDrawn(Event, frozen=True):
    """A seat draws a card from its deck (6.2.2)."""

    seat: str
    card: Annotated[str, Hidden(known_to="seat")]


class CardDiscarded(Event, frozen=True):
    """A seat puts a card of its hand on its discard pile (6.2.1)."""

    seat: str
    card: str
    rule: str


class DiscardingEnded(Event, frozen=True):
    """A seat keeps the rest of its hand; those still to decide (6.2.1)."""

    queue: tuple[str, ...]


class CardPlayed(Event, frozen=True):
    """A card is played; `use`: ops, event, bribe, sail or desperate; `removed`: it leaves the game (7.1.3)."""

    seat: str
    card: str
    use: str
    removed: bool = False
    source: str = "hand"


class DeckReshuffled(Event, frozen=True):
    """The discards are the deck again (6.4)."""

    seat: str
    rule: str


class HandSeen(Event, frozen=True):
    """A seat looks at another's hand."""

    by: str
    of: str
    cards: Annotated[tuple[str, ...], Hidden(known_to="by", unknown=())]


# What has begun


class ProcedureBegan(Event, frozen=True):
    """Something begins that is not finished at once: an activation, a battle, a window for responses."""

    procedure: AnyProcedure


class StageReached(Event, frozen=True):
    """The innermost thing that has begun goes on to its next part."""

    stage: str


class ProcedureEnded(Event, frozen=True):
    """The innermost thing that has begun is finished."""

    kind: str


class Passed(Event, frozen=True):
    """A seat lets the moment for responses go by (7.1.1)."""

    seat: str


class CardAnswered(Event, frozen=True):
    """A window stays open to the seat after its response, or is closed to it."""

    asked: tuple[str, ...]


# Marches


class NormalPlayMade(Event, frozen=True):
    """The one normal card play of the impulse is done (7.1.2)."""

    seat: str


class MinorPlaced(Event, frozen=True):
    """A minor leader is placed by his owner in this impulse; he is not placed again in it (8.3)."""

    leader: str


class MovementChanged(Event, frozen=True):
    """The movement points of the activated army change by an event."""

    left: int
    why: str


class ActivationCancelled(Event, frozen=True):
    """The army is not activated."""

    why: str


class TerrainEased(Event, frozen=True):
    """Rough links and straits are clear to a power in this impulse."""

    power: str
    why: str


class UnitsLeft(Event, frozen=True):
    """The moving leader leaves CU behind (9.1)."""

    space: str
    cu: int


class LeaderLeft(Event, frozen=True):
    space: str
    leader: str


class UnitsTaken(Event, frozen=True):
    """The moving leader picks up CU (9.1); `left`: his movement points then (9.5.2)."""

    space: str
    cu: int
    left: int


class LeaderTaken(Event, frozen=True):
    space: str
    leader: str


class ArmyMoved(Event, frozen=True):
    """A leader and what goes with him enter a space (9.2)."""

    power: str
    leader: str
    origin: str
    space: str
    cu: int
    followers: tuple[str, ...]
    points: int
    link: str


class MarchEnded(Event, frozen=True):
    """The activated army moves no further; `done`: its units may not move again in this impulse (9.5.2)."""

    leader: str
    space: str
    rule: str
    done: bool = False


class AttemptDue(Event, frozen=True):
    """An attempt is about to be made: an interception or avoiding battle, by its place among those declared."""

    what: str
    index: int


class ReliefDecided(Event, frozen=True):
    """Whether the CU within the walls join the attack on their besiegers (13.4.2)."""

    joins: bool


class Sallied(Event, frozen=True):
    """The units within the walls attack their besiegers (13.4.1)."""

    leader: str
    space: str
    cu: int


class PassageBribed(Event, frozen=True):
    """An Etruscan army is let pass by the enemy army in the space (7.2.2)."""

    power: str
    space: str


class NavalCombatRolled(Event, frozen=True):
    """1d6 on the naval combat table (9.6.4)."""

    power: str
    space: str
    die: int
    modifiers: tuple[Modifier, ...]
    total: int
    result: str
    lost: int


class SeaMoveCancelled(Event, frozen=True):
    power: str
    space: str
    why: str


class AttritionRolled(Event, frozen=True):
    """One die for an enemy space that holds own CU (5.5)."""

    power: str
    space: str
    cu: int
    die: int
    lost: int


class ConsentAnswered(Event, frozen=True):
    """Whether an ally lets his army take part in a Campaign (9.5.5)."""

    leader: str
    agreed: bool


# Reactions


class ReactionsOpened(Event, frozen=True):
    """The powers that may declare interceptions and attempts to avoid battle, each with who decides for it (9.3.2)."""

    queue: tuple[tuple[str, str], ...]


class DeclarationEnded(Event, frozen=True):
    power: str


class ReactionDeclared(Event, frozen=True):
    """An interception (10.3) or an attempt to avoid battle (11.1) is declared."""

    what: str
    attempt: Attempt


class InterceptorsOrdered(Event, frozen=True):
    """Who tries to intercept first (10.3)."""

    order: tuple[str, ...]


class AttemptModified(Event, frozen=True):
    what: str
    index: int
    value: int
    why: str


class InterceptionRolled(Event, frozen=True):
    """1d6 against the tactics of the leader (10.4); `barred`: not tried, since another power has intercepted."""

    index: int
    power: str
    leader: str
    die: int
    modifiers: tuple[Modifier, ...]
    tactics: int
    success: bool
    barred: bool = False


class AvoidanceRolled(Event, frozen=True):
    """1d6 against the tactics of the leader (11.1), or the consent of the enemy (die 0)."""

    index: int
    power: str
    leader: str
    die: int
    modifiers: tuple[Modifier, ...]
    tactics: int
    success: bool


class PursuitRolled(Event, frozen=True):
    """1d6 against the tactics of the mover (11.3)."""

    leader: str
    die: int
    tactics: int
    success: bool


class BattleDeclined(Event, frozen=True):
    """An intercepted army goes back to where it came from (10.5.1)."""

    power: str
    space: str
    origin: str


class Surprised(Event, frozen=True):
    """An army comes into the space by an event as if it had intercepted (9.3.3, 10.5.2)."""

    power: str
    refusable: bool
    modifier: int


class MoveStopped(Event, frozen=True):
    """The moving army is to go back to the space it came from."""

    why: str


class CityBarred(Event, frozen=True):
    """A power may not go into its walls in a space in this impulse."""

    power: str
    space: str
    why: str


# Battles


class FlankJoined(Event, frozen=True):
    """An army supports the attack on a space from the next one (9.5.6)."""

    space: str
    flank: Flank


class FlankReleased(Event, frozen=True):
    """After an automatic victory the flanking army may go on when the first has finished (9.5.7), or does so now."""

    flank: Flank | None


class BattleModified(Event, frozen=True):
    """A card changes a battle: the roll, the dice, the tactics, or the losses of one side."""

    side: str
    why: str
    value: int = 0
    dice: int = 0
    tactics: int = 0
    losses: int = 0
    losses_if_enemy_wins: int = 0
    bloodless: bool = False
    afterwards: str = ""
    points: int = 0
    retreat_losses: int = -1
    naval: int = 0


class CommanderLost(Event, frozen=True):
    """A side's commander is taken out before the roll (12.2.4)."""

    side: str
    commander: str


class BattleRolled(Event, frozen=True):
    """Both sides' dice with all modifiers (12.2.3)."""

    space: str
    attacker: str
    attacker_cu: int
    attacker_dice: tuple[int, ...]
    attacker_modifiers: tuple[Modifier, ...]
    attacker_total: int
    defender: str
    defender_cu: int
    defender_dice: tuple[int, ...]
    defender_modifiers: tuple[Modifier, ...]
    defender_total: int
    attacker_ordinal: int = 0
    defender_ordinal: int = 0
    """Which results of chance the dice are, for one that is rolled again."""


class DieRolledAgain(Event, frozen=True):
    """One die of a side is set aside and rolled again."""

    side: str
    die: int
    before: int
    after: int
    why: str


class BattleWon(Event, frozen=True):
    """Who has won and what both sides lose (12.2.5, 12.3); `automatic`: without a roll (12.2.1)."""

    space: str
    winner: str
    loser: str
    side: str
    winner_loses: int
    loser_loses: int
    automatic: bool = False


class LossesCounted(Event, frozen=True):
    """CU that a side really lost, for the political consequences (12.5)."""

    side: str
    cu: int


class BeneficiaryNamed(Event, frozen=True):
    """The active seat says which of the allies gains the support of their victory (12.5)."""

    power: str


class BattleFoughtAgain(Event, frozen=True):
    why: str


class Retreated(Event, frozen=True):
    """A beaten army's way, and what it lost on it (12.4)."""

    power: str
    path: tuple[str, ...]
    lost: int
    by_sea: bool = False


class SeaRetreatAllowed(Event, frozen=True):
    """A card lets so many CU of the beaten army retreat by sea (12.4.3)."""

    cu: int
    why: str


class SupportLossLimited(Event, frozen=True):
    """At most so much support is taken away."""

    most: int
    why: str


class SupportSpent(Event, frozen=True):
    """One support point was spent (7.3)."""

    power: str
    how: str
    space: str


# Sieges and raids


class SiegeRolled(Event, frozen=True):
    """2d6 on the siege table (13.2, 14.2)."""

    power: str
    space: str
    purpose: str
    dice: tuple[int, ...]
    modifiers: tuple[Modifier, ...]
    total: int
    points: int
    lost: int


class SiegeRollModified(Event, frozen=True):
    why: str
    value: int = 0
    losses: int = -1
    cancelled: bool = False


class CityLooted(Event, frozen=True):
    """A city that has fallen is looted (14.4)."""

    space: str
    power: str


# Reinforcement


class UnitsAllotted(Event, frozen=True):
    """CU still to be placed, and leaders (5.10)."""

    cu: int
    leaders: tuple[str, ...]


class UnitsForgone(Event, frozen=True):
    """There is no space where the CU may come (5.10-e), or they are not wanted."""

    powers: tuple[str, ...]
    cu: int
    rule: str


class PenaltyDecided(Event, frozen=True):
    """The Greeks keep a leader and lower loyalty, or dismiss him (8.2.3)."""

    leader: str
    kept: bool


class SurrenderRolled(Event, frozen=True):
    """The power rolls for a siege in the Surrender Phase, or is done (5.6)."""

    power: str
    space: str


class ReinforcingOrdered(Event, frozen=True):
    """Who reinforces next (5.10, 4.4)."""

    queue: tuple[str, ...]


# Events of cards


class EventStepped(Event, frozen=True):
    """The next operation of an event is due; `chosen`: what was chosen for it; `space`: where."""

    next: int
    chosen: str = ""
    space: str = ""
    left: int = 0


class EventCancelled(Event, frozen=True):
    """An announced event has no effect."""

    card: str
    why: str


class CampaignStepped(Event, frozen=True):
    """An army of a Campaign is activated (9.5)."""

    leader: str
    ally: bool = False


class CardsPutAway(Event, frozen=True):
    """So many cards were put away and may be drawn anew (7.4)."""

    count: int


TYPES = types_in(__name__, Event)
"""All types of events."""
