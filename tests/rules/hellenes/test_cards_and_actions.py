"""0, 3 and 4: the year's cards, initiative, leaders; the actions."""

from __future__ import annotations

import pytest
from immutables import Map

from rules.chance import Chance, keyed
from rules.hellenes import events as e
from rules.hellenes.acting import actions_of
from rules.hellenes.actions import (
    Choose,
    Commit,
    Finish,
    GroupMove,
    Move,
    Muster,
    Pillage,
    Place,
    Rebuild,
    Recruit,
    Sally,
)
from rules.hellenes.committing import pack
from rules.hellenes.ruleset import ruleset
from tests.rules.hellenes.harness import Position, game_of, position

RAISE, PERICLES, ARCHIDAMOS = "raise-taxes-14", "pericles-42", "archidamos-43"


def committing(athens: str, sparta: str, *, season: str = "spring", **fields) -> Position:
    hands = Map({"athens": (athens,), "sparta": (sparta,)})
    return position({}, season=season, step="commit", agenda=("reveal",), hands=hands, active="", **fields)


def both(now: Position, athens: Commit, sparta: Commit) -> Position:
    return now.act("athens", athens).act("sparta", sparta)


def begun(scenario: str = "431") -> Position:
    game = game_of(scenario)
    events = ruleset.begin(game, Chance(keyed(bytes(16))))
    state = ruleset.initial(game)
    for event in events:
        state = ruleset.evolve(game, state, event)
    return Position(game, state, events)


# 0: the year


@pytest.mark.rule("hellenes", "0.2")
def test_six_cards_a_year_are_played_at_new_year_and_in_five_seasons():
    now = begun()
    assert {seat: len(hand) for seat, hand in now.state.hands.items()} == {"athens": 6, "sparta": 6}
    seasons = []
    for _ in range(400):
        if now.state.turn > 1 or now.state.ending is not None:
            break
        if now.state.season not in seasons:
            seasons.append(now.state.season)
        seat, word = now.asked[0]
        legal = now.legal(seat)
        action = (
            legal[0]
            if word in ("commit", "sacrifice", "suffer", "place", "fire", "hit", "rout")
            else legal[-1]
        )
        chance = Chance(keyed(bytes(16)))
        state = now.state
        for event in ruleset.decide(now.game, state, seat, action, chance):
            if isinstance(event, e.TributeTaken):
                assert all(len(hand) == 0 for hand in state.hands.values()), "all six are used"
            state = ruleset.evolve(now.game, state, event)
        now = Position(now.game, state)
    assert seasons == ["new-year", "spring", "early-summer", "late-summer", "fall", "winter"]


@pytest.mark.rule("hellenes", "0.3")
def test_a_season_is_initiative_then_each_players_actions_and_combat_in_turn():
    now = both(committing("storm-2", "agis-21"), Commit("storm-2", "actions"), Commit("agis-21", "actions"))
    assert now.state.first == "sparta", "2 against 3"
    order = (now.state.step, *now.state.agenda)
    first = [f"{step}/sparta" for step in ("actions", "combat", "siege", "close")]
    second = [f"{step}/athens" for step in ("open", "peace", "count", "actions", "combat", "siege", "close")]
    assert order == (*first, *second)


# 3: cards


@pytest.mark.rule("hellenes", "3.1")
@pytest.mark.parametrize(("scenario", "last"), [("431", 44), ("413", 55), ("415", 55), ("sicily", 55)])
def test_each_game_uses_44_cards(scenario, last):
    numbers = sorted(card.number for card in game_of(scenario).cards.values())
    assert len(numbers) == 44
    assert numbers[:33] == list(range(1, 34))
    assert numbers[-1] == last


