"""Values: from the Python that the first backend writes to C. What it never writes gives up when it is reached."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count

GIVE_UP = "give_up()"
"""Whatever cannot be said in C is left to the Python build, at the moment when it is reached."""

_INFIX: dict[type[ast.operator], str] = {ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^"}
_CALLED: dict[type[ast.operator], str] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.LShift: "shl", ast.RShift: "shr", ast.Mod: "mod",
    ast.FloorDiv: "floor_div",
}  # fmt: skip
_COMPARED: dict[type[ast.cmpop], str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip
_SAME_NAME = (
    "first", "only", "has", "one", "after", "some", "need", "gone", "within", "die", "next_lap",
)  # fmt: skip
_ON_THE_VECTOR = ("row_set", "row_first", "row_last", "row_only")
_ON_PIECES = ("move", "swap", "position", "draw", "shuffle")
"""What the Python build calls with the name of a domain behind."""


class Unsaid(Exception):  # noqa: N818
    """This cannot be written in C."""


@dataclass(slots=True)
class Known:
    """What is known of the whole module."""

    functions: set[str]
    tables: Mapping[str, str]
    """By the name of a table of numbers, the function that looks one up."""
    lists: Mapping[str, tuple[int, int, int]]
    """By the name of a table of choices: the first choice, the fewest that are listed, and of how many things."""
    domains: Mapping[str, int]
    keys: Mapping[str, int]
    follows: Collection[str] = ()
    """Tables of functions by piece: what pieces say for a step, if anything."""


LARGE, LARGEST = 1 << 62, 1 << 127
"""From here on a number takes two words of C; and none is as large as this."""


def number(n: int) -> str:
    """Return a whole number as a C value."""
    if abs(n) >= LARGEST:
        raise Unsaid(str(n))
    if abs(n) < LARGE:
        return f"{n}LL" if abs(n) >= 1 << 31 else str(n)
    if n < 0:
        return f"(-{number(-n)})"
    return f"((W){n >> 64 & (1 << 64) - 1}ull << 64 | {n & (1 << 64) - 1}ull)"


@dataclass(slots=True)
class Expressions:
    """Writes the values of one function, but those made of many things."""

    known: Known
    inside: dict[str, ast.FunctionDef] = field(default_factory=dict)
    """The functions that are written within this one, by name."""
    lists: set[str] = field(default_factory=set)
    """The names that stand for a list of things put in order."""
    within: Callable[[ast.FunctionDef], str] | None = None
    """Writes one of them in the place of its call."""
    fresh: count[int] = field(default_factory=count)

    def value(self, node: ast.expr) -> str:
        """Return a C expression of type W."""
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is None:
            raise Unsaid(ast.dump(node))
        return str(method(node))

    def test(self, node: ast.expr) -> str:
        """Return a C expression that is true or not; what decides already keeps the rest from being looked at."""
        match node:
            case ast.BoolOp(op, parts):
                sign = " && " if isinstance(op, ast.And) else " || "
                return "(" + sign.join(self.test(part) for part in parts) + ")"
            case ast.UnaryOp(ast.Not(), operand):
                return f"!{self.test(operand)}"
            case ast.Name(name) if name == "out":
                return "(chosen != 0)"
        return f"({self.value(node)} != 0)"

    # -- parts

    def _constant(self, node: ast.Constant) -> str:
        if not isinstance(node.value, int):
            raise Unsaid(repr(node.value))
        return number(int(node.value))

    def _name(self, node: ast.Name) -> str:
        if node.id in self.lists:
            raise Unsaid(node.id)
        return node.id

    def _binop(self, node: ast.BinOp) -> str:
        left, right = self.value(node.left), self.value(node.right)
        if type(node.op) in _INFIX:
            return f"((W){left} {_INFIX[type(node.op)]} (W){right})"
        if type(node.op) not in _CALLED:
            raise Unsaid(ast.dump(node.op))
        return f"{_CALLED[type(node.op)]}({left}, {right})"

    def _unaryop(self, node: ast.UnaryOp) -> str:
        if isinstance(node.op, ast.Not):
            return f"((W){self.test(node)})"
        if isinstance(node.op, ast.USub):
            folded = isinstance(node.operand, ast.Constant) and isinstance(node.operand.value, int)
            return f"(-{self.value(node.operand)})" if folded else f"sub(0, {self.value(node.operand)})"
        if isinstance(node.op, ast.Invert):
            return f"(~(W){self.value(node.operand)})"
        raise Unsaid(ast.dump(node.op))

    def _boolop(self, node: ast.BoolOp) -> str:
        """In Python `and` and `or` are the last value looked at."""
        found, held = self.value(node.values[-1]), isinstance(node.op, ast.And)
        for part in reversed(node.values[:-1]):
            name = self.new("a")
            then, other = (found, name) if held else (name, found)
            found = f"({{ W {name} = {self.value(part)}; {name} ? (W){then} : (W){other}; }})"
        return found

    def _compare(self, node: ast.Compare) -> str:
        match node:
            case ast.Compare(ast.Subscript(ast.Name(name)), [ast.IsNot()], [_]) if name in self.known.follows:
                return "1"  # where there is no function, the one that C calls does nothing
        parts = [node.left, *node.comparators]
        if any(type(op) not in _COMPARED for op in node.ops):
            raise Unsaid(ast.dump(node))
        signs = [_COMPARED[type(op)] for op in node.ops]
        if len(signs) == 1:
            return f"((W){self.value(parts[0])} {signs[0]} (W){self.value(parts[1])})"
        if len(signs) > 2:
            raise Unsaid(ast.dump(node))
        low, middle, high = (self.value(part) for part in parts)
        name = self.new("c")
        return f"({{ W {name} = {middle}; (W){low} {signs[0]} {name} && {name} {signs[1]} (W){high}; }})"

    def _ifexp(self, node: ast.IfExp) -> str:
        return f"({self.test(node.test)} ? (W){self.value(node.body)} : (W){self.value(node.orelse)})"

    def _subscript(self, node: ast.Subscript) -> str:
        if not isinstance(node.value, ast.Name) or isinstance(node.slice, ast.Slice):
            raise Unsaid(ast.dump(node))
        name = node.value.id
        if name == "S":
            return self.place(node.slice)
        if name == "KEY":
            return self.key(node.slice)
        if name not in self.known.tables:
            raise Unsaid(name)
        return f"{self.known.tables[name]}({self.value(node.slice)})"

    def place(self, at: ast.expr) -> str:
        """Return what reads a place of the vector."""
        return f"S[{at.value!r}]" if isinstance(at, ast.Constant) else f"at(S, {self.value(at)})"

    def key(self, stream: ast.expr) -> str:
        """Return the number that a stream of chance is known by."""
        if not isinstance(stream, ast.Constant) or not isinstance(stream.value, str):
            raise Unsaid(ast.dump(stream))
        return f"{self.known.keys[stream.value]}ull"

    # -- calls

    def _call(self, node: ast.Call) -> str:
        match node.func:
            case ast.Attribute(operand, "bit_count" | "bit_length" as name) if not node.args:
                return f"{name}({self.value(operand)})"
            case ast.Name(name):
                return self._named(name, node)
            case ast.Subscript(ast.Name(table), piece) if table in self.known.follows:
                return f"{table}({', '.join(map(self.given, [piece, *node.args]))})"
        raise Unsaid(ast.dump(node))

    def _named(self, name: str, node: ast.Call) -> str:
        of_many = getattr(self, f"_{name}_of", None)
        if of_many is not None:
            return str(of_many(node))
        if name in self.inside and self.within is not None:
            return self.within(self.inside[name])
        if name in self.known.functions or name in _ON_THE_VECTOR:
            return f"{name}({', '.join(self.given(arg) for arg in node.args if not is_name(arg, 'out'))})"
        if name in _SAME_NAME:
            return f"{name}({', '.join(self.value(arg) for arg in node.args)})"
        if name == "out_of_range":
            return "out_of_range()"
        return self._on_pieces(name, node)

    def given(self, node: ast.expr) -> str:
        """Return what is given to a function: the vector, or a value."""
        return "S" if is_name(node, "S") else self.value(node)

    def _on_pieces(self, name: str, node: ast.Call) -> str:
        what, domain = self._of_domain(name)
        if what == "moveall":
            vector, pieces, place = node.args
            return f"(move_all(D + {domain}, S, {self.members(pieces)}, {self.value(place)}), (W)0)"
        if what == "position":
            return f"position(D + {domain}, {', '.join(self.given(arg) for arg in node.args)})"
        if what in _ON_PIECES:
            return f"({what}(D + {domain}, {', '.join(self.given(arg) for arg in node.args)}), (W)0)"
        raise Unsaid(name)

    def _of_domain(self, name: str) -> tuple[str, int]:
        for what in ("moveall", *_ON_PIECES):
            with suppress(Unsaid):
                return what, self.domain_of(name, what)
        raise Unsaid(name)

    def domain_of(self, name: str, what: str) -> int:
        """Return the number of the domain whose name stands behind what is called."""
        domain = name.removeprefix(f"{what}_")
        if domain == name or domain not in self.known.domains:
            raise Unsaid(name)
        return self.known.domains[domain]

    def members(self, node: ast.expr) -> str:
        """Return the set whose members are gone through in order."""
        match node:
            case ast.Subscript(ast.Name("BITS"), things):
                return self.value(things)
            case ast.Call(ast.Name(name), [_, things]) if name.startswith("unlike_"):
                return f"unlike(D + {self.domain_of(name, 'unlike')}, S, {self.value(things)})"
        raise Unsaid(ast.dump(node))

    def new(self, letter: str) -> str:
        """Return a name that nothing else has."""
        return f"{letter}_{next(self.fresh)}"


def is_name(node: ast.expr, name: str) -> bool:
    """Whether this is a certain name."""
    return isinstance(node, ast.Name) and node.id == name
