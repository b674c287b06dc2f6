"""The command `warlog`: parses, calls, prints."""
