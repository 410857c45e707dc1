"""Mutation testing of rulesets: which small changes of the rules would no scenario notice?

A mutant is the composed rules with one node of a syntax tree, one table entry or one piece changed. It is
checked and compiled like any ruleset, and the scenarios run under it until one fails (killed) or all pass
(survived). Survivors are gaps in the scenarios, unless a remark beside the line says why no scenario can
notice: `# survives: reason`.

    model.py           mutants, changes, outcomes
    generation.py      all mutants of a ruleset, in the order of its files
    tree.py            traverses a syntax tree and collects the mutations of each node
    lines.py           mutations that remove lines, options and rules
    conditions.py      mutations of conditions: negated, or with a bound shifted
    values.py          mutations of values: numbers shifted by one, parts removed
    declared.py        mutations of declarations with limits
    tables.py          mutations of data files
    trial.py           compiles mutants and runs scenarios under them
    remarks.py         reasons beside lines
    result_cache.py    outcomes of earlier runs, so that a new scenario is tried on survivors only

To mutate a new kind of node, add a function to one of the five modules of mutations, and its entry in `OWN`
of `tree.py`. A mutant must differ in behaviour: equivalent ones only cost reasons.

The command `mutate` creates one `Trial` per process and asks it for outcomes by number; a trial loads the
ruleset and its scenarios once. Recent killers are tried first, which makes most trials a single scenario
long.

Rules that loop forever after a change are stopped by a CPU limit per scenario, and count as killed. An
exception of the interpreter is an outcome of its own, because it is our bug, whatever the mutant.

Tests: `tests/playtest/test_mutants.py`; the shipped rulesets are sampled by `--all` and tried completely by
`.ci/long`.
"""
