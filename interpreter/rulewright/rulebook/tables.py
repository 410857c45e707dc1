"""The entries of printed tables, in words."""

from __future__ import annotations

from collections.abc import Container

from rulewright.check.core import Axis, Figure
from rulewright.phrasing import listing
from rulewright.rulebook.dictionary import Dictionary
from rulewright.rulebook.phrases import Phrase, phrase_of
from rulewright.rulebook.spaces import spaces_in_runs
from rulewright.syntax import expressions as x


def figure_value(words: Dictionary, figure: Figure, at: int) -> str:
    """Return one value of a figure as it is read."""
    value, type_ = figure.values[at], figure.type
    if type_.how == "number" or type_.domain is None:
        return "yes" if type_.how == "truth" and value else "no" if type_.how == "truth" else str(value)
    domain = type_.domain
    if type_.how == "set":
        things = [number for number in range(domain.size) if value >> number & 1]
        if domain.how == "grid":
            return spaces_in_runs(domain.members[number] for number in things) or "none"
        return listing([thing_name(words, figure, number) for number in things]) or "none"
    return "none" if value < 0 else thing_name(words, figure, value)


def thing_name(words: Dictionary, figure: Figure, number: int) -> str:
    """Return one thing of the domain that a figure speaks of."""
    domain = figure.type.domain
    assert domain is not None
    if domain.how == "names":
        return words.name_in(domain.name, domain.members[number])
    return domain.labels[number]


def axis_headings(words: Dictionary, axis: Axis) -> list[str]:
    """Return what a table is looked up by."""
    if axis.domain is None:
        return [str(axis.low + i) for i in range(axis.size)]
    members = axis.domain.members[axis.start : axis.start + axis.size]
    if axis.domain.how == "names":
        return [words.name_in(axis.domain.name, member) for member in members]
    return axis.domain.labels[axis.start : axis.start + axis.size]


def fixed_entry(words: Dictionary, node: x.Table, let: Container[str]) -> Phrase:
    """Return the number that a table says for fixed numbers or names; nothing where that depends on the game."""
    assert isinstance(node.base, x.Name)
    figure, at = words.figures[node.base.text], 0
    if figure.type.how != "number":
        return ()
    for axis, key in zip(figure.keys, node.keys, strict=False):
        here = _fixed_index(axis, key, let)
        if here is None:
            return ()
        at = at * axis.size + here
    return marked_figure(words, node.base.text, figure_value(words, figure, at))


def _fixed_index(axis: Axis, key: x.Expr | None, let: Container[str]) -> int | None:
    """Return which entry of a table a fixed key is."""
    here = None
    if axis.domain is None:
        here = key.value - axis.low if isinstance(key, x.Number) else None
    elif isinstance(key, x.Name) and key.text not in let and key.text in axis.domain.members:
        here = axis.domain.members.index(key.text) - axis.start
    return here if here is not None and 0 <= here < axis.size else None


def marked_figure(words: Dictionary, name: str, said: str) -> Phrase:
    """Return what is printed in a table, with a mark where that is assumed."""
    data = words.rules.figures.get(name)
    mark = phrase_of("assumed", "note", f"figure.{name}") if data is not None and data.assumed is not None else ()
    return (*phrase_of(said, "", f"figure.{name}"), *mark)
