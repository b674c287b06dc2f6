"""A whole player turn, or what happens between two, in one line, as a wargamer writes his log.

`Sparta (3): Spartan hoplites S01, Sparta to Megara. (5) Battle at Megara: Sparta S01 against Athens A13. Round 1:
A13 1 6 (S01 -1, routed to Corinth). Athens wins, 1 Prestige. (6)`. `-1` is a step. What belongs together is one
sentence: all that goes the same way, the shots of a round, steps rebuilt, units that disband. A rule stands once,
after the last sentence that it is about. A block that is not known to those who read is `a block`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.hellenes import events as e
from rules.hellenes.game import Game
from rules.hellenes.retold_battles import Fighting
from rules.hellenes.state import CardEvent, State
from rules.hellenes.tellings import LOSSES, REASONS, TELLINGS, marker
from rules.hellenes.wording import block, block_of, card, god, number, side
from rules.parts.decks import CardDrawn
from rules.ruleset import Event, Step
from rules.secrecy import UNKNOWN
from rules.wording import listed

_CITED = re.compile(r"(.*) \(((?:card )?[\dS][\w.-]*)\)", re.DOTALL)
"""A sentence that ends with a rule's number."""

_AS_THEY_ARE = (
    e.CardLeaves, e.CivilWarPlaced, e.DealStood, e.GameEnded, e.GelaJoined,
    e.MainGroupAsked, e.PlagueStruck, e.PrestigeSet, e.ScenarioBegan, e.SecondExpedition, e.SicilyAtWar,
    e.SiegeEstablished, e.StratagemUsed, e.YearBegan, e.PeaceEnded, e.SacrificeLost, e.ReturnContested,
    e.SallyBegan, e.SallyPlanned,
)  # fmt: skip
"""Events that are told in a run as they are by themselves."""

_OFTEN = {1: "", 2: " twice", 3: " three times"}


