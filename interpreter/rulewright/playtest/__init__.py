"""Playtesting: what many games show about rules, and whether known games still go the same way.

Each game is determined by its number and the kinds of its seats, so results can be repeated and work can be
divided among processes in any way. Games leave rows of integers or records, never references to a program.

    late.py                what is imported when it is first needed
    game.py                one game by automatic seats, and its record
    watching.py            watchers of games, which note each decision
    match.py               what commands that play many games have in common: rulesets, seats, build
    simulate.py            many games of one ruleset, in work units of `jobs`
    native_builds.py       when to play in C, and compiling the library meanwhile
    rows.py                finished games as columns of integers
    datasets/              rows of games, seats and decisions for other programs
    summary.py             means, wins and failures of many games
    results.py             files of records: looking up and repeating games
    replay.py              verifying and rewriting recorded games
    renamed_replays.py     replays in the names that things have after a renaming
    analysis.py            what each decision of a recorded game cost, by search
    perft.py               exact counts of lines of play
    coverage.py            what scenarios and games reached of the rules, and reasons for what is never reached
    coverage_runs.py       the runs on instrumented programs
    house_rules.py         small edits that a ruleset supports, tried by playing them
    mutants/               small changes of rules that scenarios should notice

Failures are part of the result: a game that breaks becomes a record with a sentence, not an exception.

A thousand games in this process, by the functions that the commands use as well:

    play = SimulatedGames((load("./examples/tic-tac-toe"),), seats=2)()
    records = [play(number) for number in range(1, 1001)]

`simulate`, `compare` and `coverage` distribute the same work with `jobs`, in units that yield rows or
marks.

Tests: `tests/playtest/` with two small rulesets (`orchard`, `stall`), `tests/replays/` with the golden
games of the shipped rulesets, `tests/open_spiel/` against another implementation of the same games.
"""
