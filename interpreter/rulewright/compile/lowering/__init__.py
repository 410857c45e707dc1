"""Lowering: from checked rules, cut into blocks, to the intermediate representation.

Each kind of function has its own signature: blocks, answers, option lists, menus, values, steps, scorings,
invariants, prompts and labels. Lowering knows both trees, `check.core` and `ir`, and is the last stage that
knows rules: passes and backends see functions only.

    program.py       a whole program, and the tables from rules to functions
    functions.py     one function for each block, answer, value, step, scoring and text
    menus.py         the functions that list choices
    choices.py       the choices of one option
    lookahead.py     whether what an option leads to can be done, up to its first effect, with reasons
    statements.py    control flow
    effects.py       changes of the state
    remembering.py   changes of what everybody can know of hidden facts
    quantities.py    how much a seat has of what weights value
    strain.py        by how much an `always` rule is violated
    values.py        expressions; `folds.py`, `sets.py`, `grids.py`, `spreading.py` are parts of it
    folds.py         aggregates over things
    sets.py          conditions as bit sets, where no loop is needed
    grids.py         neighbours and rows on grids
    spreading.py     what can be reached, step by step
    paths.py         the longest path, by trying all
    imagining.py     conditions on what would be after a step
    histories.py     what is remembered of positions, and whether one has been there before
    scope.py         the names of the program; the variables and statements of the current function
    make.py          constructors that derive types and simplify

The classes `LoweringScope`, `ValueLowering`, `EffectLowering` and `StatementLowering` extend each other in this
order; `Remembering` is a part of `EffectLowering`.

The two builds differ here and nowhere later: in the traced build every condition of an option notes why it
failed, and statements log events. Names of functions depend only on the order of the rules
(`compile/function_names.py`), so equal rules give equal programs, which the cache relies on.

Tests: there are none for single functions; `tests/probes/` has a small game for each construct, played in
all builds.
"""
