"""Writes a rulebook as Markdown: wrapped at 80 columns, with anchors that every link finds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import wrap

from rulewright.report.layout import WIDTH, tame
from rulewright.rulebook.model import (
    Block,
    Faces,
    GridPicture,
    Group,
    Paragraph,
    Rulebook,
    RulebookChapter,
    RulebookEntry,
    RulebookRow,
    RulebookTable,
    RuleKey,
    SentenceLine,
    SentenceLines,
    Terms,
)
from rulewright.rulebook.phrases import Phrase, TextRun, join_phrases, phrase_of, say

SPECIAL_SIGNS = re.compile(r"([\\`*_\[\]<>|])")
LEADING_SIGNS = re.compile(r"^([-+#=~]+|\d+[.)])$")
GLUE = "\u0001"
"""Stands for a blank that no line may break at."""


def rulebook_markdown(book: Rulebook) -> str:
    """Return the whole book."""
    lines = [f"# {escape_markdown(book.title)}", ""]
    for about in book.about:
        lines += [*wrap_phrase(about), ""]
    lines += [
        f"{chapter.number}. [{escape_markdown(chapter.title)}](#chapter.{chapter.anchor})" for chapter in book.chapters
    ]
    for chapter in book.chapters:
        lines += ["", *_chapter_markdown(chapter)]
    return "\n".join(lines).rstrip() + "\n"


def chapter_markdown(chapter: RulebookChapter) -> str:
    """Return one chapter."""
    return "\n".join(_chapter_markdown(chapter)).strip() + "\n"


def escape_markdown(text: str) -> str:
    """Return a text in which nothing is a sign of Markdown or HTML."""
    return SPECIAL_SIGNS.sub(r"\\\1", tame(text).replace("&", "&amp;"))


def phrase_markdown(phrase: Phrase) -> str:
    """Return a phrase on one line."""
    return "".join(_run_markdown(stretch) for stretch in phrase)


def _run_markdown(stretch: TextRun) -> str:
    text = escape_markdown(stretch.text)
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


def wrap_phrase(phrase: Phrase, first: str = "", more: str | None = None) -> list[str]:
    """Return a phrase as lines of at most 80 columns; links are not broken."""
    later = " " * len(first) if more is None else more
    text = re.sub(r"<a id=", f"<a{GLUE}id=", phrase_markdown(phrase))
    lines = wrap(text, WIDTH - len(first) - 1, break_long_words=False, break_on_hyphens=False) or [""]
    leads = (first, *(later for _ in lines[1:]))
    return [
        f"{lead}{_escape_line_start(line)}".replace(GLUE, " ").rstrip() for lead, line in zip(leads, lines, strict=True)
    ]


def _escape_line_start(line: str) -> str:
    """Return a line that begins no list or heading of its own."""
    word = line.split(" ")[0]
    if not LEADING_SIGNS.match(word):
        return line
    at = len(word) - 1 if word[0].isdigit() else 0
    return f"{line[:at]}\\{line[at:]}"


def _chapter_markdown(chapter: RulebookChapter) -> Iterator[str]:
    yield f'<a id="chapter.{chapter.anchor}"></a>'
    yield ""
    yield f"## {chapter.number} {escape_markdown(chapter.title)}"
    for block in chapter.intro:
        yield ""
        yield from _block_markdown(block)
    for part in (part for part in chapter.parts if not isinstance(part, Faces)):
        yield ""
        if isinstance(part, Group):
            yield f"**{escape_markdown(part.title)}**"
        elif isinstance(part, RulebookEntry):
            yield from _entry_markdown(part)
        else:
            yield from _block_markdown(part)


def _entry_markdown(entry: RulebookEntry) -> Iterator[str]:
    yield f'<a id="{entry.key.anchor}"></a>'
    yield ""
    yield f"### {entry.number} {phrase_markdown(entry.title)}"
    for block in entry.blocks:
        yield ""
        yield from _block_markdown(block)
    if entry.changes:
        yield ""
        for pair in entry.changes:
            for word, stretches in (("Before", pair.was), ("Now", pair.now)):
                if stretches:
                    yield from wrap_phrase(phrase_of(f"{word}: {''.join(stretch.text for stretch in stretches)}"), "- ")
    yield ""
    yield from _origin_markdown(entry.key, entry.notes)


def _block_markdown(block: Block) -> Iterator[str]:
    if isinstance(block, Paragraph):
        yield from wrap_phrase(block.text)
    elif isinstance(block, SentenceLines):
        yield from _list_markdown(block.lines, block.steps, "")
    elif isinstance(block, RulebookTable | GridPicture):
        yield from _table_markdown(block if isinstance(block, RulebookTable) else block.table)
    elif isinstance(block, Terms):
        for row in block.rows:
            yield from wrap_phrase(_term_phrase(row), "- ")


def _term_phrase(row: RulebookRow) -> Phrase:
    first = tuple(stretch._replace(style=stretch.style or "strong") for stretch in row.cells[0])
    rest = [cell for cell in row.cells[1:] if cell]
    return say("{}: {}", first, join_phrases(rest, " ")) if rest else first


def _list_markdown(lines: tuple[SentenceLine, ...], steps: bool, indent: str) -> Iterator[str]:
    for number, line in enumerate(lines, 1):
        mark = f"{indent}{number}. " if steps and len(lines) > 1 else f"{indent}- "
        yield from wrap_phrase(line.text, mark)
        yield from _list_markdown(line.under, line.steps, " " * len(mark))


def _table_markdown(table: RulebookTable) -> Iterator[str]:
    if table.key is not None:
        yield f'<a id="{table.key.anchor}"></a>'
        yield ""
    if table.title:
        yield f"**{escape_markdown(table.title)}**"
        yield ""
    yield _row_markdown(table.head, None)
    yield "|" + "---|" * len(table.head)
    for row in table.rows:
        yield _row_markdown(row.cells, row.key)
    if table.key is not None:
        yield ""
        yield from _origin_markdown(table.key, table.notes)


def _origin_markdown(key: RuleKey, notes: tuple[Phrase, ...]) -> Iterator[str]:
    """Yield the small print: full name, file and line, where it is printed, what was decided."""
    where = (TextRun(key.rule, "", key.anchor), TextRun(f" {key.file}:{key.line}"))
    yield from wrap_phrase(join_phrases([where, *notes], "; "), "> ", "> ")


def _row_markdown(cells: tuple[Phrase, ...], key: RuleKey | None) -> str:
    texts = [phrase_markdown(cell) for cell in cells]
    if key is not None:
        texts[0] = f'<a id="{key.anchor}"></a>{texts[0]}'
        where = f"[{key.rule}](#{key.anchor}) {key.file}:{key.line}"
        texts[-1] = f"{texts[-1]}; {where}" if texts[-1] else where
    return "| " + " | ".join(texts) + " |"
