"""Reports every syntax error in a declaration, one message each, and returns the lines as they were probably meant.

The first line that does not fit is explained. Then it is replaced by the line that was probably meant, or by a
placeholder, and the declaration is parsed again from its start, so later errors are found and cascading ones are not.
"""

from __future__ import annotations

from rulewright.diagnostics import Code
from rulewright.syntax.layout import Reporter
from rulewright.syntax.lines import BAD, LexedLine, Lexeme, cut_line
from rulewright.syntax.probe import ParseFailure, ParserProbe, failure_at, first_failure
from rulewright.syntax.recovery.attempt import Attempt, Pieces, SyntaxMistake, defined_names, fix_of, lexeme_like
from rulewright.syntax.recovery.hints import foreign_words, said_in_heading, said_otherwise
from rulewright.syntax.recovery.strategies import block_noun, heading_choices, mistakes_found
from rulewright.syntax.recovery.wording import alternative_words
from rulewright.syntax.sentence_words import sentence_forms
from rulewright.syntax.tables import LalrTables, tables

MOST_ERRORS = 30
"""The maximum number of errors reported in one declaration."""

_HAS = 'Write "player\'s coins is at least 3" for "player has 3 coins".'
MISFITS = {
    "has": _HAS,
    "have": _HAS,
    "contains": 'Write "X is in SET" for "SET contains X".',
    "if": 'A condition stands after a line only in values and scores; an option says "when".',
}
"""Remedies for words that are often put where they do not fit."""

PLACEHOLDERS = tuple(
    line.strip()
    for line in """
    if it is it: | otherwise: | for each x in x: | in laps for each x in x: | repeat 1 times: | ask x "": | option x:
    option x on x: | when x: | at the end: | step x: | each x has: | piece x / x: | x x: | menu x: | value x: | cost x:
    always x: | ruling x: | tie-break x: | replace step x: | shape x / x: | scoring x: | rule x after x: | stop
    let x be x | option x | x: x | 1 x | x is x | amount x / x | place x: x | printed x: x | cites x "" | nests 1
    asks "" | decides "" | needs x | later than x | difference x "": | worth x of x | names x / x: x | figure x: x
    menu x
    """.replace("|", "\n")
    .strip()
    .split("\n")
)
"""Placeholders: one line of each kind, to replace a line that cannot be parsed."""


def explain_declaration(tables: LalrTables, lines: list[LexedLine], report: Reporter) -> list[LexedLine] | None:
    """Report every mistake in the lines of a declaration; return the lines as they were probably meant, or None."""
    reported: set[int] = set()
    if first_failure(tables, "start", lines) is not None:
        lines = _heading_otherwise(lines, report)
    for _ in range(MOST_ERRORS):
        failure = first_failure(tables, "start", lines)
        if failure is None:
            return lines
        changed = _explain_failure(lines, failure, reported, report)
        if changed is None:
            return None
        lines = changed
    return None


def _explain_failure(
    lines: list[LexedLine], failure: ParseFailure, reported: set[int], report: Reporter
) -> list[LexedLine] | None:
    """Report one error and return the lines to continue with."""
    if failure.at <= 0 or failure.kind == "$END":
        if failure.here.fitting_terminals() == {"_INDENT"}:
            return _block_missing(lines, failure, reported, report)
        if changed := _heading_misspelt(lines, failure, report):
            return changed
        if failure.kind in ("_DEDENT", "$END"):
            _block_unfinished(lines, failure, reported, report)
            return None
    if failure.kind == "_INDENT":
        return _block_without_colon(lines, failure, reported, report)
    line = lines[failure.line]
    attempt = _attempt_at(lines, failure)
    mistake = next(mistakes_found(attempt), None) or _fallback_mistake(attempt)
    if line.number not in reported or mistake.code not in (Code.SENTENCE_NOT_UNDERSTOOD, Code.SENTENCE_UNFINISHED):
        _report_mistake(line, mistake, report, attempt)
    reported.add(line.number)
    if mistake.code == Code.LINE_MISPLACED and _begins_declaration(failure.begin.tables, line):
        return None
    return _go_on(lines, attempt, mistake)


def _attempt_at(lines: list[LexedLine], failure: ParseFailure) -> Attempt:
    line = lines[failure.line]
    opens = failure.line + 1 < len(lines) and lines[failure.line + 1].indent > line.indent
    fits = failure.here.fitting_terminals()
    return Attempt(failure, line, opens, fits, heading=lines[0].pieces, given=defined_names(lines))


def explain_meaning(
    tables: LalrTables, lines: list[LexedLine], number: int, column: int, report: Reporter, verb: bool
) -> bool:
    """Report the near miss in a line that can be parsed, but means nothing; return whether there is one.

    In `if day is 3 or 4:` both sides of `or` are values, so that only the checker finds out that 4 is no condition.
    In `if day plus 1 is 3:` is an unknown `verb`, without which the line cannot be parsed: every strategy is tried.
    """
    failure = failure_at(tables, lines, number, column)
    attempt = _attempt_at(lines, failure)
    mistake = next(mistakes_found(attempt), None) if verb else said_otherwise(attempt)
    if mistake is not None:
        _report_mistake(lines[failure.line], mistake, report)
    return mistake is not None


