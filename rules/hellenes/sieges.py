"""7 and 8: sieges that begin and end by themselves, attrition, assault and capture."""

from __future__ import annotations

import operator

from rules.errors import IllegalAction
from rules.hellenes import actions as a
from rules.hellenes import events as e
from rules.hellenes.battles import truce
from rules.hellenes.casualties import lose_step
from rules.hellenes.game import OTHER, PERSIA, SEATS, Game
from rules.hellenes.olympians import roll
from rules.hellenes.state import Assault, Attrition, Pending, State
from rules.hellenes.unfolding import Unfolding
from rules.hellenes.where import besieger, leader, leads, outside, own_at, under_peace
from rules.ruleset import Action

GARRISON = "garrison"

# 7.1, 7.2, 7.5: what begins and ends


def settle(u: Unfolding) -> bool:
    """Begins and ends sieges as units stand; False where nothing changes, or where one is to choose (2.5)."""
    game, state = u.game, u.state
    now = (state.field, state.walled, state.control, state.sieges, state.garrisons, state.at_war, state.gela)
    before = game.remembered.get("settled")
    if before is not None and all(map(operator.is_, before, now)):
        return False  # nothing has moved since nothing was due
    if _change(u):
        return True
    game.remembered["settled"] = now
    return False


def _change(u: Unfolding) -> bool:
    game, state = u.game, u.state
    for place in sorted(state.sieges):
        holder = state.control.get(place, "")
        if not any(outside(game, state, side, place) for side in SEATS if side != holder):
            u.happen(e.SiegeEnded(place, holder))
            return True
    if "gela" in game.provinces and state.at_war and not state.gela:
        for place in sorted(state.sieges & game.sicily):
            if besieger(game, state, place) == "athens" and game.provinces[place].loyalty == "sparta":
                u.happen(e.GelaJoined())
                return True
    place = lacking(game, state)
    if not place:
        return False
    holder = state.control.get(place, "")
    if holder and state.garrisons.get(holder, 0) <= 0:
        gods = given(state, holder)
        if len(gods) > 1:
            return False  # 2.5: its owner chooses from which Olympian
        if gods:
            u.happen(e.SacrificeLost(holder, gods[0]))
    u.happen(e.SiegeBegan(place, holder))
    return True


def lacking(game: Game, state: State) -> str:
    """The first city that is besieged and has no siege yet (7.2), or nothing."""
    control, sieges, provinces, where = state.control, state.sieges, game.provinces, game.where
    first = ""
    for key in state.field:
        side, place = where[key]
        if (first and place >= first) or place in sieges or control.get(place) == side:
            continue
        if place in provinces and provinces[place].city and _is_besieged(game, state, place):
            first = place
    return first


def _is_besieged(game: Game, state: State, place: str) -> bool:
    if place == "gela" and not state.gela:
        return False  # 15.2-c: its forces stay in the city
    holder = state.control.get(place, "")
    here = [side for side in SEATS if outside(game, state, side, place)]
    if not holder:
        return len(here) == 1 and not (place in PERSIA and here == ["sparta"])
    return OTHER[holder] in here and (holder not in here or state.walled.get(place, 0) > 0)


def given(state: State, side: str) -> list[str]:
    """The Olympians that hold a garrison block of a side."""
    return sorted(each.partition("/")[2] for each in state.sacrifices if each.startswith(f"{side}/"))


def garrison_seat(game: Game, state: State) -> str:
    """Who must take a garrison block off an Olympian for a siege, if somebody must choose (2.5)."""
    if any(isinstance(each, Assault) for each in state.stack):
        return ""
    place = lacking(game, state)
    holder = state.control.get(place, "") if place else ""
    if holder and state.garrisons.get(holder, 0) <= 0 and len(given(state, holder)) > 1:
        return holder
    return ""


# 8.1: the besieger's choice


def siege_places(game: Game, state: State, side: str) -> list[str]:
    """The established sieges at which a side may still make siege combat (7.2, 8.1)."""
    return sorted(
        place
        for place in state.established & state.sieges
        if besieger(game, state, place) == side
        and f"siege/{place}" not in state.done
        and state.control.get(place) != side
        and not under_peace(state, game, place)
        and not truce(state, side, place)
        and f"earthquake/{game.provinces[place].nation}" not in state.effects
    )


def siege_step(u: Unfolding, side: str) -> bool:
    """Ends the step where no siege is left; else the besieger chooses."""
    if siege_places(u.game, u.state, side):
        return False
    u.finish_step()
    return True


def siege_options(game: Game, state: State, side: str) -> tuple[Action, ...]:
    """Attrition, assault or nothing at the next established siege (8.1)."""
    place = siege_places(game, state, side)[0]
    options: list[Action] = [a.Starve(place)]
    if f"circumvallation/{side}" in state.effects:
        options.append(a.Starve(place, True))
    traitor = betrayer(game, state, side, place)
    if traitor:
        options.append(a.Choose(traitor))
    if any(name not in state.initiated for name in own_at(game, state, side, place, inside=False)):
        options.append(a.Storm(place))
    return (*options, a.Decline())


