"""Prints a comparison of two rulesets on a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.comparison.diff import Cited, Row
from rulewright.report.diff_words import Books, Told, grades, same_rules, told
from rulewright.report.layout import WIDTH, cells, counted, fold, pad

TITLE, LIMIT = 13, 3
"""The column where titles begin, and how many sentences of each side are shown unless all are asked for."""


def diff_lines(
    names: tuple[str, str], headlines: tuple[str, str], assumed: tuple[int, int], rows: Sequence[Row], books: Books,
    full: bool, every: bool,
) -> Iterator[str]:  # fmt: skip
    """Yield the lines of a comparison: `every` lists differences in wording, too."""
    yield from fold(f"{headlines[0]}  ->  {headlines[1]}")
    shown = [row for row in rows if every or not row.is_wording]
    if not rows:
        yield "No differences."
        return
    mark = '   "?" rests on an assumed figure.' if any(row.guessed for row in rows) else ""
    yield from fold(f"{counted(len(shown), 'difference')}: {grades(shown)}.{mark}")
    if any(assumed):
        guessed = " and ".join(f"{number} of {name}" for number, name in zip(assumed, names, strict=True))
        yield from fold(f"Assumed figures: {guessed} (rulewright sources {names[1]} --assumed).")
    yield ""
    section = ""
    for row in told(shown, books, full):
        if row.section != section:
            section = row.section
            yield section.upper()
        yield from _row(row, full)
    yield from _end(names, rows, shown, books)


def _row(row: Told, full: bool) -> Iterator[str]:
    head = f"{row.number:>3} {pad(row.grade, 8)} {row.title}"
    mark = "?" if row.guessed else ""
    if row.short and not full:
        yield from _beside(head, row.short, mark)
        yield from fold(row.so, "      so    ", " " * 12) if row.so and "->" not in row.short else []
        return
    yield from _beside(head, row.rule, mark) if row.rule else [_marked(head, mark)]
    for word, texts in (("was", row.was), ("now", row.now)):
        yield from _sentences(word, texts, full)
    if row.so:
        yield from fold(row.so, "      so    ", " " * 12)
    if row.was_in or row.now_in:
        places = " | ".join(part for part in (_cites(row.was_in, full), _cites(row.now_in, full)) if part)
        yield from fold(places, "      in    ", " " * 12)


def _sentences(word: str, texts: Sequence[str], full: bool) -> Iterator[str]:
    kept = texts if full or len(texts) <= LIMIT + 1 else texts[:LIMIT]
    for number, text in enumerate(kept):
        inner = len(text) - len(text.lstrip())
        first = f"      {word:<6}" if number == 0 else " " * 12
        yield from fold(text.strip(), first + " " * inner, " " * (12 + inner))
    if len(kept) < len(texts):
        yield f"            and {counted(len(texts) - len(kept), 'more line')} (--full)"


def _beside(head: str, text: str, mark: str) -> list[str]:
    line = f"{pad(head, 44)} {text}"
    if cells(line) <= WIDTH - 2:
        return [_marked(line, mark)]
    return [_marked(head, mark), *fold(text, " " * TITLE)]


def _marked(line: str, mark: str) -> str:
    return f"{pad(line, WIDTH - 1)}{mark}" if mark else line


def _cites(cites: Sequence[Cited], full: bool) -> str:
    """Where it is printed, by source; outside of the full form the first passage speaks for the others."""
    books: dict[str, list[str]] = {}
    for source, passage in cites:
        books.setdefault(source, []).append(f'"{passage}"')
    kept = books if full else dict(list(books.items())[:1])
    return "; ".join(f"{source} {', '.join(passages if full else passages[:1])}" for source, passages in kept.items())


def _end(names: tuple[str, str], rows: Sequence[Row], shown: Sequence[Row], books: Books) -> Iterator[str]:
    wordings = len(rows) - len(shown)
    said = f"Only wording: {wordings} (--all lists them).  " if wordings else ""
    yield from fold(f"{said}Same: {counted(same_rules(books[0], books[1], rows), 'rule')}.")
    row = next((row.number for row in shown if row.grade == "rule"), None)
    nth = f" {row}" if row is not None else ""
    a, b = names
    yield f"Next:  rulewright diverge {a} {b}{nth}"
    yield f"       rulewright compare {a} {b}"
