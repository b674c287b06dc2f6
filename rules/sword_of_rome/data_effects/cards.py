"""Operations with events, the sea, cards, VP, alliances and markers."""

from typing import Literal

from rules.sword_of_rome.data_conditions import Identity, Ops, Positive, Power
from rules.sword_of_rome.data_effects.operation import Operation, Who


class CancelEvent(Operation, frozen=True, tag="cancel-event"):
    """The announced event has no effect; its card is spent (removed, if so marked)."""


class CancelSeaMove(Operation, frozen=True, tag="cancel-sea-move"):
    """What was to happen by sea does not take place; the MP for it are spent."""


class LandInAfrica(Operation, frozen=True, tag="land-in-africa", kw_only=True):
    """`leader` sails from his port to the African landing place with up to `units` CU, without a naval roll, activated
    as with a card of `value`; he may go on with the MP that are left (17.2)."""

    leader: Identity
    units: Positive
    value: Ops


class SeaPermission(Operation, frozen=True, tag="sea-permission", kw_only=True):
    """The beaten army may carry up to `units` CU by sea in the retreat at hand (12.4.3)."""

    units: Positive


class DrawCards(Operation, frozen=True, tag="draw-cards", kw_only=True):
    """The seat draws so many cards, hand limit or not."""

    count: Positive


class RedrawCards(Operation, frozen=True, tag="redraw-cards", kw_only=True):
    """The seat discards up to so many cards of its hand and draws as many."""

    count: Positive


class LookAtHand(Operation, frozen=True, tag="look-at-hand"):
    """The seat looks at the hand of one other seat, its choice."""


class GainVictoryPoints(Operation, frozen=True, tag="gain-victory-points", kw_only=True):
    """The seat of `power` gains (loses) so many VP, never below none."""

    power: Who
    count: int


class TakePlunder(Operation, frozen=True, tag="take-plunder", kw_only=True):
    """So many plunder markers of `power` go on the track (14.1)."""

    power: Literal["gauls", "transalpine"]
    count: Positive


class EndAlliance(Operation, frozen=True, tag="end-alliance", kw_only=True):
    """One alliance of `power` ends without support being paid (15.5)."""

    power: Power


class LockAlliance(Operation, frozen=True, tag="lock-alliance"):
    """Nobody may break this alliance before the turn ends."""


class PlaceMarker(Operation, frozen=True, tag="place-marker", kw_only=True):
    """The marker comes into play; `against`: against the power of that side."""

    marker: Identity
    against: Literal["", "enemy"] = ""


class TurnMarker(Operation, frozen=True, tag="turn-marker", kw_only=True):
    """One marker becomes another."""

    marker: Identity
    into: Identity


class DesperateTimes(Operation, frozen=True, tag="desperate-times", kw_only=True):
    """One of: a play as with a card of `value`; any number of cards discarded and as many drawn; a card titled `fetch`
    taken from deck, hand or discards and played at once as an event (7.4)."""

    value: Ops
    fetch: str
