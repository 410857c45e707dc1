"""Finds rules that nothing reaches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.check import core as c
from rulewright.check.cascading import words_at
from rulewright.check.core.walk import questions_of
from rulewright.check.deduplication import MOST_LINES
from rulewright.check.resolve.context import Context, Resolved
from rulewright.compose.composed import Composed, full_name
from rulewright.diagnostics import Code, Findings
from rulewright.diagnostics.similar import did_you_mean, nearest_word, ranked_by_similarity
from rulewright.syntax import declarations as d
from rulewright.syntax.expressions import Name, Word, nodes_in


def report_unreached(resolved: Resolved, findings: Findings) -> None:
    """Add a finding for each step, menu, value, cost, option or after-rule that no game can come to."""
    ctx, table, rules = resolved.context, resolved.table, resolved.rules
    unreached: list[tuple[str, Sequence[d.Step | d.Menu | d.Value | d.Cost]]] = [
        ('Some rule must say "do {}".', [decl for name, decl in table.steps.items() if name not in ctx.steps]),
        ('Some step must say "offer {}".', [decl for name, decl in table.menus.items() if name not in ctx.menus]),
        ("No rule uses it.", [decl for key, decl in table.values.items() if key not in ctx.values]),
        ('Some rule must say "pay {}".', [decl for name, decl in table.costs.items() if name not in ctx.costs]),
    ]
    for remedy, decls in unreached:
        for decl in decls:
            what = decl.kind if isinstance(decl, d.Step) else type(decl).__name__.lower()
            message = f"nothing reaches this {what}"
            findings.add(Code.NEVER_REACHED, decl.name.span, message, remedy.format(decl.name))
    _report_lost_rules(ctx, rules)
    _report_pieces(ctx, rules, findings)
    for ruling in rules.of(d.Ruling):
        if ruling.name.text not in ctx.used_rulings:
            message, word = "no rule rests on this ruling", ruling.name
            remedy = f'Write "rests on {word}" in the rule that follows it.'
            findings.add(Code.RULING_UNUSED, word.span, message, remedy, severity="warning")


def _report_lost_rules(ctx: Context, rules: Composed) -> None:
    """Rules of a menu, a step or a kind of piece that is not there."""
    for option in (*rules.of(d.MenuOption), *(o for p in rules.of(d.PieceRule) for o in p.options)):
        ctx.look_up(option.menu, "menu", ctx.table.menus)
    for rule in rules.of(d.After):
        ctx.look_up(rule.step, "step", ctx.table.steps)
    for piece in rules.of(d.PieceRule):
        ctx.look_up(piece.kind, "kind of piece", ctx.table.piece_decls)
        for when in piece.when:
            ctx.look_up(when.step, "step", ctx.table.steps)


def _report_pieces(reader: Context, rules: Composed, findings: Findings) -> None:
    """A rule that no piece follows, and a piece whose rule is not written where others of its kind have one."""
    written = [decl for decl in rules.of(d.PieceRule) if decl.kind.text in reader.table.piece_decls]
    for decl in written:
        if (decl.kind.text, decl.name.text) not in reader.table.piece_rules:
            followed = [rule for kind, rule in reader.table.piece_rules if kind == decl.kind.text]
            remedy = f'A row of the inventory follows it by "rule: {decl.name.text}".'
            near = did_you_mean(decl.name.text, followed)
            findings.add(Code.NEVER_REACHED, decl.name.span, f"no {decl.kind.text} follows this rule", *near, remedy)
    # A card without text that another rule names does something: "if library is in player's city:".
    named = {word.text for decl in rules.declarations for word in _words_spoken(decl)}
    for kind in {decl.kind.text: None for decl in written if decl.options or decl.when or decl.scores}:
        known = {decl.name.text for decl in written if decl.kind.text == kind}
        lacking = {row.rule.text: row.rule for row in rules.rows.get(kind, []) if row.rule.text not in known | named}
        slips = [name for name in lacking if ranked_by_similarity(name, known, SLIP)]
        plain = [name for name in lacking if name not in slips]
        for name in (*slips, *plain[:1]):
            told = [
                *did_you_mean(name, known if name in slips else ()),
                "A piece without a rule of its own does nothing.",
            ]
            if name in plain:
                told.append(f'If it has no text, write "{kind} {name}" and nothing below it.')
            if plain[1:] and name in plain:
                told.append(f"So it is with {', '.join(plain[1:MOST_LINES])}{' …' if plain[MOST_LINES:] else ''}.")
            message = f'no rule file has "{kind} {name}:"'
            findings.add(Code.RULE_MISSING, lacking[name].span, message, *told, severity="warning")


SLIP = 0.8
"""How alike the name of a rule that is not written must be to a written one to be a slip."""


def report_empty_menus(checked: c.CheckedRules, findings: Findings) -> None:
    """Add a finding for each menu to which no rule adds an option."""
    must = {id(question.menu) for question in questions_of(checked) if question.menu and not question.loop}
    for menu in checked.menus:
        if not menu.options:
            name = menu.name.split(".", 1)[1]
            findings.add(
                Code.MENU_EMPTY, menu.span, "no rule adds an option to this menu",
                f'Add one: "option … on {name}:".', severity="error" if id(menu) in must else "warning",
            )  # fmt: skip


ECHOES = (Code.NEVER_REACHED, Code.RULING_UNUSED, Code.RULE_MISSING)
"""Codes that say that nothing leads to a rule."""


def drop_echoes(resolved: Resolved, findings: Findings) -> None:
    """Drop what only follows from a mistake in another rule: that something is not reached which others speak of."""
    if all(each.code in ECHOES for each in findings.errors):
        return
    rules = resolved.rules
    unknown = [words_at(rules, each.span) for each in findings.found if each.code == Code.UNKNOWN_NAME]
    spoken = {word.text for decl in rules.declarations for word in _words_spoken(decl)}
    meant = {
        nearest_word(word, [full_name(decl).rpartition(".")[2] for decl in rules.declarations]) for word in unknown
    }
    lead = spoken | meant
    findings.found[:] = [
        each for each in findings.found
        if each.code not in ECHOES or (each.code != Code.RULE_MISSING and words_at(rules, each.span) not in lead)
    ]  # fmt: skip


def _words_spoken(decl: d.Decl) -> Iterator[Word | Name]:
    """Yield every word of a declaration but its own name."""
    own = getattr(decl, "name", None)
    yield from (node for node in nodes_in(decl) if isinstance(node, Word | Name) and node is not own)
