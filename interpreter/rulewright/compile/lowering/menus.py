"""Lowers the functions that list what can be chosen: one for each menu, one for each question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_

from rulewright.check import core as c
from rulewright.check.core.walk import menus_of
from rulewright.compile import blocks as b
from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import width_of
from rulewright.compile.layout import loop_type
from rulewright.compile.lowering import make
from rulewright.compile.lowering.choices import CHOICE, ChoiceCodes, ChoiceLowering
from rulewright.compile.lowering.lookahead import NEXT, distinct_things
from rulewright.compile.lowering.scope import LoweredProgram, first_of, members
from rulewright.compile.lowering.statements import StatementLowering


@dataclass(frozen=True, slots=True)
class Lying:
    """An option of pieces that lie in one unordered place, whose set shows whether the option is available."""

    option: c.MenuOption
    place: c.Contents
    pieces: int


class OptionLowering(ChoiceLowering):
    """Lowers the options of menus and the choices of questions."""

    def __init__(self, whole: LoweredProgram) -> None:
        super().__init__(StatementLowering(whole), {member for x in whole.graph.circles for member in x.members})
        self.graph = whole.graph
        self.looking_into: list[c.Menu] = []
        """The menus that lookahead is inside of, the innermost last."""

    def name_of(self, menu: c.Menu) -> str:
        """Return the name of the function that lists a menu's options."""
        return self.out.whole.names.menus[id(menu)]

    def menu(self, menu: c.Menu) -> ir.Function:
        """Lower the function that lists a menu's options for a player."""
        self.out = StatementLowering(self.out.whole)
        params = tuple(self.out.param(var) for var in (menu.player, *menu.params, *menu.keeps))
        with self.out.code.inside() as nested:
            self._lower_options(menu)
        return ir.Function(self.name_of(menu), "menu", params, None, nested.body, menu.name)

    def any_inside(self, menu: c.Menu, given: Sequence[ir.Expr]) -> None:
        """Lower, inside a lookahead function, a return if a menu has an option.

        A menu that lookahead is already inside of adds nothing.
        """
        if menu in self.looking_into:
            return
        self.looking_into.append(menu)
        env, any_before, rule = dict(self.out.env), self.any, self.out.rule
        for var, value in zip([menu.player, *menu.params, *menu.keeps], given, strict=True):
            self.out.env[id(var)] = self.out.code.named(value)
        self.any = True
        self._lower_options(menu)
        self.out.env, self.any, self.out.rule = env, any_before, rule
        self.looking_into.pop()

    # -- options of menus

    def _lower_options(self, menu: c.Menu) -> None:
        circle = next((x for o in menu.options if (x := self.graph.circle_of(o))), None)
        for group in self._option_groups(menu):
            lying = [here for option in group if (here := self._lying_in_place(option)) is not None]
            if lying:
                self._lying_group(menu, lying, circle)
            else:
                self.out.rule = group[0].full_name
                self._lower_option(menu, group[0], circle)

    def _lying_in_place(self, option: c.MenuOption) -> Lying | None:
        live = option.live
        if self.traced or not isinstance(live, c.Binary) or not isinstance(live.left, c.Contents):
            return None
        if not isinstance(live.right, c.Const) or live.left.place.order:
            return None
        return Lying(option, live.left, live.right.value)

    def _option_groups(self, menu: c.Menu) -> list[list[c.MenuOption]]:
        """Group adjacent options whose pieces lie in one place and share a limit."""
        groups: list[list[c.MenuOption]] = []
        for option in menu.options:
            last = groups[-1][-1] if groups else None
            if last is not None and self._share_a_place(option, last):
                groups[-1].append(option)
            else:
                groups.append([option])
        return groups

    def _share_a_place(self, one: c.MenuOption, other: c.MenuOption) -> bool:
        here, there = self._lying_in_place(one), self._lying_in_place(other)
        if here is None or there is None or here.place.place is not there.place.place or one.limit != other.limit:
            return False
        return self.graph.circle_of(one) is self.graph.circle_of(other)

    def _lying_group(self, menu: c.Menu, group: list[Lying], circle: b.BlockCircle | None) -> None:
        out, first = self.out, group[0]
        start = first_of(first.place.place)
        kept = out.in_place(first.place)
        pieces = reduce(or_, (x.pieces for x in group)) >> start
        here = out.code.let(make.meet(kept, ir.Const(pieces, kept.type)), "x")
        tests = [make.filled(here), *self._limit_tests(menu, first.option, circle)]
        with out.code.inside() as nested:
            for lying in group:
                self._lying_option(lying, here, start)
        out.code.put(ir.If(((make.every(*tests), nested.body),), ()))

    def _limit_tests(self, menu: c.Menu, option: c.MenuOption, circle: b.BlockCircle | None) -> list[ir.Expr]:
        """Return what must hold for an option to be available at all: fewer uses and nestings than it allows."""
        tests: list[ir.Expr] = []
        if circle is not None and id(option) in circle.members:
            tests.append(ir.Compare("<", self.out.kept(circle.opened), make.number(menu.nests)))
        if option.limit is not None:
            used = self.out.stored(option.limit[0], (c.Use(menu.player),))
            tests.append(ir.Compare("<", used, make.number(option.limit[1])))
        return tests

    def _used_things(self, once: c.Stored, start: int, size: int) -> ir.Expr:
        """Return the things whose option has been used, numbered from `start` on."""
        kept = self.out.kept(self.out.whole.layout.slot(once))
        return make.shifted(kept, once.keys[0].start - start, size)

    def _lying_option(self, lying: Lying, here: ir.Local, start: int) -> None:
        out, option = self.out, lying.option
        assert option.this is not None
        out.rule = option.full_name
        env = dict(out.env)
        things = make.meet(here, ir.Const(lying.pieces >> start, here.type))
        if option.once is not None:
            things = make.without(things, self._used_things(option.once, start, width_of(here.type)))
        code = self.graph.option_codes[id(option.choice)]
        if lying.pieces.bit_count() == 1:
            piece = lying.pieces.bit_length() - 1
            out.env[id(option.this)] = make.number(piece)
            with out.code.inside() as nested:
                self.choice(option.choice, ChoiceCodes((code << CHOICE) + (piece + 1 << 16)), ())
            out.code.put(ir.If(((make.filled(things), nested.body),), ()))
        else:
            size = members(option.this.type)
            self._of_each_piece(option, make.shifted(things, start, size), code)
        out.env = env

    def _of_each_piece(self, option: c.MenuOption, things: ir.Expr, code: int) -> None:
        assert option.this is not None
        name = self.out.local(option.this, loop_type(option.this))
        there = self.out.code.let(things)
        with self.out.code.inside() as nested:
            self.choice(option.choice, ChoiceCodes.of(code, name), NEXT)
        each = ir.For(name, distinct_things(self.out, there, option.this.type), nested.body)
        self.out.code.put(ir.If(((make.filled(there), (each,)),), ()))

    def _lower_option(self, menu: c.Menu, option: c.MenuOption, circle: b.BlockCircle | None) -> None:
        out, env = self.out, dict(self.out.env)
        tests = self._limit_tests(menu, option, circle)
        if option.once is not None and option.this is None:
            used = out.kept(out.whole.layout.slot(option.once))
            tests.append(ir.Not(ir.Has(used, out.of_var(menu.player))))
        code = self.graph.option_codes[id(option.choice)]
        if tests:
            with out.code.inside() as nested:
                self._for_pieces(option, code)
            used_up = ir.Reason("option", (make.number(code),)), ir.Reason("used-up", (make.number(0),))
            out.code.put(ir.If(((make.every(*tests), nested.body),), used_up if self.traced else ()))
        else:
            self._for_pieces(option, code)
        out.env = env

    def _begin_option(self, code: int) -> None:
        if self.traced:
            self.out.code.put(ir.Reason("option", (make.number(code),)))

    def _for_pieces(self, option: c.MenuOption, code: int) -> None:
        self._begin_option(code)
        if option.this is None or option.live is None:
            self.choice(option.choice, ChoiceCodes.of(code), ())
            return
        live = self.out.value(option.live)
        if option.once is not None:
            live = make.without(live, self._used_things(option.once, 0, width_of(live.type)))
        self._of_each_piece(option, live, code)

    # -- questions

    def question(self, site: b.QuestionSite) -> ir.Function:
        """Lower the function that lists what a question offers now."""
        question = site.question
        self.out = StatementLowering(self.out.whole, question.rule)
        with self.out.code.inside() as nested:
            for choice in question.choices:
                code = self.graph.option_codes[id(choice)]
                self._begin_option(code)
                then = replace(choice, body=[*choice.body, *site.rest]) if site.rest else choice
                env = dict(self.out.env)
                self.choice(then, ChoiceCodes.of(code), ())
                self.out.env = env
            for menu in menus_of(question):
                own = menu is question.menu and menu not in question.also
                given = [menu.player, *(menu.params if own else ()), *(menu.keeps if own else ())]
                args = tuple(self.out.of_var(var) for var in given)
                self.out.code.put(ir.ListMenu(self.name_of(menu), args))
            stop = next((a for a in site.answers if a.stop), None)
            if stop is not None:
                self.out.code.put(ir.If(((ir.Offered(), (ir.Offer(stop.code << CHOICE),)),), ()))
            if site.marks:
                marks = tuple(self.out.kept(mark) for mark in site.marks)
                decided = ir.Store(marks, (make.number(1),) * len(marks))
                self.out.code.put(ir.If(((ir.Offered(2), (decided,)),), ()))
        return ir.Function(f"options_{site.number}", "options", (), None, nested.body, question.rule)
