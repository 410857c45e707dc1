"""Plays the decisions of a scenario, and reports where the game differs."""

from __future__ import annotations

from rulewright.diagnostics import RulesError
from rulewright.diagnostics.similar import did_you_mean
from rulewright.engine.game import Game, Question
from rulewright.engine.options import options_of
from rulewright.scenarios.naming import PlayedNames
from rulewright.scenarios.offers import check_offers, matching_choices, offered_text, with_piece
from rulewright.scenarios.reading import ScenarioDecision
from rulewright.scenarios.results import ScenarioFailure, asked_text, what_broke
from rulewright.source import Scalar


def play_decision(
    names: PlayedNames, game: Game, decision: ScenarioDecision, allowed: set[str]
) -> list[ScenarioFailure]:
    """Take a decision; return the failures. `allowed` are the `always` rules that may be violated."""
    seat = names.seat_number(decision.who)
    failure = None if seat is None else _take_decision(names, game, decision, seat, allowed)
    return [failure] if failure is not None else []


def _take_decision(
    names: PlayedNames, game: Game, decision: ScenarioDecision, seat: int, allowed: set[str]
) -> ScenarioFailure | None:
    failure = _compare_asked(game, decision.who, seat) or _compare_question(names, game, decision)
    for number, chosen in enumerate(decision.chooses):
        failure = (
            failure or (_compare_asked(game, chosen, seat) if number else None) or _take_choice(names, game, chosen)
        )
        failure = failure or _broken_invariants(game, chosen, allowed)
    return failure


def _broken_invariants(game: Game, chosen: Scalar, allowed: set[str]) -> ScenarioFailure | None:
    lines = tuple(f"from here on {name} does not hold" for name in broken_but(game, allowed))
    return ScenarioFailure(chosen.span, lines) if lines else None


def broken_but(game: Game, allowed: set[str]) -> list[str]:
    """Return the violated `always` rules, except those that may be."""
    return [name for name in game.broken_promises() if name not in allowed]


def _compare_question(names: PlayedNames, game: Game, decision: ScenarioDecision) -> ScenarioFailure | None:
    """Compare the question and the offers."""
    question = game.question
    assert question is not None
    return other_question(question, decision.question) or check_offers(names, game, question, decision)


def other_question(question: Question | None, wanted: Scalar | None) -> ScenarioFailure | None:
    """Return a failure if the scenario names a question and another one is asked."""
    got = f'"{question.prompt}"' if question is not None else "nobody is asked any more"
    if wanted is None or (question is not None and question.prompt == wanted.text):
        return None
    return ScenarioFailure(wanted.span, (f'question: expected "{wanted.text}", got {got}',))


def _compare_asked(game: Game, where: Scalar, seat: int) -> ScenarioFailure | None:
    """Return a failure unless this seat is asked."""
    question = game.question
    wanted = game.program.seat_names[seat]
    if question is None:
        return ScenarioFailure(where.span, (f"expected {wanted} to decide, but nobody is asked any more",))
    if question.seat == seat:
        return None
    lines = (f"expected {wanted} to decide, but {asked_text(game, question)}", f"offered: {offered_text(question)}")
    return ScenarioFailure(where.span, lines)


def _take_choice(names: PlayedNames, game: Game, chosen: Scalar) -> ScenarioFailure | None:
    question = game.question
    assert question is not None
    found = matching_choices(names, question, chosen.text)
    if len(found) > 1:
        several = ", ".join(with_piece(names, choice) for choice in found)
        return ScenarioFailure(chosen.span, (f'"{chosen.text}" can mean several choices: {several}',))
    if not found:
        return ScenarioFailure(chosen.span, _not_offered(game, question, chosen.text))
    names.note_meaning(chosen, "choice", options_of(names.program).parts(found[0].code).option.rule)
    try:
        game.choose(found[0].code)
    except RulesError as problem:
        return ScenarioFailure(chosen.span, what_broke(problem), broke=True)
    return None


def _not_offered(game: Game, question: Question, text: str) -> tuple[str, ...]:
    hint = did_you_mean(text, [choice.name for choice in question.choices])
    why = tuple(f"why not: {line}" for line in game.why(text))
    return (f'"{text}" is not offered: {asked_text(game, question)}', f"offered: {offered_text(question)}", *why, *hint)
