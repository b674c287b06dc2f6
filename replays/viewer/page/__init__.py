"""The replay page: a game as one self-contained HTML file."""
