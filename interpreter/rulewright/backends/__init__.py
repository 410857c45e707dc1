"""Code generators, and the runtimes of what they generate.

All backends print the same `ir.Program` and read the same `ProgramTables`, so they implement the same game:
equal numbers of games give equal states, choices and points, which tests verify in lockstep. There are
three builds:

    traced, Python    prompts, labels, log, reasons and coverage marks: for people
    plain, Python     states and choices only: for many games where there is no C compiler
    plain, C          the plain build as a shared library; bails out to Python on anything unusual

A `Program` is what runs: `advance` and `take` go from decision to decision on a vector, `playing` has the
operations of a search. A rule that cannot continue raises `ExecutionError` with a code and the number of a
line; a violated `always` rule raises `InvariantViolation`. Only the engine turns these into findings.

    build.py              from checked rules to a compiled program of either build
    program_cache.py      compiled programs in the user's cache
    program.py            `Program`, and the interface to generated code
    playing.py            operations on positions for players and playouts
    ranking.py            who is ahead: alone, in teams, or all together
    evaluation.py         the value of positions for players: points and weights
    failure.py            the exceptions of generated code
    native_evaluation.py  the same in C
    native.py             programs that run in C
    python/               the Python code generator and its runtime
    c/                    the C code generator and its runtime
    late.py               imported when first needed

A new backend implements every node of `compile/ir/nodes/` and every helper of `compile/ir/helpers.py`.

Tests: `tests/backends/` compares nodes and helpers with a reference, `tests/compile/` runs whole games in
lockstep.
"""

from rulewright.backends.failure import ExecutionError, InvariantViolation
from rulewright.backends.program import Program

__all__ = ["ExecutionError", "InvariantViolation", "Program"]
