"""Links: lists of names that each join two things, with their ends in a data file."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.check.core import Axis, Figure
from rulewright.check.core.things import Domain, Type
from rulewright.check.declare.table import Links, SymbolTable
from rulewright.check.declare.tables import TableReader
from rulewright.compose.composed import Composed
from rulewright.diagnostics import Code
from rulewright.source import FigureData, Mapping
from rulewright.syntax import declarations as d
from rulewright.syntax.expressions import Word


def declare_links(table: SymbolTable, rules: Composed) -> None:
    """Add what links join: for `route's cities`, `city's routes` and `cities beside city`."""
    for decl in rules.of(d.Names):
        if decl.between is not None:
            _declare_links(table, decl, decl.between, rules.figures.get(decl.plural.text))


def _declare_links(table: SymbolTable, decl: d.Names, between: Word, data: FigureData | None) -> None:
    found, links = table.kind_of(between), table.domains[decl.name.text]
    if found is None or found[1] is not None or found[0] is links:
        others = [domain.plural for domain in table.domains.values() if domain is not links]
        table.unknown(between, "kind of thing", others)
        return
    if data is None or not isinstance(data.value, Mapping):
        span = decl.plural.span if data is None else data.value.span
        message = f"no data file says which {between.text} they join"
        remedy = f'Write "{decl.plural}: {{NAME: [one end, other end], ...}}" under "figures:" in a file in data/.'
        table.findings.add(Code.FIGURE_MISSING, span, message, remedy)
        add_links(table, links, found[0], [0] * links.size)
        return
    table.use(data.name.span, decl.plural.span)
    ends = TableReader(table, decl.plural.text, Type("set", found[0]), decl.span).read(
        data.value, (Axis(links, 0, links.size),)
    )
    for (name, node), joined in zip(data.value.items, ends, strict=True):
        if joined.bit_count() != 2 and not table.findings.blind:
            message = f'"{name.text}" joins {joined.bit_count()} {between.text}'
            table.findings.add(Code.WRONG_KIND, node.span, message, f"Write its two ends: {name.text}: [one, other].")
    links.joins, links.link_ends = found[0].name, [_two_of(joined) for joined in ends]
    add_links(table, links, found[0], ends)


def _two_of(joined: int) -> tuple[int, int]:
    """Return the first and the last thing of a set, which are the ends of a link that joins two."""
    return (joined & -joined).bit_length() - 1, joined.bit_length() - 1


def add_links(table: SymbolTable, links: Domain, places: Domain, ends: list[int]) -> None:
    """Add the tables of some links, as members of links and of what they join."""
    of_thing, beside = [0] * places.size, [0] * places.size
    for link, joined in enumerate(ends):
        for thing in _numbers_in(joined):
            of_thing[thing] |= 1 << link
            beside[thing] |= joined & ~(1 << thing)
    of_link, of_place = (Axis(links, 0, links.size),), (Axis(places, 0, places.size),)
    made = Links(
        Figure(f"{links.name}.{places.plural}", of_link, Type("set", places), ends, links.span, True),
        Figure(f"{places.name}.{links.plural}", of_place, Type("set", links), of_thing, links.span, True),
        Figure(f"{places.name}.beside by {links.plural}", of_place, Type("set", places), beside, links.span, True),
    )
    table.led_by_links[links.name, places.plural] = made.ends
    table.led_by_links[places.name, links.plural] = made.of_thing
    table.links.append(made)


def _numbers_in(things: int) -> Iterator[int]:
    """Yield the numbers of the things of a set, without looking at those that are not in it."""
    while things:
        yield (first := (things & -things).bit_length() - 1)
        things ^= 1 << first
