"""Events to and from what is stored: a stable type name, a schema version, the fields as JSON without the tag.

Older shapes are changed into today's here, on reading; what is stored is never rewritten.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Union

import msgspec

from eventlog import record
from eventlog.errors import Damaged, UnknownType
from eventlog.record import UNKNOWN

Document = dict[str, Any]
Change = Callable[[Document], Document]
Row = tuple[str, int, str | bytes]
"""One stored event: type name, schema version, payload as JSON without the tag."""

_QUOTED_UNKNOWN = f'"{UNKNOWN}"'


class ChainError(ValueError):
    """The upcasters do not lead from every older version to the current one, each step once."""


class Chains:
    """How older shapes become today's, one version at a time.

    `upcasts` are (what, version, change): `change` turns version `version` of `what` (`event:card-drawn`, `data`,
    `state`) into `version + 1`. `current` gives the version of today of everything there is; versions count from 1.
    """

    def __init__(self, upcasts: Iterable[tuple[str, int, Change]], current: Mapping[str, int]) -> None:
        self._current = dict(current)
        self._changes: dict[tuple[str, int], Change] = {}
        for what, version, change in upcasts:
            if what not in self._current:
                raise ChainError(f"there is an upcaster for {what}, and no such thing is declared")
            if not 1 <= version < self._current[what]:
                raise ChainError(
                    f"the upcaster of {what} from version {version} leads nowhere: "
                    f"versions go from 1 to {self._current[what]}"
                )
            if (what, version) in self._changes:
                raise ChainError(f"there are two upcasters of {what} from version {version}; one is right")
            self._changes[what, version] = change
        for what, latest in sorted(self._current.items()):
            for version in range(1, latest):
                if (what, version) not in self._changes:
                    raise ChainError(
                        f"there is no upcaster of {what} from version {version} to {version + 1}"
                    )

    def current(self, what: str) -> int:
        """Today's version. Raises UnknownType for what is not declared."""
        try:
            return self._current[what]
        except KeyError:
            raise UnknownType(f"this program does not know {what}") from None

    def apply(self, what: str, version: int, document: Document) -> Document:
        """The document in today's shape. Raises UnknownType for a version that this program does not know."""
        latest = self.current(what)
        if version > latest:
            raise UnknownType(
                f"{what} is of version {version}, and this program knows it up to {latest}: a newer one is needed",
                newer=True,
            )
        if version < 1:
            raise UnknownType(f"{what} is of version {version}; versions count from 1")
        for step in range(version, latest):
            document = self._changes[what, step](document)
        return document