class Run(Fighting):
    """The sentences of a run, each with its rule, as its events come; `state` is the one before them."""

    def __init__(self, game: Game, state: State) -> None:
        super().__init__(game)
        self.first = ""
        """The first event by itself, for a run of which nothing is told."""
        self._way: tuple[str, ...] = ()
        self._going: list[str] = []
        """The blocks that go one way, each with what happened to it underway."""
        self._underway: list[str] = []
        self._kind = ""
        self._gathered: dict[str, dict[str, int]] = {}
        """What was done to several: rebuilt, recruited, sustained, disbanded, set up; by place, with how often."""
        self._acting = ""
        """The side of whom the last sentences are."""
        word, _, seat = state.step.partition("/")
        self._begun = ""
        """With what the run begins, where that was told in the batch before it: a player turn, an event."""
        moved = any(game.side(name) == seat for name in state.moved)
        if word in ("actions", "winter") and not moved and not state.group:
            self._begun = f"{side(seat)} ({state.actions}):"
        elif word == "event" and state.stack and isinstance(state.stack[0], CardEvent):
            self._begun = f"{side(seat)} {card(game, state.stack[0].card)}:"
        if self._begun:
            self._head_of(seat, self._begun)

    def _head_of(self, seat: str, text: str) -> None:
        """What a side does begins."""
        self.say(text)
        self._acting = seat

    def _who(self, seat: str) -> str:
        """The side, where it is not the one with which the sentences began."""
        return "" if seat == self._acting else f"{side(seat)} "

    def add(self, state: State, event: Event) -> None:
        """Takes in an event; the state is the one before it."""
        if not self.first:
            self.first = TELLINGS[type(event)](self.game, state, event)
        told = TOLD.get(type(event))
        if told is not None:
            told(self, state, event)
        elif isinstance(event, _AS_THEY_ARE):
            text = TELLINGS[type(event)](self.game, state, event)
            cited = _CITED.fullmatch(text)
            self.say(*(cited.groups() if cited else (text, "")))

    def line(self) -> str:
        """All of it."""
        self.close()
        last = self.told[-1][0] if self.told else ""
        if last.endswith(":") and (len(self.told) > 1 or not self._begun):
            self.told.pop()  # told with the next run
        parts = []
        for index, (text, rule) in enumerate(self.told):
            following, next_rule = self.told[index + 1] if index + 1 < len(self.told) else (":", "")
            head = text.endswith(":")
            end = "" if head else "."
            if head and following.endswith(":"):
                end = " nothing." if text.endswith("):") else " no effect."
            cited = f" ({rule})" if rule and rule != next_rule else ""
            parts.append(f"{text[:1].upper()}{text[1:]}{end}{cited}")
        return " ".join(parts) or self.first[:1].upper() + self.first[1:]

    def close(self) -> None:
        """Says what was gathered."""
        super().close()
        if self._way:
            whose, kind, start, place, by, inside = self._way
            rule = {"winter": "9.2.1", "retreat": "6.9", "enter": "9.3.1"}.get(kind, "5")
            ends = self.game.title(place)
            way = f"{self.game.title(start)} to {ends}" if place != start else f"no further than {ends}"
            told = f"{self._names(whose)}, {'in retreat ' if kind == 'retreat' else ''}{way}"
            told += (f" by {self.game.title(by)}" if by else "") + (", behind the walls" if inside else "")
            self._way, self._going = (), []
            self.told.append((told, rule))
        if self._gathered:
            kind, _, rule = self._kind.partition("|")
            parts = [
                self._titled(what) + (f" at {self.game.title(place)}" if place else "")
                for place, what in self._gathered.items()
            ]
            self._gathered = {}
            self.told.append((f"{kind} {listed(parts)}", rule))

    def _titled(self, what: Mapping[str, int]) -> str:
        """Blocks, each with what is added to it: those of one name share it; the unknown are counted."""
        known: dict[str, list[str]] = {}
        others: list[str] = []
        for each, times in what.items():
            name, _, rest = each.partition(" ")
            record = self.game.blocks.get(name)
            if record is not None:
                often = _OFTEN.get(times, f" {times} times")
                known.setdefault(record.name, []).append(f"{name.upper()} {rest}".strip() + often)
            elif name == UNKNOWN:
                others.append(number(times, "block"))
            else:
                others.append(each)
        return listed([*(f"{title} {listed(names)}" for title, names in known.items()), *others])

    def _names(self, whose: str) -> str:
        """The blocks that go together."""
        unknown = [each for each in self._going if each.partition(" ")[0] not in self.game.blocks]
        known = {each: 1 for each in self._going if each not in unknown}
        parts = [self._titled(known)] if known else []
        if unknown:
            fates = "".join(f" {each.partition(' ')[2]}" for each in unknown if " " in each)
            parts.append(f"{number(len(unknown), 'block')} of {side(whose)}{fates}")
        return listed(parts)

    def gather(self, kind: str, rule: str, what: str, place: str = "") -> None:
        """One more thing of a kind: a block by its id with what is added to it, or words."""
        if self._kind != f"{kind}|{rule}" or not self._gathered:
            self.close()
            self._kind = f"{kind}|{rule}"
        here = self._gathered.setdefault(place, {})
        here[what] = here.get(what, 0) + 1

    # Cards and the course of the year

    def committed(self, state: State, event: e.CardCommitted) -> None:
        if event.card == UNKNOWN or event.use == UNKNOWN:
            self.say(f"{side(event.seat)} commits a card", "3.3")

    def revealed(self, state: State, event: e.CardsRevealed) -> None:
        self.told = [each for each in self.told if not each[0].endswith("commits a card")]
        uses = {"event": "its event", "actions": "actions", "sacrifice": "a sacrifice"}
        told = [
            f"{side(seat)} {card(self.game, name)} for {uses[event.uses[seat]]}"
            for seat, name in sorted(event.cards.items())
        ]
        self.say(f"{', '.join(told)}; {side(event.first)} first", "3.3")

    def drawn(self, state: State, event: CardDrawn) -> None:
        if event.card == UNKNOWN:
            self.gather(f"{side(event.seat)} is dealt", "10.3-b", "six cards")
        else:
            self.gather(f"{side(event.seat)} is dealt", "10.3-b", card(self.game, event.card))

    def hand_returned(self, state: State, event: e.HandReturned) -> None:
        self.say(f"{side(event.seat)} gives its hand back", "S-zeus-a")

    def counted(self, state: State, event: e.ActionsGained) -> None:
        self._head_of(event.side, f"{side(event.side)} ({event.actions}):")

    def event_began(self, state: State, event: e.EventBegan) -> None:
        self._head_of(event.side, f"{side(event.side)} {card(self.game, event.card)}:")

    def effect(self, state: State, event: e.EffectBegan) -> None:
        if event.effect == "cleon":
            return  # told with the dice
        text = TELLINGS[e.EffectBegan](self.game, state, event)
        self.say(text.removesuffix(" (13)"), "13")

    def stays(self, state: State, event: e.CardStays) -> None:
        last = self.told[-1][0] if self.told else ""
        name = card(self.game, event.card)
        self.say(
            "stays in play" if last == f"{side(event.side)} {name}:" else f"{name} comes into play", "3.6"
        )

    def season_began(self, state: State, event: e.SeasonBegan) -> None:
        if event.established:
            self.say(f"Sieges established: {listed(map(self.game.title, event.established))}", "7.2")

    def sacrificed(self, state: State, event: e.Sacrificed) -> None:
        told = (
            f"sacrifices to {god(self.game, event.olympian)}"
            if event.olympian
            else "has nothing to sacrifice"
        )
        self.say(f"{side(event.seat)} {told}", "10.4.1")

    def prestige(self, state: State, event: e.PrestigeGained) -> None:
        if event.why == "battle" and self.won(event.side, event.amount):
            return
        reason = REASONS.get(event.why, "(14.1)")
        cited = _CITED.fullmatch(f"Prestige {reason}")
        told, rule = cited.groups() if cited else (f"Prestige {reason}", "14.1")
        verb = "gains" if event.amount > 0 else "loses"
        self.say(f"{side(event.side)} {verb} {abs(event.amount)} {told}", rule)

    def tribute(self, state: State, event: e.TributeTaken) -> None:
        sums = ", ".join(f"{side(seat)} {total}" for seat, total in sorted(event.sums.items()))
        after = state.prestige + event.sums.get("athens", 0) - event.sums.get("sparta", 0)
        self.say(f"Tribute{', halved' if event.halved else ''}: {sums}; {marker(after)}", "9.5.1")

    # Ways

    def moved(self, state: State, event: e.BlocksMoved) -> None:
        if event.kind == "retreat" and self.retreated(event):
            return
        via = event.via if event.via not in (event.start, "") and event.kind != "retreat" else ""
        way = (event.side, event.kind, event.start, event.place, via, "inside" if event.inside else "")
        if self._way != way:
            self.close()
            self._way = way
        names = [*event.known, *event.names]
        underway = f" ({', '.join(self._underway)})" if self._underway else ""
        aboard = any(name in state.aboard for name in names[1:]) or len(names) > 1
        if aboard and names[0] in self.game.blocks:
            underway = f" with {listed(block(self.game, name) for name in names[1:])}{underway}"
            names = names[:1]
        self._going += [f"{name}{underway}" for name in names]
        self._underway = []

    def went_on(self, kind: str, dice: str, *, again: bool) -> None:
        """A roll on a way: told with the way."""
        if again and self._underway:
            self._underway.pop()
        self._underway.append(f"{'Deep Sea' if kind == 'deep-sea' else 'forced'} {dice}")

    def step_lost(self, state: State, event: e.StepLost | e.BlockRemoved) -> None:
        removed = isinstance(event, e.BlockRemoved)
        name = event.known or event.block or ""
        if event.why in ("deep-sea", "forced") and self._underway:
            self._underway.append("lost" if removed else "-1")
            if removed:
                self.say(
                    f"{block(self.game, name)} of {side(event.side)} ({', '.join(self._underway)})", "5.5"
                )
                self._underway = []
            return
        if removed and event.why == "disbanded":
            self.gather(f"{self._who(event.side)}disbands", "9.2.4", name or UNKNOWN, event.place)
            return
        if self.hurt(event.side, name, "lost" if removed else "-1"):
            return
        who = block_of(self.game, event.side, name)
        told = f"{who} at {self.game.title(event.place)} {'is lost' if removed else 'loses a step'}"
        self.say(told, LOSSES.get(event.why, "2.1" if removed else "13"))

    # What is gathered

    def placed(self, state: State, event: e.BlockPlaced) -> None:
        what = f"{event.block} ({event.steps})" if event.block in self.game.blocks else UNKNOWN
        verb, rule = {
            "set-up": ("has", "15.0"),
            "recruit": ("recruits", "4.4"),
            "expedition": ("brings", "15.2-b"),
        }.get(event.why, ("places", "13"))
        self.gather(f"{self._who(event.side)}{verb}", rule, what, event.place)

    def rebuilt(self, state: State, event: e.StepRebuilt) -> None:
        self.gather(f"{self._who(event.side)}rebuilds", "4.5", event.block or UNKNOWN, event.place)

    def sustained(self, state: State, event: e.BlockSustained) -> None:
        self.gather(f"{self._who(event.side)}sustains", "9.2.2", event.block or UNKNOWN, event.place)

    def pillaged(self, state: State, event: e.Pillaged) -> None:
        self.say(f"{self.game.title(event.place)} pillaged", "4.3")

    # Sieges and cities

    def siege_began(self, state: State, event: e.SiegeBegan) -> None:
        self.say(f"{self.game.title(event.place)} besieged", "7.2")

    def siege_ended(self, state: State, event: e.SiegeEnded) -> None:
        self.say(f"siege of {self.game.title(event.place)} over", "7.5")

    def control_changed(self, state: State, event: e.ControlChanged) -> None:
        place = self.game.title(event.place)
        self.close()
        if self.told and self.told[-1][0] == f"siege of {place} over":
            self.told.pop()
        fallen = {"assault": f"{place} stormed by", "attrition": f"{place} starved out by"}
        how = fallen.get(event.why, f"{place} goes over to")
        rule = {"revolt": "13.3-b", "barbarians": "10.1-b", "event": "1.5"}.get(event.why, "8.5")
        self.say(f"{how} {side(event.side)}", rule)

    def fortified(self, state: State, event: e.BlockFortified) -> None:
        name = event.known or event.block or ""
        if event.inside and self.fled(name, event.place):
            return
        where = self.game.title(event.place)
        kind = f"{side(event.side)} within the walls of {where}:" if event.inside else f"out of {where} come"
        self.gather(kind, "7.1" if event.inside else "4.6", name or UNKNOWN)

    def appealed(self, state: State, event: e.Appealed) -> None:
        if event.olympian == "zeus" or state.pending is None:
            self.say(f"{side(event.seat)} asks Zeus for another hand", "S-zeus-a")
        elif state.pending.drawn or not state.pending.dice:
            self.say(
                f"{side(event.seat)} appeals to {god(self.game, event.olympian)}: what was drawn is set aside",
                "11.0",
            )
        else:
            self.appeal = f"{side(event.seat)} appeals to {god(self.game, event.olympian)}"


