"""Plays what passed the checks: both builds, all that a person may look at, saved, damaged and loaded."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.fuzz import lines
from tests.fuzz.answers import Wrong, wrong_with

from rulewright.backends import Program
from rulewright.backends.build import build
from rulewright.backends.failure import GOES_ROUND
from rulewright.backends.python.loading import load_program
from rulewright.check.core import CheckedRules
from rulewright.diagnostics import Diagnostic, RulesError
from rulewright.engine import Game, LimitExceeded
from rulewright.engine.savefile.games import load, save

GAMES = (1, 2, 3)
DECISIONS = 60
"""So many decisions of each game are played."""


def play(rules: CheckedRules, chance: Random, found: list[Diagnostic]) -> Iterator[Wrong]:
    """Play random games in both builds; yield what is wrong, and add the findings that came up in play."""
    plain, traced = load_program(build(rules, False)), load_program(build(rules, True))
    for seed in GAMES:
        yield from _game(plain, traced, seed, chance, found)


def _game(plain: Program, traced: Program, seed: int, chance: Random, found: list[Diagnostic]) -> Iterator[Wrong]:
    a, b = (_try(Game.start, program, seed) for program in (plain, traced))
    for asked in range(DECISIONS):
        if not isinstance(a, Game) or not isinstance(b, Game):
            yield from _broken(a, b, seed, found)
            return
        if (a.state, a.codes) != (b.state, b.codes):
            yield Wrong("the builds differ", f"game {seed}, decision {asked}")
            return
        if a.over:
            break
        yield from _looked_at(b, asked, chance)
        code = chance.choice(a.codes)
        a, b = _try(_chosen, a, code), _try(_chosen, b, code)
    if isinstance(b, Game):
        yield from _ended(b)
        yield from _saved(b, chance)


def _try(run: Callable[..., Game], *given: object) -> Game | RulesError:
    try:
        return run(*given)
    except RulesError as problem:
        return problem


def _chosen(game: Game, code: int) -> Game:
    game.choose(code)
    return game


def _broken(a: object, b: object, seed: int, found: list[Diagnostic]) -> Iterator[Wrong]:
    """Both builds must stop at the same, and what the checks have proven must hold."""
    if isinstance(a, RulesError) and isinstance(b, RulesError) and a.findings == b.findings:
        if a.findings[0].message == GOES_ROUND:
            yield Wrong("goes round without asking", f"game {seed}")
        found += a.findings
    else:
        yield Wrong("the builds stop differently", f"game {seed}: {a!r} {b!r}")


def _looked_at(game: Game, asked: int, chance: Random) -> Iterator[Wrong]:
    """Look at everything that can be looked at."""
    question = game.question
    assert question is not None
    names = [choice.name for choice in question.choices]
    if len(set(names)) < len(names):
        yield Wrong("two choices of one name", f"{names}")
    if not 0 <= game.seat < game.program.seats:
        yield Wrong("nobody is asked", f"{game.seat}")
    if asked % 7 == 0:
        game.why_not()
        game.headings()
        game.broken_promises()
        for seat in (None, *range(game.program.seats)):
            game.view(seat)
        game.why(chance.choice(game.program.tables.choices).name)
        game.program.playing.sample(game.state, game.seat, asked)


def _ended(game: Game) -> Iterator[Wrong]:
    if game.over:
        game.scores()
        game.totals()
        game.ranking()
    if not all(isinstance(line.text, str) for line in game.log):
        yield Wrong("a line of the log that is no text", "")


def _saved(game: Game, chance: Random) -> Iterator[Wrong]:
    """A save is the same game again; one that was damaged is refused, or a game that goes on."""
    with TemporaryDirectory() as place:
        path = Path(place) / "game.save"
        save(game, path)
        again = load(path, game.program)
        if (again.state, again.codes) != (game.state, game.codes):
            yield Wrong("a save that is another game", "")
        text = path.read_text("utf-8").replace(game.program.fingerprint, "another" * (chance.random() < 0.7))
        for _ in range(3):
            damaged = chance.choice((lines.number, *lines.ANY))(text, chance)
            path.write_bytes(damaged.encode("utf-8", "surrogateescape"))
            yield from _gone_on(path, game.program, chance)


def _gone_on(path: Path, program: Program, chance: Random) -> Iterator[Wrong]:
    try:
        game = load(path, program)
        for _ in range(5):
            if not game.over:
                game.choose(chance.choice(game.codes))
    except LimitExceeded:
        return
    except RulesError as problem:
        own = [finding for finding in problem.findings if finding.code.startswith("save")]
        yield from (Wrong("a save: " + text.split(":")[0], text) for text in wrong_with(own, path.parent))
