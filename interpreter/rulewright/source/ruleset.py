"""A ruleset as written, before its layers are composed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path, PurePosixPath

from rulewright.frozen import frozen_class
from rulewright.source.citations import Passages
from rulewright.source.figures import FigureData, HintsData, SeatData, WeightsData
from rulewright.source.inventory import Inventory
from rulewright.source.labels import OWN_LANGUAGE, LanguageLabels
from rulewright.source.manifest import Manifest

STACK = "+"
"""Separates the names of rulesets that are combined."""


@frozen_class
class SourceFile:
    """A file, and the name under which messages show it."""

    path: Path
    shown: str


@frozen_class
class RuleFile:
    """The text of a rule file; `path` is the name under which messages show it."""

    path: str
    text: str


@frozen_class
class RulesetSource:
    """A ruleset as written. Scenario files are only listed; `read_document` reads one."""

    name: str
    folder: Path
    manifest: Manifest
    rules: tuple[RuleFile, ...]
    inventories: tuple[Inventory, ...]
    figures: tuple[FigureData, ...]
    labels: tuple[LanguageLabels, ...]
    scenario_files: tuple[SourceFile, ...]
    base: RulesetSource | None
    beside: frozenset[str] = frozenset()
    """In a combination: the rulesets below this one that it does not extend."""
    only: frozenset[str] | None = None
    """The names of its own differences that are applied; None for all."""
    weights: tuple[WeightsData, ...] = ()
    hints: tuple[HintsData, ...] = ()
    seat_data: tuple[SeatData, ...] = ()
    language: str = ""
    """The language to be played in; empty for the one in which it is written."""

    @property
    def of_rules(self) -> RulesetSource:
        """The same without the names of scenario files, on which no rule depends."""
        base = self.base.of_rules if self.base is not None else None
        return replace(self, scenario_files=(), base=base)

    @property
    def advisory(self) -> tuple[WeightsData | HintsData | SeatData, ...]:
        """The data files that change no rule."""
        return (*self.weights, *self.hints, *self.seat_data)

    @property
    def shown(self) -> str:
        """The prefix of the names of its files in messages."""
        return PurePosixPath(self.manifest.span.file).parent.as_posix()

    @property
    def languages(self) -> list[str]:
        """The languages in which it can be played, its own first."""
        written = {labels.language.text for labels in self.labels} - {OWN_LANGUAGE}
        below = self.base.languages if self.base is not None else [OWN_LANGUAGE]
        return [OWN_LANGUAGE, *sorted({*written, *below} - {OWN_LANGUAGE})]

    def passages(self) -> Passages:
        """Return the passages that may be cited, by source: its own, and those of the rulesets it extends."""
        listed = {name: list(texts) for name, texts in self.base.passages().items()} if self.base else {}
        for source in self.manifest.sources:
            listed.setdefault(source.name.text, []).extend(passage.text for passage in source.passages)
        return listed
