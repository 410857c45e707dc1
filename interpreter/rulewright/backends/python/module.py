"""Prints a whole program as one Python module."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.backends.python.statements import FunctionPrinter, Shared
from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.walk import is_charged
from rulewright.compile.passes.inline import jumps_of

DEEP = 20
"""Blocks that call one another at most: Python limits how deep calls go."""


def called_blocks(program: ir.Program) -> dict[str, dict[int, str]]:
    """Return, by function, the names of the blocks that it calls, by their numbers."""
    depths: dict[int, int] = {}
    called: dict[str, dict[int, str]] = {}
    for number, name in reversed(list(enumerate(program.blocks))):
        if name is not None:
            called[name] = _blocks_called(program, name, depths)
            depths[number] = 1 + max((depths[n] for n in called[name]), default=0)
    for function in program.functions.values():
        if function.kind == "answer":
            called[function.name] = _blocks_called(program, function.name, depths)
    return called


def _blocks_called(program: ir.Program, name: str, depths: dict[int, int]) -> dict[int, str]:
    """Return the blocks that a function goes on with and can call; `depths` says how deep those with numbers call."""
    found = {}
    for number in jumps_of(program.functions[name].body):
        block = program.blocks[number]
        if block is not None and depths.get(number, DEEP) < DEEP:
            found[number] = block
    return found


def module(program: ir.Program) -> str:
    """Return the text of the module that runs a program."""
    shared = Shared({} if program.traced else called_blocks(program))
    printed = [line for f in program.functions.values() for line in FunctionPrinter(program, f, shared).print()]
    follows = [f"{name} = [{', '.join(f or 'None' for f in row)}]" for row, name in shared.follows.items()]
    lists = [f"{name} = {text}" for text, name in shared.lists.items()]
    tables = [f"{table.name} = {table.values!r}" for table in program.tables]
    return "\n".join([*tables, *lists, *printed, *follows, *function_lists(program), ""])


def function_lists(program: ir.Program) -> Iterator[str]:
    """Yield the lists of functions by number."""
    yield f"BLOCKS = [{', '.join(name or 'None' for name in program.blocks)}]"
    yield f"OPTIONS = [{', '.join(question.options for question in program.questions)}]"
    answers = []
    for question in program.questions:
        pairs = (f"{code}: ({answer.function}, {answer.back})" for code, answer in question.answers.items())
        answers.append("{" + ", ".join(pairs) + "}")
    yield f"ANSWERS = [{', '.join(answers)}]"
    yield f"EMPTY = {[question.empty for question in program.questions]}"
    yield f"SEATS = {[question.seat.start for question in program.questions]}"
    for name, functions in (
        ("SCORE", program.scores),
        ("TIE", program.ties),
        ("ALWAYS", program.always),
        ("QUANTITIES", program.quantities),
        ("SIDES", program.ending.sides),
        ("AHEAD", program.ending.ahead),
    ):
        yield f"{name} = [{', '.join(functions)}]"
    yield f"MOMENT = {program.moment or None}"
    yield f"STRAIN = [{', '.join(program.strains.functions)}]"
    yield f"STRAINED = {program.strains.secret}, {sorted(program.strains.domains)}"
    yield f"COUNTS = {counts(program)}"
    yield f"STANDS = {list(program.stands)}"
    if program.traced:
        yield f"PROMPTS = [{', '.join(program.prompts)}]"
        labels = ("{" + ", ".join(f"{code}: {name}" for code, name in row.items()) + "}" for row in program.labels)
        yield f"LABELS = [{', '.join(labels)}]"


def counts(program: ir.Program) -> bool:
    """Return whether a loop of the program counts against the budget of a decision."""
    return any(is_charged(function.body) for function in program.functions.values())
