"""Goofspiel with a die: a small game that uses every part of the contract."""
