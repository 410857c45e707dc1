"""A finding as text: where it is, the source with a caret under the mistake, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from rulewright.diagnostics import Diagnostic, Span
from rulewright.phrasing import counted
from rulewright.report import late
from rulewright.report.layout import WIDTH, Paint, cells, fold, plain, tame


def render_all(
    findings: Sequence[Diagnostic], sources: Mapping[str, str] | None = None, paint: Paint = plain
) -> list[str]:
    """Return the lines for all findings of a run, with the count at the end."""
    known = dict(sources or {})
    lines: list[str] = []
    for finding in findings:
        lines += [*render(finding, known, paint), ""]
    return [*lines, *count(findings)]


def render(finding: Diagnostic, sources: dict[str, str], paint: Paint = plain) -> list[str]:
    """Return the lines for one finding. Files that `sources` does not hold are read, and added to it."""
    span = finding.span
    kind = paint("warning" if finding.severity == "warning" else "error", finding.severity)
    head = "  ".join(part for part in (paint("path", span.place), kind, finding.code) if part)
    if not shown(span, sources):
        return [head, *fold(finding.message, "   "), *advice(finding.remedy, "   ")]
    margin = " " * (len(str(span.line)) + 1)
    below = [f"{margin}|", *advice(finding.remedy, margin)] if finding.remedy else []
    return [head, f"{margin}|", *excerpt(span, finding.message, sources, paint), *below]


def count(findings: Sequence[Diagnostic]) -> list[str]:
    """Return the last line of a run: how many, and where to read more."""
    errors = sum(d.severity == "error" for d in findings)
    parts = [counted(errors, "error")] if errors else []
    if len(findings) > errors:
        parts.append(counted(len(findings) - errors, "warning"))
    if not findings:
        return ["No errors."]
    codes = {d.code for d in findings}
    which = "it" if len(codes) == 1 else "the first"
    return [f"{' and '.join(parts)}.  More about {which}: rulewright explain {findings[0].code}"]


def advice(remedy: Iterable[str], margin: str) -> list[str]:
    """Return the remedy, a paragraph each, under the source."""
    return [line for paragraph in remedy for line in fold(paragraph, margin)]


def shown(span: Span, sources: dict[str, str]) -> bool:
    """Tell whether the stretch can be shown; reads its file if need be."""
    if not span.line:
        return False
    if span.file not in sources:
        sources[span.file] = late.text.text_of_shown_file(span.file)
    return 0 < span.line <= len(_text_lines(sources[span.file]))


@lru_cache(maxsize=4)
def _text_lines(text: str) -> list[str]:
    return text.split("\n")


def excerpt(span: Span, message: str, sources: Mapping[str, str], paint: Paint) -> list[str]:
    """Return the line of the mistake, the line that opens its block, and the caret."""
    lines = _text_lines(sources[span.file])
    digits = len(str(span.line))
    above = opener(lines, span.line) if span.file.endswith(".rules") else 0
    text, start, length = window(lines[span.line - 1], span, WIDTH - digits - 3)
    shown_lines = []
    if above:
        shown_lines.append(numbered(above, lines[above - 1], digits))
    if above and above < span.line - 1:
        shown_lines.append("...")
    shown_lines.append(f"{span.line} | {text}".rstrip())
    return [*shown_lines, *pointer(message, start, length, digits, paint)]


def numbered(line: int, text: str, digits: int) -> str:
    """Return a source line with its number, cut at the right margin."""
    return f"{line:>{digits}} | {tame(text)[: WIDTH - digits - 3]}".rstrip()


def opener(lines: Sequence[str], line: int) -> int:
    """Return the number of the line that opens the block in which `line` stands, or 0 in column 1."""
    own = _indent(lines[line - 1])
    for number in range(line - 1, 0, -1):
        text = lines[number - 1].strip()
        if text and not text.startswith("#") and _indent(lines[number - 1]) < own:
            return number
    return 0


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())


def window(text: str, span: Span, room: int) -> tuple[str, int, int]:
    """Return the part of a line that holds the mistake, where the caret begins in it and how long it is."""
    first = max(0, span.column - 1)
    last = span.end_column - 1 if span.end_line == span.line else len(text.rstrip())
    cut = 0
    if max(first + 1, last) > room:
        cut = max(0, first - 20)
    part = tame(text[cut : cut + room])
    if cut:
        part = "..." + part[3:]
    begin = cells(part[: first - cut]) + max(0, first - cut - len(part))
    length = max(1, cells(part[first - cut : last - cut]))
    return part, begin, min(length, max(1, room - begin))


def pointer(message: str, start: int, length: int, digits: int, paint: Paint) -> list[str]:
    """Return the caret under the mistake with the message beside it, or below it where there is no room."""
    margin = " " * (digits + 1) + "| "
    message = tame(message)
    caret = margin + " " * start + paint("caret", "^" * length)
    used = len(margin) + start + length
    for gap in (min(2, digits), 1):
        if used + gap + len(message) <= WIDTH:
            return [caret + " " * gap + message]
    indent = margin + " " * (start if start + len(margin) < WIDTH // 2 else 0)
    return [caret, *fold(message, indent)]