def _report_mistake(line: LexedLine, mistake: SyntaxMistake, report: Reporter, attempt: Attempt | None = None) -> None:
    readable = mistake.meant is not None and (attempt is None or attempt.passes(mistake.meant))
    known = (attempt.given if attempt is not None else frozenset()) | tables().words
    first = readable and line.number not in report.rewritten
    fix = fix_of(line, mistake, report, foreign_words(), known) if first else None
    report.rewritten.add(line.number)
    report(mistake.code, line.number, mistake.column, mistake.end, mistake.message, *mistake.remedy, fix=fix)


def _heading_otherwise(lines: list[LexedLine], report: Reporter) -> list[LexedLine]:
    """Report a near miss in the first line, and names listed below it instead of in it."""
    first = lines[0]
    mistake = said_in_heading(first, "winners")
    if mistake is not None and _words_of(mistake.meant or ()) != _words_of(first.pieces):  # else its block is wrong
        _report_mistake(first, mistake, report)
        meant = first._replace(pieces=mistake.meant or ())
        score = LexedLine(first.number, 4, cut_line(1, "score 1 points").pieces)
        return [meant, score] if meant.pieces[-1:] and meant.pieces[-1].kind == ":" else [meant]
    if mistake := said_in_heading(first):
        _report_mistake(first, mistake, report)
        return [first._replace(pieces=mistake.meant or ()), *lines[1:]]
    below = [line for line in lines[1:] if all(piece.kind in ("NAME", "STRING", ",") for piece in line.pieces)]
    if first.pieces[0].text != "names" or first.pieces[-1].kind != ":" or not below or len(below) < len(lines) - 1:
        return lines
    place = below[0].pieces
    message, remedy = "the names stand in one line with the word, parted by commas", "Put them behind the colon above."
    report(Code.SAID_OTHERWISE, below[0].number, place[0].column, place[-1].end, message, remedy)
    names = [
        piece
        for line in below
        for piece in (*(p for p in line.pieces if p.kind != ","), lexeme_like(",", line.pieces[0]))
    ]
    return [first._replace(pieces=(*first.pieces, *names[:-1]))]


def _words_of(pieces: Pieces) -> list[str]:
    return [piece.text for piece in pieces if piece.kind != ":"]


def _heading_misspelt(lines: list[LexedLine], failure: ParseFailure, report: Reporter) -> list[LexedLine] | None:
    """Report a first line with a misspelt keyword, which was parsed as the rule of a piece."""
    if not lines[0].pieces:
        return None
    heading = lines[0].pieces[0]
    start = ParserProbe(failure.begin.tables, [failure.begin.tables.begin["start"]])
    if failure.line == 0 or start.terminal_of(heading) != "NAME":
        return None
    for better in heading_choices(heading.text, start.fitting_terminals()):
        changed = [lines[0]._replace(pieces=(lexeme_like(better, heading), *lines[0].pieces[1:])), *lines[1:]]
        after = first_failure(start.tables, "start", changed)
        if after is None or after.line > failure.line:
            message, remedy = "no line begins with this word", (f'Did you mean "{better}"?',)
            meant = changed[0].pieces
            mistake = SyntaxMistake(Code.UNKNOWN_WORD, heading.column, heading.end, message, remedy, meant)
            _report_mistake(lines[0], mistake, report)
            return changed
    return None


def _block_unfinished(lines: list[LexedLine], failure: ParseFailure, reported: set[int], report: Reporter) -> None:
    """Report a block that lacks lines, unless an error in its last line was reported."""
    above = lines[min(failure.line, len(lines)) - 1] if failure.kind == "_DEDENT" else lines[-1]
    if above.number in reported:
        return
    column = above.pieces[-1].end
    remedy = f"Here may stand: {alternative_words(failure.here.fitting_terminals())}."
    report(Code.BLOCK_UNFINISHED, above.number, column, column + 1, "lines are missing below this one", remedy)


def _go_on(lines: list[LexedLine], attempt: Attempt, mistake: SyntaxMistake) -> list[LexedLine] | None:
    """Return the lines with the faulty one replaced by what was meant, or by a placeholder."""
    index = attempt.failure.line
    if mistake.meant is not None and (
        attempt.passes(mistake.meant) or attempt.count_fitting(mistake.meant) > attempt.at
    ):
        return [*lines[:index], attempt.line._replace(pieces=mistake.meant), *lines[index + 1 :]]
    first = attempt.line.pieces[0].text
    for text in sorted(PLACEHOLDERS, key=lambda text: not text.startswith(first)):
        pieces = cut_line(1, text).pieces
        if attempt.passes(pieces):
            return [*lines[:index], attempt.line._replace(pieces=pieces), *lines[index + 1 :]]
    return None


