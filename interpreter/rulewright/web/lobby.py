"""The lobby: all tables with their links, and the form of a new one, with its variants and its figures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulewright.diagnostics import RulesError
from rulewright.report.pages import page_word
from rulewright.source.ruleset import STACK
from rulewright.web.rendering import rendered
from rulewright.web.store import PERSON
from rulewright.workspace.settings import adjustable_figures

if TYPE_CHECKING:
    from rulewright.web.live import LiveTable
    from rulewright.web.store import Link, TableRow
    from rulewright.web.view import Parts
    from rulewright.workspace import Ruleset
    from rulewright.workspace.about import About


@dataclass(frozen=True, slots=True)
class Lobby:
    """What the lobby offers: rulesets, opened by name, and kinds of seat."""

    open_rules: Callable[[str], Ruleset]
    rulesets: Sequence[str]
    kinds: Sequence[str]

    def parts(
        self, tables: Sequence[tuple[TableRow, list[Link], LiveTable | None]], wanted: str, language: str
    ) -> Parts:
        """Return what the lobby shows; a table is live if anybody has looked at it. `wanted` is chosen in the form."""
        shared = {"kinds": self.kinds, "person": PERSON}
        shown = []
        for row, links, live in tables:
            about = self._about(row.ruleset)
            names = _seat_names(about, len(row.kinds), language)
            shown.append((row, about.headline if about else row.ruleset, names, links, live))
        return {
            "tables": rendered("tables", language, tables=shown, **shared),
            "form": rendered("form", language, **self._form(wanted or self.rulesets[0], language), **shared),
        }

    def _form(self, wanted: str, language: str) -> dict[str, object]:
        """Return the games, the variants that go with the wanted one, its seats and its figures."""
        offered = {name: about for name in self.rulesets if (about := self._about(name))}
        base, *added = [wanted] if wanted in offered else wanted.split(STACK)
        games = {name: about.headline for name, about in offered.items() if not about.variant_of or name == base}
        chosen = offered.get(base)
        family = {chosen.name, chosen.edition_of, chosen.variant_of} - {""} if chosen else set()
        variants = {name: one.headline for name, one in offered.items() if one.variant_of in family and name != base}
        rules = self.open_rules(wanted)
        about, figures = rules.about, adjustable_figures(rules)
        return {
            "games": games, "base": base, "variants": variants, "added": added, "figures": figures, "about": about,
            "names": _seat_names(about, about.most, language),
        }  # fmt: skip

    def _about(self, ruleset: str) -> About | None:
        """Return what a ruleset says about itself; None for one that cannot be read any more."""
        try:
            return self.open_rules(ruleset).about
        except RulesError:
            return None


def _seat_names(about: About | None, seats: int, language: str) -> list[str]:
    """Return what the seats are called, by number where the rules do not say."""
    known = about.names[:seats] if about else ()
    return [*known, *(page_word(language, "seat-number", number=at + 1) for at in range(len(known), seats))]
