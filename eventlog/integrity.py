"""Everything by which the log can be trusted: digests, salted hashes of secrets, what seats know, verification."""

from eventlog.blinding import blinded, filled, seen_by, values, wrong_part
from eventlog.digests import canonical, digest, move_bytes, move_digest, part_hash, salt, settled, value_json
from eventlog.verification import Damage, data_hash, verify

__all__ = [
    "Damage",
    "blinded",
    "canonical",
    "data_hash",
    "digest",
    "filled",
    "move_bytes",
    "move_digest",
    "part_hash",
    "salt",
    "seen_by",
    "settled",
    "value_json",
    "values",
    "verify",
    "wrong_part",
]
