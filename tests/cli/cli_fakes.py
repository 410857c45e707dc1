"""A small game that needs no rule files: everybody picks a number in secret, then lays a stone; the highest sum wins.

It has the shape of `rulewright.engine.Game`, so screens and commands are tested without compiling any rules.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from rulewright.chance import pick
from rulewright.cli import opening
from rulewright.cli.commands import play
from rulewright.cli.commands.play import session
from rulewright.cli.commands.play.advice import Advice
from rulewright.diagnostics import Diagnostic, RulesError, Span
from rulewright.engine.savefile.format import FIRST_LINE
from rulewright.players.seats import random_choice
from rulewright.playtest.game import Record
from rulewright.playtest.rows import GameRows as RecordRows
from rulewright.playtest.rows import RowColumns
from rulewright.report.table.inspecting import Known
from rulewright.report.table.model import Asked, Cell, Column, Grid, Place, Row, Rows, Seat, Space, Table
from rulewright.workspace.about import About

HERE = Path(__file__).resolve().parent


def environment() -> dict[str, str]:
    """What another process needs to find this module and the interpreter."""
    paths = os.pathsep.join([str(HERE), str(HERE.parents[1] / "interpreter")])
    return {**os.environ, "PYTHONPATH": paths, "PYTHONIOENCODING": "utf-8", "NO_COLOR": "1"}


NAMES = ("Yellow", "Red", "Green", "Blue")


@dataclass(frozen=True)
class Choice:
    code: int
    name: str
    label: str
    menu: str | None = None
    also: bool = False
    amount: int | None = None
    value: str | None = None


@dataclass(frozen=True)
class Question:
    seat: int
    prompt: str
    choices: tuple[Choice, ...]
    secret: bool = False
    amount: bool = False
    rule: str = "step.pick"
    place: str = "fake/rules/fake.rules:3"
    several: tuple[int, int] | None = None
    picked: tuple[Choice, ...] = ()


@dataclass(frozen=True)
class Line:
    text: str
    rule: str = "step.pick"
    place: str = "fake/rules/fake.rules:3"
    seat: int | None = None
    private: frozenset[int] | None = None
    heading: bool = False
    who: str = ""
    phrase: str = ""
    verb: str = ""
    choice: bool = False
    instead: bool = False
    forced: bool = False
    thing: str = ""
    subject: str = ""
    routine: bool = False
    question: int = -1
    menu: str = ""


@dataclass
class Game:
    """Two rounds: a secret number from 5 to 10 or a pass, then a space of a 3 by 3 grid."""

    seats: int
    seed: int
    broken: bool = False
    decisions: list[str] = field(default_factory=list)
    state: list[int] = field(default_factory=list)
    log: list[Line] = field(default_factory=list)

    program = SimpleNamespace(tables=SimpleNamespace(asked_at=lambda _: SimpleNamespace(several=None)))
    """Asks for one thing at a time."""

    @property
    def over(self) -> bool:
        return self.question is None

    @property
    def seat(self) -> int:
        return self.question.seat if self.question else -1

    @property
    def number(self) -> int:
        return self.seed

    def is_at(self, other: Game) -> bool:
        return self.state == other.state

    def __post_init__(self) -> None:
        if not self.state:
            self.log.append(Line("ROUND 1: picking", heading=True))
            self.log.append(Line(f"The hidden bonus is laid out, number {pick(self.seed, 0, 9)}."))
            self.state = [self.seed]

    @property
    def alone(self) -> str:
        return ""

    @property
    def made(self) -> int:
        return len(self.decisions)

    @property
    def question(self) -> Question | None:
        round_, seat = divmod(self.made, self.seats)
        if round_ == 0:
            numbers = [Choice(n, f"pick {n}", f"Pick {n}", amount=n) for n in range(5, 11)]
            return Question(seat, "Which number?", (*numbers, Choice(99, "pass", "Pass")), True, True)
        if round_ == 1:
            taken = set(self.decisions)
            free = [f"{c}{r}" for c in "abc" for r in (1, 2, 3) if f"{c}{r}" not in taken]
            stones = [Choice(100 + i, name, name) for i, name in enumerate(free)]
            extra = Choice(200, "draw", "Draw a card", "free-effects", True)
            return Question(seat, "Where do you lay the stone?", (*stones, extra))
        if round_ == 2:
            few = (Choice(1, "keep-it", "Keep the stone"), Choice(2, "give", "Give it back"))
            return Question(seat, f"{NAMES[(seat + 1) % self.seats]} waits. Your answer?", few)
        return None

    def choose(self, answer: int | str) -> None:
        question = self.question
        assert question is not None
        found = next(c for c in question.choices if answer in (c.code, c.name))
        if self.broken and self.made == 2:
            span = Span("fake/rules/fake.rules", 9, 1, 9, 2)
            raise RulesError((Diagnostic("always-broken", span, "stones-conserved does not hold"),))
        private = frozenset({question.seat}) if question.secret else None
        self.log.append(Line(f"{NAMES[question.seat]}: {found.label}.", private=private))
        self.decisions.append(found.name)
        self.state.append(found.code)
        if self.made == self.seats:
            self.log.append(Line("ROUND 2: laying", heading=True))

    def copy(self) -> Game:
        return Game(self.seats, self.seed, self.broken, self.decisions[:], self.state[:], self.log[:])

    def headings(self) -> list[str]:
        return [line.text for line in self.log if line.heading][-1:]

    def why(self, name: str) -> Sequence[str]:
        return (f"{name} is not offered now: the space is taken.", "  step.lay, fake/rules/fake.rules:9")

    def why_not(self) -> Sequence[tuple[str, Sequence[str]]]:
        return [("spaces", ["b2: the space is taken"])]

    def scores(self) -> list[dict[str, int]]:
        return [{"Numbers": self._number(seat), "Stones": 2 * (seat % 2)} for seat in range(self.seats)]

    def totals(self) -> list[int]:
        return [sum(each.values()) for each in self.scores()]

    def ranking(self) -> list[list[int]]:
        totals = self.totals()
        return [[s for s in range(self.seats) if totals[s] == t] for t in sorted(set(totals), reverse=True)]

    def win_shares(self) -> dict[int, float]:
        winners = self.ranking()[0]
        return dict.fromkeys(winners, 1 / len(winners))

    def _number(self, seat: int) -> int:
        name = self.decisions[seat] if seat < self.made else ""
        return int(name.split()[1]) if name.startswith("pick") else 0

    def spaces(self) -> list[str]:
        return [f"{c}{r}" for c in "abc" for r in (1, 2, 3)]


def look(
    game: Game, seat: int | None, before: Sequence[int] | None, everything: bool = False, together: bool = False
) -> Table:
    """Return the table of this game: a number and a hand for each player, and the stones on the grid."""
    players = [NAMES[each] for each in range(game.seats)]
    rows = tuple(Row(f"player {name}", name, _cells(game, each, seat), each) for each, name in enumerate(players))
    columns = (Column("player.number", "number"), Column("player.row ships", "ships", "row"))
    spaces = tuple(tuple(_space(game, f"{column}{row}") for column in "abc") for row in (1, 2, 3))
    grid = Grid("space", "spaces", ("a", "b", "c"), ("1", "2", "3"), spaces)
    deck = Place("game.deck", "deck", (), 20, "deck")
    asked = game.question
    sections = (grid, Rows("player", "Players", columns, rows), deck)
    shown = Asked(asked.seat, asked.prompt, ()) if asked else None
    return Table(seat, tuple(map(Seat, players)), tuple(game.headings()), sections, shown)


def _cells(game: Game, each: int, seat: int | None) -> tuple[Cell, ...]:
    known = each == seat or game.made >= game.seats
    number = Cell(f"player.number {each}", str(game._number(each)) if known else "hidden", hidden=not known)
    return number, Cell(f"player.row {each} ships", "1", 1)


def _space(game: Game, name: str) -> Space:
    owner = (game.decisions.index(name) % game.seats,) if name in game.decisions else ()
    return Space(f"space {name}", name, seats=owner)


@dataclass(frozen=True)
class Program:
    seats: int
    settings: Mapping[str, int]


ABOUT = About("fake", "Fake", "first printing", Path("rulesets/fake"), 2, 4, NAMES, 14)


@dataclass(frozen=True)
class Rules:
    """A ruleset of this game, as far as commands ask it."""

    about: About = ABOUT

    def in_language(self, language: str) -> Rules:
        return self

    def program(self, seats: int, settings: Mapping[str, int] | None = None, traced: bool = False) -> Program:
        return Program(seats, settings or {})


def save(game: Any, path: Path) -> None:
    data = {"seats": game.seats, "seed": game.seed, "decisions": game.decisions}
    path.write_text(f"{FIRST_LINE}\n{json.dumps(data)}", encoding="utf-8")


def load(path: Path, program: Program) -> Game:
    data = json.loads(path.read_text(encoding="utf-8").split("\n", 1)[1])
    game = Game(data["seats"], data["seed"])
    for name in data["decisions"]:
        game.choose(name)
    return game


def install() -> None:
    """Let the commands play this game instead of one from rule files."""
    play.refuse_misfits = lambda ruleset, settings: None
    opening.ruleset = lambda name: Rules()  # type: ignore[assignment,return-value]
    opening.seat_labels = lambda ready: list(NAMES[: ready.seats])
    opening.start_game = lambda program, number: Game(program.seats, number, "broken" in program.settings)  # type: ignore[assignment,return-value]
    Advice.summary_of = lambda self, game, course, latest: None  # type: ignore[assignment,method-assign,return-value]
    Advice.why_lines = lambda self, game, name: list(game.why(name))  # type: ignore[method-assign]
    Advice.known_about = lambda self, game, table, name: [Known("Red", {"number": "hidden"})]  # type: ignore[method-assign]
    session.whole_question = lambda game: game.question  # type: ignore[assignment,return-value]
    opening.save_game = save
    opening.usual_kind = lambda ready: "random"
    opening.table_of = look  # type: ignore[assignment]
    opening.has_revealed = lambda *_: False
    opening.load_game = load  # type: ignore[assignment]
    opening.seats_in = lambda path: int(json.loads(path.read_text(encoding="utf-8").split("\n", 1)[1])["seats"])
    opening.every_ruleset = lambda: ["fake"]


@dataclass(frozen=True)
class Opener:
    """What the simulating processes open; `broken` breaks every game with an even number."""

    seats: int
    broken: bool = False
    secret: str = ""

    def __call__(self) -> Any:
        return Playing(self)

    def play(self, number: int) -> Record:
        """Play a game with the picks of random seats."""
        game, record = Game(self.seats, number, self.broken and number % 2 == 0), Record(number, [0] * self.seats)
        try:
            while (question := game.question) is not None:
                record.decisions[question.seat] += 1
                game.choose(random_choice(question, number, game.made))
        except RulesError as problem:
            broken = problem.findings[0]
            record.failure = f"{broken.code}: {broken.message} ({broken.span.file}:{broken.span.line})"
        record.totals, record.scores, record.ranking = game.totals(), game.scores(), game.ranking()
        return record


@dataclass(frozen=True)
class Playing:
    """Plays games as the player of a table does."""

    opener: Opener

    def __call__(self, number: int) -> Record:
        return self.opener.play(number)

    def play_rows(self, numbers: range) -> RecordRows:
        """Play games and return what is kept of them."""
        records = [self(number) for number in numbers]
        labels = tuple(records[0].scores[0])
        rows = RecordRows(RowColumns(self.opener.seats, labels, ()))
        for record in records:
            record.by_scoring = [[scores[label] for scores in record.scores] for label in labels]
            rows.add(record)
        return rows


if __name__ == "__main__":
    from rulewright.cli.main import main

    install()
    main()
