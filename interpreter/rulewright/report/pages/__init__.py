"""Pages: single HTML files that need nothing else, to be read, sent or printed.

    base.html.jinja        the frame of every page, with the one style sheet
    style.css              rules for one kind of page begin with its name: `.compare td`
    parts.html.jinja       macros that several pages share
    report.html.jinja      any report, such as those of `compare`, `arena` and `diverge`; game.js steps through a game,
                           editions.js filters and searches what differs between editions
    rulebook.html.jinja    a rulebook, for screens, phones and paper; book.html.jinja holds its macros
    replay.html.jinja, replay.js
                           a recorded game to step through
    sheets.html.jinja      boards, pieces, markers and money to cut out
    drawing.html.jinja, picture.html.jinja, icons.html.jinja, picture.css
                           the picture of a table, its parts as macros, its icons and its style
    site.html.jinja, site.js
                           a page of the documentation site, with contents and search

What a template needs is computed by the module that renders it: templates hold markup and no rules. Every text is
escaped, and a name that a template misses is an error. A page may have a script of its own name; its policy lets
nothing else run and nothing be loaded, and everything can be read without the script. Words of the pages are in
`source/languages/pages.yaml`. jinja2 is imported when the first page is rendered, so that other commands do not pay
for it.
"""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache, lru_cache, partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.report import late
from rulewright.source.labels import OWN_LANGUAGE
from rulewright.source.languages import page_words

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

_HERE = Path(__file__).parent
_ICONS = _HERE.parents[1] / "vendored" / "icons"
NOT_IN_ANCHORS = re.compile(r"[^A-Za-z0-9-]")


def page(name: str, title: str, language: str = "", kind: str = "", **content: object) -> str:
    """Return the page of a template, which finds the names in `content` and the words of a language.

    Its style and scripts are those of its `kind`, which is the name of the template unless something else is said.
    """
    kind = kind or name
    script = _page_script(kind)
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    if script:
        policy += f"; script-src 'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"
    of_page = {
        "page": kind,
        "title": title,
        "with_pictures": kind in PICTURED,
        "script": script,
        "policy": policy,
        "word": partial(page_word, language),
    }
    return template_environment().get_template(f"{name}.html.jinja").render(content | of_page)


def fragment(name: str, **content: object) -> str:
    """Return the markup of a part of a page, by its template."""
    return template_environment().get_template(f"{name}.html.jinja").render(content)


def page_word(language: str, name: str, /, **filled: object) -> str:
    """Return one of the pages' words or sentences in a language; in English where it has none."""
    return page_words(language or OWN_LANGUAGE)[name].format(**filled)


PICTURED = frozenset({"editions", "replay", "rulebook", "sheets"})
"""The pages with pictures of pieces or of a table, and so with their style."""
SCRIPTS = {"editions": ("editions", "game"), "diverge": ("game",), "replay": ("replay",)}
"""The scripts of a page; others have none."""


@cache
def _page_script(name: str) -> str:
    return "\n".join((_HERE / f"{script}.js").read_text("utf-8") for script in SCRIPTS.get(name, ()))


@cache
def template_environment(*folders: Path) -> Environment:
    """Return what renders the templates in these folders and here: texts are escaped, missing names are errors."""
    made = late.jinja2.Environment(
        loader=late.jinja2.FileSystemLoader([*folders, _HERE]), autoescape=True, undefined=late.jinja2.StrictUndefined,
        trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True, auto_reload=False,
    )  # fmt: skip
    made.filters |= {"within": _anchored_within, "anchor": anchor_of}
    made.globals |= {"what": _what, "icon_path": icon_path}
    return made


@lru_cache(maxsize=4096)
def anchor_of(name: str, part: str = "t") -> str:
    """Return the name of a part of the table as an `id`: `t-player_coin-red`."""
    return f"{part}-{NOT_IN_ANCHORS.sub(lambda found: '-' if found[0] == ' ' else '_', name)}"


@cache
def icon_path(name: str) -> str:
    """Return the outline of one of the icons that come with the package, in a square of 512 units."""
    return (_ICONS / f"{name}.svg").read_text("utf-8").partition(' d="')[2].partition('"')[0]


def _what(value: object) -> str:
    """Return the name of a value's type, by which templates choose what draws it."""
    return type(value).__name__


def _anchored_within(markup: Markup, part: str) -> Markup:
    """Return markup whose anchors are those of a part of the page; links to differences stay what they are."""
    text = str.__str__(markup)  # joined as plain text: a joined Markup would escape the quotation marks again
    return type(markup)(re.sub(r'\b(id="|href="#)(?!difference\.)', rf"\1{part}.", text))
