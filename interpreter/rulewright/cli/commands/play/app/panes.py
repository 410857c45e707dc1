"""Panes of styled lines: the table, the log, the options, and what was asked about."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from rulewright.report.layout import cells
from rulewright.report.screen import Line, Span
from rulewright.report.screen.spans import MARK_OFFERED, MARK_TICKED

Drawn = Callable[[int], Sequence[Line]]
"""Lays out the contents of a pane for a width."""


class Pane(ScrollView, can_focus=False):
    """Lines that are laid out for the width of the pane, and scrolled."""

    class Pointed(Message):
        """Somebody pointed at a line of a pane, on a span or beside all of them; `looking` with the cursor."""

        def __init__(self, pane: Pane, line: int, span: Span | None, looking: bool = False) -> None:
            super().__init__()
            self.pane, self.line, self.span, self.looking = pane, line, span, looking

    def __init__(self, look: Callable[[str], Style], id: str, reached: bool = False) -> None:
        super().__init__(id=id)
        self.look, self.can_focus = look, reached
        self.lines: Sequence[Line] = ()
        self.lit = ""
        """What is highlighted, by the `about` of its spans."""
        self.ticked: frozenset[str] = frozenset()
        """What is marked as chosen together with other things, likewise."""
        self.home = 0
        """The line at the top where the reader left it; what the cursor scrolls to does not count."""
        self._draw: Drawn = lambda width: ()
        self._room = -1
        self._at_end = False

    def show_lines(self, draw: Drawn, at_end: bool = False, home: bool = False) -> None:
        """Show other contents: from their beginning, from their end, or from where the reader had scrolled to."""
        self._draw, self._at_end, self._room = draw, at_end, -1
        self._lay_out()
        if not at_end:
            self.scroll_to(y=self.home if home else 0, animate=False, immediate=True)

    def on_mouse_scroll_up(self) -> None:
        """Note where the wheel leads."""
        self.home = max(0, self.scroll_offset.y - 1)

    def on_mouse_scroll_down(self) -> None:
        """Note where the wheel leads."""
        self.home = min(self.max_scroll_y, self.scroll_offset.y + 1)

    def light_up(self, about: str, scroll: bool = True) -> None:
        """Highlight everything that is about this, and scroll to it."""
        if about == self.lit:
            return
        self.lit = about
        found = [at for at, line in enumerate(self.lines) if about and any(span.about == about for span in line)]
        self.scroll_to_lines(found[:1] if scroll else [])
        self.refresh()

    def tick(self, about: frozenset[str]) -> None:
        """Mark what is chosen together with other things."""
        self.ticked = about
        self.refresh()

    def scroll_to_lines(self, lines: Sequence[int]) -> None:
        """Scroll no further than is needed to show lines."""
        top, height = self.scroll_offset.y, self.size.height
        if lines and not top <= lines[0] < top + height:
            self.scroll_to(y=lines[0] if lines[0] < top else lines[-1] - height + 1, animate=False, immediate=True)

    def on_resize(self) -> None:
        """Lay the contents out for the new width."""
        self._lay_out()
        if self._at_end:
            self.call_after_refresh(self.scroll_end, animate=False, immediate=True)

    def _lay_out(self) -> None:
        room = self.scrollable_content_region.width
        if room < 1 or room == self._room:
            return
        self._room = room
        self.lines = self._draw(room)
        self.virtual_size = Size(room, len(self.lines))
        if self._at_end:
            self.call_after_refresh(self.scroll_end, animate=False, immediate=True)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Return a line of the pane."""
        at = y + self.scroll_offset.y
        line = self.lines[at] if at < len(self.lines) else ()
        strip = Strip([Segment(self._span_text(span), self._span_style(at, span)) for span in line])
        return strip.adjust_cell_length(self.size.width).simplify()

    def _span_text(self, span: Span) -> str:
        return MARK_TICKED if span.text == MARK_OFFERED and span.about in self.ticked else span.text

    def _span_style(self, at: int, span: Span) -> Style:
        style = self.look(span.style)
        if span.about in self.ticked:
            style += self.look("ticked")
        return style + self.look("cursor") if self.lit and span.about == self.lit else style

    def span_at(self, x: int, y: int) -> tuple[int, Span | None]:
        """Return the line, and the span in it, at a place of the pane."""
        at = y + self.scroll_offset.y
        for span in self.lines[at] if at < len(self.lines) else ():
            x -= cells(span.text)
            if x < 0:
                return at, span
        return at, None

    def on_click(self, event: events.Click) -> None:
        """Tell the application what was clicked at."""
        self.post_message(self.Pointed(self, *self.span_at(event.x, event.y)))


class BoardPane(Pane):
    """The table, with a cursor that goes from part to part: from space to space, from cell to cell."""

    BINDINGS = [
        Binding("left", "go(0, -1)", show=False),
        Binding("right", "go(0, 1)", show=False),
        Binding("up", "go(-1, 0)", show=False),
        Binding("down", "go(1, 0)", show=False),
    ]

    def action_go(self, down: int, across: int) -> None:
        """Move the cursor to the next part of its line, or to the nearest one of another line."""
        parts = self._first_spans()
        edge = self.scroll_offset.y + (self.size.height if down < 0 else -1)
        here = next(((line, at) for line, at, span in parts if span.about == self.lit), (edge, -1))
        if down:
            lines = sorted({line for line, _, _ in parts if (line - here[0]) * down > 0}, key=lambda at: at * down)
            near = [part for part in parts if lines and part[0] == lines[0]]
            found = min(near, key=lambda part: abs(part[1] - here[1]), default=None)
        else:
            ordered = [part for part in parts if (part[:2] > here if across > 0 else part[:2] < here)]
            found = (ordered[0] if across > 0 else ordered[-1]) if ordered else None
        if found is not None:
            self.light_up(found[2].about)
            self.post_message(self.Pointed(self, found[0], found[2], looking=True))

    def _first_spans(self) -> list[tuple[int, int, Span]]:
        """Return the first span of everything that is shown, with its line and column, in reading order."""
        found: dict[str, tuple[int, int, Span]] = {}
        for at, line in enumerate(self.lines):
            column = 0
            for span in line:
                if span.about and span.text.strip():
                    found.setdefault(span.about, (at, column, span))
                column += cells(span.text)
        return list(found.values())


class OptionsPane(Pane):
    """Lines of which one is chosen by a cursor. `rows` says for each line which option it belongs to."""

    def __init__(self, look: Callable[[str], Style], id: str) -> None:
        super().__init__(look, id)
        self.rows: Sequence[int | None] = ()
        self.cursor = 0

    def point_at(self, cursor: int) -> None:
        """Move the cursor to an option."""
        self.cursor = cursor
        self.scroll_to_lines([line for line, row in enumerate(self.rows) if row == cursor])
        self.refresh()

    def _span_style(self, at: int, span: Span) -> Style:
        row = self.rows[at] if at < len(self.rows) else None
        style = self.look(span.style)
        return style + self.look("cursor") if row is not None and row == self.cursor else style
