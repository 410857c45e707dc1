"""What a ruleset says about itself: titles, players, how much of it is assumed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.diagnostics import Findings
from rulewright.frozen import frozen_class
from rulewright.source import RulesetSource
from rulewright.source.layers import layers_of
from rulewright.workspace import late

if TYPE_CHECKING:
    from rulewright.syntax.declarations import ChangeFigure


@frozen_class
class About:
    """What a person wants to know of a ruleset before playing it."""

    name: str
    title: str
    edition: str
    folder: Path
    fewest: int
    most: int
    names: tuple[str, ...]
    assumed: int
    edition_of: str = ""
    """The ruleset that this is another edition of; nothing for a game or a variant."""
    variant_of: str = ""
    """The ruleset that this is a variant of; nothing for a game or an edition."""
    same_rules: tuple[str, ...] = ()
    """Other printings that have these rules too."""

    @property
    def headline(self) -> str:
        """Title and edition in one piece."""
        return f"{self.title}, {self.edition}" if self.edition else self.title

    @property
    def players(self) -> str:
        """How many can play: `2 to 4 players`."""
        most = "1 player" if self.most == 1 else f"{self.most} players"
        return most if self.fewest == self.most else f"{self.fewest} to {most}"


def describe_ruleset(source: RulesetSource) -> About:
    """Return the description of a ruleset; what its manifest omits comes from the rulesets that it extends."""
    manifest = source.manifest
    players = manifest.players
    low, high, names = (players.low, players.high, players.names) if players else (1, 1, ())
    edition = manifest.edition.text if manifest.edition else ""
    seats = tuple(name.text for name in names)
    below = manifest.extends.text if manifest.extends else ""
    kind = ("", below) if manifest.variant else (below, "")
    named = (source.name, manifest.title.text, edition, source.folder)
    return About(*named, low, high, seats, count_assumed(source), *kind, manifest.same_rules)


def count_assumed(source: RulesetSource) -> int:
    """Count the figures, rows and changes of figures, as written, that are assumed.

    A figure given again counts as it is given last.
    """
    guesses: dict[str, bool] = {}
    for layer in reversed(layers_of(source)):
        guesses.update((f"{change.span.file}:{change.span.line}", True) for change in _assumed_changes(layer))
        for figure in layer.figures:
            guesses.setdefault(f"figure {figure.name}", figure.assumed is not None)
        for inventory in layer.inventories:
            for row in inventory.rows:
                guesses.setdefault(f"{row.span.file}:{row.span.line}", row.assumed is not None)
    return sum(guesses.values())


def _assumed_changes(layer: RulesetSource) -> Iterator[ChangeFigure]:
    """Yield the changes of figures that are assumed; without the word in a rule file, no parser is imported."""
    for file in (file for file in layer.rules if " assumed " in file.text):
        for decl in late.parser.parse(file.path, file.text, Findings()):
            edits = decl.edits if isinstance(decl, late.declarations.Difference) else (decl,)
            changes = (edit for edit in edits if isinstance(edit, late.declarations.ChangeFigure))
            yield from (change for change in changes if change.assumed)
