"""A comparison in words: each row with its title, what was, what is now, the sentence and where it is printed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rulewright.comparison.diff import CitedPassage, DifferenceRow
from rulewright.comparison.diff.changes import FactChange, FigureChange, PieceChange, RuleChange
from rulewright.phrasing import listing
from rulewright.rulebook.rule_text import RuleText, differing_sentences

Books = tuple[Mapping[str, RuleText], Mapping[str, RuleText]]
"""Every rule in words, before and now."""

MOST = 3
"""How many entries of figures fit beside a title."""


@dataclass(frozen=True, slots=True)
class Told:
    """A row as it is shown. `short` says it in one line where that is possible; `rule` is the main rule's full name."""

    number: int
    name: str
    section: str
    grade: str
    title: str
    short: str
    rule: str
    was: tuple[str, ...]
    now: tuple[str, ...]
    so: str
    was_in: tuple[CitedPassage, ...]
    now_in: tuple[CitedPassage, ...]
    guessed: bool


def told(rows: Sequence[DifferenceRow], books: Books, full: bool = True) -> list[Told]:
    """Return all rows in words; `full` gives every sentence, without it the comments of rules represent them."""
    return [_worded_row(row, books, full) for row in rows]


def _worded_row(row: DifferenceRow, books: Books, full: bool) -> Told:
    was, now = _rule_sentences(row, books, full)
    figures = _figure_changes(row, one_by_one=True) + (_fact_changes(row) if full or row.grade == "number" else [])
    was += [f"{name}: {old}" if name else old for name, old, _ in figures]
    now += [f"{name}: {new}" if name else new for name, _, new in figures]
    pieces = [change for change in row.changes if isinstance(change, PieceChange)]
    was += [f"Gone: {_piece_list(pieces, False)}"] if any(not piece.added for piece in pieces) else []
    now += [f"New: {_piece_list(pieces, True)}"] if any(piece.added for piece in pieces) else []
    return Told(
        row.number, row.name, row.section, row.grade, title(row), _short_text(row, pieces), _main_rule(row), tuple(was),
        tuple(now), row.sentence, row.was_in, row.now_in, row.guessed,
    )  # fmt: skip


def title(row: DifferenceRow) -> str:
    """What a row is called: the difference's name, or the thing's own, in words."""
    name = row.name.rpartition(".")[2] if not row.sentence else row.name
    return name.replace("-", " ").capitalize()


def _main_rule(row: DifferenceRow) -> str:
    """The rule that represents a row: of those that say what happens one that was there before, if there is one."""
    return next((change.name for change in ranked(row) if change.is_main), "")


def ranked(row: DifferenceRow) -> list[RuleChange]:
    """Return the changes of rules, those first that represent the row."""
    return sorted(row.rules, key=lambda change: (change.rank, change.was is None, change.now is None))


def _rule_sentences(row: DifferenceRow, books: Books, full: bool) -> tuple[list[str], list[str]]:
    """How the rules of a row differ; not `full`: its main rule, or all others where there is none."""
    was: list[str] = []
    now: list[str] = []
    main = _main_rule(row)
    for change in row.rules:
        if full or not main or change.name == main:
            gone, come = differing_sentences(
                books[0].get(change.name, RuleText()), books[1].get(change.name, RuleText()), full
            )
            was += gone
            now += come
    return was, now


def _figure_changes(row: DifferenceRow, one_by_one: bool = False) -> list[tuple[str, str, str]]:
    """Figures that differ: name with what they are looked up by, before and now; of many entries each by itself."""
    found: list[tuple[str, str, str]] = []
    for change in row.changes:
        if isinstance(change, FigureChange):
            name = change.name.replace("-", " ")
            if one_by_one and len(change.entries) > MOST:
                found += [(f"{name} for {' at '.join(key)}", old, new) for key, old, new in change.entries]
                continue
            keys = listing([" at ".join(key) for key, _, _ in change.entries if key])
            old = ", ".join(before for _, before, _ in change.entries)
            new = ", ".join(after for _, _, after in change.entries)
            found.append((f"{name} for {keys}" if keys else name, old, new))
    return found


def _fact_changes(row: DifferenceRow) -> list[tuple[str, str, str]]:
    """Printed facts that differ, those with the same values together."""
    together: dict[tuple[str, str, str], list[str]] = {}
    for change in row.changes:
        if isinstance(change, FactChange):
            together.setdefault((change.fact, change.was, change.now), []).append(change.piece)
    return [(f"{fact} of {listing(pieces)}", was, now) for (fact, was, now), pieces in together.items()]


def _piece_list(pieces: Sequence[PieceChange], added: bool) -> str:
    named = [(p.count, p.piece.replace("-", " ").capitalize()) for p in pieces if p.added == added]
    return listing([f"{count} {name}" if count > 1 else name for count, name in named])


def _short_text(row: DifferenceRow, pieces: list[PieceChange]) -> str:
    """What one line has room for: numbers, or new and lost pieces."""
    figures = [*_figure_changes(row), *_fact_changes(row)]
    if row.grade == "number" and len({(old, new) for _, old, new in figures}) == 1:
        _, old, new = figures[0]
        entries = sum(len(change.entries) for change in row.changes if isinstance(change, FigureChange))
        return f"{old} -> {new}" if entries <= MOST else f"{entries} entries"
    if row.grade == "pieces" and pieces:
        lost, come = (_piece_list(pieces, added) for added in (False, True))
        return "; ".join(([f"gone: {lost}"] if lost else []) + ([f"new: {come}"] if come else []))
    return ""


def grades(rows: Sequence[DifferenceRow]) -> str:
    """How many rows there are of each grade: "9 numbers, 5 pieces, 7 rules"."""
    counts = {grade: sum(row.grade == grade for row in rows) for grade in ("number", "pieces", "rule")}
    words = {"number": ("number", "numbers"), "pieces": ("with pieces", "with pieces"), "rule": ("rule", "rules")}
    return listing([f"{count} {words[grade][count != 1]}" for grade, count in counts.items() if count]) or "none"


def same_rules(a: Mapping[str, RuleText], b: Mapping[str, RuleText], rows: Sequence[DifferenceRow]) -> int:
    """How many rules both have alike."""
    changed = {change.name for row in rows for change in row.changes if isinstance(change, RuleChange)}
    return len((a.keys() & b.keys()) - changed)
