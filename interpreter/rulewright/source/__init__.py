"""Files in: rulesets, their manifests, data, labels and scenarios, every part with its place in the file."""

from rulewright.source.citations import Citation, Passages, check_citation, read_citation
from rulewright.source.documents import document, read_document
from rulewright.source.figures import FigureData, Weights
from rulewright.source.files import RuleFile, SourceFile
from rulewright.source.folders import available, find, is_name, is_path, locate, schemas, shipped
from rulewright.source.inventory import Inventory, Row
from rulewright.source.labels import Labels
from rulewright.source.layers import layers
from rulewright.source.loading import load
from rulewright.source.manifest import Manifest, Passage, Players, Source
from rulewright.source.nodes import Mapping, Scalar, Sequence, Text, YamlNode, plain
from rulewright.source.ruleset import RulesetSource
from rulewright.source.schema import validate
from rulewright.source.text import check_text, read_text
from rulewright.source.yaml_reader import read_yaml

__all__ = [
    "Citation", "FigureData", "Inventory", "Labels", "Manifest", "Mapping", "Passage", "Passages", "Players", "Row",
    "RuleFile", "RulesetSource", "Scalar", "Sequence", "Source", "SourceFile", "Text", "Weights", "YamlNode",
    "available", "check_citation", "check_text", "document", "find", "is_name", "is_path", "layers", "load", "locate",
    "plain", "read_citation", "read_document", "read_text", "read_yaml", "schemas", "shipped", "validate",
]  # fmt: skip
