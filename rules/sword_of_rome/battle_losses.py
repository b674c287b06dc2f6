"""What the two sides of a battle lose, and who has nothing left to command (12.2.1, 12.3, 9.5.6)."""

from __future__ import annotations

from rules.sword_of_rome import events
from rules.sword_of_rome.casualties import lose_units
from rules.sword_of_rome.forces import force
from rules.sword_of_rome.leaders import displace_all
from rules.sword_of_rome.procedures import Battle
from rules.sword_of_rome.state import State
from rules.sword_of_rome.strength import ATTACKER, DEFENDER, side_of
from rules.sword_of_rome.unfolding import Unfolding


def lose(
    unfolding: Unfolding,
    battle: Battle,
    side: str,
    cu: int,
    rule: str,
    *,
    counts: bool = True,
) -> None:
    """A side loses CU, at most what it has; a flanking army bears half, an odd one falls on the pinning army
    (9.5.6-f)."""
    power = side_of(battle, side).power
    here = fighting(unfolding.state, battle, side)
    flank = battle.flank if side == ATTACKER else None
    there = 0
    if flank is not None:
        standing = force(unfolding.state, flank.space, flank.power)
        there = min(flank.cu, standing.cu if standing is not None else 0)
    main = min(cu - cu // 2 if flank is not None else cu, here)
    aside = min(cu - main, there)
    main = min(cu - aside, here)
    if main:
        lose_units(
            unfolding, power, battle.space, main, rule, inside_first=battle.sortie and side == ATTACKER
        )
    if aside and flank is not None:
        lose_units(unfolding, flank.power, flank.space, aside, rule)
    if counts and main + aside:
        unfolding.happen(events.LossesCounted(side, main + aside))


def fighting(state: State, battle: Battle, side: str) -> int:
    """The CU of a side that are still in the battle space."""
    own = force(state, battle.space, side_of(battle, side).power)
    if own is None:
        return 0
    if side == DEFENDER:
        return own.cu
    return own.inside if battle.sortie else own.cu + (own.inside if battle.relief else 0)


def destroy(unfolding: Unfolding, battle: Battle, side: str) -> int:
    """All CU of a side are eliminated, a flanking army's too, and its leaders displaced (12.2.1-c); gives the CU."""
    power = side_of(battle, side).power
    here = fighting(unfolding.state, battle, side)
    flank = battle.flank if side == ATTACKER else None
    standing = force(unfolding.state, flank.space, flank.power) if flank is not None else None
    there = min(flank.cu, standing.cu) if flank is not None and standing is not None else 0
    if here:
        inside_first = battle.sortie and side == ATTACKER
        lose_units(unfolding, power, battle.space, here, "12.2.1", inside_first=inside_first)
    if flank is not None and standing is not None:
        if there:
            lose_units(unfolding, flank.power, flank.space, there, "12.2.1")
        leaders = tuple(each for each in (flank.leader, *flank.followers) if each in standing.leaders)
        displace_all(unfolding, leaders, "12.2.1")
    if here + there:
        unfolding.happen(events.LossesCounted(side, here + there))
    return here + there


def displace_beaten(unfolding: Unfolding, battle: Battle, side: str) -> None:
    """Leaders who have lost all CU are displaced (12.3-e)."""
    own = force(unfolding.state, battle.space, side_of(battle, side).power)
    if own is None or own.cu:
        return
    attacks = side == ATTACKER
    relieved = attacks and battle.relief and battle.winner == ATTACKER and own.inside  # 8.4
    if own.leaders and not (attacks and battle.sortie) and not relieved:
        displace_all(unfolding, own.leaders, "12.3")
    if attacks and (battle.sortie or battle.relief) and not own.inside:
        displace_all(unfolding, own.shut, "12.3")
