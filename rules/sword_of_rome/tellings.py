"""One line for every event, as a wargamer would write it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.ruleset import Event
from rules.secrecy import UNKNOWN
from rules.sword_of_rome import events
from rules.sword_of_rome import procedures as begun
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.procedures import Activation, Battle
from rules.sword_of_rome.state import INDEPENDENT, State, find
from rules.sword_of_rome.wording import capital, dice_told, group, listed, reasons, seats, signed, titles

Telling = Callable[[Game, State, Any], str]


def _rule(rule: str) -> str:
    return f" ({rule})" if rule and rule[0].isdigit() else f" ({rule})" if rule else ""


def _card(game: Game, card: str) -> str:
    return "a card" if card == UNKNOWN else game.title(card)


def _board_set(game: Game, state: State, event: events.BoardSet) -> str:
    return f"{game.scenario.title}: the board is set up (3)"


def _units_placed(game: Game, state: State, event: events.UnitsPlaced) -> str:
    return (
        f"{capital(game.title(event.power))}: {event.cu} CU in {game.title(event.space)}{_rule(event.rule)}"
    )


def _units_lost(game: Game, state: State, event: events.UnitsLost) -> str:
    return f"{capital(game.title(event.power))} lose {event.cu} CU in {game.title(event.space)}{_rule(event.rule)}"


_WHY = {
    "interception": "intercept in",
    "avoidance": "avoid battle to",
    "retreat": "retreat to",
    "declined": "turn back to",
    "refuse-battle": "turn back to",
    "bribed": "are bribed to turn back to",
    "return-to-africa": "sail home to",
    "come-home": "come home to",
}


def _force_moved(game: Game, state: State, event: events.ForceMoved) -> str:
    who = group(game, event.cu, event.leaders, event.power)
    return f"{capital(who)} {_WHY.get(event.why, 'go to')} {game.title(event.space)}{_rule(event.rule)}"


def _went_inside(game: Game, state: State, event: events.WentInside) -> str:
    who = group(game, event.cu, event.leaders, event.power)
    return f"{capital(who)} go within the walls of {game.title(event.space)}{_rule(event.rule)}"


def _came_out(game: Game, state: State, event: events.CameOut) -> str:
    return f"The gates of {game.title(event.space)} are opened{_rule(event.rule)}"


def _leader_gone(game: Game, state: State, event: events.LeaderGone) -> str:
    what = {
        "displaced": "is displaced",
        "cup": "goes back into the cup",
        "away": "leaves the map",
        "gone": "leaves the game",
    }[event.to]
    return f"{game.title(event.leader)} {what}{_rule(event.rule)}"


def _control(game: Game, state: State, event: events.ControlChanged) -> str:
    if event.power == INDEPENDENT:
        return f"{game.title(event.space)} becomes independent{_rule(event.rule)}"
    return f"{game.title(event.space)} passes to the {game.title(event.power)}{_rule(event.rule)}"


def _siege(game: Game, state: State, event: events.SiegeChanged) -> str:
    if event.level < 0:
        return f"The siege of {game.title(event.space)} is over{_rule(event.rule)}"
    if event.space not in state.sieges:
        laid = f"The {game.title(event.power)} lay siege to {game.title(event.space)}"
        return f"{laid}, level {event.level}{_rule(event.rule)}"
    return f"The siege of {game.title(event.space)} stands at {event.level}{_rule(event.rule)}"


def _vp(game: Game, state: State, event: events.VictoryPointsChanged) -> str:
    return f"{capital(game.seat_title(event.seat))}: {signed(event.change)} VP, now {event.vp}{_rule(event.rule)}"


def _plunder(game: Game, state: State, event: events.PlunderChanged) -> str:
    if not event.change and not event.track:
        return "The plunder track is full and is emptied (14.1)"
    whose = "Gallic" if event.track > 0 else "Transalpine"
    stands = f"{abs(event.track)} {whose}" if event.track else "none"
    return f"Plunder of the {game.title(event.power)} {signed(event.change)}: {stands} on the track{_rule(event.rule)}"


def _began(game: Game, state: State, event: events.ProcedureBegan) -> str:
    inner = event.procedure
    if isinstance(inner, begun.Activation):
        who = group(game, inner.cu, (inner.leader, *inner.followers))
        told = f"{capital(who)} in {game.title(inner.space)}"
        return f"{told} {'are' if inner.cu else 'is'} activated, {inner.left} MP (7.1)"
    if isinstance(inner, begun.Battle):
        return (
            f"Battle at {game.title(inner.space)}: {game.title(inner.attacker.power)} with {inner.attacker.cu} CU "
            f"against {game.title(inner.defender.power)} with {inner.defender.cu} (12.1)"
        )
    if isinstance(inner, begun.Window):
        if inner.name == "before-action":
            asked = seats(game, inner.asked)
            return f"Desperate Times before {game.seat_title(inner.seat)}: {asked} may announce (7.4)"
        return f"A moment for responses: {seats(game, inner.asked)} (7.1.1)"
    if isinstance(inner, begun.Support):
        verb = {"lose": "give up", "lower": "take away", "victory": "win"}.get(inner.mode, "gain")
        return f"{capital(game.title(inner.power))} {verb} {inner.points} support (7.3)"
    if isinstance(inner, begun.Entry):
        return f"Reactions in {game.title(inner.space)} to the {game.title(inner.power)} (9.3)"
    if isinstance(inner, begun.SiegeRoll):
        return f"{capital(game.title(inner.power))}: {inner.purpose} roll at {game.title(inner.space)} (13.2)"
    if isinstance(inner, begun.Retreat):
        return f"The {game.title(inner.power)} must retreat from {game.title(inner.space)} (12.4)"
    if isinstance(inner, begun.Fall):
        return f"{game.title(inner.space)} falls to the {game.title(inner.power)} (13.5)"
    if isinstance(inner, begun.Voyage):
        return f"{capital(group(game, inner.cu, inner.leaders))} sail for {game.title(inner.space)} (9.6)"
    if isinstance(inner, begun.Placement):
        return f"{capital(titles(game, inner.powers))}: {inner.cu} CU to place{_rule(inner.why)}"
    kind = str(type(inner).__struct_config__.tag).replace("-", " ")
    return f"{capital(kind)} begins"


def _stage(game: Game, state: State, event: events.StageReached) -> str:
    kind = str(type(state.stack[-1]).__struct_config__.tag).replace("-", " ") if state.stack else "play"
    return f"{capital(kind)}: {event.stage.replace('-', ' ') or 'goes on'}"


def _card_played(game: Game, state: State, event: events.CardPlayed) -> str:
    record = game.cards[event.card]
    use = {
        "ops": f"for {record.ops} Ops",
        "event": "as an event",
        "bribe": "as a bribe (7.2.2)",
        "sail": "for a retreat by sea (12.4.3)",
        "desperate": "(7.4)",
    }[event.use]
    gone = ", out of the game" if event.removed else ""
    return f"{capital(game.seat_title(event.seat))}: {game.title(event.card)} {use}{gone}"


def _army_moved(game: Game, state: State, event: events.ArmyMoved) -> str:
    who = group(game, event.cu, (event.leader, *event.followers))
    how = " by sea" if event.link == "sea" else ""
    return f"{who}, {game.title(event.origin)} to {game.title(event.space)}{how} (9.2)"


def _interception(game: Game, state: State, event: events.InterceptionRolled) -> str:
    who = game.title(event.leader)
    if event.barred:
        return f"{who} does not try: another power has intercepted (10.2)"
    added = f" ({reasons(event.modifiers)})" if event.modifiers else ""
    result = "intercepts" if event.success else "fails to intercept"
    return f"{who} {result}: {event.die}{added} against {event.tactics} (10.4)"


def _avoidance(game: Game, state: State, event: events.AvoidanceRolled) -> str:
    who = game.title(event.leader)
    if not event.die:
        return f"{who} {'avoids battle with consent' if event.success else 'cannot avoid battle'} (11.1)"
    added = f" ({reasons(event.modifiers)})" if event.modifiers else ""
    result = "avoids battle" if event.success else "fails to avoid battle"
    return f"{who} {result}: {event.die}{added} against {event.tactics} (11.1)"


def _declared(game: Game, state: State, event: events.ReactionDeclared) -> str:
    attempt = event.attempt
    who = group(game, attempt.cu, (attempt.leader, *attempt.followers))
    if event.what == "interception":
        return f"{who} try to intercept in {game.title(attempt.space)} (10.3)"
    return f"{who} try to avoid battle to {game.title(attempt.space)} (11.1)"


def _battle_rolled(game: Game, state: State, event: events.BattleRolled) -> str:
    attack = dice_told(event.attacker_dice, event.attacker_modifiers, event.attacker_total)
    defence = dice_told(event.defender_dice, event.defender_modifiers, event.defender_total)
    why = "; ".join(
        f"{game.title(power)}: {reasons(modifiers)}"
        for power, modifiers in (
            (event.attacker, event.attacker_modifiers),
            (event.defender, event.defender_modifiers),
        )
        if modifiers
    )
    sides = f"{game.title(event.attacker)} {attack}, {game.title(event.defender)} {defence}"
    told = f"Battle at {game.title(event.space)}: {sides} (12.2.3)"
    return f"{told} [{why}]" if why else told


def _battle_won(game: Game, state: State, event: events.BattleWon) -> str:
    how = "win without a roll (12.2.1)" if event.automatic else "win (12.2.5)"
    losses = f"{game.title(event.loser)} to lose {event.loser_loses}, {game.title(event.winner)} {event.winner_loses}"
    return f"{capital(game.title(event.winner))} {how}; {losses} (12.3)"


def _modified(game: Game, state: State, event: events.BattleModified) -> str:
    battle = find(state, Battle)
    power = ""
    if battle is not None:
        power = game.title(battle.attacker.power if event.side == "attacker" else battle.defender.power)
    parts = []
    if event.value:
        parts.append(f"{power} {signed(event.value)} on the roll")
    if event.dice:
        parts.append(f"{power} roll {event.dice} dice")
    if event.tactics:
        parts.append(f"tactics of the {power} {signed(event.tactics)}")
    if event.losses or event.losses_if_enemy_wins:
        parts.append(f"{power} lose {signed(event.losses + event.losses_if_enemy_wins)}")
    if event.bloodless:
        parts.append("no losses")
    if event.points:
        parts.append(f"{signed(event.points)} support for the winner")
    if event.retreat_losses >= 0:
        parts.append(f"the retreat costs {event.retreat_losses}")
    if event.naval:
        parts.append(f"{event.naval} CU may retreat by sea")
    if event.afterwards:
        parts.append(f"{game.title(event.afterwards)} is displaced after the battle")
    return f"{event.why}: {', '.join(parts) or 'nothing changes'}"


def _retreated(game: Game, state: State, event: events.Retreated) -> str:
    way = "–".join(game.title(space) for space in event.path)
    lost = f", losing {event.lost} on the way" if event.lost else ""
    how = " by sea (12.4.3)" if event.by_sea else " (12.4)"
    return f"The {game.title(event.power)} retreat {way}{lost}{how}"


def _spent(game: Game, state: State, event: events.SupportSpent) -> str:
    if not event.space:
        return f"The {game.title(event.power)} take plunder for a point (14.5)"
    verb = {
        "raise": "loyalty up in",
        "convert": "PC converted in",
        "regain": "home regained:",
        "take": "taken over:",
        "remove": "PC removed in",
        "lower": "loyalty down in",
        "claim": "won over:",
        "found": "city founded:",
    }.get(event.how, event.how)
    return f"{capital(game.title(event.power))}, 1 support: {verb} {game.title(event.space)} (7.3)"


def _siege_rolled(game: Game, state: State, event: events.SiegeRolled) -> str:
    lost = f", {event.lost} CU lost" if event.lost else ""
    rule = "14.2" if event.purpose == "raid" else "13.2"
    points = f"{event.points} point{'s' if event.points != 1 else ''}"
    rolled = dice_told(event.dice, event.modifiers, event.total)
    return f"{capital(event.purpose)} at {game.title(event.space)}: {rolled}: {points}{lost} ({rule})"


def _naval(game: Game, state: State, event: events.NavalCombatRolled) -> str:
    lost = f", {event.lost} CU lost" if event.lost else ""
    rolled = dice_told((event.die,), event.modifiers, event.total)
    return f"Naval combat off {game.title(event.space)}: {rolled}: {event.result}{lost} (9.6.4)"


def _attrition(game: Game, state: State, event: events.AttritionRolled) -> str:
    lost = f"{event.lost} of {event.cu} CU lost"
    return f"Attrition in {game.title(event.space)}: {game.title(event.power)} {event.die}, {lost} (5.5)"


def _march_title(game: Game, state: State) -> str:
    march = find(state, Activation)
    return game.title(march.leader) if march is not None else "The army"


def _phase(game: Game, state: State, event: events.PhaseBegan) -> str:
    phase = next((each for each in game.board.phases if each.id == event.phase), None)
    return f"{phase.title} (5.{phase.number})" if phase is not None else event.phase


def _ended(game: Game, state: State, event: events.GameEnded) -> str:
    how = {
        "automatic-victory": "automatic victory (4.2)",
        "victory-points": "most VP at the end (4.3)",
        "last-standing": "nobody else is left (5.10.3)",
        "resigned": "the other side gives up",
    }.get(event.how, event.how)
    scores = ", ".join(f"{game.seat_title(seat)} {value:g}" for seat, value in sorted(event.scores.items()))
    return f"Victory of {seats(game, event.winners)}: {how}; {scores}"


TELLINGS: dict[type[Event], Telling] = {
    events.BoardSet: _board_set,
    events.UnitsPlaced: _units_placed,
    events.UnitsLost: _units_lost,
    events.CasualtiesOpen: lambda game, state, event: (
        f"Up to {event.cu} of the CU lost in {game.title(event.space)} may be citizen militia (17.1)"
    ),
    events.CasualtiesNamed: lambda game, state, event: (
        f"{event.militia or 'None'} of the CU lost in {game.title(event.space)} "
        f"{'is' if event.militia < 2 else 'are'} citizen militia (17.1)"
    ),
    events.ForceMoved: _force_moved,
    events.WentInside: _went_inside,
    events.CameOut: _came_out,
    events.LeaderPlaced: lambda game, state, event: (
        f"{game.title(event.leader)} in {game.title(event.space)}{_rule(event.rule)}"
    ),
    events.LeaderGone: _leader_gone,
    events.CommanderAppointed: lambda game, state, event: (
        f"{game.title(event.leader)} commands in {game.title(event.space)} (8.2.1)"
    ),
    events.ControlChanged: _control,
    events.LoyaltyChanged: lambda game, state, event: (
        f"{game.title(event.space)}: loyalty {state.loyalty.get(event.space, 0)} to {event.loyalty}{_rule(event.rule)}"
    ),
    events.TribeSubjugated: lambda game, state, event: (
        f"{game.title(event.space)} is subjugated by the {game.title(event.power)} (13.5)"
    ),
    events.CityFounded: lambda game, state, event: (
        f"{game.title(event.space)} becomes a walled city of the {game.title(event.power)}{_rule(event.rule)}"
    ),
    events.SiegeChanged: _siege,
    events.VictoryPointsChanged: _vp,
    events.PlunderChanged: _plunder,
    events.MinesDepleted: lambda game, state, event: (
        f"The Etruscan mines are depleted: {event.lost} home spaces are lost (7.2.3)"
    ),
    events.MarkerPlaced: lambda game, state, event: (
        f"{game.title(event.marker)} is in play"
        + (f" against the {game.title(event.against)}" if event.against else "")
    ),
    events.MarkerRemoved: lambda game, state, event: (
        f"{game.title(event.marker.partition(':')[0])} leaves play"
    ),
    events.AllianceOffered: lambda game, state, event: (
        f"The {game.title(event.power)} offer the {game.title(event.other)} an alliance (15.1)"
    ),
    events.AllianceMade: lambda game, state, event: (
        f"{capital(game.title(event.power))} and {game.title(event.other)} are allied{_rule(event.rule)}"
    ),
    events.AllianceRefused: lambda game, state, event: (
        f"The {game.title(event.other)} refuse the alliance (15.1)"
    ),
    events.AllianceEnded: lambda game, state, event: (
        f"The alliance of {game.title(event.power)} and {game.title(event.other)} is over{_rule(event.rule)}"
    ),
    events.AllianceLocked: lambda game, state, event: (
        f"The alliance of {game.title(event.power)} and {game.title(event.other)} holds for this turn"
    ),
    events.RenewalDeclared: lambda game, state, event: (
        f"{capital(game.seat_title(event.seat))}: ready to renew "
        f"{listed([titles(game, each.split('+')) for each in event.pairs]) if event.pairs else 'nothing more'} (15.4)"
    ),
    events.PowerActivated: lambda game, state, event: (
        f"{capital(game.seat_title(event.seat))}: the {game.title(event.power)} are activated (16.1.1)"
    ),
    events.SeatEliminated: lambda game, state, event: (
        f"{capital(game.seat_title(event.seat))}: no CU left, out of the game (5.10.3)"
    ),
    events.CarthageBeaten: lambda game, state, event: (
        "Carthage is beaten at home and out of the game (17.2.2)"
    ),
    events.TurnBegan: lambda game, state, event: f"Turn {event.turn} (5)",
    events.PhaseBegan: _phase,
    events.RoundBegan: lambda game, state, event: (
        f"Round {event.round} (5.4)"
        if event.round <= game.numbers.rounds
        else "Desperate Times after the last round (7.4)"
    ),
    events.QueueSet: lambda game, state, event: (
        f"Still to come: {seats(game, event.queue)}" if event.queue else "Everybody has had a chance"
    ),
    events.FirstPlayerNamed: lambda game, state, event: (
        f"{capital(game.seat_title(event.seat))} to go first, named by {game.seat_title(event.by)} (5.3)"
    ),
    events.ImpulseBegan: lambda game, state, event: f"The impulse of {game.seat_title(event.seat)} (5.4)",
    events.ImpulseEnded: lambda game, state, event: (
        f"{capital(game.seat_title(event.seat))}: {'passed' if event.passed else 'done'} (5.4)"
    ),
    events.DesperateTimesAnnounced: lambda game, state, event: (
        f"{capital(game.seat_title(event.seat))}: Desperate Times announced (7.4)"
    ),
    events.GallicEventRolled: lambda game, state, event: (
        f"Gallic event, {' '.join(map(str, event.dice))}: {event.title} (5.4)"
    ),
    events.GameEnded: _ended,
    events.CardDrawn: lambda game, state, event: (
        f"{capital(game.seat_title(event.seat))}: {_card(game, event.card)} drawn (6.2)"
    ),
    events.CardDiscarded: lambda game, state, event: (
        f"{capital(game.seat_title(event.seat))}: {_card(game, event.card)} discarded{_rule(event.rule)}"
    ),
    events.DiscardingEnded: lambda game, state, event: "The rest of the hand is kept (6.2.1)",
    events.CardPlayed: _card_played,
    events.DeckReshuffled: lambda game, state, event: (
        f"The deck of {game.seat_title(event.seat)} is made new of the discards{_rule(event.rule)}"
    ),
    events.SwordsRefused: lambda game, state, event: f"{capital(game.seat_title(event.seat))}: no, thanks",
    events.HandSeen: lambda game, state, event: (
        f"{capital(game.seat_title(event.by))}: a look at the hand of {game.seat_title(event.of)}"
        + (f": {titles(game, event.cards)}" if event.cards else "")
    ),
    events.ProcedureBegan: _began,
    events.StageReached: _stage,
    events.ProcedureEnded: lambda game, state, event: f"{capital(event.kind.replace('-', ' '))} is over",
    events.Passed: lambda game, state, event: f"{capital(game.seat_title(event.seat))}: no response (7.1.1)",
    events.CardAnswered: lambda game, state, event: (
        "Nobody more to be asked"
        if not event.asked
        else (f"Next to be asked: {seats(game, event.asked)} (7.1.1)")
    ),
    events.NormalPlayMade: lambda game, state, event: (
        f"{capital(game.seat_title(event.seat))}: the card play of this impulse is made (5.4)"
    ),
    events.MinorPlaced: lambda game, state, event: f"{game.title(event.leader)} has been placed (8.3)",
    events.MovementChanged: lambda game, state, event: (
        f"{_march_title(game, state)} has {event.left} movement points left{_rule(event.why)}"
    ),
    events.ActivationCancelled: lambda game, state, event: f"{event.why}: the army is not activated",
    events.TerrainEased: lambda game, state, event: (
        f"{event.why}: {' and '.join(event.terrain)} links are easy for the {game.title(event.power)}"
    ),
    events.UnitsLeft: lambda game, state, event: (
        f"{_march_title(game, state)} leaves {event.cu} CU in {game.title(event.space)} (9.1)"
    ),
    events.LeaderLeft: lambda game, state, event: (
        f"{game.title(event.leader)} stays in {game.title(event.space)} (9.1)"
    ),
    events.UnitsTaken: lambda game, state, event: (
        f"{_march_title(game, state)} takes {event.cu} CU along from {game.title(event.space)} (9.1)"
    ),
    events.LeaderTaken: lambda game, state, event: (
        f"{game.title(event.leader)} joins {_march_title(game, state)} in {game.title(event.space)} (9.1)"
    ),
    events.ArmyMoved: _army_moved,
    events.MarchEnded: lambda game, state, event: (
        f"{game.title(event.leader)} stops in {game.title(event.space)}{_rule(event.rule)}"
    ),
    events.UnitsDone: lambda game, state, event: (
        f"The {game.title(event.power)} in {game.title(event.space)} have fought and stay ({event.rule})"
    ),
    events.AttemptDue: lambda game, state, event: f"The {event.what} is about to be tried",
    events.ReliefDecided: lambda game, state, event: (
        f"Those within the walls {'join the attack' if event.joins else 'stay where they are'} (13.4.2)"
    ),
    events.Sallied: lambda game, state, event: (
        f"{game.title(event.leader)} sallies from {game.title(event.space)} with {event.cu} CU (13.4.1)"
    ),
    events.PassageBribed: lambda game, state, event: (
        f"The {game.title(event.power)} in {game.title(event.space)} are bribed and let the Etruscans pass (7.2.2)"
    ),
    events.NavalCombatRolled: _naval,
    events.SeaMoveCancelled: lambda game, state, event: (
        f"{event.why}: the voyage of the {game.title(event.power)} to {game.title(event.space)} does not take place"
    ),
    events.AttritionRolled: _attrition,
    events.ConsentAnswered: lambda game, state, event: (
        f"{game.title(event.leader)} {'takes' if event.agreed else 'does not take'} part in the Campaign (9.5.5)"
    ),
    events.ReactionsOpened: lambda game, state, event: (
        f"May react: {titles(game, [power for power, _ in event.queue])} (9.3.2)"
    ),
    events.DeclarationEnded: lambda game, state, event: (
        f"The {game.title(event.power)} declare nothing more (9.3.2)"
    ),
    events.ReactionDeclared: _declared,
    events.FollowerDeclared: lambda game, state, event: (
        f"{game.title(event.leader)} goes along ({'10.3' if event.what == 'interception' else '11.1'})"
    ),
    events.InterceptorsOrdered: lambda game, state, event: (
        f"{capital(titles(game, event.order))} in this order try to intercept (10.3)"
    ),
    events.AttemptModified: lambda game, state, event: f"{event.why}: {signed(event.value)} to the die",
    events.InterceptionRolled: _interception,
    events.AvoidanceRolled: _avoidance,
    events.PursuitRolled: lambda game, state, event: (
        f"{game.title(event.leader)} {'pursues and may go on' if event.success else 'cannot pursue'}: "
        f"{event.die} against {event.tactics} (11.3)"
    ),
    events.BattleDeclined: lambda game, state, event: (
        f"The {game.title(event.power)} decline battle at {game.title(event.space)} (10.5.1)"
    ),
    events.Surprised: lambda game, state, event: (
        f"The {game.title(event.power)} fall on the enemy, "
        f"who {'may' if event.refusable else 'may not'} decline (10.5.2)"
    ),
    events.MoveStopped: lambda game, state, event: f"{event.why}: the moving army is to turn back",
    events.CityBarred: lambda game, state, event: (
        f"{event.why}: the {game.title(event.power)} may not go within the walls of {game.title(event.space)}"
    ),
    events.FlankJoined: lambda game, state, event: (
        f"{game.title(event.flank.leader)} and {event.flank.cu} CU flank the attack "
        f"from {game.title(event.flank.space)} (9.5.6)"
    ),
    events.FlankReleased: lambda game, state, event: (
        f"{game.title(event.flank.leader)} {'goes on' if event.now else 'may go on afterwards'} (9.5.7)"
    ),
    events.BattleModified: _modified,
    events.CommanderLost: lambda game, state, event: (
        f"{game.title(event.commander) if event.commander else 'Nobody'} commands now (12.2.4)"
    ),
    events.BattleRolled: _battle_rolled,
    events.DieRolledAgain: lambda game, state, event: (
        f"{event.why}: {event.before} is rolled again: {event.after}"
    ),
    events.BattleWon: _battle_won,
    events.LossesCounted: lambda game, state, event: f"The {event.side} has lost {event.cu} CU (12.5)",
    events.BattleFoughtAgain: lambda game, state, event: f"{event.why}: the battle is fought again",
    events.SupportWished: lambda game, state, event: (
        f"The {game.title(event.power)} {'ask' if event.wishes else 'do not ask'} for the support of the victory (12.5)"
    ),
    events.BeneficiaryNamed: lambda game, state, event: (
        f"The {game.title(event.power)} gain the support of the victory (12.5)"
    ),
    events.Retreated: _retreated,
    events.SeaRetreatAllowed: lambda game, state, event: (
        f"Up to {event.cu} CU may retreat by sea (12.4.3)"
        if event.cu > 0
        else "The retreat by sea fails (12.4.3)"
    ),
    events.SupportLossLimited: lambda game, state, event: (
        f"{event.why}: at most {event.most} support"
        f"{' of ' + game.title(event.power) if event.power else ''} is lost"
    ),
    events.SupportSpent: _spent,
    events.SiegeRolled: _siege_rolled,
    events.SiegeRollModified: lambda game, state, event: (
        f"{event.why}: the roll is not made"
        if event.cancelled
        else f"{event.why}: {signed(event.value)} to the siege roll"
        if event.value
        else f"{event.why}: the roll costs {max(event.losses, 0)} CU"
    ),
    events.CityLooted: lambda game, state, event: (
        f"The {game.title(event.power)} loot {game.title(event.space)} (14.4)"
    ),
    events.UnitsAllotted: lambda game, state, event: (
        f"Still to place: {event.cu} CU"
        + (f", {titles(game, event.leaders)}" if event.leaders else "")
        + " (5.10)"
    ),
    events.UnitsForgone: lambda game, state, event: (
        f"{event.cu} CU of the {titles(game, event.powers)} have nowhere to go and are lost{_rule(event.rule)}"
    ),
    events.PenaltyDecided: lambda game, state, event: (
        f"The Greeks {'keep' if event.kept else 'dismiss'} {game.title(event.leader)} (8.2.3)"
    ),
    events.SurrenderRolled: lambda game, state, event: (
        f"{capital(game.title(event.power))} roll for {game.title(event.space)} (13.1.3)"
        if event.space
        else f"{capital(game.title(event.power))} are done (5.6)"
    ),
    events.SurrenderOrdered: lambda game, state, event: f"Next: {titles(game, event.queue)} (5.6, 4.4)",
    events.ReinforcingOrdered: lambda game, state, event: (
        f"Reinforcements next: {titles(game, event.queue)} (5.10)"
        if event.queue
        else "All have reinforced (5.10)"
    ),
    events.EventStepped: lambda game, state, event: (
        f"The event goes on with {game.title(event.chosen) if event.chosen else 'its next part'} (7.1)"
    ),
    events.EventCancelled: lambda game, state, event: f"{game.title(event.card)} has no effect: {event.why}",
    events.CampaignStepped: lambda game, state, event: (
        f"{game.title(event.leader)} takes part in the Campaign (9.5)"
    ),
    events.CardsPutAway: lambda game, state, event: f"{event.count} cards put away (7.4)",
}
