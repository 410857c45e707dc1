"""What an option would do: the changes on the table as its seat would see them, chance shown as chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from rulewright.engine.game import Game, question_at
from rulewright.engine.position import Position
from rulewright.players.foresight import OutcomeInWorld, WorldSampler, tried_outcomes, violated_invariants
from rulewright.report.table.model import Facts, Grid, Path, Place, Rows, Section
from rulewright.report.table.reading import Reader
from rulewright.report.table.sections import sections
from rulewright.report.wording import word

Part = tuple[str, str]
"""The name of what a part of the table shows, and the piece there, if it says how many of it there are."""


class Shown(NamedTuple):
    """What a part of the table is called, and what it says."""

    what: str = ""
    text: str = ""


NOT_SHOWN = Shown()
Parts = dict[Part, Shown]
"""What the table says, by the names of its parts: those of pieces that look alike are called the same."""


@dataclass(frozen=True, slots=True)
class Change:
    """What becomes of one thing: `after` has one text, or several with their shares where chance decides.

    With `piece` it is how many of this piece lie in the place `what`.
    """

    what: str
    before: str
    after: tuple[tuple[str, float], ...]
    piece: str = ""

    @property
    def is_certain(self) -> bool:
        """Whether it comes to the same however chance decides."""
        return len(self.after) == 1

    @property
    def stays(self) -> float:
        """How probable it is that nothing changes."""
        return dict(self.after).get(self.before, 0.0)


@dataclass(frozen=True, slots=True)
class Preview:
    """The changes that an option makes until the next decision, and who decides then about what; "" at the end."""

    changes: tuple[Change, ...]
    following: str
    tried: int
    """In how many positions it was tried; 0 where it fails in all of them."""
    violated: dict[str, int] = field(default_factory=dict)
    """In how many positions `always` rules do not hold, by their names."""


def preview(game: Game, code: int, worlds: WorldSampler | None = None) -> Preview:
    """Return what an option of the seat that is asked would do, tried on what this seat may know."""
    program, state = game.program, list(game.state)
    found = tried_outcomes(program, state, code, worlds)
    first = {outcome.changes: outcome for outcome in reversed(found)}
    alike = Counter(outcome.changes for outcome in found)
    compared = [(*_parts_of(game, first[changes]), number) for changes, number in alike.items()]
    following = {_following_text(game, outcome) for outcome in found}
    next_asked = following.pop() if len(following) == 1 else ""
    wrong = violated_invariants(program, state, worlds)
    return Preview(tuple(_changes_between(compared, len(found))), next_asked, len(found), wrong)


def _parts_of(game: Game, outcome: OutcomeInWorld) -> tuple[Parts, Parts]:
    """Return what the seat would read before and after."""
    positions = (Position(game.program, vector) for vector in (outcome.before, outcome.after))
    readers = (Reader(position, game.seat) for position in positions)
    before, after = (dict(_shown_parts(reader, sections(reader, frozenset()))) for reader in readers)
    return before, {**before, **after} if outcome.asked < 0 else after


def _shown_parts(reader: Reader, shown: Iterable[Section]) -> Iterator[tuple[Part, Shown]]:
    """Yield what the table says of each value, space and place."""
    names = reader.rules.domains["player"].labels
    for section in shown:
        match section:
            case Rows():
                yield from _of_rows(section)
            case Facts():
                yield from (((fact.cell.about, ""), Shown(fact.title, fact.cell.text)) for fact in section.facts)
            case Place():
                yield from _of_place(section, "" if section.seat is None else f"{names[section.seat]}, ")
            case Grid() | Path():
                for space in section.spaces_on:
                    there = [names[seat] for seat in space.seats] + [piece.text for piece in space.markers]
                    there += [cell.text for cell in space.cells if not cell.empty]
                    yield (space.about, ""), Shown(space.label, ", ".join(there))


def _of_rows(section: Rows) -> Iterator[tuple[Part, Shown]]:
    for row in section.rows:
        for column, cell in zip(section.columns, row.cells, strict=True):
            if cell is not None and cell.pieces is None:
                yield (cell.about, ""), Shown(f"{row.label}, {column.full}", cell.text)


def _of_place(section: Place, owner: str) -> Iterator[tuple[Part, Shown]]:
    """Yield how many pieces lie in a place: of each that is known, and of all where that says more."""
    where, known = f"{owner}{section.title}", [piece for piece in section.pieces if section.listed and piece.known]
    if sum(piece.number for piece in known) < section.total:
        yield (section.about, ""), Shown(where, str(section.total))
    yield from (((section.about, piece.text), Shown(where, str(piece.number))) for piece in known)


def _changes_between(compared: Sequence[tuple[Parts, Parts, int]], tried: int) -> Iterator[Change]:
    """Yield what changes in any world, with the shares of what it becomes."""
    called = {part: shown.what for one in compared for parts in one[:2] for part, shown in parts.items()}
    for part, what in called.items():
        texts = [(old.get(part, NOT_SHOWN).text, new.get(part, NOT_SHOWN).text, many) for old, new, many in compared]
        if all(before == after for before, after, _ in texts):
            continue
        nothing = "0" if part[1] else word("nothing")
        shares = Counter[str]()
        for _, after, number in texts:
            shares[after] += number
        then = {before for before, _, _ in texts}
        after_texts = tuple((text or nothing, number / tried) for text, number in shares.most_common())
        yield Change(what, (then.pop() if len(then) == 1 else "") or nothing, after_texts, part[1])


def _following_text(game: Game, outcome: OutcomeInWorld) -> str:
    """Return who decides next, and what if it is the same seat."""
    if outcome.asked < 0:
        return word("game-over")
    program, after = game.program, list(outcome.after)
    said = word("then-decides", who=program.domains["player"].labels[outcome.asked])
    if outcome.asked != game.seat:
        return said
    return f"{said} {question_at(program, after, program.choices(after)).prompt}".strip()
