"""Difference toggles: two rulesets as they are, or one ruleset with and without a single difference."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace

from rulewright.compose.composed import Applied, Composed, ComposedDifference
from rulewright.diagnostics import Span
from rulewright.source import RulesetSource, find
from rulewright.source.layers import layers_of
from rulewright.syntax import declarations as d
from rulewright.workspace import Ruleset


@dataclass(frozen=True, slots=True)
class RulesetPair:
    """Two rulesets, and the differences between them: name, sentence, edits."""

    first: Ruleset
    second: Ruleset
    differences: tuple[ComposedDifference, ...]

    @property
    def rules(self) -> tuple[Composed, Composed]:
        """The finished rules of both."""
        return self.first.composed_rules, self.second.composed_rules

    @property
    def changed_targets(self) -> frozenset[str]:
        """The full names of everything that is changed from one to the other."""
        names = {one.name for one in self.differences}
        return frozenset(edit.target for rules in self.rules for edit in rules.applied if edit.difference in names)

    def edits_of(self, name: str) -> list[str]:
        """Return what a difference changes, in words."""
        edits = (edit_words(edit) for rules in self.rules for edit in rules.applied if edit.difference == name)
        return list(dict.fromkeys(edits))

    @property
    def by_target(self) -> dict[str, ComposedDifference]:
        """What is changed, each with the difference that does it."""
        named = {one.name: one for one in self.differences}
        edits = (edit for rules in self.rules for edit in rules.applied)
        return {edit.target: named[edit.difference] for edit in edits if edit.difference in named}


def whole_pair(first: Ruleset, second: Ruleset) -> RulesetPair:
    """Return two rulesets as they are, with the differences that only one of them has.

    Raises `RulesError` when one of them has mistakes.
    """
    one, other = first.composed_rules, second.composed_rules
    differences = (*own_differences(one, other), *own_differences(other, one))
    return RulesetPair(
        Ruleset.of(_under_own_name(first.source)), Ruleset.of(_under_own_name(second.source)), differences
    )


def own_differences(one: Composed, other: Composed) -> list[ComposedDifference]:
    """The differences of finished rules that others do not have, in the order in which they are applied."""
    theirs = {difference.name for difference in other.differences}
    return [difference for difference in one.differences if difference.name not in theirs]


def single_difference(pair: RulesetPair, name: str) -> RulesetPair:
    """Return the pair that differs by one difference alone: without it and with it, or the other way round.

    What it needs both have.
    """
    one = next(difference for difference in pair.differences if difference.name == name)
    of_first = any(one is difference for difference in pair.rules[0].differences)
    source = (pair.first if of_first else pair.second).source
    layer = next(layer for layer in layers_of(source) if layer.manifest.name.text == one.layer)
    needed = _needed_differences(one, pair.differences) & {
        other.name for other in pair.differences if other.layer == one.layer
    }
    without, with_ = Ruleset.of(_with_differences(layer, needed)), Ruleset.of(_with_differences(layer, needed | {name}))
    return RulesetPair(with_, without, (one,)) if of_first else RulesetPair(without, with_, (one,))


def _needed_differences(one: ComposedDifference, all_: tuple[ComposedDifference, ...]) -> set[str]:
    named = {other.name: other for other in all_}
    found: set[str] = set()
    waiting = [word.text for word in one.needs]
    while waiting:
        name = waiting.pop()
        if name not in found and name in named:
            found.add(name)
            waiting += [word.text for word in named[name].needs]
    return found


def _with_differences(layer: RulesetSource, names: set[str]) -> RulesetSource:
    """Return a ruleset with only some of its differences, under the name by which it can be given again."""
    if not names:
        assert layer.base is not None, "only what stands on another ruleset has differences"
        return _under_own_name(layer.base)
    called = _under_own_name(replace(layer, name=layer.manifest.name.text)).name
    return replace(layer, only=frozenset(names), name=f"{called}:{','.join(sorted(names))}")


def _under_own_name(source: RulesetSource) -> RulesetSource:
    """Return a ruleset under the name by which it can be given here: its folder, if it is not found by its name."""
    found = find(source.name)
    if source.name != source.manifest.name.text or (found and found.resolve() == source.folder.resolve()):
        return source
    return replace(source, name=f".{os.sep}{os.path.relpath(source.folder)}")


def edit_words(applied: Applied) -> str:
    """Return what an edit is about; of a figure also its values before and now."""
    edit = applied.edit
    if not isinstance(edit, d.ChangeFigure):
        return applied.target
    where = "".join(f" {word} {key.text}" for word, key in (("for", edit.key), ("at", edit.at)) if key)
    return f"{edit.figure.text}{where} from {edit.old} to {edit.new}"


@dataclass(frozen=True, slots=True)
class AppliedEdit:
    """One thing that is different: how (added, replaced, changed, removed, or said in words), what, and where."""

    how: str
    name: str
    span: Span


def applied_edits(ruleset: Ruleset) -> list[AppliedEdit]:
    """Return what a ruleset changes in the one below, in the order of its files and lines.

    A difference with a name is one change, and so are pieces that are written in one row.
    """
    rules, _ = ruleset.composition
    own = [one for one in rules.differences if one.layer == ruleset.source.manifest.name.text]
    found = {one.span: AppliedEdit("said", f"{one.name}: {one.sentence}", one.span) for one in own if one.sentence}
    bare = {one.name for one in own if one.sentence is None}
    for applied in rules.applied:
        if applied.difference in bare:
            found.setdefault(applied.span, AppliedEdit(_edit_form(applied), edit_words(applied), applied.span))
    return sorted(found.values(), key=lambda change: change.span)


def _edit_form(applied: Applied) -> str:
    edit = applied.edit
    if isinstance(edit, d.ChangeFigure):
        return "changed"
    if isinstance(edit, d.Remove):
        return "removed"
    return "replaced" if applied.was is not None or isinstance(edit, d.Replace) else "added"
