"""Battles, sieges and rolls in the sentences of a run: `Round 1: A13 1 6 (S01 -1, S01 routed to Corinth); S01 5 3`."""

from __future__ import annotations

from abc import ABC, abstractmethod

from rules.hellenes import events as e
from rules.hellenes.game import Game
from rules.hellenes.state import Assault, Moving, State
from rules.hellenes.tellings import rolled_for
from rules.hellenes.tellings_of_combat import where
from rules.hellenes.wording import side


class Fighting(ABC):
    """What is told of a fight as its events come: shots with what each brought, one sentence a round.

    `told`: the sentences so far, each with its rule. `appeal`: who appealed to whom, until the new dice lie.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.told: list[tuple[str, str]] = []
        self.appeal = ""
        self._head = ""
        """What the sentence of a round, an attrition or an assault begins with."""
        self._shots: list[str] = []
        self._dice = ""
        self._brought: dict[str, list[str]] = {}
        """What the last shot brought, by the block that it struck."""
        self._open = False
        """Whether dice lie of which losses may still come."""
        self._rule = "6"

    def say(self, text: str, rule: str = "") -> None:
        """A sentence of its own, after all that was gathered before it."""
        self.close()
        self.told.append((text, rule))

    def close(self) -> None:
        """Says what was gathered."""
        self._shot_over()
        if self._shots:
            shots = "; ".join(self._shots)
            self.told.append((f"{self._head}: {shots}" if self._head else shots, self._rule))
        self._head, self._shots, self._open = "", [], False

    @abstractmethod
    def went_on(self, kind: str, dice: str, *, again: bool) -> None:
        """A roll on a way; `again`: in the place of the last one."""

    def _shot_over(self) -> None:
        if not self._dice:
            return
        parts = []
        for name, fates in self._brought.items():
            steps = sum(int(fate) for fate in fates if fate.startswith("-"))
            words = ([str(steps)] if steps else []) + [fate for fate in fates if not fate.startswith("-")]
            parts.append(f"{name} {', '.join(words)}")
        self._shots.append(self._dice + (f" ({', '.join(parts)})" if parts else ""))
        self._dice, self._brought = "", {}

    def _code(self, name: str) -> str:
        return name.upper() if name in self.game.blocks else "a block"

    # Rolls

    def rolled(self, state: State, event: e.RollMade) -> None:
        """Dice: with the way on which they are rolled, with the shot, or a sentence of their own. Dice that others
        replace are told, as set aside."""
        dice = " ".join(map(str, event.dice))
        old = " ".join(map(str, state.pending.dice)) if state.pending is not None else ""
        if event.appealed:
            who = self.appeal or "Cleon"
            self.appeal = ""
            dice = f"{old} set aside ({who}), then {dice}" if old else dice
        top = state.stack[-1] if state.stack else None
        if event.kind in ("deep-sea", "forced") and isinstance(top, Moving):
            self.went_on(event.kind, dice, again=event.appealed)
            return
        if event.appealed and self._dice.endswith(old):
            self._dice = self._dice.removesuffix(old) + dice
            return
        self._shot_over()
        match event.kind:
            case "fire":
                who, self._rule = self._code(event.subject), "6"
            case "walls":
                who, self._rule = ("garrison" if event.subject == "garrison" else "walls"), "8.4"
            case "assault" | "cleon":
                who, self._rule = "assault", "8.4"
            case "attrition":
                who, self._rule = "", "8.2"
            case _:
                self.close()
                who, self._rule = self._about(state, event), "13"
        self._dice = f"{who} {dice}".strip()
        self._open = True

    def _about(self, state: State, event: e.RollMade) -> str:
        """What other dice are for: where the card stands before them, a place alone."""
        told = rolled_for(self.game, state, event)
        head, _, about = told.partition(", ")
        if any(text.endswith(f"{head}:") for text, _ in self.told):
            return f"{about}:" if about else "rolled"
        return f"{told}:"

    def hurt(self, whose: str, name: str, fate: str) -> bool:
        """A loss: with the shot that brought it, if dice lie."""
        if not self._dice:
            return False
        self._brought.setdefault(self._code(name), []).append(fate)
        return True

    # Battles

    def battle_began(self, state: State, event: e.BattleBegan) -> None:
        sides = sorted(event.began, key=lambda seat: seat != event.attacker)
        told = " against ".join(
            f"{side(seat)} {' '.join(self._code(name) for name in event.fighting if self.game.side(name) == seat)}"
            for seat in sides
        )
        for word, names in (("from the sea", event.landed), ("from round 2 on", event.later)):
            if names:
                told += f", {' '.join(map(self._code, names))} {word}"
        self.say(f"Battle {where(self.game, event.place)}: {told}", "6")

    def round_began(self, state: State, event: e.RoundBegan) -> None:
        self.close()
        self._head = f"Round {event.round}"

    def routed(self, state: State, event: e.BlockRouted) -> None:
        if event.by_choice:
            self._shot_over()
            self._dice = self._code(event.block)
            self._brought = {}
        else:
            self._brought.setdefault(self._code(event.block), []).append("routed")

    def retreated(self, event: e.BlocksMoved) -> bool:
        """A retreat is told with what drove the block off."""
        name = self._code((*event.known, *event.names)[0])
        place = self.game.title(event.place)
        if self._dice == name:
            self._dice = f"{name} retreats to {place}"
            return True
        fates = self._brought.get(name)
        if not fates or fates[-1] != "routed":
            return False
        fates[-1] = f"routed to {place}"
        return True

    def fled(self, name: str, place: str) -> bool:
        """A retreat behind the walls is told with what drove the block off."""
        code = self._code(name)
        if self._dice == code:
            self._dice = f"{code} retreats behind the walls"
            return True
        fates = self._brought.get(code)
        if not fates or fates[-1] != "routed":
            return False
        fates[-1] = "routed behind the walls"
        return True

    def withdrew(self, state: State, event: e.WithdrawalBegan) -> None:
        self.say("The defender withdraws before the battle", "6.8")

    def battle_ended(self, state: State, event: e.BattleEnded) -> None:
        if event.winner and event.fought:
            self.say(f"{side(event.winner)} wins", "6.8")

    def won(self, seat: str, amount: int) -> bool:
        """The Prestige of a battle is told with who wins it."""
        if self.told and self.told[-1][0] == f"{side(seat)} wins":
            self.told[-1] = (f"{side(seat)} wins, {amount} Prestige", self.told[-1][1])
            return True
        return False

    # Sieges

    def attrition_began(self, state: State, event: e.AttritionBegan) -> None:
        self.close()
        self._head = f"attrition at {self.game.title(event.place)}"

    def assault_began(self, state: State, event: e.AssaultBegan) -> None:
        self.close()
        top = state.stack[-1] if state.stack else None
        place = self.game.title(top.place) if isinstance(top, Assault) else "the walls"
        self._head = f"assault on {place} by {' '.join(map(self._code, event.fighting))}"

    def dropped(self, state: State, event: e.AssaulterDropped) -> None:
        self._brought.setdefault(self._code(event.block), []).append("drops out")

    def garrison_fell(self, state: State, event: e.GarrisonFell) -> None:
        if self._dice:
            self._brought.setdefault("garrison", []).append("lost")
        else:
            self.say(f"the garrison of {self.game.title(event.place)} is lost", "8.2")
