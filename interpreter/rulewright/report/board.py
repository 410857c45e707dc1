"""The table as one seat sees it: grids, a row for each player, and the rest in few lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rulewright.engine.words import numbered
from rulewright.players.table import ViewSection, ViewValue
from rulewright.report.grid_text import grid_lines, is_empty, marks, text_of
from rulewright.report.layout import fold
from rulewright.report.path_text import UNSEEN, in_order, is_numbered, path_lines, seen
from rulewright.report.ranges import spot
from rulewright.report.table_text import Column, table
from rulewright.report.wording import between, word
from rulewright.source.languages import whose

SHORT = 9
"""Longest value that is shown in the table of the players."""

FEW = 4
"""Of a place of the game with more pieces than this, only their number is shown."""

Rows = Mapping[str, ViewValue]


def board_lines(
    view: Sequence[ViewSection],
    names: Sequence[str],
    asked: int | None,
    offered: Sequence[str] = (),
    spaces: Sequence[str] = (),
) -> list[str]:
    """Return the whole table, parts parted by empty lines. `spaces` are all there are on grids."""
    seats, signs = taken({name: dict(rows) for owner, rows in view for name in names if owner == name})
    free = {space for space in spaces if space not in signs}
    common = [row for owner, rows in view if is_game(owner) for row in rows]
    free = free if signs or says(common, free) else set()
    things = [section for section in view if section[0] not in seats and not is_game(section[0])]
    standing = marks(things)
    off_grid = [thing for thing in things if not spot(thing[0]) and not marks([thing])]
    path = [thing for thing in off_grid if is_numbered(thing[0], off_grid)]
    parts = [
        grid_lines([section for section in things if spot(section[0])], [*free, *offered], standing, signs),
        path_lines(path),
        player_lines(seats, names, asked),
        [line for seat, name in enumerate(names) if name in seats for line in places_of(name, seats, seat == asked)],
        [line for thing in off_grid if thing not in path for line in thing_lines(*thing)],
        game_lines(without(common, free, offered), bool(standing)),
    ]
    lines: list[str] = []
    for part in parts:
        lines += ["", *part] if lines and part else part
    return lines


def taken(seats: Mapping[str, Rows]) -> tuple[dict[str, Rows], dict[str, str]]:
    """Take out the one fact that says which spaces are whose; return the rest, and the sign of its owner by space."""
    facts = dict.fromkeys(
        fact for rows in seats.values() for fact, value in rows.items() if not is_empty(text_of(value))
    )
    found = [fact for fact in facts if all(is_spots(rows.get(fact, "")) for rows in seats.values())]
    spots = {name: text_of(rows.get(found[0], "")).split(", ") if found else [] for name, rows in seats.items()}
    signs = {space: sign for (name, sign) in initials(list(seats)).items() for space in spots[name] if spot(space)}
    if len(found) != 1 or len(signs) < sum(spot(space) is not None for each in spots.values() for space in each):
        return dict(seats), {}
    return {name: {k: v for k, v in rows.items() if k != found[0]} for name, rows in seats.items()}, signs


def initials(names: Sequence[str]) -> dict[str, str]:
    """Return for each name the shortest beginning, the same length for all, by which they differ."""
    length = next((n for n in range(1, 80) if len({name[:n] for name in names}) == len(names)), 80)
    return {name: name[:length] for name in names}


def without(
    rows: Sequence[tuple[str, ViewValue]], free: set[str], offered: Sequence[str]
) -> list[tuple[str, ViewValue]]:
    """Leave out what names just the spaces that are seen to be free, or just what is offered below."""
    return [row for row in rows if not says([row], free) and not says([row], set(offered))]


def says(rows: Sequence[tuple[str, ViewValue]], names: set[str]) -> bool:
    """Tell whether a fact is just these names, and there are some."""
    return any(bool(names) and isinstance(value, str) and set(value.split(", ")) == names for _, value in rows)


def is_game(owner: str) -> bool:
    """Tell whether a part of the view is what belongs to nobody."""
    return owner.lower() in ("", "game", "the game")


def player_lines(seats: Mapping[str, Rows], names: Sequence[str], asked: int | None) -> list[str]:
    """Return one row for each player; a star marks the one who is asked."""
    labels = [name + (" *" if i == asked else "  ") for i, name in enumerate(names) if name in seats]
    groups: dict[str, list[Column]] = {"": []}
    for entry in dict.fromkeys(entry for rows in seats.values() for entry in rows):
        values = [rows.get(entry, "") for rows in seats.values()]
        texts = [str(size(value)) for value in values] if is_secret(values) else [text_of(value) for value in values]
        if is_secret(values) or (all(map(fits, values)) and not all(map(is_idle, texts))):
            group, _, key = entry.partition(between())
            groups.setdefault(group if key else "", []).append((key or entry, texts))
    return table(labels, list(groups.items()))


def is_secret(values: Sequence[ViewValue]) -> bool:
    """Tell whether these are places whose pieces not everybody sees."""
    places = [value for value in values if not isinstance(value, str | int)]
    unseen = any(UNSEEN.fullmatch(piece) for place in places for piece in place)
    return bool(places) and (unseen or len(places) < len(values))


def size(value: ViewValue) -> ViewValue:
    """Return how many pieces are in a place."""
    if isinstance(value, str | int):
        return value
    return sum(int(found[1]) if (found := UNSEEN.fullmatch(piece)) else 1 for piece in value)


def fits(value: ViewValue) -> bool:
    """Tell whether a value is short enough for the players' table."""
    return isinstance(value, int) or (isinstance(value, str) and len(value) <= SHORT)


