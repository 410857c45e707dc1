"""Markdown as HTML for the site: headings with anchors, links to pages of the site, coloured examples."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from itertools import chain, count
from typing import TYPE_CHECKING

from rulewright.report import late
from rulewright.report.site.model import SiteSection, heading_anchor

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

COMMAND = re.compile(r"^ *\$ ", re.MULTILINE)
RULES, YAML = "rulewright", "yaml"
LANGUAGES = {"rules": RULES, "text": "", "console": "console"}
"""Lexers by the word that opens a block, where it is another one."""

Link = Callable[[str], str | None]
"""From a link or a word in code to an address in the site; None: no link."""


@dataclass(frozen=True, slots=True)
class RenderedMarkdown:
    """A text as HTML, without its title, and its sections; the first section is what stands above all headings."""

    title: str
    html: str
    sections: tuple[SiteSection, ...]


def render_markdown(
    text: str, link: Link, word: Link, names: Callable[[str], tuple[str, ...]] = lambda heading: (heading,)
) -> RenderedMarkdown:
    """Return a Markdown text as HTML.

    `link` finds the address of a link, `word` that of words in code, `names` the titles of a heading.
    """
    tokens = _markdown_parser().parse(text)
    title = tokens[1].content if tokens and tokens[0].tag == "h1" else ""
    tokens = tokens[3:] if title else tokens
    sections = tuple(_split_sections(tokens, title, names))
    _prepare_headings(tokens, sections)
    here = ""
    for token in tokens:
        here = f"#{token.attrGet('id')}" if token.type == "heading_open" else here
        if token.children:
            token.children = list(_resolve_links(token.children, link, word, here))
    return RenderedMarkdown(
        plain_markdown(title), _markdown_parser().renderer.render(tokens, _markdown_parser().options, {}), sections
    )


@cache
def _markdown_parser() -> MarkdownIt:
    made = late.markdown_it.MarkdownIt("commonmark", {"html": False}).enable("table")
    made.add_render_rule("table_open", lambda self, *_: '<div class="wide" tabindex="0"><table>\n')
    made.add_render_rule("table_close", lambda self, *_: "</table></div>\n")
    made.add_render_rule("code_block", lambda self, tokens, at, options, env: example_html(tokens[at].content, ""))
    made.add_render_rule(
        "fence", lambda self, tokens, at, options, env: example_html(tokens[at].content, tokens[at].info)
    )
    return made


# -- headings


def _split_sections(
    tokens: Sequence[Token], title: str, names: Callable[[str], tuple[str, ...]]
) -> Iterator[SiteSection]:
    """Yield the sections of a text: each heading with what follows it, up to the next one."""
    used: set[str] = set()
    anchor, depth, words = "", 1, list[str]()
    titles: tuple[str, ...] = (plain_markdown(title),)
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            yield SiteSection(anchor, titles, depth, " ".join(words))
            heading = tokens[at + 1].content
            titles, depth, words, name = (
                names(plain_markdown(heading)),
                int(token.tag[1]),
                [],
                heading_anchor(heading) or "section",
            )
            numbered = chain([name], (f"{name}-{number}" for number in count(1)))
            anchor = next(one for one in numbered if one not in used)
            used.add(anchor)
        elif token.content and tokens[at - 1].type != "heading_open":
            words.append(token.content)
    yield SiteSection(anchor, titles, depth, " ".join(words))


def _prepare_headings(tokens: Sequence[Token], sections: Sequence[SiteSection]) -> None:
    """Give headings their anchors; the empty corner of a table is no heading."""
    headings = [token for token in tokens if token.type == "heading_open"]
    for token, section in zip(headings, sections[1:], strict=True):
        token.attrSet("id", section.anchor)
    for opened, inner, closed in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if opened.type == "th_open" and not inner.content:
            opened.tag = closed.tag = "td"


def plain_markdown(text: str) -> str:
    """Return a line of Markdown without its signs."""
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text).replace("`", "").replace("*", "")


# -- links


def _resolve_links(tokens: Sequence[Token], link: Link, word: Link, here: str) -> Iterator[Token]:
    """Yield the parts of a paragraph with the links of the site; a link that leads out of it becomes its text."""
    kept: list[bool] = []
    for token in tokens:
        if token.type == "link_open":
            address = link(str(token.attrGet("href")))
            kept.append(address is not None)
            if address is not None:
                token.attrSet("href", address)
                yield token
        elif token.type == "image":
            continue  # the site is text: what a picture shows is on its pages
        elif token.type == "link_close":
            if kept.pop():
                yield token
        elif token.type == "code_inline" and not kept and (address := word(token.content)) not in (None, here):
            yield from _within_link(token, str(address))
        else:
            yield token


def _within_link(token: Token, address: str) -> Iterator[Token]:
    yield late.markdown_token.Token("link_open", "a", 1, attrs={"href": address})
    yield token
    yield late.markdown_token.Token("link_close", "a", -1)


# -- examples


def example_html(text: str, info: str) -> str:
    """Return an example as HTML; `info` is the language, `good` or `bad`, and perhaps the file that it stands in."""
    first, _, rest = info.partition(" ")
    file = rest if re.fullmatch(r"[\w./-]+\.[a-z]+", rest) else ""
    lexer = LANGUAGES.get(first, first)
    if first in ("bad", "good"):
        lexer = (
            "console" if COMMAND.search(text) else YAML if file.endswith(".yaml") else RULES if rest != "made" else ""
        )
    elif not first and re.match(r"(tile|change|step|option) ", text):
        lexer = RULES
    head = f'<p class="file">{escape(file)}</p>' if file else ""
    mark = f" {first}" if first in ("bad", "good") else ""
    code = _highlight_example(text, lexer)
    return f'<div class="example{mark}">{head}<pre tabindex="0"><code>{code}</code></pre></div>\n'


def _highlight_example(text: str, name: str) -> str:
    """Return an example with its words coloured, where there is a lexer for it."""
    if not name:
        return escape(text)
    try:
        is_ours = name == RULES
        lexer = (
            late.rules_lexer.RulesLexer(stripnl=False)
            if is_ours
            else late.lexers.get_lexer_by_name(name, stripnl=False)
        )
    except late.pygments_util.ClassNotFound:
        return escape(text)
    return late.pygments.highlight(text, lexer, late.formatters.HtmlFormatter(nowrap=True))
