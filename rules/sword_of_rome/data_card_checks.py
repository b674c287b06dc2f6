"""What must hold between leaders, decks, cards, markers and Gallic events."""

from collections import Counter
from collections.abc import Iterator

import msgspec

from rules.parts.record_faults import Found
from rules.sword_of_rome.data_cards import Card
from rules.sword_of_rome.data_conditions import (
    AdjacentArmy,
    AllianceMade,
    AtSea,
    BattleIn,
    BattleWith,
    Commander,
    Condition,
    EnemyIs,
    EntersArmy,
    EntersHome,
    Entry,
    EventHurtsOwn,
    LeaderAt,
    MarkerInPlay,
    Moving,
    NeutralArmyActivated,
    Outcome,
    OwnBattle,
    OwnPower,
    SiegeRoll,
    SupportLossBy,
    Trying,
    Where,
)
from rules.sword_of_rome.data_effects import (
    Activate,
    BarCity,
    Campaign,
    CancelActivation,
    CancelEvent,
    CancelSeaMove,
    CancelSiegeRoll,
    CombatDice,
    CombatLosses,
    CombatModifier,
    CombatReplay,
    CombatReroll,
    DesperateTimes,
    DieModifier,
    DisplaceCommander,
    EaseTerrain,
    EnterLeader,
    FallBack,
    LandInAfrica,
    LimitSupportLoss,
    LockAlliance,
    MoveBonus,
    NeutralActivation,
    NoCombatLosses,
    Operation,
    PlaceMarker,
    Play,
    PoliticalBonus,
    RetreatLosses,
    SeaPermission,
    SiegeLosses,
    SiegeModifier,
    StopMove,
    SuddenInterception,
    TacticsModifier,
    TurnMarker,
)

_BEFORE_LOSSES = ("battle-certain", "battle-rolled")
_BATTLE = (*_BEFORE_LOSSES, "retreat", "battle-over")
_WINDOWS: dict[type[Operation] | type[Condition], tuple[str, ...]] = {
    Activate: ("own-action",),
    Campaign: ("own-action",),
    LandInAfrica: ("own-action",),
    NeutralActivation: ("own-action",),
    DesperateTimes: ("before-action",),
    CancelEvent: ("event-played",),
    EventHurtsOwn: ("event-played",),
    CancelActivation: ("activation",),
    EaseTerrain: ("activation",),
    MoveBonus: ("activation",),
    NeutralArmyActivated: ("activation",),
    Moving: ("activation", "space-entered", "sea-move", "reactions-over"),
    BarCity: ("space-entered",),
    EntersArmy: ("space-entered",),
    EntersHome: ("space-entered",),
    FallBack: ("space-entered",),
    StopMove: ("space-entered",),
    AtSea: ("sea-move",),
    CancelSeaMove: ("sea-move",),
    DieModifier: ("interception", "avoidance"),
    Trying: ("interception", "avoidance"),
    AdjacentArmy: ("reactions-over",),
    SuddenInterception: ("reactions-over",),
    CombatDice: ("battle-certain",),
    CombatModifier: _BEFORE_LOSSES,
    DisplaceCommander: _BEFORE_LOSSES,
    NoCombatLosses: _BEFORE_LOSSES,
    TacticsModifier: _BEFORE_LOSSES,
    CombatReroll: ("battle-rolled",),
    CombatLosses: _BATTLE,
    BattleIn: _BATTLE,
    BattleWith: _BATTLE,
    Commander: _BATTLE,
    EnemyIs: _BATTLE,
    Entry: _BATTLE,
    OwnBattle: _BATTLE,
    OwnPower: _BATTLE,
    CombatReplay: ("retreat",),
    RetreatLosses: ("retreat",),
    SeaPermission: ("retreat",),
    Outcome: ("retreat", "battle-over"),
    PoliticalBonus: ("battle-over",),
    CancelSiegeRoll: ("siege-roll",),
    SiegeLosses: ("siege-roll",),
    SiegeModifier: ("siege-roll",),
    SiegeRoll: ("siege-roll",),
    LimitSupportLoss: ("support-change",),
    SupportLossBy: ("support-change",),
    AllianceMade: ("alliance",),
    LockAlliance: ("alliance",),
}
"""The moments at which an operation or a condition has a meaning; one that is not here has one at any."""


