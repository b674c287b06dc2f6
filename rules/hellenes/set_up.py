"""15: how a scenario begins."""

from __future__ import annotations

from rules.hellenes import events as e
from rules.hellenes.game import SEATS, Game
from rules.hellenes.unfolding import Unfolding

ALCIBIADES_SEAT = "athens"


def set_up(u: Unfolding) -> None:
    """Sets the scenario up (15.0)."""
    game = u.game
    scenario = game.scenario
    control: dict[str, str] = {
        name: scenario.control.get(name) or each.loyalty
        for name, each in game.provinces.items()
        if each.city and (name in scenario.control or each.loyalty in SEATS)
    }
    if game.sicily and scenario.first_expedition:
        control.pop("gela", None)  # 15.2-c
    leaders = {
        card: game.cards[card].side if game.cards[card].side in SEATS else ALCIBIADES_SEAT
        for card in scenario.leaders
    }
    toward = 1 if scenario.prestige_side == "athens" else -1
    u.happen(
        e.ScenarioBegan(
            scenario.id,
            scenario.first_year + 1,
            toward * scenario.prestige + game.bid[1] * {"sparta": 1, "athens": -1}.get(game.bid[0], 0),
            control,
            leaders,
            scenario.peace,
            scenario.war_resumed,
            game.numbers["garrison-blocks"],
        )
    )
    for deployment in sorted(game.data.deployment.values(), key=lambda each: each.id):
        if deployment.scenario != scenario.id:
            continue
        place, side = deployment.province, deployment.side
        within = place in scenario.sieges and control.get(place) == side
        for name in deployment.blocks:
            u.happen(e.BlockPlaced(side, place, name, game.blocks[name].steps, within, "set-up"))
    for place in scenario.sieges:
        u.happen(e.SiegeBegan(place, control.get(place, "")))


def is_set_up(game: Game) -> bool:
    """Whether the scenario has anything to set up."""
    return any(each.scenario == game.scenario.id for each in game.data.deployment.values())
