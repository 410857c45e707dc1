"""The Python code generator: the plain build for many games, the traced build for people.

A program is printed as one module of functions over the vector `S`, a list of integers, and compiled to a
code object, which is cached. Functions are closed over the runtime helpers by `loading.py`: names such as
`draw_card` are bound to closures over the tables of the program. Rebinding a name changes its meaning for
the whole program, which is how `engine/exhaustive.py` enumerates chance.

    module.py                     prints a whole program; which blocks call each other directly
    statements.py, expressions.py print functions
    loading.py                    binds code and helpers to a `Program`
    on_demand.py                  compiles each function at its first call, for little play
    driver.py                     runs from decision to decision
    helpers.py                    helpers for sets, rows and checks
    listing.py                    helpers that list choices, and the members of sets
    pieces.py                     helpers that move pieces; all helpers for pieces of one domain
    piece_places.py               how places hold pieces
    piece_knowledge.py            who knows pieces: shown, left unseen, forgotten
    piece_stacks.py               helpers that shuffle stacks and draw from them
    grouping.py                   what seats keep in mind of pieces that they have lost sight of
    watching.py                   evaluates only those invariants whose fields may have changed
    marks.py                      coverage marks
    determinizer.py, dealing.py   sample determinizations: hidden values and repairs, and pieces
    playing.py                    operations on positions

Inner loops are closures with local names instead of methods: this is the hot path of every simulation.

The traced build differs in what is generated: statements that log events, notes of failed conditions,
prompts and labels. Both builds take the same decisions in the same states, which
`tests/compile/test_agreement.py` checks in lockstep.

Tests: `tests/compile/test_helpers.py` (helpers one by one), `tests/backends/test_chaining.py`,
`test_watching.py`, and all tests that play games.
"""