@pytest.mark.rule("hellenes", "3.2")
def test_a_card_is_used_for_its_event_or_for_actions_and_never_for_both():
    now = committing("storm-2", "agis-21")
    assert set(now.legal("athens")) == {Commit("storm-2", "actions"), Commit("storm-2", "event")}
    assert now.refused("athens", Commit("storm-2", "sacrifice")) == "3.2"
    after = both(now, Commit("storm-2", "event"), Commit("agis-21", "actions"))
    assert after.state.first == "athens"
    assert after.asked == (("athens", "event"),)
    after = after.act("athens", Choose("aegean-sea"))
    assert after.asked == (("sparta", "actions"),), "who plays an event has no actions"


@pytest.mark.rule("hellenes", "3.3", "10.4-a")
@pytest.mark.parametrize(
    ("athens", "sparta", "first"),
    [
        (Commit("raise-taxes-14", "actions"), Commit("storm-2", "actions"), "athens"),
        (Commit("raise-taxes-14", "actions"), Commit("agis-21", "actions"), "sparta"),
        (Commit("raise-taxes-15", "event"), Commit("panic-32", "actions"), "athens"),
        (Commit("raise-taxes-15", "actions"), Commit("panic-32", "actions"), "sparta"),
    ],
)
def test_the_lower_value_goes_first_an_event_is_0_and_ties_are_spartas(athens, sparta, first):
    for order in (("athens", "sparta"), ("sparta", "athens")):
        now = committing(athens.card, sparta.card)
        assert now.asked == (("athens", "commit"), ("sparta", "commit"))
        for seat in order:
            now = now.act(seat, athens if seat == "athens" else sparta)
        assert now.state.first == first
    chosen = committing(athens.card, sparta.card).act("athens", athens)
    assert chosen.seen("sparta").committed["athens"] == "?"
    assert chosen.asked == (("sparta", "commit"),)
    assert chosen.refused("athens", athens)


@pytest.mark.rule("hellenes", "3.4")
def test_events_come_first_and_their_player_keeps_his_combat():
    blocks = {"a01": "megara", "s16": "megara"}
    now = position(blocks, step="event/athens", revealed=Map({"athens": "siege-engines-4/event"}),
                   agenda=("combat/athens", "actions/sparta"))  # fmt: skip
    kinds = [type(event) for event in now.events]
    assert kinds.index(e.EventBegan) < kinds.index(e.FortifyingBegan)
    season = both(committing("storm-2", "agis-21"), Commit("storm-2", "actions"), Commit("agis-21", "event"))
    order = [step for now in season.all(e.AgendaSet) for step in now.steps if step.endswith("/sparta")]
    assert order == [f"{step}/sparta" for step in ("open", "peace", "event", "combat", "siege", "close")]
    new_year = committing("raise-taxes-14", "agis-21", season="new-year")
    new_year = both(new_year, Commit("raise-taxes-14", "event"), Commit("agis-21", "event"))
    assert [event.side for event in new_year.all(e.EventBegan)] == ["sparta", "athens"]


@pytest.mark.rule("hellenes", "3.5")
def test_an_event_of_the_other_side_or_without_its_condition_gives_actions_alone():
    now = committing("agis-21", "thracian-alliance-27")
    assert now.refused("athens", Commit("agis-21", "event")) == "3.5"
    assert now.refused("sparta", Commit("thracian-alliance-27", "event")) == "3.5"
    unmet = committing("blockade-of-sphacteria-44", "treachery-3")
    assert unmet.legal("athens") == (Commit("blockade-of-sphacteria-44", "actions"),)
    assert unmet.refused("sparta", Commit("treachery-3", "event")) == "3.5"


@pytest.mark.rule("hellenes", "3.6")
def test_a_continuing_event_stays_in_play_and_out_of_the_pack():
    now = both(committing(RAISE, "agis-21"), Commit(RAISE, "event"), Commit("agis-21", "actions"))
    assert now.state.in_play[RAISE] == "athens"
    later = now.with_(played=frozenset())
    assert RAISE not in pack(later.game, later.state)
    assert "agis-21" in pack(later.game, later.state)


