"""What is found in the scenarios and replays of a ruleset without playing them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from rulewright.compile.vocabulary import Vocabulary, vocabulary
from rulewright.diagnostics import Code, Findings, RulesError, Span
from rulewright.engine.rule_names import RuleNames
from rulewright.engine.savefile.format import read
from rulewright.scenarios.checking import ChoiceNames, check_names
from rulewright.scenarios.naming import WordMeaning
from rulewright.scenarios.reading import Scenario, Variation, WrittenScenario, read_file, without_repeats
from rulewright.scenarios.run import report_unusable, seats_for, unknown_rules
from rulewright.source import SourceFile
from rulewright.source.text import text_of_shown_file

if TYPE_CHECKING:
    from rulewright.workspace.stages import Stages


def all_scenarios(ruleset: Stages) -> tuple[WrittenScenario, ...]:
    """Return the scenarios of a ruleset; each file is read again only when it has changed."""

    def compute() -> tuple[WrittenScenario, ...]:
        return tuple(without_repeats(one for file in files_of(ruleset) for one in scenarios_in(ruleset, file)))

    return ruleset.result("scenarios", compute)


def files_of(ruleset: Stages) -> tuple[SourceFile, ...]:
    """Return the files of scenarios."""
    return ruleset.result("scenario files", lambda: ruleset.source.scenario_files, comparable=True)


def scenarios_in(ruleset: Stages, file: SourceFile) -> tuple[WrittenScenario, ...]:
    """Return the scenarios of one file."""

    def compute() -> tuple[WrittenScenario, ...]:
        passages = ruleset.result("passages", lambda: ruleset.source.passages(), comparable=True)
        return tuple(read_file(file, passages))

    return ruleset.result("scenarios of a file", compute, file, comparable=True)


def choices_of(ruleset: Stages, seats: int) -> ChoiceNames | None:
    """Return the names that things and choices have for a number of seats; None when the rules have mistakes."""

    def resolved_for() -> int | None:
        rules = ruleset.examination.rules.get(seats)
        return rules.seats if rules is not None else None

    def compute() -> ChoiceNames | None:
        most = ruleset.result("resolved for", resolved_for, seats, comparable=True)
        if most is None:
            return None
        made = lambda: vocabulary(ruleset.examination.rules[most])  # noqa: E731
        words: Vocabulary = ruleset.result("vocabulary", made, most, comparable=True)
        return ChoiceNames(RuleNames(words.for_seats(seats)), words.labels)

    return ruleset.result("choices", compute, seats)


def scenario_findings(ruleset: Stages, file: SourceFile) -> Findings:
    """Return the names and values in the scenarios of a file that mean nothing, under rules without mistakes."""
    findings = Findings()
    for one in scenarios_in(ruleset, file):
        for finding in unknown_rules(one, ruleset.rule_names):
            findings.put(finding)
        if one.scenario is not None:
            _check_scenario(ruleset, one.scenario, findings)
    return findings


def _check_scenario(ruleset: Stages, scenario: Scenario, findings: Findings) -> None:
    seats = seats_for(scenario, ruleset.players, findings)
    choices = None if seats is None else choices_of(ruleset, seats)
    if seats is None or choices is None:
        return

    def elsewhere() -> Iterator[ChoiceNames]:
        for other in scenario.elsewhere:
            with suppress(RulesError):
                known = choices_of(ruleset.beside(other.ruleset.text), seats)
                yield from [known] if known is not None else []

    check_names(scenario, choices, elsewhere, findings)
    for other in scenario.elsewhere:
        _check_variation(ruleset, scenario, other, seats, findings)


def _check_variation(ruleset: Stages, scenario: Scenario, other: Variation, seats: int, findings: Findings) -> None:
    """Check what a scenario says about another ruleset."""
    try:
        there = ruleset.beside(other.ruleset.text)
        there.reading_findings.stop_on_errors()
        choices = choices_of(there, seats) if other.play is not None or other.expect is not None else None
    except RulesError as problem:
        report_unusable(other, problem, findings)
        return
    if choices is not None:
        mine = choices_of(ruleset, seats)
        check_names(scenario.under_ruleset(other), choices, lambda: [mine] if mine is not None else [], findings)


def scenario_meanings(ruleset: Stages) -> tuple[tuple[str, WordMeaning], ...]:
    """Return what the words in the scenarios of a ruleset mean, each with the name of the ruleset in which it does.

    Without the words of rulesets that cannot be used. Where the rules have mistakes there is nothing.
    """

    def compute() -> tuple[tuple[str, WordMeaning], ...]:
        return tuple(
            one
            for written in all_scenarios(ruleset)
            if written.scenario
            for one in _meanings_in(ruleset, written.scenario)
        )

    return ruleset.result("meanings", compute)


def _meanings_in(ruleset: Stages, scenario: Scenario) -> Iterator[tuple[str, WordMeaning]]:
    seats = seats_for(scenario, ruleset.players, Findings())
    own = choices_of(ruleset, seats) if seats is not None else None
    if seats is None or own is None:
        return
    yield from (("", WordMeaning(rule.span, "rule", "", rule.text)) for rule in scenario.rules)
    yield from (("", WordMeaning(name.span, "thing", "player", name.text)) for name in scenario.players)
    noted = list[WordMeaning]()
    check_names(scenario, own, list, Findings(), noted)
    yield from (("", one) for one in dict.fromkeys(noted))
    for other in scenario.elsewhere:
        with suppress(RulesError):
            there = choices_of(ruleset.beside(other.ruleset.text), seats)
            if there is not None and (other.play is not None or other.expect is not None):
                check_names(
                    scenario.under_ruleset(other), there, lambda: [own], Findings(), more := list[WordMeaning]()
                )
                yield from ((other.ruleset.text, one) for one in dict.fromkeys(more) if one not in noted)


# ---- replays


def replay_findings(ruleset: Stages, file: SourceFile) -> Findings:
    """Return what is wrong with the header of a replay: its format, its ruleset and its seats."""
    findings, players = Findings(), ruleset.players
    name = ruleset.result("own name", lambda: ruleset.source.manifest.name.text, comparable=True)
    try:
        game = read(file.path)
    except RulesError as problem:
        for one in problem.findings:
            findings.put(replace(one, span=one.span._replace(file=file.shown)))
        return findings
    if name not in game.ruleset.partition(":")[0].split("+"):
        said = f'this game is of the ruleset "{game.ruleset}", and its file belongs to "{name}"'
        findings.add(
            Code.SAVE_OF_OTHER_RULES, file_position(file, "ruleset"), said, "Move it to the replays of that ruleset."
        )
    known = [one.text for one in players.names] if players is not None else game.seats
    if players is not None and not (players.low <= len(game.seats) and game.seats == known[: len(game.seats)]):
        said = f"this game has the seats {', '.join(game.seats) or 'of nobody'}"
        remedy = f"The seats are, in this order: {', '.join(known)}; at least {players.low} play."
        findings.add(Code.SAVE_OTHER_SEATS, file_position(file, "seats"), said, remedy)
    return findings


def file_position(file: SourceFile, key: str) -> Span:
    """Return the line of a replay that begins with a key."""
    lines = enumerate(text_of_shown_file(file.shown).split("\n"), 1)
    line = next((number for number, text in lines if text.startswith(f' "{key}":')), 1)
    return Span(file.shown, line, 2, line, 4 + len(key))
