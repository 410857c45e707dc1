"""The chapters of what there is: the box, what everybody has, the tables of printed numbers."""

from __future__ import annotations

from collections import Counter
from itertools import groupby

from rulewright.check.core import Figure
from rulewright.diagnostics import Span
from rulewright.phrasing import counted, upper
from rulewright.rulebook.dictionary import number_with_noun
from rulewright.rulebook.making import RulebookMaker, passages_of
from rulewright.rulebook.model import (
    Block,
    GridPicture,
    Paragraph,
    RulebookChapter,
    RulebookEntry,
    RulebookRow,
    RulebookTable,
    Terms,
)
from rulewright.rulebook.phrases import Phrase, end_sentence, join_phrases, list_phrases, name_words, phrase_of, say
from rulewright.rulebook.tables import axis_headings, figure_value
from rulewright.syntax import declarations as d

SECRECY_WORDS = {
    "secret": "kept secret from the others",
    "hidden": "nobody may look",
    "seen by the others": "seen by the others only",
}


def box_chapter(made: RulebookMaker) -> RulebookChapter:
    """Return what is in the box: pieces, counted things, lists of names, the board."""
    rows = [_board_row(made, decl) for decl in made.rules.of(d.Grid)]
    rows += [_pieces_row(made, piece) for piece in made.rules.of(d.Piece)]
    rows += [_markers_row(made, decl, space) for decl in made.rules.of(d.Names) if (space := _board_below(made, decl))]
    for has in made.rules.of(d.Has):
        for amount in has.amounts:
            limit = say("{} in all", _supply_words(amount)) if amount.in_all else phrase_of("as many as are needed")
            rows.append(RulebookRow((phrase_of(upper(made.words.amount_forms(amount)[1])), end_sentence(limit))))
    named = [_names_entry(made, decl) for decl in made.rules.of(d.Names)]
    boards = [_grid_entry(made, decl) for decl in made.rules.of(d.Grid)]
    intro = (Terms(tuple(rows)),) if rows else ()
    return RulebookChapter("box", "What is in the box", intro, (*boards, *named))


def _board_row(made: RulebookMaker, decl: d.Grid) -> RulebookRow:
    return RulebookRow((phrase_of("A board", "", made.words.anchor_of(decl)), phrase_of(f"{_size_words(decl)}.")))


def _size_words(decl: d.Grid) -> str:
    """Return `5 columns of 5 spaces`."""
    size = f"{decl.rings} rings of" if decl.rings else f"{decl.width} columns of {decl.height}"
    return f"{size} {name_words(decl.plural.text)}"


def _board_below(made: RulebookMaker, decl: d.Names) -> str:
    """Return the kind of space on which each of some names is by one of its facts; nothing if there is none."""
    for fact in made.checked.stored:
        owner, where = fact.keys[0].domain if fact.keys else None, fact.type.domain
        if owner is not None and owner.name == decl.name.text and where is not None and where.how == "grid":
            return where.name
    return ""


def _markers_row(made: RulebookMaker, decl: d.Names, space: str) -> RulebookRow:
    number = counted(len(decl.members), name_words(decl.name.text), name_words(decl.plural.text))
    said = phrase_of(f"Each stands on a {name_words(space)}.")
    return RulebookRow((phrase_of(upper(number), "", made.words.anchor_of(decl)), said))


def _pieces_row(made: RulebookMaker, piece: d.Piece) -> RulebookRow:
    kind, words = piece.name.text, made.words
    rows = made.rules.rows.get(kind, [])
    found: Counter[str] = Counter()
    for row in rows:
        found[row.rule.text] += row.count
    title = number_with_noun(found.total(), name_words(kind), name_words(piece.plural.text))
    parts = [
        say("{} \u00d7 {}", number, words.link_to(words.pieces.get((kind, name)), upper(name_words(name)), "em"))
        for name, number in found.items()
    ]
    return RulebookRow((phrase_of(upper(title), "", words.anchor_of(piece)), end_sentence(join_phrases(parts, ", "))))


