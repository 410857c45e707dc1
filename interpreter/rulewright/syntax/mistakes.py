"""A sentence for each way in which a rule file can fail to be read.

The first line that does not fit is explained; then it is replaced by the line that was probably meant, or by a harmless
one, and the declaration is walked through again: so each mistake in it is reported, and what follows from one is not.
"""

from __future__ import annotations

from rulewright.diagnostics import Code
from rulewright.syntax.case import Case, Mistake, fix_of, given, word
from rulewright.syntax.hints import said_in_heading
from rulewright.syntax.layout import Reporter
from rulewright.syntax.lines import BAD, Line, Piece, cut_line
from rulewright.syntax.repairs import heading_choices, noun, tries
from rulewright.syntax.sentence_words import forms
from rulewright.syntax.tables import Tables
from rulewright.syntax.walk import Trouble, Walk, first_trouble
from rulewright.syntax.wording import alternatives

MOST = 30
"""Most mistakes reported in one declaration."""

_HAS = 'Write "player\'s coins is at least 3" for "player has 3 coins".'
MISFITS = {
    "has": _HAS,
    "have": _HAS,
    "contains": 'Write "X is in SET" for "SET contains X".',
    "if": 'A condition stands after a line only in values and scores; an option says "when".',
}
"""What helps with a word that does not fit where people put it."""

HARMLESS = tuple(
    line.strip()
    for line in """
    if it is it: | otherwise: | for each x in x: | in laps for each x in x: | repeat 1 times: | ask x "": | option x:
    option x on x: | when x: | at the end: | step x: | each x has: | piece x / x: | x x: | menu x: | value x: | cost x:
    always x: | ruling x: | tie-break x: | replace step x: | shape x / x: | scoring x: | rule x after x:
    stop | option x | x: x | 1 x | x is x | amount x / x | place x: x | printed x: x | cites x "" | nests 1 | asks ""
    decides "" | needs x | later than x | difference x "": | worth x of x | names x / x: x | figure x: x | menu x
    """.replace("|", "\n")
    .strip()
    .split("\n")
)
"""One line of each kind, to stand in for a line that cannot be read."""


def explain(tables: Tables, lines: list[Line], report: Reporter) -> list[Line] | None:
    """Report every mistake in the lines of a declaration; return the lines as they were probably meant, if it can."""
    told: set[int] = set()
    if first_trouble(tables, "start", lines) is not None:
        lines = _heading_otherwise(lines, report)
    for _ in range(MOST):
        trouble = first_trouble(tables, "start", lines)
        if trouble is None:
            return lines
        changed = _explain_trouble(lines, trouble, told, report)
        if changed is None:
            return None
        lines = changed
    return None


def _explain_trouble(lines: list[Line], trouble: Trouble, told: set[int], report: Reporter) -> list[Line] | None:
    """Report one mistake and return the lines to go on with."""
    if trouble.at <= 0 or trouble.kind == "$END":
        if trouble.here.fits() == {"_INDENT"}:
            return _block_missing(lines, trouble, told, report)
        if changed := _heading_misspelt(lines, trouble, report):
            return changed
        if trouble.kind in ("_DEDENT", "$END"):
            _block_unfinished(lines, trouble, told, report)
            return None
    if trouble.kind == "_INDENT":
        return _block_without_colon(lines, trouble, told, report)
    line = lines[trouble.line]
    opens = trouble.line + 1 < len(lines) and lines[trouble.line + 1].indent > line.indent
    case = Case(trouble, line, opens, trouble.here.fits(), heading=lines[0].pieces, given=given(lines))
    mistake = next(tries(case), None) or _fallback(case)
    if line.number not in told or mistake.code not in (Code.SENTENCE_NOT_UNDERSTOOD, Code.SENTENCE_UNFINISHED):
        _report(line, mistake, report, case)
    told.add(line.number)
    if mistake.code == Code.LINE_MISPLACED and _declares(trouble.begin.tables, line):
        return None
    return _go_on(lines, case, mistake)


def _report(line: Line, mistake: Mistake, report: Reporter, case: Case | None = None) -> None:
    readable = mistake.meant is not None and (case is None or case.passes(mistake.meant))
    fix = fix_of(line, mistake, report) if readable and line.number not in report.rewritten else None
    report.rewritten.add(line.number)
    report(mistake.code, line.number, mistake.column, mistake.end, mistake.message, *mistake.remedy, fix=fix)


