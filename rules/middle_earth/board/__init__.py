"""A scenario's board: its map and pieces made ready, with everything that is looked up often.

Nothing here is stored: a board is made from the data and the name of a scenario, and kept while it is used. One file a
concept; all are names of this package: `board.Unit`.
"""
# ruff: noqa: F403

from __future__ import annotations

from rules.middle_earth.board.counters import *
from rules.middle_earth.board.maps import *
from rules.middle_earth.board.tables import *
from rules.middle_earth.board.whole import *
