"""Colours, icons and signs of what is on a table: as the look of a ruleset says, or else by rules of thumb.

Nothing is told by colour alone: a player has a sign besides, and a thing its first letters or an icon. Without a look a
thing is coloured by the colour that is its name, otherwise in turn among the things of its list:

    "player red"      red, as its name says
    "suit hearts"     the third colour of the palette, if it is the third suit
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from rulewright.engine.table_rules import TableRules, ThingLook
from rulewright.report.table.reading import face_of

if TYPE_CHECKING:
    from rulewright.report.table.model import Piece

COLOURS = {
    "red": "#c8372d", "yellow": "#e0a800", "green": "#2f8f4e", "blue": "#2f6fb7", "orange": "#dd7a1e",
    "white": "#f4f1ea", "black": "#33302c", "purple": "#7d4fa3", "violet": "#7d4fa3", "pink": "#d56a9c",
    "brown": "#7c5233", "grey": "#8a8781", "gray": "#8a8781", "gold": "#c9a227", "silver": "#a7adb3",
    "turquoise": "#2a9d9a", "cyan": "#2a9d9a",
}  # fmt: skip
"""What a name of a colour looks like."""
PALETTE = (
    "#4a7ba6", "#b5713a", "#5d8f56", "#8a6aa6", "#b55a6a", "#2f8a86", "#94813a", "#6a7280", "#a3567f", "#577a3c",
)  # fmt: skip
"""Colours of things without one of their own, in turn."""
PLAIN, BACK = "#7a746a", "#6c6f80"
"""The colours of a thing of which nothing is said, and of the back of a piece."""
SIGNS = ("disc", "square", "triangle", "diamond", "star", "cross", "hexagon", "drop")
"""The signs of players, in the order of their seats."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a thing is drawn: its colour, its icon if it has one, its shape, and letters that tell it without colour."""

    colour: str
    icon: str = ""
    shape: str = ""
    letters: str = ""
    row: tuple[Style, ...] = ()
    """What is printed on a piece in a row, as stripes of one thing each."""

    @property
    def ink(self) -> str:
        """Black or white, whichever is read better on the colour."""
        red, green, blue = (int(self.colour[at : at + 2], 16) for at in (1, 3, 5))
        return "#1d1c1a" if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else "#ffffff"  # luma of ITU-R BT.601


class Styles:
    """The styles of everything that a program declares."""

    def __init__(self, rules: TableRules) -> None:
        self.rules, self.looks, self.boards = rules, rules.hints.looks, rules.hints.boards
        self.of_thing = lru_cache(maxsize=4096)(self._of_thing)
        self.of_seat = lru_cache(maxsize=64)(self._of_seat)
        self.of_piece = lru_cache(maxsize=4096)(self._of_piece)

    def _of_thing(self, about: str) -> Style:
        """Return the style of a thing, an amount or a kind of thing, by its name: `suit hearts`, `player.coin red`."""
        owner, _, member = about.partition(" ")
        look = self.looks.get(f"{owner}.{member}") or self.looks.get(owner)
        info = self.rules.domains.get(owner)
        at = info.index.get(member, -1) if info is not None else -1
        label = info.labels[at] if info is not None and at >= 0 else owner.rpartition(".")[2]
        colour = COLOURS.get(member, PALETTE[at % len(PALETTE)] if at >= 0 else PLAIN)
        if look is None:
            return Style(colour, letters=label[:1].upper())
        return Style(look.colour or colour, look.icon, look.shape, label[:1].upper())

    def _of_seat(self, seat: int) -> Style:
        """Return the style of a player; the shape is the sign."""
        members = self.rules.domains["player"].members
        member = members[seat]
        look = self.looks.get(f"player.{member}")
        taken = next(colour for colour in (look and look.colour, COLOURS.get(member), PALETTE[seat % 10]) if colour)
        return Style(taken, shape=SIGNS[seat % len(SIGNS)], letters=self.rules.domains["player"].labels[seat][:1])

    def _of_piece(self, piece: Piece) -> Style:
        """Return the style of a piece: as its look says, then its player, what is printed on it, and its kind."""
        domain, _, member = piece.about.partition(" ")
        kind, rule = self.rules.kind_and_rule(domain, member)
        own = self._looks_named(f"{kind}.{member}", f"{domain}.{member}", f"{kind}.{rule}")
        of_kind = self._looks_named(kind, domain)
        printed = self.of_thing(piece.kind) if piece.kind else None
        between = [] if printed is None else [printed]
        if piece.seat is not None:
            between.insert(0, self.of_seat(piece.seat))
        every: list[ThingLook | Style] = [*own, *between, *of_kind]
        colour = next((one.colour for one in every if one.colour), PLAIN)
        icon = next((one.icon for one in every if one.icon), "")
        shape = next((one.shape for one in [*own, *of_kind] if one.shape), "")
        return Style(colour, icon, shape, printed.letters if printed is not None else "", self._row_of(domain, member))

    def _row_of(self, domain: str, member: str) -> tuple[Style, ...]:
        at = self.rules.piece_named(domain, member) if self.rules.is_of_pieces(domain) else -1
        things = self.rules.printed_row(domain, at) if at >= 0 else ()
        return tuple(self.of_thing(f"{of} {self.rules.domains[of].members[number]}") for of, number in things)

    def of_member(self, kind: str, member: str) -> Style:
        """Return the style of a piece by its kind and name."""
        found = self.rules.piece_of_kind(kind, member)
        return Style(PLAIN) if found is None else self.of_piece(face_of(self.rules, *found))

    def _looks_named(self, *names: str) -> list[ThingLook]:
        return [look for name in dict.fromkeys(names) if (look := self.looks.get(name)) is not None]

    @cached_property
    def icons(self) -> list[str]:
        """The icons that the look names."""
        return sorted({look.icon for look in self.looks.values() if look.icon})


@lru_cache(maxsize=16)
def styles_of(rules: TableRules) -> Styles:
    """Return the styles of what is on the table of a program."""
    return Styles(rules)
