"""All mutants of a ruleset: its own files with one small change each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any, cast

from rulewright.compose.composed import Composed, full_name
from rulewright.compose.coverage_points import CONDITIONS
from rulewright.playtest.mutants import declared, lines, tables, values
from rulewright.playtest.mutants.model import Change, Mutant, Mutation, parts_of, with_part, without, without_each
from rulewright.playtest.mutants.values import neighbours
from rulewright.source import RulesetSource
from rulewright.syntax import declarations as d
from rulewright.syntax import expressions as x
from rulewright.syntax import statements as s
from rulewright.syntax.expressions import Node, Word

NOT_OFFERED, ANY_NUMBER = "these options are not offered here", "without this number"

NODE_MUTATIONS: dict[type, tuple[Mutation, ...]] = {
    s.Body: (lines.block_lines,), d.Step: (lines.whole_body,), d.WhenStep: (lines.whole_body,),
    d.After: (without("later_than", "it no longer waits for this"),),
    d.Cost: (without_each("parts", "this need not be paid", 2),),
    d.CostPart: (without("within", "of all, not of these"),),
    d.Value: (without_each("cases", "this case is left out", 2),),
    s.Ask: (without_each("options", "this option is missing"), without_each("also", NOT_OFFERED), lines.question_end),
    s.Offer: (without_each("also", NOT_OFFERED),), s.Choose: (without_each("also", NOT_OFFERED),),
    s.ChooseMany: (without("least", ANY_NUMBER), without("most", ANY_NUMBER)),
    s.ForEach: (lines.loop_parts,), s.Pay: (without("to", "to the supply instead"),),
    d.PieceRule: (without_each("options", "this option is missing"), lines.piece_scorings),
    d.MenuOption: (without("often", "it may be done again and again"),),
    s.Option: (without("when", "offered without this condition"),),
    x.Compare: (values.changed_comparison,), x.Empty: (values.opposite_emptiness,), x.CanPay: (values.negation,),
    x.CanDo: (values.negation,), x.WouldBe: (values.negation,), x.BeenHere: (values.negation,),
    x.InRow: (values.negation,), x.Holds: (values.negation,),
    x.Quantified: (values.other_quantifier,),
    x.Joined: (values.other_conjunction,), x.Number: (values.shifted_number,), x.Arithmetic: (values.part_of_sum,),
    x.Fold: (values.opposite_word,), x.Pick: (values.opposite_word,), x.Single: (values.opposite_word,),
    x.Extreme: (values.opposite_word,), x.Near: (values.opposite_word,), x.Where: (values.without_condition,),
    x.NextAfter: (values.other_neighbour,), x.Turned: (values.not_turned,),
    x.Reached: (without("most", "in any number of steps"),),
    x.Ways: (without("through", "through all"), without("along", "along all"), without("going", "to all beside it")),
    x.LongestPath: (without("through", "through all"), without("counting", "counting each as 1")),
    s.ForRange: (lines.upwards,), s.Move: (lines.on_top,), s.ChooseRandom: (lines.first_of_all,),
    d.Amount: (declared.amount_in_all, without("per_player", "for any number of players")),
    d.Fact: (declared.fact_range,), d.Place: (declared.place_limit,),
    d.Piece: (declared.piece_limit, without_each("live", "its options are not offered there", 2)),
    d.Grid: (declared.grid_size,), d.Menu: (declared.menu_nesting,),
}  # fmt: skip
"""The mutations of a node itself; its parts are visited separately."""

ASKING = (*CONDITIONS, "cases", "parts")
"""The parts of a node that are conditions, or have them: there a mere name is yes or no."""

LEFT_ALONE = (s.Sources, d.TypeOf, d.Key, d.Keeps, d.Printed, d.Figure, d.Ruling, d.Always)
"""Not mutated: citations; ranges of numbers, which correct rules never exceed; invariants."""


def mutated_nodes(node: Node) -> Iterator[Change[Node]]:
    """Yield a part of the tree once for each mutation in it."""
    if isinstance(node, LEFT_ALONE):
        return
    for mutation in NODE_MUTATIONS.get(type(node), ()):
        yield from mutation(node)
    for name in parts_of(node):
        yield from with_part(node, name, _mutated_parts(getattr(node, name), name in ASKING))


def _mutated_parts(part: object, asked: bool) -> Iterator[Change[object]]:
    if isinstance(part, Node):
        if asked and isinstance(part, x.Name | x.Of | x.Table):
            yield from values.negation(part)
        yield from cast(Iterator[Change[object]], mutated_nodes(part))
    elif isinstance(part, tuple):
        for at, one in enumerate(part):
            for span, words, other in _mutated_parts(one, asked):
                yield span, words, (*part[:at], other, *part[at + 1 :])


REMOVED = (d.After, d.Scoring, d.TieBreak, d.Winner, d.MenuOption)
"""Declarations that can be removed. Those of a single line are covered by removing the line."""


def all_mutants(source: RulesetSource, rules: Composed) -> list[Mutant]:
    """Return all mutants in the order of the files; rulesets that it extends are not mutated."""
    own = {file.path for file in source.rules} | {f.name.span.file for f in source.figures}
    own |= {inventory.span.file for inventory in source.inventories}
    found = [*mutated_rules(rules), *_mutated_changes(rules), *_mutated_figures(rules), *_mutated_rows(rules)]
    return sorted((m for m in found if m.span.file in own), key=lambda m: (m.span.file, m.span.line))


def mutated_rules(rules: Composed) -> Iterator[Mutant]:
    """Yield the mutants of all rules."""
    for at, decl in enumerate(rules.declarations):
        before, after = rules.declarations[:at], rules.declarations[at + 1 :]
        if isinstance(decl, REMOVED) and not (isinstance(decl, d.After | d.Scoring) and len(decl.body.lines) == 1):
            name = decl.option.name if isinstance(decl, d.MenuOption) else decl.name
            made = partial(_rules_with, rules, declarations=before + after)
            yield Mutant(name.span, full_name(decl), "this is missing", made)
        for span, words, other in mutated_nodes(decl):
            made = partial(_rules_with, rules, declarations=[*before, other, *after])
            yield Mutant(span, full_name(decl), words, made)


def _mutated_changes(rules: Composed) -> Iterator[Mutant]:
    """A change of a figure is missing, or changes it to one more or one less."""
    for at, edit in enumerate(rules.changes):
        others: list[tuple[str, list[d.ChangeFigure]]] = [("this is missing", [])]
        if edit.new.text.lstrip("-").isdigit():
            numbers = neighbours(int(edit.new.text))
            others += [
                (f"{n} instead of {edit.new}", [replace(edit, new=Word(edit.new.span, str(n)))]) for n in numbers
            ]
        for words, now in others:
            changed = [*rules.changes[:at], *now, *rules.changes[at + 1 :]]
            yield Mutant(edit.new.span, f"figure.{edit.figure}", words, partial(_rules_with, rules, changes=changed))


def _mutated_figures(rules: Composed) -> Iterator[Mutant]:
    for name, data in rules.figures.items():
        for span, words, other in tables.changed_figures(data):
            made = partial(_rules_with, rules, figures=rules.figures | {name: other})
            yield Mutant(span, f"figure.{name}", words, made)


def _mutated_rows(rules: Composed) -> Iterator[Mutant]:
    for kind, rows in rules.rows.items():
        for name, (span, words, other) in tables.changed_rows(rows):
            made = partial(_rules_with, rules, rows=rules.rows | {kind: other})
            yield Mutant(span, f"{kind}.{name}", words, made)


def _rules_with(rules: Composed, **parts: Any) -> Composed:  # Any: each field of the rules has its own type
    """Return composed rules with other parts, without caches of the old ones."""
    return replace(rules, **parts, _by_kind={}, _sorted=-1)
