"""What has begun and is not finished: an activation, a battle, a window for responses … each a frozen struct.

They lie on the stack of the state, the innermost last; `stage` is the part of each that is being settled.
"""

from __future__ import annotations

from rules.sword_of_rome.procedure import Modifier as Modifier
from rules.sword_of_rome.procedure import Procedure as Procedure
from rules.sword_of_rome.procedures_of_battle import Attempt as Attempt
from rules.sword_of_rome.procedures_of_battle import Battle as Battle
from rules.sword_of_rome.procedures_of_battle import BattleSide as BattleSide
from rules.sword_of_rome.procedures_of_battle import Entry as Entry
from rules.sword_of_rome.procedures_of_battle import Flank as Flank
from rules.sword_of_rome.procedures_of_battle import Retreat as Retreat
from rules.sword_of_rome.procedures_of_battle import Succession as Succession


class Discarding(Procedure, frozen=True):
    """Left-over hands (5.2): the seats that still decide what to discard."""

    queue: tuple[str, ...]
    stage: str = ""


class Naming(Procedure, frozen=True):
    """The seat with the lowest VP names who goes first (5.3)."""

    seat: str
    stage: str = ""


class Impulse(Procedure, frozen=True):
    """A seat's impulse (5.4). `played`: the one normal card play is done; `offered`: the pairs of powers that were
    offered an alliance; `placed`: minor leaders placed; `rolled`: spaces of siege rolls (13.1.1); `marched`: what the
    seat's armies that moved in this impulse have used, as (space, power, CU, movement points, 99: done), leaders as
    (leader, "", 0, movement points)."""

    seat: str
    played: bool = False
    offered: tuple[str, ...] = ()
    placed: tuple[str, ...] = ()
    rolled: tuple[str, ...] = ()
    marched: tuple[tuple[str, str, int, int], ...] = ()
    interceptors: tuple[str, ...] = ()
    """Leaders that tried to intercept in this impulse: they may not avoid battle (10.6, 11.2)."""
    tried: tuple[tuple[str, str, int], ...] = ()
    """CU that tried to intercept in this impulse, as (space, power, CU): they may not avoid battle either."""
    barred: tuple[str, ...] = ()
    """As `space/power`: who may not go into which walls in this impulse."""
    lost: tuple[str, ...] = ()
    """Minor leaders taken off the map in this impulse, who come back in the next one of their seat (8.4)."""
    stage: str = ""


class Window(Procedure, frozen=True):
    """A moment for responses (7.1.1): the seats that are still to be asked, the first one now; about the procedure
    beneath. `seat` is the seat concerned, `card` what is answered, `passed` who has let it go by."""

    name: str
    asked: tuple[str, ...]
    seat: str = ""
    card: str = ""
    passed: tuple[str, ...] = ()
    claim: tuple[str, ...] = ()
    """The seat that has announced Desperate Times, and the card (7.4-d)."""
    stage: str = ""


class Operation(Procedure, frozen=True):
    """What is done with a card played for its Ops (7.1), with a neutral activation (16.1.1) or with Desperate Times."""

    seat: str
    value: int
    powers: tuple[str, ...]
    card: str = ""
    neutral: str = ""
    naval: int = 0
    """CU that an event lets go by sea (0: what the rules allow)."""
    bonus: int = 0
    only: str = ""
    """`activate`: nothing but an activation is allowed; `campaign`: an activation of a Campaign."""
    at: tuple[str, ...] = ()
    """The spaces in which the army must stand; empty: anywhere."""
    optional: bool = False
    placed: tuple[str, ...] = ()
    """Minor leaders of a non-player power that were placed already."""
    stage: str = ""


class Campaign(Procedure, frozen=True):
    """A Campaign event (9.5): activations left, whether an ally's army may still be one of them."""

    seat: str
    left: int
    card: str
    value: int = 3
    allies: int = 0
    """How many of them may still be an ally's (9.5.5)."""
    done: tuple[str, ...] = ()
    """The leaders that were activated, or whose owner refused."""
    waiting: tuple[Flank, ...] = ()
    """Flanking armies that may go on after an automatic victory, when the first has finished (9.5.7)."""
    stage: str = ""


class Consent(Procedure, frozen=True):
    """An ally is asked to let his army take part in a Campaign (9.5.5); `flank_of`: to flank an attack there."""

    seat: str
    leader: str
    flank_of: str = ""
    stage: str = ""


class Activation(Procedure, frozen=True):
    """An activated leader on the move (9.1): what goes with him, where he is and was, his movement points."""

    seat: str
    power: str
    leader: str
    value: int
    left: int
    space: str
    start: str
    cu: int = 0
    followers: tuple[str, ...] = ()
    card: str = ""
    origin: str = ""
    """The space that he came from with his last step."""
    link: str = ""
    """The kind of link of his last step: clear, rough, strait or sea."""
    used: int = 0
    """The movement points that he has used in this activation."""
    total: int = 0
    """The movement points of the activation, from which `left` follows (9.2, 9.5.2)."""
    before: int = 0
    """Those that he had used before in this impulse, with another leader (9.5.2)."""
    heads: tuple[tuple[str, int, int], ...] = ()
    """Who of his army has used more or fewer points than he, as (leader or "", CU, points more)."""
    naval: int = 0
    left_here: int = 0
    """The CU left behind in this space, which are not taken up again there."""
    took_here: bool = False
    handled: tuple[str, ...] = ()
    """Leaders left or taken in this space, who are not taken or left there again."""
    raided: bool = False
    """It has raided the space in which it stands, and might have stopped there before (16.3-e)."""
    cancelled: bool = False
    flank_of: str = ""
    """The battle space, if this army comes to support a coordinated attack (9.5.6)."""
    resumed: bool = False
    """It has flanked an automatic victory and goes on (9.5.7)."""
    bribed: tuple[str, ...] = ()
    """As `power/space`: armies that were bribed to let this one pass (7.2.2)."""
    eased: tuple[str, ...] = ()
    """The terrain that an event makes easy for this army: 1 MP, and no modifier in battle."""
    stage: str = "called"