def betrayer(game: Game, state: State, side: str, place: str) -> str:
    """Brasidas, while he leads Sparta at the siege of a city in Thrace not yet betrayed (card 35); or nothing."""
    if not leads(game, state, side, "Brasidas"):
        return ""
    if game.provinces[place].revolt_region != "thrace" or f"treachery/{place}" in state.effects:
        return ""
    return leader(game, state, side)


def besiege(u: Unfolding, side: str, action: Action) -> None:
    """The besieger's choice. Raises IllegalAction."""
    place = siege_places(u.game, u.state, side)[0]
    if action not in siege_options(u.game, u.state, side):
        if isinstance(action, a.Starve | a.Storm) and action.place not in u.state.established:
            raise IllegalAction("7.2", "siege combat is made where the siege stood when the season began")
        raise IllegalAction("8.1", f"the besieger starves or storms {place} now, or does nothing there")
    match action:
        case a.Starve(_, tight):
            u.happen(e.AttritionBegan(place, side, tight))
        case a.Storm():
            u.happen(e.AssaultPrepared(place, side))
        case a.Choose(card):
            u.happen(e.EffectBegan(f"treachery/{place}"))
            u.happen(e.CardLeaves(card))
        case _:
            u.happen(e.SiegeSettled(place))


# 8.2: attrition


def besieged_steps(game: Game, state: State, place: str) -> dict[str, int]:
    """The steps of the besieged blocks that are known, the garrison with them."""
    holder = state.control.get(place, "")
    found = {}
    if holder:
        found = {name: state.blocks[name].steps for name in own_at(game, state, holder, place, inside=True)}
    if place not in state.fallen:
        found[GARRISON] = 1
    return found


def besieged_count(state: State, place: str) -> int:
    """How many blocks are besieged, garrison included, as everybody sees."""
    return state.walled.get(place, 0) + (place not in state.fallen)


def attrition_goes_on(u: Unfolding, attrition: Attrition) -> bool:
    """Rolls, takes steps one by one, and settles what is left; False where the owner chooses."""
    place = attrition.place
    if not attrition.rolled:
        roll(u, "attrition", "athena", attrition.side, besieged_count(u.state, place), place)
        return True
    if attrition.left and besieged_count(u.state, place):
        return next_step(u, place, attrition.left)
    if attrition.tight:
        u.happen(e.EffectEnded(f"circumvallation/{attrition.side}"))
    u.happen(e.ProcedureEnded())
    u.happen(e.SiegeSettled(place))
    capture(u, place, attrition.side, stormed=False)
    return True


def starved(u: Unfolding, pending: Pending) -> None:
    """The dice of an attrition are used (8.2, 9.4-c)."""
    attrition = u.state.stack[-1]
    assert isinstance(attrition, Attrition)
    heavy = u.state.season == "winter" or attrition.tight
    most = u.game.numbers["winter-attrition" if heavy else "attrition"]
    u.happen(e.StepTaken(sum(1 for die in pending.dice if die <= most)))


def next_step(u: Unfolding, place: str, left: int) -> bool:
    """Takes a step from the largest besieged block; where there are several its owner says which (8.2)."""
    if besieged_count(u.state, place) > 1:
        return False
    (name,) = besieged_steps(u.game, u.state, place)
    take_step(u, place, name, left)
    return True


def suffer_options(game: Game, state: State, place: str) -> tuple[a.Suffer, ...]:
    """The largest besieged blocks, of which one loses the step."""
    steps = besieged_steps(game, state, place)
    most = max(steps.values(), default=0)
    return tuple(a.Suffer(name) for name in sorted(steps) if steps[name] == most)


def take_step(u: Unfolding, place: str, name: str, left: int) -> None:
    """A besieged block, or the garrison, loses a step."""
    u.happen(e.StepTaken(left - 1))
    if name == GARRISON:
        u.happen(e.GarrisonFell(place))
    else:
        lose_step(u, name, "siege")


def suffer(u: Unfolding, action: Action) -> None:
    """The owner says who takes the step. Raises IllegalAction."""
    procedure = u.state.stack[-1]
    assert isinstance(procedure, Attrition | Assault)
    if not isinstance(action, a.Suffer) or action not in suffer_options(u.game, u.state, procedure.place):
        raise IllegalAction("8.2", "the largest besieged block loses the step")
    left = procedure.left if isinstance(procedure, Attrition) else procedure.steps
    take_step(u, procedure.place, action.block, left)


# 8.5, 8.6: capture


def capture(u: Unfolding, place: str, side: str, *, stormed: bool) -> None:
    """The city falls when nobody is left within (8.5)."""
    game, state = u.game, u.state
    if besieged_count(state, place):
        return
    barbarian = not any(game.blocks[name].greek for name in own_at(game, state, side, place, inside=False))
    u.happen(e.SiegeEnded(place, state.control.get(place, "")))
    u.happen(e.ControlChanged(place, side, "assault" if stormed else "attrition", barbarian))
    if stormed:
        u.gain(side, 1, "assault")
