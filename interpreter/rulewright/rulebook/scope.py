"""The context in which the text of a rule is written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from rulewright.rulebook.dictionary import Category, Dictionary
from rulewright.rulebook.phrases import Phrase
from rulewright.syntax import expressions as x

ConditionWriter = Callable[[x.Expr, "WordingScope"], Phrase]
"""From a condition and its scope to how it reads after "if"."""
Clause = Callable[[x.Expr, "WordingScope", str], Phrase]
"""From a condition about `it`, its scope and "who" or "that" to what stands after a noun: "whose coins are 3"."""


@dataclass(frozen=True, slots=True)
class WordingScope:
    """What names mean, and who `player` is.

    Values contain conditions and conditions contain values; `clause` and `condition` are how a value writes one.
    """

    words: Dictionary
    clause: Clause
    condition: ConditionWriter
    names: dict[str, Category] = field(default_factory=dict)
    it: Category = Category()
    you: bool = True
    """Whether `player` is the one who reads."""
    turn: str = "player"
    """Whose turn it is in the laps around."""
    changed: frozenset[str] = frozenset()
    """The names that the rule changes after it has let them."""
    within: frozenset[int] = frozenset()
    """The declared values whose category is being determined, by `id`: one that depends on itself has none."""

    def with_name(self, name: str, category: Category) -> WordingScope:
        """Return a scope that knows one more name."""
        return replace(self, names={**self.names, name: category})

    def with_it(self, category: Category) -> WordingScope:
        """Return a scope in which `it` is one thing of this category."""
        return replace(self, it=category._replace(how="one"))

    def with_parameters(self, names: tuple[x.Word, ...]) -> WordingScope:
        """Return the scope of a rule with these parameters: a parameter named after a kind is one thing of it."""
        return replace(self, names={word.text: self.words.category_of_name(word.text) for word in names})
