"""Where an army may go: costs of movement (9.2), limits of powers and leaders (16.3, 17.1), and where it may stop."""

from __future__ import annotations

from rules.sword_of_rome.forces import enemies_outside, force
from rules.sword_of_rome.game import Game, Refusal
from rules.sword_of_rome.powers import CARTHAGE, GREECE, ROME, VOLSCI, allied, friendly_space
from rules.sword_of_rome.procedures import Activation
from rules.sword_of_rome.state import State, find, pair
from rules.sword_of_rome.tracing import link_for

SEA, ROAD, CLEAR = "sea", "road", "clear"
APPIAN_WAY = "appian-way"
DUOVIRI = "duoviri-navales"


def is_eased(state: State, power: str, terrain: str) -> bool:
    """Whether an event makes this terrain easy for the army on the move (7.1-e)."""
    march = find(state, Activation)
    return march is not None and march.power == power and terrain in march.eased


def on_road(game: Game, state: State, origin: str, space: str) -> bool:
    """Whether the link is a stretch of the Appian Way, and that is built (9.2-c)."""
    if APPIAN_WAY not in state.markers:
        return False
    road = game.road
    return any({road[index], road[index + 1]} == {origin, space} for index in range(len(road) - 1))


def step_link(game: Game, state: State, power: str, origin: str, space: str) -> str:
    """The kind of the step: clear, rough, strait or road; "" if the spaces are not linked that way."""
    if on_road(game, state, origin, space):
        return ROAD
    return link_for(game, power, origin, space)


def step_cost(game: Game, state: State, march: Activation, space: str) -> int:
    """The movement points of a step (9.2): a road that was entered already costs nothing more."""
    link = step_link(game, state, march.power, march.space, space)
    if link == ROAD:
        road = next(iter(game.board.roads.values()))
        return 0 if march.link == ROAD and space != march.origin else road.movement
    if is_eased(state, march.power, link):
        return 1
    return game.board.data.terrain[link].movement


def path_cost(
    game: Game, state: State, power: str, origin: str, space: str, *, road: bool, eased: bool = True
) -> int:
    """The movement points of a step on a way that is looked for.

    `road`: it comes along the Appian Way; `eased`: what an event eases for the army on the move counts.
    """
    link = step_link(game, state, power, origin, space)
    if link == ROAD:
        return 0 if road else next(iter(game.board.roads.values())).movement
    return 1 if eased and is_eased(state, power, link) else game.board.data.terrain[link].movement


# Limits of powers


def refuse_land(game: Game, power: str, space: str, leaders: tuple[str, ...]) -> Refusal | None:
    """Why the power, or one of these leaders, may never be in the space, or None (16.3-a, 17.1)."""
    land = game.spaces[space].land
    if land not in game.powers[power].lands:
        return "16.3", f"{game.title(power)} may not enter {game.title(space)}"
    for leader in leaders:
        lands = game.leaders[leader].lands
        if lands and land not in lands:
            return "17.1", f"{game.title(leader)} never leaves {' and '.join(name.title() for name in lands)}"
    return None


def may_enter(game: Game, state: State, power: str, space: str) -> bool:
    """Whether a non-player power may end a move, intercept or avoid into the space (16.3)."""
    enters = game.powers[power].enters
    return not enters or state.control[space] in enters


def refuse_stop(game: Game, state: State, power: str, space: str, cu: int) -> Refusal | None:
    """Why units of the power may not stop in the space, or None (15.3, 16.3, 9.4-f)."""
    title = game.title(space)
    for each in state.forces.get(space, ()):
        if each.power == power:
            continue
        friendly = allied(game, state, power, each.power)
        if friendly and (each.cu or each.leaders or each.inside or each.shut):
            return (
                "15.3",
                f"{game.title(each.power)} stand in {title}, and different powers do not stop together",
            )
        if not friendly and not cu and (each.leaders or each.cu or each.shut or each.inside):
            return "9.4", f"a leader without CU may not stop among the enemy in {title}"
    if not may_enter(game, state, power, space):
        names = " or ".join(game.title(name) for name in game.powers[power].enters)
        return "16.3", f"{game.title(power)} may stop only where {names} are in control"
    return None


def goes_on(game: Game, state: State, march: Activation, space: str, left: int) -> bool:
    """Whether the army could go on from a space where it may not stop to one where it may."""
    power, cu = march.power, march.cu
    road = march.link == ROAD if space == march.space else on_road(game, state, march.space, space)
    start = (space, road)
    best = {start: left}
    queue = [start]
    while queue:
        here, road = queue.pop()
        for name in game.links[here]:
            rest = best[here, road] - path_cost(game, state, power, here, name, road=road)
            then = (name, on_road(game, state, here, name))
            if rest < 0 or best.get(then, -1) >= rest:
                continue
            if enemies_outside(game, state, name, power):
                continue
            if refuse_passing(game, state, power, here, name, cu) is not None:
                continue
            if refuse_stop(game, state, power, name, cu) is None:
                return True
            best[then] = rest
            queue.append(then)
    return False


def refuse_passing(game: Game, state: State, power: str, origin: str, space: str, cu: int) -> Refusal | None:
    """Why the step itself is barred whatever the movement points, or None."""
    land = game.spaces[space].land
    if land not in game.powers[power].lands:
        return "16.3", f"{game.title(power)} may not enter {game.title(space)}"
    if power == VOLSCI and not may_enter(game, state, power, space):  # 16.3-b
        return "16.3", "Volsci move only to spaces controlled by the Volsci or by Rome"
    link = game.links[origin][space]
    if game.board.data.terrain[link].both_ends and not (  # 9.2-b
        friendly_space(game, state, power, origin) and friendly_space(game, state, power, space)
    ):
        return (
            "9.2",
            f"crossing from {game.title(origin)} to {game.title(space)} needs control of both",
        )
    if not cu and any(
        (each.cu or each.inside) and each.power != power and not allied(game, state, power, each.power)
        for each in state.forces.get(space, ())
    ):
        return "9.4", f"a leader without CU may not enter {game.title(space)}, where enemy CU stand"
    return None


