/** The scenarios of all rulesets in the test view. */

import * as vscode from "vscode";
import { byScenario, failure, type Outcome, type Requests } from "./requests";

/** Shows scenarios by ruleset, and runs them. */
export class ScenarioView implements vscode.Disposable {
  private readonly controller = vscode.tests.createTestController("rulewright", "Scenarios");

  constructor(private readonly requests: () => Requests | undefined) {
    this.controller.refreshHandler = () => this.refresh();
    this.controller.resolveHandler = async (item) => (item ? this.fill(item) : this.refresh());
    this.controller.createRunProfile("Run", vscode.TestRunProfileKind.Run, (request) => this.run(request), true);
  }

  /** List the rulesets and their scenarios anew. */
  async refresh(): Promise<void> {
    const rulesets = (await this.requests()?.rulesets()) ?? [];
    const items = rulesets.map((ruleset) => {
      const item = this.controller.createTestItem(ruleset.uri, ruleset.name, vscode.Uri.parse(ruleset.uri));
      item.description = ruleset.title;
      item.canResolveChildren = true;
      return item;
    });
    this.controller.items.replace(items);
  }

  /** Read the scenarios of a ruleset again after one of its files has been saved. */
  async saved(file: vscode.Uri): Promise<void> {
    const folder = (item: vscode.TestItem): string => item.id.slice(0, item.id.lastIndexOf("/") + 1);
    const items = [...this.controller.items].map(([, item]) => item);
    for (const item of items.filter((one) => one.children.size && file.toString().startsWith(folder(one)))) {
      await this.fill(item);
    }
  }

  /** Run all scenarios of the ruleset that a file belongs to. */
  async runAll(ruleset: string): Promise<void> {
    if (!this.controller.items.get(ruleset)) {
      await this.refresh();
    }
    const item = this.controller.items.get(ruleset);
    if (item) {
      await vscode.commands.executeCommand("workbench.view.testing.focus");
      await this.run(new vscode.TestRunRequest([item]));
    }
  }

  dispose(): void {
    this.controller.dispose();
  }

  private async fill(ruleset: vscode.TestItem): Promise<void> {
    try {
      const scenarios = (await this.requests()?.scenarios(ruleset.id)) ?? [];
      const items = scenarios.map((scenario) => {
        const known = ruleset.children.get(scenario.name); // keeps what its last run has shown
        const uri = vscode.Uri.parse(scenario.location.uri);
        const item = known?.uri?.toString() === uri.toString() ? known : this.controller.createTestItem(scenario.name, scenario.name, uri);
        item.range = asRange(scenario.location.range);
        return item;
      });
      ruleset.children.replace(items);
      ruleset.error = undefined;
    } catch (problem) {
      ruleset.error = messageOf(problem);
    }
  }

  private async run(request: vscode.TestRunRequest): Promise<void> {
    const run = this.controller.createTestRun(request);
    const wanted = request.include ?? [...this.controller.items].map(([, item]) => item);
    const excluded = new Set((request.exclude ?? []).map((item) => item.id));
    const whole = wanted.filter((item) => !item.parent && !excluded.has(item.id));
    for (const ruleset of whole) {
      await this.fill(ruleset);
      const scenarios = [...ruleset.children].map(([, item]) => item);
      await this.runSome(run, ruleset, scenarios.filter((item) => !excluded.has(item.id)), excluded.size === 0);
    }
    const single = wanted.filter((item) => item.parent && !whole.includes(item.parent) && !excluded.has(item.id));
    for (const ruleset of new Set(single.map((item) => item.parent))) {
      if (ruleset) {
        await this.runSome(run, ruleset, single.filter((item) => item.parent === ruleset), false);
      }
    }
    run.end();
  }

  private async runSome(run: vscode.TestRun, ruleset: vscode.TestItem, items: vscode.TestItem[], all: boolean): Promise<void> {
    items.forEach((item) => run.started(item));
    try {
      const answer = await this.requests()?.test(ruleset.id, all ? undefined : items.map((item) => item.id));
      const results = answer ? byScenario(answer) : new Map<string, Outcome[]>();
      items.forEach((item) => report(run, item, results.get(item.id)));
    } catch (problem) {
      items.forEach((item) => run.errored(item, new vscode.TestMessage(messageOf(problem))));
    }
  }
}

function report(run: vscode.TestRun, item: vscode.TestItem, outcomes: Outcome[] | undefined): void {
  const failed = outcomes && failure(outcomes);
  if (!outcomes) {
    run.skipped(item);
  } else if (failed === undefined) {
    run.passed(item);
  } else {
    const message = new vscode.TestMessage(failed);
    const place = outcomes.find((outcome) => !outcome.passed)?.location;
    message.location = place ? new vscode.Location(vscode.Uri.parse(place.uri), asRange(place.range)) : undefined;
    run.failed(item, message);
  }
}

interface Place {
  line: number;
  character: number;
}

/** A range of the protocol as one of the editor. */
export function asRange(range: { start: Place; end: Place }): vscode.Range {
  return new vscode.Range(range.start.line, range.start.character, range.end.line, range.end.character);
}

/** What went wrong, for people. */
export function messageOf(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}
