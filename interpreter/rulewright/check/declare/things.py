"""Builds the domains: players, names, grids, and the pieces of the inventories."""

from __future__ import annotations

from rulewright.check.core.things import Domain, Kind
from rulewright.check.declare.edges import add_edges
from rulewright.check.declare.table import SymbolTable
from rulewright.compose.composed import Composed
from rulewright.compose.texts import spoken_name
from rulewright.diagnostics import NOWHERE, Code
from rulewright.source import InventoryRow, Scalar
from rulewright.syntax import declarations as d
from rulewright.syntax.expressions import Word

_NOT_NUMBERED = (
    "these two names must be alike but for the number at their end, which goes up",
    "Like this: space-1 to space-40. The numbers go up to 999 and have no 0 in front.",
)


def declare_things(table: SymbolTable, rules: Composed) -> None:
    """Fill the domains of the table from the declarations and the inventories."""
    seats = [name.lower() for name in table.seat_names]
    for seat in rules.manifest.players.names if rules.manifest.players else ():
        table.named_at["player", seat.text.lower()] = seat.span
    shown = [rules.text_of(f"player.{name.lower()}") or name for name in table.seat_names]
    players = Domain("player", "players", "player", seats, shown, NOWHERE)
    table.add_domain(players)
    for decl in rules.of(d.Names):
        _add_names(table, decl)
    _add_grids(table, rules.of(d.Grid))
    shapes = {shape.name.text: shape for shape in rules.of(d.Shape)}
    kinds = list({piece.name.text: piece for piece in reversed(rules.of(d.Piece))}.values())[::-1]
    for piece in kinds:
        if piece.shape is not None and piece.shape.text not in shapes:
            table.unknown(piece.shape, "shape", shapes)
        elif piece.shape is not None:
            table.use(piece.shape.span, shapes[piece.shape.text].name.span)
    for name, shape in shapes.items():
        own = [p for p in kinds if p.shape is not None and p.shape.text == name]
        _add_pieces(table, rules, shape.name.text, shape.plural.text, own, shape)
    for piece in kinds:
        if piece.shape is None or piece.shape.text not in shapes:
            _add_pieces(table, rules, piece.name.text, piece.plural.text, [piece], piece)
    for kind in rules.kinds.values():
        if kind.text not in table.piece_decls:
            table.unknown(Word(kind.span, kind.text), "kind of piece", [piece.name.text for piece in kinds])
        else:
            table.use(kind.span, table.piece_decls[kind.text].name.span)


def _add_names(table: SymbolTable, decl: d.Names) -> None:
    for numbered in decl.numbered:
        if not numbered.fits:
            table.findings.add(Code.NOT_NUMBERED, numbered.span, *_NOT_NUMBERED)
    seen: dict[str, d.Label] = {}
    for member in decl.members:
        if member.name.text in seen:
            table.report_duplicate(member.name, seen[member.name.text].span)
        seen[member.name.text] = member
        table.named_at[decl.name.text, member.name.text] = member.name.span
    labels = [m.label.text if m.label else spoken_name(m.name.text) for m in seen.values()]
    names = Domain(decl.name.text, decl.plural.text, "names", list(seen), labels, decl.name.span)
    names.circle = decl.circle or None
    table.add_domain(names)


def _add_grids(table: SymbolTable, decls: list[d.Grid]) -> None:
    for decl in decls:
        _add_grid(table, decl)
    with_edges = [decl for decl in decls if decl.edges]
    first = next(iter(with_edges), None)
    for other in with_edges[1:]:
        message = f'"side" is a side of {with_edges[0].plural} already'
        remedy = "One grid of a game has sides. Leave them out here, or there."
        table.findings.add(Code.DECLARED_TWICE, other.edges[-1].span, message, remedy)
    if first is not None:
        add_edges(table, first.edges, table.domains[first.name.text])
    for kind, written in (("side", "sides"), ("corner", "corners and sides")) if decls else ():
        if kind not in table.domains:
            remedy = f'Should {(first or decls[0]).plural} have any, write "with {written}" at the end of their line.'
            table.elsewhere |= {kind: remedy, f"{kind}s": remedy}


