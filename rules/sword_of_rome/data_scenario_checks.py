"""What must hold in deployments and scenarios."""

from collections import Counter
from collections.abc import Iterator

from rules.parts.record_faults import Found
from rules.sword_of_rome.data_scenarios import Deployment, Force, Scenario


def scenario_problems(found: Found) -> Iterator[str]:
    """Every problem of deployments and scenarios."""
    for deployment in found.records["deployment"].values():
        yield from _cities(found, deployment)
        yield from _forces(found, deployment)
        yield from _leaders(found, deployment)
    for scenario in found.records["scenario"].values():
        yield from _references(found, scenario)
        yield from _seats(found, scenario)
        yield from _length(found, scenario)
        yield from _absent(found, scenario)
        yield from _sides(found, scenario)


def _cities(found: Found, deployment: Deployment) -> Iterator[str]:
    say = deployment.id
    most = found.records["number"].get("loyalty-most")
    for number, city in enumerate(deployment.cities):
        key = f"cities[{number}]"
        yield from found.refer("deployment", say, f"{key}.space", "space", city.space)
        space = found.records["space"].get(city.space)
        if space is not None and space.kind != "walled":
            text = f"{city.space} is no walled city; name one, or use holdings."
            yield found.say("deployment", say, f"{key}.space", text)
        if city.control == "independent" and city.loyalty != 1:
            text = f"{city.space} is independent; its loyalty must be 1 (glossary)."
            yield found.say("deployment", say, f"{key}.loyalty", text)
        if most is not None and city.loyalty > most.value:
            text = f"{city.loyalty} is too much; it must be {most.value} at most (7.3.1)."
            yield found.say("deployment", say, f"{key}.loyalty", text)
    times = Counter(city.space for city in deployment.cities)
    for name, space in found.records["space"].items():
        if space.kind == "walled" and times[name] != 1:
            text = f"{name} stands there {times[name]} times; every walled city must stand once."
            yield found.say("deployment", say, "cities", text)
    for number, holding in enumerate(deployment.holdings):
        key = f"holdings[{number}].space"
        yield from found.refer("deployment", say, key, "space", holding.space)
        if times[holding.space]:
            yield found.say("deployment", say, key, f"{holding.space} is a city; say so under cities alone.")


def _forces(found: Found, deployment: Deployment) -> Iterator[str]:
    owners: dict[str, set[str]] = {}
    minor: Counter[str] = Counter()
    for number, force in enumerate(deployment.forces):
        key = f"forces[{number}]"
        yield from found.refer("deployment", deployment.id, f"{key}.space", "space", force.space)
        yield from found.refer("deployment", deployment.id, f"{key}.leaders", "leader", *force.leaders)
        yield from _force(found, deployment.id, key, force)
        owners.setdefault(force.space, set()).add(force.power)
        minor[force.power] += force.minor_leaders
    for space, powers in owners.items():
        if len(powers) > 1:
            text = (
                f"{' and '.join(sorted(powers))} both stand in {space}; powers do not share a space (15.3)."
            )
            yield found.say("deployment", deployment.id, "forces", text)
    for power, count in minor.items():
        leaders = found.records["minor-leader"].get(power)
        if leaders is not None and count > leaders.count:
            text = f"{count} minor leaders of {power} are placed; there are {leaders.count}."
            yield found.say("deployment", deployment.id, "forces", text)


def _most_units(found: Found) -> int:
    """How many CU the attrition table knows in one space (5.5); 0: there is no table."""
    return max((row.most for row in found.records["attrition"].values()), default=0)


def _force(found: Found, name: str, key: str, force: Force) -> Iterator[str]:
    if not force.units + force.militia:
        text = "there must be at least 1 CU; leaders alone are no force (8.4)."
        yield found.say("deployment", name, f"{key}.units", text)
    most = _most_units(found)
    if most and force.units + force.militia > most:
        text = f"{force.units + force.militia} CU are more than the attrition table knows; it ends at {most} (5.5)."
        yield found.say("deployment", name, f"{key}.units", text)
    space = found.records["space"].get(force.space)
    power = found.records["power"].get(force.power)
    if space is not None and power is not None and space.land not in power.lands:
        text = f"{power.title} may not be in {space.land} (16.3); choose a space in {', '.join(power.lands)}."
        yield found.say("deployment", name, f"{key}.space", text)
    if force.militia and (force.power != "carthage" or (space is not None and space.land != "africa")):
        text = "the militia belongs to Carthage and never leaves Africa (17.1); take it out."
        yield found.say("deployment", name, f"{key}.militia", text)
    for leader in force.leaders:
        record = found.records["leader"].get(leader)
        if record is not None and record.power != force.power:
            text = f"{record.title} belongs to {record.power}; he must stand with its CU."
            yield found.say("deployment", name, f"{key}.leaders", text)
        if record is not None and record.entry == "event":
            text = f"{record.title} comes in by event; he cannot be there at the start."
            yield found.say("deployment", name, f"{key}.leaders", text)
        if record is not None and record.lands and space is not None and space.land not in record.lands:
            text = f"{record.title} never leaves {', '.join(record.lands)}; place him there."
            yield found.say("deployment", name, f"{key}.leaders", text)


