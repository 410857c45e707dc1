"""Search in C: one tree for each seat, in memory that belongs to C."""

from __future__ import annotations

import ctypes
from array import array

from rulewright.backends.c.runtime import Machine, State
from rulewright.backends.native_evaluation import NativeEvaluation
from rulewright.players.search.result import Considered, StuckError
from rulewright.players.search.settings import Settings

_WHOLE = ("reward", "truncate", "finishing", "sampled", "opponents", "solving", "peeking")
_REAL = ("explore", "prior", "widen")


class _Settings(ctypes.Structure):
    """`struct settings` of `search.c`."""

    _fields_ = [
        *((name, ctypes.c_int64) for name in (*_WHOLE, "kept")), ("only", ctypes.c_void_p),
        *((name, ctypes.c_double) for name in _REAL),
    ]  # fmt: skip


class NativeTree:
    """A search from one position, which can be continued."""

    def __init__(
        self, evaluation: NativeEvaluation, state: State, seat: int, seed: int, settings: Settings, most_edges: int
    ) -> None:
        self.only = array("q", settings.only)  # C reads it
        kept = {"kept": len(self.only), "only": self.only.buffer_info()[0]}
        given = _Settings(**{name: getattr(settings, name) for name in (*_WHOLE, *_REAL)}, **kept)
        self.machine: Machine = evaluation.machine
        self.evaluation = evaluation  # C reads its lists
        start = self.machine.start
        if not state.in_c() or not start.in_c():
            raise StuckError
        self.held = self.machine.c.rw_search_new(
            state.held, start.held, evaluation.address, seat, seed, ctypes.addressof(given), most_edges
        )
        if not self.held:
            raise MemoryError
        self.made = 0

    def __del__(self) -> None:
        if getattr(self, "held", None):
            self.machine.c.rw_search_free(self.held)

    def run(self, most: int, seconds: float) -> int:
        """Go on until `most` iterations have been made in all, or for some seconds (0: without limit)."""
        self.made = self.machine.c.rw_search_run(self.machine.run.held, self.held, most, int(seconds * 1e9))
        if self.made < 0:
            raise StuckError
        return self.made

    def visits_and_child(self, node: int, key: int) -> tuple[int, int]:
        """Return how often a choice was tried at a node, and the node that it leads to, or -1."""
        visits = ctypes.c_int64()
        child: int = self.machine.c.rw_search_edge(self.held, node, key, ctypes.addressof(visits))
        return visits.value, child

    def found_choices(self, codes: list[int]) -> list[Considered]:
        """Return what is known of the choices at the root."""
        visits, proven = (array("q", bytes(8 * len(codes))) for _ in range(2))
        worth = array("d", bytes(8 * len(codes)))
        given = array("q", codes)
        into = (numbers.buffer_info()[0] for numbers in (visits, worth, proven))
        self.machine.c.rw_search_found(self.machine.run.held, self.held, given.buffer_info()[0], len(codes), *into)
        return [Considered(*each) for each in zip(codes, visits, worth, proven, strict=True)]
