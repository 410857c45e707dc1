"""Rulesets and their games: findings, rules and pieces; questions, choices, views, saves."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.api import late
from rulewright.api.parts import Piece, Rule, Settings, call_refusal, checked_settings, game_numbers
from rulewright.diagnostics import Code, Diagnostic, RulesError
from rulewright.diagnostics.similar import did_you_mean
from rulewright.engine import Game as Running
from rulewright.engine.game import Choice, NotOfferedError, Question
from rulewright.engine.seat_view import SeatView
from rulewright.engine.views import printed_pieces
from rulewright.source.folders import is_path
from rulewright.workspace import Ruleset
from rulewright.workspace import load as load_ruleset
from rulewright.workspace.about import About, describe_ruleset

if TYPE_CHECKING:
    from rulewright.engine import Program


class Rules:
    """A ruleset that has been loaded; `load` makes one.

    >>> import rulewright as rw
    >>> rules = rw.load("./examples/kuhn-poker")
    >>> rules.name, rules.title, rules.players
    ('kuhn-poker', 'Kuhn poker', range(2, 3))
    """

    def __init__(self, ruleset: Ruleset, given: str, settings: Settings = ()) -> None:
        self.ruleset, self.given, self.settings = ruleset, given, settings

    def __repr__(self) -> str:
        changed = ", ".join(f"{name} {value}" for name, value in self.settings)
        return f"<rules {self.name}{f' with {changed}' if changed else ''}>"

    def with_settings(self, settings: Mapping[str, int]) -> Rules:
        """Return the same rules with other values of some figures, by name.

        Raises `RulesError` for a figure or a value that does not exist.

        >>> import rulewright as rw
        >>> rw.load("./examples/pearl-divers").with_settings({"pearls-to-win": 10})
        <rules pearl-divers with pearls-to-win 10>
        """
        return Rules(self.ruleset, self.given, checked_settings(self.ruleset, dict(self.settings) | dict(settings)))

    def with_rules(self, text: str) -> Rules:
        """Return the same rules with a text on top, as house rules; nothing is written, and `findings` checks the text.

        A rule is changed by `replace` before its text, and what is printed nowhere cites `house "House rule"`.

        >>> import rulewright as rw
        >>> divers = rw.load("./examples/pearl-divers")
        >>> house = divers.with_rules('change pearls-to-win from 20 to 12 because house "House rule"')
        >>> house.findings, [(row.name, row.was, row.now) for row in rw.diff(divers, house)]
        ((), [('figure.pearls-to-win', ('pearls to win: 20',), ('pearls to win: 12',))])
        >>> divers.with_rules('change pearls-to-win from 25 to 12 because house "House rule"').findings[0].message
        'pearls-to-win has 20 here, not 25'
        """
        source = late.layers.with_house_rules(self.ruleset.source, f"{self.name}-house", text)
        return Rules(Ruleset.of(source), source.name, self.settings)

    @property
    def about(self) -> About:
        """Title, edition, folder, players, number of assumed figures."""
        return describe_ruleset(self.ruleset.source)

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
            return self.ruleset.all_findings
        except RulesError as problem:
            return problem.findings

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The composed rules in the order of their names, including those of rulesets that it extends.

        >>> import rulewright as rw
        >>> [rule.name for rule in rw.load("./examples/tic-tac-toe").rules][:3]
        ['figure.squares', 'game.game', 'grid.space']
        """
        composed, found = self.ruleset.composed_rules, []
        for declaration in composed.declarations:
            span = declaration.span
            lines = composed.files.get(span.file, "").replace("\r\n", "\n").split("\n")
            text = "\n".join(late.parser.declared_at(lines, span.line))
            found.append(Rule(late.composed.full_name(declaration), text, span.file, span.line))
        return tuple(found)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """All pieces of a game for the highest number of players.

        >>> import rulewright as rw
        >>> [piece.name for piece in rw.load("./examples/kuhn-poker").pieces]
        ['jack', 'queen', 'king']
        """
        program = self._compiled_program(self.players[-1], None, words=True, language="")
        return tuple(Piece(*piece) for piece in printed_pieces(program))

    def start(
        self, players: int | None = None, seed: int | None = None, settings: Mapping[str, int] | None = None,
        language: str = "", words: bool = True,
    ) -> Game:  # fmt: skip
        """Start a game: by default for the most players, with a number that nobody chose.

        `settings` changes figures by name. Without `words` the game has neither prompts, labels of choices, log nor
        reasons, and is much faster; `.labels` of its views are there, but slow. Raises `RulesError` when the rules have
        mistakes, or do not allow this number of players, this number of the game or one of the settings.

        >>> import rulewright as rw
        >>> game = rw.load("./examples/tic-tac-toe").start(seed=1)
        >>> game.question.prompt, len(game.question.choices)
        ('Mark which space?', 9)
        """
        number = random.randrange(2**31) if seed is None else seed
        game_numbers(self.name, number)
        chosen = dict(checked_settings(self.ruleset, dict(self.settings) | dict(settings or {})))
        program = self._compiled_program(self.seats_for(players), chosen, words, language)
        return Game(self, Running.start(program, number))

    def resume(self, path: str | Path, language: str = "", words: bool = True) -> Game:
        """Go on with a saved game. Raises `RulesError` when the save is broken or does not fit these rules."""
        kept = late.save_format.read(Path(path))
        program = self._compiled_program(self.seats_for(len(kept.seats)), kept.settings, words, language)
        return Game(self, late.saved_games.load(Path(path), program))

    def _compiled_program(self, seats: int, settings: Mapping[str, int] | None, words: bool, language: str) -> Program:
        if language not in ("", *self.languages):
            raise call_refusal(
                self.name, Code.UNKNOWN_VALUE, f'"{language}" is no language of this ruleset', *self.languages
            )
        chosen = "" if language == self.languages[0] else language
        return self.ruleset.in_language(chosen).program(seats, settings, traced=words)

    def seats_for(self, players: int | None) -> int:
        """Return a number of players that the rules allow, by default the highest. Raises `RulesError` otherwise."""
        seats = self.players[-1] if players is None else players
        if seats not in self.players:
            raise call_refusal(
                self.name, Code.OUT_OF_RANGE, f"{self.title} is for {self.about.players}, not for {seats}"
            )
        return seats

    def _repr_html_(self) -> str:
        return late.notebook.rules_html(self.name, self.about, self.findings)


