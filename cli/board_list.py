"""The board as a list: space by space, and from where to where one gets; no drawing, nothing that hangs on colour."""

from __future__ import annotations

from cli.canvas import BOLD, Line, Span, line, wrapped
from rules.scene import Counter, Scene, Side, Space


def plain_board(scene: Scene) -> list[str]:
    """The board as sentences, one a line: no drawing, nothing that depends on place or colour."""
    sides = {side.seat: side for side in scene.sides}
    lines = [f"{scene.title}."]
    for track in scene.tracks:
        for who, at in track.at:
            name = sides[who].title if who in sides else who
            lines.append(f"{track.title}: {name + ' at ' if name else ''}{cell_of(track.cells, at)}.")
    lines += by_space(scene, sides)
    lines += [f"{title}: {told}." for title, told in links_of(scene).items()]
    for hand in scene.hands:
        who = sides[hand.seat].title if hand.seat in sides else hand.seat
        lines.append(f"{hand.title or 'Hand'} of {who}: {cards_of(hand.cards)}.")
    for panel in scene.panels:
        lines.append(f"{panel.title}: {'; '.join(panel.lines) or 'nothing'}.")
    return lines


def features_of(space: Space) -> str:
    """A space's title and its features, in words."""
    title = space.title if space.title != space.id else ""
    features = (each for each in dict.fromkeys(space.features) if each.casefold() != title.casefold())
    return ", ".join(part for part in (title, *features) if part)


def owned(owner: str, sides: dict[str, Side]) -> str:
    """Whose it is, in parentheses; nothing where it is nobody's."""
    return f" ({sides[owner].title if owner in sides else owner})" if owner else ""


def name_of(counter: Counter) -> str:
    """How a piece is called."""
    return counter.title or counter.id


def cell_of(cells: tuple[str, ...], index: int) -> str:
    """What stands in a cell of a track, or its number beyond the ends."""
    return cells[index] if 0 <= index < len(cells) else str(index)


def cards_of(cards: tuple[str, ...]) -> str:
    """The cards of a hand, `?` counted as not known."""
    unknown = sum(1 for card in cards if card == "?")
    known = [card for card in cards if card != "?"]
    if unknown:
        known.append(f"{unknown} not known")
    return ", ".join(known) or "empty"


def _neighbours(scene: Scene) -> dict[str, list[str]]:
    """For each space that links join to others, by its title (with its id, where several have that title): those, each
    with what kind of link it is unless it is of the kind that most are."""
    titles = [space.title for space in scene.spaces]
    names = {
        space.id: f"{space.title} {space.id}" if titles.count(space.title) > 1 else space.title
        for space in scene.spaces
        if space.title
    }
    kinds = [link.kind for link in scene.links]
    usual = max(sorted(set(kinds)), key=kinds.count, default="")
    found: dict[str, list[str]] = {}
    for link in scene.links:
        told = "" if link.kind == usual else f" ({link.kind.replace('-', ' ')})"
        back = () if link.kind.endswith("one way") else (link.between[::-1],)
        for one, other in (link.between, *back):
            found.setdefault(names.get(one, one), []).append(f"{names.get(other, other)}{told}")
    return {name: sorted(found[name]) for name in sorted(found)}


def _runs(scene: Scene) -> dict[str, list[list[str]]]:
    """The ways over hexes, roads perhaps, by their kinds: each from where it begins, or meets others, hex by hex."""
    found: dict[str, list[list[str]]] = {}
    for kind in dict.fromkeys(link.kind for link in scene.links):
        near: dict[str, set[str]] = {}
        for link in scene.links:
            if link.kind == kind:
                for one, other in (link.between, link.between[::-1]):
                    near.setdefault(one, set()).add(other)
        left = {frozenset(link.between) for link in scene.links if link.kind == kind}
        ends = [space for space in sorted(near) if len(near[space]) != 2]
        for start in (*ends, *sorted(near)):  # a way without an end goes round: it begins anywhere
            for step in sorted(near[start]):
                run, here = [start], step
                while frozenset((run[-1], here)) in left:
                    left.remove(frozenset((run[-1], here)))
                    run.append(here)
                    if len(near[here]) == 2:
                        (here,) = (each for each in near[here] if each != run[-2])
                if len(run) > 1:
                    found.setdefault(kind, []).append(run)
    return found


