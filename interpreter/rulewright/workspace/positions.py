"""What is found only with the compiled rules: positions of scenarios, replays of other rules, drawn worlds."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from rulewright.compile.fingerprint import of_rules
from rulewright.diagnostics import Code, Diagnostic, Findings, RulesError
from rulewright.engine.savefile.format import read
from rulewright.scenarios.run import ScenarioRules, check_position, seats_for
from rulewright.source import SourceFile
from rulewright.source.files import files_in
from rulewright.source.ruleset import STACK
from rulewright.workspace.drawn_worlds import drawn_world_findings
from rulewright.workspace.scenarios import file_position, files_of, scenarios_in

if TYPE_CHECKING:
    from rulewright.workspace.stages import Stages


def position_findings(ruleset: Stages, rules: ScenarioRules) -> tuple[Diagnostic, ...]:
    """Return what is wrong with positions of scenarios, replays of other rules, and rules that drawn worlds violate.

    To be asked of rules, scenarios and replays in which nothing else is wrong; `rules` are the same, to be compiled.
    """
    findings = Findings()
    for file in files_of(ruleset):
        findings.take(ruleset.result("positions", partial(_scenario_positions, ruleset, rules, file), file))
    if STACK not in ruleset.name:
        _warn_of_old_replays(ruleset, findings)
    findings.take(drawn_world_findings(ruleset, rules))
    return tuple(findings.found)


def _scenario_positions(ruleset: Stages, rules: ScenarioRules, file: SourceFile) -> Findings:
    findings = Findings()
    for one in scenarios_in(ruleset, file):
        scenario = one.scenario
        seats = seats_for(scenario, ruleset.players, Findings()) if scenario is not None else None
        if scenario is None or scenario.given is None or seats is None:
            continue
        check_position(rules.program(seats, traced=True), scenario, findings)
        for other in scenario.elsewhere:
            with suppress(RulesError):  # what is wrong with the other ruleset is reported there
                there = rules.beside(other.ruleset.text).program(seats, traced=True)
                check_position(there, scenario.under_ruleset(other), findings)
    return findings


def _warn_of_old_replays(ruleset: Stages, findings: Findings) -> None:
    """Warn once of the replays that were written under other rules."""
    files = files_in(ruleset.folder, ruleset.source.shown, "replays")
    old = [file for file in files if ruleset.result("old replay", partial(_is_old_replay, ruleset, file), file)]
    if old:
        several = f"{len(old)} replays were" if len(old) > 1 else "this replay was"
        which = old[0].shown if len(old) == 1 else old[0].shown.rpartition("/replays/")[0]
        findings.add(
            Code.SAVE_OF_OTHER_RULES, file_position(old[0], "fingerprint"),
            f"the rules, or how they are read, have changed since {several} written",
            f"See what differs:  rulewright replay {which} --verify",
            f"Write as it goes now:  rulewright replay {which} --accept", severity="warning",
        )  # fmt: skip


def _is_old_replay(ruleset: Stages, file: SourceFile) -> bool:
    """Return whether a replay of this ruleset has the fingerprint of other rules."""
    game = read(file.path)
    if game.ruleset not in ("", ruleset.name) or len(game.seats) not in ruleset.seats:
        return False
    seats, settings = len(game.seats), tuple(sorted(dict(game.settings).items()))
    compute = lambda: of_rules(ruleset.checked_rules(seats, dict(settings)))  # noqa: E731
    return game.fingerprint != ruleset.result("fingerprint", compute, seats, settings)
