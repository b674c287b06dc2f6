"""What one does with a recorded game: play it on, step through it, compare, simulate."""
