"""What the rulesets of both games are made of: all of the standard rules, with what one game has of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from rules.chance import Chance
from rules.errors import OptionError
from rules.middle_earth import actions, data, events, set_up, standard
from rules.middle_earth.conceivable import conceivable
from rules.middle_earth.corrections import adjust
from rules.middle_earth.data_records import RULES, SHAPE, GameData
from rules.middle_earth.evaluation import FORESEEN, evaluate
from rules.middle_earth.game import Exclusive, Game
from rules.middle_earth.narration import mark, narrate, phrase, retell
from rules.middle_earth.rolls import roll_title
from rules.middle_earth.scene import scene
from rules.middle_earth.state import SHAPE as STATE_SHAPE
from rules.middle_earth.state import State
from rules.middle_earth.upcasters import numbered_in_fields, upcasts
from rules.middle_earth.whereabouts import TELLS
from rules.ruleset import Action, Event, Mark, Option, Ruleset, Scenario, Seat
from rules.whereabouts import Tells

BattleRuleset = Ruleset[GameData, Game, State]


def battle_ruleset(
    *,
    name: str,
    title: str,
    version: int,
    seats: tuple[Seat, ...],
    scenarios: tuple[Scenario, ...],
    exclusive: Exclusive,
    options: tuple[Option, ...] = (),
    action_types: tuple[type[Action], ...] = (),
    event_types: tuple[type[Event], ...] = (),
    marks: Mapping[type[Event], Mark] | None = None,
    tells: Mapping[type[Event], tuple[Tells, ...]] | None = None,
    view: Callable[[Game, State, tuple[str, ...]], State] = standard.view,
    resample: Callable[[Game, State, str, Chance], State] = standard.resample,
    is_pass: Callable[[Action], bool] = standard.is_pass,
    hidden: bool = False,
) -> BattleRuleset:
    """The ruleset of one game; its types, options, marks and tells are added to those of the standard rules."""

    def load(folder: Path | None) -> GameData:
        return data.load(folder, name)

    def prepare(content: GameData, scenario: str, chosen: Mapping[str, str]) -> Game:
        """Raises OptionError for a scenario that is not offered, or a set-up that breaks the rules."""
        if scenario not in [each.name for each in scenarios] or scenario not in content.scenario:
            offered = ", ".join(each.name for each in scenarios)
            raise OptionError(f'there is no scenario "{scenario}"; the scenarios are {offered}')
        game = standard.game_for(data.board(content, scenario), exclusive, chosen)
        problems = set_up.option_problems(game)
        if problems:
            raise OptionError(f"the set-up cannot be used: {'; '.join(problems)}")
        return game

    def mark_of(event: Event) -> Mark | None:
        return (marks or {}).get(type(event)) or mark(event)

    all_events = (*events.EVENTS, *event_types)
    return Ruleset(
        name=name,
        title=title,
        version=version,
        seats=seats,
        scenarios=scenarios,
        options=(set_up.OPTION, *options),
        action_types=(*actions.ACTIONS, *action_types),
        event_types=all_events,
        data_type=GameData,
        state_type=State,
        data_shape=SHAPE,
        state_shape=STATE_SHAPE,
        upcasts=upcasts(name, all_events),
        upcast_action=numbered_in_fields(name),
        load=load,
        data_folders=data.folders(name),
        data_rules=RULES,
        tally_sources=data.tally,
        prepare=prepare,
        idle_options=set_up.idle_options,
        initial=standard.initial,
        begin=standard.begin,
        awaiting=standard.awaiting,
        legal=standard.legal,
        decide=standard.decide,
        evolve=standard.evolve,
        view=view,
        clock=standard.clock,
        result=standard.result,
        tally=standard.tally,
        phrase=phrase,
        conceivable=conceivable,
        narrate=narrate,
        retell=retell,
        roll_title=roll_title,
        mark=mark_of,
        owners=standard.owners,
        tells={**TELLS, **(tells or {})},
        scene=scene,
        evaluate=evaluate,
        foreseen=FORESEEN,
        resample=resample,
        adjust=adjust,
        is_pass=is_pass,
        hidden=hidden,
    )
