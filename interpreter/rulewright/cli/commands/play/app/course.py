"""The course of play on the screen: when the others decide, what is shown then, and hints that take time."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, cast

from textual.timer import Timer

from rulewright.cli.commands.play.app.background import Background
from rulewright.cli.commands.play.app.paper import Paper
from rulewright.cli.commands.play.app.screens import HandOverScreen, TextScreen
from rulewright.cli.commands.play.app.view import TableView, lines_of
from rulewright.cli.commands.play.loop import TableLoop
from rulewright.cli.commands.play.screen import question_or_scores, still_hidden
from rulewright.diagnostics import RulesError
from rulewright.players.foresight import Rated
from rulewright.report.layout import use_width
from rulewright.report.wording import word

if TYPE_CHECKING:
    from rulewright.engine import Choice, Game

SHEET_MARGIN = 6
"""Columns that a longer text leaves free at both sides."""

SLICE_SECONDS = 0.05
"""Seconds for which seats that play by themselves decide before the screen answers again."""

POLL_SECONDS = 0.1
"""Seconds between two looks at how far somebody is who thinks."""


class CourseView(TableView):
    """Lets seats decide that play by themselves, and shows what comes of each decision."""

    def __init__(self, loop: TableLoop, title: str) -> None:
        super().__init__(loop, title)
        self.paper = cast(Paper, loop.terminal)
        self.summed_up: Game | None = None
        """The finished game whose summary was shown."""
        self._threads, thinking = ThreadPoolExecutor(1), self.session.computers.thinking
        self._seat: Background[Choice] = Background(thinking, self._threads)
        """The decision of a seat that thinks ahead."""
        self._hint: Background[Sequence[Rated]] = Background(thinking, self._threads)
        self._waiting: Timer | None = None
        self._pace_before: float | None = None

    # -- seats that play by themselves

    def go_on(self) -> None:
        """Show the position, and let the seats play on that play by themselves, at the pace that is set."""
        if self._waiting is not None:
            self._waiting.stop()
            self._waiting = None
        until = time.monotonic() + SLICE_SECONDS
        while self.session.is_waiting and self.pace is None and not self.session.stopped and time.monotonic() < until:
            if not self._advance_seat(until - time.monotonic()):
                break
        for background in (self._seat, self._hint):
            background.keep_about(self.session.game)
        self.renew_screen()
        self.running = self.running and self.session.is_waiting and not self.session.stopped
        thinking = self._seat.is_about(self.session.game)
        if self.session.is_waiting and not self.session.stopped and (thinking or self.pace != 0):
            self._wait_for_next(POLL_SECONDS if thinking else self.pace or 0.001)

    def _wait_for_next(self, seconds: float) -> None:
        self._waiting = self.set_timer(seconds, self._decide_next)

    def _advance_seat(self, seconds: float) -> bool:
        """Let one seat decide that plays by itself; return False while it thinks for longer than that."""
        try:
            if not self.session.is_thinking_ahead:
                self.session.let_one_decide()
                return True
            if not self._seat.is_about(self.session.game):
                self._seat.start_work(self.session.game, self.session.think_later())
            if self._seat.is_done(max(0, seconds)):
                self.session.let_one_decide(self._seat.take_result())
        except RulesError as problem:
            self.paper.write_lines(self.loop.broken_lines(problem))
            self.loop.broken, self.session.stopped = True, word("broken")
        return not self._seat.is_about(self.session.game)

    def run_on(self) -> None:
        """Let the others decide, without a pause, until a person is asked or something stops the game."""
        self.running, self.session.stopped = True, ""
        self.go_on()

    def let_think(self) -> None:
        """Let the seat decide that thinks ahead, whatever the pace is."""
        self._seat.start_work(self.session.game, self.session.think_later())
        self._decide_next()

    def _decide_next(self) -> None:
        """Let the next seat decide, unless a command has stopped the game in the meantime."""
        self._waiting = None
        if not self.screen_stack:
            return
        thinking = self._seat.is_about(self.session.game)
        if thinking and not self._seat.is_done():
            self.show_prompt()
            self._wait_for_next(POLL_SECONDS)
        elif (thinking or self.pace) and not self._advance_seat(SLICE_SECONDS):
            self._wait_for_next(POLL_SECONDS)
        else:
            self.go_on()

    def action_pause(self) -> None:
        """Hold the game, or let it go on."""
        debugger = self.loop.debugger
        if debugger is None:
            return
        running, self.running = self.running, False
        if not running and self.session.is_waiting and (self.session.stopped or debugger.pace == 0):
            debugger.pace, self.session.stopped = debugger.pace or self._pace_before, ""
        elif debugger.pace != 0:
            self._pace_before, debugger.pace = debugger.pace, 0
        self.go_on()

    # -- what is shown

    def renew_screen(self) -> None:
        """Show the position, after a decision or when it has changed in another way."""
        self.loop.save_position()
        if self._is_handed_over():
            return
        self.loop.fresh = False
        self.show_position()
        said = [*self.paper.take_lines(), *(self.loop.warning or [])]
        self.loop.warning = [] if self.loop.warning else self.loop.warning
        self.show_answer(said)
        if self._game.over and self.summed_up is not self._game:
            self.summed_up = self._game
            use_width(self.size.width - SHEET_MARGIN)
            self.push_screen(TextScreen(self._at_the_end(), word("sheet-keys"), self.palette.style))
            self.pane("side").show_lines(lambda width: lines_of(self._at_the_end, width))

    def _at_the_end(self) -> list[str]:
        return [*question_or_scores(self.session), *still_hidden(self.session)]

    def _is_handed_over(self) -> bool:
        """Hide everything between two persons, and show it once the next one is there."""
        asked = self.session.seat_asked
        if len(self.session.persons) < 2 or asked is None or self.session.is_waiting or asked == self.loop.eyes:
            return False
        self.loop.eyes = asked
        text = word("press-enter", who=self.session.names[asked])
        self.push_screen(HandOverScreen(text, self.palette.style), self._handed_over)
        return True

    def _handed_over(self, there: bool | None) -> None:
        if there:
            self.go_on()
        else:
            self.action_leave()

    def action_leave(self) -> None:
        """Save the game and stop."""
        raise NotImplementedError

    def _show_answer(self, said: Sequence[str]) -> None:
        if len(said) > 2 * self.pane("side").size.height:
            self.push_screen(TextScreen(said, word("sheet-keys"), self.palette.style))
        else:
            self.show_answer(said)

    # -- hints that take time

    def begin_hint(self, typed: str) -> None:
        """Have the options rated, in the background where that takes time."""
        use_width(self.pane("side").scrollable_content_region.width)
        kind = self.loop.hint_kind(typed)
        if not kind:
            self._show_answer(self.paper.take_lines())
            return
        self.show_answer(self.session.advice.notices_before(kind))
        self._hint.start_work(self.session.game, self.session.rate_later(kind))
        self._look_for_hint(kind, SLICE_SECONDS)

    def _look_for_hint(self, kind: str, seconds: float = 0) -> None:
        """Show the hint once it is there, and how far it is until then."""
        if not (self.screen_stack and self._hint.is_about(self.session.game)):
            return
        if self._hint.is_done(seconds):
            use_width(self.pane("side").scrollable_content_region.width)
            self.loop.tell_hint(kind, self._hint.take_result())
            self._show_answer(self.paper.take_lines())
            return
        if self.session.computers.thinking.text:
            self.show_answer([self.session.computers.thinking.text, word("end-now")])
        self.set_timer(POLL_SECONDS, lambda: self._look_for_hint(kind))

    def on_unmount(self) -> None:
        """Have nobody think on."""
        for background in (self._seat, self._hint):
            background.drop_work()
        self._threads.shutdown(cancel_futures=True)
