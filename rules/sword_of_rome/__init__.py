"""The Sword of Rome, chapter by chapter as its rulebook has it."""