def is_idle(text: str) -> bool:
    """Tell whether an entry is empty; a number never is."""
    return is_empty(text) and text != "0"


def places_of(name: str, seats: Mapping[str, Rows], asked: bool) -> list[str]:
    """Return what a player has in places; the secret ones of who is asked come first, one to a line."""
    entries = [(place, value) for place, value in seats[name].items() if not fits(value) and size(value)]
    own = [e for e in entries if asked and is_secret([rows.get(e[0], "") for rows in seats.values()])]
    secret = [(word(whose("owned", name), owner=name, thing=place), value) for place, value in own]
    lines = [line for place, value in secret for line in fold(f"{place}: {pieces(value)}", "  ", "      ")]
    rest = " | ".join(f"{place}: {pieces(value)}" for place, value in entries if (place, value) not in own)
    return lines + (fold(word(whose("belongs", name), owner=name, things=rest), "  ", "      ") if rest else [])


def thing_lines(owner: str, rows: Rows | Sequence[tuple[str, ViewValue]]) -> Iterator[str]:
    """Yield what lies at a thing that is not on a grid, in its order, and what has happened to the thing."""
    for name, value in dict(rows).items():
        said = word(whose("owned", owner), owner=owner, thing=name)
        if not isinstance(value, str | int):
            yield from fold(f"{said}: {in_order(value)}", "  ", "      ")
        elif not is_empty(text_of(value)) and value != 0:
            yield from fold(f"{said}: {text_of(value)}", "  ", "      ")


def game_lines(rows: Sequence[tuple[str, ViewValue]], marked: bool) -> list[str]:
    """Return what belongs to nobody: small places with their pieces, of the others the numbers."""
    told, counts = [], []
    for name, value in rows:
        if is_empty(text_of(value)) or (marked and is_spots(value)):
            continue
        if isinstance(value, int) or (not isinstance(value, str) and len(value) > FEW):
            counts.append(f"{name} {size(value)}")
        else:
            told.append(f"{name[:1].upper() + name[1:]}: {pieces(value)}")
    many = ", ".join(counts)
    return [line for text in (*told, many[:1].upper() + many[1:]) if text for line in fold(text, "  ", "      ")]


def is_spots(value: ViewValue) -> bool:
    """Tell whether a value names spaces of a grid, or none, and nothing else."""
    return isinstance(value, str) and (is_empty(value) or all(spot(word) for word in value.split(", ")))


def pieces(value: ViewValue) -> str:
    """Return the pieces of a place, equal ones once with their number."""
    if isinstance(value, str | int):
        return text_of(value)
    return numbered(map(seen, value))


def full_lines(view: Sequence[ViewSection], wanted: str) -> list[str]:
    """Return everything in the view whose owner or name begins with the word, nothing left out."""
    start = wanted.lower()
    lines: list[str] = []
    for owner, rows in view:
        shown = word("the-game").lower() if is_game(owner) else owner
        mine = shown.startswith(start) or owner.lower().startswith(start)
        for name, value in rows:
            if mine or name.lower().startswith(start):
                lines += fold(f"{shown}, {name}: {pieces(value) or word('nothing')}", "  ", "      ")
    return lines
