"""What an option would do: the changes on the table as its seat would see them, chance shown as chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from rulewright.engine.game import Game, question_at
from rulewright.engine.position import Position
from rulewright.players.foresight import OutcomeInWorld, WorldSampler, tried_outcomes, violated_invariants
from rulewright.report.table.model import Facts, Grid, Path, Place, Rows, Section
from rulewright.report.table.reading import Reader
from rulewright.report.table.sections import sections
from rulewright.report.wording import word

Part = tuple[str, str]
"""What the table says something about, and the piece there, if it says how many of it there are."""

Texts = dict[Part, str]
"""What the table says."""


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
    alike = Counter[tuple[tuple[int, int], ...]]()
    first: dict[tuple[tuple[int, int], ...], OutcomeInWorld] = {}
    for outcome in found:
        alike[outcome.changes] += 1
        first.setdefault(outcome.changes, outcome)
    compared = [(*_texts_of(game, outcome), alike[changes]) for changes, outcome in first.items()]
    following = {_following_text(game, outcome) for outcome in found}
    next_asked = following.pop() if len(following) == 1 else ""
    wrong = violated_invariants(program, state, worlds)
    return Preview(tuple(_changes_between(compared, len(found))), next_asked, len(found), wrong)


def _texts_of(game: Game, outcome: OutcomeInWorld) -> tuple[Texts, Texts]:
    """Return what the seat would read before and after."""
    positions = (Position(game.program, vector) for vector in (outcome.before, outcome.after))
    readers = (Reader(position, game.seat) for position in positions)
    before, after = (dict(_part_lines(reader, sections(reader, frozenset()))) for reader in readers)
    return before, {**before, **after} if outcome.asked < 0 else after


def _part_lines(reader: Reader, shown: Iterable[Section]) -> Iterator[tuple[Part, str]]:
    """Yield what the table says, one line for each value and place."""
    names = reader.rules.domains["player"].labels
    for section in shown:
        match section:
            case Rows():
                yield from _of_rows(section)
            case Facts():
                yield from (((fact.title, ""), fact.cell.text) for fact in section.facts)
            case Place():
                yield from _of_place(section, "" if section.seat is None else f"{names[section.seat]}, ")
            case Grid() | Path():
                for space in section.spaces_on:
                    parts = [names[seat] for seat in space.seats] + [piece.text for piece in space.markers]
                    yield (space.label, ""), ", ".join([*parts, *(cell.text for cell in space.cells if not cell.empty)])


def _of_rows(section: Rows) -> Iterator[tuple[Part, str]]:
    for row in section.rows:
        for column, cell in zip(section.columns, row.cells, strict=True):
            if cell is not None and cell.pieces is None:
                yield (f"{row.label}, {column.full}", ""), cell.text


def _of_place(section: Place, owner: str) -> Iterator[tuple[Part, str]]:
    """Yield how many pieces lie in a place: of each that is known, and of all where that says more."""
    where, known = f"{owner}{section.title}", [piece for piece in section.pieces if section.listed and piece.known]
    if sum(piece.number for piece in known) < section.total:
        yield (where, ""), str(section.total)
    yield from (((where, piece.text), str(piece.number)) for piece in known)


def _changes_between(compared: Sequence[tuple[Texts, Texts, int]], tried: int) -> Iterator[Change]:
    """Yield what changes in any world, with the shares of what it becomes."""
    parts = dict.fromkeys(part for before, after, _ in compared for part in (*before, *after))
    for part in parts:
        if all(before.get(part, "") == after.get(part, "") for before, after, _ in compared):
            continue
        nothing = "0" if part[1] else word("nothing")
        shares = Counter[str]()
        for _, after, number in compared:
            shares[after.get(part, "")] += number
        then = {before.get(part, "") for before, _, _ in compared}
        after_texts = tuple((text or nothing, number / tried) for text, number in shares.most_common())
        yield Change(part[0], (then.pop() if len(then) == 1 else "") or nothing, after_texts, part[1])


def _following_text(game: Game, outcome: OutcomeInWorld) -> str:
    """Return who decides next, and what if it is the same seat."""
    if outcome.asked < 0:
        return word("game-over")
    program, after = game.program, list(outcome.after)
    said = word("then-decides", who=program.domains["player"].labels[outcome.asked])
    if outcome.asked != game.seat:
        return said
    return f"{said} {question_at(program, after, program.choices(after)).prompt}".strip()
