"""The comparison of two rulesets by games, as one page that needs nothing else: every difference is drawn.

A line is the range in which a difference is sure, a dot its mean, and the thin line in the middle no difference.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from rulewright.comparison.statistics.each import Toggled
from rulewright.comparison.statistics.effects import Effect
from rulewright.comparison.statistics.outcome import POINTS, Key
from rulewright.report.compare_text import A_PLAYER
from rulewright.report.compare_words import HEADINGS, NOTE, between, grouped, only_in, power, shown, signed

STYLE = """
body { font: 1rem/1.5 Georgia, serif; margin: 2rem auto; max-width: 56rem; padding: 0 1rem;
  color: #222; background: #fff }
h1 { font-size: 1.4rem } h2 { font-size: 1.05rem; margin: 2rem 0 .3rem }
table { border-collapse: collapse; width: 100% } tr { break-inside: avoid }
th, td { text-align: right; padding: .15rem .5rem; border-bottom: 1px solid #ddd; font-variant-numeric: tabular-nums }
th { font-weight: normal; color: #666 } th:first-child, td:first-child { text-align: left }
td small { color: #666; display: block } td:nth-child(5) { white-space: nowrap }
td.plot { width: 15rem; padding: 0 } svg { display: block; width: 100% }
.zero { stroke: #999 } .range { stroke: #666; stroke-width: 2 } .mean { fill: #666 }
.clear .range { stroke: #14532d } .clear .mean { fill: #14532d } .clear td:first-child { font-weight: bold }
@media (max-width: 44rem) {
  tr { display: grid; align-items: center; grid-template-columns: 3.6rem 3.6rem 4rem 1fr 6rem }
  tr { border-bottom: 1px solid #ddd }
  th, td { border: 0; padding: .1rem .3rem } td.plot { width: 6rem }
  th:first-child, td:first-child { grid-column: 1 / -1 }
}
@media (prefers-color-scheme: dark) {
  body { color: #ddd; background: #181818 } tr, th, td { border-color: #444 } th, td small { color: #aaa }
  .range { stroke: #aaa } .mean { fill: #aaa }
  .clear .range { stroke: #9ad6a8 } .clear .mean { fill: #9ad6a8 }
}
"""
WIDTH, HEIGHT = 240, 20
"""Of a drawing, in its own units."""


def compare_html(
    head: Sequence[str], effects: dict[Key, Effect], each: Sequence[tuple[Toggled, dict[Key, Effect]]]
) -> str:
    """Return the page; `head` are the lines that say who played, and what A and B are."""
    start = '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Two rulesets compared</title>'
    start += f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE}</style></head>'
    said = "<br>".join(escape(line) for line in head)
    parts = [f"{start}<body><h1>Two rulesets compared</h1><p>{said}</p>"]
    parts += _each(each) if each else []
    for group, rows in grouped(effects).items():
        parts.append(_table(HEADINGS[group], [(name, "", one) for name, one in rows], group))
    if A_PLAYER in effects:
        parts += [f"<p>{escape(sentence)}</p>" for sentence in (*power(effects[A_PLAYER]), NOTE)]
    return "\n".join([*parts, "</body></html>\n"])


def _each(each: Sequence[tuple[Toggled, dict[Key, Effect]]]) -> Iterator[str]:
    """Yield the table of the differences switched on alone, in points a player."""
    rows = [(f"{one.number} {one.name}", one.sentence, found[A_PLAYER]) for one, found in each if A_PLAYER in found]
    yield _table("One difference at a time, in points a player", rows, POINTS)


def _table(heading: str, rows: Sequence[tuple[str, str, Effect]], group: str) -> str:
    scale = max((abs(end) for _, _, one in rows if one.a and one.b for end in one.within), default=0.0)
    head = "".join(f"<th>{word}</th>" for word in ("", "A", "B", "B - A", "sure within", ""))
    lines = "\n".join(_row(*row, group, scale) for row in rows)
    return f"<h2>{escape(heading)}</h2><table><tr>{head}</tr>\n{lines}\n</table>"


def _row(name: str, sentence: str, one: Effect, group: str, scale: float) -> str:
    first = escape(name) + (f"<small>{escape(sentence)}</small>" if sentence else "")
    columns = [first, shown(one.a, group), shown(one.b, group)]
    if only_in(one):
        columns += ["", f"only in {only_in(one)}"]
        drawn = ""
    else:
        columns += [signed(one.difference, group), between(one.within, group)]
        drawn = drawing(one, scale)
    mark = ' class="clear"' if drawn and one.clear else ""
    return f'<tr{mark}>{"".join(f"<td>{text}</td>" for text in columns)}<td class="plot">{drawn}</td></tr>'


def drawing(one: Effect, scale: float) -> str:
    """Return a difference drawn: from minus to plus `scale`, with none in the middle."""
    low, middle, high = (_at(value, scale) for value in (one.within[0], one.difference, one.within[1]))
    half = HEIGHT / 2
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{one.difference:.3g}">'
        f'<line class="zero" x1="{WIDTH / 2}" x2="{WIDTH / 2}" y1="0" y2="{HEIGHT}"/>'
        f'<line class="range" x1="{low:.1f}" x2="{high:.1f}" y1="{half}" y2="{half}"/>'
        f'<circle class="mean" cx="{middle:.1f}" cy="{half}" r="3.5"/></svg>'
    )


def _at(value: float, scale: float) -> float:
    return WIDTH / 2 + (value / scale if scale else 0.0) * (WIDTH / 2 - 6)
