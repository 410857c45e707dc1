"""The text of a turn: what is asked, what has happened, and what has changed on the table, within a number of bytes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from rulewright.report.board import board_lines

if TYPE_CHECKING:
    from rulewright.players.external.messages import Over, SeatOption
    from rulewright.report.table.model import Section, Table

MOST_BYTES = 3_700
"""No turn takes more, in UTF-8, so that its message stays below 4 kB; what finds no room is named, with its tool."""
MOST_OF_LOG, MOST_OF_OPTIONS = 1_000, 1_800
"""At most this many bytes each, so that part of the table always fits."""
PLAIN_OPTIONS = 12
"""More options than this whose labels say nothing but their names stand in one line."""


@dataclass(slots=True)
class TurnWriter:
    """Writes the turns of one seat; what of the table it has told before, and has not changed since, it leaves out."""

    _told: dict[tuple[type, str], Section] = field(default_factory=dict)

    def forget(self) -> None:
        """Tell the whole table at the next turn."""
        self._told.clear()

    def turn(self, shown: Table, options: Sequence[SeatOption], log: Sequence[str]) -> str:
        """Return the turn as text; `log` has the lines since the seat's last turn."""
        sections = {(type(section), section.about): section for section in shown.sections}
        changed = [section for key, section in sections.items() if self._told.get(key) != section]
        gone = [section.title for key, section in self._told.items() if key not in sections]
        first = not self._told
        self._told = sections
        text = "\n".join((*question_lines(shown, options), *log_lines(log)))
        heading = "On the table:" if first else "Changed on the table:"
        text += _table_text(shown, changed, heading, MOST_BYTES - len(text.encode()))
        return _with_gone(text, gone)


def _with_gone(text: str, gone: Sequence[str]) -> str:
    """Return a text, and what is no longer there if there is room to say so."""
    said = f"\nNo longer there: {', '.join(gone)}." if gone else ""
    return text + said if len((text + said).encode()) <= MOST_BYTES else text


def question_lines(shown: Table, options: Sequence[SeatOption]) -> list[str]:
    """Return what is asked, with the options by their names."""
    assert shown.asked is not None, "a turn begins with a question"
    lines = [*shown.asked.context, f"You are asked: {shown.asked.prompt}", "Options, by name:"]
    lines += [f"  {option_text(one)}" for one in options if _says_more(one)]
    plain = [one.name for one in options if not _says_more(one)]
    lines += [f"  {', '.join(plain)}"] if len(plain) > PLAIN_OPTIONS else [f"  {name}" for name in plain]
    if len("\n".join(lines).encode()) <= MOST_OF_OPTIONS:
        return lines
    names = ", ".join(one.name for one in options)
    cut = _beginning(names, MOST_OF_OPTIONS - len("\n".join(lines[: -len(options)]).encode()))
    more = f" and others, {len(options)} in all: options tells all" if len(cut) < len(names) else ""
    return [*shown.asked.context, f"You are asked: {shown.asked.prompt}", f"Options, by name: {cut}{more}"]


def option_text(option: SeatOption) -> str:
    """Return the name of an option with its label, if it has one."""
    return f"{option.name}: {option.label}" if option.label else option.name


def log_lines(log: Sequence[str]) -> list[str]:
    """Return what has happened, the last lines if not all find room."""
    kept, room = list[str](), MOST_OF_LOG
    for line in reversed(log):
        room -= len(line.encode()) + 3
        if room < 0:
            break
        kept.insert(0, f"  {line}")
    left = len(log) - len(kept)
    heading = f"Since then ({left} more lines before: log tells them):" if left else "Since then:"
    return ["", heading, *kept] if log else []


def result_lines(over: Over) -> list[str]:
    """Return how a game has ended, and what has happened before."""
    lines = ["The game is over." if over.points is not None else "The game broke: new_game begins another one."]
    for seat, points in (over.points or {}).items():
        lines.append(f"  {seat}: {points} points, place {(over.ranks or {})[seat]}")
    return [*lines, *log_lines(over.log or [])]


def _says_more(option: SeatOption) -> bool:
    """Whether the label of an option says more than its name."""
    return bool(option.label) and (option.label or "").lower().replace(" ", "-") != option.name


def _table_text(shown: Table, sections: Iterable[Section], heading: str, room: int) -> str:
    """Return the sections that find room, and the names of the others."""
    drawn, left = list[str](), list[str]()
    room -= len(heading) + 60
    for section in sections:
        text, title = "\n".join(board_lines(replace(shown, sections=(section,)))), section.title
        if not text.strip():
            continue
        text = text if title.lower() in text.lower() else f"{title}:\n{text}"
        room -= len(text.encode()) + 1
        if room >= len(title.encode()) + 2:
            drawn.append(text)
        else:
            room += len(text.encode()) - len(title.encode())
            left.append(title)
    named = [f"Not shown here, view tells it: {', '.join(left)}."] if left else []
    return "\n".join(("", "", heading, *drawn, *named)) if drawn or left else ""


def _beginning(text: str, room: int) -> str:
    """Return as many whole names of a list as find room."""
    if len(text.encode()) <= room:
        return text
    return text.encode()[: max(0, room)].decode(errors="ignore").rpartition(", ")[0]
