"""Replays recorded games: verifies each decision against its record, or rewrites the record."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from rulewright.backends import Program
from rulewright.chance import pick, seed_of
from rulewright.diagnostics import Code, RulesError
from rulewright.engine import Game
from rulewright.engine.savefile.format import Decision, SavedGame, apart, joined, refusal
from rulewright.engine.savefile.games import HAND, beginning, fitting_seats, from_names, saved, was_over
from rulewright.engine.snapshot import Snapshot, SnapshotReader, Value, Values, changed, changes
from rulewright.playtest.game import MOST_DECISIONS

UNREACHABLE_ERRORS = (ValueError, LookupError, ArithmeticError, TypeError)
"""Exceptions of generated code on an unreachable vector."""


@dataclass(frozen=True, slots=True)
class ChangedValue:
    """A name with its values before and after."""

    name: str
    before: Value
    now: Value


@dataclass(frozen=True, slots=True)
class ReplayDifference:
    """The first difference between a recorded game and its replay.

    `number` is the decision, from 1; after the last one it is one more. `missing` and `new` are options; `asked` is the
    the seat before and after, if it differs; `told` explains what a list of names cannot. `broke`: how the rules broke.
    """

    number: int
    told: str = ""
    asked: tuple[str, str] | None = None
    missing: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    values: tuple[ChangedValue, ...] = ()
    broke: RulesError | None = None


def begin_recorded(path: Path, kept: SavedGame, program: Program) -> Game:
    """Return the game at its first decision."""
    fitting_seats(path, kept, program)
    origin = beginning(path, kept, program)
    try:
        return Game.begin(program, origin, kept.seed)
    except UNREACHABLE_ERRORS:
        raise refusal(path, Code.SAVE_CHANGED, f"{HAND}: its beginning is none") from None


def recorded_snapshots(path: Path, kept: SavedGame) -> Iterator[tuple[Decision, Snapshot]]:
    """Yield each recorded decision, and finally the end of the game, with its snapshot.

    Raises `RulesError` if a state hash does not match the snapshot in the file.
    """
    values = kept.stands or {}
    for number, decision in enumerate([*kept.decisions, *([kept.end] if kept.end else [])], 1):
        snapshot = Snapshot(decision.asked, apart(decision.offered), values)
        fits = decision.name in snapshot.offered or decision is kept.end
        if not fits or snapshot.fingerprint(decision.name) != decision.fingerprint:
            said = f"{HAND}: the fingerprint of decision {number} is not that of what is written up to here"
            raise refusal(path, Code.SAVE_CHANGED, said, line=line_of_decision(path, number))
        yield decision, snapshot
        values = changed(values, decision.changed)


def line_of_decision(path: Path, number: int) -> int:
    """Return the line of a decision in the file; 0 if it is unknown."""
    try:
        lines = path.read_text("utf-8").split("\n")
        first = lines.index(' "decisions": [')
    except (OSError, ValueError):
        return 0
    return first + 1 + number if first + number < len(lines) else 0


# -- comparing


def replay_difference(path: Path, kept: SavedGame, program: Program) -> ReplayDifference | None:
    """Replay a game; return its first difference from the record, or None."""
    game = begin_recorded(path, kept, program)
    if kept.compared:
        return _compare_fingerprints(game, list(recorded_snapshots(path, kept)))
    for number, decision in enumerate(kept.decisions, 1):
        stopped = take_recorded(game, number, decision.name)
        if stopped:
            return stopped
    return _vector_difference(path, kept, game) if kept.vector is not None else None


def _compare_fingerprints(game: Game, rows: list[tuple[Decision, Snapshot]]) -> ReplayDifference | None:
    reader = SnapshotReader(game.program)
    for number, (decision, written) in enumerate(rows, 1):
        now = reader.snapshot(game.state, game.names())
        if now.fingerprint(decision.name) != decision.fingerprint:
            return snapshot_difference(number, written, now)
        stopped = take_recorded(game, number, decision.name) if number < len(rows) else None
        if stopped:
            return stopped
    return None


def take_recorded(game: Game, number: int, name: str) -> ReplayDifference | None:
    """Take a choice by name; where that is impossible, return why, and leave the game at its question."""
    if game.over:
        return ReplayDifference(number, "the game is over here")
    names = game.names()
    if name not in names:
        return ReplayDifference(number, missing=(name,), new=tuple(names), told="what was chosen is not offered")
    state, codes, broke = list(game.state), game.codes, None
    try:
        game.choose(codes[names.index(name)])
        return None
    except RulesError as problem:
        told, broke = f"what is chosen breaks the rules: {problem.findings[0].message}", problem
    except UNREACHABLE_ERRORS:
        told = f"what is chosen leads nowhere: {HAND}"
    # What broke left the state amid its changes, where nobody is asked anything.
    game.state, game.codes = state, codes
    game.decisions.pop()
    return ReplayDifference(number, told, broke=broke)


def snapshot_difference(number: int, before: Snapshot, now: Snapshot) -> ReplayDifference:
    """Return the difference between two snapshots."""
    asked = (before.asked, now.asked) if before.asked != now.asked else None
    missing = tuple(name for name in before.offered if name not in now.offered)
    new = tuple(name for name in now.offered if name not in before.offered)
    moved = before.offered != now.offered and not missing and not new
    values = tuple(_changed_values(before.values, now.values))
    told = "the options are offered in another order" if moved else ""
    if not (asked or missing or new or values or told):
        told = "the fingerprint is another one"
    return ReplayDifference(number, told, asked, missing, new, values)


def _changed_values(before: Values, now: Values) -> Iterator[ChangedValue]:
    """Yield the names whose values differ; defaults are shown as 0 or nothing, depending on the other value."""
    for name, value in sorted(changes(before, now).items()):
        rest: Value = 0 if isinstance(value, int) else "nothing"
        yield ChangedValue(name, before.get(name, rest), value)


def _vector_difference(path: Path, kept: SavedGame, game: Game) -> ReplayDifference | None:
    """Compare the vector in a save with the one that its decisions lead to."""
    reader, number = SnapshotReader(game.program), len(kept.decisions) + 1
    try:
        before = reader.values(from_names(path, game.program, kept.vector or {}))
    except UNREACHABLE_ERRORS:
        return ReplayDifference(number, f"the position in this file is none: {HAND}")
    values = tuple(_changed_values(before, reader.values(game.state)))
    return ReplayDifference(number, values=values) if values else None


# -- rewriting


def rewrite_game(path: Path, kept: SavedGame, program: Program) -> tuple[SavedGame, int]:
    """Replay a game and return it with a state hash for each decision, and the number of decisions preserved.

    From the first decision that is no longer offered, random seats continue; a complete game is played to its end.
    """
    whole, followed = was_over(kept, program), 0

    def answer(game: Game) -> str | int | None:
        nonlocal followed
        name = _next_recorded(kept, game, followed)
        if not name and followed == len(kept.decisions) and not whole:
            return None
        followed += bool(name)
        return name or game.codes[pick(seed_of(game.seed), len(game.decisions), len(game.codes))]

    return record_game(begin_recorded(path, kept, program), answer), followed


def record_game(game: Game, answer: Callable[[Game], str | int | None]) -> SavedGame:
    """Play on until there is no answer, and return the game with a state hash for each decision."""
    reader, rows, start = SnapshotReader(game.program), list[Decision](), saved(game)
    now = reader.snapshot(game.state, game.names())
    stands = now.values
    while not game.over and len(rows) < MOST_DECISIONS and (choice := answer(game)) is not None:
        before = now
        game.choose(choice)
        now = reader.snapshot(game.state, game.names())
        rows.append(decision_row(before, game.decisions[-1], changes(before.values, now.values)))
    return replace(start, decisions=rows, vector=None, at="", stands=stands, end=decision_row(now))


def decision_row(snapshot: Snapshot, name: str = "", changed: Values | None = None) -> Decision:
    """Return a decision with its state hash; without a name, the final position."""
    return Decision(name, snapshot.asked, snapshot.fingerprint(name), joined(snapshot.offered), changed or {})


def _next_recorded(kept: SavedGame, game: Game, followed: int) -> str:
    """Return the next recorded decision, if it is offered and all before it were."""
    if followed < len(game.decisions) or followed == len(kept.decisions):
        return ""
    name = kept.decisions[followed].name
    return name if name in game.names() else ""
