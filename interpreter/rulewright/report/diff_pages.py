"""A comparison of two rulesets as Markdown, as JSON, and as one page that can be sent."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from html import escape

from rulewright.comparison.diff.rows import Cited, Row
from rulewright.report.diff_words import Books, Told, grades, told
from rulewright.report.layout import counted

STYLE = """
body { font: 1rem/1.5 Georgia, serif; margin: 2rem auto; max-width: 52rem; padding: 0 1rem;
  color: #222; background: #fff }
h1 { font-size: 1.5rem } h2 { font-size: 1.1rem; margin: 2rem 0 0; text-transform: uppercase; letter-spacing: .05em }
article { border-top: 1px solid #ccc; padding: .6rem 0; break-inside: avoid }
h3 { font-size: 1rem; margin: 0 } h3 span { font-weight: normal; color: #666 }
.so { font-style: italic; margin: .3rem 0 } .in { color: #666; font-size: .85rem; margin: .3rem 0 0 }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem } .sides ul { margin: .3rem 0; padding-left: 1.1rem }
.was { color: #8a1f11 } .now { color: #14532d }
@media (max-width: 40rem) { .sides { grid-template-columns: 1fr; gap: 0 } }
@media (prefers-color-scheme: dark) {
  body { color: #ddd; background: #181818 } article { border-color: #444 } h3 span, .in { color: #aaa }
  .was { color: #f2a097 } .now { color: #9ad6a8 }
}
"""


def as_json(names: tuple[str, str], rows: Sequence[Row], books: Books) -> str:
    """Return the comparison for other programs."""
    listed = [asdict(row) for row in told(rows, books)]
    return json.dumps({"version": 1, "from": names[0], "to": names[1], "differences": listed}, indent=1)


def as_markdown(headlines: tuple[str, str], rows: Sequence[Row], books: Books) -> str:
    """Return the comparison as Markdown."""
    return "\n".join(_markdown(headlines, rows, books))


def _markdown(headlines: tuple[str, str], rows: Sequence[Row], books: Books) -> Iterator[str]:
    yield f"# {headlines[0]} → {headlines[1]}\n"
    yield f"{_summary(rows)}\n"
    section = ""
    for row in told(rows, books, full=False):
        if row.section != section:
            section = row.section
            yield f"## {section}\n"
        yield f"### {row.number}. {row.title} ({row.grade}{', rests on an assumed figure' if row.guessed else ''})\n"
        yield from [f"{row.so}\n"] if row.so else []
        for word, texts in (("Was", row.was), ("Now", row.now)):
            if texts:
                yield f"{word}:\n"
                yield from (f"{' ' * (len(text) - len(text.lstrip()))}- {text.strip()}" for text in texts)
                yield ""
        yield f"*{_places(row)}*\n"


def as_html(headlines: tuple[str, str], rows: Sequence[Row], books: Books) -> str:
    """Return the comparison as one page that needs nothing else."""
    title = escape(f"{headlines[0]} → {headlines[1]}")
    head = f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
    head += f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE}</style></head>'
    body = "\n".join(_articles(told(rows, books, full=False)))
    return f"{head}<body><h1>{title}</h1><p>{escape(_summary(rows))}</p>\n{body}\n</body></html>\n"


def _articles(rows: Sequence[Told]) -> Iterator[str]:
    section = ""
    for row in rows:
        if row.section != section:
            section = row.section
            yield f"<h2>{escape(section)}</h2>"
        grade = row.grade + (", rests on an assumed figure" if row.guessed else "")
        yield f'<article id="difference-{row.number}">'
        yield f"<h3>{row.number}. {escape(row.title)} <span>({escape(grade)})</span></h3>"
        yield f'<p class="so">{escape(row.so)}</p>' if row.so else ""
        yield f'<div class="sides">{_side("Was", row.was)}{_side("Now", row.now)}</div>'
        yield f'<p class="in">{escape(_places(row))}</p></article>'


def _side(word: str, texts: Sequence[str]) -> str:
    items = "".join(
        f'<li style="margin-left: {len(text) - len(text.lstrip())}ch">{escape(text.strip())}</li>' for text in texts
    )
    return f'<div class="{word.lower()}">{word}<ul>{items}</ul></div>' if texts else "<div></div>"


def _summary(rows: Sequence[Row]) -> str:
    wording = sum(row.is_wording for row in rows)
    more = f", and {counted(wording, 'difference')} in wording only" if wording else ""
    return f"{counted(len(rows) - wording, 'difference')}: {grades(rows)}{more}."


def _places(row: Told) -> str:
    both = " | ".join(part for part in (_cites(row.was_in), _cites(row.now_in)) if part)
    return f"In {both}" if both else "No place is given."


def _cites(cites: Sequence[Cited]) -> str:
    return ", ".join(f'{source} "{passage}"' for source, passage in cites)
