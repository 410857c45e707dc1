/** The TextMate grammar, read by the library that VS Code reads it with. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createOnigScanner, createOnigString, loadWASM } from "vscode-oniguruma";
import { INITIAL, parseRawGrammar, Registry } from "vscode-textmate";

const wasm = readFileSync(join("node_modules", "vscode-oniguruma", "release", "onig.wasm"));
const path = join("syntaxes", "rulewright.tmLanguage.json");
const registry = new Registry({
  onigLib: loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength)).then(() => ({
    createOnigScanner,
    createOnigString,
  })),
  loadGrammar: async () => parseRawGrammar(readFileSync(path, "utf8"), path),
});

/** Every word of a line that is not blank, with the innermost scope that it gets. */
async function scopes(line: string): Promise<[string, string][]> {
  const grammar = await registry.loadGrammar("source.rulewright");
  return grammar!
    .tokenizeLine(line, INITIAL)
    .tokens.map((token): [string, string] => [line.slice(token.startIndex, token.endIndex).trim(), token.scopes.at(-1)!])
    .filter(([text]) => text !== "")
    .map(([text, scope]) => [text, scope.replace(/\.rulewright$/, "")]);
}

const CASES: [string, [string, string][]][] = [
  ["step sell (lot):", [["step", "keyword.declaration"], ["sell", "entity.name.function"], ["(", "punctuation.separator"],
    ["lot", "variable.other"], ["):", "punctuation.separator"]]],
  ["    seller takes 2 coins", [["seller", "variable.other"], ["takes", "keyword.control"], ["2", "constant.numeric"],
    ["coins", "variable.other"]]],
  ["tile flag:", [["tile", "entity.name.type"], ["flag", "entity.name.function"], [":", "punctuation.separator"]]],
  ["    for each lot in box # c", [["for", "keyword.control"], ["each", "keyword.operator.word"], ["lot", "variable.other"],
    ["in", "keyword.operator.word"], ["box", "variable.other"], ["# c", "comment.line.number-sign"]]],
  ['    tell "{lot} b"', [["tell", "keyword.control"], ['"', "string.quoted.double"], ["{", "meta.embedded"],
    ["lot", "variable.other"], ["}", "meta.embedded"], ["b", "string.quoted.double"], ['"', "string.quoted.double"]]],
];

for (const [line, expected] of CASES) {
  test(line.trim(), async () => {
    const joined: [string, string][] = [];
    for (const [text, scope] of await scopes(line)) {
      const last = joined.at(-1);
      if (last?.[1] === scope && scope === "punctuation.separator") {
        last[0] += text;
      } else {
        joined.push([text, scope]);
      }
    }
    assert.deepEqual(joined, expected);
  });
}
