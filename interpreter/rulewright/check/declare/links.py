"""Links: lists of names that each join two things, with their ends in a data file."""

from __future__ import annotations

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
        table.links[decl.plural.text] = _tables(table, links, found[0], [0] * links.size)
        return
    table.use(data.name.span, decl.plural.span)
    ends = TableReader(table, decl.plural.text, Type("set", found[0]), decl.span).read(
        data.value, (Axis(links, 0, links.size),)
    )
    for (name, node), joined in zip(data.value.items, ends, strict=True):
        if joined.bit_count() != 2 and not table.findings.blind:
            message = f'"{name.text}" joins {joined.bit_count()} {between.text}'
            table.findings.add(Code.WRONG_KIND, node.span, message, f"Write its two ends: {name.text}: [one, other].")
    table.links[decl.plural.text] = _tables(table, links, found[0], ends)


def _tables(table: SymbolTable, links: Domain, places: Domain, ends: list[int]) -> Links:
    """Return the tables of some links, and declare them as members of links and of what they join."""
    things = range(places.size)
    of_thing = [sum(1 << link for link, joined in enumerate(ends) if joined >> thing & 1) for thing in things]
    beside = [
        sum({1 << other for other in things if any(_is_between(joined, thing, other) for joined in ends)})
        for thing in things
    ]
    of_link, of_place = (Axis(links, 0, links.size),), (Axis(places, 0, places.size),)
    made = Links(
        Figure(f"{links.name}.{places.plural}", of_link, Type("set", places), ends, links.span, True),
        Figure(f"{places.name}.{links.plural}", of_place, Type("set", links), of_thing, links.span, True),
        Figure(f"{places.name}.beside by {links.plural}", of_place, Type("set", places), beside, links.span, True),
    )
    table.led_by_links[links.name, places.plural] = made.ends
    table.led_by_links[places.name, links.plural] = made.of_thing
    return made


def _is_between(joined: int, one: int, other: int) -> bool:
    return one != other and bool(joined >> one & 1 and joined >> other & 1)
