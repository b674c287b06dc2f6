"""What several games really share: hex grids, maps of points, decks, dice tables."""
