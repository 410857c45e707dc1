"""The values that carry a finding from the stage that made it to the person who reads it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from rulewright.diagnostics.codes import Code, Severity


class Span(NamedTuple):
    """A stretch of a file. Lines and columns count from 1; the end column is the first one after the stretch."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def to(self, other: Span) -> Span:
        """Return the stretch from the start of this one to the end of `other`."""
        return Span(self.file, self.line, self.column, other.end_line, other.end_column)


_WORD = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")


def words_in(text: str) -> set[str]:
    """Return every word of a text that could be a name."""
    return set(_WORD.findall(text))


NOWHERE = Span("", 0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One mistake: its code, where it is, what is wrong there, and what to do about it.

    `message` stands beside the caret; `remedy` are the lines below the shown source.
    """

    code: Code
    span: Span
    message: str
    remedy: tuple[str, ...] = ()
    severity: Severity = "error"

    @property
    def place(self) -> str:
        """Where it is: `file:line:column`, or the file alone where no line is meant."""
        span = self.span
        return f"{span.file}:{span.line}:{span.column}" if span.line else span.file

    def __post_init__(self) -> None:
        """What is quoted from a file may be long or of several lines; in a message it is neither.

        The name of the file can be seen.
        """
        if not self.span.file.isprintable():
            object.__setattr__(self, "span", self.span._replace(file=visible(self.span.file)))
        object.__setattr__(self, "message", _quotable(self.message))
        object.__setattr__(self, "remedy", tuple(_quotable(line) for line in self.remedy))


def visible(text: str) -> str:
    """Return a text with an escape, as in `\\x1b`, for every character that cannot be seen or moves the cursor.

    File names may hold such characters; what they do to a terminal is nothing that a message should do.
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


_TOO_LONG = re.compile(r"(\S{60})\S{240,}")


def _quotable(text: str) -> str:
    return _TOO_LONG.sub(r"\1…", visible(text.replace("\n", " ").replace("\t", " ")))


class RulesError(Exception):
    """Raised at a stage's end when its findings make the next stage impossible."""

    def __init__(self, findings: tuple[Diagnostic, ...]) -> None:
        super().__init__("; ".join(f"{finding.place}: {finding.message} ({finding.code})" for finding in findings))
        self.findings = findings


@dataclass(slots=True)
class Findings:
    """Collects the diagnostics of a stage, one per place, and raises them together."""

    found: list[Diagnostic] = field(default_factory=list)
    lost: set[str] = field(default_factory=set)
    """Words of what could not be read: a name among them may be declared there, so nobody says that it is unknown."""
    blind: bool = False
    """Whether something could not be read at all, so that nothing can be said about names."""
    notes: dict[str, str] = field(default_factory=dict)
    """By file, what is added to every finding there: how the rules that are looked at come to stand on it."""
    _places: set[tuple[str, int, int]] = field(default_factory=set)

    def copy(self) -> Findings:
        """Return findings that start with these, to be added to independently."""
        return Findings(list(self.found), set(self.lost), self.blind, dict(self.notes), set(self._places))

    def keep_first(self, file: str, code: Code) -> None:
        """Keep the first finding of a code in a file: where one slip is made in every line, one message says it."""
        same = [one for one in self.found if one.code == code and one.span.file == file]
        self.found[:] = [one for one in self.found if one not in same[1:]]

    def take(self, other: Findings) -> None:
        """Add what somebody else found, and what could not be read there."""
        for one in other.found:
            self.add(one.code, one.span, one.message, *one.remedy, severity=one.severity)
        self.lost |= other.lost
        self.blind = self.blind or other.blind

    def lose(self, text: str) -> None:
        """Note a text that could not be read, so that nothing which follows from it is reported."""
        self.lost |= words_in(text)

    def add(self, code: Code, span: Span, message: str, *remedy: str, severity: Severity | None = None) -> None:
        """Record a finding unless the same place already has one: what follows from a mistake is not a second one."""
        place = (span.file, span.line, span.column)
        if place in self._places:
            return
        self._places.add(place)
        note = self.notes.get(span.file)
        remedy = (*remedy, note) if note is not None and note not in remedy else remedy
        self.found.append(Diagnostic(code, span, message, remedy, severity or code.severity))

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The findings that forbid going on."""
        return tuple(d for d in self.found if d.severity == "error")

    def stop_on_errors(self) -> None:
        """Raise `RulesError` with everything found if anything found is an error."""
        if self.errors:
            raise RulesError(tuple(self.found))
