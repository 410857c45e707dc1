"""The LALR tables of the grammar, computed by Lark and stored as plain data.

Computing them takes Lark more than half a second, so they are shipped and cached under a fingerprint of the grammar and
of Lark. Lark is imported only if the grammar has changed.

`actions` has a row for each state: what to do with a terminal or nonterminal. A number from 0 up is the next state
(shift, goto), a negative one reduces by the rule `-1 - number`. Terminals are spelt as in rule files, apart from NAME,
VERB, INT, _BELOW_ZERO, STRING, _NL, _INDENT, _DEDENT and $END; nonterminals are in angle brackets.

For the rules 0: sum -> sum + NAME and 1: sum -> NAME the tables would be these, with the start in state 0 and the end
in state 1:

    state   NAME    +   $END   <sum>
    0          2                   1   a name is shifted; when a sum has been reduced, state 1 follows
    1                3                 a sum: it ends here, or + follows
    2               -2    -2           a name alone: reduce it by rule 1
    3          4                       + is shifted, a name must follow
    4               -1    -1           sum + name: reduce them by rule 0

`a + b` takes the stack of states from 0 to 0 2 (shift a), 0 1 (rule 1 drops one state, <sum> of state 0 is 1), 0 1 3
(shift +), 0 1 3 4 (shift b) and at $END 0 1 (rule 0 drops three states). What may follow somewhere are the terminals
with an entry in the row of the topmost state; a reduction is carried out first (see `probe`).
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from rulewright.frozen import frozen_class
from rulewright.source import cache
from rulewright.syntax import late
from rulewright.syntax.lines import Lexeme

STARTS = ("start", "full")
"""Start symbols: a part of a rule file, or a single value (in the braces of a text)."""

_FORMAT = "tables 2"
SHIPPED = Path(__file__).with_name("tables.json")
"""The shipped tables, regenerated whenever the grammar changes: `python -m rulewright.syntax.tables`."""


class GrammarRule(NamedTuple):
    """A production: `kept` lists (index, splice, Nones before it), `tail` is the number of Nones at the end."""

    origin: str
    length: int
    method: str
    kept: tuple[tuple[int, bool, int], ...]
    tail: int
    inlined: bool
    single: bool


@frozen_class
class LalrTables:
    """The states, the rules, and every word and sign of the language."""

    actions: list[dict[str, int]]
    rules: list[GrammarRule]
    begin: dict[str, int]
    end: dict[str, int]
    words: frozenset[str]

    def terminal_of(self, state: int, piece: Lexeme) -> str:
        """Return the terminal that a piece is in a state: a word of the language where one fits, else its kind."""
        fits = self.actions[state]
        is_word = piece.kind == "NAME" and piece.text in fits and not (piece.plain and "NAME" in fits)
        return piece.text if is_word else piece.kind


@lru_cache(maxsize=1)
def grammar() -> str:
    """Return the text of the grammar."""
    return Path(__file__).with_name("rules.lark").read_text("utf-8")


@lru_cache(maxsize=1)
def fingerprint() -> str:
    """Return what the tables depend on: the grammar, Lark, and their format."""
    spec = find_spec("lark")
    lark = Path(spec.origin).read_text("utf-8") if spec and spec.origin else ""
    return cache.fingerprint(_FORMAT, grammar(), lark)


@lru_cache(maxsize=1)
def tables() -> LalrTables:
    """Return the tables, from the cache if they are there."""
    name = f"tables-{fingerprint()}"
    data = cache.load(name)
    if data is None:
        data = _shipped_tables() or _make_tables()
        cache.save(name, data)
    actions, rules, begin, end, words = data
    return LalrTables(actions, [GrammarRule(*rule) for rule in rules], begin, end, frozenset(words))


def _made_for() -> str:
    """Return the fingerprint that shipped tables must have."""
    return cache.fingerprint(_FORMAT, grammar())


def _shipped_tables() -> tuple[Any, ...] | None:
    """Return the tables that come with the package, unless the grammar has changed since they were made."""
    try:
        shipped = json.loads(SHIPPED.read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return tuple(shipped["tables"]) if shipped["made for"] == _made_for() else None


def ship() -> None:
    """Write the tables of the grammar beside it: `python -m rulewright.syntax.tables`."""
    shipped = {"made for": _made_for(), "tables": _make_tables()}
    SHIPPED.write_text(json.dumps(shipped, separators=(",", ":")) + "\n", "utf-8")


def _make_tables() -> tuple[Any, ...]:
    """Let Lark make the tables and return them as lists, tuples, numbers and words."""
    lark = late.lark.Lark(grammar(), parser="lalr", lexer="basic", start=list(STARTS), maybe_placeholders=True)
    data, memo = lark.memo_serialize([late.lark_lexer.TerminalDef, late.lark_grammar.Rule])
    table = data["parser"]["parser"]
    spelt = _terminal_spellings(memo)
    words = {token: spelt.get(name, _part_name(name)) for token, name in table["tokens"].items()}
    rows = {
        state: {words[token]: row[token] for token in sorted(row, key=lambda token: words[token])}
        for state, row in table["states"].items()
    }
    used = sorted(
        {entry["@"] for row in rows.values() for kind, entry in row.values() if kind},
        key=lambda key: (_rule_row(memo[key]), [symbol["name"] for symbol in memo[key]["expansion"]]),
    )
    numbers = {key: index for index, key in enumerate(used)}
    order = _number_states(rows, [table["start_states"][start] for start in STARTS])
    actions = [
        {word: -1 - numbers[entry["@"]] if kind else order[entry] for word, (kind, entry) in rows[state].items()}
        for state in order
    ]
    begin = {start: order[table["start_states"][start]] for start in STARTS}
    end = {start: order[table["end_states"][start]] for start in STARTS}
    rules = [_rule_row(memo[key]) for key in used]
    return actions, rules, begin, end, sorted(set(spelt.values()) - _CLASSES)


def _number_states(rows: dict[int, dict[str, Any]], starts: list[int]) -> dict[int, int]:
    """Number the states in order of discovery, so that the tables are deterministic."""
    met = dict.fromkeys(starts)
    waiting = list(met)
    for state in waiting:
        new = [entry for kind, entry in rows[state].values() if not kind and entry not in met]
        met.update(dict.fromkeys(new))
        waiting.extend(dict.fromkeys(new))
    return {state: index for index, state in enumerate(met)}


_CLASSES = {"NAME", "VERB", "INT", "_BELOW_ZERO", "STRING", "_NL", "_INDENT", "_DEDENT", "$END"}


def _terminal_spellings(memo: dict[int, Any]) -> dict[str, str]:
    """Return the spelling of each terminal; classes of words keep their name."""
    spelt = {name: name for name in _CLASSES} | {"_MINUS": "-"}
    for entry in memo.values():
        if entry["__type__"] == "TerminalDef" and entry["pattern"]["__type__"] == "PatternStr":
            spelt[entry["name"]] = entry["pattern"]["value"]
    return spelt


def _part_name(name: str) -> str:
    return f"<{name}>"


def _rule_row(rule: dict[str, Any]) -> tuple[Any, ...]:
    """Return a rule of the grammar in the order of the fields of `GrammarRule`."""
    options, expansion = rule["options"], rule["expansion"]
    gaps = _omitted_before(options["empty_indices"], len(expansion))
    kept, waiting = [], 0
    for index, symbol in enumerate(expansion):
        waiting += gaps[index]
        is_word = symbol["__type__"] == "Terminal"
        if options["keep_all_tokens"] or not (is_word and symbol["filter_out"]):
            kept.append((index, not is_word and symbol["name"].startswith("_"), waiting))
            waiting = 0
    origin = rule["origin"]["name"]
    inlined = origin.startswith("_") and not rule["alias"]
    single = bool(options["expand1"]) and not rule["alias"]
    return (
        _part_name(origin), len(expansion), rule["alias"] or origin, tuple(kept), waiting + gaps[len(expansion)],
        inlined, single,
    )  # fmt: skip


def _omitted_before(empty: tuple[bool, ...], length: int) -> list[int]:
    """Return the number of omitted optional parts before each part, and after the last."""
    if not empty:
        return [0] * (length + 1)
    return [len(run) for run in "".join(str(int(gap)) for gap in empty).split("0")]


if __name__ == "__main__":
    ship()
