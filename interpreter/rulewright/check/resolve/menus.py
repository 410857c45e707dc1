"""Menus, with every option that a rule adds to them: read when something first offers the menu."""

from __future__ import annotations

from functools import partial

from rulewright.check import core as c
from rulewright.check.core.things import TRUTH, Kind, Type
from rulewright.check.resolve.context import Context, Scope
from rulewright.check.resolve.name_types import new_params
from rulewright.check.resolve.options import read_option as resolve_option
from rulewright.check.resolve.steps import renamed_params, reset_at
from rulewright.check.resolve.wanted import contents_of
from rulewright.diagnostics import Code, Span
from rulewright.syntax import declarations as d
from rulewright.syntax import expressions as x


def menu_rule(ctx: Context, word: x.Word) -> c.Menu | None:
    """Return the menu with a name, to be read after what reaches it; None if it is unknown."""
    decl = ctx.look_up(word, "menu", ctx.table.menus)
    if decl is None:
        return None
    ctx.table.use(word.span, decl.name.span)
    if word.text not in ctx.menus:
        full = f"menu.{word.text}"
        player, *params = new_params(ctx, full, decl.params)
        keeps = [c.Var(k.name.text, Type("number", low=k.low, high=k.high)) for k in decl.keeps]
        for kept, var in zip(decl.keeps, keeps, strict=True):
            ctx.table.local(kept.name, full, var)
        label = decl.label.text if decl.label else word.text.replace("-", " ").capitalize()
        order = [w.text for w in decl.order]
        menu = c.Menu(full, label, player, params, keeps, decl.nests, order, [], decl.name.span)
        ctx.menus[word.text] = menu
        ctx.waiting.append(partial(_read_menu, ctx, decl, menu))
    return ctx.menus[word.text]


def menus_named(ctx: Context, words: tuple[x.Word, ...]) -> tuple[c.Menu, ...]:
    """Return the menus with these names."""
    return tuple(menu for word in words if (menu := menu_rule(ctx, word)) is not None)


def _read_menu(ctx: Context, decl: d.Menu, menu: c.Menu) -> None:
    ctx.base_scope(menu.name, menu.params)
    added: list[tuple[d.MenuOption, d.PieceRule | None]] = [(option, None) for option in ctx.rules.of(d.MenuOption)]
    added += [(option, piece) for piece in ctx.rules.of(d.PieceRule) for option in piece.options]
    added = [(option, piece) for option, piece in added if option.menu.text == decl.name.text]
    _check_order(ctx, decl, added)
    found: list[tuple[int, list[str], c.MenuOption]] = []
    for declared, piece in added:
        option = _menu_option(ctx, menu, declared, piece)
        if option is not None:
            found.append((_position_in_order(ctx, menu, declared, piece), option.full_name.split("."), option))
    menu.options = [option for _, _, option in sorted(found, key=lambda one: one[:2])]


def _position_in_order(ctx: Context, menu: c.Menu, decl: d.MenuOption, piece: d.PieceRule | None) -> int:
    """Return the position of an option in the stated order of a menu: by its name, or by its kind of piece."""
    group = piece.kind.text if piece else decl.option.name.text
    plural = ctx.table.kinds[group].plural if piece and group in ctx.table.kinds else group
    return next((i for i, w in enumerate(menu.order) if w in (group, plural)), len(menu.order))


def _check_order(ctx: Context, decl: d.Menu, added: list[tuple[d.MenuOption, d.PieceRule | None]]) -> None:
    """The order of a menu names its options, also faulty ones, or kinds of pieces that have options on it."""
    known: dict[str, Span] = {}
    for option, piece in added:
        kind = ctx.table.kinds.get(piece.kind.text) if piece else None
        own = piece.kind if piece else option.option.name
        known |= {kind.name: kind.span, kind.plural: kind.span} if kind else {own.text: own.span}
    for word in decl.order:
        if (span := ctx.look_up(word, "option of this menu", known)) is not None:
            ctx.table.use(word.span, span)


def _menu_option(ctx: Context, menu: c.Menu, decl: d.MenuOption, piece: d.PieceRule | None) -> c.MenuOption | None:
    """Return an option of a menu; None if it cannot be one."""
    ctx.table.use(decl.menu.span, menu.span)
    name = decl.option.name.text
    full = f"{piece.kind.text}.{piece.name.text}" if piece else f"option.{name}"
    scope = Scope(full, _option_names(ctx, menu, decl))
    if piece is None:
        once = _once_memory(ctx, decl, f"{full}.{name}", None)
        choice = resolve_option(ctx, decl.option, scope)
        return c.MenuOption(full, choice, None, None, once, None, menu)
    kind = _kind_of(ctx, piece)
    live = _live_pieces(ctx, piece, kind, menu) if kind is not None else None
    if kind is None or live is None:
        return None
    this = c.Var(kind.name, Type("one", ctx.table.home[kind.name], kind=kind))
    limit = _limit_of_kind(ctx, kind)
    once = _once_memory(ctx, decl, f"{full}.{name}", this)
    choice = resolve_option(ctx, decl.option, Scope(full, scope.names, None, this))
    _name_after_piece(choice, decl, piece, this)
    ctx.note_sources(piece.sources)
    return c.MenuOption(f"{full}.{name}", choice, this, live, once, limit, menu)


