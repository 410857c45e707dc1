"""Runs compiled games: the layer between a program and whoever plays.

A `Game` is a `Program` (generated code and its tables) and a vector (the whole state, a flat list of
integers). It runs to the next decision with at least two choices, and waits: `question` says who is asked
what, `choose` takes a choice by code or name. With a program of the traced build it also has prompts,
labels, a log and reasons; with the plain build it has names only. Errors of the rules become a `RulesError`
with a finding at the responsible line. Who only passes programs on, from a ruleset to a game or a seat, names the type
`Program` from here.

Everything here reads the vector through the tables of the program, so layouts may change without changes
here. What leaves the engine uses names, never slots: saves, replays and state hashes outlive both layout
and interpreter.

    game.py             a running game: decisions, points, ranking, copies
    cells.py            facts, amounts and places of a program: what they are called, and who may know them
    position.py         a position: who is asked what, and its cells as a seat may know them
    options.py          the options of the rules, and what the code of a choice says, also to a seat that sees less
    automatic_seats.py  what a program says about seats that play by themselves
    words.py            names and labels of values, choices, things
    rule_names.py       what rules call things and what everybody has, of a program or without one
    position_writing.py gives positions facts, pieces and a step to begin with
    prescribed_chance.py outcomes of chance that are prescribed, and recorded
    bare_games.py       games as bare vectors, for those who play very many
    known_chance.py     the same, where it is known what chance does
    number_layout.py    where the numbers of cells are in a vector
    views.py            what a seat sees, by labels; `seat_view.py` adds the names of the rules
    seat_view.py        what a seat may know, for programs that play
    table_rules.py      what can be on a table: facts, values and prints with their headings
    vector_layout.py    the stretches of the vector
    log.py              notes of the traced build as lines, private ones included
    moves.py            merges related moves of pieces for the log
    phases.py           the active phases, from the return blocks in the vector
    explanations.py     answers to `why`
    reasons.py          conditions that failed, by option
    scoring.py          points by source, ranking
    several_things.py   several things that are chosen at once: their questions as one
    holdings.py         numbers and pieces that players hold, and pieces that come to them
    exhaustive.py       programs that enumerate all outcomes of chance
    snapshot.py         states by names, and the state hash of a decision
    runtime_errors.py   errors of the rules as findings
    savefile/           saves and replays
    determinization/    states that look the same to a seat

Imports nothing above `backends`; scenarios, players, playtests, comparisons and reports build on it.
"""

from rulewright.backends import Program
from rulewright.engine.game import Choice, Game, Question
from rulewright.engine.log import LogLine
from rulewright.engine.runtime_errors import LimitExceeded

__all__ = ["Choice", "Game", "LimitExceeded", "LogLine", "Program", "Question"]
