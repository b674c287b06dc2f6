"""A whole impulse, or phase, in one line, as a wargamer writes his log.

`Rome R-1 Campaign (3 Ops): Camillus and 7 CU, Capua to Fregellae. Battle: Rome 5 2 2 +3 = 12, Samnites 5 5 4 = 14;
Samnites win; Rome loses 5, Samnites 1. Camillus retreats to Capua. (12)`. What belongs together is one sentence: the
way of an army, support spent one after another, CU placed. A rule stands once, after the last sentence that it is
about. Passes and all that follows from something told are left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.ruleset import Event, Step
from rules.sword_of_rome import events
from rules.sword_of_rome.game import Game
from rules.sword_of_rome.narration_of_reactions import Rolled, moved_told
from rules.sword_of_rome.powers import active_seat
from rules.sword_of_rome.procedures import Activation, Battle, Impulse
from rules.sword_of_rome.state import INDEPENDENT, State, find
from rules.sword_of_rome.strength import ATTACKER, DEFENDER, other, side_of, strength
from rules.sword_of_rome.tellings import TELLINGS
from rules.sword_of_rome.wording import dice_told, group, short, verb
from rules.wording import capital, listed

_CITED = re.compile(r"(.*) \((\d[\d.]*(?:-[a-z])?)\)", re.DOTALL)
"""A sentence that ends with a rule's number."""

_AS_THEY_ARE = (
    events.PursuitRolled,
    events.BattleDeclined,
    events.NavalCombatRolled,
    events.CityLooted,
    events.TribeSubjugated,
    events.CityFounded,
    events.VictoryPointsChanged,
    events.AllianceMade,
    events.AllianceEnded,
    events.AllianceRefused,
    events.MarkerPlaced,
    events.GameEnded,
    events.SeatEliminated,
    events.FlankJoined,
    events.EventCancelled,
    events.PenaltyDecided,
    events.MinesDepleted,
    events.GallicEventRolled,
    events.DieRolledAgain,
    events.BattleFoughtAgain,
    events.CarthageBeaten,
    events.HandSeen,
    events.Sallied,
    events.FirstPlayerNamed,
)
"""Events that are told in a run as they are by themselves."""

_FOLLOWS = ("12.2.1", "12.3", "12.4", "12.4.5", "13.2", "14.2", "5.5", "7.2.1", "9.6.4")
"""Rules of losses that another event tells."""

_NOT_TOLD = (events.ProcedureBegan, events.StageReached, events.ProcedureEnded, events.CardAnswered)
"""What nobody writes down, even where nothing else happens."""


