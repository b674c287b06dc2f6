"""What is said of faults in the data of The Sword of Rome: which record, what is wrong, what would be right."""

import msgspec
import pytest

from rules.errors import DataError
from rules.sword_of_rome.data import GameData, load, overlay
from rules.sword_of_rome.data_records import field


@pytest.fixture(scope="module")
def data() -> GameData:
    return load()


def test_all_problems_are_said_at_once(data: GameData) -> None:
    text = """
    [[place]]
    id = "roman-capital"
    space = "alba-longa"
    rule = "5.10.1"
    source = "seed"
    [[number]]
    id = "rounds"
    value = 50
    rule = "5.4"
    source = "seed"
    [[ratio]]
    id = "6-1"
    larger = 6
    smaller = 1
    modifier = 12
    source = "seed"
    """
    found = problems(data, text)
    assert (
        'mine.toml: place[roman-capital].space: there is no space "alba-longa"; the space records are'
        in found
    )
    assert "mine.toml: number[rounds].value: 50 is out of range; it must be -6 to 20." in found
    assert "ratio[6-1].modifier: a lower ratio is an automatic victory already; take this row out." in found
    assert found.count("\n") == 2


def problems(data: GameData, text: str) -> str:
    with pytest.raises(DataError) as refused:
        overlay(data, text, "mine.toml")
    assert all(problem.endswith(".") for problem in refused.value.problems)
    return "\n".join(refused.value.problems)


def changed(data: GameData, kind: str, name: str, fields: dict[str, object]) -> str:
    """The problems when some fields of one record are other than they are; a path such as "plays.0.window" leads in."""
    record = msgspec.json.decode(msgspec.json.encode(getattr(data, field(kind))[name]))
    for path, value in fields.items():
        *parents, last = path.split(".")
        inner = record
        for parent in parents:
            inner = inner[int(parent)] if parent.isdigit() else inner[parent]
        inner[int(last) if isinstance(inner, list) else last] = value
    return problems(data, f"{kind} = [{inline(record)}]")


def inline(value: object) -> str:
    """A value as it stands on one line of TOML; what is nothing is left out."""
    if isinstance(value, dict):
        return (
            "{"
            + ", ".join(f"{key} = {inline(each)}" for key, each in value.items() if each is not None)
            + "}"
        )
    if isinstance(value, list):
        return "[" + ", ".join(map(inline, value)) + "]"
    return msgspec.json.encode(value).decode()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("card = [", "mine.toml: this is not TOML"),
        ("[[cards]]\nid = 'x'", 'mine.toml: "cards" is no kind of record; the kinds are attrition, card, combat-loss'),
        ("card = 3", "mine.toml: card must be an array of tables; write [[card]]."),
        ("[[card]]\ntitle = 'x'", "mine.toml: card number 1 has no id"),
        ("[[deck]]\nid = 'x'\n[[deck]]\nid = 'x'", "deck[x] is also in mine.toml; each id must stand once."),
        ("[[deck]]\nid = 'rome'", "mine.toml: deck[rome]: Object missing required field `source`."),
        ("[[number]]\nid = 'luck'\nvalue = 1\nrule = '1'\nsource = 'seed'", "the rules know no such number"),
        ("[[place]]\nid = 'home'\nspace = 'roma'\nrule = '1'\nsource = 'seed'", "the rules know no such place"),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_read_is_named(data: GameData, text: str, sentence: str) -> None:
    assert sentence in problems(data, text)


