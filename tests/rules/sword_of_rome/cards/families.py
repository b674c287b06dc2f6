"""Cards that do alike in several decks: what each of them is to do, said once."""

from __future__ import annotations

from typing import NamedTuple

from rules.sword_of_rome import events
from rules.sword_of_rome.actions import (
    Accept,
    Activate,
    Choose,
    Discard,
    End,
    Halt,
    Place,
    PlaceLeader,
    Play,
    RaiseSupport,
    Refuse,
    Reinforce,
    Spend,
    Step,
)
from rules.sword_of_rome.procedures import Activation, Operation, Support
from rules.sword_of_rome.state import changed, find
from tests.rules.sword_of_rome.cards.course import LEVEL, Course, battle, own_play, seat_of
from tests.rules.sword_of_rome.harness import (
    Given,
    allied,
    army,
    desperate,
    discarded,
    given,
    hand,
    impulse,
)

OWNERS = {"r": "rome", "g": "greece", "a": "gauls", "e": "etruria-samnium"}


class Marching(NamedTuple):
    """An army far from everybody, and a space to which it can go."""

    power: str
    space: str
    leader: str
    goal: str


ARMIES = {
    "rome": (
        Marching("rome", "roma", "fabius", "velitrae"),
        Marching("rome", "capua", "claudius", "tarracina"),
    ),
    "greece": (
        Marching("greece", "tarentum", "pyrrhus", "metapontum"),
        Marching("greece", "syracusae", "dionysius", "camarina"),
    ),
    "gauls": (
        Marching("gauls", "genua", "brennus", "clastidium"),
        Marching("gauls", "bononia", "gauls-1", "mutina"),
    ),
    "etruria-samnium": (
        Marching("samnites", "allifae", "pontius", "maleventum"),
        Marching("etruscans", "clusium", "etruscans-1", "perusia"),
    ),
}
GREEK_ALLY = Marching("greece", "elea", "timoleon", "poseidonia")
GREEK_ALLY_TOO = Marching("greece", "locri", "alexander", "croton")
ROMAN_ALLY = Marching("rome", "velitrae", "claudius", "praeneste")
ROMAN_ALLY_TOO = Marching("rome", "capua", "fabius", "tarracina")
SPARE = {
    "rome": Marching("rome", "narnia", "valerius", "spoletium"),
    "greece": Marching("greece", "croton", "timoleon", "thurii"),
    "gauls": Marching("gauls", "mediolanum", "gauls-2", "comum"),
    "etruria-samnium": Marching("samnites", "larinum", "samnites-1", "histonium"),
}
"""One army more than most cards activate."""


def two_armies(card: str, armies: int = 2) -> None:
    """A Campaign: so many armies, one after another, each as with 3 Ops; one may be an ally's, if he agrees (9.5)."""
    seat = OWNERS[card[0]]
    first, second = ARMIES[seat]
    ally = ROMAN_ALLY if seat in ("greece", "gauls") else GREEK_ALLY
    for agreed in (True, False):
        placed = [army(each.power, each.space, 3, each.leader) for each in (first, second, ally)]
        course = own_play(card, *placed, allied(first.power, ally.power))
        _march(course, seat, second)
        course.position.offers(Activate(first.leader), Activate(ally.leader))
        course.do(seat, Activate(ally.leader))
        course.position.awaits(seat_of(ally.power), "campaign-consent")
        if not agreed:
            course.do(seat_of(ally.power), Refuse())
            course.position.offers_not(Activate(ally.leader)).offers(Activate(first.leader))
            continue
        course.do(seat_of(ally.power), Accept())
        march = find(course.state, Activation)
        assert (march.leader, march.seat) == (ally.leader, seat)
        course.do(seat, Step(ally.goal)).do(seat, Halt())
        if armies == 3:
            _march(course, seat, first)
        assert course.decision == "impulse"
        course.position.offers_not(Activate(first.leader))
    alone = own_play(card, *placed)
    alone.position.offers_not(Activate(ally.leader))
    _one_ally_and_no_more_armies(card, armies)


