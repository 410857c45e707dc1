"""Near-miss patterns: phrases of rulebooks and other languages, and what this language has for them.

They are data, in `hints.txt`, which explains its form.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import accumulate
from pathlib import Path

from rulewright.diagnostics import Code
from rulewright.syntax.lines import LexedLine, Lexeme, cut_line
from rulewright.syntax.recovery.attempt import Attempt, Pieces, SyntaxMistake
from rulewright.syntax.recovery.meaning import similar_words
from rulewright.syntax.sentence_words import block_words, one_line_words
from rulewright.syntax.tables import tables

FILE = Path(__file__).with_name("hints.txt")
FIRST, FIRST_OF_ALL, PHRASES = "first words of lines", "first words of declarations", "phrases"
"""Sections of words."""

_DEFINED = re.compile(r"\{([a-z][a-z-]*)\}")


@dataclass
class PhraseHint:
    """A pattern for a line that cannot be parsed, the message and remedies for it, and the line as it was meant."""

    pattern: str
    message: str
    code: Code
    remedies: list[str] = field(default_factory=list)
    meant: str = ""
    among: str = ""
    """A word with which another line of the block may begin: the hint holds only there."""

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        """The pattern; compiled only when a line cannot be read."""
        return re.compile(self.pattern)

    @property
    def remedy(self) -> str:
        """What to write, with groups of the pattern as {1} and so on."""
        return "\n".join(self.remedies) or f'Write "{_as_spoken(self.meant)}".'


@dataclass
class PhraseHints:
    """What `hints.txt` says: patterns for lines and for first lines of declarations, and words by their section."""

    patterns: dict[str, list[PhraseHint]] = field(default_factory=dict)
    words: dict[str, dict[str, str]] = field(default_factory=dict)
    """By section, the word of the language for each word that people use instead."""


@cache
def hints() -> PhraseHints:
    """Return what `hints.txt` says."""
    found, section, hint = PhraseHints(), "", PhraseHint("", "", Code.SAID_OTHERWISE)
    definitions = {"verbs": "|".join(one_line_words()), "blocks": "|".join(block_words())}
    definitions["word"] = f"(?:{'|'.join(map(re.escape, sorted(tables().words)))})(?![a-z0-9-])"
    definitions["name"] = f"(?!{definitions['word']})[a-z][a-z0-9-]*"
    for line in FILE.read_text("utf-8").split("\n"):
        text = _DEFINED.sub(lambda name: definitions.get(name[1], name[0]), line.lstrip())
        depth = len(line) - len(line.lstrip())
        if line.startswith("== "):
            section = line[3:].partition(":")[0]
        elif not text or line.startswith("#"):
            continue
        elif section == "definitions":
            name, _, definitions[name] = text.partition(" = ")
        elif section not in ("lines", "headings", "winners"):
            word, _, others = text.partition(": ")
            known = found.words.setdefault(section, {})
            known.update(dict.fromkeys(others.split(", "), "" if word == "nothing" else word))
        elif depth == 0:
            message, _, code = text.removesuffix("]").partition("  [")
            hint = PhraseHint("", message, Code[code.upper().replace("-", "_")] if code else Code.SAID_OTHERWISE)
        elif depth == 4:
            hint = PhraseHint(text.replace("«", "(?P<at>").replace("»", ")"), hint.message, hint.code)
            found.patterns.setdefault(section, []).append(hint)
        elif text.startswith("= "):
            hint.meant = text[2:]
        elif text.startswith("~ "):
            hint.among = text[2:]
        else:
            hint.remedies.append(text)
    return found


def everyday_word(text: str, section: str) -> str | None:
    """Return the word of the language for a word that people use, or for one very like it."""
    words = hints().words[section]
    known = next(iter(similar_words(text, frozenset(words), 0.85)), text)
    return words.get(text) or words.get(known)


@cache
def foreign_words() -> dict[str, str]:
    """Return what people write for a word of the language, and that word; words that are its own are left out."""
    words = {theirs: ours for section in hints().words.values() for theirs, ours in section.items()}
    return {theirs: ours for theirs, ours in words.items() if theirs not in tables().words}


def said_in_heading(line: LexedLine, section: str = "headings") -> SyntaxMistake | None:
    """Match a declaration's first line, which its block does not fit, against the hints of a section."""
    for hint in hints().patterns[section]:
        if found := hint.compiled.search(" ".join(piece.text for piece in line.pieces)):
            groups = ["", *(group or "" for group in found.groups())]
            last = line.pieces[-1]
            end = last.column if last.kind == ":" else last.end
            remedy = tuple(hint.remedy.format(*groups).split("\n"))
            meant = _rewritten_line(line, hint.meant.format(*groups))
            return SyntaxMistake(hint.code, line.pieces[0].column, end, hint.message, remedy, meant)
    return None


def said_otherwise(attempt: Attempt) -> SyntaxMistake | None:
    """A line that matches a hint."""
    shown = ['""' if piece.kind == "STRING" else piece.text for piece in attempt.line.pieces]
    starts = [0, *accumulate(len(part) + 1 for part in shown)]
    for hint in hints().patterns["lines"]:
        found = hint.compiled.search(" ".join(shown))
        if found is None or (hint.among and hint.among not in attempt.failure.begin.fitting_terminals()):
            continue
        first, last = _piece_at(starts, found.start("at")), _piece_at(starts, found.end("at") - 1)
        if first - 1 <= attempt.at <= max(last, _piece_at(starts, found.end() - 1)) + 1:
            return _mistake_for_hint(attempt, hint, found, attempt.line.pieces[first], attempt.line.pieces[last])
    return None


def _piece_at(starts: Iterable[int], place: int) -> int:
    """Return the number of the piece that holds a character of the line."""
    return sum(start <= place for start in starts) - 1


def _mistake_for_hint(
    attempt: Attempt, hint: PhraseHint, found: re.Match[str], first: Lexeme, last: Lexeme
) -> SyntaxMistake:
    groups = ["", *(group or "" for group in found.groups())]
    spoken, here = [_as_spoken(group) for group in groups], _heading_words(attempt)
    remedy = tuple(hint.remedy.format(*spoken, **here).split("\n"))
    meant = _rewritten_line(attempt.line, hint.meant.format(*groups, **here)) if hint.meant else None
    if meant is not None and not attempt.passes(meant):
        meant = None
    return SyntaxMistake(hint.code, first.column, last.end, hint.message.format(*spoken), remedy, meant)


def _as_spoken(text: str) -> str:
    return text.replace(" 's", "'s").replace("( ", "(").replace(" )", ")").replace(" :", ":")


def _heading_words(attempt: Attempt) -> dict[str, str]:
    """Return the name of the step or phase around the line, and which of the two it is."""
    what, name, *_ = (*(piece.text for piece in attempt.heading), "", "")
    return {"what": what, "here": name} if what in ("step", "phase") else {"what": "step or phase", "here": "NAME"}


def _rewritten_line(line: LexedLine, text: str) -> Pieces:
    """Return the pieces of another text for a line; texts in quotes are those of the line, "x" is a name to fill in."""
    pieces = cut_line(line.number, text).pieces
    quoted = [piece for piece in line.pieces if piece.kind == "STRING"]
    missing = len(quoted) != sum(piece.kind == "STRING" for piece in pieces)
    strings = iter(quoted)
    return tuple(
        next(strings)
        if piece.kind == "STRING" and not missing
        else piece._replace(placeholder=missing or piece.text in ("x", "NAME"))
        for piece in pieces
    )
