"""Scenarios: a situation by names, the decisions played in it, and the expected result.

A scenario file is YAML. Its position starts from the state after set-up with game number 1 and is
changed by `given`; `play` lists decisions with what must be asked, offered and not offered;
`expect` compares facts, places and values. Names are resolved against those of the
rules, so a misspelt one is a finding at its line; a failed expectation is a `Failure` of its
`Result`, also with a span.

    reading.py         scenario files as values, without any knowledge of rules
    naming.py          looks up names in the tables of a program
    checking.py        reports unknown names without playing anything
    entries.py         traverses the entries of `given` and `expect`
    position.py        builds the vector of a scenario
    pieces.py          places pieces consistently
    chance.py          prescribes dice and shuffles
    offers.py          compares what is offered at a question
    playing.py         plays the decisions
    expectations.py    compares the result
    run.py             runs the scenarios of a ruleset
    results.py         results, failures, and how they read
    prepared.py        scenarios ready to be run many times, for mutants
    state_entries.py   everything that a scenario can give or expect, value by value
    correspondence.py  the words of scenarios before and after a renaming
    beginnings.py      where a scenario of a game that was played can begin, and which values it needs
    lookup.py          finds a scenario by name

Scenarios know nothing of files other than their own: `workspace` loads rulesets and compiles
programs for them.

Tests: `tests/scenarios/`, with a small ruleset (`yard`) and files of mistakes with their expected
messages. The shipped rulesets' own scenarios run there, too, and a test requires one for every
rule.
"""