def _block_missing(
    lines: list[LexedLine], failure: ParseFailure, reported: set[int], report: Reporter
) -> list[LexedLine] | None:
    """Report a line that ends with a colon, without a block below it."""
    here = len(lines) if failure.kind == "$END" else failure.line
    above = lines[here - 1]
    if above.number not in reported:
        last = above.pieces[-1]
        message = f"nothing is indented below this line: where are the lines of {block_noun(above)}?"
        remedy = f"Put {above.indent + 4} blanks before each line that belongs to it."
        report(Code.BLOCK_MISSING, above.number, last.column, last.end, message, remedy)
    for text in PLACEHOLDERS:
        filler = LexedLine(above.number, above.indent + 4, cut_line(1, text).pieces)
        changed = [*lines[:here], filler, *lines[here:]]
        after = first_failure(failure.begin.tables, "start", changed)
        if after is None or after.line > here:
            reported.add(above.number)
            return changed
    return None


def _block_without_colon(
    lines: list[LexedLine], failure: ParseFailure, reported: set[int], report: Reporter
) -> list[LexedLine] | None:
    """Report lines indented below a line without a colon."""
    line, above = lines[failure.line], lines[failure.line - 1]
    pieces = (*above.pieces, Lexeme(":", ":", above.pieces[-1].end, above.pieces[-1].end + 1))
    changed = [*lines[: failure.line - 1], above._replace(pieces=pieces), *lines[failure.line :]]
    after = first_failure(failure.begin.tables, "start", changed)
    inside = after is None or after.line > failure.line
    if not inside and _begins_declaration(failure.begin.tables, line):
        message, remedy = "a declaration begins in column 1", "Put no blanks before it, and 4 before its own lines."
        report(Code.LINE_MISPLACED, line.number, line.pieces[0].column, line.pieces[0].end, message, remedy)
        return None
    if inside or (after is not None and after.line >= failure.line):
        end = above.pieces[-1].end
        message = f"a colon belongs here: the lines below belong to {block_noun(above)}"
        _report_mistake(above, SyntaxMistake(Code.COLON_MISSING, end, end + 1, message, (), pieces), report)
        return changed
    if not reported & {line.number, above.number}:
        message = "this line is further to the right than the one above, which has no lines of its own"
        report(
            Code.INDENTED_TOO_MUCH, line.number, 1, line.indent + 1, message, f"Put {above.indent} blanks before it."
        )
    reported.add(line.number)
    return _moved_left(lines, failure.line, line.indent - above.indent)


def _begins_declaration(tables: LalrTables, line: LexedLine) -> bool:
    """Whether a line begins a declaration."""
    start = ParserProbe(tables, [tables.begin["start"]])
    return start.terminal_of(line.pieces[0]) != "NAME" and start.shift_all(line.pieces) == len(line.pieces)


def _moved_left(lines: list[LexedLine], start: int, by: int) -> list[LexedLine]:
    """Return the lines with the block that begins at `start` moved to the left."""
    least, moved = lines[start].indent, list(lines)
    for index in range(start, len(lines)):
        if lines[index].indent < least:
            break
        moved[index] = lines[index]._replace(indent=lines[index].indent - by)
    return moved


def _fallback_mistake(attempt: Attempt) -> SyntaxMistake:
    """Return the mistake that names what would fit, and how the sentence reads."""
    first = attempt.line.pieces[0]
    form = sentence_forms().get(first.text)
    if form and form.startswith("for each") and attempt.line.pieces[1:2] and attempt.line.pieces[1].text != "each":
        form = None  # "for some" is another sentence
    reads = (f"The sentence reads: {form}",) if form and attempt.at else ()
    if attempt.piece and attempt.piece.text in MISFITS:
        reads = (MISFITS[attempt.piece.text], *reads)
    if attempt.piece is None:
        end = attempt.line.pieces[-1].end
        message = f"the sentence is not finished: {alternative_words(attempt.fits - {'_NL'})} may follow"
        return SyntaxMistake(Code.SENTENCE_UNFINISHED, end, end + 1, message, reads)
    piece = attempt.piece
    if piece.kind == ":":
        message = "the sentence is not finished before the colon"
        may = f"Here may stand: {alternative_words(attempt.fits)}."
        return SyntaxMistake(Code.SENTENCE_UNFINISHED, piece.column, piece.end, message, (may, *reads))
    message = "this does not fit here" if piece.kind != BAD else "this cannot be read"
    may = f"Here may stand: {alternative_words(attempt.fits)}."
    return SyntaxMistake(Code.SENTENCE_NOT_UNDERSTOOD, piece.column, piece.end, message, (may, *reads))


def explain_value(tables: LalrTables, line: LexedLine, report: Reporter) -> None:
    """Report what is wrong with a value in the braces of a text."""
    failure = first_failure(tables, "full", [line], layout=False)
    if failure is None:
        return
    attempt = Attempt(failure, line, False, failure.here.fitting_terminals(), "$END")
    mistake = next(mistakes_found(attempt), None) or _fallback_mistake(attempt)
    report(mistake.code, line.number, mistake.column, mistake.end, mistake.message, *mistake.remedy[:1])
