"""The symbol index: every definition and every use of a name, with its place, kind, type and doc comment.

It is what an editor asks for hovering, going to a definition, listing uses and renaming. It is made from what checking
noted in the symbol table, so it knows what each name means at its place, and it also exists where rules have mistakes.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from rulewright.check import core as c
from rulewright.check.core.things import Type
from rulewright.check.names_in_data import names_in_data
from rulewright.check.names_in_seats import plans_of_seats
from rulewright.check.resolve.context import Resolved
from rulewright.compose.composed import Composed, full_name
from rulewright.diagnostics import NOWHERE, Span
from rulewright.syntax import declarations as d
from rulewright.syntax import statements as s
from rulewright.syntax.expressions import Word, nodes_in


@dataclass(frozen=True, slots=True)
class Symbol:
    """Something that has a name in the rules or the data.

    `kind` is game, phase, step, menu, option, cost, value, rule, scoring, tie-break, winner, always, ruling, names,
    grid, shape, piece, piece-rule, thing, player, players, fact, amount, place, memory, printed, figure,
    plan (of a seat) or name (let in a rule).
    """

    kind: str
    full_name: str
    """As labels name it: `step.sell`, `player.coins`, `fruit.apple`; of a name let in a rule, `step.sell.fruit`."""
    span: Span
    """The place of the name where it is declared. Nowhere for players as a whole, which are built in."""
    type: str = ""
    """What it can be, in words: "a number from 0 to 9". Empty where it is no value."""
    type_span: Span = NOWHERE
    """Where the kind of thing that it can be, or of what it holds, is declared."""
    doc: str = ""
    """The comment lines right above the declaration, without their signs."""
    uses: tuple[Span, ...] = ()
    """Where the name is used, in the order of files and places."""
    chosen: bool = False
    """Whether it is let by `choose`: of several names in a rule, labels mean that one."""

    @property
    def name(self) -> str:
        """The last part of the full name, which is how rules write it."""
        return self.full_name.rpartition(".")[2]


class Symbols:
    """The symbols of a ruleset, by place, kind and full name."""

    def __init__(self, symbols: Iterable[Symbol] = ()) -> None:
        """Index some symbols."""
        self.all = tuple(symbols)
        self._alone: dict[str, Symbol] | None = None
        again = Counter[str]()
        self._by_name: dict[str, Symbol] = {}
        for symbol in sorted(self.all, key=lambda one: (one.kind == "thing", not one.chosen, one.span)):
            again[symbol.full_name] += 1
            number = again[symbol.full_name]
            self._by_name[f"{symbol.full_name}-{number}" if number > 1 else symbol.full_name] = symbol
        self._things = {
            symbol.name: symbol for symbol in self.all if symbol.kind in ("names", "grid", "shape", "piece")
        }
        self._by_line: dict[tuple[str, int], list[tuple[Span, Symbol]]] = defaultdict(list)
        for symbol in self.all:
            for span in (symbol.span, *symbol.uses):
                self._by_line[span.file, span.line].append((span, symbol))

    def at(self, path: str, line: int, column: int) -> Symbol | None:
        """Return what is defined or used at a place of a file, named as in findings; lines and columns count from 1."""
        here = [one for one in self._by_line.get((path, line), ()) if one[0].column <= column <= one[0].end_column]
        return min(here, key=lambda one: one[0].end_column - one[0].column)[1] if here else None

    def meaning_anywhere(self, name: str) -> Symbol | None:
        """Return what a name means wherever it stands; None where that depends on the place."""
        if self._alone is None:
            kinds = defaultdict[str, dict[str, Symbol]](dict)
            for symbol in self.all:
                kinds[symbol.name].setdefault(symbol.kind, symbol)
            self._alone = {name: next(iter(found.values())) for name, found in kinds.items() if len(found) == 1}
        return self._alone.get(name)

    def of_kind(self, kind: str) -> list[Symbol]:
        """Return the symbols of a kind."""
        return [symbol for symbol in self.all if symbol.kind == kind]

    def symbol_named(self, name: str) -> Symbol | None:
        """Return the symbol with a full name."""
        return self._by_name.get(name)

    def with_uses(self, uses: Iterable[tuple[Span, str]]) -> Symbols:
        """Return the index with further uses by full names, as labels and scenarios have them.

        Each part of a name is a use of what the name means up to there: `step.sell.fruit` is one of the step, and of
        the name that is let in it. Where only the last part is written, it is one of that.
        """
        more: dict[int, set[Span]] = defaultdict(set)
        for span, name in uses:
            for part, symbol in self._parts_of_name(span, name):
                more[id(symbol)].add(part)
        return Symbols(replace(one, uses=tuple(sorted({*one.uses, *more[id(one)]}))) for one in self.all)

    def joined_with(self, other: Symbols) -> Symbols:
        """Return the index with the uses of another one of the same rules, such as those in texts of a language."""
        more = {symbol.span: symbol.uses for symbol in other.all}
        return Symbols(replace(one, uses=tuple(sorted({*one.uses, *more.get(one.span, ())}))) for one in self.all)

    def _parts_of_name(self, span: Span, name: str) -> Iterator[tuple[Span, Symbol]]:
        if span.end_column - span.column < len(name):
            yield from ((span, symbol) for symbol in [self.symbol_named(name)] if symbol is not None)
            return
        quoted = span.end_column - span.column > len(name)
        end = 0
        for part in name.split("."):
            start, end = end, end + len(part)
            symbol = self._by_name.get(name[:end]) if start else None
            if symbol is None and (start == 0 or name.startswith("value.")):
                symbol = self._things.get(part)
            if symbol is not None:
                first = span.column + quoted
                part_end = first + start + len(symbol.name)
                yield span._replace(column=first + start, end_line=span.line, end_column=part_end), symbol
            end += 1


def symbols_of(resolved: Resolved) -> Symbols:
    """Return the index of resolved rules; what nothing reaches yet is resolved for it, without findings."""
    resolved.context.read_unreached()
    rules, table = resolved.rules, resolved.table
    uses: dict[Span, list[Span]] = defaultdict(list)
    for span, meaning in table.uses.items():
        if isinstance(meaning, c.Var):
            meaning = table.locals[id(meaning)][0] if id(meaning) in table.locals else NOWHERE
        if span != meaning:
            uses[meaning].append(span)
    for word, span in _in_headings(resolved):
        uses[span].append(word.span)
    types = _types_by_place(resolved)
    chosen = {
        node.using.name.span for decl in rules.declarations for node in nodes_in(decl) if isinstance(node, s.Choose)
    }
    found_symbols = [
        Symbol(
            kind, name, span, *types.get(span, ("", NOWHERE)), _comment_above(rules, span),
            tuple(sorted({*uses.pop(span, ())})), span in chosen,
        )
        for kind, name, span in _defined_symbols(resolved)
    ]  # fmt: skip
    labels = (labels for layer in rules.labels for labels in layer)
    named = [(name.span, name.text) for one in labels for name, _ in (*one.texts, *one.forms)]
    kinds = defaultdict[str, list[str]](list)
    for symbol in found_symbols:
        kinds[symbol.kind].append(symbol.full_name)
    return Symbols(found_symbols).with_uses([*named, *names_in_data(resolved, kinds)])


def _defined_symbols(resolved: Resolved) -> Iterator[tuple[str, str, Span]]:
    """Yield the kind, full name and place of everything that has a name; of each place once."""
    seen: set[Span] = set()
    names = ((word.span, kind, name) for kind, name, word in _declared_symbols(resolved.rules))
    local = ((span, "name", f"{rule}.{var.name}") for span, rule, var in resolved.table.locals.values())
    for span, kind, name in (*names, *_in_data(resolved.rules), *local):
        if span not in seen:
            seen.add(span)
            yield kind, name, span


def _declared_symbols(rules: Composed) -> Iterator[tuple[str, str, Word]]:
    for decl in rules.declarations:
        match decl:
            case d.Has():
                owner = decl.owner.text if decl.owner else "game"
                yield from (("fact", f"{owner}.{fact.name}", fact.name) for fact in decl.facts)
                yield from (("amount", f"{owner}.{amount.name}", amount.name) for amount in decl.amounts)
                yield from (("place", f"{owner}.{place.name}", place.name) for place in decl.places)
                yield from (("memory", f"{owner}.{memory.name}", memory.name) for memory in decl.memories)
            case d.MenuOption():
                yield "option", full_name(decl), decl.option.name
            case d.PieceRule():
                yield "piece-rule", full_name(decl), decl.name
            case d.Replace() | d.ChangeFigure() | d.Remove() | d.Difference():
                pass
            case _:
                yield full_name(decl).partition(".")[0], full_name(decl), decl.name
        if isinstance(decl, d.Names):
            yield from (("thing", f"{decl.name}.{member.name}", member.name) for member in decl.members)
        if isinstance(decl, d.Shape | d.Piece):
            yield from (("printed", f"{decl.name}.{fact.name}", fact.name) for fact in decl.printed)
        options = (node for node in nodes_in(decl) if isinstance(node, s.Option))
        yield from (("option", f"{full_name(decl)}.{option.name}", option.name) for option in options)


def _in_data(rules: Composed) -> Iterator[tuple[Span, str, str]]:
    """What data files name: players, pieces that have a name besides that of their rule, and plans of seats."""
    yield NOWHERE, "players", "players"
    if rules.manifest.players is not None:
        yield from ((name.span, "player", f"player.{name.text.lower()}") for name in rules.manifest.players.names)
    ruled = {full_name(decl) for decl in rules.declarations if isinstance(decl, d.PieceRule)}
    for kind, rows in rules.rows.items():
        own = (row for row in rows if row.name.span != row.rule.span or f"{kind}.{row.rule}" not in ruled)
        yield from ((row.name.span, "thing", f"{kind}.{row.name}") for row in own)
    for plan in plans_of_seats(rules):
        yield plan.word("name").span, "plan", f"plan.{plan.word('name').text}"


def _in_headings(resolved: Resolved) -> Iterator[tuple[Word, Span]]:
    """Yield the words of headings that mean something declared: kinds of things, and names of many of them."""
    for decl in resolved.rules.declarations:
        if isinstance(decl, d.Names | d.Grid | d.Shape | d.Piece):
            yield decl.plural, decl.name.span
        elif isinstance(decl, d.Has):
            yield from ((amount.plural, amount.name.span) for amount in decl.amounts)
        owner = decl.kind if isinstance(decl, d.PieceRule) else decl.of if isinstance(decl, d.Value) else None
        if owner is not None and (found := resolved.table.domain_of(owner.text)) is not None:
            yield owner, (found[1] or found[0]).span


def _types_by_place(resolved: Resolved) -> dict[Span, tuple[str, Span]]:
    """By place of a declaration, what it can be, in words, and where that kind of thing is declared."""
    table, context = resolved.table, resolved.context
    types = {span: (var.type, "") for span, _, var in table.locals.values()}
    types |= {rule.span: (rule.type, "") for rule in context.values.values()}
    types |= {one.span: (one.type, _each_key(one.keys)) for one in table.figures.values()}
    owned: dict[tuple[str, str], c.Stored | c.Figure] = {**table.stored, **table.printed}
    for (owner, _), one in owned.items():
        types[one.span] = one.type, _each_key(one.keys[1 if owner else 0 :])
    words = {span: (type_words(type_) + each, _declared_at(type_)) for span, (type_, each) in types.items()}
    for place in table.places.values():
        holds = place.kind or place.pieces
        words[place.span] = f"{'a ' + place.order + ' of' if place.order else 'a place for'} {holds.plural}", holds.span
    return words


def _declared_at(type_: Type) -> Span:
    kind = type_.kind or type_.domain
    return kind.span if kind is not None else NOWHERE


def _each_key(keys: tuple[c.Axis, ...]) -> str:
    names = [key.domain.name if key.domain else f"{key.low} to {key.low + key.size - 1}" for key in keys]
    return f", for each {' and each '.join(names)}" if names else ""


def type_words(type_: Type) -> str:
    """Return a type in words, with the bounds of a number that has any."""
    if type_.how == "number" and (type_.low, type_.high) != (0, 9999):
        return f"a number from {type_.low} to {type_.high}"
    return "" if type_.how in ("unknown", "error") else str(type_)


def _comment_above(rules: Composed, span: Span) -> str:
    """The comment lines right above the line of a declaration."""
    above = rules.files.get(span.file, "").split("\n")[: max(0, span.line - 1)]
    lines: list[str] = []
    while above and above[-1].lstrip().startswith("#"):
        lines.insert(0, above.pop().strip().lstrip("#").strip())
    return "\n".join(lines)
