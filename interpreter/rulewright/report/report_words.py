"""Words that reports on many games share: what a ruleset calls its options and endings, and figures with intervals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulewright.comparison.answers.model import Figure
from rulewright.comparison.answers.rows import Ending
from rulewright.comparison.statistics.outcome import OPTIONS, PIECES
from rulewright.report import late
from rulewright.report.compare_labels import Labels
from rulewright.workspace import Ruleset

if TYPE_CHECKING:
    from rulewright.rulebook.lookup import RuleSentences

MOST_NEEDED = 100_000
"""Differences that take more games to show are none that anybody notices."""


@dataclass(frozen=True)
class RulesetWords:
    """What the words of a report need of a ruleset: labels, sentences of the rulebook, and how a game is repeated."""

    labels: Labels
    book: RuleSentences
    repeat: Callable[[Sequence[str]], str]
    """The command that plays a game of some seats again, once its number is added."""
    endings: dict[Ending, str] = field(default_factory=dict)
    alike: Collection[str] = ()
    """Labels that several options have."""

    @classmethod
    def of_ruleset(
        cls, rules: Ruleset, repeat: Callable[[Sequence[str]], str], options: Iterable[str] = ()
    ) -> RulesetWords:
        """Return the words of a ruleset with some options."""
        labels = Labels([rules.composed_rules])
        counts = Counter(labels.of((OPTIONS, name)) for name in set(options))
        alike = {label for label, options_so_called in counts.items() if options_so_called > 1}
        return cls(labels, late.lookup.RuleSentences(rules), repeat, alike=alike)

    def option(self, name: str) -> str:
        """Return an option as it is quoted; one of several that are called alike with its name in the rules."""
        label = self.labels.of((OPTIONS, name))
        return f"“{label}” ({name})" if label in self.alike else f"“{label}”"

    def piece(self, rule: str) -> str:
        """Return a piece by its rule."""
        return self.labels.of((PIECES, rule))

    def ending(self, ending: Ending) -> str:
        """Return the sentence on why a game ended."""
        if ending not in self.endings:
            said = self.book.ending_sentence(ending.rules, ending.places)
            where = f"A rule ends the game at once ({', '.join(ending.places)})."
            self.endings[ending] = said or (where if ending.places else "All steps of the game were done.")
        return self.endings[ending]


def seats_called(kind: str) -> str:
    """Return who played: `random seats`."""
    return f"{kind} seats"


def short(figure: Figure) -> str:
    """Return a figure: `25.0%`, `12.3`."""
    return _number(figure.estimate.value, figure.percent)


def within(figure: Figure) -> str:
    """Return the interval of a figure."""
    return " to ".join(_number(end, figure.percent) for end in figure.estimate.within)


def _number(value: float, percent: bool) -> str:
    shown = round(100 * value if percent else value, 1) + 0.0  # no minus before a zero
    return f"{shown:.1f}%" if percent else f"{shown:,.1f}"


def told(figure: Figure) -> str:
    """Return a figure with its interval."""
    return f"{short(figure)} ({within(figure)})"