GAME_FAULTS = [
    ("game", "sword-of-rome", {"year": "old"}, "game[sword-of-rome].year: Expected `int`, got `str`."),
    ("game", "sword-of-rome", {"colour": "red"}, "unknown field `colour`; take it out or correct its name."),
    ("game", "sword-of-rome", {"source": "guess"}, "it must be one of published, reconstruct, seed."),
    ("game", "sword-of-rome", {"sources": {"colour": "seed"}}, 'it marks "colour", and the record has no such field'),
    ("deployment", "usual", {"cities.0.sources": {"x": "seed"}}, 'deployment[usual].cities[0].sources: it marks "x"'),
    ("seat", "rome", {"powers": ["volsci"]}, '"volsci" is neutral; a seat runs only powers of the kind seat.'),
    ("seat", "rome", {"powers": []}, "power[rome].kind: 0 seats run it; a power of the kind seat must be run"),
    ("power", "independent", {"kind": "neutral", "enemy": "rome"}, 'exactly the power "independent" must be'),
    ("power", "volsci", {"enemy": None}, "power[volsci].enemy: a neutral power must have an arch-enemy (16.1)"),
    ("power", "rome", {"enemy": "gauls"}, "only a neutral power has an arch-enemy; take it out."),
    ("power", "volsci", {"enemy": "carthage"}, '"carthage" is neutral; an arch-enemy must be a power of a seat.'),
    ("power", "gauls", {"movement": [5, 4, 3]}, "more Ops must not give fewer MP"),
    ("power", "gauls", {"letter": "R"}, '"R" is the letter of 2 powers; each must have its own.'),
    ("power", "gauls", {"colour": "blue"}, "power[gauls].colour: Expected `str` matching regex"),
    ("order", "ties", {"members": ["rome"]}, "it must hold each of etruscans, gauls, greece, rome, samnites exactly"),
    ("phase", "draw", {"number": 3}, "they must count up by one from 1."),
    ("turn", "2", {"number": 3}, "turn[2].number: 3 is not its id; the two must be the same."),
    ("turn", "2", {"from_bc": 350}, "350 BC is later than 362 BC; years BC count down."),
    ("turn", "2", {"from_bc": 380}, "turn[2].from_bc: 380 does not follow 374; it must be 373."),
    ("turn", "2", {"automatic_victory": 13}, "13 is beyond the VP track; it must be 12 at most."),
    ("turn", "2", {"automatic_victory": 9}, "9 is below that of the turn before; it must not be."),
    ("place", "greek-harbour", {"space": "athens"}, 'place[greek-harbour].space: there is no space "athens"'),
    ("option", "responses", {"default": "never"}, "option[responses].default: it must be one of open, held."),
]  # fmt: skip

MAP_FAULTS = [
    ("space", "roma", {"loyalty": 0}, "it is 0 in a walled space; walled cities must have one, others none."),
    ("space", "caere", {"loyalty": 1}, "it is 1 in a normal space; walled cities must have one"),
    ("space", "roma", {"loyalty": 4}, "space[roma].loyalty: 4 is too much; it must be 3 at most."),
    ("space", "caere", {"subjugation": 2}, "it is 2 in a normal space; tribal spaces must have one, others none."),
    ("space", "reate", {"reinforcement": 1}, "an independent space gives nobody CU (5.10.1); take it out."),
    ("space", "transalpine-box", {"victory_point": True}, "a box off the map is no VP space (2.3)"),
    ("space", "carthago", {"victory_point": True}, "it is never a VP space (17); take the mark out."),
    ("space", "carthago", {"port": "open"}, "exactly the spaces of Africa must be ports for Carthage alone (9.6.2)."),
    ("space", "roma", {"x": 1200}, "(1200, 681) is off the canvas; it must be within (1000, 1400)."),
    ("space", "sutrium", {"x": 480, "y": 590}, "it lies on narnia; spaces must be 20 units apart at least."),
    ("space", "roma", {"home": "latins"}, "Invalid enum value 'latins'; it must be one of carthage, etruscans"),
    ("connection", "caere|roma", {"id": "caere|veii"}, 'connection[caere|veii].id: there is no space "veii"'),
    ("connection", "caere|roma", {"id": "roma|roma"}, "a space is not connected with itself; take it out."),
    ("connection", "caere|roma", {"id": "roma|caere"}, 'write "caere|roma".'),
    ("connection", "caere|roma", {"id": "roma|caere"}, "caere and roma are connected 2 times; once is enough."),
    ("connection", "transalpine-box|eporedia", {"one_way": False}, "a box off the map is only left, never entered"),
    ("road", "appian-way", {"spaces": ["roma", "capua"]}, "roma and capua are not connected; a road runs along"),
    ("road", "appian-way", {"marker": "flag"}, 'road[appian-way].marker: there is no marker "flag"'),
    ("region", "umbria", {"spaces": ["ostia"]}, 'region[umbria].spaces: there is no space "ostia"'),
    ("region", "umbria", {"spaces": ["iguvium", "iguvium"]}, "iguvium stands there 2 times; once is enough."),
]  # fmt: skip

