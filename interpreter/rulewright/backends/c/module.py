"""Writes a whole program as one C file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from rulewright.backends.c.choices import choice_tables
from rulewright.backends.c.layout import Structure
from rulewright.backends.c.numbers import Unsupported, constant, initial, set_type, stored_type, words
from rulewright.backends.c.pieces import NativeTables, places_in, sampling, tables_of
from rulewright.backends.c.statements import GOES, VALUES, FunctionWriter
from rulewright.backends.c.steps import StepCharges
from rulewright.backends.c.watching import WATCHED, DirtyBits
from rulewright.backends.c.writer import WriterState
from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.effects import called_first, effects, moving, own_effects
from rulewright.compile.ir.types import LARGEST, Set
from rulewright.compile.ir.walk import statements
from rulewright.compile.tables import WORD
from rulewright.diagnostics import limits

_HERE = Path(__file__).parent
MOST_CHOICES = 65_536
"""The most choices that C lists at one question; Python lists longer ones."""
COMMON = ("state", "runtime", "worlds")
"""What all programs share, behind the declaration of the state."""
PLAYERS = ("greedy.c", "search.c")
"""What computer players are made of, in the order in which it builds on each other."""
MOST_STEPS = 100_000_000
"""The step budget of a decision (see `steps.py`): some tenths of a second."""


def write(program: ir.Program, tables: NativeTables) -> str:
    """Return a plain program as a C file."""
    if program.traced:
        raise Unsupported("a traced program")
    return _Module(program, tables).text()


@dataclass(slots=True)
class _Module:
    program: ir.Program
    tables: NativeTables
    known: WriterState = field(init=False)
    structure: Structure = field(init=False)
    watching: DirtyBits = field(init=False)

    def __post_init__(self) -> None:
        moved = moving(self.program, self.tables.pieces)
        self.watching = DirtyBits(self.program, moved, self.tables.pieces)
        program, tables = self.watching.with_parts(), self.tables
        self.program, pieces = program, {name: len(p.keys) for name, p in tables.pieces.items()}
        own = {name: own_effects(program, moved, statements(f.body)) for name, f in program.functions.items()}
        order = called_first(program, own)
        found = effects(program, moved)
        self.structure = Structure(program, places_in(program, tables), self.watching.room)
        self.known = WriterState(
            program, self.structure, found, StepCharges(program, order, pieces),
            {name: i for i, name in enumerate(pieces)}, pieces,
            {name: len(p.slot) for name, p in tables.pieces.items()}, dict(tables.streams), moved,
        )  # fmt: skip

    def text(self) -> str:
        functions = [
            FunctionWriter(self.known, f, None if f.kind in (*VALUES, "options", "menu") else self.watching)
            for f in self.program.functions.values()
        ]
        bodies = ["\n".join(function.write()) for function in functions]
        domains = list(tables_of(self.structure, self.tables, self.known.domains, self.watching))
        common, players = [_runtime_file(f"{name}.c") for name in COMMON], map(_runtime_file, PLAYERS)
        lines = [
            self._limit_macros(), _runtime_file("sets.c"), *self._set_classes(), *self.structure.text, self._own_room(),
            *self.structure.table(), *common, *self.known.made, *self._constant_tables(), *domains,
            *(f"{function.head};" for function in functions), *self._lifted_functions(), *bodies,
            *self._function_tables(), _runtime_file("driver.c"),
            *sampling(self.tables.deals, self.tables.drawn, self.structure, self.known.domains),
            _runtime_file("sample.c"), _runtime_file("evaluation.c"),
            *choice_tables(self.structure, self.tables.program), *players,
        ]  # fmt: skip
        return "\n".join(lines)

    def _limit_macros(self) -> str:
        """Return the limits that C shares with the Python build, and its own."""
        program = self.program
        numbers: dict[str, int | str] = {
            "SEATS": program.seats, "WORD": WORD, "MOST_CHOICES": MOST_CHOICES,
            "MOST_SPENT": limits.STEPS.most, "MOST_DRAWN": limits.DRAWN.most,
            "BUDGET": limits.BLOCKS.most, "FORCED": limits.FORCED.most, "MOST_STEPS": MOST_STEPS,
            "MOST_DEEP": limits.DEEP.most,
            "BLOCK_COUNT": len(program.blocks), "QUESTION_COUNT": len(program.questions),
            "SCORE_COUNT": len(program.scores), "TIE_COUNT": len(program.ties), "ALWAYS_COUNT": len(program.always),
            "SIDED": int(bool(program.ending.sides or program.ending.together)),
            "TOGETHER": int(program.ending.together), "FEWEST": int(program.ending.fewest),
            "TIMED": int(bool(program.moment)),
            "STRAINS": len(program.strains.functions), "STRAINED": program.strains.secret,
            "QUANTITY_COUNT": len(program.quantities), "NUMBER_COUNT": len(self.tables.numbers),
            "MOST_COUNTED": f"{LARGEST}LL",
        }  # fmt: skip
        return "\n".join(f"#define {name} {number}" for name, number in numbers.items())

    def _set_classes(self) -> Iterator[str]:
        """Instantiate the classes of sets that the program uses beyond the first two."""
        types = [*(f.type for f in self.program.fields), *(table.type for table in self.program.tables)]
        types += [local.type for function in self.program.functions.values() for local in function.params]
        sizes = [*(type_.size for type_ in types if isinstance(type_, Set)), *self.known.pieces.values()]
        classes = self.known.classes | set(map(words, sizes))
        for number in sorted(classes - {1, 2}):
            yield f"WIDE_SETS({number})\nALL_SETS({number})"

    def _own_room(self) -> str:
        """Declare per-run storage for single statements; functions that call themselves have it in each call."""
        most = max((*self.known.pieces.values(), *self.known.ordered), default=1)
        item = "struct item { int64_t key; int thing; };"
        room = f"struct item items[{most}], merged[{most}]; uint16_t ends[{most}];"
        return f"{item}\nstruct own {{ {' '.join(self.known.own)} {room} }};"

    def _constant_tables(self) -> Iterator[str]:
        for table in self.program.tables:
            low, high = min(table.values, default=0), max(table.values, default=0)
            sort = set_type(table.type.size) if isinstance(table.type, Set) else stored_type(low, high)
            values = ", ".join(initial(value, table.type) for value in table.values)
            yield f"static const {sort} {self.known.tables[table.name]}[] = {{{values or '0'}}};"

    def _lifted_functions(self) -> Iterator[str]:
        """Return the functions that expressions were lifted to, callees first."""
        for text, name in self.known.lifted.items():
            result, body = text.split(" @", 1)
            yield f"static {result} {name}{body}"

    # -- from numbers of blocks, questions and choices to functions

    def _function_tables(self) -> Iterator[str]:
        blocks = [self._function_name(name, GOES) if name is not None else "no_block" for name in self.program.blocks]
        yield f"static int (*const BLOCKS[])(RW *R) = {{{', '.join([*blocks, 'no_block'])}}};"
        rows = []
        for i, question in enumerate(self.program.questions):
            first, last = min(question.answers, default=0), max(question.answers, default=-1)
            listed = [question.answers.get(code) for code in range(first, last + 1)]
            answers = [
                f"{{{self._function_name(a.function, GOES)}, {a.back}}}" if a else "{no_answer, 0}" for a in listed
            ]
            yield f"static const struct answer ANSWERS_{i}[] = {{{', '.join([*answers, '{no_answer, 0}'])}}};"
            name, seat = self._function_name(question.options, ("options",)), self._seat_offset(question.seat)
            rows.append(f"{{{name}, ANSWERS_{i}, {first}, {len(listed)}, {question.empty}, {seat}}}")
        yield f"static const struct question QUESTIONS[] = {{{', '.join([*rows, '{0}'])}}};"
        for name, functions in (("SCORE", self.program.scores), ("QUANTITY", self.program.quantities)):
            uses = (f"use({which}, {self._function_name(each, VALUES)})" for which, each in enumerate(functions))
            yield f"#define EACH_{name}(use) {' '.join(uses)}"
        ties = [f"{self._function_name(function, VALUES)}(R, seat)" for function in self.program.ties]
        yield from self._switch_lines("tie(RW *R, int which, int seat)", "which", ties)
        for name, functions in (("side", self.program.ending.sides), ("ahead", self.program.ending.ahead)):
            call = f"{self._function_name(functions[0], VALUES)}(R, seat)" if functions else "1"
            yield f"static int64_t {name}(RW *R, int seat) {{ return {call}; }}"
        moment = f"{self._function_name(self.program.moment, VALUES)}(R)" if self.program.moment else "0"
        yield f"static int64_t moment(RW *R) {{ return {moment}; }}"
        strains = [f"{self._function_name(function, VALUES)}(R)" for function in self.program.strains.functions]
        yield from self._switch_lines("strain(RW *R, int which)", "which", strains)
        yield from self._always_lines()
        numbers = [f"R->s.{self.structure.access[found.name]}" for found in self._number_fields()]
        yield from self._switch_lines("number(RW *R, int which)", "which", numbers)

    def _always_lines(self) -> Iterator[str]:
        """Return the function that finds the first `always` rule that does not hold.

        Only those are evaluated whose fields were written since they were last found to hold, some of them only for the
        members whose values were written.
        """
        parts = {part.rule: part for part in self.watching.parts}
        yield "static int first_broken(RW *R) {"
        yield "uint64_t dirty = R->s.dirty, partly = R->s.partly;"
        for rule, name in enumerate(self.program.always):
            bit = f"{1 << min(rule, WATCHED - 1):#x}ull"
            yield f"if (dirty & {bit}) {{ if (!{self._function_name(name, VALUES)}(R)) return {rule}; }}"
            if rule in parts:
                part = parts[rule]
                noted = f"noted_{part.words}(R->s.changed + {part.first})"
                among = f"and_{part.words}({noted}, {constant(part.things.value, part.things.type)})"
                function = self._function_name(part.function.name, VALUES)
                yield f"else if (partly & {bit} && !{function}(R, {among})) return {rule};"
        yield "return ALWAYS_COUNT; }"

    def _seat_offset(self, field_: ir.Field) -> str:
        """Return where in the state the seat is that a question asks."""
        if self.structure.members[field_.name].type != "int8_t":
            raise Unsupported(f"{field_.name}, which is asked, can be more than a seat")
        return f"offsetof(struct state, {self.structure.access[field_.name]})"

    def _number_fields(self) -> Iterator[ir.Field]:
        """Yield the fields of the game's own numbers."""
        at = {found.start: found for found in self.program.fields}
        yield from (at[start] for start in self.tables.numbers)

    def _function_name(self, name: str, kinds: tuple[str, ...]) -> str:
        if self.program.functions[name].kind not in kinds:
            raise Unsupported(f"{name} is a {self.program.functions[name].kind}")
        return self.known.functions[name]

    def _switch_lines(self, head: str, at: str, cases: list[str]) -> Iterator[str]:
        yield f"static int64_t {head} {{ switch ({at}) {{"
        yield from (f"case {number}: return {text};" for number, text in enumerate(cases))
        yield "} bail(R); }"


def _runtime_file(name: str) -> str:
    """Return a C file that is the same for all rules."""
    return (_HERE / name).read_text(encoding="utf-8")
