"""When the cyclic garbage of a server is collected: never while somebody types.

What is found in rules is a tree with links in both directions, so each round of findings leaves about a megabyte that
only the collector of cycles frees. To look through everything that is kept takes longer than to find what is wrong, so
it is done in three steps:

    frozen     once all rulesets have been read, they are kept out of all collections
    young      after some rounds, in a short lull, only what was made since is looked through
    everything after some of those, which leave a little each, in a long lull; what is left is frozen again
"""

from __future__ import annotations

import gc

LONG_LULL = 2.0
"""Seconds without an edit until everything is looked through."""
MOST_ROUNDS = 10
"""Rounds of findings that may leave their garbage."""
MOST_YOUNG = 30
"""How often only young objects are looked through until everything is."""


class GarbagePolicy:
    """Collects garbage when it is told that nobody waits."""

    def __init__(self) -> None:
        self._rounds = self._young = 0

    def start(self) -> None:
        """Collect nothing automatically from now on."""
        gc.disable()

    def count_round(self) -> None:
        """Note that findings were computed."""
        self._rounds += 1

    def in_short_lull(self) -> None:
        """Collect what was made since the last time, if it has become much."""
        if self._rounds > MOST_ROUNDS:
            gc.collect(0)
            self._rounds, self._young = 0, self._young + 1

    def freeze_once(self) -> None:
        """Leave all that there is out of collections: rulesets that have been read are no garbage."""
        if not gc.get_freeze_count():
            gc.freeze()

    @property
    def wants_long_lull(self) -> bool:
        """Whether everything should be looked through when there is time."""
        return self._young > MOST_YOUNG

    def collect_everything(self) -> None:
        """Collect all that is referred to only in cycles; what is left is not looked through in shorter lulls."""
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self._rounds = self._young = 0