def _heading_otherwise(lines: list[Line], report: Reporter) -> list[Line]:
    """Report a first line that is said as people say it elsewhere, and names that stand in lines of their own."""
    first = lines[0]
    if mistake := said_in_heading(first, "winners"):
        _report(first, mistake, report)
        score = Line(first.number, 4, cut_line(1, "score 1 points").pieces)
        return [first._replace(pieces=mistake.meant or ()), score]
    if mistake := said_in_heading(first):
        _report(first, mistake, report)
        return [first._replace(pieces=mistake.meant or ()), *lines[1:]]
    below = [line for line in lines[1:] if all(piece.kind in ("NAME", "STRING", ",") for piece in line.pieces)]
    if first.pieces[0].text != "names" or first.pieces[-1].kind != ":" or not below or len(below) < len(lines) - 1:
        return lines
    place = below[0].pieces
    message, remedy = "the names stand in one line with the word, parted by commas", "Put them behind the colon above."
    report(Code.SAID_OTHERWISE, below[0].number, place[0].column, place[-1].end, message, remedy)
    names = [
        piece for line in below for piece in (*(p for p in line.pieces if p.kind != ","), word(",", line.pieces[0]))
    ]
    return [first._replace(pieces=(*first.pieces, *names[:-1]))]


def _heading_misspelt(lines: list[Line], trouble: Trouble, report: Reporter) -> list[Line] | None:
    """The block does not fit its first line, which reads as the rule of a piece because its first word is wrong."""
    if not lines[0].pieces:
        return None
    heading = lines[0].pieces[0]
    start = Walk(trouble.begin.tables, [trouble.begin.tables.begin["start"]])
    if trouble.line == 0 or start.meant(heading) != "NAME":
        return None
    for better in heading_choices(heading.text, start.fits()):
        changed = [lines[0]._replace(pieces=(word(better, heading), *lines[0].pieces[1:])), *lines[1:]]
        after = first_trouble(start.tables, "start", changed)
        if after is None or after.line > trouble.line:
            message, remedy = "no line begins with this word", (f'Did you mean "{better}"?',)
            meant = changed[0].pieces
            mistake = Mistake(Code.UNKNOWN_WORD, heading.column, heading.end, message, remedy, meant)
            _report(lines[0], mistake, report)
            return changed
    return None


def _block_unfinished(lines: list[Line], trouble: Trouble, told: set[int], report: Reporter) -> None:
    """A block ends before all its lines are there; if its last one is faulty, that was told."""
    above = lines[min(trouble.line, len(lines)) - 1] if trouble.kind == "_DEDENT" else lines[-1]
    if above.number in told:
        return
    column = above.pieces[-1].end
    remedy = f"Here may stand: {alternatives(trouble.here.fits())}."
    report(Code.BLOCK_UNFINISHED, above.number, column, column + 1, "lines are missing below this one", remedy)


def _go_on(lines: list[Line], case: Case, mistake: Mistake) -> list[Line] | None:
    """Return the lines with the faulty one as it was meant, or replaced by a harmless one."""
    index = case.trouble.line
    if mistake.meant is not None and (case.passes(mistake.meant) or case.gets(mistake.meant) > case.at):
        return [*lines[:index], case.line._replace(pieces=mistake.meant), *lines[index + 1 :]]
    first = case.line.pieces[0].text
    for text in sorted(HARMLESS, key=lambda text: not text.startswith(first)):
        pieces = cut_line(1, text).pieces
        if case.passes(pieces):
            return [*lines[:index], case.line._replace(pieces=pieces), *lines[index + 1 :]]
    return None


