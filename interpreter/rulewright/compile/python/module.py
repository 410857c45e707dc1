"""Writes the whole program as one Python module: values, steps, options, answers, blocks, scoring."""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.compile import blocks as b
from rulewright.compile.inline import expand
from rulewright.compile.python.answers import Answers
from rulewright.compile.python.look import Look


class PythonProgram(Answers):
    """Writes one build (plain or traced) of a program."""

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
        counts = any("times(" in line for line in self.out.lines)
        self.out.put(f"COUNTS = {counts}")
        if not counts:
            self._only_way()
        self.out.lines += [f"{name} = [{', '.join(row)}]" for row, name in self.out.follows.items()]
        return "\n".join([*self.tables.lines(), *self.out.lines, ""])

    # -- values and steps

    def _called(self) -> None:
        """The functions of values and of looking ahead that something calls."""
        writer, done = self.out.writer, set[int]()
        while missing := (writer.called - done):
            done |= missing
            for rule in self.values:
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
