"""Texts with values in braces, each with its exact place."""

from __future__ import annotations

import re

from rulewright.check import core as c
from rulewright.check.resolve.context import Context, Scope
from rulewright.diagnostics import Code, Span
from rulewright.source.languages import phrases
from rulewright.syntax.expressions import Word
from rulewright.syntax.parser import parse_value

BRACES = re.compile(r"\{([^{}]*)\}")


def own_text(language: str, name: str, **filled: str) -> c.Text:
    """Return a text that the interpreter itself gives in a language, where the rules give none."""
    return c.Text((phrases(language)[name].format(**filled),))


def text(ctx: Context, word: Word, scope: Scope) -> c.Text:
    """Return the words and values of a text."""
    parts: list[str | c.Value] = []
    places: list[Span] = []
    end = 0
    for found in BRACES.finditer(word.text):
        if found.start() > end:
            parts.append(word.text[end : found.start()])
        span = _inside(word, found)
        node = parse_value(found.group(1), span, ctx.findings)
        if node is not None:
            parts.append(ctx.value(node, scope))
            places.append(span)
        end = found.end()
    _report_open(ctx, word)
    if end < len(word.text):
        parts.append(word.text[end:])
    return c.Text(tuple(parts), tuple(places))


def _report_open(ctx: Context, word: Word) -> None:
    """A brace without its partner."""
    alone = re.search(r"[{}]", BRACES.sub(lambda found: " " * len(found.group()), word.text))
    if alone is not None:
        start = word.span.column + 1 + alone.start()
        span = Span(word.span.file, word.span.line, start, word.span.line, start + 1)
        other = "closed" if alone.group() == "{" else "opened"
        remedy = "A value to be shown stands between { and }; a text cannot show braces themselves."
        ctx.findings.add(Code.BRACE_ALONE, span, f"this brace is not {other}", remedy)


def _inside(word: Word, found: re.Match[str]) -> Span:
    """Return the span of the value between two braces."""
    start = word.span.column + 1 + found.start(1)
    return Span(word.span.file, word.span.line, start, word.span.line, start + len(found.group(1)))
