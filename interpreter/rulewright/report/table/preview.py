"""What an option would do: the changes on the table as its seat would see them, chance shown as chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from rulewright.backends import Program
from rulewright.engine.game import question_at
from rulewright.players.foresight import Outcome, Worlds, outcomes, violated
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


def preview(program: Program, state: Sequence[int], code: int, worlds: Worlds | None = None) -> Preview:
    """Return what an option of the seat that is asked would do, tried on what this seat may know."""
    seat = program.seat_asked(state)
    found = outcomes(program, list(state), code, worlds)
    alike = Counter[tuple[tuple[int, int], ...]]()
    first: dict[tuple[tuple[int, int], ...], Outcome] = {}
    for outcome in found:
        moved = _moved(outcome)
        alike[moved] += 1
        first.setdefault(moved, outcome)
    compared = [(*_texts(program, outcome, seat), alike[moved]) for moved, outcome in first.items()]
    following = {_following(program, outcome, seat) for outcome in found}
    next_asked = following.pop() if len(following) == 1 else ""
    wrong = violated(program, list(state), worlds)
    return Preview(tuple(_changes(compared, len(found))), next_asked, len(found), wrong)


def _moved(outcome: Outcome) -> tuple[tuple[int, int], ...]:
    """Return the numbers of the vector that change; the place in the program and the seed aside."""
    pairs = enumerate(zip(outcome.before, outcome.after, strict=True))
    return tuple((slot, now) for slot, (then, now) in pairs if then != now and slot > 1)


def _texts(program: Program, outcome: Outcome, seat: int) -> tuple[Texts, Texts]:
    """Return what the seat would read before and after."""
    ended = outcome.asked < 0
    read = (Reader(program, vector, seat) for vector in (outcome.before, outcome.after))
    before, after = (dict(_lines(reader, sections(reader, frozenset()))) for reader in read)
    return (before, after) if not ended else (before, {**before, **after})


def _lines(reader: Reader, shown: Iterable[Section]) -> Iterator[tuple[Part, str]]:
    """Yield what the table says, one line for each value and place."""
    names = reader.program.domains["player"].labels
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


def _changes(compared: Sequence[tuple[Texts, Texts, int]], tried: int) -> Iterator[Change]:
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


def _following(program: Program, outcome: Outcome, seat: int) -> str:
    """Return who decides next, and what if it is the same seat."""
    if outcome.asked < 0:
        return word("game-over")
    name = program.domains["player"].labels[outcome.asked]
    if outcome.asked != seat:
        return word("then-decides", who=name)
    asked = question_at(program, list(outcome.after), program.choices(list(outcome.after)))
    return f"{word('then-decides', who=name)} {asked.prompt}".strip()
