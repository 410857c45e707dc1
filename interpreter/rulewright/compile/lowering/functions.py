"""Lowers blocks, answers, texts, values, steps and scoring to functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from rulewright.check import core as c
from rulewright.compile import blocks as b
from rulewright.compile.budget import HEAVY
from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import BOOL, WIDE, Int, Set, range_of
from rulewright.compile.layout import BLOCK_NUMBER, ir_type
from rulewright.compile.lowering import make
from rulewright.compile.lowering.scope import LoweredProgram, members
from rulewright.compile.lowering.statements import DEPTH, TOTAL, StatementLowering
from rulewright.compile.lowering.strain import strain
from rulewright.diagnostics import Span

CODE = ir.Local("code", Int(0, (1 << 62) - 1))
BACK = ir.Local("back", BLOCK_NUMBER)


# -- values, steps, scoring


def value_function(whole: LoweredProgram, rule: c.ValueRule) -> ir.Function:
    """Lower a declared value: the first of its cases whose condition holds."""
    out = StatementLowering(whole, rule.name)
    out.within(rule)
    params = tuple(out.param(var) for var in rule.params)
    result = ir_type(rule.type)
    with out.code.inside() as nested:
        out.actions([c.Let(var, value, rule.span) for var, value in rule.lets])
        for condition, value in rule.cases:
            what = out.value(value)
            if isinstance(result, Set) and not isinstance(what.type, Set):
                what = ir.Const(0, result)  # nothing, where a set is wanted
            found: ir.Body = (ir.Return(what),)
            if condition is None:
                out.code.put_all(found)
            else:
                out.code.put(ir.If(((out.value(condition), found),), ()))
        if not rule.cases or rule.cases[-1][0] is not None:
            nothing = make.number(-1 if rule.cases and result != BOOL else 0)
            out.code.put(ir.Return(ir.Const(0, result) if isinstance(result, Set) else nothing))
    if isinstance(result, Int):
        result = Int(min(-1, result.low), result.high, result.domain)
    return ir.Function(whole.names.values[id(rule)], "value", params, result, nested.body, rule.name)


def step_function(whole: LoweredProgram, step: c.Procedure) -> ir.Function:
    """Lower a step that asks nobody."""
    out = StatementLowering(whole, step.name)
    out.within(step)
    params = tuple(out.param(var) for var in step.params)
    if whole.budget.again:
        out.depth = ir.Local("depth", DEPTH)
        params = (*params, out.depth)
    with out.code.inside() as nested:
        if id(step) in whole.budget.again:
            out.spend(whole.budget.steps_of_rule(step))
        if step.kind == "phase":
            out.enter(b.Enter(step))
        out.actions(step.body)
        out.actions(step.after)
    return ir.Function(whole.names.steps[id(step)], "procedure", params, None, nested.body, step.name)


def scoring_function(whole: LoweredProgram, number: int, rule: c.ScoringRule) -> ir.Function:
    """Lower how many points a seat has by a scoring rule."""
    out = StatementLowering(whole, rule.name)
    out.at = rule.span
    player = out.param(rule.player)
    body = (ir.Let(TOTAL, make.number(0)), *out.body(rule.body), ir.Return(TOTAL))
    return ir.Function(f"score_{number}", "value", (player,), WIDE, body, rule.name)


def tie_function(whole: LoweredProgram, number: int, rule: c.TieBreak) -> ir.Function:
    """Lower what decides a tie."""
    out = StatementLowering(whole, rule.name)
    out.at = rule.span
    player = out.param(rule.player)
    value = out.value(rule.value)
    return ir.Function(f"tie_{number}", "value", (player,), value.type, (ir.Return(value),), rule.name)


def side_function(whole: LoweredProgram, ending: c.Ending, side: c.Value) -> ir.Function:
    """Lower what seats on one side have in common; whoever has nothing gets a number of his own."""
    out = StatementLowering(whole, "winner.teams")
    out.at = ending.span
    player = out.param(ending.player)
    common = out.value(side)
    low, high = range_of(common.type) if isinstance(common.type, Int) else (0, 1)
    with out.code.inside() as nested:
        found = out.code.let(common, "side")
        if side.type.optional:
            alone = make.plus(player, make.number(high + 1))
            out.code.put(ir.If(((ir.Compare("<", found, make.number(0)), (ir.Return(alone),)),), ()))
            high += whole.rules.seats
        out.code.put(ir.Return(found))
    result = common.type if common.type == BOOL else Int(low, high)
    return ir.Function("side", "value", (player,), result, nested.body, "winner.teams")


def ahead_function(whole: LoweredProgram, ending: c.Ending, condition: c.Value) -> ir.Function:
    """Lower whether all players win, or whether a player may."""
    out = StatementLowering(whole, "winner.all")
    out.at = ending.span
    player = out.param(ending.player)
    return ir.Function("ahead", "value", (player,), BOOL, (ir.Return(out.value(condition)),), "winner.all")


def always_function(whole: LoweredProgram, number: int, rule: c.AlwaysRule) -> ir.Function:
    """Lower whether an `always` rule holds."""
    out = StatementLowering(whole, rule.name)
    out.at = rule.span
    body = (ir.Return(out.value(rule.condition)),)
    return ir.Function(f"always_{number}", "value", (), BOOL, body, rule.name)


def strain_function(whole: LoweredProgram, number: int, rule: c.AlwaysRule) -> ir.Function:
    """Lower by how much an `always` rule is violated."""
    out = StatementLowering(whole, rule.name)
    out.at = rule.span
    value = strain(out.value(rule.condition))
    return ir.Function(f"strain_{number}", "value", (), value.type, (ir.Return(value),), rule.name)


# -- blocks


def block_function(whole: LoweredProgram, block: b.Block) -> ir.Function:
    """Lower a block."""
    out = StatementLowering(whole, "" if block.owner is None else b.name_of(block.owner))
    if block.owner is not None:
        out.within(block.owner)
        out.rounds = 1
    out.at = _first_span(block) or out.at
    whole.stands[block.number] = out.site(block.repeated or out.at)
    with out.code.inside() as nested:
        # a block that does much by itself is charged as a whole
        steps = out.whole.budget.steps(block.lines)
        if steps > HEAVY:
            out.spend(steps)
        out.actions(block.lines)
        _lower_end(out, block.end)
    return ir.Function(f"block_{block.number}", "block", (), None, nested.body, out.rule)


def _first_span(block: b.Block) -> Span | None:
    """Return the span of the first line of the rules that a block runs, or leads to."""
    seen: set[int] = set()
    while block.number not in seen:
        seen.add(block.number)
        line = next((line for line in block.lines if isinstance(line, c.Action)), None)
        if line is not None:
            return line.span
        match block.end:
            case b.Goto(to):
                block = to
            case b.ForkEnd(_, _, yes):
                block = yes
            case b.QuestionEnd(site):
                return site.question.span
    return None


def _lower_end(out: StatementLowering, end: b.End) -> None:
    put = out.code.put
    match end:
        case b.Goto():
            put(_go_to(end.to))
        case b.ForkEnd():
            put(ir.If(((_fork_test(out, end), (_go_to(end.yes),)),), (_go_to(end.no),)))
        case b.Switch():
            things = members(end.piece.type)
            blocks = [
                next((x.number for mask, x in end.cases if mask >> p & 1), end.otherwise.number) for p in range(things)
            ]
            table = out.whole.tables.of(blocks)
            put(ir.Go(ir.Entry(table, out.value(end.piece), table.type)))
        case b.QuestionEnd():
            put(ir.Ask(end.site.number))
        case b.ReturnEnd():
            put(ir.Go(out.kept(end.slot)))
        case b.Resume():
            back = out.code.local(BLOCK_NUMBER, "back")
            put(ir.Pop(out.whole.graph.circles.index(end.circle), back))
            put(ir.Go(back) if end.to is None else _go_to(end.to))
        case b.GoOver():
            if end.place is not None:
                out.trace("over", out.site(end.place))
            put(ir.Go(make.number(0)))


def _go_to(block: b.Block) -> ir.Go:
    return ir.Go(make.number(block.number))


def _fork_test(out: StatementLowering, fork: b.ForkEnd) -> ir.Expr:
    if not isinstance(fork.test, int):
        return out.value(fork.test)
    kept = out.kept(fork.test)
    return make.filled(kept) if isinstance(kept.type, Set) else kept


# -- answers


def answer_function(whole: LoweredProgram, answer: b.BlockAnswer) -> ir.Function:
    """Lower what taking a choice does."""
    out = StatementLowering(whole, answer.choice.rule)
    with out.code.inside() as nested:
        if answer.stop and answer.block is not None:
            out.code.put(ir.Go(BACK))
        elif answer.option is not None:
            _menu_answer(out, answer, answer.option)
        else:
            assert answer.block is not None
            _store_given(out, answer.choice)
            out.code.put(_go_to(answer.block))
    return ir.Function(f"answer_{answer.code}", "answer", (CODE, BACK), None, nested.body, out.rule)


def _given_value(choice: c.Choice) -> ir.Expr:
    """Return what comes with a choice."""
    helper = "given_or_nothing" if choice.or_nothing else "given"
    return ir.Invoke(helper, "", (CODE,), Int(-1 if choice.or_nothing else 0, 65535))


def _given_values(choice: c.Choice) -> Iterator[tuple[c.Var, ir.Expr]]:
    """Yield what is called by each name that comes with a choice."""
    given = _given_value(choice)
    domain = choice.var.type.domain if choice.var is not None else None
    if domain is None or not domain.made_of:
        yield from ((var, given) for var in choice.names)
        return
    below = domain.size
    for var, part in zip(choice.names, domain.made_of, strict=True):
        below //= part.size
        number = make.arith("//", given, make.number(below)) if below > 1 else given
        yield var, make.plus(make.arith("%", number, make.number(part.size)), make.number(part.low))


def _store_given(out: StatementLowering, choice: c.Choice) -> None:
    for var, given in _given_values(choice):
        out.store(var, given)


def _menu_answer(out: StatementLowering, answer: b.BlockAnswer, option: c.MenuOption) -> None:
    graph = out.whole.graph
    circle = graph.circle_of(option)
    asking = id(option) in graph.asking
    back: ir.Expr = BACK
    if circle is not None and asking:
        out.keep_aside(circle, BACK, out.site(answer.choice.span) if circle.heads else -1)
        if circle.opened != circle.depth:
            out.put_in(out.kept(circle.opened), make.plus(out.kept(circle.opened), make.number(1)))
        back = make.number(circle.resume.number)
    if option.this is not None:
        out.store(option.this, _piece_of_code())
    _store_given(out, answer.choice)
    _remember_use(out, option)
    if asking:
        out.put_in(out.kept(graph.frames.back[id(option)]), back)
        out.code.put(_go_to(graph.frames.entry[id(option)]))
    else:
        out.actions(answer.choice.body)
        out.code.put(ir.Go(back))


def _piece_of_code() -> ir.Expr:
    return ir.Invoke("piece_of", "", (CODE,), Int(0, 65534))


def _remember_use(out: StatementLowering, option: c.MenuOption) -> None:
    """Mark that the option has been used, where that matters."""
    player = out.of_var(option.menu.player)
    if option.once is not None:
        kept = out.kept(out.whole.layout.slot(option.once))
        thing = player if option.this is None else out.of_var(option.this)
        start = 0 if option.this is None else option.once.keys[0].start
        one = ir.Single(make.plus(thing, make.number(-start)), kept.type)
        out.put_in(kept, make.union(kept, one))
    if option.limit is not None:
        uses = out.stored(option.limit[0], (c.Use(option.menu.player),))
        out.put_in(uses, make.plus(uses, make.number(1)))


def label_function(whole: LoweredProgram, site: b.QuestionSite, answer: b.BlockAnswer) -> ir.Function:
    """Lower how a choice reads."""
    choice, option = answer.choice, answer.option
    out = StatementLowering(whole, choice.rule)
    with out.code.inside() as nested:
        if option is not None and option.this is not None:
            out.code.put(ir.Let(out.local(option.this, Int(0, 65534)), _piece_of_code()))
        for var, given in _given_values(choice):
            out.code.put(ir.Let(out.local(var, given.type), given))
        label = choice.label
        if label is None:
            spoken = choice.name.replace("-", " ").capitalize()
            label = c.Text((c.Use(choice.var),) if choice.plain and choice.var else (spoken,))
        out.code.put(ir.Return(out.text(label)))
    return ir.Function(f"label_{site.number}_{answer.code}", "text", (CODE,), None, nested.body, out.rule)


def prompt_function(whole: LoweredProgram, site: b.QuestionSite) -> ir.Function:
    """Lower what a question says."""
    out = StatementLowering(whole, site.question.rule)
    body = (ir.Return(out.text(site.question.prompt)),)
    return ir.Function(f"prompt_{site.number}", "text", (), None, body, out.rule)


def texts_of(whole: LoweredProgram) -> Iterator[tuple[str, Callable[[], ir.Function]]]:
    """Yield by name what lowers each prompt and label."""
    for site in whole.graph.sites:
        yield f"prompt_{site.number}", partial(prompt_function, whole, site)
        for answer in site.answers:
            yield f"label_{site.number}_{answer.code}", partial(label_function, whole, site, answer)
