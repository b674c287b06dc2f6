"""How fast the log is: `python -m benchmarks` measures each goal and prints a table."""
