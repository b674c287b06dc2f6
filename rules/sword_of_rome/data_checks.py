"""What must hold between the records of the data."""

from rules.sword_of_rome.data_found import Found


def problems_of(found: Found) -> list[str]:
    """Every problem of the records taken together."""
    return []
