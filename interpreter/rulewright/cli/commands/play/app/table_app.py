"""The application: one screen with the table, the log, the question with its options, and a line to type in."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import cast

from textual import events, on
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Container
from textual.timer import Timer
from textual.widgets import Input

from rulewright.cli.commands.play.answers import answer, matching
from rulewright.cli.commands.play.app.look import Palette
from rulewright.cli.commands.play.app.panes import Board, Options, Pane
from rulewright.cli.commands.play.app.paper import Paper
from rulewright.cli.commands.play.app.screens import HandOver, Sheet
from rulewright.cli.commands.play.commands import command
from rulewright.cli.commands.play.loop import Loop
from rulewright.cli.commands.play.screen import foot, shown
from rulewright.diagnostics import RulesError
from rulewright.engine import Game
from rulewright.report.diagnostics_text import render_all
from rulewright.report.known_text import known_lines, preview_lines
from rulewright.report.layout import WIDTH, fold, use_width
from rulewright.report.log_text import story
from rulewright.report.question_text import address
from rulewright.report.screen import Line, Span, draw, folded, padded, text_of
from rulewright.report.screen.drawing import phase_line
from rulewright.report.screen.question import listed, option_lines
from rulewright.report.table.model import Option, Table
from rulewright.report.wording import word

WIDE = 110
"""Columns from which the log stands beside the table."""

SHEET = 6
"""Columns that a longer text leaves free at both sides."""

LOW = 30
"""Lines below which the options get fewer."""

REST = 0.15
"""Seconds that the cursor rests on an option before its effects are shown."""

SLICE = 0.05
"""Seconds for which seats that play by themselves decide before the screen answers again."""

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


def lines_of(texts: Callable[[], Sequence[str]], width: int) -> list[Line]:
    """Return texts that are laid out for a pane as its lines."""
    use_width(width)
    return [line for text in texts() for line in folded(text, width)]


class TableApp(App[None]):
    """Plays one session on a whole screen."""

    CSS_PATH = "table.tcss"
    ENABLE_COMMAND_PALETTE = False
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
        super().__init__(ansi_color=True)
        self.loop, self.session, self.title = loop, loop.session, title
        self.paper = cast(Paper, loop.terminal)
        self.palette = Palette(self._game.program.domains["player"].members)
        self.table: Table | None = None
        self.shown: Sequence[Option] = ()
        """The options that what is typed leaves."""
        self.summed_up: Game | None = None
        """The finished game whose summary was shown."""
        self.moved = False
        """Whether the cursor was moved since something was typed."""
        self._looking: Timer | None = None
        self._waiting: Timer | None = None
        self._pace_before: float | None = None

    @property
    def _game(self) -> Game:
        return cast(Game, self.session.game)

    def compose(self) -> ComposeResult:
        """Lay out the panes."""
        style = self.palette.style
        yield Pane(style, "head")
        with Container(id="middle"):
            yield Board(style, "table", reached=True)
            yield Pane(style, "log", reached=True)
        yield Pane(style, "prompt")
        with Container(id="bottom"):
            yield Options(style, "options")
            yield Pane(style, "side", reached=True)
        line = Input(id="line", compact=True, select_on_focus=False)
        line.cursor_blink = False
        yield line
        yield Pane(style, "keys")

    def pane(self, name: str) -> Pane:
        """Return a pane of the table."""
        return self.screen_stack[0].query_one(f"#{name}", Pane)

    def on_mount(self) -> None:
        """Begin the game, and show it."""
        self.pane("log").border_title = word("the-log")
        self.query_one(Input).focus()
        self.session.paced = True
        self.pane("keys").show(lambda width: [(Span(" " + word("table-keys"), "dim"),)])
        self.go_on()

    # -- seats that play by themselves

    @property
    def pace(self) -> float | None:
        """Seconds between two decisions of seats that play by themselves; 0 while they wait; None for no pause."""
        return self.loop.debugger.pace if self.loop.debugger else None

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

    def on_resize(self, event: events.Resize) -> None:
        """Put the log beside the table where there is room, and give the options their share."""
        self.screen_stack[0].set_class(event.size.width >= WIDE, "wide")
        self._share(event.size.height)

    def _share(self, height: int) -> None:
        wanted = len(self.pane("options").lines) if self.table else 0
        self.screen_stack[0].query_one("#bottom").styles.height = max(
            4, min(max(wanted, height // 4), height // 3) - (height < LOW)
        )

    # -- what is shown

    def renew(self) -> None:
        """Show the position, after a decision or when it has changed in another way."""
        self.loop.note()
        if self._is_handed_over():
            return
        self.loop.fresh = False
        self.table = table = shown(self.session)
        self.pane("head").show(lambda width: [phase_line(table, self.title)])
        self.pane("table").show(lambda width: draw(table, width), keep=True)
        log, reader = self.session.game.log, self.session.reader
        self.pane("log").show(lambda width: lines_of(lambda: story(log, reader), width), at_end=True)
        self.query_one(Input).value = ""
        self._show_question()
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

    def _show_question(self) -> None:
        question = self.session.question
        text = address(question, self.session.names) if question else self._why_nobody()
        context = self.table.asked.context if self.table and self.table.asked else ()
        pane = self.pane("prompt")

        def drawn(width: int) -> Sequence[Line]:
            lines = [line for each in (text, *context) for line in folded(f" {each}", width, "asked")]
            pane.styles.height = min(len(lines), 4)
            return [padded((Span(text_of(line), "asked"),), width) for line in lines]

        pane.show(drawn)
        self.filter("")

    def _why_nobody(self) -> str:
        asked = self.session.asked
        if asked is None or self.session.stopped or not self.pace:
            return self.loop.nobody_asked()
        return word("watching", who=self.session.names[asked], seconds=f"{self.pace:g}")

    def filter(self, typed: str) -> None:
        """List the options that begin as was typed."""
        asked = self.table.asked if self.table else None
        question = self.session.question
        pane = cast(Options, self.pane("options"))
        codes = {choice.code for choice in matching(question, typed)} if question else set()
        self.shown = [option for option in listed(asked) if option.code in codes] if asked else ()
        shown, menus = self.shown, len({option.menu for option in self.shown}) > 1
        pane.rows = option_lines(shown, max(pane.scrollable_content_region.width, 20), menus)[1]

        def drawn(width: int) -> Sequence[Line]:
            lines, pane.rows = option_lines(shown, width, menus)
            return lines

        pane.show(drawn)
        self.moved = False
        self._share(self.size.height)
        self.point(0)

    @property
    def option(self) -> Option | None:
        """The option at the cursor."""
        at = cast(Options, self.pane("options")).cursor
        return self.shown[at] if at < len(self.shown) else None

    def point(self, to: int) -> None:
        """Move the cursor to an option, and light up what it is about."""
        pane = cast(Options, self.pane("options"))
        pane.point(max(0, min(to, len(self.shown) - 1)))
        self.pane("table").light(self.option.target if self.option else "")
        self._foresee()

    def _foresee(self) -> None:
        """Show what the option at the cursor would do, once the cursor rests there."""
        if self._looking is not None:
            self._looking.stop()
        self._looking = self.set_timer(REST, self._foreseen)

    def _foreseen(self) -> None:
        if not (self.screen_stack and self.moved):
            return
        option, question = self.option, self.session.question
        if option is None or question is None:
            return
        self.tell(preview_lines(option.label, self.session.advice.foresee(self.session.game, option.code)))

    def tell(self, lines: Sequence[str]) -> None:
        """Show an answer beside the options."""
        self.pane("side").show(lambda width: lines_of(lambda: lines, width))

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
        self._do(lambda: self.loop.do(typed))

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

    def action_point(self, by: int) -> None:
        """Move the cursor up or down."""
        self.moved = True
        self.point(cast(Options, self.pane("options")).cursor + by)

    def action_scroll(self, by: int) -> None:
        """Turn a page of the table."""
        pane = self.pane("table")
        pane.scroll_to(y=pane.scroll_offset.y + by * max(1, pane.size.height - 1), animate=False)

    def action_clear(self) -> None:
        """Drop what was typed, and the answer to it."""
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
            options = [option for option in self.shown if option.target == about]
            if len(options) == 1 and not event.looking:
                self.take(options[0].code)
            else:
                self.tell(known_lines(self.session.advice.about(self.session.game, self.table, about)))
