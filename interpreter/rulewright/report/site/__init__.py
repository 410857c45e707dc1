"""The documentation site: everything that is written about Rulewright, as pages that need no server.

    model.py         a page and its sections, and the addresses within the site
    markdown.py      Markdown as HTML: headings with anchors, links to pages of the site, coloured examples
    guides.py        pages of the guides, and of the examples with their rules
    reference.py     pages of the language reference and the glossary, and links to entries
    listing.py       pages made from what the program knows: its commands, its games with their rulebooks
    index.py         the index of the search, which `pages/site.js` looks up

`files_of` returns the files of the site by their paths; writing them is for the caller. The pages are templates of
`report/pages/`. Tests: `tests/site/`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rulewright.report.pages import page as rendered
from rulewright.report.rulebook_html import rulebook_html
from rulewright.report.site.guides import BEGIN, EXAMPLES, GUIDES, WORK, guide_pages
from rulewright.report.site.index import INDEX, index_script
from rulewright.report.site.listing import CommandHelp, GamePage, command_page, games_page
from rulewright.report.site.model import SitePage, relative_address
from rulewright.report.site.reference import glossary_page, reference_pages

START = "index.html"
__all__ = ["INDEX", "START", "CommandHelp", "GamePage", "files_of", "pages_of"]


def pages_of(commands: Sequence[CommandHelp], games: Sequence[GamePage]) -> list[SitePage]:
    """Return the pages, without the first one and the rulebooks, in the order of the contents."""
    more = [
        *guide_pages(EXAMPLES),
        games_page(games),
        command_page(commands),
        *guide_pages(GUIDES),
        glossary_page(GUIDES),
    ]
    return [*guide_pages(BEGIN), *reference_pages(), *more, *guide_pages(WORK)]


def files_of(commands: Sequence[CommandHelp], games: Sequence[GamePage]) -> Iterator[tuple[str, str]]:
    """Yield the path and the text of every file of the site."""
    pages = pages_of(commands, games)
    topics = by_topic(pages)
    title = "Rulewright: the documentation"
    yield START, rendered("site", title, shown=None, topics=topics, root="", index=INDEX, relative=relative_address)
    for page in pages:
        root = "../" * page.path.count("/")
        yield (
            page.path,
            rendered(
                "site", page.title, shown=page, topics=topics, root=root, index=root + INDEX, relative=relative_address
            ),
        )
    for game in games:
        yield game.path, rulebook_html(game.book, home="../" + START)
    yield INDEX, index_script(pages, games)


def by_topic(pages: Iterable[SitePage]) -> dict[str, list[SitePage]]:
    """Return the pages by topic, in their order."""
    found: dict[str, list[SitePage]] = {}
    for page in pages:
        found.setdefault(page.topic, []).append(page)
    return found
