"""From the table of a seat to markup: the seam between what is played and what it looks like.

`draw_table` depends on nothing but its arguments, and reads no rules. What it returns is put into the element `table`
of the page, and compared with what was there by the ids of elements, so an id stands for the same thing as long as that
is on the table. An element with `data-about` (the `about` of a space, a piece or another part) can be chosen or asked
about; the page gives the class `offered` to those that some option is about. Markup holds no styles and no scripts: the
policy of the page lets neither run. Names and texts are data, and are escaped.
"""

from __future__ import annotations

from functools import lru_cache, partial
from pathlib import Path

from rulewright.report.pages import page_word, template_environment
from rulewright.report.pictures import board
from rulewright.report.table.model import Grid, Section, Table

PAGES = Path(__file__).parent / "pages"


def draw_table(table: Table, look: object | None = None, language: str = "") -> str:
    """Return the sections of a table as markup."""
    names = tuple(seat.name for seat in table.seats)
    return "".join(_drawn_section(part, names, language) for part in table.sections)


@lru_cache(maxsize=4096)
def _drawn_section(part: Section, names: tuple[str, ...], language: str) -> str:
    """Draw a section once for all who see the same."""
    drawn = board(part, names) if isinstance(part, Grid) else part
    return rendered("section", language, about=part.about, part=drawn, names=names)


def rendered(name: str, language: str, **content: object) -> str:
    """Return a template of the pages with the words of a language."""
    word = partial(page_word, language)
    return template_environment(PAGES).get_template(f"{name}.html.jinja").render(content | {"word": word})
