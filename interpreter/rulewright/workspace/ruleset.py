"""One ruleset on its way from files to programs: each stage runs when its result is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Self, TypeVar

from rulewright.diagnostics import Diagnostic, Findings, RulesError
from rulewright.source import Players, RulesetSource, find
from rulewright.source.disk import disk
from rulewright.source.folders import reached
from rulewright.source.layers import layers
from rulewright.workspace.results import Key, Results

if TYPE_CHECKING:
    from rulewright.backends.program import Program
    from rulewright.check.core import CheckedRules
    from rulewright.check.symbols import Symbols
    from rulewright.compose.composed import Composed
    from rulewright.scenarios.reading import Written
    from rulewright.scenarios.results import Result

Settings = Mapping[str, int]
"""Figures by name with the values that they are given instead of the written ones."""


T = TypeVar("T")


class Read(NamedTuple):
    """The files of a ruleset as they were read, and what was found while reading them."""

    source: RulesetSource
    findings: Findings


class Check(NamedTuple):
    """What came of checking rules for a number of seats: no checked rules where there are errors."""

    rules: CheckedRules | None
    findings: Findings


class Ruleset:
    """A ruleset and everything that is derived from it, each computed when it is first asked for.

    `Workspace.ruleset` returns one that follows its files; this constructor makes one of files that were read already.
    Stages are imported when they are needed: a cached program starts without any of them.
    """

    def __init__(self, source: RulesetSource, reading: Findings | None = None) -> None:
        """Take what was read, and the findings of reading it."""
        read = Read(source, reading or Findings())
        self._results, self._key, self.as_read = Results(), Key(), True
        self._read: Callable[[], Read] = lambda: read
        self._open: Callable[[str], Ruleset] | None = None

    @classmethod
    def following(cls, results: Results, key: Key, read: Callable[[], Read], opens: Callable[[str], Ruleset]) -> Self:
        """Return a ruleset that keeps its results under a key of `results`; `opens` finds others by name."""
        self = cls.__new__(cls)
        self._results, self._key, self.as_read = results, key, True
        self._read, self._open = read, opens
        return self

    def result(self, what: str, compute: Callable[[], T], *of: Hashable, comparable: bool = False) -> T:
        """Return a result of this ruleset, as `Results.get` does; what `compute` uses it must ask for itself."""
        return self._results.get((*self._key, what, *of), compute, comparable)

    def __repr__(self) -> str:
        return f"Ruleset({self.source.name!r})"

    @property
    def read(self) -> Read:
        """The files as they were read. Raises `RulesError` when there is no such ruleset or it has no manifest."""
        return self.result("read", self._read, comparable=True)

    @property
    def source(self) -> RulesetSource:
        """The files as they were read. Raises `RulesError` as `read` does."""
        return self.read.source

    @property
    def reading(self) -> Findings:
        """What was found while reading the files."""
        return self.result("reading", lambda: self.read.findings, comparable=True)

    @property
    def name(self) -> str:
        """The name under which it was loaded."""
        return self.source.name

    @property
    def seats(self) -> range:
        """The numbers of players that it allows; 1 alone where it does not state any."""
        players = self.players
        return range(players.low, players.high + 1) if players else range(1, 2)

    @property
    def most_seats(self) -> int:
        """The highest number of players that it allows."""
        return self.seats[-1]

    def in_language(self, language: str) -> Ruleset:
        """Return the same rules with their texts in another language; an empty string is the language of the rules."""
        if language == self.source.language:
            return self
        translated = lambda: Read(replace(self.source, language=language), self.read.findings)  # noqa: E731
        return Ruleset.following(self._results, (*self._key, "language", language), translated, self.beside)

    def beside(self, name: str) -> Ruleset:
        """Return another ruleset by a name that the files of this one use: it may lie in the same folder as this one.

        Raises `RulesError` when it cannot be read.
        """
        from rulewright.workspace.workspace import load

        plain, colon, some = name.partition(":")
        near = None if find(plain) else find(plain, beside=self.folder.resolve().parent)
        return (self._open or load)(f"{near}{colon}{some}" if near else name)

    def altered(self, composed: Composed) -> Ruleset:
        """Return a ruleset of the same files with other finished rules, such as a mutant's; nothing of it is cached."""
        from rulewright.workspace.programs import written

        other = Ruleset(self.source)
        other._results.put(("composition",), (composed, Findings()))
        other._results.put(("written",), written(self))
        other.as_read = False
        return other

    @property
    def composition(self) -> tuple[Composed, Findings]:
        """The finished rules as far as they can be read, and what was found in their files."""
        return self.result("composition", self._compose)

    def _compose(self) -> tuple[Composed, Findings]:
        from rulewright.compose.compose import compose

        source = self.result("source of rules", lambda: self.source.of_rules, comparable=True)
        findings = self.reading.copy()
        return compose(source, findings), findings

    @property
    def composed(self) -> Composed:
        """The finished rules. Raises `RulesError` when their files have mistakes."""
        composed, findings = self.composition
        findings.stop_on_errors()
        return composed

    @property
    def rule_names(self) -> frozenset[str]:
        """The full names of all declarations in the finished rules, as far as their files can be read."""
        return self.result("rule names", self._rule_names, comparable=True)

    def _rule_names(self) -> frozenset[str]:
        from rulewright.compose.composed import full_name

        return frozenset(map(full_name, self.composition[0].declarations))

    @property
    def folder(self) -> Path:
        """The folder of its files."""
        return self.result("folder", lambda: self.source.folder, comparable=True)

    @property
    def players(self) -> Players | None:
        """How many can play, and the names of their seats."""
        return self.result("players", lambda: self.source.manifest.players, comparable=True)

    @property
    def scenarios(self) -> tuple[Written, ...]:
        """The scenarios of the ruleset itself, in the order of its files, with what is wrong with their form."""
        from rulewright.workspace.scenarios import all_scenarios

        return self.result("scenarios", lambda: all_scenarios(self))

    def results(self, only: str | None = None) -> tuple[Result, ...]:
        """Play the scenarios whose name contains `only`, and return what came of each.

        Raises `RulesError` when the rules have mistakes.
        """
        from rulewright.scenarios.run import run_all

        return self.result("results", lambda: tuple(run_all(self, only)), only)

    def checked(self, seats: int | None = None, settings: Settings | None = None) -> CheckedRules:
        """Return the rules checked for a number of seats, by default the highest one.

        Raises `RulesError` with all findings when they have mistakes.
        """
        rules, findings = self.checking(seats or self.most_seats, settings)
        if rules is None:
            raise RulesError(tuple(findings.found))
        return rules

    def checking(self, seats: int, settings: Settings | None = None) -> Check:
        """Return the rules checked for a number of seats, if they have no mistakes, and everything that was found."""

        def compute() -> Check:
            findings = self.composition[1].copy()
            try:
                return Check(self.check(seats, findings, dict(settings or {})), findings)
            except RulesError:
                return Check(None, findings)

        return self.result("checked", compute, seats, tuple(sorted((settings or {}).items())))

    def check(self, seats: int, findings: Findings, settings: dict[str, int] | None = None) -> CheckedRules:
        """Check afresh, for a caller that changes the result in place or collects findings of several checks."""
        from rulewright.check.check import check

        return check(self.composition[0], seats, findings, settings)

    def formatted(self, path: str | Path) -> str | None:
        """Return the text of a file as `fmt` lays it out; None where it has mistakes or is no part of a ruleset."""
        from rulewright.workspace.formatting import formatted

        return self.result("formatted", lambda: formatted(Path(path)), str(path))

    def shown(self, path: str | Path) -> str | None:
        """Return the name under which findings and symbols show a file of this ruleset or of one that it extends."""
        place = (self.result("root", lambda: disk().root) / path).resolve()
        for layer in layers(self.source):
            if place.is_relative_to(layer.folder.resolve()):
                return f"{layer.shown}/{place.relative_to(layer.folder.resolve()).as_posix()}"
        return None

    def located(self, shown: str) -> Path | None:
        """Return the file that a finding or a symbol names, if it belongs to this ruleset or one that it extends."""
        named = (layer for layer in layers(self.source) if shown.startswith(f"{layer.shown}/"))
        return next((layer.folder / shown.removeprefix(f"{layer.shown}/") for layer in named), None)

    @property
    def symbols(self) -> Symbols:
        """Every definition and use of a name, as far as the files can be read: also where they have mistakes.

        Uses in the texts of other languages are among them.
        """
        return self.result("symbols", self._symbols)

    def _symbols(self) -> Symbols:
        from rulewright.check.check import index

        found = index(self.composition[0], self.most_seats)
        for language in self.source.languages[1:]:
            found = found.joined(index(self.in_language(language).composition[0], self.most_seats))
        return found

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """Everything that is wrong or suspicious in rules, data, labels, scenarios and replays, warnings included.

        Raises `RulesError` when there is no such ruleset or its ruleset.yaml cannot be understood.
        """
        return self.result("findings", self._findings, comparable=True)

    def _findings(self) -> tuple[Diagnostic, ...]:
        from rulewright.workspace.findings import STAGES, all_findings, from_plain, plain

        of = repr(("findings", self._key, reached()))
        return from_plain(self._results.saved_between_runs(of, STAGES, lambda: plain(all_findings(self))))

    def program(
        self, seats: int, settings: Settings | None = None, traced: bool = False, marked: bool = False
    ) -> Program:
        """Return the compiled rules, from the cache where nothing that they depend on has changed.

        `settings` changes figures by name. A traced program knows log and reasons; a `marked` one also notes what is
        reached. Raises `RulesError` with all findings when the rules have mistakes.
        """
        from rulewright.workspace.programs import Build, program_of

        build = Build(seats, tuple((settings or {}).items()), traced or marked, marked)
        return self.result("program", lambda: program_of(self, build), build)