CARD_FAULTS = [
    ("leader", "pyrrhus", {"card": ""}, "a leader who comes in by event must name the card, and no other leader may."),
    ("leader", "pyrrhus", {"card": "g-40"}, 'leader[pyrrhus].card: there is no card "g-40"'),
    ("leader", "pyrrhus", {"card": "g-7"}, "g-7 does not bring him in; name the card that does."),
    ("leader", "claudius", {"entry": "start"}, "exactly the consuls come in from the pool (8.2.2)."),
    ("leader", "brennus", {"penalty": 1}, "Gauls pay no penalty for leaders (8.2.3); take it out."),
    ("leader", "brennus", {"tactics": 7}, "leader[brennus].tactics: Expected `int` <= 6."),
    ("number", "consuls", {"value": 9}, "data: there are 8 consuls; 9 are drawn each turn (8.2.2)."),
    ("deck", "rome", {"cards": 40}, "deck[rome].cards: there are 39 cards of this deck; there must be 40 (2.1)."),
    ("card", "r-5", {"number": 4}, "the cards must have the numbers 1 to 39, and [4] do not fit."),
    ("card", "r-5", {"deck": "greece"}, "deck[rome].cards: there are 38 cards of this deck; there must be 39 (2.1)."),
    ("card", "r-5", {"number": 4}, "card 4 of this deck must have the id r-4."),
    ("card", "r-38", {"set_aside": False}, "exactly the cards played before an action (7.4) are set aside."),
    ("card", "r-38", {"set_aside": False}, "1 of its cards are set aside; the two Desperate Times must be (7.4)."),
    ("card", "r-1", {"bribe": True}, "only a card of 3 Ops in the deck of a power that bribes can be a bribe (7.2.2)"),
    ("card", "e-2", {"bribe": True}, "only a card of 3 Ops in the deck of a power that bribes"),
    ("card", "r-5", {"plays": []}, "there must be at least one way to play the event."),
    ("card", "r-5", {"ops": 4}, "card[r-5].ops: Expected `int` <= 3."),
    ("card", "r-5", {"plays.0.operations": []}, "plays[0].operations: an event must do something; add an operation."),
    ("card", "r-5", {"plays.0.operations": [{"op": "fly"}]}, "Invalid value 'fly'; it must be one of activate, add-u"),
    ("card", "r-5", {"plays.0.requires": [{"when": "ever"}]}, "Invalid value 'ever'; it must be one of adjacent-army"),
    ("card", "r-5", {"plays.0.window": "tea"}, "it must be one of activation, alliance, avoidance, battle-certain"),
    ("card", "r-6", {"plays.0.window": "siege-roll"}, "combat-modifier has no meaning in the window siege-roll; it"),
    ("card", "r-6", {"plays.0.window": "siege-roll"}, "requires[0]: battle-with has no meaning in the window siege-"),
    ("deployment", "usual", {"cities.0.control": "veii"}, "cities[0].control: Invalid enum value 'veii'; it must"),
    ("minor-leader", "rome", {"sources": {"count": "hearsay"}}, "it must be one of published, reconstruct, seed."),
    ("card", "r-34", {"plays.0.operations.0.terrain": ["mud"]}, "it must be one of clear, rough, sea, strait."),
    ("card", "e-15", {"plays.0.operations.0.at.0.regions": ["gaul"]}, 'at.regions: there is no region "gaul"'),
    ("card", "a-17", {"plays.0.operations.0.at.0.spaces": ["alesia"]}, 'at.spaces: there is no space "alesia"'),
    ("card", "a-7", {"plays.0.requires.0.at.0.spaces": ["alesia"]}, 'requires[0].at.spaces: there is no space "ales'),
    ("card", "g-6", {"plays.0.operations.0.leader": "xerxes"}, 'there is no leader "xerxes"'),
    ("card", "g-6", {"plays.0.operations.0.leader": "brennus"}, "Brennus belongs to gauls; it must be a leader of gre"),
    ("card", "r-5", {"plays.0.operations.0.marker": "flag"}, 'there is no marker "flag"'),
    ("card", "r-35", {"plays.0.operations.0.into": "flag"}, 'into: there is no marker "flag"'),
    ("card", "a-5", {"plays.0.operations.0.against": ""}, '"wild-beasts" is one for each enemy; the two must agree.'),
    ("card", "r-38", {"plays.0.operations.0.fetch": "Brennus"}, 'no card of this deck has the title "Brennus"'),
    ("gallic-event", "6", {"operations": [{"op": "no-combat-losses"}]}, "no-combat-losses has no meaning in a Gallic"),
    ("gallic-event", "3", {"operations.0.within.0.regions": ["x"]}, 'within.regions: there is no region "x"'),
]  # fmt: skip

