"""Gondor: The Siege of Minas Tirith."""
