"""Result files, with one line per game: looking games up, and repeating them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from rulewright.backends import Program
from rulewright.chance import seed_of
from rulewright.diagnostics import Code, Findings, RulesError, Span
from rulewright.engine import Game
from rulewright.engine.savefile.format import SavedGame, refusal
from rulewright.engine.savefile.games import saved
from rulewright.players.seats import RANDOM, deciders_of, is_here_only, is_known, make_decider
from rulewright.playtest.game import MOST_DECISIONS, Record, play_one
from rulewright.playtest.replay import record_game
from rulewright.source.disk import open_file

MAX_LINE = 1_000_000
"""The maximum length of a line."""

MOST_CHARACTERS = 40
"""The number of characters after which the content of a wrong entry is cut off in a message."""

BROKEN_LINE = "this line is not the result of a game"
RECORD_NAMES = {field.name for field in fields(Record) if field.compare}


def read_results(path: Path, findings: Findings) -> Iterator[tuple[int, Record]]:
    """Yield every result in a file with the number of its line; raises `RulesError` at the first that is none.

    An incomplete last line was being written when the process died: it gets a warning and is skipped.
    """
    try:
        with open_file(path) as file:
            for line, data in enumerate(iter(lambda: file.readline(MAX_LINE), b""), 1):
                if not data.strip():
                    continue
                content = _parse_line(data)
                if content is None and len(data) < MAX_LINE and not data.endswith(b"\n"):
                    said = "this line ends too early: its game is left out"
                    findings.add(Code.RESULT_BROKEN, Span(str(path), line, 1, line, 1), said, severity="warning")
                else:
                    yield line, _checked_record(path, line, content)
    except OSError as problem:
        raise refusal(path, Code.UNREADABLE_FILE, f"this file cannot be read: {problem.strerror}") from None


def _parse_line(data: bytes) -> object:
    """Return the parsed line of JSON; None if it is invalid."""
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


def _checked_record(path: Path, line: int, content: Any) -> Record:  # Any: `_wrong_in` has checked the types
    wrong = "it ends too early or was changed" if content is None else _wrong_in(content)
    if wrong:
        raise refusal(path, Code.RESULT_BROKEN, f"{BROKEN_LINE}: {wrong}", line=line)
    return Record(**content)


def _wrong_in(content: object) -> str:
    if not isinstance(content, dict):
        return "something else stands here"
    for name in ("game", "decisions", "ruleset", "fingerprint"):
        if name not in content:
            return f'"{name}" is missing'
    for name in content:
        if name not in RECORD_NAMES:
            return f'a result has no "{name}"'
    for name, (fits, wanted) in ENTRY_CHECKS.items():
        if name in content and not fits(content[name]):
            return _wrong_entry(name, content[name], wanted)
    who, seats = content.get("who", []), len(content["decisions"])
    return "" if len(who) in (0, seats) else _wrong_entry("who", who, f"who sat in each of the {seats} seats")


def _wrong_entry(name: str, there: object, wanted: str) -> str:
    written = json.dumps(there, ensure_ascii=False)
    shown = written if len(written) <= MOST_CHARACTERS else f"{written[:MOST_CHARACTERS]}..."
    return f'"{name}" is {shown}; what belongs there is {wanted}'


def _is_whole(number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool)


ENTRY_CHECKS: dict[str, tuple[Callable[[Any], bool], str]] = {  # Any: whatever a line of JSON can hold
    "game": (lambda n: _is_whole(n) and 0 <= n < 1 << 64, "the number of the game, from 0 up"),
    "decisions": (
        lambda all_of: isinstance(all_of, list) and bool(all_of) and all(map(_is_whole, all_of)),
        "how many decisions each seat made, such as [12, 9]",
    ),
    "settings": (
        lambda all_of: isinstance(all_of, dict) and all(map(_is_whole, all_of.values())),
        'the figures that were set, each with its number, such as {"coins": 3}',
    ),
    "who": (
        lambda all_of: isinstance(all_of, list) and all(isinstance(kind, str) and is_known(kind) for kind in all_of),
        'who sat in each seat, such as ["random", "greedy"]',
    ),
    "secret": (lambda text: bool(re.fullmatch("([0-9a-f]{32})?", str(text))), "32 signs out of 0 to 9 and a to f"),
    "failure": (lambda text: isinstance(text, str), "how the game broke, as a text"),
    "ruleset": (lambda text: isinstance(text, str), "the name of the ruleset, as a text"),
    "fingerprint": (lambda text: isinstance(text, str), "the fingerprint of its rules, as a text"),
}
"""What an entry of a result has to be, and how that is said to a person."""


def same_rules(path: Path, line: int, record: Record, program: Program) -> None:
    """Raise `RulesError` for a result of other rules, where the same number means another game.

    The same for seats that are not part of Rulewright: a file of results must not start programs.
    """
    own = next((kind for kind in record.who if is_here_only(kind)), None)
    if own is not None:
        said = f'"{own}" sat in game {record.game}: only that program knows how it decided'
        raise refusal(path, Code.RESULT_BROKEN, said, "Play the game with it in `play`, and save it.", line=line)
    if record.fingerprint != program.fingerprint:
        said = f"game {record.game} was played by other rules: the same number makes another game now"
        remedy = "Play it with the rules of that time, or simulate anew."
        raise refusal(path, Code.RESULT_OF_OTHER_RULES, said, remedy, line=line)


def repeat_game(path: Path, line: int, record: Record, program: Program) -> SavedGame:
    """Repeat the game of a result, with the same seats, up to where it broke; return it in the save format."""
    same_rules(path, line, record, program)
    game, answer = Game.start(program, record.seed), _as_before(record, program)
    most = sum(record.decisions) if record.failure else MOST_DECISIONS
    with suppress(RulesError):  # the replay ends at the same decision
        while not game.over and len(game.decisions) < most:
            game.choose(answer(game))
    return replace(saved(game), vector=None)


def recorded_again(path: Path, line: int, record: Record, program: Program) -> SavedGame:
    """Repeat the game of a result and return it with a state hash for each decision."""
    same_rules(path, line, record, program)
    return record_game(Game.start(program, record.seed), _as_before(record, program))


def _as_before(record: Record, program: Program) -> Callable[[Game], int]:
    """Return what chooses as the seats of a result did."""
    sitting = deciders_of(program, record.who) or [make_decider(RANDOM, program)] * program.seats
    return lambda game: sitting[game.seat](game.state, game.codes, seed_of(record.seed), len(game.decisions))


def repeat_differences(record: Record, program: Program) -> list[str]:
    """Repeat the game of a result and return the differences, as sentences."""
    before = record.as_data()
    now = play_one(program, record.seed, deciders=deciders_of(program, record.who)).as_data()
    names = [
        name
        for name in RECORD_NAMES - {"ruleset", "fingerprint", "settings", "who"}
        if before.get(name) != now.get(name) and (record.numbers or name != "numbers")
    ]
    return [f"{name}: {before.get(name, 'none')} before, {now.get(name, 'none')} now" for name in sorted(names)]