def _block_missing(lines: list[Line], trouble: Trouble, told: set[int], report: Reporter) -> list[Line] | None:
    """A line ends with a colon and nothing is indented below it."""
    here = len(lines) if trouble.kind == "$END" else trouble.line
    above = lines[here - 1]
    if above.number not in told:
        last = above.pieces[-1]
        message = f"nothing is indented below this line: where are the lines of {noun(above)}?"
        remedy = f"Put {above.indent + 4} blanks before each line that belongs to it."
        report(Code.BLOCK_MISSING, above.number, last.column, last.end, message, remedy)
    for text in HARMLESS:
        filler = Line(above.number, above.indent + 4, cut_line(1, text).pieces)
        changed = [*lines[:here], filler, *lines[here:]]
        after = first_trouble(trouble.begin.tables, "start", changed)
        if after is None or after.line > here:
            told.add(above.number)
            return changed
    return None


def _block_without_colon(lines: list[Line], trouble: Trouble, told: set[int], report: Reporter) -> list[Line] | None:
    """Lines are indented below a line that does not end with a colon."""
    line, above = lines[trouble.line], lines[trouble.line - 1]
    pieces = (*above.pieces, Piece(":", ":", above.pieces[-1].end, above.pieces[-1].end + 1))
    changed = [*lines[: trouble.line - 1], above._replace(pieces=pieces), *lines[trouble.line :]]
    after = first_trouble(trouble.begin.tables, "start", changed)
    inside = after is None or after.line > trouble.line
    if not inside and _declares(trouble.begin.tables, line):
        message, remedy = "a declaration begins in column 1", "Put no blanks before it, and 4 before its own lines."
        report(Code.LINE_MISPLACED, line.number, line.pieces[0].column, line.pieces[0].end, message, remedy)
        return None
    if inside or (after is not None and after.line >= trouble.line):
        end = above.pieces[-1].end
        message = f"a colon belongs here: the lines below belong to {noun(above)}"
        _report(above, Mistake(Code.COLON_MISSING, end, end + 1, message, (), pieces), report)
        return changed
    if not told & {line.number, above.number}:
        message = "this line is further to the right than the one above, which has no lines of its own"
        report(
            Code.INDENTED_TOO_MUCH, line.number, 1, line.indent + 1, message, f"Put {above.indent} blanks before it."
        )
    told.add(line.number)
    return _moved_left(lines, trouble.line, line.indent - above.indent)


def _declares(tables: Tables, line: Line) -> bool:
    """Whether a line begins a declaration."""
    start = Walk(tables, [tables.begin["start"]])
    return start.meant(line.pieces[0]) != "NAME" and start.through(line.pieces) == len(line.pieces)


def _moved_left(lines: list[Line], start: int, by: int) -> list[Line]:
    """Return the lines with the block that begins at `start` moved to the left."""
    least, moved = lines[start].indent, list(lines)
    for index in range(start, len(lines)):
        if lines[index].indent < least:
            break
        moved[index] = lines[index]._replace(indent=lines[index].indent - by)
    return moved


def _fallback(case: Case) -> Mistake:
    """Say what could stand at the place, and how the sentence reads."""
    first = case.line.pieces[0]
    form = forms().get(first.text)
    reads = (f"The sentence reads: {form}",) if form and case.at else ()
    if case.piece and case.piece.text in MISFITS:
        reads = (MISFITS[case.piece.text], *reads)
    if case.piece is None:
        end = case.line.pieces[-1].end
        message = f"the sentence is not finished: {alternatives(case.fits - {'_NL'})} may follow"
        return Mistake(Code.SENTENCE_UNFINISHED, end, end + 1, message, reads)
    piece = case.piece
    if piece.kind == ":":
        message = "the sentence is not finished before the colon"
        may = f"Here may stand: {alternatives(case.fits)}."
        return Mistake(Code.SENTENCE_UNFINISHED, piece.column, piece.end, message, (may, *reads))
    message = "this does not fit here" if piece.kind != BAD else "this cannot be read"
    may = f"Here may stand: {alternatives(case.fits)}."
    return Mistake(Code.SENTENCE_NOT_UNDERSTOOD, piece.column, piece.end, message, (may, *reads))


def explain_value(tables: Tables, line: Line, report: Reporter) -> None:
    """Report what is wrong with a value in the braces of a text."""
    trouble = first_trouble(tables, "full", [line], layout=False)
    if trouble is None:
        return
    case = Case(trouble, line, False, trouble.here.fits(), "$END")
    mistake = next(tries(case), None) or _fallback(case)
    report(mistake.code, line.number, mistake.column, mistake.end, mistake.message, *mistake.remedy[:1])
