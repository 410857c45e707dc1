"""How values of the API display themselves in a notebook: as small tables without styles of their own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

from rulewright.report.compare_words import HEADINGS, between, grouped, shown, signed
from rulewright.report.diagnostics_text import render_all

if TYPE_CHECKING:
    from rulewright.api.comparing import Comparison, Difference
    from rulewright.api.game import Game
    from rulewright.api.rules import Rules
    from rulewright.api.simulation import Simulation
    from rulewright.diagnostics import Diagnostic
    from rulewright.engine.game import Question


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table; every text in it is escaped."""
    cells = (f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><tr>{''.join(f'<th>{escape(text)}</th>' for text in head)}</tr>{''.join(cells)}</table>"


def rules_html(rules: Rules) -> str:
    """Return what a ruleset says about itself, and its findings."""
    about = rules.about
    head = f"<p><b>{escape(about.headline)}</b> ({escape(rules.name)}), {escape(about.players)}</p>"
    return head + findings_html(rules.findings)


def findings_html(findings: Sequence[Diagnostic]) -> str:
    """Return findings as `check` prints them."""
    return f"<pre>{escape(chr(10).join(render_all(findings)))}</pre>"


def question_html(question: Question, who: str) -> str:
    """Return a question with its choices."""
    rows = [(choice.name, choice.label) for choice in question.choices]
    return f"<p><b>{escape(who)}</b>: {escape(question.prompt or question.name)}</p>{table(('choice', 'says'), rows)}"


def game_html(game: Game) -> str:
    """Return what everybody may see of a game, and what is asked."""
    question = None if game.over else game.question
    view = game.view(question.seat if question else None)
    rows = [(owner, name, _value(value)) for owner, facts in view.labels for name, value in facts]
    end = f"<p>The game is over: {game.totals}</p>"
    return table(("of", "what", ""), rows) + (question_html(question, game.seats[question.seat]) if question else end)


def simulation_html(played: Simulation) -> str:
    """Return wins and points by seat."""
    rows = [
        (seat + 1, f"{share:.0%}", f"{points.mean:.1f}", points.least, points.most)
        for seat, (share, points) in enumerate(zip(played.wins, played.summary.points, strict=True))
    ]
    head = f"<p>{len(played.games):,} games of {escape(played.rules.name)}</p>"
    return head + table(("seat", "wins", "points", "least", "most"), rows)


def differences_html(differences: Iterable[Difference]) -> str:
    """Return differences in a table."""
    rows = [(one.number, one.name, one.grade, " ".join(one.was), " ".join(one.now)) for one in differences]
    return table(("", "difference", "kind", "was", "now"), rows)


def comparison_html(comparison: Comparison) -> str:
    """Return the effects, group by group."""
    parts = [f"<p>{comparison.games:,} pairs of games</p>"]
    for group, rows in grouped(comparison.effects).items():
        cells = [
            (name, shown(one.a, group), shown(one.b, group), signed(one.difference, group), between(one.within, group))
            for name, one in rows
        ]
        parts.append(
            table((HEADINGS[group], comparison.first.name, comparison.second.name, "difference", "95%"), cells)
        )
    return "".join(parts)


def _value(value: object) -> object:
    return ", ".join(value) if isinstance(value, list) else value
