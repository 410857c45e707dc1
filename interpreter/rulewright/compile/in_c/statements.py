"""Functions: from the Python that the first backend writes to C, line by line."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from rulewright.compile.in_c.expressions import GIVE_UP, Known, Unsaid, is_name
from rulewright.compile.in_c.many import Values

_LAP = re.compile(r"before\d+")
"""Keeps the vector as it was a lap before."""


class Function:
    """Writes one function. A line that cannot be written in C gives up when it is reached."""

    def __init__(self, known: Known, node: ast.FunctionDef) -> None:
        self.node = node
        self.values = Values(known, within=self._inside)
        self.values.inside = {n.name: n for n in ast.walk(node) if isinstance(n, ast.FunctionDef) and n is not node}
        self.values.lists = set(_lists(node))
        self.known = known
        self.unsaid: list[str] = []
        self.given = [arg.arg for arg in node.args.args if arg.arg != "out"]
        self.leaves: list[str] = []
        """For each function within that is being written: the name of its result, and of the place behind it."""

    @property
    def head(self) -> str:
        """What is declared of the function."""
        given = ", ".join("I *S" if name == "S" else f"W {name}" for name in self.given)
        return f"static W {self.node.name}({given})"

    def write(self) -> list[str]:
        """Return the function's lines."""
        return [f"{self.head} {{", *self._declared(self.node, self.given), *self.block(self.node.body), "return 0; }"]

    def block(self, body: list[ast.stmt]) -> list[str]:
        return [line for statement in body for line in self.statement(statement)]

    def statement(self, node: ast.stmt) -> list[str]:
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        try:
            if method is None:
                raise Unsaid(ast.dump(node))
            return list(method(node))
        except Unsaid:
            self.unsaid.append(ast.unparse(node))
            return [f"{GIVE_UP};"]

    # -- names

    def _declared(self, node: ast.FunctionDef, given: list[str]) -> Iterator[str]:
        """Declare what the function gives a name to, but not what comprehensions do."""
        for name in sorted(_named(node) - {*given, "out"}):
            if name in self.values.lists:
                yield f"struct list {name} = {{0}};"
            elif _LAP.fullmatch(name):
                yield f"struct lap {name}; {name}.known = 0;"
            else:
                yield f"W {name} = 0;"

    def _inside(self, node: ast.FunctionDef) -> str:
        """Return a function that is written within another one, in the place of its call."""
        if node.args.args:
            raise Unsaid(node.name)
        result = self.values.new("f")
        self.leaves.append(result)
        lines = [*self._declared(node, []), *self.block(node.body)]
        self.leaves.pop()
        return f"({{ W {result} = 0; {' '.join(lines)} end_{result}: ; {result}; }})"

    # -- statements

    def _functiondef(self, node: ast.FunctionDef) -> Iterator[str]:
        """A function within another one stands where it is called."""
        return iter(())

    def _pass(self, node: ast.Pass) -> Iterator[str]:
        return iter(())

    def _continue(self, node: ast.Continue) -> Iterator[str]:
        yield "continue;"

    def _break(self, node: ast.Break) -> Iterator[str]:
        yield "break;"

    def _return(self, node: ast.Return) -> Iterator[str]:
        text = self._returned(node.value)
        if self.leaves:
            yield f"{{ {self.leaves[-1]} = {text}; goto end_{self.leaves[-1]}; }}"
        else:
            yield f"return {text};"

    def _returned(self, node: ast.expr | None) -> str:
        match node:
            case None:
                return "0"
            case ast.Name("out"):
                return "LISTED"
            case ast.Subscript(ast.Name(table), things) if table in self.known.lists:
                base, fewest, size = self.known.lists[table]
                return f"listed({base}LL, {fewest}, {self.values.value(things)}, {size})"
        return self.values.value(node)

    def _if(self, node: ast.If) -> Iterator[str]:
        yield f"if ({self.values.test(node.test)}) {{"
        yield from self.block(node.body)
        if node.orelse:
            yield "} else {"
            yield from self.block(node.orelse)
        yield "}"

    def _while(self, node: ast.While) -> Iterator[str]:
        yield f"while ({self._lap(node.test)}) {{"
        yield from self.block(node.body)
        yield "}"

    def _lap(self, node: ast.expr) -> str:
        match node:
            case ast.BoolOp(
                ast.And(), [still, ast.Compare(ast.Name(before), [ast.NotEq()], [ast.Tuple([ast.Name("S"), same])])]
            ):
                return f"{self.values.test(still)} && lap_differs(&{before}, S, {self.values.value(same)})"
        return self.values.test(node)

    def _for(self, node: ast.For) -> Iterator[str]:
        if not isinstance(node.target, ast.Name) or node.orelse:
            raise Unsaid(ast.unparse(node.target))
        match node.iter:
            case ast.Call(ast.Name("sorted")):
                name, at = self.values.new("l"), self.values.new("i")
                yield f"{{ struct list {name}; {self.values.ordered(node.iter, name)}"
                yield f"for (int {at} = 0; {at} < {name}.count; {at}++) {{ {node.target.id} = {name}.thing[{at}];"
                ends = "} }"
            case _:
                yield self.values.each(node.target.id, node.iter, declare=False)
                ends = "}"
        yield from self.block(node.body)
        yield ends

    def _expr(self, node: ast.Expr) -> Iterator[str]:
        match node.value:
            case ast.Call(ast.Attribute(ast.Name("out"), "append"), [choice]):
                yield f"offer({self.values.value(choice)});"
            case value:
                yield f"(void){self.values.value(value)};"

    def _augassign(self, node: ast.AugAssign) -> Iterator[str]:
        if is_name(node.target, "out"):
            yield self._offered(node.value)
            return
        match node.target:
            case ast.Name(name):
                yield f"{name} = {self.values.value(ast.BinOp(ast.Name(name), node.op, node.value))};"
            case ast.Subscript(ast.Name("S"), place) if not isinstance(place, ast.Slice):
                at = self.values.new("p")
                now = ast.BinOp(ast.Subscript(ast.Name("S"), ast.Name(at)), node.op, node.value)
                yield f"{{ W {at} = {self.values.value(place)}; put(S, {at}, {self.values.value(now)}); }}"
            case _:
                raise Unsaid(ast.unparse(node))

    def _offered(self, node: ast.expr) -> str:
        match node:
            case ast.ListComp():
                return self.values.over(node, lambda choice: f"offer({self.values.value(choice)});")
            case ast.Call(ast.Name("range")):
                name = self.values.new("n")
                return f"{self.values.each(name, node, declare=True)} offer({name}); }}"
        raise Unsaid(ast.unparse(node))

    def _assign(self, node: ast.Assign) -> Iterator[str]:
        if len(node.targets) > 1:
            name = self.values.new("q")
            stored = " ".join(self._stored(target, name) for target in node.targets)
            yield f"{{ W {name} = {self.values.value(node.value)}; {stored} }}"
            return
        match node.targets[0], node.value:
            case ast.Tuple(targets), ast.Tuple(values):
                yield self._several(targets, values)
            case ast.Tuple([seat, stands, rest]), ast.Subscript(ast.Subscript(ast.Name("SEATS_FROM"), a), b):
                name = self.values.new("n")
                parts = ((seat, "seat"), (stands, "stands"), (rest, "rest"))
                stored = " ".join(self._stored(target, f"{name}.{part}") for target, part in parts)
                next_one = f"next_seat({self.values.value(a)}, {self.values.value(b)})"
                yield f"{{ struct turn {name} = {next_one}; {stored} }}"
            case ast.Name("out"), ast.List([]):
                yield "chosen = 0;"
            case ast.Name(name), value if name in self.values.lists:
                yield self.values.ordered(value, name)
            case ast.Subscript(ast.Name("S"), ast.Slice(ast.expr() as low, ast.expr() as high)), value:
                yield self._stretch(low, high, value)
            case ast.Subscript(ast.Name("out"), ast.Slice(None, None)), ast.Call(ast.Name(name), [_, _, code]):
                domain = self.values.domain_of(name, "unlikechoices")
                yield f"unlike_choices(D + {domain}, S, {self.values.value(code)});"
            case target, value:
                name = self.values.new("q")
                yield f"{{ W {name} = {self.values.value(value)}; {self._stored(target, name)} }}"

    def _several(self, targets: list[ast.expr], values: list[ast.expr]) -> str:
        """All values are looked at before the first is stored."""
        looked, stored = [], []
        for target, value in zip(targets, values, strict=True):
            match target, value:
                case ast.Name(name), ast.Constant(None) if _LAP.fullmatch(name):
                    looked.append(f"{name}.known = 0;")
                case ast.Name(name), ast.Tuple([ast.Call(ast.Attribute(ast.Name("S"), "copy")), still]):
                    looked.append(f"keep_lap(&{name}, S, {self.values.value(still)});")
                case _:
                    held = self.values.new("q")
                    looked.append(f"W {held} = {self.values.value(value)};")
                    stored.append(self._stored(target, held))
        return f"{{ {' '.join([*looked, *stored])} }}"

    def _stored(self, target: ast.expr, value: str) -> str:
        match target:
            case ast.Name(name):
                return f"{name} = {value};"
            case ast.Subscript(ast.Name("S"), place) if not isinstance(place, ast.Slice):
                return f"put(S, {self.values.value(place)}, {value});"
        raise Unsaid(ast.unparse(target))

    def _stretch(self, low: ast.expr, high: ast.expr, value: ast.expr) -> str:
        start, end = self.values.value(low), self.values.value(high)
        match value:
            case ast.List(numbers):
                name = self.values.new("p")
                stored = " ".join(f"put(S, {name} + {i}, {self.values.value(n)});" for i, n in enumerate(numbers))
                return f"{{ W {name} = {start}; {stored} }}"
            case ast.Subscript():
                return f"move_stretch(S, {start}, {end}, {', '.join(self.values.stretch(value))});"
            case ast.Name(name) if name in self.values.lists:
                return f"put_list(S, {start}, &{name});"
        raise Unsaid(ast.unparse(value))


def _named(node: ast.FunctionDef) -> set[str]:
    """Return the names that the lines of a function themselves give something to."""
    found: set[str] = set()
    rest: list[ast.AST] = list(node.body)
    while rest:
        part = rest.pop()
        if isinstance(part, ast.FunctionDef | ast.ListComp | ast.GeneratorExp | ast.Lambda):
            continue
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            found.add(part.id)
        rest += ast.iter_child_nodes(part)
    return found


def _lists(node: ast.FunctionDef) -> Iterator[str]:
    """Return the names that stand for things put in order."""
    for part in ast.walk(node):
        match part:
            case ast.Assign([ast.Name(name)], ast.Call(ast.Name("sorted"))):
                yield name
