"""Writes the whole program as one Python module: values, steps, options, answers, blocks, scoring."""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.compile import blocks as b
from rulewright.compile.inline import expand
from rulewright.compile.layout import Layout
from rulewright.compile.python_actions import Emitter, Spans
from rulewright.compile.python_look import Look
from rulewright.compile.python_options import THIS, Options
from rulewright.compile.python_values import Tables, Writer

SHORT, NESTED = 1, 3
"""A block of so many lines is written again wherever it is gone to, so many blocks deep: that saves jumps."""


class PythonProgram:
    """Writes one build (plain or traced) of a program."""

    def __init__(
        self, rules: c.CheckedRules, graph: b.Graph, layout: Layout, spans: Spans, twins: dict[str, int], traced: bool
    ) -> None:
        self.rules, self.graph, self.layout, self.traced = rules, graph, layout, traced
        self.value_names = {id(v): f"value_{i}" for i, v in enumerate(rules.values)}
        self.step_names = {id(p): f"step_{i}" for i, p in enumerate(rules.procedures)}
        self.can_names = {id(p): f"can_step_{i}" for i, p in enumerate(rules.procedures)}
        self.menu_names = {id(m): f"menu_{i}" for i, m in enumerate(rules.menus)}
        self.tables = Tables()
        writer = Writer(layout, self.tables, graph.frames.of_var, self.value_names, self.can_names)
        self.out = Emitter(writer, spans, traced, self.step_names, rules.discards)
        self.options = Options(self.out, graph, self.menu_names, twins)
        self.inlined = self._count_entries()
        self.within: list[b.Block] = []

    def write(self) -> str:
        """Return the module's text."""
        for step in self.rules.procedures:
            if id(step) not in self.graph.asking:
                self._step(step)
        for menu in self.rules.menus:
            self.options.menu(menu)
        for site in self.graph.sites:
            self.options.site(site)
            if self.traced:
                self._prompt(site)
        self._all_answers()
        for block in self.graph.blocks[1:]:
            if not self._is_inlined(block) and block in self.live:
                self._block(block)
        self._ends()
        self._called()
        self._lists()
        tables = [f"{name} = {values!r}" for values, name in self.tables.by_value.items()]
        self.out.lines += [f"{name} = [{', '.join(row)}]" for row, name in self.out.follows.items()]
        return "\n".join([*tables, *self.out.lines, ""])

    def _function(self, head: str) -> None:
        self.out.depth = 0
        self.out.put(head)
        self.out.depth = 1

    def _params(self, params: list[c.Var]) -> str:
        self.out.writer.env = {}
        return ", ".join(self.out.writer.local(p) for p in params)

    # -- values and steps

    def _called(self) -> None:
        """The functions of values and of looking ahead that something calls."""
        writer, done = self.out.writer, set[int]()
        while missing := (writer.called - done):
            done |= missing
            for rule in self.rules.values:
                if id(rule) in missing:
                    self._value(rule)
            for step in self.rules.procedures:
                if id(step) in missing:
                    self._can(step)

    def _value(self, rule: c.ValueRule) -> None:
        self.out.rule = rule.name
        params = self._params(rule.params)
        self._function(f"def {self.value_names[id(rule)]}(S, {params}):")
        for condition, value in rule.cases:
            text = self.out.value(value)
            if condition is None:
                self.out.put(f"return {text}")
            else:
                self.out.put(f"if {self.out.value(condition)}: return {text}")
        if rule.cases and rule.cases[-1][0] is not None:
            self.out.put("return -1")
        if not rule.cases:
            self.out.put("return 0")

    def _step(self, step: c.Procedure) -> None:
        self.out.rule = step.name
        params = self._params(step.params)
        self._function(f"def {self.step_names[id(step)]}(S, {params}):")
        if step.kind == "phase":
            self.out.action(b.Enter(step))
        self.out.actions(step.body)
        self.out.actions(step.after)
        self.out.put("return")

    def _can(self, step: c.Procedure) -> None:
        self.out.rule = step.name
        params = self._params(step.params)
        self._function(f"def {self.can_names[id(step)]}(S, {params}{self.options.extra}):")
        Look(self.out, self.options).actions([*step.body, *step.after], "return False")

    # -- blocks

    def _count_entries(self) -> dict[int, int]:
        """How many blocks jump to each block; also which blocks can be reached at all."""
        counts: dict[int, int] = {}
        self.live: set[b.Block] = set()
        waiting = [x for x in self.graph.blocks if x.entered]
        while waiting:
            block = waiting.pop()
            if block in self.live:
                continue
            self.live.add(block)
            for target in _targets(block):
                counts[id(target)] = counts.get(id(target), 0) + 1
                waiting.append(target)
        return counts

    def _is_inlined(self, block: b.Block) -> bool:
        return not block.entered and self.inlined.get(id(block), 0) == 1

    def _block(self, block: b.Block) -> None:
        self.out.writer.env = {}
        self._function(f"def b_{block.number}(S):")
        self._inside(block)

    def _inside(self, block: b.Block) -> None:
        unit = block.owner
        if unit is not None:
            self.out.rule = unit.name if isinstance(unit, c.Procedure) else unit.full_name
        for line in block.lines:
            self.out.action(line)
        end = block.end
        if isinstance(end, b.Goto):
            self._go(end.to)
        elif isinstance(end, b.Fork):
            self._fork(end)
        elif isinstance(end, b.Switch):
            self._switch(end)
        elif isinstance(end, b.Ask):
            self.out.put(f"return {-1 - end.site.number}")
        elif isinstance(end, b.Return):
            self.out.put(f"return S[{end.slot}]")
        elif isinstance(end, b.Resume):
            self._resume(end.circle)
        else:
            self.out.put("return 0")

    def _go(self, block: b.Block) -> None:
        """Go on with a block: in place if nothing else leads to it or it is short, else by its number."""
        short = len(block.lines) <= SHORT and len(self.within) < NESTED and block not in self.within
        if self._is_inlined(block) or (short and not isinstance(block.end, b.Resume) and block.number):
            self.within.append(block)
            self._inside(block)
            self.within.pop()
        else:
            self.out.put(f"return {block.number}")

    def _fork(self, fork: b.Fork) -> None:
        if isinstance(fork.test, int):
            test = f"S[{fork.test}]" if fork.width == 1 else f"any(S[{fork.test} : {fork.test + fork.width}])"
        else:
            test = self.out.writer.write(fork.test)
        env = dict(self.out.writer.env)
        with self.out.block(f"if {test}:"):
            self._go(fork.yes)
        self.out.writer.env = env
        self._go(fork.no)

    def _switch(self, end: b.Switch) -> None:
        domain = end.piece.type.domain
        assert domain is not None
        table = [next((x.number for mask, x in end.cases if mask >> p & 1), end.otherwise.number) for p in range(domain.size)]
        self.out.put(f"return {self.tables.name(table)}[{self.out.writer.write(end.piece)}]")

    def _resume(self, circle: b.Circle) -> None:
        self.out.put(f"d = S[{circle.depth}] - 1")
        self.out.put(f"S[{circle.depth}] = d")
        self.out.put(f"k = {circle.kept} + d * {circle.length + 1}")
        self.out.put(f"back = S[k + {circle.length}]")
        self.out.put(f"S[{circle.start} : {circle.start + circle.length}] = S[k : k + {circle.length}]")
        self.out.put("return back")

    # -- answers

    def _all_answers(self) -> None:
        written: set[int] = set()
        for site in self.graph.sites:
            for answer in site.answers:
                if answer.code in written:
                    continue
                written.add(answer.code)
                self._answer(answer)
        self.written = written

    def _answer(self, answer: b.Answer) -> None:
        self.out.writer.env = {}
        self._function(f"def a_{answer.code}(S, code, back):")
        choice, option = answer.choice, answer.option
        if answer.stop and answer.block is not None:
            self.out.put("return back")
            return
        self.out.rule = choice.rule
        if option is None:
            if choice.var is not None:
                self._come_with(choice)
            assert answer.block is not None
            self._go_from_answer(answer.block)
        else:
            self._menu_answer(answer, option)

    def _come_with(self, choice: c.Choice) -> None:
        assert choice.var is not None
        text = "code & 65535"
        if choice.or_nothing:
            self.out.put(f"x = {text}")
            text = "-1 if x == 65535 else x"
        self.out.store(choice.var, text)

    def _go_from_answer(self, block: b.Block) -> None:
        self._inside(block)

    def _menu_answer(self, answer: b.Answer, option: c.MenuOption) -> None:
        circle = self.graph.circle_of(option)
        asking = id(option) in self.graph.asking
        if circle is not None and asking:
            self._push(circle)
        if option.this is not None:
            self.out.store(option.this, f"(code >> {THIS} & 65535) - 1")
        if answer.choice.var is not None:
            self._come_with(answer.choice)
        self._remember(option)
        if asking:
            self.out.put(f"S[{self.graph.frames.back[id(option)]}] = back")
            self._inside(self.graph.frames.entry[id(option)])
        else:
            self.out.actions(answer.choice.body)
            self.out.put("return back")

    def _push(self, circle: b.Circle) -> None:
        self.out.put(f"d = S[{circle.depth}]")
        self.out.put(f"k = {circle.kept} + d * {circle.length + 1}")
        self.out.put(f"S[k : k + {circle.length}] = S[{circle.start} : {circle.start + circle.length}]")
        self.out.put(f"S[k + {circle.length}] = back")
        self.out.put(f"S[{circle.depth}] = d + 1")
        self.out.put(f"back = {circle.resume.number}")

    def _remember(self, option: c.MenuOption) -> None:
        """Mark that the option has been used, where that matters."""
        player = self.out.writer.name_of(option.menu.player)
        if option.once is not None:
            axis = option.once.keys[0]
            slot = self.layout.slot(option.once)
            thing = f"{self.out.writer.name_of(option.this)} - {axis.start}" if option.this else player
            self.out.put(f"S[{slot}] |= 1 << ({thing})")
        if option.limit is not None:
            self.out.put(f"S[{self.layout.slot(option.limit[0])} + {player}] += 1")

    # -- texts (traced build only)

    def _prompt(self, site: b.Site) -> None:
        self.out.writer.env = {}
        self._function(f"def prompt_{site.number}(S):")
        self.out.put(f"return {self.out.text(_expanded(site.question.prompt))}")
        for answer in site.answers:
            self._label(site, answer)

    def _label(self, site: b.Site, answer: b.Answer) -> None:
        choice = answer.choice
        self.out.writer.env = {}
        self._function(f"def label_{site.number}_{answer.code}(S, code):")
        if answer.option is not None and answer.option.this is not None:
            self.out.put(f"{self.out.writer.local(answer.option.this)} = (code >> {THIS} & 65535) - 1")
        if choice.var is not None:
            self.out.put("x = code & 65535")
            self.out.put(f"{self.out.writer.local(choice.var)} = -1 if x == 65535 else x")
        label = choice.label
        if label is None:
            spoken = choice.name.replace("-", " ").capitalize()
            label = c.Text((c.Use(choice.var),) if choice.plain and choice.var else (spoken,))
        self.out.put(f"return {self.out.text(label)}")

    # -- the end

    def _ends(self) -> None:
        for number, rule in enumerate(self.rules.scorings):
            self.out.rule = rule.name
            params = self._params([rule.player])
            self._function(f"def score_{number}(S, {params}):")
            self.out.put("total = 0")
            self.out.actions(rule.body)
            self.out.put("return total")
        for number, tie in enumerate(self.rules.tie_breaks):
            params = self._params([tie.player])
            self._function(f"def tie_{number}(S, {params}):")
            self.out.put(f"return {self.out.value(tie.value)}")
        for number, always in enumerate(self.rules.always):
            self.out.writer.env = {}
            self._function(f"def always_{number}(S):")
            self.out.put(f"return {self.out.value(always.condition)}")

    def _lists(self) -> None:
        self.out.depth = 0
        blocks = ["None"] + [
            f"b_{x.number}" if x in self.live and not self._is_inlined(x) else "None" for x in self.graph.blocks[1:]
        ]
        self.out.put(f"BLOCKS = [{', '.join(blocks)}]")
        self.out.put(f"OPTIONS = [{', '.join(f'o_{s.number}' for s in self.graph.sites)}]")
        answers = []
        for site in self.graph.sites:
            pairs = [f"{a.code}: (a_{a.code}, {_back(a)})" for a in site.answers]
            answers.append("{" + ", ".join(pairs) + "}")
        self.out.put(f"ANSWERS = [{', '.join(answers)}]")
        empty = [str(s.empty.number) if s.empty else "-1" for s in self.graph.sites]
        self.out.put(f"EMPTY = [{', '.join(empty)}]")
        seats = [self._seat_slot(s) for s in self.graph.sites]
        self.out.put(f"SEATS = [{', '.join(seats)}]")
        for name, count in (("score", "scorings"), ("tie", "tie_breaks"), ("always", "always")):
            listed = ", ".join(f"{name}_{i}" for i in range(len(getattr(self.rules, count))))
            self.out.put(f"{name.upper()} = [{listed}]")
        if self.traced:
            self.out.put(f"PROMPTS = [{', '.join(f'prompt_{s.number}' for s in self.graph.sites)}]")
            labels = [
                "{" + ", ".join(f"{a.code}: label_{s.number}_{a.code}" for a in s.answers) + "}"
                for s in self.graph.sites
            ]
            self.out.put(f"LABELS = [{', '.join(labels)}]")

    def _seat_slot(self, site: b.Site) -> str:
        seat = expand(site.question.seat)
        assert isinstance(seat, c.Use)
        return str(self.graph.frames.of_var[id(seat.var)])


def _back(answer: b.Answer) -> int:
    if answer.stop and answer.block is not None:
        return answer.block.number
    return answer.back.number if answer.back else 0


def _targets(block: b.Block) -> list[b.Block]:
    if isinstance(block.end, b.Goto):
        return [block.end.to]
    if isinstance(block.end, b.Fork):
        return [block.end.yes, block.end.no]
    if isinstance(block.end, b.Switch):
        return [*(x for _, x in block.end.cases), block.end.otherwise]
    return []


def _expanded(text: c.Text) -> c.Text:
    return c.Text(tuple(p if isinstance(p, str) else expand(p) for p in text.parts))


