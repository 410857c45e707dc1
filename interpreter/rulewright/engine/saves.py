"""Saves: a game by names, so that rules which did not change what it needs can go on with it."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from rulewright.compile import Program
from rulewright.diagnostics import Diagnostic, RulesError, Span
from rulewright.engine.game import Game
from rulewright.engine.sound import broken_promise, unsound
from rulewright.engine.trouble import LimitExceeded

FIRST_LINE = "Rulewright save. It holds every secret of this game."
FORMAT = 1
HAND = "this save was changed by hand"


def save(game: Game, path: Path) -> None:
    """Write a game. Raises `OSError` when the file cannot be written; a file that was there is then still whole."""
    program = game.program
    content = {
        "format": FORMAT,
        "title": program.data["title"],
        "fingerprint": program.fingerprint,
        "seats": program.seat_names,
        "seed": game.seed,
        "decisions": game.decisions,
        "origin": by_name(program, game.origin),
        "vector": by_name(program, game.state),
        "at": place_name(program, game.state[0]),
    }
    text = f"{FIRST_LINE}\n{json.dumps(content, indent=1)}\n"
    beside = path.with_name(f"{path.name}.part")
    beside.write_text(text, "utf-8")
    os.replace(beside, path)


def by_name(program: Program, state: list[int]) -> dict[str, Any]:
    """The numbers of a vector by the names of the layout; numbers that stand at 0 and frames at rest are left out."""
    found: dict[str, Any] = {}
    for entry in program.entries[1:]:
        numbers = state[entry.start : entry.start + entry.count]
        if entry.what == "control" and entry.name.endswith(".back"):
            found[entry.name] = program.data["blocks"][numbers[0]]
        elif any(numbers):
            found[entry.name] = numbers[0] if entry.names == [""] else dict(zip(entry.names, numbers, strict=True))
    return found


def place_name(program: Program, at: int) -> str:
    """The stable name of a place in the program: a question's or a block's."""
    return str(program.data["sites"][~at][0] if at < 0 else program.data["blocks"][at])


def _refuse(path: Path, code: str, message: str, *remedy: str) -> RulesError:
    return RulesError((Diagnostic(code, Span(str(path), 0, 0, 0, 0), message, remedy),))


def read(path: Path) -> dict[str, Any]:
    """Return what a save says, or raise `RulesError` with what is wrong with it."""
    try:
        text = path.read_bytes().decode("utf-8")
    except OSError as problem:
        raise _refuse(path, "unreadable-file", f"this save cannot be read: {problem.strerror}") from None
    except UnicodeDecodeError:
        raise _refuse(path, "save-broken", "this is not a save: it is not a text") from None
    first, _, rest = text.partition("\n")
    if first != FIRST_LINE:
        raise _refuse(path, "save-broken", "this is not a save, or its first line was changed")
    try:
        content = json.loads(rest)
    except (json.JSONDecodeError, RecursionError):
        raise _refuse(
            path, "save-broken", "this save ends too early or was changed by hand", "An older save may be whole."
        ) from None
    if not isinstance(content, dict) or content.get("format") != FORMAT or not _well_formed(content):
        raise _refuse(path, "save-broken", "something is missing in this save, or has another form than was saved")
    return content


def _well_formed(content: dict[str, Any]) -> bool:
    texts = all(isinstance(content.get(key), str) for key in ("title", "fingerprint", "at"))
    tables = all(isinstance(content.get(key), dict) for key in ("origin", "vector"))
    lists = all(
        isinstance(content.get(key), list) and all(isinstance(x, str) for x in content[key])
        for key in ("seats", "decisions")
    )
    seed = content.get("seed")
    return texts and tables and lists and isinstance(seed, int) and 0 <= seed < 1 << 64


def load(path: Path, program: Program) -> Game:
    """Return the saved game. Raises `RulesError` for a save that is broken, was changed, or does not fit the rules."""
    content = read(Path(path))
    if content["seats"] != program.seat_names:
        raise _refuse(path, "save-other-seats", f"this game has the seats {', '.join(content['seats'])}")
    vector = _vector(path, program, content["vector"])
    vector[0] = _place(path, program, content["at"])
    same = content["fingerprint"] == program.fingerprint
    try:
        return _replayed(path, program, content, vector) if same else _taken_over(path, program, content, vector)
    except (ValueError, LookupError, ArithmeticError, TypeError, LimitExceeded):
        raise _refuse(path, "save-changed", f"what this save says does not fit together: {HAND}") from None


def _taken_over(path: Path, program: Program, content: dict[str, Any], vector: list[int]) -> Game:
    """Other rules: the game goes on from where it stood, if there is such a place."""
    _sound(path, program, vector)
    broken = broken_promise(program, vector)
    if broken:
        raise _refuse(path, "save-of-other-rules", f"under these rules {broken} does not hold where this game stands")
    game = Game(program, vector, [], list(vector), content["seed"])
    game.codes = program.choices(vector)
    if vector[0] != 0 and len(game.codes) < 2:
        said = "under these rules there is nothing to decide where this game stands"
        raise _refuse(path, "save-of-other-rules", said)
    return game


def _replayed(path: Path, program: Program, content: dict[str, Any], vector: list[int]) -> Game:
    """The same rules: the decisions must lead to what was saved."""
    origin = _vector(path, program, content["origin"])
    origin[0] = program.start[0]
    _sound(path, program, origin)
    try:
        game = Game.begin(program, origin)
        for name in content["decisions"]:
            game.choose(name)
    except (ValueError, RulesError):
        raise _refuse(path, "save-changed", f"the decisions in this save do not fit one another: {HAND}") from None
    for entry in program.entries:
        stretch = slice(entry.start, entry.start + entry.count)
        if entry.what not in ("frame", "control") and game.state[stretch] != vector[stretch]:
            raise _refuse(path, "save-changed", f'{HAND}: "{entry.name}" is not what the decisions lead to')
    return game


def _sound(path: Path, program: Program, vector: list[int]) -> None:
    wrong = unsound(program, vector)
    if wrong:
        raise _refuse(path, "save-changed", f"{HAND}: {wrong}")


def _place(path: Path, program: Program, name: str) -> int:
    for number, site in enumerate(program.data["sites"]):
        if site[0] == name:
            return ~number
    if name == program.data["blocks"][0]:
        return 0
    raise _refuse(path, "save-of-other-rules", f'these rules have no question "{name}", where this game stands')


def _vector(path: Path, program: Program, saved: dict[str, Any]) -> list[int]:
    state = [0] * program.length
    known = {entry.name: entry for entry in program.entries}
    for name in saved:
        if name not in known:
            raise _refuse(path, "save-of-other-rules", f'this save has "{name}", which these rules do not have')
    for entry in program.entries[1:]:
        if entry.name in saved:
            _entry(path, program, entry, saved[entry.name], state)
    return state


def _entry(path: Path, program: Program, entry: Any, given: Any, state: list[int]) -> None:
    if isinstance(given, str):
        blocks = program.data["blocks"]
        if given not in blocks:
            raise _refuse(path, "save-of-other-rules", f'these rules have no place "{given}" to go back to')
        state[entry.start] = blocks.index(given)
        return
    numbers = {"": given} if not isinstance(given, dict) else given
    for name, number in numbers.items():
        if name not in entry.names:
            raise _refuse(path, "save-of-other-rules", f'"{entry.name}" has no "{name}" under these rules')
        if not isinstance(number, int) or not entry.low <= number <= entry.high:
            raise _refuse(path, "save-changed", f'"{entry.name} {name}" is {number!r}, which cannot be')
        state[entry.start + entry.names.index(name)] = number
