"""Two rulesets compared, kinds of seat, or settings, one package for each question.

What differs in the rules, without playing:

    diff/__init__.py    rows of differences: graded, with sources, in the order of the rulebook; each switched on alone
    diff/changes.py     changes between the finished rules of two rulesets

Which is the shortest game that both play differently:

    divergence/__init__.py         random search, guided by
    divergence/distance.py         the dependency distance of rules to what is changed
    divergence/lockstep.py         lockstep run: one game under two programs, and which values can be compared
    divergence/units.py            searches as units of the job runner
    divergence/watch_run.py        watch run: when a rule of one side only is first used
    divergence/narrative.py        the game found, told by both sides, and the rules responsible
    divergence/shrinker.py         counterexample shrinker: the game as a minimal scenario, in a file

What differs in play:

    statistics/__init__.py    batches of paired games, and an effect for each number
    statistics/outcome.py     the numbers that are kept of one game
    statistics/effects.py     paired effect sizes, shares and means, with confidence intervals

Which settings of the search, and which plans of seats, play better:

    tuning/__init__.py    a race among candidates, by successive halving

Which kinds of seat play better:

    arena/__init__.py    games of several kinds at one table, and ratings with intervals

What designers ask of one ruleset, or of two side by side:

    answers/__init__.py    questions answered by the figures of many games

What an option is worth:

    worth/__init__.py    games with a restricted seat, and what they change in its share of wins

Whether games meet what a ruleset wants of them:

    targets/__init__.py    targets, alarms where games show that one is missed

Which settings of a ruleset meet targets:

    sweep/__init__.py    all combinations of values, and a race of them

`toggles.py` lists the edits of a ruleset, and builds pairs that differ in everything or in a single difference.
`divergence` and `statistics` do not use each other; `arena` uses the intervals of `statistics`, `worth` its effects,
`answers` and `tuning` both, `tuning` also the watched games of `worth`, `targets` the games of `answers`, and `sweep`
`targets`.

Tests: `tests/compare/` with a small shop whose rules differ in known ways, `tests/playtest/test_compare.py`.
"""
