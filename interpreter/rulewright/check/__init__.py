"""Checking: from finished rules to rules in which every name has a meaning and every value a type.

`check.check.check` takes the declarations of a composed ruleset and a number of seats, and returns `CheckedRules`
(`check.core`), from which programs are compiled, or raises every mistake at once. It works in passes:

1. **Declare** (`check.declare`). All declarations go into one symbol table: the players, names, grids and pieces that
   there are; the facts, amounts and places that they have; printed numbers with the values of the data files. The files
   of a ruleset have no order, so nothing can be resolved before all of them have been seen.

2. **Resolve** (`check.resolve`). From the game on, each rule is read when something first reaches it: `do`, `offer` and
   `pay` lead to steps, menus and costs, and a name to a declared value. What is never read is never reached, which a
   validator reports later. A declared value is read in the middle of the rule that uses it first, because its type is
   needed there; a step or menu waits in a queue until the rule that leads to it has been read, because the types of
   its parameters follow from what it is given.

   That is why one pass may not be enough. A parameter takes the type of the kind of thing it is named after, else that
   of the first thing it is given. A later use may widen it (a piece of one kind, then of another of the same shape; a
   player, then perhaps nobody), and what was read with the narrower type is wrong then. So the rules are resolved again
   with the types found so far, until none widens: types only ever grow, and two readings do for most.

   Names are looked up from near to far: what the rule let, the things of the list that is expected at this place, what
   the game has, whole kinds of things, and last the things of any list. `expected` carries the type of the place
   downwards, so `is red` compares a card with a colour although a player is called red as well.

   A mistake is reported where it is found and yields a value of the **error type**. That type fits everywhere, and what
   is made of it has it, too; so the rest of a sentence is still read, and no consequence of a mistake is
   reported.

3. **Validate** (`check.validators`). With every name resolved, a tuple of functions looks at the rules as a whole. Each
   is independent of the others and adds findings. What several of them ask has a module of its own: what names stand
   for (`check.name_meanings`), what decides whether an option is offered (`check.tested_values`), and what a seat that
   is asked does not see of what is read (`check.secret_reading`, with `check.unseen_names`).

Where there are mistakes, what nothing reaches is read as well, and of its mistakes only names that mean nothing
anywhere are reported. Where an earlier stage could not read something, only mistakes in names are kept, and the names
in what was not read have the error type (`check.cascading`). Finally, a misspelling that makes many names unknown is
reported once (`check.deduplication`).

Every definition and every use that the first two passes come across is noted in the symbol table; `check.symbols` makes
the index of it that editors use.

This package may import `compose` and what stands above it. Programs are compiled from `check.core`; compiling asks
`check.secret_reading` and a few validators about the same rules.
"""
