"""Ctrl-C and other requests to end: between two records and never within one, so that no record is lost or cut."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator
from types import FrameType

from rulewright.jobs.shutdown import STOP_SIGNALS


def obey_signals() -> None:
    """Have what ends a terminal session or a service end a command as Ctrl-C does, unless it is ignored."""
    for number in STOP_SIGNALS:
        if signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, signal.default_int_handler)


class Patience:
    """While it is entered, requests to end wait for what is done within `whole`."""

    def __init__(self) -> None:
        self._busy = self._heard = False

    def __enter__(self) -> Patience:
        self._before: dict[int, object] = {}
        with contextlib.suppress(ValueError):  # not the main thread: there Ctrl-C is not heard anyway
            for number in STOP_SIGNALS:
                if number == signal.SIGINT or signal.getsignal(number) == signal.default_int_handler:
                    self._before[number] = signal.signal(number, self._note_signal)
        return self

    def __exit__(self, *rest: object) -> None:
        for number, before in self._before.items():
            signal.signal(number, before)  # type: ignore[arg-type]

    def _note_signal(self, number: int, frame: FrameType | None) -> None:
        self._heard = True
        if not self._busy:
            raise KeyboardInterrupt

    @contextlib.contextmanager
    def uninterrupted(self) -> Iterator[None]:
        """Let what is done within be done to its end."""
        self._busy = True
        yield
        self._busy = False
        if self._heard:
            raise KeyboardInterrupt
