"""Writes a rulebook as Markdown: wrapped at 80 columns, with anchors that every link finds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import wrap

from rulewright.report.layout import WIDTH, tame
from rulewright.rulebook.model import (
    Block,
    Book,
    Chapter,
    Entry,
    Faces,
    Group,
    Key,
    Line,
    Lines,
    Paragraph,
    Picture,
    Row,
    Table,
    Terms,
)
from rulewright.rulebook.phrases import Phrase, Run, joined, run, say

SPECIAL = re.compile(r"([\\`*_\[\]<>|])")
LEADING = re.compile(r"^([-+#=~]+|\d+[.)])$")
GLUE = "\u0001"
"""Stands for a blank that no line may break at."""


def markdown(book: Book) -> str:
    """Return the whole book."""
    lines = [f"# {escaped(book.title)}", ""]
    for about in book.about:
        lines += [*paragraph(about), ""]
    lines += [f"{chapter.number}. [{escaped(chapter.title)}](#chapter.{chapter.anchor})" for chapter in book.chapters]
    for chapter in book.chapters:
        lines += ["", *_chapter(chapter)]
    return "\n".join(lines).rstrip() + "\n"


def escaped(text: str) -> str:
    """Return a text in which nothing is a sign of Markdown or HTML."""
    return SPECIAL.sub(r"\\\1", tame(text).replace("&", "&amp;"))


def inline(phrase: Phrase) -> str:
    """Return a phrase on one line."""
    return "".join(_run(stretch) for stretch in phrase)


def _run(stretch: Run) -> str:
    text = escaped(stretch.text)
    lead, trail = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    bare = text.strip()
    if not bare:
        return text
    if stretch.style in ("strong", "em"):
        mark = "**" if stretch.style == "strong" else "*"
        bare = f"{mark}{bare}{mark}"
    if stretch.target and not stretch.target.startswith("#"):
        bare = f"[{bare}](#{stretch.target})"
    if stretch.target.startswith("#"):
        bare = f'<a id="{stretch.target[1:]}"></a>{bare}'
    return f"{lead}({bare}){trail}" if stretch.style == "note" else f"{lead}{bare}{trail}"


def paragraph(phrase: Phrase, first: str = "", more: str | None = None) -> list[str]:
    """Return a phrase as lines of at most 80 columns; links are not broken."""
    later = " " * len(first) if more is None else more
    text = re.sub(r"<a id=", f"<a{GLUE}id=", inline(phrase))
    lines = wrap(text, WIDTH - len(first) - 1, break_long_words=False, break_on_hyphens=False) or [""]
    leads = (first, *(later for _ in lines[1:]))
    return [f"{lead}{_harmless(line)}".replace(GLUE, " ").rstrip() for lead, line in zip(leads, lines, strict=True)]


def _harmless(line: str) -> str:
    """Return a line that begins no list or heading of its own."""
    word = line.split(" ")[0]
    if not LEADING.match(word):
        return line
    at = len(word) - 1 if word[0].isdigit() else 0
    return f"{line[:at]}\\{line[at:]}"


def _chapter(chapter: Chapter) -> Iterator[str]:
    yield f'<a id="chapter.{chapter.anchor}"></a>'
    yield ""
    yield f"## {chapter.number} {escaped(chapter.title)}"
    for block in chapter.intro:
        yield ""
        yield from _block(block)
    for part in (part for part in chapter.parts if not isinstance(part, Faces)):
        yield ""
        if isinstance(part, Group):
            yield f"**{escaped(part.title)}**"
        elif isinstance(part, Entry):
            yield from _entry(part)
        else:
            yield from _block(part)


def _entry(entry: Entry) -> Iterator[str]:
    yield f'<a id="{entry.key.anchor}"></a>'
    yield ""
    yield f"### {entry.number} {inline(entry.title)}"
    for block in entry.blocks:
        yield ""
        yield from _block(block)
    if entry.changes:
        yield ""
        for pair in entry.changes:
            for word, stretches in (("Before", pair.was), ("Now", pair.now)):
                if stretches:
                    yield from paragraph(run(f"{word}: {''.join(stretch.text for stretch in stretches)}"), "- ")
    yield ""
    yield from _where(entry.key, entry.notes)


def _block(block: Block) -> Iterator[str]:
    if isinstance(block, Paragraph):
        yield from paragraph(block.text)
    elif isinstance(block, Lines):
        yield from _lines(block.lines, block.steps, "")
    elif isinstance(block, Table | Picture):
        yield from _table(block if isinstance(block, Table) else block.table)
    elif isinstance(block, Terms):
        for row in block.rows:
            yield from paragraph(_term(row), "- ")


def _term(row: Row) -> Phrase:
    first = tuple(stretch._replace(style=stretch.style or "strong") for stretch in row.cells[0])
    rest = [cell for cell in row.cells[1:] if cell]
    return say("{}: {}", first, joined(rest, " ")) if rest else first


def _lines(lines: tuple[Line, ...], steps: bool, indent: str) -> Iterator[str]:
    for number, line in enumerate(lines, 1):
        mark = f"{indent}{number}. " if steps and len(lines) > 1 else f"{indent}- "
        yield from paragraph(line.text, mark)
        yield from _lines(line.under, line.steps, " " * len(mark))


def _table(table: Table) -> Iterator[str]:
    if table.key is not None:
        yield f'<a id="{table.key.anchor}"></a>'
        yield ""
    if table.title:
        yield f"**{escaped(table.title)}**"
        yield ""
    yield _cells(table.head, None)
    yield "|" + "---|" * len(table.head)
    for row in table.rows:
        yield _cells(row.cells, row.key)
    if table.key is not None:
        yield ""
        yield from _where(table.key, table.notes)


def _where(key: Key, notes: tuple[Phrase, ...]) -> Iterator[str]:
    """Yield the small print: full name, file and line, where it is printed, what was decided."""
    where = (Run(key.rule, "", key.anchor), Run(f" {key.file}:{key.line}"))
    yield from paragraph(joined([where, *notes], "; "), "> ", "> ")


def _cells(cells: tuple[Phrase, ...], key: Key | None) -> str:
    texts = [inline(cell) for cell in cells]
    if key is not None:
        texts[0] = f'<a id="{key.anchor}"></a>{texts[0]}'
        where = f"[{key.rule}](#{key.anchor}) {key.file}:{key.line}"
        texts[-1] = f"{texts[-1]}; {where}" if texts[-1] else where
    return "| " + " | ".join(texts) + " |"
