"""Builds the domains: players, names, grids, and the pieces of the inventories."""

from __future__ import annotations

from rulewright.check.types import Domain, Kind
from rulewright.check.world import World
from rulewright.compose.composed import Composed
from rulewright.compose.texts import spoken
from rulewright.diagnostics import NOWHERE, Code
from rulewright.source import Row, Scalar
from rulewright.syntax import declarations as d
from rulewright.syntax.expressions import Word

_NOT_NUMBERED = (
    "these two names must be alike but for the number at their end, which goes up",
    "Like this: space-1 to space-40. The numbers go up to 999 and have no 0 in front.",
)


def build_things(world: World, rules: Composed) -> None:
    """Fill the domains of the world from the declarations and the inventories."""
    seats = [name.lower() for name in world.seat_names]
    shown = [rules.text_of(f"player.{seat}") or name for seat, name in zip(seats, world.seat_names, strict=True)]
    players = Domain("player", "players", "player", seats, shown, NOWHERE)
    _add_domain(world, players)
    for decl in rules.of(d.Names):
        _add_names(world, decl)
    for grid in rules.of(d.Grid):
        _add_grid(world, grid)
    shapes = {shape.name.text: shape for shape in rules.of(d.Shape)}
    kinds = list({piece.name.text: piece for piece in reversed(rules.of(d.Piece))}.values())[::-1]
    for piece in kinds:
        if piece.shape is not None and piece.shape.text not in shapes:
            world.unknown(piece.shape, "shape", shapes)
    for name, shape in shapes.items():
        own = [p for p in kinds if p.shape is not None and p.shape.text == name]
        _add_pieces(world, rules, shape.name.text, shape.plural.text, own, shape)
    for piece in kinds:
        if piece.shape is None or piece.shape.text not in shapes:
            _add_pieces(world, rules, piece.name.text, piece.plural.text, [piece], piece)
    for kind in rules.kinds.values():
        if kind.text not in (piece.name.text for piece in kinds):
            world.unknown(Word(kind.span, kind.text), "kind of piece", [piece.name.text for piece in kinds])


def _add_domain(world: World, domain: Domain) -> None:
    domain.keys = domain.keys or list(domain.members)
    world.domains[domain.name] = domain
    world.domains[domain.plural] = domain


def _add_names(world: World, decl: d.Names) -> None:
    for numbered in decl.numbered:
        if not numbered.fits:
            world.findings.add(Code.NOT_NUMBERED, numbered.span, *_NOT_NUMBERED)
    seen: dict[str, d.Label] = {}
    for member in decl.members:
        if member.name.text in seen:
            world.report_duplicate(member.name, seen[member.name.text].span)
        seen[member.name.text] = member
    labels = [m.label.text if m.label else spoken(m.name.text) for m in seen.values()]
    _add_domain(world, Domain(decl.name.text, decl.plural.text, "names", list(seen), labels, decl.name.span))


def _add_grid(world: World, decl: d.Grid) -> None:
    rim = 2 if decl.rim else 0
    width, height = decl.width + rim, decl.height + rim
    first = 0 if decl.rim else 1
    spaces = [
        chr(ord("a") + x) + str(y + first)
        for x in range(width)
        for y in range(height)
        if not (decl.rim and x in (0, width - 1) and y in (0, height - 1))
    ]
    domain = Domain(decl.name.text, decl.plural.text, "grid", spaces, spaces, decl.name.span, width, height)
    _add_domain(world, domain)


def _add_pieces(
    world: World, rules: Composed, name: str, plural: str, kinds: list[d.Piece], decl: d.Shape | d.Piece
) -> None:
    domain = Domain(name, plural, "piece", [], [], decl.name.span)
    world.home[name] = world.home[plural] = domain
    for piece in kinds:
        rows = world.rows[piece.name.text] = _at_the_table(world, rules, piece, decl)
        kind = Kind(piece.name.text, piece.plural.text, domain.size, 0, [], piece.name.span)
        for row in rows:
            _add_row(world, rules, domain, kind, row)
        kind.size = domain.size - kind.start
        domain.kinds.append(kind)
        world.piece_decls[kind.name] = piece
        for form in (kind.name, kind.plural):
            world.kinds[form] = kind
            world.home[form] = domain
    domain.keys = list(domain.members)


def _at_the_table(world: World, rules: Composed, piece: d.Piece, decl: d.Shape | d.Piece) -> list[Row]:
    """Return the rows of a kind of piece, without pieces that belong to a seat at which nobody sits in this game."""
    absent = {name.lower() for name in rules.seats} - {name.lower() for name in world.seat_names}
    printed = dict.fromkeys((*piece.printed, *decl.printed))
    owners = [
        f.name.text for f in printed if f.key is None and f.type.name and f.type.name.text in ("player", "players")
    ]
    return [
        row
        for row in rules.rows.get(piece.name.text, [])
        if not any(isinstance(node := row.facts.get(owner), Scalar) and node.text in absent for owner in owners)
    ]


def _add_row(world: World, rules: Composed, domain: Domain, kind: Kind, row: Row) -> None:
    rule = row.rule.text
    declared = row.label.text if row.label else rules.declared_label(kind.name, rule) or spoken(rule)
    label = declared if row.label else rules.piece_label(kind.name, rule) or spoken(rule)
    label = rules.text_of(f"{kind.name}.{row.name}") or label
    known, mask = world.piece_rules.get((kind.name, rule), (domain, 0))
    for copy in range(row.count):
        member = row.name.text if row.count == 1 else f"{row.name.text}-{copy + 1}"
        if member in domain.members:
            world.findings.add(
                Code.DECLARED_TWICE,
                row.name.span,
                f'a piece "{member}" is in the inventory already',
                "Give it another name.",
            )
            continue
        mask |= 1 << domain.size
        domain.members.append(member)
        domain.labels.append(label)
        domain.declared.append(declared)
        kind.rules.append(rule)
    world.piece_rules[kind.name, rule] = (known, mask)