class Support(Procedure, frozen=True):
    """Support points to be spent one by one (7.3). `mode`: gain, victory, lose (own) or lower (another's); `held`: the
    spaces that the winning power controlled when the battle began."""

    seat: str
    power: str
    points: int
    mode: str
    target: tuple[str, ...] = ()
    within: tuple[str, ...] = ()
    """Spaces to which it is bound; empty: no limit."""
    held: tuple[str, ...] = ()
    limits: tuple[tuple[str, int], ...] = ()
    """By cards and markers: how many points may still lower the support of a power."""
    cause: str = ""
    """`event` or `victory`."""
    why: str = ""
    stage: str = ""


class SiegeRoll(Procedure, frozen=True):
    """A siege, subjugation or raid roll (13.2, 14.2). `losses`: the CU that it costs by an event (-1: as the table
    says); `cancelled`: it is not made."""

    seat: str
    power: str
    space: str
    purpose: str
    modifiers: tuple[Modifier, ...] = ()
    losses: int = -1
    cancelled: bool = False
    stage: str = "announced"


class Casualties(Procedure, frozen=True):
    """CU were lost where ordinary ones and citizen militia stand together: the owner says how many of `cu` were militia
    (17.1)."""

    seat: str
    power: str
    space: str
    cu: int
    stage: str = ""


class Fall(Procedure, frozen=True):
    """A city or a tribe has fallen to its besieger (13.5)."""

    seat: str
    power: str
    space: str
    stage: str = ""


class Placement(Procedure, frozen=True):
    """CU and leaders to be placed (5.10, 7.1). `cu`: CU left; `powers`: who may receive them; `leaders`: leaders that
    must be placed; `within`: spaces to which it is bound, empty: by 5.10; `minors`: minor leaders may be placed, each
    once (`minor`: those that were); `phase`: it is the power's part of the Reinforcement Phase."""

    seat: str
    cu: int
    powers: tuple[str, ...]
    leaders: tuple[str, ...] = ()
    within: tuple[str, ...] = ()
    minors: bool = False
    minor: tuple[str, ...] = ()
    why: str = ""
    phase: bool = False
    stage: str = ""


class Penalties(Procedure, frozen=True):
    """Greek leaders for whom loyalty is to be paid (8.2.3): those not decided on yet, points that an event takes off,
    and points owed for the one kept last."""

    seat: str
    leaders: tuple[str, ...]
    relief: int = 0
    owed: int = 0
    stage: str = ""


class Surrendering(Procedure, frozen=True):
    """Siege rolls of the Surrender Phase (5.6): the powers still to roll, with the spaces already rolled for."""

    queue: tuple[str, ...]
    rolled: tuple[str, ...] = ()
    stage: str = ""


class Reinforcing(Procedure, frozen=True):
    """The Reinforcement Phase (5.10): non-player powers, then seats from the lowest VP up."""

    queue: tuple[str, ...]
    stage: str = ""


class Renewing(Procedure, frozen=True):
    """Renewal of alliances (15.4): seats from the highest VP down, what was declared as `pair/seat`."""

    queue: tuple[str, ...]
    declared: tuple[str, ...] = ()
    stage: str = ""


class Proposal(Procedure, frozen=True):
    """An alliance offered by one power to another, to be answered by its seat (15.1)."""

    seat: str
    power: str
    other: str
    stage: str = ""


class CardEvent(Procedure, frozen=True):
    """An event that is being carried out, operation by operation (7.1-e). `play`: which of the card's ways to be played
    it is; `next`: the operation that is due; `left`: how much of it is still to be done; `chosen`: what was chosen for
    it (a power, a seat); `space`: where its army stands, or where CU were added."""

    seat: str
    card: str
    play: int = 0
    next: int = 0
    left: int = -1
    chosen: str = ""
    space: str = ""
    cancelled: bool = False
    refused: tuple[str, ...] = ()
    """The seats that were asked for it and did not agree."""
    stage: str = "announced"


class Voyage(Procedure, frozen=True):
    """An army at sea (9.6). `why`: move, retreat, return-to-africa or refuse-battle; `roll`: naval combat is due."""

    seat: str
    power: str
    origin: str
    space: str
    cu: int
    leaders: tuple[str, ...]
    why: str
    roll: bool = False
    outcome: str = ""
    stage: str = "announced"


class Homecoming(Procedure, frozen=True):
    """The Greek army comes home from Africa, CU by CU and leader by leader (17.2.2)."""

    seat: str
    stage: str = ""


class Command(Procedure, frozen=True):
    """Several leaders of a power share a space: the owner picks the commander (8.2.1)."""

    seat: str
    power: str
    space: str
    stage: str = ""


class Desperation(Procedure, frozen=True):
    """Desperate Times that is being played (7.4): its three uses."""

    seat: str
    card: str
    put_away: int = 0
    stage: str = "choose"


AnyProcedure = (
    Discarding
    | Naming
    | Impulse
    | Window
    | Operation
    | Campaign
    | Consent
    | Activation
    | Entry
    | Battle
    | Retreat
    | Succession
    | Support
    | SiegeRoll
    | Casualties
    | Fall
    | Placement
    | Penalties
    | Surrendering
    | Reinforcing
    | Renewing
    | Proposal
    | CardEvent
    | Command
    | Homecoming
    | Voyage
    | Desperation
)
