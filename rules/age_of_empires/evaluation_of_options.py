"""Which of the legal actions a bot looks at: what can be told without trying is told, so that few are left to try."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules.age_of_empires import actions
from rules.age_of_empires.attack_course import home_unit
from rules.age_of_empires.cities import villagers_of
from rules.age_of_empires.data_records import RESOURCES
from rules.age_of_empires.decisions import asked
from rules.age_of_empires.evaluation_of_attacks import declared, gain_of, rest_of
from rules.age_of_empires.evaluation_of_cards import use_of, worth_of_draw, worth_of_site
from rules.age_of_empires.evaluation_of_labour import next_step, plan, villagers_wanted
from rules.age_of_empires.evaluation_of_moves import next_move, winning_places
from rules.age_of_empires.game import Game, other
from rules.age_of_empires.procedures import Attack
from rules.age_of_empires.state import ALLOCATION, ATTACK, CONSTRUCTION, DISCARD, MOVEMENT, State, replace
from rules.age_of_empires.values import cost_of, unit_values
from rules.ruleset import Action

Legal = Sequence[Action]
WORTH_AN_ATTACK = 1.0
"""What an attack has to bring to be declared."""
PRESSING = 15.0
"""What an attack may cost more where the enemy has what wins by standing."""
AT_ONCE = frozenset({"gain", "settle"})
"""Operations of events that are carried out whenever they can be."""
TARGETS = 8
SETTLED = 7
"""With fewer villagers no age is begun: its researchers would be missing at work."""
MUST_KEEP = 5.8
"""From this use on a card is not discarded even from a full hand, which draws nothing."""


def worth_trying(game: Game, state: State, seat: str, legal: Legal) -> Legal:
    """The actions among which a bot chooses, at least one."""
    if not state.turn:
        return legal[:1]
    kind = None if state.stack else _PHASES.get(state.phase)
    if kind is None:
        now = asked(game, state)
        kind = "" if now is None else now.kind
    found = _NARROWED.get(kind)
    return legal if found is None else found(game, state, seat, legal) or legal


def _first(game: Game, state: State, seat: str, legal: Legal) -> Legal:
    return legal[:1]


def _last(game: Game, state: State, seat: str, legal: Legal) -> Legal:
    return legal[-1:]


def _of_type(legal: Legal, *kinds: type[Action]) -> Legal:
    return tuple(action for action in legal if isinstance(action, kinds))


def _collection(game: Game, state: State, seat: str, legal: Legal) -> Legal:
    """Turns up what lies face down – it counts for nothing so – and produces all."""
    return _of_type(legal, actions.Reveal)[:1] or _of_type(legal, actions.ProduceAll)[:1] or legal[-1:]


def _construction(game: Game, state: State, seat: str, legal: Legal) -> Legal:
    side = state.sides[seat]
    repairs: dict[str, Action] = {}
    sites: dict[str, actions.Build] = {}
    others: list[Action] = []
    step = next_step(game, side)
    for action in legal:
        if isinstance(action, actions.Reveal):
            return (action,)
        if isinstance(action, actions.Repair):
            repairs[action.space] = action  # the last one mends most
        elif isinstance(action, actions.Build):
            known = sites.get(action.card)
            if known is None or worth_of_site(game, side, action) > worth_of_site(game, side, known):
                sites[action.card] = action
        elif isinstance(action, actions.Research) and step is not None and action.card == step.id:
            if villagers_of(side) >= SETTLED:
                return (action,)
        elif isinstance(action, actions.Play):
            if all(each.__struct_config__.tag in AT_ONCE for each in game.cards[action.card].operations):
                return (action,)
            others.append(action)
        elif not isinstance(action, actions.Exchange | actions.Demolish | actions.LookOut | actions.Done):
            others.append(action)
    if repairs:
        return (next(iter(repairs.values())),)
    if step is not None and step.id in sites:
        return (sites[step.id],)
    others += sites.values()
    exchange = _exchange(game, state, seat, legal)
    if exchange is not None:
        return (exchange,)
    return (*others, legal[-1])


def _exchange(game: Game, state: State, seat: str, legal: Legal) -> Action | None:
    """Gives what is in plenty for what the next age or the wonder lacks."""
    side = state.sides[seat]
    step = next_step(game, side)
    if step is None:
        return None
    cost = cost_of(game, side, step.id)
    spare = {each: getattr(side, each) - getattr(cost, each) for each in RESOURCES}
    lacking = min(RESOURCES, key=lambda each: spare[each])
    most = max(RESOURCES, key=lambda each: spare[each])
    if spare[lacking] >= 0 or spare[most] < 6:
        return None
    return next(
        (each for each in _of_type(legal, actions.Exchange) if (each.give, each.get) == (most, lacking)),  # type: ignore[attr-defined]
        None,
    )


def _allocation(game: Game, state: State, seat: str, legal: Legal) -> Legal:
    """Makes villagers, then soldiers as far as that is worth it, then places all villagers by a plan."""
    side = state.sides[seat]
    placed = any(building.villagers for building in side.city.values())
    if not placed:
        reveals = _of_type(legal, actions.Reveal)
        if reveals:
            return reveals[:1]
        made = _of_type(legal, actions.MakeVillagers)
        wanted = villagers_wanted(game, side) - villagers_of(side)
        if made and wanted > 0:
            return (made[min(wanted, len(made)) - 1],)
    following = _next_place(game, state, seat, legal)
    if placed:
        return (following,)
    recruit, played = _of_type(legal, actions.Recruit), _of_type(legal, actions.Play)
    if recruit and not played:
        return recruit
    return (*recruit, *played, following)


def _recruiting(game: Game, state: State, seat: str, legal: Legal) -> Legal:
    """As many as can be of each unit, on whichever building, and monks where they are needed; or nobody."""
    spent: dict[tuple[str, ...], Action] = {}
    for action in legal:
        if isinstance(action, actions.Train):
            spent["train", action.unit] = action
        elif isinstance(action, actions.Muster):
            known = spent.get(("muster", action.card))
            if known is None or action.soldiers > known.soldiers:  # type: ignore[attr-defined]
                spent["muster", action.card] = action
        elif isinstance(action, actions.MakeMonks) and _needs_monks(game, state, action.unit, action.count):
            spent["monks",] = action
    return (*spent.values(), legal[-1])


def _needs_monks(game: Game, state: State, name: str, count: int) -> bool:
    """Whether a unit is to carry relics and lacks monks for that."""
    unit = state.units[name]
    if not state.land or unit_values(game, state.sides[unit.owner], unit.card).max_tokens == 1:
        return False
    needed = min(game.cards[relic.partition("/")[2]].monks_needed for relic in state.land)
    carriers = sum(1 for each in state.units.values() if each.owner == unit.owner and each.monks)
    return carriers < 2 and unit.monks + count == needed


def _next_place(game: Game, state: State, seat: str, legal: Legal) -> Action:
    side = state.sides[seat]
    if side.pool:
        for space, wanted in plan(game, state, seat).items():
            number = wanted - side.city[space].villagers
            if number > 0:
                action = actions.Place(space, min(number, side.pool))
                if action in legal:
                    return action
    return legal[-1]


def _movement(game: Game, state: State, seat: str, legal: Legal) -> Legal:
    return (next_move(game, state, seat, legal),)


def _attack(game: Game, state: State, seat: str, legal: Legal) -> Legal:
    """The attack that brings most, if one brings enough."""
    pressing = winning_places(game, state.sides[other(seat)])
    best, most = legal[-1], WORTH_AN_ATTACK
    for action in legal[:-1]:
        gain = gain_of(game, state, declared(game, state, seat, action))
        if isinstance(action, actions.AttackBuilding) and action.space in pressing:
            gain += PRESSING
        if gain > most:
            best, most = action, gain
    return (best,)


def _about(state: State) -> Attack:
    about = state.stack[-1]
    assert isinstance(about, Attack)
    return about


def _join(game: Game, state: State, seat: str, legal: Legal) -> Legal:
    return legal[-2:-1] or legal[-1:]


def _response(game: Game, state: State, seat: str, legal: Legal) -> Legal:
    """The unit whose coming takes most from the attack."""
    about = _about(state)
    best, least = legal[-1], rest_of(game, state, about) - 1.0
    for action in legal[:-1]:
        assert isinstance(action, actions.Respond)
        gain = rest_of(game, state, replace(about, defender=action.unit))
        if gain < least:
            best, least = action, gain
    return (best,)


def _defence(game: Game, state: State, seat: str, legal: Legal) -> Legal:
    about = _about(state)
    home = home_unit(game, state, about)
    best, least = legal[0], 1e9
    tried = {}
    for action in legal:
        assert isinstance(action, actions.Defend)
        tried[action.unit, bool(action.villagers)] = action  # none or all villagers
    for action in tried.values():
        gain = rest_of(
            game, state, replace(about, defender=home if action.unit else "", guards=action.villagers)
        )
        if gain < least:
            best, least = action, gain
    return (best,)


def _retreat(game: Game, state: State, seat: str, legal: Legal) -> Legal:
    """Withdraws where the rest of the attack only costs."""
    about = _about(state)
    rest = rest_of(game, state, about)
    if seat == about.seat:
        spared = rest_of(game, state, replace(about, main=""))
        return legal[:1] if spared > rest + 4.0 else legal[-1:]
    without = rest_of(game, state, replace(about, defender=""))
    return legal[:1] if without < rest - 4.0 else legal[-1:]


def _discard(game: Game, state: State, seat: str, legal: Legal) -> Legal:
    """Discards a card that is of less use than one to be drawn."""
    side = state.sides[seat]
    full = len(side.hand) >= game.numbers["hand"]
    best, least = legal[-1], MUST_KEEP if full else worth_of_draw(game, side)
    for action in _of_type(legal, actions.Discard):
        use = use_of(game, state, side, action.card)  # type: ignore[attr-defined]
        if use < least:
            best, least = action, use
    return (best,)


def _few_targets(game: Game, state: State, seat: str, legal: Legal) -> Legal:
    return legal[:TARGETS]


_PHASES = {
    CONSTRUCTION: "construction",
    MOVEMENT: "movement",
    ATTACK: "attack",
    ALLOCATION: "allocation",
    DISCARD: "discard",
}
"""The phases in which one thing alone is decided."""

_NARROWED: dict[str, Callable[[Game, State, str, Legal], Legal]] = {
    "collection": _collection,
    "construction": _construction,
    "allocation": _allocation,
    "recruiting": _recruiting,
    "movement": _movement,
    "attack": _attack,
    "join": _join,
    "response": _response,
    "defence": _defence,
    "firing": _first,
    "conversion": _first,
    "retreat": _retreat,
    "healing": _first,
    "shield": _first,
    "monks": _first,
    "labour": _last,
    "research": _first,
    "new-age": _first,
    "delivery": _first,
    "discard": _discard,
    "event": _few_targets,
}
"""How the options of a decision are narrowed; of others all are tried."""