def card_problems(found: Found) -> Iterator[str]:
    """Every problem of leaders, cards, markers and Gallic events."""
    yield from _leaders(found)
    yield from _decks(found)
    for name, card in found.records["card"].items():
        yield from _card(found, name, card)
    for name, event in found.records["gallic-event"].items():
        for number, operation in enumerate(event.operations):
            key = f"operations[{number}]"
            yield from _places(found, "gallic-event", name, key, operation)
            if type(operation) in _WINDOWS:
                text = f"{_tag(operation)} has no meaning in a Gallic event; take it out."
                yield found.say("gallic-event", name, key, text)


def _leaders(found: Found) -> Iterator[str]:
    for name, leader in found.records["leader"].items():
        if (leader.entry == "event") != bool(leader.card):
            text = "a leader who comes in by event must name the card, and no other leader may."
            yield found.say("leader", name, "card", text)
        if leader.card:
            yield from found.refer("leader", name, "card", "card", leader.card)
        card = found.records["card"].get(leader.card)
        if card is not None and name not in _entering(card):
            text = f"{leader.card} does not bring him in; name the card that does."
            yield found.say("leader", name, "card", text)
        if (leader.entry == "pool") != (leader.role == "consul"):
            text = "exactly the consuls come in from the pool (8.2.2)."
            yield found.say("leader", name, "entry", text)
        power = found.records["power"].get(leader.power)
        if leader.penalty and power is not None and not power.penalties:
            text = f"{power.title} pay no penalty for leaders (8.2.3); take it out."
            yield found.say("leader", name, "penalty", text)
    drawn = found.records["number"].get("consuls")
    consuls = sum(leader.role == "consul" for leader in found.records["leader"].values())
    if drawn is not None and found.whole("leader") and consuls < drawn.value:
        yield f"data: there are {consuls} consuls; {drawn.value} are drawn each turn (8.2.2)."


def _entering(card: Card) -> set[str]:
    operations = [operation for play in card.plays for operation in play.operations]
    return {operation.leader for operation in operations if isinstance(operation, EnterLeader)}


def _decks(found: Found) -> Iterator[str]:
    if not found.whole("card"):
        return
    for name, deck in found.records["deck"].items():
        cards = [card for card in found.records["card"].values() if card.deck == name]
        numbers = sorted(card.number for card in cards)
        if len(cards) != deck.cards:
            text = f"there are {len(cards)} cards of this deck; there must be {deck.cards} (2.1)."
            yield found.say("deck", name, "cards", text)
        elif numbers != list(range(1, deck.cards + 1)):
            doubled = [number for number, times in Counter(numbers).items() if times > 1]
            text = f"the cards must have the numbers 1 to {deck.cards}, and {doubled or numbers} do not fit."
            yield found.say("deck", name, "cards", text)
        aside = sum(card.set_aside for card in cards)
        if aside != 2:
            text = f"{aside} of its cards are set aside; the two Desperate Times must be (7.4)."
            yield found.say("deck", name, "cards", text)