def _name_after_piece(choice: c.Choice, decl: d.MenuOption, piece: d.PieceRule, this: c.Var) -> None:
    """An option of a piece is called by the piece's rule; its label is the piece's name unless it has its own."""
    beside = [o for o in piece.options if o.menu.text == decl.menu.text]
    choice.name = piece.name.text if len(beside) == 1 else f"{piece.name.text} {choice.name}"
    if choice.label is None:
        choice.label = c.Text((c.Use(this),), (choice.span,))


def _option_names(ctx: Context, menu: c.Menu, decl: d.MenuOption) -> dict[str, c.Var]:
    """What the names in an option mean: what the menu is given and keeps, under its names or those of the option."""
    if len(decl.params) > len(menu.params):
        message, remedy = (
            f"this menu has {len(menu.params)} things",
            f"As declared in {menu.span.file}:{menu.span.line}.",
        )
        ctx.fail(Code.WRONG_NUMBER_OF_THINGS, decl.menu.span, message, remedy)
    names = {var.name: var for var in (menu.player, *menu.params, *menu.keeps)}
    return names | renamed_params(ctx, decl.params, menu.params)


def _kind_of(ctx: Context, piece: d.PieceRule) -> Kind | None:
    kind = ctx.table.kinds.get(piece.kind.text)
    if kind is None or kind.name != piece.kind.text:
        ctx.table.unknown(piece.kind, "kind of piece", [k.name for k in ctx.table.kinds.values()])
        return None
    return kind


def _live_pieces(ctx: Context, piece: d.PieceRule, kind: Kind, menu: c.Menu) -> c.Value | None:
    """The pieces of the rule that lie where options of their kind live, of the player who is asked."""
    lie: c.Value | None = None
    for word in ctx.table.piece_decls[kind.name].live:
        place = ctx.table.places.get(("player", word.text)) or ctx.table.places.get(("", word.text))
        if place is None:
            ctx.table.unknown(word, "place", [n for _, n in ctx.table.places])
            return None
        ctx.table.use(word.span, place.span)
        there = contents_of(place, (c.Use(menu.player),) if place.keys else ())
        lie = there if lie is None else c.Binary("or", lie, there, there.type)
    if lie is None:
        message = f"where must a {kind.name} lie for its options to count?"
        remedy = f'Add a line "options live in PLACE" under "piece {kind.name} / {kind.plural}:".'
        ctx.fail(Code.LIVE_UNKNOWN, piece.name.span, message, remedy)
        return None
    domain = ctx.table.home[kind.name]
    of_rule = c.Const(ctx.table.pieces_of_rule(kind, piece.name.text), Type("set", domain, kind=kind))
    return c.Binary("and", lie, of_rule, of_rule.type)


def _limit_of_kind(ctx: Context, kind: Kind) -> tuple[c.Stored, int] | None:
    """How many options of a kind of piece somebody may use in each phase, and what remembers it."""
    decl = ctx.table.piece_decls[kind.name].limit
    if decl is None:
        return None
    most, phase = decl
    name = f"{kind.name}.played"
    stored = next((m for m in ctx.memories if m.name == name), None)
    if stored is None:
        stored = ctx.memory(name, (_each_owner(ctx, None),), Type("number", low=0, high=most))
        reset_at(ctx, phase, stored)
    return stored, most


def _once_memory(ctx: Context, decl: d.MenuOption, name: str, this: c.Var | None) -> c.Stored | None:
    """What remembers that an option was used."""
    if decl.often is None:
        return None
    stored = ctx.memory(f"{name}.used", (_each_owner(ctx, this),), TRUTH)
    if decl.often.phase is not None:
        reset_at(ctx, decl.often.phase, stored)
    return stored


def _each_owner(ctx: Context, this: c.Var | None) -> c.Axis:
    """Each player, or each piece of a kind."""
    if this is not None and this.type.kind is not None and this.type.domain is not None:
        return c.Axis(this.type.domain, 0, this.type.kind.size, this.type.kind)
    player = ctx.table.domains["player"]
    return c.Axis(player, 0, player.size)
