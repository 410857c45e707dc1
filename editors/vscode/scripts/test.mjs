// Compiles the tests with what they need, a `vscode` of our own in place of the editor's, and runs them with node.
import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
rmSync("dist/test", { recursive: true, force: true });
const tests = readdirSync("test").filter((name) => name.endsWith(".test.ts"));
await build({
  entryPoints: tests.map((name) => `test/${name}`),
  outdir: "dist/test",
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node18",
  alias: { vscode: "./test/editor.ts" },
  loader: { ".wasm": "file" },
  logLevel: "warning",
});
const compiled = readdirSync("dist/test").filter((name) => name.endsWith(".test.js"));
const done = spawnSync(process.execPath, ["--test", "--test-force-exit", ...compiled.map((name) => `dist/test/${name}`)], { stdio: "inherit", timeout: 120_000 });
process.exit(done.status ?? 1);
