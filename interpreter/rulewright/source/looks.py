"""The pictures that a file of kind look names: read whole, since pages may load nothing."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path

from rulewright.diagnostics import Code, Findings, limits
from rulewright.source.disk import disk
from rulewright.source.nodes import Mapping, Scalar, entries_of

MEDIA_TYPES = {".svg": "image/svg+xml", ".png": "image/png"}
"""What pictures of boards may be, by the suffixes of their files."""


def pictures_of(document: Mapping, folder: Path, findings: Findings) -> tuple[tuple[str, str], ...]:
    """Return the pictures of boards in a folder as `data:` addresses, each with the name of its file."""
    return tuple(_read_pictures(document, folder, findings))


def _read_pictures(document: Mapping, folder: Path, findings: Findings) -> Iterator[tuple[str, str]]:
    for _, board in entries_of(document.get("boards")):
        named = board.get("behind") if isinstance(board, Mapping) else None
        if not isinstance(named, Scalar):
            continue
        path, most = folder / named.text, limits.PICTURE_BYTES.most
        if not disk().is_file(path):
            remedy = f"Put it into the folder {folder.name}/, or leave the line out."
            findings.add(Code.UNREADABLE_FILE, named.span, f"there is no picture {named.text} beside this file", remedy)
        elif (size := disk().size(path)) > most:
            limits.PICTURE_BYTES.report(findings, named.span, size)
        else:
            content = b64encode(disk().read(path, most)).decode()
            yield named.text, f"data:{MEDIA_TYPES[path.suffix]};base64,{content}"
