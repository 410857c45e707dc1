"""The page on which editions of a game are compared: every difference in the rules, with links into both rulebooks.

    making.py    from the rows of comparisons to differences, each once
    tables.py    tables, printed facts and pieces that differ
    play.py      measured effects and example games
    page.py      the page, as a report

The first ruleset is what the others are compared with. `diff --html` writes the page for two rulesets as well.
"""
