"""Plays what a scenario says, decision by decision, and says where it went otherwise."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.compile.tables import argument_of, piece_of
from rulewright.diagnostics import RulesError, Span
from rulewright.diagnostics.similar import did_you_mean
from rulewright.engine import Choice, Game, LimitExceeded, Question
from rulewright.engine.words import choice_name
from rulewright.scenarios.naming import Names
from rulewright.scenarios.reading import Decision
from rulewright.source import Scalar


@dataclass(frozen=True, slots=True)
class Failure:
    """Something that went otherwise than written: where it is written, and what happened."""

    span: Span
    lines: tuple[str, ...]


def decide(names: Names, game: Game, decision: Decision) -> list[Failure]:
    """Take a decision; return what did not fit."""
    seat = names.seat(decision.who)
    failure = None if seat is None else _decide(names, game, decision, seat)
    return [failure] if failure is not None else []


def _decide(names: Names, game: Game, decision: Decision, seat: int) -> Failure | None:
    failure = _asked(game, decision.who, seat) or _offers(names, game, decision)
    for number, chosen in enumerate(decision.chooses):
        failure = failure or (_asked(game, chosen, seat) if number else None) or _choose(names, game, chosen)
    return failure


def _asked(game: Game, where: Scalar, seat: int) -> Failure | None:
    """Nothing if this seat is asked."""
    question = game.question
    wanted = game.program.seat_names[seat]
    if question is None:
        return Failure(where.span, (f"expected {wanted} to decide, but nobody is asked any more",))
    if question.seat == seat:
        return None
    lines = (f"expected {wanted} to decide, but {asked_text(game, question)}", f"offered: {offered_text(question)}")
    return Failure(where.span, lines)


def asked_text(game: Game, question: Question) -> str:
    """Who is asked what, and where that is written."""
    return f'{game.program.seat_names[question.seat]} is asked "{question.prompt}" ({question.rule}, {question.place})'


def offered_text(question: Question) -> str:
    """Return what is offered, by name."""
    return ", ".join(choice.name for choice in question.choices)


def _offers(names: Names, game: Game, decision: Decision) -> Failure | None:
    question = game.question
    assert question is not None
    for wanted in decision.offered:
        if not matching(names, question, wanted.text):
            why = game.why(wanted.text)
            lines = (f'expected "{wanted.text}" to be offered', f"offered: {offered_text(question)}")
            return Failure(wanted.span, (*lines, *(f"why not: {line}" for line in why)))
    for unwanted, reason in decision.not_offered:
        if matching(names, question, unwanted.text):
            return Failure(unwanted.span, (f'expected "{unwanted.text}" not to be offered, but it is',))
        failure = _reason(game, unwanted, reason)
        if failure is not None:
            return failure
    return None


def _reason(game: Game, unwanted: Scalar, reason: Scalar | None) -> Failure | None:
    why = game.why(unwanted.text)
    if reason is None or any(reason.text in line for line in why):
        return None
    given = "; ".join(why) or "nothing: no option is called so"
    return Failure(reason.span, (f'expected "{unwanted.text}" to be missing because: {reason.text}', f"given: {given}"))


def matching(names: Names, question: Question, text: str) -> list[Choice]:
    """The choices that a text means: by name, by the full name of the piece they are about, or by label."""
    ways = (
        lambda choice: choice_name(names.program, choice.code), lambda choice: _with_piece(names, choice),
        lambda choice: choice.name, lambda choice: choice.label,
    )  # fmt: skip
    for way in ways:
        found = [choice for choice in question.choices if way(choice) == text]
        if found:
            return found
    return []


def _with_piece(names: Names, choice: Choice) -> str:
    """The name of a choice with the full name of its piece, where several pieces share a name."""
    row, domains = names.program.tables.choice(choice.code), names.program.domains
    piece, argument = piece_of(choice.code), argument_of(choice.code)
    if row.piece and piece >= 0:
        return domains[row.piece].members[piece]
    if row.argument is None or row.argument.is_number or argument < 0:
        return choice.name
    member = domains[row.argument.domain].members[argument]
    return member if row.plain else f"{row.name} {member}"


def _choose(names: Names, game: Game, chosen: Scalar) -> Failure | None:
    question = game.question
    assert question is not None
    found = matching(names, question, chosen.text)
    if len(found) > 1:
        several = ", ".join(_with_piece(names, choice) for choice in found)
        return Failure(chosen.span, (f'"{chosen.text}" can mean several choices: {several}',))
    if not found:
        return Failure(chosen.span, _not_offered(game, question, chosen.text))
    try:
        game.choose(found[0].code)
    except RulesError as problem:
        return Failure(chosen.span, what_broke(problem))
    except LimitExceeded as problem:
        return Failure(chosen.span, (str(problem),))
    return None


def what_broke(problem: RulesError) -> tuple[str, ...]:
    """Return what stopped the rules, each with the place in the rules if it has one."""
    return tuple(f"{d.span.file}:{d.span.line}: {d.message}" if d.span.line else d.message for d in problem.findings)


def _not_offered(game: Game, question: Question, text: str) -> tuple[str, ...]:
    hint = did_you_mean(text, [choice.name for choice in question.choices])
    why = tuple(f"why not: {line}" for line in game.why(text))
    return (f'"{text}" is not offered: {asked_text(game, question)}', f"offered: {offered_text(question)}", *why, *hint)
