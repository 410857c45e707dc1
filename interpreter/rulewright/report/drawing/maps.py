"""Maps: names where the look of a ruleset puts them, and the links that join them as lines from one to the other.

    kind: look
    boards:
      town: {at: {mill: [60, 60], inn: [220, 90]}}

Then towns are drawn so, with what each has, and the lanes between them in the colour of whoever has them. Both are told
of in the tables of towns and lanes, which the map takes the place of.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import atan2, degrees, hypot
from typing import TYPE_CHECKING

from rulewright.report.drawing.boards import SIDE, THICKNESS, Bar, Board, board_artist
from rulewright.report.table.model import Path, Rows, Space
from rulewright.report.wording import word

if TYPE_CHECKING:
    from rulewright.report.drawing.styles import Styles
    from rulewright.report.table.model import Table

APART = THICKNESS + 4
"""How far apart links lie that join the same two things."""


class Maps:
    """The maps of one table, by what lies on them."""

    def __init__(self, styles: Styles, table: Table) -> None:
        seats = tuple(seat.name for seat in table.seats)
        self.artist, self.domains = board_artist(styles, seats, word("choosable")), styles.rules.domains
        self.targets = table.asked.targets if table.asked is not None else frozenset[str]()
        self.tables = {section.about: section for section in table.sections if isinstance(section, Rows)}
        drawn = {section.about for section in table.sections if not isinstance(section, Rows)}
        self.names = [
            n for n in styles.boards if n in self.domains and self.domains[n].how == "names" and n not in drawn
        ]
        self.links = {name: info for name, info in self.domains.items() if info.joins in self.names}
        shown = {*self.names, *self.links}
        self.other_sections = tuple(
            one for one in table.sections if one.about not in shown or not isinstance(one, Rows)
        )
        """The sections that no map shows."""

    def boards(self) -> Iterator[Board]:
        """Yield the maps."""
        for name in self.names:
            stops = tuple(self._space(name, member) for member in self.domains[name].members)
            board = self.artist.path(Path(name, self.domains[name].plural, stops))
            lines = [bar for link, info in self.links.items() if info.joins == name for bar in self._bars(link, board)]
            yield board._replace(bars=tuple(lines))

    def _space(self, domain: str, member: str) -> Space:
        """Return a thing with all that it has."""
        about = f"{domain} {member}"
        info, table = self.domains[domain], self.tables.get(domain)
        row = next((row for row in table.rows if row.about == about), None) if table is not None else None
        cells = tuple(cell for cell in row.cells if cell is not None and not cell.empty) if row is not None else ()
        seats = tuple(cell.seat for cell in cells if cell.seat is not None)
        return Space(
            about, info.labels[info.index[member]], tuple(cell for cell in cells if cell.seat is None), (), seats,
            about in self.targets, any(cell.changed for cell in cells),
        )  # fmt: skip

    def _bars(self, link: str, board: Board) -> Iterator[Bar]:
        """Yield the links between the things that are drawn, beside each other where they join the same two."""
        info = self.domains[link]
        at = {spot.about: (spot.x + SIDE / 2, spot.y + SIDE / 2) for spot in board.spots}
        joined = self.domains[info.joins].members
        number, met = Counter(info.link_ends), Counter[tuple[int, int]]()
        for member, ends in zip(info.members, info.link_ends, strict=True):
            one, other = (at.get(f"{info.joins} {joined[end]}") for end in ends)
            aside = APART * (met[ends] - (number[ends] - 1) / 2)
            met[ends] += 1
            if one is not None and other is not None:
                yield self._bar(self._space(link, member), one, other, aside)

    def _bar(self, space: Space, one: tuple[float, float], other: tuple[float, float], aside: float) -> Bar:
        across, down = other[0] - one[0], other[1] - one[1]
        length = hypot(across, down) or 1.0
        x = (one[0] + other[0]) / 2 - aside * down / length
        y = (one[1] + other[1]) / 2 + aside * across / length
        width = max(THICKNESS, round(length - SIDE))
        bar = self.artist.bar(space, round(x, 1), round(y, 1), width, round(degrees(atan2(down, across))))
        return bar._replace(shown=True)
