/** What the extension asks the language server beyond the protocol; described in interpreter/rulewright/lsp/__init__.py. */

import type { Location } from "vscode-languageserver-protocol";

export interface Ruleset {
  name: string;
  title: string;
  uri: string;
  base: string | null;
}

export interface Scenario {
  name: string;
  location: Location;
  rules: string[];
}

export interface Outcome {
  name: string;
  passed: boolean;
  location: Location | null;
  lines: string[];
}

export interface TestRun {
  passed: number;
  failed: number;
  results: Outcome[];
}

export interface NeverReached {
  rule: string;
  kind: string;
  words: string;
  outcomes: string[];
  reason: string;
  location: Location | null;
}

export interface Coverage {
  games: number;
  never: NeverReached[];
}

export interface Page {
  title: string;
  html: string;
  rows?: number;
}

export interface Launch {
  command: string[];
  folder: string;
  scenario: string | null;
}

/** Sends `workspace/executeCommand`. */
export type Send = (command: string, argument: object) => Promise<unknown>;

/** The server's commands, with the types of what they answer. */
export class Requests {
  constructor(private readonly send: Send) {}

  rulesets = () => this.ask<Ruleset[]>("rulewright.rulesets", {});
  scenarios = (uri: string) => this.ask<Scenario[]>("rulewright.scenarios", { uri });
  test = (uri: string, names?: string[]) => this.ask<TestRun>("rulewright.test", names ? { uri, names } : { uri });
  coverage = (uri: string, games: number) => this.ask<Coverage>("rulewright.coverage", { uri, games });
  diff = (uri: string) => this.ask<Page>("rulewright.diff", { uri });
  rulebook = (uri: string) => this.ask<Page>("rulewright.rulebook", { uri });
  play = (uri: string, place: { rule?: string; line?: number }) => this.ask<Launch>("rulewright.play", { uri, ...place });

  private async ask<T>(command: string, argument: object): Promise<T> {
    return (await this.send(command, argument)) as T;
  }
}

/** The names of scenarios that are to be run again under rulesets on top end in this. */
const UNDER = / \(under [^()]+\)$/;

/** The results of a run by the scenario as it is written: under every ruleset it has to pass. */
export function byScenario(run: TestRun): Map<string, Outcome[]> {
  const found = new Map<string, Outcome[]>();
  for (const outcome of run.results) {
    const name = outcome.name.replace(UNDER, "");
    found.set(name, [...(found.get(name) ?? []), outcome]);
  }
  return found;
}

/** What failed in the results of one scenario, as a text; undefined where it passed. */
export function failure(outcomes: readonly Outcome[]): string | undefined {
  const failed = outcomes.filter((outcome) => !outcome.passed);
  return failed.length ? failed.map((outcome) => [outcome.name, ...outcome.lines].join("\n")).join("\n\n") : undefined;
}

/** What was never reached, by the file it is in. */
export function byFile(coverage: Coverage): Map<string, { never: NeverReached; location: Location }[]> {
  const found = new Map<string, { never: NeverReached; location: Location }[]>();
  for (const never of coverage.never) {
    if (never.location) {
      found.set(never.location.uri, [...(found.get(never.location.uri) ?? []), { never, location: never.location }]);
    }
  }
  return found;
}

/** A sentence about something that was never reached. */
export function explained(never: NeverReached): string {
  const what = never.outcomes.length ? `never ${never.outcomes.join(", never ")}` : "never reached";
  return `${never.kind} ${never.words || never.rule}: ${what}` + (never.reason ? ` (${never.reason})` : "");
}

/** Command-line words as a terminal's shell reads them. */
export function shellLine(words: readonly string[], windows: boolean): string {
  const quoted = words.map((word) => {
    if (/^[\w@%+=:,./\\-]+$/.test(word) && !(word.includes("\\") && !windows)) {
      return word;
    }
    return windows ? `"${word.replace(/"/g, '""')}"` : `'${word.replace(/'/g, "'\\''")}'`;
  });
  // PowerShell, the terminal of Windows, runs a quoted program only behind &.
  return (windows && quoted[0]?.startsWith('"') ? "& " : "") + quoted.join(" ");
}
