"""What an option is worth: the same games with a seat that may not choose it, and with one that must when it can.

    choices.py     what can be restricted, by the names of choices, and what became of it in a game
    games.py       games without a restriction and with one, as units of the job runner
    findings.py    the change in the share of wins, and verdicts on all rows

In game number n the seat n modulo the number of seats is watched; everybody plays by the same kind. The games without
a restriction are played once, and every restriction is compared with them. A restricted seat decides as usual wherever
that is allowed (`players/plan.py`), so a game in which it would never have been overruled need not be played again.

A stronger kind of seat plays again only what the first kind flags, with some of its peers. Everything is a function of
the game numbers and the kinds, so neither the order in which games end nor the number of processes matters.

Tests: `tests/worth/`, with rulesets into which faults are planted.
"""