def _names_entry(made: RulebookMaker, decl: d.Names) -> RulebookEntry:
    texts = _texts_of_names(made, decl)
    one, many = name_words(decl.name.text), name_words(decl.plural.text)
    said = say(
        "There {} {}{}: {}.",
        "is" if len(decl.members) == 1 else "are",
        counted(len(decl.members), one, many),
        " in a circle" if decl.circle else "",
        list_phrases([phrase_of(t) for t in texts]),
    )
    if decl.between is not None:
        said = say("{} Each joins two {}.", said, name_words(decl.between.text))
    return made.rule_entry(decl, phrase_of(upper(many)), [Paragraph(said)])


def _texts_of_names(made: RulebookMaker, decl: d.Names) -> list[str]:
    """Return what the names of a list are called; of those that are numbered, the first and the last."""
    called = {m.name.text: made.words.name_in(decl.name.text, m.name.text) for m in decl.members}
    ends = {each.first.text: f"{called[each.first.text]} to {called[each.last.text]}" for each in decl.numbered}
    between = {m.name.text for each in decl.numbered for m in each.members} - ends.keys()
    return [ends.get(name, text) for name, text in called.items() if name not in between]


def _grid_entry(made: RulebookMaker, decl: d.Grid) -> RulebookEntry:
    domain = next(domain for domain in made.checked.domains if domain.name == decl.name.text)
    columns = sorted({member[0] for member in domain.members})
    rows = sorted({int(member[1:]) for member in domain.members})
    cells = tuple(
        RulebookRow(
            (phrase_of(str(y)), *(phrase_of(f"{x}{y}" if f"{x}{y}" in domain.members else "") for x in columns))
        )
        for y in rows
    )
    head = (phrase_of(""), *(phrase_of(column) for column in columns))
    more = " Around them runs a rim of further ones." if decl.rim else ""
    more = " They are hexagons: each row begins half of one further to the right." if decl.shape else more
    if decl.edges:
        more += f" Their {' and '.join(map(str, decl.edges))} are places of their own, called by the spaces there."
    said = say("{}, called by letter and number.{}", _size_words(decl), more)
    title = upper(name_words(decl.plural.text))
    picture = GridPicture(title, RulebookTable("", head, cells), bool(decl.shape))
    return made.rule_entry(decl, phrase_of(title), [Paragraph(said), picture])


def holdings_chapter(made: RulebookMaker) -> RulebookChapter:
    """Return what the players, the pieces and the game have while it is played."""
    decls = sorted(made.rules.of(d.Has), key=_owner_first)
    return RulebookChapter("holdings", "What everybody has", (), tuple(_holdings_entry(made, decl) for decl in decls))


def _owner_first(has: d.Has) -> tuple[int, bool, Span]:
    """The players' things come first, then what lies on the table; what can be seen comes before what is known."""
    order = {"player": 0, "": 1}
    return order.get(has.owner.text if has.owner else "", 2), not (has.amounts or has.places), has.span


def _holdings_entry(made: RulebookMaker, decl: d.Has) -> RulebookEntry:
    prefix = decl.owner.text if decl.owner else "game"
    rows = [
        RulebookRow((phrase_of(upper(made.words.amount_forms(a)[1])), end_sentence(_amount_phrase(made, a))))
        for a in decl.amounts
    ]
    rows += [
        RulebookRow(
            (
                phrase_of(upper(made.words.words_for(f"{prefix}.{p.name}", p.name.text))),
                end_sentence(_place_phrase(made, p, prefix)),
            )
        )
        for p in decl.places
    ]
    rows += [
        RulebookRow(
            (
                phrase_of(upper(made.words.words_for(f"{prefix}.{f.name}", f.name.text))),
                end_sentence(_fact_phrase(made, f)),
            )
        )
        for f in decl.facts
    ]
    rows += [
        RulebookRow((phrase_of(upper(made.words.words_for(f"{prefix}.{m.name}", m.name.text))), _memory_phrase(m)))
        for m in decl.memories
    ]
    title = f"Each {name_words(decl.owner.text)} has" if decl.owner else "On the table"
    return made.rule_entry(decl, phrase_of(title), [Terms(tuple(rows))])


