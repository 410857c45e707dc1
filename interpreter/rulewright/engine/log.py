"""The game log: notes of the traced build as lines of text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rulewright.backends import Program
from rulewright.backends.program import Note
from rulewright.compile.tables import Fact, argument_of, option_of
from rulewright.engine.cells import CellRow, rows_of
from rulewright.engine.moves import Deed, Move, grouped, is_cleared_away, moved, seats_in, shared, summed
from rulewright.engine.words import (
    Rendered,
    counted,
    full_name,
    holding_label,
    key_label,
    label_of,
    member_label,
    numbered,
    phrase,
    render,
)
from rulewright.frozen import frozen_class

Private = frozenset[int] | None


@frozen_class
class LogLine:
    """One line of the log: `private` are the seats that may read it (None: all).

    `who` is the actor, `phrase` the rest of the line. `choice`: the phrase is the label of the chosen option.
    `instead`: the line is for seats that may not read the one before. `verb` begins the phrase; merged lines share it.
    `forced`: the only choice. `thing` is what a choice names and nothing else. Of lines with the same `subject` the
    last one is how it stands. `routine`: bookkeeping, which a story leaves out. `question` and `menu`: which question a
    choice answers, and the title of the menu that it comes from.
    """

    text: str
    rule: str
    place: str
    seat: int | None = None
    private: Private = None
    heading: bool = False
    who: str = ""
    phrase: str = ""
    choice: bool = False
    instead: bool = False
    verb: str = ""
    forced: bool = False
    thing: str = ""
    subject: str = ""
    routine: bool = False
    question: int = -1
    menu: str = ""


def position_of(place: str) -> tuple[str, int]:
    """Return the file and the line that a line of the log names; line 0 if it names none."""
    file, _, number = place.rpartition(":")
    return file, int(number) if number.isdecimal() else 0


class Teller:
    """Turns notes into lines, given the vector before and after them; `rule` and `place` belong to the current note."""

    def __init__(self, program: Program, before: list[int], state: Sequence[int]) -> None:
        self.program, self.state = program, state
        self._values = before
        """The vector as far as the notes so far have set it."""
        self.rule, self.place = "", ""

    def lines(self, notes: list[Note]) -> list[LogLine]:
        """Return the lines for notes, in order; related moves share a line."""
        found: list[LogLine] = []
        for note in grouped(self.program, summed(notes)):
            if isinstance(note, Move):
                found += self._move_lines(note)
            else:
                found += getattr(self, f"_{note[0]}")(*note[1:])
        return found

    def _set_place(self, where: int) -> None:
        line = self.program.tables.lines[where]
        self.rule, self.place = line.rule, line.place

    def _deed_line(self, deed: Deed, seat: int | None = None, private: Private = None) -> list[LogLine]:
        who, said = "" if seat is None else self._seat_label(seat), deed.phrase
        text = f"{who} {said}." if who else f"{said[:1].upper()}{said[1:]}."
        return [LogLine(text, self.rule, self.place, seat, private, False, who, said, verb=deed.verb, routine=not said)]

    def _hinted_deed(self, about: str, **filled: str) -> Deed | None:
        """Return the sentence that the hints of the ruleset have for a change; empty where it is left out."""
        text = self.program.tables.hints.say.get(about)
        for name, value in filled.items():
            text = None if text is None else text.replace(f"{{{name}}}", value)
        return None if text is None else Deed(text)

    def _phrase_line(self, name: str, **filled: str) -> list[LogLine]:
        return self._deed_line(Deed(phrase(self.program, name, **filled)))

    def _seat_label(self, seat: int) -> str:
        return self.program.domains["player"].labels[seat] if seat >= 0 else phrase(self.program, "nobody").capitalize()

    def _heading(self, where: int, text: Rendered) -> list[LogLine]:
        self._set_place(where)
        return [LogLine(render(self.program, text), self.rule, self.place, None, None, True)]

    def _say(self, where: int, text: Rendered) -> list[LogLine]:
        self._set_place(where)
        said = render(self.program, text)
        return [LogLine(said, self.rule, self.place)]

    def _over(self, where: int) -> list[LogLine]:
        self._set_place(where)
        return [replace(line, routine=True) for line in self._phrase_line("ends-at-once")]

    def _take(self, where: int, amount: str, seat: int, number: int) -> list[LogLine]:
        self._set_place(where)
        return self._counted_lines("takes", amount, seat, number)

    def _pay(self, where: int, amount: str, seat: int, number: int) -> list[LogLine]:
        self._set_place(where)
        return self._counted_lines("pays", amount, seat, number)

    def _counted_lines(self, verb: str, amount: str, seat: int, number: int) -> list[LogLine]:
        what = counted(self.program, number, amount)
        own = self._hinted_deed(f"player.{amount}", what=what) if verb == "takes" else None
        deed = own or shared(self.program, verb, what)
        return self._deed_line(deed, seat) if number else []

    def _give(self, where: int, amount: str, payer: int, payee: int, number: int) -> list[LogLine]:
        self._set_place(where)
        what = counted(self.program, number, amount)
        return self._deed_line(Deed(phrase(self.program, "pays-to", what=what, who=self._seat_label(payee))), payer)

    def _roll(self, where: int, name: str, value: int, seat: int | None) -> list[LogLine]:
        self._set_place(where)
        die = self.program.tables.labels.get(f"{self.rule}.{name}", name)
        shown = self._phrase_line("shows", die=die, value=str(value))
        if seat is None:
            return shown
        others = frozenset(range(self.program.seats)) - {seat}
        unseen = self._deed_line(Deed(phrase(self.program, "rolls-hidden", die=die)), seat, others)
        return [replace(shown[0], private=frozenset({seat})), replace(unseen[0], instead=True)]

    def _random(self, where: int, name: str, thing: Rendered, seen: int) -> list[LogLine]:
        self._set_place(where)
        label, everyone = self.program.tables.labels.get(f"{self.rule}.{name}", name), (1 << self.program.seats) - 1
        what = render(self.program, thing)
        shown = self._phrase_line("chosen-at-random", thing=label, what=what)[0]
        if seen == everyone:
            return [shown]
        (unseen,) = self._phrase_line("chosen-unseen", thing=label)
        unsure = replace(unseen, private=seats_in(everyone & ~seen), instead=bool(seen))
        return [*([replace(shown, private=seats_in(seen))] if seen else []), unsure]

    def _shuffle(self, domain: str, place: int, where: int) -> list[LogLine]:
        self._set_place(where)
        stack = self.program.tables.places[place]
        spoken = holding_label(self.program, stack.owner, stack.name)
        if stack.owner:
            info = self.program.domains[stack.owner]
            whose = info.labels[info.index[stack.owner_key]]
            spoken = phrase(self.program, "shuffled-of", stack=spoken, owner=whose)
        return [replace(line, routine=True) for line in self._phrase_line("shuffled", stack=spoken)]

    def _show(self, domain: str, pieces: tuple[int, ...], seats: int, where: int) -> list[LogLine]:
        """Return a line for each seat that is shown something, which nobody else reads."""
        self._set_place(where)
        what = numbered(member_label(self.program, domain, piece) for piece in pieces)
        deed = Deed(phrase(self.program, "is-shown", what=what))
        shown = [seat for seat in range(self.program.seats) if seats >> seat & 1]
        return [line for seat in shown for line in self._deed_line(deed, seat, seats_in(1 << seat))]

    def _set(self, where: int, name: str, slot: int, value: int) -> list[LogLine]:
        self._set_place(where)
        row = rows_of(self.program).at_slot.get(slot)
        if row is None or row.declared.is_internal or row.declared.as_bits or row.declared.type.how == "set":
            return []
        fact = row.declared
        unchanged, self._values[slot] = self._values[slot] == value and not fact.is_amount, value
        if fact.owner != "player":
            lines = self._set_of_thing(row, value)
            return [replace(line, routine=True) if unchanged and line.subject else line for line in lines]
        further = " ".join(key_label(self.program, key) for key in row.further)
        what = holding_label(self.program, fact.owner, fact.name)
        what = phrase(self.program, "for-each", thing=what, key=further) if further else what
        shown = label_of(self.program, fact.type, value)
        own = self._hinted_deed(f"player.{fact.name}", what=further, value=shown)
        said = phrase(self.program, "is-now", fact=what, value=shown) if own is None else own.phrase
        who, private = self._seat_label(row.thing), None if fact.seen == "all" else seats_in(row.seers)
        routine = not said or unchanged and own is None
        text = f"{who}: {said}."
        return [
            LogLine(
                text, self.rule, self.place, row.thing, private, False, who, said, subject=row.name, routine=routine
            )
        ]

    def _set_of_thing(self, row: CellRow[Fact], value: int) -> list[LogLine]:
        """Return how it stands with a thing: what lies on a piece, on which space a marker is, what hints say."""
        fact, domains = row.declared, self.program.domains
        own = self._hinted_deed(full_name(self.program, fact), value=label_of(self.program, fact.type, value))
        if own is not None and (value >= 0 or fact.type.is_number):
            return self._deed_line(own)
        if not fact.owner or fact.seen != "all":
            return []
        label, spot = domains[fact.owner].labels[row.thing], domains.get(fact.type.domain)
        if spot is not None and spot.how == "grid" and value >= 0:
            said = phrase(self.program, "lies-on", thing=label, where=spot.labels[value])
            return [replace(line, subject=row.name) for line in self._deed_line(Deed(said))]
        pieces = self.program.tables.pieces.get(fact.owner)
        if pieces is None or not fact.type.is_number or not row.further:
            return []
        if pieces.known_to(self.state, row.thing) != pieces.everyone:
            return []
        what = f"{value} {key_label(self.program, row.further[0])}"
        said = phrase(self.program, "has-now", thing=label, what=what)
        return [replace(line, subject=row.name) for line in self._deed_line(Deed(said))]

    def _move_lines(self, move: Move) -> list[LogLine]:
        """Return one line, or two if not everybody sees what moves."""
        self._set_place(move.where)
        everyone = (1 << self.program.seats) - 1
        seat, deed = moved(self.program, move, self._hinted_deed, is_known=move.seen == everyone)
        if is_cleared_away(self.program, move):
            return [replace(line, routine=True) for line in self._deed_line(deed, seat)]
        if move.seen in (everyone, 0):
            return self._deed_line(deed, seat)
        known = self._deed_line(moved(self.program, move, self._hinted_deed, True)[1], seat, seats_in(move.seen))
        unsure = self._deed_line(deed, seat, seats_in(everyone & ~move.seen))
        return [*known, *(replace(line, instead=True) for line in unsure)]

    def _chosen(
        self, site: int, code: int, seat: int, label: Rendered, hidden: bool, prompt: Rendered = (),
        forced: bool = False,
    ) -> list[LogLine]:  # fmt: skip
        choice = self.program.tables.choice(code)
        self.rule, self.place, plain = choice.rule, choice.place, choice.plain
        asking = self.program.tables.sites[site]
        private = frozenset({seat}) if asking.secret or hidden or option_of(code) in asking.quiet else None
        said, asked = render(self.program, label), render(self.program, prompt)
        said = f'"{said}"' if said[:1].isdigit() and not plain else said
        said = f"{asked} {said}" if plain and asked.endswith("?") and not asking.private else said
        who = self._seat_label(seat)
        menu, thing = self.program.tables.menus[choice.menu] if choice.menu else "", self._chosen_thing(code, label)
        return [
            LogLine(
                f"{who}: {said}", self.rule, self.place, seat, private, False, who, said, True,
                forced=forced, thing=thing, question=site, menu=menu,
            )
        ]  # fmt: skip

    def _chosen_thing(self, code: int, label: Rendered) -> str:
        """Return the label of what comes with a choice, if the choice is called by nothing else."""
        choice, value = self.program.tables.choice(code), argument_of(code)
        if choice.argument is None or value < 0:
            return ""
        text = label_of(self.program, choice.argument, value)
        return text if choice.plain or text == render(self.program, label) else ""

    def _forced(
        self, site: int, code: int, seat: int, label: Rendered, hidden: bool, prompt: Rendered
    ) -> list[LogLine]:
        """Return the line of an only choice; that it was the only one is said where everybody can see that."""
        asking = self.program.tables.sites[site]
        if asking.several is not None and asking.several.moved:
            return []
        return self._chosen(site, code, seat, label, hidden, prompt, asking.open)
