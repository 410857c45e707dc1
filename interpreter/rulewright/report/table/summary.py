"""A finished game in short: where points came from, when the lead changed, what nobody used."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulewright.engine import Game
from rulewright.engine.explanations import option_label
from rulewright.engine.options import options_of

if TYPE_CHECKING:
    from rulewright.rulebook.lookup import RuleSentences

SHOWN = 5
"""Of the changes of the lead only this many are listed, the last ones."""


@dataclass(frozen=True, slots=True)
class Turning:
    """A decision after which somebody else led, as if the game ended there: its number, who leads, and the points."""

    decision: int
    leader: int
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """What there is to say after a game."""

    sources: tuple[tuple[str, tuple[int, ...]], ...]
    """By source of points, in the order of the rules: the points of each seat."""
    turnings: tuple[Turning, ...]
    unused: tuple[str, ...]
    """Options of menus that nobody took."""
    reason: str = ""
    """The rulebook's sentence on how long the game goes on; none where it ends with its last phase."""
    phase: str = ""
    """The heading of the phase that was played last."""


def summary(game: Game, course: Mapping[int, Sequence[int]], book: RuleSentences | None, before: Game) -> Summary:
    """Return the summary of a finished game.

    `course` has the points of each seat by number of decisions, `before` is the game before its last decision.
    """
    scores = game.scores()
    sources = dict.fromkeys(label for each in scores for label in each)
    points = tuple((label, tuple(each.get(label, 0) for each in scores)) for label in sources)
    place = game.log[-1].place if game.log else ""
    reason = book.ending_sentence(before.position.rules_under_way, [place]) if book is not None else ""
    outermost = next((rule for rule in before.position.rules_under_way if rule.startswith("phase.")), "")
    phase = next((line.text for line in reversed(game.log) if line.heading and line.rule == outermost), "")
    ending = game.program.tables.ending
    lead = [] if ending.teams or ending.together else _changes_of_lead(course, min if ending.fewest else max)
    return Summary(points, tuple(lead), tuple(_unused_options(game)), reason, phase)


def _changes_of_lead(course: Mapping[int, Sequence[int]], best: Callable[[Sequence[int]], int]) -> list[Turning]:
    """Return when the lead changed; who leads after the last decision is in the final scores."""
    found: list[Turning] = []
    for decision in sorted(course):
        totals = tuple(course[decision])
        ahead = [seat for seat, points in enumerate(totals) if points == best(totals)]
        if len(ahead) == 1 and (not found or found[-1].leader != ahead[0]):
            found.append(Turning(decision, ahead[0], totals))
    return [turning for turning in found if turning.decision != max(course)][-SHOWN:]


def _unused_options(game: Game) -> list[str]:
    """Return what menus offer and no line of the log comes from, as far as it is called the same each time."""
    taken = {line.rule for line in game.log}
    offered = {option.rule: option for option in options_of(game.program).rows if option.menu}
    left = [option for rule, option in offered.items() if rule not in taken]
    return list(dict.fromkeys(filter(None, (option_label(game.program, option) for option in left))))
