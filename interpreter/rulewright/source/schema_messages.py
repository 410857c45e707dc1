"""Messages for violations of a schema, in plain words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rulewright.diagnostics import Code, Findings, Suggestion
from rulewright.diagnostics.similar import did_you_mean, nearest_word
from rulewright.frozen import frozen_class
from rulewright.source.nodes import Mapping, Scalar, Sequence, YamlNode, plain

_KINDS = {
    "object": "a group of entries (name: value)",
    "array": "a list",
    "string": "a text",
    "integer": "a whole number",
    "boolean": "true or false",
}


@frozen_class
class SchemaMistake:
    """A violation: the failed keyword, the part of the schema, the node, its key."""

    keyword: str
    wanted: Any
    schema: Any
    node: YamlNode
    key: Scalar | None


def report_mistake(mistake: SchemaMistake, findings: Findings) -> None:
    """Report a violation at its span, in plain words."""
    _REPORTS.get(mistake.keyword, _report_other)(mistake, findings)


def _report_unknown(mistake: SchemaMistake, findings: Findings) -> None:
    known = sorted(mistake.schema.get("properties", {}))
    for key in unknown_keys(mistake):
        near = _glued_remedy(key.text, known) or did_you_mean(key.text, known)
        remedy = (*_braced(mistake.node), *near, *_known_words(known))
        findings.add(Code.UNKNOWN_KEY, key.span, f'"{key.text}" means nothing here', *remedy)


def _glued_remedy(word: str, known: list[str]) -> tuple[str, ...]:
    """Report a missing blank after a colon, or a missing colon, which joins a key with its value."""
    before, colon, after = word.partition(":")
    if colon and before in known:
        return (f'Put a blank after the colon: "{before}: {after}".',)
    before, blank, after = word.partition(" ")
    return (f'A colon is missing: "{before}: {after}".',) if blank and before in known else ()


def _report_missing(mistake: SchemaMistake, findings: Findings) -> None:
    present = _words_of(mistake.node)
    known = mistake.schema.get("properties", {})
    misspelt = {word: nearest_word(word, known) for word in present if word not in known}
    told = set(misspelt.values()) if mistake.schema.get("additionalProperties") is False else set()
    missing = [word for word in mistake.wanted if word not in present and word not in told]
    if missing:
        meant = (f'Did you mean it by "{word}"?' for word, name in misspelt.items() if name in missing)
        remedy = (*meant, *_descriptions_of(missing, mistake.schema))
        place, verb = _first_word(mistake), "is" if len(missing) == 1 else "are"
        findings.add(Code.MISSING_KEY, place.span, f"{_quoted_list(missing, 'and')} {verb} missing here", *remedy)


def _report_unsourced(mistake: SchemaMistake, findings: Findings) -> None:
    choices = [word for part in mistake.wanted for word in part.get("required", ())]
    if any(nearest_word(word, choices) for word in _words_of(mistake.node)):
        return
    remedy = _descriptions_of(choices, mistake.schema)
    findings.add(Code.MISSING_KEY, _first_word(mistake).span, f"{_quoted_list(choices, 'or')} is missing here", *remedy)


def _report_kind(mistake: SchemaMistake, findings: Findings) -> None:
    wanted = mistake.wanted if isinstance(mistake.wanted, list) else [mistake.wanted]
    names = [str(_KINDS.get(kind, kind)) for kind in wanted]
    belongs = f"{', '.join(names[:-1])} or {names[-1]}" if len(names) > 1 else names[0]
    node = mistake.node
    if isinstance(node, Scalar) and node.value is None:
        place = mistake.key.span if mistake.key else node.span
        findings.add(Code.VALUE_MISSING, place, f"nothing stands after this; {belongs} belongs here")
        return
    findings.add(
        Code.WRONG_KIND, node.span, f"{belongs} belongs here, not {_kind_word(node)}", *_kind_remedy(node, wanted)
    )


def _kind_remedy(node: YamlNode, wanted: list[str]) -> tuple[str, ...]:
    if isinstance(node, Scalar) and "string" in wanted:
        return (Suggestion(f'Write "{node.text}" with quotation marks.', node.text, f'"{node.text}"', safe=True),)
    if isinstance(node, Scalar) and "boolean" in wanted and node.text in ("yes", "no"):
        truth = "true" if node.text == "yes" else "false"
        return (Suggestion(f'Write "{truth}".', node.text, truth, safe=True),)
    if isinstance(node, Scalar) and wanted == ["array"]:
        return (Suggestion(f"Write a list in brackets: [{node.text}].", node.text, f"[{node.text}]", safe=True),)
    return _braced(node) if "string" in wanted else ()


def _braced(node: YamlNode) -> tuple[str, ...]:
    """A text in braces without quotation marks."""
    if isinstance(node, Mapping) and _is_bare_braces(node):
        return (f'Put quotation marks around it: "{{{node.items[0][0].text}}}".',)
    return ()


def _report_choice(mistake: SchemaMistake, findings: Findings) -> None:
    choices = mistake.wanted if isinstance(mistake.wanted, list) else [mistake.wanted]
    text = mistake.node.text if isinstance(mistake.node, Scalar) else ""
    remedy = (*did_you_mean(text, choices), *_known_words(choices))
    if isinstance(mistake.node, Scalar) and mistake.node.value is None and mistake.key is not None:
        findings.add(Code.VALUE_MISSING, mistake.key.span, "nothing stands after this", *remedy)
        return
    findings.add(Code.UNKNOWN_VALUE, mistake.node.span, f'"{text}" is not known here', *remedy)


def _report_pattern(mistake: SchemaMistake, findings: Findings) -> None:
    message = mistake.schema.get("patternErrorMessage", "this is not written as it must be")
    findings.add(Code.WRONG_FORM, mistake.node.span, message)


def _report_length(mistake: SchemaMistake, findings: Findings) -> None:
    most = mistake.keyword.startswith("max")
    what = {"minLength": "character", "minItems": "item"}.get(mistake.keyword, "entry")
    plural = {"entry": "entries"}.get(what, what + "s")
    number = f"{mistake.wanted} {what if mistake.wanted == 1 else plural}"
    message = f"at most {number} may stand here" if most else f"at least {number} must stand here"
    findings.add(Code.TOO_MANY if most else Code.TOO_FEW, mistake.node.span, message)


def _report_range(mistake: SchemaMistake, findings: Findings) -> None:
    bound = "at least" if mistake.keyword == "minimum" else "at most"
    findings.add(Code.OUT_OF_RANGE, mistake.node.span, f"this number must be {bound} {mistake.wanted}")


def _report_twice(mistake: SchemaMistake, findings: Findings) -> None:
    items = mistake.node.items if isinstance(mistake.node, Sequence) else ()
    values = [plain(item) for item in items if not isinstance(item, tuple)]
    for index, item in enumerate(items):
        if values[index] in values[:index] and not isinstance(item, tuple):
            findings.add(Code.LISTED_TWICE, item.span, f'"{values[index]}" is in this list already')


def _report_other(mistake: SchemaMistake, findings: Findings) -> None:
    findings.add(Code.WRONG_FORM, mistake.node.span, "this is not written as it must be")


_REPORTS: dict[str, Callable[[SchemaMistake, Findings], None]] = {
    "additionalProperties": _report_unknown,
    "required": _report_missing,
    "anyOf": _report_unsourced,
    "type": _report_kind,
    "enum": _report_choice,
    "const": _report_choice,
    "pattern": _report_pattern,
    "minimum": _report_range,
    "maximum": _report_range,
    "uniqueItems": _report_twice,
    "minLength": _report_length,
    "minItems": _report_length,
    "minProperties": _report_length,
    "maxItems": _report_length,
    "maxProperties": _report_length,
}


def unknown_keys(mistake: SchemaMistake) -> list[Scalar]:
    """Return the keys of a group that mean nothing there."""
    known = mistake.schema.get("properties", {})
    return [key for key, _ in mistake.node.items if key.text not in known] if isinstance(mistake.node, Mapping) else []


def _words_of(node: YamlNode) -> list[str]:
    return [key.text for key, _ in node.items] if isinstance(node, Mapping) else []


def _descriptions_of(words: Iterable[str], schema: Any) -> list[str]:
    """Return the descriptions of keys in the schema, one line each."""
    known = schema.get("properties", {})
    return [f"{word}: {known[word]['description']}" for word in words if "description" in known.get(word, {})]


def _first_word(mistake: SchemaMistake) -> YamlNode:
    """Return where to report missing keys: at the group's own key, otherwise at the first key in it."""
    node = mistake.node
    inside = node.items[0][0] if isinstance(node, Mapping) and node.items else node
    return mistake.key or inside


def _kind_word(node: YamlNode) -> str:
    if isinstance(node, Sequence):
        return "a list"
    if isinstance(node, Mapping):
        return "braces" if _is_bare_braces(node) else "a group of entries (name: value)"
    return {bool: "true or false", int: "a number"}.get(type(node.value), "a text")


def _is_bare_braces(node: Mapping) -> bool:
    """Return whether a mapping is {word}, which YAML reads as an entry without a value."""
    return len(node.items) == 1 and isinstance(node.items[0][1], Scalar) and node.items[0][1].value is None


def _quoted_list(words: Iterable[str], joint: str) -> str:
    quoted = [f'"{word}"' for word in words]
    return f"{', '.join(quoted[:-1])} {joint} {quoted[-1]}" if len(quoted) > 1 else quoted[0]


def _known_words(known: Iterable[str]) -> tuple[str, ...]:
    words = list(known)
    return (f"Known here: {', '.join(words)}.",) if words else ()
