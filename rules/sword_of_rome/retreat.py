"""Retreats after battle (12.4): into the walls, by land, by sea."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.ruleset import Action, Event
from rules.sword_of_rome import actions, command, events
from rules.sword_of_rome.casualties import lose_units
from rules.sword_of_rome.chapter import Chapter, Decision
from rules.sword_of_rome.forces import (
    enemies_outside,
    enemy_units,
    force,
    foreign_outside,
    foreign_units,
    outside,
)
from rules.sword_of_rome.game import Evolve, Game, Refusal
from rules.sword_of_rome.leaders import displace_all
from rules.sword_of_rome.powers import CARTHAGE, GREECE, ROME, decider, friendly_space
from rules.sword_of_rome.procedures import Battle, Impulse, Retreat, Voyage
from rules.sword_of_rome.state import State, change_found, find, pair
from rules.sword_of_rome.strategy_cards import could_hold, has_card, refuse_holding
from rules.sword_of_rome.tracing import link_for
from rules.sword_of_rome.unfolding import Unfolding
from rules.sword_of_rome.ways import DUOVIRI, needs_naval_combat, ports_for

WALLS, WAYS, OVER = "walls", "ways", "over"
SAIL = "sail"


class Way(NamedTuple):
    """A way back: the spaces entered, and the CU left at its end."""

    path: tuple[str, ...]
    cu: int


def begin(
    unfolding: Unfolding,
    power: str,
    space: str,
    *,
    first: str = "",
    link: str = "",
    barred: str = "",
    losses: int = -1,
    defender: bool = False,
    counts: bool = True,
    flank: bool = False,
    naval: int = 0,
) -> None:
    """A beaten army must retreat."""
    seat = decider(unfolding.game, unfolding.state, power)
    stage = WAYS if flank else WALLS
    unfolding.begin(
        Retreat(
            power,
            seat,
            space,
            first,
            link,
            barred,
            losses,
            defender and not flank,
            counts,
            naval=naval,
            stage=stage,
        )
    )


# By land


def ways(game: Game, state: State, retreat: Retreat) -> dict[str, Way]:
    """The nearest spaces in which the army can stop, each with the way that costs least (12.4-b, 12.4.1)."""
    cu = outside(state, retreat.space, retreat.power)
    front = [Way((), cu)]
    for _ in range(game.numbers.retreat_spaces):
        ends: dict[str, Way] = {}
        reached: list[Way] = []
        for way in front:
            here = way.path[-1] if way.path else retreat.space
            for name in game.links[here]:
                if name in way.path or name == retreat.space or name == retreat.barred:
                    continue
                if not _may_go(game, retreat, here, name, first=not way.path):
                    continue
                step = _step(game, state, retreat, way, name)
                if step is None:
                    continue
                if _may_stop(game, state, retreat.power, name, step.cu):
                    best = ends.get(name)
                    if best is None or best.cu < step.cu:
                        ends[name] = step
                else:
                    swept = outside(state, name, retreat.power)  # 12.4.2
                    reached.append(Way(step.path, step.cu + swept))
        if ends:
            return dict(sorted(ends.items()))
        front = reached
    return {}


def _may_go(game: Game, retreat: Retreat, here: str, name: str, *, first: bool) -> bool:
    link = link_for(game, retreat.power, here, name)
    if first and retreat.first:  # 12.4.1-a
        if name != retreat.first:
            return False
        return link == "clear" or game.options["difficult-retreat"] == "allowed"
    return link == "clear"  # 12.4.1-c


def _step(game: Game, state: State, retreat: Retreat, way: Way, name: str) -> Way | None:
    cost = step_losses(game, state, retreat, name)
    if way.cu - cost <= 0:
        return None
    return Way((*way.path, name), way.cu - cost)


def step_losses(game: Game, state: State, retreat: Retreat, space: str) -> int:
    """The CU that entering the space costs a retreating army (12.4.5)."""
    if retreat.losses >= 0:
        return 0
    hostile = bool(enemies_outside(game, state, space, retreat.power))
    return int(hostile or not friendly_space(game, state, retreat.power, space))


def _may_stop(game: Game, state: State, power: str, space: str, cu: int) -> bool:
    if enemy_units(game, state, space, power) or foreign_units(state, space, power):
        return False
    if foreign_outside(state, space, power):
        return False
    return friendly_space(game, state, power, space) or outside(state, space, power) > cu


# By sea (12.4.3)


def sea_limit(game: Game, state: State, power: str, space: str) -> int:
    """The CU that may retreat by sea to a port with the play that it takes, 0 if the power cannot."""
    numbers = game.numbers
    if power == CARTHAGE:
        return numbers.sea_carthage
    if power == GREECE:
        return numbers.sea_greece_harbour if space == game.places.greek_harbour else numbers.sea_greece
    if power == ROME:
        if pair(ROME, CARTHAGE) in state.alliances:
            return numbers.sea_rome_allied
        return numbers.sea_rome if DUOVIRI in state.markers else 0
    return 0


def havens(game: Game, state: State, retreat: Retreat) -> tuple[str, ...]:
    """The ports to which the army could retreat by sea: friendly, unbesieged, with nobody else's CU."""
    ports = ports_for(game, state, retreat.power)
    if retreat.space not in ports or retreat.naval < 0:
        return ()
    return tuple(
        name
        for name in ports
        if name != retreat.space
        and name not in state.sieges
        and friendly_space(game, state, retreat.power, name)
        and not foreign_units(state, name, retreat.power)
        and not foreign_outside(state, name, retreat.power)
    )


