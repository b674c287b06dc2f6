"""What has begun between an army entering a space and the end of a battle: reactions, battle, retreat (9.3 to 12)."""

from __future__ import annotations

import msgspec

from rules.sword_of_rome.procedure import Modifier, Procedure


class Flank(msgspec.Struct, frozen=True, gc=False):
    """The flanking army of a coordinated attack (9.5.6)."""

    power: str
    space: str
    leader: str
    cu: int
    followers: tuple[str, ...] = ()
    left: int = 0
    """The movement points that it has left."""
    total: int = 0
    """The movement points of its activation, of which those used by each of its units leave the rest (9.5.2)."""


class Attempt(msgspec.Struct, frozen=True, gc=False):
    """A declared interception or attempt to avoid battle (10.3, 11.1)."""

    power: str
    leader: str
    cu: int
    origin: str
    space: str
    followers: tuple[str, ...] = ()
    modifier: int = 0
    outcome: str = ""


class Entry(Procedure, frozen=True):
    """An army has entered a space (9.3): who still declares reactions, what was declared, and how it went."""

    seat: str
    power: str
    space: str
    origin: str
    link: str
    queue: tuple[tuple[str, str], ...] = ()
    """The powers that still declare, each with the seat that decides for it."""
    interceptions: tuple[Attempt, ...] = ()
    avoids: tuple[Attempt, ...] = ()
    order: tuple[str, ...] = ()
    """The powers in the order in which they try to intercept (10.3)."""
    intercepted: bool = False
    surprised: bool = False
    """Caudine Forks: intercepted without +1 and without declining (10.5.2)."""
    failed: bool = False
    """An attempt to avoid battle failed (11.1)."""
    index: int = 0
    """The attempt that is being made."""
    sheltered: bool = False
    """It has been said how many CU go within the walls."""
    sortie: bool = False
    relief: bool = False
    """Those within the walls join the attack on their besiegers (13.4.2)."""
    relief_decided: bool = False
    flank: Flank | None = None
    result: str = ""
    """How the battle ended for the army that entered: won, lost or automatic."""
    stage: str = "entered"


class BattleSide(msgspec.Struct, frozen=True, gc=False):
    """One side of a battle: its power, commander, CU, the number of dice, the dice, and changes made by cards."""

    power: str
    commander: str = ""
    cu: int = 0
    dice: int = 3
    rolled: tuple[int, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    tactics: int = 0
    """Change of the commander's tactics by cards."""
    losses: int = 0
    """CU lost more (or fewer, if negative) by cards."""
    losses_if_enemy_wins: int = 0
    ordinal: int = 0
    """Which result of chance the dice are."""
    lost: int = 0
    """CU really lost so far."""
    afterwards: tuple[str, ...] = ()
    """What happens to the side after the battle by cards."""


class Battle(Procedure, frozen=True):
    """A battle (12). `sortie`: the attackers come from within the walls; `relief`: those within join (13.4)."""

    seat: str
    space: str
    attacker: BattleSide
    defender: BattleSide
    origin: str
    link: str
    intercepted: bool = False
    failed_avoid: bool = False
    sortie: bool = False
    relief: bool = False
    flank: Flank | None = None
    winner: str = ""
    """`attacker` or `defender`."""
    automatic: bool = False
    bloodless: bool = False
    replays: int = 0
    held: tuple[str, ...] = ()
    """The spaces that either side controlled when the battle began, as `power/space`, next to which support counts."""
    points: int = 0
    retreat_losses: int = -1
    """What a retreat costs by an event (-1: as the rules say)."""
    spared: tuple[str, ...] = ()
    """The powers whose armies retreat at that cost."""
    naval: int = 0
    """CU of the loser that may retreat by sea, by an event."""
    wish: str = ""
    """Whether an ally whose army flanked asks for the support: yes or no (12.5-c)."""
    beneficiary: str = ""
    """The power that gets the support: an ally whose army flanked, if the active seat lets it (12.5-c)."""
    stage: str = "joined"


class Retreat(Procedure, frozen=True):
    """A beaten army that must retreat (12.4). `first`: where its first step must go, and by which link it came
    (attackers); `barred`: the space that it may not pass (defenders); `losses`: what the way costs by an event (-1: as
    the rules say); `defender`: it may go within its walls; `naval`: CU that may go by sea."""

    power: str
    seat: str
    space: str
    first: str = ""
    link: str = ""
    barred: str = ""
    losses: int = -1
    defender: bool = False
    counts: bool = True
    """Whether its losses count for the political consequences (12.5)."""
    sheltered: bool = False
    naval: int = 0
    end: str = ""
    """Where it has met other leaders of its power."""
    stage: str = "walls"


class Succession(Procedure, frozen=True):
    """A commander is gone before the roll, and his owner picks one of several subordinates (12.2.4). `side`: attacker
    or defender."""

    seat: str
    power: str
    space: str
    side: str
    stage: str = ""
