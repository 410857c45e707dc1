"""The table as one seat sees it: grids, a row for each player, and the rest in sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulewright.players.table import ViewSection, ViewValue
from rulewright.report.layout import WIDTH, cells, counted, fold, pad, shorten
from rulewright.report.ranges import Spot, spot
from rulewright.report.table_text import Column, table

SHORT = 9
"""Longest value that stands in the table of the players."""

MANY = 12
"""A place with more pieces than this is shown as their number."""

EMPTY = ("", "nothing", "nobody", "no", "none", "-", "0")


def board_lines(view: Sequence[ViewSection], names: Sequence[str], asked: int | None) -> list[str]:
    """Return the whole table, parts parted by empty lines."""
    seats = {name: dict(rows) for owner, rows in view for name in names if owner == name}
    notes = {owner: note(rows) for owner, rows in view if owner not in seats and spot(owner) is None}
    parts = [
        grid_lines([section for section in view if spot(section[0])]),
        player_lines(seats, names, asked),
        [line for name in seats for line in long_lines(name, seats[name], notes)],
        [line for owner, rows in view if is_game(owner) for line in long_lines("", dict(rows), notes, True)],
    ]
    lines: list[str] = []
    for part in parts:
        lines += ["", *part] if lines and part else part
    return lines


def is_game(owner: str) -> bool:
    """Tell whether a part of the view is what belongs to nobody."""
    return owner.lower() in ("", "game", "the game")


def text_of(value: ViewValue) -> str:
    """Return a value as it stands on the screen."""
    if isinstance(value, str | int):
        return str(value)
    return ", ".join(value)


def note(rows: Sequence[tuple[str, ViewValue]]) -> str:
    """Return what is worth saying about a piece: all that is not nothing."""
    said = [f"{name} {text_of(value)}" for name, value in rows if text_of(value) not in EMPTY]
    return ", ".join(name.removesuffix(" yes") for name in said)


def grid_lines(sections: Sequence[ViewSection]) -> list[str]:
    """Return the spaces of a grid with column letters and row numbers."""
    at: dict[Spot, str] = {}
    for owner, rows in sections:
        where = spot(owner)
        if where:
            filled = [text_of(value) for _, value in rows if text_of(value) not in EMPTY]
            at[where] = " ".join(filled) or "."
    columns = sorted({column for column, _ in at})
    if len(at) < 2:
        return []
    widths = grid_widths(at, columns)
    lines = ["       " + "".join(map(pad, columns, widths))]
    for row in sorted({row for _, row in at}):
        entries = [pad(shorten(at.get((c, row), ""), w - 1), w) for c, w in zip(columns, widths, strict=True)]
        lines.append(f"{row:>3}    " + "".join(entries))
    return [line.rstrip() for line in lines]


def grid_widths(at: Mapping[Spot, str], columns: Sequence[str]) -> list[int]:
    """Return how wide each column is, the widest cut down until the grid fits."""
    widths = [max(5, 1 + max(cells(text) for (c, _), text in at.items() if c == column)) for column in columns]
    while sum(widths) + 6 > WIDTH and max(widths) > 3:
        widths[widths.index(max(widths))] -= 1
    return widths


def player_lines(seats: Mapping[str, Mapping[str, ViewValue]], names: Sequence[str], asked: int | None) -> list[str]:
    """Return one row for each player; a star stands at the one who is asked."""
    labels = [name + (" *" if i == asked else "  ") for i, name in enumerate(names) if name in seats]
    entries = list(dict.fromkeys(entry for rows in seats.values() for entry in rows))
    groups: dict[str, list[Column]] = {}
    for entry in entries:
        texts = [text_of(rows.get(entry, "")) for rows in seats.values()]
        if all(fits(rows.get(entry, "")) for rows in seats.values()) and not all(is_idle(t) for t in texts):
            group, _, key = entry.partition(" for ")
            groups.setdefault(group if key else "", []).append((key or entry, texts))
    return table(labels, list(groups.items())) if groups else []


def fits(value: ViewValue) -> bool:
    """Tell whether a value is short enough for the players' table."""
    return isinstance(value, int) or (isinstance(value, str) and len(value) <= SHORT)


def is_idle(text: str) -> bool:
    """Tell whether an entry says nothing; a number always says something."""
    return text in EMPTY and text != "0"


def long_lines(owner: str, rows: Mapping[str, ViewValue], notes: Mapping[str, str], every: bool = False) -> list[str]:
    """Return what a player or the game has in places, one line each."""
    lines: list[str] = []
    for name, value in rows.items():
        if (fits(value) and not every) or text_of(value) in EMPTY:
            continue
        title = f"{owner}'s {name}" if owner else name[:1].upper() + name[1:]
        lines += fold(f"{title}: {pieces_text(value, notes)}", "  ", "      ")
    return lines


def pieces_text(value: ViewValue, notes: Mapping[str, str]) -> str:
    """Return the pieces of a place, each with what lies on it, or only their number when they are many."""
    if isinstance(value, str | int):
        return str(value)
    if len(value) > MANY:
        return counted(len(value), "piece")
    return ", ".join(f"{piece} ({notes[piece]})" if notes.get(piece) else piece for piece in value)


def full_lines(view: Sequence[ViewSection], wanted: str) -> list[str]:
    """Return everything in the view whose owner or name begins with the word, nothing left out."""
    word = wanted.lower()
    lines: list[str] = []
    for owner, rows in view:
        mine = owner.lower().startswith(word)
        for name, value in rows:
            if mine or name.lower().startswith(word):
                lines += fold(f"{owner or 'game'}, {name}: {text_of(value) or 'nothing'}", "  ", "      ")
    return lines
