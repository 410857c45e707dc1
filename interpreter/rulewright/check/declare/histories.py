"""What the game remembers of its positions: a declared number of times, what some facts were."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.check.core import History, Stored
from rulewright.check.declare.sizes import fits_beside
from rulewright.check.declare.table import SymbolTable
from rulewright.compose.composed import Composed
from rulewright.diagnostics import Code
from rulewright.syntax import declarations as d
from rulewright.syntax.expressions import Word


def declare_histories(table: SymbolTable, rules: Composed) -> None:
    """Add the memories of the game, after all the facts that they can be of."""
    for memory in (memory for has in rules.of(d.Has) for memory in has.memories):
        name, span = memory.name.text, memory.name.span
        if name in table.histories or ("", name) in table.stored or ("", name) in table.places:
            found = table.histories.get(name) or table.stored.get(("", name)) or table.places["", name]
            table.report_duplicate(memory.name, found.span)
            continue
        if memory.most == 0:
            message = f"{name} could never hold anything"
            table.findings.add(Code.OUT_OF_RANGE, span, message, "Say how often the game remembers at most.")
        facts = tuple(dict.fromkeys(fact for word in memory.facts for fact in _facts_named(table, word)))
        if fits_beside(table, span, (), 2 * memory.most + 1):
            table.histories[name] = History(name, memory.most, facts, span)


def _facts_named(table: SymbolTable, word: Word) -> Iterator[Stored]:
    """The facts and amounts of a name, whoever has them; everybody must see what they are."""
    found = list(dict.fromkeys(fact for (_, name), fact in table.stored.items() if name == word.text))
    if not found:
        table.unknown(word, "fact", [name for _, name in table.stored])
    for fact in found:
        table.use(word.span, fact.span)
        if fact.seen == "all":
            yield fact
        else:
            message = f"not everybody sees {word.text}, and everybody would learn whether it has been the same before"
            table.findings.add(Code.SECRET_CONDITION, word.span, message, "Name facts that all players see.")
