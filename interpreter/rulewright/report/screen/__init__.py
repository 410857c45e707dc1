"""The table as lines of styled spans, for a screen of any width.

`draw(table, width)` lays out the values of `report.table`; whoever shows the lines decides what a style looks like.
Nothing depends on colour alone: `>` marks what can be chosen and who is asked, `*` what has changed.

    spans.py     spans, lines, and breaking them
    tables.py    rows and columns, with headings of several lines
    grids.py     grids and paths
    edges.py     sides and corners between the spaces of a grid
    pieces.py    pieces and their kinds
    question.py  the options of a question
    drawing.py   all sections of a table, one after the other

Tests: `tests/screen/`.
"""

from rulewright.report.screen.drawing import draw, draw_own
from rulewright.report.screen.spans import Line, Span, folded, padded, text_of

__all__ = ["Line", "Span", "draw", "draw_own", "folded", "padded", "text_of"]
