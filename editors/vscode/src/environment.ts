/** Where the program `rulewright` is: pure, so that it is tested without an editor. */

import * as path from "node:path";

export interface Surroundings {
  /** The setting `rulewright.command`; empty where nobody has set it. */
  configured: string;
  /** The folders of the workspace. */
  folders: readonly string[];
  /** The Python interpreter that the Python extension has chosen, if it is there. */
  interpreter?: string;
  /** The folders of the search path. */
  searchPath: readonly string[];
  windows: boolean;
}

export interface Candidate {
  program: string;
  /** Where it was looked for, for a message. */
  from: string;
}

/** All places in which the program may be, best first. */
export function candidates(around: Surroundings): Candidate[] {
  if (around.configured) {
    const base = around.folders[0] ?? ".";
    return [{ program: path.resolve(base, around.configured), from: "the setting rulewright.command" }];
  }
  const scripts = around.windows ? "Scripts" : "bin";
  const name = around.windows ? "rulewright.exe" : "rulewright";
  const environments = around.folders.flatMap((folder) =>
    [".venv", "venv"].map((kept) => ({ program: path.join(folder, kept, scripts, name), from: kept })),
  );
  const chosen = around.interpreter
    ? [{ program: path.join(path.dirname(around.interpreter), name), from: "the chosen Python interpreter" }]
    : [];
  const searched = around.searchPath
    .filter((folder) => folder !== "")
    .map((folder) => ({ program: path.join(folder, name), from: "the search path" }));
  return [...environments, ...chosen, ...searched];
}

/** The first candidate that is there. */
export function firstFound(around: Surroundings, exists: (file: string) => boolean): Candidate | undefined {
  return candidates(around).find((candidate) => exists(candidate.program));
}

/** What to say when the program is nowhere. */
export function notFound(around: Surroundings): string {
  const places = [...new Set(candidates(around).map((candidate) => candidate.from))].join(", ");
  return (
    `The program rulewright was not found (looked in: ${places}). ` +
    'Install it in the workspace\'s environment:  .venv/bin/pip install "rulewright[editor]"'
  );
}
