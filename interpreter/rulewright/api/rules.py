"""A ruleset: what it says about itself, its findings, its rules and pieces, and games of it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulewright.diagnostics import Code, Diagnostic, RulesError, Span
from rulewright.workspace import Ruleset, opened
from rulewright.workspace.about import About, described

if TYPE_CHECKING:
    from pathlib import Path

    from rulewright.api.game import Game
    from rulewright.backends import Program


@dataclass(frozen=True, slots=True)
class Rule:
    """A declaration: its full name, its text as written, and the place where it stands."""

    name: str
    text: str
    file: str
    line: int


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece: its kind, its name in the rules, its label, and what is printed on it."""

    kind: str
    name: str
    label: str
    printed: tuple[str, ...]


class Rules:
    """A ruleset that has been loaded; `load` makes one.

    >>> import rulewright as rw
    >>> rules = rw.load("./examples/kuhn-poker")
    >>> rules.name, rules.title, rules.players
    ('kuhn-poker', 'Kuhn poker', range(2, 3))
    """

    def __init__(self, ruleset: Ruleset, given: str) -> None:
        self.ruleset, self.given = ruleset, given

    def __repr__(self) -> str:
        return f"<rules {self.name}>"

    @property
    def about(self) -> About:
        """Title, edition, folder, players, number of assumed figures."""
        return described(self.ruleset.source)

    @property
    def name(self) -> str:
        """The name under which it was loaded."""
        return self.ruleset.name

    @property
    def title(self) -> str:
        """The title of the game."""
        return self.about.title

    @property
    def players(self) -> range:
        """The numbers of players that it allows."""
        return self.ruleset.seats

    @property
    def languages(self) -> list[str]:
        """The languages in which it can be played, its own first."""
        return self.ruleset.source.languages

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """Everything that is wrong or suspicious, for every number of players and every language.

        >>> import rulewright as rw
        >>> rw.load("./examples/kuhn-poker").findings
        ()
        """
        try:
            return self.ruleset.findings
        except RulesError as problem:
            return problem.findings

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The finished rules in the order of their names, what the ruleset stands on included.

        >>> import rulewright as rw
        >>> [rule.name for rule in rw.load("./examples/tic-tac-toe").rules][:3]
        ['figure.squares', 'game.game', 'grid.space']
        """
        from rulewright.compose.composed import full_name
        from rulewright.syntax.parser import declared_at

        composed, found = self.ruleset.composed, []
        for declaration in composed.declarations:
            span = declaration.span
            lines = composed.files.get(span.file, "").replace("\r\n", "\n").split("\n")
            text = "\n".join(declared_at(lines, span.line))
            found.append(Rule(full_name(declaration), text, span.file, span.line))
        return tuple(found)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """All pieces of a game for the highest number of players.

        >>> import rulewright as rw
        >>> [piece.name for piece in rw.load("./examples/kuhn-poker").pieces]
        ['jack', 'queen', 'king']
        """
        from rulewright.engine.views import printed_on

        program = self._program(self.players[-1], None, words=True, language="")
        found = []
        for name, table in program.tables.pieces.items():
            domain = program.domains[name]
            for kind in table.kinds:
                for piece in range(kind.start, kind.start + kind.size):
                    printed = tuple(printed_on(program, name, piece))
                    found.append(Piece(kind.name, domain.members[piece], domain.labels[piece], printed))
        return tuple(found)

    def start(
        self, players: int | None = None, seed: int | None = None, settings: Mapping[str, int] | None = None,
        language: str = "", words: bool = True,
    ) -> Game:  # fmt: skip
        """Start a game: by default for the most players, with a number that nobody chose.

        `settings` changes figures by name. Without `words` the game has neither prompts, labels, log nor reasons, and
        is much faster. Raises `RulesError` when the rules have mistakes or do not allow this number of players.

        >>> import rulewright as rw
        >>> game = rw.load("./examples/tic-tac-toe").start(seed=1)
        >>> game.question.prompt, len(game.question.choices)
        ('Mark which space?', 9)
        """
        from rulewright.api.game import Game
        from rulewright.engine import Game as Running

        number = random.randrange(2**31) if seed is None else seed
        program = self._program(self.seats_for(players), settings, words, language)
        return Game(self, Running.start(program, number))

    def resume(self, path: str | Path, language: str = "", words: bool = True) -> Game:
        """Go on with a saved game. Raises `RulesError` when the save is broken or does not fit these rules."""
        from pathlib import Path as AnyPath

        from rulewright.api.game import Game
        from rulewright.engine.savefile.format import read
        from rulewright.engine.savefile.games import load as load_save

        kept = read(AnyPath(path))
        program = self._program(self.seats_for(len(kept.seats)), kept.settings, words, language)
        return Game(self, load_save(AnyPath(path), program))

    def _program(self, seats: int, settings: Mapping[str, int] | None, words: bool, language: str) -> Program:
        if language not in ("", *self.languages):
            raise refusal(
                self.name, Code.UNKNOWN_VALUE, f'"{language}" is no language of this ruleset', *self.languages
            )
        chosen = "" if language == self.languages[0] else language
        return self.ruleset.in_language(chosen).program(seats, settings, traced=words)

    def seats_for(self, players: int | None) -> int:
        """Return a number of players that the rules allow, by default the highest. Raises `RulesError` otherwise."""
        seats = self.players[-1] if players is None else players
        if seats not in self.players:
            raise refusal(self.name, Code.OUT_OF_RANGE, f"{self.title} is for {self.about.players}, not for {seats}")
        return seats

    def _repr_html_(self) -> str:
        from rulewright.api.notebook import rules_html

        return rules_html(self)


def refusal(where: str, code: Code, message: str, *remedy: str) -> RulesError:
    """Return the error for a call that cannot be answered."""
    return RulesError((Diagnostic(code, Span(where, 0, 0, 0, 0), message, remedy),))


def load(name: str | Path) -> Rules:
    """Load a ruleset by its name or folder. Raises `RulesError`, with `.findings`, when its files cannot be read.

    >>> import rulewright as rw
    >>> rw.load("./examples/kuhn-poker")
    <rules kuhn-poker>
    >>> rw.load("./kun-poker")
    Traceback (most recent call last):
    rulewright.diagnostics.model.RulesError: ./kun-poker: there is no folder "./kun-poker" (missing-folder)
    """
    ruleset = opened(str(name))
    ruleset.reading.stop_on_errors()
    return Rules(ruleset, str(name))


def loaded(rules: Rules | str) -> Rules:
    """Return rules that may be given by name."""
    return rules if isinstance(rules, Rules) else load(rules)


def sitting(kinds: Sequence[str], seats: int) -> tuple[str, ...]:
    """Return who sits in each seat; nobody in particular where all play at random.

    Raises `RulesError` for a kind that does not exist, and for more kinds than there are seats.
    """
    from rulewright.diagnostics.similar import did_you_mean
    from rulewright.players.seats import KINDS, everybody, is_custom

    for kind in kinds:
        if kind not in KINDS and not is_custom(kind):
            remedy = *did_you_mean(kind, KINDS), f"Known are {', '.join(KINDS)} and FILE.py:NAME."
            raise refusal(kind, Code.UNKNOWN_VALUE, f'there is no kind of seat "{kind}"', *remedy)
    if len(kinds) > seats:
        message = f"{len(kinds)} kinds of seats are given, for {seats} {'player' if seats == 1 else 'players'}"
        hint = "Leave some out: seats without a kind play at random."
        raise refusal(", ".join(kinds), Code.OUT_OF_RANGE, message, hint)
    return everybody(kinds, seats) if kinds else ()
