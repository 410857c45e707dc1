"""Screens above the table: between two persons, and for longer texts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.style import Style
from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import Screen

from rulewright.cli.commands.play.app.panes import Pane
from rulewright.report.screen import Line, Span, folded


class HandOverScreen(Screen[bool]):
    """Hides what the last person saw until the next one confirms."""

    BINDINGS = [Binding("enter", "close", show=False), Binding("ctrl+c,f10", "leave", show=False)]

    def __init__(self, text: str, look: Callable[[str], Style]) -> None:
        super().__init__()
        self.text, self.look = text, look

    def compose(self) -> ComposeResult:
        """Show who is next and nothing else."""
        yield Pane(self.look, "sheet")

    def on_mount(self) -> None:
        """Write the sentence."""
        self.query_one(Pane).show_lines(lambda width: folded(self.text, width, "title"))

    def action_close(self) -> None:
        """The next player confirmed; close."""
        self.dismiss(True)

    def action_leave(self) -> None:
        """The next player declined; close."""
        self.dismiss(False)


class TextScreen(Screen[None]):
    """A longer text on a screen of its own."""

    BINDINGS = [Binding("escape,enter,q", "dismiss", show=False)]

    def __init__(self, lines: Sequence[str], foot: str, look: Callable[[str], Style]) -> None:
        super().__init__()
        self.text, self.foot, self.look = lines, foot, look

    def compose(self) -> ComposeResult:
        """Show the text and how to leave it."""
        yield Pane(self.look, "sheet", reached=True)
        yield Pane(self.look, "keys")

    def on_mount(self) -> None:
        """Write the text."""
        text, foot = self.query(Pane)
        text.show_lines(self._folded_lines)
        foot.show_lines(lambda width: [(Span(f" {self.foot}", "dim"),)])
        text.focus()

    def _folded_lines(self, width: int) -> list[Line]:
        return [line for text in self.text for line in folded(text, width)]
