"""The kinds of values that records hold."""

from typing import Annotated, Literal

from msgspec import Meta

Identity = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
TableId = Annotated[str, Meta(pattern=r"^([0-9]+(\.[0-9]+)?|[a-z]+)$")]
Positive = Annotated[int, Meta(ge=1)]
Count = Annotated[int, Meta(ge=0)]
Code = Annotated[str, Meta(pattern=r"^([A-E]e?|e)[1-4][W-Z]$")]
Block = Annotated[str, Meta(pattern=r"^[0-9]{4}(-[0-9]{4})?$")]
Hex = Annotated[str, Meta(pattern=r"^[0-9]{4}$")]
Side = Annotated[str, Meta(pattern=r"^[0-9]{4}\|[0-9]{4}$")]
Role = Literal["west", "sauron"]
Arm = Literal["infantry", "cavalry", "beast"]
Mover = Literal["infantry", "cavalry", "leader", "engine", "beast"]
Cell = tuple[int, ...] | int | str
