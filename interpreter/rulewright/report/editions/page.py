"""The page of editions: an overview, every difference in the order of the rulebook, and the rulebooks."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rulewright.report.editions.making import LETTERS, differences, side_of
from rulewright.report.editions.model import Difference, Edition, Measured
from rulewright.report.editions.play import InPlay
from rulewright.report.pages import page
from rulewright.report.pictures import grid_picture
from rulewright.rulebook.model import Rulebook
from rulewright.workspace import Ruleset

GRADES = ("rule", "number", "pieces", "wording")


def editions_html(
    rulesets: Sequence[Ruleset], rulebooks: Sequence[Rulebook], names: Sequence[str], language: str = "",
    books: bool = True,
    play: InPlay | None = None,
) -> str:  # fmt: skip
    """Return the page of two or three rulesets, called `names`, in a language; with `books`, their rulebooks follow."""
    lettered, play = zip(rulesets, rulebooks, names, LETTERS, strict=False), play or InPlay()
    sides = [side_of(*one, language) for one in lettered]
    found = differences(rulesets, sides, play)
    editions = [side.edition for side in sides]
    return page(
        "editions", " → ".join(edition.headline for edition in editions), language,
        editions=editions, differences=found, books=books, grades=_grade_counts(found),
        sections=[(name, list(group)) for name, group in groupby(found, key=lambda one: one.section)],
        touched={edition.letter: _touched_terms(found, edition) for edition in editions},
        whole=[(edition, play.measured(edition.letter, "")) for edition in editions[1:]],
        axis=play.axis, compact=True, start=None, drawn_grid=grid_picture,
        numbers=play.numbers, who=play.who, largest=_largest_effects(found),
    )  # fmt: skip


def _grade_counts(found: Sequence[Difference]) -> list[tuple[str, int]]:
    """Return how many differences there are of each grade."""
    counts = [(grade, sum(one.grade == grade for one in found)) for grade in GRADES]
    return [(grade, count) for grade, count in counts if count]


def _largest_effects(found: Sequence[Difference]) -> list[tuple[Difference, tuple[str, ...], Measured]]:
    """Return the measured differences with their editions, those with the largest effect on points first."""
    known = [(one, of.letters, of.measured) for one in found for of in one.versions if of.measured is not None]
    return sorted(known, key=lambda row: -abs(row[2].difference))


def _touched_terms(found: Sequence[Difference], edition: Edition) -> dict[str, list[Difference]]:
    """Return by rule the differences that concern it in an edition."""
    touched: dict[str, list[Difference]] = {}
    for one in found:
        for version in one.versions:
            for rule in version.rules:
                at = rule.was_at if edition.letter == LETTERS[0] else rule.now_at
                if at and edition.letter in (LETTERS[0], *version.letters) and one not in touched.get(at, []):
                    touched.setdefault(at, []).append(one)
    return touched
