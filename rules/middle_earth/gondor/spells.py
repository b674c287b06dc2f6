"""The spells of Gandalf and of the Lord of the Nazgul (GONDOR-31 to GONDOR-37, GONDOR-46, GONDOR-48)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from rules.errors import IllegalAction
from rules.middle_earth.events import MarkerPlaced, Modifier, PieceRemoved, SpellTookHold
from rules.middle_earth.game import Evolve, Game, Refusal, SpellRules
from rules.middle_earth.gondor.actions import RallyToBanner
from rules.middle_earth.gondor.engines import DREADED
from rules.middle_earth.gondor.events import BannerRaised, GrondActivated, RalliedToBanner, SpellEnded
from rules.middle_earth.paths import hex_of
from rules.middle_earth.pieces import changed_unit
from rules.middle_earth.rally import refuse_rallying
from rules.middle_earth.state import State, changed, members, with_unit
from rules.middle_earth.unfolding import Unfolding
from rules.parts.hexes import distance
from rules.ruleset import Action, Event

BREAK_DARKNESS, STALEMATE, REVEAL = "break-darkness", "stalemate-nazgul", "reveal-aragorn"
FEAR, FREEZE, ACTIVATE = "fear", "freeze-leader", "activate-grond"
NAZGUL, ARAGORN, EOWYN = "lord-of-the-nazgul", "aragorn", "eowyn"
BANNER, GROND = "royal-banner", "grond"
STRONG = "strong"


def in_force(state: State, spell: str) -> bool:
    """Whether the spell works now (GONDOR-46)."""
    return any(each.spell == spell for each in state.in_force)


def frozen(state: State, leader: str) -> bool:
    """Whether Freeze Leader holds the leader (GONDOR-36)."""
    return any(each.spell == FREEZE and each.target == leader for each in state.in_force)


def is_afraid(game: Game, state: State, name: str) -> bool:
    """Whether Fear reaches the hex: from the Lord of the Nazgul, or from where he fell (GONDOR-35, GONDOR-46)."""
    if not in_force(state, FEAR):
        return False
    nazgul = state.leaders.get(game.counter(NAZGUL))
    centres = [nazgul.hex] if nazgul is not None else [each.target for each in state.in_force if each.target]
    reach = game.board.spells[FEAR].numbers["reach"]
    return any(distance(centre, name) <= reach for centre in centres if centre in game.board.grid)


def banner_hex(game: Game, state: State) -> str:
    """Where the royal banner stands, "" if it does not (GONDOR-34)."""
    banner = state.markers.get(game.counter(BANNER))
    return hex_of(state, banner.bearer) if banner is not None else ""


# What the spells change


def attack_modifiers(game: Game, state: State, attacker: str, place: str, kind: str) -> tuple[Modifier, ...]:
    """Letters by Break Darkness and Fear, and by the dread of a Mumak (GONDOR-32, GONDOR-35, GONDOR-43)."""
    found = []
    sauron = game.board.sides[game.seat_of[attacker]].role == "sauron"
    if state.in_force:
        if sauron and in_force(state, BREAK_DARKNESS):
            spell = game.board.spells[BREAK_DARKNESS]
            found.append(Modifier(-spell.numbers["letters"], "the darkness is broken", spell.rule))
        if not sauron and is_afraid(game, state, hex_of(state, attacker)):
            spell = game.board.spells[FEAR]
            found.append(Modifier(-spell.numbers["letters"], "fear", spell.rule))
    unit = game.board.units.get(attacker)
    on_horse = kind == "melee" and unit is not None and unit.arm == "cavalry"
    if on_horse and any(DREADED in game.board.units[each].traits for each in state.at.get(place, ())):
        assert game.board.siege is not None
        found.append(Modifier(-game.board.siege.mumak_letters, "cavalry against a Mumak", "GONDOR-43"))
    return tuple(found)


def morale_modifiers(game: Game, state: State, unit: str) -> tuple[Modifier, ...]:
    """Morale of West units by Fear (GONDOR-35)."""
    if state.in_force and game.role(unit) == "west" and is_afraid(game, state, state.units[unit].hex):
        spell = game.board.spells[FEAR]
        return (Modifier(-spell.numbers["classes"], "fear", spell.rule),)
    return ()


def spell_modifiers(game: Game, state: State, caster: str, spell: str) -> tuple[Modifier, ...]:
    """The banner helps to break the darkness (GONDOR-32)."""
    if spell == BREAK_DARKNESS and banner_hex(game, state):
        card = game.board.spells[spell]
        return (Modifier(card.numbers["banner"], "the royal banner", card.rule),)
    return ()


def duel_modifiers(game: Game, state: State, attacker: str, defender: str) -> tuple[Modifier, ...]:
    """Eowyn against the Lord of the Nazgul (GONDOR-41)."""
    pair = (game.counter(EOWYN), game.counter(NAZGUL))
    if (
        (attacker, defender) != pair
        or game.options.get("eowyn", STRONG) != STRONG
        or game.board.siege is None
    ):
        return ()
    return (Modifier(game.board.siege.eowyn_bonus, "Eowyn against the Nazgul", "GONDOR-41"),)


def _is_stalemated(game: Game, state: State, leader: str) -> bool:
    return leader == game.counter(NAZGUL) and in_force(state, STALEMATE)


def _held(game: Game, state: State, piece: str) -> Refusal | None:
    """Why the leader is held by a spell, or None (GONDOR-33, GONDOR-36)."""
    if not state.in_force or piece in game.board.units:
        return None
    if frozen(state, piece):
        return "GONDOR-36", f"{game.title(piece)} is frozen until the end of the turn"
    if _is_stalemated(game, state, piece):
        return "GONDOR-33", f"{game.title(piece)} is held until the end of the turn"
    return None


def forbids_march(game: Game, state: State, piece: str) -> Refusal | None:
    """A leader who is held may not move."""
    return _held(game, state, piece)


def forbids_duel(game: Game, state: State, leader: str) -> Refusal | None:
    """A leader who is held starts no leader combat."""
    return _held(game, state, leader)


def forbids_casting(game: Game, state: State, caster: str) -> Refusal | None:
    """A leader who is held casts nothing; nor does the Lord of the Nazgul once Aragorn is revealed (GONDOR-34)."""
    if caster == game.counter(NAZGUL) and REVEAL in state.used:
        return "GONDOR-34", f"{game.title(caster)} may cast no more since the royal banner was raised"
    return _held(game, state, caster)


def forbids_rally(game: Game, state: State, leader: str) -> Refusal | None:
    """Who may rally nobody this turn (GONDOR-32, GONDOR-33, GONDOR-35, GONDOR-36)."""
    if not state.in_force:
        return None
    if game.role(leader) == "sauron":
        if in_force(state, BREAK_DARKNESS):
            return "GONDOR-32", "the darkness is broken, and Sauron’s leaders rally nobody this turn"
    elif is_afraid(game, state, state.leaders[leader].hex):
        return "GONDOR-35", f"{game.title(leader)} is under the spell of Fear and rallies nobody"
    return _held(game, state, leader)


def forbids_rally_of(game: Game, state: State, leader: str, unit: str) -> Refusal | None:
    """No unit of Sauron's rallies near the royal banner (GONDOR-34)."""
    if game.role(leader) != "sauron":
        return None
    place = banner_hex(game, state)
    radius = game.board.spells[REVEAL].numbers["radius"] if place else 0
    if place and distance(place, state.units[unit].hex) <= radius:
        return "GONDOR-34", f"{game.title(unit)} is within {radius} hexes of the royal banner"
    return None


