"""The rulesets below a folder, the texts that are open in an editor, and where the files of findings are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from rulewright.check.symbols import Symbols
from rulewright.diagnostics import RulesError
from rulewright.source.files import PARTS
from rulewright.source.folders import MANIFEST
from rulewright.source.layers import layers
from rulewright.workspace import Ruleset, Workspace

Kinds = dict[tuple[str, ...], dict[str, int]]
"""By words, how often a name of each kind stands behind them."""


class Project:
    """What an editor has open. A ruleset is called by its folder."""

    def __init__(self, root: Path) -> None:
        """`root` is the folder from which names of rulesets are meant."""
        self.root = root
        self.space = Workspace(root)
        self.open: dict[Path, str] = {}
        """The unsaved texts."""
        self._kinds: dict[Path, Kinds] = {}
        self._symbols: dict[Path, Symbols] = {}

    def put(self, path: Path, text: str | None) -> None:
        """Let a file have an unsaved text; None ends that."""
        self.space.overlay(path, text)
        if text is None:
            self.open.pop(path, None)
        else:
            self.open[path] = text

    def text(self, path: Path) -> str:
        """Return the text of a file as the editor has it; empty if it cannot be read."""
        if path in self.open:
            return self.open[path]
        with suppress(OSError, ValueError):
            return path.read_text("utf-8", "replace")
        return ""

    def lines(self, path: Path) -> list[str]:
        """Return the lines of a file, without line ends."""
        return [line.rstrip("\r") for line in self.text(path).removeprefix("\ufeff").split("\n")]

    def folder_of(self, path: Path) -> Path | None:
        """Return the folder of the ruleset that a file belongs to."""
        folder = path.parent if path.name == MANIFEST else path.parent.parent
        known = path.name == MANIFEST or path.parent.name in PARTS
        return folder if known and self.space.files.is_file(folder / MANIFEST) else None

    def ruleset(self, folder: Path) -> Ruleset:
        """Return the ruleset in a folder."""
        return self.space.ruleset(str(folder))

    def symbols(self, folder: Path, current: bool = False) -> Symbols:
        """Return the symbols of the ruleset in a folder: those last known, unless the current ones are wanted."""
        if current or folder not in self._symbols:
            with suppress(RulesError):
                self._symbols[folder] = self.ruleset(folder).symbols
        return self._symbols.get(folder, Symbols())

    def usual_kinds(self, folder: Path, count: Callable[[], Kinds]) -> Kinds:
        """Return which kinds of names stand behind which words, as counted once for a ruleset."""
        if folder not in self._kinds:
            self._kinds[folder] = count()
        return self._kinds[folder]

    def folders(self) -> list[Path]:
        """Return the folders of the rulesets that have a file open, and of those in `rulesets` of the root."""
        opened = [folder for path in self.open if (folder := self.folder_of(path)) is not None]
        near = [folder.resolve() for folder in self.space.rulesets().values()]
        return list(dict.fromkeys([*opened, *(folder for folder in near if folder.is_relative_to(self.root))]))

    def extending(self, folder: Path) -> Iterator[Path]:
        """Yield the folders of the rulesets that extend the one in a folder, directly or not."""
        for other in self.folders():
            with suppress(RulesError):
                below = [layer.folder.resolve() for layer in layers(self.ruleset(other).source)]
                if other.resolve() != folder.resolve() and folder.resolve() in below:
                    yield other

    def path(self, ruleset: Ruleset, shown: str) -> Path | None:
        """Return the file that findings of a ruleset name, also where the ruleset cannot be read at all."""
        located = None
        with suppress(RulesError):
            located = ruleset.located(shown)
        given = located or Path(shown)
        return given.resolve() if located or given.is_absolute() else None
