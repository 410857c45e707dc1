"""The entries of printed tables and the facts of pieces that differ, with labels."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from rulewright.comparison.diff.changes import Change, FactChange, FigureChange, PieceChange
from rulewright.phrasing import upper
from rulewright.report.drawing.printed import PrintedFace, small
from rulewright.report.model import Block, Column, Run, Sentence, Table, Text
from rulewright.rulebook.dictionary import Dictionary
from rulewright.rulebook.faces import face_of, piece_label
from rulewright.rulebook.model import Face
from rulewright.rulebook.phrases import name_words

NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")

Entry = tuple[tuple[str, ...], str, str]
"""An entry of a table: what it is looked up by, before and now."""


def tables_of(changes: Sequence[Change], words: Dictionary, word: Callable[..., str]) -> list[Block]:
    """Return a table for each figure and for each fact that differs; a single figure as a sentence.

    What is printed on a piece only as somebody assumes is no difference that anybody has seen: it is counted.
    """
    read, found = partial(_read_value, words), list[Block]()
    facts: dict[tuple[str, str], list[FactChange]] = {}
    for change in changes:
        if isinstance(change, FigureChange):
            axes = words.figures[change.name].keys
            head = [upper(name_words(axis.domain.name)) if axis.domain else "" for axis in axes]
            entries = [(tuple(map(read, keys)), read(was), read(now)) for keys, was, now in change.entries]
            found += _changed_entries(words.words_for(f"figure.{change.name}", change.name), head, entries, word)
        elif isinstance(change, FactChange) and not change.guessed:
            facts.setdefault((change.kind, change.fact), []).append(change)
    for (kind, fact), listed in facts.items():
        labelled = [(piece_label(kind, one.piece, one.rule, words), read(one.was), read(one.now)) for one in listed]
        rows = [((label,), was, now) for label, was, now in dict.fromkeys(labelled)]  # equal rows once
        found += _changed_entries(words.words_for(f"{kind}.{fact}", fact), [""], rows, word)
    guessed = sum(isinstance(change, FactChange) and change.guessed for change in changes)
    return [*found, *([word("assumed-facts", number=guessed)] if guessed else [])]


def _changed_entries(
    name: str, head: Sequence[str], entries: Iterable[Entry], word: Callable[..., str]
) -> Iterator[Block]:
    """Yield a table of entries, which are looked up by what `head` names; a single figure as a sentence."""
    title = upper(name)
    columns = [Column(name, right=False) for name in (*(key or word("for") for key in head), word("was"), word("now"))]
    rows: list[list[Text]] = [[*keys, [Run(was, "del")], [Run(now, "ins")]] for keys, was, now in entries]
    if head:
        yield Table(columns, rows, names=len(head), caption=title)
    else:
        yield from (Sentence([Run(title, "strong"), ": ", *was, " → ", *now]) for was, now in rows)


def _read_value(words: Dictionary, written: str) -> str:
    """Return a value as it is read: names by their labels."""
    return (
        NAME.sub(lambda name: words.names.get(name[0], ("", name_words(name[0])))[1], written.strip("()")) or "\u2013"
    )


def pieces_of(changes: Sequence[Change], added: bool, words: Dictionary) -> tuple[PrintedFace, ...]:
    """Return the faces of the pieces that only one side has; equal ones once, with their number."""
    found: dict[Face, int] = {}
    for change in changes:
        if isinstance(change, PieceChange) and change.added == added:
            row = next(row for row in words.rules.rows[change.kind] if row.name.text == change.piece)
            face = face_of(words, change.kind, row, ())
            found[face] = found.get(face, 0) + change.count
    return tuple(small(face._replace(number=number)) for face, number in found.items())
