"""Ctrl-C between two records and never within one, so that all that is kept of a game is kept together."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator
from types import FrameType


class Patience:
    """While it is entered, Ctrl-C waits for what is done within `whole`."""

    def __init__(self) -> None:
        self._busy = self._heard = False

    def __enter__(self) -> Patience:
        self._before: object = None
        with contextlib.suppress(ValueError):  # not the main thread: there Ctrl-C is not heard anyway
            self._before = signal.signal(signal.SIGINT, self._hear)
        return self

    def __exit__(self, *rest: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)  # type: ignore[arg-type]

    def _hear(self, number: int, frame: FrameType | None) -> None:
        self._heard = True
        if not self._busy:
            raise KeyboardInterrupt

    @contextlib.contextmanager
    def whole(self) -> Iterator[None]:
        """Let what is done within be done to its end."""
        self._busy = True
        yield
        self._busy = False
        if self._heard:
            raise KeyboardInterrupt
