"""All that is known of a piece, place, word or option: its figures here, and what the rulebook says of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulewright.engine import Game
from rulewright.engine.options import options_of
from rulewright.engine.table_rules import TableRules, table_rules_of
from rulewright.engine.views import printed_on
from rulewright.report.table.model import Facts, Grid, Path, Piece, Place, Rows, Space, Table
from rulewright.report.wording import word

if TYPE_CHECKING:
    from rulewright.rulebook.lookup import Explained, RuleSentences

MOST = 6
"""More things of one name than this are not all described."""


@dataclass(slots=True)
class Known:
    """What there is to say about one thing; `rules` are the full names of the rules that it follows."""

    title: str
    figures: dict[str, str] = field(default_factory=dict)
    """What is printed on it, what it has, where it is."""
    rules: tuple[str, ...] = ()
    explained: tuple[Explained, ...] = ()


def inspect(game: Game, table: Table, book: RuleSentences | None, name: str) -> list[Known]:
    """Return what is known of everything whose name begins with the text, exact names first.

    Options are called `slot-1`, and what they are about "Slot 1": both find it.
    """
    rules, start = table_rules_of(game.program), " ".join(name.lower().split())
    starts = (start.replace("-", " "), start)
    found: dict[str, Known] = {}
    for about, label, figures, named in [*_on_table(table), *_found_options(rules, table), *_found_declarations(rules)]:
        if about.lower() not in starts and not label.lower().startswith(starts):
            continue
        known = found.setdefault(label, Known(label))
        known.figures |= {key: text for key, text in figures.items() if text}
        known.rules = tuple(dict.fromkeys((*known.rules, *named, *_rules_about(rules, about))))
    chosen = sorted(found.values(), key=lambda known: known.title.lower() not in starts)[:MOST]
    quoted: set[str] = set()
    for known in chosen:
        entries = [entry for rule in known.rules if book is not None and (entry := book.entry_of(rule)) is not None]
        known.explained = tuple(entry for entry in entries[:1] if entry.rule not in quoted)
        quoted |= {entry.rule for entry in entries[:1]}
    if book is not None:
        entries = [entry for entry in book.entries_titled(start) if not chosen or entry.title.lower() == start]
        chosen += [Known(entry.title, explained=(entry,)) for entry in entries[:MOST] if entry.rule not in quoted]
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
        yield from _found_pieces(cell.pieces or (), space.label)
    yield from _found_pieces(space.markers, space.label)


def _of_place(section: Place, table: Table) -> Iterator[Found]:
    where = section.title if section.seat is None else f"{table.seats[section.seat].name}, {section.title}"
    inside = ", ".join(piece.counted for piece in section.pieces)
    yield section.about, section.title, {where: f"{section.total}: {inside}" if inside else str(section.total)}, ()
    yield from _found_pieces(section.pieces, where)


def _found_pieces(pieces: tuple[Piece, ...], where: str) -> Iterator[Found]:
    for piece in pieces:
        if piece.known:
            figures = {where: f"{piece.number} x" if piece.number > 1 else word("here")}
            yield piece.about, piece.label, {**figures, word("on-it"): ", ".join(piece.notes)}, ()


def _found_options(rules: TableRules, table: Table) -> Iterator[Found]:
    for option in table.asked.options if table.asked is not None else ():
        declared = options_of(rules.program).parts(option.code).option
        named = (declared.rule, *_rules_about(rules, option.target))
        yield option.target, option.label, {}, named
        if declared.name != option.label:
            yield option.target, option.name, {}, named


def _found_declarations(rules: TableRules) -> Iterator[Found]:
    """Yield all things that the rules declare, whether on the table or not, with what is printed on them."""
    for domain, info in rules.domains.items():
        for at, label in enumerate(info.labels if not info.made_of else ()):
            printed = printed_on(rules.program, domain, at, rules.hints.hide) if info.how == "piece" else ()
            yield f"{domain} {info.members[at]}", label, {word("printed"): ", ".join(printed)}, ()
    for name, full in rules.value_names():
        yield full, name.replace("-", " "), {}, (f"value.{full}",)


def _rules_about(rules: TableRules, about: str) -> Iterator[str]:
    """Yield the full names of the rules about a thing: of a piece its own rule and that of its kind."""
    owner, _, name = about.partition(" ")
    info = rules.domains.get(owner)
    if info is not None and info.how == "piece":
        yield from rules.rules_of_piece(owner, rules.piece_named(owner, name))
    elif info is not None:
        yield f"{info.how}.{owner}"
    else:
        kind, _, fact = owner.partition(".")
        yield from (f"value.{owner}", f"value.{fact}", f"has.{owner}", f"menu.{fact}")
        yield from (f"has.{kind}.{each}" for each in rules.fact_names(kind))
