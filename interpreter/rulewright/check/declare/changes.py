"""Carries out changes of figures: each names the old value, so that it cannot drift away from what it changes."""

from __future__ import annotations

from rulewright.check.core import Axis, Figure
from rulewright.check.core.things import axis_names, entry_count, value_text
from rulewright.check.declare.entries import read_value
from rulewright.check.declare.table import SymbolTable
from rulewright.compose.composed import Composed
from rulewright.compose.suggestions import suggested_base
from rulewright.diagnostics import Code, Suggestion
from rulewright.source import Scalar
from rulewright.syntax import declarations as d
from rulewright.syntax.expressions import Word


def change_figures(table: SymbolTable, rules: Composed) -> None:
    """Change the figures; what does not fit becomes a finding."""
    for change in rules.changes:
        figure = table.figures.get(change.figure.text)
        if figure is not None:
            table.use(change.figure.span, figure.span)
            at = _entry_index(table, figure, change)
            if at is not None:
                _change_values(table, figure, [at], change, _where_given(change, rules))
        else:
            _change_printed(table, change, rules)


def _change_printed(table: SymbolTable, change: d.ChangeFigure, rules: Composed) -> None:
    """Change what is printed on a piece, or on all pieces that follow a rule."""
    facts = {name: figure for (_, name), figure in table.printed.items()}
    printed = [figure for (_, name), figure in table.printed.items() if name == change.figure.text]
    if not printed:
        more = suggested_base(f"figure.{change.figure.text}", rules.manifest)
        table.unknown(change.figure, "figure", [*table.figures, *facts], *more)
        return
    table.use(change.figure.span, printed[0].span)
    further = printed[0].keys[1:]
    if change.key is None or (change.at is None) != (not further):
        by, remedy = (f"one of them and a {_each_of_axis(further[0])}", " at NAME") if further else ("one of them", "")
        message = f'"{change.figure.text}" is printed on pieces: it is looked up by {by}'
        table.findings.add(Code.WRONG_NUMBER_OF_THINGS, change.figure.span, message, f"Name it: for PIECE{remedy}.")
        return
    at = _key_index(table, further[0], change.at) if change.at is not None else 0
    for figure in printed:
        axis = figure.keys[0]
        pieces = _pieces_named(table, axis, change.key.text)
        if pieces and at is not None:
            _change_values(
                table, figure, [(piece - axis.start) * entry_count(further) + at for piece in pieces], change
            )
        if pieces or at is None:
            return
    known = [name for figure in printed for name in axis_names(figure.keys[0])]
    table.unknown(change.key, "piece that has this printed on it", known)


def _pieces_named(table: SymbolTable, axis: Axis, name: str) -> list[int]:
    """The pieces of an axis that are called so, or follow the rule that is."""
    assert axis.domain is not None
    inside = range(axis.start, axis.start + axis.size)
    named = [piece for piece in inside if axis.domain.members[piece] == name]
    masks = [mask for (_, rule), (home, mask) in table.piece_rules.items() if rule == name and home is axis.domain]
    return named or [piece for piece in inside if any(mask >> piece & 1 for mask in masks)]


def _entry_index(table: SymbolTable, figure: Figure, change: d.ChangeFigure) -> int | None:
    """Which entry of a table is meant."""
    given = [word for word in (change.key, change.at) if word is not None]
    if len(given) != len(figure.keys):
        needs = " and ".join(_each_of_axis(axis) for axis in figure.keys) or "nothing"
        remedy = (
            'Name its place: "change prices for apple from 1 to 2".' if figure.keys else 'Leave out "for" and "at".'
        )
        message = f"this figure is looked up by {needs}"
        table.findings.add(Code.WRONG_NUMBER_OF_THINGS, change.figure.span, message, remedy)
        return None
    at = 0
    for number, (axis, word) in enumerate(zip(figure.keys, given, strict=True)):
        found = _key_index(table, axis, word)
        if found is None:
            return None
        at += found * entry_count(figure.keys[number + 1 :])
    return at


def _key_index(table: SymbolTable, axis: Axis, word: Word) -> int | None:
    """Which entry of a key has this name; None when it was reported."""
    names = axis_names(axis)
    if word.text not in names:
        table.unknown(word, _each_of_axis(axis), names)
        return None
    if axis.domain is not None:
        table.use_thing(word, axis.domain)
    return names.index(word.text)


def _each_of_axis(axis: Axis) -> str:
    return axis.domain.name if axis.domain else f"number from {axis.low} to {axis.low + axis.size - 1}"


def _where_given(change: d.ChangeFigure, rules: Composed) -> tuple[str, ...]:
    """Say where a figure has its value from: the last change of the same entry before this one, else the data."""
    name, entry = change.figure.text, (change.key and change.key.text, change.at and change.at.text)
    earlier = [one for one in rules.changes[: rules.changes.index(change)] if one.figure.text == name]
    same = [one.span for one in earlier if entry == (one.key and one.key.text, one.at and one.at.text)]
    data = [rules.figures[name].name.span] if name in rules.figures else []
    where = next(iter([*reversed(same), *data]), None)
    return (f"It is given in {where.file}:{where.line}.",) if where else ()


def _change_values(
    table: SymbolTable, figure: Figure, places: list[int], change: d.ChangeFigure, given: tuple[str, ...] = ()
) -> None:
    if figure.type.how == "set":
        table.findings.add(
            Code.CANNOT_BE_SET, change.figure.span, "a list cannot be changed in one sentence",
            "Give the whole figure again in a file in data/.",
        )  # fmt: skip
        return
    old, new = (
        read_value(table, Scalar(word.span, word.text), figure.type, figure.name) if word is not None else None
        for word in (change.old, change.new)
    )
    different = [figure.values[at] for at in places if figure.values[at] != old]
    if change.old is not None and different:
        has = value_text(figure.type, different[0])
        message = f"{figure.name} has {has} here, not {change.old.text}"
        remedy = Suggestion(f'Write "from {has}".', change.old.text, str(has))
        table.findings.add(Code.CHANGE_FROM_DIFFERS, change.old.span, message, *given, remedy)
    elif old == new:
        table.findings.add(
            Code.CHANGE_OF_NOTHING,
            change.new.span,
            "this changes nothing: both values are equal",
            "Correct the new one, or delete the line.",
        )
    else:
        assert new is not None
        for at in places:
            figure.values[at] = new
