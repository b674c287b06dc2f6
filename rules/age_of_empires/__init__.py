"""The Age of Empires II expandable card game (Journeyman Press, 2000): the ruleset `age-of-empires`."""
