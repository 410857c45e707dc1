"""The chapters of what there is: the box, what everybody has, the tables of printed numbers."""

from __future__ import annotations

from collections import Counter
from itertools import groupby

from rulewright.check.core import Figure
from rulewright.diagnostics import Span
from rulewright.phrasing import counted, upper
from rulewright.rulebook.dictionary import numbered
from rulewright.rulebook.making import Making, passages_of
from rulewright.rulebook.model import Block, Chapter, Entry, Paragraph, Picture, Row, Table, Terms
from rulewright.rulebook.phrases import Phrase, joined, listed, run, say, sentence, spaced
from rulewright.rulebook.tables import headings, shown
from rulewright.syntax import declarations as d

SEEN = {"secret": "kept secret from the others", "hidden": "nobody may look"}


def box(made: Making) -> Chapter:
    """Return what is in the box: pieces, counted things, lists of names, the board."""
    rows = [_pieces(made, piece) for piece in made.rules.of(d.Piece)]
    for has in made.rules.of(d.Has):
        for amount in has.amounts:
            limit = say("{} in all", amount.in_all) if amount.in_all else run("as many as are needed")
            rows.append(Row((run(upper(made.words.forms(amount)[1])), sentence(limit))))
    named = [_names(made, decl) for decl in made.rules.of(d.Names)]
    boards = [_grid(made, decl) for decl in made.rules.of(d.Grid)]
    intro = (Terms(tuple(rows)),) if rows else ()
    return Chapter("box", "What is in the box", intro, (*boards, *named))


def _pieces(made: Making, piece: d.Piece) -> Row:
    kind, words = piece.name.text, made.words
    rows = made.rules.rows.get(kind, [])
    found: Counter[str] = Counter()
    for row in rows:
        found[row.rule.text] += row.count
    title = numbered(found.total(), spaced(kind), spaced(piece.plural.text))
    parts = [
        say("{} \u00d7 {}", number, words.link(words.pieces.get((kind, name)), upper(spaced(name)), "em"))
        for name, number in found.items()
    ]
    return Row((run(upper(title), "", words.anchor(piece)), sentence(joined(parts, ", "))))


def _names(made: Making, decl: d.Names) -> Entry:
    texts = _texts(made, decl)
    one, many = spaced(decl.name.text), spaced(decl.plural.text)
    said = say(
        "There {} {}: {}.",
        "is" if len(decl.members) == 1 else "are",
        counted(len(decl.members), one, many),
        listed([run(t) for t in texts]),
    )
    return made.entry(decl, run(upper(many)), [Paragraph(said)])


def _texts(made: Making, decl: d.Names) -> list[str]:
    """Return what the names of a list are called; of those that are numbered, the first and the last."""
    called = {m.name.text: made.words.name_in(decl.name.text, m.name.text) for m in decl.members}
    ends = {each.first.text: f"{called[each.first.text]} to {called[each.last.text]}" for each in decl.numbered}
    between = {m.name.text for each in decl.numbered for m in each.members} - ends.keys()
    return [ends.get(name, text) for name, text in called.items() if name not in between]


def _grid(made: Making, decl: d.Grid) -> Entry:
    domain = next(domain for domain in made.checked.domains if domain.name == decl.name.text)
    columns = sorted({member[0] for member in domain.members})
    rows = sorted({int(member[1:]) for member in domain.members})
    cells = tuple(
        Row((run(str(y)), *(run(f"{x}{y}" if f"{x}{y}" in domain.members else "") for x in columns))) for y in rows
    )
    head = (run(""), *(run(column) for column in columns))
    rim = " Around them runs a rim of further ones." if decl.rim else ""
    said = say(
        "{} columns of {} {}, called by letter and number.{}", decl.width, decl.height, spaced(decl.plural.text), rim
    )
    title = upper(spaced(decl.plural.text))
    picture = Picture(title, Table("", head, cells))
    return made.entry(decl, run(title), [Paragraph(said), picture])


