"""The offers at a question: choices by name, and the expectations `offered` and `not offered`."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass

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
    """Return the choices that a text denotes: by name, by the full name of their piece, by label, or by their option.

    The name of an option denotes all its choices.
    """
    ways = (
        lambda choice: choice_name(names.program, choice.code), lambda choice: with_piece(names, choice),
        lambda choice: choice.name, lambda choice: choice.label,
    )  # fmt: skip
    for way in ways:
        found = [choice for choice in question.choices if way(choice) == text]
        if found:
            return found
    rows = {choice.code >> 32: names.program.tables.choice(choice.code) for choice in question.choices}
    meant = {number: list(denoted(names, row, text)) for number, row in rows.items()}
    return [choice for choice in question.choices if any(one.covers(choice.code) for one in meant[choice.code >> 32])]


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


@dataclass(frozen=True, slots=True)
class Denoted:
    """The choices of an option that a text denotes: those of some pieces, with some arguments; None for any."""

    pieces: Collection[int] | None
    arguments: Collection[int] | None

    def covers(self, code: int) -> bool:
        """Return whether a choice of the option is one of them."""
        has_piece = self.pieces is None or piece_of(code) in self.pieces
        return has_piece and (self.arguments is None or argument_of(code) in self.arguments)


def denoted(names: Names, row: Choice, text: str) -> Iterator[Denoted]:
    """Yield what a text means as the name of choices of an option.

    `lend ben` and `lend Ben` mean one choice, `lend` all of the option, `ben` one of a `choose`; `raze ben` and
    `warlord ben` one of the option `raze` in the rule of the piece `warlord`.
    """
    for head, pieces in _heads(names, row, text):
        if text == head:
            yield Denoted(pieces, None)
        elif row.argument is not None:
            things = list(_arguments(names, row, text.removeprefix(f"{head} ") if head else text))
            if things:
                yield Denoted(pieces, things)


def _heads(names: Names, row: Choice, text: str) -> Iterator[tuple[str, Collection[int] | None]]:
    """Yield the words with which a text may begin that names choices of an option, and whose choices these are."""
    if row.plain:
        yield "", None
        return
    called = row.rule.split(".")
    for head in dict.fromkeys((row.name, called[-1])):
        if text == head or text.startswith(f"{head} "):
            yield head, None
    if row.piece:
        head = text.split(" ")[0]
        follow = names.tables.pieces[row.piece].rules
        pieces = [piece for piece in names.alike(row.piece, head) if follow[piece] in called]
        if pieces:
            yield head, pieces


def _arguments(names: Names, row: Choice, text: str) -> Iterator[int]:
    """Yield the things or the number that a text means as the argument of an option."""
    assert row.argument is not None
    if row.argument.is_number:
        yield from (int(text),) if text.isascii() and text.isdecimal() else ()
        return
    yield from (-1,) if text in NOTHING else ()
    yield from names.alike(row.argument.domain, text)
    if row.argument.domain == PLAYER and text in names.seats:
        yield names.seats[text]


def fits(names: Names, row: Choice, text: str) -> bool:
    """Return whether a text can denote choices of an option."""
    return any(True for _ in denoted(names, row, text))


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
