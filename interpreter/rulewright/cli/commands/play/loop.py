"""The course of play at a terminal: show, read, do, until the game is over or put away."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulewright.cli import opening
from rulewright.cli.commands.play.answers import choice_meant, choices_meant, matching_choices
from rulewright.cli.commands.play.commands import TypedCommand, help_lines, typed_command
from rulewright.cli.commands.play.debugging.debugger import DEBUGGER_COMMANDS, Debugger
from rulewright.cli.commands.play.keeping import GameSaver
from rulewright.cli.commands.play.screen import (
    example_name,
    log_lines,
    question_or_scores,
    screen_lines,
    still_hidden,
    table_lines,
    table_shown,
    why_lines,
)
from rulewright.cli.commands.play.session import Session
from rulewright.cli.commands.play.terminal import Terminal
from rulewright.cli.commands.play.thinking import hint_kind
from rulewright.cli.commands.play.unfinished import GameJournal
from rulewright.diagnostics import RulesError
from rulewright.engine.runtime_errors import BrokenRules
from rulewright.players.foresight import Rated
from rulewright.report.diagnostics_text import render_all
from rulewright.report.known_text import known_lines, preview_lines
from rulewright.report.layout import fold
from rulewright.report.log_text import story, until_broken
from rulewright.report.wording import word

if TYPE_CHECKING:
    from rulewright.engine import Choice


class TableLoop:
    """Plays one session."""

    def __init__(
        self, session: Session, keeper: GameSaver, terminal: Terminal, journal: GameJournal | None = None,
        debugger: Debugger | None = None,
    ) -> None:  # fmt: skip
        self.session, self.keeper, self.terminal, self.journal = session, keeper, terminal, journal
        self.debugger = debugger
        self.noted: object = session.game
        session.computers.thinking.show = terminal.show_progress
        self.warning: list[str] | None = None
        """The warning that is shown once, below the next screen, when the game could not be saved."""
        self.saved: object = None
        self.eyes: int | None = None
        self.told = 0
        """How many lines of the log were shown."""
        self.open = True
        self.fresh = True
        self.broken = False

    def run(self) -> None:
        """Play until the game is over or put away; Ctrl-C puts it away, too."""
        step = self.session.begin_game
        while self.open:
            try:
                step()
                step = self.take_turn
            except BrokenRules as problem:
                self.terminal.write_lines(until_broken(problem, self.session.reader, self.told))
                problem.log = ()
                raise
            except KeyboardInterrupt:
                self.terminal.write_lines([""])
                if not self._pause_watching():
                    self.put_away()

    def take_turn(self) -> None:
        """Show the question if it is new, read a line and execute it; decisions are saved before the next prompt."""
        if self.session.is_waiting and self.debugger and self.debugger.pace:
            self._watch_seat(self.debugger)
            return
        self.save_position()
        if self.fresh:
            if not self._show_screen():
                self.put_away()
                return
            if self.session.game.question is None and not (self.terminal.reading and self.session.persons):
                self.open = False
                return
        typed = self.terminal.read_line()
        if typed is None:
            self.put_away()
        else:
            self.do_typed(typed)

    def _watch_seat(self, debugger: Debugger) -> None:
        """Let one seat decide that plays by itself, say what it did, and wait."""
        self.session.let_one_decide()
        self.terminal.write_lines(story(self.session.game.log[self.told :], self.session.reader))
        self.told, self.fresh = len(self.session.game.log), True
        if self.session.stopped:
            debugger.pace = 0
        else:
            time.sleep(debugger.pace or 0)

    def _pause_watching(self) -> bool:
        """Wait before the next decision from now on, if seats that play by themselves are being watched."""
        watched = self.debugger is not None and bool(self.debugger.pace) and self.session.is_waiting
        if watched and self.debugger:
            self.debugger.pace = 0
        return watched

    def save_position(self) -> None:
        """Save every new position, so that the game can be resumed whatever ends this process."""
        faults, self.session.faults = self.session.faults, []
        self.terminal.write_lines([line for fault in faults for line in ("", *fold(fault))])
        game = self.session.game
        journal = self.journal
        if journal is None or game is self.noted or not (self.session.history or journal.is_begun):
            return
        self.noted = game
        if game.question is None:
            journal.forget_game()
            return
        try:
            journal.save_game(game)
        except OSError as problem:
            if self.warning is not None:
                return
            told = word("not-written", file=str(problem.filename), why=str(problem.strerror))
            self.warning = [line for text in (told, word("not-noted")) for line in fold(text)]

    def _forget_journal(self) -> None:
        if self.journal is not None:
            self.journal.forget_game()

    def _show_screen(self) -> bool:
        asked = self.session.seat_asked
        if len(self.session.persons) > 1 and asked is not None and not self.session.is_waiting and asked != self.eyes:
            if not self.terminal.hand_over(self.session.names[asked]):
                return False
            self.eyes = asked
        self.told = len(self.session.game.log)
        self.terminal.measure_width()
        over = self.session.game.question is None and self.terminal.reading
        ending = ["", *still_hidden(self.session), word("over-keys")] if over else []
        self.terminal.write_lines([*screen_lines(self.session), *ending, *(self.warning or [])])
        if self.warning:
            self.warning = []
        self.fresh = False
        return True

    def do_typed(self, typed: str) -> None:
        """Do a command, or take an answer; behind a colon, everything is a command."""
        question = self.session.game.question
        only = typed.startswith(":")
        typed = typed.removeprefix(":").strip()
        wanted = typed_command(typed)
        if wanted is not None:
            getattr(self, f"do_{wanted.kind}")(wanted)
            return
        how, _, rest = typed.partition(" ")
        if (
            self.debugger
            and how in DEBUGGER_COMMANDS
            and (only or question is None or not matching_choices(question, typed))
        ):
            self._do_debugging(self.debugger, how, rest.strip())
            return
        if only:
            self.terminal.write_lines(fold(word("no-command", typed=typed)))
            return
        if self.session.is_waiting:
            self.terminal.write_lines(fold(self._waiting_text()))
            return
        if question is None:
            what = word("the-step" if self.session.game.alone else "the-game")
            self.terminal.write_lines([word("over-type", what=what)])
            return
        meant = choices_meant(self.session.question or question, typed)
        if isinstance(meant, str):
            self.terminal.write_lines(fold(meant))
            return
        self.take_choices(meant)

    def _do_debugging(self, debugger: Debugger, how: str, rest: str) -> None:
        """Do a command of a designer; the position is shown again where it has changed."""
        before = self.session.game, self.session.eyes, self.session.opened
        try:
            said = DEBUGGER_COMMANDS[how](debugger, rest)
        except RulesError as problem:
            said = self.broken_lines(problem)
        self.terminal.write_lines(said)
        self.fresh = self.fresh or (self.session.game, self.session.eyes, self.session.opened) != before

    def nobody_asked(self) -> str:
        """Return why no person is asked."""
        return word("game-over") if self.session.seat_asked is None else self._waiting_text()

    def _waiting_text(self) -> str:
        asked = self.session.seat_asked
        who = self.session.names[asked] if asked is not None else ""
        return " ".join(filter(None, (self.session.stopped, word("waits", who=who))))

    def take_choices(self, choices: Sequence[Choice]) -> None:
        """Take what was chosen; where the rules break on it, say so and leave the game where it stood."""
        try:
            self.session.take_choices(choices)
        except RulesError as problem:
            self.terminal.write_lines(self.broken_lines(problem))
            self.broken = True
            return
        self.fresh = True
        self.terminal.write_lines([""])

    def broken_lines(self, problem: RulesError) -> list[str]:
        """Return how the rules broke on a decision, and that the game is unchanged."""
        lines = until_broken(problem, self.session.reader, len(self.session.game.log))
        return [*lines, *render_all(problem.findings), "", *fold(word("stands"))]

    def do_nothing(self, wanted: TypedCommand) -> None:
        """Say again what is asked; where a seat waits that plays by itself, let it decide."""
        if self.session.is_waiting and self.debugger:
            self._do_debugging(self.debugger, "step", "")
        else:
            self.terminal.write_lines(question_or_scores(self.session))

    def do_help(self, wanted: TypedCommand) -> None:
        """Show what can be typed."""
        question = self.session.question
        name = example_name(question, self.session.game.spaces()) if question else "NAME"
        self.terminal.write_lines(help_lines(name))

    def do_why(self, wanted: TypedCommand) -> None:
        """Say why something is not offered."""
        self.terminal.write_lines(line for told in why_lines(self.session, wanted.rest) for line in fold_keeping(told))

    def do_log(self, wanted: TypedCommand) -> None:
        """Show what happened."""
        self.terminal.write_lines(log_lines(self.session, wanted.rest))

    def do_view(self, wanted: TypedCommand) -> None:
        """Show the table, or everything about one name."""
        if not wanted.rest:
            self.terminal.write_lines([*table_lines(self.session), "", *question_or_scores(self.session)])
            return
        known = self.session.advice.known_about(self.session.game, table_shown(self.session), wanted.rest)
        self.terminal.write_lines(known_lines(known) or fold(word("not-on-table", name=wanted.rest)))

    def do_what(self, wanted: TypedCommand) -> None:
        """Say what an option would do."""
        question = self.session.question
        if question is None or not wanted.rest:
            self.terminal.write_lines([word("what-which")])
            return
        meant = choice_meant(question, wanted.rest)
        asked = self.session.game.question
        if isinstance(meant, str) or asked is None or meant.code not in {one.code for one in asked.choices}:
            self.terminal.write_lines(fold(meant if isinstance(meant, str) else word("what-several")))
        else:
            self.terminal.write_lines(
                preview_lines(meant.label, self.session.advice.preview_of(self.session.game, meant.code))
            )

    def do_hint(self, wanted: TypedCommand) -> None:
        """Say how a computer seat rates the options."""
        kind = self.hint_kind(wanted.rest)
        if kind:
            self.terminal.write_lines(self.session.advice.notices_before(kind))
            self.tell_hint(kind, self.session.rate_later(kind)())

    def hint_kind(self, typed: str) -> str:
        """Return which kind of seat is to rate the options; empty, with a message, if none can."""
        kind = hint_kind(typed, opening.usual_kind(self.session.game.program))
        if self.session.question is None:
            self.terminal.write_lines(fold(self.nobody_asked()))
            return ""
        if not kind:
            self.terminal.write_lines(fold(word("hint-how")))
        return kind

    def tell_hint(self, kind: str, rated: Sequence[Rated]) -> None:
        """Say how a kind of seat rates the options."""
        self.terminal.write_lines(self.session.advice.rated_lines(self.session.game, kind, rated))

    def do_undo(self, wanted: TypedCommand) -> None:
        """Take a decision back."""
        self._tell_move(*self.session.undo())

    def do_redo(self, wanted: TypedCommand) -> None:
        """Make a decision again."""
        self._tell_move(*self.session.redo())

    def _tell_move(self, moved: bool, said: str) -> None:
        self.terminal.write_lines([*fold(said), *([""] if moved else [])])
        self.fresh = moved

    def do_save(self, wanted: TypedCommand) -> None:
        """Write the game to a file and play on; what is not a save is overwritten only on request."""
        if self.keeper.would_destroy(wanted.rest) and not self._is_agreed(word("overwrite", file=wanted.rest)):
            self.terminal.write_lines([word("not-overwritten", file=wanted.rest)])
            return
        kept = self.keeper.save_game(self.session.game, wanted.rest)
        told = self.keeper.take_troubles()
        if kept:
            self.saved = self.session.game
            self.terminal.write_lines([word("saved-in", file=str(self.keeper.path))])
        else:
            self.terminal.write_lines([line for each in told for line in fold(each)])
            self.terminal.write_lines([word("goes-on")])

    def _is_agreed(self, asked: str) -> bool:
        """Ask for a yes or no; anything but yes is no."""
        typed = self.terminal.read_line(f"{asked} ")
        return typed is not None and typed.lower() == word("yes")

    def do_quit(self, wanted: TypedCommand) -> None:
        """Write the game to a file and stop; without a file the game stays, unless that is what is wanted."""
        if wanted.rest in ("without saving", "without"):
            self.open = False
            self._forget_journal()
            return
        if self.session.game.question is None:
            self.open = False
            return
        if self.keeper.would_destroy(wanted.rest) and not self._is_agreed(word("overwrite", file=wanted.rest)):
            self.terminal.write_lines([word("not-overwritten", file=wanted.rest)])
            return
        self.put_away(wanted.rest)

    def put_away(self, name: str = "") -> None:
        """Write the game to the named file, else wherever that is possible, say how to resume it, and stop."""
        if self.session.game.question is None:
            self.open = False
            return
        game = self.session.game
        kept = (bool(name) and self.keeper.save_game(game, name)) or self.keeper.save_anywhere(game)
        self.terminal.write_lines([line for each in self.keeper.take_troubles() for line in fold(each)])
        self.open = not kept and self.terminal.reading
        if kept:
            self.terminal.write_lines(self.keeper.resume_lines())
            self._forget_journal()
        else:
            self.terminal.write_lines([word("nothing-saved")])


def fold_keeping(text: str) -> list[str]:
    """Break a line that is too long, keeping the blanks at its beginning."""
    indent = text[: len(text) - len(text.lstrip())]
    return fold(text.strip(), indent, indent + "  ")
