"""Diagnostics: findings with their spans, remedies and fixes, as every stage reports them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from rulewright.diagnostics.codes import Code, Severity
from rulewright.frozen import frozen_class


class Span(NamedTuple):
    """A range of a file. Lines and columns count from 1; the end column is exclusive."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def to(self, other: Span) -> Span:
        """Return the span from the start of this one to the end of `other`."""
        return Span(self.file, self.line, self.column, other.end_line, other.end_column)

    @property
    def place(self) -> str:
        """The position in one piece, so that an editor opens it on a click: `file:line:column`, or the file alone."""
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file


_WORD = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")


def words_in(text: str) -> set[str]:
    """Return every word of a text that could be a name."""
    return set(_WORD.findall(text))


NOWHERE = Span("", 0, 0, 0, 0)


class Edit(NamedTuple):
    """The replacement of a span (if empty: an insertion) by a text (if empty: a deletion)."""

    span: Span
    text: str


@frozen_class
class Fix:
    """Edits that remove a finding when all of them are applied; `title` says in a sentence what they do.

    A safe fix leaves nothing to decide: it removes the finding, adds no error, and what was written has no second
    reading.
    """

    title: str
    edits: tuple[Edit, ...]
    safe: bool = False

    def overlaps(self, other: Fix) -> bool:
        """Whether both change the same character, or insert at the same place."""
        return any(_spans_overlap(one.span, two.span) for one in self.edits for two in other.edits)


def _spans_overlap(one: Span, other: Span) -> bool:
    if one.file != other.file:
        return False
    return one[1:3] == other[1:3] or (one[1:3] < other[3:] and other[1:3] < one[3:])


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """Return a text with edits applied, which must not overlap; line endings are preserved."""
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    for span, new in sorted(edits, reverse=True):
        start, end = starts[span.line - 1] + span.column - 1, starts[span.end_line - 1] + span.end_column - 1
        text = text[:start] + new + text[end:]
    return text


