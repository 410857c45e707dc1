"""Automatic seats: what decides for a seat when no person does.

A decision function (`Decider`) maps a vector, the codes of its choices, the game number and the number of
decisions so far to one of the codes. It must be deterministic in these arguments, so that a game number
identifies a game on every machine, and it must not use anything that its seat may not see: search works on
determinizations of the vector.

    seats.py         the kinds of seat by name (`random`, `search:500`, a plan …), and their decision functions
    automatic.py     the seats of a running game that play by themselves
    greedy.py        one-step search with an evaluation
    search/          information-set Monte Carlo tree search
    foresight.py     what an option would do, tried on what its seat may know; who rates options
    plan.py          seats with a plan of the ruleset (`kind: seat`) or with restrictions, in front of another kind
    restrictions.py  restrictions as people write them: `greedy without bid`
    forgetting.py    seats that play without knowing something that they could see
    late.py          imports for when they are needed
    custom.py        user-defined seats, which see views instead of vectors
    external/        seats that are programs or language models: messages, processes, `seat-check`, MCP

To add a kind, give it a row in `KINDS` (`source/seat_kinds.py`) and its function in `make_decider` (`seats.py`). Search
works on worlds that `Program.playing` samples (see `engine.determinization`).

A seat decides like this, here for the vector of a running game:

    decide = make_decider("greedy", program)
    game.decide_by(decide)

Simulations use it without a `Game`: `play_one` of `playtest` calls decision functions on vectors of the plain
build, and programs in C play random seats themselves, with the same choices as the Python function
`random_choice` in `seats.py`. After each game `end_games` of `seats.py` tells seats outside the result, and
returns what was wrong with them.

Tests: `tests/playtest/test_greedy.py` (hidden information has no influence; equal numbers give equal
decisions), `tests/playtest/test_plans.py`, `tests/search/`, `tests/api/` (custom seats).
"""
