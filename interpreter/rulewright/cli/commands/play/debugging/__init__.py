"""A debugger for rules: what a designer can do at a table besides playing.

    rules.py         the rules of the running game, and other builds of them
    breakpoints.py   where to stop: at a rule, at a question, when a condition in the language of rules becomes true
    reloading.py     taking a running game over to rules that have changed
    recording.py     a scenario from the position, with what was expected
    debugger.py      the commands, each from what was typed to lines

Tests: `tests/screen/test_debugger.py`.
"""
