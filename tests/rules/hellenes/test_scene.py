"""What is drawn of a position: spaces, links, known blocks and piles of those that are not, markers, tracks."""

from __future__ import annotations

from rules.hellenes.ruleset import ruleset
from tests.rules.hellenes.harness import position


def test_hidden_blocks_are_drawn_one_by_one_without_a_name():
    now = position({"a01": "eleusis", "a02": "eleusis", "s01": "megara"})
    drawn = ruleset.scene(now.game, now.seen("sparta"))
    hidden = [each for each in drawn.counters if each.hidden]
    assert [(each.space, each.owner) for each in hidden] == [("eleusis", "athens"), ("eleusis", "athens")]
    assert {each.id for each in drawn.counters if not each.hidden} == {"s01"}
    assert not any("a01" in each.id or "hoplites" in each.title for each in hidden)
    whole = ruleset.scene(now.game, now.state)
    assert {each.id for each in whole.counters} == {"a01", "a02", "s01"}


def test_sieges_markers_tracks_and_deep_sea_borders_are_drawn():
    now = position(
        {"a01": "thebes"},
        established=("thebes",),
        pillaged=frozenset({"eleusis"}),
        civil_war="samos",
        prestige=-4,
    )
    drawn = ruleset.scene(now.game, now.state)
    assert {(each.space, each.kind) for each in drawn.markers} == {
        ("thebes", "established siege"), ("eleusis", "pillaged"), ("samos", "civil war"),
    }  # fmt: skip
    track = drawn.tracks[0]
    assert track.cells[track.at[0][1]] == "S4"
    kinds = {each.between: each.kind for each in drawn.links}
    assert kinds["aegean-sea", "lemnos-sea"] == "deep sea border"
    assert kinds["andros-sea", "paros-sea"] == "sea border"
    assert kinds["athens", "eleusis"] == "land border"
    assert {"thebes", "saronic-gulf"} <= {each.id for each in drawn.spaces}


def test_a_city_is_marked_with_its_value_and_thebes_with_its_room_once_the_war_has_resumed():
    now = position({})
    features = {each.id: each.features for each in ruleset.scene(now.game, now.state).spaces}
    assert (features["thebes"], features["athens"], features["eleusis"]) == (("value 2",), ("value 4",), ())
    later = ruleset.scene(now.game, now.with_(resumed=True).state)
    assert {each.id: each.features for each in later.spaces}["thebes"] == ("value 2", "room for 12")


def test_every_kind_of_way_has_a_title_in_the_legend():
    now = position({}, scenario="415")
    drawn = ruleset.scene(now.game, now.state)
    titled = {each.kind for each in drawn.terrain}
    assert {each.kind for each in drawn.links} | {each.terrain for each in drawn.spaces} <= titled
