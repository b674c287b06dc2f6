"""The log of games: batches, lines, the archive, `.warlog` files. It knows nothing about any game."""
