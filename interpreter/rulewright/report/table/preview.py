"""What an option would do: the changes on the table as its seat would see them, chance shown as chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rulewright.backends import Program
from rulewright.engine.game import question_at
from rulewright.players.foresight import Outcome, Worlds, outcomes
from rulewright.report.table.model import Facts, Grid, Path, Place, Rows, Section
from rulewright.report.table.reading import Reader
from rulewright.report.table.sections import sections
from rulewright.report.wording import word

Texts = dict[str, str]
"""What the table says, by what it says it about."""
NOTHING = Texts()


@dataclass(frozen=True, slots=True)
class Change:
    """What becomes of one thing: `after` has one text, or several with their shares where chance decides."""

    what: str
    before: str
    after: tuple[tuple[str, float], ...]

    @property
    def is_certain(self) -> bool:
        """Whether it comes to the same however chance decides."""
        return len(self.after) == 1


@dataclass(frozen=True, slots=True)
class Preview:
    """The changes that an option makes until the next decision, and who decides then about what; "" at the end."""

    changes: tuple[Change, ...]
    following: str
    tried: int
    """In how many positions it was tried; 0 where it fails in all of them."""


def preview(program: Program, state: Sequence[int], code: int, worlds: Worlds | None = None) -> Preview:
    """Return what an option of the seat that is asked would do, tried on what this seat may know."""
    seat = state[program.seats_of[~state[0]]]
    found = outcomes(program, list(state), code, worlds)
    alike = Counter[tuple[tuple[int, int], ...]]()
    first: dict[tuple[tuple[int, int], ...], Outcome] = {}
    for outcome in found:
        moved = _moved(outcome)
        alike[moved] += 1
        first.setdefault(moved, outcome)
    compared = [(*_texts(program, outcome, seat), alike[moved]) for moved, outcome in first.items()]
    following = {_following(program, outcome, seat) for outcome in found}
    return Preview(tuple(_changes(compared, len(found))), following.pop() if len(following) == 1 else "", len(found))


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


def _lines(reader: Reader, shown: Iterable[Section]) -> Iterator[tuple[str, str]]:
    """Yield what the table says, one line for each value and place."""
    names = reader.program.domains["player"].labels
    for section in shown:
        match section:
            case Rows():
                yield from _of_rows(section)
            case Facts():
                yield from ((fact.title, fact.cell.text) for fact in section.facts)
            case Place():
                yield from _of_place(section, "" if section.seat is None else f"{names[section.seat]}, ")
            case Grid() | Path():
                for space in section.spaces_on:
                    parts = [names[seat] for seat in space.seats] + [piece.text for piece in space.markers]
                    yield space.label, ", ".join([*parts, *(cell.text for cell in space.cells if not cell.empty)])


def _of_rows(section: Rows) -> Iterator[tuple[str, str]]:
    for row in section.rows:
        for column, cell in zip(section.columns, row.cells, strict=True):
            if cell is not None and cell.pieces is None:
                yield f"{row.label}, {column.full}", cell.text


def _of_place(section: Place, owner: str) -> Iterator[tuple[str, str]]:
    yield f"{owner}{section.title}", str(section.total)
    for piece in section.pieces if section.listed else ():
        if piece.known:
            yield f"{owner}{section.title}, {piece.text}", str(piece.number)


def _changes(compared: Sequence[tuple[Texts, Texts, int]], tried: int) -> Iterator[Change]:
    """Yield what changes in any world, with the shares of what it becomes."""
    names = dict.fromkeys(name for before, after, _ in compared for name in (*before, *after))
    for name in names:
        if all(before.get(name, "") == after.get(name, "") for before, after, _ in compared):
            continue
        shares = Counter[str]()
        for _, after, number in compared:
            shares[after.get(name, "")] += number
        then = {before.get(name, "") for before, _, _ in compared}
        after_texts = tuple((text or word("nothing"), number / tried) for text, number in shares.most_common())
        yield Change(name, (then.pop() if len(then) == 1 else "") or word("nothing"), after_texts)


def _following(program: Program, outcome: Outcome, seat: int) -> str:
    """Return who decides next, and what if it is the same seat."""
    if outcome.asked < 0:
        return word("game-over")
    name = program.domains["player"].labels[outcome.asked]
    if outcome.asked != seat:
        return word("then-decides", who=name)
    asked = question_at(program, list(outcome.after), program.choices(list(outcome.after)))
    return f"{word('then-decides', who=name)} {asked.prompt}".strip()
