"""Which settings of a ruleset meet targets.

    grid.py      numbers by name with the values that they are tried with, and all combinations of them
    games.py     the games of each setting, by the same numbers
    race.py      who drops out, and what the games of those that are left show

Tests: `tests/sweep/`.
"""
