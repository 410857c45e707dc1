"""Recovery strategy for misplaced lines: declarations in a block, statements where only options are allowed."""

from __future__ import annotations

from rulewright.diagnostics import Code
from rulewright.syntax.probe import ParserProbe
from rulewright.syntax.recovery.attempt import Attempt, SyntaxMistake
from rulewright.syntax.sentence_words import home_of, statement_words


def misplaced_line(attempt: Attempt) -> SyntaxMistake | None:
    """A line that belongs somewhere else."""
    first = attempt.line.pieces[0]
    if attempt.line.indent and attempt.at <= 1 and _begins_declaration(attempt):
        message, remedy = "a declaration begins in column 1", "Put no blanks before it, and 4 before its own lines."
        return SyntaxMistake(Code.LINE_MISPLACED, first.column, first.end, message, (remedy,))
    if (
        attempt.at <= 1
        and first.text in statement_words()
        and (where := _where_done(attempt.failure.begin.fitting_terminals()))
    ):
        return SyntaxMistake(Code.LINE_MISPLACED, first.column, first.end, *where)
    if attempt.at <= 1 and first.text in ("if", "return") and _is_value(attempt.failure.begin.fitting_terminals()):
        meant = tuple(piece for piece in attempt.line.pieces[1:] if piece.kind != ":")
        message, remedy = (
            "a value is said without this word",
            'Leave it out; a value has one line, or lines with an "if" behind.',
        )
        return SyntaxMistake(Code.SAID_OTHERWISE, first.column, first.end, message, (remedy,), meant)
    if attempt.at <= 1 and first.text in statement_words() and _is_value(attempt.failure.begin.fitting_terminals()):
        message, remedy = (
            "a value only looks, and nothing is done in it",
            "Do it in a step before.",
        )
        if first.text == "let":
            message, remedy = "what is let stands before the cases of a value", "Put this line above them."
        return SyntaxMistake(Code.LINE_MISPLACED, first.column, first.end, message, (remedy,))
    home = home_of(first.text)
    if attempt.at > 1 or home is None or first.text in attempt.failure.begin.fitting_terminals():
        return None
    message = f'a line with "{first.text}" cannot stand here'
    return SyntaxMistake(Code.LINE_MISPLACED, first.column, first.end, message, (home,))


def _is_value(fits: frozenset[str]) -> bool:
    """Return whether a value, but no statement, fits here."""
    return "there" in fits and "take" not in fits


def _where_done(fits: frozenset[str]) -> tuple[str, tuple[str, ...]] | None:
    """Return message and remedies for a statement where only options, or blocks of a piece, are allowed."""
    if "option" not in fits or "take" in fits or "step" in fits:
        return None
    if "when" in fits:
        message, remedy = "what a piece does stands in one of its blocks", 'Put it under a "when STEP:" or an "option".'
    else:
        message = "under a question stand its options only"
        remedy = (
            'What comes of an answer stands under its "option", '
            "what is done after all of them as far to the left as the question."
        )
    return message, (remedy,)


def _begins_declaration(attempt: Attempt) -> bool:
    """Return whether the line begins a declaration and could be no line of a block."""
    tables, pieces = attempt.failure.begin.tables, attempt.line.pieces
    start = ParserProbe(tables, [tables.begin["start"]])
    if start.terminal_of(pieces[0]) == "NAME" or home_of(pieces[0].text):
        return False
    return start.shift_all(pieces) == len(pieces)
