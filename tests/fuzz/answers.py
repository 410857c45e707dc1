"""What must be true of every diagnostic: a place in a file, words of a games table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tests.fuzz.seeds import Files

from rulewright.diagnostics import Diagnostic
from rulewright.report.diagnostics_text import render_all
from rulewright.source import locate

JARGON = re.compile(
    r"\b(token|identifier|parameter|argument|statement|procedure|arity|symbol|expression|boolean|integer|null|domain"
    r"|None(?! (?:is|are|of)\b)|NoneType|Traceback|dataclass|namespace|EOF|DEDENT|INDENT|regex|NAME_|_NL)\b"
    r"|object at 0x|<class|\bc\.[A-Z]"
)


@dataclass(frozen=True, slots=True)
class Wrong:
    """What is wrong with an answer: a category, by which failures are grouped, and a full description."""

    sort: str
    story: str
    files: Files | None = None
    """The input, where it is another than the one that was tried: a command among the files it was given for."""


PLACELESS = frozenset({"game-missing", "unknown-ruleset", "place-full", "nothing-there"})
"""Codes of mistakes that stand in no line: what is missing altogether, and what goes wrong in play between lines."""


def wrong_with(findings: Sequence[Diagnostic], folder: Path) -> Iterator[str]:
    """Yield what is wrong with the findings of a run; words that the files themselves use are no jargon."""
    own = {word for path in folder.rglob("*.*") for word in re.findall(rb"\w+", path.read_bytes())}
    for finding in findings:
        edits = finding.fix.edits if finding.fix else ()
        edited = (wrong for edit in edits for wrong in _place(replace(finding, span=edit.span)))
        for wrong in (*_place(finding), *_texts(finding, own), *(f"an edit at {wrong}" for wrong in edited)):
            yield f"{wrong}: {finding.code} {finding.span} {finding.message!r} {finding.remedy}"
    for line in render_all(findings):
        if "\n" in line or len(line) > 200:
            yield f"a line that is no line: {line!r}"


def _place(finding: Diagnostic) -> Iterator[str]:
    span = finding.span
    if not span.line:
        if finding.code not in PLACELESS and (span.file == "" or not Path(span.file).exists()):
            yield f"no place ({finding.code})"
        return
    path = locate(span.file)
    if path is None:
        if finding.code == "unreadable-file":
            return
        yield f"a file that is not there ({finding.code})"
        return
    lines = path.read_bytes().decode("utf-8", "replace").replace("\r\n", "\n").split("\n")
    end = len(lines[span.line - 1]) if span.line <= len(lines) else -2
    if (span.line, span.column) != (1, 1) and not (1 <= span.line <= len(lines) and 1 <= span.column <= end + 1):
        yield f"a place outside of its file ({finding.code})"
    if (span.end_line, span.end_column) < (span.line, span.column) or span.end_line > len(lines) + 1:
        yield f"an end outside of its file ({finding.code})"


def _texts(finding: Diagnostic, own: set[bytes]) -> Iterator[str]:
    text = " ".join((finding.message, *finding.remedy))
    unquoted = re.sub(r'"[^"]*"|“[^”]*”|\bhere: [^.]*', "", text)
    found = JARGON.search(unquoted)
    if found and found[0].encode() not in own:
        yield f"jargon ({finding.code}, {found[0]})"
    if not finding.message.strip() or "\n" in text or len(text) > 1500:
        yield f"no sentence ({finding.code})"