class Suggestion(str):
    """A remedy that says what to write, so that it can be put in place of what was written.

    `safe` is that of the fix: whether nothing else can be meant.
    """

    old: str
    new: str
    safe: bool

    def __new__(cls, line: str, old: str, new: str, safe: bool = False) -> Suggestion:
        """Return a line of advice to write `new` instead of `old`."""
        self = str.__new__(cls, line)
        self.old, self.new, self.safe = old, new, safe
        return self

    def fix(self, span: Span) -> Fix | None:
        """Return the fix of a finding whose span is `old`, with or without quotation marks; None for other spans."""
        around = span.end_column - span.column - len(self.old)
        if span.line != span.end_line or around not in (0, 2):
            return None
        span = span._replace(column=span.column + around // 2, end_column=span.end_column - around // 2)
        return Fix(title_of(self.old, self.new), (Edit(span, self.new),), self.safe)


def title_of(old: str, new: str) -> str:
    """Return what a fix does that writes a text, perhaps none, instead of another one."""
    if old.strip('"') != new.strip('"'):  # else they differ by quotation marks alone, and stand as they are written
        old, new = (text if text.startswith('"') else f'"{text}"' if text else "" for text in (old, new))
    if not new:
        return f"Leave out {old}."
    return f"Write {new} instead of {old}." if old else f"Add {new}."


@frozen_class
class Diagnostic:
    """A finding: its code, its span, what is wrong, and what to do about it.

    `message` is printed beside the caret; `remedy` are the lines below the shown source. `fix` is how to correct it.
    """

    code: Code
    span: Span
    message: str
    remedy: tuple[str, ...] = ()
    severity: Severity = "error"
    fix: Fix | None = None

    @property
    def place(self) -> str:
        """The position: `file:line:column`, or the file alone."""
        return self.span.place

    def __post_init__(self) -> None:
        """Shorten long quotations, and replace line breaks and control characters.

        The name of the file can be seen.
        """
        if not self.span.file.isprintable():
            object.__setattr__(self, "span", self.span._replace(file=escape_invisible(self.span.file)))
        object.__setattr__(self, "message", _is_quotable(self.message))
        object.__setattr__(self, "remedy", tuple(_is_quotable(line) for line in self.remedy))


def escape_invisible(text: str) -> str:
    """Return a text with non-printable characters escaped, as in `\\x1b`.

    File names may contain control sequences for terminals, which must not be printed.
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


_TOO_LONG = re.compile(r"(\S{60})\S{240,}")
_LONGEST = 1_000
"""Letters of a message: a list of names that somebody made up can have any length."""


def _is_quotable(text: str) -> str:
    short = _TOO_LONG.sub(r"\1…", escape_invisible(text.replace("\n", " ").replace("\t", " ")))
    return short if len(short) <= _LONGEST else f"{short[:_LONGEST]} …"


class RulesError(Exception):
    """Raised at a stage's end when its findings make the next stage impossible."""

    def __init__(self, findings: tuple[Diagnostic, ...]) -> None:
        super().__init__("; ".join(f"{finding.place}: {finding.message} ({finding.code})" for finding in findings))
        self.findings = findings


@dataclass(slots=True)
class Findings:
    """Collects the diagnostics of a stage, one per start of a span, and raises them together."""

    found: list[Diagnostic] = field(default_factory=list)
    lost: set[str] = field(default_factory=set)
    """Words of what could not be read: a name among them may be declared there, so nobody says that it is unknown."""
    blind: bool = False
    """Whether something could not be read at all, so that nothing can be said about names."""
    notes: dict[str, str] = field(default_factory=dict)
    """By file, a note for every finding there: how the examined ruleset comes to extend it."""
    _places: set[tuple[str, int, int]] = field(default_factory=set)

    def copy(self) -> Findings:
        """Return an independent copy."""
        return Findings(list(self.found), set(self.lost), self.blind, dict(self.notes), set(self._places))

    def keep_first(self, file: str, code: Code) -> None:
        """Keep only the first finding of a code in a file, with the edits of all."""
        same = [one for one in self.found if one.code == code and one.span.file == file]
        edits = tuple(edit for one in same if one.fix for edit in one.fix.edits)
        self.found[:] = [one for one in self.found if one not in same[1:]]
        if same and same[0].fix:
            safe = all(one.fix.safe for one in same if one.fix)
            self.found[self.found.index(same[0])] = replace(same[0], fix=replace(same[0].fix, edits=edits, safe=safe))

    def take(self, other: Findings) -> None:
        """Add all findings of another collection."""
        for one in other.found:
            self.put(one)
        self.lost |= other.lost
        self.blind = self.blind or other.blind

    def lose(self, text: str) -> None:
        """Note a text that could not be read, so that nothing which follows from it is reported."""
        self.lost |= words_in(text)

    def add(
        self, code: Code, span: Span, message: str, *remedy: str,
        severity: Severity | None = None, fix: Fix | None = None,
    ) -> None:  # fmt: skip
        """Record a finding, unless one with the same start of span is recorded: the second is a consequence.

        Without `fix`, it is that of the first `Suggestion` among the remedies.
        """
        suggested = [line.fix(span) for line in remedy if isinstance(line, Suggestion)] if fix is None else []
        fix = next(filter(None, suggested), fix)
        self.put(Diagnostic(code, span, message, remedy, severity or code.severity, fix))

    def put(self, found: Diagnostic) -> None:
        """Record a finding as `add` does. An error takes the place of a warning."""
        place = (found.span.file, found.span.line, found.span.column)
        if place in self._places:
            if found.severity == "warning" or any(one.span[:3] == place for one in self.errors):
                return
            self.found[:] = [one for one in self.found if one.span[:3] != place]
        self._places.add(place)
        note = self.notes.get(found.span.file)
        if note is not None and note not in found.remedy:
            found = replace(found, remedy=(*found.remedy, note))
        self.found.append(found)

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The findings that are errors."""
        return tuple(d for d in self.found if d.severity == "error")

    def stop_on_errors(self) -> None:
        """Raise `RulesError` with everything found if anything found is an error."""
        if self.errors:
            raise RulesError(tuple(self.found))
