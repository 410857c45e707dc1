"""The code generator for C: a plain program as one C file, compiled on this machine and called through ctypes.

The generated file defines `struct state`, derived from the layout, the functions of the program, and the
entry points of `driver.c`; the runtime in `*.c` next to this file is included as text. Ranges of values are
proven where possible, and checked otherwise. C never reports an error: a failed check, a full place or an
exhausted budget bails out with `longjmp`, the state is restored to the last decision, and Python replays
that decision and raises the diagnostic.

    module.py                                writes a whole program
    statements.py, changes.py                print statements
    expressions.py, folds.py, helpers.py     print expressions
    steps.py                                 charges for the budget of steps
    watching.py, conserved.py                dirty bits for invariants
    writer.py, numbers.py, ranges.py         types, conversions, static ranges
    layout.py                                the state as a structure, and where its values are
    pieces.py                                tables for moving pieces and sampling determinizations
    choices.py                               tables of steps, questions and choices for players
    library.py                               compiles and caches the shared library
    runtime.py                               the library as Python sees it
    playing.py                               playouts in C, also on several threads

What cannot be expressed raises `Unsupported`, and the program is played in Python. The state is in a
context on the heap, without globals, so several games can run at once. Calls return after at most 50 ms, so
that signals are handled.

Fields are as wide as their ranges require, sets are arrays of 64-bit words of a length known when
compiling. Overflow is checked where the ranges do not rule it out.

Tests: `tests/backends/test_c_*.py` compare every node and helper with a reference interpreter, from random
and from corrupted states; `tests/compile/test_in_c*.py` play whole games in lockstep with Python, including
the errors that make C bail out.
"""
