"""Reads menus and the options on them."""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.check.costs import Costs
from rulewright.check.scope import Scope
from rulewright.check.types import NUMBER, TRUTH, UNKNOWN, Domain, Kind, Type
from rulewright.check.values import Faulty
from rulewright.diagnostics import Code
from rulewright.syntax import declarations as d
from rulewright.syntax import expressions as x


class Menus(Costs):
    """A menu is read when something first offers it, with every option that any rule adds to it."""

    def menu(self, word: x.Word) -> c.Menu:
        """Return the menu with a name, checked the first time that it is asked for."""
        if word.text not in self._menus:
            self.world.unknown(word, "menu", self._menus)
            raise Faulty
        if word.text not in self.made_menus:
            decl = self._menus[word.text]
            full = f"menu.{word.text}"
            params = [self.new_param(full, p.text) for p in decl.params]
            keeps = [c.Var(k.name.text, Type("number", low=k.low, high=k.high)) for k in decl.keeps]
            label = decl.label.text if decl.label else word.text.replace("-", " ").capitalize()
            order = [w.text for w in decl.order]
            made = c.Menu(full, label, self.player_var(), params, keeps, decl.nests, order, [], decl.name.span)
            self.made_menus[word.text] = made
            self._waiting.append((full, made))
        return self.made_menus[word.text]

    def _read_menu(self, menu: c.Menu) -> None:
        name = menu.name.split(".", 1)[1]
        found: list[tuple[int, str, c.MenuOption]] = []
        for decl in self.rules.of(d.MenuOption):
            if decl.menu.text == name:
                self._add_option(menu, decl, None, found)
        for piece in self.rules.of(d.PieceRule):
            for option in piece.options:
                if option.menu.text == name:
                    self._add_option(menu, option, piece, found)
        self._check_order(name)
        menu.options = [option for _, _, option in sorted(found, key=lambda f: (f[0], f[1].split(".")))]

    def _check_order(self, name: str) -> None:
        """The order of a menu names its options, also faulty ones, or kinds of pieces that have options on it."""
        known = {decl.option.name.text for decl in self.rules.of(d.MenuOption) if decl.menu.text == name}
        for piece in self.rules.of(d.PieceRule):
            if any(option.menu.text == name for option in piece.options):
                kind = self.world.kinds.get(piece.kind.text)
                known |= {kind.name, kind.plural} if kind else {piece.kind.text}
        for word in self._menus[name].order:
            if word.text not in known:
                self.world.unknown(word, "option of this menu", known)

    def _add_option(
        self, menu: c.Menu, decl: d.MenuOption, piece: d.PieceRule | None, found: list[tuple[int, str, c.MenuOption]]
    ) -> None:
        group = piece.kind.text if piece else decl.option.name.text
        plural = self.world.kinds[group].plural if piece and group in self.world.kinds else group
        place = next((i for i, w in enumerate(menu.order) if w in (group, plural)), len(menu.order))
        try:
            option = self._menu_option(menu, decl, piece)
        except Faulty:
            return
        found.append((place, option.full_name, option))

    def _menu_option(self, menu: c.Menu, decl: d.MenuOption, piece: d.PieceRule | None) -> c.MenuOption:
        name = decl.option.name.text
        full = f"{piece.kind.text}.{piece.name.text}" if piece else f"option.{name}"
        names = {menu.player.name: menu.player, **{v.name: v for v in menu.params}, **{v.name: v for v in menu.keeps}}
        scope = self._option_scope(menu, decl, full, names)
        this, live, limit = None, None, None
        if piece is not None:
            kind = self._kind_of(piece)
            this = c.Var(piece.kind.text, Type("one", self.world.home[kind.name], kind=kind))
            live, limit = self._live(piece, kind, menu), self._limit(piece)
            scope = Scope(scope.rule, scope.names, None, this)
        once = self._once(decl, f"{full}.{name}", this)
        choice = self.choice(decl.option, scope)
        if piece is not None and this is not None:
            self._name_after_piece(choice, decl, piece, this)
            self.note_sources(piece.sources, scope)
        return c.MenuOption(f"{full}.{name}" if piece else full, choice, this, live, once, limit, menu)

    def _name_after_piece(self, choice: c.Choice, decl: d.MenuOption, piece: d.PieceRule, this: c.Var) -> None:
        """An option of a piece is called by the piece's rule; its label is the piece's name unless it has its own."""
        beside = [o for o in piece.options if o.menu.text == decl.menu.text]
        choice.name = piece.name.text if len(beside) == 1 else f"{piece.name.text} {choice.name}"
        if choice.label is None:
            choice.label = c.Text((c.Use(this),), (choice.span,))

    def _option_scope(self, menu: c.Menu, decl: d.MenuOption, full: str, names: dict[str, c.Var]) -> Scope:
        for word, var in zip(decl.params, menu.params, strict=False):
            names[word.text] = var
        if len(decl.params) > len(menu.params):
            self.fail(
                Code.WRONG_NUMBER_OF_THINGS,
                decl.menu.span,
                f"this menu has {len(menu.params)} things",
                f"As declared in {menu.span.file}:{menu.span.line}.",
            )
        for var in menu.params:
            if var.type is UNKNOWN:
                var.type = NUMBER
        return Scope(full, names)

    def _kind_of(self, piece: d.PieceRule) -> Kind:
        kind = self.world.kinds.get(piece.kind.text)
        if kind is None or kind.name != piece.kind.text:
            self.world.unknown(piece.kind, "kind of piece", [k.name for k in self.world.kinds.values()])
            raise Faulty
        return kind

    def _live(self, piece: d.PieceRule, kind: Kind, menu: c.Menu) -> c.Value:
        """The pieces of the rule that lie where options of their kind live, of the player who is asked."""
        domain, mask = self._pieces_of(piece, kind)
        lie: c.Value | None = None
        for word in self.world.piece_decls[kind.name].live:
            place = self.world.places.get(("player", word.text)) or self.world.places.get(("", word.text))
            if place is None:
                self.world.unknown(word, "place", [n for _, n in self.world.places])
                raise Faulty
            keys: tuple[c.Value, ...] = (c.Use(menu.player),) if place.keys else ()
            there = self.contents(place, keys)
            lie = there if lie is None else c.Binary("or", lie, there, there.type)
        if lie is None:
            self.fail(
                Code.LIVE_UNKNOWN, piece.name.span, f"where must a {kind.name} lie for its options to count?",
                f'Add a line "options live in PLACE" under "piece {kind.name} / {kind.plural}:".',
            )  # fmt: skip
        assert lie is not None
        of_rule = c.Const(mask, Type("set", domain, kind=kind))
        return c.Binary("and", lie, of_rule, of_rule.type)

    def _pieces_of(self, piece: d.PieceRule, kind: Kind) -> tuple[Domain, int]:
        return self.world.piece_rules.get((kind.name, piece.name.text), (self.world.home[kind.name], 0))

    def _limit(self, piece: d.PieceRule) -> tuple[c.Stored, int] | None:
        decl = self.world.piece_decls[piece.kind.text].limit
        if decl is None:
            return None
        most, phase = decl
        name = f"{piece.kind.text}.played"
        stored = next((m for m in self.memories if m.name == name), None)
        if stored is None:
            player = self.world.domains["player"]
            stored = self.memory(name, (c.Axis(player, 0, player.size),), Type("number", low=0, high=most))
            self._reset_at(phase, stored)
        return stored, most

    def _once(self, decl: d.MenuOption, name: str, this: c.Var | None) -> c.Stored | None:
        if decl.often is None:
            return None
        player = self.world.domains["player"]
        axis = c.Axis(player, 0, player.size)
        if this is not None and this.type.kind is not None and this.type.domain is not None:
            axis = c.Axis(this.type.domain, 0, this.type.kind.size, this.type.kind)
        stored = self.memory(f"{name}.used", (axis,), TRUTH)
        if decl.often.phase is not None:
            self._reset_at(decl.often.phase, stored)
        return stored