def holdings(made: Making) -> Chapter:
    """Return what the players, the pieces and the game have while it is played."""
    decls = sorted(made.rules.of(d.Has), key=_owner_first)
    return Chapter("holdings", "What everybody has", (), tuple(_has(made, decl) for decl in decls))


def _owner_first(has: d.Has) -> tuple[int, bool, Span]:
    """The players' things come first, then what lies on the table; what can be seen comes before what is known."""
    order = {"player": 0, "": 1}
    return order.get(has.owner.text if has.owner else "", 2), not (has.amounts or has.places), has.span


def _has(made: Making, decl: d.Has) -> Entry:
    prefix = decl.owner.text if decl.owner else "game"
    rows = [Row((run(upper(made.words.forms(a)[1])), sentence(_amount(made, a)))) for a in decl.amounts]
    rows += [
        Row((run(upper(made.words.word(f"{prefix}.{p.name}", p.name.text))), sentence(_place(made, p))))
        for p in decl.places
    ]
    rows += [
        Row((run(upper(made.words.word(f"{prefix}.{f.name}", f.name.text))), sentence(_fact(made, f))))
        for f in decl.facts
    ]
    title = f"Each {spaced(decl.owner.text)} has" if decl.owner else "On the table"
    return made.entry(decl, run(title), [Terms(tuple(rows))])


def _amount(made: Making, amount: d.Amount) -> Phrase:
    number = f"any number of {made.words.forms(amount)[1]}" if amount.high == 9999 else f"{amount.low} to {amount.high}"
    limit = f"{amount.in_all} for all players together" if amount.in_all else number
    return joined([run(limit), *_seen(amount.secret)], ", ")


def _seen(secret: str | None) -> list[Phrase]:
    return [run(SEEN[secret])] if secret else []


def _place(made: Making, place: d.Place) -> Phrase:
    kind = spaced(place.kind.text)
    what = {"stack": f"a stack of {kind}", "row": f"a row of {kind}"}.get(place.order or "", kind)
    if place.limit is not None:
        what = f"room for {numbered(place.limit, spaced(made.words.kinds.get(place.kind.text, kind)), kind)}"
    each = [run(f"one place for each {keyed(place.key)}")] if place.key else []
    source = made.words.own(place.refilled.text) if place.refilled else None
    refilled = [run(f"filled again from the {source.text} when it runs out")] if source else []
    return joined([run(what), *each, *_seen(place.secret), *refilled], ", ")


def keyed(key: d.Key) -> str:
    """Return how a key reads: the name of its list, or its range of numbers."""
    return spaced(key.name.text) if key.name else f"number from {key.low} to {key.high}"


def _fact(made: Making, fact: d.Fact) -> Phrase:
    each = [run(f"one for each {keyed(fact.key)}")] if fact.key else []
    first = {"range": str(fact.type.low), "truth": "no"}.get(fact.type.how)
    each += [run(f"{first} at first")] if first is not None else []
    cleared = [run("which it loses when it moves")] if fact.cleared else []
    return joined([run(said_type(made, fact.type)), *each, *_seen(fact.secret), *cleared], ", ")


def said_type(made: Making, type_: d.TypeOf) -> str:
    """Return what a fact may be."""
    if type_.how == "range":
        return f"a number from {type_.low} to {type_.high}"
    if type_.how == "truth":
        return "yes or no"
    name = spaced(type_.name.text) if type_.name else "thing"
    if type_.how == "set":
        return f"any {spaced(made.words.plural(type_.name.text if type_.name else ''))}"
    none = "nobody" if name == "player" else "none"
    return f"a {name}" if type_.how == "one" else f"a {name} or {none}"


# -- printed numbers