def _one_ally_and_no_more_armies(card: str, armies: int) -> None:
    """Of two allied armies one takes part, and not one army more than the card says."""
    seat = OWNERS[card[0]]
    first, second = ARMIES[seat]
    ally, other = (
        (ROMAN_ALLY, ROMAN_ALLY_TOO) if seat in ("greece", "gauls") else (GREEK_ALLY, GREEK_ALLY_TOO)
    )
    spare = SPARE[seat]
    placed = [army(each.power, each.space, 3, each.leader) for each in (first, second, spare, ally, other)]
    course = own_play(card, *placed, allied(first.power, ally.power))
    course.do(seat, Activate(ally.leader)).do(seat_of(ally.power), Accept())
    course.do(seat, Step(ally.goal)).do(seat, Halt())
    course.position.offers(Activate(first.leader)).offers_not(Activate(other.leader))
    if armies == 3:
        placed.append(army("samnites", "compsa", 3, "samnites-2"))
    own = own_play(card, *placed)
    for each in (first, second, spare)[:armies]:
        _march(own, seat, each)
    assert own.decision == "impulse"


def _march(course: Course, seat: str, marching: Marching) -> None:
    course.do(seat, Activate(marching.leader))
    assert find(course.state, Activation).value == 3
    course.do(seat, Step(marching.goal)).do(seat, Halt())


MINOR_POWERS = {
    "carthage": Marching("carthage", "lilybaeum", "carthage-1", "selinus"),
    "volsci": Marching("volsci", "antium", "volsci-1", "velitrae"),
    "transalpine": Marching("transalpine", "transalpine-box", "transalpine-1", "eporedia"),
}


def neutral_activation(card: str, powers: tuple[str, ...]) -> None:
    """As with 3 Ops: an army, 1 CU, 3 support, or minor leaders; beside the normal play; a power once a round."""
    seat = OWNERS[card[0]]
    placed = [army(each.power, each.space, 3, each.leader) for each in MINOR_POWERS.values()]
    ops = {"rome": "r-30", "greece": "g-22", "gauls": "a-37", "etruria-samnium": "e-29"}[seat]
    for power in powers:
        who = MINOR_POWERS[power]
        for use in (Activate(who.leader), Reinforce(power)):
            course = own_play(card, *placed, hand(seat, ops))
            course.position.offers_only(*(Choose(each) for each in powers))
            course.do(seat, Choose(power))
            operation = find(course.state, Operation)
            assert (operation.value, operation.neutral) == (3, power)
            course.position.offers(Activate(who.leader), Reinforce(power))
            course.do(seat, use)
            if isinstance(use, Activate):
                course.do(seat, Step(who.goal)).go_on("march").do(seat, Halt())
                assert course.position.cu(power, who.goal) == 3
            elif course.decision == "place":
                course.do(seat, Place(power, who.space))
            if isinstance(use, Reinforce):
                assert sum(each.cu for each in course.all(events.UnitsPlaced)) == 1
            assert course.state.activated == {power}
            if course.decision == "operate":  # its minor leaders may be placed afterwards
                course.position.offers_not(Reinforce(power))
                course.do(seat, End())
            course.position.awaits(seat, "impulse").offers(Play(ops, "ops"))  # the normal play is still there
    supported = "carthage" if "carthage" in powers else "volsci"
    city = {"carthage": "lilybaeum", "volsci": "antium"}[supported]
    course = own_play(card, *placed).do(seat, Choose(supported)).do(seat, RaiseSupport(supported))
    assert find(course.state, Support).points == 3
    course.do(seat, Spend("raise", city))
    assert course.state.loyalty[city] == 3
    leaders = own_play(card, *placed).do(seat, Choose(supported))
    if supported == "carthage":
        leaders.do(seat, PlaceLeader("carthage-2", "lilybaeum"))
        assert leaders.position.where("carthage-2") == "lilybaeum"


