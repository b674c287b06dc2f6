"""What a ruleset is, what rulesets share, and the games. It knows nothing about the log."""
