"""Whether games meet the targets of a ruleset.

    parts.py      from the rows of games to the values that a measure is made of
    judging.py    what they show: an estimate, p-values for both sides of a target, verdicts on all targets together

How targets are written is in `source/targets.py`.

Tests: `tests/targets/`.
"""
