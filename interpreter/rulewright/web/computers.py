"""Computer players, which decide in other processes, so that the tables answer while they think.

Programs of one's own (`cmd:`, `tcp:`, classes) are processes already; a thread waits for each.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import cache
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from rulewright.diagnostics import RulesError
from rulewright.players.automatic import AutomaticSeats
from rulewright.players.external.kinds import is_outside
from rulewright.players.foresight import best_first
from rulewright.players.seats import is_here_only, make_adviser, make_decider
from rulewright.workspace import Workspace

if TYPE_CHECKING:
    from rulewright.backends.playing import Decider
    from rulewright.engine import Program
    from rulewright.players.foresight import Adviser, Rated
    from rulewright.web.hall import Thought

T = TypeVar("T")


class Rules(NamedTuple):
    """Which rules are played, for another process; the fingerprint says whether it reads the same."""

    ruleset: str
    seats: int
    settings: tuple[tuple[str, int], ...]
    fingerprint: str


class Computers:
    """Decides and rates. With `processes` 0 everything runs on a thread of this process."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._pool: Executor | None = None
        self._waiting = ThreadPoolExecutor(8, "programs")
        self._own: dict[tuple[str, str], AutomaticSeats] = {}

    def decide(self, thought: Thought) -> Future[int]:
        """Return what will be the code of a choice."""
        if is_here_only(thought.kind):
            return self._waiting.submit(self._ask_program, thought)
        game = thought.game
        position = list(game.state), list(game.codes), thought.seed, len(game.decisions)
        return self._submit(decided, rules_of(thought), thought.kind, *position)

    def rate(self, thought: Thought) -> Future[list[Rated]]:
        """Return what will be the ratings of the options, the best first."""
        game = thought.game
        return self._submit(rated, rules_of(thought), thought.kind, list(game.state), list(game.codes))

    def prepare(self, ruleset: str, seats: int, settings: Mapping[str, int]) -> Future[None]:
        """Return what is done once another process has compiled a ruleset: the tables go on meanwhile."""
        if self._processes:
            return self._submit(prepared, ruleset, seats, dict(settings))
        done = Future[None]()
        done.set_result(None)
        return done

    def close(self) -> None:
        """End all processes."""
        self._waiting.shutdown(wait=False, cancel_futures=True)
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)

    def _submit(self, work: Callable[..., T], *given: object) -> Future[T]:
        try:
            return self._executor().submit(work, *given)
        except BrokenProcessPool:  # somebody ended a process: others are started
            self._pool = None
            return self._executor().submit(work, *given)

    def _executor(self) -> Executor:
        if self._pool is None:
            self._pool = (
                ProcessPoolExecutor(self._processes, get_context("spawn"), _end_with_server)
                if self._processes
                else ThreadPoolExecutor(1, "computers")
            )
        return self._pool

    def _ask_program(self, thought: Thought) -> int:
        """Ask a program, which follows the game of one table."""
        key = thought.table, thought.kind
        if key not in self._own:
            game = thought.game
            plain = game.program if is_outside(thought.kind) else plain_program(rules_of(thought))
            self._own[key] = AutomaticSeats({thought.kind: make_decider(thought.kind, plain)})
        return self._own[key].choose_code(thought.kind, thought.game)[0]


def rules_of(thought: Thought) -> Rules:
    """Return which rules a decision is made by."""
    program = thought.game.program
    return Rules(thought.ruleset, program.seats, tuple(program.settings.items()), program.fingerprint)


@cache
def plain_program(rules: Rules) -> Program:
    """Return the program of the plain build. Raises `ValueError` where the files have changed since."""
    program = Workspace().ruleset(rules.ruleset).program(rules.seats, dict(rules.settings))
    if program.fingerprint != rules.fingerprint:
        raise ValueError(f"the rules of {rules.ruleset} have changed")
    return program


@cache
def _decider(rules: Rules, kind: str) -> Decider:
    return make_decider(kind, plain_program(rules))


@cache
def _adviser(rules: Rules, kind: str) -> Adviser:
    return make_adviser(kind, plain_program(rules))


def prepared(ruleset: str, seats: int, settings: Mapping[str, int]) -> None:
    """Compile a ruleset as a table needs it, into the cache; what is wrong with it is found again where it is said."""
    with suppress(RulesError, ValueError, LookupError):
        rules = Workspace().ruleset(ruleset)
        rules.program(rules.about.most, {}, traced=True)
        if rules.about.fewest <= seats <= rules.about.most:
            rules.program(seats, settings, traced=True)


def decided(rules: Rules, kind: str, state: list[int], codes: list[int], seed: int, made: int) -> int:
    """Return the code of what a kind of seat takes."""
    return _decider(rules, kind)(state, codes, seed, made)


def rated(rules: Rules, kind: str, state: list[int], codes: list[int]) -> list[Rated]:
    """Return how a kind of seat rates the options, the best first; how many decisions were made may be secret."""
    return best_first(_adviser(rules, kind).rate_options(state, codes, 0))


def _end_with_server() -> None:
    """In another process: ignore Ctrl-C, and end when the server has ended, however that was."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_await_end_of_server, daemon=True).start()


def _await_end_of_server() -> None:
    if (server := parent_process()) is not None:
        server.join()
    os._exit(0)
