"""A debugger for rules: what a designer can do at a table besides playing.

    rules.py         the rules of the running game, other builds of them, and going on under them after a change
    breakpoints.py   where to stop: at a rule, at a question, when a condition in the language of rules becomes true
    recording.py     a scenario from the position, with what was expected
    debugger.py      the commands, each from what was typed to lines

Tests: `tests/screen/test_debugger.py`.
"""
