"""A small game in memory for the tests of the log: two seats with hidden cards, a roll, an opening, an undone tail
and a branch. The log knows no game, so this one has no rules, only facts."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from eventlog.integrity import canonical, digest, move_digest
from eventlog.record import Batch, Beginning, Chance, Event, Move, Opening, Person, Secret
from eventlog.warlog_file import Header, Warlog, in_order

KEY = bytes(range(16))
DATA = b'{"shape":1,"map":["alpha","beta"],"range":1.5}'
START = datetime(2026, 3, 1, 12, 0, 0, 250000, tzinfo=UTC)
NORTH_CARD = "ironclad-of-the-north"
NORTH_OTHER = "northern-relief-column"
SOUTH_CARD = "southern-night-march"
SOUTH_OTHER = "south-wind-privateer"


def raw(value: Any) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(value))


class Making:
    """Adds batches to a game and moves to its journal, as an archive would."""

    def __init__(self, game: str = "", *, key: bytes = KEY, seed: str = "", data: bytes = DATA) -> None:
        self.game = game or str(uuid.UUID(int=7))
        self.key = key
        self.data = data
        self.batches: dict[str, Batch] = {}
        self.journal: list[Move] = []
        self.heads: dict[str, str] = {}
        self.count = 0
        secrets = [Secret("/begin/key")] + ([Secret("/begin/seed")] if seed else [])
        begin = Beginning(
            program="warlog 0.1.0", ruleset="ships", ruleset_version=1, scenario="short",
            options={"undo": "free", "fog": "on"}, seats={"south": Person(bot="random"), "north": Person("Åsa")},
            data=hashlib.sha256(data).hexdigest(), key=key.hex(), seed=seed, title="Fog off Cape Béarn",
            tags={"series": "trial"},
        )  # fmt: skip
        self._add("main", "new", ply=0, kind="begin", begin=begin, events=(event("placed", at="alpha"),),
                  secrets=tuple(secrets))  # fmt: skip

    def _add(self, line: str, move: str, **fields: Any) -> str:
        self.count += 1
        batch = msgspec.structs.replace(
            Batch(game=self.game, ply=0, id=str(uuid.UUID(int=1000 + self.count)), time=self.now()), **fields
        )
        named = digest(canonical(batch, self.key))
        self.batches[named] = batch
        self.move(move, line, named)
        return named

    def now(self) -> datetime:
        return START + timedelta(seconds=self.count)

    def act(self, line: str = "main", **fields: Any) -> str:
        parent = self.heads[line]
        ply = self.batches[parent].ply + 1
        return self._add(line, "act", ply=ply, entry=ply, parent=parent, **fields)

    def move(self, kind: Any, line: str, named: str, **fields: Any) -> Move:
        self.heads[line] = named
        move = Move(
            game=self.game, n=len(self.journal) + 1, parent=move_digest(self.journal[-1]) if self.journal else "",
            kind=kind, line=line, head=named, ply=self.batches[named].ply, who="Åsa", time=self.now(), **fields,
        )  # fmt: skip
        self.journal.append(move)
        return move

    def warlog(self, slug: str = "ships-1") -> Warlog:
        ordered = tuple(in_order(self.batches, self.journal))
        begin = ordered[0][1].begin
        assert begin is not None
        header = Header(1, begin.program, self.game, begin.ruleset, begin.title, slug, ())
        return Warlog(
            header=header, data=self.data, batches=ordered, journal=tuple(self.journal), key=self.key
        )


def event(type: str, version: int = 1, **fields: Any) -> Event:
    return Event(type, version, raw(fields))


def draw(making: Making, seat: str, slot: str, card: str, index: int, line: str = "main") -> str:
    """The seat draws a card that only it knows; it may later be opened by the name of its slot."""
    return making.act(
        line,
        seat=seat,
        action=raw({"type": "draw"}),
        options=3,
        chance=(Chance(purpose=f"draw:{seat}", kind="draw", faces=9, result=(index,), seat=seat),),
        events=(event("card-drawn", seat=seat, slot=slot, card=card),),
        secrets=(
            Secret("/options", (seat,)),
            Secret("/chance/0/result/0", (seat,), slot),
            Secret("/events/0/payload/card", (seat,), slot),
        ),
    )


def play(
    making: Making, seat: str, slot: str, card: str, line: str = "main", to: Iterable[str] | None = None
) -> str:
    """The seat plays a card: all learn it, or only the seats `to`."""
    return making.act(
        line,
        seat=seat,
        action=raw({"type": "play", "slot": slot}),
        chance=(Chance(purpose="shot", result=(6, 2), seat=seat),),
        events=(event("card-played", seat=seat, slot=slot), event("hit", count=2, weight=0.5)),
        opens=(Opening(slot, None if to is None else tuple(to)),),
        board="1:" + "ab" * 32,
        whole="1:" + "cd" * 32,
        secrets=(Secret("/whole"),),
    )


def made(seed: str = "") -> Making:
    """Six plies on `main`, the last two undone and one played otherwise; a branch `bold` from ply 2."""
    making = Making(seed=seed)
    draw(making, "north", "north-1", NORTH_CARD, 4)
    fork = draw(making, "south", "south-1", SOUTH_CARD, 7)
    third = draw(making, "north", "north-2", NORTH_OTHER, 5)
    play(making, "north", "north-1", NORTH_CARD)
    play(making, "south", "south-1", SOUTH_CARD)
    making.move("undo", "main", third, seen=("open north-1", "open south-1"))
    draw(making, "south", "south-2", SOUTH_OTHER, 8)
    play(making, "north", "north-1", NORTH_CARD)
    making.move("branch", "bold", fork, source="main")
    making.act("bold", seat="north", action=raw({"type": "wait"}))
    making.move("switch", "main", making.heads["main"])
    return making


def made_richer(seed: str = "") -> Making:
    """`made`, and everything else that a batch may hold: a roll set aside by another, a card that the record does not
    name, a ruling, a batch as it was played, a batch carried over, a seat that resigns."""
    making = made(seed)
    making.act(
        seat="south",
        action=raw({"type": "appeal", "to": ["ares", "ημέρα"]}),
        chance=(
            Chance(purpose="shot", result=(1, 1), seat="south", ordinal=3, how="typed"),
            Chance(purpose="shot", result=(5, 6), seat="south", ordinal=4, how="scripted", replaces=3),
        ),
        events=(event("rolled-again", 2, modifiers=[{"why": "ares", "by": -1}], share=1e-7),),
    )
    making.act(
        seat="north",
        action=raw({"type": "draw"}),
        options="?",
        chance=(
            Chance(purpose="draw:north", kind="draw", faces=8, result=("?",), seat="north", how="typed"),
        ),
        events=(event("card-drawn", seat="north", slot="north-3", card="?"),),
        secrets=(
            Secret("/chance/0/result/0", ("north",), "north-3"),
            Secret("/events/0/payload/card", ("north",)),
        ),
    )
    making.act(
        kind="ruling", reason="the counter was mislaid; both agree", action=raw({"place": "orc-3", "at": "beta"}),
        events=(event("placed", at="beta"),),
    )  # fmt: skip
    carried = making.heads["bold"]
    making.act(
        seat="south",
        kind="as-played",
        reason="the range was misread",
        action=raw({"type": "shoot"}),
        carried=carried,
    )
    making.act(
        seat="north", kind="resign", action=raw({"type": "resign"}), events=(event("resigned", seat="north"),)
    )
    making.move("promote", "bold", making.heads["bold"])
    return making
