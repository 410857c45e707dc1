"""Text for people and documents for programs, made from the values that the stages return. Nothing is printed here.

    layout.py               width, folding, colours
    columns.py              tables, laid out by rich
    model.py                what a command concludes, as values: a report of sentences, tables and charts
    renderers.py            a report as lines, as a page, as a document for other programs
    late.py                 what is imported when first needed
    wording.py              the interpreter's own words in the language of a game
    table/                  what one seat sees of a game, as typed values
    drawing/                that table as a picture, with the look of a ruleset
    screen/                 that table as lines of styled spans, for a screen of any width
    board.py                that table as plain text
    question_text.py, log_text.py, scores_text.py
                            a question, what happened, the end
    known_text.py           what is known of a thing, what an option would do, how options are rated
    search_text.py          what a search found out about options
    replay_report.py        a recorded game as a story or a trace, and where it differs
    analysis_report.py      what the decisions of a recorded game cost
    replay_steps.py         a recorded game in steps, for its page
    sheets_html.py          boards, pieces, markers and money to cut out
    diagnostics_text.py     findings with their lines, for a terminal
    findings_json.py, findings_sarif.py
                            findings for programs
    expanded_text.py, vector_text.py
                            the finished rules as a rule file; the places of the vector
    reference_text.py       the language reference: contents, entries, what a search found
    diff_words.py           the differences of two rulesets in words; diff_report.py, diff_markdown.py print them
    plots.py                numbers as drawings: intervals, histograms
    editions/               the page on which editions are compared, also that of `diff --html`
    diverge_report.py       divergences
    tune_report.py          what a race among settings of the search has found
    strategy_report.py      what a search among plans has found
    worth_report.py         what options are worth
    sweep_report.py         which settings meet targets
    arena_report.py, arena_words.py
                            who plays better, and the words for it
    answers_report.py, answers_words.py, report_words.py
                            what many games say about questions of designers, and the words for it
    targets_words.py        which alarms ring, and which targets are met
    compare_report.py, compare_words.py, compare_labels.py
                            paired games, and the words for them
    simulate_report.py, try_report.py, coverage_report.py, mutate_report.py, perft_report.py, sources_report.py,
    fmt_text.py             what the commands of these names have found
    rulebook_html.py, rulebook_markdown.py
                            a rulebook as a page, and as Markdown
    pages/                  templates of HTML pages
    site/                   the documentation site

Rules are printed in two ways: `expanded_text.py` prints a text of rules, a rulebook sentences for players.

The package knows the values of all stages and is used by `cli` and `api` only. A module named `_text` returns lines of
at most 80 columns, `_json` one document whose form is stable within its `version`, `_report` a `Report`.

Tests: by command in `tests/cli/`; the table of a game in `tests/engine/stories.py`, the rulebook in `tests/rulebook/`.
"""
