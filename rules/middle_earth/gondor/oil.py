"""Cauldrons and oil (GONDOR-8, GONDOR-25, GONDOR-26, GONDOR-47).

Which cauldrons hold oil is a secret of West's until a counter of one is used. A cauldron's hidden content is named by
the hex in which it was filled. West is asked wherever a cauldron with counters could be used, whatever is in it.
"""

from __future__ import annotations

from itertools import combinations

import msgspec

from rules.chance import Chance
from rules.errors import IllegalAction
from rules.middle_earth import events, pieces
from rules.middle_earth.casualties import morale, suffer
from rules.middle_earth.game import Evolve, Game, QuestionRules, unchanged
from rules.middle_earth.gondor.actions import FillCauldrons, Pour, Withhold
from rules.middle_earth.gondor.city import TOWER, WALL, feature
from rules.middle_earth.gondor.engines import LADDER, SIEGE_TOWER, may_assault
from rules.middle_earth.gondor.events import (
    AttackerRepelled,
    CauldronFilled,
    FillingAsked,
    OilOffered,
    OilPoured,
    OilWithheld,
    TowerScorched,
)
from rules.middle_earth.state import Cauldron, Melee, Question, State, changed
from rules.middle_earth.unfolding import Unfolding
from rules.ruleset import Action, Event
from rules.secrecy import UNKNOWN

OIL, DUMMY = "oil", "dummy"
FILLING, POURING = "fill-cauldrons", "oil"


def cauldrons(game: Game) -> tuple[str, ...]:
    """The cauldron markers, in order."""
    return game.markers_of("cauldron")


# GONDOR-8: the secret


def on_set_up(unfolding: Unfolding, seat: str) -> None:
    """Asks West which of its cauldrons hold oil, when all stand."""
    game, state = unfolding.game, unfolding.state
    standing = [name for name in cauldrons(game) if name in state.markers]
    if standing and game.seat_of[standing[0]] == seat and not state.siege.cauldrons and not state.questions:
        unfolding.happen(FillingAsked(seat))


def _filling_options(game: Game, state: State, question: Question) -> tuple[Action, ...]:
    assert game.board.siege is not None
    standing = [name for name in cauldrons(game) if name in state.markers]
    return tuple(FillCauldrons(some) for some in combinations(standing, game.board.siege.oil_cauldrons))


def _fill(unfolding: Unfolding, question: Question, action: Action) -> None:
    game, state = unfolding.game, unfolding.state
    assert game.board.siege is not None
    if not isinstance(action, FillCauldrons) or action not in _filling_options(game, state, question):
        number = game.board.siege.oil_cauldrons
        raise IllegalAction(
            "GONDOR-8", f"{number} of the cauldrons, in their order, are first to be filled with oil"
        )
    for name in cauldrons(game):
        content = OIL if name in action.oil else DUMMY
        unfolding.happen(
            CauldronFilled(
                name, question.seat, state.markers[name].hex, content, game.board.siege.oil_counters
            )
        )


# GONDOR-25: the reaction


def cauldron_in(game: Game, state: State, name: str) -> str:
    """The cauldron with counters in the hex, "" if there is none."""
    for marker, cauldron in sorted(state.siege.cauldrons.items()):
        if cauldron.left and marker in state.markers and state.markers[marker].hex == name:
            return marker
    return ""


def may_pour(game: Game, state: State, name: str) -> bool:
    """Whether oil could be used from the hex now: a cauldron, a steady West unit, no counter used in this phase."""
    if not cauldron_in(game, state, name) or name in state.siege.poured:
        return False
    return any(
        game.role(unit) == "west" and not state.units[unit].disrupted for unit in state.at.get(name, ())
    )


def assault_engines(game: Game, state: State, attacker: str, name: str) -> tuple[str, ...]:
    """The siege tower and ladder by which a unit attacks a hex over an unbreached wall; none for other attacks."""
    here = state.units[attacker].hex
    side = game.board.grid.hexsides.get((here, name), "")
    if feature(game, state, side) not in (WALL, TOWER):
        return ()
    return tuple(
        engine
        for engine, now in sorted(state.engines.items())
        if now.hex == here and now.hexside == side and may_assault(game, state, attacker, engine)
    )