@pytest.mark.rule("hellenes", "3.7")
def test_a_leaders_value_is_added_to_the_actions_and_not_to_initiative():
    now = committing("nicias-20", "helot-revolt-16", in_play=Map({PERICLES: "athens", ARCHIDAMOS: "sparta"}))
    now = both(now, Commit("nicias-20", "actions"), Commit("helot-revolt-16", "actions"))
    assert now.state.first == "sparta"
    assert now.all(e.ActionsGained)[0].actions == 2
    assert actions_of(now.game, now.state, "athens", "nicias-20") == 3


@pytest.mark.rule("hellenes", "3.8", "3.11")
def test_a_second_leader_replaces_the_first_and_archidamos_leaves_the_game():
    cards = Map({PERICLES: "athens", ARCHIDAMOS: "sparta"})
    now = both(
        committing("nicias-20", "agis-21", in_play=cards),
        Commit("nicias-20", "event"),
        Commit("agis-21", "event"),
    )
    assert dict(now.state.in_play) == {"nicias-20": "athens", "agis-21": "sparta"}
    later = now.with_(played=frozenset())
    assert PERICLES in pack(later.game, later.state), "he is shuffled in again"
    assert ARCHIDAMOS in later.state.removed


@pytest.mark.rule("hellenes", "4.7")
def test_raise_taxes_and_persian_aid_give_an_action_each():
    now = position({}, scenario="413", in_play=Map({RAISE: "athens", "raise-taxes-15": "athens"}))
    assert actions_of(now.game, now.state, "athens", "storm-2") == 5
    assert actions_of(now.game, now.state, "sparta", "storm-2") == 3
    now = position({}, scenario="413", in_play=Map({"persian-aid-45": "sparta", "lysander-49": "sparta"}))
    assert actions_of(now.game, now.state, "sparta", "storm-2") == 5


# 4: actions


@pytest.mark.rule("hellenes", "4.0")
def test_actions_are_spent_in_any_order_and_unused_ones_are_lost():
    now = position({"a01": "eleusis", "a16": ("athens", 1)}, actions=3)
    now = now.act("athens", Rebuild("a16"))
    assert (now.state.actions, now.state.credit) == (2, 1)
    now = now.act("athens", GroupMove("eleusis")).act("athens", Move("a01", "athens")).act("athens", Finish())
    assert (now.state.actions, now.state.credit) == (1, 0), "the second step is lost with the move"
    assert now.at("a01") == "athens"
    idle = position({}, actions=3).act("athens", Finish())
    assert [event.side for event in idle.all(e.PartEnded)] == ["athens"]


@pytest.mark.rule("hellenes", "4.0")
def test_a_recruit_may_move_in_the_same_turn():
    now = position({}).act("athens", Recruit(), draws=("a13",)).act("athens", Place("athens"))
    now = now.act("athens", GroupMove("athens")).act("athens", Move("a13", "eleusis"))
    assert now.at("a13") == "eleusis"


@pytest.mark.rule("hellenes", "4.1")
def test_a_group_move_costs_one_action_and_its_parts_may_part():
    now = position({"a01": "athens", "a02": "athens", "a13": "eleusis"}).act("athens", GroupMove("athens"))
    assert now.state.actions == 2
    now = now.act("athens", Move("a01", "eleusis")).act("athens", Move("a02", "tanagra"))
    assert now.refused("athens", Move("a13", "athens")) == "4.1"
    now = now.act("athens", Finish())
    assert (now.at("a01"), now.at("a02")) == ("eleusis", "tanagra")


