"""One screen with the table, the log, the question with its options, an answer beside them, and a line to type in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, cast

from textual import events
from textual.app import App, ComposeResult
from textual.containers import Container
from textual.timer import Timer
from textual.widgets import Input

from rulewright.cli import opening
from rulewright.cli.commands.play.answers import matching_choices, things_meant
from rulewright.cli.commands.play.app.look import Palette
from rulewright.cli.commands.play.app.panes import BoardPane, OptionsPane, Pane
from rulewright.cli.commands.play.loop import TableLoop
from rulewright.cli.commands.play.screen import table_shown
from rulewright.report.known_text import preview_lines
from rulewright.report.layout import use_width
from rulewright.report.log_text import StoryLine, story_lines
from rulewright.report.question_text import address
from rulewright.report.screen import Line, Span, draw, draw_own, folded, padded, text_of
from rulewright.report.screen.drawing import phase_line
from rulewright.report.screen.question import faces, listed, lying, option_lines
from rulewright.report.table.model import Option, Table
from rulewright.report.wording import word

if TYPE_CHECKING:
    from rulewright.engine import Game

WIDE_COLUMNS = 110
"""The least width, in columns, at which the log is shown beside the table."""

LOW_LINES = 30
"""Lines below which the options get fewer."""

OWN_LINES = 4
"""The most lines of what the reader has, below the table where that has no room on a low screen."""

LOG_LINES = 2
"""The least height of the log below the table, with its heading."""

REST_SECONDS = 0.15
"""Seconds that the cursor rests on an option before its effects are shown."""


def lines_of(texts: Callable[[], Sequence[str]], width: int) -> list[Line]:
    """Return texts that are laid out for a pane as its lines."""
    use_width(width)
    return [line for text in texts() for line in folded(text, width)]


class TableView(App[None]):
    """Shows the position of a session, and which option the cursor is at."""

    CSS_PATH = "table.tcss"
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, loop: TableLoop, title: str) -> None:
        super().__init__(ansi_color=True)
        self.loop, self.session, self.title = loop, loop.session, title
        self.palette = Palette(self._game.program.domains["player"].members)
        self.table: Table | None = None
        self.shown: Sequence[Option] = ()
        """The options that what is typed leaves."""
        self.moved = False
        """Whether the cursor was moved since something was typed."""
        self.past = False
        """Whether the table is shown as it was at an earlier moment."""
        self.logged: Sequence[StoryLine] = ()
        self._looking: Timer | None = None
        self.running = False
        """Whether the others decide without a pause, whatever the pace is."""

    @property
    def _game(self) -> Game:
        return self.session.game

    def compose(self) -> ComposeResult:
        """Lay out the panes."""
        style = self.palette.style
        yield Pane(style, "head")
        with Container(id="middle"):
            yield BoardPane(style, "table", reached=True)
            yield BoardPane(style, "log", reached=True)
        yield BoardPane(style, "own")
        yield Pane(style, "prompt")
        with Container(id="bottom"):
            yield OptionsPane(style, "options")
            yield Pane(style, "side", reached=True)
        line = Input(id="line", compact=True, select_on_focus=False)
        line.cursor_blink = False
        yield line
        yield Pane(style, "keys")

    def pane(self, name: str) -> Pane:
        """Return a pane of the table."""
        return self.screen_stack[0].query_one(f"#{name}", Pane)

    @property
    def pace(self) -> float | None:
        """Seconds between two decisions of seats that play by themselves; 0 while they wait; None for no pause."""
        return self.loop.debugger.pace if self.loop.debugger and not self.running else None

    def on_resize(self, event: events.Resize) -> None:
        """Put the log beside the table where there is room, and give the options their share."""
        self.screen_stack[0].set_class(event.size.width >= WIDE_COLUMNS, "wide")
        self._share_height()

    def _share_height(self) -> None:
        """Give the options their share; on a low screen they and the log make room for the table, or its first part."""
        if not self.screen_stack:
            return
        height = self.size.height
        wanted, log = len(cast(OptionsPane, self.pane("options")).rows), 4
        bottom = max(4, min(max(wanted, height // 4), height // 3) - (height < LOW_LINES))
        lines = [text_of(line).strip() for line in self.pane("table").lines] if height < LOW_LINES else []
        first = lines.index("") if "" in lines else len(lines)
        own = self._own_lines(height - 4 - bottom - LOG_LINES)
        for number, pinned in ((len(lines), 0), (first, len(own) + bool(own))):
            self.pane("own").display, self.pane("own").styles.height = pinned > 0, pinned
            left = height - 4 - len(self.pane("prompt").lines[1:4]) - bottom - number - pinned
            lacking = max(0, LOG_LINES - left)
            if lacking <= bottom - 4:
                bottom, log = bottom - lacking, max(LOG_LINES, min(log, left))
                break
        self.screen_stack[0].query_one("#bottom").styles.height = bottom
        self.pane("log").styles.height = None if self.screen_stack[0].has_class("wide") else log

    def _own_lines(self, seen: int) -> list[Line]:
        """Return what the reader owns, unless the lines of the table that fit on the screen already show all of it."""
        own = draw_own(self.table, self.size.width - 2)[:OWN_LINES] if self.table and not self._game.over else []
        there = {span.about for line in self.pane("table").lines[:seen] for span in line}
        return own if any(span.about not in there for line in own for span in line if span.about) else []

    def show_position(self) -> None:
        """Show the position."""
        self.table = table = table_shown(self.session)
        self._show_table(table)
        self.pane("log").show_lines(self._log_lines, at_end=True)
        self.query_one(Input).value = ""
        self.show_prompt()
        self.list_options("")
        self.call_after_refresh(self._share_height)  # at first nothing is laid out before

    def _show_table(self, table: Table, then: str = "") -> None:
        self.past = bool(then)
        more = (Span(f" {then} ", "asked"),) if then else ()
        self.pane("head").show_lines(lambda width: [(*more, *phase_line(table, self.title))])
        self.pane("table").show_lines(lambda width: draw(table, width), home=True)
        self.pane("own").show_lines(lambda width: draw_own(table, width))

    def _log_lines(self, width: int) -> list[Line]:
        use_width(width)
        self.logged = story_lines(self.session.game.log, self.session.reader)
        return [line for at, each in enumerate(self.logged) for line in folded(each.text, width, "", f"log {at}")]

    def look_back(self, at: int) -> None:
        """Show the table after what a line of the log tells, with the rules behind the line."""
        told = self.logged[at].told
        node = self.session.node_of_line(told[-1])
        if node is not None and node is not self.session.lines.at:
            before = node.above.game if node.above is not None else None
            then = word("as-it-was", number=str(len(node.game.decisions)))
            self._show_table(opening.table_of(node.game, self.session.reader, before), then)
        elif self.past and self.table is not None:
            self._show_table(self.table)
        self.show_answer([line for each in told for line in self.session.advice.lines_behind(each)])

    def show_prompt(self) -> None:
        """Show what is asked, or why nobody is."""
        question = self.session.question
        text = address(question, self.session.names) if question else self._why_nobody()
        context = self.table.asked.context if self.table and self.table.asked else ()
        pane = self.pane("prompt")
        pane.display = not self._game.over

        def drawn(width: int) -> Sequence[Line]:
            lines = [line for each in (text, *context) for line in folded(f" {each}", width, "asked")]
            pane.styles.height = min(len(lines), 4)
            return [padded((Span(text_of(line), "asked"),), width) for line in lines]

        pane.show_lines(drawn)

    def _why_nobody(self) -> str:
        asked, thinking = self.session.seat_asked, self.session.computers.thinking.text
        if thinking:
            return f"{thinking} {word('end-now')}"
        if asked is None or self.session.stopped or self.pace == 0:
            return self.loop.nobody_asked()
        who = self.session.names[asked]
        return word("watching", who=who, seconds=f"{self.pace:g}") if self.pace else word("decides", who=who)

    def list_options(self, typed: str, before: Sequence[str] = ()) -> None:
        """List the options that begin as was typed, and mark those that were typed before."""
        asked = self.table.asked if self.table else None
        question = self.session.question
        pane = cast(OptionsPane, self.pane("options"))
        codes = {choice.code for choice in matching_choices(question, typed)} if question else set()
        self.shown = [option for option in listed(asked) if option.code in codes] if asked else ()
        shown, menus = self.shown, len({option.menu for option in self.shown}) > 1
        there, looks = (lying(self.table), faces(self.table)) if self.table else ({}, {})
        meant = things_meant(question, before) if question else ()
        ticked = () if isinstance(meant, str) else [choice.code for choice in meant]
        marked = [option.target for option in asked.options if option.code in ticked] if asked else []
        self.pane("table").tick(frozenset((*marked, *(asked.picked if asked else ()))))
        room = pane.scrollable_content_region.width or self.size.width // 2
        pane.rows = option_lines(shown, room, menus, there, looks)[1]

        def drawn(width: int) -> Sequence[Line]:
            lines, pane.rows = option_lines(shown, width, menus, there, looks, ticked)
            return lines

        pane.show_lines(drawn)
        pane.display = bool(shown)
        self.pane("side").set_class(not shown, "alone")
        self.moved = False
        self._share_height()
        self.point_at_option(0)

    @property
    def option(self) -> Option | None:
        """The option at the cursor."""
        at = cast(OptionsPane, self.pane("options")).cursor
        return self.shown[at] if at < len(self.shown) else None

    def point_at_option(self, to: int) -> None:
        """Move the cursor to an option, and light up what it is about."""
        pane = cast(OptionsPane, self.pane("options"))
        pane.point_at(max(0, min(to, len(self.shown) - 1)))
        self.pane("table").light_up(self.option.target if self.option else "", scroll=self.moved)
        self._schedule_preview()

    def _schedule_preview(self) -> None:
        """Show what the option at the cursor would do, once the cursor rests there."""
        if self._looking is not None:
            self._looking.stop()
        self._looking = self.set_timer(REST_SECONDS, self._show_preview)

    def _show_preview(self) -> None:
        if not (self.screen_stack and self.moved):
            return
        option, question = self.option, self.session.question
        if option is None or question is None:
            return
        if question.several and option.target:
            self.show_answer([word("what-several")])
            return
        self.show_answer(preview_lines(option.label, self.session.advice.preview_of(self.session.game, option.code)))

    def show_answer(self, lines: Sequence[str]) -> None:
        """Show an answer beside the options."""
        self.pane("side").show_lines(lambda width: lines_of(lambda: lines, width))

    def action_point(self, by: int) -> None:
        """Move the cursor up or down."""
        self.moved = True
        self.point_at_option(cast(OptionsPane, self.pane("options")).cursor + by)

    def action_scroll(self, by: int) -> None:
        """Turn a page of the table."""
        pane = self.pane("table")
        pane.home = max(0, min(pane.scroll_offset.y + by * max(1, pane.size.height - 1), pane.max_scroll_y))
        pane.scroll_to(y=pane.home, animate=False)
