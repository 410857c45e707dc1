"""Remarks: comments that a tool reads, each with the reason why something may stay as it is.

    if player's hand is empty:  # never yes: everybody begins with cards

A remark at the end of a line is about that line; on a line of its own it is about the next line that says something,
and the comment lines below it go on with its reason. Files of tables may have remarks, too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from rulewright.diagnostics import Code, Findings, Span
from rulewright.diagnostics.similar import did_you_mean, ranked_by_similarity
from rulewright.source.remembering import remembered

VERBS: dict[str, tuple[str, ...]] = {"never": ("reached", "offered", "taken", "yes", "no"), "survives": ()}
"""What remarks begin with, and what must come next, if anything.

`never` is about what no scenario and no game reaches, `survives` about a change that no scenario notices.
"""

COMMENT = re.compile(r'((?:[^"#]|"[^"]*"|(?<=\S)#)*)#(.*)')
NEAR_VERB = 0.8
"""How much a first word must be like a verb to be taken for a misspelt one."""


@dataclass(frozen=True, slots=True)
class Remark:
    """`verb way words: reason`, about a line. No words where it is plain what is meant."""

    verb: str
    way: str
    words: str
    reason: str
    line: int
    span: Span


@dataclass(slots=True)
class _Comment:
    number: int
    column: int
    alone: bool
    text: str


@remembered
def remarks(file: str, text: str, findings: Findings) -> tuple[Remark, ...]:
    """Return the remarks of a file; one that cannot be understood becomes a finding."""
    lines = text.replace("\r\n", "\n").split("\n")
    found = []
    for comment in _joined_comments(lines):
        span = Span(file, comment.number, comment.column, comment.number, len(lines[comment.number - 1]) + 1)
        remark = _read_remark(comment, _line_commented(comment, lines), span, findings)
        found += [remark] if remark is not None else []
    return tuple(found)


def _joined_comments(lines: list[str]) -> list[_Comment]:
    """The comments that are meant as remarks, each joined with the lines that go on with it."""
    found: list[_Comment] = []
    going_on = False
    for number, line in enumerate(lines, 1):
        match = COMMENT.fullmatch(line) if "#" in line else None
        if match is None:
            going_on = False
            continue
        alone, text = not match[1].strip(), match[2].strip()
        if _is_meant(text):
            found.append(_Comment(number, match.end(1) + 1, alone, text))
            going_on = alone
        elif going_on and alone:
            found[-1].text += f" {text}"
        else:
            going_on = False
    return found


def _is_meant(text: str) -> bool:
    """A comment is meant as a remark when its first words are those of one, or nearly so."""
    first, rest = _split_words(text)
    verb, ways = _verb_meant(first)
    if not verb:
        return False
    second = next(iter(rest.replace(":", " :").split()), "")
    if first == verb:
        return ":" in rest or second in ways
    return ":" in rest and (second in ways or (not ways and second == ":"))


def _split_words(text: str) -> tuple[str, str]:
    found = re.match(r"[A-Za-z]*", text)
    first = found[0] if found else ""
    return first, text[len(first) :]


def _verb_meant(word: str) -> tuple[str, tuple[str, ...]]:
    """The verb that a first word is, or nearly is."""
    near = ranked_by_similarity(word.lower(), VERBS, NEAR_VERB)
    return (near[0], VERBS[near[0]]) if near else ("", ())


def _line_commented(comment: _Comment, lines: list[str]) -> int:
    """The line that a comment is about; 0 when nothing follows it."""
    if not comment.alone:
        return comment.number
    below = range(comment.number + 1, len(lines) + 1)
    return next((n for n in below if (bare := lines[n - 1].strip()) and not bare.startswith("#")), 0)


def _read_remark(comment: _Comment, line: int, span: Span, findings: Findings) -> Remark | None:
    first, rest = _split_words(comment.text)
    verb, ways = _verb_meant(first)
    before, colon, reason = rest.partition(":")
    way, *words = before.split() or [""]
    if not ways:
        way, words = "", before.split()
    problem = _problem_of(first, verb, way, ways, colon, reason.strip(), line)
    if problem is None:
        return Remark(verb, way, " ".join(words), reason.strip(), line, span)
    form = f"# {verb} {ways[0]}: the reason" if ways else f"# {verb}: the reason"
    others = f' After "{verb}" may stand: {", ".join(ways)}.' if ways else ""
    findings.add(Code.REMARK_UNCLEAR, span, *problem, f'A remark reads "{form}".{others}')
    return None


def _problem_of(
    first: str, verb: str, way: str, ways: tuple[str, ...], colon: str, reason: str, line: int
) -> tuple[str, ...] | None:
    """What is wrong with a remark: the message, and what was probably meant."""
    if first != verb:
        return f'"{first}" begins no remark', f'Did you mean "{verb}"?'
    if ways and way not in ways:
        return f'"{way}" does not belong after "{verb}"' if way else f'"{verb}" what?', *did_you_mean(way, ways)
    if not colon:
        return ("a colon and the reason are missing",)
    if not reason:
        return ("the reason is missing",)
    return None if line else ("nothing stands below this remark",)
