"""A recorded game made ready: its ruleset, and the data it was begun with – never the data that is installed now."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Union

import msgspec

from eventlog.codec import Chains, Codec
from eventlog.errors import Damaged, UnknownType
from eventlog.event_views import check_fields
from replays.soundness import damage_first
from rules import secrecy
from rules.errors import OptionError
from rules.ruleset import Action, AnyRuleset, Option, Resign, installed

if TYPE_CHECKING:
    from eventlog.archive import Archive, GameRow

UNDO = Option(
    "undo",
    "free",
    "whether a roll or a reveal may be taken back (it is said and recorded)",
    ("free", "strict"),
)
"""An option that the session offers for every ruleset."""


class OpenGame(msgspec.Struct, frozen=True):
    """A game on the table: what every function over it needs. `game` is what the ruleset prepared."""

    ruleset: AnyRuleset
    codec: Codec
    data: Any
    game: Any
    scenario: str
    options: dict[str, str]


class NoSuchRuleset(Exception):
    """A name that no installed ruleset has."""


def find_ruleset(name: str) -> AnyRuleset:
    """The installed ruleset of this name, its chains of upcasters checked.

    Raises NoSuchRuleset with the names that there are, ChainError for a gap or a double in a chain.
    """
    rulesets = installed()
    if name not in rulesets:
        raise NoSuchRuleset(f"There is no ruleset {name}; installed: {', '.join(sorted(rulesets)) or 'none'}")
    chains_of(rulesets[name])
    return rulesets[name]


@cache
def codec_of(ruleset: AnyRuleset) -> Codec:
    """The codec of the ruleset's events; its chains are checked here for gaps and doubles, and the names of the fields.
    Raises ChainError, ReservedName."""
    check_fields(ruleset.event_types)
    unknown: dict[str, dict[str, Any]] = {}
    for kind in ruleset.event_types:
        for field, marker in secrecy.hidden_fields(kind):
            if marker.unknown != secrecy.UNKNOWN:
                unknown.setdefault(str(kind.__struct_config__.tag), {})[field] = marker.unknown
    return Codec(ruleset.event_types, chains_of(ruleset), unknown=unknown)


@cache
def chains_of(ruleset: AnyRuleset) -> Chains:
    """The upcasters of the ruleset: from every older shape of an event, of the data and of the state to today's."""
    current = {f"event:{kind.__struct_config__.tag}": kind.version for kind in ruleset.event_types}
    current |= {"data": ruleset.data_shape, "state": ruleset.state_shape}
    return Chains([(upcast.what, upcast.version, upcast.change) for upcast in ruleset.upcasts], current)


class ActionDecoder:
    """Decodes any action of a ruleset, giving up included, also one that an older version of it recorded."""

    def __init__(self, ruleset: AnyRuleset) -> None:
        self._decode = msgspec.json.Decoder(Union[(*ruleset.action_types, Resign)]).decode
        self._upcast = ruleset.upcast_action

    def decode(self, text: bytes | str | msgspec.Raw) -> Action:
        """The action in today's shape. Raises a `msgspec.MsgspecError` where it is none."""
        if self._upcast is not None:
            with suppress(RecursionError):  # no action is nested so deeply: refused below
                document = msgspec.json.decode(text)
                if isinstance(document, dict):
                    text = msgspec.json.encode(self._upcast(document))
        action: Action = self._decode(text)
        return action


@cache
def action_decoder(ruleset: AnyRuleset) -> ActionDecoder:
    """Decodes any action of the ruleset."""
    return ActionDecoder(ruleset)


def encode_data(ruleset: AnyRuleset, data: Any) -> bytes:
    """The bytes of a game's data as they are stored and hashed: deterministic JSON with its shape version."""
    return msgspec.json.encode({"shape": ruleset.data_shape, "data": data}, order="deterministic")


def data_hash(stored: bytes) -> str:
    """The content hash of stored data: SHA-256 over the bytes, 64 hex digits."""
    return hashlib.sha256(stored).hexdigest()


class _StoredData(msgspec.Struct):
    shape: int
    data: Any


def decode_data(ruleset: AnyRuleset, stored: bytes) -> Any:
    """The data in today's shape. Raises UnknownType where the shape is newer than this program, Damaged where they are
    no data of such a game."""
    chains = chains_of(ruleset)
    try:
        document = msgspec.json.decode(stored, type=_StoredData)
        shape = document.shape
        if shape <= ruleset.data_shape:
            return msgspec.convert(chains.apply("data", shape, document.data), ruleset.data_type)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise Damaged(f"the data of this {ruleset.name} game cannot be read: {error}") from None
    raise UnknownType(
        f"the data of this {ruleset.name} game have shape {shape}; this program knows shapes up to "
        f"{ruleset.data_shape}: a newer warlog reads them"
    )


