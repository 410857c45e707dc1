"""The nodes: expressions without effects, statements, functions, and the whole program.

Expressions are typed. Only `NonNull`, `InRange`, and calls of functions or helpers that contain
them can fail; everything else has a value for all values of its parts. Statements are the only
nodes with effects. `site` is the index, in the program's list of spans, of the place in the
rules that a failure or an event is reported for.

The state of a game is a set of `Field`s. Each is a stretch of the flat vector of integers:
`count` values of one type that take `words` integers each (a set takes one integer for every 62
members), or rows (see `Field.room`).

    expressions.py    typed, without effects
    statements.py     changes of locals and of the state, control flow
    output.py         choices, log events, reasons, coverage marks
    state.py          fields and tables
    program.py        functions and the whole program

To add a node: define it with the decorator `node`, add it to the union of its module, and let
mypy list the matches that lack it (`walk.py`, `printing.py`, `effects.py`, some passes, both
backends).

Modules import this package as `ir`, so that nodes read `ir.If`, `ir.Slot` and so on. Compare
nodes with `==`: they are values, and locals are equal if their names are, which are unique
within a function.
"""

from rulewright.compile.ir.nodes.expressions import *
from rulewright.compile.ir.nodes.output import *
from rulewright.compile.ir.nodes.program import *
from rulewright.compile.ir.nodes.state import *
from rulewright.compile.ir.nodes.statements import *
