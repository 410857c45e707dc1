"""Where commands write while the application runs: their lines are shown in a pane."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.cli.commands.play.terminal import Terminal


class Paper(Terminal):
    """Collects what is said. Nothing can be asked here, so a question of a command is answered with no."""

    def __init__(self) -> None:
        super().__init__(plain=True)
        self.reading = True
        self.said: list[str] = []

    def write_lines(self, lines: Iterable[str]) -> None:
        """Collect lines."""
        self.said += lines

    def write_sentences(self, sentences: Iterable[str]) -> None:
        """Collect sentences; the pane that shows them breaks them."""
        self.said += sentences

    def read_line(self, prompt: str = "> ") -> str | None:
        """Answer nothing."""
        return ""

    def show_progress(self, said: str) -> None:
        """Leave it to the application how far somebody is who thinks."""

    def take_lines(self) -> list[str]:
        """Return what was said since the last time, without empty lines at both ends."""
        said, self.said = self.said, []
        while said and not said[0].strip():
            said.pop(0)
        while said and not said[-1].strip():
            said.pop()
        return said
