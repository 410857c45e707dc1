"""Finished units of a job in a file, each on a line of its own.

The first line identifies the job. A line that a killed process left unfinished is cut off when the file is continued;
its unit is worked on again.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol

from rulewright.diagnostics import Code, Diagnostic, RulesError, Span
from rulewright.jobs.job import Finished, Result
from rulewright.source.writing import LineFile

FORMAT = 1
ENDING = ".journal"
"""What is added to the name of the results of which it is the journal."""

Plain = None | bool | int | float | str | list["Plain"] | dict[str, "Plain"]
"""What JSON can hold."""


@dataclass(frozen=True)
class Codec(Generic[Result]):
    """Converts the result of a unit for a journal, and back."""

    encode: Callable[[Result], Plain]
    decode: Callable[[Any], Result]


class Kept(Protocol[Result]):
    """The finished units of one job, in which a run looks for its own."""

    def units(self) -> Iterable[range]:
        """Return the units that were finished before."""

    def at(self, item: int) -> Finished[Result] | None:
        """Return the unit of an earlier run that begins with an item."""

    def add(self, unit: range, result: Result) -> None:
        """Add a finished unit; raises `OSError` when it cannot be written as a whole."""


class Journal(Generic[Result]):
    """The finished units of one job. Units may be added in any order.

    Its identity is everything that the results depend on: two jobs with equal identities have equal results.
    """

    def __init__(
        self, path: Path, identity: Mapping[str, Plain], codec: Codec[Result], resume: bool, overwrite: bool = False
    ) -> None:
        """Begin a journal, or continue one.

        Raises `FileExistsError` if there is one already that is neither to be continued nor overwritten, `RulesError`
        if the one to be continued belongs to another job or was damaged, `OSError` if it cannot be read or written.
        """
        self.path, self.codec = path, codec
        self._places: dict[int, tuple[range, int, int]] = {}
        """By first item: a unit, where its line begins in the file, and how long that is."""
        known = self._read(identity) if resume and path.exists() else 0
        self._file = LineFile(path, overwrite, keep=known)
        if not known:
            self._file.add(_dumped({"journal": FORMAT, "job": dict(identity)}))

    def units(self) -> Iterable[range]:
        """Return the units that were finished before."""
        return [unit for unit, _, _ in self._places.values()]

    def at(self, item: int) -> Finished[Result] | None:
        """Return the unit of an earlier run that begins with an item."""
        if item not in self._places:
            return None
        unit, start, length = self._places[item]
        with self.path.open("rb") as file:
            file.seek(start)
            return Finished(unit, self.codec.decode(json.loads(file.read(length))["result"]))

    def add(self, unit: range, result: Result) -> None:
        """Add a finished unit; raises `OSError` when it cannot be written as a whole."""
        text = _dumped(self.codec.encode(result))
        self._file.add(f'{{"unit":[{unit.start},{unit.stop}],"sum":{zlib.crc32(text.encode())},"result":{text}}}')

    def close(self, finished: bool) -> None:
        """Close the file; the journal of a finished job is deleted."""
        self._file.close()
        if finished:
            self.path.unlink(missing_ok=True)

    def _read(self, identity: Mapping[str, Plain]) -> int:
        """Index the units of the file and return the length of its whole lines."""
        end = 0
        with self.path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if not line.endswith(b"\n"):
                    break
                content = self._parsed(number, line)
                if number == 1:
                    self._same_job(content, identity)
                else:
                    first, stop = content["unit"]
                    self._places[first] = range(first, stop), end, len(line)
                end += len(line)
        return end

    def _parsed(self, number: int, line: bytes) -> dict[str, Any]:
        try:
            content: dict[str, Any] = json.loads(line)
            match content:
                case {"journal": int(), "job": dict()} if number == 1:
                    return content
                case {"unit": [int(first), int(stop)], "sum": int(found), "result": result} if number > 1:
                    if 0 <= first < stop and found == zlib.crc32(_dumped(result).encode()):
                        return content
        except (ValueError, RecursionError):
            pass
        raise self._refused(Code.JOURNAL_BROKEN, "this line of the journal was changed or damaged", number)

    def _same_job(self, content: dict[str, Any], identity: Mapping[str, Plain]) -> None:
        other: dict[str, Plain] = content["job"]
        names = [name for name in {**identity, **other} if identity.get(name) != other.get(name)]
        if content["journal"] == FORMAT and not names:
            return
        what = f"with another {', '.join(names)}" if content["journal"] == FORMAT else "by another version"
        raise self._refused(Code.JOURNAL_OF_ANOTHER_RUN, f"this journal belongs to a run {what}", 1)

    def _refused(self, code: Code, said: str, line: int) -> RulesError:
        remedy = "Repeat the command as it was typed then, or begin again with --force instead of --resume."
        return RulesError((Diagnostic(code, Span(str(self.path), line, 1, line, 1), said, (remedy,)),))


@dataclass(frozen=True, slots=True)
class Stage(Generic[Result]):
    """The units of one of several jobs that follow each other in a journal; `items` are its items, counted through."""

    journal: Journal[Result]
    items: range

    def units(self) -> Iterable[range]:
        """Return the units that were finished before."""
        there = (unit for unit in self.journal.units() if unit.start in self.items)
        return [range(unit.start - self.items.start, unit.stop - self.items.start) for unit in there]

    def at(self, item: int) -> Finished[Result] | None:
        """Return the unit of an earlier run that begins with an item."""
        found = self.journal.at(self.items.start + item)
        return found and Finished(range(item, item + len(found.unit)), found.result)

    def add(self, unit: range, result: Result) -> None:
        """Add a finished unit; raises `OSError` when it cannot be written as a whole."""
        self.journal.add(range(self.items.start + unit.start, self.items.start + unit.stop), result)


def _dumped(content: Plain) -> str:
    return json.dumps(content, separators=(",", ":"))