class Run:
    """The sentences of a run, each with its rule, as its events come."""

    def __init__(self, game: Game, seat: str) -> None:
        self.game = game
        self.seat = seat
        """Whose impulse it is; "" outside the Action Phase."""
        self.head = ""
        self.first = ""
        """The first event by itself, for a run of which nothing is told."""
        self.passed = False
        self.eventful = False
        """Whether anything but passes has happened."""
        self._told: list[tuple[str, str]] = []
        self._way: list[str] = []
        self._left: list[dict[str, int]] = []
        """For each place of the way after the first what was left there: leaders, and CU under ""."""
        self._leader = ""
        self._who = ""
        self._support: dict[str, dict[str, str]] = {}
        self._placed: dict[str, dict[str, list[str]]] = {}
        self._rules: set[str] = set()
        self._battle = -1
        """Which sentence tells the roll of a battle that is not decided."""
        self._rolled: Rolled | None = None
        """The interception or the avoiding of battle that has just succeeded."""

    def add(self, state: State, event: Event) -> None:
        """Takes in an event; the state is the one before it."""
        if not self.first and not isinstance(event, _NOT_TOLD):
            self.first = TELLINGS[type(event)](self.game, state, event)
        self.eventful = self.eventful or not isinstance(event, (events.Passed, *_NOT_TOLD))
        told = _TOLD.get(type(event))
        if told is not None:
            told(self, state, event)
        elif isinstance(event, _AS_THEY_ARE):
            self._say_cited(TELLINGS[type(event)](self.game, state, event))

    def _say_cited(self, text: str) -> None:
        """A sentence that may end with its rule."""
        cited = _CITED.fullmatch(text)
        self.say(*(cited.groups() if cited else (text, "")))

    def say(self, text: str, rule: str = "") -> None:
        """A sentence of its own, after all that was gathered before it."""
        self._close()
        self._told.append((text, rule))

    def line(self) -> str:
        """All of it."""
        self._close()
        parts = []
        for index, (text, rule) in enumerate(self._told):
            following = self._told[index + 1][1] if index + 1 < len(self._told) else ""
            parts.append(f"{capital(text)}." + (f" ({rule})" if rule and rule != following else ""))
        name = self._name()
        head = " ".join(filter(None, (name, self.head)))
        if parts:
            return f"{head}: {' '.join(parts)}" if head else " ".join(parts)
        if self.head:
            return head
        if self.passed and name:
            return f"{name}: no card (5.4)"
        if not self.eventful:
            return f"{name}: no response (7.1.1)".removeprefix(": ")
        first = self.first or "nothing to tell"
        if not name or any(
            first.startswith(f"{capital(self.game.seat_title(seat))}: ") for seat in self.game.seats
        ):
            return capital(first)  # which names its own seat: not always that whose impulse it is
        return f"{name}: {first}"

    def _name(self) -> str:
        """Whose impulse it is, as a log names a seat."""
        return capital(self.game.seat_title(self.seat)).removeprefix("The ") if self.seat else ""

    # Cards

    def card_played(self, state: State, event: events.CardPlayed) -> None:
        card = self.game.cards[event.card]
        name = card.id.upper()
        if event.use == "ops":
            told = f"{name} for {card.ops} Ops"
        elif event.use in ("bribe", "sail"):
            told = f"{name} {'as a bribe' if event.use == 'bribe' else 'for ships'}"
        else:
            told = f"{name} {card.title} ({card.ops} Ops)"
        rule = {"bribe": "7.2.2", "sail": "12.4.3", "desperate": "7.4"}.get(event.use, "")
        if not self.head and not self._told and not self._way and event.seat == self.seat:
            self.head = told
            return
        who = "" if event.seat == self.seat else capital(self.game.seat_title(event.seat))
        self.say(f"{who.removeprefix('The ')} {told}".strip(), rule)

    def impulse_ended(self, state: State, event: events.ImpulseEnded) -> None:
        self.passed = self.passed or event.passed

    # Ways

    def army_moved(self, state: State, event: events.ArmyMoved) -> None:
        place = self.game.title(event.space) + (" by sea" if event.link == "sea" else "")
        if self._way and self._leader == event.leader:
            self._way.append(place)
        else:
            self._close()
            self._leader = event.leader
            self._who = group(self.game, event.cu, (event.leader, *event.followers))
            self._way = [self.game.title(event.origin), place]
        self._left.append({})

    def units_left(self, state: State, event: events.UnitsLeft) -> None:
        self._leave(state, "", event.cu)

    def units_taken(self, state: State, event: events.UnitsTaken) -> None:
        self._leave(state, "", -event.cu)

    def leader_left(self, state: State, event: events.LeaderLeft) -> None:
        self._leave(state, event.leader, 1)

    def leader_taken(self, state: State, event: events.LeaderTaken) -> None:
        self._leave(state, event.leader, -1)

    def _leave(self, state: State, what: str, number: int) -> None:
        """So many CU, or a leader, were left (negative: taken) where the army stands."""
        march = find(state, Activation)
        if march is not None and self._way and self._leader == march.leader:
            left = self._left[-1]
            left[what] = left.get(what, 0) + number

    def _stage(self, index: int) -> str:
        """A place of the way, and what was left and taken there."""
        told = []
        for word, sign in (("leaving", 1), ("taking", -1)):
            what = [
                self.game.title(name) if name else str(abs(number))
                for name, number in sorted(self._left[index - 1].items())
                if number * sign > 0
            ]
            if index and what:
                told.append(f"{word} {listed(what)}")
        return self._way[index] + (f" ({', '.join(told)})" if told else "")

    def _arrived(self, space: str) -> bool:
        """Whether the way that is told ends in the space."""
        return bool(self._way) and self._way[-1].removesuffix(" by sea") == self.game.title(space)

    # Battles, retreats, sieges

    def battle_rolled(self, state: State, event: events.BattleRolled) -> None:
        attack = dice_told(event.attacker_dice, event.attacker_modifiers, event.attacker_total)
        defence = dice_told(event.defender_dice, event.defender_modifiers, event.defender_total)
        game = self.game
        place = "" if self._arrived(event.space) else f" at {game.title(event.space)}"
        self.say(
            f"battle{place}: {short(game, event.attacker)} {attack}, {short(game, event.defender)} {defence}",
            "12",
        )
        self._battle = len(self._told) - 1

    def battle_won(self, state: State, event: events.BattleWon) -> None:
        game = self.game
        battle = find(state, Battle)
        lost = {event.side: event.winner_loses, other(event.side): event.loser_loses}
        if battle is not None:
            lost = {side: min(cu, strength(battle, side)) for side, cu in lost.items()}
        winner, loser = short(game, event.winner), short(game, event.loser)
        won = f"{winner} {verb(winner, 'win')}" + (" without a roll" if event.automatic else "")
        told = (
            f"{won}; {loser} {verb(loser, 'lose')} {lost[other(event.side)] or 'none'}, "
            f"{winner} {lost[event.side] or 'none'}"
        )
        if 0 <= self._battle == len(self._told) - 1 and not self._way:
            text, rule = self._told[self._battle]
            self._told[self._battle] = f"{text}; {told}", rule
        else:
            self.say(
                f"battle{'' if self._arrived(event.space) else ' at ' + game.title(event.space)}: {told}",
                "12",
            )
        self._battle = -1

    def retreated(self, state: State, event: events.Retreated) -> None:
        battle = find(state, Battle)
        who = short(self.game, event.power)
        told = f"{who} {verb(who, 'retreat')}"
        if battle is not None:
            for side in (ATTACKER, DEFENDER):
                commander = side_of(battle, side).commander
                if (
                    side_of(battle, side).power == event.power
                    and state.leaders.get(commander) == event.path[-1]
                ):
                    told = f"{self.game.title(commander)} retreats"
        way = " – ".join(self.game.title(space) for space in event.path[1:]) or "nowhere"
        sea = " by sea" if event.by_sea else ""
        lost = f", losing {event.lost}" if event.lost else ""
        self.say(f"{told} to {way}{sea}{lost}", "12")

    def siege_rolled(self, state: State, event: events.SiegeRolled) -> None:
        rolled = dice_told(event.dice, event.modifiers, event.total)
        points = f"{event.points} point{'s' if event.points != 1 else ''}"
        lost = f", {event.lost} CU lost" if event.lost else ""
        rule = "14.2" if event.purpose == "raid" else "13.2"
        self.say(f"{event.purpose} of {self.game.title(event.space)}: {rolled}, {points}{lost}", rule)

    def siege_changed(self, state: State, event: events.SiegeChanged) -> None:
        if event.space not in state.sieges and not event.level:
            who = short(self.game, event.power)
            self.say(f"{who} {verb(who, 'lay')} siege to {self.game.title(event.space)}", event.rule)

    def attrition_rolled(self, state: State, event: events.AttritionRolled) -> None:
        if event.lost:
            who = short(self.game, event.power)
            self.say(f"attrition in {self.game.title(event.space)}: {who} {event.lost} CU", "5.5")

    def units_lost(self, state: State, event: events.UnitsLost) -> None:
        if event.rule not in _FOLLOWS and event.cu:
            who = short(self.game, event.power)
            self.say(f"{who} {verb(who, 'lose')} {event.cu} CU in {self.game.title(event.space)}", event.rule)

    def reaction_rolled(self, state: State, event: Rolled) -> None:
        """A success is told with who moves then, and where to."""
        if event.success:
            self._rolled = event
        else:
            self._say_cited(TELLINGS[type(event)](self.game, state, event))

    def force_moved(self, state: State, event: events.ForceMoved) -> None:
        told, self._rolled = moved_told(self.game, state, event, self._rolled), None
        if told:
            self._say_cited(told)

    def leader_gone(self, state: State, event: events.LeaderGone) -> None:
        if event.to != "cup" and event.rule != "8.2.2":
            text = TELLINGS[events.LeaderGone](self.game, state, event)
            self.say(text.removesuffix(f" ({event.rule})"), event.rule)

    # What is gathered: support by rule and space, CU and leaders by rule and power

    def control_changed(self, state: State, event: events.ControlChanged) -> None:
        record = self.game.board.data.power.get(event.power)
        whose = event.power if event.power == INDEPENDENT or record is None else record.adjective
        self._gain(event.rule, event.space, "whose", whose)

    def loyalty_changed(self, state: State, event: events.LoyaltyChanged) -> None:
        self._gain(event.rule, event.space, "loyalty", f"loyalty {event.loyalty}")

    def _gain(self, rule: str, space: str, what: str, told: str) -> None:
        if self._way or self._placed or any(known != rule for known in self._rules):
            self._close()
        self._rules.add(rule)
        self._support.setdefault(space, {})[what] = told

    def units_placed(self, state: State, event: events.UnitsPlaced) -> None:
        told = f"{event.cu} CU in {self.game.title(event.space)}"
        self._place(event.rule, short(self.game, event.power), told)

    def leader_placed(self, state: State, event: events.LeaderPlaced) -> None:
        power = self.game.leaders[event.leader].power
        told = f"{self.game.title(event.leader)} in {self.game.title(event.space)}"
        self._place(event.rule, short(self.game, power), told)

    def _place(self, rule: str, who: str, told: str) -> None:
        if self._way or self._support or any(known != rule for known in self._rules):
            self._close()
        self._rules.add(rule)
        self._placed.setdefault(who, {}).setdefault(told, []).append(told)

    def _close(self) -> None:
        """Says what was gathered."""
        if self._way:
            way = " – ".join(self._stage(index) for index in range(1, len(self._way)))
            self._told.append((f"{self._who}, {self._way[0]} to {way}", ""))
        rule = next(iter(self._rules), "")
        if self._support:
            told = [
                f"{self.game.title(space)} {', '.join(how.values())}" for space, how in self._support.items()
            ]
            self._told.append(("; ".join(told), rule))
        for who, what in self._placed.items():
            placed = ", ".join(_counted(times) for times in what.values())
            own = self.seat and who == self._name()
            self._told.append((placed if own else f"{who}: {placed}", rule))
        self._way, self._left, self._leader = [], [], ""
        self._support, self._placed = {}, {}
        self._rules.clear()


