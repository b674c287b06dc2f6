"""One line for each event of the standard rules, with the rule's number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.middle_earth import events
from rules.middle_earth.game import Game, Telling
from rules.middle_earth.paths import face
from rules.middle_earth.points import items
from rules.middle_earth.points import told as victory_items
from rules.middle_earth.state import State, lead_of, members
from rules.middle_earth.wording import (
    changes,
    hexes,
    magic_points,
    named,
    phase_title,
    points,
    reckoned,
    region_within,
    result_in_words,
    signed,
    span,
    with_leaders,
)
from rules.ruleset import Event
from rules.wording import capital, listed


def _strength(game: Game, state: State, event: events.AttackResolved) -> str:
    """The attacker's letter with what changed it; of a fanatic, why it is one."""
    if event.letter == "fanatic":
        return f"fanatic{' at night 10.0' if game.role(event.attacker) == 'sauron' else ' 9.33'}"
    fires = event.kind != "melee"
    letter = "e" if fires and event.letter == "E" else event.letter
    if not event.attack_modifiers:
        return letter
    unit = state.units.get(event.attacker)
    if fires or unit is None:
        printed = "e"  # 7.17
    elif unit.formation:
        printed = game.board.formations[unit.formation].attack  # 8.44
    else:
        printed = face(game, state, event.attacker).attack
    return reckoned(printed, event.attack_modifiers, "below E" if letter == "-" else letter)


def _rating(value: int, modifiers: Sequence[events.Modifier]) -> str:
    """A leader's rating with what changed it."""
    return reckoned(value - sum(each.amount for each in modifiers), modifiers, value)


def _attack(game: Game, state: State, event: events.AttackResolved) -> str:
    melee = event.kind == "melee"
    attacker = f"{named(game, state, event.attacker)} ({_strength(game, state, event)})"
    printed = event.armour - sum(each.amount for each in event.armour_modifiers)
    shield = f"armour {reckoned(printed, event.armour_modifiers, event.armour)}"
    told = f"{'Melee' if melee else 'Fire'}: {attacker} against {named(game, state, event.defender)} ({shield}): "
    if not event.dice:
        told += "casualty without a roll (7.37)"
    else:
        rolled = "casualty" if event.casualty else "nothing"
        rule = "7.33" if melee else "7.17"
        told += f"2d6 {span(event.range)}, rolled {sum(event.dice)}: {rolled} ({rule})"
    if event.casualty:
        printed_nerve = (
            face(game, state, event.defender).morale if event.defender in state.units else event.morale
        )
        nerve = f"morale {reckoned(printed_nerve, event.morale_modifiers, event.morale)}"
        told += f"; {nerve}, 1d6 = {event.die}: {result_in_words(event.result)} (7.42)"
    return told


def _duel(game: Game, state: State, event: events.DuelFought) -> str:
    results = {
        "AW": "the attacker is wounded",
        "AK": "the attacker is killed",
        "DW": "the defender is wounded",
        "DK": "the defender is killed",
        "-": "no result",
    }
    if (
        event.defender in game.board.units
    ):  # a unit that leaders may fight is flipped, then killed (SAURON-14)
        results |= {"DW": "the defender is hit", "DK": "the defender is hit"}
    return (
        f"Leader combat: {game.title(event.attacker)} ({_rating(event.attacker_rating, event.attacker_modifiers)})"
        f" attacks {game.title(event.defender)} ({_rating(event.defender_rating, event.defender_modifiers)}):"
        f" differential {signed(event.differential)}, 1d6 = {event.die}: {results[event.result]} (7.26)"
    )


def _placed(game: Game, state: State, event: events.UnitPlaced) -> str:
    marks = [word for word, is_so in (("reduced", event.reduced), ("disrupted", event.disrupted)) if is_so]
    return f"{game.title(event.unit)} stands in {event.hex}{' (' + ', '.join(marks) + ')' if marks else ''} (3.0)"


def _leader_placed(game: Game, state: State, event: events.LeaderPlaced) -> str:
    marks = ["wounded"] if event.wounded else []
    marks += [magic_points(event.points)] if event.points else []
    return f"{game.title(event.leader)} stands in {event.hex}{' (' + ', '.join(marks) + ')' if marks else ''} (3.0)"