class Game:
    """A game of some rules; `Rules.start` makes one.

    >>> import random
    >>> import rulewright as rw
    >>> game = rw.load("./examples/tic-tac-toe").start(seed=3, words=False)
    >>> while not game.over:
    ...     game.choose(random.choice(game.question.choices))
    >>> len(game.totals)
    2
    """

    def __init__(self, rules: Rules, running: Running) -> None:
        self.rules = rules
        self._running = running

    def __repr__(self) -> str:
        stands = "over" if self.over else f"{self.seats[self._running.seat]} is asked"
        return f"<game {self._running.number} of {self.rules.name}: {stands}>"

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self._running.over

    @property
    def seats(self) -> list[str]:
        """The names of the players in the language of the game."""
        return list(self._running.program.domains["player"].labels)

    @property
    def question(self) -> Question:
        """What somebody is asked now. Raises `RulesError` when the game is over.

        >>> import rulewright as rw
        >>> question = rw.load("./examples/kuhn-poker").start(seed=1).question
        >>> question.seat, [choice.name for choice in question.choices]
        (0, ['bet', 'pass'])
        """
        question = self._running.question
        if question is None:
            raise self._call_refused(Code.NOTHING_THERE, "the game is over: nobody is asked anything")
        return question

    def choose(self, choice: Choice | str) -> None:
        """Take a choice of the question, by itself or by its name, and play on to the next question.

        Raises `RulesError` when it is not offered, or when the rules cannot go on.

        >>> import rulewright as rw
        >>> game = rw.load("./examples/kuhn-poker").start(seed=1)
        >>> game.choose("bet")
        >>> game.choose("raise")
        Traceback (most recent call last):
        rulewright.diagnostics.model.RulesError: kuhn-poker: "raise" is not offered (unknown-name)
        """
        if not isinstance(choice, str | Choice):
            raise self._call_refused(Code.UNKNOWN_NAME, f"{choice!r} is neither a choice of the question nor its name")
        name = choice if isinstance(choice, str) else choice.name
        try:
            self._running.choose(name)
        except NotOfferedError as problem:
            remedy = *did_you_mean(name, problem.names), f"The choices are {', '.join(problem.names)}."
            raise self._call_refused(Code.UNKNOWN_NAME, f'"{name}" is not offered', *remedy) from None

    @property
    def decisions(self) -> list[str]:
        """The names of the choices taken so far."""
        return list(self._running.decisions)

    @property
    def log(self) -> list[str]:
        """What has happened, in sentences; empty in a game without words."""
        return [line.text for line in self._running.log]

    def why(self, name: str) -> tuple[str, ...]:
        """Return why an option is not offered, or that it is; empty when no option has this name."""
        return self._running.why(name)

    def view(self, seat: int | None = None) -> SeatView:
        """Return what a seat may know, by names (`.facts`) and by labels (`.labels`); None sees everything.

        The last piece of a stack lies on top. `.pieces` says which piece in a place has what, `.piece_of` about which a
        choice is, `.standing` what is under way, used and left of limited amounts, `.inferred` what follows of values
        that the seat is not shown.

        Raises `RulesError` when there is no such seat.

        >>> import rulewright as rw
        >>> game = rw.load("./examples/kuhn-poker").start(seed=1)
        >>> game.view(seat=0).facts["player.hand other"]
        ['hidden']
        >>> game.view(seat=0).standing
        {'under way': ['game.game', 'step.betting']}
        """
        if seat is not None and seat not in range(len(self.seats)):
            known = f"Seats are 0 to {len(self.seats) - 1}."
            raise self._call_refused(Code.OUT_OF_RANGE, f"there is no seat {seat!r}", known)
        return SeatView(self._running.program, list(self._running.state), seat)

    @property
    def scores(self) -> list[dict[str, int]]:
        """The points of each seat by their sources, as if the game ended now."""
        return self._running.scores()

    @property
    def totals(self) -> list[int]:
        """The points of each seat, as if the game ended now."""
        return self._running.totals()

    @property
    def ranking(self) -> list[list[int]]:
        """The seats by rank; those that nothing sets apart share one."""
        return self._running.ranking()

    def copy(self) -> Game:
        """Return a game that goes its own way from here."""
        return Game(self.rules, self._running.copy())

    def playout(self, seed: int = 1) -> Game:
        """Return a copy played on to its end by random seats; the same seed always plays the same game.

        Raises `RulesError` when the rules cannot go on, or for a seed that is no number of a game.

        >>> import rulewright as rw
        >>> game = rw.load("./examples/tic-tac-toe").start(seed=1)
        >>> game.playout(seed=5).over, game.over
        (True, False)
        """
        game_numbers(self.rules.name, seed)
        return Game(self.rules, self._running.playout(seed))

    def save(self, path: str | Path) -> None:
        """Write the game to a file; `Rules.resume` reads it. Raises `OSError` when it cannot be written."""
        late.saved_games.save(self._running, Path(path))

    def _call_refused(self, code: Code, message: str, *remedy: str) -> Exception:
        return call_refusal(self.rules.name, code, message, *remedy)

    def _repr_html_(self) -> str:
        question = None if self.over else self.question
        view = self.view(question.seat if question else None)
        return late.notebook.game_html(view.labels, question, self.seats, self.totals)


def load(name: str | Path) -> Rules:
    """Load a ruleset by its name or folder; a `Path` is always a folder.

    Raises `RulesError`, with `.findings`, when its files cannot be read.

    >>> import rulewright as rw
    >>> rw.load("./examples/kuhn-poker")
    <rules kuhn-poker>
    >>> rw.load("./kun-poker")
    Traceback (most recent call last):
    rulewright.diagnostics.model.RulesError: ./kun-poker: there is no folder "./kun-poker" (missing-folder)
    """
    given = str(name)
    if isinstance(name, Path) and not is_path(given):
        given = f"./{given}"
    return Rules(load_ruleset(given), given)


def loaded_rules(rules: Rules | str) -> Rules:
    """Return rules that may be given by name."""
    return rules if isinstance(rules, Rules) else load(rules)
