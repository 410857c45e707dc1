"""Mistakes that only follow from others: what is still said about names where something could not be read.

A declaration with a mistake may declare any name that stands in it. Such names are *lost*: they have the error type,
and nothing says that they are unknown.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from rulewright.compose.composed import Composed
from rulewright.diagnostics import Code, Diagnostic, Findings, Span, words_in
from rulewright.syntax import declarations as d

NAME_CODES = frozenset((
    Code.UNKNOWN_NAME, Code.UNKNOWN_FACT, Code.UNKNOWN_SOURCE, Code.UNLISTED_PASSAGE, Code.DECLARED_TWICE,
    Code.NAME_BUILT_IN, Code.WORD_OF_THE_LANGUAGE,
))  # fmt: skip
"""Codes of mistakes in a single name. Whether a rule is reached, or of what kind a thing is, hangs on other rules."""


def lost_names(rules: Composed, findings: Findings) -> set[str]:
    """Return the names in what could not be read or was removed: perhaps something else was meant to be."""
    return findings.lost.union(*(words_in(words_at(rules, span)) for _, span, _ in rules.removed))


def faulty_names(rules: Composed, found: Iterable[Diagnostic]) -> set[str]:
    """Return the names in the declarations that have a finding: what they declare may be missing now."""
    decls = declarations_by_line(rules)
    faulty = filter(None, (decls.get((one.span.file, one.span.line)) for one in found))
    return {word for decl in faulty for word in words_in(words_at(rules, decl.span))}


def add_names(found: Iterable[Diagnostic], rules: Composed, findings: Findings) -> None:
    """Add the mistakes in names that are no consequence of a mistake in the same line."""
    told = {(known.span.file, known.span.line) for known in findings.errors}
    for one in found:
        if one.code in NAME_CODES and one.span.file in rules.files and (one.span.file, one.span.line) not in told:
            findings.put(one)


def words_at(rules: Composed, span: Span) -> str:
    """Return what is written at a place of a rule file."""
    lines = _lines(rules.files.get(span.file, ""))[span.line - 1 : span.end_line]
    if not lines:
        return ""
    lines[-1] = lines[-1][: span.end_column - 1]
    lines[0] = lines[0][span.column - 1 :]
    return "\n".join(lines)


@lru_cache(4)
def _lines(text: str) -> list[str]:
    return text.split("\n")


def declarations_by_line(rules: Composed) -> dict[tuple[str, int], d.Decl]:
    """Return the declaration that each line of the rule files belongs to."""
    spans = ((decl, decl.span) for decl in reversed(rules.declarations))
    return {(at.file, line): decl for decl, at in spans for line in range(at.line, at.end_line + 1)}
