"""Which kinds of seat play better: games of several kinds at one table, and a rating for each with its interval.

    schedule.py         who meets whom: pairings, and the games of a deal
    deals.py            the games as units of the job runner, and finished games by deal
    plackett_luce.py    strengths of kinds and seats that fit all rankings best
    bootstrap.py        intervals of strengths, by reweighting deals
    standings.py        everything that is known after some deals; when there are enough

A *deal* is a game number. Every pairing plays it once for each rotation of its seats, so the luck of the shuffle and
that of the seat cancel within a deal. Deals are independent of each other, the games of one deal are not: all intervals
are computed from deals.

Ratings come from one Plackett-Luce fit to all rankings, with a term for each kind and each seat (see
`plackett_luce.py` for ties and for kinds that never lose). Everything is a function of the finished deals, so neither
the order in which games end nor the number of processes has any influence.

Tests: `tests/arena/` with rankings drawn from known strengths, where the share of intervals that contain the truth is
counted, and small games whose outcome is known.
"""
