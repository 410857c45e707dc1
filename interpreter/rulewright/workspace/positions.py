"""What is found only with the compiled rules: positions of scenarios, replays of other rules, drawn worlds.

Drawn worlds warn of `always` rules that do not hold in the worlds that seats draw: what they believe there is wrong.

    always smugglers-know:
        for every player in players (player is not crooked or player's partners is smugglers)

Nobody can see this from the rules alone: a few games are played at random, and worlds are drawn for whoever is asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from rulewright.backends.failure import ExecutionError
from rulewright.chance import pick
from rulewright.compile.fingerprint import of_rules
from rulewright.diagnostics import Code, Diagnostic, Findings, RulesError
from rulewright.engine.determinization.violations import Violations, violated_rules
from rulewright.engine.savefile.format import read
from rulewright.scenarios.naming import PlayedNames
from rulewright.scenarios.run import check_position, seats_for
from rulewright.source import SourceFile
from rulewright.source.files import files_in
from rulewright.source.ruleset import STACK
from rulewright.workspace import late
from rulewright.workspace.scenarios import file_position, files_of, scenarios_in

if TYPE_CHECKING:
    from rulewright.backends.program import Program
    from rulewright.workspace.stages import Stages

SAMPLED_GAMES = 3
SAMPLED_DECISIONS = (1, 4, 8, 13, 25, 50)
"""At which decisions of a game worlds are drawn."""
SAMPLING_ROUNDS = 5
"""How many worlds are drawn in each of these positions, if a rule is violated in the first ones."""
ENOUGH_VIOLATIONS = 15
"""After this many violations no further round is begun, as repairing such worlds takes long."""
TOLERATED_SHARE = 20
"""A warning is given if a rule is violated in more than one world of this many."""


def position_findings(ruleset: Stages) -> tuple[Diagnostic, ...]:
    """Return what is wrong with positions of scenarios, replays of other rules, and rules that drawn worlds violate.

    To be asked of rules, scenarios and replays in which nothing else is wrong.
    """
    findings = Findings()
    for file in files_of(ruleset):
        findings.take(ruleset.result("positions", partial(_scenario_positions, ruleset, file), file))
    if STACK not in ruleset.name:
        _warn_of_old_replays(ruleset, findings)
    findings.take(_drawn_world_findings(ruleset))
    return tuple(findings.found)


def _scenario_positions(ruleset: Stages, file: SourceFile) -> Findings:
    findings = Findings()
    for one in scenarios_in(ruleset, file):
        scenario = one.scenario
        seats = seats_for(scenario, ruleset.players, Findings()) if scenario is not None else None
        if scenario is None or scenario.given is None or seats is None:
            continue
        check_position(_names_on_demand(ruleset, seats).reporting_to(findings), scenario)
        for other in scenario.elsewhere:
            with suppress(RulesError):  # what is wrong with the other ruleset is reported there
                there = ruleset.beside(other.ruleset.text)
                there.examination.findings.stop_on_errors()
                check_position(_names_on_demand(there, seats).reporting_to(findings), scenario.under_ruleset(other))
    return findings


def _names_on_demand(ruleset: Stages, seats: int) -> PlayedNames:
    """Return the names of a program of which only what is played is compiled."""

    def compute() -> PlayedNames:
        return PlayedNames(late.on_demand.program_on_demand(ruleset.sound_rules(seats)), Findings())

    return ruleset.result("names on demand", compute, seats)


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

    def compute() -> str:
        return of_rules(ruleset.checked_rules(seats, dict(settings)) if settings else ruleset.sound_rules(seats))

    return game.fingerprint != ruleset.result("fingerprint", compute, seats, settings)


# -- drawn worlds


def _drawn_world_findings(ruleset: Stages) -> Findings:
    """Return a warning of the rule that drawn worlds violate most, if they often do."""
    findings = Findings()
    checked = ruleset.sound_rules(ruleset.most_seats)
    seen = [place.seen for place in checked.places] + [stored.seen for stored in checked.stored]
    if not checked.always or {*seen} <= {"all"}:
        return findings
    violated, drawn = _count_violations(_names_on_demand(ruleset, ruleset.most_seats).program)
    for rule, times in violated.most_common(1):  # others are usually violated because of it
        if times > 1 and times * TOLERATED_SHARE > drawn:
            findings.add(
                Code.RULE_NOT_HEEDED, rule.span,
                f"worlds that seats draw break this rule in {times} of {drawn}: what they believe is wrong there",
                "Rules on fewer hidden facts are easier to keep. More:  rulewright explain secrecy",
            )  # fmt: skip
    return findings


def _count_violations(program: Program) -> tuple[Violations, int]:
    """Return in how many worlds each `always` rule is violated, and how many worlds were drawn."""
    found, drawn = Violations(), 0
    if not program.strains:
        return found, drawn
    positions = [state for game in range(SAMPLED_GAMES) for state in _sample_positions(program, game)]
    for number in range(SAMPLING_ROUNDS):
        for state in positions:
            world = program.playing.sample(state, program.seat_asked(state), number)
            found += violated_rules(program, state, [world])
        drawn += len(positions)
        if not found or found.total() >= ENOUGH_VIOLATIONS:
            break
    return found, drawn


def _sample_positions(program: Program, game: int) -> Iterator[list[int]]:
    """Yield some positions of a random game, as far as it can be played."""
    with suppress(ExecutionError):
        state, codes = program.opening(game)
        for made in range(1, SAMPLED_DECISIONS[-1] + 1):
            if codes is None:
                return
            if made in SAMPLED_DECISIONS:
                yield state.copy()
            codes = program.take(state, codes[pick(game, made, len(codes))])
            program.log.clear()
