"""Where a game is saved: names of files, fallbacks for folders that cannot be written, how to resume."""

from __future__ import annotations

import shlex
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rulewright.engine import Game
from rulewright.engine.savefile.format import FIRST_LINE, is_saved_game
from rulewright.report.wording import word

Writer = Callable[[Game, Path], None]


@dataclass(slots=True)
class GameSaver:
    """Writes the game of one session; `again` is the command that starts the same table."""

    write: Writer
    again: Sequence[str]
    stem: str
    path: Path | None = None
    folder: Path = Path()
    """Where names without a folder lie."""
    troubles: list[str] = field(default_factory=list)

    def save_game(self, game: Game, wanted: str = "") -> bool:
        """Write the game to the wanted file, or to its own; False when that failed, with the reason in `troubles`."""
        path = self._path_meant(wanted) if wanted else self.path or free_path(self.folder / f"{self.stem}.save")
        try:
            self.write(game, path)
        except OSError as problem:
            self.troubles.append(word("not-written", file=str(path), why=str(problem.strerror or problem)))
            return False
        self.path = path
        return True

    def would_destroy(self, wanted: str) -> bool:
        """Whether a file of this name is there already that is not a save."""
        path = self._path_meant(wanted)
        if not wanted or not path.is_file():
            return False
        try:
            with path.open("rb") as file:
                return not is_saved_game(file.readline(len(FIRST_LINE) + 2).decode("utf-8", "replace"))
        except OSError:
            return True  # what cannot be read is not known to be a save

    def _path_meant(self, wanted: str) -> Path:
        return self.folder / Path(wanted).expanduser()

    def save_anywhere(self, game: Game) -> bool:
        """Write the game for certain: to its own file, else among the temporary files."""
        return self.save_game(game) or self.save_game(
            game, str(free_path(Path(tempfile.gettempdir()) / f"{self.stem}.save"))
        )

    def take_troubles(self) -> list[str]:
        """Return what went wrong since the last time, and forget it."""
        told, self.troubles = self.troubles, []
        return told

    def resume_lines(self) -> list[str]:
        """Return where the game is and the command that resumes it."""
        words = shlex.join([*self.again, "--resume", str(self.path)])
        return [word("saved-in", file=str(self.path)), word("go-on-with", command=words)]


def free_path(path: Path) -> Path:
    """Return the path, or one with a number added, so that no older game is overwritten."""
    tried = path
    for number in range(2, 1000):
        if not tried.exists():
            break
        tried = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return tried
