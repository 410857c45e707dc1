"""The small functions of C, and what is written that calls them, do what they do in Python, with numbers of any size.

A module in the Python that the first backend writes is translated, compiled and run beside itself. Each function reads
two wide numbers and a few places of the vector, and puts a wide number back.
"""

from __future__ import annotations

import ctypes
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rulewright.compile.in_c.library import FLAGS, compiler
from rulewright.compile.in_c.module import write
from tests.compile.side_by_side import needs_compiler

from rulewright.backends import Trouble, compiled, load_program

ROOT = Path(__file__).parents[2]
RULES = str(ROOT / "tests/probes/sharing-out")
WORD, MASK = 62, (1 << 62) - 1
PLACES = 12
"""So many places of the vector, from 10 on, hold small numbers."""
EVERYTHING = f"a & {(1 << 120) - 1}"
"""A set is never below 0."""
A, B = f"(S[2] * {1 << WORD} + S[3])", f"(S[4] * {1 << WORD} + S[5])"

VALUES = {
    "add": "a + b", "sub": "a - b", "mul": "a * b", "negative": "-a", "both": "a & b", "either": "a | b",
    "not-both": "a ^ b", "without": "a & ~b",
    "left": "a << S[10]", "right": "a >> S[10]", "divided": "a // b", "rest": "a % b", "less": "(S[2] - 7) // 3 % 5",
    "count": "a.bit_count()", "length": "a.bit_length()", "first": "first(a)", "only": "only(a)",
    "only of one": "only(one(S[10] & 63))", "has": "has(a, S[10])", "member": "(a >> S[10] & 1)",
    "after": "after(S[10], S[11])",
    "chain": "(S[10] <= S[11] < S[12])", "or": "(S[10] or S[11] or a)", "and": "(S[10] and S[11] and a)",
    "not": "(not a)", "if": "(a if S[10] > 2 else b if S[11] < S[12] else -1)", "max": "max(a, b)", "min": "min(a, b)",
    "most": "max([S[x + 10] for x in BITS[S[3] & 1023] if S[x + 11]], default=0)",
    "least": "min([S[x + 10] * 3 - 5 for x in BITS[S[3] & 1023]], default=0)",
    "most of most": "max([max([S[y + 10] - x for y in BITS[S[5] & 7]], default=0) for x in BITS[S[3] & 3]], default=0)",
    "sum": "sum([S[x + 10] for x in BITS[S[3] & 1023]])", "set": "sum([1 << x for x in BITS[ALL] if x != S[10]])",
    "any": "any([1 for x in BITS[S[3] & 1023] if S[x + 10] == S[11]])",
    "any of all": "any([1 for x in BITS[S[3] & 1023] if some(S[x + 10], 5) == 3])",
    "none": "(not any([1 for x in BITS[S[3] & 1023] if not S[x + 10] > 2]))",
    "how many": "len([1 for x in BITS[ALL] if x > S[10]])", "best": "best([(S[x + 10], x) for x in BITS[S[3] & 1023]])",
    "together": "together([T90[x] for x in BITS[S[3] & 7]])", "table": "T90[S[10]]", "wide table": "T91[S[10]]",
    "below the first": "T90[S[10] - 2]", "stretch": "sum(S[10 : 10 + S[11]])", "some of a stretch": "any(S[10 : 13])",
    "row": "row_set(S, 10)", "row first": "row_first(S, 10)", "row last": "row_last(S, 10)",
    "row only": "row_only(S, 10)",
    "enough": "enough(S, 10, 4, BITS[S[3] & 3], S[20])", "enough for one": "enough(S, 10, 4, BITS[S[3] & 3], 1)",
    "some": "some(S[10], 1)", "need": "need(S[10], 1)", "within": "within(a, -5, 4611686018427387904, 1)",
    "die": "die(a, b, 1)", "lap": "next_lap(S[10] * 500)",
    "next in line": "next(x for x in S[10 : 20] if a >> x & 1)", "row of four": "F90(a)", "rows": "F91(a)",
}  # fmt: skip

LINES = {
    "die is rolled": "r = roll(S, S[10], S[10] + S[11] * S[12], 21, 'KEY')",
    "seats": "r, S[13], S[14] = SEATS_FROM[S[13]][S[14]]",
    "around": """
r = 0
for x in around(a, S[10]):
    r = r * 4 + x + 1
""",
    "kept in a loop": """
r = x = 0
for x in BITS[S[3] & 1023]:
    if x > S[10]: break
    if x == 2: continue
    r += x * 2
r = r * 16 + x
""",
    "kept going around": """
x = 7
for x in around(S[3] & 7, S[10]): pass
r = x
""",
    "counted": """
r = 0
for x in times(S[10], S[11]):
    r = r * 3 + x
""",
    "a function within": """
x = S[10]
def f():
    y = x
    for z in BITS[S[3] & 255]:
        if z > y: return z
    return -1
r = f() * 100 + f()
""",
    "in order": """
r = 0
for x in sorted(BITS[S[3] & 1023], key=lambda x: S[x + 10] // 2):
    r = r * 16 + x
""",
    "put in line": """
k = sorted(BITS[S[3] & 63], key=lambda x: -S[x + 10])
S[12 : 12 + len(k)] = k
r = len(k)
""",
    "stretch moved": """
S[11 : 15] = S[12 : 16]
S[16 : 18] = [S[10], 7]
r = S[13]
""",
    "several at once": """
S[10], S[11] = S[11], S[10]
S[12] = r = S[10]
S[13] += S[10]
S[S[10] + 10] -= 1
""",
    "laps": """
still, before1, lap = S[3] & 7, None, 0
r = 0
while still and before1 != (S, still):
    before1, lap = (S.copy(), still), next_lap(lap)
    for x in around(still, S[10]):
        if S[x + 10] < 3:
            S[x + 10] += 1
            continue
        if S[x + 11] == 5:
            still &= ~(1 << x)
            continue
        r += 1
""",
}
"""Each gives `r` a number."""

