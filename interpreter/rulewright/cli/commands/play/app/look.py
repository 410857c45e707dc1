"""What the styles of spans look like: colours of the terminal's own palette, which fit its background.

Only things to which the look of a ruleset gives a colour have that one, as dark as can be read on any background.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from colorsys import hls_to_rgb, rgb_to_hls
from functools import cache

from rich.style import Style

SEAT_COLOURS = ("yellow", "red", "green", "blue", "magenta", "cyan")
KIND_COLOURS = ("cyan", "magenta", "green", "yellow", "blue", "red")
COLOURS = {
    "white": "white", "black": "bright_black", "grey": "bright_black", "gray": "bright_black", "red": "red",
    "yellow": "yellow", "green": "green", "blue": "blue", "purple": "magenta", "violet": "magenta", "pink": "magenta",
    "orange": "bright_red", "brown": "bright_yellow",
}  # fmt: skip
"""The terminal colours for players whose names in the rules are names of colours."""
DARKEST, LIGHTEST, GREY = 0.45, 0.6, 0.2
"""How light colours are on the screen, and with which saturation they are still taken for grey."""

FIXED_STYLES = {
    "title": Style(bold=True),
    "heading": Style(dim=True),
    "dim": Style(dim=True),
    "changed": Style(bold=True, underline=True),
    "offered": Style(bold=True, color="bright_green"),
    "asked": Style(bold=True, reverse=True),
    "phase": Style(),
    "climax": Style(bold=True),
    "ticked": Style(bold=True, underline=True, color="bright_green"),
    "cursor": Style(reverse=True),
}


class Palette:
    """The look of every style in one game; `names` are the players as the rules call them."""

    def __init__(self, names: Iterable[str]) -> None:
        names = list(names)
        free = [colour for colour in SEAT_COLOURS if colour not in {COLOURS.get(name) for name in names}]
        given = [COLOURS.get(name) or (free.pop(0) if free else "default") for name in names]
        self._seats: Mapping[str, Style] = {f"seat-{at}": Style(color=colour) for at, colour in enumerate(given)}
        self.style = cache(self._style_of)

    def _style_of(self, names: str) -> Style:
        found = Style()
        for name in names.split():
            what, _, which = name.partition("-")
            of_kind = KIND_COLOURS[int(which) % len(KIND_COLOURS)] if what == "kind" else None
            of_look = (_readable(which) if which[:1] == "#" else COLOURS.get(which)) if what == "look" else of_kind
            found += FIXED_STYLES.get(name) or self._seats.get(name) or Style(color=of_look)
        return found


def _readable(colour: str) -> str:
    """Return a colour neither too dark nor too light for any background; a grey one is that of the text."""
    hue, light, saturation = rgb_to_hls(*(int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)))
    shades = hls_to_rgb(hue, min(max(light, DARKEST), LIGHTEST), saturation)
    return "#" + "".join(f"{round(255 * shade):02x}" for shade in shades) if saturation > GREY else "default"
