"""The offers at a question: choices by name, and the expectations `offered` and `not offered`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from rulewright.backends import ExecutionError, Program
from rulewright.compile.tables import Choice, argument_of, piece_of
from rulewright.engine.explanations import title
from rulewright.engine.game import Choice as Offered
from rulewright.engine.game import Game, Question
from rulewright.engine.words import choice_name, render
from rulewright.scenarios.naming import NOTHING, PLAYER, Names, PlayedNames
from rulewright.scenarios.reading import Decision
from rulewright.scenarios.results import Failure


def check_offers(names: PlayedNames, game: Game, question: Question, decision: Decision) -> Failure | None:
    """Return what is wrongly offered or missing; unknown names become findings."""
    for wanted in decision.named:
        if not (matching(names, question, wanted.text) or _is_known(names, wanted.text)):
            names.unknown(
                wanted, wanted.text, "choice", [*(choice.name for choice in question.choices), *known_choices(names)]
            )
    for wanted in (*decision.offered, *decision.only):
        found = matching(names, question, wanted.text)
        if found:
            names.note(wanted, "choice", names.program.tables.choice(found[0].code).rule)
        else:
            why = (f"why not: {line}" for line in game.why(wanted.text))
            lines = f'expected "{wanted.text}" to be offered', f"offered: {offered_text(question)}", *why
            return Failure(wanted.span, lines)
    return _too_much(names, question, decision) or _not_missing(names, game, question, decision)


def _too_much(names: PlayedNames, question: Question, decision: Decision) -> Failure | None:
    """Compare with the complete list of offers, if a scenario gives one."""
    if not decision.only:
        return None
    meant = {choice.code for wanted in decision.only for choice in matching(names, question, wanted.text)}
    more = [with_piece(names, choice) for choice in question.choices if choice.code not in meant]
    said = f"expected nothing else to be offered, but also: {', '.join(more)}"
    return Failure(decision.only[0].span, (said,)) if more else None


def _not_missing(names: PlayedNames, game: Game, question: Question, decision: Decision) -> Failure | None:
    for unwanted, reason in decision.not_offered:
        if matching(names, question, unwanted.text):
            return Failure(unwanted.span, (f'expected "{unwanted.text}" not to be offered, but it is',))
        why = game.why(unwanted.text)
        if reason is not None and not any(reason.text in line for line in why):
            given = "; ".join(why) or "nothing"
            expected = f'expected "{unwanted.text}" to be missing because: {reason.text}'
            return Failure(reason.span, (expected, f"given: {given}"))
    return None


def offered_text(question: Question) -> str:
    """Return the names of the offers."""
    return ", ".join(choice.name for choice in question.choices)


def matching(names: PlayedNames, question: Question, text: str) -> list[Offered]:
    """Return the choices that a text denotes: by name, by the full name of their piece, or by label."""
    ways = (
        lambda choice: choice_name(names.program, choice.code), lambda choice: with_piece(names, choice),
        lambda choice: choice.name, lambda choice: choice.label,
    )  # fmt: skip
    for way in ways:
        found = [choice for choice in question.choices if way(choice) == text]
        if found:
            return found
    return []


def with_piece(names: PlayedNames, choice: Offered) -> str:
    """Return the name of a choice with the full name of its piece, where several pieces share a name."""
    row, domains = names.program.tables.choice(choice.code), names.tables.domains
    piece, argument = piece_of(choice.code), argument_of(choice.code)
    if row.piece and piece >= 0:
        return domains[row.piece].members[piece]
    if row.argument is None or row.argument.is_number or argument < 0:
        return choice.name
    member = domains[row.argument.domain].members[argument]
    return member if row.plain else f"{row.name} {member}"


# ---- names that a choice can have at all


def _is_known(names: PlayedNames, text: str) -> bool:
    """Tell whether any question of a game can have a choice of this name or label."""
    if not names.vocabulary:
        return True
    everything = [(one, at, row) for one in names.vocabulary for at, row in enumerate(one.program.tables.choices)]
    named = any(fits(one, row, text) for one, _, row in everything)
    return named or any(text in _labels(one.program, at) for one, at, _ in everything)


def _labels(program: Program, number: int) -> Iterator[str]:
    """Yield the labels of an option, for each argument."""
    yield title(program, number)
    argument = program.tables.choices[number].argument
    things = range(len(program.domains[argument.domain].members)) if argument and argument.domain else ()
    for label in (labels[number] for labels in program.names["LABELS"] if number in labels):
        for thing in things:
            with suppress(
                IndexError, KeyError, TypeError, ExecutionError
            ):  # a label may depend on more than the argument
                yield render(program, label(list(program.start), number << 32 | thing))


def fits(names: Names, row: Choice, text: str) -> bool:
    """Return whether an option has this name, for some argument."""
    if row.piece:
        follow = names.tables.pieces[row.piece].rules
        return text == row.name or any(follow[piece] in row.rule.split(".") for piece in names.alike(row.piece, text))
    if row.argument is None or (text == row.name and not row.plain):
        return text == row.name
    thing = text if row.plain else text.removeprefix(f"{row.name} ")
    if thing == text and not row.plain:
        return False
    if row.argument.is_number:
        return thing.isdecimal()
    domain = row.argument.domain
    return thing in NOTHING or (thing in names.seats if domain == PLAYER else bool(names.alike(domain, thing)))


def known_choices(names: Names) -> Iterator[str]:
    """Yield names of choices, for suggestions."""
    for row in names.tables.choices:
        if row.piece:
            yield row.name
            yield from names.tables.domains[row.piece].members
        elif row.argument is None or row.argument.is_number:
            yield row.name
        else:
            start = "" if row.plain else f"{row.name} "
            yield from (f"{start}{member}" for member in names.members(row.argument.domain))
