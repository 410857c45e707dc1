"""Files on disk with unsaved texts of an editor on top of them."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from rulewright.source.disk import Disk

Question = tuple[str, str, int]
"""What is asked of the files, a path, and for `read` the limit in bytes."""

Failure = tuple[int, str]
"""Number and text of an `OSError`."""

Answer = bytes | str | int | bool | dict[str, bool] | Failure


class Overlay(Disk):
    """Files on disk and unsaved texts. Each question is asked once; `refresh` and `put` start a new revision.

    Between two revisions the same question has the same answer, whatever happens on disk.
    """

    def __init__(self, root: Path) -> None:
        self.root, self.revision = root, 1
        self.asked: list[dict[Question, Answer]] = []
        """What each computation under way has asked, the innermost last."""
        self._unsaved: dict[str, bytes] = {}
        self._edited: set[str] = set()
        """Files whose texts have changed since anything was asked."""
        self._answers: dict[Question, Answer] = {}
        self._real: dict[str, str] = {}

    def put(self, path: Path, text: str | None) -> None:
        """Let a file have an unsaved text; None removes the text, and what is on disk counts again."""
        real = super().real(self.root / path)
        data = None if text is None else text.encode("utf-8", "surrogatepass")
        if data == self._unsaved.get(real):
            return
        self._unsaved.pop(real, None)
        if data is not None:
            self._unsaved[real] = data
        self._edited.add(real)
        self.revision += 1

    @property
    def has_unsaved(self) -> bool:
        """Whether any file has an unsaved text: what is derived from one is of no use to another run."""
        return bool(self._unsaved)

    def refresh(self) -> None:
        """Look at the disk again."""
        self._answers.clear()
        self._real.clear()
        self.revision += 1

    def answer(self, question: Question) -> Answer:
        """Return the answer to a question in this revision."""
        if self._edited:
            self._forget_outdated()
        known = self._answers.get(question)
        if known is None:
            known = self._answers[question] = self._compute_answer(*question)
        return known

    def read(self, path: Path, most: int) -> bytes:  # noqa: D102 - as in Disk
        found = self._record_answer("read", path, most)
        if isinstance(found, tuple):
            raise OSError(*found)
        assert isinstance(found, bytes)
        return found

    def names(self, folder: Path) -> dict[str, bool]:  # noqa: D102
        found = self._record_answer("names", folder)
        assert isinstance(found, dict)
        return found

    def size(self, path: Path) -> int:  # noqa: D102
        found = self._record_answer("size", path)
        assert isinstance(found, int)
        return found

    def is_folder(self, path: Path) -> bool:  # noqa: D102
        return self._record_answer("is_folder", path) is True

    def real(self, path: Path) -> str:  # noqa: D102
        return str(self._record_answer("real", path))

    def _record_answer(self, what: str, path: Path, most: int = 0) -> Answer:
        question = (what, str(path), most)
        found = self.answer(question)
        if self.asked:
            self.asked[-1][question] = found
        return found

    def _compute_answer(self, what: str, path: str, most: int) -> Answer:
        place = Path(path)
        if what == "real":
            return super().real(place)
        if what == "is_folder":
            return super().is_folder(place) or bool(self._unsaved_inside(path))
        if what == "names":
            return dict(sorted((super().names(place) | self._unsaved_inside(path)).items()))
        unsaved = self._unsaved.get(self._real_path(path)) if self._unsaved else None
        if what == "size":
            return super().size(place) if unsaved is None else len(unsaved)
        if unsaved is not None:
            return unsaved[:most]
        try:
            return super().read(place, most)
        except OSError as problem:
            return problem.errno or 0, problem.strerror or ""
        except ValueError:
            return errno.EINVAL, "its name is not possible here"

    def _unsaved_inside(self, folder: str) -> dict[str, bool]:
        """Return what unsaved texts add to a folder."""
        if not self._unsaved:
            return {}
        start = self._real_path(folder) + os.sep
        below = (path[len(start) :].split(os.sep) for path in self._unsaved if path.startswith(start))
        return {names[0]: len(names) > 1 for names in below}

    def _forget_outdated(self) -> None:
        """Forget the answers about the files that were edited, and about the folders in which these lie."""
        above = {str(folder) for real in self._edited for folder in Path(real).parents}
        concerned = self._edited | above
        self._answers = {
            asked: known for asked, known in self._answers.items() if self._real_path(asked[1]) not in concerned
        }
        self._edited.clear()

    def _real_path(self, path: str) -> str:
        known = self._real.get(path)
        if known is None:
            known = self._real[path] = super().real(Path(path))
        return known
