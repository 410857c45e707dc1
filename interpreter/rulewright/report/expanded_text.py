"""The finished rules as a text of rules: what the rulebook's package adds to it is in comments that fit the width."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.report.layout import WIDTH, cells, fold
from rulewright.rulebook.expanded import ExpandedLine


def expanded_text(lines: Iterable[ExpandedLine]) -> Iterator[str]:
    """Yield lines with their notes behind them, or above them where there is no room."""
    for text, notes, is_comment in lines:
        remark, indent = f"# {'; '.join(notes)}", " " * (len(text) - len(text.lstrip()))
        if is_comment:
            yield from fold(text, "# ", "#   ")
        elif notes and cells(text) + 2 + cells(remark) <= WIDTH:
            yield f"{text}  {remark}"
        else:
            yield from (line for note in notes for line in fold(f"{indent}# {note}", "", f"{indent}#   "))
            yield text
