"""Hellenes: Campaigns of the Peloponnesian War."""