def _add_grid(table: SymbolTable, decl: d.Grid) -> None:
    rim = 2 if decl.rim else 0
    width, height = decl.width + rim, decl.height + rim
    first, shape = 0 if decl.rim else 1, "hexagons" if decl.shape else ""
    spots = [(x, y) for x in range(width) for y in range(height) if _is_space(decl, x, y, width, height)]
    spaces = [f"{chr(ord('a') + x)}{y + first}" for x, y in spots]
    of = Domain(decl.name.text, decl.plural.text, "grid", spaces, spaces, decl.name.span, width, height, shape, spots)
    table.add_domain(of)


def _is_space(decl: d.Grid, x: int, y: int, width: int, height: int) -> bool:
    """Tell whether there is a space: a rim has no corners, and rings lack two of theirs."""
    if decl.shape == "rings":
        return decl.rings <= x + y + 1 < 3 * decl.rings - 1
    return not (decl.rim and x in (0, width - 1) and y in (0, height - 1))


def _add_pieces(
    table: SymbolTable, rules: Composed, name: str, plural: str, kinds: list[d.Piece], decl: d.Shape | d.Piece
) -> None:
    domain = Domain(name, plural, "piece", [], [], decl.name.span)
    written = {(one.kind.text, one.name.text): one.name.span for one in rules.of(d.PieceRule)}
    table.home[name] = table.home[plural] = domain
    for piece in kinds:
        rows = table.rows[piece.name.text] = _at_the_table(table, rules, piece, decl)
        kind = Kind(piece.name.text, piece.plural.text, domain.size, 0, [], piece.name.span)
        for row in rows:
            _add_row(table, rules, domain, kind, row)
            rule = written.get((kind.name, row.rule.text), row.rule.span)
            table.use(row.rule.span, rule)
            table.named_at[kind.name, row.rule.text] = rule
        kind.size = domain.size - kind.start
        domain.kinds.append(kind)
        table.piece_decls[kind.name] = piece
        for form in (kind.name, kind.plural):
            table.kinds[form] = kind
            table.home[form] = domain
    domain.keys = list(domain.members)


def _at_the_table(table: SymbolTable, rules: Composed, piece: d.Piece, decl: d.Shape | d.Piece) -> list[InventoryRow]:
    """Return the rows of a kind of piece, without pieces that belong to a seat at which nobody sits in this game."""
    absent = {name.lower() for name in rules.seats} - {name.lower() for name in table.seat_names}
    printed = dict.fromkeys((*piece.printed, *decl.printed))
    owners = [f.name.text for f in printed if not f.keys and f.type.name and f.type.name.text in ("player", "players")]
    return [
        row
        for row in rules.rows.get(piece.name.text, [])
        if not any(isinstance(node := row.facts.get(owner), Scalar) and node.text.lower() in absent for owner in owners)
    ]


def _add_row(table: SymbolTable, rules: Composed, domain: Domain, kind: Kind, row: InventoryRow) -> None:
    rule = row.rule.text
    declared = row.label.text if row.label else rules.declared_label(kind.name, rule) or spoken_name(rule)
    label = declared if row.label else rules.piece_label(kind.name, rule) or spoken_name(rule)
    label = rules.text_of(f"{kind.name}.{row.name}") or label
    known, mask = table.piece_rules.get((kind.name, rule), (domain, 0))
    for copy in range(row.count):
        member = row.name.text if row.count == 1 else f"{row.name.text}-{copy + 1}"
        if member in domain.members:
            message = f'a piece "{member}" is in the inventory already'
            table.findings.add(Code.DECLARED_TWICE, row.name.span, message, "Give it another name.")
            continue
        table.named_at[kind.name, member] = row.name.span
        mask |= 1 << domain.size
        domain.members.append(member)
        domain.labels.append(label)
        domain.declared.append(declared)
        kind.rules.append(rule)
    table.piece_rules[kind.name, rule] = (known, mask)
