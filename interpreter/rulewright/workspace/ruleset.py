"""One ruleset on its outcome from files to programs: each stage runs when its result is first asked for, and once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from rulewright.diagnostics import Diagnostic, Findings
from rulewright.source import RulesetSource, cache, find
from rulewright.source import load as load_source
from rulewright.workspace.contents import contents, labels_of

if TYPE_CHECKING:
    from rulewright.backends.program import Program
    from rulewright.check.core import CheckedRules
    from rulewright.compile.ir import nodes as ir
    from rulewright.compile.tables import CompiledProgram
    from rulewright.compose.composed import Composed

_STAGES = ("source", "syntax", "compose", "check", "compile", "backends")
"""The stages on which a program depends: where one of their files changed, it is compiled anew."""

Settings = Mapping[str, int]
"""Figures by name with the values that they are given instead of the written ones."""


class Ruleset:
    """A ruleset that has been read, and everything that is derived from it.

    The stages are imported when they are needed: a cached program starts without any of them.
    """

    def __init__(self, source: RulesetSource, reading: Findings | None = None) -> None:
        """Take what was read, and the findings of reading it."""
        self.source = source
        self.reading = reading or Findings()
        self._checked: dict[tuple[int, tuple[tuple[str, int], ...]], CheckedRules] = {}
        self._as_written = True

    def __repr__(self) -> str:
        return f"Ruleset({self.source.name!r})"

    @property
    def name(self) -> str:
        """The name under which it was loaded."""
        return self.source.name

    @property
    def seats(self) -> range:
        """The numbers of players that it allows; 1 alone where it does not state any."""
        players = self.source.manifest.players
        return range(players.low, players.high + 1) if players else range(1, 2)

    @property
    def most_seats(self) -> int:
        """The highest number of players that it allows."""
        return self.seats[-1]

    def in_language(self, language: str) -> Ruleset:
        """Return the same rules with their texts in another language; an empty string is the language of the rules."""
        if language == self.source.language:
            return self
        return Ruleset(replace(self.source, language=language), self.reading)

    def beside(self, name: str) -> Ruleset:
        """Return another ruleset by a name that the files of this one use: it may lie in the same folder as this one.

        Raises `RulesError` when it cannot be read.
        """
        plain, colon, some = name.partition(":")
        near = None if find(plain) else find(plain, beside=self.source.folder.resolve().parent)
        return load(f"{near}{colon}{some}" if near else name)

    def altered(self, composed: Composed) -> Ruleset:
        """Return a ruleset of the same files with other finished rules, such as a mutant's; nothing of it is cached."""
        other = Ruleset(self.source)
        other.composition, other._written, other._as_written = (composed, Findings()), self._written, False
        return other

    @cached_property
    def composition(self) -> tuple[Composed, Findings]:
        """The finished rules as far as they can be read, and what was found in their files."""
        from rulewright.compose.compose import compose

        findings = self.reading.copy()
        return compose(self.source, findings), findings

    @property
    def composed(self) -> Composed:
        """The finished rules. Raises `RulesError` when their files have mistakes."""
        composed, findings = self.composition
        findings.stop_on_errors()
        return composed

    @cached_property
    def rule_names(self) -> frozenset[str]:
        """The full names of all declarations in the finished rules, as far as their files can be read."""
        from rulewright.compose.composed import full_name

        return frozenset(map(full_name, self.composition[0].declarations))

    def checked(self, seats: int | None = None, settings: Settings | None = None) -> CheckedRules:
        """Return the rules checked for a number of seats, by default the highest one.

        Raises `RulesError` with all findings when they have mistakes.
        """
        key = (seats or self.most_seats, tuple(sorted((settings or {}).items())))
        if key not in self._checked:
            self._checked[key] = self.check(key[0], self.composition[1].copy(), dict(key[1]))
        return self._checked[key]

    def check(self, seats: int, findings: Findings, settings: dict[str, int] | None = None) -> CheckedRules:
        """Check afresh, for a caller that changes the result in place or collects findings of several checks."""
        from rulewright.check.check import check

        return check(self.composition[0], seats, findings, settings)

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """Everything that is wrong or suspicious, warnings included, for every number of players and language.

        Raises `RulesError` when a mistake makes the rest impossible.
        """
        from rulewright.workspace.examining import examined

        return examined(self)

    def program(
        self, seats: int, settings: Settings | None = None, traced: bool = False, marked: bool = False
    ) -> Program:
        """Return the compiled rules, from the cache where nothing that they depend on has changed.

        `settings` changes figures by name. A traced program knows log and reasons; a `marked` one also notes what is
        reached. Raises `RulesError` with all findings when the rules have mistakes.
        """
        from rulewright.backends.python.loading import load_program
        from rulewright.compile.tables import from_plain, to_plain
        from rulewright.compile.tables.storage import FORMAT

        changed, traced = dict(settings or {}), traced or marked
        build = repr((seats, changed, traced, marked))
        key = cache.fingerprint("program", FORMAT, cache.own_code(*_STAGES), self._written, build)
        program = from_plain(cache.load(key)) if self._as_written else None
        if program is None:
            program = self._compile(seats, changed, traced, marked)
            if self._as_written:
                cache.save(key, to_plain(program))
        representation = lambda: self._representation(seats, changed, traced)  # noqa: E731 - read once, if at all
        return replace(load_program(program), key=key, representation=representation)

    @cached_property
    def _written(self) -> str:
        """Everything that the files say, for the names of cache entries and the fingerprint of the texts."""
        return contents(self.source) + (labels_of(self.source) if self.source.language else "")

    def _compile(self, seats: int, settings: dict[str, int], traced: bool, marked: bool) -> CompiledProgram:
        from rulewright.backends.build import build, marked_program
        from rulewright.compile.fingerprint import of_texts
        from rulewright.compile.weights import weights_of
        from rulewright.compose.coverage_points import coverage_points

        composed, findings = self.composition
        rules = self.check(seats, findings.copy(), settings) if marked else self.checked(seats, settings)
        program = marked_program(rules, coverage_points(composed)) if marked else build(rules, traced)
        tables = replace(
            program.tables,
            ruleset=self.name,
            settings=settings,
            texts_fingerprint=of_texts(self._written),
            weights=weights_of(composed),
        )
        return replace(program, tables=tables)

    def _representation(self, seats: int, settings: dict[str, int], traced: bool) -> ir.Program:
        """Translate the rules again: of a cached program only the code is kept."""
        from rulewright.compile.build import translated
        from rulewright.compile.passes import NATIVE, optimized

        return optimized(translated(self.checked(seats, settings), traced)[1], NATIVE)


def opened(name: str) -> Ruleset:
    """Read a ruleset by its name or folder; mistakes in its files are left to `findings`.

    Raises `RulesError` when there is no such ruleset or its ruleset.yaml cannot be understood.
    """
    findings = Findings()
    return Ruleset(load_source(name, findings), findings)


def load(name: str) -> Ruleset:
    """Read a ruleset by its name or folder. Raises `RulesError` when its files cannot be read."""
    ruleset = opened(name)
    ruleset.reading.stop_on_errors()
    return ruleset


def compiled(name: str, seats: int, settings: Settings | None = None, traced: bool = False) -> Program:
    """Return the program of a ruleset by its name or folder, for a number of seats."""
    return load(name).program(seats, settings, traced)
