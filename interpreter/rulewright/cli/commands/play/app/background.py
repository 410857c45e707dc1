"""What takes long while the table answers: one thing at a time, on a thread of its own."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Generic, TypeVar

from rulewright.cli.commands.play.thinking import ThinkingProgress

T = TypeVar("T")


class Background(Generic[T]):
    """Finds something out about a position of the game; about another position it is of no use any more."""

    def __init__(self, thinking: ThinkingProgress, threads: ThreadPoolExecutor) -> None:
        self.thinking, self._threads = thinking, threads
        self._future: Future[T] | None = None
        self._about: object = None

    def start_work(self, about: object, work: Callable[[], T]) -> None:
        """Begin with this; drop whatever was begun before."""
        self.drop_work()
        self._about, self._future = about, self._threads.submit(work)

    def is_done(self, seconds: float = 0) -> bool:
        """Wait for some seconds; return whether something was begun and is at its end."""
        return self._future is not None and bool(wait([self._future], seconds).done)

    def is_about(self, about: object) -> bool:
        """Return whether something was begun about a position."""
        return self._future is not None and self._about is about

    def take_result(self) -> T:
        """Return what was found out, or raise what went wrong."""
        assert self._future is not None
        future, self._future = self._future, None
        return future.result()

    def keep_about(self, about: object) -> None:
        """Drop what was begun about another position."""
        if not self.is_about(about):
            self.drop_work()

    def drop_work(self) -> None:
        """Have the thread end soon, and forget what it finds out."""
        if self._future is not None:
            self.thinking.stopped = True
            self._future = None
