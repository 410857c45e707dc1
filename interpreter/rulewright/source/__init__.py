"""Reads files: rulesets, their manifests, data, labels and scenarios, each part with its span."""

from rulewright.source.citations import Citation, Passages, check_citation, read_citation
from rulewright.source.figures import FigureData, Weights
from rulewright.source.folders import available, find, is_name, is_path, locate, schemas, shipped
from rulewright.source.inventory import Inventory, Row
from rulewright.source.labels import Labels
from rulewright.source.manifest import Manifest, Passage, Players, Source
from rulewright.source.nodes import Mapping, Scalar, Sequence, Text, YamlNode, plain
from rulewright.source.ruleset import RuleFile, RulesetSource, SourceFile
from rulewright.source.text import check_text, read_text

__all__ = [
    "Citation", "FigureData", "Inventory", "Labels", "Manifest", "Mapping", "Passage", "Passages", "Players",
    "Row", "RuleFile", "RulesetSource", "Scalar", "Sequence", "Source", "SourceFile", "Text", "Weights",
    "YamlNode", "available", "check_citation", "check_text", "find", "is_name", "is_path", "locate", "plain",
    "read_citation", "read_text", "schemas", "shipped",
]  # fmt: skip
