"""The picture of a table, drawn from the values of `report.table` and the look of a ruleset; rules are never asked.

`draw_table(table, styles_of(table_rules_of(program)))` returns markup, for a page that has `draw_icons` somewhere:
boards as SVG, a mat for each player, pieces with faces. What can be chosen now has the class `offered`. `picture_of`
returns the parts one by one, for a page that is patched: what can be pointed at has the attribute `data-about` with its
name on the table, and is a button if it can be chosen; every element that may change or move has an `id` that stays the
same from one table to the next, so that a piece that lies elsewhere glides there.

    fitting.py   how wide a text is, and how large it can be in a box
    styles.py    colours, icons, and the signs of players
    faces.py     the faces of pieces
    maps.py      names and the links between them, where a look puts them
    boards.py    grids and paths, with what lies on their spaces
    parts.py     mats, places, things and facts
    printed.py   faces for paper

The markup is in `report/pages/drawing.html.jinja`, its style in `picture.css`. Tests: `tests/drawing/`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING

from rulewright.report.drawing.boards import Bar, Board, Spot
from rulewright.report.drawing.maps import Maps
from rulewright.report.drawing.parts import GameFacts, Mat, Mats, Part, Pictured, PlacePicture, TableArtist
from rulewright.report.drawing.styles import Styles, styles_of
from rulewright.report.pages import anchor_of, fragment, template_environment

if TYPE_CHECKING:
    from jinja2.environment import TemplateModule

    from rulewright.report.table.model import Table

__all__ = ["Picture", "Styles", "draw_icons", "draw_table", "drawn", "picture_of", "styles_of"]

MACROS = {
    Bar: "bar", Board: "board", GameFacts: "facts", Mat: "mat", Mats: "mats", Pictured: "piece", PlacePicture: "place",
    Spot: "spot",
}  # fmt: skip
"""What draws a part, or a part of a part."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn table: the markup of its parts by the `id` of their elements, and which of them are whose."""

    parts: dict[str, str]
    public: tuple[str, ...]
    mats: tuple[str, ...]
    players_first: bool
    live: bool

    def frame(self, filled: bool) -> str:
        """Return the markup in which the parts are, or with empty elements in their places."""
        return fragment(
            "picture", parts=self.parts, public=self.public, mats=self.mats, players_first=self.players_first,
            filled=filled, live=self.live,
        )  # fmt: skip


@lru_cache(maxsize=16)
def draw_icons(styles: Styles) -> str:
    """Return the outlines of all icons of a ruleset, which a page with its pictures contains once."""
    return fragment("icons", icons=styles.icons)


def draw_table(table: Table, styles: Styles) -> str:
    """Return the markup of a table that is only looked at; every text in it is escaped."""
    return picture_of(table, styles, live=False).frame(filled=True)


def picture_of(table: Table, styles: Styles, live: bool = True) -> Picture:
    """Return the picture of a table; `live` is for a page that is patched and answers."""
    maps = Maps(styles, table)
    found = [*maps.boards(), *TableArtist(styles, replace(table, sections=maps.other_sections)).parts()]
    players = next(part for part in found if isinstance(part, Mats) and part.about == "player")
    mats = {anchor_of(mat.about, "mat"): drawn(mat, live) for mat in players.mats}
    public = {_id_of(part): drawn(part, live) for part in found if part is not players}
    return Picture({**public, **mats}, tuple(public), tuple(mats), found[:1] == [players], live)


def _id_of(part: Part) -> str:
    return "part-game" if isinstance(part, GameFacts) else anchor_of(part.about, "part")


@lru_cache(maxsize=16384, typed=True)
def drawn(of: Part | Mat | Pictured | Spot | Bar, live: bool = False) -> str:
    """Return the markup of a part: drawn once for all who see the same, and as long as it stays as it is."""
    markup: str = getattr(_macros(live), MACROS[type(of)])(of)
    return type(markup)(markup.strip())


@cache
def _macros(live: bool) -> TemplateModule:
    named = {"live": live, "drawn": partial(drawn, live=live)}
    return template_environment().get_template("drawing.html.jinja").make_module(named)
