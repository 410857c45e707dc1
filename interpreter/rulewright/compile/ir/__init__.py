"""The typed intermediate representation: what rules do, in a form that every code generator can express.

Lowering produces it, passes transform it, and backends print it; no stage reads what another one
has printed. A program is a set of functions over typed locals and fields of the state. Nodes are
dataclasses without behaviour; what is computed about them is in functions with one `match` per kind
of node, and `assert_never` finds a missing case.

    nodes/                expressions, statements, functions and programs
    types.py              integers with bounds, sets with a width, Booleans
    operators.py          the operators on constants
    helpers.py            the runtime helpers: signatures and effects, once for all backends
    effects.py            what functions read and write, and whether they can fail
    walk.py               traversal and rebuilding
    printing.py           the text form, for `show --program` and tests
    expression_text.py    the text form of expressions and types

Every expression has a type that holds for all states, so range checks can be removed and C can use
narrow integers. The only expressions that can fail are `NonNull`, `InRange` and calls of what
contains them; they name their place in the rules. Nodes are never modified in place, although only
the type checker enforces that (it saves time at run time).

`rulewright show RULESET --program` prints a program in the text form. The tests of passes
(`tests/passes/`) read programs from that form, run them through a reference interpreter before and
after, and compare results and failures, so a test of a rewrite is a few lines of text.
`tests/backends/` compares generated C with the same kind of reference, node by node.

To add a node see `nodes/__init__.py`; to add a helper, declare it in `helpers.py` with its effects
and implement it in both backends. A test compares the helpers of the backends with the
declarations.
"""
