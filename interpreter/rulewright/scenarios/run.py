"""Runs the scenarios of a ruleset."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from rulewright.backends import Program
from rulewright.compose.composed import full_name
from rulewright.diagnostics import Findings, RulesError, Span, nearest
from rulewright.diagnostics.similar import did_you_mean
from rulewright.engine import Game, LimitExceeded
from rulewright.pipeline import Ruleset, compiled
from rulewright.scenarios.chance import dictated
from rulewright.scenarios.expecting import compare
from rulewright.scenarios.given import begun
from rulewright.scenarios.naming import Names
from rulewright.scenarios.playing import Failure, decide, what_broke
from rulewright.scenarios.reading import Decision, Scenario, read_scenarios
from rulewright.source import RulesetSource, find, load

ProgramFor = Callable[[int], Program]
MOST = 12
"""So many scenarios at most are named in a message."""

SHORT = 3
"""Words up to this length do not tell scenarios apart."""

LAST = 3
"""So many lines of the log are shown with a failure."""


@dataclass(frozen=True, slots=True)
class Result:
    """What came of one scenario; `file` and `line` are those of the expectation that failed."""

    name: str
    ok: bool
    file: str
    line: int
    lines: tuple[str, ...] = ()


def run_all(program_for: ProgramFor, source: RulesetSource, only: str | None = None) -> list[Result]:
    """Run the scenarios whose name contains `only`. Raises `RulesError` when a scenario says what has no meaning."""
    return list(run_each(program_for, source, only))


def run_each(program_for: ProgramFor, source: RulesetSource, only: str | None = None) -> Iterator[Result]:
    """Run scenarios one by one, each when the next result is asked for; `RulesError` comes after the last."""
    findings = Findings()
    scenarios = read_scenarios(source, findings)
    _check_rules(scenarios, source, findings)
    for scenario in scenarios:
        if only is None or only.lower() in scenario.name.text.lower():
            yield from _everywhere(program_for, source, scenario, findings)
    findings.stop_on_errors()


def run_under(program_for: ProgramFor, source: RulesetSource, names: Collection[str] | None = None) -> list[Result]:
    """Run the scenarios of a ruleset with the programs of another; what means nothing there comes out otherwise.

    With `names` only those of these names.
    """
    found = []
    for scenario in read_scenarios(source, Findings()):
        if names is not None and scenario.name.text not in names:
            continue
        findings = Findings()
        seats = seats_for(scenario, source, findings)
        if seats is None:
            continue
        result = run_one(program_for(seats), scenario, scenario.name.text, findings)
        if findings.errors:
            first, name = findings.errors[0], scenario.name
            result = Result(name.text, False, name.span.file, name.span.line, (f"    {first.message}",))
        found.append(result)
    return found


def position(ruleset: str, scenario: str, program: Program) -> Game:
    """Return the game where a scenario begins. Raises `RulesError` when there is no such scenario."""
    findings = Findings()
    source = load(ruleset, findings)
    chosen = _called(source, read_scenarios(source, findings), scenario, findings)
    seats = seats_for(chosen, source, findings)
    if seats != program.seats:
        findings.add("other-seats", chosen.name.span, f"this scenario has {seats} seats", f"Say --players {seats}.")
    with dictated(Names(program, findings), chosen):
        game = begun(program, chosen.given, findings)
    findings.stop_on_errors()
    assert game is not None
    if not game.over:
        game.origin = list(game.state)  # what was dictated up to here does not happen again when a save is played
    return game


def _called(source: RulesetSource, found: list[Scenario], name: str, findings: Findings) -> Scenario:
    """Return the one scenario of a name, or the only one whose name begins with it, or contains it."""
    findings.stop_on_errors()
    word = " ".join(name.split()).lower()
    ways: tuple[Callable[[str], bool], ...] = (
        lambda text: text == word, lambda text: text.startswith(word), lambda text: word in text,
    )  # fmt: skip
    for fits in ways:
        chosen = [s for s in found if fits(s.name.text.lower())]
        if len(chosen) == 1:
            return chosen[0]
        if chosen:
            raise _no_such(source, name, chosen, True)
    raise _no_such(source, name, found, False)


def _no_such(source: RulesetSource, name: str, known: list[Scenario], several: bool) -> RulesError:
    findings = Findings()
    span = Span(source.name, 0, 0, 0, 0)
    names = [scenario.name.text for scenario in known]
    if several:
        findings.add("several-alike", span, f'several scenarios have "{name}" in their names', *_first(names))
    else:
        findings.add("unknown-name", span, f'there is no scenario "{name}"', *_meant(name, names))
    return RulesError(tuple(findings.found))


def _first(names: list[str]) -> list[str]:
    """Return the first of many names, and how many more there are."""
    more = [f"and {len(names) - MOST} others"] if len(names) > MOST else []
    return [*(f'"{name}"' for name in names[:MOST]), *more]


def _meant(name: str, names: list[str]) -> list[str]:
    """Return the scenarios that were probably meant: spelt nearly so, or with the most of these words."""
    spelt = {text.lower(): text for text in names}
    best = nearest(name.lower(), spelt)
    if best:
        return [f'Did you mean "{spelt[best]}"?']
    words = {word for word in name.lower().split() if len(word) > SHORT}
    shared = [(len(words & set(text.lower().split())), text) for text in names]
    most = max((number for number, _ in shared), default=0)
    found = [text for number, text in shared if number == most] if most else names
    return [*_first(found), "The beginning of a name is enough, as long as it fits no other."]


def _check_rules(scenarios: list[Scenario], source: RulesetSource, findings: Findings) -> None:
    """Every rule that a scenario says it tests must be there."""
    if not any(scenario.rules for scenario in scenarios):
        return
    known = {full_name(declaration) for declaration in Ruleset(source).composition[0].declarations}
    for scenario in scenarios:
        for rule in scenario.rules:
            if rule.text not in known:
                remedy = did_you_mean(rule.text, known)
                findings.add("unknown-rule", rule.span, f'there is no rule "{rule.text}"', *remedy)


# ---- one scenario


def _everywhere(
    program_for: ProgramFor, source: RulesetSource, scenario: Scenario, findings: Findings
) -> Iterator[Result]:
    """Run a scenario, and again under each other ruleset that it names."""
    seats = seats_for(scenario, source, findings)
    if seats is None:
        return
    yield run_one(program_for(seats), scenario, scenario.name.text, findings)
    for other in scenario.elsewhere:
        try:
            program = compiled(_where(other.ruleset.text, source), seats, traced=True)
        except RulesError as problem:
            message = problem.findings[0].message if problem.findings else "this ruleset cannot be used"
            findings.add("unknown-ruleset", other.ruleset.span, message)
            continue
        name = f"{scenario.name.text} (under {other.ruleset.text})"
        yield run_one(program, scenario.under(other), name, findings)


def _where(ruleset: str, source: RulesetSource) -> str:
    """Return a ruleset's name, or its folder when it only lies beside the one that names it."""
    name, colon, some = ruleset.partition(":")
    beside = None if find(name) else find(name, beside=source.folder.resolve().parent)
    return f"{beside}{colon}{some}" if beside else ruleset