TABLE_FAULTS = [
    ("ratio", "2-1", {"larger": 3}, "ratio[2-1].larger: it is 3 to 1; its id must be 3-1."),
    ("ratio", "1-1", {"id": "1-2", "smaller": 2}, "it must not be less than the smaller army."),
    ("ratio", "3-1", {"modifier": 2}, "2 is not more than 3 at a lower ratio; it must be."),
    ("ratio", "1-1", {"larger": 5, "smaller": 4}, "the strength ratios must begin at level armies"),
    ("strength", "8-4", {"smaller": 3}, "strength[8-4].larger: it is 8 to 3; its id must be 8-3."),
    ("combat-loss", "4", {"die": 5}, "combat-loss[4].die: 5 is not its id; the two must be the same."),
    ("gallic-event", "2", {"roll": 13}, "13 cannot be rolled; it must be 2 to 12."),
    ("siege-result", "4", {"roll": 5}, "siege-result[4].roll: 5 is not its id; the two must be the same."),
    ("siege-result", "1", {"id": "15", "roll": 15}, "data: the rolls of the siege results must count up by one."),
    ("naval-result", "1", {"result": "sunk"}, "Invalid enum value 'sunk'; it must be one of attrition, return"),
    ("attrition", "3-4", {"most": 5}, "attrition[5-6].least: it must be 6, the next after the row before, and is 5."),
    ("attrition", "3-4", {"most": 5}, "it is for 3 to 5 CU; its id must be 3-5."),
    ("attrition", "3-4", {"most": 2}, "attrition[3-4].most: it must not be less than the least."),
    ("attrition", "1-2", {"losses": [0, 0, 0, 0, 1, 3]}, "3 CU are more than there can be; 2 are the most."),
    ("attrition", "1-2", {"least": 2}, "the attrition table must begin with 1 CU"),
    ("attrition", "1-2", {"losses": [0]}, "attrition[1-2].losses: Expected `array` of length 6, got 1."),
]  # fmt: skip

SCENARIO_FAULTS = [
    ("deployment", "usual", {"cities.0.space": "caere"}, "caere is no walled city; name one, or use holdings."),
    ("deployment", "usual", {"cities.0.space": "veii"}, 'cities[0].space: there is no space "veii"'),
    ("deployment", "usual", {"cities.0.space": "capua"}, "roma stands there 0 times; every walled city must stand onc"),
    ("deployment", "usual", {"cities.0.control": "independent"}, "roma is independent; its loyalty must be 1"),
    ("deployment", "usual", {"cities.0.loyalty": 4}, "4 is too much; it must be 3 at most (7.3.1)."),
    ("deployment", "usual", {"holdings": [{"space": "roma", "control": "gauls", "source": "seed"}]}, "roma is a city"),
    ("deployment", "usual", {"holdings": [{"space": "x", "control": "gauls", "source": "seed"}]}, 'no space "x"'),
    ("deployment", "usual", {"forces.0.units": 0}, "there must be at least 1 CU; leaders alone are no force (8.4)."),
    ("deployment", "usual", {"forces.0.space": "velitrae", "forces.0.power": "volsci"},
     "rome and volsci both stand in velitrae; powers do not share a space (15.3)."),
    ("deployment", "usual", {"forces.0.power": "gauls"}, "Valerius belongs to rome; he must stand with its CU."),
    ("deployment", "usual", {"forces.0.power": "carthage"}, "Carthaginians may not be in italy (16.3)"),
    ("deployment", "usual", {"forces.0.militia": 2}, "the militia belongs to Carthage and never leaves Africa"),
    ("deployment", "usual", {"forces.0.leaders": ["dictator"]}, "Dictator comes in by event; he cannot be there"),
    ("deployment", "usual", {"forces.0.leaders": ["nero"]}, 'forces[0].leaders: there is no leader "nero"'),
    ("deployment", "usual", {"forces.0.leaders": ["camillus"]}, "Camillus stands there 2 times; once is enough."),
    ("deployment", "usual", {"forces.0.leaders": []}, "1 consuls are placed; there must be 2 (8.2.2)."),
    ("deployment", "usual", {"forces.0.minor_leaders": 3}, "3 minor leaders of rome are placed; there are 2."),
    ("leader", "dionysius", {"title": "Dion", "id": "dion"}, "Dion is on the map at the start and stands nowhere"),
    ("leader", "hamilcar", {"lands": ["africa"]}, "Hamilcar never leaves africa; place him there."),
    ("scenario", "four-players", {"deployment": "x"}, 'scenario[four-players].deployment: there is no deployment "x"'),
    ("scenario", "four-players", {"markers": ["x"]}, 'scenario[four-players].markers: there is no marker "x"'),
    ("scenario", "four-players", {"seats": ["rome", "rome"]}, "each seat must stand once, and one at least."),
    ("scenario", "four-players", {"hands": {"rome": 8}}, "hands: it must have exactly the seats of the scenario: "),
    ("scenario", "four-players", {"points": {"rome": 8}}, "points: it must have exactly the seats of the scenario: "),
    ("scenario", "three-players", {"discards_all": ["gauls"]}, '"gauls" is no seat of the scenario; it has etruria-'),
    ("scenario", "four-players", {"points.rome": 12}, "nobody may begin at the top of the VP track; write less than"),
    ("scenario", "four-players", {"turns": 10}, "10 are more than the track has; it has 9."),
    ("scenario", "short-game", {"turns": 5}, "there are 6 levels; there must be one for each of 5 turns."),
    ("scenario", "short-game", {"levels": [10, 9, 10, 10, 10, 10]}, "a level must not be below that of the turn bef"),
    ("scenario", "three-players", {"without": []}, "gauls must be either a seat of the scenario or without its power"),
    ("scenario", "four-players", {"gallic_events": True}, "Gallic events are rolled exactly where nobody has the"),
    ("scenario", "four-players", {"alliances": [["rome", "rome"]]}, "rome and rome cannot be allied; name two powers"),
    ("scenario", "three-players", {"alliances": [["rome", "gauls"]]}, "rome and gauls cannot be allied"),
    ("scenario", "four-players", {"players": 3}, "3 persons cannot share it; there are 4 sides or seats."),
    ("scenario", "two-players", {"sides.0.seats": ["rome"]}, "every seat of the scenario must be on exactly one side"),
    ("scenario", "two-players", {"sides.0.wins_ties": True}, "exactly one side must win ties (4.3)."),
]  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "name", "fields", "sentence"),
    [*GAME_FAULTS, *MAP_FAULTS, *CARD_FAULTS, *TABLE_FAULTS, *SCENARIO_FAULTS],
)
def test_a_wrong_record_is_named_and_set_right(
    data: GameData, kind: str, name: str, fields: dict[str, object], sentence: str
) -> None:
    assert sentence in changed(data, kind, name, fields)


