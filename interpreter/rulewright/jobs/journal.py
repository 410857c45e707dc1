"""Finished units of a job in a file, each on a line of its own.

The first line identifies the job. A line that a killed process left unfinished is cut off when the file is continued;
its unit is worked on again. A checksum (CRC-32 of the result as JSON) tells a damaged line from a finished one:

    {"journal":1,"job":{"ruleset":"name","--seed":1}}
    {"unit":[4,8],"sum":…,"result":[…]}
    {"unit":[0,4],"sum":…,"result":[…]}

A run that does not need the rest of its items, such as one whose time is over, notes that as a unit without results.

On resuming, only the place of each unit is kept in memory; its line is read again when its turn comes. Units can
overlap, where an earlier run had fewer games and so ended with a shorter unit; then the one that begins first counts.
"""

from __future__ import annotations

import errno
import json
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, NamedTuple, Protocol

from rulewright.diagnostics import Code, Diagnostic, RulesError, Span
from rulewright.jobs.job import Finished, ItemSequence, Result
from rulewright.source.disk import open_file
from rulewright.source.writing import LineFile

JOURNAL_FORMAT = 1
JOURNAL_ENDING = ".journal"
"""What is added to the name of the results of which it is the journal."""
MAX_LINE = 1 << 26
"""The maximum length of a line: some hundred games are much shorter."""

Plain = None | bool | int | float | str | list["Plain"] | dict[str, "Plain"]
"""What JSON can hold."""


@dataclass(frozen=True)
class Codec(Generic[Result]):
    """Converts the result of a unit for a journal, and back.

    `decode` raises `ValueError` for what `encode` cannot have returned. `items` returns the items that a result is of.
    """

    encode: Callable[[Result], Plain]
    decode: Callable[[Any], Result]
    items: Callable[[Result], Iterable[object]]


class _UnitPlace(NamedTuple):
    """A unit, and where its line is in the file: number, offset and length in bytes."""

    unit: range
    line: int
    start: int
    length: int


class FinishedUnits(Protocol[Result]):
    """The finished units of one job, in which a run looks for its own."""

    def units(self) -> Iterable[range]:
        """Return the units that were finished before."""

    def unit_at(self, item: int, items: ItemSequence) -> Finished[Result] | None:
        """Return the unit of an earlier run that begins with an item, of those that are worked on.

        Raises `RulesError` where that is not the result of these items.
        """

    def add_unit(self, unit: range, result: Result) -> None:
        """Add a finished unit; raises `OSError` when it cannot be written as a whole."""

    def leave_out(self, rest: range) -> None:
        """Note that the rest of the items is not needed, and will not be after resuming."""


