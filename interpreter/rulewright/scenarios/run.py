"""Runs the scenarios of a ruleset."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Protocol

from rulewright.backends import ExecutionError, Program
from rulewright.diagnostics import Code, Diagnostic, Findings, RulesError
from rulewright.diagnostics.similar import did_you_mean
from rulewright.engine.game import Game
from rulewright.engine.runtime_errors import BrokenRules, explained
from rulewright.scenarios.chance import prescribed_chance, unshuffled_stacks
from rulewright.scenarios.expectations import compare_expectations
from rulewright.scenarios.naming import PlayedNames, WordMeaning
from rulewright.scenarios.playing import broken_but, play_decision
from rulewright.scenarios.position import given_game, write_given
from rulewright.scenarios.reading import Scenario, ScenarioDecision, Variation, WrittenScenario, read_scenarios
from rulewright.scenarios.results import (
    ScenarioFailure,
    ScenarioResult,
    failed_result,
    last_lines,
    unreadable_result,
    what_broke,
)
from rulewright.source import Players, RulesetSource

ProgramFor = Callable[[int], Program]


class ScenarioRules(Protocol):
    """What scenarios need of the rules that they are played under."""

    @property
    def scenarios(self) -> tuple[WrittenScenario, ...]:
        """The scenarios of the ruleset in the order of its files."""

    @property
    def players(self) -> Players | None:
        """How many can play."""

    @property
    def rule_names(self) -> frozenset[str]:
        """The full names of all declarations in the finished rules."""

    def program(self, seats: int, *, traced: bool) -> Program:
        """Return the compiled rules for a number of seats."""

    def beside(self, name: str) -> ScenarioRules:
        """Return another ruleset by a name that is used in this one. Raises `RulesError` when there is none."""


def run_all(
    rules: ScenarioRules, only: str | None = None, program_for: ProgramFor | None = None
) -> list[ScenarioResult]:
    """Run the scenarios whose name contains `only`."""
    return list(run_each(rules, only, program_for))


def run_each(
    rules: ScenarioRules, only: str | None = None, program_for: ProgramFor | None = None
) -> Iterator[ScenarioResult]:
    """Run scenarios one by one, each when the next result is asked for; what cannot be read is a result, too.

    `program_for` gives the program for a number of seats, if it is another one than that of the rules.
    """
    for one in rules.scenarios:
        if only is None or only.lower() in one.name.text.lower():
            yield from run_written(rules, one, program_for)


def run_written(
    rules: ScenarioRules, one: WrittenScenario, program_for: ProgramFor | None = None
) -> Iterator[ScenarioResult]:
    """Run one scenario, and again under each other ruleset that it names."""
    findings = (*one.findings, *unknown_rules(one, rules.rule_names))
    results = list(_run_everywhere(rules, program_for, one.scenario)) if one.scenario is not None else []
    if findings:
        own = results[0].findings if results else ()
        yield unreadable_result(one.name.text, one.name.span, (*findings, *own))
    yield from results[1:] if findings else results


def run_under(
    program_for: ProgramFor, source: RulesetSource, names: Collection[str] | None = None
) -> list[ScenarioResult]:
    """Run the scenarios of a ruleset with the programs of another; what has no meaning there fails.

    With `names` only those of these names.
    """
    found = []
    for scenario in read_scenarios(source, Findings()):
        if names is not None and scenario.name.text not in names:
            continue
        seats = seats_for(scenario, source.manifest.players, Findings())
        if seats is None:
            continue
        result = run_one(program_for(seats), scenario, scenario.name.text)
        if result.findings:
            result = replace(result, findings=(), lines=(f"    {result.findings[0].message}",))
        found.append(result)
    return found


def unknown_rules(one: WrittenScenario, known: frozenset[str]) -> tuple[Diagnostic, ...]:
    """Report the rules that a scenario claims to test and that are not there."""
    findings = Findings()
    for rule in one.scenario.rules if one.scenario is not None else ():
        if rule.text not in known:
            remedy = did_you_mean(rule.text, known)
            findings.add(Code.UNKNOWN_RULE, rule.span, f'there is no rule "{rule.text}"', *remedy)
    return tuple(findings.found)


# ---- one scenario


def _run_everywhere(
    rules: ScenarioRules, program_for: ProgramFor | None, scenario: Scenario
) -> Iterator[ScenarioResult]:
    """Run a scenario, and again under each other ruleset that it names."""
    findings = Findings()
    seats = seats_for(scenario, rules.players, findings)
    if seats is None:
        yield unreadable_result(scenario.name.text, scenario.name.span, tuple(findings.found))
        return
    others = [(other, _program_of(other, rules, seats, findings)) for other in scenario.elsewhere]
    program = program_for(seats) if program_for is not None else rules.program(seats, traced=True)
    vocabulary = [program, *(one for _, one in others if one is not None)]
    yield run_one(program, scenario, scenario.name.text, vocabulary)
    for other, there in others:
        name, at = f"{scenario.name.text} (under {other.ruleset.text})", other.ruleset.span
        if there is not None:
            yield run_one(there, scenario.under_ruleset(other), name, vocabulary)
        else:
            yield unreadable_result(name, at, tuple(finding for finding in findings.found if finding.span == at))


def _program_of(other: Variation, rules: ScenarioRules, seats: int, findings: Findings) -> Program | None:
    """Return the program of another ruleset; None when there is none."""
    try:
        return rules.beside(other.ruleset.text).program(seats, traced=True)
    except RulesError as problem:
        report_unusable(other, problem, findings)
        return None


def report_unusable(other: Variation, problem: RulesError, findings: Findings) -> None:
    """Report that another ruleset, under which a scenario is to be played, is missing or has mistakes."""
    message = problem.findings[0].message if problem.findings else "this ruleset cannot be used"
    findings.add(Code.UNKNOWN_RULESET, other.ruleset.span, message)


def seats_for(scenario: Scenario, players: Players | None, findings: Findings) -> int | None:
    """Return for how many seats a scenario is; those named must be the first ones of the ruleset, in order."""
    if players is None:
        return len(scenario.players) or 1
    known = [name.text for name in players.names]
    for at, name in enumerate(scenario.players):
        if at >= len(known) or name.text != known[at]:
            remedy = f"The seats are, in this order: {', '.join(known)}."
            findings.add(Code.UNKNOWN_NAME, name.span, f'"{name.text}" is not seat {at + 1} of this game', remedy)
            return None
    if scenario.players and len(scenario.players) < players.low:
        findings.add(Code.TOO_FEW, scenario.players[0].span, f"at least {players.low} seats play")
        return None
    return len(scenario.players) or players.high


def check_position(names: PlayedNames, scenario: Scenario) -> None:
    """Report what keeps the position of a scenario from being laid out, without playing on from it."""
    with suppress(ExecutionError), prescribed_chance(names, scenario):
        write_given(names, scenario.given)


def run_one(
    program: Program,
    scenario: Scenario,
    name: str,
    vocabulary: Sequence[Program] = (),
    meant: list[WordMeaning] | None = None,
) -> ScenarioResult:
    """Run a scenario under one program. `vocabulary` as in `PlayedNames`, `meant` as in `ScenarioNames`."""
    findings = Findings()
    names, at = PlayedNames(program, findings, vocabulary), scenario.name.span
    names.meant = meant
    game: Game | None = None
    try:
        with prescribed_chance(names, scenario) as chance:
            game = given_game(program, scenario.given, findings)
            failures = _play_parts(names, game, scenario) if game is not None else []
            if game is not None and not failures and not findings.errors:
                if chance.rolls_left:
                    failures.append(ScenarioFailure(at, (f"dice that nobody rolled: {chance.rolls_left}",)))
                failures += unshuffled_stacks(names, chance, game, scenario)
    except RulesError as problem:
        log = last_lines(problem.log) if isinstance(problem, BrokenRules) else ()
        failures = [ScenarioFailure(at, (f"cannot begin: {'; '.join(what_broke(problem))}", *log), broke=True)]
    except ExecutionError as error:
        failures = [ScenarioFailure(at, what_broke(explained(program, error, 0, 0)), broke=True)]
    if findings.errors:
        return unreadable_result(name, at, tuple(findings.found))
    return failed_result(name, failures, game) if failures else ScenarioResult(name, True, at.file, at.line)


def _play_parts(names: PlayedNames, game: Game, scenario: Scenario) -> list[ScenarioFailure]:
    """Play a scenario up to the first failure, and compare what has come of it."""
    allowed = {rule.text for rule in scenario.breaks}
    found = _at_first(names, game, scenario)
    for part in (*scenario.play, *([scenario.expect] if scenario.expect is not None else [])):
        if found or names.findings.errors:
            break
        match part:
            case ScenarioDecision():
                found = play_decision(names, game, part, allowed)
            case _:
                found = list(compare_expectations(names, game, part))
    return found


def _at_first(names: PlayedNames, game: Game, scenario: Scenario) -> list[ScenarioFailure]:
    """Compare the `always` rules with the position that is given: all hold but those that it is said to break."""
    at = scenario.given.span if scenario.given is not None else scenario.name.span
    known = names.rules.invariants
    broken, found = broken_but(game, set()), list[ScenarioFailure]()
    for rule in scenario.breaks:
        if rule.text not in known:
            names.report_unknown(rule, rule.text, "always rule", known)
        elif rule.text not in broken:
            found.append(ScenarioFailure(rule.span, (f"{rule.text} holds in the position given: leave it out here",)))
    allowed = [rule.text for rule in scenario.breaks]
    more = [name for name in broken if name not in allowed]
    remedy = f"if it is meant to:  breaks: [{', '.join([*allowed, *more])}]"
    lines = *(f"the position given breaks {name}" for name in more), remedy
    return [*found, ScenarioFailure(at, lines)] if more else found
