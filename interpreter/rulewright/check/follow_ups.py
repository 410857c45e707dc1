"""What can still be said about names when something was not read: what would only follow from that is left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.compose.composed import Composed, full_name
from rulewright.diagnostics import Code, Diagnostic, Findings, Span, nearest, words_in
from rulewright.syntax import declarations as d
from rulewright.syntax.expressions import Name, Word
from rulewright.syntax.inside import nodes_in

NAMES = frozenset((
    Code.UNKNOWN_NAME, Code.UNKNOWN_FACT, Code.UNKNOWN_SOURCE, Code.UNLISTED_PASSAGE, Code.DECLARED_TWICE,
    Code.NAME_BUILT_IN, Code.WORD_OF_THE_LANGUAGE,
))  # fmt: skip
"""Codes of mistakes in a single name. Whether a rule is reached, or of what kind a thing is, hangs on other rules."""


def lose_removed(rules: Composed, findings: Findings) -> None:
    """Note all words of what was taken away: where something else is wrong, perhaps something else was meant."""
    for _, span, _ in rules.removed:
        findings.lose(_text(rules, span))


def lose_faulty(rules: Composed, findings: Findings) -> None:
    """Note all words of the declarations that have a finding: what they declare may be missing now."""
    for finding in findings.found:
        for decl in rules.declarations:
            if _within(finding.span, decl.span):
                findings.lose(_text(rules, decl.span))


def add_names(found: Iterable[Diagnostic], lost: set[str], rules: Composed, findings: Findings) -> None:
    """Add the mistakes in names that are no consequence of a mistake known already, or of words that were lost."""
    told = {(known.span.file, known.span.line) for known in findings.found if known.severity == "error"}
    for each in found:
        if each.code not in NAMES or each.span.file not in rules.files or (each.span.file, each.span.line) in told:
            continue
        if not words_in(_text(rules, each.span)) & lost:
            findings.add(each.code, each.span, each.message, *each.remedy, severity=each.severity)


def without_echoes(rules: Composed, findings: Findings) -> None:
    """Drop what only follows from a mistake in another rule: that something is not reached which others speak of."""
    if all(each.code in ECHOES for each in findings.errors):
        return
    unknown = [_text(rules, each.span) for each in findings.found if each.code == Code.UNKNOWN_NAME]
    spoken = {word.text for decl in rules.declarations for word in _spoken(decl)}
    meant = {nearest(word, [_own(decl) for decl in rules.declarations]) for word in unknown}
    findings.found[:] = [
        each for each in findings.found
        if each.code not in ECHOES or (each.code != Code.RULE_MISSING and _text(rules, each.span) not in spoken | meant)
    ]  # fmt: skip


ECHOES = (Code.NEVER_REACHED, Code.RULING_UNUSED, Code.RULE_MISSING)
"""Codes that say that nothing leads to a rule."""


def _own(decl: d.Decl) -> str:
    return full_name(decl).rpartition(".")[2]


def _spoken(decl: d.Decl) -> Iterator[Word | Name]:
    """Yield every word of a declaration but its own name."""
    own = getattr(decl, "name", None)
    yield from (node for node in nodes_in(decl) if isinstance(node, Word | Name) and node is not own)


def _within(inner: Span, outer: Span) -> bool:
    return inner.file == outer.file and outer.line <= inner.line <= outer.end_line


def _text(rules: Composed, span: Span) -> str:
    """Return what is written at a place of a rule file."""
    lines = rules.files.get(span.file, "").split("\n")[span.line - 1 : span.end_line]
    if not lines:
        return ""
    lines[-1] = lines[-1][: span.end_column - 1]
    lines[0] = lines[0][span.column - 1 :]
    return "\n".join(lines)