@pytest.mark.rule("hellenes", "4.2")
def test_a_muster_gathers_units_by_normal_movement():
    now = position({"a01": "eleusis", "a13": "athens", "a14": "andros-sea", "s01": "megara"})
    assert Muster("megara") not in now.legal("athens"), "an enemy is there"
    assert now.refused("athens", Muster("thebes")) == "4.2", "neither a friendly city nor an own unit"
    now = now.act("athens", Muster("athens"))
    assert now.state.actions == 2
    assert {(each.block, each.forced) for each in now.legal("athens") if isinstance(each, Move)} == {
        ("a01", False), ("a14", False),
    }  # fmt: skip
    now = now.act("athens", Move("a01", "athens")).act("athens", Move("a14", "athens"))
    assert now.at("a01") == now.at("a14") == "athens"


@pytest.mark.rule("hellenes", "4.3")
def test_two_land_steps_pillage_an_enemy_area_once():
    now = position({"s01": "eleusis", "s21": "athens"}, step="actions/sparta")
    after = now.act("sparta", Pillage("eleusis"))
    assert after.state.prestige == -1
    assert after.state.pillaged == {"eleusis"}
    assert after.refused("sparta", Pillage("eleusis")) == "4.3"
    assert GroupMove("eleusis") not in after.legal("sparta"), "the group does not move as well"
    for blocks in ({"s01": ("eleusis", 1)}, {"s10": "eleusis"}, {"s01": "eleusis", "a02": "eleusis"}):
        assert position(blocks, step="actions/sparta").refused("sparta", Pillage("eleusis")) == "4.3"


@pytest.mark.rule("hellenes", "4.3")
def test_a_pillaged_city_neither_recruits_nor_rebuilds():
    now = position({"a01": ("athens", 2)}, pillaged=frozenset({"athens"}))
    assert Rebuild("a01") not in now.legal("athens")
    from rules.hellenes.recruiting import homes

    assert homes(now.game, now.state, "a02") == ()


@pytest.mark.rule("hellenes", "4.4")
def test_a_recruit_is_drawn_from_the_eligible_and_placed_with_half_its_steps():
    now = position({"a31": "stratus"})
    now = now.act("athens", Recruit(), draws=("a14",))
    assert now.state.actions == 2
    assert getattr(now.seen("sparta").stack[-1], "block", "") == "?"
    assert now.legal("athens") == (Place("athens"),)
    now = now.act("athens", Place("athens"))
    assert now.steps("a14") == 2
    full = {f"a{number:02}": "athens" for number in range(1, 9)}
    from rules.hellenes.recruiting import eligible

    crowded = position(full)
    assert "a14" not in eligible(crowded.game, crowded.state, "athens"), "there is no room in Athens"
    besieged = position({"s01": "athens"})
    assert "a14" not in eligible(besieged.game, besieged.state, "athens")


@pytest.mark.rule("hellenes", "4.5")
def test_rebuilding_adds_two_steps_in_home_cities_never_above_the_printed_ones():
    now = position({"a01": ("athens", 2), "a02": ("athens", 2), "a03": ("megara", 1)})
    one = now.act("athens", Rebuild("a01")).act("athens", Rebuild("a01"))
    assert (one.steps("a01"), one.state.actions) == (4, 2)
    each = now.act("athens", Rebuild("a01")).act("athens", Rebuild("a02"))
    assert (each.steps("a01"), each.steps("a02"), each.state.actions) == (3, 3, 2)
    assert now.refused("athens", Rebuild("a03")) == "4.5"
    assert each.refused("athens", Rebuild("a02")) == "4.5"


@pytest.mark.rule("hellenes", "4.6")
def test_a_sally_costs_an_action_for_each_city_and_the_garrison_stays():
    now = position({"a01": ("athens", 4, "inside"), "s16": "athens"}, actions=1)
    now = now.act("athens", Sally("athens"))
    assert now.state.actions == 0
    assert now.asked == (("athens", "sally"),)
    assert {type(each).__name__ for each in now.legal("athens")} == {"ComeOut", "Finish"}
    empty = position({"s16": "athens"}, actions=1)
    assert empty.refused("athens", Sally("athens")) == "4.6"
