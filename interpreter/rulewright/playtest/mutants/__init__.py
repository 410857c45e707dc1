"""Mutation testing of rulesets: which small changes of the rules would no scenario notice?

A mutant is the composed rules with one node of a syntax tree, one table entry or one piece changed. It is
checked and compiled like any ruleset, and the scenarios run under it until one fails (killed) or all pass
(survived). Survivors are gaps in the scenarios, unless a remark beside the line says why no scenario can
notice: `# survives: reason`.

    model.py         mutants, changes, outcomes, and reasons beside lines
    generation.py    all mutants of a ruleset, in the order of its files, with the mutations of each kind of node
    lines.py         mutations of lines, options and rules
    values.py        mutations of values and conditions: numbers shifted by one, parts removed, the opposite
    declared.py      mutations of declarations with limits
    tables.py        mutations of data files
    trial.py         compiles mutants and runs scenarios under them; outcomes of earlier runs

To mutate a new kind of node, add an entry to `NODE_MUTATIONS` of `generation.py`, with a function in one of the
four modules of mutations where a part that is left out is not all. A mutant must differ in behaviour: equivalent
ones only cost reasons.

The command `mutate` creates one `Trial` per process and asks it for outcomes by number; a trial loads the
ruleset and its scenarios once. Recent killers are tried first, which makes most trials a single scenario
long.

Rules that loop forever after a change are stopped by a CPU limit per scenario, and count as killed. An
exception of the interpreter is an outcome of its own, because it is our bug, whatever the mutant.

Tests: `tests/playtest/test_mutants.py`; the shipped rulesets are sampled by `--all` and tried completely by
`.ci/long`.
"""
