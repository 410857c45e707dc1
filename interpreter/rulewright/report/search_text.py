"""What a search found out about options, in plain text: what each is worth, and what is expected to follow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulewright.engine.automatic_seats import search_settings
from rulewright.engine.game import Game, question_at
from rulewright.players.foresight import Expected, Rated
from rulewright.report.known_text import SHOWN
from rulewright.report.layout import fold
from rulewright.report.wording import word
from rulewright.rulebook.phrases import name_words


def search_lines(game: Game, rated: Sequence[Rated], labels: Mapping[int, str]) -> list[str]:
    """Return what was found out about options, the best first, so that it is seen where there is little room.

    The program of the game is traced.
    """
    games = sum(each.visits for each in rated)
    if not games:
        return fold(word("nothing-tried"))
    reward = search_settings(game.program).reward
    lines: list[str] = []
    shown = rated if len(rated) == SHOWN + 1 else rated[:SHOWN]
    proofs = {1: word("proven-win"), -1: word("proven-loss")}
    for each in shown:
        worth = proofs.get(each.proven) or worth_text(reward, each.worth, game.program.seats)
        said = word("tried-times", what=labels[each.code], worth=worth, number=f"{each.visits:,}")
        lines += fold(said if each.visits else word("not-tried", what=labels[each.code]), "  ", "    ")
        lines += fold(expected_text(game, each.line), "    ") if each.line else []
    more = len(rated) - len(shown)
    lines += fold(word("others-too", number=str(more)), "  ") if more else []
    return lines + fold(word("hint-search", what=measure(game), games=f"{games:,}"))


def measure(game: Game) -> str:
    """Return what options are rated by, and when a playout is evaluated."""
    search = search_settings(game.program)
    what, number = word(f"by-{search.reward}"), str(search.playouts)
    if search.playouts < 0:
        return what
    if search.finish_phase and search.weights.phase:
        return word("looks-at-end", what=what, number=number, phase=name_words(search.weights.phase))
    return word("looks-later", what=what, number=number)


def worth_text(reward: str, worth: float, seats: int) -> str:
    """Return what an option is worth, by the kind of reward: points, a lead with its sign, or a place."""
    points = worth / 100
    if reward == "place":
        return f"{seats - points:.1f}"
    return f"{points:+.1f}" if reward == "margin" else f"{points:.1f}"


def expected_text(game: Game, line: Sequence[Expected]) -> str:
    """Return the decisions that are expected, in the words of the game."""
    turns: list[str] = []
    for expected in line:
        question = question_at(game.program, expected.state, [expected.code])
        what = word("hidden") if expected.hidden else question.choices[0].label
        turn = word("turn", who=game.program.domains["player"].labels[question.seat], what=what)
        turns.append(turn if expected.likely == 1 else word("likely", turn=turn, share=f"{expected.likely:.0%}"))
    return word("then-expected", turns="; ".join(turns))
