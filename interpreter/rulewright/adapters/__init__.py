"""Games of rulesets in the libraries of others: PettingZoo and OpenSpiel. Both are extras.

    from rulewright.adapters.pettingzoo import env, parallel_env
    from rulewright.adapters.open_spiel import load

    actions.py         numbers for choices
    reading.py         numbers of vectors as arrays
    pieces.py          what a seat may know of pieces, as numbers
    observation.py     what a seat may know of a position, as a vector of numbers
    position.py        positions, and what they are worth
    simultaneous.py    rounds in which seats decide at once
    spaces.py          spaces, masks, and the table as text
    pettingzoo.py      environments of PettingZoo; zoo_rounds.py has those in which seats decide at once
    chance.py          chance as actions
    history.py         histories, and what seats know of them
    open_spiel.py      games for OpenSpiel

An action is a number that depends on the name of a choice, on the rules and on the number of players. What a seat may
know is given as numbers, which leave out what has happened before, and for OpenSpiel also in words with all that the
seat has read. Nothing of it depends on what the seat may not know.

This package imports numpy, which comes with either library. Tests: `tests/adapters/`.
"""
