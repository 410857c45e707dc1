"""A comparison of two rulesets: what is different, in the order of the rulebook."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import groupby

from rulewright.comparison.diff import CitedPassage, DifferenceRow
from rulewright.phrasing import counted
from rulewright.report.diff_words import Books, Told, grades, same_rules, told
from rulewright.report.layout import WIDTH, cells, pad
from rulewright.report.model import Block, Line, Report, Section, Sentence

TITLE, LIMIT = 13, 3
"""The column where titles begin, and how many sentences of each side are shown unless all are asked for."""


def diff_report(
    names: tuple[str, str], headlines: tuple[str, str], assumed: tuple[int, int], rows: Sequence[DifferenceRow],
    books: Books, full: bool, every: bool,
) -> Report:  # fmt: skip
    """Return a comparison: `every` lists differences in wording, too."""
    listed = [asdict(row) for row in told(rows, books)]
    data = {"version": 1, "from": names[0], "to": names[1], "differences": listed}
    shown = [row for row in rows if every or not row.is_wording]
    mark = '   "?" rests on an assumed figure.' if any(row.guessed for row in rows) else ""
    head = [f"{headlines[0]}  ->  {headlines[1]}"]
    head.append(f"{counted(len(shown), 'difference')}: {grades(shown)}.{mark}" if rows else "No differences.")
    if rows and any(assumed):
        guessed = " and ".join(f"{number} of {name}" for number, name in zip(assumed, names, strict=True))
        head.append(f"Assumed figures: {guessed} (rulewright sources {names[1]} --assumed).")
    blocks: list[Block] = []
    for section, found in groupby(told(shown, books, full), key=lambda row: row.section):
        blocks += [Line(section.upper()), *(block for row in found for block in _row_blocks(row, full))]
    blocks += _closing_section(names, rows, shown, books) if rows else ()
    return Report([Section(head), Section(blocks)], data=data, indent=1, escaped=True)


def _row_blocks(row: Told, full: bool) -> Iterator[Block]:
    head, mark = f"{row.number:>3} {pad(row.grade, 8)} {row.title}", "?" if row.guessed else ""
    so = Sentence(row.so, "      so    ", " " * 12)
    if row.short and not full:
        yield from _lines_beside(head, row.short, mark)
        yield from [so] if row.so and "->" not in row.short else []
        return
    yield from _lines_beside(head, row.rule, mark) if row.rule else [_marked_line(head, mark)]
    for word, texts in (("was", row.was), ("now", row.now)):
        yield from _sentence_blocks(word, texts, full)
    yield from [so] if row.so else []
    if row.was_in or row.now_in:
        places = " | ".join(part for part in (_citations(row.was_in, full), _citations(row.now_in, full)) if part)
        yield Sentence(places, "      in    ", " " * 12)


def _sentence_blocks(word: str, texts: Sequence[str], full: bool) -> Iterator[Block]:
    kept = texts if full or len(texts) <= LIMIT + 1 else texts[:LIMIT]
    for number, text in enumerate(kept):
        inner = len(text) - len(text.lstrip())
        first = f"      {word:<6}" if number == 0 else " " * 12
        yield Sentence(text.strip(), first + " " * inner, " " * (12 + inner))
    if len(kept) < len(texts):
        yield Line(f"            and {counted(len(texts) - len(kept), 'more line')} (--full)")


def _lines_beside(head: str, text: str, mark: str) -> list[Block]:
    line = f"{pad(head, 44)} {text}"
    if cells(line) <= WIDTH - 2:
        return [_marked_line(line, mark)]
    return [_marked_line(head, mark), Sentence(text, " " * TITLE)]


def _marked_line(line: str, mark: str) -> Line:
    return Line(f"{pad(line, WIDTH - 1)}{mark}" if mark else line)


def _citations(cites: Sequence[CitedPassage], full: bool) -> str:
    """Where it is printed, by source; outside of the full form the first passage speaks for the others."""
    books: dict[str, list[str]] = {}
    for source, passage in cites:
        books.setdefault(source, []).append(f'"{passage}"')
    kept = books if full else dict(list(books.items())[:1])
    return "; ".join(f"{source} {', '.join(passages if full else passages[:1])}" for source, passages in kept.items())


def _closing_section(
    names: tuple[str, str], rows: Sequence[DifferenceRow], shown: Sequence[DifferenceRow], books: Books
) -> Iterator[Block]:
    wordings = len(rows) - len(shown)
    said = f"Only wording: {wordings} (--all lists them).  " if wordings else ""
    yield f"{said}Same: {counted(same_rules(books[0], books[1], rows), 'rule')}."
    row = next((row.number for row in shown if row.grade == "rule"), None)
    nth = f" {row}" if row is not None else ""
    a, b = names
    yield from (Line(f"Next:  rulewright diverge {a} {b}{nth}"), Line(f"       rulewright compare {a} {b}"))
