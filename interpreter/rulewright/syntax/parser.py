"""The parser of rule files: from text to declarations.

A file is split at the lines that begin in column 1. Each part is one declaration and is parsed on its own, so an error
in one never hides an error in another, and after an edit only the edited declaration is parsed again.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from rulewright.diagnostics import Code, Edit, Findings, Fix, Span
from rulewright.diagnostics.limits import DECLARATIONS, MISTAKES
from rulewright.source.remembering import remembered
from rulewright.syntax import late
from rulewright.syntax.build_declarations import DeclarationBuilder
from rulewright.syntax.declarations import Decl
from rulewright.syntax.expressions import Expr
from rulewright.syntax.lalr import LalrParser, UnexpectedLexeme
from rulewright.syntax.layout import (
    TOO_LARGE_MESSAGE,
    TOO_LONG_MESSAGE,
    Reporter,
    settle_indentation,
    too_large,
    too_long,
)
from rulewright.syntax.lines import LexedLine, cut_line, cut_lines
from rulewright.syntax.parse_cache import ParseCache, key_of
from rulewright.syntax.probe import first_failure
from rulewright.syntax.reduce_actions import ReduceAction, reduce_actions
from rulewright.syntax.sentence_words import statement_words
from rulewright.syntax.tables import grammar, tables

__all__ = [
    "declaration_texts", "declared_at", "explain_meaning", "grammar", "parse", "parse_declaration", "parse_value",
    "with_verbs",
]  # fmt: skip

ONLY_DECLARE = frozenset(("each", "figure", "game", "menu", "names", "phase", "piece", "scoring", "step", "value"))
"""Words that begin declarations, and no line of a block that a declaration without one could have."""
MAX_JOINED = 4
"""The deepest block, counted from 1, that a line without indentation is tried in."""

NAMES_TOO = frozenset(("after", "all", "let", "like", "that"))
"""Words of the language that may also be names where one of them may stand."""
_VERB = re.compile(r"^value ([a-z][a-z0-9-]*) of [a-z][a-z0-9-]* \(", re.MULTILINE)


@lru_cache(maxsize=1)
def _stray_line_pattern() -> re.Pattern[str]:
    """Return a pattern for lines of a block that lost their indentation: they are parsed with the lines above.

    "end" is none of these words: people begin declarations with "end of the game:".
    """
    words = "|".join(sorted({*statement_words(), "cites", "rests"} - {"end"}))
    return re.compile(rf"(?:{words})\b(?!-)(?! [a-z0-9-]+(?: \"[^\"]*\")?:)")


@lru_cache(maxsize=1)
def _reduce_actions() -> list[ReduceAction]:
    return reduce_actions(tables(), DeclarationBuilder())


def declared_verbs(text: str) -> frozenset[str]:
    """Return the values of a rule file that may stand between two things: `tile fits cell`."""
    return frozenset(_VERB.findall(text))


def declaration_texts(text: str) -> Iterator[tuple[int, str]]:
    """Yield each declaration's text with the number of lines above it."""
    lines, stray = text.split("\n"), _stray_line_pattern().match
    start = 0
    for number, line in enumerate(lines):
        if number > start and line[:1].strip() and line[0] != "#" and not stray(line):
            yield start, "\n".join(lines[start:number])
            start = number
    yield start, "\n".join(lines[start:])


def declared_at(lines: Sequence[str], first: int) -> list[str]:
    """Return the lines of the declaration that begins in a line (counted from 1): all that is indented further."""
    own = _is_indented(lines[first - 1])
    last = first
    while last < len(lines) and (not lines[last].strip() or _is_indented(lines[last]) > own):
        last += 1
    text = list(lines[first - 1 : last])
    while text and not text[-1].strip():
        text.pop()
    return text


def _is_indented(line: str) -> int:
    return len(line) - len(line.lstrip(" \t"))


class FilePart(NamedTuple):
    """A declaration's text, the number of lines above it, its nodes and its findings."""

    above: int
    text: str
    read: tuple[Decl, ...]
    own: Findings


@remembered
def parse(file: str, text: str, findings: Findings) -> tuple[Decl, ...]:
    """Return the declarations of a rule file. Syntax errors become findings, and are parsed as they were meant."""
    cached, parts, wrong, verbs = ParseCache(file), list[FilePart](), 0, declared_verbs(text)
    for above, piece in declaration_texts(text.removeprefix("\ufeff").replace("\r\n", "\n")):
        if wrong >= MISTAKES.most or len(parts) >= DECLARATIONS.most:
            own = Findings()
            _report_stop(file, above, wrong, own)
            parts.append(FilePart(above, piece, (), own))
            break
        part = _parse_part(file, above, piece, cached, verbs)
        joined = _joined_parts(file, parts[-1], part) if parts and part.own.found else None
        wrong += len(part.own.found)
        if joined is not None:
            wrong += len(joined.own.found) - len(parts[-1].own.found) - len(part.own.found)
            parts[-1] = joined
        else:
            parts.append(part)
    for part in parts:
        findings.take(part.own)
    findings.keep_first(file, Code.TAB)
    cached.save()
    return tuple(decl for part in parts for decl in part.read)


def _parse_part(file: str, above: int, piece: str, cached: ParseCache, verbs: frozenset[str]) -> FilePart:
    key, own = key_of(piece), Findings()
    read = cached.find(key, above)
    if read is None:
        read = parse_declaration(file, above, piece, own, verbs)
        if not own.found:
            cached.keep(key, above, read)
    return FilePart(above, piece, read, own)


