"""The units of a seat as they stand, for bots that look at many positions which differ in a unit or two: what follows
from that alone is reckoned from the ranks before, for the units that changed."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from rules.middle_earth.game import Game
from rules.middle_earth.state import State, UnitState
from rules.middle_earth.victory import held_by

REDUCED, DISRUPTED = 0.6, 0.75
"""What is left of a unit's worth."""
ENOUGH = 3
"""More friends beside a unit than these do not shelter it better."""
KEPT = 512
"""How many ranks are remembered."""

Standings = tuple[UnitState | None, ...]


class Ranks:
    """The units of a seat in the order of `units_of`: how they stand, None for one that is not on the map.

    `hexes` are theirs, `worths` what each unit is worth with its losses, `strength` all of it, `printed` all of it
    without losses, `prizes` the victory points for their hexes, `count` how many there are, `friends` how many hexes
    beside each unit hold friends. `number` names the ranks, `before` those that they were reckoned from, and `altered`
    tells in which places they differ from those, in neighbours or in themselves.
    """

    __slots__ = (
        "altered",
        "before",
        "count",
        "friends",
        "hexes",
        "number",
        "printed",
        "prizes",
        "standings",
        "strength",
        "worths",
    )

    def __init__(
        self, game: Game, seat: str, standings: Standings, number: int, before: Ranks | None
    ) -> None:
        self.number = number
        self.standings = standings
        self.hexes = frozenset([now.hex for now in standings if now is not None])
        places = range(len(standings))
        if before is None:
            self.before = -1
            changed = self.altered = list(places)
            self.worths = [0.0] * len(standings)
            self.friends = [0] * len(standings)
        else:
            self.before = before.number
            then = before.standings
            changed = [place for place in places if standings[place] is not then[place]]
            self.worths = before.worths.copy()
            self.friends = before.friends.copy()
            self.altered = self._near(game, before, changed)
        names, units = game.units_of[seat], game.board.units
        for place in changed:
            self.worths[place] = worth_of(units[names[place]].value, standings[place])
        for place in self.altered:
            now = standings[place]
            self.friends[place] = 0 if now is None else friends_beside(game, now.hex, self.hexes)
        self.strength = sum(self.worths)
        self.printed = float(
            sum([units[name].value for name, now in zip(names, standings, strict=True) if now is not None])
        )
        self.prizes = held_by(game, seat, self.hexes)
        self.count = len(standings) - standings.count(None)

    def _near(self, game: Game, before: Ranks, changed: list[int]) -> list[int]:
        """The places that changed, and those beside a hex that was left or entered."""
        moved = self.hexes ^ before.hexes
        if not moved:
            return changed
        near = set(moved)
        for name in moved:
            near.update(game.board.grid.neighbours[name])
        itself = set(changed)
        return [
            place
            for place, now in enumerate(self.standings)
            if place in itself or (now is not None and now.hex in near)
        ]


def worth_of(value: int, now: UnitState | None) -> float:
    """What a unit of this value is worth as it stands."""
    if now is None:
        return 0.0
    worth = float(value)
    if now.reduced:
        worth *= REDUCED
    if now.disrupted:
        worth *= DISRUPTED
    return worth


def ranks(game: Game, state: State, seat: str, but: tuple[str, ...] = ()) -> Ranks:
    """The ranks of the seat in the position, without some of its units."""
    get = state.units.get
    if but:
        standings = tuple([get(unit) if unit not in but else None for unit in game.units_of[seat]])
    else:
        standings = tuple([get(unit) for unit in game.units_of[seat]])
    last: Ranks | None = game.kept.get(("ranks", seat))
    if last is not None and last.standings == standings:
        return last
    known: dict[Standings, Ranks] = game.kept.setdefault(("known ranks", seat), {})
    found = known.get(standings)
    if found is None:
        if len(known) >= KEPT:
            known.clear()
        number = game.kept["ranks made"] = game.kept.get("ranks made", 0) + 1
        found = known[standings] = Ranks(game, seat, standings, number, last)
    game.kept["ranks", seat] = found
    return found


def beside(game: Game, name: str) -> frozenset[str]:
    """The hexes next to a hex."""
    kept: dict[str, frozenset[str]] | None = game.kept.get("beside")
    if kept is None:
        kept = game.kept["beside"] = {
            each: frozenset(others) for each, others in game.board.grid.neighbours.items()
        }
    return kept[name]


def friends_beside(game: Game, name: str, hexes: AbstractSet[str]) -> int:
    """How many of these hexes are next to the hex, as far as it matters."""
    return min(len(beside(game, name) & hexes), ENOUGH)