def neutral_activation_not(card: str, power: str) -> None:
    """A power that has been activated in this round is not activated again (16.1.1)."""
    seat = OWNERS[card[0]]
    other = {"rome": "r-10", "greece": "g-4", "gauls": "a-4", "etruria-samnium": "e-21"}[seat]
    if other == card:
        other = {"rome": "r-9", "greece": "g-3", "gauls": "a-3", "etruria-samnium": "e-20"}[seat]
    course = own_play(card, hand(seat, other)).do(seat, Choose(power)).do(seat, End())
    course.do(seat, Play(other, "event"))
    course.position.offers_not(Choose(power))
    chosen = find(course.state, Operation)
    assert chosen is None or chosen.neutral != power  # a single other one is taken without asking


def adds_to_the_roll(
    card: str,
    side: str,
    value: int,
    attacker: tuple[str, str, int, str],
    defender: tuple[str, str, int, str],
    *circumstances: Given,
    losses: int = 0,
    enemy_losses: int = 0,
) -> None:
    """So much is added to the roll of a side; of level dice nobody loses CU but by the card: the side that the card is
    about `losses`, and the other one, where it is beaten, `enemy_losses`."""
    dice = (*LEVEL, *LEVEL)
    without = battle(attacker, defender, *circumstances, card="", dice=dice)
    course = battle(attacker, defender, *circumstances, card=card, dice=dice).go_on(
        "support", "impulse", "march"
    )
    assert course.modifier(side, card) == value
    before, after = without.one(events.BattleRolled), course.one(events.BattleRolled)
    assert getattr(after, f"{side}_total") == getattr(before, f"{side}_total") + value
    other = "defender" if side == "attacker" else "attacker"
    assert getattr(after, f"{other}_total") == getattr(before, f"{other}_total")
    won = course.one(events.BattleWon)
    own_lost = won.winner_loses if won.side == side else won.loser_loses
    assert own_lost == losses
    enemy_lost = won.loser_loses if won.side == side else 0
    assert enemy_lost == (enemy_losses if won.side == side else 0)
    if enemy_losses:
        assert won.side == side, "the case should show the losses of a beaten army"


def places_units(
    card: str, power: str, count: int, *circumstances: Given, yes: tuple[str, ...], no: tuple[str, ...] = ()
) -> None:
    """So many new CU, one by one, in any of these spaces and in none of those; then the event is over."""
    seat = seat_of(power)
    course = own_play(card, *circumstances)
    if len(yes) > 1:
        course.position.offers(*(Place(power, space) for space in yes))
    course.position.offers_not(*(Place(power, space) for space in no))
    before = course.position.cu(power, yes[0])
    for _ in range(count if len(yes) > 1 else 0):
        course.do(seat, Place(power, yes[0]))
    placed = sum(each.cu for each in course.all(events.UnitsPlaced) if each.power == power)
    assert placed == count
    assert course.decision != "place"
    if len(yes) > 1:
        assert course.position.cu(power, yes[0]) == before + count


def places_together(
    card: str, power: str, count: int, spaces: tuple[str, ...], *circumstances: Given
) -> Course:
    """So many new CU, all in one of these spaces."""
    seat = seat_of(power)
    course = own_play(card, *circumstances)
    course.position.offers_only(*(Place(power, space) for space in spaces))
    course.do(seat, Place(power, spaces[-1]))
    assert course.position.cu(power, spaces[-1]) == count
    return course


def enters(
    card: str,
    leader: str,
    power: str,
    count: int,
    *circumstances: Given,
    yes: tuple[str, ...],
    no: tuple[str, ...],
    beside: str = "",
) -> None:
    """A leader comes with so many CU into one of these spaces, and into none of those; the card leaves the game."""
    seat = seat_of(power)
    course = own_play(card, *circumstances)
    course.position.offers(*(PlaceLeader(leader, space) for space in yes))
    course.position.offers_not(*(PlaceLeader(leader, space) for space in no))
    before = course.position.cu(power, yes[-1])
    course.do(seat, PlaceLeader(leader, yes[-1]))
    assert course.position.where(leader) == yes[-1]
    assert course.position.cu(power, yes[-1]) == before + count
    assert course.state.removed[seat] == (card,)
    assert course.decision == "impulse"
    if beside:
        joined = own_play(card, *circumstances, army(power, yes[-1], 2, beside))
        joined.do(seat, PlaceLeader(leader, yes[-1]))
        joined.position.awaits(seat, "command")  # the owner says who commands (8.2.1)


