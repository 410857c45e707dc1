"""What the names in a rule stand for while its sentences are written."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from rulewright.report.rulebook.dictionary import Sort
from rulewright.report.rulebook.order import nodes
from rulewright.syntax import expressions as x
from rulewright.syntax import statements as s


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


def changed(body: s.Body | None) -> frozenset[str]:
    """Return the names that a rule changes after it has let them."""
    found = set[str]()
    for node in nodes(body):
        if isinstance(node, s.Set | s.Shift) and isinstance(node.target, x.Name):
            found.add(node.target.text)
        elif isinstance(node, s.Offer):
            found.update(word.text for word in node.keeping)
    return frozenset(found)
