"""Information-set Monte Carlo tree search (Cowling, Powley and Whitehouse, 2012), with a tree for each observer.

A decision is searched like this, in Python or, with the same moves, in C:

1. A determinization is sampled from what the searching seat knows (`Program.playing.sample`): a world.
2. Every seat has a tree of what it has seen since the root. From the root, all trees are descended at once: the seat to
   decide selects in its own tree by upper confidence bounds with availability counts, the others follow what they see
   of the choice. Each tree grows by one node. The prior of a new choice is the evaluation one step ahead, relative to
   the mean of its siblings.
3. Outside of the trees, the playout policy takes the best of a few sampled choices, until the game is over or the
   position is evaluated with the weights that the ruleset has for searching seats. Truncated playouts may go on to the
   end of a phase, because evaluations at different stages of a round are hardly comparable.
4. Every seat's own decisions are credited with its own reward (max^n).

Nodes are keyed by choices, not by outcomes of chance (open loop). Opponents select in trees of their own, which do not
distinguish what they cannot see; but the worlds that they learn in agree with the searching seat's own pieces, so their
statistics are conditioned on these. With the setting `uninformed` they learn only in worlds in which these have been
dealt anew from their point of view (compare the re-determinization of Goodman, 2019).

With `bluffing`, for short games, iterations begin at the start of the game, and a node is what a seat knows, whatever
led there: worlds are met as often as the policies make them, that is, weighted by the likelihood of the observed
choices. All seats select by smooth UCT (Heinrich and Silver, 2015), and the seat draws its choice by the visits. The
searching seat may hold anything in these games, so that nothing is conditioned on its own pieces.

Without chance and secrets, terminal positions prove choices up the tree (MCTS-Solver, Winands and others, 2008).

    settings.py   budgets by the names of kinds (`search:500`, `level:3`), and the settings of a search
    seat.py       the seat: trees on threads, merged in order; progress and interruption
    native.py     a tree in C (`backends/c/search.c`)
    twin.py       a tree in Python, equal decision by decision
    nodes.py      its nodes and edges
    selection.py  how it selects
    rewards.py    what positions come to for it
    line.py       what is expected to follow a choice
    result.py     what is known of the choices at the root
"""
