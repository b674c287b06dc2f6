"""The data of Hellenes: loading, and what must hold between records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, cast

from rules.hellenes.data_records import (
    KINDS,
    Block,
    Card,
    Deployment,
    GameData,
    Olympian,
    Province,
    Scenario,
    Sea,
)
from rules.parts.record_faults import Found
from rules.parts.record_files import Layers
from rules.parts.record_origin import tally as tally_records
from rules.sources import Tally

FOLDERS = (Path(__file__).parent / "data",)
"""Where the data are installed."""

NUMBERS = (
    "attrition", "capacity-factor", "cavalry-range", "fair-winds-range", "fleet-range", "garrison-blocks", "hand",
    "land-range", "large-army", "levy", "major-victory", "minor-victory", "offer-price", "peace-faction",
    "peace-offer", "second-expedition-price", "second-expedition-year", "sicilian-limit", "thebes-capacity",
    "victory", "winter-attrition",
)  # fmt: skip
"""The numbers that the rules read."""


def load(folder: Path | None = None) -> GameData:
    """The data of the game as installed, with an owner's folder of .toml files laid over it.

    Raises DataError with every problem that was found, each a sentence with file and key.
    """
    layers = Layers(KINDS)
    for each in (*FOLDERS, *([folder] if folder is not None else [])):
        layers.lay_folder(each)
    return _whole(layers)


def overlay(data: GameData, text: str, file: str = "overlay.toml") -> GameData:
    """The data with the records of one TOML text laid over them. Raises DataError as `load` does."""
    layers = Layers(KINDS)
    for kind in KINDS:
        layers.lay_records(kind, getattr(data, kind.replace("-", "_")))
    layers.lay_text(file, text)
    return _whole(layers)


def tally(data: GameData) -> Tally:
    """How many values come from where: records counted singly by their weakest mark."""
    records = (record for kind in KINDS for record in getattr(data, kind.replace("-", "_")).values())
    return tally_records(records, lambda value: None)


def _whole(layers: Layers) -> GameData:
    records = layers.decode(problems_of)
    return GameData(**cast(Any, {kind.replace("-", "_"): named for kind, named in records.items()}))


def problems_of(found: Found) -> Iterable[str]:
    """Everything that does not hold between records, each a sentence."""
    records = found.records
    for province in records["province"].values():
        yield from _province(found, province)
    for sea in records["sea"].values():
        yield from _sea(found, sea)
    for block in records["block"].values():
        yield from _block(found, block)
    for scenario in records["scenario"].values():
        yield from _scenario(found, scenario)
    for deployment in records["deployment"].values():
        yield from _deployment(found, deployment)
    for name in NUMBERS:
        if name not in records["number"]:
            yield f"number[{name}]: the rules need this number; give it a value."
    yield from _cards(found)
    olympians: dict[str, Olympian] = records["olympian"]
    for name in ("zeus", "hera", "poseidon", "ares", "athena", "apollo", "hermes"):
        if name not in olympians:
            yield f"olympian[{name}]: the rules ask this Olympian; there are seven (11.0)."


def _province(found: Found, province: Province) -> Iterator[str]:
    seas, provinces = found.records["sea"], found.records["province"]
    yield from found.refer("province", province.id, "adjacent", "province", *province.adjacent)
    yield from found.refer("province", province.id, "seas", "sea", *province.seas)
    for other in province.adjacent:
        if other in provinces and province.id not in provinces[other].adjacent:
            yield found.say(
                "province", province.id, "adjacent", f"{other} does not name {province.id} in turn."
            )
    for sea in province.seas:
        if sea in seas and province.id not in seas[sea].coasts:
            yield found.say("province", province.id, "seas", f"{sea} does not name it among its coasts.")
    if province.port and province.offshore not in province.seas:
        yield found.say(
            "province", province.id, "offshore", "a port has one Offshore Sea, which its area touches (1.4)."
        )
    if bool(province.city) != bool(province.value):
        yield found.say(
            "province", province.id, "value", "a city has a value, and an area without one has none."
        )


def _sea(found: Found, sea: Sea) -> Iterator[str]:
    seas, provinces = found.records["sea"], found.records["province"]
    yield from found.refer("sea", sea.id, "adjacent", "sea", *sea.adjacent)
    yield from found.refer("sea", sea.id, "coasts", "province", *sea.coasts)
    for other in sea.adjacent:
        if other in seas and sea.id not in seas[other].adjacent:
            yield found.say("sea", sea.id, "adjacent", f"{other} does not name {sea.id} in turn.")
        if other in seas and (other in sea.deep) != (sea.id in seas[other].deep):
            yield found.say(
                "sea", sea.id, "deep", f"the border with {other} is Deep Sea on both sides or on none."
            )
    for other in sea.deep:
        if other not in sea.adjacent:
            yield found.say(
                "sea", sea.id, "deep", f"{other} is not adjacent; only borders are Deep Sea (1.8)."
            )
    for coast in sea.coasts:
        if coast in provinces and sea.id not in provinces[coast].seas:
            yield found.say("sea", sea.id, "coasts", f"{coast} does not name it among its seas.")


def _block(found: Found, block: Block) -> Iterator[str]:
    yield from found.refer("block", block.id, "home", "province", *block.home)
    letters = "EF" if block.type == "fleet" else "ABCD"
    if block.letter not in letters:
        yield found.say("block", block.id, "letter", f"a {block.type} block fires by one of {letters} (2.2).")
    if not 1 <= block.steps <= 4 or not 1 <= block.strength <= 3:
        yield found.say(
            "block", block.id, "steps", "a block has 1 to 4 steps and a strength of 1 to 3 (2.1)."
        )
    word, _, what = block.available.partition(":")
    if word == "control":
        yield from found.refer("block", block.id, "available", "province", what)
    elif word not in ("start", "aid", "sicily", "event"):
        yield found.say(
            "block", block.id, "available", "say start, aid, sicily, control:PROVINCE or event:CARD (15.5)."
        )


def _cards(found: Found) -> Iterator[str]:
    cards: dict[str, Card] = found.records["card"]
    numbers = [card.number for card in cards.values()]
    for card in cards.values():
        if numbers.count(card.number) > 1:
            yield found.say(
                "card", card.id, "number", f"another card has number {card.number}; each has its own."
            )
        if not 1 <= card.value <= 3:
            yield found.say("card", card.id, "value", "an Action Value is 1 to 3 (3.2).")


def _scenario(found: Found, scenario: Scenario) -> Iterator[str]:
    yield from found.refer("scenario", scenario.id, "leaders", "card", *scenario.leaders)
    yield from found.refer("scenario", scenario.id, "control", "province", *scenario.control)
    yield from found.refer("scenario", scenario.id, "sieges", "province", *scenario.sieges)
    for key in ("first_expedition", "second_expedition"):
        yield from found.refer("scenario", scenario.id, key, "block", *getattr(scenario, key))
    for place in scenario.extra:
        if not found.known("province", place) and not found.known("sea", place):
            yield found.say("scenario", scenario.id, "extra", f'"{place}" is no area or sea of the map.')
    if scenario.last_year > scenario.first_year:
        yield found.say("scenario", scenario.id, "last_year", "years are counted down, as all are BC.")


def _deployment(found: Found, deployment: Deployment) -> Iterator[str]:
    blocks: dict[str, Block] = found.records["block"]
    yield from found.refer("deployment", deployment.id, "province", "province", deployment.province)
    yield from found.refer("deployment", deployment.id, "scenario", "scenario", deployment.scenario)
    yield from found.refer("deployment", deployment.id, "blocks", "block", *deployment.blocks)
    for name in deployment.blocks:
        if name in blocks and blocks[name].side != deployment.side:
            yield found.say(
                "deployment", deployment.id, "blocks", f"{name} is no block of {deployment.side}."
            )