def before_attack(unfolding: Unfolding, attacker: str, defender: str) -> bool:
    """Asks West about oil before an assault on the wall is rolled."""
    game, state = unfolding.game, unfolding.state
    name = state.units[defender].hex
    if game.role(attacker) != "sauron" or attacker in state.siege.asked or not state.siege.cauldrons:
        return False
    if not may_pour(game, state, name) or not assault_engines(game, state, attacker, name):
        return False
    offer(unfolding, attacker, name)
    return True


def offer(unfolding: Unfolding, attacker: str, name: str) -> None:
    """Asks West whether it uses oil from the hex against the attacker."""
    game = unfolding.game
    cauldron = cauldron_in(game, unfolding.state, name)
    unfolding.happen(OilOffered(game.seat_of[cauldron], attacker, cauldron, name))


def _pouring_options(game: Game, state: State, question: Question) -> tuple[Action, ...]:
    return (Pour(), Withhold())


def _pour(unfolding: Unfolding, question: Question, action: Action) -> None:
    attacker = question.subject
    if isinstance(action, Withhold):
        unfolding.happen(OilWithheld(attacker))
        return
    if not isinstance(action, Pour):
        raise IllegalAction("GONDOR-25", "whether oil is used is to be decided first")
    use_oil(unfolding, attacker, question.hex)


def use_oil(unfolding: Unfolding, attacker: str, name: str) -> None:
    """A counter is used: real oil is a casualty without a roll for it, and may burn a siege tower."""
    game, state = unfolding.game, unfolding.state
    marker = cauldron_in(game, state, name)
    cauldron = state.siege.cauldrons[marker]
    real = cauldron.content == OIL
    nerve = morale(game, state, attacker)
    die = unfolding.chance.roll(f"oil:{attacker}", game.seat_of[marker])[0] if real else 0
    result = game.board.result[die, nerve.value] if real else None
    unfolding.happen(
        OilPoured(
            marker,
            name,
            attacker,
            cauldron.content,
            "" if cauldron.open else name,
            nerve.value if real else "",
            die,
            result.text if result is not None else "-",
        )
    )
    engines = assault_engines(game, state, attacker, name)
    if cauldron.left == 1:
        unfolding.happen(events.PieceRemoved(marker, "GONDOR-26"))
    if result is None:
        return
    suffer(unfolding, attacker, result.eliminated, result.flipped, result.retreat)
    repelled = attacker not in unfolding.state.units or any(
        retreat.unit == attacker for retreat in unfolding.state.retreats
    )
    burnt = any(_scorch(unfolding, engine) for engine in engines if state.engines[engine].kind == SIEGE_TOWER)
    if repelled or burnt:
        for engine in engines:
            if engine in unfolding.state.engines and state.engines[engine].kind == LADDER:
                unfolding.happen(events.PieceRemoved(engine, "GONDOR-25"))
        unfolding.happen(AttackerRepelled(attacker))


def _scorch(unfolding: Unfolding, engine: str) -> bool:
    numbers = unfolding.game.board.siege
    assert numbers is not None
    seat = unfolding.game.board.seat_of["west"]
    die = unfolding.chance.roll(f"scorch:{engine}", seat)[0]
    burns = die <= numbers.tower_burns
    unfolding.happen(TowerScorched(engine, die, numbers.tower_burns, burns))
    if burns:
        unfolding.happen(events.PieceRemoved(engine, "GONDOR-25"))
    return burns


# GONDOR-26


def on_entered(unfolding: Unfolding, piece: str, name: str) -> None:
    """A cauldron is lost to a unit of Sauron's that enters its hex."""
    game = unfolding.game
    if game.role(piece) != "sauron":
        return
    for marker in sorted(unfolding.state.siege.cauldrons):
        now = unfolding.state.markers.get(marker)
        if now is not None and now.hex == name:
            unfolding.happen(events.PieceRemoved(marker, "GONDOR-26"))


# GONDOR-47: who knows what


def view(game: Game, state: State, seats: tuple[str, ...]) -> State:
    """The position without the content of the cauldrons that these seats do not know."""
    siege = state.siege
    if not siege.cauldrons or any(game.board.sides[seat].role == "west" for seat in seats):
        return state
    known = {
        name: cauldron if cauldron.open else Cauldron(UNKNOWN, cauldron.left)
        for name, cauldron in siege.cauldrons.items()
    }
    return changed(state, siege=msgspec.structs.replace(siege, cauldrons=siege.cauldrons.update(known)))


