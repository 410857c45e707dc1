"""Where things are printed, from both sides: passages with what cites them, and rules with what they cite."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.compose.citations import Cited, Citer
from rulewright.phrasing import counted
from rulewright.report.layout import WIDTH, cells, pad, tame
from rulewright.report.model import Block, Line, Section, Sentence
from rulewright.source import Source, SourcePassage

WIDEST = 40
"""Names are not filled up beyond this many columns."""

ORDER = ("rule", "ruling", "change", "thing", "figure", "piece")
"""The order of what cites a passage."""


def by_passage(books: Sequence[Source], citers: Sequence[Citer]) -> Iterator[Section]:
    """Yield every source with its passages in their order, each with what cites it."""
    for book in books:
        passages = [_passage_blocks((book.name.text, one.text), one, citers) for one in book.passages]
        yield Section([_source_title(book), *(block for blocks in passages for block in blocks)])
    nowhere = [citer for citer in citers if not citer.cites and citer.kind not in ("scenario", "thing")]
    if nowhere:
        yield Section([Line("Without a passage:"), *_cited_things(nowhere)])


def one_passage(book: Source, passage: SourcePassage, citers: Sequence[Citer]) -> Section:
    """Return all there is to say of one passage, with the scenarios by name."""
    cited = (book.name.text, passage.text)
    others = [citer for citer in citers if citer.kind != "scenario"]
    scenarios = [citer for citer in citers if citer.kind == "scenario" and cited in citer.cites]
    return Section([_source_title(book), *_passage_blocks(cited, passage, others), *_scenario_names(scenarios)])


def these_things(found: Sequence[Citer], books: Sequence[Source], citers: Sequence[Citer]) -> Iterator[Section]:
    """Yield what there is to say of each thing, and the titles of the sources at the end."""
    yield from (Section(_thing_of(citer, citers)) for citer in _in_order(found))
    behind = [ruling for citer in found for ruling in _ruling_names(citer, citers)]
    used = {source for citer in (*found, *behind) for source, _ in citer.cites}
    yield Section([_source_title(book) for book in books if book.name.text in used])


def _passage_blocks(cited: Cited, passage: SourcePassage, citers: Sequence[Citer]) -> Iterator[Block]:
    """Yield a passage with everything that cites it; scenarios are counted."""
    yield Sentence(f'"{cited[1]}"', "  ", "   ")
    citing = [citer for citer in citers if cited in citer.cites]
    yield from _cited_things([citer for citer in citing if citer.kind != "scenario"])
    scenarios = sum(citer.kind == "scenario" for citer in citing)
    if scenarios:
        yield Line(f"    {counted(scenarios, 'scenario')}")
    if not citing:
        unruled = f"no rule: {passage.no_rule}" if passage.no_rule is not None else "nothing"
        yield Sentence(unruled, "    ", "      ")


def _cited_things(citers: Sequence[Citer]) -> Iterator[Line]:
    """Yield a line for each: its name, its place, and whether it is assumed."""
    wide = max((min(cells(_thing_name(citer)), WIDEST) for citer in citers), default=0)
    for citer in _in_order(citers):
        remark = "  assumed" if citer.assumed else ""
        line = f"    {pad(_thing_name(citer), wide)}  {_thing_place(citer)}{remark}"
        apart = [f"    {_thing_name(citer)}", f"      {_thing_place(citer)}{remark}"]
        yield from map(Line, [tame(line)] if cells(line) <= WIDTH else apart)


def _in_order(citers: Sequence[Citer]) -> list[Citer]:
    return sorted(citers, key=lambda citer: ORDER.index(citer.kind))


def _source_title(book: Source) -> Sentence:
    return Sentence(f"{book.name}: {book.title}", "", "  ")


def _thing_name(citer: Citer) -> str:
    """Return the name, and how many further pieces a row represents."""
    return f"{citer.name} and {len(citer.more)} more" if citer.kind == "piece" and citer.more else citer.name


def _thing_place(citer: Citer) -> str:
    return f"{citer.span.file}:{citer.span.line}"


def _thing_of(citer: Citer, citers: Sequence[Citer]) -> Iterator[Block]:
    """Yield where a rule, figure or piece is printed, the rulings it rests on, and the scenarios that test it."""
    yield Line(f"{_thing_name(citer)}  {_thing_place(citer)}")
    yield from _cited_by(citer, "  ") if citer.cites else [Line("  cites nothing")]
    if citer.assumed:
        yield Sentence(f"assumed: {citer.assumed}", "  ", "    ")
    for ruling in _ruling_names(citer, citers):
        yield Line(f"  rests on {ruling.name}  {_thing_place(ruling)}")
        yield from _cited_by(ruling, "    ")
    if citer.kind == "ruling":
        resting = [other for other in citers if citer.name.partition(".")[2] in other.rests]
        yield from [Line("  what rests on it"), *_cited_things(resting)] if resting else []
    yield from _scenario_names([one for one in citers if one.kind == "scenario" and citer.name in one.more])


def _ruling_names(citer: Citer, citers: Sequence[Citer]) -> list[Citer]:
    """Return the rulings that something rests on."""
    return [other for other in citers if other.kind == "ruling" and other.name.partition(".")[2] in citer.rests]


def _scenario_names(scenarios: Sequence[Citer]) -> Iterator[Block]:
    """Yield the scenarios by name, with their places."""
    if scenarios:
        yield Line(f"  {counted(len(scenarios), 'scenario')}")
    yield from (Sentence(f"{_thing_place(one)}  {one.name}", "    ", "      ") for one in scenarios)


def _cited_by(citer: Citer, indent: str) -> Iterator[Sentence]:
    """Yield the passages that something cites."""
    for source, passage in citer.cites:
        yield Sentence(f'{source} "{passage}"', indent, indent + "  ")
