"""Writes the whole program as one C file, from the Python module that the first backend wrote."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rulewright.compile.entries import WORD
from rulewright.compile.in_c.expressions import LARGE, LARGEST, Known, number
from rulewright.compile.in_c.statements import Function
from rulewright.compile.program import BUDGET, FORCED, Program
from rulewright.compile.vocabulary import MOST_LAPS, MOST_TIMES

_HERE = Path(__file__).parent
MOST_THINGS = 126
"""A set is one number of 128 bits."""
MOST_CHOICES = 65_536
"""So many can be offered at one question; where there are more, Python lists them."""
_LEFT_OUT = ("take",)
"""What only the Python build has: its way through a game with one question."""
_TABLES = re.compile(r"[TM]\d+")
_FOLLOWS = re.compile(r"FOLLOW\d+")


@dataclass(slots=True)
class Written:
    """A program in C, and the lines of Python that it leaves to the Python build."""

    text: str
    unsaid: list[str] = field(default_factory=list)


def fits(program: Program) -> bool:
    """Whether the things of each domain are few enough for C's numbers."""
    return all(len(domain.members) <= MOST_THINGS for domain in program.domains.values())


def write(program: Program) -> Written:
    """Return a plain program in C."""
    tree = ast.parse(program.compiled.source)
    nodes = [n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name not in _LEFT_OUT]
    tables, known = _tables(program, tree, {n.name for n in nodes})
    functions = [Function(known, node) for node in nodes]
    bodies = [line for function in functions for line in function.write()]
    lines = [
        _limits(program),
        *map(_own, ("runtime.c", "pieces.c")),
        *tables,
        *_pieces(program),
        *(f"{function.head};" for function in functions),
        *(line for name in known.follows for line in _follow(name, program.names[name])),
        *bodies,
        *_ways(program),
        _own("driver.c"),
    ]
    return Written("\n".join(lines), [line for function in functions for line in function.unsaid])


def _limits(program: Program) -> str:
    """Return the numbers that C has in common with the Python build."""
    limits = {
        "LENGTH": program.length, "SEATS": program.seats, "WORD": WORD, "MOST_THINGS": MOST_THINGS,
        "MOST_CHOICES": MOST_CHOICES, "MOST_LAPS": MOST_LAPS, "MOST_TIMES": MOST_TIMES,
        "BUDGET": BUDGET, "FORCED": FORCED,
    }  # fmt: skip
    return f"enum {{ {', '.join(f'{name} = {number}' for name, number in limits.items())} }};"


def _own(name: str) -> str:
    """Return a C file that is the same for all rules."""
    return (_HERE / name).read_text(encoding="utf-8")


# -- tables


def _tables(program: Program, tree: ast.Module, functions: set[str]) -> tuple[list[str], Known]:
    """Return the module's tables in C, and what is known of the module."""
    lines: list[str] = []
    looked: dict[str, str] = {}
    lists: dict[str, tuple[int, int, int]] = {}
    for node in tree.body:
        match node:
            case ast.Assign([ast.Name(name)], ast.Call(ast.Name("listed"), [base, size, fewest])):
                lists[name] = ast.literal_eval(base), ast.literal_eval(fewest), ast.literal_eval(size)
            case ast.Assign([ast.Name(name)], ast.Call(ast.Name("Listed"), [base, fewest])):
                lists[name] = ast.literal_eval(base), ast.literal_eval(fewest), MOST_THINGS
            case ast.Assign([ast.Name(name)], _) if _TABLES.fullmatch(name) and _is_table(program.names.get(name)):
                lines += _table(name, program.names[name])
                looked[name] = f"look_{name}"
    domains = {name.replace("-", "_"): i for i, name in enumerate(program.tables.pieces)}
    follows = [name for name in program.names if _FOLLOWS.fullmatch(name)]
    return lines, Known(functions, looked, lists, domains, program.tables.stream_keys, follows)


def _follow(name: str, steps: Sequence[Any]) -> Iterator[str]:
    """Return the function that does what a piece says for a step."""
    cases = {i: f"{step.__name__}(S, player, piece)" if step else "0" for i, step in enumerate(steps)}
    return _switch(f"{name}(W which, I *S, W player, W piece)", "which", cases)


def _is_table(value: Any) -> bool:
    """Whether a list has numbers only, and none that is too large for C."""
    return (
        isinstance(value, list | tuple) and bool(value)
        and all(isinstance(entry, int) and abs(entry) < LARGEST for entry in value)
    )  # fmt: skip


