"""Writes the functions that list what can be chosen: one for each menu, one for each question."""

from __future__ import annotations

import re
from dataclasses import replace

from rulewright.check import core as c
from rulewright.compile import blocks as b
from rulewright.compile.layout import words
from rulewright.compile.python.choices import CHOICE, THIS, Choices

NAME = re.compile(r"v\d+|-?\d+")


class Options(Choices):
    """Writes option lists. Choices are appended to `out`; `R`, in the traced build, collects why others are missing."""

    def menu(self, menu: c.Menu) -> None:
        """The function that lists a menu's options for a player."""
        self.out.writer.env = {}
        params = [menu.player, *menu.params, *menu.keeps]
        names = ", ".join(self.out.writer.local(p) for p in params)
        self.out.depth = 0
        with self.out.block(f"def {self.name_of(menu)}(S, {names}, out{self.extra}):"):
            self._menu_options(menu)
            self.out.put("return out")

    def name_of(self, menu: c.Menu) -> str:
        """The function that lists a menu's options."""
        return self.menu_names[id(menu)]

    def any_inside(self, menu: c.Menu, given: list[str]) -> None:
        """Write, inside a function that looks ahead, `return True` where a menu has an option.

        What only leads to a menu that is looked into already adds nothing to it.
        """
        if menu in self.looking_into:
            return
        self.looking_into.append(menu)
        env, any_before, rule = dict(self.out.writer.env), self.any, self.out.rule
        for var, text in zip([menu.player, *menu.params, *menu.keeps], given, strict=True):
            if NAME.fullmatch(text):
                self.out.writer.env[id(var)] = text
            else:
                self.out.put(f"{self.out.writer.local(var)} = {text}")
        self.any = True
        self._menu_options(menu)
        self.out.writer.env, self.any, self.out.rule = env, any_before, rule
        self.looking_into.pop()

    def _menu_options(self, menu: c.Menu) -> None:
        circle = next((x for o in menu.options if (x := self.graph.circle_of(o))), None)
        for group in self._groups(menu):
            if len(group) > 1 or self._in_one_place(group[0]):
                self._pieces_group(menu, group, circle)
            else:
                self.out.rule = group[0].full_name
                self._menu_option(menu, group[0], circle)

    def _in_one_place(self, option: c.MenuOption) -> bool:
        """The option is one of pieces that lie in one unordered place: it can be told from the place's set."""
        live = option.live
        return (
            not self.out.traced and isinstance(live, c.Binary) and isinstance(live.left, c.Contents)
            and isinstance(live.right, c.Const) and not live.left.place.order
        )  # fmt: skip

    def _groups(self, menu: c.Menu) -> list[list[c.MenuOption]]:
        """Options next to one another whose pieces lie in one place and share a limit stand together."""
        groups: list[list[c.MenuOption]] = []
        for option in menu.options:
            last = groups[-1][-1] if groups else None
            if last is not None and self._stand_together(option, last):
                groups[-1].append(option)
            else:
                groups.append([option])
        return groups

    def _stand_together(self, a: c.MenuOption, b: c.MenuOption) -> bool:
        if not (self._in_one_place(a) and self._in_one_place(b) and _alike(a, b)):
            return False
        return self.graph.circle_of(a) is self.graph.circle_of(b)

    def _pieces_group(self, menu: c.Menu, group: list[c.MenuOption], circle: b.Circle | None) -> None:
        live = group[0].live
        assert isinstance(live, c.Binary) and isinstance(live.left, c.Contents)
        raw, shift = self.out.writer.raw_contents(live.left)
        self.out.writer.fresh += 1
        here = f"x{self.out.writer.fresh}"
        self.out.writer.level_of[here] = self.out.writer.level
        whole = 0
        for option in group:
            whole |= _mask(option)
        self.out.put(f"{here} = {raw} & {whole >> shift}")
        tests = [here]
        if group[0].limit is not None:
            slot = self.out.writer.layout.slot(group[0].limit[0])
            tests.append(f"S[{slot} + {self.out.writer.name_of(menu.player)}] < {group[0].limit[1]}")
        if circle is not None and id(group[0]) in circle.members:
            tests.append(f"S[{circle.depth}] < {menu.nests}")
        with self.out.block(f"if {' and '.join(tests)}:"):
            for option in group:
                self._piece_option(option, here, shift)

    def _piece_option(self, option: c.MenuOption, here: str, shift: int) -> None:
        self.out.rule = option.full_name
        env = dict(self.out.writer.env)
        mask = _mask(option)
        code = self.graph.option_codes[id(option.choice)]
        lie = f"{here} & {mask >> shift}"
        if option.once is not None:
            start = option.once.keys[0].start
            used = self.out.writer.load(self.out.writer.layout.slot(option.once), words(None, option.once.keys[0].size))
            by = start - shift
            lie += f" & ~({used} << {by})" if by > 0 else f" & ~({used} >> {-by})" if by < 0 else f" & ~{used}"
        assert option.this is not None
        if mask.bit_count() == 1:
            piece = mask.bit_length() - 1
            self.out.writer.env[id(option.this)] = str(piece)
            with self.out.block(f"if {lie}:"):
                self._choice(option.choice, str((code << CHOICE) + (piece + 1 << THIS)), "pass")
        else:
            self.out.put(f"y = {lie}")
            with self.out.block("if y:"):
                things = f"(y << {shift})" if shift else "y"
                name = self.out.writer.local(option.this, 1)
                with self.out.block(f"for {name} in {self._merged(things, option.this.type)}:"):
                    text = f"{(code << CHOICE) + (1 << THIS)} + ({name} << {THIS})"
                    self._choice(option.choice, text, "continue")
        self.out.writer.env = env

    def _menu_option(self, menu: c.Menu, option: c.MenuOption, circle: b.Circle | None) -> None:
        env = dict(self.out.writer.env)
        tests = []
        if circle is not None and id(option) in circle.members:
            tests.append(f"S[{circle.depth}] < {menu.nests}")
        player = self.out.writer.name_of(menu.player)
        if option.limit is not None:
            slot = self.out.writer.layout.slot(option.limit[0])
            tests.append(f"S[{slot} + {player}] < {option.limit[1]}")
        if option.once is not None and option.this is None:
            tests.append(f"not S[{self.out.writer.layout.slot(option.once)}] >> {player} & 1")
        code = self.graph.option_codes[id(option.choice)]
        if tests:
            with self.out.block(f"if {' and '.join(tests)}:"):
                self._for_pieces(option, code)
            self._closed(code, tests)
        else:
            self._for_pieces(option, code)
        self.out.writer.env = env

    def _closed(self, code: int, tests: list[str]) -> None:
        if self.out.traced:
            with self.out.block("else:"):
                self.out.put(f"if R is not None: R.append(('option', {code})); R.append(('used-up', 0))")

    def _for_pieces(self, option: c.MenuOption, code: int) -> None:
        self._begin(code)
        if option.this is None or option.live is None:
            self._choice(option.choice, str(code << CHOICE), "pass")
            return
        live = self.out.value(option.live)
        if option.once is not None:
            axis = option.once.keys[0]
            used = self.out.writer.load(self.out.writer.layout.slot(option.once), 1, axis.start)
            live = f"{live} & ~{used if used.startswith('(') else used}"
        name = self.out.writer.local(option.this, 1)
        with self.out.block(f"for {name} in {self._merged(live, option.this.type)}:"):
            self._choice(option.choice, f"{(code << CHOICE) + (1 << THIS)} + ({name} << {THIS})", "continue")

    # -- questions

    def listed(self, site: b.Site, fewest: int = 0) -> str:
        """The choices of a question as one expression; nothing where there are fewer than asked for."""
        question = site.question
        if len(question.choices) == 1 and question.menu is None and not question.also and question.stop is None:
            choice = question.choices[0]
            then = replace(choice, body=[*choice.body, *site.rest]) if site.rest else choice
            text = self.all_of(then, self.graph.option_codes[id(choice)] << CHOICE, fewest)
            if text is not None:
                return text
        return f"several(o_{site.number}(S))" if fewest > 1 else f"o_{site.number}(S)"

    def site(self, site: b.Site) -> None:
        """The function that lists what a question offers now."""
        self.out.writer.env = {}
        self.out.depth = 0
        question = site.question
        with self.out.block(f"def o_{site.number}(S{self.extra}):"):
            self.out.put("out = []")
            self.out.rule = question.rule
            for choice in question.choices:
                code = self.graph.option_codes[id(choice)]
                self._begin(code)
                then = replace(choice, body=[*choice.body, *site.rest]) if site.rest else choice
                env = dict(self.out.writer.env)
                self._choice(then, str(code << CHOICE), "pass")
                self.out.writer.env = env
            self._menus(question)
            stop = next((a for a in site.answers if a.stop), None)
            if stop is not None:
                self.out.put(f"if out: out.append({stop.code << CHOICE})")
            self.out.put("return out")

    def _menus(self, question: c.Question) -> None:
        menus = [(m, False) for m in ([question.menu] if question.menu else [])] + [(m, True) for m in question.also]
        for menu, also in menus:
            given = [c.Use(menu.player)] + ([] if also else [c.Use(v) for v in (*menu.params, *menu.keeps)])
            text = ", ".join(self.out.value(v) for v in given)
            extra = ", R" if self.out.traced else ""
            self.out.put(f"{self.menu_names[id(menu)]}(S, {text}, out{extra})")


def _mask(option: c.MenuOption) -> int:
    """The pieces that an option is about."""
    assert isinstance(option.live, c.Binary) and isinstance(option.live.right, c.Const)
    return option.live.right.value


def _alike(a: c.MenuOption, b: c.MenuOption) -> bool:
    """Both options' pieces lie in the same place, and the same limit counts for them."""
    assert isinstance(a.live, c.Binary) and isinstance(b.live, c.Binary)
    left, right = a.live.left, b.live.left
    assert isinstance(left, c.Contents) and isinstance(right, c.Contents)
    return left.place is right.place and a.limit == b.limit
