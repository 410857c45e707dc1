"""Sheets to print and cut out, for a prototype on a real table: boards, pieces, markers of the players, and money."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from rulewright.phrasing import upper
from rulewright.report.drawing import Styles, draw_icons, drawn
from rulewright.report.drawing.boards import Board, BoardArtist
from rulewright.report.drawing.faces import Token
from rulewright.report.drawing.printed import PrintedFace, large
from rulewright.report.pages import page
from rulewright.report.table.model import Grid, Path, Space, Table
from rulewright.rulebook.dictionary import Dictionary
from rulewright.rulebook.faces import faces_of, kinds_with_inventory
from rulewright.rulebook.phrases import name_words
from rulewright.rulebook.rule_text import RuleText

MARKERS = 16
"""How many markers each player gets: for spaces, tracks, and whatever else is counted."""
MONEY = {1: 20, 5: 8, 10: 12, 50: 4}
"""How many counters there are of each worth, for amounts of players."""

GOODS = 20
"""How many counters there are of a thing that lies on pieces."""


class Sheet(NamedTuple):
    """The faces of a kind of piece, and how many pieces that makes."""

    kind: str
    pictures: tuple[PrintedFace, ...]
    number: int


class Counter(NamedTuple):
    """A round counter: what is on it, how many are printed, and what it counts if it is no marker of a player."""

    token: Token
    number: int
    text: str = ""


class Sheets(NamedTuple):
    """All that is printed for a game."""

    boards: tuple[str, ...]
    pieces: tuple[Sheet, ...]
    counters: tuple[Counter, ...]
    icons: str


def sheets(words: Dictionary, texts: Mapping[str, RuleText], table: Table, styles: Styles) -> Sheets:
    """Return everything to be printed; `texts` are the rules in words, `table` is one at the start of a game."""
    artist = BoardArtist(styles, [seat.name for seat in table.seats])
    return Sheets(
        tuple(map(drawn, _empty_boards(artist, table))), tuple(_piece_sheets(words, texts, styles)),
        tuple(_counters(artist, styles)), draw_icons(styles),
    )  # fmt: skip


def _empty_boards(artist: BoardArtist, table: Table) -> Iterator[Board]:
    for section in table.sections:
        match section:
            case Grid():
                rows = tuple(tuple(_bare(space) for space in row) for row in section.spaces)
                yield artist.grid(replace(section, spaces=rows, sides=(), corners=()), named=True)
            case Path():
                yield artist.path(replace(section, stops=tuple(Space(one.about, one.label) for one in section.stops)))


def _bare(space: Space | None) -> Space | None:
    return None if space is None else Space(space.about, space.label)


def _piece_sheets(words: Dictionary, texts: Mapping[str, RuleText], styles: Styles) -> Iterator[Sheet]:
    for kind in kinds_with_inventory(words):
        pictures = tuple(large(face, styles) for face in faces_of(words, texts, kind))
        number = sum(picture.number for picture in pictures)
        yield Sheet(upper(name_words(words.plural_of(kind))), pictures, number)


def _counters(artist: BoardArtist, styles: Styles) -> Iterator[Counter]:
    """Yield markers for each player, and counters of several worths for each amount."""
    yield from (Counter(artist.of_seat(seat), MARKERS) for seat in range(len(artist.seats)))
    for fact in styles.rules.facts_of("player"):
        if fact.declared.is_amount:
            style = styles.of_thing(fact.name)
            for worth, number in MONEY.items():
                label = f"{worth} {fact.title}"
                yield Counter(Token("disc", style.colour, style.ink, str(worth), label, style.icon), number, fact.title)
    yield from _kept_on_pieces(styles)


def _kept_on_pieces(styles: Styles) -> Iterator[Counter]:
    """Yield counters for the things that lie on pieces in numbers, such as goods on ships."""
    counted = [fact.declared for fact in styles.rules.facts if styles.rules.is_of_pieces(fact.declared.owner)]
    keys = {tuple(key) for fact in counted if fact.type.is_number for key in fact.keys[1:]}
    for domain, info in styles.rules.domains.items():
        for member, label in zip(info.members, info.labels, strict=True) if tuple(info.members) in keys else ():
            style = styles.of_thing(f"{domain} {member}")
            yield Counter(Token("disc", style.colour, style.ink, style.letters, label, style.icon), GOODS, label)


def sheets_html(title: str, found: Sheets) -> str:
    """Return the page."""
    return page("sheets", f"{title}: to print and cut out", sheets=found)