def _card(found: Found, name: str, card: Card) -> Iterator[str]:
    deck = found.records["deck"].get(card.deck)
    if deck is not None and name != f"{deck.letter.lower()}-{card.number}":
        text = f"card {card.number} of this deck must have the id {deck.letter.lower()}-{card.number}."
        yield found.say("card", name, "number", text)
    if card.set_aside != any(play.window == "before-action" for play in card.plays):
        text = "exactly the cards played before an action (7.4) are set aside."
        yield found.say("card", name, "set_aside", text)
    if card.bribe and not _bribes(found, card):
        text = "only a card of 3 Ops in the deck of a power that bribes can be a bribe (7.2.2); take it out."
        yield found.say("card", name, "bribe", text)
    if not card.plays:
        yield found.say("card", name, "plays", "there must be at least one way to play the event.")
    for number, play in enumerate(card.plays):
        yield from _play(found, card, f"plays[{number}]", play)


def _bribes(found: Found, card: Card) -> bool:
    ops = found.records["number"].get("bribe-ops")
    seat = found.records["seat"].get(card.deck)
    powers = [found.records["power"].get(power) for power in (seat.powers if seat is not None else ())]
    return (ops is None or card.ops >= ops.value) and any(power is None or power.bribes for power in powers)


def _play(found: Found, card: Card, key: str, play: Play) -> Iterator[str]:
    if not play.operations:
        yield found.say("card", card.id, f"{key}.operations", "an event must do something; add an operation.")
    parts: list[tuple[str, Operation | Condition]] = [
        (f"{key}.requires[{number}]", part) for number, part in enumerate(play.requires)
    ]
    parts += [(f"{key}.operations[{number}]", part) for number, part in enumerate(play.operations)]
    for where, part in parts:
        windows = _WINDOWS.get(type(part), (play.window,))
        if play.window not in windows:
            text = (
                f"{_tag(part)} has no meaning in the window {play.window}; it needs {' or '.join(windows)}."
            )
            yield found.say("card", card.id, where, text)
        yield from _places(found, "card", card.id, where, part)
        yield from _named(found, card, where, part)


def _tag(part: Operation | Condition) -> str:
    return str(part.__struct_config__.tag)


def _places(found: Found, kind: str, name: str, key: str, part: msgspec.Struct) -> Iterator[str]:
    for field in part.__struct_fields__:
        value = getattr(part, field)
        for place in value if isinstance(value, tuple) else ():
            if isinstance(place, Where):
                yield from found.refer(kind, name, f"{key}.{field}.spaces", "space", *place.spaces)
                yield from found.refer(kind, name, f"{key}.{field}.regions", "region", *place.regions)


def _named(found: Found, card: Card, key: str, part: Operation | Condition) -> Iterator[str]:
    """What a condition or an operation names must be there, and fit."""
    if isinstance(part, EnterLeader | LandInAfrica | LeaderAt):
        yield from found.refer("card", card.id, f"{key}.leader", "leader", part.leader)
        leader = found.records["leader"].get(part.leader)
        seat = found.records["seat"].get(card.deck)
        if leader is not None and seat is not None and leader.power not in seat.powers:
            text = (
                f"{leader.title} belongs to {leader.power}; it must be a leader of {', '.join(seat.powers)}."
            )
            yield found.say("card", card.id, f"{key}.leader", text)
    if isinstance(part, MarkerInPlay | PlaceMarker | TurnMarker):
        yield from found.refer("card", card.id, f"{key}.marker", "marker", part.marker)
    if isinstance(part, TurnMarker):
        yield from found.refer("card", card.id, f"{key}.into", "marker", part.into)
    if isinstance(part, PlaceMarker):
        marker = found.records["marker"].get(part.marker)
        if marker is not None and marker.each_enemy != bool(part.against):
            text = f'"{part.marker}" is {"" if marker.each_enemy else "not "}one for each enemy; the two must agree.'
            yield found.say("card", card.id, f"{key}.against", text)
    if isinstance(part, DesperateTimes) and found.whole("card"):
        titles = {
            other.title
            for other in found.records["card"].values()
            if other.deck == card.deck and not other.set_aside
        }
        if part.fetch not in titles:
            text = f'no card of this deck has the title "{part.fetch}"; name one of its events.'
            yield found.say("card", card.id, f"{key}.fetch", text)
