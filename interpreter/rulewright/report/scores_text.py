"""The end of a game as text: who has how many points, and from what."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.players.table import TableGame
from rulewright.report.layout import fold
from rulewright.report.table_text import Column, table
from rulewright.report.wording import together, word


def score_lines(game: TableGame, names: Sequence[str]) -> list[str]:
    """Return the final table, the best first, and the sentence that names the winner.

    Where only a step was played, nobody has won: that it is over is all there is to say.
    """
    if game.alone:
        return fold(word("step-over", step=game.alone))
    ranking = game.ranking()
    order = [seat for together in ranking for seat in together]
    scores, totals = game.scores(), game.totals()
    sources = list(dict.fromkeys(label for seat in order for label in scores[seat]))
    columns: list[Column] = [(label, [str(scores[seat].get(label, 0)) for seat in order]) for label in sources]
    whole: list[Column] = [(word("points"), [str(totals[seat]) for seat in order])]
    winners = [names[seat] for seat in ranking[0]] if ranking else []
    said = word("wins" if len(winners) == 1 else "share", who=together(winners)) if winners else ""
    return [
        word("game-over"),
        "",
        *table([names[s] for s in order], [("", whole), ("", columns)]),
        "",
        *fold(said),
    ]