def complete_options(ruleset: AnyRuleset, given: Mapping[str, str]) -> dict[str, str]:
    """The options with their defaults, in the ruleset's order; a file is replaced by its text. Raises OptionError
    for a name or a value it does not have."""
    known = {option.name: option for option in (*ruleset.options, UNDO)}
    chosen: dict[str, str] = {}
    for name, value in given.items():
        option = known.get(name)
        if option is None:
            raise OptionError(f"{ruleset.name} has no option {name}; it has {', '.join(known)}")
        chosen[name] = _text_of(option, value) if option.file and value not in option.values else value
        if option.values and not option.file and value not in option.values:
            raise OptionError(f"option {name} takes {' or '.join(option.values)}, not {value}")
    return {name: chosen.get(name, option.default) for name, option in known.items()}


def _text_of(option: Option, value: str) -> str:
    """The text of the file that an option names; a text of several lines is one that was read before, and `?` is one
    that the record hides."""
    if "\n" in value or (option.known_to and value == secrecy.UNKNOWN):
        return value
    try:
        text = Path(value).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError, ValueError) as error:
        words = " or ".join((*option.values, "the path of a file"))
        why = getattr(error, "strerror", None) or "it is no text"
        raise OptionError(f"option {option.name} takes {words}; {value} cannot be read: {why}") from None
    return f"{text}\n"


def prepare(ruleset: AnyRuleset, data: Any, scenario: str, options: Mapping[str, str]) -> OpenGame:
    """Data, scenario and options made ready. Raises OptionError where the ruleset does not have them."""
    if scenario not in {known.name for known in ruleset.scenarios}:
        names = ", ".join(known.name for known in ruleset.scenarios)
        raise OptionError(f"{ruleset.name} has no scenario {scenario}; it has {names}")
    complete = complete_options(ruleset, options)
    own = {name: value for name, value in complete.items() if name != UNDO.name}
    try:
        game = ruleset.prepare(data, scenario, own)
    except (ValueError, OverflowError, RecursionError) as error:
        defaults = {option.name: option.default for option in ruleset.options}
        changed = {name: value for name, value in own.items() if value != defaults[name]}
        if not changed:
            raise
        # The ruleset itself could not read a value that it did not foresee.
        said = ", ".join(f"{name}={value[:40]}{'…' * (len(value) > 40)}" for name, value in changed.items())
        raise OptionError(
            f"{ruleset.name} can do nothing with the options {said}: {type(error).__name__}, {error}; "
            "choose other values, or leave them out"
        ) from error
    return OpenGame(ruleset, codec_of(ruleset), data, game, scenario, complete)


def prepare_new(ruleset: AnyRuleset, data: Any, scenario: str, options: Mapping[str, str]) -> OpenGame:
    """As `prepare`, for games that are to begin: an option that would do nothing is refused. Raises OptionError."""
    opened = prepare(ruleset, data, scenario, options)
    for name, why in sorted(ruleset.idle_options(opened.game).items()):
        raise OptionError(f"option {name} would do nothing here: {why}")
    return opened


_opened: dict[tuple[str, str, str, tuple[tuple[str, str], ...]], OpenGame] = {}


def open_game(archive: Archive, row: GameRow) -> OpenGame:
    """The game of this row with the data it was begun with. Games that share data, scenario and options share
    the result. What was played is what the beginning says, which is sealed. Raises NoSuchRuleset, UnknownType, Damaged.
    """
    begin = row.begin
    options = begin.options
    key = (begin.ruleset, begin.data, begin.scenario, tuple(sorted(options.items())))
    if key not in _opened:
        with damage_first(archive, row.id):
            ruleset = find_ruleset(begin.ruleset)
            stored = archive.data_of(row.id)
            if data_hash(stored) != begin.data:
                raise Damaged(
                    f"ply 0 of game {row.slug}: the stored data are not those with which the game was begun"
                )
            known = {option.name for option in (*ruleset.options, UNDO)}
            chosen = {name: value for name, value in options.items() if name in known}
            _opened[key] = prepare(ruleset, decode_data(ruleset, stored), begin.scenario, chosen)
    return _opened[key]