def sails_free(game: Game, retreat: Retreat) -> bool:
    """Whether the retreat by sea takes no card: Carthage's, and of one who came by sea (12.4.3-b, -c)."""
    return retreat.power == CARTHAGE or retreat.link == "sea" or retreat.naval > 0


def carried(game: Game, state: State, retreat: Retreat, space: str) -> int:
    """The CU that can go by sea to a port now."""
    return max(retreat.naval, sea_limit(game, state, retreat.power, space))


def _could_sail(game: Game, state: State, retreat: Retreat) -> bool:
    """Whether by what is open the owner could play a card for a retreat by sea."""
    if state.phase != "action" or not sea_limit(game, state, retreat.power, ""):
        return False
    if game.seat_of.get(retreat.power) != retreat.seat:
        return False
    return any(True for _ in sail_cards(game, state, retreat, openly=game.options["responses"] != "held"))


def sail_cards(game: Game, state: State, retreat: Retreat, *, openly: bool = False) -> Iterator[str]:
    """The cards that carry a retreat by sea: of 3 Ops, Desperate Times too (7.4-i)."""
    seat = retreat.seat
    for card in game.deck[seat]:
        if game.cards[card].ops >= game.numbers.sea_ops and (
            could_hold(state, seat, card) if openly else has_card(game, state, seat, card)
        ):
            yield card
    yield from state.desperate.get(seat, ())


# The procedure


def _shelters(game: Game, state: State, retreat: Retreat) -> bool:
    own = outside(state, retreat.space, retreat.power)
    impulse = find(state, Impulse)
    return (
        retreat.defender
        and own > 0
        and retreat.space in state.loyalty
        and state.control[retreat.space] == retreat.power
        and not (impulse is not None and f"{retreat.power}/{retreat.space}" in impulse.barred)
    )


def _asks(game: Game, state: State, retreat: Retreat) -> Decision | None:
    if retreat.stage == WALLS:
        return (
            Decision(retreat.seat, "retreat-inside", retreat.power)
            if _shelters(game, state, retreat)
            else None
        )
    if retreat.stage != WAYS or not outside(state, retreat.space, retreat.power):
        return None
    if havens(game, state, retreat):
        if sails_free(game, retreat):
            return Decision(retreat.seat, "retreat", retreat.power)
        if _could_sail(game, state, retreat):
            return Decision(retreat.seat, "retreat-or-sail", retreat.power)
    return Decision(retreat.seat, "retreat", retreat.power) if ways(game, state, retreat) else None


