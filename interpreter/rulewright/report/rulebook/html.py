"""Writes a rulebook as one page that needs nothing else: for a screen, a phone and paper. Every text is escaped."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import takewhile
from pathlib import Path

from rulewright.report.rulebook.model import (
    Block,
    Book,
    Chapter,
    Entry,
    Group,
    Key,
    Line,
    Lines,
    Paragraph,
    Row,
    Table,
    Terms,
)
from rulewright.report.rulebook.phrases import Phrase, Run

STYLE = Path(__file__).with_name("page.css")
TAGS = {"strong": "strong", "em": "em", "code": "code"}


def html(book: Book) -> str:
    """Return the whole book."""
    return "\n".join(_Page(book).lines()) + "\n"


class _Page:
    """One page; it knows the number of every entry, so that links say it on paper."""

    def __init__(self, book: Book) -> None:
        self.book = book
        entries = [entry for chapter in book.chapters for entry in chapter.entries]
        self.numbers = {entry.key.anchor: entry.number for entry in entries}

    def lines(self) -> Iterator[str]:
        title = escape(self.book.title)
        yield "<!DOCTYPE html>"
        yield '<html lang="en">'
        yield "<head>"
        yield '<meta charset="utf-8">'
        yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
        yield '<meta name="color-scheme" content="light dark">'
        yield f"<title>{title}: rulebook</title>"
        yield f"<style>\n{STYLE.read_text('utf-8')}</style>"
        yield "</head>"
        yield "<body>"
        yield f"<header>\n<h1>{title}</h1>"
        yield from (f"<p>{self.inline(about)}</p>" for about in self.book.about)
        yield "</header>"
        yield from self.contents()
        yield "<main>"
        for chapter in self.book.chapters:
            yield from self.chapter(chapter)
        yield "</main>"
        yield "</body>"
        yield "</html>"

    def contents(self) -> Iterator[str]:
        yield '<nav aria-labelledby="contents">'
        yield '<h2 id="contents">Contents</h2>'
        yield "<ol>"
        for chapter in self.book.chapters:
            great = [entry for entry in chapter.entries if entry.great]
            under = ", ".join(f'<a href="#{escape(e.key.anchor)}">{self.short(e.title)}</a>' for e in great)
            more = f'<span class="under">{under}</span>' if len(great) > 1 else ""
            yield f'<li><a href="#chapter.{escape(chapter.anchor)}">{escape(chapter.title)}</a>{more}</li>'
        yield "</ol>"
        yield "</nav>"

    def chapter(self, chapter: Chapter) -> Iterator[str]:
        anchor = escape(f"chapter.{chapter.anchor}")
        yield f'<section id="{anchor}" class="{escape(chapter.anchor)}">'
        yield f'<h2><span class="no">{chapter.number}</span> {escape(chapter.title)}</h2>'
        for block in chapter.intro:
            yield from self.block(block)
        for part in chapter.parts:
            if isinstance(part, Group):
                yield f'<p class="group">{escape(part.title)}</p>'
            elif isinstance(part, Entry):
                yield from self.entry(part)
            else:
                yield from self.block(part)
        yield "</section>"

    def entry(self, entry: Entry) -> Iterator[str]:
        anchor = escape(entry.key.anchor)
        great = ' class="great"' if entry.great else ""
        yield f'<article id="{anchor}"{great}>'
        yield f'<h3><span class="no">{escape(entry.number)}</span> {self.inline(entry.title)}</h3>'
        for block in entry.blocks:
            yield from self.block(block)
        yield self.where(entry.key, entry.notes)
        yield "</article>"

    def where(self, key: Key, notes: tuple[Phrase, ...]) -> str:
        """Return the small print of an entry: full name, file and line, where it is printed, what was decided."""
        name = f'<a href="#{escape(key.anchor)}">{escape(key.rule)}</a> <span>{escape(key.file)}:{key.line}</span>'
        return f'<p class="where">{"; ".join([name, *(self.inline(note) for note in notes)])}</p>'

    def block(self, block: Block) -> Iterator[str]:
        if isinstance(block, Paragraph):
            yield f"<p{self.anchor(block.key)}>{self.inline(block.text)}{self.at(block.key)}</p>"
        elif isinstance(block, Lines):
            yield from self.items(block.lines, block.steps)
        elif isinstance(block, Table):
            yield from self.table(block)
        else:
            yield from self.terms(block)

    def items(self, lines: tuple[Line, ...], steps: bool) -> Iterator[str]:
        if not lines:
            return
        tag = "ol" if steps and len(lines) > 1 else "ul"
        yield f"<{tag}>"
        for line in lines:
            yield f"<li{self.anchor(line.key)}>{self.inline(line.text)}{self.at(line.key)}"
            yield from self.items(line.under, line.steps)
            yield "</li>"
        yield f"</{tag}>"

    def table(self, table: Table) -> Iterator[str]:
        yield f'<div class="wide"{self.anchor(table.key, always=True)}><table>'
        if table.title:
            yield f"<caption>{escape(table.title)}</caption>"
        yield (
            "<thead><tr>"
            + "".join(f'<th scope="col">{self.inline(cell)}</th>' for cell in table.head)
            + "</tr></thead>"
        )
        yield "<tbody>"
        for row in table.rows:
            cells = [f'<th scope="row">{self.inline(row.cells[0])}{self.at(row.key, always=True)}</th>']
            cells += [f"<td>{self.inline(cell)}</td>" for cell in row.cells[1:]]
            yield f"<tr{self.anchor(row.key, always=True)}>{''.join(cells)}</tr>"
        yield "</tbody>"
        yield "</table>"
        if table.key is not None:
            yield self.where(table.key, table.notes)
        yield "</div>"

    def terms(self, terms: Terms) -> Iterator[str]:
        yield "<dl>"
        for row in terms.rows:
            term = f"<dt>{self.inline(row.cells[0])}</dt>{self.described(row)}"
            yield f"<div{self.anchor(row.key, always=True)}>{term}</div>"
        yield "</dl>"

    def described(self, row: Row) -> str:
        return "".join(f"<dd>{self.inline(cell)}</dd>" for cell in row.cells[1:] if cell)

    def anchor(self, key: Key | None, always: bool = False) -> str:
        """Return the id of a paragraph; that of the rule as a whole is on its entry."""
        return f' id="{escape(key.anchor)}"' if key is not None and (key.step or always) else ""

    def at(self, key: Key | None, always: bool = False) -> str:
        """Return the small link to a paragraph, which says where its rule is written."""
        if key is None:
            return ""
        where = escape(key.where)
        return f' <a class="at" href="#{escape(key.anchor)}" title="{where}" aria-label="{where}">\u00b6</a>'

    def short(self, title: Phrase) -> str:
        """Return a title without what the rule is given."""
        own = takewhile(lambda stretch: not stretch.style, title)
        return escape("".join(stretch.text for stretch in own).rstrip(" (:"))

    def inline(self, phrase: Phrase) -> str:
        return "".join(self.run(stretch) for stretch in phrase)

    def run(self, stretch: Run) -> str:
        text, target = escape(stretch.text), stretch.target
        if stretch.style == "mark":
            return f'<span class="mark" title="changed">{text}</span>'
        if stretch.style in TAGS:
            text = f"<{TAGS[stretch.style]}>{text}</{TAGS[stretch.style]}>"
        if target.startswith("#"):
            text = f'<span id="{escape(target[1:])}">{text}</span>'
        elif target:
            number = f'<span class="no"> {escape(self.numbers[target])}</span>' if target in self.numbers else ""
            step = stretch.style == "step"
            kind = ' class="step"' if step else ""
            text = f'<a href="#{escape(target)}"{kind}>{text}{number if step else ""}</a>'
        return f'<sup class="note">{text}</sup>' if stretch.style == "note" else text
