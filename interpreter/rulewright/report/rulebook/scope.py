"""What the names in a rule stand for while its sentences are written."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from rulewright.report.rulebook.dictionary import Sort


@dataclass(frozen=True, slots=True)
class Scope:
    """The names let so far, and whether `player` is the one who reads."""

    names: dict[str, Sort] = field(default_factory=dict)
    it: Sort = Sort()
    you: bool = True
    turn: str = "player"
    """Whose turn it is in the laps around."""

    def let(self, name: str, sort: Sort) -> Scope:
        """Return a scope that knows one more name."""
        return replace(self, names={**self.names, name: sort})

    def looking(self, sort: Sort) -> Scope:
        """Return a scope in which `it` is a thing of this sort."""
        return replace(self, it=sort._replace(how="one"))
