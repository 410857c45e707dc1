"""`python -m rulewright.syntax.highlighting FOLDER` writes the generated files of `editors/` into a folder."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from rulewright.syntax.highlighting.snippets import snippets
from rulewright.syntax.highlighting.textmate import grammar
from rulewright.syntax.highlighting.vim import syntax_file

GENERATED: dict[str, Callable[[], str]] = {
    "vscode/syntaxes/rulewright.tmLanguage.json": grammar,
    "vscode/snippets/rulewright.json": snippets,
    "neovim/syntax/rulewright.vim": syntax_file,
}
"""What is generated, by its place in `editors/`."""


def write(folder: Path) -> None:
    """Write all files below a folder, which must be there."""
    for place, text in GENERATED.items():
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text(), "utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2 or not Path(sys.argv[1]).is_dir():
        sys.exit("Give the folder to write to:  python -m rulewright.syntax.highlighting editors")
    write(Path(sys.argv[1]))
