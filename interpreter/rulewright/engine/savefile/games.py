"""Saves running games, and resumes them under the same rules or changed ones."""

from __future__ import annotations

from pathlib import Path

from rulewright.backends import Program
from rulewright.chance import seed_of
from rulewright.compile.tables import WORD, Entry, ProgramTables
from rulewright.diagnostics import Code, RulesError
from rulewright.engine.game import Game
from rulewright.engine.runtime_errors import LimitExceeded
from rulewright.engine.savefile.format import Decision, SavedGame, Stretch, Stretches, read, refusal, write
from rulewright.engine.savefile.validation import unsound, violated_invariant
from rulewright.engine.snapshot import NOBODY

HAND = "this file was changed by hand"
RUNNING = "the running game"
"""The name under which messages show a game that lies in no file."""


def save(game: Game, path: Path) -> None:
    """Save a game to a file, atomically. Raises `OSError` if it cannot be written."""
    write(path, saved(game))


def saved(game: Game) -> SavedGame:
    """Return a game in the save format."""
    program, usual = game.program, game.origin == game.program.initial(game.seed)
    return SavedGame(
        program.tables.title, program.fingerprint, program.seat_names, game.seed,
        [Decision(name) for name in game.decisions], program.ruleset,
        dict(program.settings),
        origin=None if usual else by_name(program, game.origin),
        origin_at="" if usual else place_name(program, game.origin[0]),
        vector=by_name(program, game.state), at=place_name(program, game.state[0]),
    )  # fmt: skip


def was_over(kept: SavedGame, program: Program) -> bool:
    """Whether a recorded game is complete."""
    return kept.end.asked == NOBODY if kept.end else kept.at == program.tables.blocks[0]


def by_name(program: Program, state: list[int]) -> Stretches:
    """Return the numbers of a vector by the names of the layout; zeros are omitted, except in memories."""
    found: Stretches = {}
    for entry in program.entries[1:]:
        numbers = state[entry.start : entry.start + entry.count]
        if _is_return_address(entry):
            found[entry.name] = program.tables.blocks[numbers[0]]
        elif any(numbers) or entry.what == "memory":
            found[entry.name] = numbers[0] if entry.names == [""] else dict(zip(entry.names, numbers, strict=True))
    return found


def _is_return_address(entry: Entry) -> bool:
    return entry.what == "control" and entry.name.endswith(".back")


def place_name(program: Program, at: int) -> str:
    """Return the stable name of a place in the program: a question's or a block's."""
    return program.tables.sites[~at].name if at < 0 else program.tables.blocks[at]


def load(path: Path, program: Program) -> Game:
    """Load a saved game. Raises `RulesError` if the save is broken, edited, or does not fit the rules."""
    kept = read(Path(path))
    fitting_seats(path, kept, program)
    if kept.vector is None:
        said = "this replay holds decisions and not the position: "
        remedy = f"Go on from one of its decisions with:  rulewright replay {path} --at NUMBER"
        raise refusal(path, Code.SAVE_BROKEN, f"{said}it cannot be resumed", remedy)
    try:
        vector = from_names(path, program, kept.vector)
        vector[0] = _place(path, program, kept.at)
        if kept.fingerprint != program.fingerprint:
            return _taken_over(path, program, kept, vector)
        return _replayed(path, program, kept, vector)
    except (ValueError, LookupError, ArithmeticError, TypeError, LimitExceeded):
        raise refusal(path, Code.SAVE_CHANGED, f"what this save says does not fit together: {HAND}") from None


def resumed_under(game: Game, program: Program) -> Game:
    """Return a running game under other rules, at the same decision, as if it had been saved and loaded.

    Raises `RulesError` if what the game needs does not mean the same there.
    """
    kept, path = saved(game), Path(RUNNING)
    fitting_seats(path, kept, program)
    vector = from_names(path, program, kept.vector or {})
    vector[0] = _place(path, program, kept.at)
    return _taken_over(path, program, kept, vector)


def fitting_seats(path: Path, kept: SavedGame, program: Program) -> None:
    """Raise `RulesError` for a game of other seats."""
    if kept.seats != program.seat_names:
        raise refusal(path, Code.SAVE_OTHER_SEATS, f"this game has the seats {', '.join(kept.seats)}")


def beginning(path: Path, kept: SavedGame, program: Program) -> list[int]:
    """Return the vector with which a game began."""
    if kept.origin is None:
        return program.initial(kept.seed)
    origin = from_names(path, program, kept.origin)
    origin[0] = _place(path, program, kept.origin_at) if kept.origin_at else program.start[0]
    _sound(path, program, origin)
    return origin


