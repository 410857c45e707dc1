"""The index of the site's search: a script that hands it to `pages/site.js`, as pages in a folder can fetch nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from textwrap import shorten

from rulewright.reference import Document, Index, search_vocabulary, section_document
from rulewright.report.site.listing import GamePage
from rulewright.report.site.model import SitePage

INDEX = "search-index.js"
GIST_LENGTH = 110
"""Letters of a section that a search shows."""
WEIGHT_SCALE = 100
"""Weights are whole numbers in the index, this many times as large."""
RULEBOOK_WEIGHT = 0.3
"""How much a find in a rulebook counts."""

Found = tuple[str, str, str, str]
"""What a search shows of a section: title, page, address, and how its text begins."""


def index_script(pages: Sequence[SitePage], games: Sequence[GamePage]) -> str:
    """Return the script that defines the index: the sections, what counts in them, and the data of the vocabulary."""
    several = [*_of_pages(pages), *_of_books(games)]
    weights = Index.over_documents(document for document, _ in several).weights
    words = search_vocabulary()
    data = {
        "sections": [found for _, found in several],
        "weights": {  # numbers of sections, each followed by how much the stem counts there
            stem: [number for at, much in of.items() for number in (at, round(WEIGHT_SCALE * much))]
            for stem, of in weights.items()
        },
        "endings": words.endings, "ignored": sorted(words.ignored), "related": words.related,
    }  # fmt: skip
    return f"window.rulewrightIndex = {json.dumps(data, ensure_ascii=False, separators=(',', ':'))};\n"


def _of_pages(pages: Sequence[SitePage]) -> Iterator[tuple[Document, Found]]:
    for page in pages:
        for section in page.sections:
            title = ", ".join(section.titles)
            address = f"{page.path}#{section.anchor}" if section.anchor else page.path
            gist = shorten(section.text.replace("`", "").replace("**", ""), GIST_LENGTH, placeholder=" ...")
            document = section_document(section.titles, page.title, section.text, page.weight)
            yield document, (title, page.title, address, gist)


def _of_books(games: Sequence[GamePage]) -> Iterator[tuple[Document, Found]]:
    for game in games:
        for chapter in game.book.chapters:
            named = [entry.key.rule.partition(".")[2].replace("-", " ") for entry in chapter.entries]
            shown = (chapter.title, f"{game.book.title}: rulebook", f"{game.path}#chapter.{chapter.anchor}", "")
            yield Document((chapter.title,), game.about.headline, " ".join(named), RULEBOOK_WEIGHT), shown