def _marker_placed(game: Game, state: State, event: events.MarkerPlaced) -> str:
    if event.bearer:
        return f"{game.title(event.bearer)} bears {game.title(event.marker)}{_set_up(state)}"
    return f"{game.title(event.marker)} {'lies' if state.turn else 'stands'} in {event.hex}{_set_up(state)}"


def _engine_placed(game: Game, state: State, event: events.EnginePlaced) -> str:
    against = f" against {event.hexside}" if event.hexside else ""
    return f"{game.title(event.engine)} stands in {event.hex}{against}{_set_up(state)}"


def _set_up(state: State) -> str:
    """The rule of what is placed before the first turn; later a rule of its own has told why."""
    return "" if state.turn else " (3.0)"


def _phase_began(game: Game, state: State, event: events.PhaseBegan) -> str:
    title, side = phase_title(game, event.phase), game.board.sides[event.seat].title
    return f"{title} (3.0)" if title.startswith(side) else f"{title}: {side} (3.0)"


def _ended(game: Game, state: State, event: events.GameEnded) -> str:
    scores = "; ".join(
        f"{game.board.sides[seat].title} {points:g}{victory_items(game, state, seat)}"
        for seat, points in sorted(event.scores.items())
    )
    how = {"decisive": "decisively", "marginal": "marginally", "annihilation": "by annihilation",
           "resigned": "because the other side resigns"}  # fmt: skip
    lead = game.board.scenario.victory.decisive
    if lead and event.how in ("decisive", "marginal") and items(game, state):
        scores += f"; a lead of {lead} points is decisive"
    if not event.winners:
        return f"The battle is drawn ({scores})"
    winners = listed([game.board.sides[seat].title for seat in event.winners])
    return f"{winners} wins {how.get(event.how, event.how)} ({scores})"


def _march_ended(game: Game, state: State, event: events.MarchEnded) -> str:
    name = capital(named(game, state, event.piece))
    if event.piece in state.units and state.crowded == state.units[event.piece].hex:
        others = [each for each in state.at[state.crowded] if each not in members(state, event.piece)]
        return (
            f"{name} halts in {state.crowded}; {game.title(lead_of(state, others[0]))} must move on: one unit or "
            "formation a hex (4.28)"
        )
    if event.rule == "6.0":
        return f"{name} stops in an enemy zone of control (6.0)"
    return f"{name} can go no further (4.26)" if event.rule else f"{name} halts (4.0)"


def _retreat_ordered(game: Game, state: State, event: events.RetreatOrdered) -> str:
    name = game.title(event.unit)
    if event.cause == "early":
        return f"{name} retreats {hexes(event.hexes)} before combat (7.7)"
    rule = "7.23" if event.cause == "leader" else "7.54"
    return f"{name} must retreat {hexes(event.hexes)} ({rule})"


def _retreat_ended(game: Game, state: State, event: events.RetreatEnded) -> str:
    """A unit that did not go was reduced or lost in the line before, for want of a way or by its owner's choice."""
    title = game.title(event.unit)
    if event.done:
        return f"{title} has retreated (7.54)"
    return (
        f"{title} has no way to retreat (7.23)"
        if event.unit in state.units
        else f"The retreat of {title} ends with its loss (7.54)"
    )


def _rally(game: Game, state: State, event: events.RallyRolled) -> str:
    return (
        f"Rally: {game.title(event.leader)} ({_rating(event.rating, event.modifiers)}) rallies "
        f"{named(game, state, event.unit)}: 2d6 {span(event.range)}, rolled {sum(event.dice)}: "
        f"{'rallied' if event.rallied else 'still disrupted'} (8.34)"
    )


def _spell_cast(game: Game, state: State, event: events.SpellCast) -> str:
    spell = game.board.spells[event.spell]
    target = f" at {game.title(event.target)}" if event.target else ""
    spent = "1 point is" if event.points == 1 else f"{event.points} points are"
    rule = f"works, {spent} spent" if event.works else "fails, no points are spent"
    return (
        f"Magic: {game.title(event.caster)} casts {spell.title}{target} with {magic_points(event.points)}: "
        f"2d6 {span(event.range)}{changes(event.modifiers)}, rolled {sum(event.dice)}: {rule} (8.54, 8.56)"
    )


def _points_changed(game: Game, state: State, event: events.VictoryPointsChanged) -> str:
    """Several changes at once are told one after the other, each with what the seat has by then."""
    so_far = sum(each for seat, _, each in state.credited if seat == event.seat) + event.change
    return (
        f"Victory points: {game.board.sides[event.seat].title} {signed(event.change)} for {event.reason}, "
        f"{so_far} in all"
    )


