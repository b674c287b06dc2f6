"""Sauron: The Battle for the Ring."""
