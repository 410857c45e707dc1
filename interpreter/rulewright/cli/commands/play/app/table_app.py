"""The application: what keys, the mouse and typed lines do, and rules that change."""

from __future__ import annotations

import gc
from collections.abc import Callable
from pathlib import Path

from textual import on
from textual.binding import Binding
from textual.widgets import Input

from rulewright.cli.commands.play.answers import choice_meant
from rulewright.cli.commands.play.app.course import CourseView
from rulewright.cli.commands.play.app.panes import OptionsPane, Pane
from rulewright.cli.commands.play.commands import typed_command
from rulewright.cli.commands.play.loop import TableLoop
from rulewright.report.known_text import known_lines
from rulewright.report.layout import WIDTH, use_width
from rulewright.report.screen import Line, Span
from rulewright.report.wording import word

SECONDS_BETWEEN_LOOKS = 0.7
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


class TableApp(CourseView):
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

    def __init__(self, loop: TableLoop, title: str) -> None:
        super().__init__(loop, title)
        self._read: frozenset[tuple[Path, int]] = frozenset()
        """The rule files as they were when the rules of the game were read."""

    def on_mount(self) -> None:
        """Begin the game, and show it."""
        self.pane("log").border_title = word("the-log")
        self.query_one(Input).focus()
        self.session.paced = True
        self._read_again()
        self.set_interval(SECONDS_BETWEEN_LOOKS, self._look_at_rules)
        self.go_on()
        gc.freeze()  # rules and libraries stay: collections that go through them would delay keys by 50 ms

    def on_unmount(self) -> None:
        """Let collections go through everything again."""
        gc.unfreeze()

    # -- rules that change while they are played

    def _read_again(self) -> None:
        """Take the rule files as they are now for those of the game."""
        if self.loop.debugger is not None:
            self._read = self.loop.debugger.rules.file_times()
        self._show_keys("wide-keys", "dim")

    def _look_at_rules(self) -> None:
        """Say that rule files have changed, and which key loads them."""
        if self.screen_stack and self.loop.debugger is not None and self.loop.debugger.rules.file_times() != self._read:
            self._show_keys("rule-files-changed", "asked")

    def _show_keys(self, name: str, style: str) -> None:
        def drawn(width: int) -> list[Line]:
            fits = width > len(word(name)) or name != "wide-keys"
            return [(Span(f" {word(name if fits else 'table-keys')}", style),)]

        self.pane("keys").show_lines(drawn)

    # -- what is done

    @on(Input.Changed)
    def filter_options(self, event: Input.Changed) -> None:
        """Leave the options that begin as was typed."""
        if self.table is not None and self.screen_stack:
            several = self.session.question is not None and self.session.question.several
            before, _, typed = event.value.rpartition(",") if several else ("", "", event.value)
            self.list_options("" if typed.startswith(":") else typed, before.split(",") if before else ())

    @on(Input.Submitted)
    def take_entry(self, event: Input.Submitted) -> None:
        """Take the option at the cursor, an answer that was typed, or do a command."""
        typed, question, option = event.value.strip(), self.session.question, self.option
        meant = choice_meant(question, typed) if question is not None and typed else ""
        if question is not None and question.several and option is not None and (self.moved or not typed):
            self.take_option(option.code)
            return
        if question is not None and question.several and typed_command(typed) is None:
            self.action_type(typed)
            if self.session.question is question:  # too few or too many: what was typed is changed, and not lost
                event.input.value, event.input.cursor_position = typed, len(typed)
            return
        if option is not None and (not typed or (self.moved and not typed.startswith(":"))):
            self.take_option(option.code)
        elif typed and (question is None or typed_command(typed) or isinstance(meant, str) and len(self.shown) != 1):
            self.action_type(typed)
        elif option is not None:
            self.take_option(option.code if isinstance(meant, str) else meant.code)

    def take_option(self, code: int) -> None:
        """Take an option, and show what comes of it."""
        question = self.session.question
        if question is not None:
            chosen = next(choice for choice in question.choices if choice.code == code)
            if question.several and chosen.value is not None:
                entry = self.query_one(Input)
                before = [name for each in entry.value.split(",")[:-1] if (name := each.strip())]
                after = [name for name in before if name != chosen.name]
                names = after if len(after) < len(before) else [*before, chosen.name]
                entry.value = "".join(f"{name}, " for name in names)
                entry.cursor_position = len(entry.value)
            else:
                self._carry_out(lambda: self.loop.take_choices([chosen]))

    def action_type(self, typed: str) -> None:
        """Do a command as if it were typed in the plain mode; what is asked without a name is about the cursor."""
        option = self.option
        if typed == "what" and option is not None:
            typed = f"what {option.name}"
        self.query_one(Input).value = ""
        wanted = typed_command(typed.removeprefix(":"))
        if wanted is not None and wanted.kind == "hint":
            self.begin_hint(wanted.rest)
            return
        if typed.removeprefix(":") == "step" and self.session.is_thinking_ahead:
            self.let_think()
            return
        if typed.removeprefix(":") == "continue" and self.session.is_waiting and self.loop.debugger is not None:
            self.run_on()
            return
        leaving = typed.split(" ")[0].removeprefix(":") in ("quit", "exit")
        use_width(WIDTH if leaving else self.pane("side").scrollable_content_region.width)
        if typed == "help":
            self.paper.write_lines([word("help-screen"), ""])
        self._carry_out(lambda: self.loop.do_typed(typed))
        if typed.removeprefix(":").split(" ")[0] == "reload":
            self._read_again()

    def _carry_out(self, step: Callable[[], None]) -> None:
        game = self.session.game
        step()
        if not self.loop.open:
            self.exit()
        elif self.session.game is not game or self.loop.fresh:
            self.running = False
            self.go_on()
        else:
            self._show_answer(self.paper.take_lines())

    def action_clear(self) -> None:
        """Drop what was typed, and the answer to it; have who thinks decide now, and the others hold after that."""
        running, self.running = self.running, False
        if self.session.computers.thinking.text:
            self.session.computers.thinking.stopped = True
            return
        if running:
            return
        if self.past:
            self.show_position()
        self.query_one(Input).value = ""
        self.query_one(Input).focus()
        self.show_answer([])

    def action_leave(self) -> None:
        """Save the game and stop."""
        self.action_type("quit")

    @on(Pane.Pointed)
    def take_pointed(self, event: Pane.Pointed) -> None:
        """Take the option that was clicked at, or the only one of the part; else say what is known of it."""
        if isinstance(event.pane, OptionsPane):
            row = event.pane.rows[event.line] if event.line < len(event.pane.rows) else None
            if row is not None:
                self.take_option(self.shown[row].code)
        elif event.span is not None and event.span.about and self.table is not None:
            about = event.span.about
            if event.pane.id == "log":
                self.look_back(int(about.rpartition(" ")[2]))
                return
            options = [option for option in self.shown if option.target == about]
            if len(options) == 1 and not event.looking:
                self.take_option(options[0].code)
            else:
                self.show_answer(known_lines(self.session.advice.known_about(self.session.game, self.table, about)))
