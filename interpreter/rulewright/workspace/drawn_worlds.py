"""Warns of `always` rules that do not hold in the worlds that seats draw: what they believe there is wrong.

    always smugglers-know:
        for every player in players (player is not crooked or player's partners is smugglers)

Nobody can see this from the rules alone: a few games are played at random, and worlds are drawn for whoever is asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from rulewright.backends.failure import ExecutionError
from rulewright.chance import pick
from rulewright.diagnostics import Code, Findings
from rulewright.engine.determinization.violations import Violations, violated_rules

if TYPE_CHECKING:
    from rulewright.backends.program import Program
    from rulewright.scenarios.run import ScenarioRules
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


def drawn_world_findings(ruleset: Stages, rules: ScenarioRules) -> Findings:
    """Return a warning of the rule that drawn worlds violate most, if they often do.

    `rules` are those of the ruleset, to be compiled.
    """
    findings = Findings()
    checked = ruleset.checked_rules()
    seen = [place.seen for place in checked.places] + [stored.seen for stored in checked.stored]
    if not checked.always or {*seen} <= {"all"}:
        return findings
    violated, drawn = _count_violations(
        rules.program(checked.seats, traced=True)
    )  # as most positions in scenarios need it
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
