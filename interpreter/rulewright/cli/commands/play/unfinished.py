"""Games that are being played: on the disk after every decision, and offered again after they were broken off.

A game lies in the user's folder of games as a save, beside a file with the options of its table. The process that plays
it holds a lock on that file, which ends with the process, however that ends: a game without a lock was broken off.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from rulewright.diagnostics import RulesError
from rulewright.engine.savefile.format import read
from rulewright.players.seats import is_here_only
from rulewright.source.cache import fingerprint
from rulewright.source.folders import find, user_folder
from rulewright.source.writing import DRAFTS, lock, naming_errors, replace_file

if TYPE_CHECKING:
    from rulewright.engine import Game

SAVE, TABLE = ".save", ".table"
TABLE_OPTIONS = ("--players", "--seat", "--from", "--set", "--lang")
"""The options that a table is written with, each with a value."""
STALE_AFTER = 3600
"""Seconds after which nobody is about to write the rest."""


@dataclass(frozen=True, slots=True)
class UnfinishedGame:
    """A game that was broken off: its save, the options of its table, and what a person knows it by."""

    path: Path
    options: tuple[str, ...]
    number: int
    seats: int
    decisions: int
    when: str

    @property
    def programs(self) -> list[str]:
        """The programs that its table starts or connects to."""
        pairs = zip(self.options, self.options[1:], strict=False)
        return list(dict.fromkeys(kind for option, kind in pairs if option == "--seat" and is_here_only(kind)))


class GameJournal:
    """One game on the disk while it is played."""

    def __init__(self, path: Path, options: tuple[str, ...], write: Callable[[Game, Path], None]) -> None:
        self.path, self.options, self.write = path, options, write
        self._held: BinaryIO | None = None

    def save_game(self, game: Game) -> None:
        """Save the game as it is now. Raises `OSError` when that is not possible."""
        with naming_errors(self.path):
            if self._held is None:
                self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                table = self.path.with_suffix(TABLE)
                replace_file(table, json.dumps(self.options).encode(), private=True)
                self._held = _locked_table(table)
            self.write(game, self.path)

    def take_over(self) -> bool:
        """Hold a game that was broken off; False when another process plays it by now."""
        with suppress(OSError):
            self._held = _locked_table(self.path.with_suffix(TABLE))
        return self._held is not None

    @property
    def is_begun(self) -> bool:
        """Whether the game is on the disk."""
        return self._held is not None

    def forget_game(self) -> None:
        """Delete the saved game: it is over, or saved elsewhere."""
        if self._held is not None:
            _remove_files(self.path)
            self._held.close()
            self._held = None


def games_of(ruleset: str) -> Path | None:
    """Return where the unfinished games of a ruleset lie, by what was typed; None where nothing is to be kept."""
    place = user_folder("RULEWRIGHT_STATE", "XDG_STATE_HOME", ".local/state")
    if place is None:
        return None
    folders = [find(part, here=True) for part in ruleset.split("+")]
    name = "".join(letter for letter in Path(ruleset).name if letter.isalnum() or letter in "-+")[:60]
    known = repr([str(folder.resolve()) if folder else ruleset for folder in folders])
    return place.absolute() / "games" / f"{name}-{fingerprint(known)[:12]}"


def is_broken_off(path: Path, games: Path | None) -> bool:
    """Return whether a save is a game that was broken off, and not one that a person saved."""
    return path.parent == games and path.with_suffix(TABLE).exists()


def new_path(games: Path, number: int) -> Path:
    """Return where a game with this number is put; several with one number can be played side by side."""
    return games / f"{number}-{time.time_ns():x}-{os.getpid()}{SAVE}"


def unfinished_games(games: Path) -> list[UnfinishedGame]:
    """Return the games that were broken off, the last one first."""
    with suppress(OSError):
        _sweep_folder(games)
        paths = sorted(games.glob(f"*{SAVE}"), key=lambda path: path.stat().st_mtime, reverse=True)
        return [found for path in paths if (found := _unfinished_at(path)) is not None]
    return []


def _sweep_folder(games: Path) -> None:
    """Take away what processes left that were killed before they had written a game."""
    tables = (table for table in games.glob(f"*{TABLE}") if not table.with_suffix(SAVE).exists())
    for path in (*games.glob(DRAFTS), *tables):
        if path.stat().st_mtime < time.time() - STALE_AFTER:
            path.unlink(missing_ok=True)


def forget_unfinished(game: UnfinishedGame) -> bool:
    """Take a game that was broken off from the disk; False when another process plays it by now."""
    with suppress(OSError), _locked_table(game.path.with_suffix(TABLE)):
        _remove_files(game.path)
        return True
    return False


def _remove_files(path: Path) -> None:
    for part in (path, path.with_suffix(TABLE)):
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _locked_table(table: Path) -> BinaryIO:
    file = table.open("r+b")
    try:
        lock(file.fileno())
    except OSError:
        file.close()
        raise
    return file


def _are_of_a_table(options: Sequence[str]) -> bool:
    """Return whether these are options as a table writes them: another one, such as --untrusted, was put there."""
    words = iter(options)
    return all(word == "--plain" or (word in TABLE_OPTIONS and next(words, None) is not None) for word in words)


def _unfinished_at(path: Path) -> UnfinishedGame | None:
    """Return a game that no process plays; None for another, and for one that cannot be read."""
    try:
        with _locked_table(path.with_suffix(TABLE)) as table:
            options = json.load(table)
        kept = read(path)
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(path.stat().st_mtime))
    except (OSError, ValueError, RulesError):
        return None
    if not isinstance(options, list) or not all(isinstance(option, str) for option in options):
        return None
    if not _are_of_a_table(options):
        return None
    return UnfinishedGame(path, tuple(options), kept.number, len(kept.seats), len(kept.decisions), when)