def unlike(path: Path, kept: SavedGame, game: Game) -> str:
    """Return the first stretch in which the saved vector differs from the game; empty if there is none."""
    program, vector = game.program, from_names(path, game.program, kept.vector or {})
    for entry in program.entries:
        stretch = slice(entry.start, entry.start + entry.count)
        counts = entry.what not in ("frame", "control") or entry.name == "seed"
        counts = counts and (entry.what not in ("memory", "group") or entry.name in (kept.vector or {}))
        if counts and game.state[stretch] != vector[stretch]:
            return entry.name
    return ""


def _taken_over(path: Path, program: Program, kept: SavedGame, vector: list[int]) -> Game:
    """Resume under other rules: from the saved vector, if its place still exists."""
    if vector[1] != seed_of(kept.seed):
        raise refusal(path, Code.SAVE_CHANGED, f'{HAND}: "seed" stands there twice, with two numbers')
    _sound(path, program, vector)
    broken = violated_invariant(program, vector)
    if broken:
        raise refusal(
            path, Code.SAVE_OF_OTHER_RULES, f"under these rules {broken} does not hold where this game stands"
        )
    game = Game(program, vector, [], list(vector), kept.seed)
    game.codes = program.choices(vector)
    if vector[0] != 0 and len(game.codes) < 2:
        said = "under these rules there is nothing to decide where this game stands"
        raise refusal(path, Code.SAVE_OF_OTHER_RULES, said)
    return game


def _replayed(path: Path, program: Program, kept: SavedGame, vector: list[int]) -> Game:
    """Resume under the same rules: the decisions must lead to the saved vector."""
    origin = beginning(path, kept, program)
    try:
        game = Game.begin(program, origin, kept.seed)
        for decision in kept.decisions:
            game.choose(decision.name)
    except (ValueError, RulesError):
        raise refusal(path, Code.SAVE_CHANGED, f"the decisions in this save do not fit one another: {HAND}") from None
    name = unlike(path, kept, game)
    if name:
        raise refusal(path, Code.SAVE_CHANGED, f'{HAND}: "{name}" is not what the decisions lead to')
    return game


def _sound(path: Path, program: Program, vector: list[int]) -> None:
    wrong = unsound(program, vector)
    if wrong:
        raise refusal(path, Code.SAVE_CHANGED, f"{HAND}: {wrong}")


def _place(path: Path, program: Program, name: str) -> int:
    for number, site in enumerate(program.tables.sites):
        if site.name == name:
            return ~number
    if name == program.tables.blocks[0]:
        return 0
    raise refusal(path, Code.SAVE_OF_OTHER_RULES, f'these rules have no question "{name}", where this game stands')


def from_names(path: Path, program: Program, saved: Stretches) -> list[int]:
    """Return the vector, given its values by the names of the layout."""
    state = [0] * program.length
    known = {entry.name: entry for entry in program.entries}
    for name in saved:
        if name not in known:
            raise refusal(path, Code.SAVE_OF_OTHER_RULES, f'this save has "{name}", which these rules do not have')
    for entry in program.entries[1:]:
        if entry.name in saved:
            _entry(path, program, entry, saved[entry.name], state)
        elif entry.what == "memory":
            state[entry.start : entry.start + entry.count] = anything(program.tables, entry)
    return state


def anything(tables: ProgramTables, entry: Entry) -> list[int]:
    """Return a memory that rules out nothing, as for a save that was made before there were memories."""
    fact = next(fact for fact in tables.facts if entry.start in fact.memory)
    if not (fact.as_bits or fact.type.how == "set"):
        return [entry.low if entry.start == fact.memory[0] else entry.high] * entry.count
    size = len(fact.owners if fact.as_bits else tables.domains[fact.type.domain].members)
    words = [(1 << min(WORD, size - word * WORD)) - 1 for word in range(fact.width)]
    return words * (entry.count // fact.width)


def _entry(path: Path, program: Program, entry: Entry, given: Stretch, state: list[int]) -> None:
    if isinstance(given, str):
        blocks = program.tables.blocks
        if given not in blocks:
            raise refusal(path, Code.SAVE_OF_OTHER_RULES, f'these rules have no place "{given}" to go back to')
        state[entry.start] = blocks.index(given)
        return
    numbers = {"": given} if not isinstance(given, dict) else given
    if _is_return_address(entry):
        raise refusal(path, Code.SAVE_CHANGED, f'"{entry.name}" is no place in the rules')
    for name, number in numbers.items():
        if name not in entry.names:
            raise refusal(path, Code.SAVE_OF_OTHER_RULES, f'"{entry.name}" has no "{name}" under these rules')
        if not isinstance(number, int) or not entry.low <= number <= entry.high:
            whose = f"{entry.name} {name}".rstrip()
            raise refusal(path, Code.SAVE_CHANGED, f'"{whose}" is {number!r}, which cannot be')
        state[entry.start + entry.names.index(name)] = number
