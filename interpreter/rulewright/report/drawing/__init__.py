"""The picture of a table, drawn from the values of `report.table` and the look of a ruleset; rules are never asked.

`draw_table(table, styles_of(table_rules_of(program)))` returns markup, for a page that has `draw_icons` somewhere:
boards as SVG, a mat for each player, pieces with faces. What can be pointed at has the attribute `data-about` with its
name on the table; what can be chosen now has the class `offered` and is a button. Every element that may change or move
has an `id` that stays the same from one table to the next, so that a page can be patched, and a piece that lies
elsewhere glides there.

    fitting.py   how wide a text is, and how large it can be in a box
    styles.py    colours, icons, and the signs of players
    faces.py     the faces of pieces
    boards.py    grids and paths, with what lies on their spaces
    parts.py     mats, places, things and facts
    printed.py   faces for paper

The markup is in `report/pages/picture.html.jinja`, its style in `picture.css`. Tests: `tests/drawing/`.
"""

from __future__ import annotations

from functools import lru_cache

from rulewright.report.drawing.faces import Token
from rulewright.report.drawing.parts import Mat, Mats, Part, TableArtist
from rulewright.report.drawing.styles import Styles, styles_of
from rulewright.report.pages import fragment
from rulewright.report.table.model import Table
from rulewright.report.wording import word

__all__ = ["Styles", "draw_icons", "draw_table", "styles_of"]


@lru_cache(maxsize=16)
def draw_icons(styles: Styles) -> str:
    """Return the outlines of all icons of a ruleset, which a page with its pictures contains once."""
    return fragment("icons", icons=styles.icons)


def draw_table(table: Table, styles: Styles) -> str:
    """Return the markup of a table; every text in it is escaped."""
    artist = TableArtist(styles, table)
    found, drawn = list(artist.parts()), tuple(artist.tokens)
    mats = next(part for part in found if isinstance(part, Mats) and part.about == "player")
    return fragment(
        "picture", parts=[_drawn_part(part, drawn, word("choosable")) for part in found if part is not mats],
        mats=[_drawn_part(mat, drawn, word("choosable")) for mat in mats.mats], players_first=found[:1] == [mats],
    )  # fmt: skip


@lru_cache(maxsize=4096)
def _drawn_part(part: Part | Mat, tokens: tuple[Token, ...], choosable: str) -> str:
    """Draw a part once for all who see the same, and as long as it stays as it is."""
    return fragment("picture_part", of=part, tokens=tokens, choosable=choosable)
