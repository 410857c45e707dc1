"""Finds a scenario by its name, or part of it, and starts a game there."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.backends import Program
from rulewright.diagnostics import Code, Findings, RulesError, Span
from rulewright.diagnostics.similar import nearest_word
from rulewright.engine.game import Game
from rulewright.scenarios.chance import prescribed_chance
from rulewright.scenarios.naming import PlayedNames
from rulewright.scenarios.position import given_game
from rulewright.scenarios.reading import Scenario, read_scenarios
from rulewright.scenarios.run import seats_for
from rulewright.source import RulesetSource

MOST_SCENARIOS_SHOWN = 12
"""Limit on the scenarios that a message names."""

SHORT_WORD = 3
"""Words up to this length do not distinguish scenarios."""


def game_at_scenario(source: RulesetSource, scenario: str, program: Program) -> Game:
    """Return the game where a scenario begins. Raises `RulesError` when there is no such scenario."""
    findings = Findings()
    chosen = _scenario_named(source, read_scenarios(source, findings), scenario, findings)
    seats = seats_for(chosen, source.manifest.players, findings)
    if seats != program.seats:
        findings.add(Code.OTHER_SEATS, chosen.name.span, f"this scenario has {seats} seats", f"Say --players {seats}.")
    with prescribed_chance(PlayedNames(program, findings), chosen):
        game = given_game(program, chosen.given, findings)
    findings.stop_on_errors()
    assert game is not None
    if not game.over:
        game.origin = list(game.state)  # prescribed chance up to here is not repeated when a save is resumed
    return game


def _scenario_named(source: RulesetSource, found: list[Scenario], name: str, findings: Findings) -> Scenario:
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
        findings.add(Code.SEVERAL_ALIKE, span, f'several scenarios have "{name}" in their names', *_first_names(names))
    else:
        findings.add(Code.UNKNOWN_NAME, span, f'there is no scenario "{name}"', *_similar_names(name, names))
    return RulesError(tuple(findings.found))


def _first_names(names: list[str]) -> list[str]:
    """Return the first of many names, and how many more there are."""
    more = [f"and {len(names) - MOST_SCENARIOS_SHOWN} others"] if len(names) > MOST_SCENARIOS_SHOWN else []
    return [*(f'"{name}"' for name in names[:MOST_SCENARIOS_SHOWN]), *more]


def _similar_names(name: str, names: list[str]) -> list[str]:
    """Return suggestions: scenarios with a similar name, or with the most words in common."""
    spelt = {text.lower(): text for text in names}
    best = nearest_word(name.lower(), spelt)
    if best:
        return [f'Did you mean "{spelt[best]}"?']
    words = {word for word in name.lower().split() if len(word) > SHORT_WORD}
    shared = [(len(words & set(text.lower().split())), text) for text in names]
    most = max((number for number, _ in shared), default=0)
    found = [text for number, text in shared if number == most] if most else names
    return [*_first_names(found), "The beginning of a name is enough, as long as it fits no other."]
