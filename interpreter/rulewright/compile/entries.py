"""The places of the vector as a running program knows them. Nothing else is imported here: playing starts fast."""

from dataclasses import dataclass, field

WORD = 62
"""Bits of a set that one number of the vector holds; a larger set takes several numbers."""


@dataclass(slots=True)
class Entry:
    """A stretch of the vector: `names` gives every number its own name after the entry's."""

    name: str
    start: int
    names: list[str]
    low: int
    high: int
    what: str
    seen: str = "all"
    owners: list[int] = field(default_factory=list)
    """For facts only their owner sees: the seat that owns each number."""

    @property
    def count(self) -> int:
        return len(self.names)
