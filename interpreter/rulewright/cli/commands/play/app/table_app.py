"""The application: what keys, the mouse and typed lines do, and when the others decide."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import cast

from textual import on
from textual.binding import Binding
from textual.timer import Timer
from textual.widgets import Input

from rulewright.cli.commands.play.answers import answer
from rulewright.cli.commands.play.app.panes import Options, Pane
from rulewright.cli.commands.play.app.paper import Paper
from rulewright.cli.commands.play.app.screens import HandOver, Sheet
from rulewright.cli.commands.play.app.view import WIDE, TableView, lines_of
from rulewright.cli.commands.play.commands import command
from rulewright.cli.commands.play.loop import Loop
from rulewright.cli.commands.play.screen import foot
from rulewright.diagnostics import RulesError
from rulewright.engine import Game
from rulewright.report.diagnostics_text import render_all
from rulewright.report.known_text import known_lines
from rulewright.report.layout import WIDTH, fold, use_width
from rulewright.report.screen import Line, Span
from rulewright.report.wording import word

SHEET = 6
"""Columns that a longer text leaves free at both sides."""

SLICE = 0.05
"""Seconds for which seats that play by themselves decide before the screen answers again."""

EVERY = 0.7
"""Seconds between two looks at the rule files."""

KEYS = {
    "f1": "help",
    "f2": "what",
    "f3": "why",
    "f4": "hint",
    "f5": "undo",
    "f6": "redo",
    "f7": "log all",
    "f8": "save",
}
"""Keys and the commands of the plain mode that they stand for."""


class TableApp(TableView):
    """Plays one session on a whole screen."""

    BINDINGS = [
        *(Binding(key, f"type({what!r})", show=False) for key, what in KEYS.items()),
        Binding("ctrl+z", "type('undo')", show=False),
        Binding("ctrl+y", "type('redo')", show=False),
        Binding("ctrl+c,f10", "leave", show=False, priority=True),
        Binding("up", "point(-1)", show=False),
        Binding("down", "point(1)", show=False),
        Binding("pageup", "scroll(-1)", show=False),
        Binding("pagedown", "scroll(1)", show=False),
        Binding("escape", "clear", show=False),
        Binding("f9", "type('reload')", show=False),
        Binding("ctrl+p", "pause", show=False),
    ]

    def __init__(self, loop: Loop, title: str) -> None:
        super().__init__(loop, title)
        self.paper = cast(Paper, loop.terminal)
        self.summed_up: Game | None = None
        """The finished game whose summary was shown."""
        self._waiting: Timer | None = None
        self._pace_before: float | None = None
        self._read: frozenset[tuple[Path, int]] = frozenset()
        """The rule files as they were when the rules of the game were read."""

    def on_mount(self) -> None:
        """Begin the game, and show it."""
        self.pane("log").border_title = word("the-log")
        self.query_one(Input).focus()
        self.session.paced = True
        self._read_again()
        self.set_interval(EVERY, self._look_at_rules)
        self.go_on()

    # -- rules that change while they are played

    def _read_again(self) -> None:
        """Take the rule files as they are now for those of the game."""
        if self.loop.debugger is not None:
            self._read = self.loop.debugger.rules.stamp()
        self._show_keys("wide-keys", "dim")

    def _look_at_rules(self) -> None:
        """Say that rule files have changed, and which key loads them."""
        if self.screen_stack and self.loop.debugger is not None and self.loop.debugger.rules.stamp() != self._read:
            self._show_keys("rule-files-changed", "asked")

    def _show_keys(self, name: str, style: str) -> None:
        def drawn(width: int) -> list[Line]:
            fits = width >= WIDE or name != "wide-keys"
            return [(Span(f" {word(name if fits else 'table-keys')}", style),)]

        self.pane("keys").show(drawn)

    # -- seats that play by themselves

    def go_on(self) -> None:
        """Show the position, and let the seats play on that play by themselves, at the pace that is set."""
        if self._waiting is not None:
            self._waiting.stop()
            self._waiting = None
        until = time.monotonic() + SLICE
        try:
            while self.session.waits and self.pace is None and not self.session.stopped and time.monotonic() < until:
                self.session.advance()
        except RulesError as problem:
            self.paper.say([*render_all(problem.findings), "", *fold(word("stands"))])
            self.loop.broken, self.session.stopped = True, word("broken")
        self.renew()
        if self.session.waits and not self.session.stopped and self.pace != 0:
            self._waiting = self.set_timer(self.pace or 0.001, self._next)

    def _next(self) -> None:
        """Let the next seat decide, unless a command has stopped the game in the meantime."""
        self._waiting = None
        if not self.screen_stack:
            return
        if self.pace:
            self._do(self.session.advance)
        else:
            self.go_on()

    def action_pause(self) -> None:
        """Hold the game, or let it go on."""
        debugger = self.loop.debugger
        if debugger is None:
            return
        if self.session.waits and (self.session.stopped or debugger.pace == 0):
            debugger.pace, self.session.stopped = debugger.pace or self._pace_before, ""
        elif debugger.pace != 0:
            self._pace_before, debugger.pace = debugger.pace, 0
        self.go_on()

    # -- what is shown

    def renew(self) -> None:
        """Show the position, after a decision or when it has changed in another way."""
        self.loop.note()
        if self._is_handed_over():
            return
        self.loop.fresh = False
        self.show()
        said = [*self.paper.taken(), *(self.loop.warning or [])]
        self.loop.warning = [] if self.loop.warning else self.loop.warning
        self.tell(said)
        if self._game.over and self.summed_up is not self._game:
            self.summed_up = self._game
            use_width(self.size.width - SHEET)
            self.push_screen(Sheet(foot(self.session), word("sheet-keys"), self.palette.style))
            self.pane("side").show(lambda width: lines_of(lambda: foot(self.session), width))

    def _is_handed_over(self) -> bool:
        """Hide everything between two persons, and show it once the next one is there."""
        asked = self.session.asked
        if len(self.session.persons) < 2 or asked is None or self.session.waits or asked == self.loop.eyes:
            return False
        self.loop.eyes = asked
        text = word("press-enter", who=self.session.names[asked])
        self.push_screen(HandOver(text, self.palette.style), self._handed_over)
        return True

    def _handed_over(self, there: bool | None) -> None:
        if there:
            self.go_on()
        else:
            self.action_leave()

    # -- what is done

    @on(Input.Changed)
    def typed(self, event: Input.Changed) -> None:
        """Leave the options that begin as was typed."""
        if self.table is not None and self.screen_stack:
            self.filter("" if event.value.startswith(":") else event.value)

    @on(Input.Submitted)
    def entered(self, event: Input.Submitted) -> None:
        """Take the option at the cursor, an answer that was typed, or do a command."""
        typed, question, option = event.value.strip(), self.session.question, self.option
        meant = answer(question, typed) if question is not None and typed else ""
        if option is not None and (not typed or (self.moved and not typed.startswith(":"))):
            self.take(option.code)
        elif typed and (question is None or command(typed) or isinstance(meant, str) and len(self.shown) != 1):
            self.action_type(typed)
        elif option is not None:
            self.take(option.code if isinstance(meant, str) else meant.code)

    def take(self, code: int) -> None:
        """Take an option, and show what comes of it."""
        question = self.session.question
        if question is not None:
            self._do(lambda: self.loop.take(next(c for c in question.choices if c.code == code)))

    def action_type(self, typed: str) -> None:
        """Do a command as if it were typed in the plain mode; what is asked without a name is about the cursor."""
        option = self.option
        if typed == "what" and option is not None:
            typed = f"what {option.name}"
        self.query_one(Input).value = ""
        leaving = typed.split(" ")[0].removeprefix(":") in ("quit", "exit")
        use_width(WIDTH if leaving else self.pane("side").scrollable_content_region.width)
        if typed == "help":
            self.paper.say([word("help-screen"), ""])
        self._do(lambda: self.loop.do(typed))
        if typed.removeprefix(":").split(" ")[0] == "reload":
            self._read_again()

    def _do(self, step: Callable[[], None]) -> None:
        game = self.session.game
        step()
        if not self.loop.open:
            self.exit()
        elif self.session.game is not game or self.loop.fresh:
            self.go_on()
        else:
            said = self.paper.taken()
            if len(said) > 2 * self.pane("side").size.height:
                self.push_screen(Sheet(said, word("sheet-keys"), self.palette.style))
            else:
                self.tell(said)

    def action_clear(self) -> None:
        """Drop what was typed, and the answer to it."""
        if self.past:
            self.show()
        self.query_one(Input).value = ""
        self.query_one(Input).focus()
        self.tell([])

    def action_leave(self) -> None:
        """Save the game and stop."""
        self.action_type("quit")

    @on(Pane.Pointed)
    def pointed(self, event: Pane.Pointed) -> None:
        """Take the option that was clicked at, or the only one of the part; else say what is known of it."""
        if isinstance(event.pane, Options):
            row = event.pane.rows[event.line] if event.line < len(event.pane.rows) else None
            if row is not None:
                self.take(self.shown[row].code)
        elif event.span is not None and event.span.about and self.table is not None:
            about = event.span.about
            if event.pane.id == "log":
                self.look_back(int(about.rpartition(" ")[2]))
                return
            options = [option for option in self.shown if option.target == about]
            if len(options) == 1 and not event.looking:
                self.take(options[0].code)
            else:
                self.tell(known_lines(self.session.advice.about(self.session.game, self.table, about)))
