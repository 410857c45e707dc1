"""The course of play at a terminal: show, read, do, until the game is over or put away."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulewright.cli import opening
from rulewright.cli.commands.play.answers import answer, matching
from rulewright.cli.commands.play.commands import Command, command, help_lines
from rulewright.cli.commands.play.debugging.debugger import COMMANDS, Debugger
from rulewright.cli.commands.play.keeping import Keeper
from rulewright.cli.commands.play.screen import example, foot, log_lines, screen, shown, still_hidden, table, why_lines
from rulewright.cli.commands.play.session import Session
from rulewright.cli.commands.play.terminal import Terminal
from rulewright.cli.commands.play.thinking import hint_kind
from rulewright.cli.commands.play.unfinished import Journal
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


class Loop:
    """Plays one session."""

    def __init__(
        self, session: Session, keeper: Keeper, terminal: Terminal, journal: Journal | None = None,
        debugger: Debugger | None = None,
    ) -> None:  # fmt: skip
        self.session, self.keeper, self.terminal, self.journal = session, keeper, terminal, journal
        self.debugger = debugger
        self.noted: object = session.game
        session.computers.thinking.show = terminal.note
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
        step = self.session.begin
        while self.open:
            try:
                step()
                step = self.turn
            except BrokenRules as problem:
                self.terminal.say(until_broken(problem, self.session.reader, self.told))
                problem.log = ()
                raise
            except KeyboardInterrupt:
                self.terminal.say([""])
                if not self._paused():
                    self.put_away()

    def turn(self) -> None:
        """Show the question if it is new, read a line and execute it; decisions are saved before the next prompt."""
        if self.session.waits and self.debugger and self.debugger.pace:
            self._watch(self.debugger)
            return
        self.note()
        if self.fresh:
            if not self._show():
                self.put_away()
                return
            if self.session.game.question is None and not (self.terminal.reading and self.session.persons):
                self.open = False
                return
        typed = self.terminal.read()
        if typed is None:
            self.put_away()
        else:
            self.do(typed)

    def _watch(self, debugger: Debugger) -> None:
        """Let one seat decide that plays by itself, say what it did, and wait."""
        self.session.advance()
        self.terminal.say(story(self.session.game.log[self.told :], self.session.reader))
        self.told, self.fresh = len(self.session.game.log), True
        if self.session.stopped:
            debugger.pace = 0
        else:
            time.sleep(debugger.pace or 0)

    def _paused(self) -> bool:
        """Wait before the next decision from now on, if seats that play by themselves are being watched."""
        watched = self.debugger is not None and bool(self.debugger.pace) and self.session.waits
        if watched and self.debugger:
            self.debugger.pace = 0
        return watched

    def note(self) -> None:
        """Save every new position, so that the game can be resumed whatever ends this process."""
        faults, self.session.faults = self.session.faults, []
        self.terminal.say([line for fault in faults for line in ("", *fold(fault))])
        game = self.session.game
        journal = self.journal
        if journal is None or game is self.noted or not (self.session.history or journal.begun):
            return
        self.noted = game
        if game.question is None:
            journal.forget()
            return
        try:
            journal.keep(game)
        except OSError as problem:
            if self.warning is not None:
                return
            told = word("not-written", file=str(problem.filename), why=str(problem.strerror))
            self.warning = [line for text in (told, word("not-noted")) for line in fold(text)]

    def _forget(self) -> None:
        if self.journal is not None:
            self.journal.forget()

    def _show(self) -> bool:
        asked = self.session.asked
        if len(self.session.persons) > 1 and asked is not None and not self.session.waits and asked != self.eyes:
            if not self.terminal.hand_over(self.session.names[asked]):
                return False
            self.eyes = asked
        self.told = len(self.session.game.log)
        self.terminal.measure()
        over = self.session.game.question is None and self.terminal.reading
        ending = ["", *still_hidden(self.session), word("over-keys")] if over else []
        self.terminal.say([*screen(self.session), *ending, *(self.warning or [])])
        if self.warning:
            self.warning = []
        self.fresh = False
        return True

    def do(self, typed: str) -> None:
        """Do a command, or take an answer; behind a colon, everything is a command."""
        question = self.session.game.question
        only = typed.startswith(":")
        typed = typed.removeprefix(":").strip()
        wanted = command(typed)
        if wanted is not None:
            getattr(self, f"do_{wanted.kind}")(wanted)
            return
        how, _, rest = typed.partition(" ")
        if self.debugger and how in COMMANDS and (only or question is None or not matching(question, typed)):
            self._debug(self.debugger, how, rest.strip())
            return
        if only:
            self.terminal.say(fold(word("no-command", typed=typed)))
            return
        if self.session.waits:
            self.terminal.say(fold(self._waiting()))
            return
        if question is None:
            what = word("the-step" if self.session.game.alone else "the-game")
            self.terminal.say([word("over-type", what=what)])
            return
        meant = answer(question, typed)
        if isinstance(meant, str):
            self.terminal.say(fold(meant))
            return
        self.take(meant)

    def _debug(self, debugger: Debugger, how: str, rest: str) -> None:
        """Do a command of a designer; the position is shown again where it has changed."""
        before = self.session.game, self.session.eyes, self.session.opened
        try:
            said = COMMANDS[how](debugger, rest)
        except RulesError as problem:
            said = self.broken_lines(problem)
        self.terminal.say(said)
        self.fresh = self.fresh or (self.session.game, self.session.eyes, self.session.opened) != before

    def nobody_asked(self) -> str:
        """Return why no person is asked."""
        return word("game-over") if self.session.asked is None else self._waiting()

    def _waiting(self) -> str:
        asked = self.session.asked
        who = self.session.names[asked] if asked is not None else ""
        return " ".join(filter(None, (self.session.stopped, word("waits", who=who))))

    def take(self, choice: Choice) -> None:
        """Take a choice; where the rules break on it, say so and leave the game where it stood."""
        try:
            self.session.decide(choice)
        except RulesError as problem:
            self.terminal.say(self.broken_lines(problem))
            self.broken = True
            return
        self.fresh = True
        self.terminal.say([""])

    def broken_lines(self, problem: RulesError) -> list[str]:
        """Return how the rules broke on a decision, and that the game stands where it stood."""
        lines = until_broken(problem, self.session.reader, len(self.session.game.log))
        return [*lines, *render_all(problem.findings), "", *fold(word("stands"))]

    def do_nothing(self, wanted: Command) -> None:
        """Say again what is asked; where a seat waits that plays by itself, let it decide."""
        if self.session.waits and self.debugger:
            self._debug(self.debugger, "step", "")
        else:
            self.terminal.say(foot(self.session))

    def do_help(self, wanted: Command) -> None:
        """Show what can be typed."""
        question = self.session.question
        name = example(question, self.session.game.spaces()) if question else "NAME"
        self.terminal.say(help_lines(name))

    def do_why(self, wanted: Command) -> None:
        """Say why something is not offered."""
        self.terminal.say(line for told in why_lines(self.session, wanted.rest) for line in fold_keeping(told))

    def do_log(self, wanted: Command) -> None:
        """Show what happened."""
        self.terminal.say(log_lines(self.session, wanted.rest))

    def do_view(self, wanted: Command) -> None:
        """Show the table, or everything about one name."""
        if not wanted.rest:
            self.terminal.say([*table(self.session), "", *foot(self.session)])
            return
        known = self.session.advice.about(self.session.game, shown(self.session), wanted.rest)
        self.terminal.say(known_lines(known) or fold(word("not-on-table", name=wanted.rest)))

    def do_what(self, wanted: Command) -> None:
        """Say what an option would do."""
        question = self.session.question
        if question is None or not wanted.rest:
            self.terminal.say([word("what-which")])
            return
        meant = answer(question, wanted.rest)
        if isinstance(meant, str):
            self.terminal.say(fold(meant))
        else:
            self.terminal.say(preview_lines(meant.label, self.session.advice.foresee(self.session.game, meant.code)))

    def do_hint(self, wanted: Command) -> None:
        """Say how a computer seat rates the options."""
        kind = self.hint_kind(wanted.rest)
        if kind:
            self.terminal.say(self.session.advice.begins_with(kind))
            self.tell_hint(kind, self.session.rating(kind)())

    def hint_kind(self, typed: str) -> str:
        """Return which kind of seat is to rate the options; empty where there is none, which is said."""
        kind = hint_kind(typed, opening.usual_kind(self.session.game.program))
        if self.session.question is None:
            self.terminal.say(fold(self.nobody_asked()))
            return ""
        if not kind:
            self.terminal.say(fold(word("hint-how")))
        return kind

    def tell_hint(self, kind: str, rated: Sequence[Rated]) -> None:
        """Say how a kind of seat rates the options."""
        self.terminal.say(self.session.advice.rated_lines(self.session.game, kind, rated))

    def do_undo(self, wanted: Command) -> None:
        """Take a decision back."""
        self._moved(*self.session.undo())

    def do_redo(self, wanted: Command) -> None:
        """Make a decision again."""
        self._moved(*self.session.redo())

    def _moved(self, moved: bool, said: str) -> None:
        self.terminal.say([*fold(said), *([""] if moved else [])])
        self.fresh = moved

    def do_save(self, wanted: Command) -> None:
        """Write the game to a file and play on; what is not a save is overwritten only on request."""
        if self.keeper.destroys(wanted.rest) and not self._agreed(word("overwrite", file=wanted.rest)):
            self.terminal.say([word("not-overwritten", file=wanted.rest)])
            return
        kept = self.keeper.keep(self.session.game, wanted.rest)
        told = self.keeper.tell()
        if kept:
            self.saved = self.session.game
            self.terminal.say([word("saved-in", file=str(self.keeper.path))])
        else:
            self.terminal.say([line for each in told for line in fold(each)])
            self.terminal.say([word("goes-on")])

    def _agreed(self, asked: str) -> bool:
        """Ask for a yes or no; anything but yes is no."""
        typed = self.terminal.read(f"{asked} ")
        return typed is not None and typed.lower() == word("yes")

    def do_quit(self, wanted: Command) -> None:
        """Write the game to a file and stop; without a file the game stays, unless that is what is wanted."""
        if wanted.rest in ("without saving", "without"):
            self.open = False
            self._forget()
            return
        if self.session.game.question is None:
            self.open = False
            return
        if self.keeper.destroys(wanted.rest) and not self._agreed(word("overwrite", file=wanted.rest)):
            self.terminal.say([word("not-overwritten", file=wanted.rest)])
            return
        self.put_away(wanted.rest)

    def put_away(self, name: str = "") -> None:
        """Write the game to the named file, else wherever that is possible, say how to resume it, and stop."""
        if self.session.game.question is None:
            self.open = False
            return
        game = self.session.game
        kept = (bool(name) and self.keeper.keep(game, name)) or self.keeper.keep_somewhere(game)
        self.terminal.say([line for each in self.keeper.tell() for line in fold(each)])
        self.open = not kept and self.terminal.reading
        if kept:
            self.terminal.say(self.keeper.how_to_go_on())
            self._forget()
        else:
            self.terminal.say([word("nothing-saved")])


def fold_keeping(text: str) -> list[str]:
    """Break a line that is too long, keeping the blanks at its beginning."""
    indent = text[: len(text) - len(text.lstrip())]
    return fold(text.strip(), indent, indent + "  ")
