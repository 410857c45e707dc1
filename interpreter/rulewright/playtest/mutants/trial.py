"""Runs the scenarios under mutated rules, until one of them fails."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from threading import current_thread, main_thread

from rulewright.backends import Program
from rulewright.diagnostics import Code, Findings, RulesError
from rulewright.playtest.mutants.generation import all_mutants
from rulewright.playtest.mutants.model import CAUGHT, FAILED, REFUSED, SURVIVED, Mutant, MutantOutcome, survival_reasons
from rulewright.scenarios.prepared import PreparedScenario, content_fingerprint, passes, prepared_scenarios
from rulewright.source import cache
from rulewright.syntax import declarations as d
from rulewright.syntax.remarks import Remark
from rulewright.workspace import Ruleset

SECONDS_PER_SCENARIO = 10
"""The time limit of a scenario, in seconds of CPU; typical ones take milliseconds. Slower rules do not terminate."""


@dataclass
class Trial:
    """A ruleset with all its mutants and scenarios, loaded in one process.

    The outcome does not depend on the order in which scenarios are tried; it only affects speed.
    """

    ruleset: Ruleset
    scenarios: list[PreparedScenario]
    reasons: list[Remark]
    lately: dict[str, list[PreparedScenario]] = field(default_factory=dict)
    """For each rule, the scenarios that recently killed a mutant of it, the latest first."""

    @cached_property
    def mutants(self) -> list[Mutant]:
        """All mutants of the ruleset, in the order of its files and lines."""
        return all_mutants(self.ruleset.source, self.ruleset.composed_rules)

    @cached_property
    def seats(self) -> int:
        """The most frequent number of seats of the scenarios."""
        counts = [one.seats for one in self.scenarios]
        return max(counts, key=counts.count, default=1)

    def try_mutant(self, number: int, passed: frozenset[str] = frozenset()) -> MutantOutcome:
        """Try a mutant with all scenarios except those that it has survived."""
        mutant = self.mutants[number]
        try:
            failed = self._first_failure(
                mutant, ProgramsBySeats(self.ruleset.with_rules(mutant.make()), self.seats), passed
            )
        except RulesError as problem:
            return MutantOutcome(number, REFUSED, problem.findings[0].code.value)
        except Exception as problem:  # noqa: BLE001  what breaks the interpreter is a result, too
            return MutantOutcome(number, FAILED, f"{type(problem).__name__}: {problem}")
        if failed is None:
            return MutantOutcome(number, SURVIVED, "", tuple(scenario.fingerprint for scenario in self.scenarios))
        return MutantOutcome(number, CAUGHT, failed.name, (failed.fingerprint,))

    def _first_failure(
        self, mutant: Mutant, programs: ProgramsBySeats, passed: frozenset[str]
    ) -> PreparedScenario | None:
        """Return the first scenario found that fails."""
        for scenario in self._likely_killers_first(mutant):
            if scenario.fingerprint not in passed and not _passes_in_time(programs, scenario):
                lately = self.lately.setdefault(mutant.rule, [])
                self.lately[mutant.rule] = [scenario, *(other for other in lately if other is not scenario)]
                return scenario
        return None

    def failing_scenarios(self) -> list[str]:
        """Return the scenarios that fail without any mutation, which make results meaningless."""
        programs = ProgramsBySeats(self.ruleset, self.seats)
        return [scenario.name for scenario in self.scenarios if not _passes_in_time(programs, scenario)]

    def _likely_killers_first(self, mutant: Mutant) -> list[PreparedScenario]:
        """Sort scenarios: recent killers, then those that declare to test the rule, then the others."""
        naming = [one for one in self.scenarios if mutant.rule in one.rules]
        several = [one for one in self.scenarios if one.seats == self.seats]
        return list(dict.fromkeys([*self.lately.get(mutant.rule, []), *naming, *several, *self.scenarios]))


class ProgramsBySeats:
    """The traced programs of a ruleset, compiled on demand."""

    def __init__(self, ruleset: Ruleset, seats: int) -> None:
        self.ruleset = ruleset
        self.made: dict[int, Program | None] = {seats: self._compile_for(seats)}

    def _compile_for(self, seats: int) -> Program:
        """Compile the rules; what is left unreached counts as refused, since whoever makes that change is warned."""
        program = self.ruleset.program(seats, traced=True)
        unreached = [one for one in self.ruleset.examination.findings.found if one.code is Code.NEVER_REACHED]
        if unreached:
            raise RulesError(tuple(unreached))
        return program

    def for_seats(self, seats: int) -> Program | None:
        """Return the program for a number of seats; None if the rules have mistakes for it."""
        if seats not in self.made:
            try:
                self.made[seats] = self._compile_for(seats)
            except RulesError:
                self.made[seats] = None
        return self.made[seats]


def _passes_in_time(programs: ProgramsBySeats, scenario: PreparedScenario) -> bool:
    program = programs.for_seats(scenario.seats)
    if program is None:
        return False
    try:
        with time_limit():
            return passes(program, scenario)
    except (TooLong, RecursionError, MemoryError):
        return False


class TooLong(Exception):  # noqa: N818
    """A scenario exceeded its time limit."""


@contextmanager
def time_limit() -> Iterator[None]:
    """Raise `TooLong` if the body exceeds the time limit, where the system supports timers."""
    if not hasattr(signal, "setitimer") or current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGVTALRM, _raise_too_long)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS_PER_SCENARIO)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _raise_too_long(number: int, frame: object) -> None:
    raise TooLong


def open_trial(ruleset: Ruleset) -> Trial:
    """Read the scenarios of a ruleset. Raises `RulesError` if it or they have mistakes."""
    findings = Findings()
    rules = ruleset.composed_rules
    scenarios = prepared_scenarios(ruleset.source, findings)
    written = survival_reasons(ruleset.source, rules, findings)
    findings.stop_on_errors()
    return Trial(ruleset, scenarios, written)


@dataclass(frozen=True)
class Bench:
    """A work unit for worker processes: the ruleset, and the scenarios that each mutant has survived."""

    ruleset: Ruleset
    scenarios: list[PreparedScenario]
    passed: dict[int, frozenset[str]]

    def __call__(self) -> Callable[[int], MutantOutcome]:
        """Return a function that tries a mutant, given its number."""
        ready = Trial(self.ruleset, self.scenarios, [])
        return lambda number: ready.try_mutant(number, self.passed.get(number, frozenset()))


RELEVANT_STAGES = (
    "source",
    "syntax",
    "compose",
    "check",
    "compile",
    "backends",
    "engine",
    "scenarios",
    "workspace",
    "playtest",
)
"""Stages of the interpreter whose changes invalidate all results."""


class ResultCache:
    """The outcomes of earlier runs under the same rules, texts and interpreter, as far as they are still valid."""

    def __init__(self, trial: Trial) -> None:
        rules = trial.ruleset.composed_rules
        said = [decl for decl in rules.declarations if not isinstance(decl, d.Ruling)]
        parts = content_fingerprint((rules.manifest.title, said, rules.rows, rules.figures, rules.changes))
        self.key = cache.fingerprint("mutants", cache.own_code(*RELEVANT_STAGES), parts)
        self.now = {scenario.fingerprint for scenario in trial.scenarios}
        rows = cache.load(self.key) or []
        self.outcomes = {row[0]: MutantOutcome(row[0], row[1], row[2], tuple(row[3])) for row in rows}

    def known_outcome(self, number: int) -> MutantOutcome | None:
        """Return the known outcome of a mutant; None if it must be tried."""
        outcome = self.outcomes.get(number)
        if outcome is None or outcome.verdict == FAILED:
            return None
        if outcome.verdict == CAUGHT:
            return outcome if self.now.issuperset(outcome.tried) else None
        return outcome if outcome.verdict != SURVIVED or self.now.issubset(outcome.tried) else None

    def survived_scenarios(self, number: int) -> frozenset[str]:
        """Return the scenarios that a mutant has already survived."""
        outcome = self.outcomes.get(number)
        return frozenset(outcome.tried) if outcome is not None and outcome.verdict == SURVIVED else frozenset()

    def add(self, outcome: MutantOutcome) -> None:
        """Record the outcome of a mutant."""
        self.outcomes[outcome.number] = outcome

    def save(self) -> None:
        """Save all outcomes for the next run."""
        rows = [(o.number, o.verdict, o.by, list(o.tried)) for o in self.outcomes.values()]
        cache.save(self.key, rows)