def forbids_forming(game: Game, state: State, leader: str) -> Refusal | None:
    """No formation under Fear or Freeze Leader (8.47)."""
    if frozen(state, leader):
        return "8.47", f"{game.title(leader)} is frozen and takes no formation"
    if state.in_force and game.role(leader) == "west" and is_afraid(game, state, state.leaders[leader].hex):
        return "8.47", f"{game.title(leader)} is under the spell of Fear and takes no formation"
    return None


# The spells


def _nothing_named(game: Game, state: State, caster: str) -> Iterable[str]:
    return ("",)


def _took_hold(spell: str):  # type: ignore[no-untyped-def]
    def works(unfolding: Unfolding, caster: str, target: str) -> None:
        unfolding.happen(SpellTookHold(spell, target))

    return works


def _stalemate_works(unfolding: Unfolding, caster: str, target: str) -> None:
    for spell in (FEAR, FREEZE):
        if in_force(unfolding.state, spell):
            unfolding.happen(SpellEnded(spell))
    unfolding.happen(SpellTookHold(STALEMATE))


def _leaders_in_reach(game: Game, state: State, caster: str) -> Iterable[str]:
    reach = game.board.spells[FREEZE].numbers["reach"]
    here = state.leaders[caster].hex
    return tuple(
        leader
        for leader in game.leaders_of[game.enemy[game.seat_of[caster]]]
        if leader in state.leaders and distance(here, state.leaders[leader].hex) <= reach
    )


def _freeze_forbidden(game: Game, state: State, caster: str) -> Refusal | None:
    if _leaders_in_reach(game, state, caster):
        return None
    reach = game.board.spells[FREEZE].numbers["reach"]
    return "GONDOR-36", f"no leader of West’s is within {reach} hexes of {game.title(caster)}"


