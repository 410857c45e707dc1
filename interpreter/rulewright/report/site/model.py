"""A page of the documentation site, its sections, and the addresses within the site."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SiteSection:
    """A part of a page that can be found: its anchor, what it is called, its depth (2 or more), its plain text."""

    anchor: str
    titles: tuple[str, ...]
    depth: int
    text: str


@dataclass(frozen=True, slots=True)
class SitePage:
    """A page: its path in the site, its title and topic, its body as HTML, and how much a find in it counts."""

    path: str
    title: str
    topic: str
    body: str
    sections: tuple[SiteSection, ...]
    weight: float = 1.0

    @property
    def outline(self) -> list[SiteSection]:
        """The sections that its own contents list."""
        return [section for section in self.sections if section.depth == 2]


def heading_anchor(heading: str) -> str:
    """Return the anchor of a heading, as GitHub makes it: small letters, digits and hyphens."""
    return re.sub(r"[^\w\- ]", "", heading.lower().strip()).replace(" ", "-")


def relative_address(target: str, page: str) -> str:
    """Return the address of a path of the site, perhaps with an anchor, as seen from a page."""
    return posixpath.relpath(target, posixpath.dirname(page) or ".")
