"""Texts with values in braces."""

from __future__ import annotations

import re

from rulewright.check import core as c
from rulewright.check.flow import Flow
from rulewright.check.scope import Scope
from rulewright.check.values import Faulty
from rulewright.diagnostics import Code, Span
from rulewright.syntax.expressions import Word
from rulewright.syntax.parser import parse_value

BRACES = re.compile(r"\{([^{}]*)\}")


class Texts(Flow):
    """Reads the values in the braces of texts, each with its exact place."""

    def text(self, word: Word, scope: Scope) -> c.Text:
        """Return the words and values of a text."""
        parts: list[str | c.Value] = []
        places: list[Span] = []
        end = 0
        for found in BRACES.finditer(word.text):
            if found.start() > end:
                parts.append(word.text[end : found.start()])
            span = _inside(word, found)
            value = self._braced(found.group(1), span, scope)
            if value is not None:
                parts.append(value)
                places.append(span)
            end = found.end()
        self._report_open(word)
        if end < len(word.text):
            parts.append(word.text[end:])
        return c.Text(tuple(parts), tuple(places))

    def _report_open(self, word: Word) -> None:
        """A brace without its partner."""
        alone = re.search(r"[{}]", BRACES.sub(lambda found: " " * len(found.group()), word.text))
        if alone is not None:
            start = word.span.column + 1 + alone.start()
            span = Span(word.span.file, word.span.line, start, word.span.line, start + 1)
            other = "closed" if alone.group() == "{" else "opened"
            remedy = "A value to be shown stands between { and }; a text cannot show braces themselves."
            self.world.findings.add(Code.BRACE_ALONE, span, f"this brace is not {other}", remedy)

    def _braced(self, text: str, span: Span, scope: Scope) -> c.Value | None:
        node = parse_value(text, span, self.world.findings)
        if node is None:
            return None
        try:
            return self.value(node, scope)
        except Faulty:
            return None


def _inside(word: Word, found: re.Match[str]) -> Span:
    """Return where the value between two braces stands."""
    start = word.span.column + 1 + found.start(1)
    return Span(word.span.file, word.span.line, start, word.span.line, start + len(found.group(1)))