def _removed(game: Game, state: State, event: events.PieceRemoved) -> str:
    gone = "is destroyed" if event.piece in game.board.engines else "is taken off the map"
    return f"{capital(game.title(event.piece))} {gone}{f' ({event.rule})' if event.rule else ''}"


TELLINGS: Mapping[type[Event], Telling] = {
    events.UnitPlaced: _placed,
    events.LeaderPlaced: _leader_placed,
    events.MarkerPlaced: _marker_placed,
    events.EnginePlaced: _engine_placed,
    events.HexsideOpened: lambda game, state, event: (
        f"Hexside {event.hexside} is now: {game.board.data.terrain[event.terrain].title.lower()}"
    ),
    events.SiegeConducted: lambda game, state, event: (
        f"{capital(named(game, state, event.unit))} takes part in the siege and moves no more this turn (3.0)"
    ),
    events.PieceRemoved: _removed,
    events.SetUpBegan: lambda game, state, event: f"{game.board.sides[event.seat].title} sets up (3.0)",
    events.PieceBrought: lambda game, state, event: f"{game.title(event.piece)} is set up next (3.0)",
    events.ArrivalRolled: lambda game, state, event: (
        f"{event.title}: 1d6 {span((event.least, 6))}, rolled {event.die}: "
        f"{'they come' if event.comes else 'not yet'} ({event.rule})"
    ),
    events.ReinforcementsDue: lambda game, state, event: (
        f"{event.title or 'Reinforcements'} may enter by the {region_within(game, event.region)} ({event.rule})"
    ),
    events.ChoiceOffered: lambda game, state, event: (
        f"{game.board.sides[event.seat].title} is to choose a unit that comes"
        f" ({game.board.scenario.arrivals[event.arrival].rule})"
    ),
    events.ReinforcementChosen: lambda game, state, event: (
        f"{game.title(event.piece)} may enter the map ({event.rule})"
    ),
    events.PieceEntered: lambda game, state, event: (
        f"{game.title(event.piece)}{with_leaders(game, (event.carrying,) if event.carrying else ())} enters the map "
        f"in {event.hex} for {points(event.cost)} (4.0)"
    ),
    events.RetreatIgnored: lambda game, state, event: (
        f"{game.title(event.unit)} stands its ground ({event.rule})"
    ),
    events.TurnBegan: lambda game, state, event: (
        f"Turn {event.turn} begins"
        + (": night, Sauron’s units are fanatic and his leaders stronger (10.0)" if event.night else "")
    ),
    events.PhaseBegan: _phase_began,
    events.StepBegan: lambda game, state, event: (
        f"{ {'missile': 'Missile combat', 'leaders': 'Leader combat', 'melee': 'Melee'}[event.step] } begins (7.0)"
    ),
    events.GameEnded: _ended,
    events.MarchBegan: lambda game, state, event: (
        f"{capital(named(game, state, event.piece))} moves with {points(event.points)}"
        f"{' and ' + game.title(event.carrying) if event.carrying else ''} (4.0)"
    ),
    events.PieceMoved: lambda game, state, event: (
        f"{capital(named(game, state, event.piece))} enters {event.hex} for {points(event.cost)} (4.0)"
    ),
    events.MarchEnded: _march_ended,
    events.AttackDeclared: lambda game, state, event: (
        f"{capital(named(game, state, event.attacker))} shall attack {named(game, state, event.defender)} (7.32)"
    ),
    events.AttackersNamed: lambda game, state, event: (
        f"All attackers of {named(game, state, event.defender)} are declared (7.32)"
    ),
    events.AttackResolved: _attack,
    events.UnitReduced: lambda game, state, event: f"{game.title(event.unit)} is reduced ({event.rule})",
    events.UnitEliminated: lambda game, state, event: (
        f"{game.title(event.unit)} is eliminated ({event.rule}): +{event.value} to the "
        f"{game.board.data.army[event.army].title}, {state.totals.get(event.army, 0) + event.value} in all (9.13)"
    ),
    events.LossOrdered: lambda game, state, event: (
        f"{capital(named(game, state, event.units[0]))} loses one unit (8.46)"
    ),
    events.MeleeEnded: lambda game, state, event: (
        f"The melee against {named(game, state, event.defender)} is over (7.32)"
    ),
    events.DuelFought: _duel,
    events.RetreatOrdered: _retreat_ordered,
    events.UnitRetreated: lambda game, state, event: (
        f"{game.title(event.unit)}{with_leaders(game, event.leaders)} retreats to {event.hex} (7.55)"
    ),
    events.DisplacementChosen: lambda game, state, event: (
        f"{game.title(event.unit)} shall go to {event.hex} (7.61)"
    ),
    events.UnitDisplaced: lambda game, state, event: (
        f"{game.title(event.unit)}{with_leaders(game, event.leaders)} is displaced to {event.hex} (7.61)"
    ),
    events.RetreatEnded: _retreat_ended,
    events.EarlyRetreatRolled: lambda game, state, event: (
        f"{game.title(event.unit)} retreated before combat: 1d6 "
        f"{span((1, game.board.numbers.early_retreat_disrupted))}, rolled {event.die}: "
        f"{'disrupted' if event.disrupted else 'in good order'} (7.7)"
    ),
    events.UnitDisrupted: lambda game, state, event: f"{game.title(event.unit)} is disrupted ({event.rule})",
    events.RetreatsEnded: lambda game, state, event: "The retreat is over (7.57)",
    events.EarlyRetreatDeclined: lambda game, state, event: (
        f"{capital(named(game, state, event.unit))} stands fast (7.7)"
    ),
    events.UnitAdvanced: lambda game, state, event: (
        f"{capital(named(game, state, event.unit))}{with_leaders(game, event.leaders)} advances to {event.hex} (7.51)"
    ),
    events.AdvanceDeclined: lambda game, state, event: f"Nobody advances to {event.hex} (7.51)",
    events.FateRolled: lambda game, state, event: (
        f"{game.title(event.leader)} stands with the unit that suffers {event.result}: 1d6 "
        f"{span((game.board.numbers.leader_shares_fate, 6))}, rolled {event.die}: "
        f"{'he shares its fate' if event.suffers else 'unhurt'} (8.24)"
    ),
    events.LeaderWounded: lambda game, state, event: (
        f"{game.title(event.leader)} is wounded ({event.rule}, 8.21)"
    ),
    events.LeaderKilled: lambda game, state, event: f"{game.title(event.leader)} is killed ({event.rule})",
    events.RelocationOrdered: lambda game, state, event: (
        f"{game.title(event.leader)} must join a unit ({event.rule})"
    ),
    events.LeaderRelocated: lambda game, state, event: (
        f"{game.title(event.leader)} joins the unit in {event.hex} (8.1)"
    ),
    events.RallyRolled: _rally,
    events.FormationTaken: lambda game, state, event: (
        f"{listed([game.title(unit) for unit in event.units])} form a "
        f"{game.board.formations[event.formation].title.lower()} in {event.hex}"
        f"{' under ' + game.title(event.leader) if event.leader else ''} (8.43)"
    ),
    events.FormationEnded: lambda game, state, event: (
        f"The formation of {listed([game.title(unit) for unit in event.units])} ends ({event.rule or '8.4'})"
    ),
    events.SpellDeclared: lambda game, state, event: (
        f"{game.title(event.caster)} attempts {game.board.spells[event.spell].title} with "
        f"{magic_points(event.points)} (8.54)"
    ),
    events.SpellCast: _spell_cast,
    events.SpellTookHold: lambda game, state, event: (
        f"{game.board.spells[event.spell].title} works until the end of the "
        f"{'game' if game.board.spells[event.spell].lasting else 'turn'} ({game.board.spells[event.spell].rule})"
    ),
    events.TotalChanged: lambda game, state, event: (
        f"{game.board.data.army[event.army].title}: {signed(event.change)} demoralization "
        f"{'point' if abs(event.change) == 1 else 'points'}, "
        f"{max(0, state.totals.get(event.army, 0) + event.change)} in all ({event.rule})"
    ),
    events.ArmyDemoralized: lambda game, state, event: (
        f"{game.board.data.army[event.army].title} is demoralized: {event.total} points exceed {event.level} (9.21)"
    ),
    events.VictoryPointsChanged: _points_changed,
    events.TotalCorrected: lambda game, state, event: (
        f"{game.board.data.army[event.army].title}: the demoralization total is set to {event.total}"
    ),
}