class Codec:
    """Encodes and decodes the events of one ruleset.

    `event_types` are msgspec structs with the tag field `type`, a string tag, and `version: ClassVar[int]`. `unknown`
    says what stands in a hidden field when its value is not known, by type name and field, for fields in which `"?"`
    cannot stand. The hooks are msgspec's, for types it does not know.
    """

    def __init__(
        self,
        event_types: Sequence[type[Any]],
        chains: Chains,
        enc_hook: Callable[[Any], Any] | None = None,
        dec_hook: Callable[[type, Any], Any] | None = None,
        unknown: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> None:
        self._chains = chains
        self._encode = msgspec.json.Encoder(order="deterministic", enc_hook=enc_hook).encode
        self._types: dict[str, type[Any]] = {}
        self._cuts: dict[type[Any], tuple[str, int, int]] = {}
        for kind in event_types:
            name = _tag(kind)
            if name in self._types:
                raise ValueError(f"two event types are called {name}")
            if chains.current(f"event:{name}") != kind.version:
                raise ChainError(f"event:{name} is declared as version {kind.version} and chained to another")
            self._types[name] = kind
            self._cuts[kind] = (name, kind.version, len(b'{"type":') + len(msgspec.json.encode(name)))
        self._decoders = {
            name: msgspec.json.Decoder(kind, dec_hook=dec_hook).decode for name, kind in self._types.items()
        }
        union: Any = Union[tuple(self._types.values())] if self._types else msgspec.Raw  # noqa: UP007
        self._decode_list = msgspec.json.Decoder(list[union], dec_hook=dec_hook).decode
        self._stand_ins: dict[str, dict[str, Any]] = {}
        for name, fields in (unknown or {}).items():
            needed = {field: msgspec.to_builtins(value, enc_hook=enc_hook) for field, value in fields.items()}
            needed = {field: value for field, value in needed.items() if value != UNKNOWN}
            if needed:
                self._stand_ins[name] = needed

    def encode(self, event: Any) -> record.Event:
        """The event as it is stored. Raises UnknownType for an event of another ruleset."""
        try:
            name, version, cut = self._cuts[type(event)]
        except KeyError:
            raise UnknownType(f"{type(event).__name__} is no event type of this ruleset") from None
        body = self._encode(event)
        fields = body[cut + 1 :] if body[cut : cut + 1] == b"," else body[cut:]
        return record.Event(name, version, msgspec.Raw(b"{" + fields))

    def is_current(self, types: Iterable[tuple[str, int]]) -> bool:
        """Whether all of these (type, version) are known and of today's versions, so that no upcaster is needed."""
        return all((kind := self._types.get(name)) and kind.version == version for name, version in types)

    def decode(self, event: record.Event) -> Any:
        """The event in today's shape. Raises UnknownType (no such type or version), Damaged (its fields do not fit)."""
        return self.decode_row(event.type, event.version, bytes(event.payload))

    def decode_row(self, name: str, version: int, payload: str | bytes) -> Any:
        """As `decode`, from the columns of the archive."""
        kind = self._types.get(name)
        if kind is None:
            raise UnknownType(
                f'the event type "{name}" is not known to this ruleset; a newer version of it may know it',
                newer=True,
            )
        try:
            if version == kind.version and not self._needs_stand_ins(name, payload):
                return self._decoders[name](payload)
            document = msgspec.json.decode(payload, type=Document)
            document = self._chains.apply(f"event:{name}", version, document)
            return self._convert(name, document)
        except (msgspec.DecodeError, RecursionError) as error:
            raise Damaged(f"an event of type {name} (version {version}) cannot be read: {error}") from None

    def decode_many(self, source: str | bytes | Iterable[Row]) -> list[Any]:
        """Many events at once: rows of (type, version, payload), or JSON text of events that have their tag inside and
        are all of today's versions, with or without the brackets of an array round them."""
        if isinstance(source, (str, bytes)):
            return self._decode_text(source.decode(errors="replace") if isinstance(source, bytes) else source)
        rows = list(source)
        for name, version, payload in rows:
            kind = self._types.get(name)
            if kind is None or version != kind.version or self._needs_stand_ins(name, payload):
                return [self.decode_row(*row) for row in rows]
        parts = []
        for name, _, payload in rows:
            text = payload.decode(errors="replace") if isinstance(payload, bytes) else payload
            parts.append(f'{{"type":"{name}"}}' if text == "{}" else f'{{"type":"{name}",{text[1:]}')
        try:
            found: list[Any] = self._decode_list("[" + ",".join(parts) + "]")
        except (msgspec.DecodeError, RecursionError):
            return [self.decode_row(*row) for row in rows]
        return found

    def _decode_text(self, text: str) -> list[Any]:
        if not text.startswith("["):
            text = f"[{text}]"
        if not (self._stand_ins and _QUOTED_UNKNOWN in text):
            try:
                found: list[Any] = self._decode_list(text)
                return found
            except (msgspec.DecodeError, RecursionError):
                pass  # said better below, event by event
        try:
            documents = msgspec.json.decode(text, type=list[Document])
        except (msgspec.DecodeError, RecursionError) as error:
            raise Damaged(f"the events cannot be read: {error}") from None
        events = []
        for document in documents:
            name = document.pop("type", "")
            kind = self._types.get(name)
            version = kind.version if kind is not None else 1
            events.append(self.decode_row(name, version, msgspec.json.encode(document)))
        return events

    def _needs_stand_ins(self, name: str, payload: str | bytes) -> bool:
        if name not in self._stand_ins:
            return False
        return _QUOTED_UNKNOWN in (
            payload.decode(errors="replace") if isinstance(payload, bytes) else payload
        )

    def _convert(self, name: str, document: Document) -> Any:
        for field, value in self._stand_ins.get(name, {}).items():
            held = document.get(field)
            if held == UNKNOWN:
                document[field] = value
            elif isinstance(held, list):
                document[field] = [value if each == UNKNOWN else each for each in held]
        return self._decoders[name](msgspec.json.encode(document))


def _tag(kind: type[Any]) -> str:
    config = kind.__struct_config__
    if config.tag_field != "type" or not isinstance(config.tag, str):
        raise ValueError(f"{kind.__name__} needs the tag field `type` and a string tag")
    return str(config.tag)
