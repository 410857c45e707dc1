"""Pages made from what the program knows: its commands, and its games with their rulebooks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from rulewright.phrasing import from_to
from rulewright.report.site.model import SitePage, SiteSection, relative_address
from rulewright.rulebook.model import Rulebook
from rulewright.workspace.about import About

COMMANDS, GAMES = "commands.html", "games.html"


@dataclass(frozen=True, slots=True)
class CommandHelp:
    """A command, what it does in a sentence, and what it prints with `--help`."""

    name: str
    gist: str
    help: str


@dataclass(frozen=True, slots=True)
class GamePage:
    """A ruleset with its rulebook."""

    about: About
    book: Rulebook

    @property
    def path(self) -> str:
        """The path of its rulebook in the site."""
        return rulebook_path(self.about.name)


def rulebook_path(name: str) -> str:
    """Return the path of the rulebook of a ruleset."""
    return f"rulebooks/{name}.html"


def command_page(commands: Sequence[CommandHelp]) -> SitePage:
    """Return the page of all commands with their options."""
    parts = [
        f'<h2 id="{one.name}">rulewright {one.name}</h2>\n<p>{escape(one.gist)}</p>\n'
        f'<div class="example"><pre tabindex="0"><code>{escape(one.help)}</code></pre></div>\n'
        for one in commands
    ]
    sections = (
        SiteSection("", ("Commands",), 1, ""),
        *(SiteSection(c.name, (c.name,), 2, f"{c.gist} {c.help}") for c in commands),
    )
    return SitePage(COMMANDS, "Commands", "Guides", "".join(parts), sections)


def games_page(games: Sequence[GamePage]) -> SitePage:
    """Return the list of all games, editions and variants, each with its rulebook."""
    rows = [
        f'<tr><th scope="row"><a href="{relative_address(one.path, GAMES)}">{escape(one.about.headline)}</a></th>'
        f"<td>{escape(one.about.name)}</td><td>{from_to(one.about.fewest, one.about.most, 'player')}</td></tr>\n"
        for one in games
    ]
    head = '<thead><tr><th scope="col">Rulebook</th><th scope="col">Ruleset</th><th scope="col">For</th></tr></thead>'
    body = f'<div class="wide"><table>{head}<tbody>\n{"".join(rows)}</tbody></table></div>\n'
    text = " ".join(one.about.headline for one in games)
    return SitePage(
        GAMES, "Games and their rulebooks", "Games", body, (SiteSection("", ("Games", "Rulebooks"), 1, text),)
    )
