"""Where something is printed: a source and one of its passages, checked against what the manifest lists."""

from __future__ import annotations

import re
from collections.abc import Collection as Listed
from collections.abc import Mapping as Table

from rulewright.diagnostics import Code, Findings, Span
from rulewright.diagnostics.similar import did_you_mean
from rulewright.frozen import frozen_class
from rulewright.source.nodes import LocatedText, Mapping, Scalar, YamlNode

_FORM = re.compile(r'\s*([^\s"]+)\s+"([^"]+)"\s*')


@frozen_class
class Citation:
    """A passage of a source."""

    source: LocatedText
    passage: LocatedText
    span: Span

    def __str__(self) -> str:
        return f'{self.source.text} "{self.passage.text}"'


Passages = Table[str, Listed[str]]
"""The passages of each source by the source's short name."""


MOST_LISTED = 12
"""The maximum number of passages listed in a message."""


def read_citation(node: YamlNode | None, findings: Findings) -> Citation | None:
    """Return what a text like `rulebook "Set-up"` cites; None when there is no such text."""
    if not isinstance(node, Scalar):
        return None
    found = _FORM.fullmatch(node.text)
    if found is None:
        remedy = "Write the source's short name and then the passage in quotation marks: 'rulebook \"Set-up\"'."
        findings.add(Code.CITATION_FORM, node.span, "this does not say which passage of which source", remedy)
        return None
    source, passage = (LocatedText(_span_of_part(node, *found.span(group)), found.group(group)) for group in (1, 2))
    return Citation(source, passage, node.span)


def check_citation(source: LocatedText, passage: LocatedText, listed: Passages, findings: Findings) -> None:
    """Report a source that ruleset.yaml does not name, or a passage that it does not list."""
    if source.text not in listed:
        names = ", ".join(sorted(listed)) or "none"
        remedy = did_you_mean(source.text, listed) or (f"Sources are listed in ruleset.yaml: {names}.",)
        findings.add(Code.UNKNOWN_SOURCE, source.span, f'there is no source "{source.text}"', *remedy)
    elif passage.text not in listed[source.text]:
        names = "; ".join(sorted(listed[source.text])[:MOST_LISTED])
        other = (
            f"Listed are: {names}.",
            f"A passage that is missing there is added to ruleset.yaml under {source.text}.",
        )
        remedy = did_you_mean(passage.text, listed[source.text]) or other
        findings.add(Code.UNLISTED_PASSAGE, passage.span, f'"{source.text}" lists no such passage', *remedy)


def _span_of_part(node: Scalar, start: int, end: int) -> Span:
    """Return the place of a part of a text, or of all of it when it is not written as it is read."""
    span, quote = node.span, 0 if node.style == "plain" else 1
    as_written = span.line == span.end_line and span.end_column - span.column == len(node.text) + 2 * quote
    if not as_written:
        return span
    first = span.column + quote
    return Span(span.file, span.line, first + start, span.line, first + end)


def reason_assumed(entry: Mapping) -> str | None:
    """Return why an entry is assumed, all of it or how many there are; None when it is not."""
    node = entry.get("assumed") or entry.get("assumed-count")
    return node.text if isinstance(node, Scalar) else None