def links_of(scene: Scene) -> dict[str, str]:
    """From where to where one gets: where spaces have titles, for each those next to it; else the ways from end to
    end, as over hexes."""
    titled = {space.id for space in scene.spaces if space.title}
    if not all(end in titled for link in scene.links for end in link.between):
        return {
            kind.replace("-", " ").capitalize() or "Ways": "; ".join("–".join(run) for run in runs)
            for kind, runs in _runs(scene).items()
        }
    return {title: ", ".join(near) for title, near in _neighbours(scene).items()}


def ways(scene: Scene, width: int) -> list[Line]:
    """From where to where one gets, which no drawing shows here."""
    parts = [line(Span(title, BOLD), f": {told}.") for title, told in links_of(scene).items()]
    return [(), line(Span("Links", BOLD)), *wrapped(parts, width, gap=1)] if parts else []


def by_space(scene: Scene, sides: dict[str, Side], *, together: bool = False) -> list[str]:
    """What there is, space by space; empty spaces without a name are left out, and where their features are, roads
    perhaps, is told together, unless the links tell it. `together`: so are the empty spaces of each
    owner, with their features."""
    terrain = {kind.kind: kind.title for kind in scene.terrain}
    lines = []
    along: dict[str, list[str]] = {}
    told_as_ways = {link.kind for link in scene.links}
    empty: dict[str, list[str]] = {}
    for space in scene.spaces:
        counters = [counter for counter in scene.counters if counter.space == space.id]
        marks = [marker for marker in scene.markers if marker.space == space.id]
        details = features_of(space)
        if not counters and not marks and (not details or (space.shape == "hex" and not space.title)):
            for feature in dict.fromkeys(space.features):
                if feature not in told_as_ways:
                    along.setdefault(feature, []).append(space.id)
            continue
        head = ", ".join(
            part for part in (space.id, details, terrain.get(space.terrain, space.terrain)) if part
        )
        head += owned(space.owner, sides)
        if together and not counters and not marks:
            named = space.title or space.id
            marked = ", ".join(part for part in (_kind(space, scene, terrain), *space.features) if part)
            empty.setdefault(space.owner, []).append(f"{named}{f' ({marked})' if marked else ''}")
            continue
        what = [_described(counter, sides) for counter in counters]
        what += [f"marker {marker.title or marker.kind}{owned(marker.owner, sides)}" for marker in marks]
        lines.append(f"{head}: {'; '.join(what) or 'empty'}.")
    for owner, names in sorted(empty.items()):
        lines.append(f"Empty{owned(owner, sides)}: {', '.join(names)}.")
    lines += [f"{feature}, otherwise empty: {', '.join(where)}." for feature, where in sorted(along.items())]
    known = {space.id for space in scene.spaces}
    elsewhere: dict[str, list[str]] = {}
    for counter in scene.counters:
        if counter.space not in known:
            elsewhere.setdefault(counter.space or "off the map", []).append(_described(counter, sides))
    lines += [f"{place}: {'; '.join(elsewhere[place])}." for place in sorted(elsewhere)]
    return lines


def _kind(space: Space, scene: Scene, terrain: dict[str, str]) -> str:
    """Its ground, unless most spaces have that."""
    kinds = [each.terrain for each in scene.spaces]
    usual = max(sorted(set(kinds)), key=kinds.count)
    return "" if space.terrain == usual else terrain.get(space.terrain, space.terrain)


def _described(counter: Counter, sides: dict[str, Side]) -> str:
    who = sides[counter.owner].title if counter.owner in sides else counter.owner
    name = name_of(counter)
    if who.casefold() in name.casefold():
        who = ""  # Sauron himself, units of the Volsci
    code = f" ({counter.code})" if counter.code and not name.startswith(f"{counter.code} ") else ""
    states = f", {', '.join(counter.states)}" if counter.states else ""
    return f"{who + ' ' if who else ''}{name}{code}{states}"
