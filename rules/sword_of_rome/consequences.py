"""Political consequences of a battle (12.5): the support that the winner gains, or an ally whose army flanked."""

from __future__ import annotations

from collections.abc import Iterator

from rules.ruleset import Action
from rules.sword_of_rome import actions, africa, events
from rules.sword_of_rome.chapter import Decision
from rules.sword_of_rome.game import Game, Refusal
from rules.sword_of_rome.powers import decider
from rules.sword_of_rome.procedures import Battle, Support
from rules.sword_of_rome.state import State
from rules.sword_of_rome.strength import ATTACKER, DEFENDER, other, side_of
from rules.sword_of_rome.support import shielded
from rules.sword_of_rome.unfolding import Unfolding


def settle(unfolding: Unfolding, battle: Battle) -> None:
    """The winner, or the ally named, gains half of the CU that the loser really lost (12.5-a)."""
    game = unfolding.game
    winner, loser = side_of(battle, battle.winner), side_of(battle, other(battle.winner))
    if africa.ends_carthage(game, battle.space, loser.power):  # in place of political consequences
        africa.end_carthage(unfolding)
        return
    targets = [loser.power]
    if battle.winner == DEFENDER and battle.flank is not None and battle.flank.power != loser.power:  # 12.5-d
        targets.append(battle.flank.power)
    points = {winner.power: battle.points}  # what an event adds is its own seat's, whoever gains the rest
    power = battle.beneficiary or winner.power
    points[power] = points.get(power, 0) + (loser.lost + 1) // 2
    for each, count in points.items():
        if count:
            _gain_support(unfolding, battle, each, count, tuple(targets))
    africa.call_hamilcar_home(unfolding, battle.space, winner.power)


def _gain_support(
    unfolding: Unfolding, battle: Battle, power: str, points: int, targets: tuple[str, ...]
) -> None:
    game = unfolding.game
    winner = side_of(battle, battle.winner)
    held = tuple(each.partition("/")[2] for each in battle.held if each.partition("/")[0] == power)
    unfolding.begin(
        Support(
            battle.seat if power != winner.power else decider(game, unfolding.state, winner.power),
            power,
            points,
            "victory",
            target=targets,
            held=held,
            limits=shielded(game, unfolding.state, targets, points),
            cause="victory",
            why="12.5",
        )
    )


# 12.5-c: support for an ally whose army flanked


def asks(game: Game, state: State, battle: Battle) -> Decision | None:
    """The ally says whether he asks for the support, then the active seat whether he gets it. A power that nobody owns
    and one of the active seat itself are not asked: they always would."""
    flank = battle.flank
    if flank is None or battle.winner != ATTACKER or battle.beneficiary or not battle.defender.lost:
        return None
    if flank.power == battle.attacker.power or africa.ends_carthage(
        game, battle.space, battle.defender.power
    ):
        return None
    owner = game.seat_of.get(flank.power, battle.seat)
    if owner != battle.seat and not battle.wish:
        return Decision(owner, "support-wish", flank.power)
    return None if battle.wish == "no" else Decision(battle.seat, "beneficiary", flank.power)


def options(game: Game, state: State, battle: Battle, now: Decision) -> Iterator[Action]:
    """What may be decided."""
    if now.kind == "support-wish":
        yield actions.Accept()
        yield actions.Refuse()
        return
    yield actions.Choose(battle.attacker.power)
    yield actions.Choose(now.power)


def refuse(game: Game, state: State, battle: Battle, now: Decision, action: Action) -> Refusal | None:
    """Why that may not be decided, or None."""
    if now.kind == "support-wish":
        if isinstance(action, (actions.Accept, actions.Refuse)):
            return None
        return "12.5", f"say whether {game.title(now.power)} ask for the support of the victory"
    if isinstance(action, actions.Choose) and action.what in (battle.attacker.power, now.power):
        return None
    return (
        "12.5",
        f"say whether {game.title(battle.attacker.power)} or {game.title(now.power)} gain the support",
    )


def act(unfolding: Unfolding, battle: Battle, now: Decision, action: Action) -> None:
    """Carries a decision out."""
    if now.kind == "support-wish":
        unfolding.happen(events.SupportWished(now.power, isinstance(action, actions.Accept)))
        return
    assert isinstance(action, actions.Choose)
    unfolding.happen(events.BeneficiaryNamed(action.what))
