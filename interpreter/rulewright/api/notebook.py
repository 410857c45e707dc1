"""How values of the API display themselves in a notebook: as small tables without styles of their own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from rulewright.comparison.statistics.effects import Effect
from rulewright.comparison.statistics.outcome import Key
from rulewright.diagnostics import Diagnostic
from rulewright.engine.game import Question
from rulewright.engine.views import Value
from rulewright.playtest.summary import Summary
from rulewright.report.compare_words import HEADINGS, between, grouped, shown, signed
from rulewright.report.diagnostics_text import render_all
from rulewright.workspace.about import About


def table_html(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table; every text in it is escaped."""
    cells = (f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><tr>{''.join(f'<th>{escape(text)}</th>' for text in head)}</tr>{''.join(cells)}</table>"


def rules_html(name: str, about: About, findings: Sequence[Diagnostic]) -> str:
    """Return a ruleset's title and players, and its findings as `check` prints them."""
    head = f"<p><b>{escape(about.headline)}</b> ({escape(name)}), {escape(about.players)}</p>"
    return f"{head}<pre>{escape(chr(10).join(render_all(findings)))}</pre>"


def question_html(question: Question, who: str) -> str:
    """Return a question with its choices."""
    rows = [(choice.name, choice.label) for choice in question.choices]
    return (
        f"<p><b>{escape(who)}</b>: {escape(question.prompt or question.name)}</p>{table_html(('choice', 'says'), rows)}"
    )


def game_html(
    labels: Mapping[str, Mapping[str, Value]], question: Question | None, seats: Sequence[str], totals: Sequence[int]
) -> str:
    """Return what the seat that is asked may see, and the question; None when the game is over."""
    rows = [(owner, name, _cell_value(value)) for owner, facts in labels.items() for name, value in facts.items()]
    end = f"<p>The game is over: {totals}</p>"
    return table_html(("of", "what", ""), rows) + (question_html(question, seats[question.seat]) if question else end)


def simulation_html(name: str, wins: Sequence[float], summary: Summary) -> str:
    """Return wins and points by seat."""
    rows = [
        (seat + 1, f"{share:.0%}", f"{points.mean:.1f}", points.least, points.most)
        for seat, (share, points) in enumerate(zip(wins, summary.points, strict=True))
    ]
    head = f"<p>{summary.games:,} games of {escape(name)}</p>"
    return head + table_html(("seat", "wins", "points", "least", "most"), rows)


def differences_html(rows: Iterable[tuple[int, str, str, str, str]]) -> str:
    """Return differences in a table."""
    return table_html(("", "difference", "kind", "was", "now"), rows)


def comparison_html(games: int, first: str, second: str, effects: dict[Key, Effect]) -> str:
    """Return the effects, group by group."""
    parts = [f"<p>{games:,} pairs of games</p>"]
    for group, rows in grouped(effects).items():
        cells = [
            (name, shown(one.a, group), shown(one.b, group), signed(one.difference, group), between(one.within, group))
            for name, one in rows
        ]
        parts.append(table_html((HEADINGS[group], first, second, "difference", "95%"), cells))
    return "".join(parts)


def _cell_value(value: object) -> object:
    return ", ".join(value) if isinstance(value, list) else value
