"""Formats scalars of a YAML file, preserving quotation marks and the lines of a text."""

from __future__ import annotations

import json

from rulewright.source.nodes import Scalar, YamlNode
from rulewright.source.yaml_comments import BLOCK_STYLES, YamlLines


def is_empty(node: YamlNode) -> bool:
    """Return whether a value is absent."""
    return isinstance(node, Scalar) and node.style == "plain" and not node.text


def as_written(scalar: Scalar, written: YamlLines) -> list[str]:
    """Return the lines of a value without surrounding blanks, which are insignificant."""
    _, line, column, end_line, end_column = scalar.span
    if line == end_line:
        return [written.lines[line - 1][column - 1 : end_column - 1]]
    lines = [written.lines[line - 1][column - 1 :], *written.lines[line : end_line - 1]]
    lines.append(written.lines[end_line - 1][: end_column - 1])
    return [_stripped_line(text, scalar.style) for text in lines]


def _stripped_line(line: str, style: str) -> str:
    """Return one line of several; a blank after a backslash is significant."""
    bare = line.strip(" ")
    return line.lstrip(" ") if style == "double" and bare.endswith("\\") else bare


def on_one_line(scalar: Scalar, written: YamlLines) -> str:
    """Return a value on one line."""
    if scalar.style in BLOCK_STYLES:
        return json.dumps(scalar.text, ensure_ascii=False)
    lines = as_written(scalar, written)
    if len(lines) > 1 and (not all(lines) or any("\\" in line for line in lines)):
        return json.dumps(scalar.text, ensure_ascii=False)
    return " ".join(lines)


def in_block_style(scalar: Scalar, written: YamlLines) -> tuple[str, list[str]]:
    """Return the header of a block scalar, and its lines."""
    lines, header = written.content(scalar), written.header(scalar)
    first = next((line for line in lines if line.strip(" ")), " " if any(lines) else "")
    step = "2" if first.startswith(" ") else ""
    return header[0] + step + header.strip("|>123456789"), lines
