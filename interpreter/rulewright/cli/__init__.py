"""The command line: what was typed becomes calls of the stages below, what they return becomes text and an exit code.

    main.py             finds and runs a command; whatever goes wrong becomes a message and an exit code
    commands/           a module or package for each command, imported only when it is called
    late.py             what is imported when it is first needed
    opening.py          from names to rulesets, programs and games
    revisions.py        rulesets as they were at a commit
    output.py           exit codes, colours, forms of findings, files
    options.py          options that several commands share; `Games`: which games, who sits, who works on them
    completing.py       what a shell completes on Tab
    compiling.py        `--compiler`: whether games run in C
    search_options.py   the options of `diverge`, and its search
    numbers.py          whole and decimal numbers that are typed
    run.py              `GamesRun`: plays many games; `--out`, `--force`, `--resume`: games in a file, their journal
    spans.py            how a command divides the time that it was given
    worth_runs.py       plays the games that say what options are worth
    racing.py           `Contest`: lets candidates race within a number of games or a time; the options for it
    recording.py        `--data`: games as tables for other programs
    progress.py         takes in the results of a job, with a bar on a terminal
    interrupts.py       Ctrl-C between two results, never within one
    streams.py          standard output that is closed, or on a full disk
    waiting.py          that something takes long which has no parts to be counted
    watching.py         `--watch`
    finished.py         the finished rules, as `show` prints them
    untrusted/          `--untrusted`: the command again, in a confined process

`main()` is the entry point `rulewright`; tests call `cli` with click's `CliRunner`. A command opens rulesets by their
names in `opening.py`, passes them to the stages, and prints what a module of `report` makes of the result.

Only this package reads the command line, prints and exits; what it prints is made in `report`. Start-up is kept short:
a module imports what each of its calls needs, everything else by way of `late.py` (`rulewright --help` loads no stage).

An exit code is 0 for fine, 1 for findings, 2 for a wrong call or files that cannot be read, 3 for a limit, 70 for a
fault of Rulewright's own and 130 for Ctrl-C (`output.py`).

Tests: `tests/cli/`, where `cli_fakes.py` provides a game without rules, and `readme.md` holds what the README shows.
"""
