"""A batch as rows of the archive's tables, and back again, equal and with the same canonical bytes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

import msgspec

from eventlog import columns
from eventlog.columns import UNKNOWN_OPTIONS
from eventlog.digests import canonical, digest, settled
from eventlog.errors import Unfit
from eventlog.record import UNKNOWN, Batch, Beginning, Event

BATCH_COLUMNS: Final = (
    "game, run, ply, id, parent, kind, entry, seat, time, action, options, chance, opens, secrets, board, whole, "
    "reason, carried, digest"
)
EVENT_COLUMNS: Final = "game, run, ply, seq, type, version, payload"

BATCH_READ: Final = (
    "b.run, b.ply, b.id::VARCHAR, b.parent, b.kind, b.entry, b.seat, epoch_us(b.time), b.action, b.options, b.chance, "
    "b.opens, b.secrets, b.board, b.whole, b.reason, b.carried, b.digest"
)
"""What `batch_of` takes, from a `batch b`."""

Row = tuple[Any, ...]

ID: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
DIGEST: Final = re.compile(r"[0-9a-f]{64}")
TYPE: Final = re.compile(r"[A-Za-z0-9_.:-]+")
LARGEST: Final = 2**31 - 1

_named_well: dict[str, set[int]] = {}  # event types that were looked at before, and their versions

_encode = msgspec.json.Encoder(order="deterministic").encode


def text_of(value: Any) -> str | None:
    """JSON text of a struct or a tuple of structs; None (NULL) for what is empty."""
    return _encode(value).decode() if value else None


def fit(batch: Batch, *, sure: bool = False) -> Batch:
    """The same batch with its time in UTC. Raises Unfit, with a sentence, where it cannot be stored as it is. `sure`:
    the game's id and the parent are known to be well formed."""
    if not ID.fullmatch(batch.id) or not (sure or ID.fullmatch(batch.game)):
        raise Unfit(
            f"{_where(batch)}: the ids of a game and of a batch are UUIDs in small letters, not {batch.id!r}"
        )
    if batch.time.tzinfo is None:
        raise Unfit(f"{_where(batch)}: its time {batch.time} has no time zone; times are UTC")
    if not 0 <= batch.ply <= LARGEST or not 0 <= batch.entry <= LARGEST:
        raise Unfit(f"{_where(batch)}: plies and entries count from 0")
    if (batch.ply == 0) != (batch.begin is not None) or (batch.ply == 0) != (batch.parent == ""):
        raise Unfit(f"{_where(batch)}: ply 0 and no other has a beginning and no parent")
    if batch.parent and not (sure or DIGEST.fullmatch(batch.parent)):
        raise Unfit(f"{_where(batch)}: a parent is named by 64 hex digits, not {batch.parent!r}")
    if batch.carried and not DIGEST.fullmatch(batch.carried):
        raise Unfit(
            f"{_where(batch)}: the batch it was carried over from is named by 64 hex digits, not {batch.carried!r}"
        )
    options = batch.options
    if (
        options is not None
        and options != UNKNOWN
        and not (isinstance(options, int) and 0 <= options <= LARGEST)
    ):
        raise Unfit(
            f'{_where(batch)}: the number of options is a count, "{UNKNOWN}" or nothing, not {options!r}'
        )
    for event in batch.events:
        if not well_named(event.type, event.version):
            raise Unfit(
                f"{_where(batch)}: an event type is a word of letters, digits and . _ : -, "
                f"its version a number from 1; not {event.type!r}, {event.version!r}"
            )
        payload = bytes(event.payload)
        if not payload.startswith(b'{"') and payload != b"{}":
            raise Unfit(f"{_where(batch)}: an event's payload is a JSON object without spaces")
    return settled(batch)


def well_named(kind: str, version: int) -> bool:
    """Whether an event can be of this type and version."""
    if version in _named_well.get(kind, ()):
        return True
    if not TYPE.fullmatch(kind) or not 1 <= version <= LARGEST:
        return False
    if len(_named_well) < 10_000:
        _named_well.setdefault(kind, set()).add(version)
    return True


def digest_of(batch: Batch, key: bytes | None) -> str:
    """The digest of a batch. Raises Unfit where it has text that cannot be written."""
    try:
        return digest(canonical(batch, key))
    except UnicodeEncodeError:
        raise Unfit(f"{_where(batch)}: it holds text that is no Unicode, and cannot be written") from None
    except (msgspec.MsgspecError, RecursionError) as error:
        raise Unfit(f"{_where(batch)}: it is no JSON that can be written ({error})") from None


def _where(batch: Batch) -> str:
    return f"ply {batch.ply} of game {batch.game}"


def batch_row(number: int, run: int, batch: Batch, digest: str) -> Row:
    """The values of BATCH_COLUMNS. The beginning is not among them: it is kept with the game."""
    return (
        number,
        run,
        batch.ply,
        batch.id,
        int(batch.parent[:16], 16) if batch.parent else None,
        batch.kind,
        batch.entry,
        batch.seat or None,
        batch.time,
        str(batch.action, "utf-8") or None,
        UNKNOWN_OPTIONS if batch.options == UNKNOWN else batch.options,
        text_of(batch.chance),
        text_of(batch.opens),
        text_of(batch.secrets),
        batch.board or None,
        batch.whole or None,
        batch.reason or None,
        bytes.fromhex(batch.carried) or None,
        bytes.fromhex(digest),
    )


def event_rows(number: int, run: int, batch: Batch) -> list[Row]:
    """The values of EVENT_COLUMNS for each event of the batch."""
    ply = batch.ply
    return [
        (number, run, ply, seq, event.type, event.version, str(event.payload, "utf-8"))
        for seq, event in enumerate(batch.events)
    ]


def batch_of(
    game: str, slug: str, row: Sequence[Any], parent: str, events: Iterable[Event], begin: Beginning | None
) -> Batch:
    """The batch of a row of BATCH_READ. `begin` is taken at ply 0 only. Raises Damaged."""
    (
        _run,
        ply,
        batch_id,
        _parent,
        kind,
        entry,
        seat,
        time,
        action,
        options,
        chance,
        opens,
        secrets,
        board,
        whole,
        reason,
        carried,
        _digest,
    ) = row
    where = columns.at_ply(ply, slug)

    def read(decode: Callable[[Any], Any], value: Any, column: str) -> Any:
        return columns.decoded(decode, value, where, f"batch.{column}", ply)

    return settled(
        Batch(
            game=game,
            ply=ply,
            parent=parent,
            kind=read(columns.batch_kind, kind, "kind"),
            entry=read(columns.count, entry, "entry"),
            id=batch_id,
            time=read(columns.time_of, time, "time"),
            seat=seat or "",
            action=read(columns.action, action, "action"),
            options=read(columns.options, options, "options"),
            chance=read(columns.chances, chance, "chance") if chance else (),
            events=tuple(events),
            opens=read(columns.openings, opens, "opens") if opens else (),
            secrets=read(columns.secrets, secrets, "secrets") if secrets else (),
            board=board or "",
            whole=whole or "",
            reason=reason or "",
            carried=read(columns.digest_of, carried, "carried") if carried else "",
            begin=begin if ply == 0 else None,
        )
    )