def _supply_words(amount: d.Amount) -> str:
    return f"{amount.in_all}{' times the number of players' if amount.per_player else ''}"


def _amount_phrase(made: RulebookMaker, amount: d.Amount) -> Phrase:
    number = (
        f"any number of {made.words.amount_forms(amount)[1]}"
        if amount.high == 9999
        else f"{amount.low} to {amount.high}"
    )
    limit = f"{_supply_words(amount)} for all players together" if amount.in_all else number
    return join_phrases([phrase_of(limit), *_secrecy_phrases(amount.secret)], ", ")


def _secrecy_phrases(secret: str | None) -> list[Phrase]:
    return [phrase_of(SECRECY_WORDS[secret])] if secret else []


def _place_phrase(made: RulebookMaker, place: d.Place, owner: str) -> Phrase:
    kind = name_words(place.kind.text)
    what = {"stack": f"a stack of {kind}", "row": f"a row of {kind}"}.get(place.order or "", kind)
    if place.limit is not None:
        what = (
            f"room for {number_with_noun(place.limit, name_words(made.words.kinds.get(place.kind.text, kind)), kind)}"
        )
    each = [phrase_of(f"one place for each {key_words(place.keys)}")] if place.keys else []
    refilled = []
    if place.refilled:
        beside = made.words.find_member(place.refilled.text, owner)
        source = beside if beside and beside.owner else made.words.own_member(place.refilled.text)
        whose = f"the {name_words(owner)}'s" if source and source.owner else "the"
        refilled = [phrase_of(f"filled again from {whose} {source.text} when it runs out")] if source else []
    return join_phrases([phrase_of(what), *each, *_secrecy_phrases(place.secret), *refilled], ", ")


def key_words(keys: tuple[d.Key, ...]) -> str:
    """Return how keys read: the name of a list, or a range of numbers."""
    return " and each ".join(
        name_words(key.name.text) if key.name else f"number from {key.low} to {key.high}" for key in keys
    )


def _fact_phrase(made: RulebookMaker, fact: d.Fact) -> Phrase:
    each = [phrase_of(f"one for each {key_words(fact.keys)}")] if fact.keys else []
    first = {"range": str(max(fact.type.low, min(0, fact.type.high))), "truth": "no"}.get(fact.type.how)
    each += [phrase_of(f"{first} at first")] if first is not None else []
    cleared = [phrase_of("which it loses when it moves")] if fact.cleared else []
    return join_phrases([phrase_of(type_words(made, fact.type)), *each, *_secrecy_phrases(fact.secret), *cleared], ", ")


def _memory_phrase(memory: d.Memory) -> Phrase:
    facts = list_phrases([phrase_of(name_words(fact.text)) for fact in memory.facts])
    return say("how it was with {}, remembered up to {}.", facts, number_with_noun(memory.most, "time", "times"))


def type_words(made: RulebookMaker, type_: d.TypeOf) -> str:
    """Return what a fact may be."""
    if type_.how == "range":
        return f"a number from {type_.low} to {type_.high}"
    if type_.how == "truth":
        return "yes or no"
    name = name_words(type_.name.text) if type_.name else "thing"
    if type_.how == "set":
        return f"any {name_words(made.words.plural_of(type_.name.text if type_.name else ''))}"
    none = "nobody" if name == "player" else "none"
    return f"a {name}" if type_.how == "one" else f"a {name} or {none}"


# -- printed numbers


def tables_chapter(made: RulebookMaker) -> RulebookChapter:
    """Return the printed numbers: single ones, tables that are looked up alike side by side, and others."""
    decls = sorted(made.rules.of(d.Figure), key=lambda decl: decl.span)
    single = [decl for decl in decls if not decl.keys]
    parts: list[Block] = []
    if single:
        rows = tuple(_figure_row(made, decl, (phrase_of(_value_text(made, decl, 0)),)) for decl in single)
        parts.append(
            RulebookTable("Single figures", (phrase_of("Figure"), phrase_of("Value"), phrase_of("Printed")), rows)
        )
    for _, alike in groupby((decl for decl in decls if decl.keys), key=lambda decl: _grouping_key(made, decl)):
        parts.append(_figure_table(made, list(alike)))
    return RulebookChapter("tables", "Tables", (), tuple(parts))


