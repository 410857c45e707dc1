/** The test view and the marks of coverage, with a server that answers from memory and an editor without a window. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { CoverageMarks } from "../src/coverage";
import { Requests } from "../src/requests";
import { ScenarioView } from "../src/scenarios";
import { controllers, Editor, TestRunRequest, typed, verdicts, window } from "./editor";

const range = { start: { line: 2, character: 0 }, end: { line: 2, character: 5 } };
const scenario = (name: string) => ({ name, rules: [], location: { uri: "file:///g/scenarios/a.yaml", range } });
const asked: [string, object][] = [];

function answers(command: string, argument: { names?: string[] }): unknown {
  asked.push([command, argument]);
  switch (command) {
    case "rulewright.rulesets":
      return [{ name: "g", title: "Game", uri: "file:///g/ruleset.yaml", base: null }];
    case "rulewright.scenarios":
      return [scenario("good"), scenario("bad"), scenario("gone")];
    case "rulewright.test":
      if (argument.names?.includes("gone")) {
        throw new Error("the rules have mistakes");
      }
      return {
        passed: 1,
        failed: 1,
        results: [
          { name: "good", passed: true, lines: [], location: null },
          { name: "bad", passed: false, lines: ["coins is 3"], location: { uri: "file:///g/scenarios/a.yaml", range } },
        ],
      };
  }
  return undefined;
}

const requests = new Requests(async (command, argument) => answers(command, argument));

test("scenarios are listed below their ruleset, and each gets its verdict", async () => {
  const view = new ScenarioView(() => requests);
  const controller = controllers.at(-1);
  await view.refresh();
  const ruleset = controller.items.get("file:///g/ruleset.yaml");
  await controller.resolveHandler(ruleset);
  assert.deepEqual([...ruleset.children.keys()], ["good", "bad", "gone"]);
  assert.equal(ruleset.children.get("bad").range.startLine, 2);

  await controller.run(new TestRunRequest());
  const [good, bad, gone] = verdicts.splice(0);
  assert.deepEqual([good![1], bad![1], gone![1]], ["passed", "failed", "skipped"]);
  assert.equal(bad![2]!.message, "bad\ncoins is 3");
  assert.equal(bad![2]!.location!.range.startLine, 2);
  assert.deepEqual(asked.at(-1), ["rulewright.test", { uri: "file:///g/ruleset.yaml" }]);

  await controller.run(new TestRunRequest([ruleset.children.get("good")]));
  assert.deepEqual(asked.at(-1), ["rulewright.test", { uri: "file:///g/ruleset.yaml", names: ["good"] }]);
  assert.deepEqual(verdicts.splice(0).map((one) => one.slice(0, 2)), [["good", "passed"]]);

  await controller.run(new TestRunRequest([ruleset.children.get("gone")]));
  assert.equal(verdicts.splice(0)[0]![2]!.message, "the rules have mistakes");
});

test("an excluded scenario is not run", async () => {
  const view = new ScenarioView(() => requests);
  const controller = controllers.at(-1);
  await view.refresh();
  const ruleset = controller.items.get("file:///g/ruleset.yaml");
  await controller.resolveHandler(ruleset);
  await controller.run(new TestRunRequest([ruleset], [ruleset.children.get("bad"), ruleset.children.get("gone")]));
  assert.deepEqual(verdicts.splice(0).map((one) => one.slice(0, 2)), [["good", "passed"]]);
});

test("what is never reached is marked until the file is edited", () => {
  const marks = new CoverageMarks();
  const editor = new Editor("file:///g/rules/a.rules");
  window.visibleTextEditors = [editor];
  const never = { rule: "step.a", kind: "step", words: "take 1", outcomes: [], location: { uri: "file:///g/rules/a.rules", range } };
  marks.show({ games: 0, never: [{ ...never, reason: "" }, { ...never, reason: "too rare" }] });
  assert.deepEqual([...editor.marked.values()].map((one) => one.length), [1, 1]);
  typed("file:///g/rules/other.rules");
  assert.deepEqual([...editor.marked.values()].map((one) => one.length), [1, 1]);
  typed("file:///g/rules/a.rules");
  assert.deepEqual([...editor.marked.values()].map((one) => one.length), [0, 0]);
});
