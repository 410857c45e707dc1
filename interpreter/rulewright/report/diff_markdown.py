"""A comparison of two rulesets as Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.comparison.diff import CitedPassage, DifferenceRow
from rulewright.phrasing import counted
from rulewright.report.diff_words import Books, Told, grades, told


def as_markdown(headlines: tuple[str, str], rows: Sequence[DifferenceRow], books: Books) -> str:
    """Return the comparison as Markdown."""
    return "\n".join(_row_markdown(headlines, rows, books))


def _row_markdown(headlines: tuple[str, str], rows: Sequence[DifferenceRow], books: Books) -> Iterator[str]:
    yield f"# {headlines[0]} → {headlines[1]}\n"
    yield f"{_summary_lines(rows)}\n"
    section = ""
    for row in told(rows, books, full=False):
        if row.section != section:
            section = row.section
            yield f"## {section}\n"
        yield f"### {row.number}. {row.title} ({_row_remark(row)})\n"
        yield from [f"{row.so}\n"] if row.so else []
        for word, texts in (("Was", row.was), ("Now", row.now)):
            if texts:
                yield f"{word}:\n"
                yield from (f"{' ' * (len(text) - len(text.lstrip()))}- {text.strip()}" for text in texts)
                yield ""
        yield f"*{_places_text(row)}*\n"


def _row_remark(row: Told) -> str:
    return row.grade + (", rests on an assumed figure" if row.guessed else "")


def _summary_lines(rows: Sequence[DifferenceRow]) -> str:
    wording = sum(row.is_wording for row in rows)
    more = f", and {counted(wording, 'difference')} in wording only" if wording else ""
    return f"{counted(len(rows) - wording, 'difference')}: {grades(rows)}{more}."


def _places_text(row: Told) -> str:
    both = " | ".join(part for part in (_cites_text(row.was_in), _cites_text(row.now_in)) if part)
    return f"In {both}" if both else "No place is given."


def _cites_text(cites: Sequence[CitedPassage]) -> str:
    return ", ".join(f'{source} "{passage}"' for source, passage in cites)
