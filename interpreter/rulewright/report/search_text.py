"""What a search found out about options, in plain text: what each is worth, and what is expected to follow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rulewright.backends import Program
from rulewright.engine.game import question_at
from rulewright.players.foresight import Expected, Rated
from rulewright.report.known_text import SHOWN
from rulewright.report.layout import fold
from rulewright.report.wording import word
from rulewright.rulebook.phrases import spaced


def search_lines(program: Program, rated: Sequence[Rated], labels: Mapping[int, str]) -> list[str]:
    """Return what was found out about options, the best first; `program` is traced."""
    games = sum(each.visits for each in rated)
    if not games:
        return fold(word("nothing-tried"))
    lines = fold(word("hint-search", what=measure(program), games=f"{games:,}"))
    shown = rated if len(rated) == SHOWN + 1 else rated[:SHOWN]
    for each in shown:
        lines += fold(_rated(program, each, labels[each.code]), "  ", "    ")
        lines += fold(word("then-expected", turns="; ".join(turns(program, each.line))), "    ") if each.line else []
    more = len(rated) - len(shown)
    return lines + (fold(word("others-too", number=str(more)), "  ") if more else [])


def _rated(program: Program, each: Rated, label: str) -> str:
    if not each.visits:
        return word("not-tried", what=label)
    known = {1: word("proven-win"), -1: word("proven-loss")}
    worth = known.get(each.proven) or worth_text(program, each.worth)
    return word("tried-times", what=label, worth=worth, number=f"{each.visits:,}")


def measure(program: Program) -> str:
    """Return what options are rated by, and when a playout is evaluated."""
    settings = program.tables.search
    what, number = word(f"by-{settings.reward}"), str(settings.playouts)
    if settings.playouts < 0:
        return what
    if settings.finish_phase:
        return word("looks-at-end", what=what, number=number, phase=spaced(settings.weights.phase))
    return word("looks-later", what=what, number=number)


def worth_text(program: Program, worth: float) -> str:
    """Return what an option is worth: points, a lead with its sign, or a place."""
    reward, points = program.tables.search.reward, worth / 100
    if reward == "place":
        return f"{program.seats - points:.1f}"
    return f"{points:+.1f}" if reward == "margin" else f"{points:.1f}"


def turns(program: Program, line: Sequence[Expected]) -> Iterator[str]:
    """Yield the decisions that are expected, in the words of the game."""
    for expected in line:
        question = question_at(program, expected.state, [expected.code])
        what = word("hidden") if expected.hidden else question.choices[0].label
        turn = word("turn", who=program.domains["player"].labels[question.seat], what=what)
        yield turn if expected.likely == 1 else word("likely", turn=turn, share=f"{expected.likely:.0%}")