def lowers(
    card: str,
    power: str,
    count: int,
    *circumstances: Given,
    within: set[str],
    spending: tuple[Spend, ...],
    chosen: bool = False,
) -> None:
    """The support of a power is lowered, by what the player of the card chooses in these spaces alone (7.3.3)."""
    seat = OWNERS[card[0]]
    course = own_play(card, *circumstances)
    if chosen and course.decision == "which-power":
        course.position.offers_not(*(Choose(each) for each in course.position.game.powers_of[seat]))
        course.do(seat, Choose(power))
    for number, spend in enumerate(spending):
        offered = [each for each in course.position.offered() if isinstance(each, Spend)]
        assert offered
        assert {each.space for each in offered} <= within
        assert all(course.state.control[each.space] == power for each in offered)
        assert number < count
        course.do(seat, spend)
    assert len(spending) == count
    assert course.decision == "impulse"


def cancels_nothing_else(response: str, event: str, *circumstances: Given) -> None:
    """The response is not offered in answer to this event."""
    owner = OWNERS[event[0]]
    course = Course(given(*circumstances, hand(owner, event), impulse(owner)))
    course.do(owner, Play(event, "event")).never_offers(response)


def desperate_times(card: str, fetched: str) -> None:
    """One of three: a play as with 3 Ops, new cards, or a special card from hand, deck or discards (7.4)."""
    seat = OWNERS[card[0]]
    before = "gauls" if seat != "gauls" else "greece"
    first = ARMIES[seat][1]
    place = army(first.power, first.space, 3, first.leader)

    def announced(*circumstances: Given) -> Course:
        course = Course(given(place, desperate(seat, card), *circumstances, impulse(before)))
        course.do(before, End())
        while course.position.seat() != seat:
            course.go_on("impulse", "desperate")
            course.do(course.position.seat(), End())
        return course.do(seat, Play(card, "desperate"))

    ops = announced().do(seat, Choose("ops"))
    assert find(ops.state, Operation).value == 3
    ops.position.offers(Activate(first.leader))
    assert ops.state.removed[seat] == (card,)
    assert ops.state.desperate[seat] == ()
    own = [name for name in ops.position.game.deck[seat] if name != fetched][:4]
    redrawn = announced(hand(seat, *own[:2])).do(seat, Choose("redraw"))
    redrawn.do(seat, Discard(own[0])).do(seat, Discard(own[1]))
    redrawn.do(seat, End(), draws=(own[2], own[3]))
    assert redrawn.state.hands[seat] == tuple(sorted(own[2:4]))
    for where in (hand(seat, fetched), discarded(seat, fetched), None):
        course = announced(*((where,) if where is not None else ()))
        course.do(seat, Choose(fetched))
        assert course.one(events.CardPlayed).card == fetched
        assert fetched not in course.state.hands.get(seat, ())


def desperate_times_not(card: str, fetched: str) -> None:
    """A special card that has left the game is not to be had again, in none of its copies (7.4-f)."""
    seat = OWNERS[card[0]]
    game = given().game
    title = game.cards[fetched].title
    copies = tuple(name for name in game.deck[seat] if game.cards[name].title == title)
    place = ARMIES[seat][1]
    position = given(army(place.power, place.space, 3, place.leader), desperate(seat, card), impulse(seat))
    position.state = changed(position.state, removed=position.state.removed.set(seat, copies))
    course = Course(position).do(seat, End())
    while course.position.seat() != seat:
        course.go_on("impulse", "desperate")
        course.do(course.position.seat(), End())
    course.do(seat, Play(card, "desperate"))
    course.position.offers_only(Choose("ops"), Choose("redraw"))
