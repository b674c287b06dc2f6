"""Africa (17): Carthago, Hamilcar's return, the fall of Carthage, and the Greek army's way home."""

from __future__ import annotations

from collections.abc import Iterator

from rules.ruleset import Action, Event
from rules.sword_of_rome import actions, events
from rules.sword_of_rome.alliances import PUNIC_TREATY, end
from rules.sword_of_rome.chapter import Chapter, Decision
from rules.sword_of_rome.control import controlled, is_plain, is_walled, take_control
from rules.sword_of_rome.forces import enemies_outside, force, of_power
from rules.sword_of_rome.game import Evolve, Game, Refusal
from rules.sword_of_rome.leaders import displace_all
from rules.sword_of_rome.powers import CARTHAGE, GREECE, ROME, decider
from rules.sword_of_rome.procedures import Homecoming, Voyage
from rules.sword_of_rome.state import GONE, Force, State, changed
from rules.sword_of_rome.tracing import reinforcement_spaces
from rules.sword_of_rome.unfolding import Unfolding

HAMILCAR = "hamilcar"


def ends_carthage(game: Game, space: str, loser: str) -> bool:
    """Whether Carthage has been beaten in Carthago (17.2.2)."""
    return loser == CARTHAGE and space == game.places.punic_capital


def call_hamilcar_home(unfolding: Unfolding, space: str, winner: str) -> None:
    """When the Greeks win in Kerkouane he comes to Carthago with all CU with him, if he can (17.2.1-b)."""
    game, state = unfolding.game, unfolding.state
    if winner != GREECE or space != game.places.african_landing:
        return
    place = state.leaders.get(HAMILCAR, "")
    own = force(state, place, CARTHAGE)
    if own is None or HAMILCAR not in own.leaders or game.spaces[place].land == "africa":
        return
    unfolding.begin(
        Voyage(
            decider(game, state, CARTHAGE),
            CARTHAGE,
            place,
            game.places.punic_capital,
            own.cu,
            own.leaders,
            "return-to-africa",
        )
    )


def end_carthage(unfolding: Unfolding) -> None:
    """Carthage is out of the game, and what it held outside Africa is Greek (17.2.2-b)."""
    game = unfolding.game
    unfolding.happen(events.CarthageBeaten())
    if PUNIC_TREATY in unfolding.state.alliances:
        end(unfolding, ROME, CARTHAGE, "17.2.2")
    for marker in ("punic-envoys", "rome-carthage-alliance"):
        if marker in unfolding.state.markers:
            unfolding.happen(events.MarkerRemoved(marker))
    for space, own in list(of_power(unfolding.state, CARTHAGE)):
        for leader in (*own.leaders, *own.shut):
            unfolding.happen(events.LeaderGone(leader, GONE, "17.2.2"))
        if own.cu + own.inside:
            unfolding.happen(
                events.UnitsLost(CARTHAGE, space, own.cu + own.inside, "17.2.2", own.inside, own.militia)
            )
    for leader in sorted(game.leaders):
        if game.leaders[leader].power == CARTHAGE and unfolding.state.leaders.get(leader) != GONE:
            unfolding.happen(events.LeaderGone(leader, GONE, "17.2.2"))
    for space in controlled(unfolding.state, CARTHAGE):
        state = unfolding.state
        if game.spaces[space].land != "africa" and (is_walled(state, space) or is_plain(game, state, space)):
            take_control(unfolding, space, GREECE, "17.2.2")
    if not _left_in_africa(game, unfolding.state):
        return
    if home_ports(game, unfolding.state):
        unfolding.begin(Homecoming(game.seat_of[GREECE]))
        return
    for space, own in _left_in_africa(game, unfolding.state):
        if own.cu + own.inside:
            unfolding.happen(events.UnitsLost(GREECE, space, own.cu + own.inside, "17.2.2", own.inside))
        displace_all(unfolding, (*own.leaders, *own.shut), "17.2.2")


def _left_in_africa(game: Game, state: State) -> list[tuple[str, Force]]:
    return [(space, own) for space, own in of_power(state, GREECE) if game.spaces[space].land == "africa"]


# The way home


def _asks(game: Game, state: State, homecoming: Homecoming) -> Decision | None:
    return Decision(homecoming.seat, "come-home", GREECE) if _left_in_africa(game, state) else None


def _options(game: Game, state: State, homecoming: Homecoming, now: Decision) -> Iterator[Action]:
    left = _left_in_africa(game, state)
    for space in home_ports(game, state):
        if any(own.cu + own.inside for _, own in left):
            yield actions.Place(GREECE, space)
        for _, own in left:
            for leader in (*own.leaders, *own.shut):
                yield actions.PlaceLeader(leader, space)


def _refuse(
    game: Game, state: State, homecoming: Homecoming, now: Decision, action: Action
) -> Refusal | None:
    if action in _options(game, state, homecoming, now):
        return None
    return "17.2.2", "the Greek army in Africa comes home to reinforcement spaces without enemy CU"


def _act(unfolding: Unfolding, homecoming: Homecoming, now: Decision, action: Action) -> None:
    state = unfolding.state
    for space, own in _left_in_africa(unfolding.game, state):
        if isinstance(action, actions.Place) and own.cu + own.inside:
            unfolding.happen(events.ForceMoved(GREECE, space, action.space, 1, (), "come-home", "17.2.2"))
            return
        if isinstance(action, actions.PlaceLeader) and action.leader in (*own.leaders, *own.shut):
            unfolding.happen(
                events.ForceMoved(GREECE, space, action.space, 0, (action.leader,), "come-home", "17.2.2")
            )
            return


def _go_on(unfolding: Unfolding, homecoming: Homecoming) -> None:
    unfolding.finish()


def home_ports(game: Game, state: State) -> tuple[str, ...]:
    """The Greek reinforcement spaces without enemy CU (17.2.2-c)."""
    return tuple(
        name
        for name in reinforcement_spaces(game, state, GREECE)
        if not enemies_outside(game, state, name, GREECE)
    )


def _beaten(_: Game, state: State, event: events.CarthageBeaten) -> State:
    return changed(state, carthage_beaten=True)


HOMECOMING = Chapter(_go_on, _asks, _options, _refuse, _act)
EVOLVE: dict[type[Event], Evolve] = {events.CarthageBeaten: _beaten}
