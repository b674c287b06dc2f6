"""6: battles on land and at sea, from what is due to who has won."""

from __future__ import annotations

from rules.errors import IllegalAction
from rules.hellenes import actions as a
from rules.hellenes import events as e
from rules.hellenes import retreats
from rules.hellenes.casualties import lose_step
from rules.hellenes.game import OTHER, SEATS, Game
from rules.hellenes.olympians import roll
from rules.hellenes.state import Battle, Pending, State
from rules.hellenes.unfolding import Unfolding
from rules.hellenes.where import (
    held,
    outside,
    under_peace,
)
from rules.ruleset import Action

TRUCE = ("elis", "delphi", "corinth", "athens")
"""The places of the Sacred Truce (card 22)."""


def truce(state: State, side: str, place: str) -> bool:
    """Whether the Sacred Truce keeps a side from fighting there (card 22)."""
    return place in TRUCE and f"truce/{OTHER[side]}" in state.effects


def due(game: Game, state: State, side: str) -> list[str]:
    """Where battles are due in a side's Combat phase (6.1)."""
    both = held(game, state, side) & held(game, state, OTHER[side])
    return sorted(
        place
        for place in both
        if place not in state.done and not under_peace(state, game, place) and not truce(state, side, place)
    )


def next_of(game: Game, state: State, side: str) -> list[str]:
    """The battles that may be next: smaller ones before larger (6.1)."""
    places = due(game, state, side)
    sizes = {place: sum(outside(game, state, each, place) for each in SEATS) for place in places}
    return [place for place in places if sizes[place] == min(sizes.values())]


# 6.3 to 6.7: rounds


def battle_goes_on(u: Unfolding, battle: Battle) -> bool:
    """The next thing in a battle; False where somebody is to choose."""
    game = u.game
    if battle.retreating:
        return _retreat(u, battle)
    if battle.stratagems:
        return False
    if battle.hits or battle.routs:
        return _losses(u, battle)
    sides = {side: [name for name in battle.fighting if game.side(name) == side] for side in SEATS}
    if not all(sides.values()):
        _end(u, battle, next((side for side in SEATS if sides[side]), ""))
        return True
    if not battle.queue:
        number = battle.round + 1
        u.happen(e.RoundBegan(number, firing_order(game, battle, number)))
        return True
    name = battle.queue[0]
    if battle.round > 1:
        return False  # 6.7: fire or retreat
    fire(u, battle, name)
    return True


def firing_order(game: Game, battle: Battle, number: int) -> tuple[str, ...]:
    """By letter, the defender first (6.3); in round 1 a Sea Landing last (6.10), and without those that join later."""
    naval = battle.place in game.seas

    def place_of(name: str) -> tuple[bool, bool, str, bool, str]:
        attacks = game.side(name) == battle.attacker
        ambush = number == 1 and "ambush" in battle.used and not attacks
        last = number == 1 and name in battle.landed
        return ambush, last, letter(game, name, naval), attacks, name

    firing = [name for name in battle.fighting if number > 1 or name not in battle.later]
    return tuple(sorted(firing, key=place_of))


def letter(game: Game, name: str, naval: bool) -> str:
    """The letter by which a block fires: a fleet on land D (2.3)."""
    block = game.blocks[name]
    return "D" if block.type == "fleet" and not naval else block.letter


def strength(game: Game, name: str, naval: bool) -> int:
    """The strength by which a block fires: a fleet on land 1 (2.3)."""
    block = game.blocks[name]
    return 1 if block.type == "fleet" and not naval else block.strength


def scored(dice: tuple[int, ...], strength: int) -> tuple[int, int]:
    """Hits and routs of dice: 1 to strength hits, 7 - strength to 6 routs (6.4)."""
    return sum(1 for die in dice if die <= strength), sum(1 for die in dice if die >= 7 - strength)


def targets(game: Game, battle: Battle, side: str) -> list[str]:
    """The blocks of a side that may be fired at: in round 1 not those that join later (5.4.1)."""
    return sorted(
        name
        for name in battle.fighting
        if game.side(name) == side and (battle.round > 1 or name not in battle.later)
    )


def fire(u: Unfolding, battle: Battle, name: str) -> None:
    """A block fires with a die for each step (6.3)."""
    game, side = u.game, u.game.side(name)
    if not targets(game, battle, OTHER[side]):
        u.happen(e.BlockFired(name, OTHER[side], 0, 0))
        return
    naval = battle.place in game.seas
    dice = u.state.blocks[name].steps + ("gylippus" in battle.used and side == "sparta")
    subject = f"{battle.place}:{battle.round}:{name}"
    roll(u, "fire", "poseidon" if naval else "ares", side, dice, subject, name)