def _table(name: str, entries: Sequence[int]) -> list[str]:
    small = all(abs(entry) < LARGE for entry in entries)
    sort, look = ("I", "entry") if small else ("W", "wide_entry")
    return [
        f"static const {sort} {name}[] = {{{', '.join(number(int(e)) for e in entries)}}};",
        f"#define look_{name}(at) {look}({name}, {len(entries)}, at)",
    ]


def _array(sort: str, name: str, values: Sequence[Any]) -> str:
    return f"static const {sort} {name}[] = {{{', '.join(str(v) for v in [*values, 0])}}};"


# -- pieces


def _pieces(program: Program) -> Iterator[str]:
    """What moving pieces needs to know of each domain."""
    rows = []
    for i, p in enumerate(program.tables.pieces.values()):
        for part, values in (
            ("slot", p.slot), ("first", p.first), ("limit", p.limit), ("sees", p.sees), ("refill", p.refill),
            ("class", p.classes), ("seen_at", [at[0] if at else -1 for at in p.occupied]),
        ):  # fmt: skip
            yield _array("int", f"{part}_{i}", values)
        yield _array("I", f"seen_bits_{i}", [number(at[1]) if at else 0 for at in p.occupied])
        yield _array("char", f"ordered_{i}", [int(v) for v in p.ordered])
        yield _array("char", f"wide_{i}", [int(v) for v in p.wide])
        yield _array("uint64_t", f"keys_{i}", [f"{key}ull" for key in p.keys])
        for part, facts in (("clears", p.cleared), ("differs", p.facts)):
            listed = [f"{{{f.slot}, {f.width}, {f.first}, {int(f.as_bits)}, {f.count}, {f.initial}}}" for f in facts]
            yield f"static const struct fact {part}_{i}[] = {{{', '.join([*listed, '{0}'])}}};"
        counts = f"{p.located}, {p.known}, {p.count}, {len(p.slot)}, {p.everyone}, {len(p.facts)}, {len(p.cleared)}"
        lists = ("slot", "first", "limit", "sees", "refill", "seen_at", "class", "seen_bits", "ordered", "wide", "keys")
        named = ", ".join(f"{part}_{i}" for part in (*lists, "clears", "differs"))
        rows.append(f"{{{counts}, {named}}}")
    yield f"static const struct pieces D[] = {{{', '.join([*rows, '{0}'])}}};"


# -- ways from one function to the next


def _ways(program: Program) -> Iterator[str]:
    """What the numbers of blocks, questions and choices stand for."""
    blocks = {i: f"{b.__name__}(S)" for i, b in enumerate(program.blocks) if b is not None}
    yield from _switch("block(I *S, W at)", "at", blocks)
    yield from _switch("options(I *S, W at)", "at", {i: f"{o.__name__}(S)" for i, o in enumerate(program.options)})
    answers: dict[int, str] = {}
    for site in program.answers:
        answers |= {code: f"{function.__name__}(S, code, back)" for code, (function, _) in site.items()}
    backs = {(site, code): back for site, row in enumerate(program.answers) for code, (_, back) in row.items()}
    most = max(answers, default=0) + 1
    listed = [[backs.get((site, code), -1) for code in range(most)] for site in range(len(program.answers))]
    written = ", ".join("{" + ", ".join(map(str, row)) + "}" for row in listed)
    yield f"static const int BACK[][{most}] = {{{written or '{0}'}}};"
    yield from _switch("answered(I *S, W at, W code, W back)", "at", answers)
    sites = len(program.answers)
    yield "static W answer(I *S, I site, I code) {"
    yield f"int at = (int)(code >> 32); if (site < 0 || site >= {sites} || at < 0 || at >= {most}) give_up();"
    yield "int back = BACK[site][at]; return back < 0 ? give_up() : answered(S, at, code, back); }"
    yield _array("int", "EMPTY", program.empty)
    yield _array("int", "SEAT_AT", program.seats_of)
    yield f"enum {{ PROMISES = {len(program.always)} }};"
    yield from _switch("promise(I *S, W at)", "at", {i: f"{rule.__name__}(S)" for i, rule in enumerate(program.always)})
    yield "static W all_points(I *S, W seat) { W points = 0;"
    yield from (f"points = add(points, {rule.__name__}(S, seat));" for rule in program.score)
    yield "return points; }"


def _switch(head: str, at: str, cases: dict[int, str]) -> Iterator[str]:
    yield f"static W {head} {{ if ({at} != (int){at}) give_up(); switch ((int){at}) {{"
    yield from (f"case {i}: return {call};" for i, call in sorted(cases.items()))
    yield "} return give_up(); }"