def tables(made: Making) -> Chapter:
    """Return the printed numbers: single ones, tables that are looked up alike side by side, and others."""
    decls = sorted(made.rules.of(d.Figure), key=lambda decl: decl.span)
    single = [decl for decl in decls if decl.key is None]
    parts: list[Block] = []
    if single:
        rows = tuple(_row(made, decl, (run(_said(made, decl, 0)),)) for decl in single)
        parts.append(Table("Single figures", (run("Figure"), run("Value"), run("Printed")), rows))
    for _, alike in groupby((decl for decl in decls if decl.key), key=lambda decl: _alike(made, decl)):
        parts.append(_table(made, list(alike)))
    return Chapter("tables", "Tables", (), tuple(parts))


def _alike(made: Making, decl: d.Figure) -> tuple[object, ...]:
    axis = made.words.figures[decl.name.text].keys[0]
    alone = decl.at is not None or axis.domain is not None
    return (decl.span.file, axis.low, axis.size, decl.name.text if alone else "")


def _figure(made: Making, decl: d.Figure) -> Figure:
    return made.words.figures[decl.name.text]


def _said(made: Making, decl: d.Figure, at: int) -> str:
    return shown(made.words, _figure(made, decl), at)


def _row(made: Making, decl: d.Figure, cells: tuple[Phrase, ...]) -> Row:
    key = made.key(decl)
    return Row((run(upper(_name(made, decl))), *cells, _origin(made, decl)), key)


def _name(made: Making, decl: d.Figure) -> str:
    return made.words.word(f"figure.{decl.name}", decl.name.text)


def _origin(made: Making, decl: d.Figure) -> Phrase:
    """Return where a figure is printed, whether it is assumed, and what changed it."""
    data = made.rules.figures.get(decl.name.text)
    anchor, title = made.words.anchor(decl), upper(_name(made, decl))
    found: list[Phrase] = []
    if data is not None and data.source is not None:
        cite = (data.source.source.text, data.source.passage.text)
        found.append(passages_of(cite[0], cite[1:]))
        made.printed([cite], anchor, title)
    if data is not None and data.assumed is not None:
        found.append(made.guess(title, data.assumed))
    for change in made.rules.changes:
        if change.figure.text == decl.name.text:
            found.append(_changed(made, change, anchor, title))
    return joined(found, "; ")


def _changed(made: Making, change: d.ChangeFigure, anchor: str, title: str) -> Phrase:
    """Return what a change on top has made of a figure, and where that is printed."""
    said: Phrase = run(f"{change.old} became {change.new}")
    if change.because is not None:
        cite = (change.because.source.text, change.because.passage.text)
        made.printed([cite], anchor, title)
        said = say("{}: {}", said, passages_of(cite[0], cite[1:]))
    return joined([said, made.guess(title, change.assumed.text)], " ") if change.assumed else said


def _table(made: Making, decls: list[d.Figure]) -> Table:
    first = _figure(made, decls[0])
    columns = headings(made.words, first.keys[0])
    if len(first.keys) == 1 and first.keys[0].domain is None:
        rows = [_row(made, decl, tuple(run(_said(made, decl, at)) for at in range(len(columns)))) for decl in decls]
        head = (run("For"), *map(run, columns), run("Printed"))
        return Table(made.comments.above(decls[0].span), head, tuple(rows))
    return _of_names(made, decls[0], columns)


def _of_names(made: Making, decl: d.Figure, names: list[str]) -> Table:
    """Return a table with a row for each name that it is looked up by."""
    figure, key = _figure(made, decl), made.key(decl)
    across = headings(made.words, figure.keys[1]) if len(figure.keys) == 2 else []
    width = max(1, len(across))
    rows = [
        Row((run(upper(name)), *(run(_said(made, decl, at * width + i)) for i in range(width))))
        for at, name in enumerate(names)
    ]
    origin, name = _origin(made, decl), upper(_name(made, decl))
    said = made.comments.above(decl.span)
    head = (run("For"), *(map(run, across) if across else (run(name),)))
    return Table(f"{name}. {said}" if said else name, head, tuple(rows), key, (origin,) if origin else ())