def fired(u: Unfolding, pending: Pending) -> None:
    """The dice of a firing block are used (6.4)."""
    battle = u.state.stack[-1]
    assert isinstance(battle, Battle)
    name = pending.subject
    hits, routs = scored(pending.dice, strength(u.game, name, battle.place in u.game.seas))
    again = battle.round == 1 and name in battle.twice
    u.happen(e.BlockFired(name, OTHER[u.game.side(name)], hits, routs, again))


def struck(game: Game, state: State, battle: Battle) -> list[str]:
    """The blocks of which one takes the next hit (largest) or rout (smallest) (6.5, 6.6)."""
    names = targets(game, battle, battle.target)
    if not names:
        return []
    steps = {name: state.blocks[name].steps for name in names}
    edge = max(steps.values()) if battle.hits else min(steps.values())
    return [name for name in names if steps[name] == edge]


def _losses(u: Unfolding, battle: Battle) -> bool:
    names = struck(u.game, u.state, battle)
    if not names:
        u.happen(e.HitsSettled(0, 0))
        return True
    if len(names) > 1:
        return False
    take(u, battle, names[0])
    return True


def take(u: Unfolding, battle: Battle, name: str) -> None:
    """A block takes the hit or the rout."""
    if battle.hits:
        u.happen(e.HitsSettled(battle.hits - 1, battle.routs))
        lose_step(u, name, "hit")
        return
    u.happen(e.HitsSettled(0, battle.routs - 1))
    if "panic" in battle.used and battle.target != battle.attacker:
        lose_step(u, name, "panic")  # card 32
    if name in u.state.blocks:
        u.happen(e.BlockRouted(name))


def retreat_options(game: Game, state: State, battle: Battle) -> tuple[a.RetreatTo, ...]:
    """Where the block that retreats may go (6.9)."""
    came = battle.came.get(battle.retreating, "")
    return retreats.destinations(game, state, battle.retreating, came)


def _retreat(u: Unfolding, battle: Battle) -> bool:
    options = retreat_options(u.game, u.state, battle)
    if len(options) > 1:
        return False
    make_retreat(u, battle, options[0] if options else None)
    return True


def make_retreat(u: Unfolding, battle: Battle, to: a.RetreatTo | None) -> None:
    """The retreat is made, or the block is lost."""
    name = battle.retreating
    if to is None:
        retreats.lost(u, name)
    else:
        retreats.go(u, name, to)
    u.happen(e.BlockRetreated(name))


def _end(u: Unfolding, battle: Battle, winner: str) -> None:
    """The side with a block left wins, and gains Prestige (6.8)."""
    loser = OTHER.get(winner, "")
    u.happen(e.BattleEnded(battle.place, winner, loser, battle.place in u.game.seas))
    if winner:
        large = battle.began[loser] >= u.game.numbers["large-army"]
        u.gain(winner, 2 if large else 1, "battle")
    if battle.winter:
        from rules.hellenes.siege_breaking import battle_over

        battle_over(u, battle)


# Choices in a battle


def battle_options(game: Game, state: State, battle: Battle, seat: str) -> tuple[Action, ...]:
    """What the seat that is asked in a battle may do."""
    if battle.retreating:
        return retreat_options(game, state, battle)
    if battle.stratagems:
        return (a.Choose(battle.stratagems[0].partition("/")[0]), a.Decline())
    if battle.hits or battle.routs:
        return tuple(a.Take(name) for name in struck(game, state, battle))
    return (a.Fire(), a.Retreat())


def battle_seat(game: Game, battle: Battle) -> str:
    """Who is to choose in a battle."""
    if battle.retreating:
        return game.side(battle.retreating)
    if battle.stratagems:
        return battle.stratagems[0].partition("/")[2]
    if battle.hits or battle.routs:
        return battle.target
    return game.side(battle.queue[0])


def battle_act(u: Unfolding, battle: Battle, seat: str, action: Action) -> None:
    """A choice in a battle. Raises IllegalAction."""
    if action not in battle_options(u.game, u.state, battle, seat):
        if battle.retreating:
            raise IllegalAction(
                "6.9", "a retreat leads to an adjacent place without enemies, first where it came from"
            )
        if battle.hits:
            raise IllegalAction("6.5", "one of the largest blocks takes the hit")
        if battle.routs:
            raise IllegalAction("6.6", "one of the smallest blocks is routed")
        raise IllegalAction("6.7", "the block fires, or from round 2 on retreats")
    match action:
        case a.RetreatTo():
            make_retreat(u, battle, action)
        case a.Choose():
            u.happen(e.StratagemUsed(battle.stratagems[0], True))
        case a.Decline():
            u.happen(e.StratagemUsed(battle.stratagems[0], False))
        case a.Take(name):
            take(u, battle, name)
        case a.Fire():
            fire(u, battle, battle.queue[0])
        case _:
            u.happen(e.BlockRouted(battle.queue[0], True))
