"""The entries of printed tables and the facts of pieces that differ, with labels."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rulewright.comparison.diff.changes import Change, FactChange, FigureChange, PieceChange
from rulewright.phrasing import upper
from rulewright.report.editions.model import TableRow, TableShown
from rulewright.report.face_pictures import FacePicture, small
from rulewright.rulebook.dictionary import Dictionary
from rulewright.rulebook.faces import face_of, piece_label
from rulewright.rulebook.model import Face
from rulewright.rulebook.phrases import name_words

NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")


def tables_of(changes: Sequence[Change], words: Dictionary) -> tuple[TableShown, ...]:
    """Return a table for each figure and for each fact that differs."""
    figures = [_figure_table(change, words) for change in changes if isinstance(change, FigureChange)]
    facts: dict[tuple[str, str], list[FactChange]] = {}
    for change in changes:
        if isinstance(change, FactChange):
            facts.setdefault((change.kind, change.fact), []).append(change)
    return (*figures, *(_fact_rows(kind, fact, found, words) for (kind, fact), found in facts.items()))


def _figure_table(change: FigureChange, words: Dictionary) -> TableShown:
    title = upper(words.words_for(f"figure.{change.name}", change.name))
    rows = [TableRow(tuple(_read_value(key, words) for key in keys), _read_value(was, words), _read_value(now, words))
            for keys, was, now in change.entries]  # fmt: skip
    axes = words.figures[change.name].keys
    return TableShown(
        title, tuple(upper(name_words(axis.domain.name)) if axis.domain else "" for axis in axes), tuple(rows)
    )


def _fact_rows(kind: str, fact: str, changes: Iterable[FactChange], words: Dictionary) -> TableShown:
    """Return a row for each piece; equal rows of pieces with one label once."""
    rows = (
        TableRow(
            (piece_label(kind, one.piece, one.rule, words),), _read_value(one.was, words), _read_value(one.now, words)
        )
        for one in changes
    )  # fmt: skip
    return TableShown(upper(words.words_for(f"{kind}.{fact}", fact)), ("",), tuple(dict.fromkeys(rows)))


def _read_value(written: str, words: Dictionary) -> str:
    """Return a value as it is read: names by their labels."""
    return (
        NAME.sub(lambda name: words.names.get(name[0], ("", name_words(name[0])))[1], written.strip("()")) or "\u2013"
    )


def pieces_of(changes: Sequence[Change], added: bool, words: Dictionary) -> tuple[FacePicture, ...]:
    """Return the faces of the pieces that only one side has; equal ones once, with their number."""
    found: dict[Face, int] = {}
    for change in changes:
        if isinstance(change, PieceChange) and change.added == added:
            row = next(row for row in words.rules.rows[change.kind] if row.name.text == change.piece)
            face = face_of(words, change.kind, row, ())
            found[face] = found.get(face, 0) + change.count
    return tuple(small(face._replace(number=number)) for face, number in found.items())