def seats_for(scenario: Scenario, source: RulesetSource, findings: Findings) -> int | None:
    """Return for how many seats a scenario is; those named must be the first ones of the ruleset, in order."""
    players = source.manifest.players
    if players is None:
        return len(scenario.players) or 1
    known = [name.text for name in players.names]
    for at, name in enumerate(scenario.players):
        if at >= len(known) or name.text != known[at]:
            remedy = f"The seats are, in this order: {', '.join(known)}."
            findings.add("unknown-name", name.span, f'"{name.text}" is not seat {at + 1} of this game', remedy)
            return None
    if scenario.players and len(scenario.players) < players.low:
        findings.add("too-few", scenario.players[0].span, f"at least {players.low} seats play")
        return None
    return len(scenario.players) or players.high


def run_one(program: Program, scenario: Scenario, name: str, findings: Findings) -> Result:
    """Run a scenario under one program; what it says that has no meaning there becomes a finding."""
    names = Names(program, findings)
    with dictated(names, scenario) as dice:
        try:
            game = begun(program, scenario.given, findings)
        except (RulesError, LimitExceeded) as problem:
            return _result(scenario, name, Failure(scenario.name.span, (f"cannot begin: {_said(problem)}",)), None)
        if game is None:
            return Result(name, False, scenario.name.span.file, scenario.name.span.line)
        failures = _played(names, game, scenario)
        if not failures and any(dice):
            failures = [Failure(scenario.name.span, (f"dice that nobody rolled: {[n for d in dice for n in d]}",))]
    if not failures:
        return Result(name, True, scenario.name.span.file, scenario.name.span.line)
    together = Failure(failures[0].span, tuple(line for failure in failures for line in _lines(failure, failures)))
    return _result(scenario, name, together, game)


def _played(names: Names, game: Game, scenario: Scenario) -> list[Failure]:
    """Play a scenario up to the first thing that goes otherwise, and compare what has come of it."""
    before = set(game.broken_promises())
    for part in (*scenario.play, *([scenario.expect] if scenario.expect is not None else [])):
        if isinstance(part, Decision):
            found = decide(names, game, part)
            broken = set(game.broken_promises()) - before
            found += [Failure(part.who.span, (f"from here on {name} does not hold",)) for name in sorted(broken)]
        else:
            found = list(compare(names, game, part))
        if found or names.findings.errors:
            return found
    return []


def _lines(failure: Failure, failures: list[Failure]) -> tuple[str, ...]:
    """The lines of a failure, with its own line of the file where there are several."""
    if len(failures) == 1:
        return failure.lines
    return (f"line {failure.span.line}: {failure.lines[0]}", *failure.lines[1:])


def _said(problem: RulesError | LimitExceeded) -> str:
    if isinstance(problem, RulesError):
        return "; ".join(what_broke(problem))
    return str(problem)


def _result(scenario: Scenario, name: str, failure: Failure, game: Game | None) -> Result:
    log = [line.text for line in game.log[-LAST:]] if game is not None else []
    lines = (*failure.lines, *(f"log: {line}" for line in log))
    return Result(name, False, failure.span.file, failure.span.line, tuple(f"    {line}" for line in lines))
