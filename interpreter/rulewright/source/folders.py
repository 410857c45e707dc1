"""The folders of rulesets and schemas: the caller's, and those shipped with Rulewright."""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from rulewright.source.disk import disk

MANIFEST = "ruleset.yaml"
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", re.ASCII)
_reached: list[list[Path]] = []
"""With restricted lookup: the folders of the rulesets that the user named; others must be shipped."""
_PACKAGE = Path(__file__).resolve().parent.parent


def user_folder(variable: str, xdg: str, usual: str) -> Path | None:
    """Return the user's folder for one kind of data; None if an environment variable is "off".

    `xdg` is the desktop's variable for this kind of data, `usual` the default below the home folder.
    """
    wanted = os.environ.get(variable, "")
    if wanted:
        return Path(wanted) if wanted.lower() != "off" else None
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
        return Path(base) / "rulewright" / variable.rpartition("_")[2].lower() if base else None
    base = os.environ.get(xdg) or os.path.join(os.path.expanduser("~"), usual)
    return Path(base) / "rulewright"


def exposure_of(place: Path) -> str:
    """Return why a private folder of the user is unsafe; empty if it is safe or missing.

    On Windows a profile is always private, and in a browser there is nobody else.
    """
    try:
        found = place.stat()
    except (OSError, ValueError):
        return ""
    if not stat.S_ISDIR(found.st_mode):
        return f"{place} is not a folder"
    if sys.platform in ("win32", "emscripten"):
        return ""
    if found.st_uid != os.geteuid():
        return f"{place} belongs to another user"
    others = stat.S_IMODE(found.st_mode) & 0o077
    return f"{place} is open to other users; make it yours alone:  chmod 700 {place}" if others else ""


def is_name(text: str) -> bool:
    """Return whether a text is a name: lower-case letters, digits and hyphens."""
    return _NAME.fullmatch(text) is not None


def is_path(text: str) -> bool:
    """Return whether a text denotes a folder rather than the name of a ruleset."""
    return "/" in text or "\\" in text or text.startswith(".")


def shipped() -> Path:
    """Return the folder of the rulesets that come with Rulewright."""
    return _data_folder("rulesets")


def schemas() -> Path:
    """Return the folder of the schemas of all YAML files."""
    return _data_folder("schemas")


def guides() -> Path:
    """Return the folder of README.md, the other guides and the examples."""
    inside = _PACKAGE / "_shipped" / "guides"
    return inside if inside.is_dir() else _PACKAGE.parent.parent


def ruleset_roots() -> tuple[Path, ...]:
    """Return the folders in which a ruleset is looked up by name, in this order."""
    return disk().root / "rulesets", shipped()


def find(name_or_path: str, beside: Path | None = None, here: bool = False) -> Path | None:
    """Return the folder of a ruleset given by name or path; None if it does not exist.

    A name is looked up beside the ruleset that names it, if one does, in ./rulesets, then among the shipped ones; and
    `here`, in the current folder, if it was typed in a command.
    """
    if is_path(name_or_path):
        folder = disk().root / os.path.normpath(name_or_path)
        return folder if disk().is_folder(folder) else None
    if not is_name(name_or_path):
        return None
    places = [*([beside] if beside is not None else []), *ruleset_roots(), *([disk().root] if here else [])]
    return next((folder for root in places for folder in _folders_named(root, name_or_path)), None)


def reach_only(names: Iterable[str]) -> None:
    """Restrict `extends` to shipped rulesets and to these, which the user named."""
    parts = (part.partition(":")[0] for name in names for part in name.split("+"))
    _reached[:] = [[folder for part in parts if (folder := find(part, here=True)) is not None]]


def reachable_folders() -> list[str]:
    """Return the folders of the rulesets that the user named, if lookup is restricted."""
    return [str(folder) for folders in _reached for folder in folders]


def reach_is_limited() -> bool:
    """Return whether lookup is restricted to shipped and named rulesets."""
    return bool(_reached)


def find_base(name: str, folder: Path) -> Path | None:
    """Return the folder of the ruleset that the one in `folder` extends, by name; None if it does not exist."""
    if not _reached:
        return find(name, beside=folder.resolve().parent)
    named = (found for found in _reached[0] if found.resolve().name == name)
    return next(named, None) or next(_folders_named(shipped(), name), None)


def available() -> dict[str, Path]:
    """Return every ruleset that can be given by name, sorted, with its folder."""
    found: dict[str, Path] = {}
    for root in ruleset_roots():
        for folder in rulesets_in(root):
            if is_name(folder.name):
                found.setdefault(folder.name, folder)
    return dict(sorted(found.items()))


def shown_folder(name_or_path: str, folder: Path) -> str:
    """Return the prefix of a ruleset's file names in messages: its name, or the path as given."""
    return folder.name if not is_path(name_or_path) else folder.as_posix()


def path_below(name: str) -> str | None:
    """Return the path of a ruleset of this name in another folder below the current one."""
    return next((folder.as_posix() for folder in rulesets_in(disk().root) if folder.name == name), None)


def shown_beside(name: str, folder: Path) -> str:
    """Return the prefix of file names in messages for a ruleset found by name."""
    known = find(name)
    if known is not None and known.resolve() == folder.resolve():
        return name
    try:
        return folder.relative_to(Path.cwd()).as_posix()
    except ValueError:
        return folder.as_posix()


def leads_out(path: Path) -> bool:
    """Return whether a file of a ruleset is, through links, outside of the ruleset's folder."""
    files = disk()
    folder = path.parent if MANIFEST in files.names(path.parent) else path.parent.parent
    return not Path(files.real(path)).is_relative_to(files.real(folder))


def locate(shown: str) -> Path | None:
    """Return the file that a message names; None when it is not there (any more)."""
    near = disk().root / shown
    if disk().is_file(near):
        return near
    name, _, rest = shown.partition("/")
    folder = find(name)
    path = folder / rest if folder is not None and rest else None
    return path if path is not None and disk().is_file(path) else None


def _data_folder(name: str) -> Path:
    """Return a folder inside the installed package, or in the checkout of an editable installation."""
    inside = _PACKAGE / "_shipped" / name
    return inside if inside.is_dir() else _PACKAGE.parent.parent / name


def _folders_named(root: Path, name: str) -> Iterator[Path]:
    """Yield the folder of this name in a root, or in a folder there that only groups rulesets."""
    if disk().is_file(root / name / MANIFEST):
        yield root / name
        return
    yield from (folder for folder in rulesets_in(root) if folder.name == name)


def rulesets_in(root: Path) -> Iterator[Path]:
    """Yield the rulesets in a folder, also those in a folder there that only groups rulesets."""
    for folder in _subfolders(root):
        if disk().is_file(folder / MANIFEST):
            yield folder
        else:
            yield from (inner for inner in _subfolders(folder) if disk().is_file(inner / MANIFEST))


def _subfolders(folder: Path) -> list[Path]:
    found = disk().names(folder).items()
    return [folder / name for name, is_folder in found if is_folder and not name.startswith(".")]