def _options(game: Game, state: State, retreat: Retreat, now: Decision) -> Iterator[Action]:
    if now.kind == "retreat-inside":
        own = force(state, retreat.space, retreat.power)
        if own is None:
            return
        if not retreat.sheltered:
            for cu in range(1, min(game.numbers.shelter_most - own.inside, own.cu) + 1):
                yield actions.GoInside(cu)
        for leader in own.leaders:
            yield actions.LeadInside(leader)
        yield actions.End()
        return
    found = ways(game, state, retreat)
    for space in found:
        yield actions.RetreatTo(space)
    if sails_free(game, retreat):
        for space in havens(game, state, retreat):
            if carried(game, state, retreat, space):
                yield actions.RetreatBySea(space)
    elif now.kind == "retreat-or-sail":
        for card in sail_cards(game, state, retreat):
            yield actions.Play(card, SAIL)
    if not found:
        yield actions.End()


def _refuse(game: Game, state: State, retreat: Retreat, now: Decision, action: Action) -> Refusal | None:
    if now.kind == "retreat-inside":
        return _refuse_inside(game, state, retreat, action)
    if isinstance(action, actions.RetreatTo):
        found = ways(game, state, retreat)
        if action.space in found:
            return None
        if not found:
            return "12.4.5", "there is no space to which the army could retreat by land"
        return (
            "12.4.1",
            f"the army retreats to the nearest space: {', '.join(game.title(name) for name in found)}",
        )
    if isinstance(action, actions.RetreatBySea):
        if not sails_free(game, retreat):
            return "12.4.3", "a retreat by sea takes a card that allows it"
        if action.space not in havens(game, state, retreat) or not carried(
            game, state, retreat, action.space
        ):
            return "12.4.3", f"{game.title(action.space)} is no port to which the army could retreat"
        return None
    if isinstance(action, actions.Play):
        if now.kind != "retreat-or-sail" or action.use != SAIL or sails_free(game, retreat):
            return "12.4.3", "no card is played for this retreat"
        if action.card in state.desperate.get(retreat.seat, ()):
            return None
        refused = refuse_holding(game, state, retreat.seat, action.card)
        if refused is not None:
            return refused
        if game.cards[action.card].ops < game.numbers.sea_ops:
            return "12.4.3", f"a retreat by sea takes a card of {game.numbers.sea_ops} Ops"
        return None
    if isinstance(action, actions.End):
        if ways(game, state, retreat):
            return "12.4", "the beaten army must retreat"
        return None
    return "12.4", "the beaten army retreats first"


def _refuse_inside(game: Game, state: State, retreat: Retreat, action: Action) -> Refusal | None:
    own = force(state, retreat.space, retreat.power)
    assert own is not None
    if isinstance(action, actions.End):
        return None
    if isinstance(action, actions.LeadInside):
        if action.leader not in own.leaders:
            return "12.4.4", f"{game.title(action.leader)} is not with the beaten army"
        return None
    if isinstance(action, actions.GoInside):
        if retreat.sheltered:
            return "12.4.4", "it has been said already how many CU go inside"
        room = min(game.numbers.shelter_most - own.inside, own.cu)
        if not 1 <= action.cu <= room:
            return (
                "12.4.4",
                f"at most {game.numbers.shelter_most} CU are within walls: {max(room, 0)} more can go",
            )
        return None
    return "12.4.4", "who goes within the walls is settled first"


def _act(unfolding: Unfolding, retreat: Retreat, now: Decision, action: Action) -> None:
    game, state = unfolding.game, unfolding.state
    if isinstance(action, actions.GoInside):
        unfolding.happen(events.WentInside(retreat.power, retreat.space, action.cu, (), "12.4.4"))
    elif isinstance(action, actions.LeadInside):
        unfolding.happen(events.WentInside(retreat.power, retreat.space, 0, (action.leader,), "12.4.4"))
    elif isinstance(action, actions.RetreatTo):
        go_back(unfolding, retreat, ways(game, state, retreat)[action.space].path)
        unfolding.reach(OVER)
    elif isinstance(action, actions.Play):
        source = "desperate" if action.card in state.desperate.get(retreat.seat, ()) else "hand"
        unfolding.happen(events.CardPlayed(retreat.seat, action.card, SAIL, source == "desperate", source))
        unfolding.happen(events.SeaRetreatAllowed(sea_limit(game, state, retreat.power, ""), action.card))
    elif isinstance(action, actions.RetreatBySea):
        by_sea(unfolding, retreat, action.space)
    elif retreat.stage == WALLS:
        unfolding.reach(WAYS)
    else:
        destroy(unfolding, retreat)


