"""The rulesets below a folder, the texts that are open in an editor, and where the files of findings are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from os.path import realpath
from pathlib import Path

from rulewright.check.core.things import Figure
from rulewright.check.symbols import Symbols
from rulewright.diagnostics import RulesError, Span, limits
from rulewright.lsp.positions import Edits, edited_text
from rulewright.source.disk import reading_from
from rulewright.source.files import folder_of
from rulewright.source.layers import layers_of
from rulewright.workspace import Ruleset, Workspace
from rulewright.workspace.findings import compute_in_parts

Kinds = dict[tuple[str, ...], dict[str, int]]
"""By words, how often a name of each kind stands behind them."""


@dataclass(slots=True)
class KnownRuleset:
    """What was last known of a ruleset: while it is edited, it may lag behind its texts."""

    symbols: Symbols = field(default_factory=Symbols)
    figures: dict[str, Figure] = field(default_factory=dict)
    changes: tuple[tuple[str, Span], ...] = ()
    """What it changes in the rulesets that it extends: full names, and where it does."""
    revision: int = 0
    """The revision of the files from which it was learned."""


class Refused(Exception):  # noqa: N818
    """What cannot be done; the text says why."""


class Project:
    """What an editor has open. A ruleset is called by its folder."""

    def __init__(self, root: Path) -> None:
        """`root` is the folder from which names of rulesets are meant."""
        self.root = root
        self.space = Workspace(root)
        self.open: dict[Path, str] = {}
        """The unsaved texts."""
        self.passed: dict[Path, dict[str, bool]] = {}
        """By ruleset, of each scenario that was played whether it passed the last time."""
        self._kinds: dict[Path, Kinds] = {}
        self._known: dict[Path, KnownRuleset] = {}

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
            return self.space.files.read(path, limits.FILE_BYTES.most).decode("utf-8", "replace")
        return ""

    def lines(self, path: Path) -> list[str]:
        """Return the lines of a file, without line ends."""
        return [line.rstrip("\r") for line in self.text(path).removeprefix("\ufeff").split("\n")]

    def folder_of(self, path: Path) -> Path | None:
        """Return the folder of the ruleset that a file belongs to."""
        with reading_from(self.space.files):
            return folder_of(path)

    def is_there(self, folder: Path) -> bool:
        """Return whether a folder is on disk, or has a file open."""
        return folder.is_dir() or any(path.is_relative_to(folder) for path in self.open)

    def ruleset(self, folder: Path) -> Ruleset:
        """Return the ruleset in a folder."""
        return self.space.ruleset(str(folder))

    @contextmanager
    def trying(self, edits: Edits) -> Iterator[None]:
        """Let files have the texts that edits would give them, for as long as something is asked of them."""
        for path, made in edits.items():
            self.space.overlay(path, edited_text(self.text(path), made))
        try:
            yield
        finally:
            for path in edits:
                self.space.overlay(path, self.open.get(path))

    # -- what was last known

    def learn(self, folder: Path) -> KnownRuleset:
        """Return what the texts of a ruleset, as they are now, make known of it."""
        known = self._known.setdefault(folder, KnownRuleset())
        if known.revision != self.space.files.revision:
            ruleset = self.ruleset(folder)
            with suppress(RulesError):
                known.symbols = ruleset.symbols
                known.changes = tuple((one.target, one.span) for one in ruleset.composition[0].applied)
                for checked in list(ruleset.examination.rules.values())[:1]:
                    known.figures = {figure.name: figure for figure in checked.figures}
            known.revision = self.space.files.revision
        return known

    def finding(self, folder: Path) -> Iterator[None]:
        """Find what is wrong with a ruleset, in parts."""
        with suppress(RulesError):
            yield from compute_in_parts(self.ruleset(folder))

    def learning(self, folder: Path) -> Iterator[None]:
        """Learn what the texts of a ruleset make known of it, in parts, each about as long as finding mistakes."""
        ruleset = self.ruleset(folder)
        with suppress(RulesError):
            for translated in (ruleset, *map(ruleset.in_language, ruleset.source.languages[1:])):
                assert translated.composition is not None
                yield
                assert translated.index is not None
                yield
        self.learn(folder)
        yield

    def known(self, folder: Path) -> KnownRuleset:
        """Return what was last known of a ruleset; it is learned where that is nothing yet."""
        return self._known.get(folder) or self.learn(folder)

    def known_above(self, folder: Path) -> dict[Path, KnownRuleset]:
        """Return what was last known of the rulesets that extend one, as far as anything was."""
        return {other: self._known[other] for other in self.extending(folder) if other in self._known}

    def is_current(self, folder: Path) -> bool:
        """Return whether what was last known comes of the texts as they are now."""
        return folder in self._known and self._known[folder].revision == self.space.files.revision

    def usual_kinds(self, folder: Path, count: Callable[[], Kinds]) -> Kinds:
        """Return which kinds of names stand behind which words, as counted once for a ruleset."""
        if folder not in self._kinds:
            self._kinds[folder] = count()
        return self._kinds[folder]

    # -- rulesets and files

    def folders(self) -> list[Path]:
        """Return the folders of the rulesets that have a file open, and of those in `rulesets` of the root."""
        opened = [folder for path in self.open if (folder := self.folder_of(path)) is not None]
        near = [folder.resolve() for folder in self.space.rulesets().values()]
        return list(dict.fromkeys([*opened, *(folder for folder in near if folder.is_relative_to(self.root))]))

    def extending(self, folder: Path) -> Iterator[Path]:
        """Yield the folders of the rulesets that extend the one in a folder, directly or not."""
        for other in self.folders():
            with suppress(RulesError):
                below = [layer.folder.resolve() for layer in layers_of(self.ruleset(other).source)]
                if other.resolve() != folder.resolve() and folder.resolve() in below:
                    yield other

    def path(self, ruleset: Ruleset, shown: str) -> Path | None:
        """Return the file that findings of a ruleset name, also where the ruleset cannot be read at all."""
        located = None
        with suppress(RulesError):
            located = ruleset.path_of_shown(shown)
        given = located or Path(shown)
        return Path(realpath(given.parent), given.name) if located or given.is_absolute() else None