def _leaders(found: Found, deployment: Deployment) -> Iterator[str]:
    times = Counter(leader for force in deployment.forces for leader in force.leaders)
    for name, leader in found.records["leader"].items():
        if leader.entry == "start" and not times[name]:
            text = f"{leader.title} is on the map at the start and stands nowhere; place him."
            yield found.say("deployment", deployment.id, "forces", text)
        if times[name] > 1:
            text = f"{leader.title} stands there {times[name]} times; once is enough."
            yield found.say("deployment", deployment.id, "forces", text)
    drawn = found.records["number"].get("consuls")
    consuls = sum(times[name] for name, leader in found.records["leader"].items() if leader.role == "consul")
    if drawn is not None and found.whole("leader") and consuls != drawn.value:
        text = f"{consuls} consuls are placed; there must be {drawn.value} (8.2.2)."
        yield found.say("deployment", deployment.id, "forces", text)


def _references(found: Found, scenario: Scenario) -> Iterator[str]:
    yield from found.refer("scenario", scenario.id, "deployment", "deployment", scenario.deployment)
    yield from found.refer("scenario", scenario.id, "markers", "marker", *scenario.markers)


def _seats(found: Found, scenario: Scenario) -> Iterator[str]:
    seats = sorted(scenario.seats)
    if len(set(seats)) != len(seats) or not seats:
        yield found.say("scenario", scenario.id, "seats", "each seat must stand once, and one at least.")
    for key in ("hands", "points"):
        if sorted(getattr(scenario, key)) != seats:
            text = f"it must have exactly the seats of the scenario: {', '.join(seats)}."
            yield found.say("scenario", scenario.id, key, text)
    for seat, cards in scenario.hands.items():
        drawn = sum(card.deck == seat and not card.set_aside for card in found.records["card"].values())
        if found.whole("card") and cards > drawn:
            text = f"{cards} cards are more than {seat} can draw from; its deck has {drawn} (6.2.2)."
            yield found.say("scenario", scenario.id, "hands", text)
    for seat in scenario.discards_all:
        if seat not in seats:
            text = f'"{seat}" is no seat of the scenario; it has {", ".join(seats)}.'
            yield found.say("scenario", scenario.id, "discards_all", text)
    top = found.records["number"].get("victory-track")
    if top is not None and any(points >= top.value for points in scenario.points.values()):
        text = f"nobody may begin at the top of the VP track; write less than {top.value}."
        yield found.say("scenario", scenario.id, "points", text)


def _length(found: Found, scenario: Scenario) -> Iterator[str]:
    track = sum(kind == "turn" for kind, _ in found.files)
    if scenario.turns > track:
        text = f"{scenario.turns} are more than the track has; it has {track}."
        yield found.say("scenario", scenario.id, "turns", text)
    if scenario.levels and len(scenario.levels) != scenario.turns:
        text = (
            f"there are {len(scenario.levels)} levels; there must be one for each of {scenario.turns} turns."
        )
        yield found.say("scenario", scenario.id, "levels", text)
    if list(scenario.levels) != sorted(scenario.levels):
        yield found.say(
            "scenario", scenario.id, "levels", "a level must not be below that of the turn before."
        )


def _absent(found: Found, scenario: Scenario) -> Iterator[str]:
    absent = set(scenario.without)
    for name, seat in found.records["seat"].items():
        gone = absent & set(seat.powers)
        if bool(gone) == (name in scenario.seats):
            text = f"{name} must be either a seat of the scenario or without its powers."
            yield found.say("scenario", scenario.id, "without", text)
    if scenario.gallic_events != ("gauls" not in scenario.seats):
        text = "Gallic events are rolled exactly where nobody has the Gallic seat (5.4)."
        yield found.say("scenario", scenario.id, "gallic_events", text)
    for pair in scenario.alliances:
        if pair[0] == pair[1] or absent & set(pair):
            text = f"{pair[0]} and {pair[1]} cannot be allied; name two powers of the scenario."
            yield found.say("scenario", scenario.id, "alliances", text)


def _sides(found: Found, scenario: Scenario) -> Iterator[str]:
    persons = len(scenario.sides) or len(scenario.seats)
    if scenario.players != persons:
        text = f"{scenario.players} persons cannot share it; there are {persons} sides or seats."
        yield found.say("scenario", scenario.id, "players", text)
    if not scenario.sides:
        return
    members = sorted(seat for side in scenario.sides for seat in side.seats)
    if members != sorted(scenario.seats):
        text = "every seat of the scenario must be on exactly one side."
        yield found.say("scenario", scenario.id, "sides", text)
    if sum(side.wins_ties for side in scenario.sides) != 1:
        yield found.say("scenario", scenario.id, "sides", "exactly one side must win ties (4.3).")
