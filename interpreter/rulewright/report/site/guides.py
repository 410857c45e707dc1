"""Pages of the guides, and of the examples with their rules."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from rulewright.report.site.listing import rulebook_path
from rulewright.report.site.markdown import RenderedMarkdown, example_html, render_markdown
from rulewright.report.site.model import SitePage, relative_address
from rulewright.report.site.reference import word_address
from rulewright.source.folders import guides, rulesets_in

BEGIN, GUIDES, EXAMPLES, WORK = "Begin", "Guides", "Examples", "Work on Rulewright"
WEIGHTS = {BEGIN: 1.0, GUIDES: 1.0, EXAMPLES: 0.8, WORK: 0.4}
"""How much a find in a guide counts, by topic."""
TOPICS = {
    "README.md": BEGIN, "COMMANDS.md": BEGIN, "examples/README.md": EXAMPLES, "RUNNING.md": GUIDES,
    "SECURITY.md": GUIDES, "editors/README.md": GUIDES, "interpreter/API.md": GUIDES, "CONTRIBUTING.md": WORK,
    "interpreter/README.md": WORK, "CHANGELOG.md": WORK,
}  # fmt: skip
"""The topic of each guide."""
EXAMPLE_LINK = re.compile(r"\]\((examples/[\w-]+/README\.md)\)")
"""A link in README.md to a single example, which is one to begin with."""
TITLES = {"README.md": "Start here", "examples/README.md": "All examples"}
"""Titles that say more in the contents than that of the file."""


def guide_pages(*topics: str) -> Iterator[SitePage]:
    """Yield the guides of some topics; an example with its files."""
    first = EXAMPLE_LINK.findall((guides() / "README.md").read_text("utf-8"))
    for file, path in _guide_paths().items():
        topic = TOPICS.get(file) or (BEGIN if file in first else EXAMPLES)
        if topic in topics:
            found = _render_guide((guides() / file).read_text("utf-8"), file)
            folder = (guides() / file).parent
            more = _example_files(folder) if (folder / "ruleset.yaml").is_file() else ""
            title = TITLES.get(file, found.title)
            yield SitePage(path, title, topic, found.html + more, found.sections, WEIGHTS[topic])


def _render_guide(text: str, file: str) -> RenderedMarkdown:
    """Return a guide as HTML; its links lead to the pages of the files that they name."""
    path = _guide_paths()[file]
    return render_markdown(
        text,
        _link_resolver(file, path),
        lambda word: word_address(word, path) if word.startswith("rulewright ") else None,
    )


def _link_resolver(file: str, path: str) -> Callable[[str], str | None]:
    def link(href: str) -> str | None:
        if "://" in href or href.startswith("mailto:"):
            return href
        named, _, anchor = href.partition("#")
        target = (
            _guide_paths().get(posixpath.normpath(posixpath.join(posixpath.dirname(file), named))) if named else path
        )
        if target is None:
            return None
        return (relative_address(target, path) if named else "") + (f"#{anchor}" if anchor else "")

    return link


@cache
def _guide_paths() -> dict[str, str]:
    """Return the page of each file by its path among the guides."""
    examples = [f"examples/{folder.name}/README.md" for folder in rulesets_in(guides() / "examples")]
    there = [file for file in dict.fromkeys([*TOPICS, *examples]) if (guides() / file).is_file()]
    return {file: f"{'examples' if file in examples else 'guides'}/{_page_name(file)}.html" for file in there}


def _page_name(file: str) -> str:
    folder, _, name = file.removesuffix(".md").lower().rpartition("/")
    return posixpath.basename(folder) or "start" if name == "readme" else name


def _example_files(folder: Path) -> str:
    """Return the files of an example, and a link to its rulebook."""
    files = [folder / "ruleset.yaml", *sorted(folder.glob("rules/*.rules")), *sorted(folder.glob("data/*.yaml"))]
    shown = (
        example_html(
            path.read_text("utf-8"),
            f"{'rules' if path.suffix == '.rules' else 'yaml'} {path.relative_to(folder).as_posix()}",
        )
        for path in files
    )
    book = relative_address(rulebook_path(folder.name), f"examples/{folder.name}.html")
    head = f'<h2 id="its-files">Its files</h2>\n<p><a href="{book}">Its rulebook</a>, made from these rules.</p>\n'
    return head + "".join(shown)
