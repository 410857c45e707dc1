"""Reads the rules themselves: steps, values, costs, menus and the options on them."""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.check import paying
from rulewright.check.parameters import Parameters
from rulewright.check.scope import Scope
from rulewright.check.types import NUMBER, TRUTH, UNKNOWN, Domain, Kind, Type
from rulewright.check.values import Faulty
from rulewright.check.world import World
from rulewright.compose.composed import Composed
from rulewright.syntax import declarations as d
from rulewright.syntax import expressions as x
from rulewright.syntax import statements as s


class Rules(Parameters):
    """Reads each rule when something first reaches it, so that what it is given is known."""

    def __init__(self, world: World, rules: Composed, remembered: dict[str, Type]) -> None:
        super().__init__(world, remembered)
        self.rules = rules
        self.step_declarations = {decl.name.text: decl for decl in rules.of(d.Step)}
        self._values = {(v.of.text if v.of else "", v.name.text): v for v in rules.of(d.Value)}
        self._costs = {cost.name.text: cost for cost in rules.of(d.Cost)}
        self._menus = {menu.name.text: menu for menu in rules.of(d.Menu)}
        self.steps: dict[str, c.Procedure] = {}
        self.value_rules: dict[tuple[str, str], c.ValueRule] = {}
        self.costs: dict[str, c.Procedure] = {}
        self.made_menus: dict[str, c.Menu] = {}
        self.memories: list[c.Stored] = []
        self.resets: dict[str, list[c.Stored]] = {}
        self.used_rulings: set[str] = set()
        self._waiting: list[tuple[str, object]] = []
        self._reading: list[tuple[str, str]] = []
        self._answers: dict[tuple[str, str, str], c.Procedure] = {}

    # -- reading on

    def read_all(self) -> None:
        """Read everything that has been reached and not read yet."""
        while self._waiting:
            _, what = self._waiting.pop(0)
            if isinstance(what, c.Procedure):
                self._read_step(what)
            elif isinstance(what, c.Menu):
                self._read_menu(what)

    def base_scope(self, rule: str, params: list[c.Var]) -> Scope:
        known = {p.name: p for p in params if p.type is not UNKNOWN}
        for param in params:
            if param.type is UNKNOWN:
                param.type = NUMBER
                known[param.name] = param
        return Scope(rule, known)

    def player_var(self) -> c.Var:
        return c.Var("player", Type("one", self.world.domains["player"]))

    # -- steps

    def step_rule(self, name: x.Word) -> c.Procedure:
        """Find a step or phase by name."""
        if name.text not in self.step_declarations:
            self.world.unknown(name, "step", self.step_declarations)
            raise Faulty
        if name.text not in self.steps:
            decl = self.step_declarations[name.text]
            full = f"{decl.kind}.{name.text}"
            params = [self.player_var(), *(self.new_param(full, p.text) for p in decl.params)]
            params = [p for i, p in enumerate(params) if i == 0 or p.name != "player"]
            self.steps[name.text] = c.Procedure(full, decl.kind, params, [], decl.name.span)
            self._waiting.append((full, self.steps[name.text]))
        return self.steps[name.text]

    def _read_step(self, step: c.Procedure) -> None:
        decl = self.step_declarations[step.name.split(".", 1)[1]]
        scope = self.base_scope(step.name, step.params)
        if decl.kind == "game":
            scope = Scope(step.name, {})
        step.heading = self.text(decl.label, scope) if decl.label else None
        step.body = self.block(decl.body, scope)
        for rule in self._afterwards(decl.name.text):
            step.after.append(self._after(rule, step, scope))

    def _afterwards(self, step: str) -> list[d.After]:
        """The rules that run after a step: at its end, then after it; in the stated order, then by name."""
        rules = sorted((r for r in self.rules.of(d.After) if r.step.text == step), key=lambda r: r.name.text)
        placed: list[d.After] = []
        while rules:
            waiting = {r.name.text for r in rules}
            ready = next((r for r in rules if r.later_than is None or r.later_than.text not in waiting), None)
            if ready is None:
                rule = rules[0]
                self.world.findings.add("order-circle", rule.name.span, "these rules are each later than the other")
                return placed
            placed.append(ready)
            rules.remove(ready)
        return placed

    def _after(self, rule: d.After, step: c.Procedure, scope: Scope) -> c.Action:
        declared = step.params[1:]
        if len(rule.params) > len(declared):
            self.world.findings.add(
                "wrong-number-of-things", rule.step.span, f"{rule.step.text} has {len(declared)} things"
            )
        names = dict(scope.names)
        for word, var in zip(rule.params, declared, strict=False):
            names[word.text] = var
        inner = Scope(f"rule.{rule.name.text}", names)
        body = self.block(rule.body, inner)
        try:
            when = self.condition(rule.when, inner) if rule.when is not None else None
        except Faulty:
            when = None
        return c.Branch([(when, body)], [], rule.span) if when is not None else c.Branch([], body, rule.span)

    # -- values

    def value_declarations(self) -> dict[tuple[str, str], object]:
        return dict(self._values)

    def call_value(
        self, key: tuple[str, str], owner: c.Value | None, arguments: list[x.Expr], scope: Scope
    ) -> c.Value | None:
        """Return the value that a `value` rule gives for these things."""
        decl = self._values.get(key)
        if decl is None:
            return None
        rule = self._value_rule(key, decl)
        name = x.Word(decl.name.span, decl.name.text)
        extra = rule.params[len(rule.params) - len(decl.params) :]
        given = self.arguments(name, [rule.params[0], *extra], tuple(arguments), scope)
        first = (given[0],) if decl.of is None else (owner,) if key[0] == "player" else (given[0], owner)
        if not rule.cases:
            self._read_value(key, decl, rule)
        return c.Call(rule, (*(v for v in first if v is not None), *given[1:]), decl.name.span)

    def _value_rule(self, key: tuple[str, str], decl: d.Value) -> c.ValueRule:
        if key not in self.value_rules:
            full = f"value.{key[0]}.{key[1]}" if key[0] else f"value.{key[1]}"
            params = [self.player_var()]
            if decl.of is not None and decl.of.text != "player":
                params.append(self.new_param(full, decl.of.text))
            params += [self.new_param(full, p.text) for p in decl.params]
            self.value_rules[key] = c.ValueRule(full, params, UNKNOWN, [], decl.name.span)
        return self.value_rules[key]

    def _read_value(self, key: tuple[str, str], decl: d.Value, rule: c.ValueRule) -> None:
        if key in self._reading:
            self.fail("value-circle", decl.name.span, "this value is explained by itself")
        self._reading.append(key)
        try:
            scope = self.base_scope(rule.name, rule.params)
            self.note_sources(decl.sources, scope)
            for case in decl.cases:
                condition = self.condition(case.condition, scope) if case.condition is not None else None
                value = self.value(case.value, scope) if case.value is not None else condition
                assert value is not None
                rule.cases.append((condition if case.value is not None else None, value))
        finally:
            self._reading.pop()
        rule.type = self._common_type([v for _, v in rule.cases])
        if rule.cases[-1][0] is not None and not rule.type.optional:
            last = decl.cases[-1].span
            self.world.findings.add("value-unfinished", last, "what is it otherwise? The last line needs no \"if\"")

    def _common_type(self, values: list[c.Value]) -> Type:
        types = [v.type for v in values]
        known = next((t for t in types if t.domain is not None or t.how != "one"), types[0])
        if known.how == "number":
            return NUMBER
        if known.how == "truth":
            return TRUTH
        kind = known.kind if all(t.kind is known.kind or t.domain is None for t in types) else None
        return Type(known.how, known.domain, any(t.optional for t in types), kind)

    # -- costs

    def cost_rule(self, name: x.Word) -> c.Procedure:
        """Find a cost by name: a procedure that pays it, with the value that says whether it can be paid."""
        if name.text not in self._costs:
            self.world.unknown(name, "cost", self._costs)
            raise Faulty
        if name.text not in self.costs:
            decl = self._costs[name.text]
            full = f"cost.{name.text}"
            params = [self.player_var(), *(self.new_param(full, p.text) for p in decl.params)]
            can = c.ValueRule(full, params, TRUTH, [], decl.name.span)
            self.costs[name.text] = c.Procedure(full, "cost", params, [], decl.name.span, can=can)
            self._waiting_cost(decl, self.costs[name.text])
        return self.costs[name.text]

    def _waiting_cost(self, decl: d.Cost, cost: c.Procedure) -> None:
        scope = self.base_scope(cost.name, cost.params)
        self.note_sources(decl.sources, scope)
        parts = []
        for part in decl.parts:
            try:
                parts.append(self._cost_part(part, scope))
            except Faulty:
                continue
        if parts and cost.can is not None:
            cost.can.cases.append((None, paying.all_of([paying.payable(p) for p in sorted(parts, key=lambda p: p.amount is None)])))
        units_first = sorted(parts, key=lambda p: p.amount is not None)
        cost.body = [action for part in units_first for action in paying.pay(part)]

    def _cost_part(self, part: d.CostPart, scope: Scope) -> paying.Part:
        number, payer = self.number(part.amount, scope), self.acting(scope)
        if part.how == "amount":
            amount = self._amount(part.what)
            return paying.Part(
                "amount", number, payer, amount, None, None, None, None, None, None, part.span, scope.rule
            )  # fmt: skip
        found = self.world.domain_of(part.what.text)
        if found is None or found[0].how != "names":
            self.world.unknown(part.what, "list of names", [n for n, k in self.world.domains.items() if k.how == "names"])
            raise Faulty
        names = found[0]
        full = c.Const(names.everything, Type("set", names))
        within = self.things(part.within, scope, full.type) if part.within is not None else full
        assert part.pool is not None
        pool = self._pieces(part.pool, scope)
        fact, worth, missing = self._units(part, pool, names, scope)
        return paying.Part(
            part.how, number, payer, None, names, within, pool, fact, worth, missing, part.span, scope.rule
        )  # fmt: skip

    def _units(
        self, part: d.CostPart, pool: c.Value, names: Domain, scope: Scope
    ) -> tuple[c.Stored | None, paying.Worth | None, c.Stored | None]:
        assert pool.type.domain is not None
        if part.fact is not None:
            for prefix in self.world.owners(pool.type.domain, pool.type.kind):
                fact = self.world.stored.get((prefix, part.fact.text))
                if fact is not None and len(fact.keys) == 2 and fact.keys[1].domain is names:
                    return fact, None, None
            facts = [n for (_, n), f in self.world.stored.items() if len(f.keys) == 2]
            self.world.unknown(part.fact, f"fact counted for each {names.name}", facts)
            raise Faulty
        kind = pool.type.kind or pool.type.domain.kinds[0]
        decl = self.world.piece_decls[kind.name].worth
        if decl is None:
            self.fail("worth-unknown", part.span, f"what is a {kind.name} worth?", 'Add a line "worth 1 of …" to it.')
        assert decl is not None
        inner, var = scope.looking_at(Type("one", pool.type.domain, kind=kind))
        own = inner.with_var(c.Var(kind.name, var.type))
        facts = self._own_facts(decl, own, var)
        missing = self.memory(f"{scope.rule}.missing.{part.span.line}", (c.Axis(names, 0, names.size),), NUMBER)
        return None, facts, missing

    def _own_facts(self, decl: d.Worth, scope: Scope, var: c.Var) -> paying.Worth:
        """In `worth units of fruit` the words are facts of the piece itself."""

        def fact(node: x.Expr) -> c.Value:
            if isinstance(node, x.Name):
                return self.member(x.Of(node.span, x.It(node.span), x.Word(node.span, node.text)), [], scope)
            return self.value(node, scope)

        return paying.Worth(var, fact(decl.units), fact(decl.kind))

    def memory(self, name: str, keys: tuple[c.Axis, ...], type_: Type) -> c.Stored:
        """Something the rules must remember that no declaration names."""
        stored = c.Stored(name, name, keys, type_, self.world.domains["player"].span)
        self.memories.append(stored)
        return stored

    # -- menus

    def menu(self, word: x.Word) -> c.Menu:
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
        menu.options = [option for _, _, option in sorted(found, key=lambda f: f[:2])]

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
            choice.label = c.Text((c.Use(this),))

    def _option_scope(self, menu: c.Menu, decl: d.MenuOption, full: str, names: dict[str, c.Var]) -> Scope:
        for word, var in zip(decl.params, menu.params, strict=False):
            names[word.text] = var
        if len(decl.params) > len(menu.params):
            self.fail("wrong-number-of-things", decl.menu.span, f"this menu has {len(menu.params)} things")
        for var in menu.params:
            if var.type is UNKNOWN:
                var.type = NUMBER
        return Scope(full, names)

    def _kind_of(self, piece: d.PieceRule) -> Kind:
        kind = self.world.kinds.get(piece.kind.text)
        if kind is None:
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
                "live-unknown", piece.name.span, f"where must a {kind.name} lie for its options to count?",
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

    def _reset_at(self, phase: x.Word, stored: c.Stored) -> None:
        step = self.step_rule(phase)
        if step.kind != "phase":
            phases = ", ".join(n for n, decl in self.step_declarations.items() if decl.kind == "phase")
            self.fail("not-a-phase", phase.span, "this is a step, not a phase", f"Phases here: {phases}.")
        self.resets.setdefault(step.name, []).append(stored)
        step.resets.append(stored)

    # -- pieces' answers to steps

    def answers(self, step: str, piece: c.Value, node: x.Expr) -> list[tuple[int, c.Procedure]]:
        """What the rules of pieces say for a step, by the set of pieces they speak of."""
        found: list[tuple[int, c.Procedure]] = []
        for decl in self.rules.of(d.PieceRule):
            kind = self.world.kinds.get(decl.kind.text)
            if kind is None or self.world.home[kind.name] is not piece.type.domain:
                continue
            for when in decl.when:
                if when.step.text == step:
                    mask = self.world.piece_rules.get((kind.name, decl.name.text), (None, 0))[1]
                    found.append((mask, self._answer(decl, when, kind)))
        return found

    def _answer(self, decl: d.PieceRule, when: d.WhenStep, kind: Kind) -> c.Procedure:
        key = (kind.name, decl.name.text, when.step.text)
        if key not in self._answers:
            this = c.Var(kind.name, Type("one", self.world.home[kind.name], kind=kind))
            player = self.player_var()
            full = f"{kind.name}.{decl.name.text}"
            step = c.Procedure(f"{full}.{when.step.text}", "answer", [player, this], [], when.step.span)
            self._answers[key] = step
            scope = Scope(full, {"player": player}, None, this)
            self.note_sources(decl.sources, scope)
            step.body = self.block(when.body, scope)
        return self._answers[key]

    def note_sources(self, sources: s.Sources, scope: Scope) -> None:
        rulings = {r.name.text for r in self.rules.of(d.Ruling)}
        for word in sources.rests:
            self.used_rulings.add(word.text)
            if word.text not in rulings:
                self.world.unknown(word, "ruling", rulings)
        for cite in sources.cites:
            self.check_citation(cite)

    def check_citation(self, cite: s.Cite) -> None:
        """A citation must name a source and a passage that the manifest lists."""
        listed = self.rules.passages
        if cite.source.text not in listed:
            self.world.unknown(cite.source, "source", listed)
        elif cite.passage.text not in listed[cite.source.text]:
            self.world.unknown(cite.passage, "listed passage", listed[cite.source.text])

    def all_procedures(self) -> list[c.Procedure]:
        return [*self.steps.values(), *self.costs.values(), *self._answers.values()]
