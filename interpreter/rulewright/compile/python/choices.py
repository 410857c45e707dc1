"""Writes how choices are listed: those of one option, with the things or numbers that come with it."""

from __future__ import annotations

import re
from itertools import takewhile

from rulewright.check import core as c
from rulewright.check.core.walk import substitute
from rulewright.compile import blocks as b
from rulewright.compile.feasible import YES, TooHard, both, feasible
from rulewright.compile.inline import Inliner, expand, uses
from rulewright.compile.narrowing import narrowed
from rulewright.compile.python.lines import NAMES
from rulewright.compile.python.look import Look, at_once, needs_loops
from rulewright.compile.python.order import Emitter
from rulewright.compile.python.sharing import reads, share
from rulewright.compile.python.tables import safe

NAME = re.compile(r"v\d+|-?\d+")
CHOICE, THIS, NOTHING = 32, 16, 65535
"""A choice is one number: its code from bit 32, the piece plus 1 from bit 16, and what comes with it below."""


class Choices:
    """Writes option lists. Choices are appended to `out`; `R`, in the traced build, collects why others are missing."""

    def __init__(self, emitter: Emitter, graph: b.Graph, menu_names: dict[int, str], twins: dict[str, int]) -> None:
        self.out, self.graph, self.menu_names, self.twins = emitter, graph, menu_names, twins
        self.any = False
        """Writing whether a menu has an option at all, not which ones."""
        self.looking_into: list[c.Menu] = []
        """The menus of which that is being written, one inside the other."""

    @property
    def extra(self) -> str:
        return ", R=None" if self.out.traced else ""

    def name_of(self, menu: c.Menu) -> str:
        """The function that lists a menu's options; given by the class built on this one."""
        raise NotImplementedError

    def any_inside(self, menu: c.Menu, given: list[str]) -> None:
        """Write, where a rule looks ahead, whether a menu has an option; given by the class built on this one."""
        raise NotImplementedError

    def _begin(self, code: int) -> None:
        if self.out.traced:
            self.out.put(f"if R is not None: R.append(('option', {code}))")

    def _merged(self, things: str, type_: c.Type) -> str:
        """The things of a set; pieces that nothing tells apart stand for one another."""
        domain = type_.domain
        if domain is None or domain.how != "piece":
            return self.out.writer.each(things)
        twins = self.twins.get(domain.name, 0)
        if not twins & (type_.kind.everything if type_.kind else domain.everything):
            return self.out.writer.each(things)
        return f"unlike_{safe(domain.name)}(S, {things})"

    def _found(self, codes: str, some: str) -> None:
        """Add several choices; `some` says whether there are any."""
        self.out.put(f"if {some}: return True" if self.any else f"out += {codes}")

    def _guard(self, choice: c.Choice, actions: list[c.Action]) -> c.Value | None:
        """The condition under which a choice can be taken, in the plain build; None if it is no single condition."""
        if self.out.traced:
            return None
        circles = {member for circle in self.graph.circles for member in circle.members}
        try:
            when = YES if choice.when is None else expand(choice.when)
            return both(when, feasible(actions, circles, Inliner()))
        except TooHard:
            return None

    def _written(self, condition: c.Value) -> str:
        self.out.writer.ahead = self.out.ahead
        text = self.out.writer.write(condition)
        self.out.writer.ahead = None
        return text

    def _if(self, guard: c.Value, code: str) -> None:
        """Add a choice if its guard holds."""
        if guard is YES:
            self.out.put(self._add(code))
            return
        with self.out.block(f"if {self._written(guard)}:"):
            self.out.put(self._add(code))

    def _choice(self, choice: c.Choice, code: str, fail: str) -> None:
        guard = self._guard(choice, choice.body)
        if choice.var is None and guard is not None:
            self._if(guard, code)
        elif choice.var is None:
            self._plain_choice(choice, code, fail)
        elif choice.things is not None and guard is not None:
            self._guarded_things(choice, guard, code)
        elif choice.things is None:
            self._numbers(choice, code)
        else:
            self._things(choice, code)

    def _add(self, code: str) -> str:
        return "return True" if self.any else f"out.append({code})"

    def _plain_choice(self, choice: c.Choice, code: str, fail: str) -> None:
        look = Look(self.out, self, self._add(code))
        if at_once(choice.body) and choice.when is None:
            self.out.put(self._add(code))
            return
        leave = fail if fail != "pass" else "break"
        if fail == "pass":
            with self.out.block("while True:"):
                self._looked(look, choice, leave, code)
                self.out.put("break")
        else:
            self._looked(look, choice, leave, code)

    def _looked(self, look: Look, choice: c.Choice, leave: str, code: str) -> None:
        if choice.when is not None:
            look.condition(choice.when, leave)
        look.result = f"{self._add(code)}; {leave}"
        if at_once(choice.body):
            self.out.put(look.result)
        elif needs_loops(choice.body):
            self._through_function(choice, leave, code)
        else:
            look.actions(choice.body, leave)

    def _through_function(self, choice: c.Choice, leave: str, code: str) -> None:
        """Look in a function of its own, which can return from any depth."""
        env = dict(self.out.writer.env)
        self.out.writer.fresh += 1
        name = f"can_{self.out.writer.fresh}"
        with self.out.block(f"def {name}():"):
            Look(self.out, self).actions(choice.body, "return False")
        self.out.writer.env = env
        self.out.put(f"if {name}(): {self._add(code)}")
        self.out.put(leave)

    def _numbers(self, choice: c.Choice, code: str) -> None:
        assert choice.low is not None and choice.high is not None
        if choice.when is None and at_once(choice.body):
            low, high = self.out.value(choice.low), self.out.value(choice.high)
            if self.out.traced:
                self.out.put(f"if R is not None: R.append(('range', {self.out.span(choice.span)}, {low}, {high}))")
            self._found(f"range({code} + ({low}), {code} + ({high}) + 1)", f"{low} <= {high}")
            return
        self._each(choice, code)

    def _things(self, choice: c.Choice, code: str) -> None:
        assert choice.things is not None
        if choice.or_nothing:
            self.out.put(self._add(f"{code} + {NOTHING}"))
        things = self.out.unmarked(choice.things)
        simple = choice.when is None and at_once(choice.body)
        if simple and not self._looks_further(things):
            name = self.out.writer.inside(choice.var) if choice.var else "x"
            text = self.out.writer.write(things)
            merged = self._merged(text, choice.things.type)
            self._found(f"[{code} + {name} for {name} in {merged}]", text)
            return
        self._each(choice, code)

    def _guarded_things(self, choice: c.Choice, guard: c.Value, code: str) -> None:
        """Add a choice for each thing of a set for which a guard holds."""
        assert choice.things is not None and choice.var is not None
        if choice.or_nothing:
            self.out.put(self._add(f"{code} + {NOTHING}"))
        things, tests = expand(choice.things), [] if guard is YES else [guard]
        names, masks = [choice.var], ""
        while isinstance(things, c.Filter):
            mask, rest = self.out.writer.split_mask(things.condition, things.var)
            masks += f" & {mask}" if mask is not None else ""
            rest = None if rest is None else substitute(rest, {id(things.var): c.Use(choice.var)})
            tests = [*([rest] if rest is not None else []), *tests]
            names.append(things.var)
            things = things.things
        text = f"{self.out.writer.write(things)}{masks}"
        name = self.out.writer.local(choice.var, 1)
        for var in names:
            self.out.writer.env[id(var)] = name
        merged = self._merged(text, choice.things.type)
        if not tests:
            self._found(f"[{code} + {name} for {name} in {merged}]", text)
            return
        with self.out.block(f"for {name} in {merged}:"):
            texts = [self._read_ahead(self._written(self._known_before(test, names)), name) for test in narrowed(tests)]
            conditions = share(texts, self._kept_name)
            for lines, text in conditions[:-1]:
                self._put_all(lines)
                self.out.put(f"if not {text}: continue")
            self._put_all(conditions[-1][0])
            with self.out.block(f"if {conditions[-1][1]}:"):
                self.out.put(self._add(f"{code} + {name}"))

    def _known_before(self, test: c.Value, changing: list[c.Var]) -> c.Value:
        """Work out before a loop what its conditions begin with that is the same for all things."""
        if not isinstance(test, c.Logic) or test.operator == "not":
            return test
        parts = joined(test)
        same = list(takewhile(lambda part: not any(uses(part, var) for var in changing), parts))
        rest = [self._known_before(part, changing) for part in parts[len(same) :]]
        if not same or not rest:
            return c.Logic(test.operator, (*same, *rest), test.type)
        text = self._written(c.Logic(test.operator, tuple(same), test.type))
        name = self.out.ahead(text)
        if name == text:
            return c.Logic(test.operator, (*same, *rest), test.type)
        known = c.Var("known", test.type)
        self.out.writer.env[id(known)] = name
        return c.Logic(test.operator, (c.Use(known), *rest), test.type)

    def _read_ahead(self, text: str, name: str) -> str:
        """Read what does not change from one thing to the next before the loop over the things."""
        for part in sorted(set(reads(text))):
            if part.startswith("S[") and NAMES.findall(part) and name not in NAMES.findall(part):
                text = text.replace(part, self.out.ahead(part))
        return text

    def _put_all(self, lines: list[str]) -> None:
        for line in lines:
            self.out.put(line)

    def _kept_name(self) -> str:
        self.out.writer.fresh += 1
        return f"e{self.out.writer.fresh}"

    def all_of(self, choice: c.Choice, code: int, fewest: int) -> str | None:
        """The choices of any thing of a set, where nothing has to be tested, as one expression."""
        if choice.var is None or choice.things is None or choice.or_nothing or self._has_twins(choice.things.type):
            return None
        things = expand(choice.things)
        if self._guard(choice, choice.body) is not YES or self._looks_further(things):
            return None
        return f"{self.out.writer.tables.codes(code, things.type, fewest)}[{self.out.writer.write(things)}]"

    def _looks_further(self, things: c.Value) -> bool:
        return isinstance(things, c.Filter) and self.out.writer.split_mask(things.condition, things.var)[1] is not None

    def _each(self, choice: c.Choice, code: str) -> None:
        look = Look(self.out, self)
        assert choice.var is not None
        with look.loop(choice, self.graph.option_codes.get(id(choice))):
            name = self.out.writer.env[id(choice.var)]
            self._if_possible(choice, f"{code} + {name}")
        if choice.things is not None and self._has_twins(choice.things.type) and not self.any:
            domain = choice.things.type.domain
            assert domain is not None
            self.out.put(f"out[:] = unlikechoices_{safe(domain.name)}(S, out, {code} >> {CHOICE})")

    def _has_twins(self, type_: c.Type) -> bool:
        return self._merged("0", type_).startswith("unlike")

    def _if_possible(self, choice: c.Choice, code: str) -> None:
        if at_once(choice.body):
            self.out.put(self._add(code))
        elif needs_loops(choice.body):
            self._through_function(choice, "continue", code)
        else:
            Look(self.out, self, f"{self._add(code)}; continue").actions(choice.body, "continue")


def joined(logic: c.Logic) -> list[c.Value]:
    """The parts of a condition, and those of parts that are joined by the same word."""
    same = [p for p in logic.parts if isinstance(p, c.Logic) and p.operator == logic.operator]
    return [inner for part in logic.parts for inner in (joined(part) if part in same else [part])]
