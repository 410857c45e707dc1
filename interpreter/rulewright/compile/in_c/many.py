"""What goes through many things: loops, and the values that are made of all of them."""

from __future__ import annotations

import ast
from collections.abc import Callable

from rulewright.compile.in_c.expressions import LARGE, Expressions, Unsaid, is_name, number


class Values(Expressions):
    """Writes all values of one function."""

    def each(self, target: str, source: ast.expr, *, declare: bool) -> str:
        """Return the head of a C loop in which a name stands for one thing of many after the other."""
        name, sort = self.new("r"), "W " if declare else ""
        match source:
            case ast.Tuple(elts) if all(isinstance(e, ast.Constant) and isinstance(e.value, int) for e in elts):
                entries = [int(ast.literal_eval(element)) for element in elts]
                of = "I" if all(abs(entry) < LARGE for entry in entries) else "W"
                listed = ", ".join(map(number, [*entries, 0]))
                head = f"for (int {name} = 0; {name} < {len(elts)}; {name}++)"
                return f"{head} {{ static const {of} of_{name}[] = {{{listed}}}; {sort}{target} = of_{name}[{name}];"
            case ast.Call(ast.Name("range"), [low, high]):
                return self._from_to(name, self.value(low), self.value(high), f"{sort}{target}")
            case ast.Call(ast.Name("times"), [low, high]):
                ending = f"add(times({name}, {self.value(high)}), 1)"
                return self._from_to(name, self.value(low), ending, f"{sort}{target}")
            case ast.Call(ast.Name("around"), [seats, begin]):
                all_of, start = self.new("s"), self.new("b")
                head = f"W {name} = 0, {all_of} = {self.value(seats)}, {start} = {self.value(begin)}"
                seat = self.new("s")
                here = f"W {seat} = mod(add({start}, {name}), SEATS); if (!(shr({all_of}, {seat}) & 1)) continue;"
                return f"for ({head}; {name} < SEATS; {name}++) {{ {here} {sort}{target} = {seat};"
        things = self.members(source)
        return f"for (U {name} = a_set({things}); {name}; {name} &= {name} - 1) {{ {sort}{target} = lowest({name});"

    def _from_to(self, name: str, low: str, high: str, target: str) -> str:
        end = self.new("e")
        return f"for (W {name} = {low}, {end} = {high}; {name} < {end}; {name}++) {{ {target} = {name};"

    def over(self, node: ast.ListComp | ast.GeneratorExp, inner: Callable[[ast.expr], str]) -> str:
        """Return the loop that does something with each value of a comprehension."""
        (loop,) = node.generators
        if not isinstance(loop.target, ast.Name):
            raise Unsaid(ast.dump(node))
        head = self.each(loop.target.id, loop.iter, declare=True)
        conditions = "".join(f"if (!{self.test(condition)}) continue; " for condition in loop.ifs)
        return f"{head} {conditions}{inner(node.elt)} }}"

    def _gathered(self, node: ast.Call, start: str, inner: Callable[[str, str], str]) -> str:
        """Return one value made of all those of a comprehension."""
        match node.args:
            case [(ast.ListComp() | ast.GeneratorExp()) as many]:
                name = self.new("t")
                loop = self.over(many, lambda value: inner(name, self.value(value)))
                return f"({{ W {name} = {start}; {loop} {name}; }})"
        raise Unsaid(ast.dump(node))

    def _sum_of(self, node: ast.Call) -> str:
        if len(node.args) == 1 and isinstance(node.args[0], ast.Subscript):
            return f"sum_of(S, {', '.join(self.stretch(node.args[0]))})"
        return self._gathered(node, "0", lambda total, value: f"{total} = add({total}, {value});")

    def _any_of(self, node: ast.Call) -> str:
        if len(node.args) == 1 and isinstance(node.args[0], ast.Subscript):
            return f"some_of(S, {', '.join(self.stretch(node.args[0]))})"
        return self._gathered(node, "0", lambda found, value: f"if ({value}) {found} = 1;")  # all are looked at

    def _together_of(self, node: ast.Call) -> str:
        return self._gathered(node, "0", lambda found, value: f"{found} |= {value};")

    def _len_of(self, node: ast.Call) -> str:
        if len(node.args) == 1 and isinstance(node.args[0], ast.Name) and node.args[0].id in self.lists:
            return f"((W){node.args[0].id}.count)"
        if len(node.args) == 1 and is_name(node.args[0], "out"):
            return "((W)chosen)"
        return self._gathered(node, "0", lambda total, value: f"{total}++;")

    def _max_of(self, node: ast.Call) -> str:
        return self._extreme(node, "larger")

    def _min_of(self, node: ast.Call) -> str:
        return self._extreme(node, "smaller")

    def _extreme(self, node: ast.Call, which: str) -> str:
        if len(node.args) == 2 and not node.keywords:  # noqa: PLR2004
            return f"{which}({self.value(node.args[0])}, {self.value(node.args[1])})"
        if len(node.keywords) != 1 or node.keywords[0].arg != "default":
            raise Unsaid(ast.dump(node))
        any_yet, default = self.new("y"), self.value(node.keywords[0].value)

        def inner(found: str, value: str) -> str:
            return f"W v_ = {value}; {found} = {any_yet} ? {which}({found}, v_) : v_; {any_yet} = 1;"

        return f"({{ int {any_yet} = 0; {self._gathered(node, default, inner)}; }})"

    def _best_of(self, node: ast.Call) -> str:
        match node.args:
            case [ast.ListComp(ast.Tuple([value, thing])) as many]:
                name = self.new("b")
                loop = self.over(many, lambda _: f"weigh(&{name}, {self.value(value)}, {self.value(thing)});")
                return f"({{ struct best {name} = {{0}}; {loop} {name}.things; }})"
        raise Unsaid(ast.dump(node))

    def _next_of(self, node: ast.Call) -> str:
        """The first number of a stretch for which something is so."""
        match node.args:
            case [ast.GeneratorExp(ast.Name(), [ast.comprehension(ast.Name(x), source, [condition])])]:
                at, found = self.new("i"), self.new("t")
                low, high = self.stretch(source)
                loop = f"for (W {at} = {low}, end_{at} = {high}; {at} < end_{at}; {at}++)"
                taken = f"W {x} = at(S, {at}); if ({self.test(condition)}) {{ {found} = {x}; break; }}"
                return f"({{ W {found} = -1; {loop} {{ {taken} }} some({found}, 0); }})"
        raise Unsaid(ast.dump(node))

    def stretch(self, node: ast.expr) -> tuple[str, str]:
        """Return where a stretch of the vector begins and ends."""
        match node:
            case ast.Subscript(ast.Name("S"), ast.Slice(ast.expr() as low, ast.expr() as high)):
                return self.value(low), self.value(high)
        raise Unsaid(ast.dump(node))

    def _enough_of(self, node: ast.Call) -> str:
        _, base, size, pieces, number_of = node.args
        given = (self.value(base), self.value(size), self.members(pieces), self.value(number_of))
        return f"enough(S, {', '.join(given)})"

    def _roll_of(self, node: ast.Call) -> str:
        _, low, high, counter, stream = node.args
        given = (self.value(low), self.value(high), self.value(counter))
        return f"roll(S, {', '.join(given)}, {self.key(stream)})"

    def ordered(self, node: ast.expr, name: str) -> str:
        """Return what fills a list with things in the order of their worth."""
        match node:
            case ast.Call(ast.Name("sorted"), [things], [ast.keyword("key", ast.Lambda(arguments, worth))]):
                (one,) = arguments.args
                head = self.each(one.arg, things, declare=True)
                return f"{name}.count = 0; {head} insert(&{name}, {one.arg}, {self.value(worth)}); }}"
        raise Unsaid(ast.dump(node))
