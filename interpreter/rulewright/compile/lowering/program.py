"""Lowers a whole program: every function, and the tables that say which function belongs to what."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from rulewright.check import core as c
from rulewright.check.core.walk import units_of
from rulewright.check.secret_reading import secret_finder
from rulewright.compile import blocks as b
from rulewright.compile.analysis import recursive_groups
from rulewright.compile.budget import StepBudget
from rulewright.compile.function_names import function_names, value_rules
from rulewright.compile.graph import Graph
from rulewright.compile.inline import ValueInliner
from rulewright.compile.ir import nodes as ir
from rulewright.compile.layout import Layout
from rulewright.compile.lowering import functions as make_function
from rulewright.compile.lowering.lookahead import function_of
from rulewright.compile.lowering.menus import OptionLowering
from rulewright.compile.lowering.quantities import moment, quantities, quantity_function
from rulewright.compile.lowering.scope import LoweredProgram
from rulewright.compile.lowering.statements import StatementLowering
from rulewright.compile.lowering.strain import fact_domains, secret_domains
from rulewright.compile.tables import Weights


def lowered(
    rules: c.CheckedRules,
    graph: Graph,
    layout: Layout,
    traced: bool,
    twins: dict[str, int],
    inliner: ValueInliner,
    weights: Sequence[Weights],
    on_demand: bool = False,
) -> tuple[ir.Program, LoweredProgram]:
    """Return the program of checked rules that have been cut into blocks, and what was found out while lowering it.

    `twins` gives, by domain, the pieces that have the same printed facts as another one. `on_demand`: each function is
    lowered when it is first looked up.
    """
    again = {id(rule) for group in recursive_groups(units_of(rules), graph.asking) for rule in group}
    budget = StepBudget(rules, graph.asking, again)
    whole = LoweredProgram(rules, graph, layout, traced, function_names(rules), twins, budget, inliner)
    lowering = _Lowering(whole)
    if on_demand:
        whole.functions = FunctionsOnDemand(lowering.all_functions(value_rules(rules)))
    else:
        lowering.run(value_rules(rules), weights)
    tables = whole.tables.by_values.values()
    return replace(
        _whole_program(whole), strains=lowering.strains, tables=tables if on_demand else tuple(tables)
    ), whole


Lower = Callable[[], ir.Function]
"""Lowers one function."""


class FunctionsOnDemand(dict[str, ir.Function]):
    """The functions of a program by name, each lowered when it is first looked up."""

    def __init__(self, unlowered: dict[str, Lower]) -> None:
        super().__init__()
        self.unlowered = unlowered

    def __missing__(self, name: str) -> ir.Function:
        made = self[name] = self.unlowered[name]()
        return made


class _Lowering:
    def __init__(self, whole: LoweredProgram) -> None:
        self.whole = whole
        self.options = OptionLowering(whole)
        self.strains = ir.Strains()

    def run(self, values: list[c.ValueRule], weights: Sequence[Weights]) -> None:
        """Lower everything; of values and looking ahead what is called, in the traced build every declared value."""
        whole = self.whole
        self._lower_all(self._functions_of_rules())
        self._weighed(weights)
        if whole.traced:
            self._lower_all(make_function.texts_of(whole))
            whole.called |= {id(rule) for rule in whole.rules.values}
        self._lower_called(values)

    def all_functions(self, values: list[c.ValueRule]) -> dict[str, Lower]:
        """Return by name what lowers the functions of the traced build, without those for seats that weigh options."""
        return dict([*self._functions_of_rules(), *make_function.texts_of(self.whole)]) | self._called(values)

    def _functions_of_rules(self) -> Iterator[tuple[str, Lower]]:
        whole, graph = self.whole, self.whole.graph
        for step in whole.rules.procedures:
            if id(step) not in graph.asking:
                yield whole.names.steps[id(step)], partial(make_function.step_function, whole, step)
        for menu in whole.rules.menus:
            yield self.options.name_of(menu), partial(self.options.menu, menu)
        for site in graph.sites:
            yield f"options_{site.number}", partial(self.options.question, site)
        for answer in {answer.code: answer for site in reversed(graph.sites) for answer in site.answers}.values():
            yield f"answer_{answer.code}", partial(make_function.answer_function, whole, answer)
        for block in graph.blocks[1:]:
            yield f"block_{block.number}", partial(make_function.block_function, whole, block)
        yield from self._functions_of_ends()
        yield from self._functions_of_strains()

    def _lower_all(self, functions: Iterator[tuple[str, Lower]]) -> None:
        for name, lower in functions:
            self.whole.functions[name] = lower()

    def _add_function(self, function: ir.Function) -> None:
        self.whole.functions[function.name] = function

    def _functions_of_ends(self) -> Iterator[tuple[str, Lower]]:
        whole, rules, ending = self.whole, self.whole.rules, self.whole.rules.ending
        for number, scoring in enumerate(rules.scorings):
            yield f"score_{number}", partial(make_function.scoring_function, whole, number, scoring)
        for number, tie in enumerate(rules.tie_breaks):
            yield f"tie_{number}", partial(make_function.tie_function, whole, number, tie)
        if ending is not None and ending.side is not None:
            yield "side", partial(make_function.side_function, whole, ending, ending.side)
        if ending is not None and (ahead := ending.together or ending.staying) is not None:
            yield "ahead", partial(make_function.ahead_function, whole, ending, ahead)
        for number, always in enumerate(rules.always):
            yield f"always_{number}", partial(make_function.always_function, whole, number, always)

    def _weighed(self, weights: Sequence[Weights]) -> None:
        """Add what the players with these weights look at in a position."""
        for number, (quantity, value) in enumerate(quantities(self.whole, weights)):
            self.whole.quantities.append(quantity)
            self._add_function(quantity_function(self.whole, number, value))
        function, self.whole.moments = moment(self.whole, weights)
        if self.whole.moments > 1:
            self._add_function(function)

    def _functions_of_strains(self) -> Iterator[tuple[str, Lower]]:
        """Yield what measures the violation of those `always` rules that a determinization may violate."""
        whole, rules = self.whole, self.whole.rules.always
        look, memory = secret_finder(whole.rules), whole.layout.memory
        if not rules or (not memory and all(place.seen == "all" for place in whole.rules.places)):
            return
        secret = {at: secret_domains(rule.condition, look, memory) for at, rule in enumerate(rules)}
        facts = {at: fact_domains(rule.condition, set()) for at, rule in enumerate(rules)}
        chosen = sorted((at for at in secret if secret[at] or facts[at]), key=lambda at: not secret[at])
        for at in chosen:
            yield f"strain_{at}", partial(make_function.strain_function, whole, at, rules[at])
        domains = frozenset(domain for at in chosen for domain in secret[at] | facts[at] if domain)
        self.strains = ir.Strains(tuple(f"strain_{at}" for at in chosen), sum(map(bool, secret.values())), domains)

    def _lower_called(self, values: list[c.ValueRule]) -> None:
        done, functions = set[int](), self._called(values)
        while missing := (self.whole.called - done):
            done |= missing
            names = (self.whole.names.values | self.whole.names.can).items()
            self._lower_all((name, functions[name]) for rule, name in names if rule in missing)

    def _called(self, values: list[c.ValueRule]) -> dict[str, Lower]:
        """Return by name what lowers values, and looking ahead along steps."""
        names = self.whole.names
        found = dict[str, Lower]()
        found |= {names.values[id(rule)]: partial(make_function.value_function, self.whole, rule) for rule in values}
        found |= {names.can[id(step)]: partial(self._look_ahead, step) for step in self.whole.rules.procedures}
        return found

    def _look_ahead(self, step: c.Procedure) -> ir.Function:
        self.options.out = StatementLowering(self.whole)
        return function_of(self.options.out, self.options, step, self.whole.names.can[id(step)])


def _whole_program(whole: LoweredProgram) -> ir.Program:
    rules, graph = whole.rules, whole.graph
    return ir.Program(
        traced=whole.traced,
        seats=rules.seats,
        fields=tuple(whole.layout.fields.values()),
        tables=tuple(whole.tables.by_values.values()),
        functions=whole.functions,
        blocks=(None, *(f"block_{block.number}" for block in graph.blocks[1:])),
        questions=tuple(_question_row(whole, site) for site in graph.sites),
        circles=tuple(_circle_row(whole, circle) for circle in graph.circles),
        scores=tuple(f"score_{i}" for i in range(len(rules.scorings))),
        ties=tuple(f"tie_{i}" for i in range(len(rules.tie_breaks))),
        ending=_ending(rules.ending),
        stands=(-1, *(whole.stands.get(block.number, -1) for block in graph.blocks[1:])),
        quantities=tuple(f"quantity_{i}" for i in range(len(whole.quantities))),
        moment="moment" if whole.moments > 1 else "",
        always=tuple(f"always_{i}" for i in range(len(rules.always))),
        entered=frozenset(block.number for block in graph.blocks if block.entered),
        prompts=tuple(f"prompt_{site.number}" for site in graph.sites) if whole.traced else (),
        labels=tuple({a.code: f"label_{s.number}_{a.code}" for a in s.answers} for s in graph.sites)
        if whole.traced
        else (),
    )


def _ending(ending: c.Ending | None) -> ir.Ending:
    if ending is None:
        return ir.Ending()
    together = ending.together is not None
    ahead = ("ahead",) if together or ending.staying else ()
    return ir.Ending(("side",) if ending.side else (), ahead, together, ending.fewest)


def _question_row(whole: LoweredProgram, site: b.QuestionSite) -> ir.Question:
    seat = whole.inliner.expand(site.question.seat)
    assert isinstance(seat, c.Use)
    answers = {
        a.code: ir.Answer(
            f"answer_{a.code}", a.block.number if a.stop and a.block is not None else a.back.number if a.back else 0
        )
        for a in site.answers
    }
    empty = site.empty.number if site.empty is not None else -1
    return ir.Question(
        f"options_{site.number}", answers, empty, whole.field_at(whole.graph.frames.of_var[id(seat.var)])
    )


def _circle_row(whole: LoweredProgram, circle: b.BlockCircle) -> ir.Circle:
    depth, kept = whole.field_at(circle.depth), whole.field_at(circle.kept)
    return ir.Circle(circle.start, circle.length, depth, kept, circle.most)