def go_back(unfolding: Unfolding, retreat: Retreat, path: tuple[str, ...]) -> None:
    """The army goes its way, losing CU and sweeping along smaller armies of its own (12.4.2, 12.4.5)."""
    game = unfolding.game
    here, lost = retreat.space, 0
    for space in path:
        own = force(unfolding.state, here, retreat.power)
        if own is None or not own.cu:
            break
        unfolding.happen(
            events.ForceMoved(retreat.power, here, space, own.cu, own.leaders, "retreat", "12.4")
        )
        cost = step_losses(game, unfolding.state, retreat, space)
        if cost:
            lose_units(unfolding, retreat.power, space, cost, "12.4.5")
            lost += cost
        here = space
    unfolding.happen(events.Retreated(retreat.power, (retreat.space, *path), lost))
    count_losses(unfolding, retreat, lost)


def count_losses(unfolding: Unfolding, retreat: Retreat, lost: int) -> None:
    """Counts losses on the way for the political consequences (12.5-b)."""
    battle = find(unfolding.state, Battle)
    if lost and retreat.counts and battle is not None:
        unfolding.happen(
            events.LossesCounted("defender" if battle.winner == "attacker" else "attacker", lost)
        )


def by_sea(unfolding: Unfolding, retreat: Retreat, space: str) -> None:
    """The army goes to sea; what the ships cannot carry is lost (12.4.3)."""
    game = unfolding.game
    own = force(unfolding.state, retreat.space, retreat.power)
    assert own is not None
    limit = carried(game, unfolding.state, retreat, space)
    unfolding.begin(
        Voyage(
            retreat.seat,
            retreat.power,
            retreat.space,
            space,
            min(own.cu, limit),
            own.leaders,
            "retreat",
            needs_naval_combat(game, unfolding.state, retreat.power, space),
        )
    )


def destroy(unfolding: Unfolding, retreat: Retreat) -> None:
    """There is nowhere to go: the army is eliminated (12.4.5-c)."""
    own = force(unfolding.state, retreat.space, retreat.power)
    if own is not None and own.cu:
        cu = own.cu
        lose_units(unfolding, retreat.power, retreat.space, cu, "12.4.5")
        count_losses(unfolding, retreat, cu)
        displace_all(unfolding, own.leaders, "12.4.5")
    unfolding.reach(OVER)


def _go_on(unfolding: Unfolding, retreat: Retreat) -> None:
    if retreat.stage == WALLS:
        unfolding.reach(WAYS)
    elif retreat.stage == WAYS and outside(unfolding.state, retreat.space, retreat.power):
        destroy(unfolding, retreat)
    else:
        own = force(unfolding.state, retreat.space, retreat.power)
        if own is not None and own.leaders and not own.cu and retreat.stage != OVER:
            displace_all(unfolding, own.leaders, "12.4")
        unfolding.finish()
        if retreat.end:
            command.ask(unfolding, retreat.power, retreat.end)


def _sea_allowed(_: Game, state: State, event: events.SeaRetreatAllowed) -> State:
    return change_found(state, Retreat, naval=event.cu)


def _retreated(_: Game, state: State, event: events.Retreated) -> State:
    return change_found(state, Retreat, end=event.path[-1])


CHAPTER = Chapter(_go_on, _asks, _options, _refuse, _act)
EVOLVE: dict[type[Event], Evolve] = {
    events.SeaRetreatAllowed: _sea_allowed,
    events.Retreated: _retreated,
}