def resample(game: Game, state: State, seat: str, chance: Chance) -> State:
    """A full position that contradicts nothing known: as many cauldrons of oil as there can be still."""
    siege = state.siege
    unknown = sorted(name for name, each in siege.cauldrons.items() if each.content == UNKNOWN)
    if not unknown:
        return state
    for name in _drawn(game, state, unknown, chance, seat):
        siege = msgspec.structs.replace(
            siege, cauldrons=siege.cauldrons.set(name, Cauldron(OIL, siege.cauldrons[name].left))
        )
    for name in unknown:
        if siege.cauldrons[name].content == UNKNOWN:
            siege = msgspec.structs.replace(
                siege, cauldrons=siege.cauldrons.set(name, Cauldron(DUMMY, siege.cauldrons[name].left))
            )
    return changed(state, siege=siege)


def _drawn(game: Game, state: State, unknown: list[str], chance: Chance, seat: str) -> list[str]:
    assert game.board.siege is not None
    hidden = [name for name in cauldrons(game) if name not in state.siege.opened]
    left = game.board.siege.oil_cauldrons - sum(
        1 for name in state.siege.opened if state.siege.opened[name] == OIL
    )
    oil: list[str] = []
    while left > 0 and hidden:
        drawn = chance.draw(f"resample:cauldron-{len(oil) + left}", seat, hidden)
        hidden.remove(drawn)
        oil.append(drawn)
        left -= 1
    return [name for name in oil if name in unknown]


# What the events do


def _asked(_: Game, state: State, event: FillingAsked) -> State:
    return changed(state, questions=(*state.questions, Question(FILLING, event.seat, "")))


def _filled(_: Game, state: State, event: CauldronFilled) -> State:
    filled = state.siege.cauldrons.set(event.cauldron, Cauldron(event.content, event.counters))
    questions = tuple(each for each in state.questions if each.kind != FILLING)
    return changed(state, questions=questions, siege=msgspec.structs.replace(state.siege, cauldrons=filled))


def _offered(_: Game, state: State, event: OilOffered) -> State:
    siege = msgspec.structs.replace(state.siege, asked=state.siege.asked | {event.attacker})
    question = Question(POURING, event.seat, event.attacker, event.hex)
    return changed(state, questions=(*state.questions, question), siege=siege)


def _withheld(_: Game, state: State, event: OilWithheld) -> State:
    return changed(state, questions=state.questions[1:])


def _poured(_: Game, state: State, event: OilPoured) -> State:
    siege = state.siege
    left = siege.cauldrons[event.cauldron].left - 1
    siege = msgspec.structs.replace(
        siege,
        cauldrons=siege.cauldrons.set(event.cauldron, Cauldron(event.content, left, True)),
        opened=siege.opened.set(event.cauldron, event.content),
        poured=siege.poured | {event.hex},
    )
    return changed(state, questions=state.questions[1:], siege=siege)


def _repelled(_: Game, state: State, event: AttackerRepelled) -> State:
    melee: Melee | None = state.melee
    if melee is None:
        return state
    left = tuple(each for each in melee.attackers if each != event.attacker)
    return changed(state, melee=msgspec.structs.replace(melee, stage="resolving", attackers=left))


def _removed(game: Game, state: State, event: events.PieceRemoved) -> State:
    """A marker, engine or ladder leaves the map, and what the siege keeps of it."""
    state = pieces.EVOLVE[events.PieceRemoved](game, state, event)
    siege = state.siege
    if event.piece in siege.cauldrons:
        siege = msgspec.structs.replace(siege, cauldrons=siege.cauldrons.delete(event.piece))
    if event.piece in siege.raised:
        siege = msgspec.structs.replace(siege, raised=siege.raised.delete(event.piece))
    return state if siege is state.siege else changed(state, siege=siege)


QUESTIONS = {
    FILLING: QuestionRules(
        title="which cauldrons hold oil, in secret", options=_filling_options, answer=_fill
    ),
    POURING: QuestionRules(title="whether oil is used", options=_pouring_options, answer=_pour),
}

EVOLVE: dict[type[Event], Evolve] = {
    FillingAsked: _asked,
    CauldronFilled: _filled,
    OilOffered: _offered,
    OilWithheld: _withheld,
    OilPoured: _poured,
    TowerScorched: unchanged,
    AttackerRepelled: _repelled,
    events.PieceRemoved: _removed,
}