def _grond_forbidden(game: Game, state: State, caster: str) -> Refusal | None:
    grond = hex_of(state, game.counter(GROND))
    reach = game.board.spells[ACTIVATE].numbers["reach"]
    if grond and distance(grond, state.leaders[caster].hex) <= reach:
        return None
    return "GONDOR-37", f"{game.title(caster)} must be within {reach} hexes of Grond"


def _grond_works(unfolding: Unfolding, caster: str, target: str) -> None:
    unfolding.happen(GrondActivated())


def _reveal_works(unfolding: Unfolding, caster: str, target: str) -> None:
    game = unfolding.game
    leader = game.counter(ARAGORN)
    until = unfolding.state.turn + game.board.spells[REVEAL].numbers["turns"] - 1
    unfolding.happen(BannerRaised(leader, until))
    unfolding.happen(MarkerPlaced(game.counter(BANNER), bearer=leader))


SPELLS = {
    BREAK_DARKNESS: SpellRules(targets=_nothing_named, works=_took_hold(BREAK_DARKNESS)),
    STALEMATE: SpellRules(targets=_nothing_named, works=_stalemate_works),
    REVEAL: SpellRules(targets=_nothing_named, works=_reveal_works),
    FEAR: SpellRules(targets=_nothing_named, works=_took_hold(FEAR)),
    FREEZE: SpellRules(targets=_leaders_in_reach, works=_took_hold(FREEZE), forbidden=_freeze_forbidden),
    ACTIVATE: SpellRules(targets=_nothing_named, works=_grond_works, forbidden=_grond_forbidden),
}


def on_killed(unfolding: Unfolding, leader: str, name: str) -> None:
    """The banner falls with Aragorn (GONDOR-48); Fear stays where its caster fell (GONDOR-46)."""
    game, state = unfolding.game, unfolding.state
    banner = game.counter(BANNER)
    if banner in state.markers and state.markers[banner].bearer == leader:
        unfolding.happen(PieceRemoved(banner, "GONDOR-48"))
    if leader == game.counter(NAZGUL) and in_force(state, FEAR):
        unfolding.happen(SpellTookHold(FEAR, name))


# GONDOR-34: rallying to the banner


def refuse_banner_rally(game: Game, state: State, unit: str) -> Refusal | None:
    """Why the unit may not rally to the banner now, or None."""
    title = game.title(unit)
    if unit not in state.units or game.role(unit) != "west" or game.seat_of[unit] != state.seat:
        return "GONDOR-34", f"{title} is no unit of West’s that could rally now"
    place = banner_hex(game, state)
    if not place or state.turn > state.siege.banner_until:
        return "GONDOR-34", "no unit rallies to the royal banner this turn"
    numbers = game.board.spells[REVEAL].numbers
    if len(state.siege.bannered) >= numbers["units"]:
        return "GONDOR-34", f"{numbers['units']} units have rallied to the banner this turn"
    past = refuse_rallying(game, state, unit, "GONDOR-34")
    if past is not None:
        return past
    if distance(place, state.units[unit].hex) > numbers["radius"]:
        return "GONDOR-34", f"{title} is more than {numbers['radius']} hexes from the royal banner"
    return None


def banner_options(game: Game, state: State) -> tuple[Action, ...]:
    """The units that may rally to the banner."""
    if not state.siege.banner_until:
        return ()
    return tuple(
        RallyToBanner(unit)
        for unit in game.units_of[state.seat]
        if unit in state.units
        and state.units[unit].disrupted
        and refuse_banner_rally(game, state, unit) is None
    )


def rally_to_banner(unfolding: Unfolding, seat: str, action: RallyToBanner) -> None:
    """A unit rallies without a roll."""
    refused = refuse_banner_rally(unfolding.game, unfolding.state, action.unit)
    if refused is not None:
        raise IllegalAction(*refused)
    unfolding.happen(RalliedToBanner(action.unit))


# What the events do


def _ended(_: Game, state: State, event: SpellEnded) -> State:
    return changed(state, in_force=tuple(each for each in state.in_force if each.spell != event.spell))


def _raised(_: Game, state: State, event: BannerRaised) -> State:
    return changed(state, siege=msgspec.structs.replace(state.siege, banner_until=event.until))


def _rallied(game: Game, state: State, event: RalliedToBanner) -> State:
    for unit in members(state, event.unit):
        now = changed_unit(state.units[unit], disrupted=False)
        state = with_unit(state, game.seat_of[unit], unit, now)
    siege = msgspec.structs.replace(state.siege, bannered=state.siege.bannered | {event.unit})
    return changed(state, siege=siege)


EVOLVE: dict[type[Event], Evolve] = {
    SpellEnded: _ended,
    BannerRaised: _raised,
    RalliedToBanner: _rallied,
}