def _counted(times: list[str]) -> str:
    """`1 CU in Roma` three times is `3 CU in Roma`."""
    number, _, rest = times[0].partition(" ")
    return f"{int(number) * len(times)} {rest}" if number.isdigit() else times[0]


_TOLD: Mapping[type[Event], Callable[[Run, State, Any], None]] = {
    events.CardPlayed: Run.card_played,
    events.ImpulseEnded: Run.impulse_ended,
    events.ArmyMoved: Run.army_moved,
    events.UnitsLeft: Run.units_left,
    events.UnitsTaken: Run.units_taken,
    events.LeaderLeft: Run.leader_left,
    events.LeaderTaken: Run.leader_taken,
    events.BattleRolled: Run.battle_rolled,
    events.BattleWon: Run.battle_won,
    events.Retreated: Run.retreated,
    events.SiegeRolled: Run.siege_rolled,
    events.SiegeChanged: Run.siege_changed,
    events.AttritionRolled: Run.attrition_rolled,
    events.UnitsLost: Run.units_lost,
    events.LeaderGone: Run.leader_gone,
    events.InterceptionRolled: Run.reaction_rolled,
    events.AvoidanceRolled: Run.reaction_rolled,
    events.ForceMoved: Run.force_moved,
    events.ControlChanged: Run.control_changed,
    events.LoyaltyChanged: Run.loyalty_changed,
    events.UnitsPlaced: Run.units_placed,
    events.LeaderPlaced: Run.leader_placed,
}
"""Events that are told otherwise in a run than by themselves."""


def retell(game: Game, state: State, steps: Sequence[Step]) -> str:
    """One line for a run of batches; the state is the one before the first of them."""
    run = Run(game, _whose(game, state, steps))
    for step in steps:
        for event in step.events:
            run.add(state, event)
            state = game.evolution[type(event)](game, state, event)
    return run.line()


def _whose(game: Game, state: State, steps: Sequence[Step]) -> str:
    """The seat whose impulse it is, or who plays Desperate Times before it; "" outside the impulses."""
    if state.phase != "action" or state.round > game.numbers.rounds:
        return ""
    for procedure in state.stack:
        if isinstance(procedure, Impulse):
            return procedure.seat
    for step in steps:
        for event in step.events:
            if isinstance(event, events.ImpulseBegan):
                return event.seat
    return active_seat(state) or (steps[0].seat if steps else "")
