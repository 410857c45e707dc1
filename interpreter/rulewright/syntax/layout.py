"""Indentation and sizes of lines, checked before parsing: 4 blanks for each block, no tabs, no block too deep."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

from rulewright.diagnostics import Code, Edit, Findings, Fix, Span
from rulewright.diagnostics.limits import BLOCKS_DEEP, DIGITS, LINE_LETTERS, SENTENCE_WORDS
from rulewright.syntax.lines import NUMBERS, LexedLine, Lexeme


@dataclass(frozen=True, slots=True)
class Reporter:
    """Records findings in lines of a declaration with `above` lines over it."""

    file: str
    above: int
    findings: Findings
    rewritten: set[int] = field(default_factory=set)
    """Lines replaced by error recovery: their columns no longer match the file."""

    def __call__(
        self, code: Code, line: int, column: int, end: int, message: str, *remedy: str, fix: Fix | None = None
    ) -> None:
        """Record a finding."""
        self.findings.add(code, self.span(line, column, end), message, *remedy, fix=fix)

    def span(self, line: int, column: int, end: int) -> Span:
        """Return a stretch of a line of the declaration."""
        return Span(self.file, line + self.above, column, line + self.above, end)


def settle_indentation(lines: list[LexedLine], report: Reporter) -> list[LexedLine] | None:
    """Report wrong indentation and return the lines with the right one; None if the lines exceed a limit."""
    if not lines:
        return []
    for line in lines:
        if _too_big(line, report):
            return None
    lines = _without_tabs(lines, report)
    settled: list[LexedLine] = []
    levels = [(lines[0].indent, 0)]
    for line in lines:
        settled.append(line._replace(indent=_settled_indent(line, settled[-1] if settled else None, levels)))
    _report_indentation(lines, settled, report)
    return settled


def _without_tabs(lines: list[LexedLine], report: Reporter) -> list[LexedLine]:
    """Report the first line indented by tabs, and return the lines without such tabs."""
    tabbed = [line for line in lines if line.pieces[0].text == "\t"]
    if tabbed:
        first, place = tabbed[0], tabbed[0].pieces[0]
        message = "a tab stands before this line" + (" and before others below" if len(tabbed) > 1 else "")
        edits = tuple(Edit(report.span(line.number, 1, line.pieces[0].end), " " * line.indent) for line in tabbed)
        fix = Fix("Write blanks instead of tabs.", edits, safe=first is not lines[0])
        report(Code.TAB, first.number, place.column, place.end, message, TABS_REMEDY, fix=fix)
    return [line._replace(pieces=line.pieces[1:]) if line in tabbed else line for line in lines]


TABS_REMEDY = "Write 4 blanks for each tab in this file; most editors can do that for you."


def _too_big(line: LexedLine, report: Reporter) -> bool:
    if line.indent > 4 * BLOCKS_DEEP.most:
        first = line.pieces[0]
        report(
            Code.TOO_DEEP, line.number, first.column, first.end, f"more than {BLOCKS_DEEP.most} blocks in one another",
            "Make a step of the inner lines and write \"do\" with its name here.",
        )  # fmt: skip
        return True
    if too_long(line):
        report(Code.SENTENCE_TOO_LONG, line.number, line.indent + 1, line.indent + 2, *TOO_LONG_MESSAGE)
        return True
    large = too_large(line)
    if large is not None:
        report(Code.NUMBER_TOO_LARGE, line.number, large.column, large.end, *TOO_LARGE_MESSAGE)
    return large is not None


TOO_LONG_MESSAGE = (
    "this sentence is too long to be read aloud",
    'Cut it: "let NAME be ..." on lines above it, or a "value" with a name of its own.',
)


TOO_LARGE_MESSAGE = (f"a number has at most {DIGITS.most} digits", DIGITS.remedy)


def too_large(line: LexedLine) -> Lexeme | None:
    """Return the first number in a line that has too many digits."""
    numbers = (piece for piece in line.pieces if piece.kind in NUMBERS)
    return next((piece for piece in numbers if len(piece.text.lstrip("-")) > DIGITS.most), None)


def too_long(line: LexedLine) -> bool:
    """Return whether a line has too many characters, or too many words of the language."""
    return line.length > LINE_LETTERS.most or _count_language_words(line.pieces) > SENTENCE_WORDS.most


def _count_language_words(pieces: tuple[Lexeme, ...]) -> int:
    """Estimate the words of the language in a line: its signs, and names next to names, one of which is a word."""
    signs = sum(1 for piece in pieces if piece.kind not in ("NAME", *NUMBERS, "STRING", ","))
    return signs + sum(1 for left, right in pairwise(pieces) if left.kind == right.kind == "NAME")


def _settled_indent(line: LexedLine, above: LexedLine | None, levels: list[tuple[int, int]]) -> int:
    """Return the right indentation of a line; `levels` are the open blocks as (written, meant).

    Lines written with 0, 2, 2 and 6 blanks, of which the first and the third end with a colon, open blocks
    (0, 0), (2, 4), (6, 8), so they are meant to have 0, 4, 4 and 8. A line between two open blocks belongs to the
    nearer one: 5 blanks are meant as 8, and 3 as 4. Without a colon above it, a line opens a block only if it is
    4 or more blanks further to the right; otherwise it goes with the line above.
    """
    if above is None:
        return 0
    if line.indent == 0 and len(levels) > 1:
        del levels[2:]
        return levels[1][1]
    last = levels[-1]
    opens = above.pieces[-1].kind == ":"
    if opens and line.indent == last[0] > last[1]:
        levels.append((line.indent, last[1] + 4))
        return last[1] + 4
    if line.indent > last[0] and (opens or line.indent - last[0] >= 4):
        levels.append((line.indent, last[1] + 4))
        return last[1] + 4
    while len(levels) > 1 and line.indent < levels[-1][0]:
        last = levels.pop()
    if line.indent - levels[-1][0] >= last[0] - line.indent >= 0 and last[0] > levels[-1][0]:
        levels.append(last)
    return levels[-1][1]


def _report_indentation(lines: list[LexedLine], settled: list[LexedLine], report: Reporter) -> None:
    """Report each wrong indentation once; the fix of the first finding corrects all lines.

    It is safe if all these findings are in first lines of blocks, whose indentation is unambiguous unless it fits
    another block: then the line above may be the one that has lost blanks.
    """
    moved = [(line, to) for line, to in zip(lines, settled, strict=True) if line.indent != to.indent]
    blamed: dict[int, tuple[LexedLine, LexedLine]] = {}
    for line, to in moved:
        if line.indent not in blamed and (line.indent % 4 or not blamed):
            blamed[line.indent] = (line, to)
    edits = tuple(Edit(report.span(line.number, 1, line.pieces[0].column), " " * to.indent) for line, to in moved)
    safe = all(line.indent % 4 and _is_first(to, settled) for line, to in blamed.values())
    for number, (line, to) in enumerate(blamed.values()):
        if line.indent % 4:
            message = f"{_spelt_blanks(line.indent)} before this line; blocks are indented by 4, 8, 12 ... blanks"
        else:
            message = f"{_spelt_blanks(line.indent)} before this line; {_spelt_blanks(to.indent)} fit the line above"
        code = Code.INDENTED_TOO_MUCH if line.indent > to.indent else Code.INDENTED_TOO_LITTLE
        put = f"Put {_spelt_blanks(to.indent)} before"
        title = f"{put} this line." if len(edits) == 1 else "Put 4 blanks before the lines for each block they are in."
        fix = None if number else Fix(title, edits, safe)
        report(code, line.number, 1, line.indent + 1, message, f"{put} it.", fix=fix)


def _is_first(line: LexedLine, lines: list[LexedLine]) -> bool:
    """Return whether a line is the first of a block."""
    at = lines.index(line)
    return at > 0 and lines[at - 1].pieces[-1].kind == ":"


def _spelt_blanks(count: int) -> str:
    return {0: "no blanks", 1: "1 blank"}.get(count, f"{count} blanks")