TOLD: Mapping[type[Event], Callable[[Any, State, Any], None]] = {
    e.ActionsGained: Run.counted,
    e.Appealed: Run.appealed,
    e.BlockFortified: Run.fortified,
    e.BlockPlaced: Run.placed,
    e.BlockRemoved: Run.step_lost,
    e.BlockSustained: Run.sustained,
    e.BlocksMoved: Run.moved,
    e.CardCommitted: Run.committed,
    e.CardStays: Run.stays,
    e.EffectBegan: Run.effect,
    e.CardsRevealed: Run.revealed,
    CardDrawn: Run.drawn,
    e.ControlChanged: Run.control_changed,
    e.EventBegan: Run.event_began,
    e.HandReturned: Run.hand_returned,
    e.Pillaged: Run.pillaged,
    e.PrestigeGained: Run.prestige,
    e.Sacrificed: Run.sacrificed,
    e.SeasonBegan: Run.season_began,
    e.SiegeBegan: Run.siege_began,
    e.SiegeEnded: Run.siege_ended,
    e.StepLost: Run.step_lost,
    e.StepRebuilt: Run.rebuilt,
    e.TributeTaken: Run.tribute,
    e.BattleBegan: Run.battle_began,
    e.RoundBegan: Run.round_began,
    e.RollMade: Run.rolled,
    e.BlockRouted: Run.routed,
    e.WithdrawalBegan: Run.withdrew,
    e.BattleEnded: Run.battle_ended,
    e.AttritionBegan: Run.attrition_began,
    e.AssaultBegan: Run.assault_began,
    e.AssaulterDropped: Run.dropped,
    e.GarrisonFell: Run.garrison_fell,
}
"""How events are told in a run; all others follow from something told."""


def retell(game: Game, state: State, steps: Sequence[Step]) -> str:
    """One line for a run of batches; the state is the one before the first of them."""
    run = Run(game, state)
    for step in steps:
        for event in step.events:
            run.add(state, event)
            state = game.evolution[type(event)](game, state, event)
    return run.line() or "Nothing happens."
