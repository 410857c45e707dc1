"""Texts with values in braces, each with its exact place."""

from __future__ import annotations

import re
from functools import lru_cache

from rulewright.check import core as c
from rulewright.check.resolve.context import Context, Scope
from rulewright.diagnostics import Code, Findings, Span
from rulewright.source.languages import phrases
from rulewright.syntax.expressions import Expr, Word
from rulewright.syntax.parser import parse_value

BRACES = re.compile(r"\{([^{}]*)\}")


def own_text(language: str, name: str, **filled: str) -> c.Text:
    """Return a text that the interpreter itself gives in a language, where the rules give none."""
    return c.Text((phrases(language)[name].format(**filled),))


def text(ctx: Context, word: Word, scope: Scope) -> c.Text:
    """Return the words and values of a text."""
    written, findings = _parse_text(word)
    ctx.findings.take(findings)
    parts = [part if isinstance(part, str) else _shown(ctx, part[0], scope) for part in written]
    return c.Text(tuple(parts), tuple(part[1] for part in written if not isinstance(part, str)))


def _shown(ctx: Context, node: Expr, scope: Scope) -> c.Value:
    value = ctx.value(node, scope)
    if value.type.how != "truth":
        return value
    message, remedy = (
        "a text shows a number, a thing or things, and this is yes or no",
        'Write two lines under an "if".',
    )
    return ctx.fail(Code.WRONG_KIND, node.span, message, remedy)


@lru_cache(4096)
def _parse_text(word: Word) -> tuple[list[str | tuple[Expr, Span]], Findings]:
    """Return the words of a text and the values in its braces with their places, and what is wrong with its braces."""
    parts: list[str | tuple[Expr, Span]] = []
    findings, end = Findings(), 0
    for found in BRACES.finditer(word.text):
        if found.start() > end:
            parts.append(word.text[end : found.start()])
        span = _span_in_braces(word, found)
        node = parse_value(found.group(1), span, findings)
        if node is not None:
            parts.append((node, span))
        end = found.end()
    _report_open(word, findings)
    if end < len(word.text):
        parts.append(word.text[end:])
    return parts, findings


def _report_open(word: Word, findings: Findings) -> None:
    """A brace without its partner."""
    alone = re.search(r"[{}]", BRACES.sub(lambda found: " " * len(found.group()), word.text))
    if alone is not None:
        start = word.span.column + 1 + alone.start()
        span = Span(word.span.file, word.span.line, start, word.span.line, start + 1)
        other = "closed" if alone.group() == "{" else "opened"
        remedy = "A value to be shown stands between { and }; a text cannot show braces themselves."
        findings.add(Code.BRACE_ALONE, span, f"this brace is not {other}", remedy)


def _span_in_braces(word: Word, found: re.Match[str]) -> Span:
    """Return the span of the value between two braces."""
    start = word.span.column + 1 + found.start(1)
    return Span(word.span.file, word.span.line, start, word.span.line, start + len(found.group(1)))
