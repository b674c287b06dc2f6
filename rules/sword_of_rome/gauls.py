"""What only Gauls do (14): raids, looting, cohesion."""

from __future__ import annotations

from collections.abc import Iterator

from rules.sword_of_rome import actions, events
from rules.sword_of_rome.control import homes, is_plain, raids, take_control
from rules.sword_of_rome.forces import enemies_outside
from rules.sword_of_rome.game import Game, Refusal
from rules.sword_of_rome.plunder import take_plunder
from rules.sword_of_rome.powers import GAULS, allied
from rules.sword_of_rome.procedures import Activation
from rules.sword_of_rome.state import INDEPENDENT, State
from rules.sword_of_rome.unfolding import Unfolding
from rules.sword_of_rome.ways import goes_on, refuse_stop

# 14.2: raids


def refuse_raid(game: Game, state: State, march: Activation) -> Refusal | None:
    """Why the moving army may not raid where it stands, or None."""
    space = march.space
    title, holder = game.title(space), state.control[space]
    if not raids(game, march.power):
        return "14.2", f"{game.title(march.power)} do not raid"
    if not march.cu:
        return "14.2", "a leader without CU raids nothing"
    if march.left < game.numbers.cost_raid:
        return "14.2", "no movement point is left for a raid"
    if holder == INDEPENDENT:
        return "14.2", f"{title} is independent, and independent spaces are not raided"
    if not is_plain(game, state, space):
        return "14.2", f"{title} has no PC: cities and tribes are not raided"
    if holder == march.power:
        return "14.2", f"{title} is your own"
    if allied(game, state, march.power, holder):
        return "15.2", f"{title} belongs to an ally"
    stop = refuse_stop(game, state, march.power, space, march.cu) if march.origin else None
    if stop is not None and not goes_on(game, state, march, space, march.left - game.numbers.cost_raid):
        return stop[0], f"{stop[1]}: after a raid there is no movement point left to go on"  # 16.3-c
    return None


# 14.4: looting


def may_loot(game: Game, state: State, power: str, space: str) -> bool:
    """Whether the besieger may loot the city that has fallen: Gauls, and no independent city."""
    return raids(game, power) and space in state.loyalty and state.control[space] != INDEPENDENT


def loot(unfolding: Unfolding, power: str, space: str) -> None:
    """The city becomes independent, and the plunder goes on the track."""
    unfolding.happen(events.CityLooted(space, power))
    take_control(unfolding, space, INDEPENDENT, "14.4")
    take_plunder(unfolding, power, unfolding.game.numbers.loot_plunder, "14.4")


# 14.6: cohesion


def refuse_cohesion(game: Game, state: State, seat: str, space: str) -> Refusal | None:
    """Why no plunder marker can be spent on the space, or None."""
    if game.seat_of.get(GAULS) != seat:
        return "14.6", "only the Gauls spend plunder markers on their home spaces"
    if space not in game.spaces or game.spaces[space].home != GAULS:
        return "14.6", f"{game.title(space)} is no Gallic home space"
    if state.plunder <= 0:
        return "14.6", "there is no Gallic plunder marker on the track"
    holder = state.control[space]
    if holder == GAULS:
        return "14.6", f"{game.title(space)} is Gallic already"
    if not is_plain(game, state, space):
        return "14.6", f"{game.title(space)} has no PC marker"
    if holder != INDEPENDENT and allied(game, state, GAULS, holder):
        return "15.2", f"{game.title(space)} belongs to an ally"
    if enemies_outside(game, state, space, GAULS):
        return "14.6", f"enemy CU stand in {game.title(space)}"
    return None


def cohesion_options(game: Game, state: State, seat: str) -> Iterator[actions.Restore]:
    """The home spaces on which a plunder marker may be spent."""
    if state.plunder <= 0 or game.seat_of.get(GAULS) != seat:
        return
    for space in homes(game, GAULS):
        if state.control[space] != GAULS and refuse_cohesion(game, state, seat, space) is None:
            yield actions.Restore(space)


def restore_home(unfolding: Unfolding, space: str) -> None:
    """A plunder marker comes off the track, and a home space is Gallic again."""
    unfolding.happen(events.PlunderChanged(GAULS, -1, unfolding.state.plunder - 1, "14.6"))
    take_control(unfolding, space, GAULS, "14.6")
