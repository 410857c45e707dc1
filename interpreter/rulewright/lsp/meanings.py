"""What the words of scenarios mean, as symbols: for going to definitions, and for finding and renaming uses."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache

from rulewright.check.symbols import Symbol
from rulewright.diagnostics import Span
from rulewright.scenarios.naming import PLAYER, ScenarioNames, unnumbered_name
from rulewright.scenarios.offers import fits_option
from rulewright.workspace import Ruleset

THINGS = ("thing", "player", "piece-rule")
FACTS = ("fact", "amount", "place", "printed", "value")
OWNERS = ("names", "grid", "shape", "piece")

Uses = tuple[tuple[Span, Symbol], ...]


def scenario_uses(ruleset: Ruleset) -> Uses:
    """Return where the scenarios of a ruleset name something, and what."""

    def compute() -> Uses:
        names = ruleset.names()
        return () if names is None else tuple(_uses(ruleset, names))

    return ruleset.result("scenario uses", compute)


def _uses(ruleset: Ruleset, names: ScenarioNames) -> Iterator[tuple[Span, Symbol]]:
    symbols, by_name = ruleset.symbols, defaultdict[str, list[Symbol]](list)
    for symbol in symbols.all:
        by_name[symbol.name].append(symbol)
    by_place = {symbol.span: symbol for symbol in symbols.of_kind("thing")}
    for row in (row for rows in ruleset.composition[0].rows.values() for row in rows):
        if row.name.text not in by_name and row.name.span in by_place:  # one of several pieces that a row names
            by_name[row.name.text].append(by_place[row.name.span])

    @cache
    def meant_by(kind: str, owner: str, word: str) -> Symbol | None:
        if kind in ("rule", "always"):
            return symbols.symbol_named(word)
        if kind == "choice":
            rows = (option for option in names.rules.options if fits_option(names, option, word))
            found = (symbols.symbol_named(f"{one.rule}.{one.name}") or symbols.symbol_named(one.rule) for one in rows)
            return next(filter(None, found), None)
        words, kinds, owner = _looked_for(names, kind, owner, word)
        known = [one for name in words for one in by_name[name] if one.kind in kinds]
        near = [one for one in known if one.full_name.partition(".")[0] == owner or one.full_name.endswith(owner)]
        return next(iter(near or known), None)

    for name, one in ruleset.meanings:
        found = meant_by(one.kind, one.owner, one.word) if not name else None
        if found is not None:
            yield one.span, found


def _looked_for(names: ScenarioNames, kind: str, owner: str, word: str) -> tuple[list[str], tuple[str, ...], str]:
    """Return the names that are looked for, of which kinds, and the first part of the full name that is preferred."""
    match kind:
        case "thing":
            return [word.lower() if owner == PLAYER else word, unnumbered_name(word)], THINGS, owner
        case "many":
            return [owner], OWNERS, ""
        case "fact":
            declared = (cells[0].declared for cells in names.rules.facts)
            plain = {fact.plural: fact.name for fact in declared if fact.owner == owner}
            return [plain.get(word, word)], FACTS, owner or "game"
        case "step":
            return [word], ("step", "phase"), ""
        case "parameter":
            return [word], ("name",), f".{owner}.{word}"
        case _:
            return [], (), ""
