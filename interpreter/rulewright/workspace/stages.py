"""One ruleset on its way from files to checked rules: each stage runs when its result is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Self, TypeVar

from rulewright.diagnostics import Findings
from rulewright.source import Players, RulesetSource, find
from rulewright.workspace import late
from rulewright.workspace.about import About, describe_ruleset
from rulewright.workspace.results import Key, Results

if TYPE_CHECKING:
    from rulewright.check.core import CheckedRules
    from rulewright.compose.composed import Composed

Settings = Mapping[str, int]
"""Figures by name with the values that they are given instead of the written ones."""

T = TypeVar("T")


class FilesRead(NamedTuple):
    """The files of a ruleset as they were read, and what was found while reading them."""

    source: RulesetSource
    findings: Findings


class Examination(NamedTuple):
    """What was found in rules for all numbers of seats, and the rules resolved for each.

    Where a number of seats makes no difference, they are those for more seats; where there are errors, none.
    """

    findings: Findings
    rules: dict[int, CheckedRules]


class Stages:
    """The results of reading, composing and checking, from which all other results of a ruleset are computed.

    Stages are imported when they are needed: a cached program starts without any of them.
    """

    def __init__(self, results: Results, key: Key, read: Callable[[], FilesRead], opens: Callable[[str], Self]) -> None:
        """Keep results under a key of `results`; `opens` finds other rulesets by name."""
        self._results, self._key = results, key
        self._read, self._opens = read, opens
        self.as_read = True
        """Whether the rules are those that were read, so that what is computed may be saved between runs."""

    def result(self, what: str, compute: Callable[[], T], *of: Hashable, comparable: bool = False) -> T:
        """Return a result of this ruleset, as `Results.get` does; what `compute` uses it must ask for itself."""
        return self._results.get((*self._key, what, *of), compute, comparable)

    def __repr__(self) -> str:
        return f"Ruleset({self.source.name!r})"

    @property
    def files_read(self) -> FilesRead:
        """The files as they were read. Raises `RulesError` when there is no such ruleset or it has no manifest."""
        return self.result("read", self._read, comparable=True)

    @property
    def source(self) -> RulesetSource:
        """The files as they were read. Raises `RulesError` as `read` does."""
        return self.files_read.source

    @property
    def reading_findings(self) -> Findings:
        """What was found while reading the files."""
        return self.result("reading", lambda: self.files_read.findings, comparable=True)

    @property
    def name(self) -> str:
        """The name under which it was loaded."""
        return self.source.name

    @property
    def about(self) -> About:
        """What it says about itself: titles, players, how much of it is assumed."""
        return self.result("about", lambda: describe_ruleset(self.source))

    @property
    def seats(self) -> range:
        """The numbers of players that it allows; 1 alone where it does not state any."""
        players = self.players
        return range(players.low, players.high + 1) if players else range(1, 2)

    @property
    def most_seats(self) -> int:
        """The highest number of players that it allows."""
        return self.seats[-1]

    def in_language(self, language: str) -> Self:
        """Return the same rules with their texts in another language; an empty string is the language of the rules."""
        if language == self.source.language:
            return self
        translated = lambda: FilesRead(replace(self.source, language=language), self.files_read.findings)  # noqa: E731
        return type(self)(self._results, (*self._key, "language", language), translated, self._opens)

    def beside(self, name: str) -> Self:
        """Return another ruleset by a name that this one uses: it may lie in the same folder as this one."""
        return self._opens(self.result("beside", lambda: self._name_beside(name), name, comparable=True))

    def _name_beside(self, name: str) -> str:
        plain, colon, some = name.partition(":")
        near = None if find(plain) else find(plain, beside=self.folder.resolve().parent)
        return f"{near}{colon}{some}" if near else name

    @property
    def composition(self) -> tuple[Composed, Findings]:
        """The finished rules as far as they can be read, and what was found in their files."""
        return self.result("composition", self._compose_rules)

    def _compose_rules(self) -> tuple[Composed, Findings]:
        source = self.result("source of rules", lambda: self.source.of_rules, comparable=True)
        findings = self.reading_findings.copy()
        return late.compose.compose(source, findings), findings

    @property
    def composed_rules(self) -> Composed:
        """The finished rules. Raises `RulesError` when their files have mistakes."""
        composed, findings = self.composition
        findings.stop_on_errors()
        return composed

    @property
    def rule_names(self) -> frozenset[str]:
        """The full names of all declarations in the finished rules, as far as their files can be read."""
        named = lambda: frozenset(map(late.composed.full_name, self.composition[0].declarations))  # noqa: E731
        return self.result("rule names", named, comparable=True)

    @property
    def folder(self) -> Path:
        """The folder of its files."""
        return self.result("folder", lambda: self.source.folder, comparable=True)

    @property
    def players(self) -> Players | None:
        """How many can play, and the names of their seats."""
        return self.result("players", lambda: self.source.manifest.players, comparable=True)

    @property
    def examination(self) -> Examination:
        """What is wrong with the rules for any number of seats, the highest first."""
        return self.result("examination", self._examine_rules)

    def _examine_rules(self) -> Examination:
        composed, findings = self.composition[0], self.composition[1].copy()
        return Examination(findings, late.check.find_mistakes(composed, reversed(self.seats), findings))

    def checked_rules(self, seats: int | None = None, settings: Settings | None = None) -> CheckedRules:
        """Return the rules checked for a number of seats, by default the highest one.

        Raises `RulesError` with all findings when they have mistakes.
        """
        number, figures = seats or self.most_seats, tuple(sorted((settings or {}).items()))
        check = lambda: self.check_afresh(number, self.composition[1].copy(), dict(figures))  # noqa: E731
        return self.result("checked", check, number, figures)

    def sound_rules(self, seats: int) -> CheckedRules:
        """Return the rules checked for a number of seats, where examining them has found no errors."""
        resolve = lambda: late.check.check(self.composition[0], seats, self.composition[1].copy(), groups=())  # noqa: E731
        return self.result("sound", resolve, seats)

    def check_afresh(self, seats: int, findings: Findings, settings: dict[str, int] | None = None) -> CheckedRules:
        """Check afresh, for a caller that changes the result in place or collects findings of several checks."""
        return late.check.check(self.composition[0], seats, findings, settings)
