"""Rulebooks for the tests: made as the command makes them, and their pages taken apart."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

from rulewright.check.check import check
from rulewright.cli import opening
from rulewright.compose.compose import compose
from rulewright.compose.composed import Composed
from rulewright.diagnostics import Findings
from rulewright.rulebook import book_of
from rulewright.rulebook.model import Paragraph, Rulebook, RulebookTable, RuleKey, SentenceLine, SentenceLines
from rulewright.workspace.about import describe_ruleset

ROOT = Path(__file__).parents[2]
BROKEN = ("tests/check/", "tests/mistakes/", "tests/source/")
"""Folders of the tests with rulesets that are not whole."""

FOLDERS = sorted(
    folder
    for root in ("rulesets", "examples", "tests")
    for folder in (path.parent.relative_to(ROOT).as_posix() for path in (ROOT / root).rglob("ruleset.yaml"))
    if not folder.startswith(BROKEN)
)
VOID = {"meta", "br", "hr", "img", "link", "input"}


@cache
def composed(folder: str) -> Composed:
    """Return the finished rules of a ruleset, which are without mistakes."""
    findings = Findings()
    source = opening.ruleset(f"./{folder}").source
    rules = compose(source, findings)
    check(rules, describe_ruleset(source).most, findings)
    return rules


@cache
def book(folder: str) -> Rulebook:
    """Return the rulebook of a ruleset."""
    return book_of(opening.ruleset(f"./{folder}"))


def rules_in(found: Rulebook) -> Iterator[RuleKey]:
    """Yield the key of every rule as a whole, wherever the book has it."""
    for chapter in found.chapters:
        for part in (*chapter.intro, *chapter.parts):
            if isinstance(part, RulebookTable):
                yield from (row.key for row in part.rows if row.key is not None)
            key = getattr(part, "key", None)
            if key is not None:
                yield key


def paragraphs_in(found: Rulebook) -> Iterator[RuleKey]:
    """Yield the key of every paragraph of a rule."""
    for chapter in found.chapters:
        for entry in chapter.entries:
            for block in entry.blocks:
                if isinstance(block, SentenceLines):
                    yield from lines_in(block.lines)
                elif isinstance(block, Paragraph) and block.key is not None and block.key.step:
                    yield block.key


def lines_in(lines: tuple[SentenceLine, ...]) -> Iterator[RuleKey]:
    """Yield the keys of sentences and of those under them."""
    for line in lines:
        if line.key.step:
            yield line.key
        yield from lines_in(line.under)


class Page(HTMLParser):
    """A page taken apart strictly: what is opened must be closed, in order."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.targets: list[str] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == [], "something is never closed"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in VOID:
            self.open.append(tag)
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"<{tag}> says something twice"
        assert not any(name.startswith("on") or name in ("src", "style") for name in names)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name == "href":
                self.targets.append(value or "")

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open.pop() == tag, f"</{tag}> closes nothing"

    def handle_data(self, data: str) -> None:
        self.words.append(data)


__all__ = ["FOLDERS", "ROOT", "Page", "book", "composed", "paragraphs_in", "rules_in"]
