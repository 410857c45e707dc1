"""What many games say about a ruleset: questions that designers ask, each with an answer of typed figures.

Stages, each of which knows only the one before:

    watching.py    play: a watcher that notes how a game goes
    rows.py        records: the row of a game, made of its decisions
    model.py       the stages of games that are played for a report; answers as values, one class for each question,
                   and their figures: intervals, and verdicts on them
    games.py       the games of the stages: the same seats everywhere, then one kind against another
    questions.py   one function for each question, from rows to its answer
    skill.py       the same for games between kinds of seat

`report/answers_words.py` makes sentences of answers, `report/answers_report.py` their page, text and document.

Tests: `tests/answers/`, with small rulesets in which the answers are known, and faults planted in them.
"""
