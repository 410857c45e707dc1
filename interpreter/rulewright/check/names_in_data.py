"""What data files about automatic seats and about the table name, as uses of what rules declare, by full names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.check import core as c
from rulewright.check.data_keys import names_in
from rulewright.check.declare.table import SymbolTable
from rulewright.check.names_in_seats import names_in_target, place_in_word, plans_of_seats, target_texts
from rulewright.check.resolve.context import Resolved
from rulewright.check.validators.weights import TOGETHER
from rulewright.compose.composed import Composed
from rulewright.diagnostics import Span
from rulewright.source import Mapping, Scalar, YamlNode
from rulewright.source.nodes import entries_of, items_of
from rulewright.source.schema import PLAN_SCHEMA
from rulewright.source.seat_kinds import named_option

Uses = Iterator[tuple[Span, str]]
_COPY = re.compile("-[0-9]+$")
"""The number behind the name of one of several equal pieces."""


def names_in_data(resolved: Resolved, kinds: dict[str, list[str]]) -> Uses:
    """Yield what weights, plans and hints name; `kinds` has the full names of all symbols of each kind."""
    yield from _in_weights(resolved)
    yield from _in_hints(resolved.rules)
    for _, data in resolved.rules.seat_data:
        yield from _in_worth(resolved.table, data.entries.get("weights"))
    named = _Named(kinds)
    for _, _, word in target_texts(resolved.rules):
        for name, is_kind in names_in_target(word):
            yield from [(name.span, f"plan.{name.text}")] if is_kind else named.entry(name)
    for plan in plans_of_seats(resolved.rules):
        for key, word in names_in(PLAN_SCHEMA, plan.entries):
            if "option" in key.kinds:
                yield from named.entry(word)
            elif "plan" in key.kinds:
                yield word.span, f"plan.{word.text}"
            elif "place" in key.kinds:
                yield from _names_unknown_to_plan(resolved.table, word)


class _Named:
    """Options and things by the names by which plans call them; of several alike, the first."""

    def __init__(self, kinds: dict[str, list[str]]) -> None:
        self.options = _by_name(kinds.get("option", []))
        self.things = _by_name([one for kind in ("thing", "piece-rule", "player") for one in kinds.get(kind, [])])

    def entry(self, word: Scalar) -> Uses:
        """Yield the uses in an entry: an option, a thing, or an option and the thing that comes with it."""
        first, thing = named_option(word.text, self.options)
        if first:
            yield place_in_word(word, 0, first), self.options[first]
        name = _COPY.sub("", thing) if thing not in self.things else thing
        if name in self.things:
            yield place_in_word(word, len(word.text) - len(thing), name), self.things[name]


def _by_name(full_names: list[str]) -> dict[str, str]:
    """Return names by what they are called: the full name, or its last part."""
    return {short_or_full: name for name in reversed(full_names) for short_or_full in (name, name.rpartition(".")[2])}


def _names_unknown_to_plan(table: SymbolTable, word: Scalar) -> Uses:
    """Yield the place, fact or amount that a plan does not know."""
    stored = [(owner, name, (name, one.plural)) for (owner, name), one in table.stored.items()]
    known = [*stored, *((owner, name, (name,)) for owner, name in table.places)]
    for owner, name, names in known:
        if word.text in names:
            yield place_in_word(word, 0, word.text), f"{owner or 'game'}.{name}"


def _in_hints(rules: Composed) -> Uses:
    """What files of kind table and look name: things and what they have, by full names; values without their kind."""
    for _, hints in rules.hints:
        for _, word in names_in(hints.kind, hints.entries):
            last = word.text.rpartition(".")[2]
            yield word.span, word.text
            yield word.span._replace(column=word.span.end_column - len(last)), f"value.{word.text}"
        for board, entry in entries_of(hints.entries.get("boards")):
            at = entry.get("at") if isinstance(entry, Mapping) else None
            yield from ((space.span, f"{board.text}.{space.text}") for space, _ in entries_of(at))


def _in_weights(resolved: Resolved) -> Uses:
    """What weights name: what players have, and a phase with what it is done with."""
    for _, weights in resolved.rules.weights:
        yield from _in_worth(resolved.table, weights.worth)
        phase = weights.time.get("phase") if weights.time is not None else None
        if isinstance(phase, Scalar) and phase.text in resolved.context.steps:
            step = resolved.context.steps[phase.text]
            yield place_in_word(phase, 0, phase.text), step.name
            for given in (weights.time.get("first"), weights.time.get("last")) if weights.time is not None else ():
                for item, param in zip(items_of(given), step.params[1:], strict=False):  # the first one is the player
                    if isinstance(item, Scalar) and param.type.domain is not None:
                        yield place_in_word(item, 0, item.text), f"{param.type.domain.name}.{item.text}"


def _in_worth(table: SymbolTable, worth: YamlNode | None) -> Uses:
    """What is weighed: facts, amounts and places of players, their entries, and what the pieces there have."""
    for words, weighed in entries_of(worth):
        start = 0
        if words.text.startswith("game."):
            yield from _of_game(table, place_in_word(words, 0, words.text), words.text.removeprefix("game."))
            continue
        for name in words.text.split(TOGETHER):
            amount, place = table.amount_named(name), table.places.get(("player", name))
            yield place_in_word(words, start, name), f"player.{amount.name if amount else name}"
            start += len(name) + len(TOGETHER)
            if place is not None:
                yield from _of_pieces(table, place, weighed)
            elif (fact := table.stored.get(("player", name))) is not None:
                for axis in fact.keys[1:2]:
                    owners = (
                        [kind.name for kind in axis.domain.kinds] or [axis.domain.name]
                        if axis.domain is not None
                        else []
                    )
                    yield from (
                        (place_in_word(word, 0, word.text), f"{owner}.{word.text}")
                        for word, _ in entries_of(weighed)
                        for owner in owners
                    )


def _of_game(table: SymbolTable, at: Span, name: str) -> Uses:
    for (owner, own), stored in table.stored.items():
        if owner == "" and name in (own, stored.plural):
            yield at, f"game.{own}"


def _of_pieces(table: SymbolTable, place: c.Place, worth: YamlNode) -> Uses:
    owners = dict.fromkeys([*table.owners(place.pieces, place.kind), *(kind.name for kind in place.pieces.kinds)])
    for word, _ in entries_of(worth):
        known = (owner for owner in owners if table.member(owner, word.text) or (owner, word.text) in table.piece_rules)
        yield from ((place_in_word(word, 0, word.text), f"{owner}.{word.text}") for owner in known)