def _grouping_key(made: RulebookMaker, decl: d.Figure) -> tuple[object, ...]:
    axis = made.words.figures[decl.name.text].keys[0]
    alone = len(decl.keys) > 1 or axis.domain is not None
    return (decl.span.file, axis.low, axis.size, decl.name.text if alone else "")


def _checked_figure(made: RulebookMaker, decl: d.Figure) -> Figure:
    return made.words.figures[decl.name.text]


def _value_text(made: RulebookMaker, decl: d.Figure, at: int) -> str:
    return figure_value(made.words, _checked_figure(made, decl), at)


def _figure_row(made: RulebookMaker, decl: d.Figure, cells: tuple[Phrase, ...]) -> RulebookRow:
    key = made.rule_key(decl)
    return RulebookRow((phrase_of(upper(_figure_title(made, decl))), *cells, _figure_origin(made, decl)), key)


def _figure_title(made: RulebookMaker, decl: d.Figure) -> str:
    return made.words.words_for(f"figure.{decl.name}", decl.name.text)


def _figure_origin(made: RulebookMaker, decl: d.Figure) -> Phrase:
    """Return where a figure is printed, whether it is assumed, and what changed it."""
    data = made.rules.figures.get(decl.name.text)
    anchor, title = made.words.anchor_of(decl), upper(_figure_title(made, decl))
    found: list[Phrase] = []
    if data is not None and data.source is not None:
        cite = (data.source.source.text, data.source.passage.text)
        found.append(passages_of(cite[0], cite[1:]))
        made.note_citations([cite], anchor, title)
    if data is not None and data.assumed is not None:
        found.append(made.mark_assumed(title, data.assumed))
    for change in made.rules.changes:
        if change.figure.text == decl.name.text:
            found.append(_change_phrase(made, change, anchor, title))
    return join_phrases(found, "; ")


def _change_phrase(made: RulebookMaker, change: d.ChangeFigure, anchor: str, title: str) -> Phrase:
    """Return what a change on top has made of a figure, and where that is printed."""
    said: Phrase = phrase_of(f"{change.old} became {change.new}")
    if change.because is not None:
        cite = (change.because.source.text, change.because.passage.text)
        made.note_citations([cite], anchor, title)
        said = say("{}: {}", said, passages_of(cite[0], cite[1:]))
    return join_phrases([said, made.mark_assumed(title, change.assumed.text)], " ") if change.assumed else said


def _figure_table(made: RulebookMaker, decls: list[d.Figure]) -> RulebookTable:
    first = _checked_figure(made, decls[0])
    columns = axis_headings(made.words, first.keys[0])
    if len(first.keys) == 1 and first.keys[0].domain is None:
        rows = [
            _figure_row(made, decl, tuple(phrase_of(_value_text(made, decl, at)) for at in range(len(columns))))
            for decl in decls
        ]
        head = (phrase_of("For"), *map(phrase_of, columns), phrase_of("Printed"))
        return RulebookTable(made.comments.comment_above(decls[0].span), head, tuple(rows))
    return _table_by_names(made, decls[0], columns)


def _table_by_names(made: RulebookMaker, decl: d.Figure, names: list[str]) -> RulebookTable:
    """Return a table with a row for each name that it is looked up by."""
    figure, key = _checked_figure(made, decl), made.rule_key(decl)
    across = axis_headings(made.words, figure.keys[1]) if len(figure.keys) == 2 else []
    width = max(1, len(across))
    rows = [
        RulebookRow(
            (phrase_of(upper(name)), *(phrase_of(_value_text(made, decl, at * width + i)) for i in range(width)))
        )
        for at, name in enumerate(names)
    ]
    origin, name = _figure_origin(made, decl), upper(_figure_title(made, decl))
    said = made.comments.comment_above(decl.span)
    head = (phrase_of("For"), *(map(phrase_of, across) if across else (phrase_of(name),)))
    return RulebookTable(f"{name}. {said}" if said else name, head, tuple(rows), key, (origin,) if origin else ())
