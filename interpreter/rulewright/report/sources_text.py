"""Where things are printed, from both sides: passages with what cites them, and rules with what they cite."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.compose.citations import Cited, Citer
from rulewright.report.layout import WIDTH, cells, counted, fold, pad, tame
from rulewright.source import Passage, Source

WIDEST = 40
"""Names are not filled up beyond this many columns."""

ORDER = ("rule", "ruling", "change", "thing", "figure", "piece")
"""The order of what cites a passage."""


def by_passage(books: Sequence[Source], citers: Sequence[Citer]) -> Iterator[str]:
    """Yield every source with its passages in their order, each with what cites it."""
    for book in books:
        yield from ["", *fold(f"{book.name}: {book.title}", "", "  ")]
        for passage in book.passages:
            yield from of_passage((book.name.text, passage.text), passage, citers)
    nowhere = [citer for citer in citers if not citer.cites and citer.kind not in ("scenario", "thing")]
    if nowhere:
        yield from ["", "Without a passage:", *things(nowhere)]


def of_passage(cited: Cited, passage: Passage | None, citers: Sequence[Citer]) -> Iterator[str]:
    """Yield a passage with everything that cites it; scenarios are counted."""
    yield from fold(f'"{cited[1]}"', "  ", "   ")
    citing = [citer for citer in citers if cited in citer.cites]
    yield from things([citer for citer in citing if citer.kind != "scenario"])
    scenarios = sum(citer.kind == "scenario" for citer in citing)
    if scenarios:
        yield f"    {counted(scenarios, 'scenario')}"
    if not citing and passage is not None and passage.no_rule is not None:
        yield from fold(f"no rule: {passage.no_rule}", "    ", "      ")
    elif not citing:
        yield "    nothing"


def things(citers: Sequence[Citer]) -> Iterator[str]:
    """Yield a line for each: its name, its place, and whether it is assumed."""
    wide = max((min(cells(named(citer)), WIDEST) for citer in citers), default=0)
    for citer in sorted(citers, key=lambda citer: ORDER.index(citer.kind)):
        remark = "  assumed" if citer.assumed else ""
        line = f"    {pad(named(citer), wide)}  {place(citer)}{remark}"
        yield from [tame(line)] if cells(line) <= WIDTH else [f"    {named(citer)}", f"      {place(citer)}{remark}"]


def named(citer: Citer) -> str:
    """Return the name, and how many further pieces a row represents."""
    return f"{citer.name} and {len(citer.more)} more" if citer.kind == "piece" and citer.more else citer.name


def place(citer: Citer) -> str:
    """Return `file:line`."""
    return f"{citer.span.file}:{citer.span.line}"


def one_passage(book: Source, passage: Passage, citers: Sequence[Citer]) -> Iterator[str]:
    """Yield all there is to say of one passage, with the scenarios by name."""
    cited = (book.name.text, passage.text)
    yield from fold(f"{book.name}: {book.title}", "", "  ")
    yield from of_passage(cited, passage, [citer for citer in citers if citer.kind != "scenario"])
    yield from named_scenarios([c for c in citers if c.kind == "scenario" and cited in c.cites])


def these_things(found: Sequence[Citer], books: Sequence[Source], citers: Sequence[Citer]) -> Iterator[str]:
    """Yield what there is to say of each thing, and the titles of the sources at the end."""
    for citer in sorted(found, key=lambda citer: ORDER.index(citer.kind)):
        yield from [*one_thing(citer, citers), ""]
    behind = [ruling for citer in found for ruling in rulings_of(citer, citers)]
    used = {source for citer in (*found, *behind) for source, _ in citer.cites}
    for book in books:
        if book.name.text in used:
            yield from fold(f"{book.name}: {book.title}", "", "  ")


def one_thing(citer: Citer, citers: Sequence[Citer]) -> Iterator[str]:
    """Yield where a rule, figure or piece is printed, the rulings it rests on, and the scenarios that test it."""
    yield f"{named(citer)}  {place(citer)}"
    yield from passages(citer, "  ") if citer.cites else ["  cites nothing"]
    if citer.assumed:
        yield from fold(f"assumed: {citer.assumed}", "  ", "    ")
    for ruling in rulings_of(citer, citers):
        yield f"  rests on {ruling.name}  {place(ruling)}"
        yield from passages(ruling, "    ")
    if citer.kind == "ruling":
        resting = [other for other in citers if citer.name.partition(".")[2] in other.rests]
        yield from ["  what rests on it", *things(resting)] if resting else []
    yield from named_scenarios([c for c in citers if c.kind == "scenario" and citer.name in c.more])


def rulings_of(citer: Citer, citers: Sequence[Citer]) -> list[Citer]:
    """Return the rulings that something rests on."""
    return [other for other in citers if other.kind == "ruling" and other.name.partition(".")[2] in citer.rests]


def named_scenarios(scenarios: Sequence[Citer]) -> Iterator[str]:
    """Yield the scenarios by name, with their places."""
    if scenarios:
        yield f"  {counted(len(scenarios), 'scenario')}"
    for scenario in scenarios:
        yield from fold(f"{place(scenario)}  {scenario.name}", "    ", "      ")


def passages(citer: Citer, indent: str) -> Iterator[str]:
    """Yield the passages that something cites."""
    for source, passage in citer.cites:
        yield from fold(f'{source} "{passage}"', indent, indent + "  ")


def assumed_things(citers: Sequence[Citer], books: Sequence[Source]) -> Iterator[str]:
    """Yield the figures and rows that are assumed, each with the reason."""
    yield from these_things([citer for citer in citers if citer.assumed], books, ())