def _joined_parts(file: str, before: FilePart, part: FilePart) -> FilePart | None:
    """Return two parts as one, if the second one only lost the indentation of its first line."""
    if part.text.partition(" ")[0].rstrip(":") in ONLY_DECLARE:
        return None
    known = {finding.span for finding in before.own.found}
    for blanks in range(4, 4 * MAX_JOINED + 1, 4):
        text, own = f"{before.text}\n{' ' * blanks}{part.text}", Findings()
        read = parse_declaration(file, before.above, text, own)
        if all(finding.span in known for finding in own.found):
            span = Span(file, part.above + 1, 1, part.above + 1, 2)
            message = "no blanks before this line, which belongs to those above it"
            fix = Fix(f"Put {blanks} blanks before this line.", (Edit(span._replace(end_column=1), " " * blanks),))
            own.add(Code.INDENTED_TOO_LITTLE, span, message, f"Put {blanks} blanks before it.", fix=fix)
            return FilePart(before.above, text, read, own)
    return None


def _report_stop(file: str, above: int, wrong: int, findings: Findings) -> None:
    limit = MISTAKES if wrong >= MISTAKES.most else DECLARATIONS
    message = f"{limit.most:,} {limit.of} above: the file is not read from here on"
    findings.add(limit.code, Span(file, above + 1, 1, above + 1, 2), message)
    findings.blind = limit is DECLARATIONS


def parse_declaration(
    file: str, above: int, piece: str, findings: Findings, verbs: frozenset[str] = frozenset()
) -> tuple[Decl, ...]:
    """Parse one part of a file that has `above` lines over it; `verbs` are those that the file declares."""
    lines, known = cut_lines(piece), len(findings.found)
    report = Reporter(file, above, findings)
    meant = settle_indentation(lines, report)
    found: tuple[Decl, ...] | None = None
    if meant is not None:
        try:
            found = _read_declarations(file, above, meant, verbs)
        except UnexpectedLexeme:
            meant = late.recover.explain_declaration(tables(), with_verbs(meant, verbs, False), report)
            found = _read_declarations(file, above, meant, verbs) if meant is not None else None
    if found is None:
        findings.lose(piece)
    for finding in findings.found[known:]:
        findings.lose(piece.split("\n")[finding.span.line - above - 1])
    return found or ()


def _read_declarations(file: str, above: int, lines: list[LexedLine], verbs: frozenset[str]) -> tuple[Decl, ...]:
    """Parse lines, if need be with names as verbs; whether there are verbs of these names, the checker says."""
    found: tuple[Decl, ...]
    try:
        found = _parse_lines("start", file, above, lines, True)
    except UnexpectedLexeme:
        found = _parse_lines("start", file, above, with_verbs(lines, verbs), True)
    return found


def with_verbs(lines: list[LexedLine], verbs: Container[str] = frozenset(), names: bool = True) -> list[LexedLine]:
    """Return lines in which a name that does not fit is a verb, if it fits as one and is known.

    In `if tile fits cell:` that is `fits`, since nothing else may stand between two things. A word of the language may
    be a verb, too: in `if plot takes seed:` the sentence `plot takes 2 coins` is not possible. Some words are names
    where they do not fit as words: `that` in `take that coins`.
    """
    failure = first_failure(tables(), "start", lines)
    while failure is not None and failure.kind not in ("_INDENT", "_DEDENT", "$END"):
        before, at, pieces = failure, failure.at, lines[failure.line].pieces
        text = pieces[at].text if failure.kind == "NAME" else ""
        tried = [at] if text in verbs or (text and names and text not in tables().words) else []
        tried += [i for i in range(len(pieces[: at + 1]) - 1, -1, -1) if pieces[i].text in NAMES_TOO]
        for index in tried:
            meant = pieces[index]._replace(kind="VERB") if index == at else pieces[index]._replace(plain=True)
            line = lines[before.line]._replace(pieces=(*pieces[:index], meant, *pieces[index + 1 :]))
            changed = [*lines[: before.line], line, *lines[before.line + 1 :]]
            failure = first_failure(tables(), "start", changed)
            if failure is None or (failure.line, failure.at) > (before.line, at):
                lines = changed
                break
        else:
            break
    return lines


def explain_meaning(text: str, span: Span, findings: Findings, verb: bool) -> bool:
    """Report the near miss at a place of a file that can be parsed, but means nothing; return whether there is one."""
    above, piece = max(part for part in declaration_texts(text) if part[0] < span.line)
    lines, report = cut_lines(piece), Reporter(span.file, above, findings)
    return late.recover.explain_meaning(tables(), lines, span.line - above, span.column, report, verb)


def parse_value(text: str, span: Span, findings: Findings) -> Expr | None:
    """Parse the value in the braces of a text, which is at `span`; errors become findings."""
    if not text.strip():
        findings.add(Code.BRACES_EMPTY, span, "nothing stands between these braces", "Write a name or a value there.")
        return None
    line, report = cut_line(1, text, 0, span.column - 1), Reporter(span.file, span.line - 1, findings)
    if too_long(line):
        findings.add(Code.SENTENCE_TOO_LONG, span, *TOO_LONG_MESSAGE)
        return None
    if too_large(line):
        findings.add(Code.NUMBER_TOO_LARGE, span, *TOO_LARGE_MESSAGE)
        return None
    try:
        found: Expr = _parse_lines("full", span.file, span.line - 1, [line], False)
        return found
    except UnexpectedLexeme:
        late.recover.explain_value(tables(), line, report)
        return None


def _parse_lines(start: str, file: str, above: int, lines: list[LexedLine], layout: bool) -> Any:
    return LalrParser(tables(), _reduce_actions(), file, above).read(start, lines, layout)
