"""All that is known of a piece, place, word or option: its figures here, and what the rulebook says of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from rulewright.backends import Program
from rulewright.engine.options import options_of
from rulewright.engine.views import printed_on
from rulewright.report.table.model import Facts, Grid, Path, Piece, Place, Rows, Space, Table
from rulewright.report.wording import word

MOST = 6
"""More things of one name than this are not all described."""


@dataclass(frozen=True, slots=True)
class Explained:
    """What the rulebook says of a rule: its title, its sentences, and where that is printed and decided."""

    rule: str
    title: str
    sentences: tuple[str, ...]
    printed: tuple[str, ...]


class Book(Protocol):
    """The sentences of a rulebook."""

    def of(self, rule: str) -> Explained | None:
        """Return the entry of a rule by its full name."""

    def at(self, file: str, line: int) -> str:
        """Return the sentence about a line of a rule file; empty if there is none."""

    def called(self, name: str) -> list[Explained]:
        """Return the entries whose title begins with a name."""

    def ending(self, active: Sequence[str], last: tuple[str, int] = ("", 0)) -> str:
        """Return the sentence on how long the game goes on, given the rules in which it ended; empty if none says."""


@dataclass(slots=True)
class Known:
    """What there is to say about one thing; `rules` are the full names of the rules that it follows."""

    title: str
    figures: dict[str, str] = field(default_factory=dict)
    """What is printed on it, what it has, where it is."""
    rules: tuple[str, ...] = ()
    explained: tuple[Explained, ...] = ()


def inspect(program: Program, table: Table, book: Book | None, name: str) -> list[Known]:
    """Return what is known of everything whose name begins with the text, exact names first."""
    start = " ".join(name.lower().split())
    found: dict[str, Known] = {}
    for about, label, figures, rules in [*_on_table(table), *_options(program, table), *_declared(program)]:
        if start not in (label.lower(), about.lower()) and not label.lower().startswith(start):
            continue
        known = found.setdefault(label, Known(label))
        known.figures |= {key: text for key, text in figures.items() if text}
        known.rules = tuple(dict.fromkeys((*known.rules, *rules, *_rules(program, about))))
    chosen = sorted(found.values(), key=lambda known: known.title.lower() != start)[:MOST]
    quoted: set[str] = set()
    for known in chosen:
        entries = [entry for rule in known.rules if book is not None and (entry := book.of(rule)) is not None]
        known.explained = tuple(entry for entry in entries[:1] if entry.rule not in quoted)
        quoted |= {entry.rule for entry in entries[:1]}
    if book is not None:
        named = [entry for entry in book.called(start) if not chosen or entry.title.lower() == start]
        chosen += [Known(entry.title, explained=(entry,)) for entry in named[:MOST] if entry.rule not in quoted]
    return chosen


Found = tuple[str, str, dict[str, str], tuple[str, ...]]
"""The `about` of a part, its label, its figures, and the rules that say more."""


def _on_table(table: Table) -> Iterator[Found]:
    """Yield everything that the reader sees on the table."""
    for section in table.sections:
        match section:
            case Rows():
                yield from _of_rows(section)
            case Grid() | Path():
                for space in section.spaces_on:
                    yield from _of_space(space, table)
            case Facts():
                yield from ((fact.cell.about, fact.title, {word("now"): fact.cell.text}, ()) for fact in section.facts)
            case Place():
                yield from _of_place(section, table)


def _of_rows(section: Rows) -> Iterator[Found]:
    for row in section.rows:
        pairs = zip(section.columns, row.cells, strict=True)
        yield row.about, row.label, {column.full: cell.text for column, cell in pairs if cell is not None}, ()
    for at, column in enumerate(section.columns):
        cells = {row.label: cell.text for row in section.rows if (cell := row.cells[at]) is not None}
        yield column.about, column.full, cells, ()


def _of_space(space: Space, table: Table) -> Iterator[Found]:
    figures = {word("here"): ", ".join(cell.text for cell in space.cells if not cell.empty)}
    figures[word("whose")] = ", ".join(table.seats[seat].name for seat in space.seats)
    yield space.about, space.label, figures, ()
    for cell in space.cells:
        yield from _pieces(cell.pieces or (), space.label)
    yield from _pieces(space.markers, space.label)


def _of_place(section: Place, table: Table) -> Iterator[Found]:
    where = section.title if section.seat is None else f"{table.seats[section.seat].name}, {section.title}"
    inside = ", ".join(piece.counted for piece in section.pieces)
    yield section.about, section.title, {where: f"{section.total}: {inside}" if inside else str(section.total)}, ()
    yield from _pieces(section.pieces, where)


def _pieces(pieces: tuple[Piece, ...], where: str) -> Iterator[Found]:
    for piece in pieces:
        if piece.known:
            figures = {where: f"{piece.number} x" if piece.number > 1 else word("here")}
            yield piece.about, piece.label, {**figures, word("on-it"): ", ".join(piece.notes)}, ()


def _options(program: Program, table: Table) -> Iterator[Found]:
    for option in table.asked.options if table.asked is not None else ():
        declared = options_of(program).parts(option.code).option
        rules = (declared.rule, *_rules(program, option.target))
        yield option.target, option.label, {}, rules
        if declared.name != option.label:
            yield option.target, option.name, {}, rules


def _declared(program: Program) -> Iterator[Found]:
    """Yield all things that the rules declare, whether on the table or not, with what is printed on them."""
    for info in program.domains.values():
        for at, label in enumerate(info.labels):
            hide = program.tables.hints.hide
            printed = ", ".join(printed_on(program, info.name, at, hide)) if info.how == "piece" else ""
            yield f"{info.name} {info.members[at]}", label, {word("printed"): printed}, ()
    for row in program.tables.computed:
        owner = f"{row.owner}." if row.owner else ""
        yield f"{owner}{row.name}", row.name.replace("-", " "), {}, (f"value.{owner}{row.name}",)


def _rules(program: Program, about: str) -> Iterator[str]:
    """Yield the full names of the rules about a thing: of a piece its own rule and that of its kind."""
    owner, _, name = about.partition(" ")
    info = program.domains.get(owner)
    if info is not None and info.how == "piece":
        table = program.tables.pieces[owner]
        at = info.index.get(name, next((i for i, m in enumerate(info.members) if m.rpartition("-")[0] == name), -1))
        kind = next((kind for kind in table.kinds if kind.start <= at < kind.start + kind.size), None)
        if kind is not None:
            yield f"{kind.name}.{table.rules[at]}"
            yield f"piece.{kind.name}"
    elif info is not None:
        yield f"{info.how}.{owner}"
    else:
        kind_of, _, fact = owner.partition(".")
        yield from (f"value.{owner}", f"value.{fact}", f"has.{owner}", f"menu.{fact}")
        yield from (f"has.{kind_of}.{each.name}" for each in program.tables.facts if each.owner == kind_of)