TABLES = f"""
T90 = (3, -4, 5, 1, 0, 77)
T91 = ({1 << 100}, -{1 << 80}, 5, {(1 << 126) - 1})
def F90(s):
    t = s & s >> 7
    if t & t >> 14 & {(1 << 100) - 1}: return True
    return False
def F91(s):
    return any([1 for row in (7, {7 << 60}, {3 << 90}, 56) if not row & ~s])
"""


def module() -> str:
    """Return the module's text: each function puts what it finds into S[6], S[7] and S[8]."""
    put = f"S[6] = r >> {2 * WORD}\n    S[7] = r >> {WORD} & {MASK}\n    S[8] = r & {MASK}\n    return 0\n"
    texts = [TABLES]
    for number, lines in enumerate([*(f"r = {value}" for value in VALUES.values()), *LINES.values()]):
        indented = "\n    ".join(lines.strip().replace("ALL", EVERYTHING).split("\n"))
        texts.append(f"def step_9{number:02}(S):\n    a = {A}\n    b = {B}\n    {indented}\n    {put}")
    return "\n".join(texts)


NAMES = [*VALUES, *LINES]


class Both:
    """The module in Python and in C."""

    def __init__(self, folder: Path) -> None:
        made = compiled(RULES, 3)
        key = made.tables.streams[0].name
        text = module().replace("KEY", key)
        program = load_program(made.compiled)
        exec(text, program.names)
        written = write(replace(program, compiled=replace(made.compiled, source=text + made.compiled.source)))
        assert written.unsaid == []
        self.program, self.length = program, program.length
        self.library = ctypes.CDLL(str(self._made(folder, written.text)))

    def _made(self, folder: Path, text: str) -> Path:
        cases = " ".join(f"case {i}: step_9{i:02}(S); break;" for i in range(len(NAMES)))
        tried = f"int try(I *S, int which) {{ OR_GIVE_UP(S) switch (which) {{ {cases} }} return 0; }}\n"
        (folder / "small.c").write_text(text + tried, "utf-8")
        command = compiler()
        assert command is not None
        subprocess.run([*command, *FLAGS, "-o", folder / "small.so", folder / "small.c"], check=True)
        return folder / "small.so"

    def in_python(self, which: int, state: list[int]) -> tuple[list[int], str]:
        """Return the vector after it, and what went wrong."""
        self.program.names["times"].spent = 0
        state = state.copy()
        try:
            self.program.names[f"step_9{which:02}"](state)
        except (Trouble, ArithmeticError, LookupError, ValueError, StopIteration) as problem:
            return state, f"{type(problem).__name__}: {problem}"
        return state, ""

    def in_c(self, which: int, state: list[int]) -> list[int] | None:
        """Return the vector after it; None when C gave up, with the vector as it was."""
        vector = (ctypes.c_longlong * self.length)(*state)
        if getattr(self.library, "try")(vector, which):
            assert vector[:] == state
            return None
        return vector[:]


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Both:
    return Both(tmp_path_factory.mktemp("small"))


EDGES = [0, 1, 2, 3, 61, 62, 63, 64, MASK - 1, MASK]
high = st.one_of(st.just(0), st.sampled_from([*EDGES, *(-n for n in EDGES)]), st.integers(-MASK, MASK))
low = st.one_of(st.sampled_from(EDGES), st.integers(0, 1 << 12), st.integers(0, MASK))
small = st.one_of(st.integers(-1, 12), st.sampled_from([-70, -2, 30, 61, 62, 63, 64, 125, 126, 127, 128, 200]))
NEVER = 1 << 118
"""C never gives up what stays below this and goes well in Python, but for what is not written here."""
LEAST = 40
"""So often, at least, C gives an answer."""
LEFT_TO_PYTHON = {
    "count", "length", "only", "first", "divided", "rest", "left", "right", "has", "member", "row", "row first",
    "row last", "table", "wide table", "below the first", "stretch", "enough", "set", "how many", "best", "seats",
    "next in line", "die is rolled", "laps", "several at once", "stretch moved", "around", "counted", "most", "least",
}  # fmt: skip
"""These may give up what Python knows an answer for: sets below nothing, places counted from the end, large shifts."""


def vectors(length: int) -> st.SearchStrategy[list[int]]:
    numbers = st.tuples(high, low, high, low, *[st.just(0)] * 4, *[small] * PLACES)
    return numbers.map(lambda n: [0, 9, *n[:4], 0, 0, 0, 0, *n[8:], *[0] * (length - 10 - PLACES)])


@pytest.mark.slow
@needs_compiler
def test_the_same_comes_of_it(both: Both) -> None:
    answers = dict.fromkeys(NAMES, 0)

    @settings(max_examples=400, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
    @given(vectors(both.length))
    def compare(state: list[int]) -> None:
        for which, name in enumerate(NAMES):
            expected, wrong = both.in_python(which, state)
            found = both.in_c(which, state)
            if found is not None:
                answers[name] += 1
                assert (found, "") == (expected, wrong), name
            elif not wrong and name not in LEFT_TO_PYTHON:
                a, b = (state[at] * (1 << WORD) + state[at + 1] for at in (2, 4))
                large = max(abs(n) for n in (a, b, a * b if name == "mul" else 0, *expected))
                assert large >= NEVER, f"C gives up what it could do: {name}"

    compare()
    assert {name: number for name, number in answers.items() if number < LEAST} == {}
