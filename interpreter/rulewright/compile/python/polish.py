"""Polishes a written function: what is known is not read again, and tests whose outcome is known are left out."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from copy import copy

from rulewright.compile.python.known import CLOSED, Known, bare, is_atom, is_place, is_safe, parts, same, slot_of
from rulewright.compile.vocabulary import CALLED

MARK = "z"
"""Names given here begin with it."""
HARMLESS = frozenset({*CALLED, "any", "len", "max", "min", "sum"})
"""What may be called without anything changing; methods of numbers may, too."""
VALUES = re.compile(r"F\d+|value_\d+")
"""Written functions that only read."""


def polished(text: str, own: frozenset[int], before: dict[int, int]) -> str:
    """Return a function that does the same.

    `own` are the numbers of the vector that are read by their number only; `before` is what some are at the beginning.
    """
    module = ast.parse(text)
    function = module.body[0]
    assert isinstance(function, ast.FunctionDef)
    known = Known(own, {slot: ast.parse(str(number), mode="eval").body for slot, number in before.items()})
    function.body = _Polish().body(function.body, known)
    _Unused(function).visit(function)
    return ast.unparse(ast.fix_missing_locations(function))


class _Polish:
    def __init__(self) -> None:
        self.fresh = 0

    def body(self, lines: Sequence[ast.stmt], known: Known) -> list[ast.stmt]:
        """Polish lines in order; nothing follows a line that always leaves."""
        done: list[ast.stmt] = []
        for at, line in enumerate(lines):
            if done and _leaves(done):
                break
            self._named(line, lines[at:], known, done)
            done += self._line(line, known)
        return done

    def _line(self, line: ast.stmt, known: Known) -> list[ast.stmt]:
        if isinstance(line, ast.If):
            return self._if(line, known)
        if isinstance(line, ast.Return):
            return [ast.Return(None if line.value is None else read(line.value, known))]
        if isinstance(line, ast.Assign) and len(line.targets) == 1:
            return self._assign(line.targets[0], line.value, known)
        known.forget_all()
        return [line]

    def _if(self, line: ast.If, known: Known) -> list[ast.stmt]:
        if changes(line.test):
            known.forget_facts_of_play()
        test = read(line.test, known)
        truth = known.truth(test)
        if truth is not None:
            return self.body(line.body if truth else line.orelse, known)
        yes, no = known.copy(), known.copy()
        yes.learn(test, True)
        no.learn(test, False)
        then, other = self.body(line.body, yes), self.body(line.orelse, no)
        if _leaves(then):
            known.slots, known.named, known.facts = no.slots, no.named, no.facts
        else:
            known.slots, known.named, known.facts = yes.slots, yes.named, yes.facts
            if not _leaves(other):
                known.common(no)
        core, sign = bare(test)
        return [ast.If(core if sign else ast.UnaryOp(ast.Not(), core), then or [ast.Pass()], other)]

    def _assign(self, target: ast.expr, value: ast.expr, known: Known) -> list[ast.stmt]:
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            return self._together(target, value, known)
        if changes(value):
            known.forget_facts_of_play()
        value = read(value, known)
        if is_place(target) and isinstance(target, ast.Subscript):
            return self._store(target, value, known)
        for one in target.elts if isinstance(target, ast.Tuple) else [target]:
            known.stored(one)
        return [ast.Assign([target], value)]

    def _together(self, target: ast.Tuple, value: ast.Tuple, known: Known) -> list[ast.stmt]:
        values = [read(v, known) for v in value.elts]
        slots = [slot_of(t) for t in target.elts]
        if all(is_atom(v) for v in values) and None not in slots:
            return [x for t, v in zip(target.elts, values, strict=True) for x in self._assign(t, v, known)]
        known.forget_all()
        return [ast.Assign([target], ast.Tuple(values, ast.Load()))]

    def _store(self, target: ast.Subscript, value: ast.expr, known: Known) -> list[ast.stmt]:
        slot = slot_of(target)
        if slot is not None and slot in known.slots and same(known.slots[slot], value):
            return []
        place = ast.Subscript(target.value, read(target.slice, known), ast.Store())
        name: ast.expr = value if is_atom(value) else self._new()
        known.stored(target)
        if slot is not None:
            known.slots[slot] = name
        elif isinstance(name, ast.Name):
            known.named[ast.unparse(target)] = name.id
        if name is value:
            return [ast.Assign([place], value)]
        assert isinstance(name, ast.Name)
        return [ast.Assign([place, ast.Name(name.id, ast.Store())], value)]

    def _new(self) -> ast.Name:
        self.fresh += 1
        return ast.Name(f"{MARK}{self.fresh}", ast.Load())

    def _named(self, line: ast.stmt, rest: Sequence[ast.stmt], known: Known, done: list[ast.stmt]) -> None:
        """Give names, before a line, to what it reads and what is read again after that."""
        head = line.test if isinstance(line, ast.If) else line
        if not isinstance(line, ast.If | ast.Assign | ast.Return) or changes(head):
            return
        while (found := self._again(head, rest, known)) is not None:
            name = self._new()
            done.append(ast.Assign([ast.Name(name.id, ast.Store())], read(found, known)))
            slot = slot_of(found)
            if slot is None:
                known.named[ast.unparse(found)] = name.id
            else:
                known.slots[slot] = name

    def _again(self, head: ast.AST, rest: Sequence[ast.stmt], known: Known) -> ast.expr | None:
        """The longest thing that is worth a name."""
        worth = [part for part in parts(head, known) if self._is_worth(part)]
        worth = [part for part in worth if times(part, rest, known) > 1]
        return max(worth, key=lambda part: len(ast.unparse(part)), default=None)

    def _is_worth(self, part: ast.expr) -> bool:
        return (
            isinstance(part, ast.BinOp | ast.Subscript) and is_safe(part) and any(is_place(p) for p in ast.walk(part))
        )


def times(part: ast.expr, lines: Sequence[ast.stmt], known: Known) -> int:
    """How often at most something is read, on any way through lines, before it changes."""
    found = 0
    for at, line in enumerate(lines):
        if isinstance(line, ast.If):
            after = lines[at + 1 :]
            ways = [[*way, *([] if _leaves(way) else after)] for way in (line.body, line.orelse)]
            return found + _reads(part, line.test, known) + max(times(part, way, known) for way in ways)
        found += _reads(part, line, known)
        if not isinstance(line, ast.Assign) or _changes(part, line, known):
            return found
    return found


def _reads(part: ast.expr, node: ast.AST, known: Known) -> int:
    return sum(same(part, other) for other in parts(node, known))


def _changes(part: ast.expr, line: ast.Assign, known: Known) -> bool:
    """Something is another thing after a line."""
    watch = Known(known.own, named={ast.unparse(part): "watched"})
    if changes(line.value):
        watch.forget_facts_of_play()
    for target in line.targets:
        for one in target.elts if isinstance(target, ast.Tuple) else [target]:
            watch.stored(one)
    return not watch.named


def changes(node: ast.AST) -> bool:
    """Something is called that may change the vector."""
    called = [part.func for part in ast.walk(node) if isinstance(part, ast.Call)]
    return not all(isinstance(f, ast.Attribute) or (isinstance(f, ast.Name) and _is_harmless(f.id)) for f in called)


def _is_harmless(name: str) -> bool:
    return name in HARMLESS or VALUES.fullmatch(name) is not None


def _leaves(lines: Sequence[ast.stmt]) -> bool:
    """After these lines nothing of the function is done."""
    if not lines:
        return False
    last = lines[-1]
    if isinstance(last, ast.If):
        return _leaves(last.body) and _leaves(last.orelse)
    return isinstance(last, ast.Return | ast.Raise)


def read(node: ast.expr, known: Known) -> ast.expr:
    """Return an expression with what is known put in."""
    result = _Reading(known).visit(node)
    assert isinstance(result, ast.expr)
    return result


class _Reading(ast.NodeTransformer):
    def __init__(self, known: Known) -> None:
        self.known = known

    def visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, CLOSED) or not isinstance(node, ast.expr):
            return node
        name = self.known.name_of(node)
        if name is not None:
            return name
        changed = copy(node)
        for field, value in ast.iter_fields(node):
            setattr(changed, field, self._part(value))
        return changed

    def _part(self, value: object) -> object:
        if isinstance(value, list):
            return [self._part(part) for part in value]
        return self.visit(value) if isinstance(value, ast.expr) else value


class _Unused(ast.NodeTransformer):
    """Takes names away that nothing reads."""

    def __init__(self, function: ast.FunctionDef) -> None:
        names = [node for node in ast.walk(function) if isinstance(node, ast.Name)]
        self.read = {node.id for node in names if isinstance(node.ctx, ast.Load)}

    def visit_Assign(self, node: ast.Assign) -> ast.AST:  # noqa: N802 - named by `ast`
        last = node.targets[-1]
        if len(node.targets) > 1 and isinstance(last, ast.Name) and last.id not in self.read:
            return ast.Assign(node.targets[:-1], node.value)
        return node