def test_a_hand_is_not_larger_than_its_deck_nor_an_army_than_its_table(data: GameData) -> None:
    found = changed(data, "scenario", "four-players", {"hands.rome": 80})
    assert "hands: 80 cards are more than rome can draw from; its deck has 37 (6.2.2)." in found
    found = changed(data, "deployment", "usual", {"forces.0.units": 10**12})
    assert (
        "forces[0].units: 1000000000000 CU are more than the attrition table knows; it ends at 99 (5.5)."
        in found
    )


@pytest.mark.parametrize(
    ("kind", "name", "sentence"),
    [
        ("game", "sword-of-rome", "data: there are 0 game records; there must be exactly one."),
        ("seat", "gauls", 'data: there is no seat "gauls"; add [[seat]] with this id.'),
        ("power", "volsci", 'data: there is no power "volsci"; add [[power]] with this id.'),
        ("order", "ties", 'data: there is no order "ties"; add [[order]] with this id.'),
        ("deck", "gauls", 'data: there is no deck "gauls"; add [[deck]] with this id.'),
        ("minor-leader", "volsci", 'data: there is no minor-leader "volsci"; add [[minor-leader]] with this id.'),
        ("terrain", "strait", 'data: there is no terrain "strait"; add [[terrain]] with this id.'),
        ("number", "rounds", 'data: there is no number "rounds"; add [[number]] with this id and its value.'),
        ("place", "greek-harbour", 'data: there is no place "greek-harbour"; add [[place]] with this id and'),
        ("phase", "draw", "data: there are 9 phases; a turn has 10 (5)."),
        ("turn", "3", "data: the numbers of the turns must count up by one from 1."),
        ("card", "r-7", "deck[rome].cards: there are 38 cards of this deck; there must be 39 (2.1)."),
        ("space", "alba-fucens", 'id: there is no space "alba-fucens"'),
        ("connection", "carthago|kerkouane", "space[carthago]: it has no connection; add one, or take the space out."),
        ("siege-result", "8", 'data: there is no siege-result "8"; the table needs a row for each roll.'),
        ("siege-result", "8", "data: the rolls of the siege results must count up by one."),
        ("combat-loss", "6", 'data: there is no combat-loss "6"; the table needs a row for each roll.'),
        ("gallic-event", "12", 'data: there is no gallic-event "12"; the table needs a row for each roll.'),
        ("marker", "foedus", 'plays[0].operations[0].marker: there is no marker "foedus"'),
        ("region", "tiber", 'within.regions: there is no region "tiber"; the region records are apulia, campania'),
    ],
)  # fmt: skip
def test_a_missing_record_is_missed(data: GameData, kind: str, name: str, sentence: str) -> None:
    kept = {each: record for each, record in getattr(data, field(kind)).items() if each != name}
    assert sentence in problems(msgspec.structs.replace(data, **{field(kind): kept}), "")
