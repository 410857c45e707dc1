"""Result files, with one line per game: looking games up, and repeating them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from rulewright.backends import Program
from rulewright.diagnostics import Code, Findings, RulesError, Span
from rulewright.engine import Game
from rulewright.engine.savefile.format import SavedGame, refusal
from rulewright.engine.savefile.games import saved
from rulewright.players.seats import RANDOM, decider, is_here_only, is_known, seated
from rulewright.playtest.game import MOST_DECISIONS, Record, play_one
from rulewright.playtest.replay import recorded
from rulewright.source.disk import open_file

MAX_LINE = 1_000_000
"""The maximum length of a line."""

BROKEN = "this line is not the result of a game"
NAMES = {field.name for field in fields(Record) if field.compare}


def results(path: Path, findings: Findings) -> Iterator[tuple[int, Record]]:
    """Yield every result in a file with the number of its line; raises `RulesError` at the first that is none.

    An incomplete last line was being written when the process died: it gets a warning and is skipped.
    """
    try:
        with open_file(path) as file:
            for line, data in enumerate(iter(lambda: file.readline(MAX_LINE), b""), 1):
                if not data.strip():
                    continue
                content = _content(data)
                if content is None and len(data) < MAX_LINE and not data.endswith(b"\n"):
                    said = "this line ends too early: its game is left out"
                    findings.add(Code.RESULT_BROKEN, Span(str(path), line, 1, line, 1), said, severity="warning")
                else:
                    yield line, _result(path, line, content)
    except OSError as problem:
        raise refusal(path, Code.UNREADABLE_FILE, f"this file cannot be read: {problem.strerror}") from None


def _content(data: bytes) -> object:
    """Return the parsed line of JSON; None if it is invalid."""
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


def _result(path: Path, line: int, content: Any) -> Record:  # Any: `_wrong_in` has checked the types
    wrong = "it ends too early or was changed" if content is None else _wrong_in(content)
    if wrong:
        raise refusal(path, Code.RESULT_BROKEN, f"{BROKEN}: {wrong}", line=line)
    return Record(**content)


def _wrong_in(content: object) -> str:
    if not isinstance(content, dict):
        return "something else stands here"
    for name in ("game", "decisions", "ruleset", "fingerprint"):
        if name not in content:
            return f'"{name}" is missing'
    for name in content:
        if name not in NAMES:
            return f'a result has no "{name}"'
    number, decisions, settings = content["game"], content["decisions"], content.get("settings", {})
    if not isinstance(number, int) or not 0 <= number < 1 << 64:
        return "its number is none"
    if not isinstance(decisions, list) or not decisions or not all(isinstance(n, int) for n in decisions):
        return "the decisions of each seat are no numbers"
    if not isinstance(settings, dict) or not all(isinstance(n, int) for n in settings.values()):
        return "the figures that were set are no numbers"
    who = content.get("who", [])
    if (
        not isinstance(who, list)
        or len(who) not in (0, len(decisions))
        or not all(isinstance(kind, str) and is_known(kind) for kind in who)
    ):
        return "it does not say who sat in each seat"
    texts = all(isinstance(content[name], str) for name in ("ruleset", "fingerprint"))
    return "" if texts else "ruleset and fingerprint are texts"


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


def again(path: Path, line: int, record: Record, program: Program) -> SavedGame:
    """Repeat the game of a result, with the same seats, and return it in the save format."""
    same_rules(path, line, record, program)
    game, answer = Game.start(program, record.game), _as_before(record, program)
    with suppress(RulesError):  # the replay ends at the same decision
        while not game.over and len(game.decisions) < MOST_DECISIONS:
            game.choose(answer(game))
    return replace(saved(game), vector=None)


def recorded_again(path: Path, line: int, record: Record, program: Program) -> SavedGame:
    """Repeat the game of a result and return it with a state hash for each decision."""
    same_rules(path, line, record, program)
    return recorded(Game.start(program, record.game), _as_before(record, program))


def _as_before(record: Record, program: Program) -> Callable[[Game], int]:
    """Return what chooses as the seats of a result did."""
    sitting = seated(program, record.who) or [decider(RANDOM, program)] * program.seats
    return lambda game: sitting[game.seat](game.state, game.codes, record.game, len(game.decisions))


def unlike(record: Record, program: Program) -> list[str]:
    """Repeat the game of a result and return the differences, as sentences."""
    before = record.as_data()
    now = play_one(program, record.game, deciders=seated(program, record.who)).as_data()
    names = [
        name
        for name in NAMES - {"ruleset", "fingerprint", "settings", "who"}
        if before.get(name) != now.get(name) and (record.numbers or name != "numbers")
    ]
    return [f"{name}: {before.get(name, 'none')} before, {now.get(name, 'none')} now" for name in sorted(names)]