class JobJournal(Generic[Result]):
    """The finished units of one job. Units may be added in any order.

    Its identity is everything that the results depend on: two jobs with equal identities have equal results.
    """

    def __init__(
        self, path: Path, identity: Mapping[str, Plain], codec: Codec[Result], resume: bool, overwrite: bool = False,
        anew: str = "with --force instead of --resume",
    ) -> None:  # fmt: skip
        """Begin a journal, or continue one; `anew` says how to begin again instead.

        Raises `FileExistsError` if there is one already that is neither to be continued nor overwritten, `RulesError`
        if the one to be continued belongs to another job or was damaged, `OSError` if it cannot be read or written.
        """
        self.path, self.codec, self.anew = path, codec, anew
        self._places: dict[int, _UnitPlace] = {}
        """By first item."""
        if path.exists() and not path.is_file():
            raise OSError(errno.EINVAL, "a journal is a file, and this is something else", str(path))
        resume = resume and path.exists()
        self._file = LineFile(path, overwrite, resume, private="secret" in identity)
        try:
            self._begin_file(identity, resume)
        except BaseException:
            self._file.close()
            raise

    def _begin_file(self, identity: Mapping[str, Plain], resume: bool) -> None:
        known = self._index_units(identity) if resume else 0
        if known:
            self._file.keep(known)
            return
        try:
            self._file.add(_compact_json({"journal": JOURNAL_FORMAT, "job": dict(identity)}))
        except FileExistsError:
            raise self._damage_at(1) from None

    def units(self) -> Iterable[range]:
        """Return the units that were finished before."""
        return [place.unit for place in self._places.values()]

    def unit_at(self, item: int, items: ItemSequence, before: int = 0) -> Finished[Result] | None:
        """Return the unit of an earlier run that begins with an item; `before` items come before `items`."""
        place = self._places.get(item)
        if place is None:
            return None
        with open_file(self.path) as file:
            file.seek(place.start)
            line = file.read(place.length)
        try:
            plain = json.loads(line)["result"]
            result = self.codec.decode([] if plain is None else plain)
        except ValueError:
            raise self._damage_at(place.line) from None
        if plain is None:
            return Finished(place.unit, result)
        found, here = [*self.codec.items(result)], slice(place.unit.start - before, place.unit.stop - before)
        if len(found) != len(place.unit) or found != [*items[here]]:
            raise self._damage_at(place.line)
        return Finished(place.unit, result)

    def add_unit(self, unit: range, result: Result) -> None:
        """Add a finished unit; raises `OSError` when it cannot be written as a whole."""
        self._add_line(unit, _compact_json(self.codec.encode(result)))

    def leave_out(self, rest: range) -> None:
        """Note that the rest of the items is not needed; results are lists."""
        self._add_line(rest, "null")

    def _add_line(self, unit: range, text: str) -> None:
        self._file.add(f'{{"unit":[{unit.start},{unit.stop}],"sum":{zlib.crc32(text.encode())},"result":{text}}}')

    def close(self, finished: bool) -> None:
        """Close the file; the journal of a finished job is deleted."""
        self._file.close()
        if finished:
            self.path.unlink(missing_ok=True)

    def _index_units(self, identity: Mapping[str, Plain]) -> int:
        """Index the units of the file and return the length of its whole lines."""
        end, found = 0, list[_UnitPlace]()
        with open_file(self.path) as file:
            for number, line in enumerate(iter(lambda: file.readline(MAX_LINE), b""), 1):
                if not line.endswith(b"\n") and len(line) < MAX_LINE:
                    break
                content = self._parse_line(number, line)
                if number == 1:
                    self._same_job(content, identity)
                else:
                    found.append(_UnitPlace(range(*content["unit"]), number, end, len(line)))
                end += len(line)
        at = 0
        for place in sorted(found, key=lambda place: (place.unit.start, -place.unit.stop)):
            if place.unit.start >= at:  # units overlap where an earlier run had fewer games, or did not need the rest
                self._places[place.unit.start] = place
                at = place.unit.stop
        return end

    def _parse_line(self, number: int, line: bytes) -> dict[str, Any]:
        try:
            content: dict[str, Any] = json.loads(line)
            match content:
                case {"journal": int(), "job": dict()} if number == 1:
                    return content
                case {"unit": [int(first), int(stop)], "sum": int(found), "result": result} if number > 1:
                    if 0 <= first < stop and found == zlib.crc32(_compact_json(result).encode()):
                        return content
        except (ValueError, RecursionError):
            pass
        raise self._damage_at(number)

    def _same_job(self, content: dict[str, Any], identity: Mapping[str, Plain]) -> None:
        other: dict[str, Plain] = content["job"]
        names = [name for name in {**identity, **other} if identity.get(name) != other.get(name)]
        if content["journal"] == JOURNAL_FORMAT and not names:
            return
        what = f"with another {', '.join(names)}" if content["journal"] == JOURNAL_FORMAT else "by another version"
        raise self._refusal_at(Code.JOURNAL_OF_ANOTHER_RUN, f"this journal belongs to a run {what}", 1)

    def _damage_at(self, line: int) -> RulesError:
        return self._refusal_at(Code.JOURNAL_BROKEN, "this line of the journal was changed or damaged", line)

    def _refusal_at(self, code: Code, said: str, line: int) -> RulesError:
        remedy = f"Repeat the command as it was typed then, or begin again {self.anew}."
        return RulesError((Diagnostic(code, Span(str(self.path), line, 1, line, 1), said, (remedy,)),))


def journal_path(out: Path) -> Path:
    """Return the path of the journal of some results."""
    return out.with_name(out.name + JOURNAL_ENDING)


def identity_in(path: Path) -> Mapping[str, Plain]:
    """Return the identity with which a journal was begun; nothing where it has none, which is reported later."""
    try:
        with open_file(path) as file:
            content = json.loads(file.readline(MAX_LINE))
    except (OSError, ValueError, RecursionError):
        return {}
    job = content.get("job") if isinstance(content, dict) else None
    return job if isinstance(job, dict) else {}


@dataclass(frozen=True, slots=True)
class Stage(Generic[Result]):
    """The units of one of several jobs that follow each other in a journal; `items` are its items, counted through."""

    journal: JobJournal[Result]
    items: range

    def units(self) -> Iterable[range]:
        """Return the units that were finished before."""
        there = (unit for unit in self.journal.units() if unit.start in self.items)
        return [range(unit.start - self.items.start, unit.stop - self.items.start) for unit in there]

    def unit_at(self, item: int, items: ItemSequence) -> Finished[Result] | None:
        """Return the unit of an earlier run that begins with an item."""
        found = self.journal.unit_at(self.items.start + item, items, self.items.start)
        return found and Finished(range(item, item + len(found.unit)), found.result)

    def add_unit(self, unit: range, result: Result) -> None:
        """Add a finished unit; raises `OSError` when it cannot be written as a whole."""
        self.journal.add_unit(range(self.items.start + unit.start, self.items.start + unit.stop), result)

    def leave_out(self, rest: range) -> None:
        """Note that the rest of the items is not needed."""
        self.journal.leave_out(range(self.items.start + rest.start, self.items.start + rest.stop))


def _compact_json(content: Plain) -> str:
    return json.dumps(content, separators=(",", ":"))
