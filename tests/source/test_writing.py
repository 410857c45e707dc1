"""Files are written as a whole or in whole lines, never through a link under the name of a draft."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.source import writing
from rulewright.source.writing import LineFile, replace_file, write_text

posix = pytest.mark.skipif(os.name == "nt", reason="links, permissions and pipes are different there")


@pytest.fixture
def known_drafts(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(writing.os, "urandom", bytes)
    return f".rulewright-{bytes(8).hex()}.part"


@posix
def test_a_draft_is_never_written_through_a_link(tmp_path: Path, known_drafts: str) -> None:
    victim = tmp_path / "victim"
    victim.write_text("as it was")
    (tmp_path / known_drafts).symlink_to(victim)
    with pytest.raises(FileExistsError):
        replace_file(tmp_path / "file", b"new")
    assert victim.read_text() == "as it was" and not (tmp_path / "file").exists()


@posix
def test_a_file_keeps_its_permissions_and_a_link_stays_one(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to(real)
    write_text(link, "new")
    assert link.is_symlink() and real.read_text() == "new" and stat.S_IMODE(real.stat().st_mode) == 0o640
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "real"]


@posix
def test_a_device_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    replace_file(Path(os.devnull), b"gone")
    LineFile(Path(os.devnull)).add("gone")
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """A disk with room for a few more bytes."""

    def room_for(room: int) -> None:
        write = os.write

        def limited(file: int, data: bytes) -> int:
            nonlocal room
            if room <= 0:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            done = write(file, data[:room])
            room -= done
            return done

        monkeypatch.setattr(writing.os, "write", limited)

    return room_for


def test_a_line_that_does_not_fit_is_cut_off_and_the_file_is_named(tmp_path: Path, full: Callable[[int], None]) -> None:
    path = tmp_path / "lines"
    file = LineFile(path)
    file.add("one")
    full(6)
    file.add("two")
    with pytest.raises(OSError, match="lines") as told:
        file.add("three")
    assert told.value.errno == errno.ENOSPC and told.value.filename == str(path)
    file.close()
    assert path.read_text() == "one\ntwo\n"


def test_lines_overwrite_only_on_request(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_text("older results\n")
    with pytest.raises(FileExistsError):
        LineFile(path)
    assert path.read_text() == "older results\n"
    file = LineFile(path, overwrite=True)
    file.add("new")
    file.close()
    assert path.read_text() == "new\n"


@posix
def test_lines_are_not_written_through_a_link_to_nothing(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(FileExistsError):
        LineFile(tmp_path / "link")
    assert not (tmp_path / "elsewhere").exists()


def test_what_goes_wrong_names_the_file_and_not_the_draft(tmp_path: Path) -> None:
    with pytest.raises(OSError) as told:
        replace_file(tmp_path / "missing" / "file", b"new")
    assert told.value.filename == str(tmp_path / "missing" / "file")


def test_only_one_run_at_a_time_writes_to_a_file(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    first = LineFile(path)
    for again in ({"overwrite": True}, {"resume": True}):
        with pytest.raises(BlockingIOError, match="another run is writing to this file"):
            LineFile(path, **again)
    first.add("one")
    first.close()
    assert path.read_text() == "one\n"
    LineFile(path, overwrite=True).close()


@pytest.mark.parametrize("there", ["", "on", "one\n", "one\ntwo\nthree\n", "one\ntw"])
def test_a_file_that_is_resumed_is_the_same_in_the_end(there: str, tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_text(there)
    file = LineFile(path, resume=True)
    file.add("one")
    file.add("two")
    file.close()
    assert path.read_text() == "one\ntwo\n"


@pytest.mark.parametrize("there", ["diary\n", "one\nmore\n", "onerous"])
def test_what_the_earlier_run_did_not_write_is_not_overwritten(there: str, tmp_path: Path) -> None:
    path, link = tmp_path / "real", tmp_path / "link"
    path.write_text(there)
    link.symlink_to(path)
    file = LineFile(link, resume=True)
    with pytest.raises(FileExistsError, match="this is not what the interrupted run wrote"):
        for line in ("one", "two"):
            file.add(line)
    file.close()
    assert path.read_text() == there
