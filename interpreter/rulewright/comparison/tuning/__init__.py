"""Settings of the search that play better than those a ruleset has, plans that beat a kind of seat: by races.

    candidates.py    the settings that are tried, and a file of kind search with what was found
    plans.py         the plans that are tried, a file of kind seat with what was found, and what it achieves
    race.py          successive halving: who plays how many deals in each round, who stays, and units of games

In every game one candidate sits among seats of the usual one, so that even play is a half. A deal is a game
number, played once with the candidate in each seat; all candidates of a round play the same deals. After each round the
better half stays. Choosing the best of many overestimates it, so the last one plays fresh deals: only they
decide whether it is better. Everything is a function of the number of games and the first deal.
"""