def overruns(game: Game, state: State, power: str, space: str, cu: int) -> bool:
    """Whether so many CU gain an automatic victory over the enemies in the space as they stand now (9.4-c)."""
    hostile = enemies_outside(game, state, space, power)
    smaller = hostile[0].cu if len(hostile) == 1 else cu
    return cu > smaller and game.board.strength(cu, smaller).automatic


def refuse_step(game: Game, state: State, march: Activation, space: str) -> Refusal | None:
    """Why the moving army may not go there next, or None."""
    if space not in game.spaces:
        return "9.2", f"there is no space {space}"
    here, title, power = march.space, game.title(space), march.power
    if space not in game.links[here]:
        if space in game.board.adjacent.get(here, ()):
            return "2.3", f"the link leads from {title} only, never back"
        return "9.2", f"{title} is not next to {game.title(here)}"
    barred = refuse_passing(game, state, power, here, space, march.cu) or (
        refuse_land(game, power, space, (march.leader, *march.followers))
    )
    if barred is not None:
        return barred
    cost = step_cost(game, state, march, space)
    if cost > march.left:
        return "9.2", f"{title} costs {cost} movement points, and {march.left} are left"
    if space == march.flank_of:
        return "9.5.6", "the flanking army stays in the last space before the battle"
    hostile = enemies_outside(game, state, space, power)
    if hostile:
        if not may_enter(game, state, power, space):
            return "16.3", f"{game.title(power)} could not stop in {title}, and enemy CU stand there"
        if march.flank_of and not overruns(game, state, power, space, march.cu):
            return "9.5.6", f"enemy CU stand in {title}: the flanking army could not go on"
        return None
    stop = refuse_stop(game, state, power, space, march.cu)
    if stop is not None and not goes_on(game, state, march, space, march.left - cost):
        return stop
    return None


# By sea


def ports_for(game: Game, state: State, power: str) -> tuple[str, ...]:
    """The ports that the power may use (9.6, 9.6.2)."""
    if power == CARTHAGE:
        return game.board.punic_ports
    landing = game.places.african_landing
    own = force(state, landing, power)
    if power == GREECE and own is not None and own.cu:  # 17.2.1
        return (*game.board.ports, landing)
    return game.board.ports


def sea_limit(game: Game, state: State, march: Activation, space: str) -> int:
    """The CU that the army may carry by sea (9.6.3); -1: it may not sail at all."""
    numbers = game.numbers
    if march.naval:
        return march.naval
    if march.value < numbers.sea_ops:
        return -1
    if march.power == CARTHAGE:
        return numbers.sea_carthage
    if march.power == GREECE:
        if game.places.greek_harbour in (march.space, space):
            return numbers.sea_greece_harbour
        return numbers.sea_greece
    if march.power == ROME:
        if pair(ROME, CARTHAGE) in state.alliances:
            return numbers.sea_rome_allied
        return numbers.sea_rome if DUOVIRI in state.markers else -1
    return -1


def refuse_sailing(game: Game, state: State, march: Activation, space: str) -> Refusal | None:
    """Why the moving army may not sail there, or None (9.6)."""
    if space not in game.spaces:
        return "9.6", f"there is no space {space}"
    title, power = game.title(space), march.power
    if space == march.space:
        return "9.6", f"{march.leader} is in {title} already"
    limit = sea_limit(game, state, march, space)
    if limit < 0:
        return "9.6.3", f"{game.title(power)} cannot sail with this play"
    ports = ports_for(game, state, power)
    if march.space not in ports:
        return "9.6", f"{game.title(march.space)} is no port for {game.title(power)}"
    if space not in ports:
        return "9.6.2", f"{title} is no port for {game.title(power)}"
    if march.left < game.numbers.cost_sea:
        return "9.2", f"a voyage costs {game.numbers.cost_sea} movement points, and {march.left} are left"
    if march.cu > limit:
        return "9.6.3", f"at most {limit} CU go by sea, and {march.cu} are with {game.title(march.leader)}"
    if march.flank_of == space:
        return "9.5.6", "the flanking army stays in the last space before the battle"
    own = force(state, march.space, power)
    if (
        own is not None
        and own.militia
        and game.spaces[space].land != game.spaces[march.space].land
        and march.cu > own.cu + own.inside - own.militia
    ):
        return "17.1", f"the citizen militia of {game.title(march.space)} never leaves Africa"
    barred = refuse_land(game, power, space, (march.leader, *march.followers))
    if barred is not None:
        return barred
    if not march.cu and any(
        (each.cu or each.inside) and each.power != power and not allied(game, state, power, each.power)
        for each in state.forces.get(space, ())
    ):
        return "9.4", f"a leader without CU may not enter {title}, where enemy CU stand"
    hostile = enemies_outside(game, state, space, power)
    if hostile:
        return None if not march.flank_of else ("9.5.6", f"enemy CU stand in {title}")
    stop = refuse_stop(game, state, power, space, march.cu)
    if stop is not None and not goes_on(game, state, march, space, march.left - game.numbers.cost_sea):
        return stop
    return None


def needs_naval_combat(game: Game, state: State, power: str, space: str) -> bool:
    """Whether a voyage there is rolled for (9.6.4)."""
    if power == GREECE and pair(ROME, CARTHAGE) in state.alliances:
        return True
    return power != CARTHAGE and state.control[space] == CARTHAGE and not allied(game, state, power, CARTHAGE)
