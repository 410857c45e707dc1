"""The compiler: from checked rules to tables and an intermediate representation.

    CheckedRules ── layout ──> Layout            the vector: a stretch of integers for every part of the state
                 ── cutting ─> Graph             blocks that run to the next decision
                 ── lowering > ir.Program        functions over typed locals and fields
                 ── passes ──> ir.Program        the same, faster
                 ── tables ──> ProgramTables     everything else that the engine needs to know

Names are resolved and types known before (`check`), and code is generated after (`backends`). Compiling
never reports mistakes, with one exception: rules that are too large for their limits.

    build.py                 from checked rules to `ir.Program` and tables; `build_pieces.py` for components
    layout.py, frames.py     the vector, and the fields for local names of rules that ask
    blocks.py, graph.py      the graph of blocks
    analysis.py              which rules ask somebody, and which are recursive
    lower.py, lower_loops.py cut rules into blocks
    feasible.py              whether options can be carried out, as one condition
    inline.py                constant folding and inlining on checked rules
    budget.py                which loops are charged to the budget of a decision
    watching.py              which fields `always` rules read
    marking.py               instruments checked rules with coverage marks
    memory.py                which hidden facts need a memory of what everybody can know of them
    hidden.py                what is hidden from whom: the plan of determinizations
    fingerprint.py           hashes of rules and texts
    function_names.py        the names of generated functions
    vocabulary.py            names and types for scenarios, without compiling
    seats.py                 how automatic seats search, and their plans
    weights.py               the weights of automatic seats, and how the table is drawn
    contexts.py              what a question is about: what the rules under way are given
    ir/ lowering/ passes/ tables/
"""

from rulewright.compile.tables import CompiledProgram, ProgramTables

__all__ = ["CompiledProgram", "ProgramTables"]
